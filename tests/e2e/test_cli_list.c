/* `list` with the words of the filter, by the real program against a real server. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "e2e/cli_run.h"
#include "e2e/control.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

Test(list, takes_the_words_of_the_filter_and_the_columns_of_the_list)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "list is:todo --ids", NULL, 0, "",
                 "steno: the watchlist is empty: add projects with steno add ID\n");
    bench_expect(&bench, "add 1-4 10", NULL, 0, "", "");
    bench_expect(&bench, "list is:todo --ids", NULL, 0, "", "");
    bench_expect(&bench, "list --refresh state:none --sort length-", NULL, 0,
                 "    1  None        00:42:10  Council meeting, 14 May\n"
                 "    4  None        00:17:48  Phone-in, damaged tape\n"
                 "    3  None        no media  Lecture 7\n",
                 "");
    bench_expect(&bench, "list is:todo --ids", NULL, 0, "1\n4\n", "");
    bench_expect(&bench, "list --ids --sort name -- -is:todo", NULL, 0, "10\n2\n3\n", "");
    bench_expect(&bench, "list is:failed tag:nothing", NULL, 0, "", "");
    bench_steno(&bench, "list is:export --json", NULL, 0, &result);
    cr_expect_str_starts(buffer_text(&result.out), "{\"id\":2,\"ok\":true,");
    process_result_free(&result);
    bench_stop(&bench);
}

/* A nightly job whose login is gone has another watchlist, an empty one. */
Test(list, refreshed_where_no_server_or_no_login_is_known_fails_though_it_is_empty)
{
    struct bench bench;
    bench_start(&bench, "");
    bench_expect(&bench, "list --refresh --ids", NULL, 3, "",
                 "steno: not logged in to $URL: there is no token; run “steno login” or set STENO_TOKEN\n");
    home_set(bench.home, "STENO_TOKEN", "t");
    bench_expect(&bench, "list --refresh", NULL, 0, "",
                 "steno: the watchlist is empty: add projects with steno add ID\n");
    home_set(bench.home, "STENO_URL", NULL);
    static const char *const lines[] = {"list --refresh", "add 7", "preset save fast enqueue --lang en-US"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        bench_expect(&bench, lines[i], NULL, 2, "", "steno: No server is set: steno login, or STENO_URL\n");
    bench_expect(&bench, "list", NULL, 0, "",
                 "steno: the watchlist is empty: add projects with steno add ID\n");
    bench_stop(&bench);
}

Test(list, names_the_word_or_the_column_that_is_unknown)
{
    static const struct {
        const char *line, *said;
    } rows[] = {
        {"list is:new", "“is:new” is unknown: use is:todo, is:busy, is:failed, is:export or is:today"},
        {"list tag:", "“tag:” is not finished: its text is missing"},
        {"list --state none",
         "unknown option --state; write the word state:TEXT; steno list --help lists the options"},
        {"list --tag=news",
         "unknown option --tag; write the word tag:TEXT; steno list --help lists the options"},
        {"list -court", "unknown option -court (put arguments that begin with “-” after --); steno list "
                        "--help lists the options"},
        {"list --sort zebra",
         "--sort: “zebra” is invalid: use one of id state since length name tags expires "
         "exported changed"},
        {"list --ids --json=false --sort note-",
         "--sort: “note-” is invalid: use one of id state since length "
         "name tags expires exported changed"},
    };
    struct bench bench;
    bench_start(&bench, "");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *said = mem_printf("steno: %s\n", rows[i].said);
        bench_expect(&bench, rows[i].line, NULL, 2, "", said);
        free(said);
    }
    bench_stop(&bench);
}

Test(list, json_has_the_last_export_and_whether_it_is_old_as_show_has)
{
    struct bench bench;
    struct process_result result;
    static const char *const commands[] = {"list --json", "show 2 --json", "show 2 --json --offline"};
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "add 2 1", NULL, 0, "", "");
    bench_steno(&bench, "list --refresh", NULL, 0, &result); /* what is exported has a known version */
    process_result_free(&result);
    bench_steno(&bench, "export 2 -o out.srt", NULL, 0, &result);
    process_result_free(&result);
    bench_steno(&bench, "list --refresh --json", NULL, 0, &result);
    for (size_t i = 0;; i++) {
        const char *out = buffer_text(&result.out), *at = strstr(out, ",\"exported\":{\"when\":\"20");
        cr_expect_str_has(at, "Z\",\"format\":\"srt\",\"old\":false}}\n", "%s", out);
        cr_expect(!at || !strstr(at + 12, "\"exported\""), "the project without one has none: %s", out);
        process_result_free(&result);
        if (i == sizeof commands / sizeof commands[0])
            break;
        bench_steno(&bench, commands[i], NULL, 0, &result);
    }
    control_change(&bench.sandbox, 2, "{}");
    bench_steno(&bench, "show 2 --json", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.out), ",\"old\":true}}\n");
    process_result_free(&result);
    bench_stop(&bench);
}

