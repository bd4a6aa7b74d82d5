/* What stands on the screen, cell by cell, for states that the application really reaches. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "curses.h"
#include "screen/drawn.h"
#include "steno/api/param.h"
#include "steno/tui/screen.h"
#include "support/asserts.h"
#include "view.h"
#include "support/budget.h"

static struct bench bench;

Test(view, the_watchlist_stands_over_the_details_at_80_columns)
{
    drawn_open(&bench, 24, 80, true);
    expect_row(0, "steno  logged in  127.0.0.1:8321                            3 projects  *1 +1 !0");
    expect_row(1, "  ID  State      Since   Length N Name                       Tags        Expires");
    expect_row(2, "> 1   None             00:42:10   Council meeting, 14 May    news, arch…");
    expect_row(3, "  2  +Completed        00:42:10   Interview: dam keeper      news, arch…");
    expect_row(4, "  3  *InProgress       00:42:10   Lecture 7                  news, arch…");
    cr_expect_str_starts(screen_row(5), " 1  Council meeting, 14 May");
    expect_row(23, "e Enqueue  o Open  Space Mark  f Filter  1-5 Views  / Find  ? Help  q Quit");
}

/* The read of project 1 is answered with 429 and an hour, at 09:02 UTC. */
static void hold_all(void)
{
    bench_keys(&bench, "r");
    const struct call *sent = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert_not_null(sent);
    struct call call = {.op = sent->op, .serial = sent->serial, .project_id = sent->project_id};
    bench_answer_busy(&bench, &call, 429, 3600);
    drawn_show(&bench);
}

Test(view, the_header_says_until_when_reads_are_held)
{
    drawn_open(&bench, 24, 80, true);
    hold_all();
    expect_row(0, "steno  logged in  127.0.0.1:8321       held till 09:07 UTC  3 projects  *1 +1 !0");
    bench_command(&bench, "filter e");
    drawn_show(&bench);
    expect_row(0, "steno  logged in  127.0.0.1:8321       held till 09:07 UTC  3 of 3 \"e\"  *1 +1 !0");
}

Test(view, a_narrow_header_says_what_is_held_before_the_counts)
{
    drawn_open(&bench, 10, 40, true);
    hold_all();
    expect_row(0, "logged in  held till 09:07 UTC  *1 +1 !0");
}

Test(view, states_differ_by_word_and_mark_and_colour_only_helps)
{
    drawn_open(&bench, 24, 80, true);
    cr_expect_eq(screen_cell(2, 5).color, 0);
    cr_expect_eq(screen_cell(3, 5).color, 2, "Completed is green");
    cr_expect_eq(screen_cell(4, 5).color, 6, "InProgress is cyan");
    for (int row = 0; row < 24; row++)
        for (int col = 0; col < 80; col++)
            cr_assert_eq(screen_cell(row, col).reverse, row == 1 && col < 16,
                         "the first cells of the heading in focus alone: %d,%d", row, col);
}

/* Draws the two panes without what stands around them; returns their bytes. */
static size_t draw_panes(void)
{
    const struct app *app = bench.app;
    draw_clear(app->layout.body);
    view_projects_draw(app, app->layout.place[0], app->focus == PANE_LIST);
    view_page_draw(app, app->place[1], app->layout.place[1], app->focus == app->place[1]);
    draw_park();
    refresh();
    return screen_bytes();
}

Test(view, a_change_of_focus_takes_at_most_83_bytes_beside_the_bar)
{
    drawn_open(&bench, 24, 80, true);
    screen_bytes();
    bench_keys(&bench, "Tab");
    bench_clear(&bench);
    size_t bytes = draw_panes();
    cr_expect_gt(bytes, 0);
    cr_expect_leq(bytes, 83, "%zu bytes", bytes);
}

Test(view, one_pane_takes_all_below_80_columns)
{
    drawn_open(&bench, 10, 40, true);
    expect_row(1, "  ID  State      Name");
    expect_row(2, "> 1   None       Council meeting, 14 May");
    bench_keys(&bench, "Enter");
    drawn_show(&bench);
    cr_expect_str_starts(screen_row(1), " 1  Council meeting, 14 May  ");
    bench_keys(&bench, "q");
    drawn_show(&bench);
    expect_row(2, "> 1   None       Council meeting, 14 May");
}

