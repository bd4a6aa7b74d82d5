/* Owns the kept bodies. It must not know what they say. */
#include "rendered.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

/* Frees what a row has; it is empty then. */
static void rendered_drop(struct rendered_row *row)
{
    free(row->key);
    free(row->body);
    free(row->disposition);
    free(row->note);
    *row = (struct rendered_row){0};
}

bool rendered_find(const struct rendered *rendered, const char *key, struct reply *reply)
{
    for (size_t i = 0; i < RENDERED_MAX; i++) {
        const struct rendered_row *row = &rendered->rows[i];
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

void rendered_keep(struct rendered *rendered, const char *key, struct reply *reply)
{
    reply_render(reply);
    if (reply->body.len > RENDERED_BODY_MAX)
        return;
    struct rendered_row *row = &rendered->rows[rendered->next++ % RENDERED_MAX];
    rendered_drop(row);
    *row = (struct rendered_row){.key = mem_copy(key),
                                 .body = mem_copy_n(buffer_text(&reply->body), reply->body.len),
                                 .len = reply->body.len,
                                 .type = reply->type,
                                 .disposition = mem_copy_or_null(reply->disposition),
                                 .note = mem_copy_or_null(reply->note)};
}

void rendered_clear(struct rendered *rendered)
{
    for (size_t i = 0; i < RENDERED_MAX; i++)
        rendered_drop(&rendered->rows[i]);
}
