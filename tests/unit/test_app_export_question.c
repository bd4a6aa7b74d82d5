/* The question before an export: what it says, what each answer sends. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store_sql.h"
#include "steno/base/mem.h"
#include "steno/core/names.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

/* In a folder of its own, to which the files go. */
static char folder[] = "/tmp/steno-question-XXXXXX";

static void setup(void)
{
    cr_assert(mkdtemp(folder) && chdir(folder) == 0);
    bench_ready(&bench);
    bench_complete(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
    DIR *dir = opendir(folder);
    for (struct dirent *entry; dir && (entry = readdir(dir)) != NULL;) {
        if (entry->d_name[0] != '.')
            remove(entry->d_name);
    }
    closedir(dir);
    rmdir(folder);
}

TestSuite(export_question, .init = setup, .fini = teardown);

#define FILE1 "1-Council_meeting,_14_May.srt"
#define FILE2 "2-Interview_dam_keeper.srt"
#define FILE3 "3-Lecture_7.srt"

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(name, "w");
    cr_assert(file && fputs(text, file) >= 0 && fclose(file) == 0, "%s", name);
}

/* Steno wrote the file of a project, when that had this version. */
static void export_file(int64_t id, const char *name, int64_t version)
{
    struct stat facts;
    struct error err;
    write_file(name, "1\n");
    char *path = realpath(name, NULL);
    cr_assert_eq(stat(name, &facts), 0);
    const struct ledger_file file = {.id = id,
                                     .path = path,
                                     .format = (char *)"srt",
                                     .version = version,
                                     .when_ms = BENCH_WALL_MS,
                                     .size = facts.st_size,
                                     .written_ns =
                                         (int64_t)facts.st_mtim.tv_sec * 1000000000 + facts.st_mtim.tv_nsec};
    cr_assert(store_begin(bench.store, &err) && store_exports_add(bench.store, &file, &err) &&
                  store_commit(bench.store, &err),
              "%s", err.text);
    free(path);
}

/* The file of a project whose export is under way is there. */
static void answer_written(int64_t id, const char *path)
{
    struct call call = bench_under_way(&bench, ENDPOINT_EXPORT, id);
    bench_answer_file(&bench, &call, path, 400000);
}

static void set_state(int64_t id, const char *state)
{
    app_project_set_state(bench.app, app_project_find(bench.app, id), state);
}

/* Sends the form of an export as srt, of the three projects or of the first. */
static void send(bool of_all)
{
    bench_keys(&bench, of_all ? "M x" : "x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
}

/* The open question, its sentence with what follows from it. */
static void expect_question(const char *text, const char *note)
{
    cr_assert_not_null(bench.app->question->text, "nothing is asked: %s", bench.app->status);
    cr_expect_str_eq(bench.app->question->text, text);
    cr_expect_str_eq(bench.app->question->note ? bench.app->question->note : "", note);
}

Test(export_question, files_that_exist_are_asked_about_in_one_question)
{
    char bar[200];
    write_file(FILE2, "by hand");
    send(true);
    expect_question("1 of 3 files exists: y replaces it", "! Not written by steno: 2");
    question_bar(bench.app->question, bar, sizeof bar);
    cr_expect_str_eq(bar, "y Replace   any other key: no");
    bench_keys(&bench, "Enter");
    cr_expect_null(bench_call(&bench, ENDPOINT_EXPORT));
    cr_expect_str_eq(bench.app->status, "Nothing was exported");
    bench_keys(&bench, "X y");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 3);
    cr_expect_eq(bench_call(&bench, ENDPOINT_EXPORT)->replace, EXPORT_OVERWRITE);
}

Test(export_question, files_that_steno_wrote_and_somebody_edited_are_named)
{
    export_file(1, FILE1, 7);
    export_file(2, FILE2, 7);
    export_file(3, FILE3, 6);
    write_file(FILE2, "edited");
    send(true);
    expect_question("3 of 3 files exist: y replaces them", "! Edited since steno wrote them: 2");
}

Test(export_question, files_that_are_up_to_date_are_replaced_after_the_question_too)
{
    export_file(1, FILE1, 7);
    send(true);
    expect_question("1 of 3 files exists: y replaces it", "");
}

Test(export_question, older_files_of_stenos_own_are_replaced_without_a_question)
{
    export_file(1, FILE1, 6);
    send(true);
    cr_expect_null(bench.app->question->text);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 3);
    cr_expect_eq(bench_call(&bench, ENDPOINT_EXPORT)->replace, EXPORT_IF_NEWER);
}

