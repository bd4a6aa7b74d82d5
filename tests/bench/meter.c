/* Measures programs in a terminal of 80x24. COMMAND is split at blanks; leading NAME=value words set its
 * environment. READY is a text that shows that the screen is painted.
 *
 * bench_meter RUNS IDLE_MS NAME READY DOWN UP QUIT COMMAND [-- NAME ...]...
 *     Runs the programs in turn. DOWN, UP: keys that move, typed five times ("": none). QUIT: the key that
 *     ends the program. Prints a line for each, separated by tabs: name, ms of the first paint, ratio to the
 *     first program, bytes at start, bytes of DOWN, of UP, bytes and wake-ups while idle, KB of memory. After
 *     a failure, prints the name and the reason.
 *
 * bench_meter echo PRESSES READY COMMAND
 *     Measures how long a key that moves the cursor of steno waits for its echo, first while idle, then while
 *     all projects are read. Prints the idle median, then median, 95th percentile and maximum while reading,
 *     in ms, and the number of presses. Exit 1: a key had no echo.
 *
 * bench_meter drive LOG COMMAND STEP...
 *     Steps: wait=TEXT (until it is on the screen), type=KEYS, quiet (until nothing is drawn), pause
 *     (PAUSE_MS), mark=NAME (written to the end of LOG). Exit 1: a step failed. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "support/process.h"
#include "support/pty.h"
#include "timing.h"

#define RUNS_MAX    99
#define PRESSES_MAX 1000
#define LIMIT_MS    20000
#define SETTLE_MS   400 /* details follow the cursor only after a rest */
#define REST_MS     3000
#define QUIT_MS     2000
#define PRESSES     5
#define APART_MS    15
#define QUIET_MS    700  /* longer than the delay of details */
#define PAUSE_MS    5000 /* long enough for a tick */
#define WORDS       7    /* arguments per program, including -- */
#define ROWS        24

struct meter {
    const char *name, *ready, *down, *up, *quit, *command;
    double paint_us[RUNS_MAX];
    size_t start_bytes, down_bytes, up_bytes, idle_bytes;
    long wakeups, rss_kb;
    bool failed; /* READY did not appear */
};

static double now_ms(void)
{
    return timing_us(CLOCK_MONOTONIC) / 1e3;
}

static void rest(struct pty *pty, double ms)
{
    for (double until = now_ms() + ms, left; (left = until - now_ms()) > 0;)
        pty_stays_quiet(pty, (int)left + 1);
}

static void settle(struct pty *pty, int ms)
{
    while (!pty_stays_quiet(pty, ms))
        ;
}

/* Starts a program in its terminal. */
static struct pty *start(struct home *home, const char *command)
{
    struct error err;
    char **argv = NULL;
    if (!spawn_split(command, &argv, &err))
        mem_die(err.text);
    struct pty *pty = pty_start(home, home_take(home, argv), ROWS, 80);
    spawn_argv_free(argv);
    return pty;
}

/* Bytes of a key press: the median of several, because a timed read may come in between. */
static size_t meter_press(struct pty *pty, const char *key)
{
    double bytes[PRESSES] = {0};
    for (int i = 0; *key && i < PRESSES; i++) {
        pty_mark(pty);
        pty_key(pty, key);
        settle(pty, SETTLE_MS);
        bytes[i] = (double)pty_bytes_since_mark(pty);
    }
    return (size_t)timing_median(bytes, PRESSES);
}

/* Measures everything except the paint time. One run is enough, as none of it depends on speed. */
static void meter_measure_once(struct meter *meter, struct pty *pty, int idle_ms)
{
    settle(pty, SETTLE_MS);
    meter->start_bytes = pty_bytes_since_mark(pty);
    meter->down_bytes = meter_press(pty, meter->down);
    meter->up_bytes = meter_press(pty, meter->up);
    settle(pty, idle_ms < REST_MS ? idle_ms : REST_MS); /* on a slow disk the store may still write */
    pty_mark(pty);
    long before = process_wakeups(pty_pid(pty));
    rest(pty, idle_ms);
    meter->wakeups = process_wakeups(pty_pid(pty)) - before;
    meter->idle_bytes = pty_bytes_since_mark(pty);
    meter->rss_kb = process_status(pty_pid(pty), "VmRSS");
}

/* Runs a program once. Run -1 measures everything except the paint time; the other runs the paint time. */
static void meter_run(struct meter *meter, int run, int idle_ms)
{
    struct home *home = home_create();
    double began = timing_us(CLOCK_MONOTONIC);
    struct pty *pty = start(home, meter->command);
    meter->failed = !pty_wait_text(pty, meter->ready, LIMIT_MS);
    if (run >= 0)
        meter->paint_us[run] = timing_us(CLOCK_MONOTONIC) - began;
    else if (!meter->failed)
        meter_measure_once(meter, pty, idle_ms);
    pty_key(pty, meter->quit);
    pty_wait_exit(pty, QUIT_MS);
    pty_free(pty);
    home_remove(home);
}

