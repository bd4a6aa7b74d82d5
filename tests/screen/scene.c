/* Opens the application of a test on a screen, and compares drawn screens cell by cell. */
/* SPDX-License-Identifier: MIT */
#include "screen/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "steno/tui/screen.h"
#include "term.h"

#define ROWS_MAX       64
#define FOCUS_CELLS    16
#define LINE_MAX_BYTES 1024

struct bench bench;

void scene_screen(int cols, int rows, bool utf8)
{
    if (bench.app)
        bench_free(&bench);
    bench.app = NULL;
    screen_open(NULL, rows, cols, utf8, true);
}

void scene_ready(int cols, int rows)
{
    scene_screen(cols, rows, true);
    bench_ready(&bench);
    if (rows != 24 || cols != 80)
        bench_resize(&bench, cols, rows);
    drawn();
}

void scene_login(int cols, int rows)
{
    scene_screen(cols, rows, true);
    bench_init(&bench, NULL);
    bench_start(&bench, cols, rows);
    drawn();
}

void scene_resize(int cols, int rows)
{
    resizeterm(rows, cols);
    bench_resize(&bench, cols, rows);
}

size_t drawn(void)
{
    screen_draw(bench.app);
    bench_clear(&bench);
    return screen_bytes();
}

size_t drawn_keys(const char *keys)
{
    bench_keys(&bench, keys);
    return drawn();
}

size_t drawn_wait(int64_t ms)
{
    bench_wait(&bench, ms);
    return drawn();
}

bool scene_call(enum endpoint_id op, struct call *call)
{
    for (size_t i = 0; i < bench.app->call_count; i++) {
        const struct app_call *sent = &bench.app->calls[i];
        if (sent->op == op) {
            *call = (struct call){.op = op, .project_id = sent->project_id, .serial = sent->serial};
            return true;
        }
    }
    return false;
}

/* Loads the rows of a file, without its comments; returns their number. */
static int mock_load(const char *path, char rows[][LINE_MAX_BYTES])
{
    char line[LINE_MAX_BYTES];
    int count = 0;
    FILE *file = fopen(path, "r");
    while (file && count < ROWS_MAX && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line != '#')
            snprintf(rows[count++], LINE_MAX_BYTES, "%s", line);
    }
    if (file)
        fclose(file);
    return count;
}

/* Does the style of the row match its mark? R: exactly the first 16 cells are reversed; B: it is bold. */
static bool mock_looks_so(int row, char mark)
{
    int first = (int)strspn(screen_row(row), " ");
    for (int col = 0; col < COLS; col++) {
        if (screen_cell(row, col).reverse != (mark == 'R' && col < FOCUS_CELLS))
            return false;
    }
    return mark != 'B' || screen_cell(row, first).bold;
}

/* The mark of a row by its style on the screen. */
static char mock_mark(int row)
{
    return screen_cell(row, 0).reverse ? 'R' : screen_cell(row, 0).bold ? 'B' : ' ';
}

/* Compares one row; prints both if they differ. */
static bool mock_compare(int row, const char *line)
{
    if (strcmp(screen_row(row), line + 2) == 0 && mock_looks_so(row, line[0]))
        return true;
    fprintf(stderr, "row %2d  wanted %c|%s\n        is     %c|%s\n", row, line[0], line + 2, mock_mark(row),
            screen_row(row));
    return false;
}

/* Writes the drawn screen to the file; its comments stay. */
static void mock_write(const char *path, char rows[][LINE_MAX_BYTES], int count)
{
    char explains[LINE_MAX_BYTES * 4] = "", line[LINE_MAX_BYTES];
    size_t len = 0;
    FILE *file = fopen(path, "r");
    while (file && len + sizeof line < sizeof explains && fgets(line, sizeof line, file)) {
        if (*line == '#')
            len += (size_t)snprintf(explains + len, sizeof explains - len, "%s", line);
    }
    if (file)
        fclose(file);
    file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    fputs(explains, file);
    for (int row = 0; row < bench.app->rows; row++) {
        bool holds = row < count && mock_looks_so(row, rows[row][0]);
        fprintf(file, "%c|%s\n", holds ? rows[row][0] : mock_mark(row), screen_row(row));
    }
    cr_assert_eq(fclose(file), 0, "%s", path);
    fprintf(stderr, "rewritten: %s\n", path);
}

/* True if there is a new message, and it is a refusal. */
static bool mock_is_refused(const struct app *app, uint64_t said)
{
    static const char *const words[] = {" works in ", "There is no", "Nothing ", "No ", " is not done"};
    bool refused = app->status_is_bad;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        refused = refused || strstr(app->status, words[i]);
    return app->said_count != said && refused;
}

/* Presses a key in a forked process. Returns true if the key is refused. */
static bool mock_key_is_refused(const char *key)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        uint64_t said = bench.app->said_count;
        bench_keys(&bench, key);
        bool refused = mock_is_refused(bench.app, said);
        if (refused)
            fprintf(stderr, "%s is refused: %s\n", key, bench.app->status);
        _exit(refused);
    }
    cr_assert(pid > 0 && waitpid(pid, &status, 0) == pid);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

/* Presses each key that the bar shows, each in a fork: none may be refused. */
static void mock_press_hints(const char *name)
{
    char hints[HINTS_SIZE], key[32];
    app_hints(bench.app, hints, sizeof hints, bench.app->cols - 1);
    for (const char *at = hints; *at; at += strspn(at, " ")) {
        snprintf(key, sizeof key, "%.*s", (int)strcspn(at, " "), at);
        if (strcmp(key, "1-5") == 0)
            key[1] = '\0';
        bool is_key = key_parse(key, &(struct key){0});
        cr_expect(!is_key || !mock_key_is_refused(key), "%s: the bar offers %s, which is refused: %s", name,
                  key, hints);
        const char *end = strstr(at, "  ");
        at = end ? end : at + strlen(at);
    }
}

void mock_expect(const char *name)
{
    static char rows[ROWS_MAX][LINE_MAX_BYTES];
    char path[512];
    snprintf(path, sizeof path, FIXTURES "/screens/%s.txt", name);
    int count = mock_load(path, rows), wrong = 0;
    drawn();
    for (int row = 0; row < count && row < bench.app->rows; row++)
        wrong += !mock_compare(row, rows[row]);
    bool is_other = wrong > 0 || count != bench.app->rows;
    if (is_other && getenv("MOCK_WRITE"))
        mock_write(path, rows, count);
    else
        cr_expect_not(is_other, "%s has %d rows, of which %d differ", path, count, wrong);
    mock_press_hints(name);
}
