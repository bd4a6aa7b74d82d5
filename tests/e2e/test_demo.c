/* README's picture is what the demo shows row by row on other days than its own, of which test_pictures.c
 * sees that all cells are so. What it shows is its own description. */
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

/* Covers what depends on the sandbox's port and on the day: the column Since, and the times of the details.
 * What is missing stays missing. */
static void picture_mask(struct picture *picture)
{
    static const char *const dates[] = {" since ", " Changed "};
    char *port = strstr(picture->rows[0], "127.0.0.1:");
    if (port)
        for (port += strlen("127.0.0.1:"); isdigit((unsigned char)*port); port++)
            *port = '#';
    for (int row = 2; row < 14; row++)
        if (strlen(picture->rows[row]) > 22) {
            char *since = picture->rows[row] + 17;
            if (strncmp(since, "     ", 5) != 0)
                memcpy(since, "#####", 5);
        }
    for (int row = 14; row < ROWS; row++) {
        for (size_t i = 0; i < 2; i++) {
            char *at = strstr(picture->rows[row], dates[i]);
            if (at && i == 0)
                picture_cover(at + strlen(dates[i]), 5);
            else if (at)
                snprintf(at + strlen(dates[i]), 8, "   #");
        }
        char *date = strstr(picture->rows[row], "City Hall, "), *end = date ? strchr(date, '.') : NULL;
        if (end)
            memmove(date, end, strlen(end) + 1);
    }
}

struct demo_wait {
    struct picture wanted;
    bool tells; /* which rows differ */
};

/* Does the terminal show the picture? */
static bool demo_is_pictured(struct pty *pty, void *context)
{
    const struct demo_wait *wait = context;
    struct picture now;
    bool same = true;
    picture_take(&now, pty);
    picture_mask(&now);
    for (int row = 0; row < ROWS; row++) {
        bool differs = strcmp(now.rows[row], wait->wanted.rows[row]) != 0;
        same = same && !differs;
        if (differs && wait->tells)
            fprintf(stderr, "row %2d  README   |%s\n        the demo |%s\n", row, wait->wanted.rows[row],
                    now.rows[row]);
    }
    return same;
}

/* Starts a demo in a home, compares it with README, and leaves. */
static void demo_compare(struct home *home, char *program)
{
    struct tui tui = {.home = home};
    struct demo_wait wait = {.tells = false};
    char *argv[] = {program, (char[]){"--demo"}, NULL};
    picture_read(&wait.wanted);
    picture_mask(&wait.wanted);
    tui.pty = pty_start(home, argv, ROWS, 80);
    wait.tells = !pty_wait(tui.pty, demo_is_pictured, &wait, TUI_LIMIT_MS / 2);
    cr_assert(!wait.tells || demo_is_pictured(tui.pty, &wait), "README does not show what the demo shows");
    tui_quit(&tui, "q", TUI_LIMIT_MS);
    tui_end(&tui);
    free(program);
}

Test(demo, shows_the_rows_of_readme_on_the_first_day_of_a_year_on_a_leap_day_and_today, .timeout = 120)
{
    static const char *const days[] = {"2029-01-01T00:00:05Z", "2028-02-29T12:00:00Z"};
    bool midnight_is_near = clock_wall_ms() / 60000 % (24 * 60) > 23 * 60;
    struct home *home = home_create();
    home_set(home, "TZ", midnight_is_near ? "TEST+6" : "UTC");
    demo_compare(home, process_program("steno"));
    for (int i = 0; i < 2; i++) {
        struct tui tui = {.home = home_create()};
        tui_set_clock(&tui, days[i]);
        demo_compare(tui.home, process_built("tests/dated/steno"));
    }
}
