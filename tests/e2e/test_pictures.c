/* The pictures in docs/pictures equal the screens of the demo on a fixed day, byte by byte. With MOCK_WRITE
 * in the environment (`./dev screens`), pictures that differ or are missing are written instead. */
/* SPDX-License-Identifier: MIT */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "tui_run.h"
#include "support/asserts.h"
#include "support/picture.h"

#define FOLDER "/../../docs/pictures/"

/* The start of the demo. */
#define PICTURES_TIME "2026-11-24T19:02:05Z"

#define STEPS_MAX 14

/* A step: its actions in this order, and the result to wait for. */
struct step {
    const char *time; /* sets the clock; NULL: unchanged */
    const char *keys; /* presses these keys; NULL: none */
    const char *wait; /* waits for these texts, separated by | */
    /* For an animated picture: takes a frame whose caption has the next key and its effect. */
    const char *next, *words;
};

static const struct drawn {
    const char *name, *title;
    const char *after; /* starts at the end of this picture; NULL: after the list is read */
    int rows, cols;    /* 0: 24 rows, 80 columns */
    struct step steps[STEPS_MAX];
} pictures[] = {
    {.name = "watchlist",
     .title = "The watchlist, and below it what is selected",
     .steps = {{.wait = "*1 +4 !2|1-7/38"}}},
    {.name = "details",
     .title = "The details of a project, with the moments that its keywords were said",
     .steps = {{.keys = "jjjjjjb", .wait = "Note:"},
               {.keys = "legal wants the srt before Friday\r", .wait = "Note       legal|On air"},
               {.keys = "i", .wait = ">State"},
               {.keys = "+", .wait = "Unzoom"},
               {.keys = "/Highlights\r", .wait = ">Highlights"},
               {.keys = "][", .wait = ">Highlights|Metadata:"}}},
    {.name = "enqueue",
     .title = "The form that enqueues a project, with all its fields",
     .steps = {{.keys = "jjjjje", .wait = "Needs 9 min of credit; you have 600"},
               {.keys = "c", .wait = "Voice detection"},
               {.keys = "\r", .wait = "no value"},
               {.keys = "cs-CZ\r", .wait = "> Language of the speech      cs-CZ"},
               {.keys = "jjj", .wait = "> Recognise known speakers"},
               {.keys = " ", .wait = "> Recognise known speakers    yes"}}},
    {.name = "export",
     .title = "The form that exports captions, filled from a house style",
     .steps = {{.keys = "jx", .wait = "Export #2"},
               {.keys = "\rsrt\r", .wait = "srt"},
               {.keys = "p", .wait = "style netflix-en"},
               {.keys = "j\r", .wait = "The style bbc has set"},
               {.keys = "c", .wait = "KeepStripped"}}},
    {.name = "captions",
     .title = "The captions as they would be exported, with what a house style has against them",
     .after = "export",
     .steps = {{.keys = "x", .wait = "Good evening"},
               {.keys = ".", .wait = "warning: "},
               {.keys = ".", .wait = "warning: "}}},
    {.name = "question",
     .title = "The question before marked projects are enqueued that cost more than there is",
     .steps = {{.keys = "M", .wait = "12 marked"},
               {.keys = "e", .wait = "Left out: #1"},
               {.keys = "X", .wait = "any other key: no"}}},
    {.name = "activity",
     .title = "The activity: what was done, and what became of it",
     .after = "question",
     .steps = {{.keys = "y", .wait = "4  *InProgress|12 *InProgress"},
               {.time = "2026-11-24T19:02:07.3Z", .wait = "8  !Failed"},
               {.time = "2026-11-24T19:02:08Z", .wait = "2  +Completed|12 +Completed"},
               {.time = "2026-11-24T19:02:09Z", .wait = "6  +Completed"},
               {.time = "2026-11-24T19:02:10Z", .wait = "4  !Failed"},
               {.time = "2026-11-24T19:02:17Z", .wait = "7  +Completed|11 +Completed"},
               {.time = "2026-11-24T19:02:40Z",
                .wait = "5  +Completed|Enqueue 12 projects (19:02): 6 completed|298 min"},
               {.keys = "L", .wait = "Activity, newest"},
               {.keys = "j\r", .wait = "not sent: no media"}}},
    {.name = "wide",
     .title = "A wide window: the captions beside the form",
     .rows = 28,
     .cols = 132,
     .steps = {{.keys = "jx", .wait = "Export #2"},
               {.keys = "\rsrt\r", .wait = "srt"},
               {.keys = "p", .wait = "style netflix-en"},
               {.keys = "jjjjj\r", .wait = "The style jtp-cs has set"},
               {.keys = "x", .wait = "Good evening"}}},
    {.name = "small-form",
     .title = "A form in a window of 40 columns and 10 rows",
     .rows = 10,
     .cols = 40,
     .steps = {{.keys = "jjjjje", .wait = "Needs 9 min of credit"}, {.keys = "c", .wait = "1/20"}}},
    {.name = "small-question",
     .title = "A question in a window of 40 columns and 10 rows",
     .rows = 10,
     .cols = 40,
     .steps = {{.keys = "je", .wait = "Enqueue #2"}, {.keys = "X", .wait = "any other key: no"}}},
    {.name = "first-minute",
     .title = "The first minute: a project is enqueued, followed, looked at and exported",
     .steps = {{.wait = "*1 +4 !2|1-7/38", .next = "j", .words = "Go to a project"},
               {.keys = "jjjjj",
                .wait = "> 6|None since 11-18|11-18 11:14",
                .next = "e",
                .words = "Open its enqueue form"},
               {.keys = "e",
                .wait = "Needs 9 min of credit; you have 600",
                .next = "X",
                .words = "Send the form as it is"},
               {.keys = "X",
                .wait = "#6 is now InProgress|*2 +4|About",
                .next = "",
                .words = "After 5 s, steno shows the new state by itself"},
               {.time = "2026-11-24T19:02:10Z",
                .wait = "#6 is now Completed|*1 +5|Completed since 19:02",
                .next = "x",
                .words = "Open its export form"},
               {.keys = "x", .wait = "Export #6", .next = "Enter", .words = "Choose a format"},
               {.keys = "\rsrt\r",
                .wait = "srt",
                .next = "x",
                .words = "See the captions before they are exported"},
               {.keys = "x", .wait = "102 captions, ", .next = "X", .words = "Export the file"},
               {.keys = "X", .wait = "exported to", .next = "q", .words = "Back"}}},
};

