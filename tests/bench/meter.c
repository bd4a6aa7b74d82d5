/* Measures programs in a terminal of 80x24, in turn: first paint, bytes at start, bytes a key, bytes and
 * wake-ups while idle, memory. usage: bench_meter RUNS IDLE_MS NAME READY DOWN UP QUIT COMMAND [-- NAME
 * ...]... READY: a text on the painted screen; DOWN, UP: a key that moves, typed five times ("": none); QUIT:
 * the key that ends it; COMMAND is split at blanks, and what it begins with of the form NAME=value goes into
 * its environment. It prints a line for each: name, ms of the paint, its ratio to the first program, bytes at
 * start, a key down and a key up, bytes and wake-ups while idle, KB of memory, parted by tabs; or its name
 * and why there is none. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "support/process.h"
#include "support/pty.h"
#include "timing.h"

#define METER_RUNS_MAX  99
#define METER_LIMIT_MS  20000
#define METER_SETTLE_MS 400 /* details follow the cursor only when it rests */
#define METER_REST_MS   3000
#define METER_QUIT_MS   2000
#define METER_PRESSES   5
#define METER_WORDS     7 /* of a program, with the -- behind it */

struct meter {
    const char *name, *ready, *down, *up, *quit, *command;
    double paint_us[METER_RUNS_MAX];
    size_t start_bytes, down_bytes, up_bytes, idle_bytes;
    long wakeups, rss_kb;
    char trouble[160]; /* why it was not measured; "" when it was */
};

/* Can the program be started at all? Its row says so if not: a message in place of a screen is no paint. */
static bool meter_can_start(struct meter *meter, const char *program)
{
    char *path = process_find(program);
    if (access(path, X_OK) != 0)
        snprintf(meter->trouble, sizeof meter->trouble, "did not start: %s: %s", program, strerror(errno));
    free(path);
    return !meter->trouble[0];
}

/* Notes that the program did not come to its screen. */
static void meter_note_no_screen(struct meter *meter, struct pty *pty)
{
    int code = pty_wait_exit(pty, 0);
    if (code == PTY_TIMED_OUT)
        snprintf(meter->trouble, sizeof meter->trouble, "did not show \"%s\" within %d s", meter->ready,
                 METER_LIMIT_MS / 1000);
    else
        snprintf(meter->trouble, sizeof meter->trouble, "did not start: it ended with %d before \"%s\"", code,
                 meter->ready);
}

/* What a press of a key costs: the median of some, because a reading by the timer may come in between. */
static size_t meter_press(struct pty *pty, const char *key)
{
    double bytes[METER_PRESSES] = {0};
    for (int i = 0; *key && i < METER_PRESSES; i++) {
        pty_mark(pty);
        pty_key(pty, key);
        while (!pty_stays_quiet(pty, METER_SETTLE_MS))
            ;
        bytes[i] = (double)pty_bytes_since_mark(pty);
    }
    return (size_t)timing_median(bytes, METER_PRESSES);
}

/* The memory that a process has in use, in KB. */
static long meter_rss_kb(pid_t pid)
{
    char line[256];
    long kb = 0;
    char *path = mem_printf("/proc/%d/status", (int)pid);
    FILE *file = fopen(path, "re");
    while (file && fgets(line, sizeof line, file) && sscanf(line, "VmRSS: %ld", &kb) != 1)
        ;
    if (file)
        fclose(file);
    free(path);
    return kb;
}

