/* Control: answers a request. Finds the endpoint of the request, lets the service carry out the operation,
 * applies a fault to the reply, and keeps the request in the list of received requests. Also answers requests
 * for paths under /__sandbox. These requests change projects, faults and tokens ("steering").
 *
 * A fault makes a reply go wrong on purpose. Grammar:
 * ROUTE[/ID][+AFTER]:KIND[=ARG][,NAME:VALUE...][*COUNT]. ROUTE is the name of an endpoint, or `*` for all.
 * ID is the only project whose requests get the fault. The fault skips the first AFTER requests. COUNT is the
 * number of later requests that get the fault; the default is all. NAME:VALUE is a header that is added to
 * the reply. A KIND whose ARG can contain commas accepts no header. A request gets the first fault that
 * matches. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_CONTROL_H
#define STENO_SANDBOX_CONTROL_H

#include "service.h"
#include "steno/base/error.h"

#define RECEIVED_MAX 100

/* The last requests, with secrets masked, so that the author of a client can read what the client sent. A
 * zeroed struct is an empty list. */
struct received {
    struct received_row {
        int64_t time_ms;
        char *method, *path, *body, *fault, *note; /* `fault` and `note` may be NULL */
        struct query query, headers;
        size_t body_len; /* length of the received body; `body` can be shorter */
        int status;
        char refused[64]; /* name of the field or parameter that was refused, or "" */
    } rows[RECEIVED_MAX]; /* a ring: request N, counted from 1, is in row (N - 1) % RECEIVED_MAX */
    int64_t count;        /* requests since the start */
    int64_t kept;         /* number of requests in the list, the newest ones; 0 after DELETE */
};

/* Appends the last request to `out` as one line for the log:
 * TIME #NUMBER METHOD ENDPOINT STATUS PATH[?QUERY] [refused=FIELD] [fault=FAULT][: NOTE]. `endpoint` is the
 * endpoint's name, or "-" if the request has none. Control characters are replaced. */
void received_log(const struct received *received, const char *endpoint, struct buffer *out);

enum fault_arg {
    FAULT_ARG_NONE,
    FAULT_ARG_NUMBER,
    FAULT_ARG_STATUS,
    FAULT_ARG_RETRY, /* VALUE of Retry-After, or STATUS/VALUE; can contain commas */
    FAULT_ARG_TEXT   /* can contain commas */
};

struct fault_kind {
    const char *name;
    enum fault_arg arg;
    bool arg_required;
    bool replaces; /* the fault makes the reply, and the service does nothing */
    enum reply_manner manner;
    enum fault_effect {
        EFFECT_NONE, /* the fault changes only the manner of the reply */
        EFFECT_STATUS,
        EFFECT_RETRY,
        EFFECT_DELAY,
        EFFECT_CUT,
        EFFECT_EMPTY,
        EFFECT_HTML,
        EFFECT_MISSING,
        EFFECT_SET,
        EFFECT_HOSTILE
    } effect;
    const char *help;
};

/* All kinds of faults. The last row has no name (NULL). */
extern const struct fault_kind fault_kinds[];

struct fault {
    const struct endpoint *endpoint; /* the endpoint that gets the fault; NULL: all endpoints */
    int64_t project;                 /* the project that gets the fault; 0: all projects */
    int64_t after;                   /* number of requests that the fault will still skip */
    const struct fault_kind *kind;
    char *arg;            /* argument of the kind; owned, or NULL */
    struct query headers; /* added to the reply */
    int64_t left;         /* number of requests that will still get the fault; -1: no limit */
    char *text;           /* the whole fault as the user wrote it; owned */
};

struct faults {
    struct fault *rows;
    size_t count;
};

/* Adds the fault that `text` describes. Returns false if `text` is not valid; err (ERROR_USAGE) says why. */
bool faults_add(struct faults *faults, const char *text, struct error *err);
void faults_clear(struct faults *faults);

struct control {
    struct service service;
    struct faults faults;
    struct received received;
    int64_t counts[ENDPOINT_COUNT + 1]; /* number of requests for each endpoint; last: for no endpoint */
};

/* Answers a request: fills `reply`, which reply_init() has prepared. Returns the endpoint of the request, or
 * NULL. If reply->manner is REPLY_LATE on return, call again with the same reply after reply->delay_ms. The
 * second call carries out the operation. */
const struct endpoint *control_answer(struct control *control, const struct service_request *request,
                                      int64_t now_ms, struct reply *reply);
void control_free(struct control *control);

/* True if the path is under /__sandbox. */
bool control_is_steering(const char *path);

#endif
