/* Sentences name keys as they are bound, and an action without a key as a command. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/app_bench.h"

static struct bench bench;

static void fini(void)
{
    bench_free(&bench);
}

TestSuite(key_words, .fini = fini);

/* An application with other keys for some actions, on this watchlist. */
static void start(const char *token, const struct bench_row *rows, size_t count)
{
    static const char *const bound[][2] = {
        {"open", "F2"},        {"refresh", "none"},     {"login", "F4"},          {"activity", "F5"},
        {"mark", "F6"},        {"tags", "F7"},          {"interrupt", "^C F8"},   {"delete", "F9"},
        {"back", "Backspace"}, {"filter", "F10"},       {"form-unset-all", "F3"}, {"form-submit", "none"},
        {"copy", "Y"},         {"check-password", "C"}, {"command", ": ^T"},
    };
    size_t keys = sizeof bound / sizeof bound[0];
    bench_init(&bench, token);
    bench.settings.keys = mem_zero(keys, sizeof *bench.settings.keys);
    bench.settings.key_count = keys;
    for (size_t i = 0; i < keys; i++)
        bench.settings.keys[i] =
            (struct settings_key){.action = mem_copy(bound[i][0]), .keys = mem_copy(bound[i][1])};
    bench_start(&bench, 80, 24);
    bench_answer_load(&bench, rows, count);
}

Test(key_words, an_action_without_a_key_is_named_as_a_command)
{
    start("token", NULL, 0);
    cr_expect_str_eq(app_key_of(bench.app, "open"), "F2");
    cr_expect_str_eq(app_key_of(bench.app, "refresh"), ":refresh");
    cr_expect_str_eq(app_key_of(bench.app, "interrupt"), "^C");
    cr_expect_str_eq(app_key_of(bench.app, "form-submit"), ":form-submit");
}

Test(key_words, an_empty_watchlist_names_the_bound_key)
{
    start("token", NULL, 0);
    cr_expect(bench_page_has(&bench, PANE_DETAILS, "No project: F2 opens by id"));
    bench_keys(&bench, "e");
    cr_expect_str_eq(bench.app->status, "enqueue: there is no project under the cursor; F2 opens by id");
    bench_keys(&bench, "Esc");
    bench_command(&bench, "refresh");
    cr_expect_str_eq(bench.app->status, "No project to read: F2 opens by id");
    bench_command(&bench, "delete news");
    cr_expect_not_null(strstr(bench.app->status, "F2 opens by id"));
}

Test(key_words, what_is_not_read_yet_names_the_command_when_it_has_no_key)
{
    const struct bench_row rows[] = {{1, NULL, NULL}};
    start("token", rows, 1);
    bench_keys(&bench, "F7");
    cr_expect(bench_page_has(&bench, PANE_TAGS, "Not read yet: :refresh reads it"));
    bench_keys(&bench, "P");
    cr_expect(bench_page_has(&bench, PANE_POLICY, "Not read yet: :refresh reads it"));
    bench_answer_policy(&bench, bench_call(&bench, ENDPOINT_PASSWORD_SETTINGS), "{\"Data\":{}}");
    cr_expect(bench_page_has(&bench, PANE_POLICY, "C checks a password here"));
}

Test(key_words, a_login_left_names_its_bound_key)
{
    start(NULL, NULL, 0);
    bench_keys(&bench, "Esc");
    cr_expect_str_eq(bench.app->status, "Not logged in: F4 opens the login");
    bench_keys(&bench, "A");
    cr_expect(bench_page_has(&bench, PANE_ACCOUNT, "Not logged in: F4 logs in"));
}

Test(key_words, a_refresh_without_a_session_names_the_bound_key)
{
    start(NULL, NULL, 0);
    bench_keys(&bench, "Esc");
    bench_command(&bench, "refresh");
    cr_expect_str_eq(bench.app->status, "Not logged in: F4 opens the login");
    bench_command(&bench, "refresh-all");
    cr_expect_str_eq(bench.app->status, "Not logged in: F4 opens the login");
}

Test(key_words, a_filter_names_the_key_that_takes_it_away)
{
    const struct bench_row rows[] = {{1, "None", "One"}, {2, "None", "Two"}};
    start("token", rows, 2);
    bench_command(&bench, "filter Two");
    cr_expect_str_eq(bench.app->status, "1 of 2 projects hold “Two”; F10 and Enter show all");
}

Test(key_words, a_draft_offered_again_names_the_bound_key)
{
    const struct bench_row rows[] = {{1, "None", "One"}};
    start("token", rows, 1);
    bench_keys(&bench, "e");
    bench_answer_store(&bench, bench_store(&bench, STORE_DRAFT_LOAD), "{\"Lang\":\"de-DE\"}");
    cr_expect_not_null(strstr(app_form_top(bench.app)->message, "F3 starts afresh"));
    bench_keys(&bench, "v");
    cr_expect_str_eq(bench.app->preview.title, "What :form-submit sends");
    char hints[100];
    app_hints(bench.app, hints, sizeof hints, 80);
    cr_expect_str_eq(hints, "Y Copy  Backspace Back");
}

Test(key_words, a_key_bound_to_back_quits_on_the_watchlist)
{
    start("token", NULL, 0);
    bench_keys(&bench, "Backspace");
    cr_expect(bench.app->quitting);
}
