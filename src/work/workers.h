/* Workers: threads for all that may take its time. Calls of the server, hooks and copy commands, the command
 * of a token.
 *
 * A thread is started when there is a job for it. As many calls are under way as there are connections, and
 * beside them one job of each other kind: no program takes the place of a call, and none waits for calls.
 * Jobs of one kind begin in their order. How a job ends is told by mail.
 *
 * Every call ends in exactly one MAIL_CALL, cancelled ones with ERROR_CANCELLED. Where a read of the refresh
 * machine is refused for now (429) or for its token (401), those of the same session that wait end with it,
 * `is_unsent`, and so do those that are submitted before the refusal was heard of.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_WORKERS_H
#define STENO_WORK_WORKERS_H

#include <stdbool.h>
#include <stdint.h>

#include "mailbox.h"
#include "steno/api/request.h"
#include "steno/core/call.h"

struct workers;

/* The mailbox is borrowed until they are freed. */
struct workers *workers_new(struct mailbox *box, int connections);

/* Cancels all calls, lets a copy that waits run and drops hooks that do, and waits until every thread has
 * ended, at most limit_ms. False: one hangs, in a resolver or on a disk. Then nothing may be freed, and the
 * program ends by _exit().
 */
bool workers_stop(struct workers *workers, int limit_ms);
void workers_free(struct workers *workers); /* once they have stopped */

/* Server, token and limits for the calls submitted from now on; everything is copied. */
void workers_set_session(struct workers *workers, const struct api_config *config);

/* Takes the call over. */
void workers_call(struct workers *workers, struct call *call);

/* Ends a waiting or running call at once; false when it is neither. Calls that are writes may have been
 * done. */
bool workers_cancel(struct workers *workers, uint64_t serial);
void workers_cancel_all(struct workers *workers);

struct program {
    char **argv;        /* NULL-ended */
    char **env;         /* "NAME=value" beside our own, NULL-ended, or NULL */
    char *input;        /* for its standard input, or NULL */
    char *done;         /* notice when it ended well, or NULL: nothing is said */
    const char *failed; /* what to say before the reason when it did not, or NULL; not freed */
    bool copy_else;     /* when it fails, `input` goes back as MAIL_COPY for the terminal to copy */
    bool tells_end;     /* MAIL_PROGRAM follows, whatever was said */
    int limit_ms;
};

/* Takes all members over; how it ended is a MAIL_NOTICE. */
void workers_program(struct workers *workers, struct program *program);

/* Has a command print the token of a profile for this address and login; MAIL_TOKEN. */
void workers_read_token(struct workers *workers, const char *profile, const char *url, const char *email,
                        const char *command);

#endif
