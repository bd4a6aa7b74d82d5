/* A token_command that gives no token ends nothing: the login opens with the reason. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000

/* A sandbox, this token_command, and nothing else that knows the token. */
static void command_start(struct tui *tui, const char *command)
{
    char line[256];
    tui_sandbox(tui, "");
    home_set(tui->home, "STENO_TOKEN", NULL);
    home_set(tui->home, "STENO_TIMEOUT", "1");
    snprintf(line, sizeof line, "url = %s\ntoken_command = %s\n", tui->sandbox.url, command);
    home_write(tui->home, "config/steno/config", line);
    tui_start(tui, "1", 24, 80);
}

/* The command fails with this reason, which the login form shows; a login by password goes on from there. */
static void command_fails(const char *command, const char *reason)
{
    struct tui tui = {0};
    command_start(&tui, command);
    cr_assert(pty_wait_text(tui.pty, reason, TUI_LIMIT_MS));
    cr_assert(pty_wait_text(tui.pty, "Email", SHORT_MS));
    pty_type(tui.pty, "demo@example.org\tdemo\r");
    cr_expect(pty_wait_text(tui.pty, "Council", SHORT_MS), "no way to log in by hand");
    pty_type(tui.pty, "q:quit\r");
    cr_expect_eq(pty_wait_exit(tui.pty, SHORT_MS), 0);
    tui_end(&tui);
}

Test(token_command, that_fails_opens_the_login_with_its_exit_code)
{
    command_fails("sh -c 'echo secret-words; exit 3'", "token_command: sh exited with code 3");
}

Test(token_command, that_prints_nothing_opens_the_login_and_says_so)
{
    command_fails("true", "token_command: the command printed nothing");
}

Test(token_command, that_is_not_there_opens_the_login_and_names_it)
{
    command_fails("no-such-helper", "token_command: Cannot run no-such-helper: No such file");
}

Test(token_command, that_hangs_is_stopped_after_the_timeout_and_opens_the_login)
{
    command_fails("sleep 600", "token_command: sleep did not finish within 1 s and was stopped");
}

Test(token_command, that_fails_lets_a_token_be_pasted)
{
    struct tui tui = {0};
    command_start(&tui, "false");
    cr_assert(pty_wait_text(tui.pty, "false exited with code 1", TUI_LIMIT_MS));
    pty_type(tui.pty, "\t\tt0ken\r");
    cr_expect(pty_wait_text(tui.pty, "Council", SHORT_MS));
    tui_end(&tui);
}

Test(token_command, that_fails_does_not_fall_back_to_a_saved_login_unasked)
{
    struct tui tui = {0};
    char login[200];
    command_start(&tui, "false");
    cr_assert(pty_wait_text(tui.pty, "false exited with code 1", TUI_LIMIT_MS));
    snprintf(login, sizeof login, "[profile default]\nurl = %s\nemail = other@example.org\ntoken = t0ken\n",
             tui.sandbox.url);
    home_write(tui.home, "config/steno/credentials", login);
    tui_start(&tui, "1", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "false exited with code 1", TUI_LIMIT_MS));
    tui_settle(&tui);
    cr_expect_str_lacks(pty_text(tui.pty), "Council", "a token of another source was used");
    tui_end(&tui);
}

Test(token_command, that_prints_more_lines_gives_the_first_as_the_token)
{
    struct tui tui = {0};
    command_start(&tui, "printf 't0ken\\nurl: somewhere\\n'");
    cr_expect(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    tui_end(&tui);
}

Test(token_command, of_another_server_is_refused_and_the_login_says_so)
{
    struct tui tui = {0};
    tui_sandbox(&tui, "");
    home_set(tui.home, "STENO_TOKEN", NULL);
    home_write(tui.home, "config/steno/config",
               "url = https://a.example\ntoken_command = sh -c 'echo >\"$HOME/ran\"'\n");
    tui_start(&tui, "1", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "token_command is for https://a.example: put url and", TUI_LIMIT_MS));
    cr_assert(pty_wait_text(tui.pty, "Email", SHORT_MS));
    pty_type(tui.pty, "demo@example.org\tdemo\r");
    cr_expect(pty_wait_text(tui.pty, "Council", SHORT_MS), "no way to log in by hand");
    cr_expect_null(home_read(tui.home, "home/ran"), "the command was run");
    tui_end(&tui);
}

Test(token_command, is_not_run_again_for_the_server_of_another_login)
{
    struct tui tui = {0};
    struct process_sandbox other;
    struct home *home = home_create();
    cr_assert(process_sandbox_start(home, "--token t0ken --fault get-project:status=401", &other));
    command_start(&tui, "sh -c 'echo t0ken; echo x >>\"$HOME/ran\"'");
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    cr_assert(
        pty_wait_text(tui.pty, "demo@example.org", SHORT_MS)); /* fills the form: it opens at the password */
    pty_type(tui.pty, "l");
    cr_assert(pty_wait_text(tui.pty, "Email", SHORT_MS));
    pty_key(tui.pty, "Shift-Tab");
    pty_key(tui.pty, "Shift-Tab");
    pty_key(tui.pty, "Enter"); /* it is filled, so it is closed */
    pty_key(tui.pty, "^U");
    pty_type(tui.pty, other.url);
    pty_type(tui.pty, "\t\tdemo\r");
    cr_assert(pty_wait_text(tui.pty, "No projects", SHORT_MS), "another server, another watchlist");
    pty_type(tui.pty, "o1\r");
    cr_expect(pty_wait_text(tui.pty, "token_command is for http", SHORT_MS));
    char *ran = home_read(tui.home, "home/ran");
    cr_expect_str_eq(ran, "x\n");
    free(ran);
    process_sandbox_stop(&other);
    home_remove(home);
    tui_end(&tui);
}
