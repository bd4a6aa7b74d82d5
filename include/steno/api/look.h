/* Finds out from a reading of a project (its data in one answer of the server) whether a write was done, and
 * what changed between two readings. */
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
    const struct project *before; /* the project as read before the write, or NULL */
    const struct project *now;
    const char *key;                            /* metadata key */
    const char *value;                          /* metadata value, or the tag */
    const char *active_states, *settled_states; /* as in api/request.h */
    int64_t sent_version; /* project version that the write sent; negative: unknown, or an enqueue was sent */
    const char *at;       /* when `now` was read, for messages: "15:04 CEST"; NULL: just now */
    bool is_over;         /* the server can no longer carry out the write */
};

/* True if `look->now` shows that the write was done: the tag is gone, or the metadata is as requested. If the
 * reply does not list tags (or metadata), the project's version number must differ from sent_version. After
 * an enqueue the state must have changed to an active or settled state. */
bool look_shows_it_done(const struct look *look);

/* Appends one line about what `look->now` shows. The line never says that a write was not done. */
void look_describe(struct buffer *out, const struct look *look);

bool look_finds_tag(const struct project *project, const char *tag);

/* True if the server's reply contains the field Metadata. */
bool look_lists_metadata(const struct project *project);

/* Returns the value of a metadata key in a project, or NULL. Reads both an object and a list of {Key, Value},
 * because the API specification does not define this field. The result is borrowed. */
const json_t *look_metadata(const struct project *project, const char *key);

/* Appends the fields that differ: "State None → InProgress, Name Dam → Dams", in the order of fields_project;
 * at most six, then " and 2 more". Leaves out version and Updated, because every change of a project changes
 * them. `before` and `after` are cleaned resources (struct record's `shown`). `apart`: of a list,
 * only what was added or removed is shown: "Tags - news". Returns the number of fields that differ. */
size_t changes_put(struct buffer *out, const json_t *before, const json_t *after, bool apart);

#endif
