/* Standing orders whose programs are killed: two carry them out at once, both are killed at random moments,
 * and the next run ends them with exactly one whole file for each preset and nothing else in the folder.
 *
 * ORDER_ROUNDS in the environment: another number of rounds, for ./dev soak orders; ORDER_SEED. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "e2e/state_look.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

#define ROUNDS 8
#define FILES  2

static const char *const names[FILES] = {"out/2-air.srt", "out/2-web.vtt"};
static struct bench bench;

static void begin(void)
{
    struct process_result result;
    bench_start_logged_in(&bench, "--projects 20");
    home_write(bench.home, "out/.gone", "");
    char *path = home_path(bench.home, "out/.gone");
    cr_assert_eq(unlink(path), 0);
    free(path);
    bench_steno(&bench, "preset save air export --file-format-id srt", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "preset save web export --file-format-id vtt", NULL, 0, &result);
    process_result_free(&result);
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(order_kills, .init = begin, .fini = end, .timeout = 900);

static long number(const char *name, long otherwise)
{
    const char *wanted = getenv(name);
    return wanted ? strtol(wanted, NULL, 10) : otherwise;
}

static void steno(const char *words)
{
    struct process_result result;
    bench_steno(&bench, words, NULL, 0, &result);
    process_result_free(&result);
}

/* Counts what stands in the folder, hidden ones too, and takes it away. */
static int clear_folder(void)
{
    char *path = home_path(bench.home, "out");
    DIR *dir = opendir(path);
    int count = 0;
    cr_assert_not_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
            count += unlinkat(dirfd(dir), entry->d_name, 0) == 0;
    }
    closedir(dir);
    free(path);
    return count;
}

/* Gives both orders; every other time they may overwrite. */
static void give(long round)
{
    char *words = mem_printf("export 2 --when-done air,web -o out --name-pattern {id}.{ext}%s",
                             round % 2 ? " --force" : "");
    steno(words);
    free(words);
}

static void sleep_us(long us)
{
    nanosleep(&(struct timespec){.tv_sec = us / 1000000, .tv_nsec = us % 1000000 * 1000}, NULL);
}

/* Starts two programs, and kills each at its moment; how many
 * had not ended by themselves. */
static int kill_two(const long us[2])
{
    static const char run[] = "orders run --wait";
    struct process both[2];
    int killed = 0, first = us[0] > us[1];
    for (int i = 0; i < 2; i++)
        bench_begin(&bench, run, &both[i]);
    sleep_us(us[first]);
    kill(both[first].pid, SIGKILL);
    sleep_us(us[!first] - us[first]);
    kill(both[!first].pid, SIGKILL);
    for (int i = 0; i < 2; i++)
        killed += process_finish(&both[i], PROCESS_LIMIT_MS) == 128 + SIGKILL;
    return killed;
}

Test(order_kills, end_with_exactly_one_whole_file_for_each_preset)
{
    long rounds = number("ORDER_ROUNDS", ROUNDS), killed = 0;
    int64_t left = 0;
    unsigned seed = (unsigned)number("ORDER_SEED", 1);
    char *whole[FILES];
    srand(seed);
    give(0);
    int64_t begun = clock_mono_ms();
    steno("orders run --wait");
    long whole_us = (long)(clock_mono_ms() - begun) * 2000; /* two take longer than one */
    for (int i = 0; i < FILES; i++)
        cr_assert_not_null(whole[i] = home_read(bench.home, names[i]));
    clear_folder();
    for (long round = 1; round <= rounds; round++) {
        const long us[2] = {rand() % whole_us, rand() % whole_us};
        give(round);
        killed += kill_two(us);
        left += state_number(bench.home, "state", "SELECT count(*) FROM orders");
        steno("orders run --wait");
        for (int i = 0; i < FILES; i++) {
            char *text = home_read(bench.home, names[i]);
            cr_expect_str_eq(text, whole[i], "round %ld (seed %u) after %ld and %ld us: %s", round, seed,
                             us[0], us[1], text ? "another text" : "no file");
            free(text);
        }
        cr_expect_eq(clear_folder(), FILES, "round %ld (seed %u) after %ld and %ld us", round, seed, us[0],
                     us[1]);
        cr_expect_eq(state_number(bench.home, "state", "SELECT count(*) FROM orders"), 0);
    }
    fprintf(stderr,
            "orders: %ld rounds (seed %u) within %ld us: %ld programs killed, %" PRId64 " orders left\n",
            rounds, seed, whole_us, killed, left);
    for (int i = 0; i < FILES; i++)
        free(whole[i]);
}
