/* The application: start, watchlist, details, the timer's reads, states that change. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/core/forms.h"
#include "steno/app/say.h"
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

TestSuite(app_watchlist, .init = setup, .fini = teardown);

Test(app_start, without_a_token_the_login_form_is_on_top_and_nothing_is_read)
{
    bench_init(&bench, NULL);
    bench_start(&bench, 80, 24);
    cr_assert_not_null(app_form_top(bench.app));
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_login);
    cr_assert_eq(bench_effect_count(&bench, EFFECT_CALL), 0);
    bench_free(&bench);
}

Test(app_start, with_a_token_the_session_is_set_before_the_first_call)
{
    bench_init(&bench, "secret-token");
    bench_start(&bench, 80, 24);
    cr_assert_eq(bench.effects.items[0].kind, EFFECT_SESSION);
    cr_assert_str_eq(bench.effects.items[0].text, "http://127.0.0.1:8321");
    cr_assert_str_eq(bench.effects.items[0].secret, "secret-token");
    cr_assert_null(app_form_top(bench.app));
    bench_free(&bench);
}

Test(app_start, the_stored_watchlist_is_shown_at_once_and_marked_with_its_age)
{
    const struct bench_row rows[] = {{1, "None", "Council meeting"}};
    bench_init(&bench, "secret-token");
    bench_list(&bench, rows, 1);
    bench_start(&bench, 80, 24);
    cr_assert_eq(bench.app->list.count, 1);
    cr_assert_str_eq(bench_page_value(&bench, "details", "State"), "None, as of 08:02");
    bench_free(&bench);
}

/* The first turn with these ids on the command line. */
static void start_with(int cols, int rows, const int64_t *ids, size_t count)
{
    struct error err;
    bench_store(&bench);
    bench.app = app_new(&bench.settings, bench.store, &err);
    bench_open(&bench, cols, rows, ids, count);
}

/* How many projects the list has in the store. */
static int64_t stored(void)
{
    struct store_list list;
    struct error err;
    cr_assert(store_list_load(bench.store, 0, 0, &list, &err), "%s", err.text);
    int64_t total = list.total;
    store_list_clear(&list);
    return total;
}

Test(app_start, projects_named_on_the_command_line_are_added_and_the_first_is_opened)
{
    const struct bench_row rows[] = {{1, "None", "One"}};
    bench_init(&bench, "secret-token");
    bench_list(&bench, rows, 1);
    start_with(80, 24, (const int64_t[]){5, 7}, 2);
    cr_assert_eq(bench.app->list.count, 3);
    cr_assert_eq(app_selected(bench.app), 5);
    cr_assert_eq(bench.app->current, 5);
    cr_assert_eq(bench_call(&bench, ENDPOINT_GET_PROJECT)->project_id, 7);
    cr_assert_eq(stored(), 3);
    bench_free(&bench);
}

Test(app_start, projects_named_before_a_server_is_set_are_refused)
{
    bench_init(&bench, NULL);
    bench_set(&bench, SETTING_URL, "");
    start_with(80, 24, (const int64_t[]){5}, 1);
    cr_assert_eq(bench.app->list.count, 0);
    cr_assert_str_eq(bench.app->status, "No server is set: log in first");
    bench_free(&bench);
}

Test(app_watchlist, keys_move_the_selection_and_the_details_follow_after_a_rest)
{
    cr_assert_eq(bench.app->current, 1);
    bench_keys(&bench, "j");
    cr_assert_eq(app_selected(bench.app), 2);
    cr_assert_eq(bench.app->current, 1);
    cr_assert_leq(bench.effects.deadline_ms, bench.now_ms + 150);
    bench_wait(&bench, 150);
    cr_assert_eq(bench.app->current, 2);
}

Test(app_watchlist, moving_on_before_the_rest_is_over_postpones_the_details)
{
    bench_keys(&bench, "j");
    bench_wait(&bench, 100);
    bench_keys(&bench, "j");
    bench_wait(&bench, 100);
    cr_assert_eq(bench.app->current, 1);
    bench_wait(&bench, 50);
    cr_assert_eq(bench.app->current, 3);
}

