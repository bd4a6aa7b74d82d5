/* One action over the marked projects: what is asked before, what is sent, what stays marked. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/error.h"
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

TestSuite(app_batch, .init = setup, .fini = teardown);

Test(app_batch, a_batch_exports_every_marked_project_and_unmarks_those_that_went_well)
{
    bench_complete(&bench);
    bench_keys(&bench, "Space Space x");
    cr_assert_str_eq(app_form_top(bench.app)->title, "Export 2 marked projects");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
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
    cr_assert_not(list_is_marked(&bench.app->list, 1), "what went well loses its mark at once");
    cr_assert(list_is_marked(&bench.app->list, 2));
    bench_answer_error(&bench, &second, ERROR_EXISTS, 0, "2.srt exists already");
    cr_assert_str_eq(bench.app->status, "Export of 2, 09:02: 1 done, 1 failed; L has all of it\n"
                                        "!1  2.srt exists already");
    cr_assert(bench.app->status_is_bad);
    cr_assert_not(list_is_marked(&bench.app->list, 1));
    cr_assert(list_is_marked(&bench.app->list, 2));
    bench_keys(&bench, "L");
    cr_assert_str_has(bench_page_text(&bench, "activity"), "!Export of 2, srt: 1 done, 1 failed");
    bench_keys(&bench, "Enter");
    cr_assert_str_has(bench_page_text(&bench, "activity"), "2.srt exists already");
    cr_assert_str_has(bench_page_text(&bench, "activity"), "1.srt, 10");
}

/* What the running line says. */
static const char *running(void)
{
    return bench.app->batch->told;
}

