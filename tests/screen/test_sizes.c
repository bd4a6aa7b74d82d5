/* Each screen in sizes from 1x1 to 300x100 while keys come: drawing the changes gives the same as drawing
 * everything, the part that has the keys is visible, every row of a side pane has its vertical line, the
 * cursor is inside the screen, and no hostile bytes are written. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen/worlds.h"
#include "steno/tui/screen.h"
#include "term.h"

#define SIZES    300
#define COLS_MAX 300
#define ROWS_MAX 100

/* A name with wide, combining and hostile characters. */
static const char hostile[] = "会議 e\xcc\x81\xcc\x81t\xc3\xa9 \\u001b]0;title\\u0007 \xe2\x80\xaeno \xc2\x9b"
                              "31m \xf0\x9f\x8e\xa4 and so on, long enough to be cut in every place";

/* The cells of a screen, and its cursor. */
struct picture {
    cchar_t cells[ROWS_MAX][COLS_MAX + 1];
    int row, col;
};

static void take_picture(struct picture *picture)
{
    memset(picture, 0, sizeof *picture);
    getyx(stdscr, picture->row, picture->col);
    for (int row = 0; row < LINES; row++)
        mvin_wchnstr(row, 0, picture->cells[row], COLS);
    move(picture->row, picture->col);
}

/* The current screen and the last key, for failure messages. */
static char step[200];

/* Expects that drawing everything again changes no cell. */
static void expect_whole(void)
{
    static struct picture is, whole;
    take_picture(&is);
    screen_draw(bench.app);
    take_picture(&whole);
    for (int row = 0; row < LINES; row++)
        cr_assert_arr_eq(is.cells[row], whole.cells[row], sizeof is.cells[row],
                         "%s: row %d is old, it should be: %s", step, row, screen_row(row));
    cr_assert(is.row == whole.row && is.col == whole.col, "%s: the cursor is at %d,%d, not at %d,%d", step,
              is.row, is.col, whole.row, whole.col);
}

/* Expects a vertical line left of a pane beside a form, in all rows that nothing covers. */
static void expect_rules(void)
{
    const struct area *area = &bench.app->layout.place[0];
    if (bench.app->layout.too_small || app_top(bench.app)->kind > OVERLAY_OVER_FORM)
        return;
    for (int row = area->y; area->x > 0 && row < area->y + area->h - 2; row++) {
        cchar_t cell;
        mvin_wch(row, area->x - 1, &cell);
        cr_assert_eq(cell.chars[0], L'│', "%s: no rule in row %d: %s", step, row, screen_row(row));
    }
}

/* Draws the screen and checks it. */
static void look(const char *screen, int number, const char *keys)
{
    static const char *const never[] = {"\x1b]", "\xe2\x80\xae", "\xc2\x9b"};
    snprintf(step, sizeof step, "%s, step %d, %dx%d after “%s”", screen, number, COLS, LINES, keys);
    screen_draw(bench.app);
    bench_clear(&bench);
    const char *sent = screen_sent();
    for (int i = 0; i < 3; i++)
        cr_assert_str_lacks(sent, never[i], "%s: hostile bytes", step);
    cr_assert(bench.app->cols == COLS && bench.app->rows == LINES);
    cr_assert(app_pane_place(bench.app, bench.app->focus) >= 0, "%s: %s has the keys, and no place", step,
              app_focus_ops(bench.app)->name);
    expect_whole();
    expect_rules();
}

/* Returns the next number of a fixed sequence, from 1 to `most`. Three of four numbers are small: at most a
 * third of `most`. */
static int next_size(unsigned *seed, int most)
{
    *seed = *seed * 1103515245u + 12345u;
    int limit = (*seed >> 8) % 4 ? most / 3 : most;
    return 1 + (int)(*seed >> 16) % limit;
}

/* Reads the project with the hostile name again, so that reads continue while sizes change. */
static void rename_first(void)
{
    char *json = bench_json(1, "Completed", hostile);
    for (size_t i = 0; i < bench.app->call_count; i++) {
        const struct app_call *sent = &bench.app->calls[i];
        if (sent->op == ENDPOINT_GET_PROJECT && sent->project_id == 1) {
            struct call call = {.op = sent->op, .project_id = 1, .serial = sent->serial};
            bench_answer_project(&bench, &call, json);
            break;
        }
    }
    free(json);
}

/* Opens the world of the drawn screens; the first project gets the hostile name. */
static void open_world(void)
{
    sixty_afternoon(80, 24);
    bench_keys(&bench, "r");
    rename_first();
    drawn_keys("Esc");
}

/* Repeats these keys, with a new size before each. Every third time deadlines pass too, and every ninth time
 * answers come. */
static void visit(const char *screen, const char *const *keys, size_t count)
{
    unsigned seed = 20261121;
    for (int i = 0; i < SIZES; i++) {
        int cols = next_size(&seed, COLS_MAX);
        scene_resize(cols, next_size(&seed, ROWS_MAX));
        look(screen, i, "a size");
        bench_keys(&bench, keys[(size_t)i % count]);
        look(screen, i, keys[(size_t)i % count]);
        if (i % 3 == 0) {
            bench_wait(&bench, 700);
            look(screen, i, "a rest");
        }
        if (i % 9 == 0)
            rename_first();
    }
    scene_resize(80, 24);
    bench_keys(&bench, "^G ^G");
    look(screen, SIZES, "the end");
    cr_expect_str_has(screen_text(), "steno  ", "%s", screen_row(0));
}

