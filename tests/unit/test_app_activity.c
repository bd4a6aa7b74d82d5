/* The activity: the row of each action with its options, the pane, the history; batches of several projects;
 * the bell and the hook. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "store_sql.h"
#include "writes.h"
#include "steno/base/mem.h"
#include "support/app_scene.h"
#include "support/app_store.h"
#include "support/asserts.h"

#define HOUR_MS INT64_C(3600000)

TestSuite(app_activity, .init = scene_start, .fini = scene_stop);
TestSuite(activity_session, .fini = scene_stop);
TestSuite(app_acts, .init = scene_start, .fini = scene_stop);

/* --- rows of the history --- */

/* The number of history rows with this kind and text. */
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

/* Presses the keys; expects that the pane has this text, or lacks it (expect_none). */
static void expect_text(const char *keys, const char *text)
{
    cr_expect_str_has(bench_page_text(after(keys), "activity"), text);
}

static void expect_none(const char *keys, const char *text)
{
    cr_expect_str_lacks(bench_page_text(after(keys), "activity"), text);
}

/* Opens the enqueue form of project 1 with two options and sends it. */
static void enqueue_with_options(void)
{
    bench_keys(&bench, "e");
    form_put(scene_form(), "Lang", "en-US");
    form_put(scene_form(), "WithPPC", "false");
    bench_keys(&bench, "X");
}

Test(app_activity, an_enqueue_leaves_a_row_with_its_options_which_tells_its_end_too)
{
    enqueue_with_options();
    bench_answer_state(&bench, ENDPOINT_ENQUEUE, 1, "None");
    cr_expect_eq(history_count("enqueue", "Enqueued with Lang=en-US, WithPPC=false"), 1);
    bench_resize(&bench, 140, 30);
    expect_text("L", "*#1 Council meeting, 14 May: Enqueue, Lang en-US, WithPPC false: not started");
    scene_anew();
    bench_keys(&bench, "e X");
    bench_answer_state(&bench, ENDPOINT_ENQUEUE, 1, "InProgress");
    cr_expect_eq(history_count("enqueue", "Enqueued"), 1, "without options");
    bench_wait(&bench, 20000);
    bench_under_way(&bench, ENDPOINT_GET_PROJECT, 1);
    bench_wait(&bench, 5000); /* a slow read */
    bench_answer_state(&bench, ENDPOINT_GET_PROJECT, 1, "Completed");
    expect_text("L", ": completed");
    expect_none("", "InProgress → Completed");
}

Test(app_activity, metadata_leaves_its_key_and_never_its_value)
{
    bench_set_metadata(&bench, "colour", "pass-word");
    cr_expect_eq(history_count("metadata", "Metadata \"colour\" set"), 1);
    cr_expect_eq(bench_happened_count(&bench, "pass-word"), 0);
}

/* Sends an export as srt of the project under the cursor, or of the marked ones. */
static void export_srt(void)
{
    bench_keys(&bench, "x");
    form_put(scene_form(), "FileFormatId", "srt");
    bench_keys(&bench, "X");
}

/* Sends an export of project 1; the server refuses it with this text. */
static void fail_export(const char *text)
{
    export_srt();
    const struct call call = bench_under_way(&bench, ENDPOINT_EXPORT, 1);
    bench_answer_error(&bench, &call, ERROR_REJECTED, 422, text);
    bench_keys(&bench, "q");
}

Test(app_activity, each_export_leaves_its_row_and_enter_shows_an_entry_whole)
{
    const struct page *page = app_page_of(bench.app, "activity");
    bench_complete(&bench);
    fail_export("Not exported");
    bench_keys(&bench, "L");
    cr_expect_str_eq(page->lines[0].value,
                     "  09:02:00  !#1 Council meeting, 14 May: Export, srt: Not exported (422)");
    cr_assert_eq(app_top(after("Enter")->app)->kind, OVERLAY_PREVIEW);
    cr_expect_str_eq(bench.app->preview.lines[0].value, "2026-05-14 09:02 UTC");
    cr_expect_str_eq(bench.app->preview.lines[1].value, "1, Council meeting, 14 May");
    cr_expect_str_eq(bench.app->preview.lines[2].value, "Export, srt: Not exported (422)");
    cr_expect_str_eq(bench_focus(after("?")), "activity", "the page has no help, and none opens below it");
    cr_expect_eq(app_top(after("q")->app)->kind, OVERLAY_PANE);
    cr_expect_eq(page->list.selected, 0);
    bench_keys(&bench, "q");
    export_srt();
    const struct call second = bench_under_way(&bench, ENDPOINT_EXPORT, 1);
    bench_answer_file(&bench, &second, "a.srt", 10);
    cr_expect_eq(history_count("export", "Exported to a.srt, 10 bytes, with FileFormatId=srt"), 1);
}

