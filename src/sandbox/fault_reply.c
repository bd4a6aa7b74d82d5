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
    query_add(&reply->headers, "Retry-After", has_status ? arg + 4 : arg ? arg : "1");
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

/* Gives the members of a name a value, or takes them out when it is NULL. Returns how many. */
static size_t fault_members(json_t *tree, const char *name, json_t *value)
{
    size_t changed = 0, i;
    const char *own;
    void *next;
    json_t *member;
    json_array_foreach(tree, i, member) changed += fault_members(member, name, value);
    json_object_foreach_safe(tree, next, own, member)
    {
        if (strcmp(own, name) != 0) {
            changed += fault_members(member, name, value);
            continue;
        }
        if (value)
            json_object_set_new(tree, own, json_deep_copy(value));
        else
            json_object_del(tree, own);
        changed++;
    }
    return changed;
}

void fault_missing(struct reply *reply, const char *arg)
{
    fault_members(reply->json, arg, NULL);
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
    if (value && fault_members(reply->json, name, value) == 0)
        json_object_set(json_is_object(data) ? data : reply->json, name, value);
    json_decref(value);
    free(name);
}
