/* The answers of the bench of app_bench.h: what a server and the store would give back. */
/* SPDX-License-Identifier: MIT */
#include "support/app_bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record.h"
#include "steno/base/mem.h"
#include "steno/core/export_name.h"
#include "support/asserts.h"

char *bench_json(int64_t id, const char *state, const char *name)
{
    return mem_printf("{\"Data\":{\"Id\":%" PRId64 ",\"AccessToken\":7,\"ProcessingState\":\"%s\","
                      "\"Length\":\"00:42:10\",\"HasRecording\":true,\"IsReadOnly\":false,\"ShareCount\":0,"
                      "\"MediaInfo\":{\"HasVideo\":false,\"IsPackaged\":true},"
                      "\"Description\":{\"Name\":\"%s\"},\"Tags\":[\"news\",\"archive\"]}}",
                      id, state, name);
}

struct call bench_under_way(const struct bench *bench, enum endpoint_id op, int64_t id)
{
    struct call call = {.op = op, .project_id = id};
    const struct client *client = bench->app->client;
    for (size_t i = 0; i < client->call_count; i++)
        if (client->calls[i].op == op && client->calls[i].project_id == id)
            call.serial = client->calls[i].serial;
    cr_assert_neq(call.serial, 0, "%s of %" PRId64 " is not under way", endpoints[op].name, id);
    return call;
}

