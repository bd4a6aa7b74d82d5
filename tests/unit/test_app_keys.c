/* The application: panes and layout, search, filter, sort, help, hints, keys bound otherwise. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/forms.h"
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

TestSuite(app_keys, .init = setup, .fini = teardown);

/* As many places, the lower one with so many rows. */
static void expect_places(int cols, int rows, int places, int lower)
{
    bench_resize(&bench, cols, rows);
    cr_expect_eq(bench.app->layout.places, places, "%dx%d: %d places", cols, rows, bench.app->layout.places);
    if (places > 1)
        cr_expect_eq(bench.app->layout.place[1].h, lower, "%dx%d: %d rows", cols, rows,
                     bench.app->layout.place[1].h);
    const struct area *last = &bench.app->layout.place[places - 1];
    cr_expect_eq(last->x + last->w, cols, "%dx%d: the last place ends at %d", cols, rows, last->x + last->w);
    cr_expect_eq(last->y + last->h, rows - (rows < 16 ? 1 : 2), "%dx%d: it ends at row %d", cols, rows,
                 last->y + last->h);
}

Test(app_keys, the_lower_place_has_its_share_and_every_row_that_the_watchlist_does_not_need)
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

Test(app_keys, projects_that_come_and_go_move_the_lower_place_and_a_filter_does_not)
{
    const struct layout *layout = &bench.app->layout;
    bench_resize(&bench, 80, 24);
    cr_expect_eq(layout->place[0].h, 1 + 3);
    bench_command(&bench, "filter lecture");
    cr_expect_eq(layout->place[0].h, 1 + 3);
    bench_keys(&bench, "f ^U Enter o");
    bench_type(&bench, "77");
    bench_keys(&bench, "Enter q");
    cr_expect_eq(layout->place[0].h, 1 + 4, "%d of %zu", layout->place[0].h, bench.app->project_count);
    bench_keys(&bench, "D y");
    cr_expect_eq(layout->place[0].h, 1 + 3);
    bench_keys(&bench, "M D y");
    cr_expect_eq(layout->places, 1, "an empty list has the body, and so has the first login");
}

Test(app_keys, a_terminal_below_40x8_is_too_small)
{
    bench_resize(&bench, 39, 24);
    cr_assert(bench.app->layout.too_small);
    bench_resize(&bench, 40, 8);
    cr_assert_not(bench.app->layout.too_small);
}

Test(app_keys, in_one_column_enter_opens_and_q_leads_back)
{
    bench_resize(&bench, 40, 10);
    cr_assert(bench_shows(&bench, PANE_LIST));
    bench_keys(&bench, "Enter");
    cr_assert(bench_shows(&bench, app_pane_find(bench.app, "details")));
    cr_assert_not(bench_shows(&bench, PANE_LIST));
    bench_keys(&bench, "q");
    cr_assert(bench_shows(&bench, PANE_LIST));
}

Test(app_keys, tab_goes_round_the_panes)
{
    bench_keys(&bench, "Tab");
    cr_assert_eq(bench.app->focus, app_pane_find(bench.app, "details"));
    bench_keys(&bench, "Tab");
    cr_assert_eq(bench.app->focus, PANE_LIST);
}

Test(app_keys, growing_and_shrinking_keeps_selection_and_text)
{
    bench_keys(&bench, "j e Enter ^U");
    bench_type(&bench, "de");
    static const int sizes[][2] = {{1, 1}, {300, 100}, {40, 8}, {39, 7}, {80, 24}};
    for (size_t i = 0; i < 5; i++)
        bench_resize(&bench, sizes[i][0], sizes[i][1]);
    cr_assert_eq(app_selected(bench.app), 2);
    cr_assert_str_eq(lineedit_text(form_menu_line(app_form_top(bench.app)->form)), "de");
}

Test(app_keys, search_goes_round_and_n_goes_on)
{
    bench_keys(&bench, "/");
    bench_type(&bench, "lecture");
    bench_keys(&bench, "Enter");
    cr_assert_eq(app_selected(bench.app), 3);
    bench_keys(&bench, "/");
    bench_type(&bench, "news");
    bench_keys(&bench, "Enter");
    cr_assert_eq(app_selected(bench.app), 1);
    bench_keys(&bench, "n");
    cr_assert_eq(app_selected(bench.app), 2);
    bench_keys(&bench, "N");
    cr_assert_eq(app_selected(bench.app), 1);
}

Test(app_keys, a_search_without_a_hit_says_so_and_moves_nothing)
{
    bench_command(&bench, "search zebra");
    cr_assert_eq(app_selected(bench.app), 1);
    cr_assert_str_eq(bench.app->status, "“zebra” is not in this pane");
}

