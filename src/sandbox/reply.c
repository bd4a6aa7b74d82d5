/* Owns the making and freeing of replies, and the kept bodies of those that are asked for again and again. */
#include "reply.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

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

/* Frees what a row has; it is empty then. */
static void reply_cache_drop(struct reply_cache_row *row)
{
    free(row->key);
    free(row->body);
    free(row->disposition);
    free(row->note);
    *row = (struct reply_cache_row){0};
}

bool reply_cache_find(const struct reply_cache *cache, const char *key, struct reply *reply)
{
    for (size_t i = 0; i < REPLY_CACHE_MAX; i++) {
        const struct reply_cache_row *row = &cache->rows[i];
        if (!row->key || strcmp(row->key, key) != 0)
            continue;
        buffer_append(&reply->body, row->body, row->len);
        reply->type = row->type;
        reply->disposition = mem_copy_or_null(row->disposition);
        reply->note = mem_copy_or_null(row->note);
        return true;
    }
    return false;
}

void reply_cache_keep(struct reply_cache *cache, const char *key, struct reply *reply)
{
    reply_render(reply);
    if (reply->body.len > REPLY_CACHE_BODY_MAX)
        return;
    struct reply_cache_row *row = &cache->rows[cache->next++ % REPLY_CACHE_MAX];
    reply_cache_drop(row);
    *row = (struct reply_cache_row){.key = mem_copy(key),
                                    .body = mem_copy_n(buffer_text(&reply->body), reply->body.len),
                                    .len = reply->body.len,
                                    .type = reply->type,
                                    .disposition = mem_copy_or_null(reply->disposition),
                                    .note = mem_copy_or_null(reply->note)};
}

void reply_cache_clear(struct reply_cache *cache)
{
    for (size_t i = 0; i < REPLY_CACHE_MAX; i++)
        reply_cache_drop(&cache->rows[i]);
}
