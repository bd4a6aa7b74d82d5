/* Runs steno in a terminal on a sandbox with random keys and sizes. After a warm-up its memory and its number
 * of descriptors must not grow. usage: soak SECONDS [SEED]   exit 0: neither grew; 1: one grew, or steno
 * ended */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "support/process.h"
#include "support/pty.h"

#define SOAK_RSS_GROWTH_KB 4096
#define SOAK_LIMIT_MS      20000
#define SOAK_SETTLE_MS     30

/* One measurement. */
struct soak_sample {
    long rss_kb;
    int descriptors;
};

/* Reads both figures from /proc. */
static struct soak_sample soak_look(pid_t pid)
{
    struct soak_sample sample = {.rss_kb = process_status(pid, "VmRSS")};
    char *path = mem_printf("/proc/%d/fd", (int)pid);
    DIR *fds = opendir(path);
    while (fds && readdir(fds))
        sample.descriptors++;
    if (fds)
        closedir(fds);
    free(path);
    return sample;
}

/* One random action of a user; never quits or deletes. */
static void soak_act(struct pty *pty)
{
    static const char *const walks[] = {
        "j j j",           "k k",   "PgDn PgUp", "G g",       "R",          "r",         "Tab j Tab",
        "J PgDn Esc",      "A Esc", "P Esc",     "L End Esc", "i PgDn Esc", "t Esc",     "m Esc",
        "? PgDn Esc",      "s S",   "Space k",   "/ a Esc",   "f e Esc",    ": Tab Esc", "e Down Space u Esc",
        "x PgDn PgUp Esc", "^L",    "a Esc"};
    char *keys = mem_copy(walks[(size_t)rand() % (sizeof walks / sizeof *walks)]), *rest = keys;
    for (char *key; (key = strsep(&rest, " "));)
        pty_key(pty, key);
    free(keys);
    if (rand() % 5 == 0)
        pty_resize(pty, 1 + rand() % 60, 1 + rand() % 200);
    while (!pty_stays_quiet(pty, SOAK_SETTLE_MS))
        ;
}

/* Runs until the time is over or a check fails; prints a line every tenth of the time. */
static bool soak_run(const struct home *home, struct pty *pty, int seconds)
{
    struct soak_sample warm = {0}, now = {0};
    int64_t began = clock_mono_ms();
    int printed = 0;
    long acts = 0;
    for (int64_t gone = 0; gone < seconds * INT64_C(1000); gone = clock_mono_ms() - began, acts++) {
        if (acts % 200 == 0) { /* so that timed reads find a change */
            struct process_result result;
            process_steno(home, "enqueue 1 --lang en-US", NULL, &result);
            process_result_free(&result);
        }
        soak_act(pty);
        now = soak_look(pty_pid(pty));
        if (now.rss_kb == 0) {
            printf("steno has ended with %d after %ld acts\n", pty_wait_exit(pty, 1000), acts);
            return false;
        }
        if (gone * 10 / (seconds * INT64_C(1000)) >= printed) {
            printf("%5d s  %6ld acts  %6ld KB  %3d descriptors\n", (int)(gone / 1000), acts, now.rss_kb,
                   now.descriptors);
            fflush(stdout);
            printed++;
        }
        if (warm.rss_kb == 0 && gone > seconds * INT64_C(300))
            warm = now;
        pty_mark(pty);
    }
    pty_resize(pty, 24, 80);
    bool stayed = now.rss_kb <= warm.rss_kb + SOAK_RSS_GROWTH_KB && now.descriptors <= warm.descriptors + 2;
    printf("%s: %ld acts, warm %ld KB and %d descriptors, at the end %ld KB and %d\n",
           stayed ? "stayed" : "grew", acts, warm.rss_kb, warm.descriptors, now.rss_kb, now.descriptors);
    return stayed;
}

int main(int argc, char **argv)
{
    struct process_sandbox sandbox;
    int seconds = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 0;
    if (seconds < 1) {
        fputs("usage: soak SECONDS [SEED]\n", stderr);
        return 2;
    }
    srand(argc > 2 ? (unsigned)strtol(argv[2], NULL, 10) : 1U);
    struct home *home = home_create();
    if (!process_sandbox_start(home, "--transcribe-seconds 2 --projects 200 --token t0ken", &sandbox))
        return 1;
    home_set(home, "STENO_URL", sandbox.url);
    home_set(home, "STENO_TOKEN", "t0ken");
    struct pty *pty = pty_steno(home, "1-200", 24, 80);
    bool ok = pty_wait_text(pty, "Council meeting", SOAK_LIMIT_MS) && soak_run(home, pty, seconds);
    pty_free(pty);
    process_sandbox_stop(&sandbox);
    home_remove(home);
    return ok ? 0 : 1;
}
