/* The application: enqueue and export by form, drafts, presets, preview, unknown outcomes, files
 * that exist. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/client/saves.h"
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

TestSuite(app_forms, .init = setup, .fini = teardown);

static const char *value(const char *name)
{
    const struct param_set *set = form_values(app_form_top(bench.app)->form);
    const char *text = param_set_get(set, param_find(set->table, name));
    return text ? text : "(unset)";
}

Test(app_forms, enqueue_sends_what_was_set_and_closes_when_accepted)
{
    bench_keys(&bench, "e Enter ^U");
    bench_type(&bench, "en-US");
    bench_keys(&bench, "Enter");
    cr_assert_str_eq(value("Lang"), "en-US");
    bench_keys(&bench, "X");
    const struct call *call = bench_call(&bench, ENDPOINT_ENQUEUE);
    cr_assert_not_null(call);
    cr_assert_eq(call->project_id, 1);
    cr_assert_eq(param_set_count(call->params), 1);
    cr_assert_not_null(app_form_top(bench.app), "it stays until the server has accepted");
    char *json = bench_json(1, "InProgress", "Council meeting, 14 May");
    bench_answer_project(&bench, call, json);
    free(json);
    cr_assert_null(app_form_top(bench.app));
    cr_assert_str_eq(bench.app->status, "1: now InProgress");
    cr_assert_eq(bench_store(&bench, STORE_DRAFT_DROP)->id, 1);
}

/* A value in the config, at its top. */
static void config_has(const char *name, const char *value)
{
    struct error err;
    cr_assert(settings_put_param(&bench.settings, name, SOURCE_CONFIG, "config:1", value, &err));
}

Test(app_forms, a_form_starts_at_the_configs_values_and_names_them_when_they_were_sent)
{
    config_has("Lang", "en-US");
    config_has("FileFormatId", "srt");
    bench_keys(&bench, "e");
    cr_expect_str_eq(value("Lang"), "en-US");
    cr_expect_eq(form_changed_count(app_form_top(bench.app)->form), 1);
    bench_keys(&bench, "q");
    cr_expect_null(bench_store(&bench, STORE_DRAFT_SAVE), "nobody has changed it");
    cr_expect_str_neq(bench.app->status ? bench.app->status : "", "Draft saved");
    bench_keys(&bench, "e X");
    const struct call *call = bench_call(&bench, ENDPOINT_ENQUEUE);
    cr_expect_eq(param_set_count(call->params), 1);
    char *json = bench_json(1, "None", "Council meeting, 14 May");
    bench_answer_project(&bench, call, json);
    free(json);
    cr_expect_str_eq(bench.app->status, "1: enqueued, Lang en-US (config)");
}

Test(app_forms, a_value_of_the_config_that_was_cleared_is_not_sent_and_stays_cleared_in_the_draft)
{
    config_has("Lang", "en-US");
    bench_keys(&bench, "e u");
    cr_expect_str_eq(value("Lang"), "(unset)");
    char *command = app_form_command(bench.app, app_form_top(bench.app));
    cr_expect_str_eq(command, "steno enqueue 1 --unset Lang");
    free(command);
    const struct store_op *draft = bench_store(&bench, STORE_DRAFT_SAVE);
    cr_assert_not_null(draft);
    cr_expect(json_is_false(json_object_get(draft->json, "Lang")));
    bench_keys(&bench, "q");
    bench_clear(&bench);
    bench_keys(&bench, "e");
    cr_expect_str_eq(value("Lang"), "en-US");
    bench_answer_store(&bench, bench_store(&bench, STORE_DRAFT_LOAD), "{\"Lang\":false}");
    cr_expect_str_eq(value("Lang"), "(unset)");
    bench_keys(&bench, "X");
    cr_expect_eq(param_set_count(bench_call(&bench, ENDPOINT_ENQUEUE)->params), 0);
}

