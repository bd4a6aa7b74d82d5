/* Owns the kinds of faults, and what each does to a reply, hostile text among it: what no client may pass on
 * to a terminal, in every text of a reply. The JSON library cannot write most of it, so each text gets a
 * mark, and the marks are replaced in the written body. */
/* SPDX-License-Identifier: MIT */
#include "fault.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

#define MARK "\xEE\x80\x80" /* U+E000, of the private use area */

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

/* --- hostile text --- */

/* As it stands between the quotes of a JSON text: C0 must be escaped there, all else is raw. */
static const char hostile_json[] =
    "\\u001B]0;title\\u0007\\u001B[2J\\u001B[31m" /* sequences that change a terminal */
    "\\u0000\\u0001\\b\\t\\n\\r\\u000E\\u001F"    /* other C0 */
    "\x7F"                                        /* DEL */
    "\xC2\x80\xC2\x85\xC2\x9B"
    "31m\xC2\x9D"                                                          /* C1, NEL and CSI among them */
    "\xE2\x80\xAE\xE2\x80\xAA\xE2\x81\xA6\xE2\x81\xA9\xD8\x9C\xE2\x80\x8F" /* bidirectional controls */
    "\xE2\x80\xA8\xE2\x80\xA9"                                             /* line and paragraph separator */
    "\xFF\xFE\xC0\xAF\xE2\x82\xED\xA0\x80\xF4\x90\x80\x80" /* no UTF-8: stray, overlong, cut, surrogate, too
                                                              large */
    "\\uDC00 \\uD800 "                                     /* lone surrogates */
    "\xEF\xBB\xBF\xF3\xA0\x81\x81"                         /* byte order mark, a tag character */
    "\xC2\xAD\xE2\x80\x8B\xE2\x81\xA0\xE3\x85\xA4";        /* soft hyphen, zero width space, word joiner, a
                                                              filler */

/* For the body of a file, where nothing is escaped. */
static const char hostile_raw[] = "\x1B]0;title\x07\x1B[2J\x1B[31m\x01\b\r\x7F\xC2\x9B"
                                  "31m\xE2\x80\xAE\xE2\x80\xA8\xFF\xC0\xAF\xED\xA0\x80\n";

/* Puts the mark at the end of every text below a value; tokens stay usable. Metadata gets a key with
 * it too. */
static void fault_hostile_mark(json_t *value)
{
    const char *name;
    void *next;
    size_t i;
    json_t *member;
    json_array_foreach(value, i, member)
    {
        if (json_is_string(member))
            json_array_set_new(value, i, json_sprintf("%s" MARK, json_string_value(member)));
        else
            fault_hostile_mark(member);
    }
    json_object_foreach_safe(value, next, name, member)
    {
        if (strcmp(name, "Metadata") == 0 && json_is_object(member))
            json_object_set_new(member, "key" MARK, json_string("value"));
        if (json_is_string(member) && strcmp(name, "Token") != 0)
            json_object_set_new(value, name, json_sprintf("%s" MARK, json_string_value(member)));
        else
            fault_hostile_mark(member);
    }
}

/* Writes hostile bytes over the marks. */
static void fault_hostile_replace(struct buffer *body)
{
    struct buffer out;
    buffer_init(&out, body->max);
    const char *at = buffer_text(body);
    for (const char *mark; (mark = strstr(at, MARK)); at = mark + strlen(MARK)) {
        buffer_append(&out, at, (size_t)(mark - at));
        buffer_append(&out, hostile_json, sizeof hostile_json - 1);
    }
    buffer_append_text(&out, at);
    buffer_free(body);
    *body = out;
}

/* Puts hostile text into a reply. */
static void fault_hostile(struct reply *reply, const char *arg)
{
    (void)arg;
    if (reply->json) {
        fault_hostile_mark(reply->json);
        reply_render(reply);
        fault_hostile_replace(&reply->body);
        return;
    }
    buffer_append(&reply->body, hostile_raw, sizeof hostile_raw - 1);
    free(reply->disposition);
    reply->disposition = mem_copy("attachment; filename=\"../../\x1B[31m.hidden.srt\"; "
                                  "filename*=UTF-8''..%2F..%2Fetc%2F%1B%5B2J%E2%80%AE%00%0Apasswd.srt");
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
     "missing=NAME: without the fields of this name"},
    {"set", FAULT_ARG_TEXT, true, false, REPLY_SEND, fault_set,
     "set=NAME:JSON: fields of this name get this value, an integer beyond 64 bits as a string"},
    {"hostile", FAULT_ARG_NONE, false, false, REPLY_SEND, fault_hostile,
     "every kind of hostile byte in every text"},
    {.name = NULL},
};
