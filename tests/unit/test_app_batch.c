/* Marks, and one action on all marked projects: the question before it, what is sent, the messages, lost
 * answers, and which projects stay marked. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/base/error.h"
#include "support/asserts.h"
#include "support/replies.h"

TestSuite(app_batch, .init = scene_start, .fini = scene_stop);

/* The marked ids: "1 3". */
static const char *marked(void)
{
    static char out[100];
    out[0] = '\0';
    for (size_t i = 0; i < bench.app->list.mark_count; i++)
        snprintf(out + strlen(out), sizeof out - strlen(out), "%s%lld", i ? " " : "",
                 (long long)bench.app->list.marks[i]);
    return out;
}

/* --- marks --- */

Test(app_batch, projects_are_marked_one_by_one_or_all_that_are_shown_and_every_pane_is_about_them)
{
    cr_expect_not(bench_offers(&bench, "Remove"));
    bench_keys(&bench, "Space Space");
    cr_expect_str_eq(marked(), "1 2");
    cr_expect_eq(app_selected(bench.app), 3, "it moves down");
    cr_expect(bench_offers(&bench, "D Remove"));
    cr_expect(bench_offers(&bench, "u Unmark all"));
    cr_expect(bench_offers(after("L"), "e Enqueue  "), "from any pane");
    cr_expect_str_eq(app_form_top(after("x")->app)->title, "Export 2 marked projects");
    bench_keys(&bench, "q q M");
    cr_expect_str_eq(marked(), "1 2 3");
    bench_keys(&bench, "L u");
    cr_expect_str_eq(marked(), "");
    expect_said("u", "Nothing is marked");
    cr_expect_str_eq(bench_effect(after("q g Space j Space y"), EFFECT_COPY)->text, "1 3");
    bench_command(&bench, "filter Interview");
    bench_keys(&bench, "M");
    cr_expect_str_eq(marked(), "1 2 3", "what the filter hides keeps its mark");
}

Test(app_batch, the_question_before_a_removal_names_what_is_not_shown_and_wants_a_number_from_ten_on)
{
    bench_keys(&bench, "M");
    bench_command(&bench, "filter council");
    cr_expect_str_eq(after("D")->app->question->note,
                     "The filter hides 2 marked projects: 2-3\nThey stay on the server.");
    cr_expect_str_eq(after("n u f ^U Enter M D")->app->question->note, "They stay on the server.");

    scene_anew();
    bench_command(&bench, "open 1000001-1000007");
    bench_command(&bench, "projects");
    bench_keys(&bench, "M D y");
    cr_assert_str_has(bench_question(&bench), "Remove 10 projects from the list (", "y is no number");
    cr_expect_eq(after("Esc g Space D y")->app->project_count, 1, "nine");
    bench_command(&bench, "open 1000001-1000009");
    bench_command(&bench, "projects");
    scene_keys("u M D '10' Enter");
    cr_expect_eq(bench.app->project_count, 0);
}

Test(app_batch, marked_projects_are_read_again_counted_and_keep_their_marks)
{
    cr_assert_not_null(bench_call(after("Space Space r"), ENDPOINT_GET_PROJECT));
    cr_expect_str_eq(bench_message(&bench), "Refreshing: 0 of 2 done");
    bench_answer_reads(&bench, "None");
    bench_wait(&bench, 1000);
    cr_expect_str_eq(bench.app->status, "Refreshed 2: 1 changed");
    cr_expect_str_eq(marked(), "1 2", "the next key is about them, not about the cursor's");
}

/* --- an export --- */

/* Sends the export form of the marked projects as srt. */
static void send_export(void)
{
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    cr_assert(after("X")->app->batch->active);
}

static void answer_written(int64_t id, const char *path, int64_t bytes)
{
    struct call call = bench_under_way(&bench, ENDPOINT_EXPORT, id);
    bench_answer_file(&bench, &call, path, bytes);
}

