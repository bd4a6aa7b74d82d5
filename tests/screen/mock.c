/* The world of the drawn screens, and their comparison cell by cell. */
/* SPDX-License-Identifier: MIT */
#include "screen/mock.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "curses.h"
#include "steno/tui/screen.h"
#include "support/asserts.h"
#include "support/screen.h"

#define ROWS_MAX       64
#define FOCUS_CELLS    16
#define LINE_MAX_BYTES 1024

/* What is the same or missing in most projects stands in mock_project. */
static const struct mock_row {
    const char *state, *name, *length, *updated;
    const char *more; /* members that only some have */
} world[] = {
    {"InProgress", "Council meeting, 14 May", "00:42:10", "2026-11-21T19:02:00Z",
     "\"Tags\":[\"news\",\"archive\"],\"ExpirationDate\":\"2026-12-01T00:00:00Z\","
     "\"TranscriptionConfig\":{\"Lang\":\"en-US\",\"WithSpeakerId\":true}"},
    {"Completed", "Interview: dam keeper", "00:03:55", "2026-05-15T08:14:00Z",
     "\"Tags\":[\"interview\",\"radio\"],\"ActiveTrsxLabel\":\"First pass\","
     "\"TranscriptionConfig\":{\"Lang\":\"en-US\",\"WithSpeakerId\":true,\"WithVAD\":false}"},
    {"None", "Lecture 7", "00:00:00", "2026-05-15T09:00:00Z", "\"Tags\":[],\"HasRecording\":false"},
    {"None", "Phone-in, damaged tape", "00:17:48", "2026-05-16T10:00:00Z", "\"Tags\":[]"},
    {"Completed", "Town planning committee, public hearing", "02:31:07", "2026-05-16T11:00:00Z",
     "\"Tags\":[\"planning\"]"},
    {"None", "Příliš žluťoučký kůň úpěl", "00:08:20", "2026-05-17T12:00:00Z", "\"Tags\":[]"},
    {"Completed", "Evening news", "00:28:30", "2026-05-18T20:31:00Z",
     "\"Tags\":[\"news\"],\"DeleteAt\":\"2026-11-23T12:00:00Z\",\"ActiveTrsxLabel\":\"Broadcast\","
     "\"TranscriptionConfig\":{\"Lang\":\"en-US\"}"},
    {"None", "Empty studio at night", "00:01:30", "2026-05-18T21:00:00Z", "\"Tags\":[]"},
    {"Completed", "Anniversary speech", "00:14:02", "2026-05-19T09:00:00Z", "\"Tags\":[]"},
    {"Failed", "Call centre, week 20", "26:03:04", "2026-11-21T02:14:00Z",
     "\"Tags\":[],\"TranscriptionConfig\":{\"Lang\":\"cs-CZ\"}"},
    {"Canceled", "Court hearing, room 4", "01:05:00", "2026-05-20T09:00:00Z", "\"Tags\":[\"court\"]"},
    {"None", "", "00:02:15", "2026-05-21T09:00:00Z", "\"Tags\":[]"},
};
#define WORLD_COUNT (sizeof world / sizeof world[0])

/* The notes of the operator. */
static const struct {
    int64_t id;
    const char *text;
} notes[] = {{1, "ask Jana for the names of the council"}, {7, "legal wants the srt before Friday"}};

/* Has the first project been enqueued by now? */
static bool is_enqueued = true;

char *mock_project(int64_t id)
{
    const struct mock_row *row = &world[id - 1];
    const char *state = id == 1 && !is_enqueued ? "None" : row->state;
    const char *author = id == 1
                             ? "\"Author\":\"City Hall\",\"Notes\":\"Microphone 2 is faint until 00:05.\","
                               "\"Start\":\"2026-05-14T07:00:00Z\","
                         : id == 2 ? "\"Author\":\"Martha Hill\",\"Start\":\"2026-05-15T07:30:00Z\","
                                   : "";
    return mem_printf(
        "{\"Data\":{\"Id\":%" PRId64 ",\"AccessToken\":%d,\"ProcessingState\":\"%s\",\"Length\":\"%s\","
        "%s\"IsReadOnly\":false,\"IsTeamProject\":true,\"ShareCount\":1,"
        "\"MediaInfo\":{\"HasVideo\":%s,\"IsPackaged\":true},"
        "\"Description\":{%s\"Name\":\"%s\"},\"Created\":\"2026-05-%02dT08:%02d:00Z\","
        "\"Updated\":\"%s\",%s}}",
        id, id == 1 ? 89 : 88, state, row->length,
        strstr(row->more, "HasRecording") ? "" : "\"HasRecording\":true,", id == 2 ? "false" : "true", author,
        row->name, id == 1 ? 14 : 15, id == 1 ? 30 : 1, row->updated, row->more);
}

