/* Runs two commands in turn, many times, and measures time, CPU and memory of each process by the kernel's
 * accounting, without a shell.
 * usage: bench_pairs RUNS COMMAND BASE [BEFORE]   Commands are split at blanks, except inside '...'. Their
 * standard output goes to /dev/null. BEFORE runs before each command and is not timed. The first pair is not
 * counted. Prints one line: medians of COMMAND's ms, BASE's ms and their ratio, the smallest and largest
 * ratio, then CPU ms of both, and the largest memory of both in KB. Exit 1: a command failed. */
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

/* A struct timeval in ms. */
static double pairs_ms_of(struct timeval time)
{
    return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

/* Runs the command once; keeps its figures at index `at`, unless that is negative. */
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

/* Splits a command into words; ends the process if it is invalid. */
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
