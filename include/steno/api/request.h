/* Requests: the nine operations, where the server is, who asks, and from these to the exact bytes.
 *
 * Pure, without I/O: what `--dry-run`, the form's preview and the wire all show comes from here. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_REQUEST_H
#define STENO_API_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/api/field.h"
#include "steno/api/param.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"

/* --- endpoints: the nine operations of the contract, one row each --- */

enum endpoint_id {
    ENDPOINT_LOGIN,
    ENDPOINT_CURRENT_USER,
    ENDPOINT_PASSWORD_SETTINGS,
    ENDPOINT_GET_PROJECT,
    ENDPOINT_ADD_METADATA,
    ENDPOINT_DELETE_METADATA,
    ENDPOINT_DELETE_TAG,
    ENDPOINT_ENQUEUE,
    ENDPOINT_EXPORT,
    ENDPOINT_COUNT
};

enum endpoint_body { BODY_NONE, BODY_LOGIN, BODY_METADATA, BODY_METADATA_KEY, BODY_TAG };

struct endpoint {
    const char *name;  /* "get-project": tests, faults, logs */
    const char *title; /* "Read project": sentences and activity */
    const char *method;
    const char *path; /* below the API path: "/v2/Projects/{ProjectId}/Tags" */
    bool write;       /* changes a project: enqueue does although it is a GET, a login does not */
    bool needs_token;
    bool takes_key;     /* query Key */
    bool takes_version; /* query AccessToken */
    enum endpoint_body body;
    const struct param_table *params; /* query parameters, or NULL */
    const struct field_table *reply;  /* what it answers, NULL for a file */
};

extern const struct endpoint endpoints[ENDPOINT_COUNT];

/* The row with this name, or NULL. */
const struct endpoint *endpoint_find(const char *name);

/* --- addresses of servers --- */

#define API_PATH_DEFAULT "/API"

/* The length of "http://" or "https://", in any case, at the start; 0 without either. */
size_t address_scheme_len(const char *url);

/* A copy with the scheme in small letters: HTTPS:// is https://; and without the API path, where it ends in
 * one of the two under which services are known. Caller frees. */
char *address_normalise(const char *url);

/* "/API" or "/XAPI" where the address ends in it, with or without a last slash, as documentation gives
 * addresses; else NULL. */
const char *address_api_path(const char *url);

/* The other of the two paths under which services are known, /API and /XAPI; NULL for any other path. */
const char *address_other_path(const char *api_path);

/* Is it plain http to another machine than this one (127.0.0.0/8, ::1, localhost)? */
bool address_is_exposed(const char *url);

/* Is this an address that requests can be built on: http or https, a host, no user, no query? ERROR_USAGE
 * says why not. */
bool request_check_base_url(const char *url, struct error *err);

/* --- what a connection is set up with --- */

enum metadata_body { METADATA_OBJECT, METADATA_TEXT, METADATA_JSON };
/* All strings are copied by connection_new. NULL or 0 takes the default in brackets. */
struct api_config {
    const char *base_url;       /* "https://host[:port][/path]", trailing slash or not; required */
    const char *api_path;       /* [API_PATH_DEFAULT] */
    const char *token;          /* secret, or NULL before a login */
    const char *token_variable; /* the environment variable that gave the token, for sentences; or NULL */
    const char *token_header;   /* ["Authorization"] */
    const char *token_scheme;   /* word before the token [none] */
    const char *ca_file;        /* [SSL_CERT_FILE, CURL_CA_BUNDLE, then libcurl's own] */
    const char *proxy;          /* [the usual variables]; "" for none whatever they say */
    const char *active_states;  /* names, separated by commas [none]: a project that is transcribed */
    const char *settled_states; /* the same of one that was */
    int64_t timeout_ms;         /* a whole operation with its retries [60000] */
    int64_t connect_timeout_ms; /* [10000] */
    int64_t stall_timeout_ms;   /* an export without a byte for this long fails [30000] */
    int64_t json_max;           /* bytes of a JSON reply [1 MiB] */
    int64_t backoff_ms; /* before the second try of a read, doubled before the third, spread by half [500] */
    int64_t export_wait_ms; /* between the tries of a late export [3000] */
    enum metadata_body metadata_body;
    /* Called before each wait of a retry with what will happen, and how long it is, from the calling thread;
     * or NULL. */
    void (*on_notice)(void *arg, const char *text, int64_t wait_ms);
    void *notice_arg;
};

/* With texts of its own, which api_config_clear frees and wipes. */
void api_config_copy(struct api_config *copy, const struct api_config *config);
void api_config_clear(struct api_config *config);

/* --- requests --- */

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
    char *url;                /* may hold a password (login by query), as the body may: wiped when freed */
    const char *content_type; /* static text; NULL for none */
    char *body;               /* NULL for none */
    char *auth_header;        /* "Authorization: <token>", secret, or NULL */
};

/* False with ERROR_USAGE when the base URL is not http(s), or an argument cannot be sent. Free it in any
 * case. */
bool request_build(struct request *request, const struct api_config *config, enum endpoint_id id,
                   const struct request_args *args, struct error *err);
void request_free(struct request *request);

/* The Accept header's value: JSON, or anything where a file is wanted. */
const char *request_accept(const struct request *request);

/* {"method","url","headers","body"} with the token as ***, for --dry-run and previews. `body` is the exact
 * text or null; of a login neither it nor the query is shown. Caller owns the reference. */
json_t *request_to_json(const struct request *request);

#endif
