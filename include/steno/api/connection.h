/* A connection to the server: the nine operations, each one blocking call.
 *
 * A connection belongs to one thread at a time; only connection_cancel may be called from another.  No
 * globals, no terminal.  Call api_global_init once before the first thread starts.
 *
 * Reads reuse connections and are tried three times; writes (endpoint.write) always open a fresh one and are
 * never repeated once bytes may have left: a lost answer, a broken one and a status that does not refuse are
 * ERROR_UNKNOWN_OUTCOME (of a login, which leaves nothing behind, the plain kind such as ERROR_TIMEOUT).
 * Replies are returned as new objects that the caller frees.  `err` may not be NULL.  No text in it ever
 * holds a token or password. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_CONNECTION_H
#define STENO_API_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/api/request.h"
#include "steno/base/error.h"
#include "steno/base/file.h"

struct connection;

void api_global_init(void);

/* Loads libcurl where nobody has (api/http.h): one thread at a time. */
struct connection *connection_new(const struct api_config *config, struct error *err);
void connection_free(struct connection *connection);

/* Replaces the token for the calls to come. NULL forgets it. */
void connection_set_token(struct connection *connection, const char *token);

/* Who times the reads waits for all of them: from now on a 429, and a 503 that names a time, is handed back
 * at once. Without that a read waits by itself where its time allows. */
void connection_hand_back_waits(struct connection *connection, bool hand_back);

/* Ends the running call, or the next one, at once with ERROR_CANCELLED. Any thread. connection_cancel_reset
 * before reuse. */
void connection_cancel(struct connection *connection);
void connection_cancel_reset(struct connection *connection);

/* The token of the answer is used for the calls to come; the caller keeps it where it came from. A login
 * without one is ERROR_BAD_REPLY. */
struct login *api_login(struct connection *connection, const struct login_request *request,
                        struct error *err);
struct login *api_current_user(struct connection *connection, struct error *err);
struct policy *api_password_settings(struct connection *connection, struct error *err);

struct project *api_project_get(struct connection *connection, int64_t id, struct error *err);

/* One write to a project: was it done? `op` is ENDPOINT_ADD_METADATA, _DELETE_METADATA, _DELETE_TAG or
 * _ENQUEUE; `before` the project as last seen, or NULL. *now is the project after the write, or what it shows
 * after a failure, or NULL when that is not known. Caller frees *now.
 *
 * An outcome is unknown when the answer is lost, comes broken or has a status that does not refuse (thirteen
 * do): the project is read, and the sentence of the error begins with what it shows.  An answer of 2xx and
 * nothing else is a success only when the reading after it shows that; else its outcome is unknown, too: the
 * server may still be at work. */
bool api_write(struct connection *connection, enum endpoint_id op, const struct request_args *args,
               const struct project *before, struct project **now, struct error *err);

/* True when a login failed because the server wants consent: its message speaks of data protection and
 * consent, in whatever case and with whatever between the words; of a 412, of consent alone. */
bool reply_message_wants_consent(const struct error *err);

/* What to say at the first metadata change on a server: how the body is sent is a guess there. */
extern const char api_metadata_notice[];

/* --- exports --- */

/* Where an export goes: called with each piece; false ends the call with ERROR_IO. */
struct export_sink {
    bool (*write)(void *arg, const void *data, size_t len);
    void (*progress)(void *arg, int64_t bytes, int64_t total); /* total -1 when unknown; may be NULL */
    void *arg;
    bool completed; /* the project is Completed: 404, 409 and 412 are tried again, five times, 3 s apart */
};
struct export_info {
    int64_t bytes;
    char content_type[128]; /* cleaned, "" when the server sent none; known at the sink's first piece */
};
/* A 2xx reply of JSON is not a file, nor is a web page, unless FileFormatId holds "htm" or it comes as an
 * attachment: ERROR_BAD_REPLY showing it, the sink is not called. So is an answer that brings none (204, 205,
 * an empty one that is not 200) or a part (206), and a text/plain that is nothing but one JSON object with an
 * error in it, unless FileFormatId holds "json". An empty 200 is an empty file. */
bool api_export(struct connection *connection, int64_t id, const struct param_set *params,
                const struct export_sink *sink, struct export_info *info, struct error *err);

/* Begins the file of an export. A pipe is waited for until somebody reads it, no longer than an operation may
 * take and until connection_cancel: ERROR_TIMEOUT, ERROR_CANCELLED. */
bool download_begin(struct connection *connection, struct file_draft *draft, const char *path, bool replace,
                    struct error *err);

#endif