Test(app_batch, an_export_unmarks_those_that_went_well_and_tells_of_the_others_without_opening_a_pane)
{
    static const char told[] = "Export 2 projects (09:02): 1 done, 1 failed; L lists them\n"
                               "! 1 project: 2.srt exists already";
    bench_complete(&bench);
    cr_assert_str_eq(app_form_top(after("Space Space x")->app)->title, "Export 2 marked projects");
    send_export();
    cr_assert_eq(sent(ENDPOINT_EXPORT), 2);
    answer_written(1, "1.srt", 10);
    cr_expect_str_eq(marked(), "2", "what went well loses its mark at once");
    reply_error(ENDPOINT_EXPORT, 2, ERROR_EXISTS, 0, "2.srt exists already");
    cr_expect_str_eq(bench.app->status, told);
    cr_expect_str_eq(bench.app->failure, told);
    cr_expect_str_eq(marked(), "2");
    cr_expect_eq(bench.app->focus, PANE_LIST);
    cr_expect_str_has(bench_page_text(after("L"), "activity"), "!Export 2 projects, srt: 1 done, 1 failed");
}

/* Expects this text in the running line after this time. */
static void expect_running(int64_t ms, const char *text)
{
    bench_wait(&bench, ms);
    cr_expect_str_eq(bench.app->batch->told, text, "after %d ms", (int)ms);
}

Test(app_batch, the_running_line_of_an_export_tells_once_a_second_of_the_oldest_one_and_the_end_of_all)
{
    static const char begun[] = "Exporting 3 projects: 0 done, now 1 Council meeting, 14 May";
    static const char part[] = "Exporting 3 projects: 0 done, now 1 Council meeting, 14 May, 310 of 462 kB";
    struct call_progress progress = {.bytes = 310400, .total = 462000};
    struct event event = {.kind = EVENT_CALL_PROGRESS, .progress = &progress};
    bench_complete(&bench);
    bench_keys(&bench, "M x");
    send_export();
    expect_running(0, begun);
    progress.serial = bench_under_way(&bench, ENDPOINT_EXPORT, 1).serial;
    bench_event(&bench, &event);
    expect_running(1000, part);
    progress.wait_ms = 30000;
    snprintf(progress.notice, sizeof progress.notice,
             "rate limited by the server; attempt 2 of 3 starts in 30.0 s");
    bench_event(&bench, &event);
    expect_running(1000, "Exporting 3 projects: 0 done, next try in 30 s, now 1 Council meeting, 14 May");
    expect_running(29000, part);
    bench_wait(&bench, 10);
    answer_written(1, "1.srt", 400000);
    expect_running(900, part);
    expect_running(100, "Exporting 3 projects: 1 done, now 2 Interview: dam keeper");
    answer_written(2, "2.srt", 400000);
    answer_written(3, "3.srt", 400000);
    cr_expect_str_eq(bench.app->status, "Exported 3 projects: 1.2 MB; L lists them");
    cr_expect_not(bench.app->status_is_bad);
    cr_expect_str_eq(marked(), "");
}

Test(app_batch, cancelling_keeps_what_was_done_and_the_marks_of_the_rest)
{
    bench_command(&bench, "open 11-20");
    bench_answer_reads(&bench, "Completed");
    bench_complete(&bench);
    bench_command(&bench, "projects");
    expect_sent("g Space Space Space Space Space Space x X", ENDPOINT_EXPORT, 3);
    const int64_t id = bench_call(&bench, ENDPOINT_EXPORT)->project_id;
    answer_written(id, "x.srt", 10);
    bench_clear(&bench);
    cr_assert_eq(bench_effect_count(after("^C"), EFFECT_CANCEL), 3);
    cr_assert_eq(sent_within(1000, ENDPOINT_EXPORT), 0, "nothing more is sent");
    while (bench.app->call_count > 0)
        reply_error(bench.app->calls[0].op, bench.app->calls[0].project_id, ERROR_CANCELLED, 0, "");
    cr_assert_str_eq(bench.app->status, "Stopped after 1 of 6 projects; 5 not sent and still marked");
    cr_assert_not(list_is_marked(&bench.app->list, id));
    cr_assert_eq(bench.app->list.mark_count, 5);
    cr_assert_eq(bench.app->focus, PANE_LIST, "no pane opens");
    cr_assert_not(bench.app->batch->active);
}

