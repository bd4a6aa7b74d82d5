/* Forms on wide, narrow and low screens: their fields, the lines below them, and the places of messages. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen/scene.h"
#include "steno/api/param.h"

/* --- fields --- */

Test(form_view, opens_on_its_first_field_with_its_place_among_all)
{
    char place[16], rest[40];
    scene_ready(80, 24);
    drawn_keys("x");
    expect_row(2, "- 1   None             00:42:10   Council meeting, 14 May    news, arch…");
    cr_expect_str_has(screen_row(5), "Export #1  Council meeting, 14 May");
    snprintf(place, sizeof place, "1/%zu", params_export_form.count);
    snprintf(rest, sizeof rest, "  … %zu more fields, none set", params_export_form.count - 2);
    cr_expect_str_has(screen_row(5), place);
    expect_row(6, "> Format                      -                   FileFormatId");
    expect_row(7, "  Folder                      [.]                 on this computer");
    expect_row(8, rest);
    scene_ready(40, 24);
    drawn_keys("e c");
    cr_expect_str_has(screen_text(), "\n> Language of the speech    [cs-CZ]\n");
    cr_expect_str_has(screen_text(), "\n  Keep provisional words    -\n", "labels are whole");
    cr_expect_str_has(screen_text(), " Lang: Language spoken", "names have no column here");
}

Test(form_view, a_default_is_dim_in_brackets_a_changed_value_is_counted_and_a_password_never_shown)
{
    scene_ready(80, 24);
    drawn_keys("e");
    expect_row(6, "> Language of the speech      [cs-CZ]             Lang");
    cr_expect(screen_cell(6, 30).dim);
    cr_expect(screen_cell(6, 50).dim);
    bench_keys(&bench, "Enter ^U");
    bench_type(&bench, "en-US");
    drawn_keys("Enter");
    expect_row(6, "> Language of the speech      en-US               Lang");
    cr_expect_not(screen_cell(6, 30).dim);
    cr_expect_str_has(screen_row(5), "  1 set, rest [default]  1/20");
    scene_login(80, 24);
    bench_keys(&bench, "Tab Tab");
    bench_type(&bench, "hunter2");
    drawn();
    cr_expect_str_has(screen_text(), "*******");
    cr_expect_str_lacks(screen_text(), "hunter2");
}

/* Presses Tab through a whole form: label, value and position of the field in focus must always be visible.
 */
static void walk_form(int rows, int fields)
{
    bench_keys(&bench, "Home");
    for (int i = 1; i <= fields; i++) {
        char place[32];
        struct form_row seen[32];
        bool is_seen = false;
        drawn();
        snprintf(place, sizeof place, " %d/%d", i, fields);
        int top = bench.app->layout.form.y;
        cr_assert_str_has(screen_row(top), place, "at height %d", rows);
        size_t count = form_rows(app_form_top(bench.app)->form, app_form_height(bench.app), seen);
        for (size_t k = 0; k < count; k++) {
            for (int row = top + 1; seen[k].is_focused && !seen[k].is_heading && row < rows; row++)
                is_seen = is_seen || (*screen_row(row) == '>' && strstr(screen_row(row), seen[k].label));
        }
        cr_assert(is_seen, "field %d at height %d: %s", i, rows, screen_text());
        bench_keys(&bench, "Tab");
    }
}

Test(form_view, every_field_can_be_reached_at_any_height)
{
    static const int heights[] = {24, 12, 8};
    for (int i = 0; i < 3; i++) {
        scene_ready(80, heights[i]);
        bench_keys(&bench, "x c G Enter"); /* opens the group of the STL header */
        walk_form(heights[i], (int)params_export_form.count);
    }
    scene_ready(80, 8);
    bench_keys(&bench, "e c");
    walk_form(8, 20);
}

Test(form_view, a_list_of_values_says_that_nothing_fits)
{
    scene_ready(80, 24);
    drawn_keys("x / F o r c e S Enter Enter");
    cr_expect_str_lacks(screen_text(), "Nothing fits");
    drawn_keys("z z");
    cr_expect_str_has(screen_text(), "\n  No known value matches, and the text is not valid: Esc closes\n");
}

/* --- errors of values --- */

