/* Captions on the screen, cell by cell, and the bytes of moves in them. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "screen/scene.h"
#include "steno/tui/screen.h"

static const char four[] =
    "1\n00:00:01,000 --> 00:00:03,000\n- One\nline\n\n"
    "2\n00:00:03,080 --> 00:00:05,580\nTwo words\n\n"
    "3\n00:00:08,000 --> 00:00:08,200\nToo fast to be read by anybody at all, and long\n\n"
    "4\n00:01:00,000 --> 00:01:02,000\nP\xC5\x99\xC3\xADli\xC5\xA1 \xE6\x97\xA5\xE6\x9C\xAC\n";

/* Opens the export form of project 2 and asks for its captions. */
static void ask_captions(int cols, int rows)
{
    scene_ready(cols, rows);
    bench_keys(&bench, "j");
    bench_wait(&bench, 200);
    bench_keys(&bench, "x x");
    screen_draw(bench.app);
    screen_bytes();
}

/* Answers with captions and draws them; returns the bytes. */
static size_t answer_captions(const char *text)
{
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    bench_answer_captions(&bench, call, text);
    return drawn();
}

static void open_captions(int cols, int rows, const char *text)
{
    ask_captions(cols, rows);
    answer_captions(text);
    drawn_wait(2000);
}

Test(captions_view, rows_stand_in_their_columns_with_what_was_found_below)
{
    open_captions(80, 24, four);
    expect_row(1, "Captions #2  Interview: dam keeper              4 captions, 0 errors, 2 warnings");
    expect_row(2, "   no.       start    dur   cps   text");
    expect_row(3, ">    1    00:01.00   2.00   4.5   - One / line");
    expect_row(4, "     2    00:03.08   2.50   3.6   Two words");
    expect_row(5, "     3    00:08.00   0.20 235.0 w Too fast to be read by anybody at all, and lo…");
    expect_row(6, "     4    01:00.00   2.00   5.5   Příliš 日本");
    expect_row(17, " - One");
    expect_row(18, " line");
    bench_keys(&bench, ".");
    drawn_wait(200);
    expect_row(17, " warning: shown for 200 ms; minimum 2000  [min-duration]");
    expect_row(18, " warning: 235.0 characters/s; limit 16  [cps]");
    expect_row(19, " Too fast to be read by anybody at all, and long");
}

/* Realistic captions, which many() repeats. */
static const char *const interview[] = {
    "- Good evening, and thank you for\ncoming on such a wet night.",
    "- Thank you. I walked, so the rain\nand I are old friends by now.",
    "What has changed in that time?",
    "- The water is the same,\xE2\x80\xA6",
    "…but the reports got longer. We used\nto write 1 page, now it is 40.",
    "And then I stand still and listen.",
    "- To the drips. There are nine, and\neach has its own voice.",
    "When it stops, I telephone.",
};

static void put_time(struct buffer *out, int ms)
{
    buffer_printf(out, "%02d:%02d:%02d,%03d", ms / 3600000, ms / 60000 % 60, ms / 1000 % 60, ms % 1000);
}

/* SubRip with this number of captions. Valid until the end of the test. */
static const char *many(int count)
{
    static struct buffer text;
    int ms = 800;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (int i = 0; i < count; i++) {
        const char *words = interview[i % 8];
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

Test(captions_view, take_their_bytes)
{
    ask_captions(80, 24);
    expect_bytes(answer_captions(many(52)), 1900, "the first list");
    drawn_wait(2000);
    drawn_keys("j"); /* replaces the message of the fetch by the key bar */
    drawn_wait(200);
    expect_bytes(drawn_keys("j"), 24, "a move");
    expect_bytes(drawn_wait(200), 250, "the caption below");
    cr_expect_eq(drawn_wait(200), 0, "idle");
    expect_bytes(drawn_keys("PgDn"), 1500, "a page");
}

/* Fetches the captions again; returns the bytes. */
static size_t fetch_again(const char *text)
{
    bench_keys(&bench, "r");
    for (int i = 0; i < 20 && !bench_call(&bench, ENDPOINT_EXPORT); i++)
        bench_wait(&bench, 100);
    screen_draw(bench.app);
    screen_bytes();
    return answer_captions(text);
}

Test(captions_view, that_are_the_same_cost_next_to_nothing_and_others_their_rows)
{
    open_captions(80, 24, four);
    expect_bytes(fetch_again(four), 60, "the same");
    char *other = mem_copy(four);
    memcpy(strstr(other, "Two words"), "Few", 3);
    expect_bytes(fetch_again(other), 80 + 60, "one other");
    cr_expect_str_has(screen_row(4), "Few words");
    free(other);
}

Test(captions_view, stand_beside_the_form_from_132_columns)
{
    char head[200];
    open_captions(132, 43, four);
    snprintf(head, sizeof head,
             "Export #2  Interview: dam…           1/%zu  \xE2\x94\x82"
             " Captions #2  Interview: dam keeper                     4 captions, 0 errors, 2 warnings",
             params_export_form.count);
    expect_row(1, head);
    cr_expect(screen_cell(1, 50).reverse, "the captions have the keys");
    cr_expect(!screen_cell(1, 3).reverse);
    expect_bytes(drawn_keys("Tab"), 600, "the other side");
    cr_expect(!screen_cell(1, 50).reverse);
    drawn_keys("v"); /* the request covers form and captions */
    cr_expect_str_has(screen_text(), "GET http://127.0.0.1:8321/API/v2/Projects/2/Export");
    cr_expect_str_lacks(screen_text(), "Captions #2");
    drawn_keys("q");
    cr_expect_str_has(screen_text(), "Captions #2");
    drawn_keys("Tab +");
    cr_expect_str_lacks(screen_text(), "Export 2");
    drawn_keys("+ x");
    cr_expect_str_lacks(screen_text(), "Captions #2");
}

Test(captions_view, keep_to_a_small_screen)
{
    open_captions(40, 10, four);
    expect_row(1, "Captions #2  Interview: dam keeper 0E 2w");
    expect_row(2, " no.       start   text");
    expect_row(3, ">  1    00:01.00   - One / line");
    expect_row(5, "   3    00:08.00 w Too fast to be read \xE2\x80\xA6");
}