/* --- the pane --- */

/* Presses the keys and returns the pane's rows. */
static const struct page *rows(const char *keys)
{
    return app_page_of(after(keys)->app, "activity");
}

/* A read of project 1 fails, project 2 changes, then the pane is opened. */
static void open_with_news(void)
{
    bench_keys(&bench, "r");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), ERROR_NOT_FOUND, 404,
                       "Project 1 is not there");
    bench_clear(&bench);
    bench_keys(&bench, "j r");
    char *json = bench_json(2, "Failed", "Interview");
    bench_answer_json(&bench, ENDPOINT_GET_PROJECT, 2, json);
    free(json);
    bench_keys(&bench, "L");
}

Test(app_activity, a_row_has_time_project_mark_and_text_and_its_key_goes_to_the_project)
{
    open_with_news();
    cr_expect_str_eq(rows("")->title, "Activity, newest first, UTC");
    cr_expect_str_eq(rows("")->lines[0].value, "  09:02:00  !#2 Interview: Completed → Failed",
                     "two cells apart where it is wide");
    cr_expect_str_eq(rows("")->lines[1].value,
                     "  09:02:00  !#1 Council meeting, 14 May: Project 1 is not there");
    bench.wall_ms += 24 * HOUR_MS;
    cr_expect_str_starts(rows("! !")->lines[0].value, "  Thu 09    !#2 Interview:");
    cr_expect_str_eq(bench_focus(after("j i")), "details");
    cr_expect_eq(bench.app->current, 1);
    cr_expect_eq(app_selected(bench.app), 1);
}

Test(app_activity, is_narrowed_to_failures_by_a_key_and_by_a_filter_at_each_key)
{
    open_with_news();
    bench_happened(&bench, BENCH_WALL_MS, 1, "note", "Nothing bad");
    cr_assert_eq(rows("G q L")->count, 3);
    cr_expect_eq(rows("")->list.selected, 0, "it opens at its newest line");
    cr_expect_eq(rows("!")->count, 2);
    cr_expect_str_eq(rows("")->title, "Activity, failures only, newest first, UTC");
    cr_expect_null(bench.app->filter, "it is the list's filter no more");
    cr_expect_eq(rows("!")->count, 3);
    cr_expect_eq(rows("f f a i l e d")->count, 1);
    cr_expect_str_eq(bench.app->prompt->side, "1 of 3");
    cr_expect_eq(rows("Esc")->count, 3);
    cr_expect_str_eq(rows("f z e b r a Enter")->lines[0].value, "No entry matches");
    cr_expect_str_eq(after("Enter i")->app->status, "No project to go to: this entry has none");
    bench_keys(&bench, "f x"); /* the prompt is open when the application ends */
}

Test(app_activity, opens_without_a_filter_each_time)
{
    open_with_news();
    bench_happened(&bench, BENCH_WALL_MS, 1, "note", "Nothing bad");
    cr_assert_eq(rows("q L !")->count, 2);
    cr_expect_eq(rows("q L")->count, 3);
    cr_expect_str_eq(rows("")->title, "Activity, newest first, UTC");
    cr_assert_eq(rows("f f a i l e d Enter")->count, 1);
    cr_expect_eq(rows("q L")->count, 3);
    cr_assert_eq(rows("!")->count, 2);
    bench_command(&bench, "activity");
    cr_expect_eq(rows("")->count, 3, "also from itself");
}

