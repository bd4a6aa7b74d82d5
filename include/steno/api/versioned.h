/* Writes to a project, and what an answer that leaves their outcome open is followed by.
 *
 * An outcome is unknown when the answer is lost, comes broken or says 5xx: the project is read, and the
 * sentence of the error begins with what it shows.  An answer of 2xx and nothing else is a success only when
 * the reading after it shows that; else its outcome is unknown, too: the server may still be at work.
 *
 * A stale version is a definite refusal (409): the project is read again, what
 * changed meanwhile is said, and the write is sent once more only where the wish
 * still makes sense: the tag is still there, both readings list the metadata and
 * the key is the same in both.  Where it makes none, that reading is handed over with the error.  Never a
 * third time, and never when the version was given by hand.
 */
#ifndef STENO_API_VERSIONED_H
#define STENO_API_VERSIONED_H

#include <stdbool.h>

#include "steno/api/connection.h"
#include "steno/base/buffer.h"
#include "steno/base/error.h"

struct versioned_write {
    enum endpoint_id op;            /* ENDPOINT_ADD_METADATA, _DELETE_METADATA, _DELETE_TAG or _ENQUEUE */
    const struct project *seen;     /* as last seen: id, version, and what the wish was based on; or NULL */
    int64_t id, version;            /* when it was not seen: then one try, ERROR_CONFLICT when it is stale */
    const char *key;                /* metadata */
    const char *value;              /* metadata value, or the tag */
    const struct param_set *params; /* enqueue */
};

/* Was it done? *now is the project after the write, or what it shows after a failure, or NULL when that is
 * not known. Sentences for the operator about what else changed and what was done about it are appended to
 * `said`, one line each; nothing when all went straight. Caller frees *now. */
bool api_write(struct connection *connection, const struct versioned_write *write, struct project **now,
               struct buffer *said, struct error *err);

/* The same without the reading after an unknown outcome: the project after the write, or NULL with err. */
struct project *api_versioned_write(struct connection *connection, const struct versioned_write *write,
                                    struct buffer *said, struct error *err);

/* After ERROR_UNKNOWN_OUTCOME: reads the project and appends to `said` one sentence on what it shows about
 * the write
 * (`op`, and key, value or tag as above). `before` is the project as it was, or NULL. Never sends the write.
 */
struct project *api_look_after(struct connection *connection, enum endpoint_id op, int64_t id,
                               const struct project *before, const char *key, const char *value,
                               struct buffer *said, struct error *err);

#endif
