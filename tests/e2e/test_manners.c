/* Nothing typed is lost, nothing pasted runs, nothing waits for the network. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui_run.h"
#include "support/asserts.h"

Test(paste, never_runs_as_keys)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    tui_settle(&tui);
    pty_type(tui.pty, "\033[200~Dyq\rx\033[201~");
    cr_expect(pty_wait_text(tui.pty, "5 characters pasted, nothing run", TUI_LIMIT_MS));
    cr_expect_str_has(pty_text(tui.pty), "> 1", "a paste ran as keys");
    pty_type(tui.pty, "q");
    cr_expect_eq(pty_wait_exit(tui.pty, 5000), 0);
    tui_end(&tui);
}

Test(paste, of_ids_on_the_list_waits_in_its_line_for_enter)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    tui_settle(&tui);
    pty_type(tui.pty, "\033[200~14 15\r\n20-22\r\n\033[201~");
    cr_assert(pty_wait_text(tui.pty, "14 15 20-22", TUI_LIMIT_MS));
    cr_expect_str_has(pty_text(tui.pty), "Ids: 14 15 20-22");
    pty_key(tui.pty, "Enter");
    cr_expect(pty_wait_text(tui.pty, "5 projects opened", TUI_LIMIT_MS));
    tui_end(&tui);
}

Test(paste, into_a_question_is_no_answer_and_says_so)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    tui_settle(&tui);
    pty_type(tui.pty, "D");
    cr_assert(pty_wait_text(tui.pty, "any other key", TUI_LIMIT_MS));
    pty_type(tui.pty, "\033[200~y\033[201~");
    cr_expect(pty_wait_text(tui.pty, "1 character pasted, nothing run", TUI_LIMIT_MS));
    cr_expect(pty_wait_no_text(tui.pty, "any other key", TUI_LIMIT_MS), "it is No");
    cr_expect(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS), "the project is still there");
    tui_end(&tui);
}

Test(paste, with_the_bytes_of_signals_is_text)
{
    static const char paste[] = "\033[200~Coun\x03\x1A\x1C"
                                "cil\033[201~";
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    pty_type(tui.pty, "/");
    pty_type(tui.pty, paste);
    cr_expect(pty_wait_text(tui.pty, "/Council", TUI_LIMIT_MS), "the line does not have the text");
    pty_type(tui.pty, "\r");
    cr_expect(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    tui_end(&tui);
}

Test(paste, into_a_field_loses_its_newlines_and_sends_nothing)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    pty_type(tui.pty, "e");
    cr_assert(pty_wait_text(tui.pty, " 1/20", 5000));
    pty_key(tui.pty, "Enter");
    pty_key(tui.pty, "^U");
    cr_assert(pty_wait_bytes(tui.pty, "\033[?2004h", 5000), "paste mode is off while a text is edited");
    pty_type(tui.pty, "\033[200~en-GB\rX\033[201~");
    cr_expect(pty_wait_text(tui.pty, "en-GB X", 5000));
    cr_expect(pty_wait_text(tui.pty, " 1/20", TUI_LIMIT_MS), "the form was sent by a paste");
    tui_end(&tui);
}

Test(copy, goes_through_osc_52_outside_of_tmux)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    tui_settle(&tui);
    pty_mark(tui.pty);
    pty_type(tui.pty, "y");
    cr_expect(pty_wait_bytes(tui.pty, "\033]52;c;MQ==\a", 5000), "the id 1 was not copied");
    tui_end(&tui);
}

Test(copy, goes_through_copy_command_where_it_is_set)
{
    struct tui tui = {.home = home_create()};
    tui_sandbox(&tui, "--as-of 2026-05-23T12:00:00Z");
    char *file = home_path(tui.home, "copied");
    char line[512];
    snprintf(line, sizeof line, "copy_command = tee %s\n", file);
    home_write(tui.home, "config/steno/config", line);
    tui_start(&tui, "2", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    pty_type(tui.pty, "y");
    cr_assert(pty_wait_text(tui.pty, "Copied by copy_command", 5000));
    char *copied = home_read(tui.home, "copied");
    cr_expect_str_eq(copied, "Completed since 05-15 or earlier",
                     "the value under the cursor was not what arrived");
    free(copied);
    free(file);
    tui_end(&tui);
}

/* A draft typed, then the end by this signal, sent so many times; the next start offers it. */
static void keep_draft(int sig, int times)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "");
    tui_start(&tui, "1", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    pty_type(tui.pty, "e");
    cr_assert(pty_wait_text(tui.pty, " 1/20", 5000));
    pty_key(tui.pty, "Enter");
    pty_key(tui.pty, "^U");
    pty_type(tui.pty, "de-AT");
    cr_assert(pty_wait_text(tui.pty, "de-AT", 5000));
    for (int i = 0; i < times; i++)
        kill(pty_pid(tui.pty), sig);
    cr_assert_eq(pty_wait_exit(tui.pty, 2000), 128 + sig);
    tui_start(&tui, "", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    pty_type(tui.pty, "e");
    cr_expect(pty_wait_text(tui.pty, "de-AT", 5000), "the draft was lost by signal %d", sig);
    tui_end(&tui);
}

Test(draft, survives_a_hang_up)
{
    keep_draft(SIGHUP, 1);
}

Test(draft, survives_a_hang_up_that_kernel_and_shell_both_tell)
{
    keep_draft(SIGHUP, 20);
}

Test(draft, survives_a_termination)
{
    keep_draft(SIGTERM, 1);
}

Test(draft, survives_an_alarm)
{
    keep_draft(SIGALRM, 1);
}

Test(draft, survives_a_kill_once_it_was_left)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "");
    tui_start(&tui, "1", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    pty_type(tui.pty, "e");
    cr_assert(pty_wait_text(tui.pty, " 1/20", 5000));
    pty_key(tui.pty, "Enter");
    pty_key(tui.pty, "^U");
    pty_type(tui.pty, "de-AT");
    pty_key(tui.pty, "Enter");
    pty_type(tui.pty, "q");
    cr_assert(pty_wait_text(tui.pty, "Draft saved", 5000));
    tui_settle(&tui);
    kill(pty_pid(tui.pty), SIGKILL);
    cr_assert_eq(pty_wait_exit(tui.pty, 2000), 128 + SIGKILL);
    tui_start(&tui, "", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    pty_type(tui.pty, "e");
    cr_expect(pty_wait_text(tui.pty, "de-AT", 5000));
    tui_end(&tui);
}

Test(network, that_is_silent_holds_no_key_up)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "--fault get-project:stall");
    tui_start(&tui, "1-12", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "> 1", TUI_LIMIT_MS)); /* no reply has come, none will */
    pty_type(tui.pty, "j");
    cr_expect(pty_wait_text(tui.pty, "> 2", 5000));
    pty_type(tui.pty, "?");
    cr_expect(pty_wait_text(tui.pty, "Help: the keys of the ", 5000));
    cr_expect(pty_wait_text(tui.pty, "q Back", 5000)); /* the bar is drawn last */
    pty_type(tui.pty, "q");
    cr_expect(pty_wait_text(tui.pty, "q Quit", 5000));
    pty_type(tui.pty, "q");
    cr_expect_eq(pty_wait_exit(tui.pty, 1500), 0, "the end waits for the network");
    tui_end(&tui);
}

