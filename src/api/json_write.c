/* Owns the writing of JSON: order kept, reals short, nothing in it that could drive a terminal. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/json.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"

/* Where we write, and how. */
struct json_writer {
    struct buffer *out;
    bool pretty;
    int depth;
    bool ok;
};

/* Appends text, remembering a refusal. */
static void writer_put(struct json_writer *writer, const char *text, size_t len)
{
    writer->ok = buffer_append(writer->out, text, len) && writer->ok;
}

/* Appends one code point, escaped where JSON or a terminal demands it. */
static void writer_code(struct json_writer *writer, uint32_t code)
{
    char bytes[16];
    if (code == '"' || code == '\\') {
        bytes[0] = '\\';
        bytes[1] = (char)code;
        writer_put(writer, bytes, 2);
    } else if (text_code_is_hostile(code) && code > 0xFFFF) {
        uint32_t rest = code - 0x10000;
        writer_put(writer, bytes,
                   (size_t)snprintf(bytes, sizeof bytes, "\\u%04X\\u%04X", (unsigned)(0xD800 + (rest >> 10)),
                                    (unsigned)(0xDC00 + (rest & 0x3FF))));
    } else if (text_code_is_hostile(code)) {
        writer_put(writer, bytes, (size_t)snprintf(bytes, sizeof bytes, "\\u%04X", (unsigned)code));
    } else {
        writer_put(writer, bytes, text_encode(code, bytes));
    }
}

/* Appends a quoted string. */
static void writer_string(struct json_writer *writer, const char *text, size_t len)
{
    writer_put(writer, "\"", 1);
    for (size_t at = 0; at < len;) {
        uint32_t code;
        size_t plain = at;
        while (plain < len && text[plain] >= ' ' && text[plain] <= '~' && text[plain] != '"' &&
               text[plain] != '\\')
            plain++;
        if (plain > at)
            writer_put(writer, text + at, plain - at);
        at = plain;
        if (at == len)
            break;
        at += text_decode(text + at, len - at, &code);
        writer_code(writer, code);
    }
    writer_put(writer, "\"", 1);
}

/* Appends a real with as few digits as read back to the same value. */
static void writer_real(struct json_writer *writer, double value)
{
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (!(strtod(text, NULL) < value) && !(strtod(text, NULL) > value))
            break;
    }
    writer_put(writer, text, strlen(text));
    if (!strpbrk(text, ".eEin")) /* a whole number stays a real; inf and nan cannot come from JSON */
        writer_put(writer, ".0", 2);
}

/* Starts a new line at the current depth, when pretty. */
static void writer_break(struct json_writer *writer)
{
    if (!writer->pretty)
        return;
    writer_put(writer, "\n", 1);
    for (int i = 0; i < writer->depth; i++)
        writer_put(writer, "  ", 2);
}

static void writer_value(struct json_writer *writer, const json_t *value);

/* Appends an array or object: `open`, its members, `close`. */
static void writer_container(struct json_writer *writer, const json_t *value)
{
    bool is_object = json_is_object(value), first = true;
    writer_put(writer, is_object ? "{" : "[", 1);
    writer->depth++;
    void *at = is_object ? json_object_iter((json_t *)(uintptr_t)value) : NULL;
    for (size_t i = 0; is_object ? at != NULL : i < json_array_size(value); i++) {
        if (!first)
            writer_put(writer, ",", 1);
        first = false;
        writer_break(writer);
        if (is_object) {
            writer_string(writer, json_object_iter_key(at), strlen(json_object_iter_key(at)));
            writer_put(writer, ": ", writer->pretty ? 2 : 1);
            writer_value(writer, json_object_iter_value(at));
            at = json_object_iter_next((json_t *)(uintptr_t)value, at);
        } else {
            writer_value(writer, json_array_get(value, i));
        }
    }
    writer->depth--;
    if (!first)
        writer_break(writer);
    writer_put(writer, is_object ? "}" : "]", 1);
}

/* Appends any value. */
static void writer_value(struct json_writer *writer, const json_t *value)
{
    char number[32];
    switch (json_typeof(value)) {
    case JSON_OBJECT:
    case JSON_ARRAY:
        writer_container(writer, value);
        break;
    case JSON_STRING:
        writer_string(writer, json_string_value(value), json_string_length(value));
        break;
    case JSON_INTEGER:
        writer_put(writer, number,
                   (size_t)snprintf(number, sizeof number, "%lld", (long long)json_integer_value(value)));
        break;
    case JSON_REAL:
        writer_real(writer, json_real_value(value));
        break;
    case JSON_TRUE:
        writer_put(writer, "true", 4);
        break;
    case JSON_FALSE:
        writer_put(writer, "false", 5);
        break;
    case JSON_NULL:
        writer_put(writer, "null", 4);
        break;
    }
}

bool json_write(struct buffer *out, const json_t *value)
{
    struct json_writer writer = {.out = out, .ok = true};
    writer_value(&writer, value);
    return writer.ok;
}

void json_write_bare(struct buffer *out, const json_t *value)
{
    if (json_is_string(value))
        buffer_append_text(out, json_string_value(value));
    else
        json_write(out, value);
}

bool json_write_pretty(struct buffer *out, const json_t *value)
{
    struct json_writer writer = {.out = out, .pretty = true, .ok = true};
    writer_value(&writer, value);
    return writer.ok;
}
