/* Owns the reading of multipart/form-data (RFC 7578). Pure. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "query.h"
#include "steno/base/mem.h"

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
