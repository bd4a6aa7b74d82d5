/* The forms: what they send and when they close, values of the config, presets, the preview, commands; saved
 * drafts, lines and notes, and messages if saving fails; a login at a wrong address. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store_sql.h"
#include "support/asserts.h"
#include "support/replies.h"

TestSuite(app_forms, .init = scene_start, .fini = scene_stop);
TestSuite(app_keep, .init = scene_start, .fini = scene_stop);
TestSuite(app_draft, .init = scene_start, .fini = scene_stop);
TestSuite(app_note, .init = scene_start, .fini = scene_stop);
TestSuite(app_path, .fini = scene_stop);

static void expect_value(const char *keys, const char *field, const char *text)
{
    cr_expect_str_eq(bench_value(after(keys), field), text, "%s", field);
}

/* The number of values in the enqueue's call; -1: none was sent. */
static int sent_count(const char *keys)
{
    const struct call *call = bench_call(after(keys), ENDPOINT_ENQUEUE);
    return call ? (int)param_set_count(call->params) : -1;
}

/* Sets a parameter as the top of the config would. */
static void config_has(const char *name, const char *value)
{
    struct error err;
    cr_assert(settings_put_param(&bench.settings, name, SOURCE_CONFIG, "config:1", value, &err));
}

/* Presses the keys; expects this draft of a form in the store ("": none). */
static void expect_draft(const char *keys, const char *table, int64_t id, const char *expected)
{
    json_t *values;
    int64_t when_ms;
    struct error err;
    cr_assert(store_draft_load(after(keys)->store, table, id, &values, &when_ms, &err), "%s", err.text);
    char *json = values ? json_dumps(values, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    cr_expect_str_eq(json ? json : "", expected, "%s of %d", table, (int)id);
    free(json);
    json_decref(values);
}

/* Makes the store refuse writes, or accept them again. */
static void refuse(bool refuses)
{
    scene_sql(refuses ? "PRAGMA query_only = 1" : "PRAGMA query_only = 0");
}

static void hang_up(void)
{
    bench_event(&bench, &(struct event){.kind = EVENT_HANGUP});
}

/* Starts the program again with the same store. */
static void begin_again(void)
{
    app_free(bench.app);
    bench_clear(&bench);
    bench_start(&bench, 80, 24);
}

/* Opens the enqueue form of project 1 and sets the language. */
static void set_language(const char *lang)
{
    bench_keys(&bench, "e Enter ^U");
    bench_type(&bench, lang);
    bench_keys(&bench, "Enter");
}

/* --- sending --- */

Test(app_forms, an_enqueue_sends_what_was_set_once_closes_when_accepted_and_has_the_project_read)
{
    set_language("en-US");
    expect_value("", "Lang", "en-US");
    cr_expect_eq(bench_call_count(after("X X p"), ENDPOINT_ENQUEUE), 1);
    cr_expect_eq(bench_call(&bench, ENDPOINT_ENQUEUE)->project_id, 1);
    cr_expect_eq(sent_count(""), 1);
    cr_assert_not_null(app_form_top(bench.app), "it stays until the server has accepted");
    bench_answer_state(&bench, ENDPOINT_ENQUEUE, 1, "InProgress");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_not(overlay_has(&bench.app->overlays, OVERLAY_MENU), "its menu goes, too");
    cr_expect_str_eq(bench.app->status, "#1 is now InProgress");
    bench_clear(&bench);
    bench_wait(&bench, 3500);
    cr_expect_not_null(bench_call(&bench, ENDPOINT_GET_PROJECT));
}

Test(app_forms, a_form_starts_with_values_of_the_config_which_are_named_or_cleared)
{
    config_has("Lang", "en-US");
    config_has("FileFormatId", "srt");
    expect_value("e", "Lang", "en-US");
    cr_expect_eq(form_changed_count(scene_form()), 1);
    cr_expect_str_neq(after("q")->app->status, "Draft saved");
    cr_expect_eq(sent_count("e X"), 1);
    bench_answer_state(&bench, ENDPOINT_ENQUEUE, 1, "None");
    cr_expect_str_eq(bench.app->status, "1: enqueued, Lang en-US (config)");
    scene_anew();
    config_has("Lang", "en-US");
    expect_value("e u", "Lang", "(unset)");
    cr_expect_str_eq(bench_effect(after("y"), EFFECT_COPY)->text, "steno enqueue 1 --unset Lang");
    expect_draft("q", "enqueue", 1, "{\"Lang\":false}");
    expect_value("e", "Lang", "(unset)");
    cr_expect_eq(sent_count("X"), 0);
}

Test(app_forms, a_draft_and_a_preset_stand_over_the_configs_values_and_leave_the_others)
{
    config_has("Lang", "en-US");
    config_has("WithPPC", "true");
    scene_preset("czech", "enqueue", "{\"Lang\":\"cs-CZ\"}");
    scene_draft("enqueue", 1, "{\"Lang\":\"de-DE\"}");
    expect_value("e", "Lang", "de-DE");
    expect_value("", "WithPPC", "true");
    expect_value("p Enter", "Lang", "cs-CZ");
    expect_value("", "WithPPC", "true");
}

Test(app_forms, an_enqueue_of_one_completed_asks_and_enter_means_no)
{
    cr_assert_str_eq(bench_question(after("j e X")), "Enqueue again? #2  Interview: dam keeper");
    cr_expect_str_has(bench.app->question->note, "It is Completed.");
    bench_field(&bench, "Lang", "xx");
    expect_value("", "Lang", "(unset)"); /* the form below the question did not get it */
    cr_expect_null(bench_call(after("X Enter"), ENDPOINT_ENQUEUE));
    cr_assert_not_null(app_form_top(bench.app));
    cr_expect_eq(bench_call_count(after("X y"), ENDPOINT_ENQUEUE), 1);
}

Test(app_forms, a_refusal_keeps_the_values_and_says_why)
{
    set_language("xx-XX");
    bench_keys(&bench, "X");
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, 1);
    struct call_result *result = call_result_new(&call);
    error_set(&result->error, ERROR_REJECTED, "Enqueue 1: the server refused it: lang:Invalid");
    memcpy(result->error.field, "lang", sizeof "lang");
    bench_deliver(&bench, result);
    expect_value("", "Lang", "xx-XX");
    cr_expect_str_eq(app_form_top(bench.app)->message, "Enqueue 1: the server refused it: lang:Invalid");
}

