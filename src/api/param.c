/* What a parameter row means, and sets of values: their checks, query string and JSON. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/param.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

const char *param_label(const struct param_def *def)
{
    return def->label ? def->label : def->name;
}

/* The two values of a Boolean. */
static const struct {
    const char *value, *words;
} truths[] = {{"true", "yes"}, {"false", "no"}};

const char *param_words(const struct param_def *def, const char *value)
{
    for (size_t i = 0; def->type == PARAM_BOOL && i < 2; i++) {
        if (strcmp(value, truths[i].value) == 0)
            return truths[i].words;
    }
    return value;
}

const char *param_from_words(const struct param_def *def, const char *words)
{
    for (size_t i = 0; def->type == PARAM_BOOL && i < 2; i++) {
        if (text_equal_nocase(words, truths[i].words))
            return truths[i].value;
    }
    return words;
}

int param_find(const struct param_table *table, const char *name)
{
    for (size_t i = 0; i < table->count; i++) {
        if (strcmp(table->rows[i].name, name) == 0)
            return (int)i;
    }
    return -1;
}

int param_find_nocase(const struct param_table *table, const char *name)
{
    for (size_t i = 0; i < table->count; i++) {
        if (text_equal_nocase(table->rows[i].name, name))
            return (int)i;
    }
    return -1;
}

int param_find_flag(const struct param_table *table, const char *flag)
{
    char own[80];
    for (size_t i = 0; i < table->count; i++) {
        param_flag(own, sizeof own, &table->rows[i]);
        if (strcmp(own, flag) == 0)
            return (int)i;
    }
    return -1;
}

int param_in_form(const struct param_table *table, size_t n)
{
    size_t sent = table->sent ? table->sent->count : table->count, locals = table->count - sent;
    size_t first = table->local_after ? (size_t)param_find(table, table->local_after) + 1 : sent;
    if (n < first)
        return (int)n;
    return (int)(n < first + locals ? sent + n - first : n - locals);
}

void param_flag(char *out, size_t size, const struct param_def *def)
{
    text_kebab(out, size, def->name);
}

bool param_check(const struct param_def *def, const char *text, struct error *err)
{
    int64_t number;
    bool known = !def->local || !def->suggestions;
    if (!text_is_valid(text, strlen(text)))
        return error_set(err, ERROR_USAGE, "the text is not valid UTF-8");
    if (def->required && text[0] == '\0')
        return error_set(err, ERROR_USAGE, "a value is required");
    for (size_t i = 0; !known && def->suggestions[i]; i++)
        known = strcmp(def->suggestions[i], text) == 0;
    if (!known)
        return error_set(err, ERROR_USAGE, "use one of the known values");
    const char *refusal = NULL;
    if (def->type == PARAM_BOOL && strcmp(text, "true") != 0 && strcmp(text, "false") != 0)
        refusal = "is invalid: use true or false";
    else if (def->type == PARAM_INT && !text_parse_int(text, &number))
        refusal = "is not a whole number";
    else if (def->type == PARAM_NUMBER && !text_is_number(text))
        refusal = "is not a number such as 16 or 16.5";
    if (!refusal)
        return true;
    if (def->secret)
        return error_set(err, ERROR_USAGE, "the value %s", refusal);
    char shown[200], *clean = text_clean_copy(text);
    text_clip(shown, sizeof shown, clean, 60);
    free(clean);
    return error_set(err, ERROR_USAGE, "“%s” %s", shown, refusal);
}

/* --- sets of values --- */

struct param_set *param_set_new(const struct param_table *table)
{
    struct param_set *set = mem_zero(1, sizeof *set);
    set->table = table;
    set->values = mem_zero(table->count, sizeof *set->values);
    return set;
}

/* What a set has in the rows of a table, which are its first. */
static struct param_set *param_set_take(const struct param_set *set, const struct param_table *table)
{
    struct param_set *copy = param_set_new(table);
    for (size_t i = 0; i < table->count; i++)
        copy->values[i] = mem_copy_or_null(set->values[i]);
    return copy;
}

struct param_set *param_set_copy(const struct param_set *set)
{
    return param_set_take(set, set->table);
}

struct param_set *param_set_sent(const struct param_set *set)
{
    return param_set_take(set, set->table->sent ? set->table->sent : set->table);
}

void param_set_unset(struct param_set *set, int index)
{
    if (set->table->rows[index].secret)
        mem_wipe_free(set->values[index]);
    else
        free(set->values[index]);
    set->values[index] = NULL;
}

void param_set_free(struct param_set *set)
{
    if (!set)
        return;
    for (size_t i = 0; i < set->table->count; i++)
        param_set_unset(set, (int)i);
    free(set->values);
    free(set);
}

void param_set_put_raw(struct param_set *set, int index, const char *text)
{
    char *copy = mem_copy(text);
    param_set_unset(set, index);
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

bool param_set_is_same(const struct param_set *one, const struct param_set *two)
{
    for (size_t row = 0; row < one->table->count; row++) {
        const char *a = one->values[row], *b = two->values[row];
        if (a != b && (!a || !b || strcmp(a, b) != 0))
            return false;
    }
    return true;
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

void param_encode(struct buffer *out, const char *text)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";
    for (; *text; text++)
        buffer_printf(out, strchr(plain, *text) ? "%c" : "%%%02X", (unsigned char)*text);
}

void param_set_query(const struct param_set *set, struct buffer *out)
{
    const char *mark = "";
    for (size_t i = 0; i < set->table->count; i++) {
        if (!set->values[i])
            continue;
        buffer_printf(out, "%s%s=", mark, set->table->rows[i].name);
        param_encode(out, set->values[i]);
        mark = "&";
    }
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
