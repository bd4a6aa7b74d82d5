/* Measures programs in a terminal, in turn: first paint, bytes at start, bytes a key, wake-ups while idle.
 * usage: bench_meter RUNS IDLE_MS NAME READY KEYS COMMAND [-- NAME READY KEYS COMMAND]...
 * READY: a text on the painted screen; KEYS: characters typed one by one; COMMAND is split at blanks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/spawn.h"
#include "support/process.h"
#include "support/pty.h"

#define METER_RUNS_MAX  99
#define METER_LIMIT_MS  20000
#define METER_SETTLE_MS 150

struct meter {
    const char *name, *ready, *keys, *command;
    int64_t paint_ms[METER_RUNS_MAX];
    size_t start_bytes, key_bytes;
    long wakeups;
    bool failed;
};

/* One run of one program. */
static void meter_run(struct meter *meter, int run, int idle_ms)
{
    struct error err;
    char **argv = NULL;
    struct home *home = home_create();
    if (!spawn_split(meter->command, &argv, &err))
        mem_die(err.text);
    int64_t began = clock_mono_ms();
    struct pty *pty = pty_start(home, argv, 24, 80);
    if (!pty_wait_text(pty, meter->ready, METER_LIMIT_MS)) {
        meter->failed = true;
    } else {
        meter->paint_ms[run] = clock_mono_ms() - began;
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
        long before = process_wakeups(pty_pid(pty));
        pty_stays_quiet(pty, idle_ms);
        meter->wakeups = process_wakeups(pty_pid(pty)) - before;
    }
    pty_free(pty);
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
    printf("%-12s %11s %7s %12s %14s %16s\n", "program", "paint ms", "ratio", "start bytes", "bytes a key",
           "idle wake-ups/s");
    for (int i = 0; i < count; i++) {
        struct meter *meter = &meters[i];
        if (meter->failed) {
            printf("%-12s did not show \"%s\"\n", meter->name, meter->ready);
            continue;
        }
        qsort(meter->paint_ms, (size_t)runs, sizeof *meter->paint_ms, meter_compare);
        double paint = (double)meter->paint_ms[runs / 2], base = (double)meters[0].paint_ms[runs / 2];
        size_t keys = strlen(meter->keys);
        printf("%-12s %11.0f %7.1f %12zu %14.1f %16.1f\n", meter->name, paint, paint / (base > 0 ? base : 1),
               meter->start_bytes, keys ? (double)meter->key_bytes / (double)keys : 0.0,
               1000.0 * (double)meter->wakeups / idle_ms);
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
            if (!meters[i].failed)
                meter_run(&meters[i], run, idle_ms);
    meter_print(meters, count, runs, idle_ms);
    return 0;
}