/* --- an enqueue --- */

/* Starts the enqueue of the three projects. */
static void enqueue_three(void)
{
    bench_all_new(&bench);
    cr_assert(after("M e X y")->app->batch->active);
}

/* Adds projects 4 and 5. */
static void open_two_more(void)
{
    scene_keys("o '4 5' Enter");
    bench_all_new(&bench);
}

/* Starts the enqueue of five projects; three are sent. */
static void enqueue_five(void)
{
    open_two_more();
    expect_sent("M e X y", ENDPOINT_ENQUEUE, 3);
}

static void accept_three(void)
{
    for (int64_t id = 1; id <= 3; id++)
        bench_answer_enqueue(&bench, id, NULL);
}

/* Expects this outcome and reason of a project in the store, in the only batch, which has three projects. */
static void expect_kept(int64_t id, const char *words)
{
    char text[100] = "";
    struct act *acts = NULL;
    size_t count = 0;
    struct error err;
    cr_assert(store_act_list(bench.store, 0, 0, 0, &acts, &count, &err), "%s", err.text);
    cr_assert_eq(count, 1);
    cr_expect_eq(acts[0].count, 3);
    for (size_t i = 0; i < acts[0].row_count; i++) {
        const struct write *row = &acts[0].rows[i];
        const char *outcome = write_outcome_name(row->outcome);
        if (row->id == id)
            snprintf(text, sizeof text, "%s%s%s", outcome ? outcome : "open", row->reason ? " " : "",
                     row->reason ? row->reason : "");
    }
    store_acts_free(acts, count);
    cr_expect_str_eq(text, words, "project %d", (int)id);
}

/* Expects that the batch is over, with this number of enqueues and these marks. */
static void expect_over(size_t count, const char *marks)
{
    cr_expect_not(bench.app->batch->active);
    cr_expect_eq(sent(ENDPOINT_ENQUEUE), count);
    cr_expect_str_eq(marked(), marks);
}

Test(app_batch, an_enqueue_counts_what_was_accepted_and_what_was_refused_and_keeps_both_in_one_act)
{
    enqueue_three();
    expect_running(0, "Enqueueing 3 projects: 0 sent");
    bench_answer_enqueue(&bench, 1, NULL);
    bench_answer_enqueue(&bench, 2, "no credit");
    expect_running(1000, "Enqueueing 3 projects: 1 sent, 1 refused");
    bench_answer_enqueue(&bench, 3, "no credit");
    cr_expect_str_eq(bench.app->failure, "Enqueue 3 projects (09:02): 1 sent, 2 refused; L lists them\n"
                                         "! 2 projects: no credit (403)");
    expect_over(3, "2 3");
    expect_kept(1, "done");
    expect_kept(2, "refused no credit");
}

Test(app_batch, what_is_not_sent_without_a_login_or_after_a_stop_stays_marked_and_is_a_row_of_the_act)
{
    enqueue_three();
    bench_answer_enqueue(&bench, 1, NULL);
    reply_error(ENDPOINT_ENQUEUE, 2, ERROR_NOT_LOGGED_IN, 401, "The token is not valid");
    bench_event(&bench, &(struct event){.kind = EVENT_TOKEN});
    bench_answer_enqueue(&bench, 3, NULL);
    expect_over(3, "2");
    cr_expect_str_eq(bench.app->failure,
                     "Stopped after 2 of 3 projects: login expired; 1 not sent and still marked");
    expect_kept(2, "unsent login expired");

    scene_anew();
    enqueue_three();
    bench_keys(&bench, "^C");
    for (int64_t id = 1; id <= 3; id++)
        reply_error(ENDPOINT_ENQUEUE, id, ERROR_CANCELLED, 0, "cancelled");
    expect_over(3, "1 2 3");
    for (int64_t id = 1; id <= 3; id++)
        expect_kept(id, "unsent stopped before");
}

