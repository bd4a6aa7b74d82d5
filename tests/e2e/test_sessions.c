/* What survives: drafts after a hang-up and a crash, presets, and a session whose token dies. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "control.h"
#include "steno/base/when.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000

/* Presses keys and waits for what they must bring. */
static void sessions_go(struct tui *tui, const char *keys, const char *text)
{
    pty_type(tui->pty, keys);
    cr_assert(pty_wait_text(tui->pty, text, SHORT_MS), "after “%s”", keys);
}

/* steno with the enqueue form of project 1 open and one field changed. */
static void sessions_type(struct tui *tui)
{
    tui_sandbox(tui, "");
    tui_start(tui, "1", 24, 80);
    cr_assert(pty_wait_text(tui->pty, "Council", TUI_LIMIT_MS));
    sessions_go(tui, "e", "> Lang");
    sessions_go(tui, "\rsl-SI\r", ">*Lang");
    cr_assert(pty_wait_text(tui->pty, "sl-SI", SHORT_MS));
}

/* Starts anew and looks for the draft. */
static void sessions_expect_draft(struct tui *tui)
{
    tui_start(tui, "1", 24, 80);
    cr_assert(pty_wait_text(tui->pty, "Council", TUI_LIMIT_MS));
    sessions_go(tui, "e", "U discards it");
    cr_expect(pty_wait_text(tui->pty, "sl-SI", SHORT_MS));
    cr_expect(pty_wait_text(tui->pty, ">*Lang", TUI_LIMIT_MS));
    pty_type(tui->pty, "q:quit\r");
    cr_expect_eq(pty_wait_exit(tui->pty, SHORT_MS), 0);
    tui_end(tui);
}

Test(draft, is_offered_again_after_a_hang_up)
{
    struct tui tui = {0};
    sessions_type(&tui);
    kill(pty_pid(tui.pty), SIGHUP);
    cr_assert_neq(pty_wait_exit(tui.pty, 5000), PTY_TIMED_OUT);
    sessions_expect_draft(&tui);
}

Test(draft, of_a_value_still_being_typed_is_offered_again_after_a_hang_up)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "");
    tui_start(&tui, "1", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    sessions_go(&tui, "e", "> Lang");
    sessions_go(&tui, "\rsl-SI", "sl-SI");
    kill(pty_pid(tui.pty), SIGHUP);
    cr_assert_neq(pty_wait_exit(tui.pty, 5000), PTY_TIMED_OUT);
    sessions_expect_draft(&tui);
}

Test(draft, is_gone_once_the_form_was_accepted)
{
    struct tui tui = {0};
    sessions_type(&tui);
    sessions_go(&tui, "X", "*InProgress");
    pty_type(tui.pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, SHORT_MS), 0);
    tui_start(&tui, "5", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "*InProgress", TUI_LIMIT_MS)); /* the watchlist has been loaded */
    sessions_go(&tui, "#1\re", "Enqueue 1");
    tui_settle(&tui);
    cr_expect_str_lacks(pty_text(tui.pty), "Restored draft");
    tui_end(&tui);
}

Test(preset, is_saved_from_a_form_and_loaded_into_another)
{
    struct tui tui = {0};
    sessions_type(&tui);
    sessions_go(&tui, "p", "Save these values as a preset");
    sessions_go(&tui, "\r", "Save as preset:");
    sessions_go(&tui, "slovene\r", "Preset “slovene” saved");
    sessions_go(&tui, "U", "> Lang");
    cr_expect(pty_wait_no_text(tui.pty, "sl-SI", SHORT_MS));
    sessions_go(&tui, "p", "> slovene");
    sessions_go(&tui, "g\r", "sl-SI");
    pty_type(tui.pty, "q:quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, SHORT_MS), 0);
    struct process_result result;
    process_steno(tui.home, "preset show slovene", NULL, &result);
    cr_expect_eq(result.code, 0);
    cr_expect_str_has(buffer_text(&result.out), "sl-SI");
    process_result_free(&result);
    tui_end(&tui);
}

Test(session, whose_token_dies_asks_for_a_login_and_goes_on)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "");
    tui_start(&tui, "1 2", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Interview", TUI_LIMIT_MS));
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 2));
    tui_settle(&tui); /* else a call of the start is refused, and R finds the form open */
    pty_type(tui.pty, "j");
    long reads = control_requests(&tui.sandbox, "get-project");
    control_fault(&tui.sandbox, "get-project:status=401");
    sessions_go(&tui, "R", "Log in");
    cr_expect(pty_wait_text(tui.pty, "The server rejected the token of STENO_TOKEN", SHORT_MS));
    control_heal(&tui.sandbox);
    cr_assert(pty_wait_text(tui.pty, tui.sandbox.url, SHORT_MS), "the address must be typed again");
    cr_assert(pty_wait_text(tui.pty, "> Password", SHORT_MS), "the email must be typed again");
    pty_type(tui.pty, "demo\r");
    cr_assert(pty_wait_no_text(tui.pty, "Password", SHORT_MS), "the login did not end");
    cr_expect(pty_wait_text(tui.pty, "> 2", SHORT_MS), "the selection was lost");
    pty_type(tui.pty, "R");
    cr_expect(control_wait_requests(&tui.sandbox, "get-project", reads + 3), "reading did not go on");
    pty_type(tui.pty, "q");
    cr_expect_eq(pty_wait_exit(tui.pty, SHORT_MS), 0);
    tui_end(&tui);
}

