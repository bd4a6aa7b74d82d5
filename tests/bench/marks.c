/* Measures what a mark costs beside few marked projects and beside many, drawn, without a terminal; usage:
 * bench_marks. Both are taken in turn in one run, on lists of the same length. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "steno/tui/screen.h"
#include "support/app_bench.h"
#include "support/screen.h"
#include "timing.h"

#define MANY  20000
#define FEW   20
#define PAIRS 200

/* Presses a key until its screen is drawn; in µs. */
static double marks_press(struct bench *bench, const char *key)
{
    double began = timing_us(CLOCK_MONOTONIC);
    bench_keys(bench, key);
    screen_draw(bench->app);
    bench_clear(bench);
    return timing_us(CLOCK_MONOTONIC) - began;
}

/* A list of MANY projects, drawn. None of them has captions: the bar has to know of all. */
static void marks_open(struct bench *bench)
{
    struct bench_row *rows = calloc(MANY, sizeof *rows);
    for (int i = 0; i < MANY; i++)
        rows[i] = (struct bench_row){i + 1, "None", "One"};
    bench_init(bench, "t0ken");
    bench_list(bench, rows, MANY);
    bench_start(bench, 80, 24);
    free(rows);
    screen_draw(bench->app);
    bench_clear(bench);
}

int main(void)
{
    static struct bench few, many;
    static double of_few[PAIRS], of_many[PAIRS];
    screen_open(NULL, 24, 80, true, true);
    marks_open(&few);
    marks_open(&many);
    for (int i = 0; i < FEW; i++)
        marks_press(&few, "Space");
    double all = marks_press(&many, "M");
    marks_press(&few, "g");
    for (int i = 0; i < PAIRS; i++) { /* each takes a mark off or sets it, on the same row */
        of_few[i] = marks_press(&few, "Space");
        of_many[i] = marks_press(&many, "Space");
        marks_press(&few, "k");
        marks_press(&many, "k");
    }
    double one = timing_median(of_few, PAIRS), other = timing_median(of_many, PAIRS);
    printf("M on all %-24d %8.2f ms\n", MANY, all / 1000);
    printf("a mark beside %-20d %8.2f ms   beside %-17d %8.2f ms   time ratio %.2f\n", FEW, one / 1000, MANY,
           other / 1000, other / one);
    bench_free(&few);
    bench_free(&many);
    return 0;
}
