/* README's picture is what the demo shows: cell by cell on the picture's day, row by row on all others. What
 * it shows is its own description; that it is drawn so, test_pictures.c sees. */
/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/when.h"
#include "tui_run.h"
#include "support/asserts.h"

#define ROWS    24
#define PICTURE "docs/pictures/watchlist.svg"

/* 24 rows of text, as the picture or the terminal has them. */
struct picture {
    char rows[ROWS][400];
};

/* Takes a line of the description, whose characters for XML are escaped. */
static void picture_read_row(char row[400], const char *line)
{
    size_t len = 0;
    for (; *line && *line != '\n' && len + 1 < 400; line++) {
        bool is_escaped = *line == '&';
        row[len++] = !is_escaped ? *line : line[1] == 'g' ? '>' : line[1] == 'l' ? '<' : '&';
        line += is_escaped ? strcspn(line, ";") : 0;
    }
    row[len] = '\0';
}

/* The picture: the lines of its description. */
static void picture_read(struct picture *picture)
{
    FILE *page = fopen(FIXTURES "/../../README.md", "re");
    char line[2000];
    int row = -1;
    cr_assert_not_null(page);
    while (row < 0 && fgets(line, sizeof line, page))
        row = strstr(line, "](" PICTURE ")") ? 0 : -1;
    fclose(page);
    cr_assert_eq(row, 0, "README does not show " PICTURE);
    page = fopen(FIXTURES "/../../" PICTURE, "re");
    cr_assert_not_null(page, PICTURE);
    while (fgets(line, sizeof line, page) && strncmp(line, "<desc", 5) != 0)
        ;
    while (row < ROWS && fgets(line, sizeof line, page))
        picture_read_row(picture->rows[row++], line);
    fclose(page);
    cr_assert_eq(row, ROWS, PICTURE " has no whole description");
}

/* What the terminal shows now. */
static void picture_take(struct picture *picture, struct pty *pty)
{
    for (int row = 0; row < ROWS; row++) {
        char *text = pty_row(pty, row);
        snprintf(picture->rows[row], sizeof picture->rows[row], "%s", text);
        free(text);
    }
}

/* Writes '#' over up to `len` bytes that are no blanks. */
static void picture_cover(char *at, size_t len)
{
    for (size_t i = 0; at[i] && i < len; i++)
        at[i] = at[i] == ' ' ? ' ' : '#';
}

/* Covers what depends on the sandbox's port and, unless it is the picture's, on the day: the column Since,
 * and the times of the details. What is missing stays missing. */
static void picture_mask(struct picture *picture, bool same_day)
{
    static const char *const dates[] = {" since ", " Changed "};
    char *port = strstr(picture->rows[0], "127.0.0.1:");
    if (port)
        for (port += strlen("127.0.0.1:"); isdigit((unsigned char)*port); port++)
            *port = '#';
    for (int row = 2; row < 14 && !same_day; row++)
        if (strlen(picture->rows[row]) > 22) {
            char *since = picture->rows[row] + 17;
            if (strncmp(since, "     ", 5) != 0)
                memcpy(since, "#####", 5);
        }
    for (int row = 14; row < ROWS && !same_day; row++)
        for (size_t i = 0; i < 2; i++) {
            char *at = strstr(picture->rows[row], dates[i]);
            if (at && i == 0)
                picture_cover(at + strlen(dates[i]), 5);
            else if (at)
                snprintf(at + strlen(dates[i]), 8, "   #");
        }
    for (int row = 14; row < ROWS && !same_day; row++) {
        char *date = strstr(picture->rows[row], "City Hall, "), *end = date ? strchr(date, '.') : NULL;
        if (end)
            memmove(date, end, strlen(end) + 1);
    }
}

struct demo_wait {
    struct picture wanted;
    bool same_day;
};

/* Does the terminal show the picture? */
static bool demo_is_pictured(struct pty *pty, void *context)
{
    struct demo_wait *wait = context;
    struct picture now;
    picture_take(&now, pty);
    picture_mask(&now, wait->same_day);
    for (int row = 0; row < ROWS; row++)
        if (strcmp(now.rows[row], wait->wanted.rows[row]) != 0)
            return false;
    return true;
}

/* Says which rows differ. */
static void demo_show_difference(struct pty *pty, const struct demo_wait *wait)
{
    struct picture now;
    picture_take(&now, pty);
    picture_mask(&now, wait->same_day);
    for (int row = 0; row < ROWS; row++)
        if (strcmp(now.rows[row], wait->wanted.rows[row]) != 0)
            fprintf(stderr, "row %2d  README   |%s\n        the demo |%s\n", row, wait->wanted.rows[row],
                    now.rows[row]);
}

/* Starts a demo, compares it with README, on the README's day waits for the end of what is in progress, and
 * leaves. */
static void demo_compare(struct tui *tui, const char *program, bool same_day)
{
    struct demo_wait wait = {.same_day = same_day};
    char *argv[] = {(char *)program, (char[]){"--demo"}, NULL};
    picture_read(&wait.wanted);
    picture_mask(&wait.wanted, same_day);
    tui->pty = pty_start(tui->home, argv, ROWS, 80);
    bool same = pty_wait(tui->pty, demo_is_pictured, &wait, TUI_LIMIT_MS / 2);
    if (!same)
        demo_show_difference(tui->pty, &wait);
    cr_assert(same, "README does not show what the demo shows");
    if (same_day)
        tui_set_clock(tui, "2026-11-24T19:02:25Z");
    cr_expect(!same_day || pty_wait_text(tui->pty, "1: now Completed", TUI_LIMIT_MS));
    pty_type(tui->pty, "q");
    cr_expect_eq(pty_wait_exit(tui->pty, TUI_LIMIT_MS), 0);
    tui_end(tui);
}

/* The demo of the programs whose clock stands at a time. */
static void demo_compare_at(const char *time, bool same_day)
{
    struct tui tui = {.home = home_create()};
    char *program = process_built("tests/dated/steno");
    tui_set_clock(&tui, time);
    demo_compare(&tui, program, same_day);
    free(program);
}

Test(demo, shows_on_its_day_what_readme_shows_cell_by_cell, .timeout = 120)
{
    demo_compare_at("2026-11-24T19:02:05Z", true);
}

Test(demo, shows_the_rows_of_readme_on_the_first_day_of_a_year, .timeout = 120)
{
    demo_compare_at("2029-01-01T00:00:05Z", false);
}

Test(demo, shows_the_rows_of_readme_on_a_leap_day, .timeout = 120)
{
    demo_compare_at("2028-02-29T12:00:00Z", false);
}

Test(demo, shows_the_rows_of_readme_today, .timeout = 120)
{
    struct tui tui = {.home = home_create()};
    bool midnight_is_near = clock_wall_ms() / 60000 % (24 * 60) > 23 * 60;
    home_set(tui.home, "TZ", midnight_is_near ? "TEST+6" : "UTC");
    char *program = process_program("steno");
    demo_compare(&tui, program, false);
    free(program);
}