/* Logs in by another program. */
static void sessions_log_in(struct tui *tui)
{
    struct process_result result;
    process_steno(tui->home, "login --email demo@example.org --password-stdin", "demo\n", &result);
    cr_expect_eq(result.code, 0, "%s", buffer_text(&result.err));
    process_result_free(&result);
}

Test(session, whose_token_dies_goes_on_with_the_login_of_another_program)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "");
    sessions_log_in(&tui); /* the folder of the logins is there */
    tui_start(&tui, "1 2", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Interview", TUI_LIMIT_MS));
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 2));
    tui_settle(&tui); /* else a call of the start is refused, and R has nothing to ask again */
    control_expire(&tui.sandbox);
    sessions_go(&tui, "R", "Log in");
    long reads = control_requests(&tui.sandbox, "get-project");
    sessions_log_in(&tui);
    pty_type(tui.pty, "\t"); /* while nobody is logged in each key looks at the logins */
    cr_expect(pty_wait_text(tui.pty, "Logged in from another window", SHORT_MS));
    cr_expect(pty_wait_no_text(tui.pty, "Password", SHORT_MS), "the empty form did not close");
    cr_expect(control_wait_requests(&tui.sandbox, "get-project", reads + 2), "reading did not go on");
    pty_type(tui.pty, "q");
    cr_expect_eq(pty_wait_exit(tui.pty, SHORT_MS), 0);
    tui_end(&tui);
}

Test(session, whose_token_dies_goes_on_once_the_file_of_the_logins_may_be_read)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "");
    sessions_log_in(&tui);
    tui_start(&tui, "1 2", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Interview", TUI_LIMIT_MS));
    tui_settle(&tui);
    control_expire(&tui.sandbox);
    sessions_go(&tui, "R", "Log in");
    struct tui other = {.home = home_create(), .sandbox = tui.sandbox};
    home_set(other.home, "STENO_URL", tui.sandbox.url);
    sessions_log_in(&other);
    char *from = home_path(other.home, "config/steno/credentials");
    char *to = home_path(tui.home, "config/steno/credentials");
    cr_assert(chmod(from, 0644) == 0 && rename(from, to) == 0);
    pty_type(tui.pty, "\t");
    tui_settle(&tui);
    cr_expect_str_lacks(pty_text(tui.pty), "Logged in from another window", "others can read the token");
    cr_assert_eq(chmod(to, 0600), 0);
    pty_type(tui.pty, "\t");
    cr_expect(pty_wait_text(tui.pty, "Logged in from another window", SHORT_MS));
    free(to);
    free(from);
    home_remove(other.home);
    tui_end(&tui);
}

Test(session, without_consent_is_asked_before_it_is_given)
{
    struct tui tui = {.home = home_create()};
    cr_assert(process_sandbox_start(tui.home, "", &tui.sandbox));
    tui_start(&tui, "", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Log in", SHORT_MS));
    pty_type(tui.pty, tui.sandbox.url);
    pty_type(tui.pty, "\tnew@example.org\tdemo\r");
    cr_assert(pty_wait_text(tui.pty, "onsent", SHORT_MS));
    cr_assert(pty_wait_text(tui.pty, "any other key", SHORT_MS));
    pty_type(tui.pty, "y");
    cr_expect(pty_wait_text(tui.pty, "No projects are watched yet", SHORT_MS));
    tui_end(&tui);
}
