/* A connection to the server. Each of the nine operations is one blocking call.
 *
 * Only one thread at a time may use a connection, but any thread may call connection_cancel. Call
 * api_global_init once before the first thread starts.
 *
 * A read reuses an open TCP connection and is sent up to three times. A write (endpoint.write is true) opens
 * a new TCP connection and is sent once. A write ends with ERROR_UNKNOWN_OUTCOME if its answer is lost or
 * broken, or has a status that is neither 2xx nor a refusal. A login is also sent once; it changes no
 * project, so its errors keep their kind, such as ERROR_TIMEOUT. The caller frees returned objects. `err`
 * must not be NULL; its texts never contain a token or password. */
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

/* Chooses who waits after a read is answered with 429, or 503 with Retry-After. True: the caller waits, so
 * the read ends at once. False: the connection waits and sends the read again, if the time limit allows. */
void connection_hand_back_waits(struct connection *connection, bool hand_back);

/* Ends the running call, or the next call if none runs, with ERROR_CANCELLED. Any thread may call this. Call
 * connection_cancel_reset before using the connection again. */
void connection_cancel(struct connection *connection);
void connection_cancel_reset(struct connection *connection);

/* The connection uses the token in the answer for later calls; the caller saves the token. api_login fails
 * with ERROR_BAD_REPLY if the answer contains no token. */
struct login *api_login(struct connection *connection, const struct login_request *request,
                        struct error *err);
struct login *api_current_user(struct connection *connection, struct error *err);
struct policy *api_password_settings(struct connection *connection, struct error *err);

struct project *api_project_get(struct connection *connection, int64_t id, struct error *err);

/* Sends one write to a project; returns true if it was done. `op`: ENDPOINT_ADD_METADATA, _DELETE_METADATA,
 * _DELETE_TAG or _ENQUEUE. `before`: the last reading of the project, or NULL. *now gets the project from the
 * answer or from a later read, or NULL; the caller frees it.
 *
 * The outcome is unknown when the answer is lost or broken, or when its status is neither 2xx nor a
 * refusal (such as 400, 409 or 429). api_write then reads the project, and the error text begins with what
 * the project shows. After a 2xx answer without a project, api_write also reads the project, and returns true
 * only if that read shows the change. If not, the outcome is unknown: the server may still be at work. */
bool api_write(struct connection *connection, enum endpoint_id op, const struct request_args *args,
               const struct project *before, struct project **now, struct error *err);

/* True if the server refused a login because consent is missing: its message contains "data protection" (or
 * "dataprotection") and "consent", in any letter case. With status 412 "consent" alone is enough. */
bool reply_message_wants_consent(const struct error *err);

/* Shown after the first metadata change on a server: steno only guesses the format of the request's body, so
 * the user should check the result. */
extern const char api_metadata_notice[];

/* --- exports --- */

/* Receives the file of an export in pieces. */
struct export_sink {
    bool (*write)(void *arg, const void *data, size_t len); /* returns false to end the call with ERROR_IO */
    void (*progress)(void *arg, int64_t bytes, int64_t total); /* may be NULL; `total` is -1 if unknown */
    void *arg;
    bool completed; /* the project is Completed, so a 404, 409 or 412 is retried five times, 3 s apart */
};
struct export_info {
    int64_t bytes;
    char content_type[128]; /* cleaned type of the answer, "" for none; set before the first write() */
};
/* Gives the exported file to the sink, piece by piece. A 2xx answer that is no file ends with
 * ERROR_BAD_REPLY, and the sink gets nothing. These answers are no file:
 *    JSON, by its Content-Type
 *    a web page, unless FileFormatId contains "htm" or the page is an attachment
 *    text/plain with one JSON object that has an error message, unless FileFormatId contains "json"
 *    an answer with status 204, 205 or 206 (a part of a file)
 *    an empty answer, unless its status is 200: then it is an empty file
 * For JSON and web pages the error quotes the answer. */
bool api_export(struct connection *connection, int64_t id, const struct param_set *params,
                const struct export_sink *sink, struct export_info *info, struct error *err);

/* Begins to write the file of an export. If `path` is a pipe, waits until a process reads it. This wait fails
 * with ERROR_TIMEOUT after timeout_ms, or with ERROR_CANCELLED after connection_cancel. */
bool download_begin(struct connection *connection, struct file_draft *draft, const char *path, bool replace,
                    struct error *err);

#endif