/* Starts the export of the three projects with this format. */
static void export_three(void)
{
    bench_complete(&bench);
    bench_keys(&bench, "M x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
    cr_assert(bench.app->batch->active);
}

static void answer_exists(int64_t id, const char *path)
{
    struct call call = bench_under_way(&bench, ENDPOINT_EXPORT, id);
    struct call_result *result = call_result_new(&call);
    error_set(&result->error, ERROR_EXISTS, "%s exists already", path);
    result->path = strdup(path);
    bench_deliver(&bench, result);
}

static void answer_written(int64_t id, const char *path, int64_t bytes)
{
    struct call call = bench_under_way(&bench, ENDPOINT_EXPORT, id);
    bench_answer_file(&bench, &call, path, bytes);
}

Test(app_batch, the_running_line_names_the_oldest_one_and_how_much_of_its_file_is_here)
{
    export_three();
    cr_expect_str_eq(running(), "Exporting 3: 0 done, now 1 Council meeting, 14 May");
    struct call_progress progress = {
        .serial = bench_under_way(&bench, ENDPOINT_EXPORT, 1).serial, .bytes = 310400, .total = 462000};
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
    bench_wait(&bench, 1000);
    cr_expect_str_eq(running(), "Exporting 3: 0 done, now 1 Council meeting, 14 May, 310 of 462 kB");
}

Test(app_batch, the_running_line_says_till_when_the_server_asked_to_wait)
{
    export_three();
    struct call_progress progress = {
        .serial = bench_under_way(&bench, ENDPOINT_EXPORT, 1).serial, .total = -1, .wait_ms = 30000};
    snprintf(progress.notice, sizeof progress.notice, "rate limited by the server; attempt 2 of 3 in 30.0 s");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
    bench_wait(&bench, 1000);
    cr_expect_str_eq(running(),
                     "Exporting 3: 0 done, waits till 09:02:30 UTC, now 1 Council meeting, 14 May");
    bench_wait(&bench, 29000);
    cr_expect_str_eq(running(), "Exporting 3: 0 done, now 1 Council meeting, 14 May", "the time is over");
}

Test(app_batch, the_running_line_changes_at_most_once_a_second_however_fast_it_goes)
{
    export_three();
    bench_wait(&bench, 10);
    answer_written(1, "1.srt", 10);
    cr_expect_str_eq(running(), "Exporting 3: 0 done, now 1 Council meeting, 14 May");
    bench_wait(&bench, 900);
    cr_expect_str_eq(running(), "Exporting 3: 0 done, now 1 Council meeting, 14 May");
    bench_wait(&bench, 100);
    cr_expect_str_eq(running(), "Exporting 3: 1 done, now 2 Interview: dam keeper");
}

Test(app_batch, one_that_went_well_says_how_much_was_written)
{
    export_three();
    answer_written(1, "1.srt", 400000);
    answer_written(2, "2.srt", 400000);
    answer_written(3, "3.srt", 400000);
    cr_expect_str_eq(bench.app->status, "Exported 3: 1.2 MB; L lists them");
    cr_expect_not(bench.app->status_is_bad);
    cr_expect_eq(bench.app->list.mark_count, 0);
}

Test(app_batch, a_failure_opens_no_pane_and_leaves_its_project_marked)
{
    export_three();
    answer_written(1, "1.srt", 1);
    answer_exists(2, "2.srt");
    answer_written(3, "3.srt", 1);
    cr_expect_eq(bench.app->focus, PANE_LIST);
    cr_expect_str_eq(bench.app->failure, "Export of 3, 09:02: 2 done, 1 failed; L has all of it\n"
                                         "!1  2.srt exists already");
    cr_expect(list_is_marked(&bench.app->list, 2));
    cr_expect_eq(bench.app->list.mark_count, 1);
}

Test(app_batch, on_a_narrow_screen_the_sums_stand_above_the_most_frequent_reason)
{
    bench_resize(&bench, 40, 10);
    export_three();
    answer_written(1, "1.srt", 1);
    answer_written(3, "3.srt", 1);
    struct call refused = bench_under_way(&bench, ENDPOINT_EXPORT, 2);
    bench_answer_error(&bench, &refused, ERROR_SERVER, 500, "the server broke, and it said so in many words");
    cr_expect_str_eq(bench.app->failure, "2 done, 1 failed: L\n"
                                         "!1  the server broke, and it said so …");
}

/* Starts the enqueue of the three projects. */
static void enqueue_three(void)
{
    bench_all_new(&bench);
    bench_keys(&bench, "M e X y");
    cr_assert(bench.app->batch->active);
}

Test(app_batch, an_enqueue_counts_what_was_accepted_and_what_was_refused)
{
    enqueue_three();
    cr_expect_str_eq(running(), "Enqueueing 3: 0 accepted");
    bench_answer_enqueue(&bench, 1, NULL);
    bench_answer_enqueue(&bench, 2, "no credit");
    bench_wait(&bench, 1000);
    cr_expect_str_eq(running(), "Enqueueing 3: 1 accepted, 1 refused");
    bench_answer_enqueue(&bench, 3, "no credit");
    cr_expect_str_eq(bench.app->failure, "Enqueue of 3, 09:02: 1 accepted, 2 refused; L has all of it\n"
                                         "!2  no credit (403)");
    cr_expect_eq(bench.app->list.mark_count, 2);
    cr_expect_not(list_is_marked(&bench.app->list, 1));
}

/* Projects 4 and 5 are there, too, and Completed; the first three are being enqueued. */
static void enqueue_three_of_five(void)
{
    bench_keys(&bench, "o");
    bench_type(&bench, "4 5");
    bench_keys(&bench, "Enter");
    bench_all_new(&bench);
    for (int64_t id = 4; id <= 5; id++) {
        struct app_project *project = app_project_find(bench.app, id);
        free(project->state);
        project->state = mem_copy("Completed");
    }
    bench_keys(&bench, "g Space Space Space e X y");
    cr_assert(bench.app->batch->active);
}

/* The last two are marked for an export while the first three are being enqueued. */
static void export_two_more(void)
{
    enqueue_three_of_five();
    bench_keys(&bench, "u G Space k Space x");
    cr_assert_not_null(app_form_top(bench.app));
    bench_clear(&bench);
    bench_keys(&bench, "X");
}

Test(app_batch, a_second_batch_is_refused_with_a_sentence_and_its_form_stays)
{
    export_two_more();
    cr_assert_not_null(app_form_top(bench.app));
    cr_expect_str_eq(app_form_top(bench.app)->message,
                     "Not sent: Enqueue of 3 is under way, one batch at a time");
    cr_expect_str_eq(bench_message(&bench), "Not sent: Enqueue of 3 is under way, one batch at a time");
    cr_expect_null(bench.app->question->text);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    bench_answer_enqueue(&bench, 1, NULL);
    bench_answer_enqueue(&bench, 2, NULL);
    bench_answer_enqueue(&bench, 3, NULL);
    cr_expect_not(bench.app->batch->active);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0, "nothing begins by itself");
    bench_keys(&bench, "X");
    cr_expect_null(app_form_top(bench.app), "it was accepted");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 2);
}

