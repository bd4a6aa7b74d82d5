/* HTTP over libcurl: exchanges, each a call that blocks. Returns status, headers and body, and never
 * interprets them.
 *
 * A struct http belongs to one thread at a time; only http_cancel may be called from another.  HTTP/1.1 only,
 * no redirect is followed, http and https only, certificates are always checked, bodies are capped. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_HTTP_H
#define STENO_API_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/mem.h"
#include "steno/base/error.h"

/* Makes libcurl ready, once, as connection_new does; one thread at a time. Unless it was linked it is loaded
 * only now: its thirty libraries are most of what a start costs. ERROR_NETWORK: missing, or too old. */
bool http_load(struct error *err);
/* "7.88.1, /usr/lib/libcurl.so.4", or NULL with err. Caller frees. */
char *http_load_describe(struct error *err);

/* The certificate bundle in use where the configuration names this one: NULL or "" for SSL_CERT_FILE,
 * CURL_CA_BUNDLE, libcurl's own. Borrowed. */
const char *http_ca_bundle(const char *ca_file);

/* What helps where the bundle cannot be read. */
extern const char http_bundle_missing[];

/* A proxy's address as it may be shown, with *** for name and password. False, and "", when it is none, and
 * nobody knows what in it is a password. */
bool http_proxy_show(char *out, size_t size, const char *address);

/* --- exchanges --- */

struct http_reply {
    int status;            /* 0 when none came */
    struct buffer headers; /* "Name: value\n" of the last answer, as it came */
    struct buffer body;    /* what was kept of the body, unpacked */
    int64_t length;        /* bytes of the body as announced, -1 when not */
    int64_t retry_after_s; /* seconds from now, -1 when not asked for or not understood */
};

/* What to do with a piece of a body. */
enum http_take { HTTP_KEEP, HTTP_TAKEN, HTTP_STOP };

struct http_request {
    const char *method;
    const char *url;
    const char *const *headers; /* "Name: value", NULL-ended */
    const char *body;           /* NULL for none */
    bool fresh;                 /* a new connection, so that libcurl cannot send it twice */
    int64_t timeout_ms;         /* of the whole exchange; 0 for no limit */
    int64_t connect_timeout_ms;
    int64_t stall_timeout_ms; /* without a byte for this long it fails; 0 for no limit */
    size_t body_max;          /* bytes kept in reply.body */
    /* Takes a file in pieces, which must come as it is: a packed one is refused, as libcurl does not see
     * where it breaks off. NULL: the body is kept, and libcurl unpacks gzip. */
    enum http_take (*take)(void *arg, const struct http_reply *reply, const void *data, size_t len);
    void *take_arg;
};

/* How far an exchange came before it failed. */
enum http_phase {
    HTTP_RESOLVING,
    HTTP_CONNECTING,
    HTTP_WAITING,
    HTTP_READING_HEAD, /* the status may be known, but what it means is not: the head did not come whole */
    HTTP_RECEIVING
};

/* Why there is no whole answer. */
struct http_failure {
    enum error_kind
        kind;          /* dns, connect, tls, timeout, network, bad_reply, io (the sink), cancelled, usage */
    bool sent;         /* bytes of the request may have left */
    bool too_big;      /* the body passed body_max */
    bool head_too_big; /* the headers have no end that anybody would wait for */
    bool stalled;      /* no byte came for stall_timeout_ms */
    enum http_phase phase;
    char text[256]; /* the reason in libcurl's words, cleaned */
};

struct http;

/* Loads libcurl. `ca_file` as above; `proxy` NULL: the usual variables, "": none. */
struct http *http_new(const char *ca_file, const char *proxy, struct error *err);
void http_free(struct http *http);

/* One exchange. `reply` is initialised by it in any case; free it with http_reply_free. */
bool http_perform(struct http *http, const struct http_request *request, struct http_reply *reply,
                  struct http_failure *failure);
void http_reply_free(struct http_reply *reply);

/* Copies the value of a header (name without regard to case) to out, cut to size; false when it did
 * not come. */
bool http_reply_header(const struct http_reply *reply, const char *name, char *out, size_t size);

/* Waits; false at once when cancelled. */
bool http_wait(struct http *http, int64_t ms);

/* Ends the running exchange or wait, or the next one. Any thread. Stays in force until http_cancel_reset. */
void http_cancel(struct http *http);
void http_cancel_reset(struct http *http);

#endif
