/* The application: a watchlist that other sessions change, and one that cannot be read. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "steno/base/mem.h"
#include "store_sql.h"
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

TestSuite(app_others, .init = setup, .fini = teardown);

/* Another session has read project 1, and saved it as InProgress. */
static void other_reads_in_progress(void)
{
    struct error err;
    json_t *raw = json_pack("{s:i, s:s, s:{s:s}}", "AccessToken", 8, "ProcessingState", "InProgress",
                            "Description", "Name", "Council meeting, 14 May");
    struct project *project = project_pick(raw, 1, &err);
    const struct store_reading reading = {.project = project, .when_ms = bench.wall_ms + 1, .is_seen = true};
    cr_assert(store_project_save(bench.store, &reading, &err), "%s", err.text);
    project_free(project);
    json_decref(raw);
    bench_store_changed(&bench);
}

/* How many changes of state of a project stand in the history. */
static size_t moves(int64_t id)
{
    struct store_entries lines;
    struct error err;
    size_t count = 0;
    cr_assert(store_history_load(bench.store, id, 0, &lines, &err), "%s", err.text);
    for (size_t i = 0; i < lines.count; i++)
        count += strcmp(lines.items[i].name, "state") == 0;
    store_entries_clear(&lines);
    return count;
}

Test(app_others, a_state_that_another_session_read_first_is_told_here_too)
{
    other_reads_in_progress();
    cr_assert_str_eq(bench.app->status, "1: now InProgress");
    cr_assert_eq(moves(1), 1, "the other session has recorded it");
}

Test(app_others, a_state_that_another_session_read_first_is_read_at_once_and_then_notified_of)
{
    bench_set(&bench, SETTING_HOOK, "/bin/true");
    bench_answer_reads(&bench, "None");
    bench_wait(&bench, 1000);
    bench_clear(&bench);
    other_reads_in_progress();
    cr_assert_null(bench_effect(&bench, EFFECT_NOTIFY), "nobody knows yet whether it is older");
    bench_wait(&bench, 10);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_GET_PROJECT), 1);
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
                         "{\"Data\":{\"Id\":1,\"AccessToken\":8,\"ProcessingState\":\"InProgress\"}}");
    const struct effect *notify = bench_effect(&bench, EFFECT_NOTIFY);
    cr_assert_not_null(notify);
    cr_assert_str_eq(notify->text, "None");
    cr_assert_str_eq(notify->text2, "InProgress");
    cr_assert_eq(moves(1), 1, "the other session has recorded it");
}

Test(app_others, a_state_that_another_session_read_too_late_notifies_of_nothing)
{
    bench_keys(&bench, "R");
    bench_answer_reads(&bench, "Completed");
    bench_wait(&bench, 1000);
    bench_clear(&bench);
    other_reads_in_progress();
    bench_wait(&bench, 10);
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
                         "{\"Data\":{\"Id\":1,\"AccessToken\":8,\"ProcessingState\":\"Completed\"}}");
    cr_assert_str_eq(app_project_find(bench.app, 1)->state, "Completed");
    cr_assert_null(bench_effect(&bench, EFFECT_NOTIFY));
}

Test(app_others, a_reading_under_way_while_another_session_read_another_state_is_dropped)
{
    bench_answer_reads(&bench, "None");
    bench_keys(&bench, "r");
    struct call early = *bench_call(&bench, ENDPOINT_GET_PROJECT);
    bench_clear(&bench);
    other_reads_in_progress();
    bench_answer_project(&bench, &early,
                         "{\"Data\":{\"Id\":1,\"AccessToken\":7,\"ProcessingState\":\"None\"}}");
    cr_assert_str_eq(app_project_find(bench.app, 1)->state, "InProgress");
    bench_wait(&bench, 10);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_GET_PROJECT), 1, "it is read again");
}