Test(app_batch, a_tag_of_a_second_batch_is_not_even_asked_for)
{
    enqueue_three_of_five();
    bench_keys(&bench, "u G Space k Space d");
    cr_expect_null(bench.app->prompt->ops);
    cr_expect_str_eq(bench_message(&bench), "Not sent: Enqueue of 3 is under way, one batch at a time");
    bench_keys(&bench, "j");
    cr_expect_str_eq(bench_message(&bench), "Enqueueing 3: 0 accepted");
}

Test(app_batch, a_refused_batch_leaves_nothing_that_a_stop_could_send)
{
    export_two_more();
    bench_keys(&bench, "^C");
    bench_answer_enqueue(&bench, 1, NULL);
    bench_answer_enqueue(&bench, 2, NULL);
    bench_answer_enqueue(&bench, 3, NULL);
    cr_expect_not(bench.app->batch->active);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    cr_expect_str_eq(bench.app->status, "Stopped at 3 of 3; 0 not sent, still marked");
    struct act *acts = NULL;
    size_t count = 0;
    struct error err;
    cr_assert(store_act_list(bench.store, 0, 0, 0, &acts, &count, &err), "%s", err.text);
    cr_expect_eq(count, 1, "the activity has the first one alone");
    store_acts_free(acts, count);
}

Test(app_batch, to_quit_is_asked_while_it_is_not_over)
{
    bench_keys(&bench, "o");
    bench_type(&bench, "4 5");
    bench_keys(&bench, "Enter");
    bench_all_new(&bench);
    bench_keys(&bench, "M e X y");
    bench_command(&bench, "quit");
    cr_assert_str_eq(bench_question(&bench), "Enqueue of 5 is not over. Quit, and send no more of it?");
    bench_answer_enqueue(&bench, bench.app->batch->rows[0].id, NULL);
    bench_keys(&bench, "n");
    cr_expect_str_eq(bench.app->status, "Nothing was cancelled");
}

Test(app_batch, what_is_being_sent_is_refused_by_name_and_not_offered)
{
    char hints[HINTS_SIZE];
    enqueue_three();
    app_hints(bench.app, hints, sizeof hints, 200);
    cr_expect_str_lacks(hints, "e Enqueue");
    cr_expect_str_lacks(hints, "x Export");
    bench_keys(&bench, "e");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_eq(bench_message(&bench), "1 is being sent",
                     "the running line does not hide the answer to a key");
    bench_keys(&bench, "j");
    cr_expect_str_eq(bench_message(&bench), "Enqueueing 3: 0 accepted", "till the next key");
    bench_answer_enqueue(&bench, 1, NULL);
    bench_answer_enqueue(&bench, 2, NULL);
    bench_keys(&bench, "x");
    cr_expect_str_eq(bench.app->status, "3 is being sent");
    bench_answer_enqueue(&bench, 3, NULL);
    bench_keys(&bench, "e");
    cr_expect_not_null(app_form_top(bench.app));
}

Test(app_batch, without_a_login_the_rest_is_not_sent_and_stays_marked)
{
    enqueue_three();
    bench_answer_enqueue(&bench, 1, NULL);
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, 2);
    bench_answer_error(&bench, &call, ERROR_NOT_LOGGED_IN, 401, "The token is not valid");
    bench_event(&bench, &(struct event){.kind = EVENT_TOKEN});
    bench_answer_enqueue(&bench, 3, NULL);
    cr_expect_not(bench.app->batch->active);
    cr_expect_str_eq(bench.app->failure, "Stopped at 2 of 3: login expired; 1 not sent, still marked");
    cr_expect_eq(bench.app->list.mark_count, 1);
    cr_expect(list_is_marked(&bench.app->list, 2));
}

Test(app_batch, marked_projects_are_read_again_and_counted)
{
    bench_keys(&bench, "Space Space r");
    cr_assert_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    cr_expect_str_eq(bench_message(&bench), "Refreshing 0 of 2");
    bench_answer_reads(&bench, "None");
    bench_wait(&bench, 1000);
    cr_expect_str_eq(bench.app->status, "Refreshed 2: 1 changed");
}

