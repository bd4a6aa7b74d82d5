/* The demo has its projects, their terms and their ages on any day. All cells of one day: test_pictures.c. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "tui_run.h"
#include "support/asserts.h"

/* Starts a demo in a home, looks at its first screen, and leaves. */
static void expect_demo(struct home *home, char *program, const char *day)
{
    static const char *const rows[] = {
        [0] = "12 projects  *1 +4 !2  600 min",
        [1] = "  ID  State      Since   Length N Name                       Tags        Expires",
        [2] = "> 1  *InProgress ",
        [3] = "00:03:55   Interview: dam keeper      interview,…",
        [4] = "no media   Lecture 7",
        [6] = " Town planning committee, …             5 days",
        [8] = " Evening news               news, tv, … 2 days",
        [11] = " !Failed ",
        [12] = " Court hearing, room 4      court       8 days",
        [13] = "  12  None             00:02:15",
        [14] = " 1  Council meeting, 14 May",
    };
    struct tui tui = {.home = home};
    char *argv[] = {program, (char[]){"--demo"}, NULL};
    tui.pty = pty_start(home, argv, 24, 80);
    for (int row = 0; row < (int)(sizeof rows / sizeof rows[0]); row++)
        cr_expect(!rows[row] || pty_wait_row(tui.pty, row, rows[row], TUI_LIMIT_MS), "on %s", day);
    tui_go(&tui, "", "InProgress since ");
    tui_quit(&tui, "q", TUI_LIMIT_MS);
    tui_end(&tui);
    free(program);
}

Test(demo, has_its_projects_on_the_first_day_of_a_year_on_a_leap_day_and_today, .timeout = 120)
{
    static const char *const days[] = {"2029-01-01T00:00:05Z", "2028-02-29T12:00:00Z"};
    expect_demo(home_create(), process_program("steno"), "this day");
    for (int i = 0; i < 2; i++) {
        struct tui tui = {.home = home_create()};
        tui_set_clock(&tui, days[i]);
        expect_demo(tui.home, process_built("tests/dated/steno"), days[i]);
    }
}
