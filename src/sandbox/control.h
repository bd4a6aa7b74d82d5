/* Control: takes a request through its route, its fault, the service and the log. Also has the paths under
 * /__sandbox, by which a test or a person changes the projects, faults and tokens ("steering").
 *
 * A fault makes a reply go wrong on purpose. Grammar:
 * ROUTE[/ID][+AFTER]:KIND[=ARG][,NAME:VALUE...][*COUNT].  ROUTE is an endpoint's name or `*`. With ID the
 * fault is for that project only. The first AFTER requests pass; then the fault applies to COUNT requests, or
 * to all without COUNT.  NAME:VALUE is a header of the reply; kinds with a text argument cannot have it.
 * A request gets the first fault that matches it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_CONTROL_H
#define STENO_SANDBOX_CONTROL_H

#include "service.h"
#include "steno/base/error.h"

#define RECEIVED_MAX 100

/* The last requests, secrets masked, for the author of a client. A zeroed struct is empty. */
struct received {
    struct received_row {
        int64_t time_ms;
        char *method, *path, *body, *fault, *note; /* the last two may be NULL */
        struct query query, headers;
        size_t body_len; /* as received; `body` may be shorter */
        int status;
        char refused[64]; /* the refused field, or "" */
    } rows[RECEIVED_MAX]; /* a ring: request N, from 1, is in row (N - 1) % RECEIVED_MAX */
    int64_t count;        /* requests since the start */
    int64_t kept;         /* requests that are still listed */
};

/* Appends the last request as one line of a log:
 * TIME #NUMBER METHOD ENDPOINT STATUS PATH[?QUERY] [refused=FIELD] [fault=FAULT][: NOTE]. `endpoint` is "-"
 * for none. Control characters are replaced. */
void received_log(const struct received *received, const char *endpoint, struct buffer *out);

enum fault_arg {
    FAULT_ARG_NONE,
    FAULT_ARG_NUMBER,
    FAULT_ARG_STATUS,
    FAULT_ARG_RETRY, /* STATUS/VALUE or VALUE; this kind and FAULT_ARG_TEXT may contain commas */
    FAULT_ARG_TEXT
};

struct fault_kind {
    const char *name;
    enum fault_arg arg;
    bool arg_required;
    bool replaces; /* the operation is not carried out: the fault answers */
    enum reply_manner manner;
    enum fault_effect {
        EFFECT_NONE, /* only `manner` */
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

/* The last row has no name. */
extern const struct fault_kind fault_kinds[];

struct fault {
    const struct endpoint *endpoint; /* NULL: any */
    int64_t project;                 /* 0: any */
    int64_t after;                   /* requests that still pass */
    const struct fault_kind *kind;
    char *arg;            /* owned, or NULL */
    struct query headers; /* added to the reply */
    int64_t left;         /* requests that still get the fault; -1: all */
    char *text;           /* the fault as written; owned */
};

struct faults {
    struct fault *rows;
    size_t count;
};

/* Adds one fault; ERROR_USAGE says what is wrong with the text. */
bool faults_add(struct faults *faults, const char *text, struct error *err);
void faults_clear(struct faults *faults);

struct control {
    struct service service;
    struct faults faults;
    struct received received;
    int64_t counts[ENDPOINT_COUNT + 1]; /* requests by endpoint; the last: for no endpoint */
};

/* Fills an initialised reply. Returns the endpoint, or NULL if the request was for none. If the reply becomes
 * REPLY_LATE, call again with it after its delay: the second call carries out the operation. */
const struct endpoint *control_answer(struct control *control, const struct service_request *request,
                                      int64_t now_ms, struct reply *reply);
void control_free(struct control *control);

/* Is this path under /__sandbox? */
bool control_is_steering(const char *path);

#endif
