/* Projects that were added before a server was set are offered to the one that is set later: once. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "e2e/state_look.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/pty.h"

#define LIMIT_MS 20000

static struct bench bench;

/* Three projects and a preset of before, then the server's address, with another API path than theirs. */
static void begin(void)
{
    bench_start(&bench, "--api-path /XAPI");
    home_set(bench.home, "STENO_URL", NULL);
    bench_expect(&bench, "add 12 1-2", NULL, 0, "", "");
    bench_expect(&bench, "note 12 mine", NULL, 0, "", "");
    bench_expect(&bench, "preset save fast enqueue --lang en-US", NULL, 0, "", "");
    home_set(bench.home, "STENO_URL", bench.sandbox.url);
    home_set(bench.home, "STENO_API_PATH", "/XAPI");
}

static void end(void)
{
    bench_stop(&bench);
}

TestSuite(early_ids, .init = begin, .fini = end);

/* Runs `list --ids` in a terminal; the question is awaited and answered, with NULL none may come. */
static void list_in_a_terminal(const char *answer)
{
    struct pty *pty = pty_steno(bench.home, "list --ids", 24, 160);
    if (answer) {
        cr_assert(
            pty_wait_text(pty,
                          "steno: 3 projects were added before a server was set: 12 1-2. Move them to the "
                          "watchlist of http://127.0.0.1:",
                          LIMIT_MS));
        pty_type(pty, answer);
        pty_key(pty, "Enter");
    }
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
    cr_expect_eq(pty_has_text(pty, "Move them"), answer != NULL);
    pty_free(pty);
}

Test(early_ids, are_moved_with_notes_and_presets_where_the_answer_is_yes)
{
    bench_expect(
        &bench, "list --json", NULL, 0, "",
        "steno: 3 projects were added before a server was set: 12 1-2. In a terminal steno list asks "
        "whether to move them to the watchlist of $URL\n"
        "steno: the watchlist is empty: add projects with steno add ID\n");
    bench_expect(&bench, "add 7", NULL, 0, "", "");
    list_in_a_terminal("y");
    bench_expect(&bench, "list --ids", NULL, 0, "7\n12\n1\n2\n", "");
    bench_expect(&bench, "list note:mine --ids", NULL, 0, "12\n", "");
    bench_expect(&bench, "preset list", NULL, 0, "enqueue   fast\n", "");
    home_set(bench.home, "STENO_URL", NULL);
    home_set(bench.home, "STENO_API_PATH", NULL);
    bench_expect(&bench, "list", NULL, 0, "",
                 "steno: the watchlist is empty: add projects with steno add ID\n");
}

Test(early_ids, stay_where_they_are_and_are_not_offered_again_where_it_is_no)
{
    list_in_a_terminal("n");
    list_in_a_terminal(NULL);
    bench_expect(&bench, "list --ids", NULL, 0, "",
                 "steno: the watchlist is empty: add projects with steno add ID\n");
    home_set(bench.home, "STENO_URL", NULL);
    home_set(bench.home, "STENO_API_PATH", NULL);
    bench_expect(&bench, "list --ids", NULL, 0, "12\n1\n2\n", "");
}

Test(early_ids, are_told_once_where_nobody_can_answer)
{
    bench_expect(
        &bench, "add 1", NULL, 0, "",
        "steno: 3 projects were added before a server was set: 12 1-2. In a terminal steno list asks "
        "whether to move them to the watchlist of $URL\n");
    bench_expect(&bench, "list --ids", NULL, 0, "1\n", "");
    bench_expect(&bench, "add 12 1-2", NULL, 0, "", "");
    bench_expect(&bench, "list note:mine --ids", NULL, 0, "", "");
    list_in_a_terminal("y"); /* for the note and the preset, which added ids do not bring */
    bench_expect(&bench, "list --ids", NULL, 0, "1\n12\n2\n", "");
    bench_expect(&bench, "list note:mine --ids", NULL, 0, "12\n", "");
    bench_expect(&bench, "preset list", NULL, 0, "enqueue   fast\n", "");
    list_in_a_terminal(NULL);
}

