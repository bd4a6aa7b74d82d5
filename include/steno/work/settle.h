/* The wait at the end: what was handed to the store is answered, and hooks have run, before the program goes.
 *
 * As long as one operation may take, and again after each that went well; after half a
 * second a word says what is waited for.  A second q does not wait for hooks. What was not kept, and which
 * hooks were not run, is then said on standard error, once the terminal is its owner's again.
 */
#ifndef STENO_WORK_SETTLE_H
#define STENO_WORK_SETTLE_H

#include "steno/work/engine.h"

enum settle_wish {
    SETTLE_WAIT,
    SETTLE_LEAVE, /* q was typed: what is saved is waited for all the same */
    SETTLE_HURRY, /* the end was ordered by a signal: little time is left */
    SETTLE_GIVE_UP
};

struct settle_face {
    void *context;
    void (*say)(void *context, const char *text);                /* shown while it lasts */
    enum settle_wish (*look)(void *context, unsigned loop_bits); /* something was typed, or a signal came */
};

/* After engine->quit and before engine_stop. */
void settle_end(struct engine *engine, const struct settle_face *face, enum settle_wish wish, int tty_fd,
                int signal_fd);

/* Says on standard error what was not kept; returns the exit code, 1 in place of 0 when there was something.
 */
int settle_report(const struct engine *engine, int code);

#endif
