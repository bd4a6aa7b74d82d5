/* Makes homes for tested programs: a temporary folder, and an environment without the caller's variables. */
/* SPDX-License-Identifier: MIT */
#include "support/home.h"

#include <dirent.h>
#include <errno.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"

#define HOME_FILE_MAX ((size_t)64 << 20)

/* Variables that a child inherits. */
static const char *const home_kept[] = {"PATH",         "ASAN_OPTIONS",      "UBSAN_OPTIONS", "LSAN_OPTIONS",
                                        "TSAN_OPTIONS", "LLVM_PROFILE_FILE", "GCOV_PREFIX",   NULL};

/* Variables that point into the folder. */
static const struct {
    const char *name, *folder;
} home_folders[] = {
    {"HOME", "home"},
    {"XDG_CONFIG_HOME", "config"},
    {"XDG_STATE_HOME", "state"},
    {"XDG_CACHE_HOME", "cache"},
    {"XDG_RUNTIME_DIR", "runtime"},
    {"TMPDIR", "tmp"},
};

void home_set(struct home *home, const char *name, const char *value)
{
    size_t len = strlen(name), at = 0;
    while (home->env[at] && !(strncmp(home->env[at], name, len) == 0 && home->env[at][len] == '='))
        at++;
    bool was_there = home->env[at] != NULL;
    free(home->env[at]);
    home->env[at] = value ? mem_printf("%s=%s", name, value) : NULL;
    if (at + 1 >= HOME_ENV_MAX)
        mem_die("test support: too many variables");
    for (size_t i = at; !value && was_there && i + 1 < HOME_ENV_MAX; i++)
        home->env[i] = home->env[i + 1];
}

char **home_take(struct home *home, char **words)
{
    for (char *is; *words && (is = strchr(*words, '=')) != NULL; words++) {
        *is = '\0';
        home_set(home, *words, is + 1);
    }
    return words;
}

struct home *home_create(void)
{
    struct home *home = mem_zero(1, sizeof *home);
    const char *temp = getenv("TMPDIR");
    home->dir = mem_printf("%s/steno-test-XXXXXX", temp && *temp == '/' ? temp : "/tmp");
    if (!mkdtemp(home->dir))
        mem_die("test support: no folder for a home");
    for (size_t i = 0; home_kept[i]; i++)
        if (getenv(home_kept[i]))
            home_set(home, home_kept[i], getenv(home_kept[i]));
    for (size_t i = 0; i < sizeof home_folders / sizeof *home_folders; i++) {
        char *path = home_path(home, home_folders[i].folder);
        mkdir(path, 0700);
        home_set(home, home_folders[i].name, path);
        free(path);
    }
    home_set(home, "LC_ALL", "C.UTF-8");
    home_set(home, "TERM", "xterm-256color");
    home_set(home, "TZ", "UTC");
    return home;
}

/* Removes one file or folder, for nftw(). */
static int home_remove_step(const char *path, const struct stat *st, int kind, struct FTW *ftw)
{
    (void)st;
    (void)kind;
    (void)ftw;
    return remove(path) != 0 && errno != ENOENT;
}

void home_remove(struct home *home)
{
    if (!home)
        return;
    nftw(home->dir, home_remove_step, 16, FTW_DEPTH | FTW_PHYS);
    for (size_t i = 0; home->env[i]; i++)
        free(home->env[i]);
    free(home->dir);
    free(home);
}

char *home_path(const struct home *home, const char *relative)
{
    return mem_printf("%s/%s", home->dir, relative);
}

void home_write(const struct home *home, const char *relative, const char *text)
{
    struct error err;
    char *path = home_path(home, relative);
    char *parent = mem_copy(path);
    *strrchr(parent, '/') = '\0';
    if (!file_make_dirs(parent, &err) || !file_write(path, text, strlen(text), &err))
        mem_die(err.text);
    free(parent);
    free(path);
}

char *home_read(const struct home *home, const char *relative)
{
    struct error err;
    struct buffer text;
    buffer_init(&text, HOME_FILE_MAX);
    char *path = home_path(home, relative);
    bool ok = file_read(path, &text, &err);
    free(path);
    if (ok)
        return buffer_take(&text);
    buffer_free(&text);
    return NULL;
}

int home_count(const struct home *home, const char *folder)
{
    char *path = home_path(home, folder);
    DIR *dir = opendir(path);
    int count = -2; /* do not count . and .. */
    while (dir && readdir(dir))
        count++;
    if (dir)
        closedir(dir);
    free(path);
    return count;
}

unsigned home_mode(const struct home *home, const char *relative)
{
    struct stat facts = {0};
    char *path = home_path(home, relative);
    stat(path, &facts);
    free(path);
    return facts.st_mode & 07777;
}

void home_let_faults(struct home *home)
{
    const char *options = getenv("ASAN_OPTIONS");
    char *all = mem_printf("%s:handle_segv=0:handle_sigbus=0:handle_abort=0", options ? options : "");
    home_set(home, "ASAN_OPTIONS", all);
    free(all);
}
