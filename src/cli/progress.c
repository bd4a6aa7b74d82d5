/* Owns the line of progress on a terminal. Knows neither the projects nor what is done with them. */
/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "steno/cli/output.h"
#include "steno/base/when.h"
#include "steno/core/refresh.h"

#define EVERY_MS 1000
#define APART_MS 2000 /* a pause that ends later by this is told anew */
#define CLEAR    "\r\033[K"

static bool progress_is_forbidden, progress_is_shown;
static int64_t progress_said_ms; /* monotonic */

void progress_forbid(void)
{
    progress_is_forbidden = true;
}

bool progress_is_wanted(size_t count)
{
    return count > 1 && !progress_is_forbidden && isatty(STDERR_FILENO);
}

/* A monotonic time as people read it. */
static void progress_clock(char until[DATE_TEXT_SIZE], int64_t at_ms, int64_t now_ms)
{
    date_format_clock(until, DATE_TEXT_SIZE, clock_wall_ms() + at_ms - now_ms, DATE_LOCAL);
}

void progress_report_pause(const struct refresh *caps, int64_t now_ms, int64_t *pause_shown_ms)
{
    char until[DATE_TEXT_SIZE];
    int64_t until_ms = refresh_paused_until(caps);
    if (until_ms > now_ms && until_ms > *pause_shown_ms + APART_MS) {
        progress_clock(until, until_ms, now_ms);
        cli_remark(REFRESH_PAUSE_SENTENCE, until);
    }
    *pause_shown_ms = until_ms > *pause_shown_ms ? until_ms : *pause_shown_ms;
}

void progress_show(size_t done, size_t count, int64_t begun_ms, int64_t now_ms,
                   const struct progress_waits *waits)
{
    int64_t passed_ms = now_ms - begun_ms;
    char line[120], until[DATE_TEXT_SIZE];
    if (passed_ms < EVERY_MS || now_ms - progress_said_ms < EVERY_MS || !progress_is_wanted(count))
        return;
    progress_said_ms = now_ms;
    progress_is_shown = true;
    size_t len = (size_t)snprintf(line, sizeof line, CLEAR "%zu of %zu", done, count);
    if (waits->count > 0) {
        progress_clock(until, waits->until_ms, now_ms);
        snprintf(line + len, sizeof line - len, ", %zu wait%s till %s", waits->count,
                 waits->count == 1 ? "s" : "", until);
    } else if (done > 0) {
        progress_clock(until, now_ms + passed_ms * (int64_t)(count - done) / (int64_t)done, now_ms);
        snprintf(line + len, sizeof line - len, ", %.1f/s, until %s", (double)done * 1000 / (double)passed_ms,
                 until);
    }
    interrupt_write(STDERR_FILENO, line, strlen(line));
}

void progress_clear(void)
{
    if (progress_is_shown)
        interrupt_write(STDERR_FILENO, CLEAR, strlen(CLEAR));
    progress_is_shown = false;
}
