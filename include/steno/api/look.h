/* What a reading after a write shows of it, and what differs between two readings. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_LOOK_H
#define STENO_API_LOOK_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/api/request.h"
#include "steno/api/record.h"
#include "steno/base/mem.h"

struct look {
    enum endpoint_id op;
    const struct project *before; /* the reading before the write, or NULL */
    const struct project *now;
    const char *key;                            /* metadata */
    const char *value;                          /* metadata value, or the tag */
    const char *active_states, *settled_states; /* as in api/request.h */
    int64_t sent_version; /* the one that the write carried; negative: not known, and enqueue has none */
    const char *at;       /* when it was read, "15:04 CEST", for sentences; NULL: just now */
    bool is_over;         /* the server cannot be at work any more: nothing may come yet */
};

/* Does the reading show that the write was done? The tag is gone, the metadata is as it should be; where the
 * reply lists none of them, the version is another one. Of an enqueue: the state is another one, and one that
 * follows from it, active or settled. */
bool look_shows_it_done(const struct look *look);

/* Appends one sentence on what the reading shows, with its line end. It never says what was not done. */
void look_describe(struct buffer *said, const struct look *look);

/* Has the project the tag, letter by letter? */
bool look_finds_tag(const struct project *project, const char *tag);

/* Does the reply list metadata at all? */
bool look_lists_metadata(const struct project *project);

/* What a project shows of a metadata key: its value, or NULL. The API specification names no such field, so
 * that an object and a list of {Key, Value} are both understood. Borrowed. */
const json_t *look_metadata(const struct project *project, const char *key);

/* Appends "State None → InProgress, Tags news, archive → archive": the fields that differ, in the order of
 * their table, at most six and " and 2 more". The version and the time of the last change are no news: they
 * change with everything. `before` and `after` are cleaned resources (struct record's `shown`). Lists
 * `apart`: "Tags - news". Returns how many differ. */
size_t changes_put(struct buffer *out, const json_t *before, const json_t *after, bool apart);

#endif
