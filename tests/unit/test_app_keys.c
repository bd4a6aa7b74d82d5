/* Panes and places, key bindings and names, the bar, paste and copy. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/core/forms.h"
#include "support/app_scene.h"
#include "support/asserts.h"

TestSuite(app_panes, .init = scene_start, .fini = scene_stop);
TestSuite(app_keys, .init = scene_start, .fini = scene_stop);
TestSuite(key_words, .fini = scene_stop);
TestSuite(bar, .init = scene_start, .fini = scene_stop);

/* --- places --- */

/* Expects this number of places, and this height of the lower one. */
static void expect_places(int cols, int rows, int places, int lower)
{
    const struct layout *layout = &bench.app->layout;
    bench_resize(&bench, cols, rows);
    cr_expect_eq(layout->places, places, "%dx%d", cols, rows);
    if (places > 1)
        cr_expect_eq(layout->place[1].h, lower, "%dx%d", cols, rows);
}

Test(app_panes, the_lower_place_has_its_share_and_every_row_that_the_watchlist_does_not_need)
{
    expect_places(79, 24, 1, 0);
    expect_places(80, 19, 1, 0);
    expect_places(80, 20, 2, 13);
    expect_places(300, 24, 2, 17);
    bench_command(&bench, "open 100-199");
    expect_places(80, 20, 2, 8);
    expect_places(200, 50, 2, 12);
}

Test(app_panes, tab_goes_round_them_and_in_one_column_enter_opens_and_q_leads_back)
{
    static const int sizes[][2] = {{1, 1}, {300, 100}, {40, 8}, {39, 7}, {80, 24}};
    cr_expect_str_eq(bench_focus(after("Tab")), "details");
    cr_expect_str_eq(bench_focus(after("Tab")), "projects");
    bench_resize(&bench, 40, 10);
    cr_expect(bench_shows(&bench, PANE_LIST));
    bench_keys(&bench, "Enter");
    cr_expect(bench_shows(&bench, app_pane_find(bench.app, "details")));
    cr_expect_not(bench_shows(&bench, PANE_LIST));
    cr_expect(bench_shows(after("q"), PANE_LIST));
    bench_resize(&bench, 39, 24);
    cr_expect(bench.app->layout.too_small);
    bench_resize(&bench, 40, 8);
    cr_expect_not(bench.app->layout.too_small);
    bench_keys(&bench, "j e Enter ^U d e");
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        bench_resize(&bench, sizes[i][0], sizes[i][1]);
    cr_expect_eq(app_selected(bench.app), 2);
    cr_expect_str_eq(lineedit_text(form_menu_line(scene_form())), "de");
}

/* --- rules for every pane and every action --- */

Test(app_panes, each_is_opened_by_the_action_of_its_name)
{
    for (int has_projects = 1; has_projects >= 0; has_projects--) {
        for (int pane = 0; pane < bench.app->pane_count; pane++) {
            const struct pane_ops *ops = bench.app->panes[pane].ops;
            bench_command(&bench, ops->name);
            bool is_open = bench.app->focus == pane;
            cr_expect(is_open || ops->over_form || !has_projects, "%s", ops->name);
            cr_expect_not(is_open && ops->over_form, "%s: there is no form", ops->name);
            if (!is_open && !ops->over_form)
                cr_expect_str_has(bench.app->status, "there is no project", "%s", ops->name);
        }
        bench_free(&bench);
        bench_init(&bench, "token");
        bench_start(&bench, 80, 24);
    }
}

/* --- paste and copy --- */

/* The message line after these keys and a paste of this text. */
static const char *said_of_paste(const char *keys, const char *text)
{
    after(keys);
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = text});
    return bench.app->status;
}

Test(app_keys, a_paste_runs_no_keys_and_says_how_many_characters_came)
{
    static const char *const rows[][2] = {{"delete tags!", "Paste ignored: 12 characters"},
                                          {"X", "Paste ignored: 1 character"},
                                          {"žluť\r", "Paste ignored: 5 characters"},
                                          {"qDy\n", "Paste ignored: 4 characters"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_str_eq(said_of_paste("", rows[i][0]), rows[i][1]);
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "ab", .lost = 7});
    cr_expect_str_eq(bench.app->status, "Paste ignored: 9 characters");
    cr_expect_null(bench_effect(&bench, EFFECT_QUIT));
    cr_expect_null(bench.app->question->text);
    cr_expect_eq(bench.app->project_count, 3);
}

Test(app_keys, a_paste_of_ids_on_the_list_opens_the_line_with_them_and_sends_nothing)
{
    static const char *const ids[][2] = {
        {"12", "12"}, {"12 15 20-30", "12 15 20-30"}, {"7,\t8\r\n9\r\n", "7, 8 9"}, {"1-10000", "1-10000"}};
    static const char *const others[] = {"12 abc", "30-20", "0", "-5", "1-100001", "12;15", " \r\n"};
    for (size_t i = 0; i < 4; i++) {
        said_of_paste("", ids[i][0]);
        cr_assert(bench_prompts(&bench, "Ids: "), "%s", ids[i][0]);
        cr_expect_str_eq(scene_line(), ids[i][1]);
        cr_expect_eq(bench.app->project_count, 3, "nothing is opened before Enter");
        bench_keys(&bench, "Esc");
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        cr_expect_str_has(said_of_paste("", others[i]), "Paste ignored: ", "%s", others[i]);
        cr_expect_null(bench.app->prompt->ops, "%s", others[i]);
    }
    cr_expect_str_eq(said_of_paste("t", "12"), "Paste ignored: 2 characters", "only the list takes ids");
    said_of_paste("q", "12 15");
    cr_expect_eq(after("Enter")->app->project_count, 5);
}