Test(app_batch, what_is_being_sent_is_refused_by_name_and_not_offered)
{
    enqueue_three();
    cr_expect_not(bench_offers(&bench, "e Enqueue"));
    cr_expect_not(bench_offers(&bench, "x Export"));
    cr_expect_null(app_form_top(after("e")->app));
    cr_expect_str_eq(bench_message(&bench), "Not done: the batch under way includes project 1",
                     "the running line does not hide the answer to a key");
    cr_expect_str_eq(bench_message(after("j")), "Enqueueing 3 projects: 0 sent", "till the next key");
    bench_answer_enqueue(&bench, 1, NULL);
    bench_answer_enqueue(&bench, 2, NULL);
    expect_said("x", "Not done: the batch under way includes project 3");
    bench_answer_enqueue(&bench, 3, NULL);
    cr_expect_not_null(app_form_top(after("e")->app));
}

/* Starts the enqueue of projects 1 to 3, and marks 4 and 5, which are Completed. */
static void mark_two_more(void)
{
    open_two_more();
    for (int64_t id = 4; id <= 5; id++)
        app_project_set_state(bench.app, app_project_find(bench.app, id), "Completed");
    cr_assert(after("g Space Space Space e X y")->app->batch->active);
    bench_keys(&bench, "u G Space k Space");
}

#define SECOND_BATCH "Not sent: another batch is under way (Enqueue of 3 projects)"

Test(app_batch, a_second_batch_is_refused_with_a_sentence_and_its_form_stays)
{
    mark_two_more();
    cr_expect_null(after("d")->app->prompt->ops, "no tag is even asked for");
    cr_expect_str_eq(bench_message(&bench), SECOND_BATCH);
    cr_expect_str_eq(bench_message(after("j")), "Enqueueing 3 projects: 0 sent");
    cr_assert_not_null(app_form_top(after("x X")->app));
    cr_expect_str_eq(app_form_top(bench.app)->message, SECOND_BATCH);
    cr_expect_str_eq(bench_message(&bench), SECOND_BATCH);
    cr_expect_null(bench.app->question->text);
    accept_three();
    cr_expect_not(bench.app->batch->active);
    cr_expect_eq(sent(ENDPOINT_EXPORT), 0, "nothing begins by itself");
    cr_expect_null(app_form_top(after("X")->app), "it was accepted");
    cr_expect_eq(sent(ENDPOINT_EXPORT), 2);
}

Test(app_batch, one_that_is_being_transcribed_or_was_enqueued_elsewhere_when_its_turn_comes_is_left_out)
{
    enqueue_five();
    bench_command(&bench, "quit");
    cr_expect_str_eq(bench_question(&bench),
                     "Enqueue of 5 projects is not finished. Quit without sending the rest?");
    expect_said("n", "Nothing was cancelled");
    app_project_set_state(bench.app, app_project_find(bench.app, 5), "InProgress");
    for (int64_t id = 1; id <= 4; id++)
        bench_answer_enqueue(&bench, id, NULL);
    expect_over(4, "5");
    cr_expect_str_has(bench.app->failure, "4 sent, 1 not sent");
    cr_expect_str_has(bench.app->failure, "not sent: #5 enqueued meanwhile");

    scene_anew();
    enqueue_five();
    bench_lost_write(&bench,
                     (struct write){.id = 4, .op = ENDPOINT_ENQUEUE, .until_ms = BENCH_WALL_MS + 60000});
    accept_three();
    bench_answer_enqueue(&bench, 5, NULL);
    expect_over(4, "4");
}

/* --- answers that were lost --- */

/* Answers the enqueue of a project: accepted (ERROR_NONE) or an error, and the state read afterwards (NULL:
 * not read). */