Test(view, the_list_has_the_full_width_of_a_wide_screen_too)
{
    drawn_open(&bench, 24, 180, true);
    cr_expect_str_lacks(screen_row(2), "│");
    cr_expect_str_starts(screen_row(5), " 1  Council meeting, 14 May");
    bench_keys(&bench, "L");
    drawn_show(&bench);
    cr_expect_str_starts(screen_row(5), "Activity");
}

Test(view, the_same_columns_without_utf8)
{
    drawn_open(&bench, 24, 80, false);
    expect_row(1, "  ID  State      Since   Length N Name                       Tags        Expires");
    expect_row(2, "> 1   None             00:42:10   Council meeting, 14 May    news, arch.");
}

Test(view, a_terminal_too_small_says_so_and_nothing_else)
{
    drawn_open(&bench, 7, 39, true);
    expect_row(0, "39x7 is too small: 40x8 needed");
    for (int row = 1; row < 7; row++)
        expect_row(row, "");
}

Test(view, even_one_cell_is_a_screen)
{
    drawn_open(&bench, 1, 1, true);
    cr_expect_eq(strlen(screen_row(0)) > 0, true);
}

Test(view, an_empty_watchlist_says_how_to_fill_it)
{
    screen_open(NULL, 24, 80, true, true);
    bench_init(&bench, "secret-token");
    bench_list(&bench, NULL, 0);
    bench_start(&bench, 80, 24);
    screen_draw(bench.app);
    expect_row(4, "    No projects are watched yet.");
    expect_row(6, "    o   add projects by their ids, such as 12 15 20-30");
    expect_row(9, "    q   quit");
    expect_row(12, "    Practice on a private server, with nothing to break: steno --demo");
}

Test(view, the_export_form_opens_on_the_format_with_its_place_among_all)
{
    drawn_open(&bench, 24, 80, true);
    bench_keys(&bench, "x");
    drawn_show(&bench);
    expect_row(2, "- 1   None             00:42:10   Council meeting, 14 May    news, arch…");
    cr_expect_str_has(screen_row(5), "Export 1  Council meeting, 14 May");
    char place[16], rest[40];
    snprintf(place, sizeof place, "1/%zu", params_export_form.count);
    snprintf(rest, sizeof rest, "  + %zu more, none set", params_export_form.count - 2);
    cr_expect_str_has(screen_row(5), place);
    expect_row(6, "> Format                      -                   FileFormatId");
    expect_row(7, "  Folder                      -                   on this computer");
    expect_row(8, rest);
}

Test(view, a_default_is_dim_and_a_changed_value_is_marked)
{
    drawn_open(&bench, 24, 80, true);
    bench_keys(&bench, "e");
    drawn_show(&bench);
    expect_row(6, "> Language of the speech      cs-CZ               Lang");
    cr_expect(screen_cell(6, 30).dim);
    cr_expect(screen_cell(6, 50).dim);
    bench_keys(&bench, "Enter ^U");
    bench_type(&bench, "en-US");
    bench_keys(&bench, "Enter");
    drawn_show(&bench);
    expect_row(6, ">*Language of the speech      en-US               Lang");
    cr_expect_not(screen_cell(6, 30).dim);
    cr_expect_str_has(screen_row(5), "  1 changed  1/20");
}

/* Tab through a whole form at one height: label, value and place of the field in focus are always
 * in sight. */
static void walk_form(int rows, const char *key, int fields)
{
    drawn_open(&bench, rows, 80, true);
    bench_keys(&bench, key);
    bench_keys(&bench, "c");
    if (*key == 'x')
        bench_keys(&bench, "G Enter"); /* the header of STL files is folded */
    bench_keys(&bench, "Home");
    for (int i = 1; i <= fields; i++) {
        char place[32];
        drawn_show(&bench);
        snprintf(place, sizeof place, " %d/%d", i, fields);
        int top = bench.app->layout.form.y;
        cr_assert_str_has(screen_row(top), place, "%s is not shown at height %d: %s", place, rows,
                          screen_row(top));
        const struct form *form = app_form_top(bench.app)->form;
        struct form_row drawn[32];
        size_t count = form_rows(form, app_form_height(bench.app), drawn);
        bool seen = false;
        for (size_t k = 0; k < count; k++)
            if (drawn[k].is_focused && !drawn[k].is_heading)
                seen = strncmp(screen_row(top + 1 + (int)k), ">", 1) == 0 &&
                       strstr(screen_row(top + 1 + (int)k), drawn[k].label);
        cr_assert(seen, "field %d is out of sight at height %d", i, rows);
        bench_keys(&bench, "Tab");
    }
    bench_free(&bench);
}