Test(app_others, a_failure_that_the_loop_tells_of_is_read_whole_in_the_activity)
{
    const char *text = "The state file was damaged and renamed to /a/long/path; a new one was created";
    bench_event(&bench, &(struct event){.kind = EVENT_NOTICE, .text = text, .code = 1});
    cr_assert_str_eq(bench.app->status, text);
    bench_keys(&bench, "L Enter");
    cr_assert_eq(app_top(bench.app)->kind, OVERLAY_PREVIEW);
    cr_assert_str_eq(bench.app->preview.lines[1].full, text);
}

Test(app_others, what_another_session_removed_loses_its_mark_even_when_it_is_all_of_20000)
{
    bench_command(&bench, "open 100-9999");
    bench_command(&bench, "open 10000-19999");
    cr_assert_eq(bench.app->project_count, 19903);
    bench_command(&bench, "projects");
    bench_keys(&bench, "g Space Space");
    cr_assert_eq(bench.app->list.mark_count, 2);
    struct error err;
    cr_assert(store_begin(bench.store, &err));
    for (int64_t id = 1; id < 20000; id++)
        cr_assert(id == 2 || store_list_remove(bench.store, &id, 1, NULL, &err), "%s", err.text);
    cr_assert(store_commit(bench.store, &err));
    bench_store_changed(&bench);
    cr_assert_eq(bench.app->project_count, 1);
    cr_assert_eq(bench.app->list.mark_count, 1);
    cr_assert(list_is_marked(&bench.app->list, 2));
    cr_assert_eq(app_selected(bench.app), 2);
    cr_assert_not_null(app_project_find(bench.app, 2));
    cr_assert_null(app_project_find(bench.app, 1));
}

Test(app_others, a_word_is_not_cut_where_the_next_line_has_room_for_it)
{
    struct call call = {.op = ENDPOINT_GET_PROJECT, .project_id = 1};
    bench_keys(&bench, "r");
    for (size_t i = 0; i < bench.app->call_count; i++)
        if (bench.app->calls[i].project_id == 1)
            call.serial = bench.app->calls[i].serial;
    bench_answer_error(&bench, &call, ERROR_SERVER, 500, "abcdefghijklmnopqrstuvwxyz012 ok");
    bench_keys(&bench, "L");
    cr_assert_str_has(bench_page_text(&bench, "activity"), "abcdefghijklmnopqrstuvwxyz012 ok");
}

Test(app_others, an_export_of_an_earlier_session_is_told_as_one)
{
    bench_keys(&bench, "j j k x X");
    bench_answer_file(&bench, bench_call(&bench, ENDPOINT_EXPORT), "2.srt", 10);
    struct store_entries lines;
    struct error err;
    cr_assert(store_history_load(bench.store, 0, 1, &lines, &err) && lines.count == 1);
    cr_assert_str_eq(lines.items[0].text, "Exported to 2.srt, 10 bytes");
    store_entries_clear(&lines);
}

Test(app_others, a_hundred_thousand_ids_are_opened_at_once_and_one_more_is_refused_with_its_word)
{
    bench_command(&bench, "open 1-100001");
    cr_assert_str_eq(bench.app->status, "“1-100001”: too many ids (limit 100000)");
    cr_assert_eq(bench.app->project_count, 3);
    bench_command(&bench, "open 1-100000");
    cr_assert_eq(bench.app->project_count, 100000);
    cr_assert_str_eq(bench.app->status, "100000 projects opened");
}

