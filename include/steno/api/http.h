/* HTTP over libcurl. An exchange is one blocking call that returns status, headers and body without
 * interpreting them.
 *
 * Only one thread at a time may use a struct http; http_cancel may be called from any thread.  HTTP/1.1, http
 * and https only; redirects are not followed, certificates are always checked, bodies have a size limit. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_HTTP_H
#define STENO_API_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/mem.h"
#include "steno/base/error.h"

/* Initialises libcurl at the first call. connection_new calls it. Only one thread at a time may do so.
 * libcurl is loaded here unless it is linked: loading its thirty libraries takes most of a start's time.
 * ERROR_NETWORK: libcurl is missing or too old. */
bool http_load(struct error *err);
/* Version and file of libcurl: "7.88.1, /usr/lib/libcurl.so.4"; NULL with err. Caller frees. */
char *http_load_describe(struct error *err);

/* The certificate bundle to use: the first that is set of ca_file, SSL_CERT_FILE, CURL_CA_BUNDLE and
 * libcurl's own. Borrowed. */
const char *http_ca_bundle(const char *ca_file);

/* The advice when the bundle cannot be read. */
extern const char http_bundle_missing[];

/* A proxy's address for display, with *** for user name and password. False, and "", when the address is
 * invalid: any part of it may be a password. */
bool http_proxy_show(char *out, size_t size, const char *address);

/* --- exchanges --- */

struct http_reply {
    int status;            /* 0 when no answer came */
    struct buffer headers; /* "Name: value\n" of the last answer, unchanged */
    struct buffer body;    /* the pieces with HTTP_KEEP, unpacked */
    int64_t length;        /* announced bytes of the body, -1 when not announced */
    int64_t retry_after_s; /* seconds from now, -1 when missing or invalid */
};

/* What to do after a piece of a body: keep it in reply.body, just go on, or end the exchange. */
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
    /* Takes a file in pieces. A compressed file is refused, because libcurl does not notice when it is cut
     * short. NULL: the body is kept, and libcurl unpacks gzip. */
    enum http_take (*take)(void *arg, const struct http_reply *reply, const void *data, size_t len);
    void *take_arg;
};

/* How far an exchange came before it failed. */
enum http_phase {
    HTTP_RESOLVING,
    HTTP_CONNECTING,
    HTTP_WAITING,
    HTTP_READING_HEAD, /* the headers are incomplete: even a known status does not count */
    HTTP_RECEIVING
};

/* Why there is no complete answer. */
struct http_failure {
    enum error_kind
        kind;          /* dns, connect, tls, timeout, network, bad_reply, io (the sink), cancelled, usage */
    bool sent;         /* bytes of the request may have left */
    bool too_big;      /* the body passed body_max */
    bool head_too_big; /* the headers passed their limit, ours or libcurl's */
    bool stalled;      /* no byte came for stall_timeout_ms */
    enum http_phase phase;
    char text[256]; /* libcurl's reason, cleaned */
};

struct http;

/* Loads libcurl. `ca_file`: as for http_ca_bundle(). `proxy`: NULL for the usual variables, "" for none. */
struct http *http_new(const char *ca_file, const char *proxy, struct error *err);
void http_free(struct http *http);

/* Runs one exchange. Always initialises `reply`; free it with http_reply_free. */
bool http_perform(struct http *http, const struct http_request *request, struct http_reply *reply,
                  struct http_failure *failure);
void http_reply_free(struct http_reply *reply);

/* Copies the value of a header (name in any case) to out, cut to size; false when there is no such header. */
bool http_reply_header(const struct http_reply *reply, const char *name, char *out, size_t size);

/* Waits; returns false at once when cancelled. */
bool http_wait(struct http *http, int64_t ms);

/* Ends the running exchange or wait, and each later one until http_cancel_reset. Any thread may call it. */
void http_cancel(struct http *http);
void http_cancel_reset(struct http *http);

#endif