Test(app_forms, the_request_can_be_seen_and_copied_as_a_command_before_it_is_sent)
{
    bool found = false;
    bench_keys(&bench, "e");
    form_put(scene_form(), "Lang", "en-US");
    cr_expect_str_eq(bench_effect(after("y"), EFFECT_COPY)->text, "steno enqueue 1 --lang en-US");
    cr_expect(overlay_has(&after("v")->app->overlays, OVERLAY_PREVIEW));
    for (size_t i = 0; i < bench.app->preview.count; i++)
        found = found || strstr(bench.app->preview.lines[i].value, "/v2/Projects/1/Enqueue?Lang=en-US");
    cr_expect(found);
    cr_expect_not(overlay_has(&after("q")->app->overlays, OVERLAY_PREVIEW));
    cr_expect_not_null(app_form_top(bench.app));
}

Test(app_forms, a_refresh_leaves_the_text_being_edited_alone)
{
    bench_keys(&bench, "e Enter ^U d e -");
    bench_wait(&bench, 61000);
    bench_answer_reads(&bench, "Completed");
    cr_expect_str_eq(lineedit_text(form_menu_line(scene_form())), "de-");
    expect_value("A T Enter", "Lang", "de-AT");
}

Test(app_forms, read_only_refuses_writes_and_allows_exports)
{
    bench_free(&bench);
    const struct bench_row row = {1, "None", "One"};
    bench_init(&bench, "t");
    bench_set(&bench, SETTING_READ_ONLY, "true");
    bench_list(&bench, &row, 1);
    bench_start(&bench, 80, 24);
    cr_expect_null(app_form_top(after("e")->app));
    cr_expect_str_has(bench.app->status, "read_only");
    cr_expect_not_null(app_form_top(after("x")->app));
}

Test(app_forms, lines_of_commands_send_and_leave_a_form_and_delete_by_name)
{
    bench_command(&bench, "enqueue");
    cr_expect_eq(sent_count(":form-submit"), 0);
    cr_expect_null(app_form_top(after(":form-leave")->app));
    cr_expect(after(":form-submit")->app->status_is_bad, "without a form it is no action");
    bench_command(&bench, "tags");
    cr_expect_null(after(":delete nothing")->app->question->text);
    cr_expect(bench.app->status_is_bad);
    cr_assert_str_has(bench_question(after(":delete archive")), "Delete the tag \"");
    cr_expect_str_eq(bench.app->asker->arg, "archive");
}

