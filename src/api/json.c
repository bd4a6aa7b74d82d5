/* Owns the road from a server's bytes to decodable and capped JSON, and to a cleaned copy for display.
 * Writing JSON is json_write.c. */
#include "json.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

/* Refuses nesting beyond the cap before the decoder sees it; brackets within strings do not count. */
static bool json_depth_ok(const char *data, size_t len)
{
    int depth = 0;
    bool in_string = false;
    for (size_t i = 0; i < len; i++) {
        char c = data[i];
        if (in_string) {
            if (c == '\\')
                i++;
            else if (c == '"')
                in_string = false;
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{' || c == '[') {
            if (++depth > JSON_DEPTH_MAX)
                return false;
        } else if (c == '}' || c == ']') {
            depth--;
        }
    }
    return true;
}

/* Decodes text that needs no repair. */
static json_t *json_load_text(const char *data, size_t len, json_error_t *where)
{
    return json_loadb(data, len, JSON_DECODE_ANY | JSON_ALLOW_NUL, where);
}

/* Repairs first. */
static json_t *json_load_mended(const char *data, size_t len, json_error_t *where)
{
    struct buffer valid, mended;
    buffer_init(&valid, SIZE_MAX / 4);
    buffer_init(&mended, SIZE_MAX / 4);
    text_repair(&valid, data, len);
    json_mend(&mended, buffer_text(&valid), valid.len);
    json_t *value = json_load_text(buffer_text(&mended), mended.len, where);
    buffer_free(&valid);
    buffer_free(&mended);
    return value;
}

/* Says in our own words what came in place of JSON. */
static void json_refuse(const char *data, size_t len, const json_error_t *where, struct error *err)
{
    size_t blank = 0;
    while (blank < len && strchr(" \t\r\n", data[blank]) && data[blank])
        blank++;
    bool ends = json_error_code(where) == json_error_premature_end_of_input;
    if (blank == len)
        error_set(err, ERROR_BAD_REPLY, "The response is empty, not JSON");
    else if (data[blank] == '<')
        error_set(err, ERROR_BAD_REPLY, "The response is a web page, not JSON");
    else
        error_set(err, ERROR_BAD_REPLY, "The response is not JSON: it %s at line %d, column %d",
                  ends ? "ends" : "is invalid", where->line, where->column);
}

json_t *json_decode(const char *data, size_t len, struct error *err)
{
    if (len >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0) {
        data += 3;
        len -= 3;
    }
    if (!json_depth_ok(data, len)) {
        error_set(err, ERROR_BAD_REPLY, "The response is nested deeper than %d levels", JSON_DEPTH_MAX);
        return NULL;
    }
    json_error_t where;
    json_t *value = json_is_decodable(data, len) ? json_load_text(data, len, &where)
                                                 : json_load_mended(data, len, &where);
    if (value)
        return value;
    json_refuse(data, len, &where, err);
    return NULL;
}

/* A cleaned JSON string. */
static json_t *json_clean_string(const json_t *value)
{
    struct buffer text;
    buffer_init(&text, SIZE_MAX / 4);
    text_clean(&text, json_string_value(value), json_string_length(value));
    json_t *clean = json_stringn_nocheck(buffer_text(&text), text.len);
    buffer_free(&text);
    return clean;
}

/* Is there nothing to clean in a value? Then it can be shared. */
static bool json_is_clean(const json_t *value)
{
    if (json_is_string(value))
        return text_is_clean(json_string_value(value), json_string_length(value));
    for (size_t i = 0; i < json_array_size(value); i++) {
        if (!json_is_clean(json_array_get(value, i)))
            return false;
    }
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)value, name, member)
    {
        if (!text_is_clean(name, strlen(name)) || !json_is_clean(member))
            return false;
    }
    return true;
}

json_t *json_clean_copy(const json_t *value)
{
    if (json_is_clean(value))
        return json_incref((json_t *)(uintptr_t)value);
    if (json_is_string(value))
        return json_clean_string(value);
    if (json_is_array(value)) {
        json_t *list = json_array();
        for (size_t i = 0; i < json_array_size(value); i++)
            json_array_append_new(list, json_clean_copy(json_array_get(value, i)));
        return list;
    }
    json_t *object = json_object();
    const char *name;
    json_t *member;
    json_object_foreach((json_t *)(uintptr_t)value, name, member)
    {
        char *clean = text_clean_copy(name);
        json_object_set_new_nocheck(object, clean, json_clean_copy(member));
        free(clean);
    }
    return object;
}
