/* Replies to what is under way in the scene of a test (app_scene.h), by operation and project; keys with what
 * they bring. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_REPLIES_H
#define STENO_TESTS_REPLIES_H

#include "support/app_scene.h"

/* A login by a token goes well. */
void scene_log_in(const char *url, const char *email);

/* The newest call of the operation for the project is answered with the project in this state, version 7; */
void reply_state(enum endpoint_id op, int64_t id, const char *state);
/* with the project of these members beside its id: JSON, in which ' stands for "; */
void reply_members(enum endpoint_id op, int64_t id, const char *members);
/* with this failure, whose text is the server's. */
void reply_error(enum endpoint_id op, int64_t id, enum error_kind kind, int status, const char *text);
/* It ended thus, ERROR_NONE: well; with the project as it is read then, or shown by the answer (NULL: not),
 * and what is said of changes in the meantime (NULL: nothing). */
void reply_ended(enum endpoint_id op, int64_t id, enum error_kind kind, const char *text, const char *state,
                 const char *said);
/* An earlier reading of a project is answered, with this state; */
void reply_late(const struct call *call, const char *state);
/* so is the reading that a write waits for, which goes under the write's serial. */
void reply_before(enum endpoint_id op, int64_t id, const char *state);
/* Has a project read at once, and answers that. */
void reply_reread(int64_t id, const char *members);

/* bench_keys() with texts that are typed: "m a 'colour' Tab 'red' Enter". */
void scene_keys(const char *keys);

/* How many calls of the operation were sent since bench_clear(). */
size_t sent(enum endpoint_id op);
/* In this time from now on. */
size_t sent_within(int64_t ms, enum endpoint_id op);
/* After these keys ("": none) exactly this is asked, or said, or so many were sent. */
void expect_asked(const char *keys, const char *question);
void expect_said(const char *keys, const char *status);
void expect_sent(const char *keys, enum endpoint_id op, size_t count);

#endif