/* --- presets --- */

/* Saves the open form as a preset with this name, by the last line of the menu. */
static void save_preset(const char *name)
{
    cr_expect(bench_prompts(after("p G Enter"), "Save as preset: "));
    bench_type(&bench, name);
    bench_keys(&bench, "Enter");
}

Test(app_forms, a_preset_is_saved_loaded_again_and_deleted_after_a_question)
{
    set_language("en-US");
    save_preset("english");
    scene_preset("czech", "enqueue", "{\"Lang\":\"cs-CZ\",\"WithPPC\":\"false\"}");
    expect_value("p Enter", "Lang", "cs-CZ");
    expect_value("", "WithPPC", "false");
    expect_value("p j Enter", "Lang", "en-US");
    expect_value("", "WithPPC", "(unset)");
    cr_expect(!overlay_has(&after("p ?")->app->overlays, OVERLAY_PREVIEW), "no page behind the presets");
    bench_keys(&bench, "q");
    cr_expect_str_eq(bench_question(after("p d")), "Delete preset “czech”?");
    cr_expect_str_eq(after("y")->app->status, "Preset “czech” deleted");
    cr_expect_str_eq(bench.app->menu->items[0], "english");
    bench_keys(&bench, "q U");
    bench_burst(&bench, "p Enter X");
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE), "X was typed before this form was shown");
    expect_value("", "Lang", "en-US");
    cr_expect_eq(sent_count("X"), 1);
}

Test(app_keep, a_preset_is_called_saved_or_replaced_or_refused_with_the_cause)
{
    static const struct {
        bool refuses;
        const char *name, *said;
    } rows[] = {
        {true, "german", "Preset not saved: Nothing was saved: :memory: cannot be written"},
        {false, "german", "Preset “german” saved"},
        {false, " german ", "Preset “german” replaced"},
        {false, "subs",
         "Preset not saved: “subs” is already the name of a preset for export: use another name"},
        {false, "12345678901234567890123456789012345678901234567890123456789012345",
         "Preset not saved: a preset's name has 1 to 64 printable characters; this one has 65"},
    };
    scene_preset("subs", "export", "{\"FileFormatId\":\"srt\"}");
    set_language("de-DE");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        refuse(rows[i].refuses);
        save_preset(rows[i].name);
        cr_expect_str_eq(app_form_top(bench.app)->message, rows[i].said, "%s", rows[i].name);
    }
}

/* --- drafts --- */

Test(app_draft, is_saved_whole_when_the_form_is_left_and_comes_back_when_it_is_opened_again)
{
    expect_draft("e q", "enqueue", 1, ""); /* nothing was changed */
    cr_expect_str_lacks(bench.app->status, "Draft");
    set_language("de-DE");
    bench_keys(&bench, "c");
    form_focus(scene_form(), "WithPPC");
    expect_draft("Space", "enqueue", 1, ""); /* not saved while the form is open */
    cr_expect_null(app_form_top(after("q")->app));
    cr_expect_str_eq(bench.app->status, "Draft saved");
    expect_draft("", "enqueue", 1, "{\"Lang\":\"de-DE\",\"WithPPC\":\"false\"}");
    expect_value("e", "Lang", "de-DE");
    cr_expect_str_eq(app_form_top(bench.app)->message, "Restored the draft of 09:02; U discards it");
    refuse(true);
    cr_expect_str_eq(after("q")->app->status, "Draft saved", "as it was, it is not written again");
    set_language("fr-FR");
    cr_assert_not_null(app_form_top(after("q")->app), "what was typed is lost");
    cr_expect_str_starts(bench.app->status, "Not saved: draft of enqueue 1. ");
    cr_expect(bench.app->status_is_bad);
    cr_expect_null(app_form_top(after("q")->app));
}

Test(app_draft, is_gone_once_it_was_cleared_or_what_was_sent_is_accepted)
{
    scene_draft("enqueue", 1, "{\"Lang\":\"de-DE\"}");
    expect_draft("e u q", "enqueue", 1, "");
    scene_draft("enqueue", 1, "{\"Lang\":\"de-DE\"}");
    bench_keys(&bench, "e X");
    bench_answer_state(&bench, ENDPOINT_ENQUEUE, 1, "None");
    cr_expect_null(app_form_top(bench.app));
    expect_draft("", "enqueue", 1, "");
    scene_anew();
    set_language("fr-FR");
    expect_draft("X q", "enqueue", 1, "{\"Lang\":\"fr-FR\"}"); /* closed before the answer */
    bench_answer_state(&bench, ENDPOINT_ENQUEUE, 1, "None");
    expect_draft("", "enqueue", 1, "");
}

