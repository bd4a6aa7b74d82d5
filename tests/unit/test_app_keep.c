/* The application: what is kept of forms, lines, presets, notes and the list, and what is said where the
 * store cannot. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

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

TestSuite(app_keep, .init = setup, .fini = teardown);
TestSuite(app_draft, .init = setup, .fini = teardown);
TestSuite(app_typed, .init = setup, .fini = teardown);
TestSuite(app_note, .init = setup, .fini = teardown);

/* From now on the store refuses to write, or no longer. */
static void refuse(bool refuses)
{
    cr_assert_eq(sqlite3_exec(bench.store->db, refuses ? "PRAGMA query_only = 1" : "PRAGMA query_only = 0",
                              NULL, NULL, NULL),
                 SQLITE_OK);
}

/* The draft of a form as the store has it; "" for none. Valid until the next call. */
static const char *draft(const char *form, int64_t id)
{
    static char text[400];
    json_t *values;
    int64_t when_ms;
    struct error err;
    cr_assert(store_draft_load(bench.store, form, id, &values, &when_ms, &err), "%s", err.text);
    char *json = values ? json_dumps(values, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    snprintf(text, sizeof text, "%s", json ? json : "");
    free(json);
    json_decref(values);
    return text;
}

static void keep_draft(const char *form, int64_t id, const char *json)
{
    struct error err;
    json_t *values = json_loads(json, 0, NULL);
    cr_assert(store_draft_save(bench.store, form, id, values, BENCH_WALL_MS, &err), "%s", err.text);
    json_decref(values);
}

static const char *note(int64_t id)
{
    static char *text;
    struct error err;
    free(text);
    cr_assert(store_note_load(bench.store, id, &text, &err), "%s", err.text);
    return text ? text : "";
}

/* The program begins anew on the same store. */
static void begin_again(void)
{
    app_free(bench.app);
    bench_clear(&bench);
    bench_start(&bench, 80, 24);
}

static void hang_up(void)
{
    bench_event(&bench, &(struct event){.kind = EVENT_HANGUP});
}

static const char *message(void)
{
    const char *text = app_form_top(bench.app)->message;
    return text ? text : "";
}

static const char *value(const char *field)
{
    const struct param_set *set = form_values(app_form_top(bench.app)->form);
    const char *text = param_set_get(set, param_find(set->table, field));
    return text ? text : "";
}

/* The enqueue form of project 1 with the language set. */
static void set_language(const char *lang)
{
    bench_keys(&bench, "e Enter ^U");
    bench_type(&bench, lang);
    bench_keys(&bench, "Enter");
}

/* --- drafts --- */

Test(app_draft, is_saved_whole_when_the_form_is_left)
{
    set_language("de-DE");
    bench_keys(&bench, "c");
    form_focus(app_form_top(bench.app)->form, "WithPPC");
    bench_keys(&bench, "Space");
    cr_expect_str_eq(draft("enqueue", 1), "", "saved while it is filled in");
    bench_keys(&bench, "q");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_eq(bench.app->status, "Draft saved");
    cr_expect_str_has(draft("enqueue", 1), "\"Lang\":\"de-DE\"");
    cr_expect_str_has(draft("enqueue", 1), ",", "one field alone: %s", draft("enqueue", 1));
}

Test(app_draft, comes_back_when_the_form_is_opened_again)
{
    set_language("de-DE");
    bench_keys(&bench, "q e");
    cr_expect_str_eq(value("Lang"), "de-DE");
    cr_expect_str_eq(message(), "Restored draft of 09:02: U discards it");
}

Test(app_draft, that_is_left_as_it_was_is_not_written_again)
{
    set_language("de-DE");
    bench_keys(&bench, "q e");
    refuse(true);
    bench_keys(&bench, "q");
    cr_expect_str_eq(bench.app->status, "Draft saved");
}

Test(app_draft, is_none_where_nothing_was_changed)
{
    bench_keys(&bench, "e q");
    cr_expect_str_eq(draft("enqueue", 1), "");
    cr_expect_str_lacks(bench.app->status, "Draft");
}

Test(app_draft, that_was_cleared_is_gone)
{
    keep_draft("enqueue", 1, "{\"Lang\":\"de-DE\"}");
    bench_keys(&bench, "e u q");
    cr_expect_str_eq(draft("enqueue", 1), "");
}

Test(app_draft, says_of_a_value_of_the_config_that_it_was_taken_away)
{
    struct error err;
    cr_assert(settings_put_param(&bench.settings, "Lang", SOURCE_CONFIG, "test", "cs-CZ", &err));
    bench_keys(&bench, "e u q");
    cr_expect_str_eq(draft("enqueue", 1), "{\"Lang\":false}");
    bench_keys(&bench, "e");
    cr_expect_str_eq(value("Lang"), "");
}

Test(app_draft, that_cannot_be_saved_keeps_the_form_until_it_is_left_once_more)
{
    set_language("de-DE");
    refuse(true);
    bench_keys(&bench, "q");
    cr_assert_not_null(app_form_top(bench.app), "what was typed is lost");
    cr_expect_str_starts(bench.app->status, "Not saved: draft of enqueue 1. ");
    cr_expect(bench.app->status_is_bad);
    bench_keys(&bench, "q");
    cr_expect_null(app_form_top(bench.app));
}

Test(app_draft, that_was_sent_is_gone)
{
    keep_draft("enqueue", 1, "{\"Lang\":\"de-DE\"}");
    bench_keys(&bench, "e X");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), "{\"Data\":{\"Id\":1}}");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_eq(draft("enqueue", 1), "");
}

