/* Runs two commands in turn, many times, and prints what each run took: time, CPU and memory of the whole
 * process as the kernel accounts for it. No shell and no second program stands in what is timed.
 * usage: bench_pairs RUNS COMMAND BASE [BEFORE]   commands are split at blanks, '...' kept together. Their
 * standard output goes to /dev/null. BEFORE runs before each of them, untimed. One pair, not counted, comes
 * first. It prints one line: medians of ms, of the base's ms, of the ratio, its least and its most; then CPU
 * ms of both, and the largest memory of both in KB. exit 1: one of them failed. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "timing.h"

#define PAIRS_MAX 99

struct pairs_side {
    char **argv;
    double ms[PAIRS_MAX], cpu_ms[PAIRS_MAX];
    long rss_kb;
};

static posix_spawn_file_actions_t quiet;

/* A time of the kernel's in ms. */
static double pairs_ms_of(struct timeval time)
{
    return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

/* Runs it once to its end; what it took goes into place `at` of the side, unless that is below 0. */
static void pairs_run(struct pairs_side *side, int at)
{
    extern char **environ;
    struct rusage usage;
    pid_t pid;
    int status;
    double began = timing_us(CLOCK_MONOTONIC);
    if (posix_spawnp(&pid, side->argv[0], &quiet, NULL, side->argv, environ) != 0 ||
        wait4(pid, &status, 0, &usage) != pid || status != 0) {
        fprintf(stderr, "%s failed\n", side->argv[0]);
        exit(1);
    }
    if (at < 0)
        return;
    side->ms[at] = (timing_us(CLOCK_MONOTONIC) - began) / 1e3;
    side->cpu_ms[at] = pairs_ms_of(usage.ru_utime) + pairs_ms_of(usage.ru_stime);
    side->rss_kb = usage.ru_maxrss > side->rss_kb ? usage.ru_maxrss : side->rss_kb;
}

/* Takes a command apart; ends the program when it is none. */
static void pairs_split(struct pairs_side *side, const char *command)
{
    struct error err;
    if (!spawn_split(command, &side->argv, &err))
        mem_die(err.text);
}

int main(int argc, char **argv)
{
    static struct pairs_side one, base, before;
    double ratios[PAIRS_MAX];
    int runs = argc == 4 || argc == 5 ? (int)strtol(argv[1], NULL, 10) : 0;
    if (runs < 1 || runs > PAIRS_MAX) {
        fputs("usage: bench_pairs RUNS COMMAND BASE [BEFORE]\n", stderr);
        return 2;
    }
    pairs_split(&one, argv[2]);
    pairs_split(&base, argv[3]);
    pairs_split(&before, argc == 5 ? argv[4] : "true");
    posix_spawn_file_actions_init(&quiet);
    posix_spawn_file_actions_addopen(&quiet, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", O_WRONLY, 0);
    for (int i = -1; i < runs; i++) {
        for (int side = 0; side < 2; side++) {
            if (argc == 5)
                pairs_run(&before, -1);
            pairs_run(side ? &base : &one, i);
        }
        if (i >= 0)
            ratios[i] = one.ms[i] / base.ms[i];
    }
    double ratio = timing_median(ratios, (size_t)runs);
    printf("%.2f %.2f %.3f %.3f %.3f %.2f %.2f %ld %ld\n", timing_median(one.ms, (size_t)runs),
           timing_median(base.ms, (size_t)runs), ratio, ratios[0], ratios[runs - 1],
           timing_median(one.cpu_ms, (size_t)runs), timing_median(base.cpu_ms, (size_t)runs), one.rss_kb,
           base.rss_kb);
    return 0;
}