/* What `list --refresh` prints, the times of the readings cut out. Caller frees. */
static char *refreshed(struct bench *bench, const char *arguments)
{
    struct process_result result;
    bench_steno(bench, arguments, NULL, 0, &result);
    char *out = buffer_take(&result.out);
    for (char *at = out; (at = strstr(at, "\"fetched\":\""));) {
        char *end = strchr(at, 'Z');
        cr_assert_not_null(end);
        memmove(at, end, strlen(end) + 1);
    }
    process_result_free(&result);
    return out;
}

Test(list, a_refresh_prints_the_same_whether_replies_are_as_they_were_or_not)
{
    struct bench bench;
    bench_start_logged_in(&bench, "");
    home_write(bench.home, "config/steno/config", "rate_cap = 0\n");
    bench_expect(&bench, "add 1-12", NULL, 0, "", "");
    char *json = refreshed(&bench, "list --refresh --json"), *text = refreshed(&bench, "list --refresh");
    char *again = refreshed(&bench, "list --refresh --json");
    cr_expect_str_eq(again, json);
    free(again);
    control_change(&bench.sandbox, 4, "{\"ProcessingState\":\"Failed\"}");
    again = refreshed(&bench, "list --refresh --json");
    cr_expect_str_has(again, "\"ProcessingState\":\"Failed\"");
    free(again);
    again = refreshed(&bench, "list --refresh");
    cr_expect_str_neq(again, text, "4 has failed");
    control_change(&bench.sandbox, 4, "{\"ProcessingState\":\"None\"}");
    free(again);
    again = refreshed(&bench, "list --refresh");
    cr_expect_str_eq(again, text);
    cr_expect_eq(control_requests(&bench.sandbox, "get-project"), 6 * 12);
    free(again);
    free(json);
    free(text);
    bench_stop(&bench);
}

Test(list, what_another_program_forgets_while_it_is_read_is_a_row_all_the_same)
{
    struct bench bench;
    struct process process;
    char out[2000] = "";
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "add 2", NULL, 0, "", "");
    free(refreshed(&bench, "list --refresh"));
    control_forget(&bench.sandbox);
    control_fault(&bench.sandbox, "get-project/2:late=1000*1");
    bench_begin(&bench, "list --refresh --json", &process);
    cr_assert(control_wait_requests(&bench.sandbox, "get-project", 1));
    bench_expect(&bench, "forget 2", NULL, 0, "", "");
    size_t len = 0;
    for (ssize_t got; (got = read(process.from, out + len, sizeof out - 1 - len)) > 0;)
        len += (size_t)got;
    cr_expect_eq(process_finish(&process, PROCESS_LIMIT_MS), 0);
    cr_expect_str_has(out, "{\"id\":2,\"ok\":true,\"project\":{");
    bench_stop(&bench);
}

Test(list, quiet_drops_remarks_and_verbose_logs_the_requests)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "");
    bench_expect(&bench, "list --quiet", NULL, 0, "", "");
    bench_expect(&bench, "show 999 --quiet --json=false", NULL, 4, "",
                 "steno: Read project 999: not found (404): Project not found. Check the id; the project may "
                 "belong to "
                 "another account.\n");
    bench_steno(&bench, "show 2 --verbose --quiet", NULL, 0, &result);
    cr_expect_str_has(buffer_text(&result.err), "/Projects/2");
    cr_expect_str_lacks(buffer_text(&result.out), "/API", "the log is no result");
    process_result_free(&result);
    bench_stop(&bench);
}

/* Expects a log with the request, and without the token. */
static void expect_log(const char *log)
{
    cr_expect_str_has(log, "/Projects/2");
    cr_expect(!log || !strstr(log, "s3cret"), "%s", log);
}

Test(list, verbose_writes_to_the_log_file_alone_where_there_is_one_and_no_secret_anywhere)
{
    struct bench bench;
    struct process_result result;
    bench_start_logged_in(&bench, "--token s3cret");
    bench_steno(&bench, "show 2 --verbose", NULL, 0, &result);
    expect_log(buffer_text(&result.err));
    process_result_free(&result);
    char *path = home_path(bench.home, "steno.log"), *config = mem_printf("log_file = %s\n", path), *log;
    bench_config(&bench, config);
    bench_steno(&bench, "show 2 --verbose", NULL, 0, &result);
    cr_expect_str_eq(buffer_text(&result.err), "");
    cr_expect_str_lacks(buffer_text(&result.out), "/API", "the log is no result");
    log = home_read(bench.home, "steno.log");
    expect_log(log);
    process_result_free(&result);
    free(log);
    free(config);
    free(path);
    bench_stop(&bench);
}
