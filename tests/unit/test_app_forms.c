/* The application: enqueue and export by form, presets, preview, unknown outcomes, files that exist. Drafts
 * are test_app_keep.c. */
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
    cr_expect_str_neq(bench.app->status ? bench.app->status : "", "Draft saved");
    bench_keys(&bench, "e X");
    const struct call *call = bench_call(&bench, ENDPOINT_ENQUEUE);
    cr_expect_eq(param_set_count(call->params), 1);
    char *json = bench_json(1, "None", "Council meeting, 14 May");
    bench_answer_project(&bench, call, json);
    free(json);
    cr_expect_str_eq(bench.app->status, "1: enqueued, Lang en-US (config)");
}

Test(app_forms, a_value_of_the_config_that_was_cleared_is_not_sent)
{
    config_has("Lang", "en-US");
    bench_keys(&bench, "e u");
    cr_expect_str_eq(value("Lang"), "(unset)");
    char *command = app_form_command(bench.app, app_form_top(bench.app));
    cr_expect_str_eq(command, "steno enqueue 1 --unset Lang");
    free(command);
    bench_keys(&bench, "q e");
    cr_expect_str_eq(value("Lang"), "(unset)", "the draft has forgotten it");
    bench_keys(&bench, "X");
    cr_expect_eq(param_set_count(bench_call(&bench, ENDPOINT_ENQUEUE)->params), 0);
}

/* The store has a preset. */
static void keep_preset(const char *name, const char *form, const char *json)
{
    struct error err;
    json_t *values = json_loads(json, 0, NULL);
    cr_assert(store_preset_save(bench.store, name, form, values, NULL, &err), "%s", err.text);
    json_decref(values);
}

Test(app_forms, a_draft_and_a_preset_stand_over_the_configs_values_and_leave_the_others)
{
    struct error err;
    json_t *draft = json_pack("{s:s}", "Lang", "de-DE");
    config_has("Lang", "en-US");
    config_has("WithPPC", "true");
    keep_preset("czech", "enqueue", "{\"Lang\":\"cs-CZ\"}");
    cr_assert(store_draft_save(bench.store, "enqueue", 1, draft, BENCH_WALL_MS, &err));
    json_decref(draft);
    bench_keys(&bench, "e");
    cr_expect_str_eq(value("Lang"), "de-DE");
    cr_expect_str_eq(value("WithPPC"), "true");
    bench_keys(&bench, "p Enter");
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

Test(app_forms, a_key_typed_before_the_values_of_a_preset_were_shown_does_not_send_them)
{
    keep_preset("english", "enqueue", "{\"Lang\":\"en-US\"}");
    bench_keys(&bench, "e");
    bench_burst(&bench, "p Enter X");
    cr_assert_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_assert_str_eq(value("Lang"), "en-US");
    cr_assert_str_eq(
        app_form_top(bench.app)->message,
        "Nothing was sent: X was typed before this form was shown; check it, then press X again");
    bench_keys(&bench, "X");
    cr_assert_eq(param_set_count(bench_call(&bench, ENDPOINT_ENQUEUE)->params), 1);
}

Test(app_forms, a_form_that_closes_takes_its_menu_along)
{
    bench_keys(&bench, "e X p");
    char *json = bench_json(1, "InProgress", "Council meeting, 14 May");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), json);
    free(json);
    cr_assert_null(app_form_top(bench.app));
    cr_assert_not(overlay_has(&bench.app->overlays, OVERLAY_MENU));
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
    bench_list(&bench, rows, 1);
    bench_start(&bench, 80, 24);
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
    struct store_entries kept;
    struct error err;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        bench_keys(&bench, i == 0 ? "e p Enter" : "p Enter");
        bench_type(&bench, bad[i]);
        bench_keys(&bench, "Enter");
        cr_assert_str_has(app_form_top(bench.app)->message,
                          i == 0 ? "64 printable characters; this one is empty" : "this one has 65");
    }
    bench_keys(&bench, "p Enter");
    bench_type(&bench, " tv ");
    bench_keys(&bench, "Enter");
    cr_assert(store_preset_list(bench.store, "", &kept, &err));
    cr_assert_eq(kept.count, 1);
    cr_assert_str_eq(kept.items[0].name, "tv");
    store_entries_clear(&kept);
}

Test(app_forms, a_preset_is_saved_by_name_and_loaded_again)
{
    bench_keys(&bench, "e");
    form_put(app_form_top(bench.app)->form, "Lang", "en-US");
    bench_keys(&bench, "p");
    cr_assert(overlay_has(&bench.app->overlays, OVERLAY_MENU));
    bench_keys(&bench, "Enter");
    cr_assert(bench_prompts(&bench, "Save as preset: "));
    bench_type(&bench, "english");
    bench_keys(&bench, "Enter");
    keep_preset("czech", "enqueue", "{\"Lang\":\"cs-CZ\",\"WithPPC\":\"false\"}");
    bench_keys(&bench, "p Enter");
    cr_assert_str_eq(value("Lang"), "cs-CZ");
    cr_assert_str_eq(value("WithPPC"), "false");
    bench_keys(&bench, "p j Enter");
    cr_assert_str_eq(value("Lang"), "en-US");
    cr_assert_str_eq(value("WithPPC"), "(unset)");
}

Test(app_forms, a_preset_is_deleted_after_a_question_and_its_menu_lists_the_rest)
{
    keep_preset("air", "enqueue", "{}");
    keep_preset("new", "enqueue", "{}");
    bench_keys(&bench, "e p d");
    cr_expect_str_eq(bench_question(&bench), "Delete preset “air”?");
    bench_keys(&bench, "y");
    cr_expect_str_eq(bench.app->status, "Preset “air” deleted");
    cr_assert(overlay_has(&bench.app->overlays, OVERLAY_MENU));
    cr_expect_eq(bench.app->menu->count, 2);
    cr_expect_str_eq(bench.app->menu->items[0], "new");
}

Test(app_forms, the_notes_beside_send_warn_of_a_project_without_a_recording)
{
    bench_keys(&bench, "r");
    bench_answer_project(
        &bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
        "{\"Data\":{\"Id\":1,\"AccessToken\":7,\"ProcessingState\":\"None\",\"Length\":\"00:00:00\","
        "\"HasRecording\":false,\"IsReadOnly\":true,\"ShareCount\":0,\"MediaInfo\":null}}");
    bench_keys(&bench, "e");
    cr_assert_eq(form_warned(app_form_top(bench.app)->form)->count, 1);
    cr_expect_str_eq(form_warned(app_form_top(bench.app)->form)->texts[0], "Cannot be sent: #1 no media");
}
