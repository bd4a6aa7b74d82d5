/* Control: the way of a request: its route, its fault, the service, the log; and the paths under /__sandbox,
 * by which a test or a person changes the world from outside.
 *
 * Faults are ways in which a reply goes wrong on purpose. Grammar:
 * ROUTE[/ID][+AFTER]:KIND[=ARG][,NAME:VALUE...][*COUNT].  ROUTE is an endpoint's name or `*`; with ID it is
 * for that project only; AFTER is how many requests it lets pass first; COUNT is how many it is for then, all
 * when left out.  NAME:VALUE is a header of the reply, for kinds whose argument is no text.  A request gets
 * the first fault that fits it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_CONTROL_H
#define STENO_SANDBOX_CONTROL_H

#include "service.h"
#include "steno/base/error.h"

#define RECEIVED_MAX 100

/* The last requests as they came, secrets masked, for the author of a client to look at. All zero is empty.
 */
struct received {
    struct received_row {
        int64_t time_ms;
        char *method, *path, *body, *fault, *note; /* the last two may be NULL */
        struct query query, headers;
        size_t body_len; /* as it came; what is kept of it ends earlier */
        int status;
        char refused[64]; /* the field, or "" */
    } rows[RECEIVED_MAX]; /* number N, from 1, stands in row (N - 1) % RECEIVED_MAX */
    int64_t count;        /* how many there ever were */
    int64_t kept;         /* how many of the last ones can be looked at */
};

/* Appends what was noted last as one line for a log:
 * TIME #NUMBER METHOD ENDPOINT STATUS PATH[?QUERY] [refused=FIELD] [fault=FAULT][: NOTE]. `endpoint` is "-"
 * for none. Bytes that a terminal must not get are replaced. */
void received_log(const struct received *received, const char *endpoint, struct buffer *out);

enum fault_arg {
    FAULT_ARG_NONE,
    FAULT_ARG_NUMBER,
    FAULT_ARG_STATUS,
    FAULT_ARG_RETRY, /* STATUS/VALUE or VALUE; this one and the next may have commas */
    FAULT_ARG_TEXT
};

struct fault_kind {
    const char *name;
    enum fault_arg arg;
    bool arg_required;
    bool instead; /* the operation is not done: the fault answers in its place */
    enum reply_manner manner;
    enum fault_effect {
        EFFECT_NONE, /* beside the manner */
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

/* Ended by a row without a name. */
extern const struct fault_kind fault_kinds[];

struct fault {
    const struct endpoint *endpoint; /* NULL: any */
    int64_t project;                 /* 0: any */
    int64_t after;                   /* requests that it still lets pass */
    const struct fault_kind *kind;
    char *arg;            /* owned, or NULL */
    struct query headers; /* what the reply has besides */
    int64_t left;         /* requests it is still for; -1: all */
    char *text;           /* as it was given; owned */
};

struct faults {
    struct fault *rows;
    size_t count;
};

/* Adds one fault; ERROR_USAGE says what is wrong with the text. */
bool faults_add(struct faults *faults, const char *text, struct error *err);
void faults_clear(struct faults *faults);

/* The service with its faults, its counts, and what it received. */
struct control {
    struct service service;
    struct faults faults;
    struct received received;
    int64_t counts[ENDPOINT_COUNT + 1]; /* of requests; the last one of those for no endpoint */
};

/* Fills an initialised reply; returns the endpoint, or NULL when it was for none. One that becomes REPLY_LATE
 * is to be filled by a second call after its delay, which does what was asked. */
const struct endpoint *control_answer(struct control *control, const struct service_request *request,
                                      int64_t now_ms, struct reply *reply);
void control_free(struct control *control);

/* Is this path one of steering? */
bool control_is_steering(const char *path);

#endif
