/* The question before an export of several projects: what it says, what each answer sends. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(export_question, .init = setup, .fini = teardown);

/* The file of a project whose export is under way is there. */
static void answer_written(int64_t id, const char *path, int64_t bytes)
{
    struct call call = bench_under_way(&bench, ENDPOINT_EXPORT, id);
    bench_answer_file(&bench, &call, path, bytes);
}

static void set_state(int64_t id, const char *state)
{
    struct app_project *project = app_project_find(bench.app, id);
    app_project_set_state(bench.app, project, state);
}

/* Opens the form of an export of the three projects as srt, of which this one may be in progress, and sends
 * it. */
static void ask_export(int64_t unready)
{
    bench_complete(&bench);
    if (unready)
        set_state(unready, "InProgress");
    bench_keys(&bench, "M x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
}

/* The open question, its sentence with what follows from it. */
static void expect_question(const char *text, const char *note)
{
    cr_assert_not_null(bench.app->question->text);
    cr_expect_str_eq(bench.app->question->text, text);
    cr_expect_str_eq(bench.app->question->note, note);
}

Test(export_question, files_that_exist_are_asked_about_in_the_one_question)
{
    char bar[200];
    bench.files = "dam";
    ask_export(0);
    expect_question("Export 3 projects as srt to the current folder",
                    "y  2 new files\n"
                    "a  all 3; overwrites the file that steno did not write: 2\n"
                    "! 2-Interview_dam_keeper.srt was not written by steno; y leaves it as it is\n"
                    "Names {id}-{name}.srt");
    question_bar(bench.app->question, bar, sizeof bar);
    cr_expect_str_eq(bar, "y Export 2  a Export 3   any other key: no");
    bench_keys(&bench, "y");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 2);
    cr_expect_eq(bench_call(&bench, ENDPOINT_EXPORT)->replace, EXPORT_IF_NEWER);
    answer_written(1, "1.srt", 400000);
    answer_written(3, "3.srt", 400000);
    cr_expect_str_eq(bench.app->status, "Exported 2 of 3; 1 not exported, still marked");
    cr_expect(list_is_marked(&bench.app->list, 2));
}

Test(export_question, all_files_are_overwritten_by_a)
{
    bench.files = "/";
    bench_set(&bench, SETTING_EXPORT_DIR, "/srv");
    ask_export(0);
    expect_question("Export 3 projects as srt to /srv",
                    "a  all 3; overwrites the files that steno did not write: 1, 2, 3\n"
                    "! Not written by steno: 1, 2, 3\nNames {id}-{name}.srt");
    bench_keys(&bench, "y");
    cr_expect_null(bench_call(&bench, ENDPOINT_EXPORT), "y is no answer to it");
    bench_keys(&bench, "X a");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 3);
    cr_expect_eq(bench_call(&bench, ENDPOINT_EXPORT)->replace, EXPORT_OVERWRITE);
}

Test(export_question, files_that_are_up_to_date_are_written_again_only_by_a)
{
    bench.files = "dam";
    bench.found = EXPORT_CURRENT;
    ask_export(0);
    expect_question("Export 3 projects as srt to the current folder",
                    "y  2 new files\na  all 3, 1 of them up to date\n1 is up to date\n"
                    "Names {id}-{name}.srt");
}

Test(export_question, an_edited_file_is_named_with_its_day)
{
    bench.files = "dam";
    bench.found = EXPORT_EDITED;
    ask_export(0);
    cr_expect_str_has(bench.app->question->note,
                      "a  all 3; overwrites the file that was edited here: 2\n"
                      "! 2-Interview_dam_keeper.srt was edited on 05-13; y leaves it as it is");
}

Test(export_question, what_is_not_ready_is_left_out_with_its_reason)
{
    bench_complete(&bench);
    set_state(3, "Failed");
    bench_keys(&bench, "M x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
    expect_question("Export 2 of 3 projects as srt to the current folder",
                    "y  2 new files\n! Not exported, stay marked: #3 Failed\nNames {id}-{name}.srt");
    bench_keys(&bench, "y");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 2);
}

Test(export_question, a_project_whose_state_is_not_known_is_exported_only_by_a)
{
    bench_complete(&bench);
    set_state(3, "");
    bench_keys(&bench, "M x X");
    cr_assert_not_null(bench.app->question->text);
    cr_expect_str_has(bench.app->question->note,
                      "y  2 new files\na  all 3\n! State not known, only by a: 3\n");
    bench_keys(&bench, "y");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 2);
}

