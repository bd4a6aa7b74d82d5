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

static struct buffer out;
static struct spawn_said said;
static struct error err;

/* Runs argv; its output and its last words are kept until the next one. */
static bool run(char *const *argv, const char *input, int timeout_ms)
{
    buffer_free(&out);
    buffer_init(&out, 1 << 20);
    said = (struct spawn_said){0};
    return spawn_run(
        &(struct spawn_request){
            .argv = argv, .input = input, .output = &out, .said = &said, .timeout_ms = timeout_ms},
        &err);
}

static bool run_script(const char *script, int timeout_ms)
{
    return run((char *const[]){(char[]){"sh"}, (char[]){"-c"}, (char *)(uintptr_t)script, NULL}, NULL,
               timeout_ms);
}

static void end(void)
{
    buffer_free(&out);
}

TestSuite(spawn, .fini = end);

Test(spawn, quotes_keep_words_together_and_nothing_else_has_a_meaning)
{
    static const char *const words[] = {"pass", "my token", "a bc", "$HOME;ls"};
    char **argv;
    cr_assert(spawn_split(" pass 'my token'  \"a b\"c $HOME;ls ", &argv, &err));
    for (size_t i = 0; i < 4; i++)
        cr_assert_str_eq(argv[i], words[i]);
    cr_assert_null(argv[4]);
    spawn_argv_free(argv);
    cr_assert_not(spawn_split("a 'b", &argv, &err));
    cr_assert_eq(err.kind, ERROR_USAGE);
    cr_assert_not(spawn_split("  ", &argv, &err));
}

Test(spawn, input_goes_in_and_output_comes_back_and_none_of_our_descriptors_is_handed_on)
{
    char *big = calloc(1, 300001);
    memset(big, 'x', 300000);
    cr_assert(run((char *const[]){(char[]){"cat"}, NULL}, big, 10000), "%s", err.text);
    cr_expect_eq(out.len, 300000);
    free(big);
    int leaked = open("/dev/null", O_RDONLY); /* no CLOEXEC, as a library might do it */
    cr_assert_geq(dup2(leaked, 77), 0);
    cr_assert(run_script("test -e /proc/self/fd/77 && echo seen || echo none", 10000), "%s", err.text);
    cr_expect_str_eq(buffer_text(&out), "none\n");
}

Test(spawn, an_end_that_is_no_good_one_is_named)
{
    cr_expect_not(run((char *const[]){(char[]){"false"}, NULL}, NULL, 10000));
    cr_expect_str_eq(err.text, "false exited with code 1");
    cr_expect_not(run((char *const[]){(char[]){"no-such-program-steno"}, NULL}, NULL, 10000));
    cr_expect_eq(err.kind, ERROR_IO);
    cr_expect_str_has(err.text, "no-such-program-steno");
    cr_expect_not(run_script("sleep 1000 | sleep 1000", 200), "it is stopped with its own children");
    cr_expect_eq(err.kind, ERROR_TIMEOUT);
}

Test(spawn, the_last_line_of_stderr_is_kept_and_neither_its_size_nor_a_daemon_is_waited_for)
{
    static const char *const rows[][2] = {
        {"true", ""},
        {"echo one >&2; echo two >&2", "two"},
        {"printf 'one\r\ntwo\r\n\r\n' >&2", "two"},
        {"echo out; printf 'no end' >&2", "no end"},
        {"head -c 300000 /dev/zero | tr '\\0' '\\n' >&2; echo last >&2", "last"},
        {"exec >&-; head -c 300000 /dev/zero | tr '\\0' '\\n' >&2; echo last >&2", "last"},
        {"sleep 60 >/dev/null & echo started >&2", "started"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect(run_script(rows[i][0], 10000), "%s: %s", rows[i][0], err.text);
        cr_expect_str_eq(said.line, rows[i][1], "%s", rows[i][0]);
    }
    cr_expect(run_script("printf %0300d 7 >&2", 10000), "%s", err.text);
    cr_expect_eq(strlen(said.line), sizeof said.line - 1);
}