Test(app_activity, where_older_entries_are_is_said_when_there_are_some)
{
    for (int i = 0; i < 500; i++)
        bench_happened(&bench, BENCH_WALL_MS, 1, "note", "entry");
    expect_none("L", "older entries"); /* all entries are loaded */
    bench_happened(&bench, BENCH_WALL_MS, 1, "note", "one more");
    expect_text("q L", "For older entries run: steno activity");
}

/* --- since the last session --- */

/* Starts after a session that ended at this time (0: no session). The activity has a row from two hours ago
 * and a new one. */
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

Test(activity_session, a_line_separates_entries_since_the_last_session_whose_end_is_saved)
{
    struct error err;
    json_t *session;
    int64_t when_ms;
    start_after(BENCH_WALL_MS - HOUR_MS);
    const char *text = bench_page_text(&bench, "activity");
    const char *now = strstr(text, "InProgress → Failed"), *line = strstr(text, "your last session ended"),
               *before = strstr(text, "of before");
    cr_expect(now && line && before && now < line && line < before, "%s", text);
    bench_free(&bench);
    start_after(0);
    expect_none("", "your last session ended");
    bench_happened(&bench, BENCH_WALL_MS, 1, "refused", "Enqueue: refused (412)");
    expect_text("q L !", "Enqueue: refused (412)"); /* ! shows errors of earlier sessions too */
    cr_assert(store_draft_load(after("q q")->store, "session", 0, &session, &when_ms, &err) && session);
    cr_expect_eq(json_integer_value(json_object_get(session, "end")), bench.app->wall_ms);
    json_decref(session);
}

/* --- batches --- */

static int64_t sent[2]; /* rows of the enqueues of 1 and 2 */

/* Sends the event of a changed store, and waits: batches are listed at most once a second. */
static void tell(void)
{
    bench_wait(&bench, 1000);
    bench_store_changed(&bench);
    bench_wait(&bench, 1000);
}

static void end_row(size_t at, struct write end)
{
    struct receipt receipt = {.outcome = end.outcome, .when_ms = BENCH_WALL_MS, .ends = true};
    struct error err;
    end.id = (int64_t)at + 1;
    end.answered_ms = BENCH_WALL_MS;
    end.is_over = true;
    receipt.end = end;
    cr_assert(store_write_end(bench.store, sent[at], &receipt, &err), "%s", err.text);
}

/* Another program sent both as one batch; 1 is Completed, 2 has no answer. */
static void begin_act(void)
{
    int64_t act = 0;
    for (int i = 0; i < 2; i++) {
        struct write write = {.id = i + 1,
                              .op = ENDPOINT_ENQUEUE,
                              .act = act,
                              .act_count = 2,
                              .when_ms = BENCH_WALL_MS,
                              .until_ms = BENCH_WALL_MS + 600000,
                              .rests_ms = BENCH_WALL_MS};
        struct write_list open = {0};
        struct error err;
        sent[i] = store_write_begin(bench.store, &write, &open, &err);
        cr_assert_gt(sent[i], 0, "%s", err.text);
        act = write.act;
    }
    end_row(0, (struct write){
                   .outcome = WRITE_DONE, .after = (char *)"Completed", .ended_ms = BENCH_WALL_MS + 1});
}

/* Another program sent both as one batch; 2 was refused. */
static void refused_act(void)
{
    begin_act();
    end_row(1, (struct write){.outcome = WRITE_REFUSED,
                              .status = 403,
                              .reason = (char *)"no credit",
                              .ended_ms = BENCH_WALL_MS});
    tell();
}

/* Another program reads a project in this state. */
static void read_elsewhere(int64_t id, const char *state, bool is_ended)
{
    struct error err;
    json_t *raw = json_pack("{s:i, s:s}", "AccessToken", 9, "ProcessingState", state);
    struct project *project = project_pick(raw, id, &err);
    const struct store_reading reading = {.project = project, .when_ms = bench.wall_ms, .is_ended = is_ended};
    cr_assert(store_project_save(bench.store, &reading, &err), "%s", err.text);
    project_free(project);
    json_decref(raw);
}

