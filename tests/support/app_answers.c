/* Implements the server's answers of app_bench.h. */
/* SPDX-License-Identifier: MIT */
#include "support/app_bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/record.h"
#include "steno/base/mem.h"
#include "steno/core/names.h"
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
    const struct app *app = bench->app;
    for (size_t i = 0; i < app->call_count; i++)
        if (app->calls[i].op == op && app->calls[i].project_id == id)
            call.serial = app->calls[i].serial;
    cr_assert_neq(call.serial, 0, "%s of %" PRId64 " is not under way", endpoints[op].name, id);
    return call;
}

void bench_deliver(struct bench *bench, struct call_result *result)
{
    bench_event(bench, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    bench_event(bench, &(struct event){.kind = EVENT_MAIL_TAKEN});
}

void bench_answer_project(struct bench *bench, const struct call *call, const char *json)
{
    struct call_result *result = call_result_new(call);
    result->project = project_decode(json, strlen(json), &result->error);
    result->ok = result->project != NULL;
    bench_deliver(bench, result);
}

void bench_answer_json(struct bench *bench, enum endpoint_id op, int64_t id, const char *json)
{
    struct call call = bench_under_way(bench, op, id);
    char *text = mem_copy(json);
    for (char *at = text; (at = strchr(at, '\'')) != NULL;)
        *at = '"';
    bench_answer_project(bench, &call, text);
    free(text);
}

void bench_answer_state(struct bench *bench, enum endpoint_id op, int64_t id, const char *state)
{
    const struct app_project *project = app_project_find(bench->app, id);
    struct call call = bench_under_way(bench, op, id);
    char *json = bench_json(id, state, project && project->name ? project->name : "");
    bench_answer_project(bench, &call, json);
    free(json);
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

void bench_set_metadata(struct bench *bench, const char *key, const char *value)
{
    bench_keys(bench, "m a");
    bench_type(bench, key);
    bench_keys(bench, "Tab");
    bench_type(bench, value);
    bench_keys(bench, "Enter");
    bench_answer_state(bench, ENDPOINT_ADD_METADATA, bench->app->current, "None");
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
    const struct app *app = bench->app;
    for (size_t i = 0; i < app->call_count;) {
        int64_t id = app->calls[i].project_id;
        bool is_read = app->calls[i].op == ENDPOINT_GET_PROJECT;
        if (is_read)
            bench_answer_state(bench, ENDPOINT_GET_PROJECT, id, state);
        i = is_read ? 0 : i + 1;
    }
}
