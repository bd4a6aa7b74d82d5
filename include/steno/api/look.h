/* Tells from a reading of a project whether a write was done, and what changed between two readings. */
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
    const struct project *before; /* the project before the write, or NULL */
    const struct project *now;
    const char *key;                            /* metadata key */
    const char *value;                          /* metadata value, or the tag */
    const char *active_states, *settled_states; /* as in struct api_config */
    int64_t sent_version; /* project version that the write sent; negative: unknown, or none was sent */
    const char *at;       /* time when `now` was read, for messages: "15:04 CEST"; NULL: just now */
    bool is_over;         /* the server can no longer carry out the write */
};

/* True if `look->now` shows that the write was done: the tag is gone, or the metadata is as requested. If the
 * reply lacks the list of tags (or metadata), a version number other than sent_version is the proof. For an
 * enqueue, the proof is a change to an active or settled state. */
bool look_shows_it_done(const struct look *look);

/* Appends one line about what `look->now` shows. The line never says that a write was not done. */
void look_describe(struct buffer *out, const struct look *look);

bool look_finds_tag(const struct project *project, const char *tag);

/* True if the server's reply contains the field Metadata. */
bool look_lists_metadata(const struct project *project);

/* Returns the value of a metadata key in a project, borrowed. NULL: the key is missing. The API specification
 * does not define this field, so an object and a list of {Key, Value} are both read. */
const json_t *look_metadata(const struct project *project, const char *key);

/* Appends the fields that differ, at most six: "State None → InProgress, Name Dam → Dams and 2 more". Their
 * order is that of fields_project. Version and Updated are left out, because they always change. `before` and
 * `after` are the cleaned copies, record.shown. If `apart` is true, a list shows only added and removed
 * items: "Tags - news". Returns the number of fields that differ. */
size_t changes_put(struct buffer *out, const json_t *before, const json_t *after, bool apart);

#endif
