/* How many projects are in which state, in words and as marks. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>

#include "steno/app/say.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void counts_stop(void)
{
    bench_free(&bench);
}

TestSuite(app_counts, .fini = counts_stop);

/* The watchlist with projects in these states. */
static void start_with(const char *const *states, size_t count)
{
    struct bench_row rows[16];
    for (size_t i = 0; i < count; i++)
        rows[i] = (struct bench_row){(int64_t)i + 1, states[i], "One"};
    bench_init(&bench, "secret-token");
    bench_list(&bench, rows, count);
    bench_start(&bench, 80, 24);
}

static void expect_counts(const char *marks, const char *words)
{
    char text[COUNTS_MAX * (COUNTS_WORD + 16)];
    app_counts_marks(bench.app, text, sizeof text);
    cr_expect_str_eq(text, marks, "%s", text);
    app_counts_words(bench.app, ", ", text, sizeof text);
    cr_expect_str_eq(text, words, "%s", text);
}

Test(app_counts, failed_and_canceled_ones_are_not_counted_as_completed)
{
    static const char *const states[] = {"None",       "Completed", "Canceled",
                                         "InProgress", "Failed",    "Completed"};
    start_with(states, 6);
    expect_counts("*1 +2 !2", "1 InProgress, 2 Completed, 1 Failed, 1 Canceled, 1 None");
}

Test(app_counts, zeros_keep_the_marks_in_their_places)
{
    static const char *const states[] = {"Completed"};
    start_with(states, 1);
    expect_counts("*0 +1 !0", "1 Completed");
}

Test(app_counts, without_projects_nothing_is_counted)
{
    char text[32];
    start_with(NULL, 0);
    expect_counts("", "");
    app_counts_total(bench.app, text, sizeof text);
    cr_expect_str_eq(text, "no projects");
}

Test(app_counts, more_words_than_there_is_room_for_are_counted_together)
{
    static const char *const states[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "a"};
    start_with(states, 8);
    expect_counts("*0 +0 !0", "1 a, 1 b, 1 c, 1 d, 1 e, 1 f, 1 g, 1 h");
    bench_free(&bench);
    start_with(states, 11);
    expect_counts("*0 +0 !0", "2 a, 1 b, 1 c, 1 d, 1 e, 1 f, 1 g, 1 h, 2 other");
}
