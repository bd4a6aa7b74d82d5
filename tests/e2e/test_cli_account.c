/* Logging in and out, whoami, the password policy: sentences, exit codes, and where secrets do not go. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "support/asserts.h"
#include "support/mock_server.h"
#include "steno/base/mem.h"

Test(login, saves_the_token_for_its_owner_only_and_says_where)
{
    struct bench bench;
    struct process_result result;
    struct stat facts;
    bench_start(&bench, "");
    char *path = home_path(bench.home, "config/steno/credentials");
    bench_steno(&bench, "login --email demo@example.org --password-stdin", "demo\n", 0, &result);
    cr_expect_eq(result.out.len, 0);
    cr_expect_str_has(buffer_text(&result.err), " as demo@example.org; the token is saved in ");
    cr_expect_str_has(buffer_text(&result.err), path);
    process_result_free(&result);
    cr_assert_eq(stat(path, &facts), 0);
    cr_expect_eq(facts.st_mode & 0777, 0600);
    free(path);
    bench_stop(&bench);
}

Test(login, a_wrong_password_ends_with_3_and_is_never_shown)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "");
    bench_steno(&bench, "login --email demo@example.org --password-stdin --json", "pa55word-wrong\n", 3,
                &result);
    cr_expect_str_has(buffer_text(&result.out),
                      "{\"ok\":false,\"error\":{\"kind\":\"not_logged_in\",\"status\":401,");
    cr_expect_str_lacks(buffer_text(&result.out), "pa55");
    cr_expect_str_lacks(buffer_text(&result.err), "pa55");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(login, nothing_is_asked_without_a_terminal)
{
    struct bench bench;
    bench_start(&bench, "");
    bench_expect(&bench, "login", NULL, 2, "", "steno: an email is required: use --email\n");
    bench_expect(
        &bench, "login --email demo@example.org", NULL, 2, "",
        "steno: a password is required: use --password-stdin or password_command, or log in with a token: "
        "--token-stdin\n");
    bench_expect(&bench, "login --email demo@example.org --password-stdin", "", 2, "",
                 "steno: the password is missing: standard input ended before it came\n");
    bench_expect(
        &bench, "login --url '' --json", NULL, 2,
        "{\"ok\":false,\"error\":{\"kind\":\"usage\",\"status\":null,\"message\":\"no server is set: use "
        "--url, such as --url https://host\"}}\n",
        "steno: no server is set: use --url, such as --url https://host\n");
    bench_stop(&bench);
}

Test(login, the_password_comes_from_password_command)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "");
    bench_config(&bench, "url = $URL\npassword_command = printf demo\n");
    bench_steno(&bench, "login --email demo@example.org --json", NULL, 0, &result);
    cr_expect_str_starts(buffer_text(&result.out), "{\"ok\":true,\"user\":{");
    cr_expect_str_lacks(buffer_text(&result.out), "Token");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(login, a_pasted_token_is_checked_before_it_is_saved)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "--token secret-token-1");
    bench_steno(&bench, "login --token-stdin", "wrong-token-9\n", 3, &result);
    cr_expect_str_has(buffer_text(&result.err), "steno: the token from standard input: ");
    cr_expect_str_lacks(buffer_text(&result.err), "wrong-token-9");
    process_result_free(&result);
    cr_expect_null(home_read(bench.home, "config/steno/credentials"));
    bench_steno(&bench, "login --token-stdin", "secret-token-1\n", 0, &result);
    cr_expect_str_lacks(buffer_text(&result.err), "secret-token-1");
    process_result_free(&result);
    bench_steno(&bench, "whoami --json", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), "\"Email\":\"demo@example.org\"");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(login, a_token_that_cannot_be_sent_back_is_not_saved_and_not_cut)
{
    static const char *const odd[] = {"\"demo\\u0000token\"", "\"demo\\ntoken\"", "\"demo\\rtoken\"",
                                      "\"d\u00e9mo\""};
    for (size_t i = 0; i < 4; i++) {
        struct bench bench;
        struct process_result result;
        char fault[80];
        bench_start(&bench, "--token secret-token-1");
        snprintf(fault, sizeof fault, "*:set=Token:%s", odd[i]);
        control_fault(&bench.sandbox, fault);
        bench_steno(&bench, "login --email demo@example.org --password-stdin", "demo\n", 1, &result);
        cr_expect_str_has(buffer_text(&result.err), "steno: Log in: the server answered 200");
        cr_expect_str_has(buffer_text(&result.err), "cannot be sent");
        process_result_free(&result);
        bench_steno(&bench, "login --token-stdin", "secret-token-1\n", 1, &result);
        cr_expect_str_has(buffer_text(&result.err), "cannot be sent");
        process_result_free(&result);
        cr_expect_null(home_read(bench.home, "config/steno/credentials"));
        bench_stop(&bench);
    }
}

Test(login, consent_is_never_sent_unasked)
{
    struct bench bench;
    bench_start(&bench, "");
    bench_expect(
        &bench, "login --email new@example.org --password-stdin", "demo\n", 3, "",
        "steno: the server requires your consent to its data protection terms; read them, then log in "
        "again with --consent\n");
    bench_stop(&bench);
}

Test(logout, forgets_the_token_here_and_the_next_command_says_so)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "logout --json", NULL, 0, "{\"ok\":true}\n",
                 "steno: logged out of profile “default” (token deleted here; the server is not notified)\n");
    bench_expect(&bench, "show 1", NULL, 3, "",
                 "steno: not logged in to $URL: there is no token; run “steno login” or set STENO_TOKEN\n");
    bench_stop(&bench);
}

Test(logout, without_a_login_says_that_there_was_none)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "logout --quiet", NULL, 0, "", "");
    bench_expect(&bench, "logout", NULL, 0, "",
                 "steno: profile “default” was not logged in: no token is saved\n");
    bench_stop(&bench);
}

Test(credentials_of_all, stop_only_what_needs_the_token_and_a_logout_deletes_it)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--token t0ken");
    char *path = home_path(bench.home, "config/steno/credentials");
    char *said = mem_printf(
        "steno: %s can be read by others, so the token in it is not used; run: chmod 600 %s\n", path, path);
    char *refused = mem_printf("%ssteno: not logged in to $URL: there is no token; run “steno login” or set "
                               "STENO_TOKEN\n",
                               said);
    bench_steno(&bench, "add 2", NULL, 0, &result);
    process_result_free(&result);
    cr_assert_eq(chmod(path, 0644), 0);
    bench_expect(&bench, "list --ids", NULL, 0, "2\n", said);
    bench_expect(&bench, "whoami", NULL, 3, "", refused);
    home_set(bench.home, "STENO_TOKEN", "t0ken");
    bench_steno(&bench, "whoami", NULL, 0, &result);
    cr_expect_str_eq(buffer_text(&result.err), said);
    process_result_free(&result);
    home_set(bench.home, "STENO_TOKEN", NULL);
    bench_steno(&bench, "logout", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.err), "steno: logged out of profile “default”");
    process_result_free(&result);
    char *text = home_read(bench.home, "config/steno/credentials");
    cr_expect_str_lacks(text, "token");
    bench_expect(&bench, "list --ids", NULL, 0, "2\n", "");
    free(text);
    free(refused);
    free(said);
    free(path);
    bench_stop(&bench);
}

Test(login, one_secret_is_read_from_standard_input)
{
    struct bench bench;
    bench_start(&bench, "");
    bench_expect(&bench, "login --email demo@example.org --password-stdin --token-stdin", "demo\n", 2, "",
                 "steno: give one of --password-stdin and --token-stdin\n");
    cr_expect_eq(control_requests(&bench.sandbox, "current-user"), 0);
    bench_stop(&bench);
}

Test(login, at_another_server_says_nothing_of_the_login_that_it_replaces)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "config/steno/credentials",
               "[profile default]\nurl = https://example.org\ntoken = t0\n");
    bench_steno(&bench, "login --email demo@example.org --password-stdin", "demo\n", 0, &result);
    cr_expect_str_starts(buffer_text(&result.err), "steno: logged in to http://127.0.0.1:");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(tokens, an_error_names_the_source_of_the_token_and_never_the_token)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    home_set(bench.home, "STENO_TOKEN", "stale-token-7");
    bench_steno(&bench, "show 1-2 --json", NULL, 3, &result);
    cr_expect_str_has(buffer_text(&result.err), "(token from STENO_TOKEN (environment))");
    cr_expect_str_lacks(buffer_text(&result.err), "stale-token-7");
    cr_expect_str_lacks(buffer_text(&result.out), "stale-token-7");
    cr_expect_str_has(buffer_text(&result.out),
                      "{\"id\":2,\"ok\":false,\"error\":{\"kind\":\"not_logged_in\"",
                      "the id that was not tried is reported too");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(policy, is_shown_without_a_login)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "");
    bench_steno(&bench, "password-policy --json", NULL, 0, &result);
    cr_expect_str_starts(buffer_text(&result.out), "{\"ok\":true,\"policy\":{\"");
    process_result_free(&result);
    bench_steno(&bench, "password-policy", NULL, 0, &result);
    int lines = 0;
    for (const char *at = buffer_text(&result.out); (at = strchr(at, '\n')); at++)
        lines += 1;
    cr_expect_geq(lines, 15, "all 15 settings stand there");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(token_command, that_fails_ends_a_subcommand_with_the_reason_and_3)
{
    static const struct {
        const char *command, *err;
    } rows[] = {
        {"sh -c 'echo secret-words; exit 3'", "steno: token_command: sh exited with code 3\n"},
        {"sh -c 'echo locked >&2; exit 3'", "steno: token_command: sh exited with code 3: locked\n"},
        {"true", "steno: token_command: the command printed nothing\n"},
        {"no-such-helper", "steno: token_command: Cannot run no-such-helper: No such file or directory\n"},
        {"sleep 600", "steno: token_command: sleep did not finish within 1 s and was stopped\n"},
    };
    struct bench bench;
    char line[200];
    bench_start(&bench, "");
    home_set(bench.home, "STENO_TIMEOUT", "1");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(line, sizeof line, "url = $URL\ntoken_command = %s\n", rows[i].command);
        bench_config(&bench, line);
        bench_expect(&bench, "whoami", NULL, 3, "", rows[i].err);
    }
    cr_expect_not(bench_saw_request(&bench, "CurrentUser"), "asked without a token");
    bench_stop(&bench);
}

/* Two servers; the config has a token_command and a password_command for the first. */
static void two_servers(struct bench *own, struct bench *other)
{
    bench_start(own, "--token token-of-a");
    bench_start(other, "--token token-of-b");
    home_set(own->home, "STENO_URL", NULL);
    char *config = mem_printf("url = $URL\n"
                              "token_command = sh -c 'echo token-of-a; echo x >>\"$HOME/ran\"'\n"
                              "password_command = sh -c 'echo demo; echo x >>\"$HOME/ran\"'\n"
                              "[profile b]\nurl = %s\n",
                              other->sandbox.url);
    bench_config(own, config);
    free(config);
}

