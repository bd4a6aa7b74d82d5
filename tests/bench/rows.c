/* Measures what the application's thread does with long lists beside short ones, drawn, without a terminal: a
 * reply, a key that filters, one that sorts, one that scrolls. usage: bench_rows. Both lists take turns in
 * one run. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/tui/screen.h"
#include "steno/base/mem.h"
#include "steno/api/record.h"
#include "support/app_bench.h"
#include "support/screen.h"
#include "timing.h"

#define REPLIES 400
#define KEYS    15

static const char *const states[] = {"None", "InProgress", "Completed", "Failed"};

/* One event, and what it changed on the screen, without what the bench checks beside it. */
static double rows_event(struct bench *bench, struct event *event)
{
    double began = timing_us(CLOCK_THREAD_CPUTIME_ID);
    event->wall_ms = bench->wall_ms;
    app_handle(bench->app, event, bench->now_ms, &bench->effects);
    screen_draw(bench->app);
    double took = timing_us(CLOCK_THREAD_CPUTIME_ID) - began;
    bench_clear(bench);
    return took;
}

static double rows_key(struct bench *bench, const char *name)
{
    struct key key;
    struct error err;
    size_t count;
    if (!key_parse_list(name, &key, 1, &count, &err))
        abort();
    struct app_input input = {.kind = INPUT_KEY, .key = key, .seen = bench->app->overlays.generation};
    return rows_event(bench, &(struct event){.kind = EVENT_INPUT, .input = &input});
}

/* A list of so many, drawn, each with a name of its own. */
static void rows_open(struct bench *bench, int count)
{
    struct bench_row *rows = calloc((size_t)count, sizeof *rows);
    for (int i = 0; i < count; i++)
        rows[i] =
            (struct bench_row){i + 1, states[i % 4],
                               mem_printf("%c%u programme", 'a' + i % 26, (unsigned)i * 2654435761u % 10000)};
    bench_init(bench, "t0ken");
    bench_set(bench, SETTING_RATE_CAP, "0");
    bench_list(bench, rows, (size_t)count);
    bench_start(bench, 80, 24);
    for (int i = 0; i < count; i++)
        free((void *)(uintptr_t)rows[i].name);
    free(rows);
    screen_draw(bench->app);
    bench_clear(bench);
}

/* The next reading that is under way. */
static struct call rows_call(struct bench *bench)
{
    struct call call = {.op = ENDPOINT_GET_PROJECT};
    for (int tries = 0; tries < 3; tries++) {
        for (size_t i = 0; i < bench->app->call_count; i++) {
            const struct app_call *sent = &bench->app->calls[i];
            if (sent->op != ENDPOINT_GET_PROJECT)
                continue;
            call.serial = sent->serial;
            call.project_id = sent->project_id;
            return call;
        }
        rows_key(bench, "R");
        bench->now_ms += 100;
        bench->wall_ms += 100;
        rows_event(bench, &(struct event){.kind = EVENT_TICK});
    }
    fprintf(stderr, "nothing is being read\n");
    exit(1);
}

/* Answers one reading with another state. */
static double rows_reply(struct bench *bench)
{
    struct call call = rows_call(bench);
    const struct app_project *project = app_project_find(bench->app, call.project_id);
    size_t at = 0;
    while (at < 3 && strcmp(states[at], project->state) != 0)
        at++;
    char *json = bench_json(call.project_id, states[(at + 1) % 4], project->name);
    struct call_result *result = call_result_new(&call);
    result->project = project_decode(json, strlen(json), &result->error);
    result->ok = result->project != NULL;
    double took = rows_event(bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    free(json);
    bench->now_ms++;
    bench->wall_ms++;
    return took;
}

static void rows_print(const char *name, int few, int many, double one, double other)
{
    printf("%-26s %6d: %9.1f us   %6d: %9.1f us   CPU ratio %.2f\n", name, few, one, many, other,
           other / one);
}

static void rows_of_replies(struct bench *few, struct bench *many, const char *name)
{
    static double of_few[REPLIES], of_many[REPLIES];
    for (int i = 0; i < REPLIES; i++) {
        of_few[i] = rows_reply(few);
        of_many[i] = rows_reply(many);
    }
    rows_print(name, 10, 20000, timing_median(of_few, REPLIES), timing_median(of_many, REPLIES));
}

/* A key between two that lead there and back; each is drawn. */
static void rows_of_keys(struct bench *few, struct bench *many, const char *name, const char *before,
                         const char *key, const char *after)
{
    static double of_few[KEYS], of_many[KEYS];
    struct bench *both[] = {few, many};
    for (int i = 0; i < KEYS; i++) {
        for (int k = 0; k < 2; k++) {
            if (*before)
                rows_key(both[k], before);
            (k ? of_many : of_few)[i] = rows_key(both[k], key);
            if (*after)
                rows_key(both[k], after);
        }
    }
    rows_print(name, (int)few->app->project_count, (int)many->app->project_count, timing_median(of_few, KEYS),
               timing_median(of_many, KEYS));
}

int main(void)
{
    static struct bench ten, thousand, many;
    screen_open(NULL, 24, 80, true, true);
    rows_open(&ten, 10);
    rows_open(&thousand, 1000);
    rows_open(&many, 20000);
    rows_of_keys(&ten, &many, "a move", "", "j", "");
    rows_of_keys(&thousand, &many, "a page", "g", "PgDn", "");
    rows_of_keys(&thousand, &many, "a letter of the filter", "f", "b", "Esc");
    rows_of_keys(&thousand, &many, "a view", "", "2", "Esc");
    rows_of_replies(&ten, &many, "a reply, own order");
    rows_of_keys(&thousand, &many, "sorted by name", "s", "n", "");
    rows_key(&ten, "s"), rows_key(&ten, "n");
    rows_of_replies(&ten, &many, "a reply, by name");
    rows_of_keys(&thousand, &many, "sorted by since", "s", "c", "");
    rows_key(&ten, "s"), rows_key(&ten, "c");
    rows_of_replies(&ten, &many, "a reply, by since");
    rows_key(&ten, "2"), rows_key(&many, "2");
    rows_of_replies(&ten, &many, "a reply, by since, a view");
    bench_free(&ten);
    bench_free(&thousand);
    bench_free(&many);
    return 0;
}
