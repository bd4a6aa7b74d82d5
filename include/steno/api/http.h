/* HTTP over libcurl. An exchange is one blocking call that returns status, headers and body without
 * interpreting them.
 *
 * Only one thread at a time may use a struct http; http_cancel may be called from any thread. Speaks
 * HTTP/1.1 only, plain or over TLS; follows no redirects, checks all certificates, limits bodies in size. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_HTTP_H
#define STENO_API_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/mem.h"
#include "steno/base/error.h"

/* Loads libcurl, unless it is linked, and initialises it; later calls do nothing. libcurl is not loaded at
 * the start of the program, because its thirty libraries would take most of the start's time. Only one thread
 * at a time may call this, or connection_new, which calls it. ERROR_NETWORK: no libcurl, or one too old. */
bool http_load(struct error *err);
/* Returns version and file of libcurl, "7.88.1, /usr/lib/libcurl.so.4"; NULL with err. Caller frees. */
char *http_load_describe(struct error *err);

/* Returns the certificate bundle to use: ca_file if set, else the variable SSL_CERT_FILE or CURL_CA_BUNDLE,
 * else libcurl's own bundle. The result is borrowed. */
const char *http_ca_bundle(const char *ca_file);

/* The advice in an error message when the certificate bundle cannot be read. */
extern const char http_bundle_missing[];

/* Writes a proxy's address for display, with *** for user name and password. If the address is invalid,
 * returns false and writes "", because any part of such an address may be a password. */
bool http_proxy_show(char *out, size_t size, const char *address);

/* --- exchanges --- */

struct http_reply {
    int status;            /* 0 when no answer came */
    struct buffer headers; /* "Name: value\n" of the last answer, unchanged */
    struct buffer body;    /* the body, unpacked; if there is a `take` function, only what it keeps */
    int64_t length;        /* bytes of the body as announced by the server, -1 when not announced */
    int64_t retry_after_s; /* from Retry-After: seconds from now, -1 when missing or invalid */
};

/* What a `take` function returns for a piece of a body: append the piece to reply.body (HTTP_KEEP), go on
 * without it (HTTP_TAKEN), or end the exchange (HTTP_STOP). */
enum http_take { HTTP_KEEP, HTTP_TAKEN, HTTP_STOP };

struct http_request {
    const char *method;
    const char *url;
    const char *const *headers; /* "Name: value", NULL-ended */
    const char *body;           /* NULL for none */
    bool fresh;                 /* use a new connection, so that libcurl cannot send the request twice */
    int64_t timeout_ms;         /* for the whole exchange; 0 for no limit */
    int64_t connect_timeout_ms;
    int64_t stall_timeout_ms; /* fail after this long without a byte; 0 for no limit */
    size_t body_max;          /* limit of reply.body in bytes */
    /* For files: gets the body in pieces. A compressed body is then refused, because libcurl would not
     * notice that the body is cut short. NULL: reply.body keeps the whole body, and libcurl unpacks gzip. */
    enum http_take (*take)(void *arg, const struct http_reply *reply, const void *data, size_t len);
    void *take_arg;
};

/* How far an exchange came before it failed. */
enum http_phase {
    HTTP_RESOLVING,
    HTTP_CONNECTING,
    HTTP_WAITING,
    HTTP_READING_HEAD, /* headers incomplete: even if a status arrived, it does not count */
    HTTP_RECEIVING
};

/* Why there is no complete answer. */
struct http_failure {
    enum error_kind
        kind;          /* dns, connect, tls, timeout, network, bad_reply, io (HTTP_STOP), cancelled, usage */
    bool sent;         /* a part of the request may have been sent */
    bool too_big;      /* the body is longer than body_max */
    bool head_too_big; /* the headers are longer than our limit or libcurl's */
    bool stalled;      /* no byte came for stall_timeout_ms */
    enum http_phase phase;
    char text[256]; /* libcurl's reason, cleaned */
};

struct http;

/* Makes a handle for exchanges, and loads libcurl if necessary. `ca_file`: as for http_ca_bundle(). `proxy`:
 * address of the proxy; NULL: as in the usual environment variables; "": no proxy. */
struct http *http_new(const char *ca_file, const char *proxy, struct error *err);
void http_free(struct http *http);

/* Runs one exchange. Returns false and fills `failure` if no complete answer came. Free `reply` with
 * http_reply_free after a failure, too. */
bool http_perform(struct http *http, const struct http_request *request, struct http_reply *reply,
                  struct http_failure *failure);
void http_reply_free(struct http_reply *reply);

/* Copies the value of a header (name in any letter case), cut to `size`; false if there is no such header. */
bool http_reply_header(const struct http_reply *reply, const char *name, char *out, size_t size);

/* Waits for `ms` milliseconds; returns false at once when cancelled. */
bool http_wait(struct http *http, int64_t ms);

/* Ends the running exchange or wait, and each later one until http_cancel_reset. Any thread may call this. */
void http_cancel(struct http *http);
void http_cancel_reset(struct http *http);

#endif
