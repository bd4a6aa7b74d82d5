/* A connection to the server. Each of the nine operations is one blocking call.
 *
 * Only one thread at a time may use a connection; connection_cancel may be called from any thread.  No global
 * state, no terminal.  Call api_global_init once before the first thread starts.
 *
 * A read reuses an open TCP connection and is tried up to three times.  A write (endpoint.write) opens a new
 * one and is sent once.  If its answer is lost or broken, or its status is not a refusal, the error is
 * ERROR_UNKNOWN_OUTCOME.  A login is also sent once; it changes no project, so its errors keep their kind,
 * such as ERROR_TIMEOUT.  The caller frees returned objects.  `err` must not be NULL; its texts never contain
 * a token or password. */
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

/* Loads libcurl if necessary (api/http.h); only one thread at a time may call this. */
struct connection *connection_new(const struct api_config *config, struct error *err);
void connection_free(struct connection *connection);

/* Sets the token for later calls; NULL removes it. */
void connection_set_token(struct connection *connection, const char *token);

/* True: a 429, and a 503 with Retry-After, is returned at once, because the caller waits for all reads.
 * False: a read waits by itself if its time limit allows. */
void connection_hand_back_waits(struct connection *connection, bool hand_back);

/* Ends the running call, or else the next one, with ERROR_CANCELLED. May be called from any thread. Call
 * connection_cancel_reset before using the connection again. */
void connection_cancel(struct connection *connection);
void connection_cancel_reset(struct connection *connection);

/* Both: the connection uses the token of the answer for later calls; the caller saves it. An answer of
 * api_login without a token is ERROR_BAD_REPLY. */
struct login *api_login(struct connection *connection, const struct login_request *request,
                        struct error *err);
struct login *api_current_user(struct connection *connection, struct error *err);
struct policy *api_password_settings(struct connection *connection, struct error *err);

struct project *api_project_get(struct connection *connection, int64_t id, struct error *err);

/* Sends one write to a project; true when it was done. `op` is ENDPOINT_ADD_METADATA, _DELETE_METADATA,
 * _DELETE_TAG or _ENQUEUE; `before` is the last reading of the project, or NULL. *now is the project after
 * the write, or as read after a failure; NULL when not known. Caller frees *now.
 *
 * The outcome is unknown when the answer is lost or broken, or its status is not one of the thirteen
 * refusals. Then the project is read again, and the error text begins with what the reading shows.  A 2xx
 * answer without a project is a success only if that reading shows the change. If not, the outcome is
 * unknown, too: the server may still be at work. */
bool api_write(struct connection *connection, enum endpoint_id op, const struct request_args *args,
               const struct project *before, struct project **now, struct error *err);

/* True when a login failed because the server requires consent. Its message contains "data protection" and
 * "consent", in any letter case, with or without the blank; of a 412 the word "consent" is enough. */
bool reply_message_wants_consent(const struct error *err);

/* Shown after the first metadata change on a server, because steno guesses the format of the body. */
extern const char api_metadata_notice[];

/* --- exports --- */

/* Receives the file of an export in pieces. */
struct export_sink {
    bool (*write)(void *arg, const void *data, size_t len);    /* false ends the call with ERROR_IO */
    void (*progress)(void *arg, int64_t bytes, int64_t total); /* total -1 when unknown; may be NULL */
    void *arg;
    bool completed; /* the project is Completed: retry 404, 409 and 412, five times, 3 s apart */
};
struct export_info {
    int64_t bytes;
    char content_type[128]; /* cleaned, "" when the server sent none; set before the first write() */
};
/* Some 2xx answers are no file: ERROR_BAD_REPLY, and the sink is not called. They are JSON; a web page,
 * unless FileFormatId contains "htm" or the page is an attachment; a text/plain that is one JSON object with
 * an error in it, unless FileFormatId contains "json"; a part of a file (206); 204, 205 and any other empty
 * answer, but an empty 200 is an empty file. The error quotes JSON and web pages. */
bool api_export(struct connection *connection, int64_t id, const struct param_set *params,
                const struct export_sink *sink, struct export_info *info, struct error *err);

/* Begins the file of an export. If the path is a pipe, waits until a process reads it: at most timeout_ms
 * (ERROR_TIMEOUT), or until connection_cancel (ERROR_CANCELLED). */
bool download_begin(struct connection *connection, struct file_draft *draft, const char *path, bool replace,
                    struct error *err);

#endif
