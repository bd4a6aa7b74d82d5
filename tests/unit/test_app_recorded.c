/* Writes are recorded on disk before they are sent; writes without an answer of ended programs, of other
 * sessions and of this one; accepted enqueues that do not start. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/record.h"
#include "steno/base/mem.h"
#include "support/app_store.h"
#include "support/asserts.h"
#include "support/replies.h"
#include "writes.h"

/* Like bench_ready(), with new projects, and a store that another program can lock. */
static void locked_begin(void)
{
    const struct bench_row rows[] = {{1, "None", "Council"}, {2, "None", "Dam"}, {3, "None", "Lecture 7"}};
    bench_init(&bench, "secret-token");
    bench_store_open(&bench);
    bench_list(&bench, rows, 3);
    bench_start(&bench, 80, 24);
    bench_answer_reads(&bench, "None");
    bench_clear(&bench);
}

static void locked_end(void)
{
    bench_free(&bench);
    bench_store_close(&bench);
}

static void locked_again(void)
{
    locked_end();
    locked_begin();
}

TestSuite(app_recorded, .init = locked_begin, .fini = locked_end);

static struct app_project *project(int64_t id)
{
    return app_project_find(bench.app, id);
}

/* Presses the keys; expects one enqueue, which the user confirmed despite open enqueues up to this row (0:
 * none). */
static void expect_sent_after(const char *keys, int64_t row)
{
    bench_clear(&bench);
    bench_keys(&bench, keys);
    cr_assert_eq(sent(ENDPOINT_ENQUEUE), 1, "after %s", keys);
    cr_expect_eq(bench.app->calls[bench.app->call_count - 1].asked->asked_row, row, "Yes is about that one");
}

/* Presses the keys; expects no enqueue. */
static void expect_unsent(const char *keys)
{
    bench_clear(&bench);
    expect_sent(keys, ENDPOINT_ENQUEUE, 0);
}

/* Presses the keys; expects the question before a second enqueue of project 1. */
static void expect_asked_again(const char *keys, const char *note)
{
    expect_unsent(keys);
    cr_assert_str_has(bench_question(&bench), "Enqueue again? #1");
    cr_expect_str_has(bench_question(&bench), "Enqueue again? ");
    cr_expect_str_has(bench.app->question->note, note);
}

/* Another program enqueues a project, confirmed despite open enqueues up to a row, and waits for the answer.
 */
static int64_t enqueue_elsewhere(int64_t id, int64_t asked_row)
{
    struct write write = {.id = id, .op = ENDPOINT_ENQUEUE, .asked_row = asked_row};
    write.when_ms = write.rests_ms = bench.wall_ms;
    write.until_ms = bench.wall_ms + 60000;
    struct write_list open = {0};
    struct error err;
    int64_t row = store_write_begin(bench.other, &write, &open, &err);
    cr_assert_gt(row, 0, "%s", err.text);
    return row;
}

/* The state of project 1 in the store, as another program sees it, and the time of its read. */
static const char *stored_state(int64_t *when_ms)
{
    static char state[40];
    json_t *raw = NULL;
    struct error err;
    cr_assert(store_project_load(bench.other ? bench.other : bench.store, 1, &raw, when_ms, &err), "%s",
              err.text);
    snprintf(state, sizeof state, "%s", json_string_value(json_object_get(raw, "ProcessingState")));
    json_decref(raw);
    return state;
}

