/* Owns the making and freeing of replies. */
#include "reply.h"

#include <stdlib.h>

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
