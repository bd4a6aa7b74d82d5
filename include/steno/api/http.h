/* HTTP over libcurl. An exchange is one blocking call. It returns status, headers and body, uninterpreted.
 *
 * Only one thread at a time can use a struct http, but http_cancel works from any thread. Exchanges use
 * HTTP/1.1, plain or over TLS. They follow no redirects, check all certificates and limit bodies in size. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_HTTP_H
#define STENO_API_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/mem.h"
#include "steno/base/error.h"

/* Loads and initialises libcurl. Later calls do nothing. The program starts without libcurl, because its
 * thirty libraries would take most of the start's time. Only one thread at a time is allowed to call this, or
 * connection_new, which calls it. ERROR_NETWORK: libcurl is missing or too old. */
bool http_load(struct error *err);
/* Returns version and file of libcurl: "7.88.1, /usr/lib/libcurl.so.4". NULL: error in err. Caller frees. */
char *http_load_describe(struct error *err);

/* Returns the certificate bundle to use, borrowed. It is the first that is set: ca_file, the variable
 * SSL_CERT_FILE, the variable CURL_CA_BUNDLE, or libcurl's own bundle. */
const char *http_ca_bundle(const char *ca_file);

/* The advice in an error message when the certificate bundle cannot be read. */
extern const char http_bundle_missing[];

/* Writes a proxy's address for display, with *** for user name and password. For an invalid address, writes
 * "" and returns false, because each part of it may be a password. */
bool http_proxy_show(char *out, size_t size, const char *address);

/* --- exchanges --- */

struct http_reply {
    int status;            /* 0: no answer came */
    struct buffer headers; /* a line "Name: value" for each header of the last answer, unchanged */
    struct buffer body;    /* the unpacked body; with a `take` function: only what it keeps */
    int64_t length;        /* bytes of the body, as announced by the server; -1: unknown */
    int64_t retry_after_s; /* seconds from now, by Retry-After; -1: missing or invalid */
};

/* What a `take` function returns for a piece of a body. HTTP_KEEP: append the piece to reply.body.
 * HTTP_TAKEN: the function has used the piece. HTTP_STOP: end the exchange. */
enum http_take { HTTP_KEEP, HTTP_TAKEN, HTTP_STOP };

struct http_request {
    const char *method;
    const char *url;
    const char *const *headers; /* "Name: value", ended by NULL */
    const char *body;           /* NULL: none */
    bool fresh;                 /* use a new connection, so that libcurl cannot send the request twice */
    int64_t timeout_ms;         /* for the whole exchange; 0: no limit */
    int64_t connect_timeout_ms;
    int64_t stall_timeout_ms; /* the exchange fails after this time without a byte; 0: no limit */
    size_t body_max;          /* maximum bytes of reply.body */
    /* For files: gets the body in pieces. A compressed body is then refused, because libcurl would not notice
     * a cut body. NULL: reply.body gets the whole body, unpacked. */
    enum http_take (*take)(void *arg, const struct http_reply *reply, const void *data, size_t len);
    void *take_arg;
};

/* How far an exchange came before it failed. */
enum http_phase {
    HTTP_RESOLVING,
    HTTP_CONNECTING,
    HTTP_WAITING,
    HTTP_READING_HEAD, /* the headers are incomplete, and a status in them does not count */
    HTTP_RECEIVING
};

/* Why there is no complete answer. */
struct http_failure {
    enum error_kind
        kind;          /* dns, connect, tls, timeout, network, bad_reply, io (HTTP_STOP), cancelled, usage */
    bool sent;         /* the server may have received a part of the request */
    bool too_big;      /* the body is longer than body_max */
    bool head_too_big; /* the headers are longer than our limit or libcurl's limit */
    bool stalled;      /* no byte came for stall_timeout_ms */
    enum http_phase phase;
    char text[256]; /* libcurl's reason, cleaned */
};

struct http;

/* Makes a handle for exchanges, and loads libcurl if necessary. `ca_file` is explained at http_ca_bundle().
 * `proxy` is the address of the proxy. NULL: the usual environment variables decide. "": no proxy. */
struct http *http_new(const char *ca_file, const char *proxy, struct error *err);
void http_free(struct http *http);

/* Runs one exchange. If no complete answer came, returns false and fills `failure`. Even then free `reply`
 * with http_reply_free. */
bool http_perform(struct http *http, const struct http_request *request, struct http_reply *reply,
                  struct http_failure *failure);
void http_reply_free(struct http_reply *reply);

/* Copies the value of a header, cut to `size`; letter case of the name is ignored. False: no such header. */
bool http_reply_header(const struct http_reply *reply, const char *name, char *out, size_t size);

/* Waits for `ms` milliseconds. When cancelled, returns false at once. */
bool http_wait(struct http *http, int64_t ms);

/* Ends a running http_perform or http_wait, and all until http_cancel_reset. Any thread can call this. */
void http_cancel(struct http *http);
void http_cancel_reset(struct http *http);

#endif
