/* Captions on the screen, cell by cell, and what their moves cost. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/tui/screen.h"
#include "screen/drawn.h"
#include "support/asserts.h"

static struct bench bench;

static const char four[] =
    "1\n00:00:01,000 --> 00:00:03,000\n- One\nline\n\n"
    "2\n00:00:03,080 --> 00:00:05,580\nTwo words\n\n"
    "3\n00:00:08,000 --> 00:00:08,200\nToo fast to be read by anybody at all, and long\n\n"
    "4\n00:01:00,000 --> 00:01:02,000\nP\xC5\x99\xC3\xADli\xC5\xA1 \xE6\x97\xA5\xE6\x9C\xAC\n";

/* The captions of project 2, drawn. */
static void open_captions(int rows, int cols, const char *text)
{
    screen_open(NULL, rows, cols, true, true);
    bench_ready(&bench);
    if (rows != 24 || cols != 80)
        bench_resize(&bench, cols, rows);
    bench_keys(&bench, "j");
    bench_wait(&bench, 200);
    bench_keys(&bench, "x x");
    bench_answer_captions(&bench, bench_call(&bench, ENDPOINT_EXPORT), text);
    bench_wait(&bench, 2000);
    screen_draw(bench.app);
    bench_clear(&bench);
    screen_bytes();
}

Test(captions_view, rows_stand_in_their_columns_with_what_was_found_below)
{
    open_captions(24, 80, four);
    expect_row(1, "Captions 2  Interview: dam keeper               4 captions, 0 errors, 2 warnings");
    expect_row(2, "   cue       start    dur   cps   text");
    expect_row(3, ">    1    00:01.00   2.00   4.5   - One / line");
    expect_row(4, "     2    00:03.08   2.50   3.6   Two words");
    expect_row(5, "     3    00:08.00   0.20 235.0 w Too fast to be read by anybody at all, and lo…");
    expect_row(6, "     4    01:00.00   2.00   5.5   Příliš 日本");
    expect_row(17, " - One");
    expect_row(18, " line");
    bench_keys(&bench, ".");
    bench_wait(&bench, 200);
    drawn_show(&bench);
    expect_row(17, " warning: shown for 200 ms; wanted at least 2000  [min-duration]");
    expect_row(18, " warning: 235.0 characters/s; limit 16  [cps]");
    expect_row(19, " Too fast to be read by anybody at all, and long");
}

/* The bytes of keys, and of the rest after them. */
static size_t cost(const char *keys)
{
    bench_keys(&bench, keys);
    drawn_show(&bench);
    return screen_bytes();
}

static size_t cost_of_rest(void)
{
    bench_wait(&bench, 200);
    drawn_show(&bench);
    return screen_bytes();
}

/* Captions as they are: of an interview, over and over. */
static const char *const interview[] = {
    "- Good evening, and thank you for\ncoming on such a wet night.",
    "- Thank you. I walked, so the rain\nand I are old friends by now.",
    "- You have looked after the valley\ndam for 31 years.",
    "What has changed in that time?",
    "- The water is the same,\xE2\x80\xA6",
    "…but the reports got longer. We used\nto write 1 page, now it is 40.",
    "- And the software that types all\nthis down?",
    "- Steno does that. I only correct the\nnames of the villages.",
    "- Tell me about a morning at the dam,",
    "for somebody who only knows it from\nthe road.",
    "- I open the iron door. I go down 212\nsteps.",
    "And then I stand still and listen.",
    "- What do you listen to?",
    "- To the drips. There are nine, and\neach has its own voice.",
    "When the fourth one hurries I write\nit down.",
    "When it stops, I telephone.",
};