Test(app_draft, of_a_form_that_was_left_is_gone_once_what_it_sent_is_accepted)
{
    set_language("de-DE");
    bench_keys(&bench, "X");
    struct call *call = bench_call(&bench, ENDPOINT_ENQUEUE);
    bench_keys(&bench, "q");
    cr_expect_str_eq(draft("enqueue", 1), "{\"Lang\":\"de-DE\"}");
    bench_answer_project(&bench, call, "{\"Data\":{\"Id\":1}}");
    cr_expect_str_eq(draft("enqueue", 1), "");
}

Test(app_draft, outlives_a_hang_up_and_goes_where_it_is_cleared)
{
    set_language("de-DE");
    hang_up();
    cr_expect_str_eq(draft("enqueue", 1), "{\"Lang\":\"de-DE\"}");
    begin_again();
    bench_keys(&bench, "e u");
    hang_up();
    cr_expect_str_eq(draft("enqueue", 1), "");
}

Test(app_draft, outlives_a_refused_token)
{
    set_language("fr-FR");
    bench_keys(&bench, "X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_NOT_LOGGED_IN, 401, "expired");
    cr_expect_str_eq(draft("enqueue", 1), "{\"Lang\":\"fr-FR\"}");
}

Test(app_draft, of_a_batch_is_there_until_one_of_it_was_accepted)
{
    bench_all_new(&bench);
    bench_keys(&bench, "M");
    set_language("fr-FR");
    bench_keys(&bench, "X y");
    cr_assert_null(app_form_top(bench.app));
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_NOT_LOGGED_IN, 401, "expired");
    cr_expect_str_eq(draft("enqueue", 0), "{\"Lang\":\"fr-FR\"}");
    bench_answer_enqueue(&bench, 1, NULL);
    cr_expect_str_eq(draft("enqueue", 0), "");
}

/* --- presets --- */

static void save_preset(const char *name)
{
    bench_keys(&bench, "p G Enter");
    bench_type(&bench, name);
    bench_keys(&bench, "Enter");
}

Test(app_keep, readings_that_cannot_be_kept_do_not_cover_a_failure_that_stands)
{
    refuse(true);
    bench_wait(&bench, 3600 * 1000);
    app_say_bad(bench.app, "Not sent: because");
    bench_answer_reads(&bench, "Failed");
    bench_wait(&bench, 1000);
    cr_expect_str_eq(bench.app->failure, "Not sent: because");
    app_status_end_failure(bench.app);
    bench_wait(&bench, 3600 * 1000);
    bench_answer_reads(&bench, "InProgress");
    bench_wait(&bench, 1000);
    cr_assert_not_null(bench.app->failure);
    cr_expect_str_starts(bench.app->failure, "Not saved: what was read. ");
}