Test(app_recorded, a_write_is_on_the_disk_when_it_leaves_and_its_answer_ends_or_keeps_the_row)
{
    static const struct {
        const char *name;
        enum error_kind kind;
        int status;
        size_t open;
        enum write_outcome outcome;
    } rows[] = {{"a refusal ends it", ERROR_FORBIDDEN, 403, 0, WRITE_REFUSED},
                {"an unknown outcome keeps it", ERROR_UNKNOWN_OUTCOME, 0, 1, WRITE_OPEN},
                {"what never left leaves none", ERROR_CONNECT, 0, 0, WRITE_OPEN}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct write_list open = {0};
        struct error err;
        expect_sent_after("e X", 0);
        cr_assert(store_write_list(bench.other, 1, &open, &err), "%s", err.text);
        cr_assert_eq(open.count, 1, "another program sees it");
        cr_expect_eq(open.rows[0].op, ENDPOINT_ENQUEUE);
        cr_expect_str_eq(open.rows[0].before, "None");
        cr_expect_eq(open.rows[0].version, 7);
        write_list_clear(&open);
        reply_error(ENDPOINT_ENQUEUE, 1, rows[i].kind, rows[i].status, "no");
        cr_expect_eq(bench_open_count(&bench, 1), rows[i].open, "%s", rows[i].name);
        cr_expect_eq(bench_outcome(&bench, 1), rows[i].outcome, "%s", rows[i].name);
        cr_expect_not_null(app_form_top(bench.app), "what was typed is gone");
        locked_again();
    }
}

Test(app_recorded, a_write_that_cannot_be_recorded_is_not_sent_and_keeps_its_form_or_its_marks)
{
    bench_store_lock(&bench);
    expect_unsent("e X");
    cr_expect_null(bench.app->question->text, "it is not asked about");
    for (size_t i = 0; i < bench.app->call_count; i++)
        cr_expect_not(endpoints[bench.app->calls[i].op].write);
    cr_assert_not_null(app_form_top(bench.app), "what was typed is gone");
    cr_expect_str_starts(app_form_top(bench.app)->message, "Not sent: steno cannot record the request (");
    bench_store_unlock(&bench);
    expect_sent_after("X", 0);

    locked_again();
    bench_keys(&bench, "M e X");
    bench_store_lock(&bench);
    expect_unsent("y");
    bench_store_unlock(&bench);
    cr_expect_null(bench.app->question->text, "a batch ends with it");
    cr_expect_not(bench.app->batch->active);
    cr_expect_eq(bench.app->list.mark_count, 3);
    cr_expect_str_has(bench.app->failure, "could not record the request");
}

Test(app_recorded, one_that_was_done_and_whose_answer_cannot_be_kept_stays_open_till_the_next_reading)
{
    int64_t when_ms;
    bench_keys(&bench, "e X");
    bench_store_lock(&bench);
    reply_state(ENDPOINT_ENQUEUE, 1, "InProgress");
    cr_expect_str_has(bench.app->status, "1: enqueued. steno could not record this (");
    cr_expect_str_has(bench.app->status, "): the project shows ? until a refresh shows the result");
    bench_store_unlock(&bench);
    cr_expect_eq(bench_open_count(&bench, 1), 1);
    bench_keys(&bench, "r");
    reply_state(ENDPOINT_GET_PROJECT, 1, "InProgress");
    cr_expect_str_eq(stored_state(&when_ms), "InProgress", "the project that came with it is kept");
}

Test(app_recorded, an_enqueue_that_another_program_was_quicker_to_record_is_sent_on_yes_to_that_row_alone)
{
    int64_t first = enqueue_elsewhere(1, 0);
    expect_asked_again("e X", "may be enqueued already");
    expect_unsent("n");
    cr_assert_not_null(app_form_top(bench.app), "what was typed is kept");
    expect_asked_again("X", "may be enqueued already");
    expect_sent_after("y", first);

    locked_again();
    enqueue_elsewhere(1, 0);
    expect_asked_again("e X", "may be enqueued already");
    enqueue_elsewhere(1, INT64_MAX);
    expect_unsent("y"); /* y only confirms the first row */
}

/* Starts a read by the timer of a project that was not read in this session. */
static struct call read_by_the_timer(int64_t id)
{
    bench_keys(&bench, "r");
    struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, id);
    project(id)->rests_ms = 0;
    return call;
}

