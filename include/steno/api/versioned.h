/* Writes that carry a project's version, and what a lost answer left behind.
 *
 * A stale version is a definite refusal (409): the project is read again, what
 * changed meanwhile is said, and the write is sent once more only where the wish
 * still makes sense: the tag is still there, the metadata is not seen to have
 * changed.  Never a third time, and never when the version was given by hand.
 */
#ifndef STENO_API_VERSIONED_H
#define STENO_API_VERSIONED_H

#include <stdbool.h>

#include "steno/api/client.h"
#include "steno/base/buffer.h"
#include "steno/base/error.h"

struct versioned_write {
    enum endpoint_id op;        /* ENDPOINT_ADD_METADATA, ENDPOINT_DELETE_METADATA or ENDPOINT_DELETE_TAG */
    const struct project *seen; /* as last seen: id, version, and what the wish was based on */
    const char *key;            /* metadata */
    const char *value;          /* metadata value, or the tag */
    bool exact;                 /* the version was given by hand: one try, ERROR_CONFLICT when it is stale */
};

/* The project after the write, or NULL with err. Sentences for the operator about what changed meanwhile and
 * what was done about it are appended to `said`, one line each; nothing when all went straight. Caller frees
 * the project. */
struct project *api_versioned_write(struct api_client *client, const struct versioned_write *write,
                                    struct buffer *said, struct error *err);

/* Appends "State None → InProgress, Tags news, archive → archive": which fields differ, "" when none does. */
void project_describe_changes(struct buffer *out, const struct project *before, const struct project *after);

/* After ERROR_UNKNOWN_OUTCOME: reads the project and appends to `said` one sentence on what it shows about
 * the write
 * (`op`, and key, value or tag as above). `before` is the project as it was, or NULL. Never sends the write.
 */
struct project *api_look_after(struct api_client *client, enum endpoint_id op, int64_t id,
                               const struct project *before, const char *key, const char *value,
                               struct buffer *said, struct error *err);

#endif
