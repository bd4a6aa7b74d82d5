/* Owns the named values of a request, from a query string, a form body or multipart/form-data (RFC 7578), and
 * the reading of parameter sets with their defaults. Pure. */
/* SPDX-License-Identifier: MIT */
#include "query.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

void query_add(struct query *query, const char *name, const char *value)
{
    query->pairs = mem_grow(query->pairs, query->count + 1, sizeof *query->pairs);
    query->pairs[query->count++] = (struct query_pair){.name = mem_copy(name), .value = mem_copy(value)};
}

/* The value of a hex digit, -1 when it is none. */
static int query_hex(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes one name or value; a '%' without two hex digits stays as it is, and so does %00, which no text can
 * have. Caller frees. */
static char *query_decode(const char *text, size_t len)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < len; i++) {
        int high = text[i] == '%' && len - i > 2 ? query_hex(text[i + 1]) : -1;
        int low = high >= 0 ? query_hex(text[i + 2]) : -1;
        if (low >= 0 && high + low > 0) {
            buffer_append_char(&out, (char)(high * 16 + low));
            i += 2;
        } else {
            buffer_append_char(&out, text[i] == '+' ? ' ' : text[i]);
        }
    }
    return buffer_take(&out);
}

void query_parse(struct query *query, const char *text, size_t len)
{
    const char *end = text + len;
    while (text < end) {
        const char *amp = memchr(text, '&', (size_t)(end - text));
        const char *stop = amp ? amp : end;
        const char *equals = memchr(text, '=', (size_t)(stop - text));
        const char *name_end = equals ? equals : stop;
        char *name = query_decode(text, (size_t)(name_end - text));
        char *value = equals ? query_decode(equals + 1, (size_t)(stop - equals - 1)) : NULL;
        if (name[0])
            query_add(query, name, value);
        free(name);
        mem_wipe_free(value);
        text = stop + 1;
    }
}

const char *query_get(const struct query *query, const char *name)
{
    for (size_t i = query->count; i > 0; i--) {
        if (text_equal_nocase(query->pairs[i - 1].name, name))
            return query->pairs[i - 1].value;
    }
    return NULL;
}

void query_free(struct query *query)
{
    for (size_t i = 0; i < query->count; i++) {
        free(query->pairs[i].name);
        mem_wipe_free(query->pairs[i].value);
    }
    free(query->pairs);
    *query = (struct query){0};
}

/* The value of a row, or its default, or NULL. */
static const char *value_find(const struct param_set *set, const char *name)
{
    int index = param_find(set->table, name);
    if (index < 0)
        mem_die("a parameter is read that its table does not have");
    const char *value = param_set_get(set, index);
    return value ? value : set->table->rows[index].def;
}

bool value_bool(const struct param_set *set, const char *name)
{
    const char *value = value_find(set, name);
    return value && text_equal_nocase(value, "true");
}

int64_t value_int(const struct param_set *set, const char *name)
{
    const char *value = value_find(set, name);
    int64_t number = 0;
    return value && text_parse_int(value, &number) ? number : 0;
}

double value_number(const struct param_set *set, const char *name)
{
    const char *value = value_find(set, name);
    return value ? strtod(value, NULL) : 0;
}

const char *value_text(const struct param_set *set, const char *name)
{
    const char *value = value_find(set, name);
    return value ? value : "";
}

bool value_is_set(const struct param_set *set, const char *name)
{
    int index = param_find(set->table, name);
    return index >= 0 && param_set_get(set, index) != NULL;
}

void value_note_unknown(struct value_unknown *unknown, const char *name)
{
    if (unknown->count < sizeof unknown->names / sizeof unknown->names[0])
        unknown->names[unknown->count++] = name;
}

bool value_is_language(const char *text)
{
    size_t first = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (first < 2 || first > 8 || strlen(text) > 35)
        return false;
    for (text += first; *text; text++) {
        size_t part = 0;
        while (isalnum((unsigned char)text[1 + part]))
            part++;
        if (*text != '-' || part < 1 || part > 8)
            return false;
        text += part;
    }
    return true;
}

/* --- multipart/form-data --- */

/* The value that a parameter's text begins with, quoted or not; NULL when its quote does not end. Caller
 * frees. */
static char *query_param_value(const char *text, const char *end)
{
    if (text < end && *text == '"') {
        const char *quote = memchr(text + 1, '"', (size_t)(end - text - 1));
        return quote ? mem_copy_n(text + 1, (size_t)(quote - text - 1)) : NULL;
    }
    size_t plain = 0;
    while (text + plain < end && !strchr("; \t\r\n", text[plain]))
        plain++;
    return mem_copy_n(text, plain);
}

/* A parameter of a header's value, such as name="Email" behind Content-Disposition; NULL when there is none.
 * Caller frees. */
static char *query_header_param(const char *text, size_t len, const char *name)
{
    size_t name_len = strlen(name);
    bool quoted = false;
    for (size_t i = 1; i + name_len < len; i++) {
        bool starts = text[i - 1] == ';' || text[i - 1] == ' ' || text[i - 1] == '\t';
        quoted = quoted != (text[i - 1] == '"');
        if (!quoted && starts && strncasecmp(text + i, name, name_len) == 0 && text[i + name_len] == '=')
            return query_param_value(text + i + name_len + 1, text + len);
    }
    return NULL;
}

/* Adds the part between two delimiters: its headers, an empty line, its value. A part without a name is
 * passed over. */
static bool query_multipart_read_part(struct query *query, const char *part, size_t len)
{
    const char *gap = memmem(part, len, "\r\n\r\n", 4);
    if (!gap)
        return false;
    char *name = query_header_param(part, (size_t)(gap - part), "name");
    char *value = mem_copy_n(gap + 4, len - (size_t)(gap + 4 - part));
    if (name && name[0])
        query_add(query, name, value);
    free(name);
    mem_wipe_free(value);
    return true;
}

/* Reads the parts up to the closing delimiter; false when it does not come. */
static bool query_multipart_read_parts(struct query *query, const char *delimiter, const char *text,
                                       size_t len)
{
    size_t delimiter_len = strlen(delimiter);
    const char *end = text + len;
    bool first = memcmp(text, delimiter + 2, delimiter_len - 2) == 0; /* no line before it */
    const char *at = first ? text : memmem(text, len, delimiter, delimiter_len);
    if (at)
        at += first ? delimiter_len - 2 : delimiter_len;
    while (at) {
        if (end - at >= 2 && memcmp(at, "--", 2) == 0)
            return true;
        const char *next = memmem(at, (size_t)(end - at), delimiter, delimiter_len);
        if (!next || end - at < 2 || memcmp(at, "\r\n", 2) != 0 ||
            !query_multipart_read_part(query, at, (size_t)(next - at)))
            return false;
        at = next + delimiter_len;
    }
    return false;
}

bool query_parse_multipart(struct query *query, const char *content_type, const char *text, size_t len)
{
    char *boundary = query_header_param(content_type, strlen(content_type), "boundary");
    if (!boundary || !boundary[0] || strlen(boundary) > 70) {
        free(boundary);
        return false;
    }
    char *delimiter = mem_printf("\r\n--%s", boundary);
    bool ok = len >= strlen(delimiter) && query_multipart_read_parts(query, delimiter, text, len);
    free(delimiter);
    free(boundary);
    return ok;
}