Test(app_recorded, the_read_before_an_enqueue_causes_the_question_and_sets_the_state_before_it)
{
    struct call timer = read_by_the_timer(1);
    bench_keys(&bench, "e X");
    reply_late(&timer, "InProgress");
    reply_before(ENDPOINT_ENQUEUE, 1, "InProgress");
    cr_expect_eq(sent(ENDPOINT_ENQUEUE), 0, "it was sent unasked");
    cr_assert_str_has(bench_question(&bench), "Enqueue again? ");
    cr_expect_str_has(bench.app->question->note, "Already being transcribed.");

    locked_again();
    project(1)->rests_ms = 0;
    bench_keys(&bench, "e X");
    reply_before(ENDPOINT_ENQUEUE, 1, "Completed");
    reply_ended(ENDPOINT_ENQUEUE, 1, ERROR_UNKNOWN_OUTCOME, "lost", "Completed", NULL);
    cr_expect_eq(bench_open_count(&bench, 1), 1, "it was Completed before");
    cr_expect_eq(bench_outcome(&bench, 1), WRITE_OPEN);
}

Test(app_recorded, of_a_batch_those_that_were_enqueued_elsewhere_meanwhile_are_left_out_and_named)
{
    for (int is_seen_by_timer = 0; is_seen_by_timer < 2; is_seen_by_timer++) {
        bench_keys(&bench, is_seen_by_timer ? "j" : "M e X");
        if (is_seen_by_timer) {
            struct call timer = read_by_the_timer(2);
            bench_keys(&bench, "M e X y");
            reply_late(&timer, "InProgress");
        } else {
            enqueue_elsewhere(2, 0);
            bench_clear(&bench);
            expect_sent("y", ENDPOINT_ENQUEUE, 2);
        }
        reply_before(ENDPOINT_ENQUEUE, 2, "InProgress");
        cr_expect_eq(sent(ENDPOINT_ENQUEUE), 2);
        bench_answer_enqueue(&bench, 1, NULL);
        bench_answer_enqueue(&bench, 3, NULL);
        cr_expect_not(bench.app->batch->active);
        cr_expect_str_has(bench.app->failure, "1 not sent");
        cr_expect_eq(bench.app->list.mark_count, 1);
        locked_again();
    }
}

Test(app_recorded, yes_to_a_second_enqueue_ends_the_first_one_once_it_was_sent_and_not_before)
{
    bench_lost_write(&bench, (struct write){.id = 1, .op = ENDPOINT_ENQUEUE});
    cr_expect_eq(bench_open_count(after("e X y"), 1), 2);
    reply_error(ENDPOINT_ENQUEUE, 1, ERROR_CONNECT, 0, "cannot connect");
    cr_expect_eq(bench_open_count(&bench, 1), 1, "it never left");
    cr_expect_eq(bench_open_count(after("X y"), 1), 2);
    reply_state(ENDPOINT_ENQUEUE, 1, "InProgress");
    cr_expect_eq(bench_open_count(&bench, 1), 0);
}

/* --- without an answer --- */

TestSuite(app_unanswered, .init = scene_start, .fini = scene_stop);

/* Records an enqueue by another program that waits until a time. */
static int64_t enqueue_then(int64_t id, int64_t when_ms, int64_t until_ms)
{
    struct write write = {.id = id, .op = ENDPOINT_ENQUEUE, .when_ms = when_ms, .until_ms = until_ms};
    write.version = 7;
    write.before = mem_copy("None");
    return bench_lost_write(&bench, write);
}

/* Records an enqueue from a minute before BENCH_WALL_MS; the application reads its project. */
static int64_t enqueue_until(int64_t id, int64_t until_ms)
{
    bench_clear(&bench);
    int64_t row = enqueue_then(id, BENCH_WALL_MS - 60000, BENCH_WALL_MS + until_ms);
    bench_wait(&bench, 0);
    return row;
}

static int64_t lose_enqueue(int64_t id)
{
    return enqueue_until(id, -1);
}

/* Expects that a project has no open write. */
static void expect_settled(int64_t id)
{
    cr_expect_eq(bench_open_count(&bench, id), 0);
    cr_expect_null(project(id)->unanswered);
    cr_expect_eq(project(id)->enqueued_ms, 0);
}

/* The number of reads of a project within this time; all reads are answered with this state. */
static size_t looks_within(int64_t id, int64_t ms, const char *state)
{
    size_t looks = 0;
    for (int64_t end = bench.now_ms + ms; bench.now_ms < end;) {
        bench_clear(&bench);
        bench_wait(&bench, 500);
        for (size_t i = 0; i < bench.effects.count; i++) {
            const struct call *call = bench.effects.items[i].call;
            looks += call && call->op == ENDPOINT_GET_PROJECT && call->project_id == id;
        }
        bench_answer_reads(&bench, state);
    }
    return looks;
}