Test(app_keep, a_preset_is_called_saved_or_replaced_or_refused_with_the_cause)
{
    set_language("de-DE");
    refuse(true);
    save_preset("german");
    cr_expect_str_starts(message(), "Preset not saved: ");
    refuse(false);
    save_preset("german");
    cr_expect_str_eq(message(), "Preset “german” saved");
    save_preset("german");
    cr_expect_str_eq(message(), "Preset “german” replaced");
}

Test(app_keep, a_preset_with_the_name_of_one_of_the_other_form_is_refused)
{
    struct error err;
    json_t *values = json_pack("{s:s}", "FileFormatId", "srt");
    cr_assert(store_preset_save(bench.store, "subs", "export", values, NULL, &err));
    json_decref(values);
    set_language("de-DE");
    save_preset("subs");
    cr_expect_str_eq(message(), "Preset not saved: “subs” is a preset of export: use another name");
}

/* --- the list --- */

Test(app_keep, a_project_is_off_the_list_once_the_store_has_it_so)
{
    refuse(true);
    bench_keys(&bench, "D y");
    cr_expect_str_starts(bench.app->status, "Not saved: removal of 1 from the watchlist. ");
    cr_expect_not_null(app_project_find(bench.app, 1));
    refuse(false);
    bench_keys(&bench, "D y");
    cr_expect_str_eq(bench.app->status, "1 is off the watchlist");
    cr_expect_null(app_project_find(bench.app, 1));
}

Test(app_keep, a_project_that_cannot_be_put_on_the_list_is_not_opened)
{
    refuse(true);
    bench_command(&bench, "open 77");
    cr_expect_str_starts(bench.app->status, "Not saved: 77 on the watchlist. ");
    cr_expect_null(app_project_find(bench.app, 77));
}

/* --- notes --- */

Test(app_note, is_in_the_store_and_on_the_row_once_it_is_entered)
{
    bench_command(&bench, "note");
    bench_type(&bench, "ask Jana");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(note(1), "ask Jana");
    cr_expect_str_eq(app_project_find(bench.app, 1)->note, "ask Jana");
}

Test(app_note, that_cannot_be_saved_is_said_and_stays_as_it_was)
{
    refuse(true);
    bench_command(&bench, "note ask Jana");
    cr_expect_str_starts(bench.app->status, "Not saved: note of 1. ");
    cr_expect_null(app_project_find(bench.app, 1)->note);
}

Test(app_note, that_was_changed_elsewhere_is_asked_about_before_it_is_replaced)
{
    struct error err;
    bench_command(&bench, "note");
    bench_type(&bench, "mine");
    cr_assert(store_note_save(bench.store, 1, "theirs", NULL, &err));
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(bench_question(&bench), "Changed meanwhile to “theirs”: y replaces it");
    bench_keys(&bench, "n");
    cr_expect_str_eq(note(1), "theirs");
    bench_command(&bench, "note");
    bench_keys(&bench, "^U");
    bench_type(&bench, "mine");
    cr_assert(store_note_save(bench.store, 1, "", NULL, &err));
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(bench_question(&bench), "Removed meanwhile: y writes it again");
    bench_keys(&bench, "y");
    cr_expect_str_eq(note(1), "mine");
}

Test(app_note, that_is_asked_about_outlives_a_hang_up)
{
    struct error err;
    bench_command(&bench, "note");
    bench_type(&bench, "mine");
    cr_assert(store_note_save(bench.store, 1, "theirs", NULL, &err));
    bench_keys(&bench, "Enter");
    cr_assert_str_has(bench_question(&bench), "Changed meanwhile");
    hang_up();
    cr_expect_str_eq(draft("line.note", 1), "{\"line\":\"mine\"}");
    begin_again();
    bench_command(&bench, "note");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(note(1), "mine");
    cr_expect_str_eq(draft("line.note", 1), "");
}

Test(app_note, that_was_typed_and_cannot_be_saved_stays_in_its_line)
{
    bench_command(&bench, "note");
    bench_type(&bench, "mine");
    refuse(true);
    bench_keys(&bench, "Enter");
    refuse(false);
    cr_expect_str_starts(bench.app->status, "Not saved: note of 1. ");
    cr_assert(bench_prompts(&bench, "Note: "));
    cr_expect_str_eq(lineedit_text(bench.app->prompt->edit), "mine");
    hang_up();
    cr_expect_str_eq(draft("line.note", 1), "{\"line\":\"mine\"}");
}

