/* What the tests of standing orders on the command line share: a sandbox, two presets, a folder for files. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_ORDERS_RUN_H
#define STENO_TESTS_E2E_ORDERS_RUN_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

#define DONE  "2"  /* Completed from the start */
#define NEVER "15" /* None, and transcribed when it is asked for */
#define FAILS "4"  /* its transcription fails */

static struct bench bench;
static char folder[] = "/tmp/steno-orders-XXXXXX";

/* Runs a command; its output. Caller frees. */
static inline char *steno(int code, const char *words)
{
    struct process_result result;
    bench_steno(&bench, words, NULL, code, &result);
    char *text = mem_printf("%s%s", buffer_text(&result.out), buffer_text(&result.err));
    process_result_free(&result);
    return text;
}

/* Expects a text in what a command says. */
static inline void expect(int code, const char *words, const char *text)
{
    char *said = steno(code, words);
    cr_expect(*text ? strstr(said, text) != NULL : *said == '\0', "%s:\n%s", words, said);
    free(said);
}

static inline void begin(void)
{
    bench_start_logged_in(&bench, "--projects 20 --transcribe-seconds 2");
    cr_assert_not_null(mkdtemp(folder));
    free(steno(0, "preset save air export --file-format-id srt"));
    free(steno(0, "preset save web export --file-format-id vtt"));
}

/* How many files stand in the folder, hidden ones too; with `remove` none is left. */
static inline int count_files(bool remove)
{
    DIR *dir = opendir(folder);
    int count = 0;
    cr_assert_not_null(dir);
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        count++;
        if (remove)
            unlinkat(dirfd(dir), entry->d_name, 0);
    }
    closedir(dir);
    return count;
}

static inline void end(void)
{
    count_files(true);
    cr_expect_eq(rmdir(folder), 0);
    bench_stop(&bench);
}

/* Gives an order of a project by presets. */
static inline void give(const char *id, const char *presets, const char *more, int code, const char *text)
{
    char *words =
        mem_printf("export %s --when-done %s -o %s --name-pattern {id}.{ext} %s", id, presets, folder, more);
    expect(code, words, text);
    free(words);
}

/* The size of a file of the folder; -1: there is none. */
static inline long size_of(const char *name)
{
    struct stat facts;
    char *path = mem_printf("%s/%s", folder, name);
    long size = stat(path, &facts) == 0 ? (long)facts.st_size : -1;
    free(path);
    return size;
}

/* Enqueues with orders. */
static inline void enqueue_then(const char *id, const char *presets, const char *more, int code,
                                const char *text)
{
    char *words = mem_printf("enqueue %s --then-export %s -o %s --name-pattern {id}.{ext} %s", id, presets,
                             folder, more);
    expect(code, words, text);
    free(words);
}

#endif
