/* The application: captions are a pane like any other, over the form that they are of. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "support/asserts.h"
#include "support/captions_bench.h"

TestSuite(app_captions_pane, .init = captions_begin, .fini = captions_end);

/* Opens them and lets the cursor rest. */
static void rest_on(const char *text)
{
    open_captions(text);
    bench_wait(&bench, 2000);
    bench_clear(&bench);
}

static void search(const char *text)
{
    bench_keys(&bench, "/");
    bench_type(&bench, text);
    bench_keys(&bench, "Enter");
}

Test(app_captions_pane, a_text_is_searched_in_them_to_and_fro)
{
    rest_on(three);
    search("o");
    cr_expect_eq(page()->list.selected, 1);
    bench_keys(&bench, "n");
    cr_expect_eq(page()->list.selected, 2);
    bench_keys(&bench, "N N");
    cr_expect_eq(page()->list.selected, 0);
    cr_expect_eq(page()->count, 3, "nothing is left out");
}

Test(app_captions_pane, they_are_sorted_by_the_key_of_the_list_or_by_a_name)
{
    rest_on(three);
    bench_keys(&bench, "s");
    cr_expect_str_eq(bench.app->status, "Sorted by reading speed");
    cr_expect_eq(page()->lines[0].cells[0], '3', "%s", page()->lines[0].cells);
    cr_expect_eq(page()->list.selected, 1, "the cursor stays on its caption: %zu", page()->list.selected);
    bench_command(&bench, "sort time");
    cr_expect_eq(page()->lines[0].cells[0], '1');
    bench_command(&bench, "sort colour");
    cr_expect_str_has(bench.app->status, "no such column");
    cr_expect_eq(bench.app->sort, COLUMN_ADDED, "the watchlist keeps its order");
}

Test(app_captions_pane, a_filter_of_theirs_leaves_the_watchlist_alone)
{
    rest_on(three);
    bench_command(&bench, "filter words");
    cr_expect_eq(page()->count, 1);
    cr_expect_null(bench.app->filter);
    bench_keys(&bench, "q");
    cr_expect_eq(page()->count, 3);
}

Test(app_captions_pane, a_key_that_was_typed_before_they_were_shown_saves_nothing)
{
    rest_on(three);
    bench_keys(&bench, "q");
    bench_burst(&bench, "x X");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    cr_expect_str_has(bench.app->status, "Nothing was saved");
    bench_keys(&bench, "X");
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 1);
}

Test(app_captions_pane, a_key_that_was_typed_before_others_came_saves_nothing)
{
    rest_on(three);
    bench_keys(&bench, "r");
    uint64_t seen = bench.app->overlays.generation;
    bench_answer_captions(&bench, bench_call(&bench, ENDPOINT_EXPORT), three);
    bench_clear(&bench);
    bench_input(&bench,
                &(struct app_input){.kind = INPUT_KEY, .key = {.kind = K_CHAR, .code = 'X'}, .seen = seen});
    cr_expect_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    cr_expect_str_has(bench.app->status, "Nothing was saved");
}

/* As many captions as a day of speech has. */
static const char *day(void)
{
    static struct buffer text;
    buffer_init(&text, (size_t)8 << 20);
    for (int i = 0; i < 24000; i++)
        buffer_printf(&text, "%d\n%02d:%02d:%02d,000 --> %02d:%02d:%02d,900\nLine %d\n\n", i + 1, i / 1000,
                      i / 20 % 50, i % 20 * 3, i / 1000, i / 20 % 50, i % 20 * 3, i);
    return buffer_text(&text);
}

Test(app_captions_pane, the_rows_of_a_long_recording_are_built_once_and_for_no_key)
{
    rest_on(day());
    cr_assert_eq(page()->count, 24000);
    const char *first = page()->lines[0].value, *last = page()->lines[23999].value;
    bench_keys(&bench, "j PgDn G k g .");
    search("Line 23998");
    bench_wait(&bench, 200);
    cr_expect_eq(page()->list.selected, 23998);
    cr_expect_eq(page()->lines[0].value, first, "the first row was built again");
    cr_expect_eq(page()->lines[23999].value, last, "the last row was built again");
}

Test(app_captions_pane, an_invalid_option_of_a_draft_is_named_by_the_pane_and_by_its_keys)
{
    static const char said[] = "One of the options is invalid: Reading speed";
    bench_keys(&bench, "x");
    bench_answer_store(&bench, bench_store(&bench, STORE_DRAFT_LOAD), "{\"CharsPerSecond\":\"15!f\"}");
    bench_keys(&bench, "x");
    bench_wait(&bench, 5000);
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_EXPORT), 0);
    cr_expect_str_eq(page()->lines[0].value, said);
    bench_keys(&bench, "r");
    cr_expect_str_eq(bench.app->status, said);
    bench_keys(&bench, "X");
    cr_expect_str_eq(bench.app->status, "Nothing was saved: one of the options is invalid: Reading speed");
}
