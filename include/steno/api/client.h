/* The API client: nine operations, each one blocking call.
 *
 * A client belongs to one thread at a time; only api_cancel may be called from
 * another.  No globals, no terminal; it knows nothing of screens.  Call
 * api_global_init once before the first thread starts.
 *
 * Reads reuse connections; writes (endpoint.write) always open a fresh one and
 * are never repeated once bytes may have left: a lost answer, a broken one and a 5xx are
 * ERROR_UNKNOWN_OUTCOME (of a login, which leaves nothing behind, the plain kind
 * such as ERROR_TIMEOUT).  Reads are tried three times.  Replies are returned as new objects that the caller
 * frees.  `err` may not be NULL.  No text in it ever holds a token or password.
 */
#ifndef STENO_API_CLIENT_H
#define STENO_API_CLIENT_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/base/error.h"
#include "steno/base/file.h"

enum metadata_body { METADATA_OBJECT, METADATA_TEXT, METADATA_JSON };
enum login_form { LOGIN_JSON, LOGIN_FORM, LOGIN_QUERY };

/* All strings are copied by api_client_new. NULL or 0 takes the default in brackets. */
struct api_config {
    const char *base_url;       /* "https://host[:port][/path]", trailing slash or not; required */
    const char *api_path;       /* ["/API"] */
    const char *token;          /* secret, or NULL before a login */
    const char *token_variable; /* the environment variable that gave the token, for sentences; or NULL */
    const char *token_header;   /* ["Authorization"] */
    const char *token_scheme;   /* word before the token [none] */
    const char *ca_file;        /* [SSL_CERT_FILE, CURL_CA_BUNDLE, then libcurl's own] */
    const char *proxy;          /* [the usual variables]; "" for none whatever they say */
    int64_t timeout_ms;         /* a whole operation with its retries [60000] */
    int64_t connect_timeout_ms; /* [10000] */
    int64_t stall_timeout_ms;   /* an export without a byte for this long fails [30000] */
    int64_t json_max;           /* bytes of a JSON reply [8 MiB] */
    int64_t backoff_ms; /* before the second try of a read, doubled before the third, spread by half [500] */
    int64_t export_wait_ms; /* between the tries of a late export [3000] */
    enum metadata_body metadata_body;
    /* Called before each wait of a retry with what will happen, from the calling thread; or NULL. */
    void (*on_notice)(void *arg, const char *text);
    void *notice_arg;
};

struct api_client;

bool api_global_init(struct error *err);
void api_global_cleanup(void);

struct api_client *api_client_new(const struct api_config *config, struct error *err);
void api_client_free(struct api_client *client);

/* Replaces the token for the calls to come. NULL forgets it. */
void api_client_set_token(struct api_client *client, const char *token);

/* Who times the reads waits for all of them: from now on a 429, and a 503 that names a time, is handed back
 * at once. Without that a read waits by itself where its time allows. */
void api_client_hand_back_waits(struct api_client *client, bool hand_back);
/* The time of each operation to come; 0 for that of the configuration. */
void api_client_limit_time(struct api_client *client, int64_t ms);

/* Ends the running call, or the next one, at once with ERROR_CANCELLED. Any thread. api_cancel_reset before
 * reuse. */
void api_cancel(struct api_client *client);
void api_cancel_reset(struct api_client *client);

struct login_request {
    const char *email;
    const char *password;
    bool consent; /* send DataProtectionConsent=true: only when the user agreed */
    enum login_form form;
};
/* The token of the answer is used for the calls to come; the caller keeps it where it came from. A login
 * without one is ERROR_BAD_REPLY. */
struct login *api_login(struct api_client *client, const struct login_request *request, struct error *err);
struct login *api_current_user(struct api_client *client, struct error *err);
struct policy *api_password_settings(struct api_client *client, struct error *err);

struct project *api_project_get(struct api_client *client, int64_t id, struct error *err);
/* One request each, nothing known of the project before it; front ends use api_write. A 2xx answer without a
 * project (204) is followed by a reading, which decides. */
struct project *api_metadata_set(struct api_client *client, int64_t id, int64_t version, const char *key,
                                 const char *value, struct error *err);
struct project *api_metadata_delete(struct api_client *client, int64_t id, int64_t version, const char *key,
                                    struct error *err);
struct project *api_tag_delete(struct api_client *client, int64_t id, int64_t version, const char *tag,
                               struct error *err);
struct project *api_enqueue(struct api_client *client, int64_t id, const struct param_set *params,
                            struct error *err);

/* Where an export goes: called with each piece; false ends the call with ERROR_IO. */
struct export_sink {
    bool (*write)(void *arg, const void *data, size_t len);
    void (*progress)(void *arg, int64_t bytes, int64_t total); /* total -1 when unknown; may be NULL */
    void *arg;
    bool completed; /* the project is Completed: 404, 409 and 412 are tried again, five times, 3 s apart */
};
struct export_info {
    int64_t bytes;
    char content_type[128]; /* cleaned, "" when the server sent none */
    char file_name[256];    /* safe base name from Content-Disposition, or "" */
};                          /* type and name are known at the sink's first piece */
/* A 2xx reply of JSON is not a file, nor is a web page, unless FileFormatId holds "htm" or it comes as an
 * attachment: ERROR_BAD_REPLY showing it, the sink is not called. So is an answer that brings none (204, 205,
 * an empty one that is not 200) or a part (206). An empty 200 is an empty file. */
bool api_export(struct api_client *client, int64_t id, const struct param_set *params,
                const struct export_sink *sink, struct export_info *info, struct error *err);

/* Begins the file of an export. A pipe is waited for until somebody reads it, no longer than an operation may
 * take and until api_cancel: ERROR_TIMEOUT, ERROR_CANCELLED. */
bool api_export_begin(struct api_client *client, struct file_draft *draft, const char *path, bool replace,
                      struct error *err);

/* What to say at the first metadata change on a server: how the body is sent is a guess there. */
extern const char api_metadata_notice[];

/* True when a login failed because the server wants consent: its message speaks of data protection and
 * consent, in whatever case and with whatever between the words; of a 412, of consent alone. */
bool api_error_wants_consent(const struct error *err);

#endif
