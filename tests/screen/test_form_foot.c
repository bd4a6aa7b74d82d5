/* What a form says below its fields, and on the last line, on wide, narrow and low screens. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/tui/screen.h"
#include "screen/drawn.h"
#include "support/asserts.h"

#define REFUSAL                                                                                              \
    "Enqueue project 1: the server rejected the request (412): The project has no media: upload a "          \
    "recording first. "                                                                                      \
    "Often means that no media is uploaded yet, or that its state does not allow it."

static struct bench bench;

/* All rows joined by blanks, as somebody reads them. */
static const char *all_rows(int rows)
{
    static char text[16384];
    int len = 0;
    for (int row = 0; row < rows; row++)
        len += snprintf(text + len, sizeof text - (size_t)len, "%s ", screen_row(row));
    return text;
}

/* An enqueue form whose sending was just refused. */
static void open_refused(int rows, int cols)
{
    drawn_open(&bench, rows, cols, true);
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_REJECTED, 412, REFUSAL);
    drawn_show(&bench);
}

/* The words of the refusal up to here, and the field in focus, are on the screen. */
static void expect_refusal(int rows, int cols, const char *last_words)
{
    open_refused(rows, cols);
    cr_expect_str_has(all_rows(rows), "Enqueue project 1: the server rejected");
    cr_expect_str_has(all_rows(rows), last_words, "%dx%d: %s", cols, rows, all_rows(rows));
    cr_expect_str_has(all_rows(rows), "> Lang", "%dx%d: %s", cols, rows, all_rows(rows));
    cr_expect_str_has(all_rows(rows), "X Send", "it pushes no key away");
    bench_free(&bench);
}

Test(form_foot, a_refusal_is_read_whole_at_height_24)
{
    expect_refusal(24, 80, "does not allow it.");
}

Test(form_foot, a_refusal_is_read_whole_at_height_12)
{
    expect_refusal(12, 80, "does not allow it.");
}

Test(form_foot, a_refusal_is_read_whole_at_height_8)
{
    expect_refusal(8, 80, "does not allow it.");
}

Test(form_foot, a_refusal_at_40_columns_says_where_the_whole_stands)
{
    expect_refusal(12, 40, "… L has all of it");
}

Test(form_foot, a_refusal_longer_than_all_room_says_where_the_whole_stands)
{
    expect_refusal(8, 40, "… L has all of it");
}

Test(form_foot, every_field_is_still_reached_below_a_long_refusal)
{
    open_refused(8, 40);
    bench_keys(&bench, "c Home");
    for (int i = 1; i <= 20; i++) {
        char place[16];
        drawn_show(&bench);
        snprintf(place, sizeof place, "%d/20", i);
        cr_assert_str_has(screen_row(1), place);
        cr_assert_str_has(all_rows(8), " > ", "field %d: %s", i, all_rows(8));
        bench_keys(&bench, "Tab");
    }
}

Test(form_foot, a_reason_beside_its_value_is_not_said_again_below)
{
    screen_open(NULL, 24, 80, true, true);
    bench_init(&bench, NULL);
    bench_start(&bench, 80, 24);
    bench_keys(&bench, "Enter");
    screen_draw(bench.app);
    const char *first = strstr(all_rows(24), "required, or");
    cr_assert_not_null(first, "%s", all_rows(24));
    cr_expect_str_lacks(first + 1, "required, or", "%s", all_rows(24));
    cr_expect_str_lacks(all_rows(24), "Email: required", "the name stands there already");
}

Test(form_foot, a_reason_that_is_cut_beside_its_value_is_read_below)
{
    screen_open(NULL, 12, 40, true, true);
    bench_init(&bench, NULL);
    bench_start(&bench, 40, 12);
    bench_keys(&bench, "Enter");
    screen_draw(bench.app);
    cr_expect_str_has(all_rows(12), "paste a token below");
}

Test(form_foot, what_was_said_before_the_form_leaves_the_line_to_its_hints)
{
    drawn_open(&bench, 8, 40, true);
    bench_command(&bench, "search nothing that any project would have in its name");
    drawn_show(&bench);
    cr_expect_str_lacks(screen_text(), "X Send");
    bench_keys(&bench, "e");
    drawn_show(&bench);
    cr_expect_str_eq(screen_row(7), "X Send  Space Next  ? Help  q Back", "%s", screen_row(7));
}

Test(form_foot, what_is_said_over_a_form_is_read_until_the_next_key)
{
    drawn_open(&bench, 8, 40, true);
    bench_keys(&bench, "e");
    bench_event(&bench, &(struct event){.kind = EVENT_NOTICE, .text = "Copied 31 bytes by tmux", .code = 0});
    drawn_show(&bench);
    cr_expect_str_has(screen_row(7), "Copied 31 bytes by tmux");
    bench_keys(&bench, "j");
    drawn_show(&bench);
    cr_expect_str_has(screen_row(7), "X Send  ");
}

Test(form_foot, a_failure_takes_the_rows_that_it_needs_and_none_of_the_keys)
{
    drawn_open(&bench, 8, 40, true);
    bench_event(&bench, &(struct event){.kind = EVENT_NOTICE,
                                        .text = "Copying by tmux did not end well: no server",
                                        .code = 1});
    drawn_show(&bench);
    cr_expect_str_eq(screen_row(5), "Copying by tmux did not end well: no");
    cr_expect_str_eq(screen_row(6), "server");
    cr_expect_str_eq(screen_row(7), "L 1 failed  e Enqueue  ? Help  q Quit");
}

Test(form_foot, labels_are_whole_at_40_columns_where_their_values_leave_room)
{
    drawn_open(&bench, 24, 40, true);
    bench_keys(&bench, "e c");
    drawn_show(&bench);
    cr_expect_str_has(all_rows(24), "> Language of the speech    cs-CZ ");
    cr_expect_str_has(all_rows(24), "  Unstable words at the end  - ");
    cr_expect_str_has(all_rows(24), " Lang: Language tag", "names have no column here");
}

Test(form_foot, a_warning_is_read_whole_at_40x12)
{
    static const char *const note = "Takes 43 of 20 minutes; 10 of 30 are in progress, as of 14:02";
    drawn_open(&bench, 12, 40, true);
    bench_keys(&bench, "e");
    form_set_notes(app_form_top(bench.app)->form, &note, 1);
    drawn_show(&bench);
    cr_expect_str_has(all_rows(12), "! Takes 43 of 20 minutes; 10 of 30 are");
    cr_expect_str_has(all_rows(12), "in progress, as of 14:02");
}
