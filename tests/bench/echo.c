/* Measures how long a key that moves the cursor waits for its echo in a terminal of 80x24: first while
 * nothing happens, then while all projects are read. usage: bench_echo PRESSES READY COMMAND   READY: a text
 * on the painted screen; COMMAND is split at blanks, and what it begins with of the form NAME=value goes into
 * its environment; it is steno. It prints the idle median, then median, 95th in a
 * hundred and the longest of the others, in ms, and how many these were. exit 1: the screen did not come, or
 * a key had no echo within 20 s. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "support/pty.h"
#include "timing.h"

#define PRESSES_MAX 1000
#define LIMIT_MS    20000
#define APART_MS    15
#define ROWS        24

/* The monotonic clock in ms. */
static double echo_now_ms(void)
{
    return timing_us(CLOCK_MONOTONIC) / 1e3;
}

/* Does the mark of the cursor stand in this row? */
static bool echo_is_at(struct pty *pty, void *context)
{
    return strcmp(pty_cell_at(pty, *(int *)context, 0).text, ">") == 0;
}

/* The row of the mark, -1 for none. */
static int echo_find(struct pty *pty)
{
    for (int row = 0; row < ROWS; row++)
        if (echo_is_at(pty, &row))
            return row;
    return -1;
}

/* Down and up by turns until all are pressed; the times they took. Ends the program without an echo. */
static void echo_press(struct pty *pty, int presses, double *ms)
{
    int top = echo_find(pty);
    for (int i = 0; i < presses; i++) {
        int want = top + (i + 1) % 2;
        double began = echo_now_ms();
        pty_type(pty, i % 2 ? "k" : "j");
        if (top < 0 || !pty_wait(pty, echo_is_at, &want, LIMIT_MS)) {
            fputs("a key had no echo\n", stderr);
            exit(1);
        }
        ms[i] = echo_now_ms() - began;
        for (double until = echo_now_ms() + APART_MS, now; (now = echo_now_ms()) < until;)
            pty_stays_quiet(pty, (int)(until - now) + 1);
    }
}

/* The program in its terminal, painted and at rest. */
static struct pty *echo_start(struct home *home, const char *command, const char *ready)
{
    struct error err;
    char **argv = NULL;
    if (!spawn_split(command, &argv, &err))
        mem_die(err.text);
    struct pty *pty = pty_start(home, home_take(home, argv), ROWS, 80);
    spawn_argv_free(argv);
    if (!pty_wait_text(pty, ready, LIMIT_MS))
        exit(1);
    while (!pty_stays_quiet(pty, 500))
        ;
    return pty;
}

int main(int argc, char **argv)
{
    static double idle[PRESSES_MAX], busy[PRESSES_MAX];
    int presses = argc == 4 ? (int)strtol(argv[1], NULL, 10) : 0;
    if (presses < 2 || presses > PRESSES_MAX) {
        fputs("usage: bench_echo PRESSES READY COMMAND\n", stderr);
        return 2;
    }
    struct home *home = home_create();
    struct pty *pty = echo_start(home, argv[3], argv[2]);
    echo_press(pty, presses, idle);
    pty_type(pty, "R");
    if (!pty_wait_text(pty, "Refreshing", LIMIT_MS))
        return 1;
    echo_press(pty, presses, busy);
    bool is_busy = pty_has_text(pty, "Refreshing");
    double idle_ms = timing_median(idle, (size_t)presses), busy_ms = timing_median(busy, (size_t)presses);
    printf("%.2f %.2f %.2f %.2f %d %s\n", idle_ms, busy_ms, busy[presses * 95 / 100], busy[presses - 1],
           presses, is_busy ? "all-while-busy" : "not-all-while-busy");
    pty_type(pty, "q");
    pty_wait_exit(pty, 2000);
    pty_free(pty);
    home_remove(home);
    return 0;
}
