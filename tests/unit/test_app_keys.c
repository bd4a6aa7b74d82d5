/* Panes and places, the keys as they are bound and named, the bar, what is pasted and copied. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "part.h"
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

/* As many places, the lower one with so many rows. */
static void expect_places(int cols, int rows, int places, int lower)
{
    const struct layout *layout = &bench.app->layout;
    bench_resize(&bench, cols, rows);
    cr_expect_eq(layout->places, places, "%dx%d", cols, rows);
    if (places > 1)
        cr_expect_eq(layout->place[1].h, lower, "%dx%d", cols, rows);
    const struct area *last = &layout->place[places - 1];
    cr_expect_eq(last->x + last->w, cols, "%dx%d", cols, rows);
    cr_expect_eq(last->y + last->h, rows - (rows < 16 ? 1 : 2), "%dx%d", cols, rows);
}

Test(app_panes, the_lower_place_has_its_share_and_every_row_that_the_watchlist_does_not_need)
{
    expect_places(79, 24, 1, 0);
    expect_places(80, 19, 1, 0);
    expect_places(80, 20, 2, 13);
    expect_places(300, 24, 2, 17);
    bench_command(&bench, "open 100-199");
    expect_places(80, 20, 2, 8);
    expect_places(200, 24, 2, 8);
    expect_places(132, 43, 2, 10);
    expect_places(200, 50, 2, 12);
}

Test(app_panes, projects_that_come_and_go_move_the_lower_place_and_a_filter_does_not)
{
    const struct layout *layout = &bench.app->layout;
    bench_resize(&bench, 80, 24);
    cr_expect_eq(layout->place[0].h, 1 + 3);
    bench_command(&bench, "filter lecture");
    cr_expect_eq(layout->place[0].h, 1 + 3);
    bench_keys(&bench, "f ^U Enter o 7 7 Enter q");
    cr_expect_eq(layout->place[0].h, 1 + 4);
    bench_keys(&bench, "D y");
    cr_expect_eq(layout->place[0].h, 1 + 3);
    bench_keys(&bench, "M D y");
    cr_expect_eq(layout->places, 1, "an empty list has the body, and so has the first login");
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

/* --- what holds of every pane and every action --- */

Test(app_panes, each_has_its_place_and_is_opened_by_the_action_of_its_name)
{
    cr_assert_leq(bench.app->pane_count, PANES_MAX);
    for (int has_projects = 1; has_projects >= 0; has_projects--) {
        for (int pane = 0; pane < bench.app->pane_count; pane++) {
            const struct pane_ops *ops = bench.app->panes[pane].ops;
            cr_assert_eq(app_pane_find(bench.app, ops->name), pane, "%s", ops->name);
            bench_command(&bench, ops->name);
            bool is_open = bench.app->focus == pane;
            cr_expect(is_open || ops->over_form || !has_projects, "%s", ops->name);
            cr_expect_not(is_open && ops->over_form, "%s: there is no form", ops->name);
            cr_expect((pane == PANE_LIST) == !ops->build, "%s", ops->name);
            cr_expect(!is_open || *app_pane_title(bench.app, pane), "%s", ops->name);
            if (!has_projects && is_open && pane != PANE_LIST)
                cr_expect_gt(app_focus_page(bench.app)->count, 0u, "%s", ops->name);
            else if (!is_open && !ops->over_form)
                cr_expect_str_has(bench.app->status, "there is no project", "%s", ops->name);
        }
        bench_free(&bench);
        bench_init(&bench, "token");
        bench_start(&bench, 80, 24);
    }
}

Test(app_panes, actions_stand_by_groups_each_valid_somewhere_under_a_name_of_its_own)
{
    size_t count;
    struct action *actions = app_actions(&count);
    for (size_t i = 0; i < count; i++) {
        cr_expect(i == 0 || actions[i - 1].group <= actions[i].group, "%s", actions[i].name);
        cr_expect(actions[i].where & (IN_PANES | IN_FORM), "%s", actions[i].name);
        cr_expect_not(actions[i].where & (IN_GROUPED | IN_ADDING | IN_ERASING), "%s", actions[i].name);
        for (size_t k = 0; k < i; k++)
            cr_expect_str_neq(actions[i].name, actions[k].name);
    }
    free(actions);
}

Test(app_panes, behind_a_form_none_is_built_before_it_closes)
{
    bench_keys(&bench, "r e");
    bench_answer_state(&bench, ENDPOINT_GET_PROJECT, 1, "Canceled");
    cr_expect_str_lacks(bench_page_text(&bench, "details"), "Canceled");
    cr_assert_eq(after("Esc")->app->form_count, 0);
    cr_expect_str_has(bench_page_text(&bench, "details"), "Canceled");
}

static void build_nothing(struct app *app, struct page *page, int cells)
{
    (void)app, (void)page, (void)cells;
}

/* The panes of so many topics beside the list; returns how many. */
static int count_panes(size_t count)
{
    static const struct pane_ops ops = {.name = "x", .build = build_nothing};
    static const struct part one = {.name = "x", .pane = &ops};
    const struct part *topics[PANES_MAX];
    const struct pane_ops *panes[PANES_MAX];
    for (size_t i = 0; i < count; i++)
        topics[i] = &one;
    return part_panes(topics, count, panes);
}

/* One more than there is room for ends the program instead of writing beyond the array. */
Test(app_panes_counted, as_many_as_there_is_room_for_are_taken, .exit_code = 1)
{
    cr_assert_eq(count_panes(PANES_MAX - 2), PANES_MAX - 1);
    cr_assert_eq(count_panes(PANES_MAX - 1), PANES_MAX);
    count_panes(PANES_MAX);
}

/* --- what is pasted and copied --- */

/* What the status line says when this was pasted after these keys. */
static const char *said_of_paste(const char *keys, const char *text)
{
    after(keys);
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = text});
    return bench.app->status;
}