Test(app_unanswered, what_a_dead_program_left_is_marked_at_the_start_looked_at_and_told_once)
{
    struct bench other;
    bench_init(&other, "secret-token");
    bench_list(&other, (struct bench_row[]){{1, "None", "Council"}}, 1);
    bench_lost_write(&other, (struct write){.id = 1, .op = ENDPOINT_ENQUEUE});
    bench_start(&other, 80, 24);
    cr_expect_not_null(app_project_find(other.app, 1)->unanswered);
    bench_free(&other);

    lose_enqueue(1);
    cr_expect_not_null(project(1)->unanswered);
    cr_expect_eq(project(1)->enqueued_ms, 0, "it is not said to be sent");
    reply_state(ENDPOINT_GET_PROJECT, 1, "InProgress");
    expect_settled(1);
    cr_expect_str_eq(bench.app->status,
                     "Project 1 is being transcribed: your enqueue arrived (Enqueue: no answer)");

    scene_anew();
    lose_enqueue(1);
    scene_sql("UPDATE act_rows SET over = 1"); /* another program was faster */
    reply_state(ENDPOINT_GET_PROJECT, 1, "InProgress");
    cr_expect_null(project(1)->unanswered);
    cr_expect_str_lacks(bench.app->status, "arrived");
}

Test(app_unanswered, a_lost_answer_that_the_next_read_proves_is_reported_only_as_proved)
{
    static const char *const states[][2] = {{"InProgress", "being transcribed"}, {"Completed", "Completed"}};
    for (int i = 0; i < 2; i++) {
        char *told = mem_printf("Project 1 is %s: your enqueue arrived", states[i][1]);
        scene_anew();
        bench_keys(&bench, "e X");
        bench_wait(&bench, 1);
        reply_ended(ENDPOINT_ENQUEUE, 1, ERROR_UNKNOWN_OUTCOME, "lost: check it before retrying",
                    states[i][0], NULL);
        cr_expect_str_eq(bench.app->status, told);
        cr_expect_eq(bench_open_count(&bench, 1), 0, "%s", told);
        cr_expect_str_eq(app_form_top(bench.app)->message, told);
        free(told);
    }
}

Test(app_unanswered, a_reading_counts_as_of_when_it_began)
{
    int64_t when_ms = 0, began_ms = bench.wall_ms;
    lose_enqueue(1);
    bench_keys(&bench, "r");
    bench.wall_ms += 4000;
    reply_state(ENDPOINT_GET_PROJECT, 1, "InProgress");
    cr_expect_eq(bench_open_count(&bench, 1), 0);
    cr_expect_str_eq(stored_state(&when_ms), "InProgress");
    cr_expect_eq(when_ms, began_ms, "a reading that began in between would count as older");

    scene_anew();
    bench_keys(&bench, "r"); /* the read is under way when the enqueue is sent */
    bench.wall_ms += 1000;
    enqueue_then(1, bench.wall_ms, bench.wall_ms + 1);
    reply_state(ENDPOINT_GET_PROJECT, 1, "InProgress");
    cr_expect_eq(bench_open_count(&bench, 1), 1, "an older reading cannot know");
    bench_wait(&bench, 10000);
    bench_answer_reads(&bench, "InProgress");
    cr_expect_eq(bench_open_count(&bench, 1), 0);
}

Test(app_unanswered, an_unchanged_reading_settles_nothing_while_the_server_may_be_at_work)
{
    int64_t row = lose_enqueue(1);
    reply_state(ENDPOINT_GET_PROJECT, 1, "None");
    cr_expect_eq(bench_open_count(&bench, 1), 1);
    cr_assert_not_null(project(1)->unanswered);
    cr_expect_str_has(project(1)->unanswered, ": open until ");
    cr_expect_str_has(bench.app->status, "is still None at ");
    cr_expect_str_lacks(bench.app->status, "not enqueued");
    expect_asked_again("e X", "may be enqueued already: Enqueue, sent ");
    expect_sent_after("y", row);
}