Test(app_keys, the_filter_looks_into_id_name_tag_and_state)
{
    static const struct {
        const char *text;
        size_t count;
    } rows[] = {{"lecture", 1}, {"Completed", 1}, {"archive", 3}, {"2", 1}, {"zebra", 0}};
    for (size_t i = 0; i < 5; i++) {
        char *line = mem_printf("filter %s", rows[i].text);
        bench_command(&bench, line);
        cr_assert_eq(bench.app->list.count, rows[i].count, "%s: %zu", rows[i].text, bench.app->list.count);
        free(line);
    }
    bench_keys(&bench, "f ^U Enter");
    cr_assert_eq(bench.app->list.count, 3);
}

Test(app_keys, sort_takes_a_letter_and_reverses_by_the_same_one)
{
    bench_keys(&bench, "s n");
    cr_assert_eq(bench.app->list.ids[0], 1);
    cr_assert_eq(bench.app->list.ids[1], 2);
    bench_keys(&bench, "s n");
    cr_assert_eq(bench.app->list.ids[0], 3);
    cr_assert_eq(app_selected(bench.app), 1);
    cr_expect_str_eq(bench.app->status, "Sorted by name, reversed");
    bench_keys(&bench, "s i");
    cr_assert_eq(bench.app->list.ids[0], 1, "another column is not reversed");
    bench_command(&bench, "sort name-");
    cr_assert_eq(bench.app->list.ids[0], 3);
    char *column;
    bool is_down;
    struct error err;
    cr_assert(store_sort_load(bench.store, &column, &is_down, &err), "%s", err.text);
    cr_expect_str_eq(column, "name");
    cr_expect(is_down);
    free(column);
    bench_command(&bench, "sort zebra");
    cr_assert(bench.app->status_is_bad);
}

Test(app_keys, any_other_key_behind_sort_is_dropped)
{
    static const char *const keys[] = {"q", "Esc", "S", "j", "Space", "Enter", "1", "^C"};
    bench_keys(&bench, "s n s n");
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        bench_keys(&bench, "s");
        cr_expect_eq(app_top(bench.app)->kind, OVERLAY_LETTER);
        bench_keys(&bench, keys[i]);
        cr_expect_eq(app_top(bench.app)->kind, OVERLAY_PANE, "%s", keys[i]);
    }
    cr_expect_eq(bench.app->sort, COLUMN_NAME);
    cr_expect(bench.app->sort_down);
    cr_expect_eq(bench.app->list.mark_count, 0);
    cr_expect_null(bench.app->filter);
    cr_expect_eq(app_selected(bench.app), 1);
    cr_expect_null(bench_effect(&bench, EFFECT_QUIT));
}

Test(app_keys, the_order_of_the_account_comes_back)
{
    const struct bench_row rows[] = {{1, "None", "B"}, {2, "None", "A"}};
    struct error err;
    bench_free(&bench);
    bench_init(&bench, "token");
    bench_list(&bench, rows, 2);
    cr_assert(store_sort_save(bench.store, "name", false, &err), "%s", err.text);
    bench_start(&bench, 80, 24);
    cr_expect_eq(bench.app->list.ids[0], 2);
}

Test(app_keys, jump_goes_to_an_id_and_names_one_that_is_not_there)
{
    bench_keys(&bench, "#");
    bench_type(&bench, "3");
    bench_keys(&bench, "Enter");
    cr_assert_eq(app_selected(bench.app), 3);
    bench_command(&bench, "jump 99");
    cr_assert_str_eq(bench.app->status, "99 is not on the watchlist: o opens it");
}

Test(app_keys, a_paste_runs_no_keys)
{
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "qDy\n"});
    cr_assert_null(bench_effect(&bench, EFFECT_QUIT));
    cr_assert_null(bench.app->question->text);
    cr_assert_eq(bench.app->project_count, 3);
}

/* What the status line says when this was pasted here. */
static const char *said_of_paste(const char *text)
{
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = text});
    return bench.app->status;
}

Test(app_keys, a_paste_outside_a_field_says_how_many_characters_came_and_that_none_ran)
{
    cr_expect_str_eq(said_of_paste("delete tags!"), "12 characters pasted, nothing run");
    cr_expect_str_eq(said_of_paste("X"), "1 character pasted, nothing run");
    cr_expect_str_eq(said_of_paste(""), "0 characters pasted, nothing run");
    cr_expect_str_eq(said_of_paste("žluť\r"), "5 characters pasted, nothing run");
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "ab", .lost = 7});
    cr_expect_str_eq(bench.app->status, "9 characters pasted, nothing run");
}

