/* Requests: the nine operations, server addresses, a connection's configuration, and the bytes to send.
 *
 * This does no I/O. `--dry-run` and the preview in forms show requests exactly as a connection sends them. */
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
    const char *name;  /* "get-project", for logs and for faults of the sandbox */
    const char *title; /* "Read project", for messages and the activity */
    const char *method;
    const char *path; /* below the API path: "/v2/Projects/{ProjectId}/Tags" */
    bool write;       /* the operation changes a project; true for enqueue, although its method is GET */
    bool needs_token;
    bool takes_key;     /* has the query parameter Key */
    bool takes_version; /* has the query parameter AccessToken, which is the project's version */
    enum endpoint_body body;
    const struct param_table *params; /* query parameters; NULL: none */
    const struct field_table *reply;  /* fields of the answer; NULL: the answer is a file */
};

extern const struct endpoint endpoints[ENDPOINT_COUNT];

/* Returns the endpoint with this name, or NULL. */
const struct endpoint *endpoint_find(const char *name);

/* --- addresses of servers --- */

#define API_PATH_DEFAULT "/API"

/* Returns the length of "http://" or "https://", in any letter case, at the start of an address. 0: none. */
size_t address_scheme_len(const char *url);

/* Copies an address. The scheme becomes lower case, and /API or /XAPI at the end is removed. Caller frees. */
char *address_normalise(const char *url);

/* Returns "/API" or "/XAPI" if the address ends in this path, with or without a slash after it; else NULL. */
const char *address_api_path(const char *url);

/* Returns "/XAPI" for "/API" and "/API" for "/XAPI". NULL for any other path. */
const char *address_other_path(const char *api_path);

/* True if the address is plain http to another machine (not 127.0.0.0/8, ::1 or localhost). */
bool address_is_exposed(const char *url);

/* True for a valid base address: http or https, a host, but neither user nor query. If not: ERROR_USAGE. */
bool request_check_base_url(const char *url, struct error *err);

/* --- configuration of a connection --- */

enum metadata_body { METADATA_OBJECT, METADATA_TEXT, METADATA_JSON };
/* connection_new copies all strings. If a field is NULL or 0, its default is used, given here in brackets. */
struct api_config {
    const char *base_url;       /* "https://host[:port][/path]", also with a slash at the end; required */
    const char *api_path;       /* [API_PATH_DEFAULT] */
    const char *token;          /* secret; NULL: no login yet */
    const char *token_variable; /* environment variable of the token, for messages; NULL: none */
    const char *token_header;   /* ["Authorization"] */
    const char *token_scheme;   /* word before the token in its header [none] */
    const char *ca_file;        /* [SSL_CERT_FILE, CURL_CA_BUNDLE, then libcurl's own] */
    const char *proxy;          /* [from the usual environment variables]; "": no proxy */
    const char *active_states;  /* states during transcription, separated by commas [none] */
    const char *settled_states; /* states after transcription, separated by commas [none] */
    int64_t timeout_ms;         /* for a whole operation with its retries [60000] */
    int64_t connect_timeout_ms; /* [10000] */
    int64_t stall_timeout_ms;   /* an export fails after this time without a byte [30000] */
    int64_t json_max;           /* maximum bytes of a JSON reply [1 MiB] */
    int64_t backoff_ms;     /* delay of the second try of a read, ±50 %; doubled for the third try [500] */
    int64_t export_wait_ms; /* delay of each new try of an export whose file is not ready [3000] */
    enum metadata_body metadata_body;
    /* Called in the thread of the call before each delay of a retry, with its reason and length; or NULL. */
    void (*on_notice)(void *arg, const char *text, int64_t wait_ms);
    void *notice_arg;
};

/* Copies a configuration and its texts. api_config_clear wipes and frees the texts of the copy. */
void api_config_copy(struct api_config *copy, const struct api_config *config);
void api_config_clear(struct api_config *config);

/* --- requests --- */

enum login_form { LOGIN_JSON, LOGIN_FORM, LOGIN_QUERY };

struct login_request {
    const char *email;
    const char *password;
    bool consent; /* sends DataProtectionConsent=true; set it only if the user agreed */
    enum login_form form;
};

struct request_args {
    int64_t project_id;
    int64_t version;   /* AccessToken, if the endpoint takes one */
    const char *key;   /* metadata key */
    const char *value; /* metadata value, or the tag */
    const struct param_set *params;
    const struct login_request *login;
};

struct request {
    const struct endpoint *endpoint;
    char *url;                /* wiped when freed, and so is body: both can contain a password */
    const char *content_type; /* static text; NULL: none */
    char *body;               /* NULL: none */
    char *auth_header;        /* "Authorization: <token>", secret; NULL: none */
};

/* Fails with ERROR_USAGE if the base URL or an argument is invalid. Always call request_free afterwards. */
bool request_build(struct request *request, const struct api_config *config, enum endpoint_id id,
                   const struct request_args *args, struct error *err);
void request_free(struct request *request);

/* Returns the value of the Accept header: JSON or, for a file, every type. */
const char *request_accept(const struct request *request);

/* Returns {"method","url","headers","body"} for --dry-run and previews, with *** for the token. "body" is the
 * exact text or null. For a login "body" is ***, and "url" has no query. Caller owns the reference. */
json_t *request_to_json(const struct request *request);

#endif