Test(network, that_comes_back_needs_no_restart)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "--fault get-project:reset*6");
    tui_start(&tui, "2", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "- 2", TUI_LIMIT_MS));
    for (int i = 0; i < 10 && !pty_has_text(tui.pty, "+Completed"); i++) {
        pty_type(tui.pty, "r");
        tui_settle(&tui);
    }
    cr_expect(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    tui_end(&tui);
}

Test(demo, leaves_nothing_behind_and_touches_nothing_of_the_user)
{
    struct tui tui = {.home = home_create()};
    home_set(tui.home, "STENO_URL", "http://127.0.0.1:1");
    home_set(tui.home, "STENO_TOKEN", "users-own-token");
    home_set(tui.home, "http_proxy", "http://127.0.0.1:1");
    home_write(tui.home, "config/steno/config", "url = http://127.0.0.1:2\n");
    tui_demo(&tui, 24, 80);
    cr_expect(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    pty_type(tui.pty, "q");
    cr_expect_eq(pty_wait_exit(tui.pty, 5000), 0);
    cr_expect_null(home_read(tui.home, "state/steno/state.db"), "the demo wrote into the user's state");
    cr_expect_null(home_read(tui.home, "config/steno/credentials"), "the demo wrote credentials");
    tui_end(&tui);
}
