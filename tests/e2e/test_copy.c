/* What `y` takes, by each of the three ways: copy_command, tmux's buffer, the terminal itself. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "steno/base/mem.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000

/* A home whose programs come first in PATH. */
static void copy_home(struct tui *tui)
{
    tui->home = home_create();
    char *bin = home_path(tui->home, "bin");
    char *path = mem_printf("%s:%s", bin, getenv("PATH"));
    home_set(tui->home, "PATH", path);
    free(path);
    free(bin);
}

/* A program of this name that keeps its arguments, one a line, and its standard input, then ends with `code`.
 */
static void copy_program_make(struct tui *tui, const char *name, int code)
{
    char *args = home_path(tui->home, "copied.args"), *input = home_path(tui->home, "copied.input");
    char *relative = mem_printf("bin/%s", name);
    char *script =
        mem_printf("#!/bin/sh\nprintf '%%s\\n' \"$@\" >'%s'\ncat >'%s'\nexit %d\n", args, input, code);
    home_write(tui->home, relative, script);
    char *path = home_path(tui->home, relative);
    cr_assert_eq(chmod(path, 0700), 0);
    free(path);
    free(script);
    free(relative);
    free(input);
    free(args);
}

/* steno on project 2, read, with the cursor on its length. */
static void copy_begin(struct tui *tui, const char *config)
{
    tui_sandbox(tui, "");
    home_write(tui->home, "config/steno/config", config);
    tui_start(tui, "2", 24, 80);
    cr_assert(pty_wait_text(tui->pty, ", no video", TUI_LIMIT_MS));
    pty_type(tui->pty, "j"); /* to the length */
    tui_settle(tui);
}

/* Compares a file that the program kept. */
static void copy_kept(struct tui *tui, const char *file, const char *text)
{
    char *kept = home_read(tui->home, file);
    cr_assert_not_null(kept, "%s", file);
    cr_expect_str_eq(kept, text, "%s", file);
    free(kept);
}

/* Does the transcript since the mark hold these bytes? */
static bool copy_wrote(struct tui *tui, const char *bytes)
{
    size_t len;
    const char *transcript = pty_transcript(tui->pty, &len);
    return memmem(transcript, len, bytes, strlen(bytes)) != NULL;
}

Test(copying, by_copy_command_hands_it_the_text_alone_on_its_standard_input)
{
    struct tui tui = {0};
    copy_home(&tui);
    copy_program_make(&tui, "to-clipboard", 0);
    copy_begin(&tui, "copy_command = to-clipboard --from steno\n");
    pty_type(tui.pty, "y");
    cr_assert(pty_wait_text(tui.pty, "Copied by copy_command", SHORT_MS));
    copy_kept(&tui, "copied.args", "--from\nsteno\n");
    copy_kept(&tui, "copied.input", "00:03:55, no video");
    pty_type(tui.pty, "qy"); /* on the watchlist it is the id */
    cr_assert(pty_wait_text(tui.pty, "> 2", SHORT_MS));
    tui_settle(&tui);
    copy_kept(&tui, "copied.input", "2");
    cr_expect_not(copy_wrote(&tui, "\033]52"), "the terminal was told too");
    tui_end(&tui);
}

Test(copying, by_copy_command_keeps_a_value_whole_that_is_wrapped_over_lines)
{
    struct tui tui = {0};
    copy_home(&tui);
    copy_program_make(&tui, "to-clipboard", 0);
    tui_sandbox(&tui, "");
    home_write(tui.home, "config/steno/config", "copy_command = to-clipboard\n");
    tui_start(&tui, "6", 24, 40);
    cr_assert(pty_wait_text(tui.pty, ", no video", TUI_LIMIT_MS));
    pty_type(tui.pty, "/kůň\r");
    tui_settle(&tui);
    pty_type(tui.pty, "y");
    cr_assert(pty_wait_text(tui.pty, "Copied", SHORT_MS));
    char *kept = home_read(tui.home, "copied.input");
    cr_expect_str_starts(kept, "Příliš žluťoučký kůň 東京の会");
    cr_expect_str_lacks(kept, "\n");
    free(kept);
    tui_end(&tui);
}