Test(view, every_field_of_the_export_form_can_be_reached_at_height_24)
{
    walk_form(24, "x", (int)params_export_form.count);
}

Test(view, every_field_of_the_export_form_can_be_reached_at_height_12)
{
    walk_form(12, "x", (int)params_export_form.count);
}

Test(view, every_field_of_the_export_form_can_be_reached_at_height_8)
{
    walk_form(8, "x", (int)params_export_form.count);
}

Test(view, every_field_of_the_enqueue_form_can_be_reached_at_height_8)
{
    walk_form(8, "e", 20);
}

Test(view, the_hints_follow_the_keys_when_a_field_of_a_long_form_is_opened_and_closed)
{
    drawn_open(&bench, 24, 80, true);
    bench_keys(&bench, "x");
    drawn_show(&bench);
    cr_assert_str_has(screen_row(23), "X Export");
    bench_keys(&bench, "Enter");
    drawn_show(&bench);
    cr_expect_str_has(screen_row(23), "Enter Take  Esc Back");
    bench_keys(&bench, "Esc j Enter");
    drawn_show(&bench);
    cr_expect_str_has(screen_row(23), "Enter Accept  Tab Next  Esc Restore");
    bench_keys(&bench, "Esc");
    drawn_show(&bench);
    cr_expect_str_has(screen_row(23), "X Export");
    bench_keys(&bench, "/");
    drawn_show(&bench);
    cr_expect_str_has(screen_row(23), "Enter Go");
}

Test(view, the_reason_of_a_bad_value_stands_beside_it)
{
    drawn_open(&bench, 24, 80, true);
    bench_keys(&bench, "e / S t a r t Enter Enter");
    bench_type(&bench, "abc");
    bench_keys(&bench, "Enter");
    drawn_show(&bench);
    bool seen = false;
    for (int row = 2; row < 20; row++)
        seen = seen || strstr(screen_row(row), "> Start at                    abc   ✗ a number of s");
    cr_expect(seen, "at %s", screen_row(10));
}

Test(view, the_command_line_shows_what_tab_would_take_and_its_menu_over_it)
{
    drawn_open(&bench, 24, 80, true);
    bench_keys(&bench, ":");
    bench_type(&bench, "re");
    drawn_show(&bench);
    cr_expect_str_starts(screen_row(22), ":refresh  4 fit");
    bench_keys(&bench, "Tab");
    drawn_show(&bench);
    cr_expect_str_starts(screen_row(17), "Actions that begin with re");
    cr_expect_str_starts(screen_row(18), "> refresh      r  Refresh this project");
    cr_expect_str_starts(screen_row(21), "  repaint     ^L  Redraw the screen");
    cr_expect_str_starts(screen_row(22), ":refresh");
    cr_expect_str_has(screen_row(23), "Enter Run  Esc Back", "%s", screen_row(22));
}

Test(view, a_project_that_cannot_be_read_says_why_in_the_few_cells_of_its_name)
{
    drawn_open(&bench, 24, 80, true);
    bench_command(&bench, "open 77 78");
    for (int id = 77; id <= 78; id++) {
        bench_wait(&bench, 1000);
        struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, id);
        if (id == 77)
            bench_answer_error(&bench, &call, ERROR_NOT_FOUND, 404, "Read project 77: not found");
        else
            bench_answer_error(&bench, &call, ERROR_TIMEOUT, 0, "Read project 78: no answer in 60 s");
    }
    screen_draw(bench.app);
    cr_expect_str_has(screen_row(5), " 77 ");
    cr_expect_str_has(screen_row(5), " 404 not found");
    cr_expect_str_has(screen_row(6), " timeout error");
}

