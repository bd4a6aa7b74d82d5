/* Measures programs in a terminal, in turn: first paint, bytes at start, bytes a key, bytes and wake-ups
 * while idle. usage: bench_meter RUNS IDLE_MS NAME READY KEYS COMMAND [-- NAME READY KEYS COMMAND]... READY:
 * a text on the painted screen; KEYS: characters typed one by one; COMMAND is split at blanks, and what it
 * begins with of the form NAME=value goes into its environment. Each program is ended by q. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "steno/base/spawn.h"
#include "support/process.h"
#include "support/pty.h"

#define METER_RUNS_MAX  99
#define METER_LIMIT_MS  20000
#define METER_SETTLE_MS 150
#define METER_QUIT_MS   2000

struct meter {
    const char *name, *ready, *keys, *command;
    int64_t paint_us[METER_RUNS_MAX];
    size_t start_bytes, key_bytes, idle_bytes;
    long wakeups;
    char trouble[160]; /* why it was not measured; "" when it was */
};

/* The monotonic clock in µs: a paint takes a few ms. */
static int64_t meter_now_us(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Puts leading NAME=value words into the environment; returns the first other word. */
static char **meter_take_environment(struct home *home, char **argv)
{
    for (char *is; *argv && (is = strchr(*argv, '=')) != NULL; argv++) {
        *is = '\0';
        home_set(home, *argv, is + 1);
    }
    return argv;
}

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

/* Measures a program that is starting. */
static void meter_measure(struct meter *meter, struct pty *pty, int64_t began, int run, int idle_ms)
{
    if (!pty_wait_text(pty, meter->ready, METER_LIMIT_MS)) {
        meter_note_no_screen(meter, pty);
        return;
    }
    meter->paint_us[run] = meter_now_us() - began;
    while (!pty_stays_quiet(pty, METER_SETTLE_MS))
        ;
    meter->start_bytes = pty_bytes_since_mark(pty);
    pty_mark(pty);
    for (const char *key = meter->keys; *key; key++) {
        pty_type(pty, (char[]){*key, '\0'});
        while (!pty_stays_quiet(pty, METER_SETTLE_MS))
            ;
    }
    meter->key_bytes = pty_bytes_since_mark(pty);
    pty_mark(pty);
    long before = process_wakeups(pty_pid(pty));
    int64_t until = meter_now_us() + (int64_t)idle_ms * 1000;
    for (int64_t left; (left = until - meter_now_us()) > 0;)
        pty_stays_quiet(pty, (int)(left / 1000) + 1);
    meter->wakeups = process_wakeups(pty_pid(pty)) - before;
    meter->idle_bytes = pty_bytes_since_mark(pty);
    pty_type(pty, "q");
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
    char **words = meter_take_environment(home, argv);
    if (meter_can_start(meter, *words)) {
        int64_t began = meter_now_us();
        struct pty *pty = pty_start(home, words, 24, 80);
        meter_measure(meter, pty, began, run, idle_ms);
        pty_free(pty);
    }
    spawn_argv_free(argv);
    home_remove(home);
}

/* Orders times. */
static int meter_compare(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Prints a table whose ratios are to the first program. */
static void meter_print(struct meter *meters, int count, int runs, int idle_ms)
{
    printf("%-14s %9s %6s %12s %12s %11s %14s  (of %d ms idle)\n", "program", "paint ms", "ratio",
           "start bytes", "bytes a key", "idle bytes", "idle wake-ups", idle_ms);
    for (int i = 0; i < count; i++) {
        struct meter *meter = &meters[i];
        if (meter->trouble[0]) {
            printf("%-14s %s\n", meter->name, meter->trouble);
            continue;
        }
        qsort(meter->paint_us, (size_t)runs, sizeof *meter->paint_us, meter_compare);
        double paint = (double)meter->paint_us[runs / 2], base = (double)meters[0].paint_us[runs / 2];
        char ratio[32] = "-";
        if (!meters[0].trouble[0] && base > 0)
            snprintf(ratio, sizeof ratio, "%.2f", paint / base);
        size_t keys = strlen(meter->keys);
        printf("%-14s %9.1f %6s %12zu %12.1f %11zu %14ld\n", meter->name, paint / 1000, ratio,
               meter->start_bytes, keys ? (double)meter->key_bytes / (double)keys : 0.0, meter->idle_bytes,
               meter->wakeups);
    }
}

int main(int argc, char **argv)
{
    int count = 0;
    struct meter meters[16] = {0};
    int runs = argc > 2 ? (int)strtol(argv[1], NULL, 10) : 0;
    int idle_ms = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 0;
    for (int i = 3; i + 3 < argc && count < 16; i += 5, count++)
        meters[count] = (struct meter){
            .name = argv[i], .ready = argv[i + 1], .keys = argv[i + 2], .command = argv[i + 3]};
    if (count == 0 || runs < 1 || runs > METER_RUNS_MAX || idle_ms < 1) {
        fputs("usage: bench_meter RUNS IDLE_MS NAME READY KEYS COMMAND [-- NAME READY KEYS COMMAND]...\n",
              stderr);
        return 2;
    }
    for (int run = 0; run < runs; run++)
        for (int i = 0; i < count; i++)
            if (!meters[i].trouble[0])
                meter_run(&meters[i], run, idle_ms);
    meter_print(meters, count, runs, idle_ms);
    return 0;
}
