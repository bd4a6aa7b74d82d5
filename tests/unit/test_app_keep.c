/* The application: what it says of saving, drafts by field beside another session, the line being typed. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
TestSuite(app_fields, .init = setup, .fini = teardown);
TestSuite(app_typed, .init = setup, .fini = teardown);

#define FULL "Nothing was saved: no space is left for /h/state.db"

/* Answers an operation that could not be carried out. */
static void refuse(const struct store_op *op, const char *why)
{
    cr_assert_not_null(op);
    struct store_result *result = store_result_new(op);
    error_set(&result->error, ERROR_IO, "%s", why);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

static void accept(const struct store_op *op, const char *json)
{
    cr_assert_not_null(op);
    bench_answer_store(&bench, op, json);
}

/* How often a draft was handed over since the effects were cleared. */
static int saves(void)
{
    int count = 0;
    for (size_t i = 0; i < bench.effects.count; i++) {
        const struct store_op *op = bench.effects.items[i].store;
        count += op && op->kind == STORE_DRAFT_SAVE;
    }
    return count;
}

/* A field of the draft that was handed over last: "(null)" where it was cleared, "(none)" where it has
 * none. */
static const char *saved(const char *field)
{
    struct store_op *ops[BENCH_OPS_MAX];
    const struct store_op *op = NULL;
    for (size_t i = bench_store_ops(&bench, ops);
         i-- > 0 && !op;) /* the last, but that of the session's end */
        op = ops[i]->kind == STORE_DRAFT_SAVE && strcmp(ops[i]->name, "session") != 0 ? ops[i] : NULL;
    const json_t *value = op ? json_object_get(op->json, field) : NULL;
    return !value ? "(none)" : json_is_null(value) ? "(null)" : json_string_value(value);
}

static const char *message(void)
{
    const char *text = app_form_top(bench.app)->message;
    return text ? text : "";
}

/* The enqueue form of project 1 with the language set, and the store's word that it is kept. */
static void set_language(const char *lang)
{
    bench_keys(&bench, "e");
    accept(bench_store(&bench, STORE_DRAFT_LOAD), NULL);
    bench_keys(&bench, "Enter ^U");
    bench_type(&bench, lang);
    bench_keys(&bench, "Enter");
}

Test(app_keep, a_draft_is_called_kept_once_the_store_has_answered_and_not_before)
{
    set_language("de-DE");
    bench_keys(&bench, "q");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_lacks(bench.app->status, "kept", "said too early: %s", bench.app->status);
    accept(bench_store(&bench, STORE_DRAFT_SAVE), "{\"Lang\":\"de-DE\"}");
    cr_expect_str_eq(bench.app->status, "Draft saved");
    cr_expect_eq(saves_unsaved_count(bench.app->client), 0);
}

Test(app_keep, a_draft_that_was_kept_before_the_form_is_left_is_called_so_at_once)
{
    set_language("de-DE");
    accept(bench_store(&bench, STORE_DRAFT_SAVE), "{\"Lang\":\"de-DE\"}");
    bench_keys(&bench, "q");
    cr_expect_str_eq(bench.app->status, "Draft saved");
}

Test(app_keep, a_text_that_was_given_up_is_out_of_the_draft_at_once)
{
    set_language("de-DE");
    bench_keys(&bench, "Enter ! f");
    bench_wait(&bench, 2500);
    cr_assert_str_eq(saved("Lang"), "!f");
    bench_keys(&bench, "Esc");
    cr_expect_str_eq(saved("Lang"), "de-DE");
}

Test(app_keep, a_draft_that_cannot_be_kept_is_named_with_the_cause)
{
    set_language("de-DE");
    bench_keys(&bench, "q");
    refuse(bench_store(&bench, STORE_DRAFT_SAVE), FULL);
    cr_expect_str_eq(bench.app->status, "Not saved: draft of enqueue 1. " FULL);
    cr_expect(bench.app->status_is_bad);
    const char *why;
    cr_assert_eq(saves_unsaved_count(bench.app->client), 1);
    cr_expect_str_eq(saves_unsaved(bench.app->client, 0, &why), "draft of enqueue 1");
    cr_expect_str_eq(why, FULL);
}

Test(app_keep, a_draft_that_was_sent_is_owed_no_longer)
{
    set_language("de-DE");
    refuse(bench_store(&bench, STORE_DRAFT_SAVE), FULL);
    bench_keys(&bench, "X");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), "{\"Data\":{\"Id\":1}}");
    cr_assert_not_null(bench_store(&bench, STORE_DRAFT_DROP));
    bench_answer_together(&bench);
    cr_expect_eq(saves_unsaved_count(bench.app->client), 0, "what was sent is called not saved");
}

