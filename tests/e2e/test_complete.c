/* `steno __complete`: what the program offers for a line that is being typed, and what it never does for it.
 */
/* SPDX-License-Identifier: MIT */
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "e2e/cli_run.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

/* What is offered for the words, the last of which is being typed; nothing is ever said. */
static void expect_offer(const struct home *home, const char *words, const char *expected)
{
    struct process_result result;
    char *line = mem_printf("__complete -- steno %s", words);
    process_steno(home, line, NULL, &result);
    cr_expect_eq(result.code, 0, "%s", words);
    cr_expect_str_eq(buffer_text(&result.out), expected, "%s:\n%s", words, buffer_text(&result.out));
    cr_expect_str_eq(buffer_text(&result.err), "", "%s: %s", words, buffer_text(&result.err));
    process_result_free(&result);
    free(line);
}

/* The first words of each line that is offered, in one row. */
static void expect_words(const struct home *home, const char *words, const char *expected)
{
    struct process_result result;
    struct buffer row;
    char *line = mem_printf("__complete -- steno %s", words), *rest, *answer;
    buffer_init(&row, BUFFER_MAX_DEFAULT);
    process_steno(home, line, NULL, &result);
    rest = result.out.data;
    while ((answer = strsep(&rest, "\n")) && *answer)
        buffer_printf(&row, "%s%.*s", row.len ? " " : "", (int)strcspn(answer, "\t"), answer);
    cr_expect_str_eq(buffer_text(&row), expected, "%s: %s", words, buffer_text(&row));
    buffer_free(&row);
    process_result_free(&result);
    free(line);
}

Test(complete, offers_commands_flags_and_the_values_of_the_tables)
{
    static const char *const rows[][2] = {
        {"enq", "enqueue"},
        {"metadata ''", "set rm"},
        {"meta", "metadata"},
        {"help pass", "password-policy"},
        {"help metadata ''", "set rm"},
        {"help metadata set ''", ""},
        {"--url x sh", "show"},
        {"--json --url=x --color never sh", "show"},
        {"--json enqueue 1 --lan", "--lang"},
        {"enqueue 1 --lang en", "en-US"},
        {"export 1 --file-f", "--file-format-id"},
        {"export 1 --file-format-id=s", "--file-format-id=srt --file-format-id=ssa"},
        {"export 1 --file-format-id s", "srt ssa"},
        {"enqueue 1 --with-ppc=", "--with-ppc=true --with-ppc=false"},
        {"export 1 --unset file-f", "file-format-id"},
        {"show 1 --lan", ""},
        {"--color a", "auto always"},
        {"--plain=f", "--plain=false"},
        {"wait 1 --wi", "--within"},
        {"watch 1 --wi", "--within"},
        {"wait 1 --tim", "--timeout"},
        {"watch 1 --tim", "--timeout"},
        {"show --demo", ""},
        {"--dem", "--demo"},
        {"list --sort ex", "expires expires- exported exported-"},
        {"list is:t", "is:todo is:today"},
        {"list is:todo st", "state:"},
        {"list -- -is:b", "-is:busy"},
        {"lint --fail-on ''", "error warning never"},
        {"export --style b", "bbc"},
        {"preset save x e", "enqueue export"},
        {"login --as f", "form"},
        {"lint ca", ":files"},
        {"export 1 -o ''", ":files"},
        {"export 1 --output=f", ":files --output="},
        {"export --nonsense 1 --file-f", "--file-format-id"},
        {"note 1 ''", ""},
        {"whoami ''", ""},
    };
    struct home *home = home_create();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        expect_words(home, rows[i][0], rows[i][1]);
    home_remove(home);
}

Test(complete, a_line_that_is_none_offers_nothing)
{
    struct home *home = home_create();
    struct process_result result;
    static const char *const lines[] = {"__complete", "__complete --", "__complete -- steno",
                                        "__complete x y z"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        process_steno(home, lines[i], NULL, &result);
        cr_expect_eq(result.code, 0);
        cr_expect_eq(result.out.len + result.err.len, 0, "%s", lines[i]);
        process_result_free(&result);
    }
    home_remove(home);
}

