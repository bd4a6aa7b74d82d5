/* What the screen does with the operator's state: two sessions at once, drafts over a hang-up, a home that
 * cannot be written, a damaged file, no server. */
/* SPDX-License-Identifier: MIT */
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "control.h"
#include "support/asserts.h"
#include "support/budget.h"
#include "tui_run.h"

static struct tui tui;

static void begin(void)
{
    tui = (struct tui){0};
}

static void end(void)
{
    tui_end(&tui);
}

TestSuite(tui_state, .init = begin, .fini = end);

/* A subcommand of another session in the same home. */
static void other_session(const char *arguments)
{
    struct process_result result;
    process_steno(tui.home, arguments, NULL, &result);
    cr_assert_eq(result.code, 0, "steno %s: %s", arguments, buffer_text(&result.err));
    process_result_free(&result);
}

Test(tui_state, a_project_that_another_session_adds_appears_with_the_next_key)
{
    tui_sandbox(&tui, "");
    tui_start(&tui, "1", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Council meeting", TUI_LIMIT_MS));
    other_session("add 2");
    pty_type(tui.pty, "g");
    cr_expect(pty_wait_text(tui.pty, "Interview", TUI_LIMIT_MS));
    other_session("remove 2");
    pty_type(tui.pty, "g");
    cr_expect(pty_wait_no_text(tui.pty, "Interview", TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, "Council meeting", TUI_LIMIT_MS));
}

Test(tui_state, the_watchlist_is_shown_without_a_server)
{
    tui_sandbox(&tui, "");
    other_session("add 1 2");
    other_session("list --refresh");
    process_sandbox_stop(&tui.sandbox);
    tui.sandbox.url[0] = '\0';
    tui_start(&tui, "", 24, 80);
    cr_expect(pty_wait_text(tui.pty, "Council meeting", TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, "Interview", TUI_LIMIT_MS));
}

Test(tui_state, a_draft_survives_a_hang_up)
{
    tui_sandbox(&tui, "");
    tui_start(&tui, "1", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Council meeting", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_key(tui.pty, "e");
    cr_assert(pty_wait_text(tui.pty, "Lang", TUI_LIMIT_MS));
    pty_key(tui.pty, "Enter");
    pty_type(tui.pty, "sk-SK");
    pty_key(tui.pty, "Enter");
    cr_assert(pty_wait_text(tui.pty, "sk-SK", TUI_LIMIT_MS));
    pty_hang_up(tui.pty);
    cr_expect_neq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), PTY_TIMED_OUT);
    pty_free(tui.pty);
    tui.pty = NULL;
    tui_start(&tui, "1", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "Council meeting", TUI_LIMIT_MS));
    tui_settle(&tui);
    pty_key(tui.pty, "e");
    cr_expect(pty_wait_text(tui.pty, "sk-SK", TUI_LIMIT_MS));
}

/* The console does not start, and says why. */
static void expect_no_start(const char *why)
{
    tui_start(&tui, "", 24, 200);
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 1);
    cr_expect(pty_wait_bytes(tui.pty, why, 1000), "%s", why);
}

Test(tui_state, without_a_home_that_can_be_written_there_is_no_console)
{
    tui_sandbox(&tui, "");
    home_set(tui.home, "XDG_STATE_HOME", "/proc/none");
    expect_no_start("steno: Cannot create the folder /proc/none");
}

Test(tui_state, a_damaged_state_file_is_refused_with_the_cure_and_left_as_it_is)
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
}

Test(tui_state, a_state_file_that_is_deleted_in_use_is_told_of_by_what_would_be_saved)
{
    tui_sandbox(&tui, "");
    tui_start(&tui, "1 2", 24, 200);
    cr_assert(pty_wait_text(tui.pty, "Council meeting", TUI_LIMIT_MS));
    cr_assert(pty_wait_text(tui.pty, "Interview", TUI_LIMIT_MS));
    tui_settle(&tui);
    char *path = home_path(tui.home, "state/steno/state.db");
    cr_assert_eq(unlink(path), 0);
    free(path);
    pty_type(tui.pty, "o3\r");
    cr_expect(pty_wait_text(tui.pty, "was deleted or replaced. Restart steno", TUI_LIMIT_MS));
    pty_type(tui.pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 1);
    cr_expect(pty_wait_bytes(tui.pty, "steno: not saved: ", 1000));
    cr_expect_null(home_read(tui.home, "state/steno/state.db"));
}

/* How many folders of demos there are. */
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

Test(tui_state, the_folder_of_a_killed_demo_is_removed_by_the_next_and_a_living_ones_is_not)
{
    struct tui living, next;
    tui.home = home_create();
    living = next = tui;
    tui_demo(&living, 24, 80);
    tui_demo(&tui, 24, 80);
    cr_assert_eq(count_demos(), 2, "%zu folders", count_demos());
    kill(pty_pid(tui.pty), SIGKILL);
    pty_wait_exit(tui.pty, TUI_LIMIT_MS);
    cr_assert_eq(count_demos(), 2, "%zu folders", count_demos());
    tui_demo(&next, 24, 80);
    cr_expect_eq(count_demos(), 2, "%zu folders", count_demos());
    pty_type(living.pty, "q");
    cr_expect_eq(pty_wait_exit(living.pty, TUI_LIMIT_MS), 0);
    pty_type(next.pty, "q");
    cr_expect_eq(pty_wait_exit(next.pty, TUI_LIMIT_MS), 0);
    cr_expect_eq(count_demos(), 0, "%zu folders", count_demos());
    pty_free(living.pty);
    pty_free(next.pty);
}

Test(tui_state, a_start_with_2000_projects_paints_the_rows_of_the_screen_once)
{
    tui.home = home_create();
    tui_sandbox(&tui, "--projects 2000");
    home_write(tui.home, "config/steno/config", "rate_cap = 0\nfollow = off\n");
    tui_start(&tui, "1-2000", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "+Completed", TUI_LIMIT_MS));
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 2000));
    tui_settle(&tui);
    pty_type(tui.pty, "q");
    cr_assert_eq(pty_wait_exit(tui.pty, 5000), 0);
    tui_start(&tui, "", 24, 80);
    pty_mark(tui.pty);
    cr_assert(pty_wait_text(tui.pty, "1-12/2000", TUI_LIMIT_MS), "not all rows have come");
    tui_settle(&tui);
    cr_expect_str_has(pty_text(tui.pty), "2000 projects", "they are not counted");
    BUDGET("start", pty_bytes_since_mark(tui.pty), 2000);
}
