/* A session whose token expires, and token commands that work or fail. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "control.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000

static struct tui tui;

static void end(void)
{
    tui_end(&tui);
}

TestSuite(session, .fini = end);
TestSuite(token_commands, .fini = end);

/* --- an expired token --- */

/* Logs in with another program. */
static void log_in(struct home *home)
{
    struct process_result result;
    process_steno(home, "login --email demo@example.org --password-stdin", "demo\n", &result);
    cr_expect_eq(result.code, 0, "%s", buffer_text(&result.err));
    process_result_free(&result);
}

Test(session, whose_token_dies_goes_on_with_a_login_of_another_program_that_only_the_owner_can_read)
{
    tui_sandbox(&tui, "");
    log_in(tui.home); /* makes the folder of the logins */
    tui_start(&tui, "1 2", 24, 80);
    tui_go(&tui, "", "Interview");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 2));
    tui_settle(&tui); /* else a request of the start would be refused instead of R's */
    control_expire(&tui.sandbox);
    tui_go(&tui, "R", "Log in");
    tui_go(&tui, "", "The server rejected the token from STENO_TOKEN");
    tui_go(&tui, "", tui.sandbox.url); /* the email is filled in too, so the password is next: */
    tui_go(&tui, "", "> Password");
    struct home *other = home_create();
    home_set(other, "STENO_URL", tui.sandbox.url);
    log_in(other);
    char *from = home_path(other, "config/steno/credentials");
    char *to = home_path(tui.home, "config/steno/credentials");
    cr_assert(chmod(from, 0644) == 0 && rename(from, to) == 0);
    pty_type(tui.pty, "\t"); /* without a login, each key checks the saved logins */
    tui_settle(&tui);
    cr_expect_str_lacks(pty_text(tui.pty), "Logged in with the token from another window",
                        "others can read the token");
    long reads = control_requests(&tui.sandbox, "get-project");
    cr_assert_eq(chmod(to, 0600), 0);
    tui_go(&tui, "\t", "Logged in with the token from another window");
    tui_leave(&tui, "", "Password"); /* the empty form closes */
    cr_expect(control_wait_requests(&tui.sandbox, "get-project", reads + 2), "reading did not go on");
    free(to);
    free(from);
    home_remove(other);
}

Test(session, without_consent_is_asked_before_it_is_given)
{
    tui.home = home_create();
    cr_assert(process_sandbox_start(tui.home, "", &tui.sandbox));
    tui_start(&tui, "", 24, 80);
    tui_go(&tui, "", "Log in");
    pty_type(tui.pty, tui.sandbox.url);
    tui_go(&tui, "\tnew@example.org\tdemo\r", "onsent");
    tui_go(&tui, "", "any other key");
    tui_go(&tui, "y", "The list has no projects yet");
}

/* --- a token_command that gives no token ends nothing: the login opens with the reason --- */

/* Starts steno on project 1 with this token_command as the only source of a token. */
static void command_start(const char *url, const char *command, const char *text)
{
    char line[256];
    home_set(tui.home, "STENO_TOKEN", NULL);
    home_set(tui.home, "STENO_TIMEOUT", "1");
    snprintf(line, sizeof line, "url = %s\ntoken_command = %s\n", url, command);
    home_write(tui.home, "config/steno/config", line);
    tui_start(&tui, "1", 24, 80);
    tui_go(&tui, "", text);
}

Test(token_commands, that_fail_open_the_login_with_the_reason)
{
    static const char *const rows[][2] = {
        {"sh -c 'echo secret-words; exit 3'", "token_command: sh exited with code 3"},
        {"true", "token_command: the command printed nothing"},
        {"no-such-helper", "token_command: Cannot run no-such-helper: No such file"},
        {"sleep 600", "token_command: sleep did not finish within 1 s and was stopped"},
    };
    tui_sandbox(&tui, "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        command_start(tui.sandbox.url, rows[i][0], rows[i][1]);
        tui_go(&tui, "", "Email");
        cr_expect_str_lacks(pty_text(tui.pty), "secret-words");
    }
    tui_go(&tui, "demo@example.org\tdemo\r", "Council");
    tui_quit(&tui, "q:quit\r", SHORT_MS);
}

Test(token_commands, of_another_server_are_not_run_and_the_login_says_so)
{
    tui_sandbox(&tui, "");
    command_start("https://a.example", "sh -c 'echo >\"$HOME/ran\"'",
                  "token_command is used only with the url https://a.example");
    tui_go(&tui, "", "Email");
    tui_go(&tui, "demo@example.org\tdemo\r", "Council");
    cr_expect_null(home_read(tui.home, "home/ran"), "the command was run");
}

Test(token_commands, are_not_run_again_for_the_server_of_another_login)
{
    struct process_sandbox other;
    struct home *home = home_create();
    cr_assert(process_sandbox_start(home, "--token t0ken --fault get-project:status=401", &other));
    tui_sandbox(&tui, "");
    command_start(tui.sandbox.url, "sh -c 'echo t0ken; echo x >>\"$HOME/ran\"'", "Council");
    tui_go(&tui, "", "demo@example.org"); /* the email of the login form is filled in */
    tui_go(&tui, "l", "Email");
    pty_key(tui.pty, "Shift-Tab");
    pty_key(tui.pty, "Shift-Tab");
    pty_type(tui.pty, "\r\025"); /* the URL has a value, so Enter opens it; ^U clears it */
    pty_type(tui.pty, other.url);
    tui_go(&tui, "\t\tdemo\r", "no projects"); /* another server, another watchlist */
    tui_go(&tui, "o1\r", "token_command is used only with");
    char *ran = home_read(tui.home, "home/ran");
    cr_expect_str_eq(ran, "x\n");
    free(ran);
    process_sandbox_stop(&other);
    home_remove(home);
}
