/* The replies of replies.h. */
/* SPDX-License-Identifier: MIT */
#include "support/replies.h"

#include <inttypes.h>
#include <stdlib.h>

#include "steno/base/mem.h"
#include "support/asserts.h"

void bench_again(struct bench *bench)
{
    bench_free(bench);
    bench_ready(bench);
}

static void reply_with(struct bench *bench, const struct call *call, const char *state)
{
    const struct app_project *project = app_project_find(bench->app, call->project_id);
    char *json = bench_json(call->project_id, state, project ? project->name : "");
    bench_answer_project(bench, call, json);
    free(json);
}

void reply_state(struct bench *bench, enum endpoint_id op, int64_t id, const char *state)
{
    struct call call = bench_under_way(bench, op, id);
    reply_with(bench, &call, state);
}

void reply_members(struct bench *bench, enum endpoint_id op, int64_t id, const char *members)
{
    struct call call = bench_under_way(bench, op, id);
    char *json = mem_printf("{\"Data\":{\"Id\":%" PRId64 ",%s}}", id, members);
    bench_answer_project(bench, &call, json);
    free(json);
}

void reply_error(struct bench *bench, enum endpoint_id op, int64_t id, enum error_kind kind, int status,
                 const char *text)
{
    struct call call = bench_under_way(bench, op, id);
    bench_answer_error(bench, &call, kind, status, text);
}

void reply_before(struct bench *bench, enum endpoint_id op, int64_t id, const char *state)
{
    struct call call = bench_under_way(bench, op, id);
    cr_assert_eq(bench_call(bench, ENDPOINT_GET_PROJECT)->serial, call.serial);
    call.op = ENDPOINT_GET_PROJECT;
    reply_with(bench, &call, state);
}

void reply_reread(struct bench *bench, int64_t id, const char *members)
{
    app_reads_ask(bench->app, id);
    bench_event(bench, &(struct event){.kind = EVENT_TICK});
    reply_members(bench, ENDPOINT_GET_PROJECT, id, members);
}