Test(app_keep, what_was_not_kept_is_saved_with_the_next_change_and_owed_no_longer)
{
    set_language("de-DE");
    refuse(bench_store(&bench, STORE_DRAFT_SAVE), FULL);
    bench_clear(&bench);
    bench_keys(&bench, "c j Space");
    cr_expect_str_eq(saved("Lang"), "de-DE", "what failed is not tried with the next change");
    accept(bench_store(&bench, STORE_DRAFT_SAVE), "{}");
    cr_expect_eq(saves_unsaved_count(bench.app->client), 0);
}

Test(app_keep, a_preset_is_called_saved_once_the_store_has_answered)
{
    set_language("de-DE");
    bench_keys(&bench, "p");
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), NULL, 0);
    bench_keys(&bench, "Enter");
    bench_type(&bench, "german");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(message(), "");
    refuse(bench_store(&bench, STORE_PRESET_SAVE), FULL);
    cr_expect_str_eq(bench.app->status, "Not saved: preset “german”. " FULL);
    bench_keys(&bench, "p");
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), NULL, 0);
    bench_keys(&bench, "Enter");
    bench_type(&bench, "german");
    bench_keys(&bench, "Enter");
    accept(bench_store(&bench, STORE_PRESET_SAVE), NULL);
    cr_expect_str_eq(message(), "Preset “german” saved");
}

Test(app_keep, a_project_is_called_off_the_watchlist_once_the_store_has_answered)
{
    bench_keys(&bench, "D");
    bench_type(&bench, "y");
    cr_expect_str_lacks(bench.app->status, "off the watchlist");
    accept(bench_store(&bench, STORE_WATCH_REMOVE), NULL);
    cr_expect_str_eq(bench.app->status, "1 is off the watchlist");
}

Test(app_keep, a_project_that_cannot_be_put_on_the_watchlist_is_owed)
{
    bench_command(&bench, "open 77");
    refuse(bench_store(&bench, STORE_WATCH_ADD), FULL);
    cr_expect_str_eq(bench.app->status, "Not saved: 77 on the watchlist. " FULL);
    cr_expect_eq(saves_unsaved_count(bench.app->client), 1);
}

Test(app_keep, an_answer_that_comes_after_the_end_was_asked_for_starts_nothing)
{
    const struct store_entry entry = {.name = "english"};
    bench_keys(&bench, "e p");
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), &entry, 1);
    bench_keys(&bench, "Enter X");
    bench_event(&bench, &(struct event){.kind = EVENT_HANGUP});
    accept(bench_store(&bench, STORE_PRESET_LOAD), "{\"Lang\":\"en-US\"}");
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE), "a key that waited sent something after the end");
}

Test(app_fields, only_what_was_changed_here_is_saved)
{
    set_language("de-DE");
    cr_expect_str_eq(saved("Lang"), "de-DE");
    bench_clear(&bench);
    bench_keys(&bench, "c j Enter");
    bench_type(&bench, "x");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(saved("Lang"), "(none)", "another session may have another language by now");
    cr_expect_eq(json_object_size(bench_store(&bench, STORE_DRAFT_SAVE)->json), 1);
}

Test(app_fields, a_field_that_was_cleared_is_saved_as_cleared)
{
    bench_keys(&bench, "e");
    accept(bench_store(&bench, STORE_DRAFT_LOAD), "{\"Lang\":\"de-DE\"}");
    bench_keys(&bench, "u");
    cr_expect_str_eq(saved("Lang"), "(null)");
}

/* Another session changed state.db: the draft of the open form is now this. */
static void change_elsewhere(const char *json)
{
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_CHANGED});
    accept(bench_store(&bench, STORE_DRAFT_LOAD), json);
}

Test(app_fields, what_another_session_changed_is_named_and_this_form_stays_as_it_is)
{
    set_language("de-DE");
    accept(bench_store(&bench, STORE_DRAFT_SAVE), "{\"Lang\":\"de-DE\"}");
    change_elsewhere("{\"Lang\":\"fr-FR\"}");
    cr_expect_str_eq(message(),
                     "Another session changed Lang; this form is unchanged: open it again to see the draft");
    const struct param_set *set = form_values(app_form_top(bench.app)->form);
    cr_expect_str_eq(param_set_get(set, param_find(set->table, "Lang")), "de-DE");
    bench_clear(&bench);
    bench_keys(&bench, "q");
    cr_expect_eq(saves(), 0, "leaving put the older value over the later one");
}