Test(app_forms, a_draft_and_a_preset_stand_over_the_configs_values_and_leave_the_others)
{
    const struct store_entry entry = {.name = "czech"};
    config_has("Lang", "en-US");
    config_has("WithPPC", "true");
    bench_keys(&bench, "e");
    bench_answer_store(&bench, bench_store(&bench, STORE_DRAFT_LOAD), "{\"Lang\":\"de-DE\"}");
    cr_expect_str_eq(value("Lang"), "de-DE");
    cr_expect_str_eq(value("WithPPC"), "true");
    bench_keys(&bench, "p");
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), &entry, 1);
    bench_keys(&bench, "Enter");
    bench_answer_store(&bench, bench_store(&bench, STORE_PRESET_LOAD), "{\"Lang\":\"cs-CZ\"}");
    cr_expect_str_eq(value("Lang"), "cs-CZ");
    cr_expect_str_eq(value("WithPPC"), "true");
}

Test(app_forms, after_an_enqueue_the_project_is_read_within_seconds)
{
    bench_keys(&bench, "e X");
    char *json = bench_json(1, "InProgress", "Council meeting, 14 May");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), json);
    free(json);
    bench_clear(&bench);
    bench_wait(&bench, 3500);
    const struct call *call = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert_not_null(call);
}

Test(app_forms, enqueue_of_one_in_progress_or_completed_asks_and_enter_means_no)
{
    bench_keys(&bench, "j e X");
    cr_assert_str_has(bench_question(&bench), " again?");
    cr_assert_str_eq(bench.app->question->text, "Enqueue 2  Interview: dam keeper again?");
    cr_expect_str_has(bench.app->question->note, "It is Completed.");
    bench_keys(&bench, "Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_not_null(app_form_top(bench.app));
    bench_keys(&bench, "X");
    bench_type(&bench, "y");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 1);
}

Test(app_forms, pressing_send_twice_sends_once)
{
    bench_keys(&bench, "e X X");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 1);
}

Test(app_forms, a_refusal_keeps_the_values_and_points_at_the_field)
{
    bench_keys(&bench, "e");
    form_put(app_form_top(bench.app)->form, "Lang", "xx-XX");
    bench_keys(&bench, "X");
    struct call_result *result = call_result_new(bench_call(&bench, ENDPOINT_ENQUEUE));
    error_set(&result->error, ERROR_REJECTED, "Enqueue 1: the server refused it: lang:Invalid");
    memcpy(result->error.field, "lang", sizeof "lang");
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    cr_assert_str_eq(value("Lang"), "xx-XX");
    cr_assert_str_eq(app_form_top(bench.app)->message, "Enqueue 1: the server refused it: lang:Invalid");
    cr_assert_not_null(bench_store(&bench, STORE_DRAFT_SAVE));
}

Test(app_forms, a_lost_answer_is_looked_at_and_never_sent_again_unasked)
{
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_UNKNOWN_OUTCOME, 0,
                       "The answer was lost");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 1);
    cr_assert_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT), "a look");
    bench_keys(&bench, "X");
    cr_assert_str_has(bench_question(&bench), " again?");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_ENQUEUE), 1);
}

Test(app_forms, a_changed_value_is_kept_as_a_draft_and_leaving_says_so)
{
    bench_keys(&bench, "e Enter ^U");
    bench_type(&bench, "de-DE");
    bench_keys(&bench, "Enter");
    const struct store_op *draft = bench_store(&bench, STORE_DRAFT_SAVE);
    cr_assert_not_null(draft);
    cr_assert_str_eq(draft->name, "enqueue");
    cr_assert_eq(draft->id, 1);
    cr_assert_str_eq(json_string_value(json_object_get(draft->json, "Lang")), "de-DE");
    bench_keys(&bench, "q");
    cr_assert_null(app_form_top(bench.app));
    bench_answer_store(&bench, draft, "{\"Lang\":\"de-DE\"}");
    cr_assert_str_eq(bench.app->status, "Draft saved");
}

Test(app_forms, a_draft_comes_back_and_says_from_when)
{
    bench_keys(&bench, "e");
    bench_answer_store(&bench, bench_store(&bench, STORE_DRAFT_LOAD), "{\"Lang\":\"de-DE\"}");
    cr_assert_str_eq(value("Lang"), "de-DE");
    cr_assert_str_has(app_form_top(bench.app)->message, "09:02");
}

Test(app_forms, a_draft_that_comes_late_does_not_overwrite_what_was_typed)
{
    bench_keys(&bench, "e");
    struct store_op *asked = bench_store(&bench, STORE_DRAFT_LOAD);
    struct store_op copy = {
        .serial = asked->serial, .kind = asked->kind, .id = asked->id, .name = asked->name};
    bench_keys(&bench, "Enter ^U");
    bench_type(&bench, "fr");
    bench_answer_store(&bench, &copy, "{\"Lang\":\"de-DE\"}");
    bench_keys(&bench, "Enter");
    cr_assert_str_eq(value("Lang"), "fr");
}