Test(app_unanswered, looks_come_after_2_5_10_30_and_60_s_then_as_for_an_active_project_and_at_the_end)
{
    static const struct {
        int64_t until_ms;
        size_t looks;
    } parts[] = {{1500, 0},  {2500, 1},  {4500, 0},  {5500, 1},  {9500, 0}, {10500, 1},
                 {29500, 0}, {30500, 1}, {59500, 0}, {60500, 1}, {91000, 3}};
    int64_t at_ms = 0;
    lose_enqueue(77);
    bench_answer_reads(&bench, "None");
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        cr_expect_eq(looks_within(77, parts[i].until_ms - at_ms, "None"), parts[i].looks, "part %zu", i);
        at_ms = parts[i].until_ms;
    }
    cr_expect_eq(bench_open_count(&bench, 77), 1);
    looks_within(77, 600500 - at_ms, "None");
    cr_expect_eq(bench_open_count(&bench, 77), 0, "the reading after the end settles it");
    cr_expect_eq(bench_outcome(&bench, 77), WRITE_NO_EFFECT);
    cr_expect_eq(looks_within(77, 60000, "None"), 0);

    scene_anew();
    lose_enqueue(77);
    bench_answer_reads(&bench, "Uploading");
    looks_within(77, 661000, "Uploading");
    cr_expect_eq(bench_open_count(&bench, 77), 1, "no reading can settle it: it is asked about for good");
    cr_expect_eq(looks_within(77, 60000, "None"), 0, "and looked at no more");
}

Test(app_unanswered, one_whose_sender_may_wait_is_marked_as_sent_asked_about_and_not_said_to_be_open)
{
    struct error err;
    enqueue_until(1, 30000);
    reply_state(ENDPOINT_GET_PROJECT, 1, "None");
    cr_expect_str_lacks(bench.app->status, "is still None");
    bench_wait(&bench, 60000);
    reply_state(ENDPOINT_GET_PROJECT, 1, "None");
    cr_expect_str_has(bench.app->status, "is still None", "it is lost now");

    scene_anew();
    enqueue_until(1, 60000);
    cr_expect_str_has(bench_page_text(&bench, "details"), "?Sent ");
    cr_expect_eq(project(1)->enqueued_ms, BENCH_WALL_MS - 60000);
    expect_asked_again("e X", "may be enqueued already: Enqueue, sent ");
    bench_keys(&bench, "n q");
    reply_state(ENDPOINT_GET_PROJECT, 1, "InProgress");
    expect_settled(1);

    int64_t row = enqueue_until(2, 60000);
    cr_expect_not_null(project(2)->unanswered);
    cr_assert(store_write_drop(bench.store, row, &err), "%s", err.text);
    bench_store_changed(&bench);
    cr_expect_null(project(2)->unanswered, "the mark goes with the row");

    enqueue_until(77, 60000);
    bench_command(&bench, "open 77");
    cr_expect_not_null(project(77)->unanswered, "one that comes to the list later is marked, too");
}

Test(app_unanswered, a_project_off_the_list_is_looked_at_again_where_that_failed_and_one_that_is_gone_ends_it)
{
    lose_enqueue(77);
    reply_error(ENDPOINT_GET_PROJECT, 77, ERROR_CONNECT, 0, "refused");
    bench_wait(&bench, 2000);
    reply_state(ENDPOINT_GET_PROJECT, 77, "Completed");
    cr_expect_eq(bench_open_count(&bench, 77), 0);
    cr_expect_null(project(77), "it is not put on the list");

    lose_enqueue(1);
    reply_error(ENDPOINT_GET_PROJECT, 1, ERROR_NOT_FOUND, 404, "Not found");
    cr_expect_eq(bench_open_count(&bench, 1), 0);
    cr_expect_eq(bench_outcome(&bench, 1), WRITE_UNKNOWN);
}