void mock_answer_reads(struct bench *bench)
{
    for (int turn = 0; turn < 64; turn++) {
        int64_t id = 0;
        struct call call = {.op = ENDPOINT_GET_PROJECT};
        for (size_t i = 0; i < bench->app->call_count && id == 0; i++) {
            if (bench->app->calls[i].op == ENDPOINT_GET_PROJECT) {
                id = call.project_id = bench->app->calls[i].project_id;
                call.serial = bench->app->calls[i].serial;
            }
        }
        if (id == 0)
            return;
        char *json = mock_project(id);
        bench_answer_project(bench, &call, json);
        free(json);
    }
}

/* The list as the store has it: nothing was read yet. */
static void mock_fill(struct bench *bench, size_t projects)
{
    struct error err;
    bench_store(bench);
    for (int64_t id = 1; id <= (int64_t)projects; id++)
        cr_assert(store_list_add(bench->store, &id, 1, NULL, &err), "%s", err.text);
    for (size_t i = 0; i < sizeof notes / sizeof notes[0]; i++)
        cr_assert(notes[i].id > (int64_t)projects ||
                      store_note_save(bench->store, notes[i].id, notes[i].text, NULL, &err),
                  "%s", err.text);
}

/* Answers the reading of the account. */
static void mock_answer_account(struct bench *bench)
{
    const struct call *call = bench_call(bench, ENDPOINT_CURRENT_USER);
    if (call)
        bench_answer_login(
            bench, call,
            "{\"Data\":{\"User\":{\"Id\":1,\"Email\":\"demo@example.org\",\"CreditMinutes\":600,"
            "\"DidPay\":true,\"Role\":\"EnterpriseUser\",\"Language\":\"cs-CZ\"}}}");
}

void mock_start(struct bench *bench, int cols, int rows, size_t projects)
{
    screen_open(NULL, rows, cols, true, true);
    bench_init(bench, "secret-token");
    bench->wall_ms = MOCK_WALL_MS - 60000;
    bench_set(bench, SETTING_EMAIL, "demo@example.org");
    bench_set(bench, SETTING_RATE_CAP, "0");
    bench_set(bench, SETTING_CONNECTIONS, "16");
    mock_fill(bench, projects);
    bench_start(bench, cols, rows);
    bench_keys(bench, "z"); /* UTC */
    mock_answer_account(bench);
}

void mock_world_told(struct bench *bench, int cols, int rows)
{
    mock_start(bench, cols, rows, WORLD_COUNT);
    bench->wall_ms = MOCK_WALL_MS - 562000; /* 19:02:20 */
    is_enqueued = false;
    mock_answer_reads(bench);
    bench_wait(bench, 400);
    mock_answer_reads(bench);
    bench_keys(bench, "Esc r");
    is_enqueued = true;
    mock_answer_reads(bench);
    bench->wall_ms = MOCK_WALL_MS;
    bench_event(bench, &(struct event){.kind = EVENT_TICK, .wall_ms = MOCK_WALL_MS});
    screen_draw(bench->app);
    bench_clear(bench);
    screen_bytes();
}

void mock_world(struct bench *bench, int cols, int rows)
{
    mock_world_told(bench, cols, rows);
    bench_keys(bench, "Esc");
    mock_show(bench);
    screen_bytes();
}

void mock_show(struct bench *bench)
{
    screen_draw(bench->app);
    bench_clear(bench);
}

static void mock_path(char path[512], const char *name)
{
    snprintf(path, 512, FIXTURES "/screens/%s.txt", name);
}

/* Is what is drawn to become what is wanted? */
static bool mock_is_written(void)
{
    return getenv("MOCK_WRITE") != NULL;
}

/* The rows of a file, without what explains them; returns how many. */
static int mock_load(const char *name, char rows[][LINE_MAX_BYTES])
{
    char path[512], line[LINE_MAX_BYTES];
    int count = 0;
    mock_path(path, name);
    FILE *file = fopen(path, "r");
    if (!file && mock_is_written())
        return 0;
    cr_assert_not_null(file, "%s", path);
    while (count < ROWS_MAX && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (*line != '#')
            snprintf(rows[count++], LINE_MAX_BYTES, "%s", line);
    }
    fclose(file);
    return count;
}

/* Do the looks of the row agree with its mark? Of a heading, which is bold, that has the keys the first 16
 * cells are reversed. */