Test(app_keys, a_paste_runs_no_keys_and_says_how_many_characters_came)
{
    static const char *const rows[][2] = {{"delete tags!", "12 characters pasted, nothing run"},
                                          {"X", "1 character pasted, nothing run"},
                                          {"", "0 characters pasted, nothing run"},
                                          {"žluť\r", "5 characters pasted, nothing run"},
                                          {"qDy\n", "4 characters pasted, nothing run"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_str_eq(said_of_paste("", rows[i][0]), rows[i][1]);
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "ab", .lost = 7});
    cr_expect_str_eq(bench.app->status, "9 characters pasted, nothing run");
    cr_expect_null(bench_effect(&bench, EFFECT_QUIT));
    cr_expect_null(bench.app->question->text);
    cr_expect_eq(bench.app->project_count, 3);
}

Test(app_keys, a_paste_of_ids_on_the_list_opens_the_line_with_them_and_sends_nothing)
{
    static const char *const ids[][2] = {
        {"12", "12"}, {"12 15 20-30", "12 15 20-30"}, {"7,\t8\r\n9\r\n", "7, 8 9"}, {"1-10000", "1-10000"}};
    static const char *const others[] = {"12 abc", "30-20", "0", "-5", "1-100001", "12;15", " \r\n"};
    char text[LINEEDIT_MAX + 2];
    for (size_t i = 0; i < 4; i++) {
        said_of_paste("", ids[i][0]);
        cr_assert(bench_prompts(&bench, "Ids: "), "%s", ids[i][0]);
        cr_expect_str_eq(scene_line(), ids[i][1]);
        cr_expect_eq(bench.app->project_count, 3, "nothing is opened before Enter");
        bench_keys(&bench, "Esc");
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        cr_expect_str_has(said_of_paste("", others[i]), "pasted, nothing run", "%s", others[i]);
        cr_expect_null(bench.app->prompt->ops, "%s", others[i]);
    }
    for (size_t len = LINEEDIT_MAX - 1; len <= LINEEDIT_MAX + 1; len++) {
        memset(text, ' ', len);
        text[len] = '\0';
        text[0] = text[len - 1] = '7';
        said_of_paste("", text);
        cr_expect_eq(bench.app->prompt->ops != NULL, len <= LINEEDIT_MAX, "%zu bytes", len);
        if (bench.app->prompt->ops)
            bench_keys(&bench, "Esc");
    }
    cr_expect_str_eq(bench.app->status, "4097 characters pasted, nothing run");
    cr_expect_str_eq(said_of_paste("t", "12"), "2 characters pasted, nothing run", "only the list takes ids");
    bench_keys(&bench, "q f a");
    memset(text, 'x', LINEEDIT_MAX + 1);
    said_of_paste("", text);
    cr_expect_str_eq(scene_line(), "a");
    cr_expect_str_has(bench.app->prompt->hint, "4096");
    said_of_paste("Esc", "12 15");
    cr_expect_eq(after("Enter")->app->project_count, 5);
}

