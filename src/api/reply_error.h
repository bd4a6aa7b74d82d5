/* Errors of calls: from a status or a failed exchange to a kind and a sentence for a person.
 *
 * Every sentence names the operation, the project, the cause in plain words and what to do next.  The
 * server's own message is cleaned into err->server, a parameter that it blames into err->field. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_REPLY_ERROR_H
#define STENO_API_REPLY_ERROR_H

#include <stddef.h>
#include <stdint.h>

#include "steno/api/http.h"
#include "steno/api/request.h"
#include "steno/base/error.h"

/* What sentences about a call need to know of it. */
struct reply_context {
    const struct api_config *config;
    const struct endpoint *endpoint;
    int64_t project_id;
    const char *password;  /* never to stand in a message; or NULL */
    int64_t time_limit_ms; /* that the failed exchange had */
};

/* "Read project 7", "Set metadata of project 7", "Log in". */
void reply_error_subject(char *out, size_t size, const struct reply_context *context);

/* As error_set_parts, with the call for the subject. An unknown outcome has its own advice where it gets
 * none. Always false, as are all below. */
bool reply_error_set(struct error *err, enum error_kind kind, const struct reply_context *context,
                     const char *advice, const char *cause, ...) __attribute__((format(printf, 5, 6)));

/* The server's own words in a body, cut and cleaned, without our secrets, into err->server: Message, else
 * title and detail, errors, error, else plain text. err->field gets a blamed parameter, or "". */
void reply_error_read(struct error *err, const struct reply_context *context, const char *body, size_t len);

/* A text of the server cut to these cells and cleaned, with our token and password, which it may echo, as
 * [hidden]. */
void reply_error_show(char *out, size_t size, const struct reply_context *context, const char *text,
                      int cells);

/* An answer whose status is not 2xx. */
bool reply_error_from_status(struct error *err, const struct reply_context *context,
                             const struct http_reply *reply);

/* No whole answer. `reply` is what came of it. */
bool reply_error_from_failure(struct error *err, const struct reply_context *context,
                              const struct http_reply *reply, const struct http_failure *failure);

/* A 2xx answer that cannot be used: err->text holds the reason and becomes a whole sentence. */
bool reply_error_from_content(struct error *err, const struct reply_context *context, int status);

#endif
