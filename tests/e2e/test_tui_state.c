/* The screen and the user's state: two sessions at once, drafts after each way to end a session, a home that
 * cannot be written, a damaged file, no server, and the folder of a demo. */
/* SPDX-License-Identifier: MIT */
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/asserts.h"
#include "tui_run.h"

static struct tui tui;

static void end(void)
{
    tui_end(&tui);
}

TestSuite(tui_state, .fini = end);
TestSuite(draft, .fini = end);
TestSuite(demo_state, .fini = end);

/* Runs a subcommand in the same home. */
static void other_session(const char *arguments)
{
    struct process_result result;
    process_steno(tui.home, arguments, NULL, &result);
    cr_assert_eq(result.code, 0, "steno %s: %s", arguments, buffer_text(&result.err));
    process_result_free(&result);
}

Test(tui_state, is_shared_with_another_session_and_shown_without_a_server)
{
    tui_open(&tui, "--fault get-project:reset*6", "1", "- 1");
    for (int i = 0; i < 10 && !pty_has_text(tui.pty, "Council");
         i++) { /* when the server works again, no restart is needed */
        pty_type(tui.pty, "r");
        tui_settle(&tui);
    }
    tui_go(&tui, "", "Council meeting");
    other_session("add 2");
    tui_go(&tui, "g", "Interview");
    other_session("remove 2");
    tui_leave(&tui, "g", "Interview");
    tui_go(&tui, "", "Council meeting");
    other_session("add 2");
    other_session("list --refresh");
    process_sandbox_stop(&tui.sandbox);
    tui.sandbox.url[0] = '\0';
    tui_start(&tui, "", 24, 80);
    tui_go(&tui, "", "Council meeting");
    tui_go(&tui, "", "Interview");
}

/* Expects that the console does not start, and prints this reason. */
static void expect_no_start(const char *why)
{
    tui_start(&tui, "", 24, 200);
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 1);
    cr_expect(pty_wait_bytes(tui.pty, why, 1000), "%s", why);
}

Test(tui_state, that_cannot_be_written_or_is_damaged_lets_no_console_start_and_is_left_as_it_is)
{
    char garbage[5000];
    memset(garbage, 'x', sizeof garbage - 1);
    garbage[sizeof garbage - 1] = '\0';
    tui_sandbox(&tui, "");
    home_write(tui.home, "state/steno/state.db", garbage);
    expect_no_start(" is damaged. Move it away");
    char *left = home_read(tui.home, "state/steno/state.db");
    cr_expect_str_eq(left, garbage);
    free(left);
    home_set(tui.home, "XDG_STATE_HOME", "/proc/none");
    expect_no_start("steno: Cannot create the folder /proc/none");
}

Test(tui_state, that_is_deleted_in_use_is_told_of_by_what_would_be_saved)
{
    tui_sandbox(&tui, "");
    tui_start(&tui, "1 2", 24, 200);
    tui_go(&tui, "", "Council meeting");
    tui_go(&tui, "", "Interview");
    tui_settle(&tui);
    char *path = home_path(tui.home, "state/steno/state.db");
    cr_assert_eq(unlink(path), 0);
    free(path);
    tui_go(&tui, "o3\r", "was deleted or replaced. Restart steno");
    pty_type(tui.pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 1);
    cr_expect(pty_wait_bytes(tui.pty, "steno: not saved: ", 1000));
    cr_expect_null(home_read(tui.home, "state/steno/state.db"));
}

/* --- drafts --- */

/* Types a language into the enqueue form, then these keys. */
static void type_draft(const char *language, const char *keys)
{
    char typed[64];
    tui_go(&tui, "e", " 1/20");
    snprintf(typed, sizeof typed, "\r\025%s", language);
    tui_go(&tui, typed, language);
    pty_type(tui.pty, keys);
}

/* Expects that the next start restores the draft. */
static void expect_draft(const char *language, const char *after)
{
    tui_start(&tui, "", 24, 80);
    tui_go(&tui, "", "Council");
    tui_go(&tui, "e", "U discards it");
    cr_expect(pty_wait_text(tui.pty, language, TUI_LIMIT_MS), "the draft was lost by %s", after);
    cr_expect(pty_wait_text(tui.pty, "> Lang", TUI_LIMIT_MS), "after %s", after);
}

