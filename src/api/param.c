/* Owns what a parameter row means: its flag, its type's check, its place in a table. Sets of values:
 * param_set.c. */
#include "steno/api/param.h"

#include <stdlib.h>
#include <string.h>

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
    for (size_t i = 0; i < table->count; i++) {
        char own[80];
        param_flag(own, sizeof own, &table->rows[i]);
        if (strcmp(own, flag) == 0)
            return (int)i;
    }
    return -1;
}

void param_flag(char *out, size_t size, const struct param_def *def)
{
    text_kebab(out, size, def->name);
}

/* The reason why a valid UTF-8 text is no value of the type, or NULL. */
static const char *param_refusal(enum param_type type, const char *text)
{
    int64_t number;
    switch (type) {
    case PARAM_BOOL:
        return strcmp(text, "true") == 0 || strcmp(text, "false") == 0 ? NULL
                                                                       : "is invalid: use true or false";
    case PARAM_INT:
        return text_parse_int(text, &number) ? NULL : "is not a whole number";
    case PARAM_NUMBER:
        return text_is_number(text) ? NULL : "is not a number such as 16 or 16.5";
    case PARAM_TEXT:
        break;
    }
    return NULL;
}

/* Is the text one of the known values? */
static bool param_is_suggested(const struct param_def *def, const char *text)
{
    for (size_t i = 0; def->suggestions[i]; i++) {
        if (strcmp(def->suggestions[i], text) == 0)
            return true;
    }
    return false;
}

bool param_check(const struct param_def *def, const char *text, struct error *err)
{
    if (!text_is_valid(text, strlen(text)))
        return error_set(err, ERROR_USAGE, "the text is not valid UTF-8");
    if (def->required && text[0] == '\0')
        return error_set(err, ERROR_USAGE, "a value is required");
    if (def->local && def->suggestions && !param_is_suggested(def, text))
        return error_set(err, ERROR_USAGE, "use one of the known values");
    const char *refusal = param_refusal(def->type, text);
    if (!refusal)
        return true;
    if (def->secret)
        return error_set(err, ERROR_USAGE, "the value %s", refusal);
    char shown[200];
    text_clip(shown, sizeof shown, text, 60);
    char *clean = text_clean_copy(shown);
    error_set(err, ERROR_USAGE, "“%s” %s", clean, refusal);
    free(clean);
    return false;
}
