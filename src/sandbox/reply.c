/* Owns the making and freeing of replies, the optional members that are taken out of some, and the kept
 * bodies of those that are asked for again and again. */
/* SPDX-License-Identifier: MIT */
#include "reply.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

#define LISTS "[][]."

void reply_init(struct reply *reply)
{
    *reply = (struct reply){.status = 200, .type = "application/json; charset=utf-8", .cut_at = -1};
    buffer_init(&reply->body, (size_t)1 << 30);
}

void reply_free(struct reply *reply)
{
    json_decref(reply->json);
    buffer_free(&reply->body);
    free(reply->disposition);
    free(reply->note);
    free(reply->late);
    query_free(&reply->headers);
}

void reply_error(struct reply *reply, int status, const char *message)
{
    reply_free(reply);
    reply_init(reply);
    reply->status = status;
    reply->json = json_pack("{s:s, s:n}", "Message", message, "Data");
}

void reply_json(struct reply *reply, json_t *value)
{
    json_decref(reply->json);
    reply->json = value;
}

/* Receives a piece of a JSON text. */
static int reply_piece(const char *text, size_t len, void *arg)
{
    struct reply *reply = arg;
    return buffer_append(&reply->body, text, len) ? 0 : -1;
}

void reply_render(struct reply *reply)
{
    if (!reply->json)
        return;
    if (json_dump_callback(reply->json, reply_piece, reply,
                           JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15)) != 0)
        mem_die("a reply cannot be written as JSON");
    json_decref(reply->json);
    reply->json = NULL;
}

/* --- optional members --- */

/* Blanks one member of an object; null is put even where there was none. */
static void reply_blank_member(json_t *object, const char *name, bool absent)
{
    if (absent)
        json_object_del(object, name);
    else
        json_object_set_new(object, name, json_null());
}

/* Blanks one member of every element in a list of lists. */
static void reply_blank_elements(json_t *lists, const char *name, bool absent)
{
    size_t i, j;
    json_t *list, *element;
    json_array_foreach(lists, i, list)
    {
        json_array_foreach(list, j, element)
        {
            reply_blank_member(element, name, absent);
        }
    }
}

/* The object that the last part of a path is a member of, made where it is missing; *last becomes that part.
 */
static json_t *reply_blank_walk(json_t *object, char *path, char **last)
{
    *last = path;
    for (char *dot; (dot = strchr(*last, '.')); *last = dot + 1) {
        *dot = '\0';
        json_t *inner = json_object_get(object, *last);
        if (!json_is_object(inner)) {
            inner = json_object();
            json_object_set_new(object, *last, inner);
        }
        object = inner;
    }
    return object;
}

/* Blanks what one row names. */
static void reply_blank_row(json_t *resource, const char *path, bool absent)
{
    char *copy = mem_copy(path), *last;
    char *lists = strstr(copy, LISTS);
    const char *element = lists ? lists + strlen(LISTS) : NULL;
    if (lists)
        *lists = '\0';
    json_t *object = reply_blank_walk(resource, copy, &last);
    last[strcspn(last, "[")] = '\0';
    if (element)
        reply_blank_elements(json_object_get(object, last), element, absent);
    else
        reply_blank_member(object, last, absent);
    free(copy);
}

void reply_blank(json_t *resource, const struct field_table *table, bool absent)
{
    size_t root = strlen(table->root);
    for (size_t i = 0; i < table->count; i++) {
        const struct field_def *def = &table->rows[i];
        if (!def->required)
            reply_blank_row(resource, def->path + (root ? root + 1 : 0), absent);
    }
}
