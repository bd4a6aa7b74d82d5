/* HTTP: exchanges over libcurl, each a call that blocks. Returns status, headers and body, and
 * never interprets them.
 *
 * A struct http belongs to one thread at a time; only http_cancel may be called from another.  HTTP/1.1 only,
 * no redirect is followed, http and https only, certificates are always checked, bodies are capped, and
 * unpacked to their proven end (api/content.h).  The only file that knows libcurl. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_HTTP_PRIVATE_H
#define STENO_API_HTTP_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#include "steno/api/http.h"
#include "steno/base/buffer.h"
#include "steno/base/error.h"

struct http;

struct http_reply {
    int status;            /* 0 when none came */
    struct buffer headers; /* "Name: value\n" of the last answer, as it came */
    struct buffer body;    /* what was kept of the body, unpacked */
    int64_t length;        /* bytes of the body as announced, -1 when not or when it is compressed */
    int64_t retry_after_s; /* seconds from now, -1 when not asked for or not understood */
};

/* What to do with a piece of a body. */
enum http_take { HTTP_KEEP, HTTP_TAKEN, HTTP_STOP };

struct http_request {
    const char *method;
    const char *url;
    const char *const *headers; /* "Name: value", NULL-ended */
    const char *body;           /* NULL for none */
    size_t body_len;
    bool fresh;         /* a new connection, so that libcurl cannot send it twice */
    int64_t timeout_ms; /* of the whole exchange; 0 for no limit */
    int64_t connect_timeout_ms;
    int64_t stall_timeout_ms; /* without a byte for this long it fails; 0 for no limit */
    size_t body_max;          /* bytes kept in reply.body */
    enum http_take (*take)(void *arg, const struct http_reply *reply, const void *data,
                           size_t len); /* or NULL */
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
        kind;           /* dns, connect, tls, timeout, network, bad_reply, io (the sink), cancelled, usage */
    bool sent;          /* bytes of the request may have left */
    bool too_big;       /* the body passed body_max */
    bool head_too_big;  /* the headers have no end that anybody would wait for */
    bool stalled;       /* no byte came for stall_timeout_ms */
    bool unreadable;    /* the body is packed in a way that is not read, damaged, or cut: text says it, and */
    const char *advice; /* what to do then; NULL: try again */
    enum http_phase phase;
    const char *bad_proxy; /* the variable or setting whose text libcurl does not take for a proxy's address,
                              or NULL */
    char proxy[128];       /* the proxy at which it failed before the service was reached, or "" */
    char text[256];        /* the reason in libcurl's words, cleaned; or "" */
};

struct http *http_new(const struct http_options *options, struct error *err); /* loads libcurl */
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

/* --- whose address it was that a connection went to --- */

/* What libcurl takes as the proxy's address for `url`: the setting, or else a variable. *name says which.
 * NULL: none, as far as no_proxy does not matter. */
const char *http_proxy_given(const char *setting, const char *url, const char **name);

/* Writes "host:port" of the proxy to `out`, or "" when `peer`, the address that was tried for `url`, is the
 * service's own or none. `text` is libcurl's sentence, which names the host that it tried. */
void http_proxy_name(char *out, size_t size, const char *url, const struct sockaddr_storage *peer,
                     const char *text);

#endif
