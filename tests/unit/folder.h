/* A temporary folder for a test, removed with its contents. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_FOLDER_H
#define STENO_TESTS_FOLDER_H

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

static char folder[128];

static void folder_make(void)
{
    const char *temp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/steno-test-XXXXXX", temp ? temp : "/tmp");
    cr_assert_not_null(mkdtemp(folder));
}

static int folder_remove_entry(const char *path, const struct stat *info, int kind, struct FTW *at)
{
    (void)info, (void)kind, (void)at;
    return remove(path);
}

static void folder_remove(void)
{
    nftw(folder, folder_remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

/* A path in the folder. The buffer stays valid until the end of the test. */
__attribute__((unused)) static const char *folder_path(const char *name)
{
    static char paths[8][256];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

/* Writes a private file in the folder and returns its path. */
__attribute__((unused)) static const char *folder_file(const char *name, const char *text)
{
    const char *path = folder_path(name);
    struct error err;
    cr_assert(file_write(path, text, strlen(text), &err), "%s", err.text);
    return path;
}

/* Reads a file; caller frees. */
__attribute__((unused)) static char *folder_read(const char *path)
{
    struct buffer text;
    struct error err;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    cr_assert(file_read(path, &text, &err), "%s", err.text);
    char *copy = mem_copy(buffer_text(&text));
    buffer_free(&text);
    return copy;
}

__attribute__((unused)) static void expect_text(const char *path, const char *expected)
{
    char *text = folder_read(path);
    cr_expect_str_eq(text, expected, "%s", path);
    free(text);
}

/* The mode of a file; follows links. */
__attribute__((unused)) static unsigned mode_of(const char *path)
{
    struct stat info;
    cr_assert_eq(stat(path, &info), 0, "%s", path);
    return info.st_mode & 07777;
}

#endif
