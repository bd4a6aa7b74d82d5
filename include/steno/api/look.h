/* Whether a reading of a project shows that a write was done, and what changed between two readings. */
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
    const struct project *before; /* reading before the write, or NULL */
    const struct project *now;
    const char *key;                            /* metadata */
    const char *value;                          /* metadata value, or the tag */
    const char *active_states, *settled_states; /* as in api/request.h */
    int64_t sent_version; /* version that the write sent; negative: not known, or an enqueue */
    const char *at;       /* when `now` was read, "15:04 CEST", for sentences; NULL: just now */
    bool is_over;         /* the server cannot carry the write out any more */
};

/* Does the reading show that the write was done? The tag is gone, or the metadata is as requested. If the
 * reply has no tags or no metadata, its version must differ from sent_version. After an enqueue the state
 * must have changed to an active or settled one. */
bool look_shows_it_done(const struct look *look);

/* Appends one line on what the reading shows. It never claims that a write was not done. */
void look_describe(struct buffer *out, const struct look *look);

/* Has the project exactly this tag? */
bool look_finds_tag(const struct project *project, const char *tag);

/* Does the reply contain metadata? */
bool look_lists_metadata(const struct project *project);

/* The value of a metadata key in a project, or NULL. The API specification does not define this field, so an
 * object and a list of {Key, Value} are both read. Borrowed. */
const json_t *look_metadata(const struct project *project, const char *key);

/* Appends "State None → InProgress, Tags news, archive → archive": the fields that differ, in the order of
 * their table; after six of them " and 2 more". Version and Updated are left out, because they change with
 * every change. `before` and `after` are cleaned resources (struct record's `shown`). With `apart` lists show
 * what was added and removed: "Tags - news". Returns the number of fields that differ. */
size_t changes_put(struct buffer *out, const json_t *before, const json_t *after, bool apart);

#endif
