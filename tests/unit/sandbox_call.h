/* For tests of the sandbox: one request to a control, one reply, without sockets. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SANDBOX_CALL_H
#define STENO_TESTS_SANDBOX_CALL_H

#include "control.h"

#define TOKEN "token-of-the-test"
#define NOW   INT64_C(1780000000000) /* any time will do */

/* A sandbox of the twelve projects whose transcriptions take 8 s. */
void sandbox_setup(struct control *control);

/* What is asked, beside method and target ("/API/CurrentUser?x=1"): NULL for none. */
struct call {
    const char *method, *target;
    const char *body, *content_type;
    size_t body_len; /* 0: up to the NUL */
    bool no_token;
    const char *token; /* NULL: TOKEN */
    int64_t now_ms;    /* 0: NOW */
};

/* Sends it; the reply is rendered and stays until the next call in this process. */
const struct reply *sandbox_call(struct control *control, struct call call);

/* The last reply's body as JSON; stays until the next call of this. */
json_t *reply_body(void);

/* The member Data of the last reply. */
json_t *reply_data(void);

/* The member Message of the last reply. */
const char *reply_message(void);

/* A set from "Name=value&...". Caller frees. */
struct param_set *set_of(const struct param_table *table, const char *values);

#endif
