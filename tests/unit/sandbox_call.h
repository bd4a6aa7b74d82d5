/* For tests of the sandbox: sends one request to a struct control and returns the reply, without sockets. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SANDBOX_CALL_H
#define STENO_TESTS_SANDBOX_CALL_H

#include "control.h"
#include "support/asserts.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

#define TOKEN   "token-of-the-test"
#define NOW     INT64_C(1780000000000) /* an arbitrary time */
#define AFTER   (NOW + 8000)           /* the end of a transcription enqueued at NOW */
#define P       "/API/v2/Projects/"
#define STEERED "/__sandbox/"
#define ACCOUNT "/API/CurrentUser"

/* The sandbox of the tests. */
extern struct control control;

/* .init and .fini of the suites: twelve projects, whose transcriptions take 8 s. */
void sandbox_setup(void);
void sandbox_teardown(void);

/* Makes a new world with this number of projects, or WORLD_DEFAULT. */
void sandbox_renew(int64_t projects, int64_t transcribe_ms);

/* A request; `target` is such as "/API/CurrentUser?x=1"; NULL members: none. */
struct call {
    const char *method, *target;
    const char *body, *content_type;
    size_t body_len; /* 0: up to the NUL */
    bool no_token;
    const char *token; /* NULL: TOKEN */
    int64_t now_ms;    /* 0: NOW */
};

/* Sends a request; the rendered reply and its JSON stay valid until the next call in this process. */
const struct reply *sandbox_call(struct call call);
#define CALL(...) sandbox_call((struct call){__VA_ARGS__})

/* Sends a request and asserts the status. */
const struct reply *sandbox_expect(int status, struct call call);
#define EXPECT(status, ...) sandbox_expect((status), (struct call){__VA_ARGS__})

/* Formats a target; valid for four more calls. */
const char *target_of(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The target of an endpoint for a project: "/API" and its path. */
const char *target_of_endpoint(int endpoint, int project);

/* The value in the last reply's JSON at a path such as "Data.Tags.0", or NULL. */
json_t *reply_at(const char *path);
const char *reply_text(const char *path); /* "": not a string */
json_int_t reply_number(const char *path);
#define reply_message() reply_text("Message")

/* Reads a project and returns its state at this time. */
const char *state_of(int project, int64_t now_ms);

#endif