Test(form_view, an_error_is_beside_its_value_or_below_and_never_in_both_places)
{
    scene_ready(80, 24);
    bench_keys(&bench, "e / S t a r t Enter Enter");
    bench_type(&bench, "abc");
    drawn_keys("Enter");
    cr_expect_str_has(screen_text(), "> Start at                    abc   ✗ a number of s");
    scene_login(80, 24);
    drawn_keys("Enter");
    const char *first = strstr(screen_text(), "required, or");
    cr_assert_not_null(first, "%s", screen_text());
    cr_expect_str_lacks(first + 1, "required, or");
    cr_expect_str_lacks(screen_text(), "Email: required", "the name stands there already");
    scene_login(40, 12);
    drawn_keys("Enter");
    cr_expect_str_has(screen_text(), "paste a token below", "it is cut beside its value");
}

Test(form_view, a_warning_is_read_whole_at_40x12)
{
    static const char *const note = "Takes 43 of 20 minutes; 10 of 30 are in progress, as of 14:02";
    scene_ready(40, 12);
    bench_keys(&bench, "e");
    form_set_notes(app_form_top(bench.app)->form, &note, 1);
    drawn();
    cr_expect_str_has(screen_text(), "\n! Takes 43 of 20 minutes; 10 of 30 are\nin progress, as of 14:02\n");
}

/* All rows joined by blanks, so that a wrapped text can be found. */
static const char *read_rows(void)
{
    static char text[16384];
    snprintf(text, sizeof text, "%s", screen_text());
    for (char *at = text; (at = strchr(at, '\n')) != NULL;)
        *at = ' ';
    return text;
}

#define REFUSAL                                                                                              \
    "Enqueue project 1: the server rejected the request (412): The project has no media: upload a "          \
    "recording first. "                                                                                      \
    "Probably no media is uploaded yet, or the state of the project does not allow an enqueue."

Test(form_view, a_refusal_is_read_whole_or_says_where_it_is_and_hides_no_field)
{
    static const struct {
        int cols, rows;
        const char *last_words;
    } sizes[] = {{80, 24, "does not allow an enqueue."},
                 {80, 12, "does not allow an enqueue."},
                 {80, 8, "does not allow an enqueue."},
                 {40, 12, "… L shows all"},
                 {40, 8, "… L shows all"}};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        scene_ready(sizes[i].cols, sizes[i].rows);
        bench_keys(&bench, "e X");
        bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_REJECTED, 412, REFUSAL);
        drawn();
        const char *text = read_rows();
        cr_expect_str_has(text, "Enqueue project 1: the server rejected");
        cr_expect_str_has(text, sizes[i].last_words, "%dx%d", sizes[i].cols, sizes[i].rows);
        cr_expect_str_has(text, "> Lang", "%dx%d", sizes[i].cols, sizes[i].rows);
        cr_expect_str_has(text, "X Send", "it pushes no key away");
    }
    bench_keys(&bench, "c");
    walk_form(8, 20);
}

/* --- the last line --- */

Test(form_view, the_hints_follow_the_keys)
{
    static const struct {
        const char *keys, *hints;
    } steps[] = {{"x", "X Export"},
                 {"Enter", "Enter Choose  Esc Back"},
                 {"Esc j Enter", "Enter Accept  Tab Next  Esc Undo"},
                 {"Esc", "X Export"},
                 {"/", "Enter Go"}};
    scene_ready(80, 24);
    for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        drawn_keys(steps[i].keys);
        cr_expect_str_has(screen_row(23), steps[i].hints, "after %s", steps[i].keys);
    }
}

Test(form_view, what_was_said_before_leaves_the_line_and_what_is_said_over_it_stays_until_a_key)
{
    scene_ready(40, 8);
    bench_command(&bench, "search nothing that any project would have in its name");
    drawn();
    cr_expect_str_lacks(screen_text(), "X Send");
    drawn_keys("e");
    expect_row(7, "X Send  Space Change  ? Help  q Back");
    bench_event(&bench, &(struct event){.kind = EVENT_NOTICE, .text = "Copied 31 bytes by tmux", .code = 0});
    drawn();
    cr_expect_str_has(screen_row(7), "Copied 31 bytes by tmux");
    drawn_keys("j");
    cr_expect_str_has(screen_row(7), "X Send  ");
    scene_ready(40, 8);
    bench_set(&bench, SETTING_EXPORT_DIR, "no-such-folder"); /* asks whether to create it */
    drawn_keys("j x X n");
    expect_row(7, "Nothing was exported   X Export  ? Help");
}