Test(app_watchlist, follow_off_leaves_the_details_until_enter)
{
    bench_free(&bench);
    const struct bench_row rows[] = {{1, "None", "One"}, {2, "None", "Two"}};
    bench_init(&bench, "t");
    bench_set(&bench, SETTING_FOLLOW, "false");
    bench_list(&bench, rows, 2);
    bench_start(&bench, 80, 24);
    bench_keys(&bench, "j");
    bench_wait(&bench, 1000);
    cr_assert_eq(bench.app->current, 1);
    bench_keys(&bench, "Enter");
    cr_assert_eq(bench.app->current, 2);
    cr_assert_eq(bench.app->focus, app_pane_find(bench.app, "details"));
}

Test(app_watchlist, a_change_of_state_is_kept_a_status_line_and_an_activity)
{
    bench_set(&bench, SETTING_HOOK, "/bin/true");
    bench_wait(&bench, 60000);
    bench_clear(&bench);
    char *json = bench_json(1, "InProgress", "Council meeting, 14 May");
    struct call call = {.op = ENDPOINT_GET_PROJECT, .project_id = 1};
    for (size_t i = 0; i < bench.app->call_count; i++) {
        if (bench.app->calls[i].project_id == 1)
            call.serial = bench.app->calls[i].serial;
    }
    cr_assert_neq(call.serial, 0, "project 1 was due");
    bench_answer_project(&bench, &call, json);
    cr_assert_str_eq(bench.app->status, "1: now InProgress");
    cr_assert_not_null(bench_effect(&bench, EFFECT_NOTIFY));
    struct store_entries lines;
    struct error err;
    cr_assert(store_history_load(bench.store, 1, 1, &lines, &err) && lines.count == 1);
    cr_assert_str_eq(lines.items[0].text, "None → InProgress");
    store_entries_clear(&lines);
    bench_keys(&bench, "L");
    cr_assert_str_has(bench_page_text(&bench, "activity"), "None → InProgress");
    free(json);
}

Test(app_watchlist, an_active_project_is_read_again_by_the_timer)
{
    bench_clear(&bench);
    bench_wait(&bench, 31000);
    size_t reads = 0;
    for (size_t i = 0; i < bench.effects.count; i++) {
        const struct call *call = bench.effects.items[i].call;
        reads += call && call->op == ENDPOINT_GET_PROJECT && call->project_id == 3;
    }
    cr_assert_geq(reads, 1);
}

Test(app_watchlist, opening_by_id_adds_reads_and_shows_the_project)
{
    bench_keys(&bench, "o");
    cr_assert(bench_prompts(&bench, "Ids: "));
    bench_type(&bench, "12");
    bench_keys(&bench, "Enter");
    cr_assert_null(bench.app->prompt->ops);
    cr_assert_eq(stored(), 4);
    cr_assert_eq(bench_call(&bench, ENDPOINT_GET_PROJECT)->project_id, 12);
    cr_assert_eq(bench.app->current, 12);
    cr_assert_eq(bench.app->focus, app_pane_find(bench.app, "details"));
}

Test(app_watchlist, opening_an_id_list_adds_them_all)
{
    bench_command(&bench, "open 12 15 20-22");
    cr_assert_eq(bench.app->project_count, 8);
    cr_assert_eq(app_selected(bench.app), 12);
}

Test(app_watchlist, a_word_that_is_no_id_stays_in_the_line_with_its_reason)
{
    bench_keys(&bench, "o");
    bench_type(&bench, "twelve");
    bench_keys(&bench, "Enter");
    cr_assert(bench_prompts(&bench, "Ids: "));
    cr_assert_str_eq(lineedit_text(bench.app->prompt->edit), "twelve");
    cr_assert_str_has(bench.app->prompt->hint, "twelve");
    cr_assert_eq(bench.app->project_count, 3);
}

Test(app_watchlist, a_failed_read_keeps_the_row_and_says_why)
{
    bench_keys(&bench, "r");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), ERROR_CONNECT, 0,
                       "Connection refused");
    cr_assert_str_eq(bench.app->status, "Connection refused");
    cr_assert(bench.app->status_is_bad);
    cr_assert_str_eq(app_project_find(bench.app, 1)->name, "Council meeting, 14 May");
    cr_assert_str_eq(app_project_find(bench.app, 1)->trouble, "Connection refused");
}

/* Another program has taken these projects off the list, and put others on. */
static void change_elsewhere(const int64_t *gone, size_t gone_count, const int64_t *come, size_t come_count)
{
    struct error err;
    cr_assert(store_list_remove(bench.store, gone, gone_count, NULL, &err) &&
                  store_list_add(bench.store, come, come_count, NULL, &err),
              "%s", err.text);
    bench_store_changed(&bench);
}