Test(app_draft, outlives_a_hang_up_and_a_refused_token)
{
    set_language("de-DE");
    hang_up();
    expect_draft("", "enqueue", 1, "{\"Lang\":\"de-DE\"}");
    begin_again();
    bench_keys(&bench, "e u");
    hang_up();
    expect_draft("", "enqueue", 1, "");
    scene_anew();
    set_language("fr-FR");
    bench_keys(&bench, "X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_NOT_LOGGED_IN, 401, "expired");
    expect_draft("", "enqueue", 1, "{\"Lang\":\"fr-FR\"}");
}

Test(app_draft, of_a_batch_is_there_until_one_of_it_was_accepted)
{
    bench_all_new(&bench);
    bench_keys(&bench, "M");
    set_language("fr-FR");
    cr_assert_null(app_form_top(after("X y")->app));
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_NOT_LOGGED_IN, 401, "expired");
    expect_draft("", "enqueue", 0, "{\"Lang\":\"fr-FR\"}");
    bench_answer_enqueue(&bench, 1, NULL);
    expect_draft("", "enqueue", 0, "");
}

/* --- the list and reads --- */

Test(app_keep, the_list_changes_after_the_store_has_saved_the_change)
{
    refuse(true);
    cr_expect_str_starts(after(":open 77")->app->status, "Not saved: addition of project 77 to the list. ");
    cr_expect_null(app_project_find(bench.app, 77));
    cr_expect_str_starts(after("D y")->app->status, "Not saved: removal of project 1 from the list. ");
    cr_expect_not_null(app_project_find(bench.app, 1));
    refuse(false);
    cr_expect_str_eq(after("D y")->app->status, "Project 1 was removed from the list");
    cr_expect_null(app_project_find(bench.app, 1));
}

Test(app_keep, reads_that_cannot_be_saved_are_reported)
{
    refuse(true);
    bench_wait(&bench, 3600 * 1000);
    bench_answer_reads(&bench, "InProgress");
    bench_wait(&bench, 1000);
    cr_assert_not_null(bench.app->failure);
    cr_expect_str_starts(bench.app->failure, "Not saved: project data. ");
}

/* --- notes, and the line being typed --- */

/* Opens the prompt of the note and types at the end of its text. */
static void type_note(const char *text)
{
    bench_command(&bench, "note");
    bench_type(&bench, text);
}

/* Another program writes the note of project 1. */
static void note_elsewhere(const char *text)
{
    struct error err;
    cr_assert(store_note_save(bench.store, 1, text, NULL, &err));
}

static void expect_note(const char *keys, int64_t id, const char *expected)
{
    char *text;
    struct error err;
    cr_assert(store_note_load(after(keys)->store, id, &text, &err), "%s", err.text);
    cr_expect_str_eq(text ? text : "", expected);
    free(text);
}

Test(app_note, is_saved_and_on_the_row_after_enter_or_says_that_it_cannot_be_saved)
{
    const struct app_project *project = app_project_find(bench.app, 1);
    refuse(true);
    cr_expect_str_starts(after(":note ask Jana")->app->status, "Not saved: note of 1. ");
    cr_expect_null(project->note);
    refuse(false);
    expect_note(":note ask Ann", 1, "ask Ann");
    cr_expect_str_eq(project->note, "ask Ann");
    type_note(" and Jana");
    refuse(true);
    bench_keys(&bench, "Enter");
    refuse(false);
    cr_expect_str_starts(bench.app->status, "Not saved: note of 1. ");
    cr_assert(bench_prompts(&bench, "Note: "), "what was typed stays in its line");
    cr_expect_str_eq(scene_line(), "ask Ann and Jana");
    hang_up();
    expect_draft("", "line.note", 1, "{\"line\":\"ask Ann and Jana\"}");
    expect_note("Enter", 1, "ask Ann and Jana");
    cr_expect_str_eq(project->note, "ask Ann and Jana");
}