/* The command is refused with 3, neither run nor sent anywhere. */
static void expect_refused(struct bench *own, struct bench *other, const char *command, const char *arguments)
{
    struct process_result result;
    char *said =
        mem_printf("%s is for %s: put url and %s into [profile NAME]\n", command, own->sandbox.url, command);
    bench_steno(own, arguments, NULL, 3, &result);
    cr_expect_str_has(buffer_text(&result.err), said, "steno %s: %s", arguments, buffer_text(&result.err));
    process_result_free(&result);
    char *ran = home_read(own->home, "home/ran"), *requests = bench_requests(other);
    cr_expect_null(ran, "steno %s ran the command", arguments);
    cr_expect_str_eq(requests, "", "steno %s sent %s", arguments, requests);
    free(requests);
    free(ran);
    free(said);
}

Test(token_command, of_one_server_gives_no_token_to_another_by_any_way)
{
    static const char *const commands[] = {"whoami",
                                           "show 1",
                                           "wait 1 --within 2",
                                           "watch 1 --within 2",

                                           "enqueue 1",
                                           "export 1 -o x.srt",
                                           "tag rm 1 news",
                                           "metadata set 1 a b"};
    struct bench own, other;
    struct process_result result;
    two_servers(&own, &other);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        char *flag = mem_printf("%s --url %s", commands[i], other.sandbox.url);
        char *profile = mem_printf("%s --profile b", commands[i]);
        expect_refused(&own, &other, "token_command", flag);
        expect_refused(&own, &other, "token_command", profile);
        home_set(own.home, "STENO_URL", other.sandbox.url);
        expect_refused(&own, &other, "token_command", commands[i]);
        home_set(own.home, "STENO_URL", NULL);
        home_set(own.home, "STENO_PROFILE", "b");
        expect_refused(&own, &other, "token_command", commands[i]);
        home_set(own.home, "STENO_PROFILE", NULL);
        free(profile);
        free(flag);
    }
    home_set(own.home, "STENO_TOKEN", "token-of-b");
    bench_steno(&own, "show 1 --profile b", NULL, 0, &result);
    process_result_free(&result);
    home_set(own.home, "STENO_TOKEN", NULL);
    bench_steno(&own, "show 1", NULL, 0, &result);
    process_result_free(&result);
    bench_stop(&own);
    bench_stop(&other);
}

