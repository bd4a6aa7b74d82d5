/* Replies to what is under way in a bench, by operation and project. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_REPLIES_H
#define STENO_TESTS_REPLIES_H

#include "support/app_bench.h"

/* A bench of bench_ready() in place of the one that a test has had. */
void bench_again(struct bench *bench);

/* The newest call of the operation for the project is answered with the project in this state, version 7; */
void reply_state(struct bench *bench, enum endpoint_id op, int64_t id, const char *state);
/* with the project of these members beside its id (JSON); */
void reply_members(struct bench *bench, enum endpoint_id op, int64_t id, const char *members);
/* with this failure, whose text is the server's. */
void reply_error(struct bench *bench, enum endpoint_id op, int64_t id, enum error_kind kind, int status,
                 const char *text);
/* The reading that a write waits for, which goes under the write's serial, finds this state. */
void reply_before(struct bench *bench, enum endpoint_id op, int64_t id, const char *state);

/* Has a project read at once, and answers that. */
void reply_reread(struct bench *bench, int64_t id, const char *members);

#endif