/* A copy of what the store was asked for, to be answered later. */
static struct store_op asked_of_store(enum store_op_kind kind)
{
    const struct store_op *op = bench_store(&bench, kind);
    cr_assert_not_null(op);
    return (struct store_op){.serial = op->serial, .kind = op->kind, .id = op->id, .name = op->name};
}

Test(app_forms, a_draft_that_comes_late_does_not_bring_back_what_was_unset)
{
    bench_keys(&bench, "e");
    struct store_op asked = asked_of_store(STORE_DRAFT_LOAD);
    bench_keys(&bench, "Enter ^U");
    bench_type(&bench, "fr");
    bench_keys(&bench, "Enter u");
    bench_answer_store(&bench, &asked, "{\"Lang\":\"de-DE\"}");
    cr_assert_str_eq(value("Lang"), "(unset)");
    cr_assert_str_has(app_form_top(bench.app)->message, "arrived too late");
}

Test(app_forms, a_draft_that_comes_under_a_question_does_not_change_what_was_asked_about)
{
    bench_keys(&bench, "j e");
    struct store_op asked = asked_of_store(STORE_DRAFT_LOAD);
    bench_keys(&bench, "X");
    cr_assert_str_has(bench_question(&bench), " again?");
    bench_answer_store(&bench, &asked, "{\"Lang\":\"de-DE\"}");
    bench_keys(&bench, "y");
    const struct call *call = bench_call(&bench, ENDPOINT_ENQUEUE);
    cr_assert_not_null(call);
    cr_assert_eq(param_set_count(call->params), 0);
}

Test(app_forms, keys_pressed_before_the_presets_are_there_go_to_their_menu)
{
    const struct store_entry entries[] = {{.name = "czech"}, {.name = "english"}};
    bench_keys(&bench, "e p j Enter");
    cr_assert(overlay_has(&bench.app->overlays, OVERLAY_MENU), "the menu opens at once");
    cr_assert_null(form_editor(app_form_top(bench.app)->form), "a key went to the form");
    cr_assert_null(bench_store(&bench, STORE_PRESET_LOAD));
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), entries, 2);
    cr_assert_str_eq(bench_store(&bench, STORE_PRESET_LOAD)->name, "english");
}

Test(app_forms, a_form_sent_before_the_preset_is_there_waits_until_it_was_shown)
{
    const struct store_entry entry = {.name = "english"};
    bench_keys(&bench, "e p");
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), &entry, 1);
    bench_keys(&bench, "Enter X");
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    bench_answer_store(&bench, bench_store(&bench, STORE_PRESET_LOAD), "{\"Lang\":\"en-US\"}");
    cr_assert_not(overlay_has(&bench.app->overlays, OVERLAY_MENU));
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE),
                   "the values of the preset were not on the screen yet");
    cr_assert_str_eq(value("Lang"), "en-US");
    cr_assert_str_eq(
        app_form_top(bench.app)->message,
        "Nothing was sent: X was typed before this form was shown; check it, then press X again");
    bench_keys(&bench, "X");
    const struct call *call = bench_call(&bench, ENDPOINT_ENQUEUE);
    cr_assert_not_null(call);
    cr_assert_eq(param_set_count(call->params), 1);
}

Test(app_forms, presets_that_cannot_be_read_close_their_menu_and_nothing_is_sent)
{
    bench_keys(&bench, "e p");
    struct store_op asked = asked_of_store(STORE_PRESET_LIST);
    bench_keys(&bench, "Enter X");
    struct store_result *result = store_result_new(&asked);
    error_set(&result->error, ERROR_IO, "state.db: the disk is full");
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
    cr_assert_not(overlay_has(&bench.app->overlays, OVERLAY_MENU));
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_str_has(bench.app->status, "disk is full");
}

Test(app_forms, presets_that_come_after_their_menu_was_left_do_not_open_it_again)
{
    bench_keys(&bench, "e p");
    struct store_op asked = asked_of_store(STORE_PRESET_LIST);
    bench_keys(&bench, "q");
    bench_answer_entries(&bench, &asked, NULL, 0);
    cr_assert_not(overlay_has(&bench.app->overlays, OVERLAY_MENU));
    cr_assert_not_null(app_form_top(bench.app));
}

