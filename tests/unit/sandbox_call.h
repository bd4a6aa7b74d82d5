/* For tests of the sandbox: one request to a control, one reply, without sockets. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SANDBOX_CALL_H
#define STENO_TESTS_SANDBOX_CALL_H

#include "control.h"
#include "support/asserts.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

#define TOKEN   "token-of-the-test"
#define NOW     INT64_C(1780000000000) /* any time will do */
#define AFTER   (NOW + 8000)           /* when what was enqueued NOW has ended */
#define P       "/API/v2/Projects/"
#define STEERED "/__sandbox/"
#define ACCOUNT "/API/CurrentUser"

/* What is asked. */
extern struct control control;

/* Init and fini of the suites: the twelve projects, their transcriptions take 8 s. */
void sandbox_setup(void);
void sandbox_teardown(void);

/* So many projects, or WORLD_DEFAULT, in place of those there were. */
void sandbox_renew(int64_t projects, int64_t transcribe_ms);

/* What is asked, beside method and target ("/API/CurrentUser?x=1"): NULL for none. */
struct call {
    const char *method, *target;
    const char *body, *content_type;
    size_t body_len; /* 0: up to the NUL */
    bool no_token;
    const char *token; /* NULL: TOKEN */
    int64_t now_ms;    /* 0: NOW */
};

/* Sends it; the reply is rendered, and it and its JSON stay until the next call in this process. */
const struct reply *sandbox_call(struct call call);
#define CALL(...) sandbox_call((struct call){__VA_ARGS__})

/* Sends it and asserts the status. */
const struct reply *sandbox_expect(int status, struct call call);
#define EXPECT(status, ...) sandbox_expect((status), (struct call){__VA_ARGS__})

/* A target with numbers or words in it; stays until this was called four times more. */
const char *target_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The target of an endpoint, "/API" and its path, for a project. */
const char *target_of_endpoint(int endpoint, int project);

/* What stands in the last reply's JSON at a path of members and indices ("Data.Tags.0"); NULL for nothing. */
json_t *reply_at(const char *path);
const char *reply_text(const char *path); /* "" when it is no text */
json_int_t reply_number(const char *path);
#define reply_message() reply_text("Message")

/* The state of a project at a time; the reply is that project. */
const char *state_of(int project, int64_t now_ms);

#endif
