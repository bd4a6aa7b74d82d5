/* One action over the marked projects: what is asked before, what is sent, what stays marked. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/error.h"
#include "support/app_bench.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(marked, .init = setup, .fini = teardown);

Test(marked, a_batch_exports_every_marked_project_and_unmarks_those_that_went_well)
{
    bench_keys(&bench, "Space Space x");
    cr_assert_str_eq(app_form_top(bench.app)->title, "Export 2 marked projects");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
    cr_assert(bench_asks(&bench, "Export 2 projects (1 Council meeting, 14 May, 2 Interview: dam keeper)?"));
    bench_type(&bench, "y");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 2);
    struct call first = {0}, second = {0};
    for (size_t i = 0; i < bench.effects.count; i++) {
        const struct call *call = bench.effects.items[i].call;
        if (call && call->op == ENDPOINT_EXPORT) {
            struct call *out = call->project_id == 1 ? &first : &second;
            *out = (struct call){.op = call->op, .serial = call->serial, .project_id = call->project_id};
        }
    }
    bench_answer_file(&bench, &first, "1.srt", 10);
    cr_assert(list_is_marked(&bench.app->list, 1), "until the end, so that the screen stands still");
    bench_answer_error(&bench, &second, ERROR_EXISTS, 0, "2.srt exists already");
    cr_assert_str_eq(bench.app->status, "Export of 2 projects, 09:02: 1 done, 1 failed and still marked");
    cr_assert(bench.app->status_is_bad);
    cr_assert_not(list_is_marked(&bench.app->list, 1));
    cr_assert(list_is_marked(&bench.app->list, 2));
    bench_keys(&bench, "L");
    cr_assert(bench_page_has(&bench, "activity", "2.srt exists already"));
    cr_assert(bench_page_has(&bench, "activity", "Exported to 1.srt"));
}

/* What the running line says in so many cells. */
static const char *running(int cells)
{
    static char text[400];
    marked_text(bench.app, text, sizeof text, cells);
    return text;
}

/* The call of an export of this project that is under way. */
static struct call export_of(int64_t id)
{
    struct call call = {.op = ENDPOINT_EXPORT, .project_id = id};
    for (size_t i = 0; i < bench.app->client->call_count; i++)
        if (bench.app->client->calls[i].op == ENDPOINT_EXPORT && bench.app->client->calls[i].project_id == id)
            call.serial = bench.app->client->calls[i].serial;
    cr_assert_neq(call.serial, 0, "no export of %lld", (long long)id);
    return call;
}

