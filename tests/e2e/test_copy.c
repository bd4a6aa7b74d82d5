/* Copying with `y`, in each of the three ways: copy_command, tmux's buffer, the terminal. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "steno/base/mem.h"
#include "tui_run.h"
#include "support/asserts.h"

static struct tui tui;

static void end(void)
{
    tui_end(&tui);
}

TestSuite(copying, .fini = end);

/* Puts a program of this name first in PATH; it saves its arguments, one per line, and its standard input,
 * and ends with `code`. */
static void copy_program(const char *name, int code)
{
    if (!tui.home)
        tui.home = home_create();
    char *args = home_path(tui.home, "copied.args"), *input = home_path(tui.home, "copied.input");
    char *bin = home_path(tui.home, "bin"), *path = mem_printf("%s:%s", bin, getenv("PATH"));
    char *relative = mem_printf("bin/%s", name), *program = home_path(tui.home, relative);
    char *script =
        mem_printf("#!/bin/sh\nprintf '%%s\\n' \"$@\" >'%s'\ncat >'%s'\nexit %d\n", args, input, code);
    home_write(tui.home, relative, script);
    cr_assert_eq(chmod(program, 0700), 0);
    home_set(tui.home, "PATH", path);
    free(script);
    free(program);
    free(relative);
    free(path);
    free(bin);
    free(input);
    free(args);
}

/* Starts steno with this copy_command; the project is read, and the cursor is on its length. */
static void copy_begin(const char *command, const char *id, int cols)
{
    char *config = *command ? mem_printf("copy_command = %s\n", command) : mem_copy("");
    if (!tui.sandbox.url[0])
        tui_sandbox(&tui, "");
    home_write(tui.home, "config/steno/config", config);
    tui_start(&tui, id, 24, cols);
    tui_go(&tui, "", ", no video");
    pty_type(tui.pty, "j");
    tui_settle(&tui);
    free(config);
}

/* Compares a file that the program of copy_program() saved. */
static void copy_kept(const char *file, const char *text)
{
    char *kept = home_read(tui.home, file);
    cr_assert_not_null(kept, "%s", file);
    cr_expect_str_eq(kept, text, "%s", file);
    free(kept);
}

Test(copying, by_copy_command_gives_it_exactly_the_text_on_standard_input)
{
    copy_program("to-clipboard", 0);
    copy_begin("to-clipboard --from steno", "2", 80);
    tui_go(&tui, "y", "Copied by copy_command");
    copy_kept("copied.args", "--from\nsteno\n");
    copy_kept("copied.input", "00:03:55, no video");
    tui_go(&tui, "qy", "> 2"); /* in the watchlist y copies the id */
    tui_settle(&tui);
    copy_kept("copied.input", "2");
    cr_expect_not(tui_has_sent(&tui, "\033]52"), "the terminal was told too");
    copy_begin("to-clipboard", "6", 40);
    pty_type(tui.pty, "/kůň\r"); /* a value of several lines */
    tui_settle(&tui);
    tui_go(&tui, "y", "Copied");
    char *kept = home_read(tui.home, "copied.input");
    cr_expect_str_starts(kept, "Příliš žluťoučký kůň 東京の会");
    cr_expect_str_lacks(kept, "\n");
    free(kept);
}

Test(copying, by_a_failing_or_missing_copy_command_is_an_error_and_nothing_else_is_tried)
{
    copy_program("to-clipboard", 3);
    copy_begin("to-clipboard", "2", 80);
    tui_go(&tui, "y", "Nothing was copied: to-clipboard exited with code 3");
    cr_expect_not(tui_has_sent(&tui, "\033]52"));
    copy_begin("no-such-program", "2", 80);
    tui_go(&tui, "y", "Nothing was copied: Cannot run no-such-program");
    cr_expect_not(tui_has_sent(&tui, "\033]52"));
}

Test(copying, inside_tmux_loads_its_buffer_or_goes_through_it)
{
    copy_program("tmux", 0);
    home_set(tui.home, "TMUX", "/tmp/tmux-0/default,1,0");
    copy_begin("", "2", 80);
    tui_go(&tui, "y", "Copied to tmux's buffer");
    copy_kept("copied.args", "load-buffer\n-w\n-\n");
    copy_kept("copied.input", "00:03:55, no video");
    cr_expect_not(tui_has_sent(&tui, "\033]52"));
    cr_expect_not(tui_has_sent(&tui, "\033Ptmux"));
    copy_program("tmux", 1); /* tmux fails from now on */
    pty_type(tui.pty, "y");
    cr_expect(
        pty_wait_bytes(tui.pty, "\033Ptmux;\033\033]52;c;MDA6MDM6NTUsIG5vIHZpZGVv\a\033\\", TUI_LIMIT_MS));
    tui_go(&tui, "", "Copied by the terminal (OSC 52)");
}

Test(copying, by_the_terminal_writes_one_sequence_a_copy_none_unasked_and_none_that_is_cut)
{
    struct process_result result;
    char *value = mem_alloc(80001);
    memset(value, 'v', 80000);
    value[80000] = '\0';
    tui_sandbox(&tui, "");
    char *line = mem_printf("metadata set 2 long %s", value);
    process_steno(tui.home, line, NULL, &result);
    cr_assert_eq(result.code, 0, "%s", buffer_text(&result.err));
    process_result_free(&result);
    copy_begin("", "2", 80);
    pty_type(tui.pty, "jjjkq?qiq"); /* other keys copy nothing */
    tui_settle(&tui);
    cr_expect_not(tui_has_sent(&tui, "\033]52"), "a sequence that nobody asked for");
    pty_mark(tui.pty);
    pty_type(tui.pty, "y");
    cr_expect(pty_wait_bytes(tui.pty, "\033]52;c;Mg==\a", TUI_LIMIT_MS), "the id 2");
    tui_go(&tui, "", "Copied by the terminal (OSC 52)");
    tui_go(&tui, "m", "long");
    pty_type(tui.pty, "/vvv\r");
    tui_settle(&tui);
    pty_mark(tui.pty);
    tui_go(&tui, "y", "Nothing was copied: too long");
    cr_expect_not(tui_has_sent(&tui, "\033]52"), "half of it was sent");
    free(line);
    free(value);
}