/* All but the paint, of a program that is painted: it is no matter of time, so one run tells. */
static void meter_measure_once(struct meter *meter, struct pty *pty, int idle_ms)
{
    while (!pty_stays_quiet(pty, METER_SETTLE_MS))
        ;
    meter->start_bytes = pty_bytes_since_mark(pty);
    meter->down_bytes = meter_press(pty, meter->down);
    meter->up_bytes = meter_press(pty, meter->up);
    while (!pty_stays_quiet(pty, idle_ms < METER_REST_MS ? idle_ms : METER_REST_MS))
        ; /* a store on a slow disk still writes when all is drawn */
    pty_mark(pty);
    long before = process_wakeups(pty_pid(pty));
    double until = timing_us(CLOCK_MONOTONIC) + idle_ms * 1e3;
    for (double left; (left = until - timing_us(CLOCK_MONOTONIC)) > 0;)
        pty_stays_quiet(pty, (int)(left / 1000) + 1);
    meter->wakeups = process_wakeups(pty_pid(pty)) - before;
    meter->idle_bytes = pty_bytes_since_mark(pty);
    meter->rss_kb = meter_rss_kb(pty_pid(pty));
}

/* Measures a program that is starting; all but its paint in the first run, which is none of the counted ones.
 */
static void meter_measure(struct meter *meter, struct pty *pty, double began, int run, int idle_ms)
{
    if (!pty_wait_text(pty, meter->ready, METER_LIMIT_MS)) {
        meter_note_no_screen(meter, pty);
        return;
    }
    if (run >= 0)
        meter->paint_us[run] = timing_us(CLOCK_MONOTONIC) - began;
    else
        meter_measure_once(meter, pty, idle_ms);
    pty_key(pty, meter->quit);
    pty_wait_exit(pty, METER_QUIT_MS);
}

/* One run of one program. */
static void meter_run(struct meter *meter, int run, int idle_ms)
{
    struct error err;
    char **argv = NULL;
    struct home *home = home_create();
    if (!spawn_split(meter->command, &argv, &err))
        mem_die(err.text);
    char **words = home_take(home, argv);
    if (meter_can_start(meter, *words)) {
        double began = timing_us(CLOCK_MONOTONIC);
        struct pty *pty = pty_start(home, words, 24, 80);
        meter_measure(meter, pty, began, run, idle_ms);
        pty_free(pty);
    }
    spawn_argv_free(argv);
    home_remove(home);
}

/* Prints a line for each; ratios are to the first program. */
static void meter_print(struct meter *meters, int count, int runs)
{
    for (int i = 0; i < count; i++) {
        struct meter *meter = &meters[i];
        if (meter->trouble[0]) {
            printf("%s\t%s\n", meter->name, meter->trouble);
            continue;
        }
        double paint = timing_median(meter->paint_us, (size_t)runs);
        double base = timing_median(meters[0].paint_us, (size_t)runs);
        char ratio[32] = "-";
        if (!meters[0].trouble[0] && base > 0)
            snprintf(ratio, sizeof ratio, "%.2f", paint / base);
        printf("%s\t%.1f\t%s\t%zu\t%zu\t%zu\t%zu\t%ld\t%ld\n", meter->name, paint / 1000, ratio,
               meter->start_bytes, meter->down_bytes, meter->up_bytes, meter->idle_bytes, meter->wakeups,
               meter->rss_kb);
    }
}

int main(int argc, char **argv)
{
    int count = 0;
    struct meter meters[16] = {0};
    int runs = argc > 2 ? (int)strtol(argv[1], NULL, 10) : 0;
    int idle_ms = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
    for (int i = 3; i + METER_WORDS - 1 <= argc && count < 16; i += METER_WORDS, count++)
        meters[count] = (struct meter){.name = argv[i],
                                       .ready = argv[i + 1],
                                       .down = argv[i + 2],
                                       .up = argv[i + 3],
                                       .quit = argv[i + 4],
                                       .command = argv[i + 5]};
    if (count == 0 || runs < 1 || runs > METER_RUNS_MAX || idle_ms < 1) {
        fputs("usage: bench_meter RUNS IDLE_MS NAME READY DOWN UP QUIT COMMAND [-- NAME ...]...\n", stderr);
        return 2;
    }
    for (int run = -1; run < runs; run++)
        for (int i = 0; i < count; i++)
            if (!meters[i].trouble[0])
                meter_run(&meters[i], run, idle_ms);
    meter_print(meters, count, runs);
    return 0;
}
