/* Requests: from an endpoint and its arguments to the exact bytes, without I/O.
 *
 * Pure: what `--dry-run`, the form's preview and the wire all show comes from here.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_REQUEST_H
#define STENO_API_REQUEST_H

#include <stdbool.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/api/config.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/base/error.h"

enum login_form { LOGIN_JSON, LOGIN_FORM, LOGIN_QUERY };

struct login_request {
    const char *email;
    const char *password;
    bool consent; /* send DataProtectionConsent=true: only when the user agreed */
    enum login_form form;
};

struct request_args {
    int64_t project_id;
    int64_t version;   /* AccessToken where the endpoint takes one */
    const char *key;   /* metadata */
    const char *value; /* metadata value, or the tag */
    const struct param_set *params;
    const struct login_request *login;
};

struct request {
    const struct endpoint *endpoint;
    char *url;                /* may hold a password (login by query): wiped when freed */
    const char *content_type; /* static text; NULL for none */
    char *body;               /* NULL for none; may hold a password: wiped when freed */
    char *auth_header;        /* "Authorization: <token>", secret, or NULL */
    char *shown_url;          /* the same with secrets as ***: for logs and previews */
    char *shown_body;
};

/* False with ERROR_USAGE when the base URL is not http(s), or an argument cannot be sent. Free it in any
 * case. */
bool request_build(struct request *request, const struct api_config *config, enum endpoint_id id,
                   const struct request_args *args, struct error *err);
void request_free(struct request *request);

/* Is this an address that requests can be built on: http or https, a host, no user, no query? ERROR_USAGE
 * says why not. */
bool request_check_base_url(const char *url, struct error *err);

/* The Accept header's value: JSON, or anything where a file is wanted. */
const char *request_accept(const struct request *request);

/* {"method","url","headers","body"} with secrets masked as ***: for --dry-run and previews. `body` is the
 * exact text or null. Caller owns the reference. */
json_t *request_to_json(const struct request *request);

#endif
