/* Implements replies.h. */
/* SPDX-License-Identifier: MIT */
#include "support/replies.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/record.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

void scene_log_in(const char *url, const char *email)
{
    bench_command(&bench, "login");
    bench_field(&bench, "URL", url);
    bench_field(&bench, "Token", "other-token");
    bench_keys(&bench, "X");
    struct call *call = bench_call(&bench, ENDPOINT_CURRENT_USER);
    cr_assert_not_null(call);
    cr_assert_str_eq(call->url, url);
    char *json = mem_printf("{\"User\":{\"Email\":\"%s\"}}", email);
    bench_answer_login(&bench, call, json);
    cr_assert_str_eq(bench.app->email, email, "%s", bench.app->status);
    free(json);
}

void reply_late(const struct call *call, const char *state)
{
    const struct app_project *project = app_project_find(bench.app, call->project_id);
    char *json = bench_json(call->project_id, state, project ? project->name : "");
    bench_answer_project(&bench, call, json);
    free(json);
}

void reply_state(enum endpoint_id op, int64_t id, const char *state)
{
    bench_answer_state(&bench, op, id, state);
}

void reply_members(enum endpoint_id op, int64_t id, const char *members)
{
    char *json = mem_printf("{'Data':{'Id':%" PRId64 ",%s}}", id, members);
    bench_answer_json(&bench, op, id, json);
    free(json);
}

void reply_error(enum endpoint_id op, int64_t id, enum error_kind kind, int status, const char *text)
{
    struct call call = bench_under_way(&bench, op, id);
    bench_answer_error(&bench, &call, kind, status, text);
}

void reply_ended(enum endpoint_id op, int64_t id, enum error_kind kind, const char *text, const char *state,
                 const char *said)
{
    struct call call = bench_under_way(&bench, op, id);
    struct call_result *result = call_result_new(&call);
    char *json = bench_json(id, state ? state : "", "Council meeting, 14 May");
    result->ok = kind == ERROR_NONE;
    if (kind != ERROR_NONE)
        error_set(&result->error, kind, "%s", text);
    result->error.sent = kind == ERROR_CANCELLED;
    result->said = mem_copy_or_null(said);
    result->project = state ? project_decode(json, strlen(json), &(struct error){0}) : NULL;
    free(json);
    bench_deliver(&bench, result);
}

void reply_before(enum endpoint_id op, int64_t id, const char *state)
{
    struct call call = bench_under_way(&bench, op, id);
    cr_assert_eq(bench_call(&bench, ENDPOINT_GET_PROJECT)->serial, call.serial);
    call.op = ENDPOINT_GET_PROJECT;
    reply_late(&call, state);
}

void reply_reread(int64_t id, const char *members)
{
    app_reads_ask(bench.app, id);
    bench_event(&bench, &(struct event){.kind = EVENT_TICK});
    reply_members(ENDPOINT_GET_PROJECT, id, members);
}

size_t sent(enum endpoint_id op)
{
    return bench_call_count(&bench, op);
}

void scene_keys(const char *keys)
{
    char *parts = mem_copy(keys), *rest = parts;
    for (bool is_text = false; *rest; is_text = !is_text) {
        size_t length = strcspn(rest, "'");
        char *part = rest;
        rest += length + (rest[length] == '\'');
        part[length] = '\0';
        if (is_text)
            bench_type(&bench, part);
        else if (part[strspn(part, " ")])
            bench_keys(&bench, part);
    }
    free(parts);
}

size_t sent_within(int64_t ms, enum endpoint_id op)
{
    bench_clear(&bench);
    bench_wait(&bench, ms);
    return sent(op);
}

void expect_asked(const char *keys, const char *question)
{
    scene_keys(keys);
    cr_assert_str_eq(bench_question(&bench), question, "after %s", keys);
}

void expect_said(const char *keys, const char *status)
{
    scene_keys(keys);
    cr_expect_str_eq(bench.app->status, status, "after %s", keys);
}

void expect_sent(const char *keys, enum endpoint_id op, size_t count)
{
    scene_keys(keys);
    cr_assert_eq(sent(op), count, "after %s", keys);
}