/* Starts the export of the three projects with this format. */
static void export_three(void)
{
    bench_keys(&bench, "M x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
    bench_type(&bench, "y");
    cr_assert(bench.app->marked->active);
}

static void answer_exists(int64_t id, const char *path)
{
    struct call call = export_of(id);
    struct call_result *result = call_result_new(&call);
    error_set(&result->error, ERROR_EXISTS, "%s exists already", path);
    result->path = strdup(path);
    struct event event = {.kind = EVENT_CALL_DONE, .call = result};
    bench_event(&bench, &event);
    call_result_free(result);
}

static void answer_written(int64_t id, const char *path, int64_t bytes)
{
    struct call call = export_of(id);
    bench_answer_file(&bench, &call, path, bytes);
}

/* The lines of the receipt, one below the other. */
static const char *receipt_lines(void)
{
    static char text[2000];
    const struct page *page = app_focus_page(bench.app);
    text[0] = '\0';
    for (size_t i = 0; bench.app->focus != PANE_LIST && i < page->count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%s\n", page->lines[i].value);
    return text;
}

Test(marked, the_running_line_names_the_oldest_one_and_how_much_of_its_file_is_here)
{
    export_three();
    cr_expect_str_eq(running(80), "Exporting 3 marked: 0 done, now 1 Council meeting, 14 May");
    struct call_progress progress = {.serial = export_of(1).serial, .bytes = 310400, .total = 462000};
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
    bench_wait(&bench, 1000);
    cr_expect_str_eq(running(80), "Exporting 3 marked: 0 done, now 1 Council meeting, 14 May, 310 of 462 kB");
    cr_expect_str_eq(running(60), "Exporting 3 marked: 0 done, now 1 Council meeting, 14 May");
    cr_expect_str_eq(running(40), "Exporting 3 marked: 0 done");
    cr_expect_str_eq(running(20), "Exporting 3: 0 done");
}

Test(marked, the_running_line_changes_at_most_once_a_second_however_fast_it_goes)
{
    export_three();
    bench_wait(&bench, 10);
    answer_written(1, "1.srt", 10);
    cr_expect_str_eq(running(80), "Exporting 3 marked: 0 done, now 1 Council meeting, 14 May");
    bench_wait(&bench, 900);
    cr_expect_str_eq(running(80), "Exporting 3 marked: 0 done, now 1 Council meeting, 14 May");
    bench_wait(&bench, 100);
    cr_expect_str_eq(running(80), "Exporting 3 marked: 1 done, now 2 Interview: dam keeper");
}

Test(marked, one_that_went_well_says_how_much_was_written)
{
    export_three();
    answer_written(1, "1.srt", 400000);
    answer_written(2, "2.srt", 400000);
    answer_written(3, "3.srt", 400000);
    cr_expect_str_eq(bench.app->status, "Exported 3: 1.2 MB; L lists them");
    cr_expect_not(bench.app->status_is_bad);
    cr_expect_eq(bench.app->focus, PANE_LIST, "no receipt opens by itself");
    cr_expect_eq(bench.app->list.mark_count, 0);
}

Test(marked, a_failure_opens_the_receipt_with_failures_first)
{
    bench_resize(&bench, 79, 24);
    export_three();
    answer_written(1, "/srv/1-Council.srt", 44700);
    answer_exists(2, "/srv/2-Interview.srt");
    answer_written(3, "/srv/3-Lecture.srt", 462000);
    cr_expect_str_eq(app_focus_ops(bench.app)->title, "Receipt");
    cr_expect_str_eq(app_focus_page(bench.app)->title,
                     "Export of 3 projects, 09:02: 2 done, 1 failed and still marked");
    cr_expect_str_eq(receipt_lines(),
                     "!2  Interview: dam keep… not sent  /srv/2-Interview.srt exists\n"
                     "+1  Council meeting, 14… 44.7 kB   /srv/1-Council.srt\n"
                     "+3  Lecture 7            462 kB    /srv/3-Lecture.srt\n"
                     "\n"
                     "Sent with FileFormatId srt; the rest by default.\n"
                     "To do it over from a shell: y copies the command for the one that failed.\n");
    cr_expect(list_is_marked(&bench.app->list, 2));
    cr_expect_eq(bench.app->list.mark_count, 1);
}

Test(marked, the_receipt_says_what_was_sent_and_not_where_files_go_on_this_computer)
{
    bench_resize(&bench, 79, 24);
    bench_keys(&bench, "M x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    form_put(app_form_top(bench.app)->form, "Folder", "/srv");
    form_put(app_form_top(bench.app)->form, "IfExists", "skip");
    bench_keys(&bench, "X y");
    answer_written(1, "/srv/1.srt", 1);
    answer_written(3, "/srv/3.srt", 1);
    struct call refused = export_of(2);
    bench_answer_error(&bench, &refused, ERROR_SERVER, 500, "it broke");
    cr_expect_not_null(strstr(receipt_lines(), "Sent with FileFormatId srt; the rest by default."), "%s",
                       receipt_lines());
    bench_keys(&bench, "y");
    cr_expect_null(strstr(bench_effect(&bench, EFFECT_COPY)->text, "skip"), "%s",
                   bench_effect(&bench, EFFECT_COPY)->text);
    bench_clear(&bench);
    bench_keys(&bench, "x y");
    cr_expect_not_null(strstr(bench_call(&bench, ENDPOINT_EXPORT)->path, "/srv/2"), "to the same folder");
}

Test(marked, the_receipt_waits_until_what_is_being_typed_is_done)
{
    export_three();
    answer_written(1, "1.srt", 1);
    answer_written(3, "3.srt", 1);
    bench_keys(&bench, "/ x");
    answer_exists(2, "2.srt");
    cr_expect_eq(bench.app->focus, PANE_LIST);
    bench_keys(&bench, "Esc");
    cr_expect_str_eq(app_focus_ops(bench.app)->title, "Receipt");
}

Test(marked, a_key_read_before_the_receipt_was_shown_does_nothing_in_it)
{
    export_three();
    answer_written(1, "1.srt", 1);
    answer_written(3, "3.srt", 1);
    uint64_t seen = bench.app->overlays.generation;
    answer_exists(2, "2.srt");
    bench_input(&bench, &(struct app_input){.kind = INPUT_KEY, .key = key_char('o'), .seen = seen});
    cr_expect_null(bench.app->question->text);
    cr_expect_str_eq(bench.app->status, "Typed before the receipt was shown: nothing was sent");
}

Test(marked, those_that_failed_are_done_again_with_what_was_sent)
{
    export_three();
    answer_written(1, "1.srt", 1);
    answer_written(3, "3.srt", 1);
    answer_exists(2, "2.srt");
    bench_clear(&bench);
    bench_keys(&bench, "x");
    cr_assert_str_eq(bench.app->question->text, "Export 2  Interview: dam keeper again?");
    bench_keys(&bench, "y");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    cr_expect_eq(call->project_id, 2);
    cr_expect_str_eq(param_set_get(call->params, param_find(&params_export, "FileFormatId")), "srt");
    cr_expect_not(call->overwrite);
}

Test(marked, a_file_that_exists_is_overwritten_only_after_a_question)
{
    export_three();
    answer_written(1, "1.srt", 1);
    struct call refused = export_of(3);
    bench_answer_error(&bench, &refused, ERROR_SERVER, 500, "it broke");
    answer_exists(2, "2.srt");
    bench_clear(&bench);
    bench_keys(&bench, "o");
    cr_assert_str_eq(bench.app->question->text, "Overwrite the file of 2  Interview: dam keeper?",
                     "not what failed for another reason");
    bench_keys(&bench, "Enter");
    cr_expect_null(bench_call(&bench, ENDPOINT_EXPORT));
    bench_keys(&bench, "o");
    bench_keys(&bench, "y");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
    cr_expect(bench_call(&bench, ENDPOINT_EXPORT)->overwrite);
}

Test(marked, the_receipt_copies_the_command_for_those_that_failed_and_leads_to_their_project)
{
    export_three();
    answer_written(1, "1.srt", 1);
    answer_written(3, "3.srt", 1);
    answer_exists(2, "/srv/two words.srt");
    bench_keys(&bench, "y");
    cr_expect_str_eq(bench_effect(&bench, EFFECT_COPY)->text,
                     "steno export 2 --file-format-id srt -o '/srv/two words.srt'");
    bench_keys(&bench, "Enter");
    cr_expect_eq(app_selected(bench.app), 2);
    cr_expect_str_eq(app_focus_ops(bench.app)->title, "Details");
    bench_keys(&bench, "q");
    cr_expect_str_eq(app_focus_ops(bench.app)->title, "Receipt");
    bench_keys(&bench, "q");
    cr_expect_eq(bench.app->focus, PANE_LIST);
}

Test(marked, on_a_narrow_screen_a_reason_stands_below_its_project)
{
    bench_resize(&bench, 40, 10);
    export_three();
    answer_written(1, "/srv/1-Council.srt", 44700);
    answer_written(3, "/srv/3-Lecture.srt", 462000);
    answer_exists(2, "/srv/subs/2-Interview_dam_keeper.srt");
    cr_expect_str_eq(app_focus_page(bench.app)->title, "Export of 3: 2 done, 1 failed");
    cr_expect_str_eq(receipt_lines(), "!2   Interview: dam keeper            \n"
                                      "     exists: …/2-Interview_dam_keeper.srt\n"
                                      "+1   Council meeting, 14 May   44.7 kB\n"
                                      "+3   Lecture 7                  462 kB\n");
}

Test(marked, marked_projects_are_read_again_and_counted)
{
    bench_keys(&bench, "Space Space r");
    cr_assert(bench.app->marked->active);
    cr_assert_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    bench_answer_reads(&bench, "None");
    bench_wait(&bench, 1000);
    cr_expect_not(bench.app->marked->active);
    cr_expect_str_eq(bench.app->status, "Refreshed 2: 1 changed");
}

/* The question before a tag of the marked projects is deleted. */
static void ask_batch_delete(const char *marks)
{
    bench_keys(&bench, marks);
    bench_keys(&bench, "d");
    cr_assert(bench_prompts(&bench, "Tag to delete: "));
    bench_type(&bench, "news");
    bench_keys(&bench, "Enter");
    cr_assert(bench_asks(&bench, "Delete the tag \"news\" of "));
    cr_assert_not_null(bench.app->marked->tag);
}

/* What stands behind the question and what follows from it. */
static const char *asked_tail(void)
{
    static char tail[QUESTION_TAIL_SIZE];
    question_tail(bench.app->question, tail, sizeof tail);
    size_t note = bench.app->question->note ? strlen(bench.app->question->note) + 1 : 0;
    return tail + note;
}

Test(marked, a_batch_deletes_a_tag_of_the_marked_projects_once_their_number_is_typed)
{
    ask_batch_delete("Space Space");
    cr_assert_str_eq(bench.app->question->text,
                     "Delete the tag \"news\" of 2 projects (1 Council meeting, 14 May, 2)?");
    cr_assert_str_eq(asked_tail(), " Type 2 to confirm: ");
    bench_type(&bench, "2");
    cr_assert_str_eq(asked_tail(), " Type 2 to confirm: 2");
    cr_assert_null(bench_call(&bench, ENDPOINT_DELETE_TAG), "Enter has not come yet");
    bench_keys(&bench, "Enter");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_DELETE_TAG), 2);
    cr_assert_str_eq(bench_call(&bench, ENDPOINT_DELETE_TAG)->value, "news");
    bench_keys(&bench, "L");
    cr_assert(bench_page_has(&bench, "activity", "2  Delete tag \"news\""));
}

Test(marked, a_batch_delete_with_anything_but_its_number_leaves_everything_as_it_was)
{
    static const char *const answers[] = {
        "Enter", "3 Enter", "2 2 Enter", "0 2 Enter", "y Enter",           "n",           "q",          "Esc",
        "2 Esc", "2 ^G",    "2 n",       "2 ^C",      "2 Backspace Enter", "Space Enter", "- 2 1 Enter"};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        ask_batch_delete(i == 0 ? "Space Space" : "g");
        bench_keys(&bench, answers[i]);
        cr_assert_null(bench.app->question->text, "%s", answers[i]);
        cr_assert_null(bench_call(&bench, ENDPOINT_DELETE_TAG), "%s", answers[i]);
        cr_assert_eq(bench.app->list.mark_count, 2u, "%s", answers[i]);
        cr_assert_not(bench.app->marked->active);
        bench_wait(&bench, 10);
    }
}