static void answer(int64_t id, enum error_kind kind, const char *state)
{
    bench_wait(&bench, 1); /* so that the answer is later */
    reply_ended(ENDPOINT_ENQUEUE, id, kind, "Enqueue 1: no response", state, NULL);
}

/* Reads project 1, whose enqueue has no answer: it is in progress. */
static void find_done(void)
{
    bench_clear(&bench);
    bench_wait(&bench, 2500);
    reply_state(ENDPOINT_GET_PROJECT, 1, "InProgress");
}

static void expect_all_done(void)
{
    cr_expect_str_eq(bench_message(&bench), "Enqueued 3 projects; L lists them");
    cr_expect_str_eq(marked(), "");
    cr_expect_eq(bench.app->failures_unseen, 0);
}

Test(app_batch, a_lost_answer_is_not_a_refusal_and_counts_as_done_after_a_read_shows_it)
{
    enqueue_three();
    answer(1, ERROR_UNKNOWN_OUTCOME, "InProgress");
    cr_expect_str_eq(marked(), "2 3", "E would send it again");
    answer(2, ERROR_NONE, NULL);
    answer(3, ERROR_NONE, NULL);
    expect_all_done();

    for (int is_seen = 0; is_seen < 2; is_seen++) {
        scene_anew();
        enqueue_three();
        answer(1, ERROR_UNKNOWN_OUTCOME, NULL);
        expect_running(1000, "Enqueueing 3 projects: 0 sent, 1 without an answer");
        answer(2, ERROR_NONE, NULL);
        answer(3, ERROR_NONE, NULL);
        cr_expect_str_eq(bench_message(&bench),
                         "Enqueue 3 projects (09:02): 2 sent, 1 without an answer; L lists them\n"
                         "! 1 project: without an answer: Enqueue 1: no response");
        cr_expect_str_eq(marked(), "1");
        if (is_seen)
            bench_keys(&bench, "Esc");
        find_done();
        if (!is_seen)
            expect_all_done();
        else
            cr_expect_str_eq(bench_message(&bench),
                             "Project 1 is being transcribed: your enqueue arrived (Enqueue: no answer)");
        cr_expect_str_eq(marked(), "");
    }

    scene_anew();
    enqueue_three();
    answer(2, ERROR_NONE, NULL);
    bench_keys(&bench, "^C");
    answer(1, ERROR_CANCELLED, NULL);
    answer(3, ERROR_CANCELLED, NULL);
    cr_expect_str_eq(bench_message(&bench), "Stopped after 3 of 3 projects; 2 without an answer");
    find_done();
    cr_expect_str_eq(bench_message(&bench), "Stopped after 3 of 3 projects; 1 without an answer");
    cr_expect_str_eq(marked(), "3");
}

/* --- a tag of the marked projects --- */

/* Asks to delete a tag of the marked projects; expects this question. */
static void ask_delete(const char *marks, const char *question)
{
    bench_keys(&bench, marks);
    cr_assert(bench_prompts(after("d"), "Tag to delete: "));
    scene_keys("'news' Enter");
    cr_assert_str_eq(bench_question(&bench), question);
    cr_assert_not_null(bench.app->prepared->tag);
}

#define OF_TWO "Delete the tag \"news\" of 2 projects (1-2)?"

Test(app_batch, a_tag_of_the_marked_projects_is_deleted_once_their_number_is_typed)
{
    ask_delete("Space Space", OF_TWO);
    cr_assert_eq(bench.app->question->count, 2);
    expect_asked("y Y", OF_TWO);
    cr_assert_str_eq(after("9 Backspace 2")->app->question->typed, "2", "a digit can be taken back");
    cr_assert_eq(sent(ENDPOINT_DELETE_TAG), 0, "Enter has not come yet");
    expect_sent("Enter", ENDPOINT_DELETE_TAG, 2);
    cr_assert_str_eq(bench_call(&bench, ENDPOINT_DELETE_TAG)->value, "news");
    cr_assert_str_has(bench_page_text(after("L"), "activity"),
                      "*Delete tag \"news\" of 2 projects: 2 being sent");
}