Test(app_watchlist, the_selection_stays_on_its_project_when_rows_come_and_go)
{
    bench_keys(&bench, "j");
    change_elsewhere((const int64_t[]){1}, 1, (const int64_t[]){9, 11}, 2);
    cr_assert_eq(app_selected(bench.app), 2);
    cr_assert_eq(bench.app->list.selected, 0);
    cr_assert_null(app_project_find(bench.app, 1));
    cr_assert_eq(bench.app->list.count, 4);
    cr_assert_eq(bench.app->list.ids[3], 11);
}

Test(app_watchlist, is_followed_where_as_many_rows_come_as_go)
{
    change_elsewhere((const int64_t[]){1}, 1, (const int64_t[]){9}, 1);
    cr_assert_null(app_project_find(bench.app, 1));
    cr_assert_eq(bench.app->list.count, 3);
    cr_assert_eq(bench.app->list.ids[2], 9);
}

Test(app_watchlist, removing_is_asked_and_enter_alone_does_not_confirm)
{
    bench_keys(&bench, "D");
    cr_assert_str_has(bench_question(&bench), "from the watchlist?");
    bench_keys(&bench, "Enter");
    cr_assert_null(bench.app->question->text);
    cr_assert_not_null(app_project_find(bench.app, 1));
    bench_keys(&bench, "D");
    bench_type(&bench, "y");
    cr_assert_null(app_project_find(bench.app, 1));
    cr_assert_eq(stored(), 2);
    cr_assert_eq(app_selected(bench.app), 2);
    cr_assert_eq(bench.app->current, 2);
}

Test(app_watchlist, a_question_keeps_its_project_while_the_list_changes_under_it)
{
    bench_keys(&bench, "D");
    change_elsewhere((const int64_t[]){2, 3}, 2, (const int64_t[]){9}, 1);
    bench_type(&bench, "y");
    cr_assert_null(app_project_find(bench.app, 1));
    cr_assert_not_null(app_project_find(bench.app, 9));
}

Test(app_watchlist, the_empty_watchlist_has_no_project_at_hand_and_says_so)
{
    bench_command(&bench, "remove");
    bench_type(&bench, "y");
    bench_command(&bench, "remove");
    bench_type(&bench, "y");
    bench_command(&bench, "remove");
    bench_type(&bench, "y");
    cr_assert_eq(bench.app->list.count, 0);
    cr_assert_null(app_project_at_hand(bench.app));
    bench_keys(&bench, "e");
    cr_assert_null(app_form_top(bench.app));
    cr_assert(bench.app->status_is_bad);
}

Test(app_watchlist, a_refresh_does_not_move_the_cursor_in_the_details)
{
    bench_keys(&bench, "i j j j j j");
    const struct page *page = app_page_of(bench.app, "details");
    char *thing = mem_copy(page->lines[page->list.selected].value);
    bench_keys(&bench, "r");
    char *json = bench_json(1, "InProgress", "Another name");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
    cr_assert_str_eq(page->lines[page->list.selected].value, thing, "though a line came above it");
    free(thing);
    cr_assert_eq(bench.app->focus, app_pane_find(bench.app, "details"));
}

Test(app_watchlist, an_answer_about_another_project_than_asked_changes_only_the_one_asked_for)
{
    bench_keys(&bench, "r");
    char *json = bench_json(2, "Failed", "Liar");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
    cr_assert_str_eq(app_project_find(bench.app, 2)->state, "Completed");
}

Test(app_watchlist, raw_shows_the_reply_as_json)
{
    bench_keys(&bench, "J");
    cr_assert_str_has(bench_page_text(&bench, "raw"), "\"ProcessingState\": \"None\"");
}

Test(app_watchlist, q_leads_back_and_quits_on_the_watchlist)
{
    bench_keys(&bench, "i t");
    cr_assert_eq(bench.app->focus, app_pane_find(bench.app, "tags"));
    bench_keys(&bench, "q");
    cr_assert_eq(bench.app->focus, app_pane_find(bench.app, "details"));
    bench_keys(&bench, "q");
    cr_assert_eq(bench.app->focus, PANE_LIST);
    cr_assert_null(bench_effect(&bench, EFFECT_QUIT));
    bench_keys(&bench, "q");
    cr_assert_not_null(bench_effect(&bench, EFFECT_QUIT));
}