Test(view, a_batch_under_way_shows_how_many_are_done_failed_and_left)
{
    drawn_open(&bench, 24, 80, true);
    bench_complete(&bench);
    bench_keys(&bench, "Space Space Space x X");
    drawn_show(&bench);
    cr_expect_str_eq(screen_row(22), "Exporting 3: 0 done, now 1 Council meeting, 14 May");
    struct call call = {.op = ENDPOINT_EXPORT};
    for (size_t i = 0; i < bench.app->call_count; i++)
        if (bench.app->calls[i].op == ENDPOINT_EXPORT)
            call.serial = bench.app->calls[i].serial;
    bench_answer_error(&bench, &call, ERROR_REJECTED, 412, "Export subtitles of project 3: refused");
    bench_wait(&bench, 1000);
    drawn_show(&bench);
    cr_expect_str_eq(screen_row(22), "Exporting 3: 0 done, 1 failed, now 1 Council meeting, 14 May");
}

Test(view, a_jump_to_a_project_that_the_filter_hides_ends_the_filter_in_the_header_too)
{
    drawn_open(&bench, 24, 80, true);
    bench_keys(&bench, "f I n t e r Enter");
    drawn_show(&bench);
    cr_assert_str_has(screen_row(0), "1 of 3");
    bench_keys(&bench, "# 3 Enter");
    drawn_show(&bench);
    cr_expect_str_lacks(screen_row(0), " of 3");
    cr_expect_str_has(screen_row(4), "> 3");
}

Test(view, a_question_shows_its_default_and_takes_the_cursor)
{
    drawn_open(&bench, 24, 80, true);
    bench_keys(&bench, "t d");
    drawn_show(&bench);
    cr_expect_str_eq(screen_row(5), "Delete the tag \"news\" of 1  Council meeting, 14 May (None)?");
    cr_expect_str_eq(screen_row(6), "It cannot be added again from here: the API has no call for it.");
    cr_expect_str_eq(screen_row(23), "y Delete   any other key keeps it");
}

/* The project is read, and shows the same again. */
static void read_the_same(void)
{
    char *json = bench_json(1, "None", "Council meeting, 14 May");
    bench_wait(&bench, 60000);
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
    drawn_show(&bench);
}

Test(view, a_reading_that_changes_nothing_takes_no_byte)
{
    drawn_open(&bench, 24, 80, true);
    read_the_same();
    screen_bytes();
    read_the_same();
    cr_expect_eq(screen_bytes(), 0);
}

Test(view, a_password_is_never_shown)
{
    screen_open(NULL, 24, 80, true, true);
    bench_init(&bench, NULL);
    bench_start(&bench, 80, 24);
    bench_keys(&bench, "Tab Tab");
    bench_type(&bench, "hunter2");
    screen_draw(bench.app);
    cr_expect_str_has(screen_text(), "*******");
    cr_expect_str_lacks(screen_text(), "hunter2");
}

Test(view, the_same_state_again_costs_no_byte)
{
    drawn_open(&bench, 24, 80, true);
    screen_draw(bench.app);
    cr_expect_eq(screen_bytes(), 0);
}

Test(view, a_move_of_the_selection_costs_the_two_marks)
{
    drawn_open(&bench, 24, 80, true);
    bench_keys(&bench, "j");
    drawn_show(&bench);
    size_t bytes = screen_bytes();
    cr_expect_leq(bytes, BUDGET_MOVE, "%zu bytes", bytes);
    cr_expect_str_starts(screen_row(3), "> 2");
}

Test(view, a_state_cell_costs_at_most_40_bytes)
{
    drawn_open(&bench, 24, 80, true);
    app_project_set_state(bench.app, &bench.app->projects[0], "InProgress");
    size_t bytes = draw_panes();
    cr_expect_leq(bytes, 40, "%zu bytes", bytes);
    cr_expect_gt(bytes, 0);
}

