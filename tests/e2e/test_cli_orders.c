/* Standing orders on the command line: given, listed, carried out by `orders run`, removed. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "e2e/control.h"
#include "e2e/orders_run.h"
#include "e2e/state_look.h"

TestSuite(cli_orders, .init = begin, .fini = end, .timeout = 120);

Test(cli_orders, one_that_is_completed_already_is_exported_at_once_each_preset_into_its_file)
{
    give(DONE, "air,web", "", 0, "orders run");
    expect(0, "orders list", "waits");
    expect(0, "orders run", "2-air.srt");
    cr_expect_gt(size_of("2-air.srt"), 0);
    cr_expect_gt(size_of("2-web.vtt"), 0);
    cr_expect_eq(count_files(false), 2);
    expect(0, "orders list", "");
    expect(0, "orders run", "");
}

Test(cli_orders, one_that_is_not_completed_waits_for_its_end)
{
    free(steno(0, "enqueue " NEVER));
    give(NEVER, "air", "", 0, "kept");
    expect(0, "orders run", "");
    cr_expect_eq(count_files(false), 0);
    expect(0, "orders run --wait", "15.srt");
    cr_expect_gt(size_of("15.srt"), 0);
    expect(0, "orders list", "");
}

Test(cli_orders, the_end_of_a_transcription_that_failed_ends_it_with_its_reason)
{
    free(steno(0, "enqueue " FAILS));
    give(FAILS, "air", "", 0, "kept");
    expect(1, "orders run --wait", "project 4 is Failed");
    expect(0, "orders list", "failed");
    free(steno(0, "orders rm " FAILS));
    expect(0, "orders list", "");
    expect(4, "orders rm " FAILS, "has no order");
}

Test(cli_orders, the_values_of_a_preset_are_copied_when_it_is_given)
{
    give(DONE, "air", "", 0, "kept");
    free(steno(0, "preset save air export --file-format-id vtt"));
    expect(0, "orders run", "2.srt");
}

Test(cli_orders, a_name_that_exists_is_refused_when_it_is_given_and_kept_when_it_appears_later)
{
    char *path = mem_printf("%s/2.srt", folder);
    give(DONE, "air", "", 0, "kept");
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs("mine\n", file);
    fclose(file);
    expect(1, "orders run", "already exists");
    cr_expect_eq(size_of("2.srt"), 5);
    expect(0, "orders list", "already exists");
    give(DONE, "air", "", 1, "--force overwrites it");
    give(DONE, "air", "--force", 0, "kept");
    expect(0, "orders run", "2.srt");
    cr_expect_gt(size_of("2.srt"), 5);
    cr_expect_eq(count_files(false), 1);
    free(path);
}

Test(cli_orders, a_server_that_is_busy_is_tried_again_and_one_that_refuses_ends_it)
{
    give(DONE, "air", "", 0, "kept");
    control_fault(&bench.sandbox, "export/2:status=503");
    expect(1, "orders run", "It is tried again.");
    expect(0, "orders list", "waits");
    control_heal(&bench.sandbox);
    expect(0, "orders run --wait", "2.srt");
    give(DONE, "web", "", 0, "kept");
    control_fault(&bench.sandbox, "export/2:status=403");
    expect(3, "orders run --wait", "403");
    expect(0, "orders list", "failed");
}

Test(cli_orders, what_cannot_be_read_is_no_order_that_was_done)
{
    give(DONE, "air", "", 0, "kept");
    control_fault(&bench.sandbox, "get-project:status=503");
    expect(1, "orders run", "project 2");
    expect(0, "orders list", "waits");
}

Test(cli_orders, a_folder_must_exist_and_a_preset_be_known)
{
    expect(2, "export " DONE " --when-done air -o /nowhere/at/all", "existing folder");
    expect(2, "export " DONE " --when-done air", "existing folder");
    give(DONE, "none-of-this-name", "", 2, "no preset");
    expect(0, "orders list", "");
}

Test(cli_orders, what_an_order_does_not_keep_is_refused_with_its_reason)
{
    give(DONE, "air", "--style bbc", 2, "--style cannot be used with --when-done: name the styles there");
    give(DONE, "air", "--preset web", 2, "--preset cannot be used");
    give(DONE, "air", "--skip-existing", 2, "--skip-existing cannot be used");
    give(DONE, "air", "--if-newer", 2, "--if-newer cannot be used");
    give(DONE, "air", "--dry-run", 2, "nothing is sent now");
    give(DONE, "air", "--name-pattern {nothing}", 2, "use one of {id}");
    expect(0, "orders list", "");
}

Test(cli_orders, a_style_is_as_good_as_a_preset_and_parameters_override_both)
{
    give(DONE, "bbc,air", "--subtitle-line-length 30", 0, "each order is kept");
    expect(0, "orders list --json", "\"SubtitleLineLength\":\"30\"");
    expect(0, "orders run", "2-air.srt");
    cr_expect_eq(count_files(false), 2);
}

/* --- with the enqueue --- */

