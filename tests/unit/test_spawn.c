/* base/spawn: no shell, a time limit, none of our descriptors. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/process.h"
#include "support/asserts.h"

/* Runs argv and returns its output in `out`. */
static bool run(char *const *argv, const char *input, struct buffer *out, int timeout_ms, struct error *err)
{
    buffer_init(out, 1 << 20);
    struct spawn_request request = {.argv = argv, .input = input, .output = out, .timeout_ms = timeout_ms};
    return spawn_run(&request, err);
}

Test(spawn, quotes_keep_words_together_and_nothing_else_has_a_meaning)
{
    char **argv;
    struct error err;
    cr_assert(spawn_split(" pass 'my token'  \"a b\"c $HOME;ls ", &argv, &err));
    cr_assert_str_eq(argv[0], "pass");
    cr_assert_str_eq(argv[1], "my token");
    cr_assert_str_eq(argv[2], "a bc");
    cr_assert_str_eq(argv[3], "$HOME;ls");
    cr_assert_null(argv[4]);
    spawn_argv_free(argv);
    cr_assert_not(spawn_split("a 'b", &argv, &err));
    cr_assert_eq(err.kind, ERROR_USAGE);
    cr_assert_not(spawn_split("  ", &argv, &err));
}

Test(spawn, input_goes_in_and_output_comes_back)
{
    char *const argv[] = {(char[]){"cat"}, NULL};
    struct buffer out;
    struct error err;
    char *big = calloc(1, 300001);
    memset(big, 'x', 300000);
    cr_assert(run(argv, big, &out, 10000, &err), "%s", err.text);
    cr_assert_eq(out.len, 300000);
    free(big);
    buffer_free(&out);
}

Test(spawn, an_exit_code_is_named)
{
    char *const argv[] = {(char[]){"false"}, NULL};
    struct buffer out;
    struct error err;
    cr_assert_not(run(argv, NULL, &out, 10000, &err));
    cr_assert_str_eq(err.text, "false exited with code 1");
    buffer_free(&out);
}

Test(spawn, a_program_that_is_not_there_is_named)
{
    char *const argv[] = {(char[]){"no-such-program-steno"}, NULL};
    struct buffer out;
    struct error err;
    cr_assert_not(run(argv, NULL, &out, 10000, &err));
    cr_assert_eq(err.kind, ERROR_IO);
    cr_assert_str_has(err.text, "no-such-program-steno");
    buffer_free(&out);
}

Test(spawn, a_child_that_does_not_end_is_stopped_with_its_own_children)
{
    char *const argv[] = {(char[]){"sh"}, (char[]){"-c"}, (char[]){"sleep 1000 | sleep 1000"}, NULL};
    struct buffer out;
    struct error err;
    cr_assert_not(run(argv, NULL, &out, 200, &err));
    cr_assert_eq(err.kind, ERROR_TIMEOUT);
    buffer_free(&out);
}

Test(spawn, a_child_sees_none_of_our_descriptors)
{
    int leaked = open("/dev/null", O_RDONLY); /* no CLOEXEC, as a library might do it */
    cr_assert_geq(dup2(leaked, 77), 0);
    char *const argv[] = {(char[]){"sh"}, (char[]){"-c"},
                          (char[]){"test -e /proc/self/fd/77 && echo seen || echo none"}, NULL};
    struct buffer out;
    struct error err;
    cr_assert(run(argv, NULL, &out, 10000, &err), "%s", err.text);
    cr_assert_str_eq(buffer_text(&out), "none\n");
    buffer_free(&out);
}

/* The last line that a shell's script wrote to its stderr. */
static const char *said_by(const char *script)
{
    static struct spawn_said said;
    char *const argv[] = {(char[]){"sh"}, (char[]){"-c"}, (char *)(uintptr_t)script, NULL};
    struct error err;
    struct buffer out;
    said = (struct spawn_said){0};
    buffer_init(&out, 1 << 20);
    struct spawn_request request = {.argv = argv, .output = &out, .said = &said, .timeout_ms = 10000};
    cr_assert(spawn_run(&request, &err), "%s: %s", script, err.text);
    buffer_free(&out);
    return said.line;
}

Test(spawn, the_last_line_of_stderr_is_kept)
{
    char long_line[301], *script;
    cr_expect_str_eq(said_by("true"), "");
    cr_expect_str_eq(said_by("echo one >&2; echo two >&2"), "two");
    cr_expect_str_eq(said_by("printf 'one\r\ntwo\r\n\r\n' >&2"), "two");
    cr_expect_str_eq(said_by("echo out; printf 'no end' >&2"), "no end");
    memset(long_line, 'x', 300);
    long_line[300] = '\0';
    cr_assert_gt(asprintf(&script, "echo %s >&2", long_line), 0);
    cr_expect_eq(strlen(said_by(script)), sizeof(struct spawn_said){0}.line - 1);
    free(script);
}

Test(spawn, more_on_stderr_than_a_pipe_holds_keeps_no_child_from_its_end)
{
    cr_expect_str_eq(said_by("head -c 300000 /dev/zero | tr '\\0' '\\n' >&2; echo last >&2"), "last");
    cr_expect_str_eq(said_by("exec >&-; head -c 300000 /dev/zero | tr '\\0' '\\n' >&2; echo last >&2"),
                     "last");
}

Test(spawn, a_daemon_that_keeps_stderr_open_is_not_waited_for)
{
    cr_expect_str_eq(said_by("sleep 60 >/dev/null & echo started >&2"), "started");
}
