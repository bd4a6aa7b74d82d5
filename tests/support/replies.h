/* Answers calls of the global bench (app_scene.h), found by operation and project. Also presses keys and
 * checks what the application does. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_REPLIES_H
#define STENO_TESTS_REPLIES_H

#include "support/app_scene.h"

/* Logs in with a token; the server accepts it. */
void scene_log_in(const char *url, const char *email);

/* Answers the newest waiting call of the operation for the project with the project in this state and in
 * version 7. */
void reply_state(enum endpoint_id op, int64_t id, const char *state);
/* Answers the newest waiting call: the project has these members and its id. JSON with ' instead of ". */
void reply_members(enum endpoint_id op, int64_t id, const char *members);
/* Answers the newest waiting call: it failed, with this text of the server. */
void reply_error(enum endpoint_id op, int64_t id, enum error_kind kind, int status, const char *text);
/* Ends the newest waiting call with this error (ERROR_NONE: success). `state` is the project's state in the
 * answer, or in a read after it (NULL: unknown); `said` is a text about changes by others (NULL: none). */
void reply_ended(enum endpoint_id op, int64_t id, enum error_kind kind, const char *text, const char *state,
                 const char *said);
/* Answers a read that was sent earlier: its project is in this state. */
void reply_late(const struct call *call, const char *state);
/* Answers the read before a write: the project is in this state. Read and write have the same serial number.
 */
void reply_before(enum endpoint_id op, int64_t id, const char *state);
/* Makes the application read a project at once, and answers the read as reply_members() does. */
void reply_reread(int64_t id, const char *members);

/* Like bench_keys(), with typed texts in quotes: "m a 'colour' Tab 'red' Enter". */
void scene_keys(const char *keys);

/* Returns how many calls of the operation were sent since bench_clear(). */
size_t sent(enum endpoint_id op);
/* Lets `ms` pass. Returns how many calls of the operation were sent in this time. */
size_t sent_within(int64_t ms, enum endpoint_id op);
/* Press the keys ("": none), then expect this question, this message, or this number of calls. */
void expect_asked(const char *keys, const char *question);
void expect_said(const char *keys, const char *status);
void expect_sent(const char *keys, enum endpoint_id op, size_t count);

#endif