Test(app_others, a_text_of_half_a_megabyte_is_kept_once_and_not_once_a_line)
{
    struct buffer json;
    buffer_init(&json, 4 << 20);
    buffer_append_text(&json, "{\"Id\":1,\"AccessToken\":7,\"ProcessingState\":\"None\",\"Length\":\"0\","
                              "\"Description\":{\"Notes\":\"");
    for (int i = 0; i < 100000; i++)
        buffer_append_text(&json, "word ");
    buffer_append_text(&json, "\"}}");
    bench_resize(&bench, 40, 24);
    bench_keys(&bench, "r i");
    struct call call = {.op = ENDPOINT_GET_PROJECT, .project_id = 1};
    for (size_t i = 0; i < bench.app->call_count; i++)
        if (bench.app->calls[i].project_id == 1)
            call.serial = bench.app->calls[i].serial;
    bench_answer_project(&bench, &call, buffer_text(&json));
    const struct page *page = app_page_of(bench.app, "details");
    const char *kept = NULL;
    size_t lines = 0;
    for (size_t i = 0; i < page->count; i++) {
        if (!page->lines[i].full || strlen(page->lines[i].full) < 400000)
            continue;
        cr_assert(!kept || kept == page->lines[i].full);
        kept = page->lines[i].full;
        lines++;
    }
    cr_assert_gt(lines, 10000);
    buffer_free(&json);
}

Test(app_others, reading_again_without_a_login_says_so_and_promises_nothing)
{
    bench.app->session = SESSION_EXPIRED;
    bench_keys(&bench, "r");
    cr_assert_str_eq(bench.app->status, "Not logged in: l opens the login");
    bench_event(&bench, &(struct event){.kind = EVENT_NOTICE, .text = "other"});
    bench_keys(&bench, "R");
    cr_assert_str_eq(bench.app->status, "Not logged in: l opens the login");
}

Test(app_others, a_lost_answer_begins_with_what_the_project_shows_now_for_every_write)
{
    static const char *const keys[] = {"t d", "m a"};
    static const enum endpoint_id ops[] = {ENDPOINT_DELETE_TAG, ENDPOINT_ADD_METADATA};
    for (int i = 0; i < 2; i++) {
        bench_clear(&bench);
        bench_keys(&bench, keys[i]);
        bench_type(&bench, i == 0 ? "y" : "key");
        if (i == 1)
            bench_keys(&bench, "Enter Enter");
        struct call_result *result = call_result_new(bench_call(&bench, ops[i]));
        error_set(&result->error, ERROR_UNKNOWN_OUTCOME,
                  "Project 1 shows it as you wanted it. It was sent, but the answer is lost.");
        result->said = mem_copy("Project 1 was changed, in nothing that is shown here.\nMore.");
        bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
        call_result_free(result);
        const char *told = i == 0 ? bench.app->status : app_form_top(bench.app)->message;
        cr_expect_str_eq(told, "Project 1 shows it as you wanted it. It was sent, but the answer is lost."
                               " The outcome is open until 09:13 UTC.");
    }
}

/* Sends the enqueue form, opens its presets, and has the answer come while they are open. */
static void accept_under_presets(const char *keys)
{
    bench_keys(&bench, "e X");
    struct call call = {.op = ENDPOINT_ENQUEUE, .serial = bench_call(&bench, ENDPOINT_ENQUEUE)->serial};
    call.project_id = 1;
    bench_keys(&bench, "p");
    bench_keys(&bench, keys);
    char *json = bench_json(1, "InProgress", "Council meeting, 14 May");
    bench_answer_project(&bench, &call, json);
    free(json);
    cr_assert_eq(bench.app->form_count, 0);
    cr_assert_not(overlay_has(&bench.app->overlays, OVERLAY_MENU));
}

Test(app_others, presets_close_with_their_form_when_it_is_accepted_meanwhile)
{
    accept_under_presets("j");
    bench_keys(&bench, "Enter");
    cr_assert_eq(bench.app->focus, app_pane_find(bench.app, "details"), "the keys belong to the panes again");
}

Test(app_others, the_name_of_a_preset_whose_form_was_accepted_meanwhile_is_typed_to_its_end)
{
    accept_under_presets("G Enter e");
    bench_keys(&bench, "x");
    cr_assert_eq(bench.app->form_count, 0, "a letter of the name ran as a key");
    bench_keys(&bench, "Enter");
    cr_assert_str_eq(bench.app->status, "Preset not saved: the form has already been sent");
}