Test(app_keys, a_paste_of_ids_on_the_list_opens_the_line_with_them_and_sends_nothing)
{
    static const char *const rows[][2] = {
        {"12", "12"}, {"12 15 20-30", "12 15 20-30"}, {"7,\t8\r\n9\r\n", "7, 8 9"}, {"1-10000", "1-10000"}};
    for (size_t i = 0; i < 4; i++) {
        bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = rows[i][0]});
        cr_assert(bench_prompts(&bench, "Ids: "), "%s", rows[i][0]);
        cr_expect_str_eq(lineedit_text(bench.app->prompt->edit), rows[i][1]);
        cr_expect_eq(bench.app->project_count, 3, "nothing is opened before Enter");
        bench_keys(&bench, "Esc");
    }
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "12 15"});
    bench_keys(&bench, "Enter");
    cr_expect_eq(bench.app->project_count, 5);
}

Test(app_keys, a_paste_that_is_no_list_of_ids_opens_nothing)
{
    static const char *const rows[] = {"12 abc", "30-20", "0", "-5", "1-100001", "12;15", " \r\n"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_str_has(said_of_paste(rows[i]), "pasted, nothing run", "%s", rows[i]);
        cr_expect_null(bench.app->prompt->ops, "%s", rows[i]);
    }
    bench_keys(&bench, "t");
    cr_expect_str_eq(said_of_paste("12"), "2 characters pasted, nothing run", "only the list takes ids");
}

Test(app_keys, a_paste_of_ids_may_be_as_long_as_their_line)
{
    char text[LINEEDIT_MAX + 2];
    for (size_t len = LINEEDIT_MAX - 1; len <= LINEEDIT_MAX + 1; len++) {
        memset(text, ' ', len);
        text[len] = '\0';
        text[0] = text[len - 1] = '7';
        bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = text});
        cr_expect_eq(bench.app->prompt->ops != NULL, len <= LINEEDIT_MAX, "%zu bytes", len);
        if (bench.app->prompt->ops)
            bench_keys(&bench, "Esc");
    }
    cr_expect_str_eq(bench.app->status, "4097 characters pasted, nothing run");
}

Test(app_keys, a_paste_into_a_question_a_menu_or_a_preview_changes_nothing_and_says_so)
{
    bench_keys(&bench, "D");
    cr_expect_str_eq(said_of_paste("y\r"), "2 characters pasted, nothing run");
    cr_expect_null(bench.app->question->text, "a paste is No");
    cr_expect_not_null(app_project_find(bench.app, 1));
    bench_keys(&bench, "e v");
    cr_expect_str_eq(said_of_paste("X"), "1 character pasted, nothing run");
    cr_expect(overlay_has(&bench.app->overlays, OVERLAY_PREVIEW));
    bench_keys(&bench, "q p");
    cr_expect_str_eq(said_of_paste("\r"), "1 character pasted, nothing run");
    cr_expect(overlay_has(&bench.app->overlays, OVERLAY_MENU));
    cr_expect_eq(param_set_count(form_values(app_form_top(bench.app)->form)), 0);
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

Test(app_keys, a_paste_on_a_field_of_a_form_begins_to_edit_it_and_is_not_accepted)
{
    bench_keys(&bench, "e");
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "en-GB\rX"});
    cr_expect_str_eq(lineedit_text(form_editor(app_form_top(bench.app)->form)), "en-GB X");
    cr_expect_eq(param_set_count(form_values(app_form_top(bench.app)->form)), 0);
    cr_expect_null(bench_call(&bench, ENDPOINT_ENQUEUE));
}

Test(app_keys, a_paste_that_is_too_long_for_a_prompt_is_refused_and_said)
{
    char *long_text = mem_zero(5001, 1);
    memset(long_text, 'x', 5000);
    bench_keys(&bench, "f a");
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = long_text});
    cr_assert_str_eq(lineedit_text(bench.app->prompt->edit), "a");
    cr_assert_not_null(bench.app->prompt->hint);
    cr_assert_str_has(bench.app->prompt->hint, "4096");
    free(long_text);
}

Test(app_keys, hints_show_the_keys_as_bound_and_fit)
{
    char text[200];
    bench_keys(&bench, "j"); /* to a Completed one */
    bench_wait(&bench, APP_FOLLOW_MS);
    int used = app_hints(bench.app, text, sizeof text, 43);
    cr_assert_str_eq(text, "e Enqueue  x Export  o Open  ? Help  q Quit");
    cr_assert_eq(used, 43);
    app_hints(bench.app, text, sizeof text, 42);
    cr_assert_str_eq(text, "e Enqueue  x Export  ? Help  q Quit");
    app_hints(bench.app, text, sizeof text, 12);
    cr_assert_str_eq(text, "? Help");
}

Test(app_keys, copy_takes_the_id_and_the_value_under_the_cursor)
{
    bench_keys(&bench, "y");
    cr_assert_str_eq(bench_effect(&bench, EFFECT_COPY)->text, "1");
    bench_keys(&bench, "t y");
    cr_assert_str_eq(bench_effect(&bench, EFFECT_COPY)->text, "news");
}