Test(export_question, what_is_not_ready_is_left_out_with_its_reason_and_stays_marked)
{
    set_state(3, "Failed");
    send(true);
    expect_question("Export 2 of 3 projects?", "! Not exported, stay marked: #3 Failed");
    bench_keys(&bench, "y");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 2);
    answer_written(1, "1.srt");
    answer_written(2, "2.srt");
    cr_expect_str_eq(bench.app->status, "Exported 2 of 3; 1 still marked");
    cr_expect(list_is_marked(&bench.app->list, 3));
}

Test(export_question, where_nothing_is_ready_nothing_is_asked)
{
    for (int64_t id = 1; id <= 3; id++)
        set_state(id, "Failed");
    send(true);
    cr_expect_null(bench.app->question->text);
    cr_expect_str_eq(app_form_top(bench.app)->message, "Not exported: #1 Failed, #2 Failed, #3 Failed");
}

Test(export_question, a_state_that_wait_counts_as_done_is_done_here_too)
{
    bench_set(&bench, SETTING_SETTLED_STATES, "Completed,Failed,Canceled,Archived");
    for (int64_t id = 1; id <= 3; id++)
        set_state(id, "Archived");
    send(true);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 3, "nothing is left out");
}

Test(export_question, a_missing_folder_is_made_after_a_question)
{
    bench_set(&bench, SETTING_EXPORT_DIR, "subs");
    send(true);
    expect_question("The folder subs does not exist. y creates it.", "");
    bench_keys(&bench, "n");
    cr_expect_eq(access("subs", F_OK), -1);
    bench_keys(&bench, "X y");
    cr_expect_eq(access("subs", F_OK), 0);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 3);
}

Test(export_question, a_missing_folder_is_made_for_one_file_too)
{
    bench_set(&bench, SETTING_EXPORT_DIR, "subs/");
    send(false);
    expect_question("The folder subs does not exist. y creates it.", "");
    bench_keys(&bench, "y");
    cr_expect_eq(access("subs", F_OK), 0);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
}

Test(export_question, a_folder_of_no_use_is_told_before_the_question)
{
    write_file("subs", "a file");
    bench_set(&bench, SETTING_EXPORT_DIR, "subs");
    send(true);
    cr_expect_null(bench.app->question->text);
    cr_expect_str_eq(app_form_top(bench.app)->message, "Cannot export to subs: it is not a folder");
    bench_set(&bench, SETTING_EXPORT_DIR, "a/b");
    bench_keys(&bench, "X");
    cr_expect_null(bench.app->question->text, "only the last folder is made");
    cr_expect_str_starts(app_form_top(bench.app)->message, "Cannot export to a/b: ");
}

Test(export_question, two_projects_do_not_share_a_file)
{
    bench_keys(&bench, "M x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    form_put(app_form_top(bench.app)->form, "Name", "all.srt");
    bench_keys(&bench, "X");
    expect_question("Export 1 of 3 projects?",
                    "! Not exported, stay marked: #2 same name as 1, #3 same name as 1");
}

Test(export_question, an_existing_file_is_replaced_only_after_an_answer)
{
    write_file(FILE1, "by hand");
    send(false);
    expect_question(FILE1 " exists, and steno did not write it: y replaces it", "");
    bench_keys(&bench, "Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_EXPORT));
    bench_keys(&bench, "X y");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    cr_assert_eq(call->replace, EXPORT_OVERWRITE);
}

Test(export_question, a_file_that_was_edited_is_called_so)
{
    export_file(1, FILE1, 7);
    write_file(FILE1, "edited");
    send(false);
    expect_question(FILE1 " was edited since steno wrote it: y replaces it", "");
}

Test(export_question, a_file_whose_name_only_the_answer_tells_is_asked_about_then)
{
    bench_keys(&bench, "x X");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    char *name = export_name_close(call->path, call->params, NULL);
    write_file(name, "by hand");
    bench_answer_error(&bench, call, ERROR_EXISTS, 0, "exists already");
    bench_clear(&bench);
    cr_assert_str_has(bench_question(&bench), " exists, and steno did not write it");
    bench_keys(&bench, "y");
    cr_assert_eq(bench_call(&bench, ENDPOINT_EXPORT)->replace, EXPORT_OVERWRITE);
    free(name);
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
    write_file("5.srt", "by hand");
    bench_keys(&bench, "u G");
    send(false);
    bench_keys(&bench, "y");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 4);
    bench_clear(&bench);
    answer_written(1, "1.srt");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    cr_expect_eq(call->project_id, 4);
    cr_expect_eq(call->replace, EXPORT_IF_NEWER, "nobody was asked about it");
}
