/* What a connection is set up with: where the server is, who asks, and how long anything may take. Values
 * only: what builds requests, sends them and explains their failures reads them here. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_CONFIG_H
#define STENO_API_CONFIG_H

#include <stdint.h>

#define API_PATH_DEFAULT "/API"

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

#endif