Test(app_acts, that_has_ended_is_reported_once_with_sums_but_not_if_it_ended_before_the_session)
{
    begin_act();
    end_row(1, (struct write){.outcome = WRITE_DONE, .after = (char *)"InProgress"});
    tell();
    cr_expect_str_lacks(bench.app->status, "Enqueue 2 projects");
    read_elsewhere(2, "Failed", true);
    tell();
    cr_expect_str_eq(bench.app->status, "Enqueue 2 projects (09:02): 1 completed, 1 failed");
    app_say(bench.app, "something else");
    tell();
    cr_expect_str_eq(bench.app->status, "something else");
    scene_anew();
    app_say(bench.app, "hello");
    begin_act();
    end_row(1, (struct write){
                   .outcome = WRITE_DONE, .after = (char *)"Failed", .ended_ms = BENCH_WALL_MS - 60000});
    tell();
    cr_expect_str_eq(bench.app->status, "hello");
}

Test(app_acts, one_whose_answer_this_session_has_lost_is_not_being_sent)
{
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_UNKNOWN_OUTCOME, 0, "lost");
    bench_wait(&bench, 2000);
    expect_text("q L", ": without an answer");
    expect_none("", "being sent");
}

Test(app_acts, a_key_about_a_project_is_about_that_of_the_line_or_takes_the_marked)
{
    static const char *const keys[] = {"e", "D", "t", "r", "i"};
    refused_act();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        bench_keys(&bench, "G L");
        bench_keys(&bench, i ? "j j" : "Enter j j");
        cr_assert_eq(page_line_at_hand(app_focus_page(bench.app))->id, 1, "%s", keys[i]);
        bench_keys(&bench, keys[i]);
        cr_expect_eq(app_selected(bench.app), 1, "%s: its row is seen in the list", keys[i]);
        cr_expect_eq(bench.app->current, 1, "%s", keys[i]);
        const struct app_form *form = app_form_top(bench.app);
        cr_expect(!form || form->project_id == 1, "%s", keys[i]);
        if (*keys[i] == 'D')
            cr_expect_str_has(bench_question(&bench), "Remove #1 ");
        if (*keys[i] == 'r')
            cr_expect(app_project_find(bench.app, 1)->asked);
        cr_assert_eq(after("Esc Esc q q q q")->app->focus, PANE_LIST, "%s", keys[i]);
    }
    bench_keys(&bench, "G Space G L j j");
    cr_assert_not_null(app_form_top(after("e")->app));
    cr_expect_eq(app_form_top(bench.app)->id_count, 1);
    cr_expect_eq(app_selected(bench.app), 3);
}

Test(app_acts, a_line_offers_what_does_something_to_it_and_refuses_the_rest_and_a_filter_of_the_list_stays)
{
    refused_act();
    bench_command(&bench, "filter nothing-of-the-kind");
    cr_expect(bench_offers(after("L"), "Enter Unfold"));
    cr_expect_not(bench_offers(&bench, "i Project"), "it is about two");
    cr_expect_null(app_form_top(after("e")->app));
    cr_expect_str_eq(bench.app->status, "No single project to go to: this entry has several");
    cr_expect(bench_offers(after("Enter j"), "Enter Whole entry"));
    cr_expect(bench_offers(&bench, "i Project"));
    cr_assert_eq(page_line_at_hand(app_focus_page(after("j")->app))->id, 1);
    cr_expect(app_project_find(after("r")->app, 1)->asked);
    cr_assert_not_null(bench.app->filter, "%s", bench.app->status);
    cr_expect_eq(bench.app->current, 1);
    expect_text("f z e b r a Enter", "No entry matches");
    cr_expect_null(app_form_top(after("x")->app));
    cr_expect_str_eq(bench.app->status, "No project to go to: this entry has none");
}

