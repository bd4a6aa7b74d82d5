/* The columns of the watchlist as they are drawn: headings, the order, cells. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/tui/screen.h"
#include "screen/sixty.h"
#include "screen/drawn.h"
#include "support/asserts.h"
#include "support/budget.h"

static struct bench bench;

Test(columns, the_arrow_of_the_order_stands_before_the_heading_that_it_belongs_to)
{
    drawn_open(&bench, 24, 80, true);
    bench_command(&bench, "sort id");
    drawn_show(&bench);
    expect_row(1, " ↑ID  State      Since   Length N Name                       Tags        Expires");
    bench_command(&bench, "sort state");
    drawn_show(&bench);
    expect_row(1, "  ID ↑State      Since   Length N Name                       Tags        Expires");
    bench_command(&bench, "sort length-");
    drawn_show(&bench);
    expect_row(1, "  ID  State      Since  ↓Length N Name                       Tags        Expires");
    bench_command(&bench, "sort name");
    drawn_show(&bench);
    expect_row(1, "  ID  State      Since   Length N↑Name                       Tags        Expires");
}

Test(columns, an_order_by_a_column_that_is_not_shown_is_named_after_the_names)
{
    drawn_open(&bench, 10, 40, true);
    bench_command(&bench, "sort length");
    drawn_show(&bench);
    expect_row(1, "  ID  State      Name ↑length");
}

/* One move down and one up in a list of this size. */
static void expect_move(int cols, int rows)
{
    sixty_afternoon(&bench, cols, rows, &(struct sixty){.credit = 37});
    bench_keys(&bench, "j");
    screen_draw(bench.app);
    bench_clear(&bench);
    screen_bytes();
    for (int i = 0; i < 2; i++) {
        bench_keys(&bench, i ? "k" : "j");
        drawn_show(&bench);
        cr_expect_leq(screen_bytes(), 14, "at %d columns, %s", cols, i ? "up" : "down");
    }
    bench_free(&bench);
}

Test(columns, a_move_costs_no_more_on_a_wide_terminal)
{
    expect_move(80, 24);
    expect_move(132, 43);
}
