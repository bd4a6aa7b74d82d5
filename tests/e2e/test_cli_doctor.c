/* doctor and notify: what they tell, and the secrets that they do not. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "e2e/cli_run.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

Test(doctor, tells_where_everything_comes_from_and_no_secret)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "--token s3cret-token-value");
    home_set(bench.home, "STENO_TOKEN", "s3cret-token-value");
    home_set(bench.home, "https_proxy", "http://me:pr0xy-pass@proxy.example.org:3128");
    bench_steno(&bench, "doctor", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), "ok  token          set, from STENO_TOKEN (environment)\n");
    cr_expect_str_has(buffer_text(&result.out), ", from STENO_URL (environment)\n");
    cr_expect_str_has(buffer_text(&result.out), "http://***@proxy.example.org:3128");
    cr_expect_str_has(buffer_text(&result.out), " ms, logged in as demo@example.org\n");
    cr_expect_str_lacks(buffer_text(&result.out), "s3cret");
    cr_expect_str_lacks(buffer_text(&result.out), "pr0xy-pass");
    process_result_free(&result);
    bench_steno(&bench, "doctor --json", NULL, 0, &result);
    cr_expect_eq(strstr(buffer_text(&result.out),
                        "{\"ok\":true,\"checks\":[{\"name\":\"steno\",\"ok\":true,\"value\":"),
                 buffer_text(&result.out));
    process_result_free(&result);
    bench_stop(&bench);
}

Test(doctor, shows_no_part_of_a_proxy_variable_that_cannot_be_parsed)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    home_set(bench.home, "http_proxy", "http://me:pr0xy@pass@host:3128");
    home_set(bench.home, "all_proxy", "me:pr0xy-pass");
    home_set(bench.home, "https_proxy", "me:pr0xy-pass@proxy.example.org:3128");
    bench_steno(&bench, "doctor", NULL, 2, &result);
    const char *out = buffer_text(&result.out);
    cr_expect_str_has(
        out, "BAD http_proxy     set, but not to the address of a proxy, such as http://HOST:PORT\n");
    cr_expect_str_has(out, "BAD all_proxy      set, but not to the address of a proxy");
    cr_expect_str_has(out, "ok  https_proxy    ***@proxy.example.org:3128\n");
    cr_expect_str_has(
        out, "BAD server         Read account: nothing can be sent (the address of the proxy is not valid)");
    cr_expect_str_lacks(out, "pass");
    process_result_free(&result);
    home_set(bench.home, "no_proxy", "127.0.0.1");
    bench_steno(&bench, "doctor", NULL, 0, &result);
    process_result_free(&result);
    bench_stop(&bench);
}

Test(doctor, ends_with_the_code_of_what_is_wrong)
{
    struct bench bench;
    struct process_result result;
    bench_start(&bench, "");
    bench_steno(&bench, "doctor", NULL, 3, &result);
    cr_expect_str_has(buffer_text(&result.out), "BAD server         not logged in to ");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(doctor, a_credentials_file_that_others_can_read_is_marked)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    char *path = home_path(bench.home, "config/steno/credentials");
    char *const argv[] = {(char[]){"chmod"}, (char[]){"644"}, path, NULL};
    process_run(bench.home, argv, NULL, PROCESS_LIMIT_MS, &result);
    process_result_free(&result);
    process_steno(bench.home, "doctor", NULL, &result);
    cr_expect_neq(result.code, 0);
    cr_expect_str_has(buffer_text(&result.out), "BAD credentials    ");
    cr_expect_str_has(buffer_text(&result.out), "credentials can be read by others");
    process_result_free(&result);
    free(path);
    bench_stop(&bench);
}

/* doctor on a server that lets us in, with this config: it ends with the code and holds the line. */
static void expect_doctor(struct bench *bench, const char *config, int code, const char *line)
{
    struct process_result result;
    home_write(bench->home, "config/steno/config", config);
    bench_steno(bench, "doctor", NULL, code, &result);
    cr_expect_str_has(buffer_text(&result.out), line, "%s\nwithout: %s", buffer_text(&result.out), line);
    process_result_free(&result);
}

Test(doctor, says_ok_of_nothing_that_does_not_work)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    expect_doctor(&bench, "hook = sh -c true\n", 0, "ok  hook           sh …, from ");
    expect_doctor(&bench, "hook = no-such-hook -x\n", 2, "BAD hook           no-such-hook …, from ");
    expect_doctor(&bench, "copy_command = /no/such/xclip\n", 2,
                  "Cannot run /no/such/xclip: No such file or directory\n");
    expect_doctor(&bench, "ca_file = /no/such/ca.pem\n", 2, "BAD ca_file        /no/such/ca.pem, from ");
    expect_doctor(&bench, "[keys]\nenqueue = w\nhelp = F1 ?\n", 0,
                  "ok  keys           2 commands remapped\n");
    expect_doctor(&bench, "[keys]\nenqeue = w\n", 2, "BAD keys           ");
    expect_doctor(&bench, "[keys]\n\nenqueue = x\n", 2, "steno/config:3");
    bench_stop(&bench);
}