Test(marked, y_alone_is_no_answer_where_a_number_is_wanted)
{
    ask_batch_delete("Space Space");
    bench_type(&bench, "yY");
    cr_assert(bench_asks(&bench, "of 2 projects (1 Council meeting, 14 May, 2)?"));
    bench_keys(&bench, "9 Backspace 2 Enter");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_DELETE_TAG), 2, "a digit can be taken back");
}

Test(marked, a_number_typed_far_too_long_is_no_confirmation)
{
    ask_batch_delete("Space Space");
    bench_type(&bench, "22222222222222222222222222222222222222222222222222");
    bench_keys(&bench, "Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_DELETE_TAG));
    cr_assert_str_eq(bench.app->status, "Nothing was deleted");
}

Test(marked, a_paste_confirms_nothing)
{
    ask_batch_delete("Space Space");
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "2\ry"});
    cr_assert_null(bench.app->question->text, "it is No");
    cr_assert_null(bench_call(&bench, ENDPOINT_DELETE_TAG));
    cr_assert_str_eq(bench.app->status, "3 characters pasted, nothing run");
}

Test(marked, a_batch_of_one_names_its_project_and_asks_as_for_one)
{
    ask_batch_delete("j Space");
    cr_assert_str_eq(bench.app->question->text,
                     "Delete the tag \"news\" of 2  Interview: dam keeper (Completed)?");
    cr_assert_str_eq(asked_tail(), " y/N ");
    bench_type(&bench, "y");
    cr_assert_eq(bench_call(&bench, ENDPOINT_DELETE_TAG)->project_id, 2);
}