Test(password_command, of_one_server_gives_no_password_to_another_by_any_way)
{
    struct bench own, other;
    struct process_result result;
    two_servers(&own, &other);
    char *flag = mem_printf("login --email demo@example.org --url %s", other.sandbox.url);
    expect_refused(&own, &other, "password_command", flag);
    expect_refused(&own, &other, "password_command", "login --email demo@example.org --profile b");
    home_set(own.home, "STENO_URL", other.sandbox.url);
    expect_refused(&own, &other, "password_command", "login --email demo@example.org");
    bench_steno(&own, "login --email demo@example.org --password-stdin", "demo\n", 0, &result);
    cr_expect_str_has(buffer_text(&result.err), "note: the token from token_command of ");
    process_result_free(&result);
    free(flag);
    bench_stop(&own);
    bench_stop(&other);
}

Test(profile, that_is_not_there_is_refused_and_those_there_are_are_named)
{
    struct bench bench;
    bench_start(&bench, "");
    home_write(bench.home, "config/steno/config", "[profile work]\ntimeout = 5\n");
    bench_expect(&bench, "list --profile wrok", NULL, 2, "",
                 "steno: --profile: there is no profile “wrok”; there are “default”, “work”; “steno login "
                 "--profile NAME” creates one\n");
    bench_expect(&bench, "--plain --profile wrok", "", 2, "",
                 "steno: --profile: there is no profile “wrok”; there are “default”, “work”; “steno login "
                 "--profile NAME” creates one\n");
    home_set(bench.home, "STENO_PROFILE", "wrok");
    bench_expect(
        &bench, "logout", NULL, 2, "",
        "steno: STENO_PROFILE: there is no profile “wrok”; there are “default”, “work”; “steno login "
        "--profile NAME” creates one\n");
    bench_expect(&bench, "list --profile work", NULL, 0, "",
                 "steno: the watchlist is empty: add projects with steno add ID\n");
    bench_stop(&bench);
}

