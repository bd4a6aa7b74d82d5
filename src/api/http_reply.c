/* Owns the reading of an answer's headers, and what is wrong with its content. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "http_private.h"
#include "steno/base/clock.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

void http_reply_free(struct http_reply *reply)
{
    if (reply->body.data)
        explicit_bzero(reply->body.data, reply->body.len); /* a login's answer holds a token */
    buffer_free(&reply->headers);
    buffer_free(&reply->body);
}

/* The value of a header line of this name, and its length; NULL for another line. */
static const char *http_reply_value(const char *line, size_t line_len, const char *name, size_t *len)
{
    size_t name_len = strlen(name);
    if (line_len <= name_len || line[name_len] != ':' || strncasecmp(line, name, name_len) != 0)
        return NULL;
    const char *value = line + name_len + 1;
    value += strspn(value, " \t");
    *len = line_len - (size_t)(value - line);
    return value;
}

bool http_reply_header(const struct http_reply *reply, const char *name, char *out, size_t size)
{
    out[0] = '\0';
    for (const char *line = buffer_text(&reply->headers); *line;) {
        size_t len = strcspn(line, "\n"), value_len;
        const char *value = http_reply_value(line, len, name, &value_len);
        if (value) {
            snprintf(out, size, "%.*s", (int)value_len, value);
            return true;
        }
        line += len + (line[len] == '\n');
    }
    return false;
}

int64_t http_reply_retry_after(const struct http_reply *reply)
{
    char value[64];
    int64_t at_ms, wait_s = 0;
    if (!http_reply_header(reply, "Retry-After", value, sizeof value))
        return -1;
    size_t digits = strspn(value, "0123456789");
    if (digits > 0 && value[digits + strspn(value + digits, " \t")] == '\0')
        wait_s = strtoll(value, NULL, 10); /* beyond its range it is the largest number */
    else if (date_parse_http(value, &at_ms))
        wait_s = (at_ms - clock_wall_ms() + 999) / 1000;
    return wait_s > 0 ? wait_s : -1;
}

/* The values of all header lines of a name as one list, "a, b"; "" when none came. Caller frees. */
static char *http_reply_list(const struct http_reply *reply, const char *name)
{
    struct buffer list;
    buffer_init(&list, BUFFER_MAX_DEFAULT);
    for (const char *line = buffer_text(&reply->headers); *line;) {
        size_t len = strcspn(line, "\n"), value_len;
        const char *value = http_reply_value(line, len, name, &value_len);
        if (value && list.len > 0)
            buffer_append_text(&list, ", ");
        if (value)
            buffer_append(&list, value, value_len);
        line += len + (line[len] == '\n');
    }
    return buffer_take(&list);
}

struct content *http_reply_content(const struct http_reply *reply)
{
    char *transfer = http_reply_list(reply, "Transfer-Encoding");
    char *codings = http_reply_list(reply, "Content-Encoding");
    struct content *content = content_new(codings, transfer);
    free(transfer);
    free(codings);
    return content;
}

bool http_failure_explain(struct http_failure *failure, const struct content *content)
{
    const char *words;
    enum content_fault fault = content ? content_fault(content, &words) : CONTENT_SOUND;
    if (fault == CONTENT_SOUND)
        return false;
    failure->unreadable = true;
    failure->advice = content_advice(content);
    failure->kind = fault == CONTENT_CUT ? ERROR_NETWORK : ERROR_BAD_REPLY;
    text_clip(failure->text, sizeof failure->text, words, 200);
    return true;
}