static bool mock_looks_so(int row, char mark)
{
    int first = (int)strspn(screen_row(row), " ");
    for (int col = 0; col < COLS; col++) {
        if (screen_cell(row, col).reverse != (mark == 'R' && col < FOCUS_CELLS))
            return false;
    }
    return mark != 'B' || screen_cell(row, first).bold;
}

/* The mark of a row as it is drawn. */
static char mock_mark(int row)
{
    return screen_cell(row, 0).reverse ? 'R' : screen_cell(row, 0).bold ? 'B' : ' ';
}

/* Compares one row; says what is there where it is another. */
static bool mock_compare(int row, const char *line)
{
    if (strcmp(screen_row(row), line + 2) == 0 && mock_looks_so(row, line[0]))
        return true;
    fprintf(stderr, "row %2d  wanted %c|%s\n        is     %c|%s\n", row, line[0], line + 2, mock_mark(row),
            screen_row(row));
    return false;
}

/* Writes a row as it is drawn, with the mark it had if that still holds. */
static void mock_write_row(FILE *file, int row, char mark)
{
    bool holds = mark && mock_looks_so(row, mark);
    fprintf(file, "%c|%s\n", holds ? mark : mock_mark(row), screen_row(row));
}

/* Makes the file, which has so many rows, say what is drawn; what explains and what leaves out rows stays. */
static void mock_write(const char *name, int count, int screen_rows)
{
    char path[512], written[520], line[LINE_MAX_BYTES];
    mock_path(path, name);
    snprintf(written, sizeof written, "%s.new", path);
    FILE *from = fopen(path, "r"), *to = fopen(written, "w");
    cr_assert_not_null(to, "%s", written);
    int row = 0;
    for (int i = 0; from && fgets(line, sizeof line, from);) {
        if (*line == '#' || *line == '~')
            fputs(line, to);
        else if (row < screen_rows)
            mock_write_row(to, row++, *line);
        i += *line != '#';
        if (*line == '~')
            row = screen_rows - (count - i);
    }
    for (; row < screen_rows; row++)
        mock_write_row(to, row, '\0');
    if (from)
        fclose(from);
    cr_assert_eq(fclose(to) | rename(written, path), 0, "%s", path);
    fprintf(stderr, "rewritten: %s\n", path);
}

/* Is what the last key brought a refusal? */
static bool mock_is_refused(const struct app *app, uint64_t said)
{
    static const char *const words[] = {" works in ", "There is no", "Nothing ", "No ", " is not done"};
    bool refused = app->status_is_bad;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        refused = refused || strstr(app->status, words[i]);
    return app->said_count != said && refused;
}

/* Presses a key in a copy of the program; is it refused? */
static bool mock_key_is_refused(struct bench *bench, const char *key)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        uint64_t said = bench->app->said_count;
        bench_keys(bench, key);
        bool refused = mock_is_refused(bench->app, said);
        if (refused)
            fprintf(stderr, "%s is refused: %s\n", key, bench->app->status);
        _exit(refused);
    }
    cr_assert(pid > 0 && waitpid(pid, &status, 0) == pid);
    return !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

/* Presses each key that the bar names, one by one: none may be refused. */
static void mock_press_hints(struct bench *bench, const char *name)
{
    char hints[HINTS_SIZE], key[32];
    app_hints(bench->app, hints, sizeof hints, bench->app->cols - 1);
    for (const char *at = hints; *at; at += strspn(at, " ")) {
        snprintf(key, sizeof key, "%.*s", (int)strcspn(at, " "), at);
        if (strcmp(key, "1-5") == 0)
            key[1] = '\0';
        bool is_key = key_parse(key, &(struct key){0});
        cr_expect(!is_key || !mock_key_is_refused(bench, key), "%s: the bar offers %s, which is refused: %s",
                  name, key, hints);
        const char *end = strstr(at, "  ");
        at = end ? end : at + strlen(at);
    }
}

void mock_expect(struct bench *bench, const char *name)
{
    static char rows[ROWS_MAX][LINE_MAX_BYTES];
    int count = mock_load(name, rows), wrong = 0, row = 0;
    mock_show(bench);
    for (int i = 0; i < count; i++) {
        if (rows[i][0] == '~')
            row = bench->app->rows - (count - 1 - i);
        else
            wrong += !mock_compare(row++, rows[i]);
    }
    bool is_other = wrong > 0 || row != bench->app->rows;
    if (is_other && mock_is_written())
        mock_write(name, count, bench->app->rows);
    else
        cr_expect_not(is_other, "%s has %d rows, of which %d differ", name, row, wrong);
    mock_press_hints(bench, name);
}