Test(app_note, that_was_changed_elsewhere_is_asked_about_before_it_is_replaced)
{
    type_note("mine");
    note_elsewhere("theirs");
    cr_expect_str_eq(bench_question(after("Enter")),
                     "The note was changed meanwhile to “theirs”: y replaces it with yours");
    expect_note("n", 1, "theirs");
    bench_command(&bench, "note");
    bench_keys(&bench, "^U");
    bench_type(&bench, "mine");
    note_elsewhere("");
    cr_expect_str_eq(bench_question(after("Enter")), "The note was removed meanwhile: y saves yours");
    expect_note("y", 1, "mine");
    type_note(" too");
    note_elsewhere("theirs");
    cr_assert_str_has(bench_question(after("Enter")), "The note was changed meanwhile");
    hang_up();
    expect_draft("", "line.note", 1, "{\"line\":\"mine too\"}");
    begin_again();
    bench_command(&bench, "note");
    expect_note("Enter", 1, "mine too");
    expect_draft("", "line.note", 1, "");
}

Test(app_note, of_the_marked_projects_is_one_transaction)
{
    bench_keys(&bench, "M");
    bench_command(&bench, "note legal");
    refuse(true);
    cr_expect_str_starts(after("y")->app->status, "Not saved: note of 3 projects. ");
    cr_expect_null(app_project_find(bench.app, 2)->note);
    refuse(false);
    bench_command(&bench, "note legal");
    cr_expect_str_eq(after("y")->app->status, "Note of 3 projects saved");
    expect_note("", 3, "legal");
}

Test(app_draft, has_the_text_of_an_open_field_and_never_a_password_or_a_token)
{
    bench_keys(&bench, "e Enter ^U d e -");
    bench_wait(&bench, 60000);
    expect_draft("", "enqueue", 1, ""); /* time alone saves nothing */
    hang_up();
    expect_draft("", "enqueue", 1, "{\"Lang\":\"de-\"}");
    begin_again();
    scene_keys("l 'who@example.org' Tab 'hunter' Tab 't0k3n'");
    hang_up();
    expect_draft("", "login", 0, "{\"Email\":\"who@example.org\"}");
}

Test(app_draft, of_a_line_or_a_short_form_is_offered_again_and_dropped_once_it_is_entered_or_given_up)
{
    scene_keys("m a 'Speaker' Tab 'Nov'");
    hang_up();
    begin_again();
    bench_command(&bench, "metadata");
    expect_value("a", "Value", "Nov");
    cr_expect_str_has(app_form_top(bench.app)->message, "Restored what you typed here (saved 09:02 UTC)");
    expect_draft("Esc Esc", "metadata", 1, ""); /* Esc discards it */
    scene_keys("q m a 'Speaker'");
    expect_draft("^C ^C", "metadata", 1, "{\"Key\":\"Speaker\"}");
    begin_again();
    type_note("minutes");
    cr_expect_not_null(bench_effect(after("^C ^C"), EFFECT_QUIT));
    expect_draft("", "line.note", 1, "{\"line\":\"minutes\"}");
    begin_again();
    bench_command(&bench, "note");
    cr_expect_str_eq(scene_line(), "minutes");
    cr_expect_str_eq(bench.app->prompt->hint, "restored, typed 09:02 UTC");
    expect_note("Enter", 1, "minutes");
    expect_draft("", "line.note", 1, "");
}

/* --- a login that gets 404, and the other API path of the service --- */

Test(app_path, a_404_asks_whether_the_service_stands_under_the_other_prefix_and_is_no_failure)
{
    bench_init(&bench, NULL);
    bench_start(&bench, 80, 24);
    bench_type(&bench, "demo@example.org");
    bench_keys(&bench, "Tab d e m o Enter");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_NOT_FOUND, 404, "Not found");
    bench_clear(&bench);
    cr_expect_str_has(bench_question(&bench), "No service under the path /API. Try /XAPI?");
    cr_expect_eq(bench.app->failures_unseen, 0);
    cr_expect_eq(bench_happened_count(&bench, ""), 0);
    bench_keys(&bench, "Enter");
    cr_expect_null(bench_call(&bench, ENDPOINT_LOGIN), "not without a yes");
    cr_expect_str_eq(bench.app->api_path, "/API");
    bench_keys(&bench, "X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_LOGIN), ERROR_NOT_FOUND, 404, "Not found");
    bench_clear(&bench);
    bench_keys(&bench, "y");
    cr_expect_str_eq(bench_effect(&bench, EFFECT_SESSION)->text2, "/XAPI");
    cr_expect_str_eq(bench_call(&bench, ENDPOINT_LOGIN)->email, "demo@example.org");
}
