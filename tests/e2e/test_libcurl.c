/* When libcurl is loaded, and what works without it. In the linked build it is loaded with the program. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config.h"
#include "steno/base/mem.h"
#include "tui_run.h"
#include "support/asserts.h"

#ifdef LIBCURL_LATE
#define IS_LATE true
#else
#define IS_LATE false
#endif

/* The loader's error; the file that take_libcurl_away() made is tried first. */
#define CANNOT_LOAD "libcurl could not be loaded ("

static struct tui tui;

/* Puts invalid files in libcurl's place; is_pipe: the first one is a pipe. */
static void take_libcurl_away(bool is_pipe)
{
    if (!IS_LATE)
        cr_skip_test("without libcurl the linked program does not start");
    char *folder = home_path(tui.home, "lib"), *pipe = home_path(tui.home, "lib/libcurl.so.4");
    home_write(tui.home, "lib/libcurl-gnutls.so.4", "no library");
    home_write(tui.home, "lib/other", "no library");
    if (is_pipe)
        cr_assert_eq(mkfifo(pipe, 0600), 0);
    else
        home_write(tui.home, "lib/libcurl.so.4", "no library");
    home_set(tui.home, "LD_LIBRARY_PATH", folder);
    free(pipe);
    free(folder);
}

static void begin(void)
{
    tui_sandbox(&tui, "");
}

static void end(void)
{
    tui_end(&tui);
}

TestSuite(libcurl, .init = begin, .fini = end);

/* Runs steno; returns standard output and error together. Caller frees. */
static char *run(const char *arguments, int code)
{
    struct process_result result;
    process_steno(tui.home, arguments, NULL, &result);
    cr_expect_eq(result.code, code, "%s ended with %d", arguments, result.code);
    char *text = mem_printf("%s%s", buffer_text(&result.out), buffer_text(&result.err));
    process_result_free(&result);
    return text;
}

static void expect_said(const char *arguments, int code, const char *text, int times)
{
    char *said = run(arguments, code);
    int count = 0;
    for (const char *at = said; (at = strstr(at, text)) != NULL; at += strlen(text))
        count++;
    cr_expect_eq(count, times, "%s says “%s” %d times: %s", arguments, text, count, said);
    free(said);
}

/* Expects whether the loader opens libcurl's file, by the loader's own debug output. */
static void expect_loads(const char *arguments, int code, bool loads)
{
    home_set(tui.home, "LD_DEBUG", "files");
    char *said = run(arguments, code);
    home_set(tui.home, "LD_DEBUG", NULL);
    cr_expect_str_has(said, "libncursesw");
    cr_expect_eq(strstr(said, "libcurl") != NULL, loads, "%s", arguments);
    free(said);
}

Test(libcurl, a_command_that_sends_nothing_does_not_load_it)
{
    expect_loads("--version", 0, !IS_LATE);
    expect_loads("--help", 0, !IS_LATE);
    expect_loads("add 1-12 --offline", 0, !IS_LATE);
    expect_loads("list", 0, !IS_LATE);
    expect_loads("enqueue 1 --dry-run", 0, !IS_LATE);
    expect_loads("show", 2, !IS_LATE);
    expect_loads("show 1", 0, true);
    expect_said("doctor", 0, "ok  libcurl        ", 1);
    expect_said("doctor", 0, "/libcurl", 1);
}

Test(libcurl, without_it_a_request_says_so_once_and_the_rest_works)
{
    static const struct {
        const char *arguments;
        int code;
        const char *text;
        int times;
    } rows[] = {
        {"add 1-3 --offline", 0, CANNOT_LOAD, 0},
        {"list", 0, CANNOT_LOAD, 0},
        {"whoami", 6, CANNOT_LOAD, 1},
        {"show 1-3", 6, CANNOT_LOAD, 1},
        {"enqueue 1-3", 6, CANNOT_LOAD, 1},
        {"export 1-3 -o .", 6, CANNOT_LOAD, 1},
        {"wait 1-3", 6, CANNOT_LOAD, 1},
        {"list --refresh", 6, "): install libcurl4\n", 1},
        {"show 1-3 --json", 6, "\"message\":\"not tried: " CANNOT_LOAD, 2},
        {"doctor", 6, "BAD libcurl        " CANNOT_LOAD, 1},
        {"doctor", 6, "BAD server", 0},
    };
    take_libcurl_away(false);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_said(rows[i].arguments, rows[i].code, rows[i].text, rows[i].times);
}

Test(libcurl, the_screen_is_there_and_answers_keys_while_it_is_loaded)
{
    take_libcurl_away(true);
    char *path = home_path(tui.home, "lib/libcurl.so.4"), *other = home_path(tui.home, "lib/other");
    tui_start(&tui, "1-3", 24, 80);
    tui_go(&tui, "", "reading");
    tui_go(&tui, "?", "Help");
    int fd = open(path, O_WRONLY); /* returns when the loader has opened the other end */
    cr_assert_geq(fd, 0);
    cr_assert_eq(rename(other, path), 0);
    close(fd);
    tui_go(&tui, "q", "Offline: " CANNOT_LOAD);
    tui_quit(&tui, "q", TUI_LIMIT_MS);
    free(other);
    free(path);
}