Test(doctor, fails_where_nothing_can_be_saved)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_steno(&bench, "add 2", NULL, 0, &result);
    process_result_free(&result);
    char *path = home_path(bench.home, "state/steno/state.db");
    cr_assert_eq(chmod(path, 0400), 0);
    expect_doctor(&bench, "", 1, " cannot be written. Give yourself the right: chmod u+w");
    bench_steno(&bench, "doctor --json", NULL, 1, &result);
    cr_expect_str_starts(buffer_text(&result.out), "{\"ok\":false,");
    process_result_free(&result);
    free(path);
    bench_stop(&bench);
}

Test(doctor, tells_what_it_can_where_the_settings_cannot_be_read)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "config/steno/config", "nonsense = 1\n");
    bench_steno(&bench, "doctor", NULL, 2, &result);
    const char *out = buffer_text(&result.out);
    cr_expect_str_starts(out, "ok  steno          ");
    cr_expect_str_has(out, "\nok  locale         ");
    cr_expect_str_has(out, "\nBAD settings       ");
    cr_expect_str_has(out, "/config:1: unknown setting “nonsense”; steno config shows all\n");
    cr_expect_str_has(out, "\nok  libcurl        ");
    cr_expect_str_eq(buffer_text(&result.err), "");
    process_result_free(&result);
    bench_steno(&bench, "doctor --json", NULL, 2, &result);
    cr_expect_str_starts(buffer_text(&result.out), "{\"ok\":false,\"checks\":[");
    process_result_free(&result);
    bench_stop(&bench);
}

Test(doctor, a_config_that_others_can_write_is_refused_with_2_by_all)
{
    static const char *const commands[] = {"whoami", "list", "--plain", "login --token-stdin"};
    struct bench bench;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "config/steno/config", "hook = sh -c 'echo >\"$HOME/ran\"'\n");
    char *path = home_path(bench.home, "config/steno/config");
    char *said =
        mem_printf("steno: %s can be written by others, who could have it run programs; run: chmod o-w %s\n",
                   path, path);
    chmod(path, 0602);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        bench_expect(&bench, commands[i], "", 2, "", said);
    char *row = mem_printf("BAD settings       %s", said + strlen("steno: "));
    struct process_result result;
    bench_steno(&bench, "doctor", NULL, 2, &result);
    cr_expect_str_has(buffer_text(&result.out), row);
    process_result_free(&result);
    free(row);
    char *ran = home_read(bench.home, "home/ran");
    cr_expect_null(ran);
    chmod(path, 0600);
    expect_doctor(&bench, "", 0, "config/steno/config, which nobody else can write\n");
    free(said);
    free(path);
    bench_stop(&bench);
}

#define HOOK_NOTE                                                                                            \
    "The hook gets the change in its environment (STENO_ID, STENO_NAME, STENO_STATE, …), not as arguments"

Test(doctor, says_how_a_hook_hears_of_a_change)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "config/steno/config", "hook = true\n");
    bench_steno(&bench, "doctor", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), ":1 (config). " HOOK_NOTE "\n");
    process_result_free(&result);
    bench_stop(&bench);
}

/* A host that is not this machine, and whose label is too long to be looked up. */
#define FAR "http://aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.example.org"

/* Runs steno with an http address of another machine; returns what it wrote, errors first. Caller frees. */
static char *run_far(struct bench *bench, const char *arguments, const char *input)
{
    struct process_result result;
    process_steno(bench->home, arguments, input, &result);
    size_t size = result.out.len + result.err.len + 1;
    char *text = malloc(size);
    snprintf(text, size, "%s%s", buffer_text(&result.err), buffer_text(&result.out));
    process_result_free(&result);
    return text;
}

Test(http, a_login_without_tls_to_another_machine_is_warned_of_before_the_password_is_sent)
{
    struct bench bench;
    bench_start(&bench, "");
    home_set(bench.home, "STENO_URL", FAR);
    char *text = run_far(&bench, "login --email a@b.c --password-stdin", "secret\n");
    cr_expect_str_starts(text, "steno: warning: http:// is not encrypted");
    free(text);
    home_write(bench.home, "config/steno/config", "allow_http = true\n");
    text = run_far(&bench, "login --email a@b.c --password-stdin", "secret\n");
    cr_expect_str_lacks(text, "not encrypted");
    free(text);
    home_set(bench.home, "STENO_URL", bench.sandbox.url);
    text = run_far(&bench, "login --email a@b.c --password-stdin", "secret\n");
    cr_expect_str_lacks(text, "not encrypted", "this machine: %s", text);
    free(text);
    bench_stop(&bench);
}

Test(http, doctor_fails_it_and_is_silenced_by_the_config)
{
    struct bench bench;
    bench_start(&bench, "");
    home_set(bench.home, "STENO_URL", FAR);
    char *text = run_far(&bench, "doctor", NULL);
    cr_expect_str_has(text, "BAD TLS            http:// is not encrypted");
    free(text);
    home_write(bench.home, "config/steno/config", "allow_http = true\n");
    text = run_far(&bench, "doctor", NULL);
    cr_expect_str_has(text, "ok  TLS            none: http:// is allowed by allow_http\n");
    free(text);
    home_set(bench.home, "STENO_URL", bench.sandbox.url);
    text = run_far(&bench, "doctor", NULL);
    cr_expect_str_has(text, "ok  TLS            none: http:// to this machine\n");
    free(text);
    bench_stop(&bench);
}
