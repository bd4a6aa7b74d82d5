/* Measures captions of 26 hours beside those of one hour in the preview of an export, drawn, without a
 * terminal: opened with their checks (a worker's part in it, too), a filter, the next finding.
 * usage: bench_captions   It prints a line for each: name, µs of the short, µs of the long, CPU ratio. Both
 * take turns. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "screen.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/screen.h"
#include "timing.h"

#define EACH_MS 3900 /* 24,000 captions are 26 hours */
#define LONG    24000
#define SHORT   (60 * 60 * 1000 / EACH_MS)
#define ROUNDS  9

enum { OPENED, FILTERED, FOUND, STEPS };

/* So many captions as SRT, all as long as each other; each tenth is too short to be read. Caller frees. */
static char *captions_text(int count)
{
    struct buffer text;
    buffer_init(&text, (size_t)16 << 20);
    for (int i = 0; i < count; i++) {
        int from = i * EACH_MS, until = from + (i % 10 ? 3000 : 200);
        buffer_printf(&text,
                      "%d\n%02d:%02d:%02d,%03d --> %02d:%02d:%02d,%03d\nThe %05dth line of what was said\n\n",
                      i + 1, from / 3600000, from / 60000 % 60, from / 1000 % 60, from % 1000,
                      until / 3600000, until / 60000 % 60, until / 1000 % 60, until % 1000, i);
    }
    char *copy = mem_copy(buffer_text(&text));
    buffer_free(&text);
    return copy;
}

/* Draws what is dirty; µs since then. */
static double captions_drawn(struct bench *bench, double began)
{
    screen_draw(bench->app, bench->effects.dirty);
    double took = timing_us(CLOCK_THREAD_CPUTIME_ID) - began;
    bench_clear(bench);
    return took;
}

/* A key, and what it changes on the screen. */
static double captions_key(struct bench *bench, const char *key)
{
    double began = timing_us(CLOCK_THREAD_CPUTIME_ID);
    bench_keys(bench, key);
    return captions_drawn(bench, began);
}

/* All steps once, in an application of their own. */
static void captions_round(const char *text, double took[STEPS])
{
    static struct bench bench;
    bench_ready(&bench);
    screen_draw(bench.app, DIRTY_ALL);
    bench_keys(&bench, "j");
    bench_wait(&bench, 200);
    bench_clear(&bench);
    bench_keys(&bench, "x x");
    struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    if (!call)
        mem_die("no captions were asked for");
    double began = timing_us(CLOCK_THREAD_CPUTIME_ID);
    bench_answer_captions(&bench, call, text);
    took[OPENED] = captions_drawn(&bench, began);
    size_t all = app_page_of(bench.app, "captions")->count;
    took[FOUND] = captions_key(&bench, ".");
    captions_key(&bench, "f");
    captions_key(&bench, "9");
    began = timing_us(CLOCK_THREAD_CPUTIME_ID);
    bench_keys(&bench, "Enter");
    bench_answer_computation(&bench);
    took[FILTERED] = captions_drawn(&bench, began);
    size_t left = app_page_of(bench.app, "captions")->count;
    if (left == 0 || left == all)
        mem_die("nothing was filtered");
    bench_free(&bench);
}

int main(void)
{
    static const char *const names[] = {"opened, checked", "a filter", "next finding"};
    static double of_short[STEPS][ROUNDS], of_long[STEPS][ROUNDS];
    char *hour = captions_text(SHORT), *day = captions_text(LONG);
    screen_open(NULL, 24, 80, true, true);
    for (int i = 0; i < ROUNDS; i++) {
        double one[STEPS], other[STEPS];
        captions_round(hour, one);
        captions_round(day, other);
        for (int step = 0; step < STEPS; step++) {
            of_short[step][i] = one[step];
            of_long[step][i] = other[step];
        }
    }
    for (int step = 0; step < STEPS; step++) {
        double a = timing_median(of_short[step], ROUNDS), b = timing_median(of_long[step], ROUNDS);
        printf("%-24s %6d: %9.1f us   %6d: %9.1f us   CPU ratio %.2f\n", names[step], SHORT, a, LONG, b,
               b / a);
    }
    free(hour);
    free(day);
    return 0;
}
