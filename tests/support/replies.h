/* Replies to calls under way in app_scene.h, found by operation and project; and keys with the expected
 * results. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_REPLIES_H
#define STENO_TESTS_REPLIES_H

#include "support/app_scene.h"

/* Logs in with a token; the server accepts. */
void scene_log_in(const char *url, const char *email);

/* Answers the newest call of the operation for the project: the project in this state, version 7. */
void reply_state(enum endpoint_id op, int64_t id, const char *state);
/* Answers it: the project with these members and its id; JSON with ' instead of ". */
void reply_members(enum endpoint_id op, int64_t id, const char *members);
/* Answers it: a failure with the server's text. */
void reply_error(enum endpoint_id op, int64_t id, enum error_kind kind, int status, const char *text);
/* Ends it with this error (ERROR_NONE: success), the state of the project as read afterwards or shown by the
 * answer (NULL: unknown), and a text about changes by others (NULL: none). */
void reply_ended(enum endpoint_id op, int64_t id, enum error_kind kind, const char *text, const char *state,
                 const char *said);
/* Answers an earlier read of a project: it is in this state. */
void reply_late(const struct call *call, const char *state);
/* Answers the read before a write, which has the write's serial: the project is in this state. */
void reply_before(enum endpoint_id op, int64_t id, const char *state);
/* Reads a project at once, and answers. */
void reply_reread(int64_t id, const char *members);

/* Like bench_keys(), with typed texts in quotes: "m a 'colour' Tab 'red' Enter". */
void scene_keys(const char *keys);

/* The number of calls of the operation since bench_clear(). */
size_t sent(enum endpoint_id op);
/* The number of calls of the operation within this time from now. */
size_t sent_within(int64_t ms, enum endpoint_id op);
/* Presses the keys ("": none); expects this question, this message, or this number of calls. */
void expect_asked(const char *keys, const char *question);
void expect_said(const char *keys, const char *status);
void expect_sent(const char *keys, enum endpoint_id op, size_t count);

#endif
