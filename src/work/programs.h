/* Programs that run beside the engine: the hook, the copy command. One after another, in a thread of their
 * own.
 *
 * The thread starts with the first one.  How a program ended is told by mail.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_PROGRAMS_H
#define STENO_WORK_PROGRAMS_H

#include <stdbool.h>

#include "mailbox.h"

struct programs;

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

struct programs *programs_new(struct mailbox *box); /* the mailbox is borrowed until it is stopped */

/* Lets them run for at most limit_ms, drops what waits then. False: the thread was left behind; it posts no
 * more and frees itself. */
bool programs_stop(struct programs *programs, int limit_ms);

/* Takes all members over. */
void programs_submit(struct programs *programs, struct program *program);

#endif