Test(draft, outlives_every_signal_while_it_is_typed)
{
    static const struct {
        int signal, times;
        const char *language;
    } rows[] = {{SIGHUP, 1, "de-AT"},
                {SIGHUP, 20, "de-CH"}, /* kernel and shell may both send it */
                {SIGTERM, 1, "sl-SI"},
                {SIGALRM, 1, "sk-SK"}};
    tui_open(&tui, "", "1", "Council");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        type_draft(rows[i].language, "");
        for (int k = 0; k < rows[i].times; k++)
            kill(pty_pid(tui.pty), rows[i].signal);
        cr_assert_eq(pty_wait_exit(tui.pty, 2000), 128 + rows[i].signal);
        expect_draft(rows[i].language, strsignal(rows[i].signal));
        tui_leave(&tui, "q", " 1/20");
    }
}

Test(draft, outlives_a_terminal_that_goes_and_a_kill_once_it_was_left_and_is_gone_once_it_was_sent)
{
    tui_open(&tui, "", "1", "Council");
    type_draft("sk-SK", "\r");
    tui_go(&tui, "", "> Lang");
    pty_hang_up(tui.pty);
    cr_expect_neq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), PTY_TIMED_OUT);
    expect_draft("sk-SK", "a hang-up");
    tui_leave(&tui, "q", " 1/20");
    type_draft("de-AT", "\r");
    tui_go(&tui, "q", "Draft saved");
    tui_settle(&tui);
    kill(pty_pid(tui.pty), SIGKILL);
    cr_assert_eq(pty_wait_exit(tui.pty, 2000), 128 + SIGKILL);
    expect_draft("de-AT", "a kill");
    tui_settle(&tui);
    tui_go(&tui, "X", "*InProgress");
    tui_quit(&tui, ":quit\r", TUI_LIMIT_MS);
    tui_start(&tui, "", 24, 80);
    tui_go(&tui, "", "*InProgress"); /* the watchlist is loaded */
    tui_go(&tui, "e", "Enqueue #1");
    tui_settle(&tui);
    cr_expect_str_lacks(pty_text(tui.pty), "Restored the draft");
}

/* --- demos --- */

/* The number of folders of demos. */
static size_t count_demos(void)
{
    glob_t found;
    char *pattern = home_path(tui.home, "tmp/steno-demo-*");
    size_t count = glob(pattern, 0, NULL, &found) == 0 ? found.gl_pathc : 0;
    if (count > 0)
        globfree(&found);
    free(pattern);
    return count;
}

Test(demo_state, of_a_killed_demo_is_removed_by_the_next_one_and_user_files_are_not_touched)
{
    struct tui living, next;
    tui.home = home_create();
    home_set(tui.home, "STENO_URL", "http://127.0.0.1:1");
    home_set(tui.home, "STENO_TOKEN", "users-own-token");
    home_set(tui.home, "http_proxy", "http://127.0.0.1:1");
    home_write(tui.home, "config/steno/config", "url = http://127.0.0.1:2\n");
    living = next = tui;
    tui_demo(&living, 24, 80);
    tui_demo(&tui, 24, 80);
    cr_assert_eq(count_demos(), 2);
    kill(pty_pid(tui.pty), SIGKILL);
    pty_wait_exit(tui.pty, TUI_LIMIT_MS);
    cr_assert_eq(count_demos(), 2);
    tui_demo(&next, 24, 80);
    cr_expect_eq(count_demos(), 2, "a living one's stays");
    tui_go(&next, "", "+Completed");
    tui_quit(&living, "q", TUI_LIMIT_MS);
    tui_quit(&next, "q", TUI_LIMIT_MS);
    cr_expect_eq(count_demos(), 0);
    cr_expect_null(home_read(tui.home, "state/steno/state.db"), "the demo wrote into the user's state");
    cr_expect_null(home_read(tui.home, "config/steno/credentials"), "the demo wrote credentials");
    pty_free(living.pty);
    pty_free(next.pty);
}

Test(demo_state, exports_into_a_folder_of_its_own_that_stays_and_says_where_it_is)
{
    tui_demo(&tui, 24, 80);
    tui_go(&tui, "j", "> 2");
    tui_go(&tui, "x", "X Export");
    tui_go(&tui, "X", "exported to");
    tui_quit(&tui, ":quit\r", TUI_LIMIT_MS);
    cr_expect_str_has(pty_text(tui.pty), "the files that you exported in the demo are in steno-demo");
    char *saved = home_read(tui.home, "steno-demo/2-Interview_dam_keeper.srt");
    cr_expect_not_null(saved);
    free(saved);
}
