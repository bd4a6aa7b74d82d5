/* One request to a sandbox without sockets. */
/* SPDX-License-Identifier: MIT */
#include "support/asserts.h"
#include "unit/sandbox_call.h"

#include <string.h>

static struct reply last;
static json_t *last_body;

void sandbox_setup(struct control *control)
{
    *control = (struct control){0};
    service_init(&control->service, world_new(SEED_DEFAULT_COUNT, 8000), NULL, TOKEN);
}

const struct reply *sandbox_call(struct control *control, struct call call)
{
    char path[256];
    size_t len = strcspn(call.target, "?");
    cr_assert(len < sizeof path);
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
    reply_free(&last);
    reply_init(&last);
    control_answer(control, &request, call.now_ms ? call.now_ms : NOW, &last);
    reply_render(&last);
    query_free(&query);
    query_free(&headers);
    return &last;
}

json_t *reply_body(void)
{
    json_decref(last_body);
    last_body = json_loadb(last.body.data, last.body.len, 0, NULL);
    cr_assert_not_null(last_body, "the reply is no JSON: %s", buffer_text(&last.body));
    return last_body;
}

json_t *reply_data(void)
{
    return json_object_get(reply_body(), "Data");
}

const char *reply_message(void)
{
    const char *message = json_string_value(json_object_get(reply_body(), "Message"));
    return message ? message : "";
}

struct param_set *set_of(const struct param_table *table, const char *values)
{
    struct query query = {0};
    struct param_set *set = param_set_new(table);
    query_parse(&query, values, strlen(values));
    for (size_t i = 0; i < query.count; i++)
        cr_assert(param_set_put(set, param_find(table, query.pairs[i].name), query.pairs[i].value, NULL),
                  "%s", values);
    query_free(&query);
    return set;
}
