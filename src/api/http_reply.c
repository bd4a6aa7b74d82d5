/* Owns a reply as it was kept: its headers by name, and its end. */
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "steno/api/http.h"

void http_reply_free(struct http_reply *reply)
{
    if (reply->body.data)
        explicit_bzero(reply->body.data, reply->body.len); /* a login's answer holds a token */
    buffer_free(&reply->headers);
    buffer_free(&reply->body);
}

bool http_reply_header(const struct http_reply *reply, const char *name, char *out, size_t size)
{
    size_t name_len = strlen(name);
    out[0] = '\0';
    for (const char *line = buffer_text(&reply->headers); *line;) {
        size_t len = strcspn(line, "\n");
        if (len > name_len && line[name_len] == ':' && strncasecmp(line, name, name_len) == 0) {
            const char *value = line + name_len + 1;
            value += strspn(value, " \t");
            size_t value_len = len - (size_t)(value - line);
            snprintf(out, size, "%.*s", (int)value_len, value);
            return true;
        }
        line += len + (line[len] == '\n');
    }
    return false;
}
