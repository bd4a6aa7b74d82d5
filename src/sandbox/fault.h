/* Faults: ways in which a reply goes wrong on purpose.
 *
 * Grammar: ROUTE[/ID][+AFTER]:KIND[=ARG][,NAME:VALUE...][*COUNT].  ROUTE is an endpoint's name or `*`; with
 * ID it is for that project only; AFTER is how many requests it lets pass first; COUNT is how many it is for
 * then, all when left out.  NAME:VALUE is a header of the reply, for kinds whose argument is no text.  A
 * request gets the first fault that fits it.  The kinds are listed in fault_kinds.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_FAULT_H
#define STENO_SANDBOX_FAULT_H

#include <stdbool.h>
#include <stdint.h>

#include "message.h"
#include "steno/api/request.h"
#include "steno/base/error.h"

#define FAULT_NUMBER_MAX (1 << 30) /* of an argument: bytes, milliseconds */

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
    /* Changes the reply of the operation, or makes one; arg is NULL when none was given. NULL: the manner is
     * all. */
    void (*apply)(struct reply *reply, const char *arg);
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

/* Takes the last ones away, so that this many are left. */
void faults_cut(struct faults *faults, size_t count);

/* The fault for a request to this endpoint and project (0: none), counted down; NULL when there is none.
 * Borrowed until faults_done, which ends one that was for the last request. */
struct fault *faults_take(struct faults *faults, const struct endpoint *endpoint, int64_t project);
void faults_done(struct faults *faults, struct fault *fault);

/* Does to the reply what the fault says. */
void fault_apply(const struct fault *fault, struct reply *reply);

/* The active faults: [{"Fault": its text, "After": N, "Left": N or null}]; caller owns the reference. */
json_t *faults_json(const struct faults *faults);

#endif
