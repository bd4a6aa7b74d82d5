/* Owns what the fields of TranscriptionConfig stand for. Must not know who shows them. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/last_run.h"

#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"

int last_run_row(const struct param_table *table, const char *field)
{
    static const char *const renamed[][2] = {{"Language", "Lang"}, {"Profile", "TranscriptionProfile"}};
    for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++) {
        if (strcmp(field, renamed[i][0]) == 0)
            return param_find(table, renamed[i][1]);
    }
    return param_find(table, field);
}

char *last_run_text(const json_t *value)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    if (json_is_string(value))
        buffer_append_text(&text, json_string_value(value));
    else if (value && !json_is_null(value))
        json_write(&text, value);
    return buffer_take(&text);
}

/* Are they the same for a parameter of this type? */
static bool last_run_same(const struct param_def *def, const char *text)
{
    bool number = def->type == PARAM_INT || def->type == PARAM_NUMBER;
    return number ? strtod(def->def, NULL) == strtod(text, NULL) : strcmp(def->def, text) == 0;
}

enum last_run_kind last_run_compare(const struct param_def *def, const json_t *value)
{
    if (!def)
        return LAST_RUN_OTHER;
    char *text = last_run_text(value);
    bool is_default = !*text || (def->def && last_run_same(def, text));
    free(text);
    return is_default ? LAST_RUN_DEFAULT : LAST_RUN_DIFFERS;
}

const char *last_run_language(const json_t *resource)
{
    const char *field;
    json_t *value;
    json_object_foreach(json_object_get(resource, "TranscriptionConfig"), field, value)
    {
        int row = last_run_row(&params_enqueue, field);
        const char *text = json_string_value(value);
        if (row >= 0 && strcmp(params_enqueue.rows[row].name, "Lang") == 0 && text && *text)
            return text;
    }
    return NULL;
}