Test(app_keys, a_paste_into_a_question_a_menu_or_a_preview_changes_nothing_and_into_a_field_is_not_accepted)
{
    cr_expect_str_eq(said_of_paste("D", "y\r"), "Paste ignored: 2 characters");
    cr_expect_null(bench.app->question->text, "a paste is No");
    cr_expect_not_null(app_project_find(bench.app, 1));
    cr_expect_str_eq(said_of_paste("e v", "X"), "Paste ignored: 1 character");
    cr_expect(overlay_has(&bench.app->overlays, OVERLAY_PREVIEW));
    cr_expect_str_eq(said_of_paste("q p", "\r"), "Paste ignored: 1 character");
    cr_expect(overlay_has(&bench.app->overlays, OVERLAY_MENU));
    said_of_paste("q", "en-GB\rX");
    cr_expect_str_eq(lineedit_text(form_editor(scene_form())), "en-GB X");
    cr_expect_eq(param_set_count(form_values(scene_form())), 0);
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

Test(app_keys, copy_takes_the_id_and_the_value_under_the_cursor)
{
    cr_expect_str_eq(bench_effect(after("y"), EFFECT_COPY)->text, "1");
    cr_expect_str_eq(bench_effect(after("t y"), EFFECT_COPY)->text, "news");
}

/* --- the bar --- */

Test(bar, shows_the_keys_that_do_something_to_the_row_or_to_one_of_the_marked_as_many_as_fit)
{
    static const struct {
        int cells;
        const char *text;
    } rows[] = {{42, "e Enqueue  x Export  o Add  ? Help  q Quit"},
                {41, "e Enqueue  x Export  ? Help  q Quit"},
                {12, "? Help"}};
    char text[200];
    cr_expect_not(bench_offers(&bench, "x Export"), "1 is None");
    cr_expect_not(bench_offers(after("j"), "x Export"), "it follows with the details");
    bench_wait(&bench, APP_FOLLOW_MS);
    cr_expect(bench_offers(&bench, "x Export"), "2 is Completed");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_eq(app_hints(bench.app, text, sizeof text, rows[i].cells), (int)strlen(rows[i].text));
        cr_expect_str_eq(text, rows[i].text);
    }
    cr_expect_not(bench_offers(after("g Space"), "x Export"), "1 alone is marked");
    cr_expect(bench_offers(after("Space"), "x Export"), "2 is marked, too");
}

Test(bar, offers_an_enqueue_of_what_can_be_sent_and_nothing_for_a_project_that_is_not_there)
{
    struct app_project *first = app_project_find(bench.app, 1);
    cr_expect(bench_offers(&bench, "e Enqueue"));
    first->has_no_media = true;
    cr_expect_not(bench_offers(&bench, "e Enqueue"));
    first->has_no_media = false;
    first->is_read_only = true;
    cr_expect_not(bench_offers(&bench, "e Enqueue"));
    cr_expect(bench_offers(after("M"), "e Enqueue"), "others can");
    bench_keys(&bench, "u g j");
    bench_wait(&bench, APP_FOLLOW_MS);
    bench_keys(&bench, "r");
    const struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 2);
    bench_answer_error(&bench, &call, ERROR_NOT_FOUND, 404, "Project 2 was not found.");
    cr_expect_not(bench_offers(after("Esc"), "e Enqueue"));
    cr_expect_not(bench_offers(&bench, "x Export"));
}

Test(bar, of_a_pane_names_what_enter_opens_and_what_can_be_set_and_deleted_there)
{
    cr_expect_not(bench_offers(after("i"), "Enter "), "State");
    cr_expect(bench_offers(after("/ n e w s Enter"), "Enter Tags"));
    cr_expect_str_eq(bench_focus(after("Enter")), "tags");
    cr_expect(bench_offers(&bench, "d Delete"));
    cr_expect_not(bench_offers(&bench, "a Add"));
    cr_expect(bench_offers(after("q m"), "a Set"));
    cr_expect_not(bench_offers(&bench, "Put back"));
    cr_expect_not(bench_offers(&bench, "d Delete"));
}

/* --- keys of the config --- */

/* Makes a keymap from settings with these lines in [keys]. */
static struct keymap *bind(const char *const (*bound)[2], size_t count, struct settings *settings,
                           struct error *err)
{
    settings->key_count = count;
    settings->keys = mem_zero(count, sizeof *settings->keys);
    for (size_t i = 0; i < count; i++)
        settings->keys[i] = (struct settings_key){mem_copy(bound[i][0]), mem_copy(bound[i][1]),
                                                  mem_printf("config:%d", 7 + (int)i), 7 + (int)i};
    return app_keymap(settings, err);
}