Test(app_note, that_cannot_be_read_opens_no_line_and_leaves_one_that_is_open)
{
    bench_command(&bench, "note");
    bench_type(&bench, "mine");
    cr_assert_eq(sqlite3_exec(bench.store->db, "ALTER TABLE watchlist RENAME TO away", NULL, NULL, NULL),
                 SQLITE_OK);
    bench_keys(&bench, "Enter");
    cr_expect_str_starts(bench.app->status, "Cannot read the note: ");
    cr_assert(bench_prompts(&bench, "Note: "));
    bench_keys(&bench, "Esc");
    bench_command(&bench, "note");
    cr_expect_str_starts(bench.app->status, "Cannot read the note: ");
    cr_expect_not(bench_prompts(&bench, "Note: "));
}

Test(app_note, of_the_marked_projects_is_one_transaction)
{
    bench_keys(&bench, "M");
    bench_command(&bench, "note legal");
    refuse(true);
    bench_keys(&bench, "y");
    cr_expect_str_starts(bench.app->status, "Not saved: note of 3 projects. ");
    cr_expect_null(app_project_find(bench.app, 2)->note);
    refuse(false);
    bench_command(&bench, "note legal");
    bench_keys(&bench, "y");
    cr_expect_str_eq(bench.app->status, "Note of 3 projects saved");
    cr_expect_str_eq(note(3), "legal");
}

/* --- the line being typed --- */

Test(app_typed, in_a_field_is_part_of_the_draft)
{
    bench_keys(&bench, "e Enter ^U");
    bench_type(&bench, "de-");
    bench_wait(&bench, 60000);
    cr_expect_str_eq(draft("enqueue", 1), "", "a clock saved it");
    hang_up();
    cr_expect_str_eq(draft("enqueue", 1), "{\"Lang\":\"de-\"}");
}

Test(app_typed, is_never_a_password_or_a_token)
{
    bench_keys(&bench, "l");
    bench_type(&bench, "who@example.org");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "hunter22");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "t0k3n");
    hang_up();
    cr_expect_str_has(draft("login", 0), "who@example.org");
    cr_expect_str_lacks(draft("login", 0), "hunter22");
    cr_expect_str_lacks(draft("login", 0), "t0k3n");
}

Test(app_typed, in_a_metadata_form_comes_back_when_it_is_opened_again)
{
    bench_command(&bench, "metadata");
    bench_keys(&bench, "a");
    bench_type(&bench, "Speaker");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "Nov");
    hang_up();
    begin_again();
    bench_command(&bench, "metadata");
    bench_keys(&bench, "a");
    cr_expect_str_eq(value("Value"), "Nov");
    cr_expect_str_has(message(), "Restored what was typed here (09:02 UTC)");
    bench_keys(&bench, "Esc Esc");
    cr_expect_str_eq(draft("metadata", 1), "", "it was given up");
}

Test(app_typed, in_a_note_is_saved_offered_again_and_dropped_once_it_is_entered)
{
    bench_command(&bench, "note");
    bench_type(&bench, "ask for the minutes");
    hang_up();
    cr_expect_str_eq(draft("line.note", 1), "{\"line\":\"ask for the minutes\"}");
    begin_again();
    bench_command(&bench, "note");
    cr_expect_str_eq(lineedit_text(bench.app->prompt->edit), "ask for the minutes");
    cr_expect_str_eq(bench.app->prompt->hint, "restored, typed 09:02 UTC");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(note(1), "ask for the minutes");
    cr_expect_str_eq(draft("line.note", 1), "");
}

Test(app_typed, in_a_prompt_or_a_short_form_is_kept_by_an_interrupt_that_comes_twice)
{
    bench_command(&bench, "note");
    bench_type(&bench, "minutes");
    bench_keys(&bench, "^C ^C");
    cr_expect_not_null(bench_effect(&bench, EFFECT_QUIT));
    cr_expect_str_eq(draft("line.note", 1), "{\"line\":\"minutes\"}");
    begin_again();
    bench_command(&bench, "metadata");
    bench_keys(&bench, "a");
    bench_type(&bench, "Speaker");
    bench_keys(&bench, "^C ^C");
    cr_expect_str_eq(draft("metadata", 1), "{\"Key\":\"Speaker\"}");
}
