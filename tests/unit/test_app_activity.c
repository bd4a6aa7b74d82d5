/* The application: what is done leaves its row, with the options that were set, in the pane and in the
 * history. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "store_sql.h"
#include "support/app_bench.h"
#include "support/asserts.h"

#define HOUR_MS INT64_C(3600000)

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_activity, .init = setup, .fini = teardown);

/* How many rows of this kind with this text stand in the history? */
static int history_count(const char *kind, const char *text)
{
    struct store_entries lines;
    struct error err;
    int found = 0;
    cr_assert(store_history_load(bench.store, 0, 0, &lines, &err), "%s", err.text);
    for (size_t i = 0; i < lines.count; i++)
        found += strcmp(lines.items[i].name, kind) == 0 && strcmp(lines.items[i].text, text) == 0;
    store_entries_clear(&lines);
    return found;
}

/* Answers the last call of the operation with the project as it was. */
static void answer_project(enum endpoint_id op, int64_t id)
{
    char *json = bench_json(id, "None", "Council meeting, 14 May");
    bench_answer_project(&bench, bench_call(&bench, op), json);
    free(json);
}

/* Opens the enqueue form of project 1 with two options and sends it. */
static void enqueue_with_options(void)
{
    bench_keys(&bench, "e");
    form_put(app_form_top(bench.app)->form, "Lang", "en-US");
    form_put(app_form_top(bench.app)->form, "WithPPC", "false");
    bench_keys(&bench, "X");
}

Test(app_activity, an_enqueue_leaves_a_row_with_its_options)
{
    enqueue_with_options();
    answer_project(ENDPOINT_ENQUEUE, 1);
    cr_expect_eq(history_count("enqueue", "Enqueued with Lang=en-US, WithPPC=false"), 1);
    bench_resize(&bench, 140, 30);
    bench_keys(&bench, "L");
    cr_expect_str_has(bench_page_text(&bench, "activity"),
                      "*1 Council meeting, 14 May: Enqueue, Lang en-US, WithPPC false: not started");
}

/* Answers the last call of the operation with project 1 in this state. */
static void answer_state(enum endpoint_id op, const char *state)
{
    char *json = bench_json(1, state, "Council meeting, 14 May");
    bench_answer_project(&bench, bench_call(&bench, op), json);
    free(json);
}

Test(app_activity, a_change_that_was_read_slowly_is_told_by_its_enqueue_alone)
{
    enqueue_with_options();
    answer_state(ENDPOINT_ENQUEUE, "InProgress");
    bench_wait(&bench, 20000);
    cr_assert_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
    bench_wait(&bench, 5000);
    answer_state(ENDPOINT_GET_PROJECT, "Completed");
    bench_keys(&bench, "L");
    cr_expect_str_has(bench_page_text(&bench, "activity"), ": completed");
    cr_expect_str_lacks(bench_page_text(&bench, "activity"), "InProgress → Completed");
}

Test(app_activity, an_enqueue_without_options_leaves_a_row_without_them)
{
    bench_keys(&bench, "e X");
    answer_project(ENDPOINT_ENQUEUE, 1);
    cr_expect_eq(history_count("enqueue", "Enqueued"), 1);
}

Test(app_activity, an_unknown_outcome_is_recorded_as_one_and_a_refusal_not_at_all)
{
    enqueue_with_options();
    struct call call = {
        .op = ENDPOINT_ENQUEUE, .project_id = 1, .serial = bench_call(&bench, ENDPOINT_ENQUEUE)->serial};
    bench_answer_error(&bench, &call, ERROR_UNKNOWN_OUTCOME, 0, "The answer was lost");
    cr_expect_eq(history_count("unknown", "Enqueue with Lang=en-US, WithPPC=false: outcome unknown"), 1);
    cr_expect_eq(history_count("enqueue", "Enqueued with Lang=en-US, WithPPC=false"), 0);
    bench_keys(&bench, "q m a");
    bench_type(&bench, "colour");
    bench_keys(&bench, "Enter Enter");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ADD_METADATA), ERROR_REJECTED, 422, "Refused");
    cr_expect_eq(history_count("metadata", "Metadata \"colour\" set"), 0);
    cr_expect_eq(history_count("unknown", "Set metadata \"colour\": outcome unknown"), 0);
}

/* Ends the enqueue by ^C, before or after it was sent. */
static void cancel_enqueue(bool sent)
{
    struct call call = {
        .op = ENDPOINT_ENQUEUE, .project_id = 1, .serial = bench_call(&bench, ENDPOINT_ENQUEUE)->serial};
    struct call_result *result = call_result_new(&call);
    error_set(&result->error, ERROR_CANCELLED, "Cancelled");
    result->error.sent = sent;
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
}

Test(app_activity, a_write_cancelled_after_it_was_sent_is_recorded_as_an_unknown_outcome)
{
    enqueue_with_options();
    cancel_enqueue(true);
    cr_expect_eq(history_count("unknown", "Enqueue with Lang=en-US, WithPPC=false: outcome unknown"), 1);
}

