/* Enqueue again as last sent: the options of the last enqueue that was sent from here, whatever came of it,
 * else what the server shows of the last transcription and differs from the documented defaults. Nothing else
 * is sent: values of the config do not enter. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_AGAIN_H
#define STENO_CORE_AGAIN_H

#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/api/param.h"
#include "steno/base/when.h"
#include "steno/core/cost.h"

struct again {
    int64_t id;
    struct param_set
        *params;     /* NULL: none are known: it was never enqueued, or by a program that kept none */
    int64_t sent_ms; /* wall clock: when, from here; 0: as the server shows it */
};

/* Of the answer to STORE_SENT_LIST, in its order: {"id", "sent": the options of its last enqueue from here,
 * "when_ms", "shown": its TranscriptionConfig}, null for what there is not. Freed with again_free. */
struct again *again_make(const json_t *rows, size_t *count);
void again_free(struct again *again, size_t count);

/* Has an item say what sending it again comes to, by the parameters above: one that was never enqueued cannot
 * be sent, and one that was transcribed is in no doubt for that, since it is sent again on purpose. */
void again_take_item(struct cost_item *item, const struct param_set *params);

/* " 4 8   Lang en-US       as sent from here, 13:50": those with equal options in a line, at most four lines,
 * of so many cells; 0: of any number. Caller frees. */
char *again_lines(const struct again *again, size_t count, int cells, int64_t now_ms, enum date_zone zone);

#endif
