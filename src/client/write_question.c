/* Owns the words of the question after a conflict. Knows no front end, and sends nothing. */
/* SPDX-License-Identifier: MIT */
#include "steno/client/write_question.h"

#include <inttypes.h>
#include <stdlib.h>

#include "steno/api/changes.h"
#include "steno/api/json.h"
#include "steno/api/look.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define VALUE_CELLS 40

/* A key or a value as a sentence may show it. Caller frees. */
static char *write_question_show(const char *text)
{
    char shown[VALUE_CELLS * 4 + 8], *clean = text_clean_copy(text ? text : "");
    text_clip(shown, sizeof shown, *clean ? clean : "nothing", VALUE_CELLS);
    free(clean);
    return mem_copy(shown);
}

/* What the reading says of the key itself. */
static void write_question_put_key(struct buffer *out, const struct call *asked, const struct project *now)
{
    const json_t *value = look_metadata(now, asked->key);
    char *key = write_question_show(asked->key);
    if (!look_lists_metadata(asked->seen) || !look_lists_metadata(now)) {
        buffer_append_text(out, " Its metadata cannot be read.");
    } else if (!value) {
        buffer_printf(out, " Its %s no longer exists.", key);
    } else {
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        if (!json_is_string(value))
            json_write(&text, value);
        char *shown =
            write_question_show(json_is_string(value) ? json_string_value(value) : buffer_text(&text));
        buffer_printf(out, " Its %s is %s now.", key, shown);
        free(shown);
        buffer_free(&text);
    }
    free(key);
}

bool write_question_make(struct write_question *ask, const struct call *asked,
                         const struct call_result *result, const char *since)
{
    bool metadata = asked->op == ENDPOINT_ADD_METADATA || asked->op == ENDPOINT_DELETE_METADATA;
    const struct project *now = result->project;
    *ask = (struct write_question){0};
    if (result->ok || result->error.kind != ERROR_CONFLICT || !metadata || !asked->seen || !now ||
        now->version < 0 || now->version == asked->seen->version)
        return false;
    char *key = write_question_show(asked->key), *value = write_question_show(asked->value);
    struct buffer changes, asks;
    buffer_init(&changes, BUFFER_MAX_DEFAULT);
    buffer_init(&asks, BUFFER_MAX_DEFAULT);
    changes_put(&changes, asked->seen->record.shown, now->record.shown, true);
    if (changes.len == 0)
        buffer_append_text(&changes, "no field that is shown");
    buffer_append_char(&asks, '.');
    write_question_put_key(&asks, asked, now);
    if (asked->op == ENDPOINT_ADD_METADATA)
        buffer_printf(&asks, " Set %s to %s all the same?", key, value);
    else
        buffer_printf(&asks, " Delete %s all the same?", key);
    *ask = (struct write_question){.lead = mem_printf("%" PRId64 " changed since %s: ", now->id, since),
                                   .changes = buffer_take(&changes),
                                   .asks = buffer_take(&asks)};
    free(key);
    free(value);
    return true;
}

void write_question_clear(struct write_question *ask)
{
    free(ask->lead);
    free(ask->changes);
    free(ask->asks);
    *ask = (struct write_question){0};
}
