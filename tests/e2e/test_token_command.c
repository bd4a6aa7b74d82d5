/* A token_command that gives no token ends nothing: the login opens with the reason. */
#include <criterion/criterion.h>
#include <stdio.h>

#include "tui_run.h"

#define SHORT_MS 10000

/* A sandbox, this token_command, and nothing else that knows the token. */
static void command_start(struct tui *tui, const char *command)
{
    char line[256];
    tui_sandbox(tui, "");
    home_set(tui->home, "STENO_TOKEN", NULL);
    home_set(tui->home, "STENO_TIMEOUT", "1");
    snprintf(line, sizeof line, "token_command = %s\n", command);
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
    cr_expect_not(pty_has_text(tui.pty, "Council"), "a token of another source was used");
    tui_end(&tui);
}

Test(token_command, that_prints_more_lines_gives_the_first_as_the_token)
{
    struct tui tui = {0};
    command_start(&tui, "printf 't0ken\\nurl: somewhere\\n'");
    cr_expect(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    tui_end(&tui);
}