void bench_deliver(struct bench *bench, struct call_result *result)
{
    bench_event(bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
}

void bench_answer_project(struct bench *bench, const struct call *call, const char *json)
{
    struct call_result *result = call_result_new(call);
    result->project = project_decode(json, strlen(json), &result->error);
    result->ok = result->project != NULL;
    bench_deliver(bench, result);
}

void bench_answer_login(struct bench *bench, const struct call *call, const char *json)
{
    struct call_result *result = call_result_new(call);
    result->login = login_decode(json, strlen(json), &result->error);
    result->ok = result->login != NULL;
    bench_deliver(bench, result);
}

void bench_answer_policy(struct bench *bench, const struct call *call, const char *json)
{
    struct call_result *result = call_result_new(call);
    result->policy = policy_decode(json, strlen(json), &result->error);
    result->ok = result->policy != NULL;
    bench_deliver(bench, result);
}

void bench_answer_enqueue(struct bench *bench, int64_t id, const char *refusal)
{
    struct call call = bench_under_way(bench, ENDPOINT_ENQUEUE, id);
    struct call_result *result = call_result_new(&call);
    result->ok = !refusal;
    if (refusal) {
        error_set(&result->error, ERROR_FORBIDDEN, "Enqueue project %d: access denied (403): %s", (int)id,
                  refusal);
        result->error.status = 403;
        snprintf(result->error.server, sizeof result->error.server, "%s", refusal);
    }
    bench_deliver(bench, result);
}

void bench_answer_file(struct bench *bench, const struct call *call, const char *path, int64_t bytes)
{
    struct call_result *result = call_result_new(call);
    result->ok = true;
    result->path = mem_copy(path);
    result->file = mem_copy(path);
    result->export_info.bytes = bytes;
    bench_deliver(bench, result);
}

void bench_answer_captions(struct bench *bench, const struct call *call, const char *text)
{
    struct call_result *result = call_result_new(call);
    result->ok = true;
    result->export_info.bytes = (int64_t)strlen(text);
    buffer_init(&result->data, BUFFER_MAX_DEFAULT);
    buffer_append_text(&result->data, text);
    bench_deliver(bench, result);
}

void bench_answer_error(struct bench *bench, const struct call *call, enum error_kind kind, int status,
                        const char *text)
{
    struct call_result *result = call_result_new(call);
    error_set(&result->error, kind, "%s", text);
    if (kind == ERROR_EXISTS && call->path)
        result->path = export_name_close(call->path, call->params, NULL);
    result->error.status = status;
    result->error.retry_after_s = -1;
    snprintf(result->error.server, sizeof result->error.server, "%s", text);
    bench_deliver(bench, result);
}

void bench_answer_busy(struct bench *bench, const struct call *call, int status, int retry_after_s)
{
    struct call_result *result = call_result_new(call);
    error_set(&result->error, status == 429 ? ERROR_RATE_LIMITED : ERROR_SERVER,
              "Read project %" PRId64 ": rate limited by the server", call->project_id);
    result->error.status = status;
    result->error.retry_after_s = retry_after_s;
    bench_deliver(bench, result);
}

void bench_answer_reads(struct bench *bench, const char *state)
{
    for (;;) {
        struct call call = {.op = ENDPOINT_GET_PROJECT};
        for (size_t i = 0; i < bench->app->client->call_count && !call.serial; i++) {
            if (bench->app->client->calls[i].op == ENDPOINT_GET_PROJECT) {
                call.serial = bench->app->client->calls[i].serial;
                call.project_id = bench->app->client->calls[i].project_id;
            }
        }
        if (!call.serial)
            return;
        const struct app_project *project = app_project_find(bench->app, call.project_id);
        char *json = bench_json(call.project_id, state, project ? project->name : "");
        bench_answer_project(bench, &call, json);
        free(json);
    }
}

void bench_answer_load(struct bench *bench, const struct bench_row *rows, size_t count)
{
    struct store_op *op = bench_store(bench, STORE_LOAD);
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->rows = mem_zero(count + 1, sizeof *result->rows);
    result->row_count = count;
    for (size_t i = 0; i < count; i++)
        result->rows[i] = (struct store_row){.id = rows[i].id,
                                             .known = rows[i].state != NULL,
                                             .state = mem_copy(rows[i].state),
                                             .name = mem_copy(rows[i].name),
                                             .length = mem_copy("00:42:10"),
                                             .tags = mem_copy("news, archive"),
                                             .version = 6,
                                             .fetched_ms = BENCH_WALL_MS - 3600000};
    bench_event(bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

void bench_answer_store(struct bench *bench, const struct store_op *op, const char *json)
{
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->json = json ? json_loads(json, JSON_DECODE_ANY, NULL) : NULL;
    result->when_ms = BENCH_WALL_MS;
    bench_event(bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

void bench_answer_entries(struct bench *bench, const struct store_op *op, const struct store_entry *entries,
                          size_t count)
{
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->entries = mem_zero(count + 1, sizeof *result->entries);
    result->entry_count = count;
    for (size_t i = 0; i < count; i++) {
        result->entries[i] = entries[i];
        result->entries[i].name = mem_copy_or_null(entries[i].name);
        result->entries[i].text = mem_copy_or_null(entries[i].text);
        result->entries[i].text2 = mem_copy_or_null(entries[i].text2);
    }
    bench_event(bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

void bench_answer_open(struct bench *bench, const struct store_op *op, const struct pending *write)
{
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->pending = mem_zero(1, sizeof *result->pending);
    result->pending_count = write != NULL;
    if (write)
        result->pending[0] = *write;
    bench_event(bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

void bench_list_open(struct bench *bench, const struct pending *write)
{
    bench_clear(bench);
    bench_event(bench, &(struct event){.kind = EVENT_STORE_CHANGED});
    bench_answer_open(bench, bench_store(bench, STORE_PENDING_LIST), write);
}

const struct store_op *bench_settling(const struct bench *bench)
{
    for (size_t i = bench->effects.count; i-- > 0;) {
        const struct store_op *op = bench->effects.items[i].store;
        if (op && op->kind == STORE_TOGETHER && op->parts[0]->kind == STORE_PENDING_SETTLE)
            return op;
    }
    return NULL;
}

void bench_answer_settling(struct bench *bench, int64_t changes)
{
    const struct store_op *op = bench_settling(bench);
    cr_assert_not_null(op, "nothing is settled");
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->changes = changes;
    bench_event(bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}