Test(profile, is_made_by_a_login)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "");
    bench_steno(&bench, "login --profile night --email demo@example.org --password-stdin", "demo\n", 0,
                &result);
    process_result_free(&result);
    bench_steno(&bench, "whoami --profile night", NULL, 0, &result);
    process_result_free(&result);
    bench_expect(&bench, "whoami", NULL, 3, "",
                 "steno: not logged in to $URL: there is no token; run “steno login” or set STENO_TOKEN\n");
    bench_stop(&bench);
}

Test(whoami, a_new_token_is_saved_and_what_was_only_said_on_this_line_is_not)
{
    struct home *home = home_create();
    struct mock_server *mock = mock_start();
    struct process_result result;
    char text[300];
    snprintf(text, sizeof text, "[profile default]\nurl = %s\napi_path = /API\ntoken = old-token-1\n",
             mock_url(mock));
    home_write(home, "config/steno/credentials", text);
    mock_json(mock, 200, "{\"Token\":\"new-token-2\",\"User\":{\"Id\":1}}");
    snprintf(text, sizeof text, "whoami --json --api-path /XAPI --url %s/", mock_url(mock));
    process_steno(home, text, NULL, &result);
    cr_expect_eq(result.code, 0, "%s", buffer_text(&result.err));
    process_result_free(&result);
    char *saved = home_read(home, "config/steno/credentials");
    snprintf(text, sizeof text, "[profile default]\nurl = %s\napi_path = /API\ntoken = new-token-2\n",
             mock_url(mock));
    cr_expect_str_eq(saved, text);
    free(saved);
    mock_stop(mock);
    home_remove(home);
}

Test(whoami, of_an_account_without_claims_and_email_has_none)
{
    struct home *home = home_create();
    struct mock_server *mock = mock_start();
    struct process_result result;
    home_set(home, "STENO_URL", mock_url(mock));
    home_set(home, "STENO_TOKEN", "t");
    for (int i = 0; i < 2; i++)
        mock_json(mock, 200, "{\"Token\":\"t\",\"User\":{\"Id\":1},\"Claims\":null}");
    process_steno(home, "whoami --json", NULL, &result);
    cr_expect_str_eq(buffer_text(&result.out), "{\"ok\":true,\"user\":{\"Id\":1}}\n");
    process_result_free(&result);
    process_steno(home, "doctor", NULL, &result);
    cr_expect_str_has(buffer_text(&result.out), " ms, logged in as an account without email\n");
    process_result_free(&result);
    mock_stop(mock);
    home_remove(home);
}

Test(login, is_no_change_of_a_project_and_goes_on_when_read_only_is_set)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "");
    home_write(bench.home, "config/steno/config", "read_only = true\n");
    bench_steno(&bench, "login --email demo@example.org --password-stdin", "demo\n", 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "enqueue 1", NULL, 3, &result);
    process_result_free(&result);
    bench_stop(&bench);
}

Test(errors, the_source_of_a_refused_token_is_told_once)
{
    static const char *const lines[] = {
        "metadata set 1 k v", "tag rm 1 news", "show 1",
        "export 1",           "enqueue 1",     "metadata rm 1 k --access-token 4"};
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "");
    home_set(bench.home, "STENO_TOKEN", "no-such-token");
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        bench_steno(&bench, lines[i], NULL, 3, &result);
        const char *told = strstr(buffer_text(&result.err), "(token from STENO_TOKEN (environment))");
        cr_assert_not_null(told, "%s: %s", lines[i], buffer_text(&result.err));
        cr_expect_str_lacks(told + 1, "(token from", "%s: %s", lines[i], buffer_text(&result.err));
        process_result_free(&result);
    }
    bench_stop(&bench);
}
