/* Owns the noted requests and the masking of secrets in them. Pure. */
/* SPDX-License-Identifier: MIT */
#include "received.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"
#include "steno/base/when.h"

#define MASK "***"

/* Does a query parameter, a form field or a header hold a secret? */
static bool received_is_secret(const char *name)
{
    static const char *const names[] = {"Authorization", "Proxy-Authorization", "Cookie", "Password",
                                        "Token"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (text_equal_nocase(name, names[i]))
            return true;
    }
    return false;
}

/* A text that JSON can carry: what is no UTF-8 is replaced. */
static json_t *received_text(const char *text, size_t len)
{
    struct buffer valid;
    buffer_init(&valid, BUFFER_MAX_DEFAULT);
    text_repair(&valid, text, len);
    json_t *value = json_string(buffer_text(&valid));
    buffer_free(&valid);
    return value ? value : json_string("");
}

/* [[name, value], ...], for a name may come twice. */
static json_t *received_pairs(const struct query *pairs)
{
    json_t *list = json_array();
    for (size_t i = 0; i < pairs->count; i++) {
        const char *name = pairs->pairs[i].name, *value = pairs->pairs[i].value;
        json_t *pair = json_array();
        json_array_append_new(pair, received_text(name, strlen(name)));
        json_array_append_new(pair, received_is_secret(name) ? json_string(MASK)
                                                             : received_text(value, strlen(value)));
        json_array_append_new(list, pair);
    }
    return list;
}

/* Masks the secrets of an object; false when the value is none. */
static bool received_mask(json_t *value)
{
    const char *name;
    void *next;
    json_t *member;
    json_object_foreach_safe(value, next, name, member)
    {
        if (received_is_secret(name))
            json_object_set_new(value, name, json_string(MASK));
    }
    return json_is_object(value);
}

/* The body: a text; of a login what is no JSON object, and so cannot be masked by its members, is left out.
 */
static json_t *received_body(const struct service_request *request)
{
    size_t len = request->body_len < RECEIVED_BODY_MAX ? request->body_len : RECEIVED_BODY_MAX;
    if (!text_contains_nocase(request->path, "/login"))
        return received_text(request->body, len);
    json_t *value = json_loadb(request->body, request->body_len, 0, NULL);
    char *text = received_mask(value) ? json_dumps(value, JSON_COMPACT) : NULL;
    json_t *body = json_string(text ? text : request->body_len ? MASK : "");
    json_decref(value);
    free(text);
    return body;
}

void received_note(struct received *received, const struct service_request *request,
                   const struct reply *reply, const char *fault, int64_t now_ms)
{
    char time[40];
    date_format_utc(time, sizeof time, now_ms);
    json_t *row = json_pack(
        "{s:I, s:s, s:o, s:o, s:o, s:o, s:o, s:I, s:i}", "Number", (json_int_t)++received->count, "Time",
        time, "Method", received_text(request->method, strlen(request->method)), "Path",
        received_text(request->path, strlen(request->path)), "Query", received_pairs(request->query),
        "Headers", received_pairs(request->headers), "Body", received_body(request), "BodyLength",
        (json_int_t)request->body_len, "Status", reply->status);
    json_object_set_new(row, "Refused",
                        reply->refused[0] ? received_text(reply->refused, strlen(reply->refused))
                                          : json_null());
    json_object_set_new(row, "Fault", fault ? received_text(fault, strlen(fault)) : json_null());
    json_object_set_new(row, "Note", reply->note ? json_string(reply->note) : json_null());
    json_t **slot = &received->rows[received->count % RECEIVED_MAX];
    json_decref(*slot);
    *slot = row;
}

/* Appends a member of a row after what parts it from the rest, unless it is null. */
static void received_log_text(struct buffer *out, const char *before, const json_t *text)
{
    if (json_is_string(text))
        buffer_printf(out, "%s%s", before, json_string_value(text));
}

void received_log(const struct received *received, const char *endpoint, struct buffer *out)
{
    const json_t *row = received->rows[received->count % RECEIVED_MAX];
    struct buffer line;
    size_t i;
    json_t *pair;
    if (!row)
        return;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, "%s #%lld %s %s %d %s", json_string_value(json_object_get(row, "Time")),
                  (long long)received->count, json_string_value(json_object_get(row, "Method")), endpoint,
                  (int)json_integer_value(json_object_get(row, "Status")),
                  json_string_value(json_object_get(row, "Path")));
    json_array_foreach(json_object_get(row, "Query"), i, pair)
    {
        buffer_printf(&line, "%s%s=", i ? "&" : "?", json_string_value(json_array_get(pair, 0)));
        const char *value = json_string_value(json_array_get(pair, 1));
        if (strcmp(value, MASK) == 0)
            buffer_append_text(&line, value);
        else
            param_encode(&line, value);
    }
    received_log_text(&line, " refused=", json_object_get(row, "Refused"));
    received_log_text(&line, " fault=", json_object_get(row, "Fault"));
    received_log_text(&line, ": ", json_object_get(row, "Note"));
    text_clean(out, buffer_text(&line), line.len);
    buffer_free(&line);
}

json_t *received_json(const struct received *received)
{
    json_t *list = json_array();
    for (int64_t i = 1; i <= RECEIVED_MAX; i++) {
        json_t *row = received->rows[(received->count + i) % RECEIVED_MAX];
        if (row)
            json_array_append(list, row);
    }
    return list;
}

void received_clear(struct received *received)
{
    for (size_t i = 0; i < RECEIVED_MAX; i++) {
        json_decref(received->rows[i]);
        received->rows[i] = NULL;
    }
}