#define SIZES_OF(screen, open, ...)                                                                          \
    Test(sizes, screen)                                                                                      \
    {                                                                                                        \
        static const char *const keys[] = {__VA_ARGS__};                                                     \
        open();                                                                                              \
        visit(#screen, keys, sizeof keys / sizeof keys[0]);                                                  \
    }

SIZES_OF(list_and_zoom, open_world, "+", "j", "PgDn", "Tab", "+", "G", "k", "Tab", "+", "+", "g", "R")
SIZES_OF(marks_and_a_batch_question, open_world, "Space", "j j v", "M", "x", "X", "n", "q", "u", "M", "D",
         "n", "I", "e X", "Esc", "^G ^G", "u")
SIZES_OF(filter_as_you_type, open_world, "f", "n", "e", "w", "Backspace", "Left", "a", "Down", "Enter", "j",
         "f", "x x x", "Esc", "f", "Ctrl-u", "Enter")
SIZES_OF(menu_of_commands, open_world, ":", "r e", "Tab", "Down", "Tab", "Left", "Backspace", "z z", "Tab",
         "Esc", "^G")
SIZES_OF(questions, open_world, "t", "d", "n", "j d", "Esc", "^G", "D", "n", "j e X", "n", "^G")
SIZES_OF(activity, open_world, "L", "Enter", "j", "Enter", "PgDn", "/ s Enter", "g", "^G")
SIZES_OF(help, open_world, "?", "Tab", "j j", "PgDn", "G", "/ t a Enter", "Esc", "Tab", "^G")
SIZES_OF(account_and_policy, open_world, "A", "j", "G", "Tab", "g", "P", "G", "^G")
SIZES_OF(details_and_raw, open_world, "i", "Enter", "j", "j Enter", "PgDn", "m", "G", "J", "PgDn", "t", "H",
         "^G", "j")
SIZES_OF(form_and_choice_menu, open_world, "e", "Enter", "Down", "Down", "Enter", "j", "v", "q", "PgDn", "k",
         "P", "Esc", "/ p r Enter", "^G ^G")
SIZES_OF(form_with_text_being_typed, open_world, "x", "G", "Enter", "a b c d", "Left", "é", "日", "Home",
         "Enter", "Tab", "^G ^G")
SIZES_OF(metadata_form, open_world, "m", "a", "E p", "Tab", "1 2 0", "Esc", "^G ^G")
SIZES_OF(login_form, open_world, "l", "Tab", "s e c", "Tab", "x", "^G ^G")
SIZES_OF(note_and_ids, open_world, "b", "n o t e", "Enter", "o", "1 2", "Esc", "^G", "#", "3", "Esc")

/* Opens three exports; the second fails. */
static void open_failure(void)
{
    struct call call;
    open_world();
    bench_keys(&bench, "g Space Space j j Space x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    bench_keys(&bench, "X y");
    cr_assert(bench.app->batch->active);
    for (int turn = 0; turn < 3; turn++) {
        cr_assert(scene_call(ENDPOINT_EXPORT, &call));
        if (turn == 1)
            bench_answer_error(&bench, &call, ERROR_SERVER, 500, "The export failed");
        else
            bench_answer_file(&bench, &call, "/srv/subs/a-file-with-a-long-name.srt", 44700);
    }
    drawn();
    cr_assert(strstr(screen_text(), "1 failed") || strstr(screen_text(), "2 of 3"), "%s", screen_text());
}
SIZES_OF(failure_of_a_batch, open_failure, "j", "L", "Enter", "Tab", "PgDn", "+", "k", "+", "Tab")

/* Opens captions beside the export form; one caption is hostile. */
static void open_captions(void)
{
    open_world();
    scene_resize(132, 43);
    bench_keys(&bench, "x x");
    const struct call *call = bench_call(&bench, ENDPOINT_EXPORT);
    cr_assert_not_null(call);
    bench_answer_captions(&bench, call,
                          "1\n00:00:01,000 --> 00:00:03,000\n- One\nline\n\n"
                          "2\n00:00:03,080 --> 00:00:05,580\nred \x1b]0;t\x07 \xe2\x80\xaeno \xc2\x9b"
                          "31m\n\n"
                          "3\n00:00:08,000 --> 00:00:08,200\nToo fast to be read by anybody at all\n\n"
                          "4\n00:01:00,000 --> 00:01:02,000\nPříliš 日本 e\xcc\x81\xcc\x81\n");
    drawn();
    cr_assert_str_has(screen_text(), "Captions #1");
}
SIZES_OF(captions, open_captions, "j", "Enter", "i", "i", "p", "Esc", "Tab", "Down", "Tab", "+", "G", "+",
         "f", "a", "Esc", "J", "q", "s", "n", ".", "!")