Test(complete, offers_the_watchlist_with_name_and_state_and_the_presets_without_a_request)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "add 2 1 1999", NULL, 0, "", "");
    struct process_result result;
    bench_steno(&bench, "list --refresh", NULL, 4, &result);
    process_result_free(&result);
    bench_expect(&bench, "preset save 'two words' export --file-format-id vtt", NULL, 0, "", "");
    bench_expect(&bench, "preset save fast enqueue --lang en-US", NULL, 0, "", "");
    char *before = bench_requests(&bench);
    expect_offer(bench.home, "show 1", "1\tNone  Council meeting, 14 May\n1999\n");
    expect_words(bench.home, "show 1 ''", "2 1 1999");
    expect_words(bench.home, "19", "1999");
    expect_words(bench.home, "1 19", "1999");
    expect_words(bench.home, "lint 19", ":files 1999");
    expect_offer(bench.home, "export 1 --preset ''", "two words\texport\n");
    expect_words(bench.home, "enqueue --preset=", "--preset=fast");
    expect_words(bench.home, "preset rm ''", "fast two words");
    expect_words(bench.home, "--url http://127.0.0.1:1 show ''", "");
    char *after = bench_requests(&bench);
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
    bench_stop(&bench);
}

Test(complete, obeys_the_profile_of_the_line_and_runs_no_command_of_it)
{
    struct bench bench;
    bench_start(&bench, "");
    bench_config(&bench, "[profile news]\nurl = $URL/news\ntoken_command = touch ran\n");
    bench_expect(&bench, "add 8", NULL, 0, "", "");
    home_set(bench.home, "STENO_URL", NULL);
    bench_expect(&bench, "--profile news add 7", NULL, 0, "", "");
    expect_words(bench.home, "--profile ''", "default news");
    expect_words(bench.home, "--profile news show ''", "7");
    expect_words(bench.home, "--profile=news show ''", "7");
    expect_words(bench.home, "show ''", "");
    cr_expect_null(home_read(bench.home, "ran"));
    bench_stop(&bench);
}

/* The names in a folder, one a line, as `ls -A` has them. */
static char *names_in(const struct home *home, const char *folder)
{
    struct process_result result;
    char *argv[] = {"find", (char *)(uintptr_t)folder, NULL};
    process_run(home, argv, NULL, PROCESS_LIMIT_MS, &result);
    char *names = mem_copy(buffer_text(&result.out));
    process_result_free(&result);
    return names;
}

Test(complete, makes_no_file_or_folder_and_is_silent_where_nothing_can_be_read)
{
    struct home *home = home_create();
    char *before = names_in(home, "."), *after;
    expect_words(home, "show ''", "");
    after = names_in(home, ".");
    cr_expect_str_eq(before, after);
    free(after);
    free(before);
    home_write(home, "state/steno/state.db",
               "this is no database, and long enough to be taken for one: "
               "0123456789012345678901234567890123456789012345678901234567890");
    home_write(home, "config/steno/config", "[broken\n");
    before = names_in(home, ".");
    expect_offer(home, "show ''", "");
    expect_offer(home, "preset show ''", "");
    after = names_in(home, ".");
    cr_expect_str_eq(before, after);
    free(after);
    free(before);
    home_remove(home);
}

/* Readers go beside a writer until that commits; where another program keeps all for itself, nothing is
 * offered. */
Test(complete, waits_for_no_program_that_has_locked_the_state)
{
    struct home *home = home_create();
    struct process_result result;
    sqlite3 *db;
    home_set(home, "STENO_URL", "http://127.0.0.1:1");
    process_steno(home, "add 5-6", NULL, &result);
    process_result_free(&result);
    char *path = home_path(home, "state/steno/state.db");
    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, "BEGIN IMMEDIATE; CREATE TABLE held (a)", NULL, NULL, NULL), SQLITE_OK);
    expect_words(home, "show ''", "5 6");
    sqlite3_close(db);
    cr_assert_eq(sqlite3_open(path, &db), SQLITE_OK);
    cr_assert_eq(sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE; CREATE TABLE held (a)", NULL, NULL, NULL),
                 SQLITE_OK);
    expect_offer(home, "show ''", "");
    sqlite3_close(db);
    free(path);
    home_remove(home);
}

Test(complete, looks_at_the_word_before_it_counts_how_many_fit)
{
    struct home *home = home_create();
    struct process_result result;
    home_set(home, "STENO_URL", "http://127.0.0.1:1");
    process_steno(home, "add 20000-24999", NULL, &result);
    process_result_free(&result);
    expect_words(home, "show 2499", "24990 24991 24992 24993 24994 24995 24996 24997 24998 24999");
    home_remove(home);
}