Test(app_fields, what_this_session_saved_is_not_called_anothers)
{
    set_language("de-DE");
    accept(bench_store(&bench, STORE_DRAFT_SAVE), "{\"Lang\":\"de-DE\"}");
    change_elsewhere("{\"Lang\":\"de-DE\"}");
    cr_expect_str_eq(message(), "");
}

Test(app_fields, what_this_session_could_not_save_is_not_called_anothers)
{
    set_language("de-DE");
    refuse(bench_store(&bench, STORE_DRAFT_SAVE), FULL);
    change_elsewhere(NULL);
    cr_expect_str_eq(message(), "");
}

Test(app_fields, a_look_at_the_draft_that_a_later_save_overtook_says_nothing)
{
    set_language("de-DE");
    accept(bench_store(&bench, STORE_DRAFT_SAVE), "{\"Lang\":\"de-DE\"}");
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_CHANGED});
    const struct store_op *look = bench_store(&bench, STORE_DRAFT_LOAD);
    bench_keys(&bench, "u");
    accept(look, "{\"Lang\":\"de-DE\"}");
    cr_expect_str_eq(message(), "");
    accept(bench_store(&bench, STORE_DRAFT_SAVE), "{\"Speakers\":\"2\"}");
    cr_expect_str_lacks(message(), "Lang");
}

Test(app_fields, a_draft_that_another_session_sent_is_said_to_be_gone)
{
    set_language("de-DE");
    accept(bench_store(&bench, STORE_DRAFT_SAVE), "{\"Lang\":\"de-DE\"}");
    change_elsewhere(NULL);
    cr_expect_str_eq(message(), "Another session sent or cleared this draft; this form is unchanged");
}

/* --- the line being typed --- */

/* The language field open with a text in it, not entered; the last key was pressed now. */
static void type_language(const char *text)
{
    bench_keys(&bench, "e");
    accept(bench_store(&bench, STORE_DRAFT_LOAD), NULL);
    bench_keys(&bench, "Enter ^U");
    bench_type(&bench, text);
    bench_clear(&bench);
}

Test(app_typed, is_saved_after_two_seconds_of_rest)
{
    type_language("de-");
    bench_wait(&bench, 1999);
    cr_expect_eq(saves(), 0);
    bench_wait(&bench, 1);
    cr_expect_eq(saves(), 1);
    cr_expect_str_eq(saved("Lang"), "de-");
    bench_type(&bench, "A");
    bench_wait(&bench, 2001);
    cr_expect_str_eq(saved("Lang"), "de-A");
}

Test(app_typed, is_saved_after_ten_seconds_of_typing_without_a_rest)
{
    type_language("0");
    for (int i = 1; i < 10; i++) {
        bench_wait(&bench, 1000);
        bench_type(&bench, "x");
    }
    bench_wait(&bench, 999);
    cr_expect_eq(saves(), 0);
    bench_wait(&bench, 1);
    cr_expect_eq(saves(), 1);
    cr_expect_str_eq(saved("Lang"), "0xxxxxxxxx");
}

Test(app_typed, is_saved_once_and_draws_nothing)
{
    type_language("de-");
    bench.effects.dirty = 0;
    bench_wait(&bench, 2000);
    cr_expect_eq(bench.effects.dirty & (DIRTY_FORM | DIRTY_STATUS), 0);
    accept(bench_store(&bench, STORE_DRAFT_SAVE), "{\"Lang\":\"de-\"}");
    cr_expect_eq(bench.effects.dirty & (DIRTY_FORM | DIRTY_STATUS), 0);
    bench_wait(&bench, 60000);
    cr_expect_eq(saves(), 1);
}

Test(app_typed, is_taken_back_when_the_field_is_restored)
{
    type_language("de-");
    bench_wait(&bench, 2000);
    bench_keys(&bench, "Esc");
    bench_wait(&bench, 2000);
    cr_expect_eq(saves(), 2);
    cr_expect_str_eq(saved("Lang"), "(null)");
}

