/* Owns the kinds of faults, and what each does to a reply; hostile text is fault_hostile.c. */
#include "fault.h"

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

static void fault_status(struct reply *reply, const char *arg)
{
    int status = (int)fault_number(arg, 500);
    reply_error(reply, status, "A fault of the sandbox");
    if (status == 204 || status == 304)
        fault_body(reply, "", reply->type);
}

static void fault_retry_after(struct reply *reply, const char *arg)
{
    const char *slash = arg ? strchr(arg, '/') : NULL;
    reply_error(reply, slash ? (int)fault_number(arg, 0) : 429, "Too many requests");
    query_add(&reply->headers, "Retry-After", slash ? slash + 1 : arg ? arg : "1");
}

static void fault_delay(struct reply *reply, const char *arg)
{
    reply->delay_ms = fault_number(arg, 0);
}

static void fault_cut(struct reply *reply, const char *arg)
{
    reply->cut_at = fault_number(arg, -1);
}

static void fault_empty(struct reply *reply, const char *arg)
{
    (void)arg;
    fault_body(reply, "", reply->type);
}

static void fault_html(struct reply *reply, const char *arg)
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

static void fault_missing(struct reply *reply, const char *arg)
{
    fault_members(reply->json, arg, NULL);
}

static void fault_set(struct reply *reply, const char *arg)
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

/* --- the table --- */

const struct fault_kind fault_kinds[] = {
    {"status", FAULT_ARG_STATUS, true, true, REPLY_SEND, fault_status,
     "status=NNN: answers with this status, 200 to 599"},
    {"retry-after", FAULT_ARG_RETRY, false, true, REPLY_SEND, fault_retry_after,
     "retry-after[=[STATUS/]VALUE]: 429, or this status, with Retry-After (1)"},
    {"stall", FAULT_ARG_NONE, false, true, REPLY_STALL, NULL, "never answers"},
    {"reset", FAULT_ARG_NONE, false, true, REPLY_RESET, NULL, "breaks the connection with a reset"},
    {"late", FAULT_ARG_NUMBER, true, true, REPLY_LATE, fault_delay,
     "late=MS: does what was asked MS later, also when the client has gone by then"},
    {"lost", FAULT_ARG_NONE, false, false, REPLY_RESET, NULL,
     "does what was asked, then breaks the connection"},
    {"done", FAULT_ARG_STATUS, true, false, REPLY_SEND, fault_status,
     "done=NNN: does what was asked, then answers with this status"},
    {"head", FAULT_ARG_NONE, false, false, REPLY_HEAD, NULL,
     "does what was asked, then sends the status line and one header, and closes"},
    {"delay", FAULT_ARG_NUMBER, true, false, REPLY_SEND, fault_delay, "delay=MS: delays the reply"},
    {"cut", FAULT_ARG_NUMBER, false, false, REPLY_CUT, fault_cut,
     "cut[=N]: sends N bytes of the body (half of it), then closes"},
    {"freeze", FAULT_ARG_NUMBER, false, false, REPLY_FREEZE, fault_cut,
     "freeze[=N]: sends N bytes of the body (half), then nothing"},
    {"empty", FAULT_ARG_NONE, false, false, REPLY_SEND, fault_empty, "an empty body"},
    {"html", FAULT_ARG_NONE, false, false, REPLY_SEND, fault_html, "an HTML page as body"},
    {"missing", FAULT_ARG_TEXT, true, false, REPLY_SEND, fault_missing,
     "missing=NAME: without the members of this name"},
    {"set", FAULT_ARG_TEXT, true, false, REPLY_SEND, fault_set,
     "set=NAME:JSON: members of this name get this value"},
    {"hostile", FAULT_ARG_NONE, false, false, REPLY_SEND, fault_hostile,
     "every kind of hostile byte in every text"},
    {.name = NULL},
};
