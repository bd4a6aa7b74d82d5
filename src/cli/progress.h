/* The line that tells how far a run over many projects is: on standard error, only where that is a terminal.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_PROGRESS_H
#define STENO_CLI_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct refresh;

/* Nothing is shown from here on: --quiet, or the log goes to standard error. */
void progress_forbid(void);

/* Is there anybody to see it? */
bool progress_is_wanted(size_t count);

/* Those that wait for their next attempt, or were not sent as all is paused: how many, and till when the last
 * of them does (monotonic). */
struct progress_waits {
    size_t count;
    int64_t until_ms;
};

/* Shows "12 of 60, 4.1/s, until 15:32:10 CEST", or "12 of 60, 2 wait till 15:32:10 CEST", from a second after
 * the begin on, at most once a second. All times are monotonic. */
void progress_show(size_t done, size_t count, int64_t begun_ms, int64_t now_ms,
                   const struct progress_waits *waits);

/* Says till when the server asked all to wait, once a pause; `pause_shown_ms`: when that was when it was said
 * last.
 */
void progress_report_pause(const struct refresh *caps, int64_t now_ms, int64_t *pause_shown_ms);

/* Takes the line away: before anything else is written, and at the end. */
void progress_clear(void);

#endif