/* Is a text in anything that was handed to the store? */
static bool was_handed_over(const char *text)
{
    bool found = false;
    for (size_t i = 0; i < bench.effects.count; i++) {
        const struct store_op *op = bench.effects.items[i].store;
        char *json = op && op->json ? json_dumps(op->json, JSON_COMPACT) : NULL;
        found = found || (json && strstr(json, text)) || (op && op->text && strstr(op->text, text));
        free(json);
    }
    return found;
}

Test(app_typed, is_never_a_password_or_a_token)
{
    bench_keys(&bench, "l");
    bench_type(&bench, "who@example.org");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "hunter22");
    bench_keys(&bench, "Tab");
    bench_type(&bench, "t0k3n");
    bench_wait(&bench, 20000);
    bench_event(&bench, &(struct event){.kind = EVENT_HANGUP});
    cr_expect(was_handed_over("who@example.org"), "the line beside them");
    cr_expect_not(was_handed_over("hunter22"));
    cr_expect_not(was_handed_over("t0k3n"));
}

Test(app_typed, in_a_metadata_form_comes_back_when_it_is_opened_again)
{
    bench_command(&bench, "metadata");
    bench_keys(&bench, "a");
    bench_type(&bench, "Speaker");
    bench_keys(&bench, "Tab");
    cr_expect_str_eq(saved("Key"), "Speaker");
    bench_type(&bench, "Novak");
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_HANGUP});
    cr_expect_str_eq(saved("Value"), "Novak");
    teardown();
    setup();
    bench_command(&bench, "metadata");
    bench_keys(&bench, "a");
    accept(bench_store(&bench, STORE_DRAFT_LOAD), "{\"Key\":\"Speaker\",\"Value\":\"Nov\"}");
    const struct param_set *set = form_values(app_form_top(bench.app)->form);
    cr_expect_str_eq(param_set_get(set, param_find(set->table, "Value")), "Nov");
    cr_expect_str_has(message(), "Restored what was typed here (09:02 UTC)");
}

Test(app_typed, in_a_metadata_form_that_is_given_up_is_dropped)
{
    bench_command(&bench, "metadata");
    bench_keys(&bench, "a");
    bench_type(&bench, "Speaker");
    bench_wait(&bench, 2000);
    bench_clear(&bench);
    bench_keys(&bench, "Esc Esc");
    cr_assert_not_null(bench_store(&bench, STORE_DRAFT_DROP));
    cr_expect_str_eq(bench_store(&bench, STORE_DRAFT_DROP)->name, "metadata");
}

Test(app_typed, in_a_note_is_saved_offered_again_and_dropped_once_it_is_entered)
{
    bench_command(&bench, "note");
    bench_type(&bench, "ask for the minutes");
    bench_wait(&bench, 2000);
    cr_expect_str_eq(saved("line"), "ask for the minutes");
    cr_expect_eq(bench_store(&bench, STORE_DRAFT_SAVE)->id, 1);
    teardown();
    setup();
    bench_command(&bench, "note");
    accept(bench_store(&bench, STORE_DRAFT_LOAD), "{\"line\":\"ask for the minutes\"}");
    cr_expect_str_eq(lineedit_text(bench.app->prompt->edit), "", "nothing is typed for the operator");
    cr_expect_str_has(bench.app->prompt->hint, "ask for the minutes");
    bench_clear(&bench);
    bench_keys(&bench, "Up Enter");
    cr_expect_str_eq(bench_store(&bench, STORE_WATCH_NOTE)->text, "ask for the minutes");
    cr_expect_not_null(bench_store(&bench, STORE_DRAFT_DROP));
}

Test(app_typed, in_a_prompt_is_kept_by_an_interrupt_that_comes_twice)
{
    bench_command(&bench, "note");
    bench_type(&bench, "minutes");
    bench_clear(&bench);
    bench_keys(&bench, "^C ^C");
    cr_expect_not_null(bench_effect(&bench, EFFECT_QUIT));
    cr_expect_str_eq(saved("line"), "minutes");
    cr_expect_null(bench_store(&bench, STORE_DRAFT_DROP));
}

Test(app_typed, in_a_short_form_is_kept_by_an_interrupt_that_comes_twice)
{
    bench_command(&bench, "metadata");
    bench_keys(&bench, "a");
    bench_type(&bench, "Speaker");
    bench_clear(&bench);
    bench_keys(&bench, "^C ^C");
    cr_expect_not_null(bench_effect(&bench, EFFECT_QUIT));
    cr_expect_str_eq(saved("Key"), "Speaker");
    cr_expect_null(bench_store(&bench, STORE_DRAFT_DROP));
}
