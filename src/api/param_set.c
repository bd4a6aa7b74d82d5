/* Owns sets of parameter values: UNSET or SET, their query string and their JSON. */
#include "steno/api/param.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

struct param_set *param_set_new(const struct param_table *table)
{
    struct param_set *set = mem_zero(1, sizeof *set);
    set->table = table;
    set->values = mem_zero(table->count, sizeof *set->values);
    return set;
}

struct param_set *param_set_copy(const struct param_set *set)
{
    struct param_set *copy = param_set_new(set->table);
    for (size_t i = 0; i < set->table->count; i++)
        copy->values[i] = mem_copy_or_null(set->values[i]);
    return copy;
}

/* Frees one value, wiping it first when it is a secret. */
static void param_set_drop(struct param_set *set, int index)
{
    if (set->table->rows[index].secret)
        mem_wipe_free(set->values[index]);
    else
        free(set->values[index]);
    set->values[index] = NULL;
}

struct param_set *param_set_sent(const struct param_set *set)
{
    struct param_set *sent = param_set_new(set->table->sent ? set->table->sent : set->table);
    for (size_t i = 0; i < sent->table->count; i++) {
        if (set->values[i])
            param_set_put_raw(sent, (int)i, set->values[i]);
    }
    return sent;
}

void param_set_free(struct param_set *set)
{
    if (!set)
        return;
    for (size_t i = 0; i < set->table->count; i++)
        param_set_drop(set, (int)i);
    free(set->values);
    free(set);
}

void param_set_put_raw(struct param_set *set, int index, const char *text)
{
    char *copy = mem_copy(text);
    param_set_drop(set, index);
    set->values[index] = copy;
}

bool param_set_put(struct param_set *set, int index, const char *text, struct error *err)
{
    if (!param_check(&set->table->rows[index], text, err)) {
        error_prefix(err, "%s", set->table->rows[index].name);
        return false;
    }
    param_set_put_raw(set, index, text);
    return true;
}

void param_set_unset(struct param_set *set, int index)
{
    param_set_drop(set, index);
}

void param_set_fill_defaults(struct param_set *set)
{
    for (size_t i = 0; i < set->table->count; i++) {
        if (!set->values[i] && set->table->rows[i].def)
            param_set_put_raw(set, (int)i, set->table->rows[i].def);
    }
}

const char *param_set_get(const struct param_set *set, int index)
{
    return set->values[index];
}

int param_set_count(const struct param_set *set)
{
    int count = 0;
    for (size_t i = 0; i < set->table->count; i++)
        count += set->values[i] != NULL;
    return count;
}

bool param_set_check(const struct param_set *set, int *index, struct error *err)
{
    for (size_t i = 0; i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        const char *value = set->values[i];
        if (!value && !def->required)
            continue;
        if (!param_check(def, value ? value : "", err)) {
            error_prefix(err, "%s", def->name);
            if (index)
                *index = (int)i;
            return false;
        }
    }
    return true;
}

bool param_encode(struct buffer *out, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    bool ok = true;
    for (; *text; text++) {
        if (strchr(plain, *text))
            ok = buffer_append_char(out, *text) && ok;
        else
            ok = buffer_printf(out, "%%%02X", (unsigned char)*text) && ok;
    }
    return ok;
}

bool param_set_query(const struct param_set *set, struct buffer *out)
{
    bool ok = true, first = true;
    for (size_t i = 0; i < set->table->count; i++) {
        if (!set->values[i])
            continue;
        ok = ok && (first || buffer_append_char(out, '&')) &&
             buffer_append_text(out, set->table->rows[i].name) && buffer_append_char(out, '=') &&
             param_encode(out, set->values[i]);
        first = false;
    }
    return ok;
}

json_t *param_set_to_json(const struct param_set *set)
{
    json_t *object = json_object();
    for (size_t i = 0; i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        if (set->values[i] && !def->secret)
            json_object_set_new(object, def->name, json_string(set->values[i]));
    }
    return object;
}

struct param_set *param_set_from_json(const struct param_table *table, const json_t *object, int *unknown)
{
    struct param_set *set = param_set_new(table);
    const char *name;
    json_t *value;
    int strangers = 0;
    json_object_foreach((json_t *)(uintptr_t)object, name, value)
    {
        int index = param_find(table, name);
        if (index >= 0 && json_is_string(value))
            param_set_put_raw(set, index, json_string_value(value));
        else
            strangers++;
    }
    if (unknown)
        *unknown = strangers;
    return set;
}