Test(app_batch, a_batch_enqueue_of_one_names_its_project_and_state)
{
    bench_keys(&bench, "j Space e X");
    cr_assert_str_eq(bench.app->question->text, "Enqueue 2  Interview: dam keeper again?");
    bench_keys(&bench, "Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

Test(app_batch, what_was_read_again_keeps_its_mark)
{
    bench_keys(&bench, "Space Space r");
    bench_answer_reads(&bench, "None");
    bench_wait(&bench, 1000);
    cr_expect_eq(bench.app->list.mark_count, 2, "the next key is about them, not about the cursor's");
}

/* What the store has of a project, in the words of its outcome: "unsent login expired", "refused no credit".
 * There must be one act, of three. */
static const char *told_of(int64_t id)
{
    static char text[100];
    struct act *acts = NULL;
    size_t count = 0;
    struct error err;
    cr_assert(store_act_list(bench.store, 0, 0, 0, &acts, &count, &err), "%s", err.text);
    cr_assert_eq(count, 1);
    cr_expect_eq(acts[0].count, 3);
    text[0] = '\0';
    for (size_t i = 0; i < acts[0].row_count; i++) {
        const struct write *row = &acts[0].rows[i];
        const char *outcome = write_outcome_name(row->outcome);
        if (row->id == id)
            snprintf(text, sizeof text, "%s%s%s", outcome ? outcome : "open", row->reason ? " " : "",
                     row->reason ? row->reason : "");
    }
    store_acts_free(acts, count);
    return text;
}

Test(app_batch, all_of_a_batch_are_rows_of_one_act_also_those_that_are_not_sent)
{
    enqueue_three();
    bench_answer_enqueue(&bench, 1, NULL);
    bench_answer_enqueue(&bench, 2, "no credit");
    struct call third = bench_under_way(&bench, ENDPOINT_ENQUEUE, 3);
    bench_answer_error(&bench, &third, ERROR_NOT_LOGGED_IN, 401, "log in");
    cr_expect_not(bench.app->batch->active);
    cr_expect_str_eq(told_of(1), "done");
    cr_expect_str_eq(told_of(2), "refused no credit");
    cr_expect_str_eq(told_of(3), "unsent login expired", "%s", told_of(3));
}

Test(app_batch, what_was_never_sent_is_a_row_of_the_act_too)
{
    enqueue_three();
    for (int64_t id = 1; id <= 3; id++) {
        struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, id);
        if (id == 1)
            bench_keys(&bench, "^C");
        bench_answer_error(&bench, &call, ERROR_CANCELLED, 0, "cancelled");
    }
    cr_expect_not(bench.app->batch->active);
    for (int64_t id = 1; id <= 3; id++)
        cr_expect_str_eq(told_of(id), "unsent stopped before", "%s", told_of(id));
}

/* --- judged when its turn comes --- */

/* Five projects are being enqueued, three of which have left. */
static void enqueue_five(void)
{
    bench_keys(&bench, "o");
    bench_type(&bench, "4 5");
    bench_keys(&bench, "Enter");
    bench_all_new(&bench);
    bench_keys(&bench, "M e X y");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 3);
}

Test(app_batch, one_that_is_being_transcribed_when_its_turn_comes_is_left_out_and_named)
{
    enqueue_five();
    app_project_set_state(bench.app, app_project_find(bench.app, 5), "InProgress");
    for (int64_t id = 1; id <= 4; id++)
        bench_answer_enqueue(&bench, id, NULL);
    cr_expect_not(bench.app->batch->active);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 4);
    cr_expect_str_has(bench.app->failure, "4 accepted, 1 not sent", "%s", bench.app->failure);
    cr_expect_str_has(bench.app->failure, "not sent: #5 enqueued meanwhile", "%s", bench.app->failure);
    cr_expect(list_is_marked(&bench.app->list, 5));
}

Test(app_batch, one_that_another_program_has_enqueued_when_its_turn_comes_is_left_out)
{
    enqueue_five();
    bench_lost_write(&bench,
                     (struct write){.id = 4, .op = ENDPOINT_ENQUEUE, .until_ms = BENCH_WALL_MS + 60000});
    for (int64_t id = 1; id <= 5; id++)
        if (id != 4)
            bench_answer_enqueue(&bench, id, NULL);
    cr_expect_not(bench.app->batch->active);
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 4);
    cr_expect(list_is_marked(&bench.app->list, 4));
}
