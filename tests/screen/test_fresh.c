/* What is on the screen is what would be drawn anew: after every event for which nothing is drawn nothing may
 * be older than the state. The numbers come from a fixed seed, so that a failure comes back. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/tui/screen.h"
#include "support/app_bench.h"
#include "support/asserts.h"
#include "support/screen.h"

#define ROWS_MAX 50
#define EVENTS   400

static struct bench bench;
static uint64_t seed;

static unsigned draw(unsigned limit)
{
    seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(seed >> 33) % limit;
}

/* How far something is may be up to a second old. */
static bool is_progress(const char *row)
{
    return strncmp(row, "Refreshing ", 11) == 0 && strstr(row, " of ");
}

/* Draws where something is dirty, as the loop does, then anyway, and compares. */
static void check_fresh(const char *what, int rows)
{
    char *before[ROWS_MAX];
    if (bench.effects.dirty)
        screen_draw(bench.app);
    bench_clear(&bench);
    for (int row = 0; row < rows; row++)
        before[row] = mem_copy(screen_row(row));
    screen_draw(bench.app);
    for (int row = 0; row < rows; row++) {
        if (!is_progress(before[row]) || !is_progress(screen_row(row)))
            cr_assert_str_eq(before[row], screen_row(row), "after %s row %d still is: %s\nit should be: %s",
                             what, row, before[row], screen_row(row));
        free(before[row]);
    }
}

/* Answers one reading: another state, other tags, a failure. */
static const char *answer_one(void)
{
    static const char *const states[] = {"None", "InProgress", "Completed", "Failed"};
    static const enum error_kind kinds[] = {ERROR_CONNECT, ERROR_NOT_FOUND, ERROR_RATE_LIMITED,
                                            ERROR_NOT_LOGGED_IN, ERROR_TIMEOUT};
    if (bench.app->call_count == 0)
        return "nothing";
    const struct app_call *found = &bench.app->calls[draw((unsigned)bench.app->call_count)];
    struct call call = {.serial = found->serial, .op = found->op, .project_id = found->project_id};
    if (call.op == ENDPOINT_EXPORT || draw(3) == 0) {
        unsigned kind = draw(5);
        static const int statuses[] = {0, 404, 429, 401, 0};
        bench_answer_error(&bench, &call, kinds[kind], statuses[kind], "It did not work");
        return "a failure";
    }
    if (call.op == ENDPOINT_LOGIN || call.op == ENDPOINT_CURRENT_USER) {
        bench_answer_login(&bench, &call, "{\"User\":{\"Email\":\"a@b\",\"CreditMinutes\":12}}");
        return "a login";
    }
    if (call.op == ENDPOINT_PASSWORD_SETTINGS) {
        bench_answer_policy(&bench, &call, "{\"RequiredLength\":8}");
        return "a policy";
    }
    char *json = mem_printf(
        "{\"Data\":{\"Id\":%d,\"AccessToken\":7,\"ProcessingState\":\"%s\",\"Name\":\"%s\","
        "\"Tags\":[\"%s\"]}}",
        (int)call.project_id, states[draw(4)], draw(2) ? "Council" : "Über 会議", draw(2) ? "news" : "x");
    bench_answer_project(&bench, &call, json);
    free(json);
    return "a reading";
}

static const char *any_event(void)
{
    static const char *const keys[] = {"j", "k", "R",  "r", "Space", "Space", "Tab", "Enter", "q", "Esc",
                                       "x", "e", "y",  "n", "+",     "a",     "i",   "h",     "?", "M",
                                       "l", "D", "^C", "f", "g",     "G",     "c",   "!",     "s"};
    static const char *const lines[] = {"filter new", "filter",   "filter \"会", "sort state",
                                        "sort name",  "open 4-9", "filter +",    "read-only"};
    unsigned kind = draw(10);
    if (kind < 3)
        return answer_one();
    if (kind == 3) {
        bench_wait(&bench, draw(20000));
        return "a wait";
    }
    if (kind == 4) {
        const char *line = lines[draw(sizeof lines / sizeof lines[0])];
        bench_command(&bench, line);
        return line;
    }
    if (kind == 5 && draw(3) == 0) {
        bench_event(&bench, &(struct event){.kind = EVENT_TOKEN, .text = draw(3) ? "other" : NULL});
        return "a token";
    }
    const char *key = keys[draw(sizeof keys / sizeof keys[0])];
    bench_keys(&bench, key);
    return key;
}

struct size {
    int cols, rows;
    unsigned seed;
};

ParameterizedTestParameters(fresh, every_event_leaves_nothing_old_on_the_screen)
{
    static struct size sizes[] = {{40, 8, 1},   {79, 24, 2},  {80, 19, 3},  {80, 20, 4},  {80, 24, 5},
                                  {123, 24, 6}, {124, 24, 7}, {179, 50, 8}, {180, 20, 9}, {300, 50, 10}};
    return cr_make_param_array(struct size, sizes, sizeof sizes / sizeof sizes[0]);
}

ParameterizedTest(struct size *size, fresh, every_event_leaves_nothing_old_on_the_screen)
{
    screen_open(NULL, size->rows, size->cols, true, true);
    bench_ready(&bench);
    seed = size->seed;
    bench_resize(&bench, size->cols, size->rows);
    for (int i = 0; i < EVENTS && !bench_effect(&bench, EFFECT_QUIT); i++)
        check_fresh(any_event(), size->rows);
    bench_free(&bench);
}
