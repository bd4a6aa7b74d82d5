/* Owns what each kind of fault does to a reply; hostile text is fault_hostile.c. */
#include "steno/sandbox/fault.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

/* Replaces the body by a text of this media type; the status stays. */
static void fault_body(struct reply *reply, const char *text, const char *type)
{
    json_decref(reply->json);
    reply->json = NULL;
    reply->stream_bytes = 0;
    buffer_clear(&reply->body);
    buffer_append_text(&reply->body, text);
    reply->type = type;
}

/* The argument as a number. */
static int64_t fault_number(const char *arg, int64_t otherwise)
{
    return arg ? strtoll(arg, NULL, 10) : otherwise;
}

void fault_status(struct reply *reply, const char *arg)
{
    int status = (int)fault_number(arg, 500);
    reply_error(reply, status, "A fault of the sandbox");
    if (status == 204 || status == 304)
        fault_body(reply, "", reply->type);
}

void fault_retry_after(struct reply *reply, const char *arg)
{
    bool has_status = arg && strlen(arg) > 4 && arg[3] == '/' && strspn(arg, "0123456789") == 3;
    reply_error(reply, has_status ? (int)strtol(arg, NULL, 10) : 429, "Too many requests");
    reply->retry_after = mem_copy(has_status ? arg + 4 : arg ? arg : "1");
}

void fault_delay(struct reply *reply, const char *arg)
{
    reply->delay_ms = fault_number(arg, 0);
}

void fault_late(struct reply *reply, const char *arg)
{
    reply->manner = REPLY_LATE;
    reply->delay_ms = fault_number(arg, 0);
}

void fault_stall(struct reply *reply, const char *arg)
{
    (void)arg;
    reply->manner = REPLY_STALL;
}

void fault_reset(struct reply *reply, const char *arg)
{
    (void)arg;
    reply->manner = REPLY_RESET;
}

void fault_head(struct reply *reply, const char *arg)
{
    (void)arg;
    reply->manner = REPLY_HEAD;
}

void fault_cut(struct reply *reply, const char *arg)
{
    reply->manner = REPLY_CUT;
    reply->cut_at = fault_number(arg, -1);
}

void fault_freeze(struct reply *reply, const char *arg)
{
    reply->manner = REPLY_FREEZE;
    reply->cut_at = fault_number(arg, -1);
}

void fault_drip(struct reply *reply, const char *arg)
{
    reply->manner = REPLY_DRIP;
    reply->drip_ms = fault_number(arg, 0);
}

void fault_empty(struct reply *reply, const char *arg)
{
    (void)arg;
    fault_body(reply, "", reply->type);
}

void fault_html(struct reply *reply, const char *arg)
{
    (void)arg;
    fault_body(reply,
               "<!DOCTYPE html>\n<html><head><title>Gateway</title></head>"
               "<body><h1>Please come back later</h1></body></html>\n",
               "text/html; charset=utf-8");
}

void fault_bad_json(struct reply *reply, const char *arg)
{
    (void)arg;
    fault_body(reply, "{\"Data\":{\"Id\":1,\"ProcessingState\":\"Comp", reply->type);
}

void fault_deep(struct reply *reply, const char *arg)
{
    int64_t depth = fault_number(arg, 1000);
    fault_body(reply, "{\"Data\":", reply->type);
    for (int64_t i = 0; i < depth; i++)
        buffer_append_char(&reply->body, '[');
    for (int64_t i = 0; i < depth; i++)
        buffer_append_char(&reply->body, ']');
    buffer_append_char(&reply->body, '}');
}

void fault_huge(struct reply *reply, const char *arg)
{
    static const char filler[] = "The quick brown fox jumps over the lazy dog. ";
    int64_t bytes = fault_number(arg, 16 << 20);
    fault_body(reply, "{\"Data\":{\"Id\":1,\"Padding\":\"", reply->type);
    while ((int64_t)reply->body.len + 3 < bytes && !reply->body.full) {
        size_t left = (size_t)(bytes - 3 - (int64_t)reply->body.len);
        buffer_append(&reply->body, filler, left < sizeof filler - 1 ? left : sizeof filler - 1);
    }
    buffer_append_text(&reply->body, "\"}}");
}