Test(app_activity, a_write_cancelled_before_it_was_sent_is_not_recorded)
{
    enqueue_with_options();
    cancel_enqueue(false);
    cr_expect_eq(history_count("unknown", "Enqueue with Lang=en-US, WithPPC=false: outcome unknown"), 0);
}

Test(app_activity, metadata_leaves_its_key_and_never_its_value)
{
    bench_keys(&bench, "m a");
    bench_type(&bench, "colour");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "pass-word");
    bench_keys(&bench, "Enter");
    answer_project(ENDPOINT_ADD_METADATA, 1);
    cr_expect_eq(history_count("metadata", "Metadata \"colour\" set"), 1);
    cr_expect_eq(bench_happened_count(&bench, "pass-word"), 0);
}

Test(app_activity, a_tag_and_an_export_leave_their_rows)
{
    bench_keys(&bench, "t d");
    bench_type(&bench, "y");
    answer_project(ENDPOINT_DELETE_TAG, 1);
    cr_expect_eq(history_count("tag", "Tag \"news\" deleted"), 1);
    bench_complete(&bench);
    bench_keys(&bench, "q x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
    bench_answer_file(&bench, bench_call(&bench, ENDPOINT_EXPORT), "1.srt", 10);
    cr_expect_eq(history_count("export", "Exported to 1.srt, 10 bytes, with FileFormatId=srt"), 1);
}

Test(app_activity, each_project_of_a_batch_leaves_its_row)
{
    bench_complete(&bench);
    bench_keys(&bench, "Space Space x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
    struct call calls[2] = {0};
    size_t count = 0;
    for (size_t i = 0; i < bench.effects.count; i++) {
        const struct call *call = bench.effects.items[i].call;
        if (call && call->op == ENDPOINT_EXPORT && count < 2)
            calls[count++] =
                (struct call){.op = call->op, .serial = call->serial, .project_id = call->project_id};
    }
    cr_assert_eq(count, 2);
    bench_answer_file(&bench, &calls[0], "a.srt", 10);
    cr_expect_eq(history_count("export", "Exported to a.srt, 10 bytes, with FileFormatId=srt"), 1);
    bench_answer_file(&bench, &calls[1], "b.srt", 0);
    cr_expect_eq(history_count("export", "Exported to b.srt, 0 bytes, with FileFormatId=srt"), 1);
}

/* The rows of the pane, which is open. */
static const struct page *rows(void)
{
    return app_page_of(bench.app, "activity");
}

/* Project 1 fails to be read, project 3 ends, then the pane is opened. */
static void open_with_news(void)
{
    bench_keys(&bench, "r");
    struct call call = *bench_call(&bench, ENDPOINT_GET_PROJECT);
    bench_answer_error(&bench, &call, ERROR_NOT_FOUND, 404, "Project 1 is not there");
    bench_clear(&bench);
    bench_keys(&bench, "j r");
    char *json = bench_json(2, "Failed", "Interview");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
    bench_keys(&bench, "L");
}

Test(app_activity, a_row_has_time_project_mark_and_text)
{
    open_with_news();
    cr_expect_str_eq(rows()->title, "Activity, newest first, UTC");
    cr_expect_str_eq(rows()->lines[0].value, "  09:02:00  !2 Interview: Completed → Failed",
                     "two cells apart where it is wide");
    cr_expect_str_eq(rows()->lines[1].value,
                     "  09:02:00  !1 Council meeting, 14 May: Project 1 is not there");
    bench_resize(&bench, 62, 24);
    cr_expect_str_eq(rows()->lines[0].value, "  09:02:00 !2 Interview: Completed → Failed");
    bench_resize(&bench, 60, 24);
    cr_expect_str_eq(rows()->lines[0].value, "  09:02:00 !2: Completed → Failed", "by its id alone");
}

Test(app_activity, its_time_turns_to_day_and_hour_and_then_to_the_date)
{
    open_with_news();
    bench.wall_ms += INT64_C(86400000);
    bench_keys(&bench, "! !");
    cr_expect_str_starts(rows()->lines[0].value, "  Thu 09    !2 Interview:");
    bench.wall_ms += INT64_C(864000000);
    bench_keys(&bench, "! !");
    cr_expect_str_starts(rows()->lines[0].value, "  05-14     !2 Interview:");
}

Test(app_activity, failures_only_and_back_by_the_same_key)
{
    open_with_news();
    bench_happened(&bench, BENCH_WALL_MS, 1, "note", "Nothing bad");
    bench_keys(&bench, "L");
    size_t all = rows()->count;
    cr_assert_eq(all, 3);
    bench_keys(&bench, "!");
    cr_expect_eq(rows()->count, 2);
    cr_expect_str_eq(rows()->title, "Activity, failures only, newest first, UTC");
    cr_expect_not(bench.app->filter, "it is the list's filter no more");
    bench_keys(&bench, "!");
    cr_expect_eq(rows()->count, all);
}

Test(app_activity, its_filter_narrows_at_each_key_and_esc_brings_all_back)
{
    open_with_news();
    size_t all = rows()->count;
    bench_keys(&bench, "f");
    bench_type(&bench, "failed");
    cr_expect_eq(rows()->count, 1);
    cr_expect_str_eq(bench.app->prompt->side, "1 of 2");
    bench_keys(&bench, "Esc");
    cr_expect_eq(rows()->count, all);
    bench_keys(&bench, "f");
    bench_type(&bench, "zebra");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(rows()->lines[0].value, "Nothing that happened matches");
    bench_keys(&bench, "Enter i");
    cr_expect_str_eq(bench.app->status, "This entry is about no project");
    bench_keys(&bench, "f x"); /* closed with the application */
}

Test(app_activity, enter_shows_an_entry_whole_and_leads_back)
{
    bench_complete(&bench);
    bench_keys(&bench, "x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_EXPORT), ERROR_REJECTED, 422, "Not exported");
    bench_keys(&bench, "q L");
    cr_expect_str_eq(rows()->lines[0].value,
                     "  09:02:00  !1 Council meeting, 14 May: Export, srt: Not exported (422)");
    bench_keys(&bench, "Enter");
    cr_assert_eq(app_top(bench.app)->kind, OVERLAY_PREVIEW);
    const struct page *page = &bench.app->preview;
    cr_expect_str_eq(page->lines[0].value, "2026-05-14 09:02 UTC");
    cr_expect_str_eq(page->lines[1].value, "1, Council meeting, 14 May");
    cr_expect_str_eq(page->lines[2].value, "Export, srt: Not exported (422)");
    bench_keys(&bench, "q");
    cr_expect_eq(app_top(bench.app)->kind, OVERLAY_PANE);
    cr_expect_eq(rows()->list.selected, 0);
}

Test(app_activity, the_key_of_the_details_goes_to_the_project_of_the_entry)
{
    open_with_news();
    bench_keys(&bench, "j i");
    cr_expect_eq(bench.app->focus, app_pane_find(bench.app, "details"));
    cr_expect_eq(bench.app->current, 1);
    cr_expect_eq(app_selected(bench.app), 1);
}

Test(app_activity, where_older_entries_are_is_said_when_there_are_some)
{
    for (int i = 0; i < 500; i++)
        bench_happened(&bench, BENCH_WALL_MS, 1, "note", "entry");
    bench_keys(&bench, "L");
    cr_expect_str_lacks(bench_page_text(&bench, "activity"), "Older entries", "all are there");
    bench_happened(&bench, BENCH_WALL_MS, 1, "note", "one more");
    bench_keys(&bench, "q L");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "Older entries: steno activity");
}

Test(app_activity, what_earlier_sessions_had_refused_is_a_failure)
{
    struct error err;
    bench_free(&bench);
    bench_init(&bench, "token");
    bench_store(&bench);
    cr_assert(store_begin(bench.store, &err));
    for (int i = 0; i < 99; i++)
        cr_assert(
            store_history_add(bench.store, 1, "refused", "Enqueue: refused (412)", BENCH_WALL_MS, 0, &err));
    cr_assert(store_commit(bench.store, &err));
    bench_start(&bench, 80, 24);
    bench_keys(&bench, "L !");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "!1: Enqueue: refused (412)");
    cr_expect_str_lacks(bench_page_text(&bench, "activity"), "Older entries", "99 are all that there were");
}

/* --- since the last session --- */

/* A start after a session that ended then (0: there was none); the activity has a row of two hours ago, and
 * one of now. */
static void start_after(int64_t end_ms)
{
    const struct bench_row row = {1, "InProgress", "Council meeting"};
    struct error err;
    json_t *session = json_pack("{s:I}", "end", (json_int_t)end_ms);
    bench_init(&bench, "secret-token");
    bench_list(&bench, &row, 1);
    cr_assert(!end_ms || store_draft_save(bench.store, "session", 0, session, end_ms, &err));
    json_decref(session);
    bench_start(&bench, 80, 24);
    bench_happened(&bench, BENCH_WALL_MS - 2 * HOUR_MS, 1, "note", "of before");
    bench_answer_reads(&bench, "Failed");
    bench_keys(&bench, "L");
}

Test(activity_session, a_line_stands_below_what_is_new_since_the_last_session, .fini = teardown)
{
    start_after(BENCH_WALL_MS - HOUR_MS);
    const char *text = bench_page_text(&bench, "activity");
    const char *now = strstr(text, "InProgress → Failed"), *line = strstr(text, "since your last session"),
               *before = strstr(text, "of before");
    cr_expect(now && line && before && now < line && line < before, "%s", text);
}

Test(activity_session, without_an_earlier_one_there_is_no_line, .fini = teardown)
{
    start_after(0);
    cr_expect_str_lacks(bench_page_text(&bench, "activity"), "since your last session");
}

Test(activity_session, its_end_is_kept, .fini = teardown)
{
    struct error err;
    json_t *session;
    int64_t when_ms;
    start_after(0);
    bench_keys(&bench, "q q");
    cr_assert(store_draft_load(bench.store, "session", 0, &session, &when_ms, &err) && session);
    cr_expect_eq(json_integer_value(json_object_get(session, "end")), bench.app->wall_ms);
    json_decref(session);
}
