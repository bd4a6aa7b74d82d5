/* Lives of the refresh machine without a network (tests/support/refresh_life.h): a day over 100 projects,
 * two hours over 10,000, an hour over 20,000; with the settings as given, and with others. usage:
 * bench_refresh It prints a line for each, parted by tabs: projects, hours, poll_fast, poll_slow, rate_cap
 * and connections as set; reads a second in the second half; longest wait of one in progress and of one in
 * None behind its time, s; bytes of memory by project; CPU µs a read, with the book that is kept beside; the
 * longest turn, ms. exit 1: a promise was broken; it is said on stderr. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "support/refresh_life.h"

#define HOUR_MS INT64_C(3600000)

static const struct {
    int projects, hours, fast_s, slow_s, cap, connections;
} rows[] = {
    {100, 24, 10, 30, 10, 4}, /* as given */
    {10000, 2, 10, 30, 10, 4},
    {10000, 2, 30, 120, 10, 4},
    {20000, 1, 10, 30, 10, 4},
};

int main(void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct refresh_life life = {.projects = rows[i].projects,
                                    .length_ms = rows[i].hours * HOUR_MS,
                                    .config = {.active_states = "InProgress",
                                               .settled_states = "Completed Failed Canceled",
                                               .fast_ms = rows[i].fast_s * 1000,
                                               .slow_ms = rows[i].slow_s * 1000,
                                               .rate_cap = rows[i].cap,
                                               .max_in_flight = rows[i].connections},
                                    .active_per_mille = 10,
                                    .other_per_mille = 40,
                                    .latency_ms = 30};
        if (!refresh_life_run(&life)) {
            fprintf(stderr, "%d projects: %s\n", life.projects, life.broken);
            return 1;
        }
        printf("%d\t%d\t%d\t%d\t%d\t%d\t%.2f\t%.1f\t%.1f\t%.0f\t%.2f\t%.2f\n", rows[i].projects,
               rows[i].hours, rows[i].fast_s, rows[i].slow_s, rows[i].cap, rows[i].connections,
               (double)life.reads_in_the_second_half / ((double)life.length_ms / 2000),
               (double)life.late_active_ms / 1000, (double)life.late_other_ms / 1000, life.bytes_each,
               life.cpu_us / (double)life.reads, life.worst_turn_us / 1000);
        fflush(stdout);
    }
    return 0;
}
