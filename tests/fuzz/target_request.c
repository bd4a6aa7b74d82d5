/* A request to the sandbox, as any bytes: its names and values are judged as headers, and the service answers
 * it whatever that says.
 */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "fuzz/targets.h"
#include "message.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

static void must(bool held, const char *promise)
{
    if (!held) {
        fprintf(stderr, "broken promise: %s\n", promise);
        abort();
    }
}

/* What the head's judgement promises. */
static void must_judge(const struct query *headers)
{
    struct head_verdict verdict = head_check(headers);
    must(verdict.status == 0 || verdict.status == 400 || verdict.status == 403 || verdict.status == 421,
         "a head has one of three refusals");
    must(!verdict.status == !verdict.message, "a refusal has a reason");
}

/* Takes the text up to a byte off the front; caller frees. */
static char *take(const char **at, const char *end, char stop)
{
    const char *found = memchr(*at, stop, (size_t)(end - *at));
    char *text = mem_copy_n(*at, (size_t)((found ? found : end) - *at));
    *at = found ? found + 1 : end;
    return text;
}

/* Answers METHOD TARGET TYPE\n body with the token. */
static void must_answer(const char *at, const char *end)
{
    struct control control = {0};
    struct query query = {0}, headers = {0};
    struct reply reply;
    struct buffer line;
    char *method = take(&at, end, ' '), *path = take(&at, end, '?'), *values = take(&at, end, ' ');
    char *type = take(&at, end, '\n');
    service_init(&control.service, world_new(WORLD_DEFAULT, 8000), NULL, "T");
    query_parse(&query, values, strlen(values));
    must_judge(&query);
    query_add(&headers, "Authorization", "T");
    query_add(&headers, "Content-Type", type);
    char *body = mem_copy_n(at, (size_t)(end - at));
    struct service_request request = {.method = method,
                                      .path = path,
                                      .query = &query,
                                      .headers = &headers,
                                      .body = body,
                                      .body_len = (size_t)(end - at)};
    reply_init(&reply);
    control_answer(&control, &request, INT64_C(1780000000000), &reply);
    reply_render(&reply);
    must(reply.status >= 200 && reply.status <= 422, "a request has an answer");
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    received_log(&control.received, "-", &line);
    must(text_is_clean(buffer_text(&line), line.len), "the log is clean");
    buffer_free(&line);
    reply_free(&reply);
    query_free(&query);
    query_free(&headers);
    control_free(&control);
    free(method), free(path), free(values), free(type), free(body);
}

void fuzz_request(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    must_answer(bytes, bytes + size);
}