/* Prints a line for each program; ratios are to the first. */
static void meter_print(struct meter *meters, int count, int runs)
{
    double base = timing_median(meters[0].paint_us, (size_t)runs);
    for (int i = 0; i < count; i++) {
        struct meter *meter = &meters[i];
        if (meter->failed) {
            printf("%s\tdid not show \"%s\"\n", meter->name, meter->ready);
            continue;
        }
        double paint = timing_median(meter->paint_us, (size_t)runs);
        printf("%s\t%.1f\t%.2f\t%zu\t%zu\t%zu\t%zu\t%ld\t%ld\n", meter->name, paint / 1000,
               meters[0].failed ? 0 : paint / base, meter->start_bytes, meter->down_bytes, meter->up_bytes,
               meter->idle_bytes, meter->wakeups, meter->rss_kb);
    }
}

/* True if the cursor is in this row. */
static bool echo_is_at(struct pty *pty, void *row)
{
    return strcmp(pty_cell_at(pty, *(int *)row, 0).text, ">") == 0;
}

/* Presses down and up in turn, and fills in the times in ms. Without an echo it ends the process. */
static void echo_press(struct pty *pty, int presses, double *ms)
{
    int top = 0;
    while (top < ROWS - 1 && !echo_is_at(pty, &top))
        top++;
    for (int i = 0; i < presses; i++) {
        int want = top + (i + 1) % 2;
        double began = now_ms();
        pty_type(pty, i % 2 ? "k" : "j");
        if (!pty_wait(pty, echo_is_at, &want, LIMIT_MS)) {
            fputs("a key had no echo\n", stderr);
            exit(1);
        }
        ms[i] = now_ms() - began;
        rest(pty, APART_MS);
    }
}

static int echo(int presses, const char *ready, const char *command)
{
    static double idle[PRESSES_MAX], busy[PRESSES_MAX];
    struct home *home = home_create();
    struct pty *pty = start(home, command);
    if (!pty_wait_text(pty, ready, LIMIT_MS))
        return 1;
    settle(pty, 500);
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
    pty_wait_exit(pty, QUIT_MS);
    pty_free(pty);
    home_remove(home);
    return 0;
}

static bool drive_step(struct pty *pty, const char *log, const char *step)
{
    if (strncmp(step, "wait=", 5) == 0)
        return pty_wait_text(pty, step + 5, LIMIT_MS);
    if (strncmp(step, "type=", 5) == 0)
        pty_type(pty, step + 5);
    else if (strcmp(step, "pause") == 0)
        rest(pty, PAUSE_MS);
    else if (strcmp(step, "quiet") == 0)
        settle(pty, QUIET_MS);
    else {
        int fd = open(log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
        return dprintf(fd, "mark %s\n", step + 5) > 0 && close(fd) == 0;
    }
    return true;
}

static int drive(const char *log, const char *command, char **steps)
{
    struct home *home = home_create();
    struct pty *pty = start(home, command);
    while (*steps && drive_step(pty, log, *steps))
        steps++;
    if (*steps)
        fprintf(stderr, "this step failed: %s\n", *steps);
    pty_free(pty);
    home_remove(home);
    return *steps ? 1 : 0;
}

int main(int argc, char **argv)
{
    int count = 0, runs = argc > 2 ? (int)strtol(argv[1], NULL, 10) : 0;
    int number = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
    struct meter meters[16] = {0};
    if (argc > 4 && strcmp(argv[1], "drive") == 0)
        return drive(argv[2], argv[3], argv + 4);
    if (argc == 5 && number > 1 && number <= PRESSES_MAX)
        return echo(number, argv[3], argv[4]);
    for (int i = 3; i + WORDS - 1 <= argc && count < 16; i += WORDS, count++)
        meters[count] = (struct meter){.name = argv[i],
                                       .ready = argv[i + 1],
                                       .down = argv[i + 2],
                                       .up = argv[i + 3],
                                       .quit = argv[i + 4],
                                       .command = argv[i + 5]};
    if (count == 0 || runs < 1 || runs > RUNS_MAX || number < 1) {
        fputs("bench_meter: wrong usage\n", stderr);
        return 2;
    }
    for (int run = -1; run < runs; run++)
        for (int i = 0; i < count; i++)
            if (!meters[i].failed)
                meter_run(&meters[i], run, number);
    meter_print(meters, count, runs);
    return 0;
}