/* Prints the first line where a picture differs from the file. */
static void pictures_show_difference(const char *name, const char *wanted, const char *drawn)
{
    for (int line = 1; *wanted || *drawn; line++) {
        size_t was = strcspn(wanted, "\n"), is = strcspn(drawn, "\n");
        if (was != is || memcmp(wanted, drawn, was) != 0) {
            fprintf(stderr, "%s.svg:%d\nwas %.*s\nis  %.*s\n", name, line, (int)was, wanted, (int)is, drawn);
            return;
        }
        wanted += was + (wanted[was] != '\0');
        drawn += is + (drawn[is] != '\0');
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

/* Writes the file readable for everybody, unlike the program's private files. */
static void pictures_write(const char *path, const char *svg)
{
    FILE *file = fopen(path, "we");
    cr_assert_not_null(file, "%s", path);
    fputs(svg, file);
    cr_assert_eq(fclose(file), 0, "%s", path);
    fprintf(stderr, "rewritten: %s\n", path);
}

/* A picture while it is made: its frames so far, and its definition. */
struct making {
    const struct drawn *drawn;
    struct picture *frames[STEPS_MAX];
    size_t count;
    const char *wanted;
};

/* Takes a frame of the terminal. */
static void pictures_take(struct making *making, struct pty *pty)
{
    struct picture *frame = picture_take(pty);
    picture_set_port(frame, "53883");
    making->frames[making->count++] = frame;
}

/* True if the screen shows all texts. */
static bool pictures_shows(struct pty *pty, void *texts)
{
    char *copy = mem_copy(texts), *rest = copy, *text;
    bool all = true;
    while (all && (text = strsep(&rest, "|")))
        all = pty_has_text(pty, text);
    free(copy);
    return all;
}

/* Presses keys. Waits for silence before a key that sends a request: if an answer changed the screen, the key
 * would be refused as typed too early. */
static void pictures_press(struct tui *tui, const char *keys)
{
    if (strpbrk(keys, "Xy"))
        tui_settle(tui);
    pty_type(tui->pty, keys);
}

/* The definition of a picture, or NULL. */
static const struct drawn *pictures_find(const char *name)
{
    for (size_t i = 0; i < sizeof pictures / sizeof pictures[0]; i++)
        if (strcmp(pictures[i].name, name) == 0)
            return &pictures[i];
    return NULL;
}

/* Carries out the steps of a picture. */
static void pictures_step(struct tui *tui, struct making *making, const struct drawn *drawn)
{
    if (drawn->after)
        pictures_step(tui, making, pictures_find(drawn->after));
    for (const struct step *step = drawn->steps; step->wait; step++) {
        if (step->time)
            tui_set_clock(tui, step->time);
        if (step->keys)
            pictures_press(tui, step->keys);
        bool is_shown = pty_wait(tui->pty, pictures_shows, (void *)step->wait, TUI_LIMIT_MS);
        cr_assert(is_shown, "%s: no %s", drawn->name, step->wait);
        if (step->words) {
            tui_settle(tui);
            pictures_take(making, tui->pty);
            picture_add_caption(making->frames[making->count - 1], step->next, step->words);
        }
    }
}

/* Starts the demo at the fixed time. */
static void pictures_open(struct tui *tui, struct making *making)
{
    const struct drawn *drawn = making->drawn;
    tui->home = home_create();
    char *program = process_built("tests/dated/steno");
    tui_set_clock(tui, PICTURES_TIME);
    tui->pty = pty_start(tui->home, (char *[]){program, "--demo", NULL}, drawn->rows ? drawn->rows : 24,
                         drawn->cols ? drawn->cols : 80);
    tui_go(tui, "", drawn->cols > 80 ? "4 Completed  1 Failed  1 Canceled" : "*1 +4 !2");
    pictures_step(tui, making, drawn);
    free(program);
}

/* The SVG of the frames, or without frames of the current screen; caller frees. */
static char *pictures_draw(struct making *making, struct pty *pty)
{
    bool is_still = making->count == 0;
    if (is_still)
        pictures_take(making, pty);
    char *svg = picture_svg(making->frames, making->count, making->drawn->title);
    if (is_still)
        picture_free(making->frames[--making->count]);
    return svg;
}

static bool pictures_agree(struct pty *pty, void *context)
{
    struct making *making = context;
    char *svg = pictures_draw(making, pty);
    bool equal = strcmp(svg, making->wanted) == 0;
    free(svg);
    return equal;
}

/* Compares a picture with its file, or writes the file. */
static void pictures_compare(const char *name)
{
    struct tui tui = {0};
    struct making making = {.drawn = pictures_find(name)};
    char *path = mem_printf(FIXTURES FOLDER "%s.svg", name), *wanted = pictures_read(path);
    making.wanted = wanted;
    pictures_open(&tui, &making);
    if (getenv("MOCK_WRITE"))
        tui_settle(&tui);
    else if (making.count == 0)
        pty_wait(tui.pty, pictures_agree, &making, TUI_LIMIT_MS / 2);
    char *svg = pictures_draw(&making, tui.pty);
    bool differs = strcmp(svg, wanted) != 0;
    if (differs && getenv("MOCK_WRITE"))
        pictures_write(path, svg);
    else if (differs)
        pictures_show_difference(name, wanted, svg);
    cr_expect(!differs || getenv("MOCK_WRITE"),
              "the program shows another screen: ./dev screens remakes docs/pictures");
    while (making.count > 0)
        picture_free(making.frames[--making.count]);
    free(svg);
    free(wanted);
    free(path);
    tui_end(&tui);
}

#define PICTURE(name, file)                                                                                  \
    Test(pictures, name, .timeout = 120)                                                                     \
    {                                                                                                        \
        pictures_compare(file);                                                                              \
    }

PICTURE(watchlist, "watchlist")
PICTURE(details, "details")
PICTURE(enqueue, "enqueue")
PICTURE(export, "export")
PICTURE(captions, "captions")
PICTURE(question, "question")
PICTURE(activity, "activity")
PICTURE(wide, "wide")
PICTURE(small_form, "small-form")
PICTURE(small_question, "small-question")
PICTURE(first_minute, "first-minute")

Test(pictures, are_all_in_the_tour_and_drawn_here)
{
    char *tour = pictures_read(FIXTURES "/../../docs/TOUR.md");
    char *readme = pictures_read(FIXTURES "/../../README.md");
    DIR *folder = opendir(FIXTURES FOLDER);
    size_t count = 0;
    cr_assert_not_null(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.')
            continue;
        char *shown = mem_printf("](pictures/%s)", entry->d_name);
        cr_expect_str_has(tour, shown, "docs/TOUR.md does not show %s", entry->d_name);
        entry->d_name[strcspn(entry->d_name, ".")] = '\0';
        cr_expect_not_null(pictures_find(entry->d_name), "nothing draws %s", entry->d_name);
        free(shown);
        count++;
    }
    cr_expect_eq(count, sizeof pictures / sizeof pictures[0]);
    cr_expect_str_has(readme, "](docs/pictures/watchlist.svg)");
    closedir(folder);
    free(readme);
    free(tour);
}

/* --- the demo on other days: its projects, their expiry dates and ages --- */

/* Starts a demo, checks its first screen, and quits. */
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
