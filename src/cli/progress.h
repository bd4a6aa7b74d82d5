/* The line that tells how far a run over many projects is: on standard error, only where that is a terminal.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_PROGRESS_H
#define STENO_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client;

/* Nothing is shown from here on: --quiet, or the log goes to standard error. */
void progress_forbid(void);

/* Is there anybody to see it? */
bool progress_is_wanted(size_t count);

/* Those that wait for their next attempt, or were not sent as all is paused: how many, and till when the last
 * of them does, by the wall clock. */
struct progress_waits {
    size_t count;
    int64_t until_ms;
};
struct progress_waits progress_waits_of(const struct client *client, size_t unsent);

/* Shows "12 of 60, 4.1/s, until 15:32:10 CEST", or "12 of 60, 2 wait till 15:32:10 CEST", from a second after
 * the begin on, at most once a second. Other times are monotonic. */
void progress_show(size_t done, size_t count, int64_t begun_ms, int64_t now_ms,
                   const struct progress_waits *waits);

/* Takes the line away: before anything else is written, and at the end. */
void progress_clear(void);

#endif
