/* The order of the watchlist and the counts of its states after single projects changed: what a turn leaves
 * is what looking at all rows gives. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "steno/app/say.h"
#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

#define COUNT 300

static struct bench bench;
static unsigned seed = 1;

static const char *const states[] = {"None", "InProgress", "Completed", "Failed", "Canceled"};

static unsigned any(unsigned below)
{
    seed = seed * 1103515245u + 12345u;
    return (seed >> 8) % below;
}

static void order_start(void)
{
    struct bench_row rows[COUNT];
    char names[COUNT][16];
    for (int i = 0; i < COUNT; i++) {
        snprintf(names[i], sizeof names[i], "%c %d", 'a' + (int)any(26), i);
        rows[i] = (struct bench_row){i + 1, states[any(5)], names[i]};
    }
    bench_init(&bench, "secret-token");
    bench_set(&bench, SETTING_RATE_CAP, "0");
    bench_list(&bench, rows, COUNT);
    bench_start(&bench, 80, 24);
    bench_input(&bench, &(struct app_input){.kind = INPUT_DRAWN});
    bench_clear(&bench);
}

static void order_stop(void)
{
    bench_free(&bench);
}

TestSuite(app_order, .init = order_start, .fini = order_stop);

/* A reading that is under way; all are asked for again where none is. */
static struct call call_under_way(void)
{
    struct call call = {.op = ENDPOINT_GET_PROJECT};
    for (int tries = 0; tries < 4; tries++) {
        for (size_t i = 0; i < bench.app->call_count && !call.serial; i++) {
            if (bench.app->calls[i].op == ENDPOINT_GET_PROJECT) {
                call.serial = bench.app->calls[i].serial;
                call.project_id = bench.app->calls[i].project_id;
            }
        }
        if (call.serial)
            return call;
        bench_keys(&bench, "R");
        bench_wait(&bench, 1000);
    }
    cr_assert_fail("nothing is being read");
    return call;
}

/* A reading comes, of any state and name. */
static void take_reading(const char *state, const char *name)
{
    struct call call = call_under_way();
    char *json = bench_json(call.project_id, state, name);
    bench_answer_project(&bench, &call, json);
    bench_clear(&bench);
    free(json);
}

/* As many as counting all of them gives, by the words of the header. */
static void expect_counts(void)
{
    static const char *const shown[] = {"InProgress", "Completed", "Failed", "Canceled", "None"};
    char text[256], expected[256] = "";
    size_t len = 0;
    for (int s = 0; s < 5; s++) {
        size_t count = 0;
        for (size_t i = 0; i < bench.app->project_count; i++)
            count += strcmp(bench.app->projects[i].state, shown[s]) == 0;
        if (count)
            len += (size_t)snprintf(expected + len, sizeof expected - len, "%s%zu %s", len ? ", " : "", count,
                                    shown[s]);
    }
    app_counts_words(bench.app, ", ", text, sizeof text);
    cr_assert_str_eq(text, expected, "%s, not %s", text, expected);
}

/* Arranging all of them changes nothing. */
static void expect_order(const char *after)
{
    struct app *app = bench.app;
    struct list before = app->list;
    size_t matches = app->match_count, hidden = app->hidden_marks;
    int64_t *ids = mem_alloc((before.count + 1) * sizeof *ids);
    if (before.count)
        memcpy(ids, before.ids, before.count * sizeof *ids);
    app_watchlist_arrange(app);
    cr_assert_eq(app->list.count, before.count, "%s: %zu rows, not %zu", after, before.count,
                 app->list.count);
    for (size_t i = 0; i < before.count; i++)
        cr_assert_eq(ids[i], app->list.ids[i], "%s: row %zu", after, i);
    cr_assert_eq(app->list.selected, before.selected, "%s: the cursor", after);
    cr_assert_eq(app->list.top, before.top, "%s: the top, %zu, not %zu", after, before.top, app->list.top);
    cr_assert_eq(app->match_count, matches, "%s: %zu match, not %zu", after, matches, app->match_count);
    cr_assert_eq(app->hidden_marks, hidden, "%s: hidden marks", after);
    free(ids);
}

/* Something that an operator or the server does. */
static const char *anything(void)
{
    static const char *const sorts[] = {"name-", "id", "state", "since", "length", "name", "changed"};
    static const char *const filters[] = {"",           "is:todo", "is:busy", "is:failed",
                                          "state:none", "-a",      "tag:news"};
    static const char *const keys[] = {"j", "k", "PgDn", "Space", "G"};
    char name[16];
    unsigned what = any(40);
    if (what == 0) {
        char line[32];
        snprintf(line, sizeof line, "sort %s", sorts[any(7)]);
        bench_command(&bench, line);
        return "a sort";
    }
    if (what == 1)
        bench_keys(&bench, keys[any(5)]);
    if (what == 2) {
        char line[32];
        snprintf(line, sizeof line, "filter %s", filters[any(7)]);
        bench_command(&bench, line);
        return "a filter";
    }
    if (what == 3) {
        struct call call = call_under_way();
        bench_answer_error(&bench, &call, ERROR_SERVER, 500, "broken");
        return "a failure";
    }
    snprintf(name, sizeof name, "%c %u", 'a' + (int)any(26), any(1000));
    take_reading(states[any(5)], name);
    return "a reading";
}

Test(app_order, whatever_comes_rows_and_counts_are_what_all_of_them_give)
{
    for (int i = 0; i < 1500; i++) {
        const char *after = anything();
        bench_clear(&bench);
        expect_counts();
        expect_order(after);
    }
}