Test(app_batch, a_tag_in_the_pane_of_a_project_that_is_not_marked_is_deleted_from_that_project_alone)
{
    expect_asked("j Space g t d", "Delete the tag \"news\" of #1  Council meeting, 14 May (None)?");
    expect_sent("y", ENDPOINT_DELETE_TAG, 1);
    cr_expect_eq(bench_call(&bench, ENDPOINT_DELETE_TAG)->project_id, 1);
}

Test(app_batch, a_deletion_with_anything_but_its_number_leaves_everything_as_it_was)
{
    static const char *const answers[] = {"Enter", "3 Enter", "2 2 Enter", "0 2 Enter", "n", "2 Esc", "2 ^C"};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        ask_delete(i == 0 ? "Space Space" : "g", OF_TWO);
        bench_keys(&bench, answers[i]);
        cr_assert_null(bench.app->question->text, "%s", answers[i]);
        cr_assert_eq(sent(ENDPOINT_DELETE_TAG), 0, "%s", answers[i]);
        cr_assert_str_eq(marked(), "1 2", "%s", answers[i]);
        cr_assert_not(bench.app->batch->active);
        bench_wait(&bench, 10);
    }
}

Test(app_batch, a_batch_of_one_names_its_project_and_asks_as_for_one)
{
    expect_asked("j Space e X", "Enqueue again? #2  Interview: dam keeper");
    expect_sent("Enter q", ENDPOINT_ENQUEUE, 0);
    ask_delete("g", "Delete the tag \"news\" of #2  Interview: dam keeper (Completed)?");
    cr_assert_eq(bench.app->question->count, 0);
    bench_type(&bench, "y");
    cr_assert_eq(bench_call(&bench, ENDPOINT_DELETE_TAG)->project_id, 2);
}

Test(app_batch, a_failure_in_a_batch_of_one_is_reported_with_its_name_and_without_sums)
{
    bench_keys(&bench, "Space e X");
    bench_answer_enqueue(&bench, 1, "no credit");
    cr_expect_str_eq(bench_message(&bench), "Enqueue 1 Council meeting, 14 May: refused, no credit");

    scene_anew();
    bench_keys(&bench, "Space e X");
    reply_error(ENDPOINT_ENQUEUE, 1, ERROR_UNKNOWN_OUTCOME, 0, "no response");
    cr_expect_str_eq(bench_message(&bench),
                     "Enqueue 1 Council meeting, 14 May: without an answer, no response");
    cr_expect_str_eq(marked(), "1");

    scene_anew();
    ask_delete("Space", "Delete the tag \"news\" of #1  Council meeting, 14 May (None)?");
    bench_keys(&bench, "y");
    reply_error(ENDPOINT_DELETE_TAG, 1, ERROR_FORBIDDEN, 403, "not yours");
    cr_expect_str_eq(bench_message(&bench),
                     "Deletion of the tag \"news\" from 1 Council meeting, 14 May: refused, not yours");
}

Test(app_batch, a_lost_answer_that_a_read_has_proved_is_reported_only_as_done)
{
    for (int of_many = 0; of_many < 2; of_many++) {
        scene_anew();
        bench_all_new(&bench);
        bench_keys(&bench, of_many ? "Space Space e X y" : "Space e X");
        answer(1, ERROR_UNKNOWN_OUTCOME, "InProgress");
        if (of_many)
            answer(2, ERROR_NONE, NULL);
        cr_expect_str_eq(bench_message(&bench), of_many
                                                    ? "Enqueued 2 projects; L lists them"
                                                    : "Project 1 is being transcribed: your enqueue arrived");
        cr_expect_str_eq(marked(), "", "%s", of_many ? "of two" : "alone");
        cr_expect_eq(bench_outcome(&bench, 1), WRITE_DONE);
    }
}