Test(keymap, a_key_bound_otherwise_replaces_the_default)
{
    static const char *const bound[][2] = {{"enqueue", "Z"}, {"form-submit", "F2"}};
    struct settings settings;
    struct error err;
    settings_init(&settings);
    struct keymap *keymap = app_keymap(&settings, &err);
    cr_assert_not_null(keymap, "the defaults are readable, reachable and unambiguous: %s", err.text);
    keymap_free(keymap);
    keymap = bind(bound, 2, &settings, &err);
    cr_assert_not_null(keymap, "%s", err.text);
    const struct action *action = keymap_find(keymap, IN_LIST, key_char('Z'));
    cr_assert_not_null(action);
    cr_expect_str_eq(action->name, "enqueue");
    cr_expect_null(keymap_find(keymap, IN_LIST, key_char('e')));
    cr_expect_null(keymap_find(keymap, IN_FORM, key_char('X')));
    keymap_free(keymap);
    settings_free(&settings);
}

Test(keymap, a_duplicate_an_unreachable_or_unknown_key_and_an_unknown_action_are_refused_with_the_line)
{
    static const char *const rows[][2] = {
        {"enqueue", "x"}, {"enqueue", "^S"}, {"enqueue", "Frob"}, {"frob", "e"}};
    for (size_t i = 0; i < 4; i++) {
        struct settings settings;
        struct error err;
        settings_init(&settings);
        cr_assert_null(bind(&rows[i], 1, &settings, &err), "%s", rows[i][1]);
        cr_expect_str_has(err.text, "config:7");
        cr_expect_str_has(err.text, rows[i][0]);
        if (i == 0)
            cr_expect_str_has(err.text, "export");
        settings_free(&settings);
    }
}

/* Starts an application with other keys for some actions, and this watchlist. */
static void start(const struct bench_row *rows, size_t count)
{
    static const char *const bound[][2] = {
        {"open", "F2"},        {"refresh", "none"},      {"interrupt", "^C F8"},  {"delete", "F9"},
        {"back", "Backspace"}, {"form-unset-all", "F3"}, {"form-submit", "none"}, {"copy", "Y"},
    };
    struct error err;
    bench_init(&bench, "token");
    keymap_free(bind(bound, sizeof bound / sizeof bound[0], &bench.settings, &err));
    bench_list(&bench, rows, count);
    bench_start(&bench, 80, 24);
}

Test(key_words, an_empty_watchlist_names_keys_as_bound_and_an_action_without_one_as_a_command)
{
    start(NULL, 0);
    cr_expect_str_eq(app_key_of(bench.app, "open"), "F2");
    cr_expect_str_eq(app_key_of(bench.app, "refresh"), ":refresh");
    cr_expect_str_eq(app_key_of(bench.app, "interrupt"), "^C");
    cr_expect_str_eq(app_key_of(bench.app, "form-submit"), ":form-submit");
    cr_expect_str_has(bench_page_text(after("Tab"), "details"), "No project: F2 adds one by id");
    bench_keys(&bench, "Tab e");
    cr_expect_str_eq(bench.app->status, "enqueue: there is no project under the cursor");
    bench_keys(&bench, "Esc");
    cr_expect_str_eq(after(":refresh")->app->status, "There is no project to refresh: F2 adds one by id");
    cr_expect_not(after("Backspace")->app->quitting, "first the message goes");
    cr_expect(after("Backspace")->app->quitting);
}

Test(key_words, a_filter_a_draft_a_preview_and_the_presets_obey_the_keys_as_bound_and_name_them)
{
    const struct bench_row rows[] = {{1, "None", "First"}, {2, "None", "Second"}};
    char hints[100];
    start(rows, 2);
    bench_command(&bench, "filter First");
    cr_expect_str_eq(bench.app->status, "1 of 2 projects match “First”; an empty filter shows all");
    scene_draft("enqueue", 1, "{\"Lang\":\"de-DE\"}");
    cr_expect_str_has(app_form_top(after("e")->app)->message, "F3 discards it");
    cr_expect_str_eq(after("v")->app->preview.title, "What :form-submit sends");
    app_hints(bench.app, hints, sizeof hints, 80);
    cr_expect_str_eq(hints, "Y Copy  Backspace Back");
    scene_preset("one", "enqueue", "{\"CustomLabel\":\"one\"}");
    bench_keys(&bench, "Backspace p");
    app_hints(bench.app, hints, sizeof hints, 80);
    cr_expect_str_eq(hints, "Enter Load  F9 Delete  Backspace Back");
    cr_expect_null(after("d q Esc")->app->question->text, "d is bound to nothing here");
    cr_expect(overlay_has(&bench.app->overlays, OVERLAY_MENU), "neither is q");
    cr_expect_str_eq(bench_question(after("F9")), "Delete preset “one”?");
    cr_expect_not(overlay_has(&after("n Backspace")->app->overlays, OVERLAY_MENU));
}