Test(app_forms, a_form_that_closes_takes_its_menu_along)
{
    bench_keys(&bench, "e X p");
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), NULL, 0);
    char *json = bench_json(1, "InProgress", "Council meeting, 14 May");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), json);
    free(json);
    cr_assert_null(app_form_top(bench.app));
    cr_assert_not(overlay_has(&bench.app->overlays, OVERLAY_MENU));
}

Test(app_forms, a_hang_up_saves_even_the_open_field_and_quits)
{
    bench_keys(&bench, "e Enter ^U");
    bench_type(&bench, "de");
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_HANGUP});
    const struct store_op *draft = bench_store(&bench, STORE_DRAFT_SAVE);
    cr_assert_not_null(draft);
    cr_assert_str_eq(json_string_value(json_object_get(draft->json, "Lang")), "de");
    cr_assert_eq(bench.effects.items[bench.effects.count - 1].kind, EFFECT_QUIT);
}

Test(app_forms, a_refresh_leaves_the_text_being_edited_alone)
{
    bench_keys(&bench, "e Enter ^U");
    bench_type(&bench, "de-");
    bench_wait(&bench, 61000);
    bench_answer_reads(&bench, "Completed");
    cr_assert_str_eq(lineedit_text(form_menu_line(app_form_top(bench.app)->form)), "de-");
    bench_type(&bench, "AT");
    bench_keys(&bench, "Enter");
    cr_assert_str_eq(value("Lang"), "de-AT");
}

Test(app_forms, read_only_refuses_writes_and_allows_exports)
{
    bench_free(&bench);
    const struct bench_row rows[] = {{1, "None", "One"}};
    bench_init(&bench, "t");
    bench_set(&bench, SETTING_READ_ONLY, "true");
    bench_start(&bench, 80, 24);
    bench_answer_load(&bench, rows, 1);
    bench_keys(&bench, "e");
    cr_assert_null(app_form_top(bench.app));
    cr_assert_str_has(bench.app->status, "read_only");
    bench_keys(&bench, "x");
    cr_assert_not_null(app_form_top(bench.app));
}

Test(app_forms, export_names_the_file_after_the_project_and_its_format)
{
    bench_complete(&bench);
    bench_keys(&bench, "x Enter ^U");
    bench_type(&bench, "srt");
    bench_keys(&bench, "Enter X");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    cr_assert_str_eq(call->path, "1-Council_meeting,_14_May.{ext}", "what arrives says what it is");
    cr_assert_eq(call->replace, EXPORT_IF_NEWER);
    bench_answer_file(&bench, call, "1-Council_meeting,_14_May.srt", 1234);
    cr_assert_null(app_form_top(bench.app));
    cr_assert_str_eq(bench.app->status, "1: exported to 1-Council_meeting,_14_May.srt, 1234 bytes");
}

Test(app_forms, the_request_can_be_seen_before_it_is_sent)
{
    bench_keys(&bench, "e");
    form_put(app_form_top(bench.app)->form, "Lang", "en-US");
    bench_keys(&bench, "v");
    cr_assert(overlay_has(&bench.app->overlays, OVERLAY_PREVIEW));
    bool found = false;
    for (size_t i = 0; i < bench.app->preview.count; i++)
        found = found || strstr(bench.app->preview.lines[i].value, "/v2/Projects/1/Enqueue?Lang=en-US");
    cr_assert(found);
    bench_keys(&bench, "q");
    cr_assert_not(overlay_has(&bench.app->overlays, OVERLAY_PREVIEW));
    cr_assert_not_null(app_form_top(bench.app));
}

Test(app_forms, y_copies_the_form_as_a_steno_command)
{
    bench_keys(&bench, "e");
    form_put(app_form_top(bench.app)->form, "Lang", "en-US");
    bench_keys(&bench, "y");
    cr_assert_str_eq(bench_effect(&bench, EFFECT_COPY)->text, "steno enqueue 1 --lang en-US");
}