Test(app_watchlist, esc_on_the_watchlist_clears_the_message_then_the_filter_and_never_quits)
{
    char text[MESSAGE_SIZE];
    bench_command(&bench, "filter lecture");
    cr_assert_eq(bench.app->list.count, 1);
    bench_keys(&bench, "Esc");
    cr_assert_eq(app_message(bench.app, text, sizeof text), MESSAGE_NONE, "%s", text);
    cr_assert_eq(bench.app->list.count, 1);
    bench_keys(&bench, "Esc");
    cr_assert_eq(bench.app->list.count, 3);
    bench_keys(&bench, "Esc ^G");
    cr_assert_null(bench_effect(&bench, EFFECT_QUIT));
}

Test(app_watchlist, an_outage_is_one_line_of_activity_and_its_end_clears_the_status)
{
    bench_keys(&bench, "r");
    size_t before = bench_happened_count(&bench, "");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), ERROR_CONNECT, 0,
                       "Connection refused");
    bench_clear(&bench);
    bench_keys(&bench, "r");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), ERROR_CONNECT, 0,
                       "Connection refused");
    cr_assert_eq(bench_happened_count(&bench, ""), before + 1);
    bench_clear(&bench);
    bench_keys(&bench, "r");
    char *json = bench_json(1, "None", "Council meeting, 14 May");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
    cr_assert_not(bench.app->status_is_bad);
    cr_assert_null(app_project_find(bench.app, 1)->trouble);
}

Test(app_start, one_id_on_the_command_line_opens_its_details_with_the_focus)
{
    bench_init(&bench, "secret-token");
    start_with(40, 10, (const int64_t[]){5}, 1);
    cr_assert(bench_shows(&bench, app_pane_find(bench.app, "details")));
    bench_free(&bench);
}

Test(app_watchlist, a_reading_of_another_day_is_marked_with_its_date)
{
    struct app_project *project = app_project_find(bench.app, 1);
    project->fresh = false;
    project->fetched_ms = BENCH_WALL_MS - INT64_C(3) * 86400000;
    bench_command(&bench, "time-zone utc");
    cr_assert_str_eq(bench_page_value(&bench, "details", "State"), "None, as of 05-11 09:02");
}

Test(app_watchlist, a_refresh_that_was_asked_for_is_answered_in_words)
{
    bench_keys(&bench, "r");
    char *json = bench_json(1, "None", "Council meeting, 14 May");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    cr_assert_str_eq(bench.app->status, "1: nothing new");
    free(json);
}

Test(app_start, what_happened_while_nobody_looked_is_said_without_a_time_and_calls_nobody)
{
    const struct bench_row rows[] = {{1, "InProgress", "Council meeting"}};
    bench_init(&bench, "secret-token");
    bench_list(&bench, rows, 1);
    bench_start(&bench, 80, 24);
    bench_clear(&bench);
    bench_answer_reads(&bench, "Completed");
    cr_assert_str_eq(bench.app->status, "1: now Completed");
    cr_assert_null(bench_effect(&bench, EFFECT_NOTIFY));
    cr_assert_str_eq(bench_page_value(&bench, "details", "State"), "Completed");
    bench_free(&bench);
}

Test(app_watchlist, after_a_jump_from_the_details_the_next_key_is_about_the_project_jumped_to)
{
    bench_keys(&bench, "i");
    bench_command(&bench, "jump 3");
    bench_keys(&bench, "e");
    cr_assert_eq(app_form_top(bench.app)->project_id, 3);
}

/* --- a long list: a screenful before the first picture, then the whole of it --- */

#define LONG 2500