Test(cli_orders, one_that_is_given_with_an_enqueue_waits_for_that_transcription)
{
    enqueue_then(DONE, "air,web", "--lang en-US", 0, "each order is kept");
    expect(0, "orders list", "waits");
    expect(0, "orders list --json", "\"FileFormatId\":\"srt\"");
    expect(0, "orders run --wait", "2-air.srt");
    cr_expect_gt(size_of("2-web.vtt"), 0);
    cr_expect_eq(count_files(false), 2);
    expect(0, "orders list", "");
}

Test(cli_orders, it_goes_with_the_enqueue_that_is_refused_and_only_that)
{
    control_fault(&bench.sandbox, "enqueue/2:status=403");
    enqueue_then(DONE " " NEVER, "air", "", 8, "the order is kept");
    char *said = steno(0, "orders list");
    cr_expect_str_lacks(said, "2  air");
    cr_expect_str_has(said, "15  air");
    free(said);
    expect(0, "orders run --wait", "15.srt");
    cr_expect_eq(count_files(false), 1);
}

Test(cli_orders, while_the_outcome_of_the_enqueue_is_unknown_it_waits_until_a_reading_settles_it)
{
    control_fault(&bench.sandbox, "enqueue/15:lost");
    enqueue_then(NEVER, "air", "", 6, "the order is kept");
    expect(0, "orders list", "waits");
    control_heal(&bench.sandbox);
    expect(0, "orders run --wait", "15.srt");
    cr_expect_eq(count_files(false), 1);
}

Test(cli_orders, nothing_is_sent_where_an_order_cannot_be_given)
{
    char *path = mem_printf("%s/15.srt", folder), *before = bench_requests(&bench);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fclose(file);
    enqueue_then(NEVER, "air", "", 1, "--force overwrites it");
    enqueue_then(NEVER, "nobody", "", 2, "no preset");
    expect(2, "export " NEVER " --when-done -o .",
           "option --when-done requires a value; if “-o” is that value, write --when-done=-o");
    expect(2, "enqueue " NEVER " --then-export air", "--then-export requires an existing folder");
    expect(2, "enqueue " NEVER " -o /tmp", "--output requires --then-export");
    char *after = bench_requests(&bench);
    cr_expect_str_eq(before, after);
    free(before);
    free(after);
    free(path);
}

Test(cli_orders, read_only_refuses_the_enqueue_and_not_the_export)
{
    enqueue_then(NEVER, "air", "--read-only", 3, "read_only is set");
    expect(0, "orders list", "");
    give(DONE, "air", "--read-only", 0, "kept");
    expect(0, "orders run --read-only", "2.srt");
    cr_expect_gt(size_of("2.srt"), 0);
}

Test(cli_orders, taking_the_project_from_the_watchlist_says_that_its_order_stays)
{
    give(DONE, "air", "", 0, "kept");
    free(steno(0, "add 2 3"));
    expect(0, "remove 2 3", "project 2: its order stays. steno orders rm 2 removes it\n");
    expect(0, "orders run", "2.srt");
}

/* --- again --- */

Test(cli_orders, the_next_enqueue_offers_what_failed_with_the_one_before_and_again_takes_it_up)
{
    give(FAILS, "air,web", "", 0, "kept");
    free(steno(0, "enqueue " FAILS));
    expect(1, "orders run --wait", "project 4 is Failed");
    char *said = steno(0, "enqueue " FAILS);
    cr_expect_str_has(said,
                      "project 4: order air has ended: project 4 is Failed. steno orders again 4 has it "
                      "wait for this run");
    cr_expect_str_has(said, "project 4: order web has ended");
    free(said);
    expect(4, "orders again " DONE, "project 2 has no order that has ended");
    expect(0, "orders again " FAILS, "");
    said = steno(0, "orders list");
    cr_expect_str_has(said, "4  air  waits");
    cr_expect_str_has(said, "4  web  waits");
    free(said);
    expect(0, "orders run", "");
    expect(1, "orders run --wait", "project 4 is Failed");
}

Test(cli_orders, again_with_force_overwrites_the_file_that_was_in_the_way)
{
    give(DONE, "air", "", 0, "kept");
    char *path = mem_printf("%s/2.srt", folder);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fclose(file);
    expect(1, "orders run", "already exists");
    free(steno(0, "orders again " DONE));
    expect(1, "orders run", "already exists");
    free(steno(0, "orders again " DONE " --force"));
    expect(0, "orders run", "2.srt");
    cr_expect_gt(size_of("2.srt"), 0);
    free(path);
}