Test(app_others, blanks_are_no_ids_and_the_line_says_so)
{
    bench_keys(&bench, "o");
    bench_type(&bench, "  ");
    bench_keys(&bench, "Enter");
    cr_assert(bench_prompts(&bench, "Ids: "));
    cr_assert_str_eq(bench.app->prompt->hint, "Ids: give at least one, such as 12 15 20-30");
}

Test(app_others, the_request_of_a_batch_is_shown_as_one_command_for_all_of_it)
{
    bench_keys(&bench, "g Space Space e v");
    cr_assert(overlay_has(&bench.app->overlays, OVERLAY_PREVIEW));
    bool whole = false;
    for (size_t i = 0; i < bench.app->preview.count; i++)
        whole |= strcmp(bench.app->preview.lines[i].value, "steno enqueue 1 2") == 0;
    cr_assert(whole);
}

Test(app_others, an_enqueue_of_unknown_outcome_is_no_doubt_any_more_once_the_state_changes)
{
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_UNKNOWN_OUTCOME, 500,
                       "The request may have succeeded");
    bench_keys(&bench, "q");
    bench_keys(&bench, "e"); /* another form of the same project */
    bench_clear(&bench);
    bench_keys(&bench, "X");
    cr_assert_str_has(bench_question(&bench), " again?", "%s; %d forms", bench.app->status,
                      bench.app->form_count);
    cr_assert_str_has(bench.app->question->note, "may be enqueued already");
    bench_keys(&bench, "Enter q");
    bench_answer_reads(&bench, "None"); /* what the failure asked for, as early as the enqueue */
    bench_wait(&bench, 3000);
    bench_answer_reads(&bench, "Completed");
    bench_clear(&bench);
    bench_keys(&bench, "e X");
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_str_has(bench.app->question->note, "It is Completed.");
}

Test(app_others, metadata_that_another_session_set_is_shown)
{
    struct error err;
    const struct receipt receipt = {
        .key = (char *)"colour", .value = (char *)"red", .when_ms = BENCH_WALL_MS};
    bench_command(&bench, "metadata");
    cr_expect_str_lacks(bench_page_text(&bench, "metadata"), "colour");
    cr_assert(store_begin(bench.store, &err) && store_metadata_add(bench.store, 1, &receipt, &err) &&
                  store_commit(bench.store, &err),
              "%s", err.text);
    bench_store_changed(&bench);
    cr_expect_str_has(bench_page_text(&bench, "metadata"), "colour");
}

Test(app_others, the_account_pane_shows_user_credit_rights_and_settings_but_no_token)
{
    bench_keys(&bench, "A");
    bench_answer_login(&bench, bench_call(&bench, ENDPOINT_CURRENT_USER),
                       "{\"Token\":\"fresh-token\",\"Claims\":[\"edit\"],\"User\":{\"Email\":"
                       "\"demo@example.org\",\"Id\":1,\"CreditMinutes\":120,\"UserRole\":\"User\","
                       "\"TeamId\":2,\"Settings\":{\"pageSize\":20},\"Shoe\":\"brown\"}}");
    cr_assert_str_has(bench_page_text(&bench, "account"), "demo@example.org");
    cr_assert_str_eq(bench_page_value(&bench, "account", "Id"), "1");
    cr_assert_str_eq(bench_page_value(&bench, "account", "Team"), "2");
    cr_assert_str_has(bench_page_text(&bench, "account"), "120 min");
    cr_assert_str_has(bench_page_text(&bench, "account"), "edit");
    cr_assert_str_has(bench_page_text(&bench, "account"), "brown",
                      "what the tables do not know is shown, too");
    cr_assert_str_has(bench_page_text(&bench, "account"), "pageSize");
    cr_assert_str_lacks(bench_page_text(&bench, "account"), "fresh-token");
}
