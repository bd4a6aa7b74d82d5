/* The pictures in docs/pictures are what the demo shows on a set day, byte by byte. With MOCK_WRITE in the
 * environment (`./dev screens`) a picture that differs, or is not there yet, is written instead. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "tui_run.h"
#include "support/asserts.h"
#include "support/picture.h"

#define FOLDER "/../../docs/pictures/"

/* When the demo begins. */
#define PICTURES_TIME "2026-11-24T19:02:05Z"

/* Keys, and what they must bring before anything else is done. */
struct step {
    const char *keys, *text;
};

struct drawn {
    const char *name, *title;
    int rows, cols;
    struct step steps[10];
};

static const struct drawn pictures[] = {
    {"watchlist",
     "The watchlist of steno, and below it what is selected",
     24,
     80,
     {{"", "*1 +4 !2"}, {"", "1-7/15"}}},
    {"details",
     "The details of a project",
     24,
     80,
     {{"", "*1 +4 !2"}, {"ji", "Completed since"}, {"+", "Enter Fold"}}},
};

/* Says at which lines a picture is another one than that in the folder. */
static void pictures_show_difference(const char *name, const char *wanted, const char *drawn)
{
    int line = 1, told = 0;
    while ((*wanted || *drawn) && told < 10) {
        size_t was = strcspn(wanted, "\n"), is = strcspn(drawn, "\n");
        if (was != is || memcmp(wanted, drawn, was) != 0) {
            fprintf(stderr, "%s.svg:%d  was %.*s\n%*s  is  %.*s\n", name, line, (int)was, wanted,
                    (int)strlen(name) + 6, "", (int)is, drawn);
            told++;
        }
        wanted += was + (wanted[was] != '\0');
        drawn += is + (drawn[is] != '\0');
        line++;
    }
}

static char *pictures_read(const char *path)
{
    struct error err;
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    if (file_read(path, &text, &err))
        return buffer_take(&text);
    buffer_free(&text);
    return mem_copy("");
}

/* Writes it for everybody to read, unlike the private files of the program. */
static void pictures_write(const char *path, const char *svg)
{
    FILE *file = fopen(path, "we");
    cr_assert_not_null(file, "%s", path);
    fputs(svg, file);
    cr_assert_eq(fclose(file), 0, "%s", path);
    fprintf(stderr, "rewritten: %s\n", path);
}

/* What the terminal shows now, drawn; caller frees. */
static char *pictures_draw(struct pty *pty, const char *title)
{
    struct picture *picture = picture_take(pty);
    picture_set_port(picture, "53883");
    char *svg = picture_svg(&picture, 1, title);
    picture_free(picture);
    return svg;
}

/* What a wait compares. */
struct wanted {
    const char *title, *svg;
};

static bool pictures_agree(struct pty *pty, void *context)
{
    const struct wanted *wanted = context;
    char *svg = pictures_draw(pty, wanted->title);
    bool equal = strcmp(svg, wanted->svg) == 0;
    free(svg);
    return equal;
}

/* Brings the demo, at the set time, to what the picture shows. */
static void pictures_open(struct tui *tui, const struct drawn *drawn)
{
    tui->home = home_create();
    char *program = process_built("tests/dated/steno");
    tui_set_clock(tui, PICTURES_TIME);
    tui->pty = pty_start(tui->home, (char *[]){program, "--demo", NULL}, drawn->rows, drawn->cols);
    for (const struct step *step = drawn->steps; step->text; step++) {
        pty_type(tui->pty, step->keys);
        cr_assert(pty_wait_text(tui->pty, step->text, TUI_LIMIT_MS), "%s: after “%s”", drawn->name,
                  step->keys);
    }
    free(program);
}

/* Compares a picture with what the program shows, or makes it that. */
static void pictures_compare(const struct drawn *drawn)
{
    struct tui tui = {0};
    char *path = mem_printf(FIXTURES FOLDER "%s.svg", drawn->name), *wanted = pictures_read(path);
    pictures_open(&tui, drawn);
    if (getenv("MOCK_WRITE"))
        tui_settle(&tui);
    else
        pty_wait(tui.pty, pictures_agree, &(struct wanted){drawn->title, wanted}, TUI_LIMIT_MS / 2);
    char *svg = pictures_draw(tui.pty, drawn->title);
    bool differs = strcmp(svg, wanted) != 0;
    if (differs && getenv("MOCK_WRITE"))
        pictures_write(path, svg);
    else if (differs)
        pictures_show_difference(drawn->name, wanted, svg);
    cr_expect(!differs || getenv("MOCK_WRITE"),
              "the program shows another screen: ./dev screens remakes docs/pictures");
    free(svg);
    free(wanted);
    free(path);
    tui_end(&tui);
}

Test(pictures, watchlist, .timeout = 60)
{
    pictures_compare(&pictures[0]);
}

Test(pictures, details, .timeout = 60)
{
    pictures_compare(&pictures[1]);
}