/* The first project as a transcription with many parameters left it, in the details alone. */
static void open_details_with_config(int rows, int cols)
{
    drawn_open(&bench, rows, cols, true);
    bench_keys(&bench, "r");
    bench_answer_project(
        &bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
        "{\"Data\":{\"Id\":1,\"AccessToken\":8,\"ProcessingState\":\"Completed\",\"Length\":\"00:42:10\","
        "\"HasRecording\":true,\"IsReadOnly\":false,\"ShareCount\":0,\"Description\":{\"Name\":\"Council\"},"
        "\"TranscriptionConfig\":{\"WithPunctuation\":false,\"AllowEmptyTranscription\":true,"
        "\"AMemberWithANameAsLongAsThisOne\":\"its value, of several words\"}}}");
    bench_keys(&bench, "i ]");
    screen_draw(bench.app);
}

Test(view, a_label_wider_than_its_column_has_its_value_below_at_40_columns)
{
    open_details_with_config(24, 40);
    cr_expect_str_has(screen_text(), "\n Punctuation     no\n", "%s", screen_row(13));
    cr_expect_str_has(screen_text(), "\n Allow an empty result  yes\n",
                      "where there is room it stands after it");
    cr_expect_str_has(screen_text(),
                      "\n AMemberWithANameAsLongAsThisOne\n                 its value, of several\n");
}

Test(view, a_wide_pane_has_a_column_wide_enough_for_the_labels)
{
    open_details_with_config(24, 79);
    cr_expect_str_has(screen_text(),
                      "\n Punctuation                no      default yes       WithPunctuation\n", "%s",
                      screen_row(9));
    cr_expect_str_has(screen_text(),
                      "\n Allow an empty result      yes     default no        AllowEmptyTranscription\n");
    cr_expect_str_has(screen_text(), "\n AMemberWithANameAsLongAsThisOne  its value, of several words\n");
}

/* The message line begins with this. */
static void expect_status(const char *text)
{
    drawn_show(&bench);
    cr_expect_str_starts(screen_row(22), text, "the message line is: %s", screen_row(22));
}

Test(view, the_status_line_names_the_call_that_an_interrupt_would_cancel)
{
    drawn_open(&bench, 24, 80, true);
    bench_complete(&bench);
    bench_keys(&bench, "x X q");
    expect_status("Export 1 …");
    bench_keys(&bench, "j x X q");
    struct call newest = {.op = ENDPOINT_EXPORT, .project_id = 2};
    newest.serial = bench_call(&bench, ENDPOINT_EXPORT)->serial;
    expect_status("Export 2 …");
    bench_keys(&bench, "^C");
    cr_expect_eq(bench_effect(&bench, EFFECT_CANCEL)->serial, newest.serial);
    expect_status("Cancelling: Export 2");
    bench_answer_error(&bench, &newest, ERROR_CANCELLED, 0, "");
    bench_command(&bench, "time-zone utc");
    expect_status("Export 1 …");
    bench_wait(&bench, 3000);
    bench_keys(&bench, "^C");
    cr_expect_neq(bench_effect(&bench, EFFECT_CANCEL)->serial, newest.serial);
}

Test(view, a_failure_waits_below_what_runs_and_its_outcome_until_it_was_seen)
{
    drawn_open(&bench, 24, 80, true);
    bench_command(&bench, "sort zebra");
    char *failure = strdup(bench.app->status);
    expect_status(failure);
    bench_keys(&bench, "R");
    expect_status("Refreshing 0 of 3");
    bench_answer_reads(&bench, "Completed");
    expect_status("Refreshed 3: 2 changed");
    bench_keys(&bench, "Down");
    expect_status("Refreshed 3: 2 changed");
    bench_keys(&bench, "Space");
    expect_status(failure);
    bench_keys(&bench, "Esc");
    drawn_show(&bench);
    cr_expect_str_eq(screen_row(22), "");
    free(failure);
}

Test(view, the_status_line_names_a_batch_as_long_as_an_interrupt_would_stop_it)
{
    drawn_open(&bench, 24, 80, true);
    bench_complete(&bench);
    bench_keys(&bench, "x X q Space Space x X");
    expect_status("Exporting 2: 0 done, now 1 Council meeting, 14 May");
    bench_command(&bench, "time-zone utc");
    expect_status("Exporting 2: 0 done, now 1 Council meeting, 14 May");
    bench_keys(&bench, "^C");
    expect_status("Stopping 2: 0 done, now 1 Council meeting, 14 May");
}