/* --- one name, one file --- */

Test(cli_orders, even_force_does_not_let_the_file_of_one_order_replace_that_of_another)
{
    char *words = mem_printf("export 2 3 --when-done air -o %s --name-pattern a.{ext} --force", folder);
    expect(2, words, "a.srt would be the file of two orders; put {id} into the pattern\n");
    expect(0, "orders list", "");
    free(words);
    give(DONE, "air,air", "--force", 2, "of two orders; name each preset once");
    words = mem_printf("enqueue 2 15 --then-export air -o %s --name-pattern a.{ext}", folder);
    expect(2, words, "would be the file of two orders");
    free(words);
    give(DONE, "air,air", "--name-pattern {id}-{name}.{ext}", 2,
         "/{id}-{name}-air.{ext} would be the file of two orders; name each preset once");
    words = mem_printf("enqueue " DONE " --then-export web,web -o %s --name-pattern {name}.{ext}", folder);
    expect(2, words, "would be the file of two orders");
    expect(0, "orders list", "");
    free(words);
    free(steno(0, "enqueue " NEVER " --wait"));
    words = mem_printf("export 2 15 --when-done air -o %s --name-pattern {state}.{ext} --force", folder);
    free(steno(0, words)); /* only their readings say that both names are one */
    expect(8, "orders run",
           "Completed.srt is the file of another order that was given with it; put {id} into the pattern");
    cr_expect_eq(count_files(false), 1);
    free(words);
    char *listed = steno(0, "orders list");
    cr_expect_str_has(listed, "failed");
    words = mem_printf("orders again %d --force", strncmp(listed, "15", 2) == 0 ? 15 : 2);
    free(steno(0, words)); /* who says so lets it replace the other's */
    expect(0, "orders run", "Completed.srt");
    expect(0, "orders list", "");
    free(listed);
    free(words);
}

/* --- where they are kept --- */

Test(cli_orders, run_does_not_take_a_list_that_it_cannot_read_for_an_empty_one)
{
    give(DONE, "air", "", 0, "kept");
    state_change(bench.home, "state", "PRAGMA user_version = 99");
    expect(1, "orders run", "was created by a newer version of steno");
    expect(1, "orders run --wait", "was created by a newer version of steno");
    cr_expect_eq(count_files(false), 0);
}

/* --- checked --- */

/* "51 captions, 25 errors, 39 warnings, 0 notes": what `export --check` says of the same export. Caller
 * frees. */
static char *counts_of_export(const char *more)
{
    char *words = mem_printf("export " DONE " -o %s/by-hand.srt --preset air --check bbc %s", folder, more),
         *said = steno(9, words), *verdict = strstr(said, "by-hand.srt: ");
    cr_assert_not_null(verdict, "%s", said);
    verdict += strlen("by-hand.srt: ");
    char *counts = mem_copy_n(verdict, strcspn(verdict, ";"));
    cr_assert_str_has(counts, " errors, ");
    free(words);
    free(said);
    count_files(true);
    return counts;
}

Test(cli_orders, a_check_goes_along_and_comes_to_what_export_says)
{
    char *counts = counts_of_export(""), *verdict = mem_printf("2.srt; bbc: %s", counts),
         *listed = mem_printf("2  air  done  %s/{id}.{ext}  bbc: %s\n", folder, counts);
    give(DONE, "air", "--check bbc", 0, "kept");
    expect(0, "orders list", "  check bbc\n");
    expect(0, "orders list --json", "\"check\":{\"style\":\"bbc\",\"fail_on\":\"error\"},\"verdict\":null");
    expect(9, "orders run", verdict);
    cr_expect_gt(size_of("2.srt"), 0, "the file is kept");
    expect(0, "orders list", listed);
    expect(0, "orders list --json", "\"verdict\":{\"ok\":false,\"captions\":");
    expect(0, "activity " DONE, verdict + strlen("2.srt; "));
    expect(0, "orders run", "");
    expect(4, "orders again " DONE, "--force exports those again whose captions failed their check");
    expect(0, "orders list", listed);
    expect(0, "orders again " DONE " --force", "");
    expect(9, "orders run", verdict);
    free(steno(0, "orders rm " DONE));
    expect(0, "orders list", "");
    free(counts);
    free(verdict);
    free(listed);
}

Test(cli_orders, a_verdict_below_the_level_is_kept_in_the_activity_alone)
{
    give(DONE, "air", "--check bbc --fail-on never", 0, "kept");
    expect(0, "orders run --json", "\"verdict\":{\"ok\":true,\"captions\":");
    expect(0, "orders list", "");
    expect(0, "activity " DONE, "bbc: 51 captions, ");
    char *said = steno(0, "activity " DONE " --json");
    cr_expect_str_has(said, "\"outcome\":\"done\"");
    cr_expect_str_lacks(said, "\"version\":null", "the one that was exported");
    free(said);
}