Test(export_question, of_a_single_project_too_the_state_is_asked_about_where_it_is_not_known)
{
    set_state(1, "");
    bench_keys(&bench, "x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
    expect_question("Export 1 as srt to the current folder",
                    "a  exports it all the same\n! Its state is not known");
    bench_type(&bench, "a");
    cr_expect_not_null(bench_call(&bench, ENDPOINT_EXPORT));
}

Test(export_question, where_nothing_is_ready_and_nothing_can_be_nothing_is_asked)
{
    for (int64_t id = 1; id <= 3; id++)
        set_state(id, "Failed");
    bench_keys(&bench, "M x X");
    cr_expect_null(bench.app->question->text);
    cr_expect_str_eq(app_form_top(bench.app)->message, "Not exported: #1 Failed, #2 Failed, #3 Failed");
}

Test(export_question, a_state_that_wait_counts_as_done_is_done_here_too)
{
    bench_set(&bench, SETTING_SETTLED_STATES, "Completed,Failed,Canceled,Archived");
    bench_complete(&bench);
    for (int64_t id = 1; id <= 3; id++)
        set_state(id, "Archived");
    bench_keys(&bench, "M x X");
    cr_expect_null(bench.app->question->note, "nothing is left out");
    bench_keys(&bench, "y");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 3);
}

Test(export_question, a_folder_of_no_use_is_told_before_the_question)
{
    bench.files = "dam";
    bench.trouble = "Cannot export to /srv: No such file or directory";
    bench_complete(&bench);
    bench_keys(&bench, "M x X");
    cr_expect_null(bench.app->question->text);
    cr_expect_str_eq(app_form_top(bench.app)->message, bench.trouble);
}

Test(export_question, two_projects_do_not_share_a_file)
{
    bench_complete(&bench);
    bench_keys(&bench, "M x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    form_put(app_form_top(bench.app)->form, "Name", "all.srt");
    bench_keys(&bench, "X");
    expect_question("Export 1 of 3 projects as srt to the current folder",
                    "y  1 new file\n! Not exported, stay marked: #2 same name as 1, #3 same name as 1\n"
                    "Names all.srt");
}

Test(export_question, without_the_form_nobody_is_asked_about_its_files)
{
    bench_keys(&bench, "M x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench.looked = UINT64_MAX;
    bench_keys(&bench, "X");
    cr_assert_null(bench.app->question->text, "not before the look");
    const struct store_op *look = bench_store(&bench, STORE_EXPORTS_LOOK);
    cr_assert_not_null(look);
    struct store_result *result = store_result_new(look);
    result->ok = true;
    bench_keys(&bench, "q");
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    cr_expect_null(bench.app->question->text);
    store_result_free(result);
}

Test(export_question, an_existing_file_is_overwritten_only_after_an_answer)
{
    bench_complete(&bench);
    bench.files = "Council";
    bench_keys(&bench, "x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
    cr_assert_str_has(bench_question(&bench), "Export 1 as srt to the current folder");
    cr_assert_str_eq(bench.app->question->note, "a  overwrites 1-Council_meeting,_14_May.srt\n"
                                                "! It was not written by steno");
    bench_keys(&bench, "Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_EXPORT));
    bench_keys(&bench, "X");
    bench_type(&bench, "a");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    cr_assert_eq(call->replace, EXPORT_OVERWRITE);
}

Test(export_question, a_file_whose_name_only_the_answer_tells_is_asked_about_then)
{
    bench_complete(&bench);
    bench_keys(&bench, "x X");
    bench.files = "Council";
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_EXPORT), ERROR_EXISTS, 0, "exists already");
    bench_clear(&bench);
    cr_assert_str_has(bench_question(&bench), "Export 1 to the current folder");
    bench_type(&bench, "a");
    cr_assert_eq(bench_call(&bench, ENDPOINT_EXPORT)->replace, EXPORT_OVERWRITE);
}

Test(export_question, a_file_that_may_be_overwritten_lets_no_other_one_of_a_batch_be)
{
    bench_keys(&bench, "o");
    bench_type(&bench, "4 5");
    bench_keys(&bench, "Enter");
    bench_complete(&bench);
    bench_keys(&bench, "g Space Space Space Space x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 3, "the fourth waits");
    bench_keys(&bench, "u G");
    bench.files = "5-";
    bench_keys(&bench, "x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X a");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 4);
    bench_clear(&bench);
    answer_written(1, "1.srt", 400000);
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    cr_expect_eq(call->project_id, 4);
    cr_expect_eq(call->replace, EXPORT_IF_NEWER, "nobody was asked about it");
}