Test(app_forms, a_preset_whose_name_cannot_be_one_is_refused_with_the_reason)
{
    static const char *const bad[] = {"   ",
                                      "12345678901234567890123456789012345678901234567890123456789012345"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        bench_keys(&bench, i == 0 ? "e p" : "p");
        bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), NULL, 0);
        bench_keys(&bench, "Enter");
        bench_type(&bench, bad[i]);
        bench_keys(&bench, "Enter");
        cr_assert_null(bench_store(&bench, STORE_PRESET_SAVE));
        cr_assert_str_has(app_form_top(bench.app)->message,
                          i == 0 ? "64 printable characters; this one is empty" : "this one has 65");
    }
    bench_keys(&bench, "p");
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), NULL, 0);
    bench_keys(&bench, "Enter");
    bench_type(&bench, " tv ");
    bench_keys(&bench, "Enter");
    cr_assert_str_eq(bench_store(&bench, STORE_PRESET_SAVE)->name, "tv");
}

Test(app_forms, a_preset_is_saved_by_name_and_loaded_again)
{
    bench_keys(&bench, "e");
    form_put(app_form_top(bench.app)->form, "Lang", "en-US");
    bench_keys(&bench, "p");
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), NULL, 0);
    cr_assert(overlay_has(&bench.app->overlays, OVERLAY_MENU));
    bench_keys(&bench, "Enter");
    cr_assert(bench_prompts(&bench, "Save as preset: "));
    bench_type(&bench, "english");
    bench_keys(&bench, "Enter");
    const struct store_op *save = bench_store(&bench, STORE_PRESET_SAVE);
    cr_assert_str_eq(save->name, "english");
    cr_assert_str_eq(json_string_value(json_object_get(save->json, "Lang")), "en-US");

    struct store_entry entry = {.name = "czech"};
    bench_clear(&bench);
    bench_keys(&bench, "p");
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), &entry, 1);
    bench_keys(&bench, "Enter");
    bench_answer_store(&bench, bench_store(&bench, STORE_PRESET_LOAD),
                       "{\"Lang\":\"cs-CZ\",\"WithPPC\":\"false\"}");
    cr_assert_str_eq(value("Lang"), "cs-CZ");
    cr_assert_str_eq(value("WithPPC"), "false");
}

/* Enters a name for the form's values and hands back what the store is asked. */
static const struct store_op *save_preset(const char *name)
{
    bench_clear(&bench);
    bench_keys(&bench, "p");
    bench_answer_entries(&bench, bench_store(&bench, STORE_PRESET_LIST), NULL, 0);
    bench_keys(&bench, "Enter");
    bench_type(&bench, name);
    bench_keys(&bench, "Enter");
    return bench_store(&bench, STORE_PRESET_SAVE);
}

Test(app_forms, a_preset_that_took_the_place_of_its_older_self_is_called_replaced)
{
    bench_keys(&bench, "e");
    struct store_result *result = store_result_new(save_preset("air"));
    result->ok = true;
    result->number = 1;
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
    cr_expect_str_eq(app_form_top(bench.app)->message, "Preset “air” replaced");
    bench_answer_store(&bench, save_preset("new"), NULL);
    cr_expect_str_eq(app_form_top(bench.app)->message, "Preset “new” saved");
}

Test(app_forms, a_name_that_another_form_has_given_to_a_preset_is_refused_and_not_called_unsaved)
{
    bench_keys(&bench, "e");
    struct store_result *result = store_result_new(save_preset("air"));
    error_set(&result->error, ERROR_USAGE, "“air” is a preset of export: use another name");
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
    cr_expect_str_has(bench.app->status, "“air” is a preset of export: use another name");
    cr_expect_eq(saves_unsaved_count(bench.app->client), 0);
}

Test(app_forms, the_notes_beside_send_warn_of_a_project_without_a_recording)
{
    bench_keys(&bench, "r");
    bench_answer_project(
        &bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
        "{\"Data\":{\"Id\":1,\"AccessToken\":7,\"ProcessingState\":\"None\",\"Length\":\"00:00:00\","
        "\"HasRecording\":false,\"IsReadOnly\":true,\"ShareCount\":0,\"MediaInfo\":null}}");
    bench_keys(&bench, "e");
    cr_assert_eq(form_warning_count(app_form_top(bench.app)->form), 1);
    cr_expect_str_eq(form_warning(app_form_top(bench.app)->form, 0), "Cannot be sent: #1 no media");
}