void fault_no_data(struct reply *reply, const char *arg)
{
    (void)arg;
    reply_json(reply, json_object());
}

void fault_bare(struct reply *reply, const char *arg)
{
    (void)arg;
    json_t *data = json_object_get(reply->json, "Data");
    if (json_is_object(data))
        reply_json(reply, json_incref(data));
}

void fault_redirect(struct reply *reply, const char *arg)
{
    reply_error(reply, 302, "Moved");
    reply->location = mem_copy(arg);
}

void fault_conflict(struct reply *reply, const char *arg)
{
    (void)arg;
    reply_error(reply, 409, "The project was changed by somebody else: AccessToken is not its current one");
}

void fault_header(struct reply *reply, const char *arg)
{
    const char *colon = strchr(arg, ':');
    if (!colon)
        return;
    char *name = mem_copy_n(arg, (size_t)(colon - arg));
    query_add(&reply->headers, name, colon + 1 + strspn(colon + 1, " "));
    free(name);
}

/* --- members --- */

/* A value of another type than this one; new reference. */
static json_t *fault_other_type(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_STRING:
        return json_integer(42);
    case JSON_INTEGER:
    case JSON_REAL:
        return json_string("many");
    case JSON_TRUE:
    case JSON_FALSE:
        return json_string("perhaps");
    case JSON_OBJECT:
        return json_array();
    case JSON_ARRAY:
        return json_string("one, two");
    case JSON_NULL:
        break;
    }
    return json_false();
}

/* What is done to each member that a fault is for: a new value, or NULL to take it out. */
typedef json_t *fault_change(const json_t *old, const void *arg);

/* Changes the members of a name, all that hold no members themselves when name is NULL. Returns how many. */
static size_t fault_members(json_t *value, const char *name, fault_change *change, const void *arg)
{
    size_t changed = 0, i;
    const char *own;
    void *next;
    json_t *member;
    json_array_foreach(value, i, member) changed += fault_members(member, name, change, arg);
    json_object_foreach_safe(value, next, own, member)
    {
        bool inner = json_is_object(member) && json_object_size(member) > 0;
        if (name ? strcmp(own, name) != 0 : inner) {
            changed += fault_members(member, name, change, arg);
            continue;
        }
        json_t *other = change(member, arg);
        if (other)
            json_object_set_new(value, own, other);
        else
            json_object_del(value, own);
        changed++;
    }
    return changed;
}

static json_t *fault_change_type(const json_t *old, const void *arg)
{
    (void)arg;
    return fault_other_type(old);
}

static json_t *fault_change_drop(const json_t *old, const void *arg)
{
    (void)old, (void)arg;
    return NULL;
}

static json_t *fault_change_value(const json_t *old, const void *arg)
{
    (void)old;
    return json_deep_copy(arg);
}

void fault_wrong_types(struct reply *reply, const char *arg)
{
    fault_members(reply->json, arg, fault_change_type, NULL);
}

void fault_missing(struct reply *reply, const char *arg)
{
    fault_members(reply->json, arg, fault_change_drop, NULL);
}

void fault_set(struct reply *reply, const char *arg)
{
    const char *colon = strchr(arg, ':');
    if (!colon)
        return;
    char *name = mem_copy_n(arg, (size_t)(colon - arg));
    json_t *value = json_loads(colon + 1, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    if (!value) /* no JSON: the text itself */
        value = json_string(colon + 1);
    json_t *data = json_object_get(reply->json, "Data");
    if (value && fault_members(reply->json, name, fault_change_value, value) == 0)
        json_object_set(json_is_object(data) ? data : reply->json, name, value);
    json_decref(value);
    free(name);
}
