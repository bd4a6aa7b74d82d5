/* A race on purpose: ./dev tsan is red unless it leaves a report. It happens in a child that is started as
 * the tests start theirs, so that reports of programs under test are proven to arrive, too. */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "support/process.h"

static int shared;

/* Counts without a lock. */
static void *race_count(void *arg)
{
    for (int i = 0; i < 1000; i++)
        shared++;
    return arg;
}

/* Two threads at once on one number. */
static int race_run(void)
{
    pthread_t other;
    if (pthread_create(&other, NULL, race_count, NULL) != 0)
        return 1;
    race_count(NULL);
    pthread_join(other, NULL);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "here") == 0)
        return race_run();
    struct home *home = home_create();
    struct process_result result;
    char *program = process_program("tests/tsan_race");
    process_run(home, (char *[]){program, (char[]){"here"}, NULL}, NULL, PROCESS_LIMIT_MS, &result);
    process_result_free(&result);
    free(program);
    home_remove(home);
    return 0;
}