Test(cli_orders, a_failure_is_told_once_and_as_json_too)
{
    struct process_result result;
    give("99", "air", "", 0, "kept");
    bench_steno(&bench, "orders run --json", NULL, 4, &result);
    cr_expect_str_starts(buffer_text(&result.out), "{\"id\":99,\"ok\":false,\"error\":{");
    cr_expect_str_starts(buffer_text(&result.err), "steno: project 99, order air: ");
    cr_expect_eq(strchr(buffer_text(&result.err), '\n')[1], '\0', "%s", buffer_text(&result.err));
    process_result_free(&result);
}

/* Gives an order into a folder below, whose name it is, looks at what list and run say with --json. */
static void expect_json(const char *name, const char *listed, const char *done)
{
    char *below = mem_printf("%s/%s", folder, name), *file = mem_printf("%s/2.srt", below);
    char *words = mem_printf("export 2 --when-done air -o '%s' --name-pattern {id}.{ext}", below);
    cr_assert_eq(mkdir(below, 0700), 0);
    free(steno(0, words));
    expect(0, "orders list --json", listed);
    expect(0, "orders run --json", done);
    cr_expect_eq(unlink(file), 0);
    cr_expect_eq(rmdir(below), 0);
    free(words);
    free(file);
    free(below);
}

Test(cli_orders, json_has_a_folder_that_is_no_utf8)
{
    expect_json("f\xff", "/f\xef\xbf\xbd\",\"pattern\":", "/f\xef\xbf\xbd/2.srt\"");
}

Test(cli_orders, json_names_the_file_as_it_is_on_the_disk)
{
    expect_json("g\tx", "/g\\u0009x\"", "/g\\u0009x/2.srt\"");
}

Test(cli_orders, an_enqueue_takes_a_check_along_and_waiting_keeps_its_exit_code)
{
    enqueue_then(NEVER, "air", "--check bbc --fail-on note --wait", 0, "15.srt; bbc: ");
    cr_expect_gt(size_of("15.srt"), 0);
    expect(0, "orders list", "15  air  done  ");
}

Test(cli_orders, what_cannot_be_checked_is_exported_and_said)
{
    home_write(bench.home, "config/steno/config", "[style own]\nfrom = bbc\n");
    give(DONE, "air", "--check own", 0, "kept");
    home_write(bench.home, "config/steno/config", "");
    expect(9, "orders run", "own: not checked: the config has no such style any more");
    cr_expect_gt(size_of("2.srt"), 0);
    expect(0, "orders list --json", "\"error\":\"the config has no such style any more\"");
}

Test(cli_orders, a_check_names_a_style_and_its_level)
{
    give(DONE, "air", "--check nobody", 2, "--check: ");
    give(DONE, "air", "--fail-on note", 2, "--fail-on requires --check STYLE");
    give(DONE, "air", "--check bbc --fail-on much", 2, "--fail-on: give error, warning, note or never");
    expect(2, "enqueue " NEVER " --check bbc", "--check requires --then-export");
    expect(0, "orders list", "");
}

/* --- by who waits --- */

Test(cli_orders, wait_does_those_of_its_ids_before_it_ends)
{
    struct process_result result;
    free(steno(0, "enqueue " NEVER));
    give(NEVER, "air", "--check bbc", 0, "kept");
    bench_steno(&bench, "wait " NEVER, NULL, 0, &result);
    cr_expect_str_lacks(buffer_text(&result.out), "order");
    cr_expect_str_has(buffer_text(&result.err), "project 15, order air: exported to ");
    process_result_free(&result);
    cr_expect_gt(size_of("15.srt"), 0);
    expect(0, "orders list", "15  air  done");
}

Test(cli_orders, one_that_fails_leaves_the_exit_code_to_the_waiting)
{
    give(DONE, "air", "", 0, "kept");
    control_fault(&bench.sandbox, "export/2:status=403");
    expect(0, "wait " DONE, "project 2, order air: ");
    expect(0, "orders list", "failed");
}

Test(cli_orders, enqueue_waits_for_the_file_too)
{
    enqueue_then(NEVER, "air,web", "--wait", 0, "15-web.vtt");
    cr_expect_gt(size_of("15-air.srt"), 0);
    cr_expect_eq(count_files(false), 2);
    expect(0, "orders list", "");
}

Test(cli_orders, watch_does_those_of_projects_that_it_does_not_watch)
{
    give(DONE, "air", "", 0, "kept");
    expect(0, "watch 3 --within 2", "project 2, order air: exported to ");
    cr_expect_gt(size_of("2.srt"), 0);
}
