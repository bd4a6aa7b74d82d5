/* SPDX-License-Identifier: MIT */
#include "screen/drawn.h"

#include "steno/tui/screen.h"

void drawn_show(struct bench *bench)
{
    screen_draw(bench->app);
    bench_clear(bench);
}

void drawn_open(struct bench *bench, int rows, int cols, bool utf8)
{
    screen_open(NULL, rows, cols, utf8, true);
    bench_ready(bench);
    if (rows != 24 || cols != 80)
        bench_resize(bench, cols, rows);
    screen_draw(bench->app);
    bench_clear(bench);
    screen_bytes();
}