Test(copying, by_a_copy_command_that_fails_is_said_and_nothing_else_is_tried)
{
    struct tui tui = {0};
    copy_home(&tui);
    copy_program_make(&tui, "to-clipboard", 3);
    copy_begin(&tui, "copy_command = to-clipboard\n");
    pty_mark(tui.pty);
    pty_type(tui.pty, "y");
    cr_expect(pty_wait_text(tui.pty, "Nothing was copied: to-clipboard exited with code 3", SHORT_MS));
    cr_expect_not(copy_wrote(&tui, "\033]52"));
    tui_end(&tui);
}

Test(copying, by_a_copy_command_that_is_not_there_is_said)
{
    struct tui tui = {0};
    copy_home(&tui);
    copy_begin(&tui, "copy_command = no-such-program\n");
    pty_type(tui.pty, "y");
    cr_expect(pty_wait_text(tui.pty, "Nothing was copied: Cannot run no-such-program", SHORT_MS));
    tui_end(&tui);
}

Test(copying, inside_tmux_loads_its_buffer_and_writes_no_sequence)
{
    struct tui tui = {0};
    copy_home(&tui);
    copy_program_make(&tui, "tmux", 0);
    home_set(tui.home, "TMUX", "/tmp/tmux-0/default,1,0");
    copy_begin(&tui, "");
    pty_type(tui.pty, "y");
    cr_assert(pty_wait_text(tui.pty, "Copied to tmux's buffer", SHORT_MS));
    copy_kept(&tui, "copied.args", "load-buffer\n-w\n-\n");
    copy_kept(&tui, "copied.input", "00:03:55, no video");
    cr_expect_not(copy_wrote(&tui, "\033]52"));
    cr_expect_not(copy_wrote(&tui, "\033Ptmux"));
    tui_end(&tui);
}

Test(copying, inside_a_tmux_that_refuses_falls_back_to_the_terminal_through_it)
{
    struct tui tui = {0};
    copy_home(&tui);
    copy_program_make(&tui, "tmux", 1);
    home_set(tui.home, "TMUX", "/tmp/tmux-0/default,1,0");
    copy_begin(&tui, "");
    pty_type(tui.pty, "y");
    cr_expect(pty_wait_bytes(tui.pty, "\033Ptmux;\033\033]52;c;MDA6MDM6NTUsIG5vIHZpZGVv\a\033\\", SHORT_MS));
    cr_expect(pty_wait_text(tui.pty, "Copied by the terminal (OSC 52)", SHORT_MS));
    tui_end(&tui);
}

Test(copying, by_the_terminal_writes_one_sequence_a_copy_and_none_unasked)
{
    struct tui tui = {0};
    copy_home(&tui);
    copy_begin(&tui, "");
    pty_type(tui.pty, "jjjkq?qiq"); /* all kinds of steps, no copy */
    tui_settle(&tui);
    cr_expect_not(copy_wrote(&tui, "\033]52"), "a sequence that nobody asked for");
    pty_mark(tui.pty);
    pty_type(tui.pty, "y");
    cr_expect(pty_wait_bytes(tui.pty, "\033]52;c;Mg==\a", SHORT_MS), "the id 2");
    cr_expect(pty_wait_text(tui.pty, "Copied by the terminal (OSC 52)", SHORT_MS));
    tui_end(&tui);
}

Test(copying, by_the_terminal_refuses_what_it_would_cut_and_names_the_remedy)
{
    struct tui tui = {0};
    struct process_result result;
    char *value = mem_alloc(80001);
    memset(value, 'v', 80000);
    value[80000] = '\0';
    copy_home(&tui);
    tui_sandbox(&tui, "");
    char *line = mem_printf("metadata set 2 long %s", value);
    process_steno(tui.home, line, NULL, &result);
    cr_assert_eq(result.code, 0, "%s", buffer_text(&result.err));
    process_result_free(&result);
    tui_start(&tui, "2", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Completed", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_type(tui.pty, "m");
    cr_assert(pty_wait_text(tui.pty, "long", SHORT_MS));
    pty_type(tui.pty, "/vvv\r");
    tui_settle(&tui);
    pty_mark(tui.pty);
    pty_type(tui.pty, "y");
    cr_expect(pty_wait_text(tui.pty, "Nothing was copied: the text is longer", SHORT_MS));
    cr_expect_not(copy_wrote(&tui, "\033]52"), "half of it was sent");
    free(line);
    free(value);
    tui_end(&tui);
}