/* Runs these words without a server, under another API path than the sandbox's. */
static void run_nowhere(const char *api_path, const char *words, const char *out)
{
    home_set(bench.home, "STENO_URL", NULL);
    home_set(bench.home, "STENO_API_PATH", api_path);
    bench_expect(&bench, words, NULL, 0, out, "");
    home_set(bench.home, "STENO_URL", bench.sandbox.url);
    home_set(bench.home, "STENO_API_PATH", "/XAPI");
}

Test(early_ids, stay_where_the_answer_was_no_when_others_are_moved)
{
    list_in_a_terminal("n");
    run_nowhere("/b", "add 8", "");
    struct pty *pty = pty_steno(bench.home, "list --ids", 24, 160);
    cr_assert(pty_wait_text(pty, "1 project was added before a server was set: 8. Move them", LIMIT_MS));
    pty_type(pty, "y");
    pty_key(pty, "Enter");
    cr_expect_eq(pty_wait_exit(pty, LIMIT_MS), 0);
    pty_free(pty);
    bench_expect(&bench, "list --ids", NULL, 0, "8\n", "");
    bench_expect(&bench, "preset list", NULL, 0, "", "");
    run_nowhere(NULL, "list --ids", "12\n1\n2\n");
}

Test(early_ids, are_not_moved_by_an_add_under_another_path)
{
    struct process_result result;
    bench_steno(&bench, "list", NULL, 0, &result); /* says that they are there */
    process_result_free(&result);
    run_nowhere("/b", "add 12 6", "");
    run_nowhere("/b", "list --ids", "12\n6\n");
    run_nowhere(NULL, "list note:mine --ids", "12\n");
}

Test(early_ids, lend_no_note_to_a_project_of_the_server_where_the_answer_was_no)
{
    list_in_a_terminal("n");
    bench_expect(&bench, "add 12", NULL, 0, "", "");
    bench_expect(&bench, "list note:mine --ids", NULL, 0, "", "");
    bench_expect(&bench, "preset list", NULL, 0, "", "");
}

Test(early_ids, are_offered_while_a_note_of_theirs_is_left_behind)
{
    char *bare =
        mem_printf("INSERT INTO scopes VALUES (90, '%s/XAPI');"
                   "INSERT INTO watchlist (scope, id, place) VALUES (90, 1, 1), (90, 12, 2), (90, 2, 3)",
                   bench.sandbox.url);
    state_change(bench.home, "state", bare);
    free(bare);
    list_in_a_terminal("y");
    bench_expect(&bench, "list --ids", NULL, 0, "1\n12\n2\n", "");
    bench_expect(&bench, "list note:mine --ids", NULL, 0, "12\n", "");
}

Test(early_ids, are_offered_before_the_screen_opens)
{
    struct pty *pty = pty_steno(bench.home, "", 24, 160);
    cr_assert(
        pty_wait_text(pty, "3 projects were added before a server was set: 12 1-2. Move them", LIMIT_MS));
    pty_type(pty, "y");
    pty_key(pty, "Enter");
    cr_assert(pty_wait_text(pty, "Email", LIMIT_MS)); /* nobody is logged in: the login form */
    pty_key(pty, "^Q");
    pty_free(pty);
    bench_expect(&bench, "list --ids", NULL, 0, "12\n1\n2\n", "");
}

Test(early_ids_offered, are_not_taken_over_by_the_first_login_after_the_account_was_forgotten)
{
    struct process_result result;
    bench_start(&bench, "");
    home_set(bench.home, "STENO_URL", NULL);
    bench_expect(&bench, "add 12", NULL, 0, "", "");
    home_set(bench.home, "STENO_URL", bench.sandbox.url);
    bench_steno(&bench, "list", NULL, 0, &result);
    process_result_free(&result);
    for (int login = 0; login < 2; login++) {
        bench_steno(&bench, "login --email demo@example.org --password-stdin", "demo\n", 0, &result);
        process_result_free(&result);
        bench_expect(&bench, "list --ids", NULL, 0, "",
                     "steno: the watchlist is empty: add projects with steno add ID\n");
        bench_steno(&bench, "logout --forget", NULL, 0, &result);
        process_result_free(&result);
    }
    bench_stop(&bench);
}