Test(app_acts, one_of_several_points_to_the_right_until_enter_unfolds_it_and_a_narrow_one_counts_by_marks)
{
    begin_act();
    end_row(1, (struct write){.outcome = WRITE_REFUSED, .status = 403, .ended_ms = BENCH_WALL_MS});
    tell();
    cr_expect_str_eq(rows("L")->lines[0].value,
                     "▸ 09:02:00  !Enqueue 2 projects: 1 completed, 1 refused; ended 09:02");
    cr_expect_str_eq(rows("Enter")->lines[0].value,
                     "▾ 09:02:00  !Enqueue 2 projects: 1 completed, 1 refused; ended 09:02");
    cr_expect_str_eq(rows("")->lines[1].value, "    !#2 Interview: dam keeper: refused (403)");
    cr_expect_str_eq(rows("Enter")->lines[0].value,
                     "▸ 09:02:00  !Enqueue 2 projects: 1 completed, 1 refused; ended 09:02");
    bench_resize(&bench, 40, 24);
    cr_expect_str_eq(rows("")->lines[0].value, "▸ 09:02:00 !Enqueue 2: +1 !1");
}

Test(app_acts, failures_are_counted_in_the_bar_until_they_were_looked_at_and_stand_in_the_details)
{
    struct act *acts;
    size_t count;
    struct error err;
    refused_act();
    cr_expect(bench_offers(&bench, "L Activity"));
    cr_assert(store_act_list(after("L")->store, 0, 0, 0, &acts, &count, &err) && count == 1);
    cr_expect(acts[0].seen);
    store_acts_free(acts, count);
    cr_expect_not(bench_offers(after("q"), "failed"));
    bench_keys(&bench, "g j i");
    bench_wait(&bench, 400);
    cr_expect_str_has(bench_page_text(&bench, "details"), "Enqueue    refused 09:02: no credit");
}

/* --- the bell and the hook --- */

/* Starts with two projects in progress and a store that another program uses too. */
static void notices_start(void)
{
    const struct bench_row rows_of_two[] = {{1, "InProgress", "Council"}, {2, "InProgress", "Lecture"}};
    bench_init(&bench, "secret-token");
    bench_set(&bench, SETTING_HOOK, "/bin/true");
    bench_store_open(&bench);
    bench_list(&bench, rows_of_two, 2);
    bench_start(&bench, 80, 24);
    bench_answer_reads(&bench, "InProgress");
    bench_clear(&bench);
}

static void notices_stop(void)
{
    bench_free(&bench);
    bench_store_close(&bench);
}

TestSuite(app_notices, .init = notices_start, .fini = notices_stop);

/* Expects these numbers of bells and hook runs. */
static void expect_notices(size_t rings, size_t hooks)
{
    cr_expect_eq(bench_effect_count(&bench, EFFECT_RING), rings);
    cr_expect_eq(bench_effect_count(&bench, EFFECT_NOTIFY), hooks);
}

Test(app_notices, changes_of_two_seconds_ring_once_and_have_a_hook_each)
{
    bench_wait(&bench, 5000);
    expect_notices(0, 0); /* states read at the start are not changes */
    bench_keys(&bench, "R");
    bench_wait(&bench, 1);
    bench_answer_reads(&bench, "Completed");
    expect_notices(0, 2);
    const struct effect *hook = bench_effect(&bench, EFFECT_NOTIFY);
    cr_expect_str_eq(hook->text, "InProgress");
    cr_expect_str_eq(hook->text2, "Completed");
    bench_wait(&bench, 62000);
    expect_notices(1, 2);
}

Test(app_notices, a_hook_that_another_program_has_run_is_not_run_and_the_bell_rings)
{
    struct error err;
    bool is_ours = false;
    cr_assert(store_hook_claim(bench.other, 1, "Completed", bench.wall_ms - 1000, bench.wall_ms + 1000,
                               &is_ours, &err) &&
              is_ours);
    bench_keys(&bench, "r");
    bench_answer_state(&bench, ENDPOINT_GET_PROJECT, 1, "Completed");
    expect_notices(0, 0);
    bench_wait(&bench, 2000);
    expect_notices(1, 0);
}

Test(app_notices, where_the_store_cannot_say_the_hook_is_run)
{
    bench_keys(&bench, "r");
    bench_store_lock(&bench);
    bench_answer_state(&bench, ENDPOINT_GET_PROJECT, 1, "Completed");
    bench_store_unlock(&bench);
    expect_notices(0, 1);
}