static void put_time(struct buffer *out, int ms)
{
    buffer_printf(out, "%02d:%02d:%02d,%03d", ms / 3600000, ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
}

/* So many of them. Their text lives as long as the test. */
static const char *many(int count)
{
    static struct buffer text;
    int ms = 800;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (int i = 0; i < count; i++) {
        const char *words = interview[i % 16];
        int shown = 62 * (int)strlen(words) + 137 * (i % 7);
        buffer_printf(&text, "%d\n", i + 1);
        put_time(&text, ms);
        buffer_append_text(&text, " --> ");
        put_time(&text, ms + shown);
        buffer_printf(&text, "\n%s\n\n", words);
        ms += shown + (i % 5 == 0 ? 80 : 290 + 150 * (i % 5));
    }
    return buffer_text(&text);
}

Test(captions_view, moves_cost_what_they_may)
{
    open_captions(24, 80, many(52));
    cost("j"); /* the message of the fetch gives way to the keys */
    cost_of_rest();
    size_t move = cost("j");
    cr_expect_leq(move, 24, "a move: %zu", move);
    size_t detail = cost_of_rest();
    cr_expect_leq(detail, 250, "the caption below: %zu", detail);
    size_t idle = cost_of_rest();
    cr_expect_eq(idle, 0, "idle: %zu", idle);
    size_t page = cost("PgDn");
    cr_expect_leq(page, 1500, "a page: %zu", page);
    cost_of_rest();
}

Test(captions_view, the_first_list_costs_what_it_may)
{
    screen_open(NULL, 24, 80, true, true);
    bench_ready(&bench);
    bench_keys(&bench, "j");
    bench_wait(&bench, 200);
    bench_keys(&bench, "x x");
    screen_draw(bench.app);
    screen_bytes();
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    bench_answer_captions(&bench, call, many(52));
    drawn_show(&bench);
    size_t first = screen_bytes();
    cr_expect_leq(first, 1900, "%zu", first);
}

/* The fetch that is asked for, answered. */
static size_t cost_of_captions(const char *keys, const char *text)
{
    bench_keys(&bench, keys);
    for (int i = 0; i < 20 && !bench_call(&bench, ENDPOINT_EXPORT); i++)
        bench_wait(&bench, 100);
    screen_draw(bench.app);
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    screen_bytes();
    bench_answer_captions(&bench, call, text);
    drawn_show(&bench);
    return screen_bytes();
}

Test(captions_view, captions_that_are_the_same_cost_next_to_nothing_and_others_their_rows)
{
    open_captions(24, 80, four);
    size_t same = cost_of_captions("r", four);
    cr_expect_leq(same, 60, "%zu", same);
    static const char other[] =
        "1\n00:00:01,000 --> 00:00:03,000\n- One\nline\n\n"
        "2\n00:00:03,080 --> 00:00:05,580\nThree words now\n\n"
        "3\n00:00:08,000 --> 00:00:08,200\nToo fast to be read by anybody at all, and long\n\n"
        "4\n00:01:00,000 --> 00:01:02,000\nP\xC5\x99\xC3\xADli\xC5\xA1 \xE6\x97\xA5\xE6\x9C\xAC\n";
    size_t one = cost_of_captions("r", other);
    cr_expect_leq(one, 80 + 60, "%zu", one);
}

Test(captions_view, stand_beside_the_form_from_132_columns)
{
    open_captions(43, 132, four);
    char head[200];
    snprintf(head, sizeof head,
             "Export 2  Interview: …               1/%zu  \xE2\x94\x82"
             " Captions 2  Interview: dam keeper                      4 captions, 0 errors, 2 warnings",
             params_export_form.count);
    expect_row(1, head);
    cr_expect(screen_cell(1, 50).reverse, "the captions have the keys");
    cr_expect(!screen_cell(1, 3).reverse);
    size_t side = cost("Tab");
    cr_expect(!screen_cell(1, 50).reverse);
    cr_expect_leq(side, 600, "%zu", side);
    bench_keys(&bench, "Tab +");
    drawn_show(&bench);
    cr_expect_str_lacks(screen_text(), "Export 2");
    bench_keys(&bench, "+ x");
    drawn_show(&bench);
    cr_expect_str_lacks(screen_text(), "Captions 2");
}

Test(captions_view, the_request_has_all_of_the_body_where_captions_stand_beside_the_form)
{
    open_captions(43, 132, four);
    bench_keys(&bench, "Tab v");
    drawn_show(&bench);
    cr_expect_str_has(screen_text(), "GET http://127.0.0.1:8321/API/v2/Projects/2/Export", "%s",
                      screen_row(3));
    cr_expect_str_lacks(screen_text(), "Captions 2");
    bench_keys(&bench, "q");
    drawn_show(&bench);
    cr_expect_str_has(screen_text(), "Captions 2");
}

Test(captions_view, keep_to_a_small_screen)
{
    open_captions(10, 40, four);
    expect_row(1, "Captions 2  Interview: dam keeper  0E 2w");
    expect_row(2, " cue       start   text");
    expect_row(3, ">  1    00:01.00   - One / line");
    expect_row(5, "   3    00:08.00 w Too fast to be read \xE2\x80\xA6");
}

Test(captions_view, of_a_hostile_server_reach_no_terminal_raw)
{
    open_captions(24, 80,
                  "1\n00:00:01,000 --> 00:00:03,000\nred \x1b[31mhat \xE2\x80\xAEno \xC2\x9B"
                  "31m\n");
    cr_expect_str_has(screen_text(), "hat");
    cr_expect_str_lacks(screen_sent(), "[31mhat");
    cr_expect_str_lacks(screen_sent(), "\xE2\x80\xAE");
    cr_expect_str_lacks(screen_sent(), "\xC2\x9B");
}