Test(app_keys, a_paste_into_a_question_a_menu_or_a_preview_changes_nothing_and_into_a_field_is_not_accepted)
{
    cr_expect_str_eq(said_of_paste("D", "y\r"), "2 characters pasted, nothing run");
    cr_expect_null(bench.app->question->text, "a paste is No");
    cr_expect_not_null(app_project_find(bench.app, 1));
    cr_expect_str_eq(said_of_paste("e v", "X"), "1 character pasted, nothing run");
    cr_expect(overlay_has(&bench.app->overlays, OVERLAY_PREVIEW));
    cr_expect_str_eq(said_of_paste("q p", "\r"), "1 character pasted, nothing run");
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
    } rows[] = {{43, "e Enqueue  x Export  o Open  ? Help  q Quit"},
                {42, "e Enqueue  x Export  ? Help  q Quit"},
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
    bench_keys(&bench, "u g");
    bench_wait(&bench, APP_FOLLOW_MS);
    cr_expect_not(bench_offers(&bench, "x Export"));
    bench_set(&bench, SETTING_FOLLOW, "false");
    cr_expect(bench_offers(&bench, "x Export"), "all, where nothing follows");
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
    cr_expect(bench_offers(&bench, "e Enqueue"));
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

/* The keymap of settings with these lines in [keys]. */
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
    struct key f2;
    char name[KEY_NAME_SIZE];
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
    keymap_first_key(keymap, action, name, sizeof name);
    cr_expect_str_eq(name, "Z");
    cr_assert(key_parse("F2", &f2));
    cr_expect_eq(keymap_form_action(keymap, keymap_find(keymap, IN_FORM, f2)), FORM_ACT_SUBMIT);
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

/* An application with other keys for some actions, on this watchlist. */
static void start(const char *token, const struct bench_row *rows, size_t count)
{
    static const char *const bound[][2] = {
        {"open", "F2"},        {"refresh", "none"}, {"login", "F4"},          {"activity", "F5"},
        {"mark", "F6"},        {"tags", "F7"},      {"interrupt", "^C F8"},   {"delete", "F9"},
        {"back", "Backspace"}, {"filter", "F10"},   {"form-unset-all", "F3"}, {"form-submit", "none"},
        {"copy", "Y"},         {"command", ": ^T"},
    };
    struct error err;
    bench_init(&bench, token);
    keymap_free(bind(bound, sizeof bound / sizeof bound[0], &bench.settings, &err));
    bench_list(&bench, rows, count);
    bench_start(&bench, 80, 24);
}

Test(key_words, an_empty_watchlist_names_keys_as_bound_and_an_action_without_one_as_a_command)
{
    start("token", NULL, 0);
    cr_expect_str_eq(app_key_of(bench.app, "open"), "F2");
    cr_expect_str_eq(app_key_of(bench.app, "refresh"), ":refresh");
    cr_expect_str_eq(app_key_of(bench.app, "interrupt"), "^C");
    cr_expect_str_eq(app_key_of(bench.app, "form-submit"), ":form-submit");
    cr_expect_str_has(bench_page_text(after("Tab"), "details"), "No project: F2 opens by id");
    bench_keys(&bench, "Tab e");
    cr_expect_str_eq(bench.app->status, "enqueue: there is no project under the cursor; F2 opens by id");
    bench_keys(&bench, "Esc");
    cr_expect_str_eq(after(":refresh")->app->status, "No project to read: F2 opens by id");
    cr_expect_str_has(after(":delete news")->app->status, "F2 opens by id");
    cr_expect_not(after("Backspace")->app->quitting, "first the message goes");
    cr_expect(after("Backspace")->app->quitting);
}

Test(key_words, without_a_session_or_a_reading_the_key_that_helps_is_named)
{
    const struct bench_row row = {1, NULL, NULL};
    start(NULL, NULL, 0);
    cr_expect_str_eq(after("Esc")->app->status, "Not logged in: F4 opens the login");
    cr_expect_str_has(bench_page_text(after("A"), "account"), "Not logged in: F4 logs in");
    cr_expect_str_eq(after(":refresh")->app->status, "Not logged in: F4 opens the login");
    bench_keys(&bench, "Esc");
    cr_expect_str_eq(after(":refresh-all")->app->status, "Not logged in: F4 opens the login");
    bench_free(&bench);
    start("token", &row, 1);
    cr_expect_str_has(bench_page_text(after("F7"), "tags"), "Not read yet: :refresh reads it");
    cr_expect_str_has(bench_page_text(after("P"), "policy"), "Not read yet: :refresh reads it");
}

/* The presets of an enqueue form, this many. */
static void open_presets(size_t count)
{
    struct error err;
    for (size_t i = 0; i < count; i++) {
        char name[32];
        snprintf(name, sizeof name, "preset %02zu", i);
        json_t *values = json_pack("{s:s}", "CustomLabel", name);
        cr_assert(store_preset_save(bench.store, name, "enqueue", values, NULL, &err), "%s", err.text);
        json_decref(values);
    }
    bench_keys(&bench, "e p");
}

Test(key_words, a_filter_a_draft_a_preview_and_the_presets_obey_the_keys_as_bound_and_name_them)
{
    const struct bench_row rows[] = {{1, "None", "First"}, {2, "None", "Second"}};
    struct error err;
    char hints[100];
    start("token", rows, 2);
    bench_command(&bench, "filter First");
    cr_expect_str_eq(bench.app->status, "1 of 2 projects match “First”; an empty filter shows all");
    json_t *draft = json_pack("{s:s}", "Lang", "de-DE");
    cr_assert(store_draft_save(bench.store, "enqueue", 1, draft, BENCH_WALL_MS, &err), "%s", err.text);
    json_decref(draft);
    cr_expect_str_has(app_form_top(after("e")->app)->message, "F3 discards it");
    cr_expect_str_eq(after("v")->app->preview.title, "What :form-submit sends");
    app_hints(bench.app, hints, sizeof hints, 80);
    cr_expect_str_eq(hints, "Y Copy  Backspace Back");
    bench_keys(&bench, "Backspace Backspace");
    open_presets(2);
    app_hints(bench.app, hints, sizeof hints, 80);
    cr_expect_str_eq(hints, "Enter Load  F9 Delete  Backspace Back");
    cr_expect_null(after("d q Esc")->app->question->text, "d is bound to nothing here");
    cr_expect(overlay_has(&bench.app->overlays, OVERLAY_MENU), "neither is q");
    cr_expect_str_eq(after("j F9")->app->question->text, "Delete preset “preset 01”?");
    cr_expect_not(overlay_has(&after("n Backspace")->app->overlays, OVERLAY_MENU));
}

Test(key_words, the_presets_and_the_preview_know_the_keys_that_move_in_every_list)
{
    static const struct {
        const char *key;
        size_t selected;
    } rows[] = {{"G", 40}, {"g", 0},   {"End", 40},  {"Home", 0},  {"PgDn", 14}, {"PgDn", 28},
                {"k", 27}, {"Up", 26}, {"PgUp", 12}, {"Down", 13}, {"j", 14},    {"Home", 0}};
    bench_ready(&bench);
    bench_keys(&bench, "e ? G");
    cr_expect_eq(bench.app->preview.list.selected, bench.app->preview.count - 1);
    cr_expect_eq(after("g")->app->preview.list.selected, 0);
    cr_expect(overlay_has(&after("Enter v")->app->overlays, OVERLAY_PREVIEW));
    cr_expect_not(overlay_has(&after("v")->app->overlays, OVERLAY_PREVIEW),
                  "the key that opened it closes it");
    bench_keys(&bench, "q");
    bench_resize(&bench, 80, 19);
    open_presets(40);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench_keys(&bench, rows[i].key);
        cr_expect_eq(bench.app->menu->list.selected, rows[i].selected, "%s, step %zu", rows[i].key, i);
    }
    cr_expect_str_eq(app_form_top(after("G g Enter")->app)->message, "Preset “preset 00” loaded");
}