/* As many in the store, by their ids from 1, the names in the other order; then the first turn. */
static void start_long(const char *sort)
{
    struct error err;
    bench_init(&bench, "secret-token");
    bench_store(&bench);
    bool ok = store_begin(bench.store, &err) && (!sort || store_sort_save(bench.store, sort, false, &err));
    for (int64_t id = 1; ok && id <= LONG; id++) {
        json_t *raw = json_pack("{s:s, s:{s:s}}", "ProcessingState", id % 2 ? "None" : "Completed",
                                "Description", "Name", "");
        char name[24];
        snprintf(name, sizeof name, "Name %04d", (int)(LONG - id));
        json_object_set_new(json_object_get(raw, "Description"), "Name", json_string(name));
        struct project *project = project_pick(raw, id, &err);
        const struct store_reading reading = {.project = project, .when_ms = BENCH_WALL_MS - 1000};
        ok = store_list_add(bench.store, &id, 1, NULL, &err) &&
             store_project_save(bench.store, &reading, &err);
        project_free(project);
        json_decref(raw);
    }
    cr_assert(ok && store_commit(bench.store, &err), "%s", err.text);
    bench.app = app_new(&bench.settings, bench.store, &err);
    bench_input(&bench, &(struct app_input){.kind = INPUT_START, .cols = 80, .rows = 24});
}

static void expect_long(void)
{
    char text[64];
    cr_assert_eq(bench.app->list.count, LONG, "%zu rows", bench.app->list.count);
    for (int64_t i = 0; i < LONG; i++)
        cr_assert_eq(bench.app->list.ids[i], i + 1);
    app_counts_total(bench.app, text, sizeof text);
    cr_expect_str_eq(text, "2500 projects");
    app_counts_marks(bench.app, text, sizeof text);
    cr_expect_str_eq(text, "*0 +1250 !0");
}

Test(app_long, the_rows_of_one_screen_come_first_and_nothing_is_counted_by_them)
{
    char text[256] = "";
    start_long(NULL);
    cr_expect_eq(bench.app->list.count, 25);
    cr_expect_eq(bench.app->current, 1);
    app_counts_total(bench.app, text, sizeof text);
    cr_expect_str_eq(text, "");
    app_counts_words(bench.app, ", ", text, sizeof text);
    cr_expect_str_eq(text, "");
    bench_input(&bench, &(struct app_input){.kind = INPUT_DRAWN});
    expect_long();
    bench_free(&bench);
}

Test(app_long, a_key_finds_all_of_it)
{
    start_long(NULL);
    bench_keys(&bench, "G");
    cr_expect_eq(app_selected(bench.app), LONG);
    expect_long();
    bench_keys(&bench, "M");
    cr_expect_eq(bench.app->list.mark_count, LONG);
    bench_free(&bench);
}

Test(app_long, that_is_sorted_is_there_at_once)
{
    start_long("name");
    cr_expect_eq(bench.app->list.count, LONG);
    cr_expect_eq(bench.app->list.ids[0], LONG);
    bench_free(&bench);
}

Test(app_long, what_another_program_took_off_goes_and_the_cursor_stays)
{
    int64_t gone[LONG - 10];
    start_long(NULL);
    bench_keys(&bench, "j j");
    for (size_t i = 0; i < LONG - 10; i++)
        gone[i] = (int64_t)i + 11;
    change_elsewhere(gone, LONG - 10, NULL, 0);
    cr_expect_eq(bench.app->list.count, 10);
    cr_expect_eq(bench.app->project_count, 10);
    cr_expect_eq(app_selected(bench.app), 3);
    bench_free(&bench);
}

Test(app_long, all_of_it_is_taken_off_in_one_go)
{
    start_long(NULL);
    bench_keys(&bench, "M D");
    bench_type(&bench, "2500");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(bench.app->status, "Removed 2500 projects from the watchlist");
    cr_expect_eq(bench.app->project_count, 0);
    cr_expect_eq(stored(), 0);
    bench_free(&bench);
}

/* The store cannot list its projects, or can again. */
static void break_list(bool is_broken)
{
    cr_assert_eq(sqlite3_exec(bench.store->db,
                              is_broken ? "ALTER TABLE watchlist RENAME TO watchlist_away"
                                        : "ALTER TABLE watchlist_away RENAME TO watchlist",
                              NULL, NULL, NULL),
                 SQLITE_OK);
}

Test(app_watchlist, what_another_program_has_changed_while_it_could_not_be_loaded_is_loaded_a_second_later)
{
    const int64_t id = 9;
    struct error err;
    bench_wait(&bench, 60000);
    cr_assert(store_list_add(bench.store, &id, 1, NULL, &err), "%s", err.text);
    break_list(true);
    bench_store_changed(&bench);
    break_list(false);
    cr_assert_null(app_project_find(bench.app, 9));
    bench_wait(&bench, 1100);
    cr_expect_not_null(app_project_find(bench.app, 9));
}
