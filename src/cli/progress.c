/* Owns the line of progress on a terminal. Knows neither the projects nor what is done with them. */
/* SPDX-License-Identifier: MIT */
#include "progress.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "interrupt.h"
#include "steno/base/clock.h"
#include "steno/base/when.h"
#include "steno/client/calls.h"
#include "steno/client/client_state.h"

#define EVERY_MS 1000
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

struct progress_waits progress_waits_of(const struct client *client, size_t unsent)
{
    struct progress_waits waits = {client->paused_until_ms ? unsent : 0, client->paused_until_ms};
    for (size_t i = 0; i < client->call_count; i++) {
        int64_t again_ms = client_call_again(client, &client->calls[i]);
        waits.count += again_ms > 0;
        if (again_ms > waits.until_ms)
            waits.until_ms = again_ms;
    }
    return waits;
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
        date_format_clock(until, sizeof until, waits->until_ms, DATE_LOCAL);
        snprintf(line + len, sizeof line - len, ", %zu wait%s till %s", waits->count,
                 waits->count == 1 ? "s" : "", until);
    } else if (done > 0) {
        date_format_clock(until, sizeof until,
                          clock_wall_ms() + passed_ms * (int64_t)(count - done) / (int64_t)done, DATE_LOCAL);
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