Test(app_keys, a_note_is_written_and_shown)
{
    bench_command(&bench, "note ask Ann");
    char *note;
    struct error err;
    cr_assert(store_note_load(bench.store, 1, &note, &err), "%s", err.text);
    cr_assert_str_eq(note, "ask Ann");
    free(note);
    cr_assert_str_eq(app_project_find(bench.app, 1)->note, "ask Ann");
}

/* --- keys of the config --- */

/* Settings with one line in [keys]. */
static struct settings with_key(const char *action, const char *keys, int line)
{
    struct settings settings;
    settings_init(&settings);
    settings.keys = mem_zero(1, sizeof *settings.keys);
    settings.keys[0] =
        (struct settings_key){mem_copy(action), mem_copy(keys), mem_printf("config:%d", line), line};
    settings.key_count = 1;
    return settings;
}

Test(keymap, the_default_keys_are_all_readable_reachable_and_unambiguous)
{
    struct settings settings;
    struct error err;
    settings_init(&settings);
    struct keymap *keymap = app_keymap(&settings, &err);
    cr_assert_not_null(keymap, "%s", err.text);
    keymap_free(keymap);
}

Test(keymap, a_key_bound_otherwise_replaces_the_default)
{
    struct settings settings = with_key("enqueue", "Z", 3);
    struct error err;
    char name[KEY_NAME_SIZE];
    struct keymap *keymap = app_keymap(&settings, &err);
    cr_assert_not_null(keymap);
    const struct action *action = keymap_find(keymap, IN_LIST, key_char('Z'));
    cr_assert_not_null(action);
    cr_assert_str_eq(action->name, "enqueue");
    cr_assert_null(keymap_find(keymap, IN_LIST, key_char('e')));
    keymap_first_key(keymap, action, name, sizeof name);
    cr_assert_str_eq(name, "Z");
    keymap_free(keymap);
    settings_free(&settings);
}

Test(keymap, a_duplicate_is_refused_with_the_line_number)
{
    struct settings settings = with_key("enqueue", "x", 12);
    struct error err;
    cr_assert_null(app_keymap(&settings, &err));
    cr_assert_str_has(err.text, "config:12");
    cr_assert_str_has(err.text, "enqueue");
    cr_assert_str_has(err.text, "export");
    settings_free(&settings);
}

Test(keymap, an_unreachable_key_an_unknown_key_and_an_unknown_action_are_refused_with_the_line_number)
{
    static const char *const rows[][2] = {{"enqueue", "^S"}, {"enqueue", "Frob"}, {"frob", "e"}};
    for (size_t i = 0; i < 3; i++) {
        struct settings settings = with_key(rows[i][0], rows[i][1], 7);
        struct error err;
        cr_assert_null(app_keymap(&settings, &err), "%s", rows[i][1]);
        cr_assert_str_has(err.text, "config:7");
        settings_free(&settings);
    }
}

Test(keymap, a_form_key_can_be_bound_otherwise)
{
    struct settings settings = with_key("form-submit", "F2", 1);
    struct error err;
    struct key f2;
    cr_assert(key_parse("F2", &f2));
    struct keymap *keymap = app_keymap(&settings, &err);
    cr_assert_not_null(keymap, "%s", err.text);
    const struct action *action = keymap_find(keymap, IN_FORM, f2);
    cr_assert_eq(keymap_form_action(keymap, action), FORM_ACT_SUBMIT);
    cr_assert_null(keymap_find(keymap, IN_FORM, key_char('X')));
    keymap_free(keymap);
    settings_free(&settings);
}

Test(app_keys, the_activity_opens_at_its_newest_line_wherever_its_cursor_stood)
{
    bench_complete(&bench);
    const struct page *page = app_page_of(bench.app, "activity");
    for (int i = 0; i < 30; i++) { /* more lines than the pane has rows */
        bench_keys(&bench, "x X");
        bench_answer_error(&bench, bench_call(&bench, ENDPOINT_EXPORT), ERROR_REJECTED, 422, "no");
        bench_keys(&bench, "q");
    }
    bench_keys(&bench, "L G");
    cr_assert_gt(page->list.top, 0);
    bench_keys(&bench, "q x X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_EXPORT), ERROR_REJECTED, 422, "the newest of all");
    bench_keys(&bench, "q L");
    cr_expect_eq(page->list.selected, 0);
    cr_expect_eq(page->list.top, 0);
    cr_expect_str_has(page->lines[0].value, "the newest of all");
    bench_keys(&bench, "G L");
    cr_expect_eq(page->list.selected, 0, "again where it is open already");
}
