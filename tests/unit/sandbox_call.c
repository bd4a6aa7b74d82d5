/* Implements sandbox_call.h. */
/* SPDX-License-Identifier: MIT */
#include "unit/sandbox_call.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct control control;
static struct reply last;
static json_t *last_body; /* NULL: not decoded yet */

void sandbox_setup(void)
{
    sandbox_renew(SEED_DEFAULT_COUNT, 8000);
}

void sandbox_teardown(void)
{
    control_free(&control);
}

void sandbox_renew(int64_t projects, int64_t transcribe_ms)
{
    if (control.service.world)
        control_free(&control);
    control = (struct control){0};
    service_init(&control.service, world_new(projects, transcribe_ms), NULL, TOKEN);
}

const struct reply *sandbox_call(struct call call)
{
    char path[256];
    size_t len = strcspn(call.target, "?");
    cr_assert_lt(len, sizeof path);
    memcpy(path, call.target, len);
    path[len] = '\0';
    struct query query = {0};
    if (call.target[len])
        query_parse(&query, call.target + len + 1, strlen(call.target + len + 1));
    struct query headers = {0};
    query_add(&headers, "Host", "127.0.0.1");
    query_add(&headers, "Accept", "*/*");
    if (!call.no_token)
        query_add(&headers, "Authorization", call.token ? call.token : TOKEN);
    if (call.content_type)
        query_add(&headers, "Content-Type", call.content_type);
    struct service_request request = {.method = call.method ? call.method : "GET",
                                      .path = path,
                                      .query = &query,
                                      .headers = &headers,
                                      .body = call.body ? call.body : "",
                                      .body_len = call.body_len ? call.body_len
                                                  : call.body   ? strlen(call.body)
                                                                : 0};
    json_decref(last_body);
    last_body = NULL;
    reply_free(&last);
    reply_init(&last);
    control_answer(&control, &request, call.now_ms ? call.now_ms : NOW, &last);
    reply_render(&last);
    query_free(&query);
    query_free(&headers);
    return &last;
}

const struct reply *sandbox_expect(int status, struct call call)
{
    const struct reply *reply = sandbox_call(call);
    cr_assert_eq(reply->status, status, "%s %s %s: %s", call.method ? call.method : "GET", call.target,
                 call.body ? call.body : "", buffer_text(&reply->body));
    return reply;
}

const char *target_of(const char *format, ...)
{
    static char targets[4][512];
    static unsigned count;
    char *target = targets[count++ % 4];
    va_list args;
    va_start(args, format);
    vsnprintf(target, sizeof targets[0], format, args);
    va_end(args);
    return target;
}

const char *target_of_endpoint(int endpoint, int project)
{
    const char *path = endpoints[endpoint].path, *brace = strchr(path, '{');
    if (!brace)
        return target_of("/API%s", path);
    return target_of("/API%.*s%d%s", (int)(brace - path), path, project, strchr(brace, '}') + 1);
}

json_t *reply_at(const char *path)
{
    if (!last_body)
        last_body = json_loadb(last.body.data, last.body.len, 0, NULL);
    cr_assert_not_null(last_body, "the reply is no JSON: %s", buffer_text(&last.body));
    json_t *value = last_body;
    for (size_t len; *path; path += len + (path[len] == '.')) {
        char name[80];
        len = strcspn(path, ".");
        snprintf(name, sizeof name, "%.*s", (int)len, path);
        value = json_is_array(value) ? json_array_get(value, strtoul(name, NULL, 10))
                                     : json_object_get(value, name);
    }
    return value;
}

const char *reply_text(const char *path)
{
    const char *text = json_string_value(reply_at(path));
    return text ? text : "";
}

json_int_t reply_number(const char *path)
{
    return json_integer_value(reply_at(path));
}

const char *state_of(int project, int64_t now_ms)
{
    EXPECT(200, .target = target_of(P "%d", project), .now_ms = now_ms);
    return reply_text("Data.ProcessingState");
}