Test(marked, a_batch_of_many_names_as_many_ids_as_fit)
{
    bench_command(&bench, "open 1000001-1000009");
    bench_command(&bench, "projects");
    bench_keys(&bench, "g");
    for (int i = 0; i < 12; i++)
        bench_keys(&bench, "Space");
    ask_batch_delete("g");
    cr_assert_str_eq(
        bench.app->question->text,
        "Delete the tag \"news\" of 12 projects (1 Council meeting, 14 May, 2, 3, 1000001, 1000002, "
        "1000003, 1000004, 1000005, 1000006, 1000007, 1000008, 1000009)?");
    bench_keys(&bench, "Esc");
    bench_command(&bench, "open 2000001-2000030");
    bench_keys(&bench, "q M");
    ask_batch_delete("g");
    cr_assert_str_eq(bench.app->question->text,
                     "Delete the tag \"news\" of 42 projects (1, 2, 3, 1000001, 1000002, 1000003, 1000004, "
                     "1000005, 1000006, 1000007, 1000008, 1000009, 2000001 and 29 more)?");
}

Test(marked, a_batch_enqueue_of_one_names_its_project_and_state)
{
    bench_keys(&bench, "j Space e X");
    cr_assert_str_eq(bench.app->question->text, "Enqueue 2  Interview: dam keeper again?");
    bench_keys(&bench, "Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

/* Opens the form of an export of the three projects as srt, and sends it. */
static void ask_export(void)
{
    bench_keys(&bench, "M x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
    cr_assert_not_null(bench.app->question->text);
}

Test(marked, files_that_exist_are_asked_about_in_the_one_question)
{
    bench.files = "dam";
    ask_export();
    cr_expect_str_eq(bench.app->question->note, "1 exists: o overwrite, s skip, n none");
    char bar[200];
    question_bar(bench.app->question, bar, sizeof bar);
    cr_expect_str_eq(bar, "o Overwrite  s Skip   any other key exports none");
    bench_keys(&bench, "y");
    cr_expect_null(bench_call(&bench, ENDPOINT_EXPORT), "y is no answer to it");
}

Test(marked, files_that_exist_are_overwritten_when_that_was_agreed)
{
    bench.files = "/";
    bench_set(&bench, SETTING_EXPORT_DIR, "/srv");
    ask_export();
    cr_expect_str_eq(bench.app->question->note, "3 exist: o overwrite, s skip, n none");
    bench_keys(&bench, "o");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 3);
    cr_expect(bench_call(&bench, ENDPOINT_EXPORT)->overwrite);
}

Test(marked, files_that_are_skipped_are_no_failure_and_no_longer_marked)
{
    bench.files = "dam";
    ask_export();
    bench_keys(&bench, "s");
    cr_expect_not(bench_call(&bench, ENDPOINT_EXPORT)->overwrite);
    answer_written(1, "1.srt", 400000);
    answer_exists(2, "2-Interview_dam_keeper.srt");
    answer_written(3, "3.srt", 400000);
    cr_expect_str_eq(bench.app->status, "Exported 2: 800 kB, 1 skipped; L lists them");
    cr_expect_eq(bench.app->focus, PANE_LIST);
    cr_expect_eq(bench.app->list.mark_count, 0);
}

Test(marked, without_the_form_nobody_is_asked_about_its_files)
{
    bench_keys(&bench, "M x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench.looked = UINT64_MAX;
    bench_keys(&bench, "X");
    cr_assert_null(bench.app->question->text, "not before the look");
    const struct store_op *look = bench_store(&bench, STORE_FILES_FIND);
    cr_assert_not_null(look);
    struct store_result *result = store_result_new(look);
    result->ok = true;
    bench_keys(&bench, "q");
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    cr_expect_null(bench.app->question->text);
    store_result_free(result);
}

Test(marked, on_a_narrow_screen_a_long_reason_is_read_whole)
{
    bench_resize(&bench, 40, 10);
    export_three();
    answer_written(1, "1.srt", 1);
    answer_written(3, "3.srt", 1);
    struct call refused = export_of(2);
    bench_answer_error(&bench, &refused, ERROR_SERVER, 500, "the server broke, and it said so in many words");
    cr_expect_not_null(strstr(receipt_lines(), "the server broke, and it said so\nin many words\n"), "%s",
                       receipt_lines());
}