Test(app_unanswered, an_unknown_outcome_of_this_session_is_marked_at_once_and_looked_at_after_2_s)
{
    bench_keys(&bench, "e X");
    bench_store_changed(&bench);
    cr_expect_null(project(1)->unanswered, "the answer is still waited for");
    reply_error(ENDPOINT_ENQUEUE, 1, ERROR_UNKNOWN_OUTCOME, 0, "lost.");
    cr_expect_str_has(bench.app->status, "lost. The outcome is open until ");
    cr_expect_not_null(project(1)->unanswered);
    expect_asked_again("q e X", "may be enqueued already");
    bench_keys(&bench, "Enter q");
    bench_answer_reads(&bench, "None");
    cr_expect_eq(bench_open_count(&bench, 1), 1);
    cr_expect_not_null(project(1)->unanswered);
    bench_clear(&bench);
    bench_wait(&bench, 2500);
    cr_expect_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    bench_answer_reads(&bench, "Completed");
    expect_settled(1);
    expect_asked_again("e X", "It is Completed.");
}

Test(app_unanswered, an_open_deletion_of_a_tag_is_marked_and_asks_nothing_before_an_enqueue)
{
    bench_lost_write(&bench, (struct write){.id = 1, .op = ENDPOINT_DELETE_TAG, .value = mem_copy("news")});
    cr_expect_not_null(project(1)->unanswered);
    expect_sent_after("e X", 0);
}

/* --- accepted, but not started --- */

static void take_enqueue(const char *state)
{
    bench_keys(&bench, "e X");
    reply_state(ENDPOINT_ENQUEUE, 1, state);
    bench_clear(&bench);
}

Test(app_unanswered, an_accepted_enqueue_causes_a_question_until_its_state_changes_or_its_time_is_over)
{
    take_enqueue("None");
    cr_expect_eq(bench_open_count(&bench, 1), 1);
    cr_expect_eq(project(1)->enqueued_ms, BENCH_WALL_MS);
    bench_wait(&bench, 5000);
    bench_answer_reads(&bench, "None");
    cr_expect_eq(bench_open_count(&bench, 1), 1);
    bench_wait(&bench, 60000);
    bench_answer_reads(&bench, "InProgress");
    expect_settled(1);

    scene_anew();
    take_enqueue("InProgress");
    expect_settled(1);

    scene_anew();
    take_enqueue("None");
    bench_wait(&bench, 100);
    expect_asked_again("e X", "no start was seen so far");
    bench_keys(&bench, "y");
    reply_state(ENDPOINT_ENQUEUE, 1, "None");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_eq(bench_open_count(&bench, 1), 1, "the first one is over");
    looks_within(1, 660500, "None");
    expect_settled(1);
    cr_expect_str_has(bench.app->status, "no start was seen");
}

/* --- the end --- */

Test(app_unanswered, to_quit_with_a_write_or_an_export_under_way_is_asked_and_with_a_reading_not)
{
    bench_keys(&bench, "e X");
    bench_command(&bench, "form-leave");
    bench_command(&bench, "quit");
    cr_assert_str_has(bench_question(&bench),
                      "Enqueue 1 has no answer yet. Quit? The next start checks the result.");
    cr_expect_null(bench_effect(after("n"), EFFECT_QUIT));
    bench_command(&bench, "quit");
    cr_expect_not_null(bench_effect(after("y"), EFFECT_QUIT));

    scene_anew();
    bench_complete(&bench);
    bench_keys(&bench, "x X");
    bench_command(&bench, "form-leave");
    cr_assert_str_has(bench_question(after(":quit")), "Export 1 is in progress");
    bench_keys(&bench, "n");
    bench_answer_file(&bench, bench_call(&bench, ENDPOINT_EXPORT), "1.srt", 3);
    bench_keys(&bench, "r");
    cr_expect_not_null(bench_effect(after(":quit"), EFFECT_QUIT));
}

Test(app_recorded, a_project_that_could_not_be_settled_is_read_again)
{
    bench_wait(&bench, 700000);
    lose_enqueue(77);
    bench_store_lock(&bench);
    reply_state(ENDPOINT_GET_PROJECT, 77, "None");
    bench_store_unlock(&bench);
    cr_expect_eq(bench_open_count(&bench, 77), 1);
    looks_within(77, 600000, "None");
    cr_expect_eq(bench_open_count(&bench, 77), 0);
}
