/* Errors of calls. Turns a status or a failed exchange into an error kind and a sentence for people.
 *
 * Each sentence names the operation, the project, the cause and what to do next. err->server gets the
 * server's own message, cleaned. err->field gets the parameter that this message blames. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_REPLY_ERROR_H
#define STENO_API_REPLY_ERROR_H

#include <stddef.h>
#include <stdint.h>

#include "steno/api/http.h"
#include "steno/api/request.h"
#include "steno/base/error.h"

/* Facts about a call that its error sentences need. */
struct reply_context {
    const struct api_config *config;
    const struct endpoint *endpoint;
    int64_t project_id;
    const char *password;  /* password that is hidden in messages; NULL: not a login */
    int64_t time_limit_ms; /* time limit of the exchange, which a timeout message names */
};

/* Writes the name of the call, the subject of a sentence: "Read project 7", "Log in". */
void reply_error_subject(char *out, size_t size, const struct reply_context *context);

/* Like error_set_parts, with the name of the call as subject. For an unknown outcome, `advice` NULL means the
 * advice to check the project. Returns false, like all bool functions below. */
bool reply_error_set(struct error *err, enum error_kind kind, const struct reply_context *context,
                     const char *advice, const char *cause, ...) __attribute__((format(printf, 5, 6)));

/* Sets err->server to the server's message, shortened, cleaned and with secrets hidden. In JSON this is the
 * member Message, else title, detail and errors, else error. Another body is plain text. Sets err->field to
 * the parameter that the message blames, or to "". */
void reply_error_read(struct error *err, const struct reply_context *context, const char *body, size_t len);

/* Copies a text of the server, cleaned and cut to `cells`. Our token and password become [hidden], because
 * the server can repeat both. */
void reply_error_show(char *out, size_t size, const struct reply_context *context, const char *text,
                      int cells);

/* Sets the error for an answer whose status is not 2xx. */
bool reply_error_from_status(struct error *err, const struct reply_context *context,
                             const struct http_reply *reply);

/* Sets the error for an exchange that failed. `reply` has the part of the answer that came. */
bool reply_error_from_failure(struct error *err, const struct reply_context *context,
                              const struct http_reply *reply, const struct http_failure *failure);

/* For a 2xx answer that cannot be used. Changes err->text from a reason to a whole sentence. */
bool reply_error_from_content(struct error *err, const struct reply_context *context, int status);

#endif
