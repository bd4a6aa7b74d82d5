/* Requests and replies as values: reads query strings, form bodies and parameter sets with their defaults,
 * checks the headers of a request, makes replies. Pure. */
/* SPDX-License-Identifier: MIT */
#include "message.h"

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

/* Decodes one name or value. %00 stays as it is, because a C text cannot contain a NUL. A '%' without two hex
 * digits also stays. Caller frees the result. */
static char *query_decode(const char *text, size_t len)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < len; i++) {
        char code[3] = "";
        if (text[i] == '%' && len - i > 2 && isxdigit((unsigned char)text[i + 1]) &&
            isxdigit((unsigned char)text[i + 2]))
            memcpy(code, text + i + 1, 2);
        char c = code[0] ? (char)strtol(code, NULL, 16) : '\0';
        buffer_append_char(&out, c ? c : text[i] == '+' ? ' ' : text[i]);
        i += c ? 2 : 0;
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

const char *value_text(const struct param_set *set, const char *name)
{
    int index = param_find(set->table, name);
    if (index < 0)
        mem_die("a parameter is read that its table does not have");
    const char *value = param_set_get(set, index), *def = set->table->rows[index].def;
    return value ? value : def ? def : "";
}

bool value_bool(const struct param_set *set, const char *name)
{
    return text_equal_nocase(value_text(set, name), "true");
}

int64_t value_int(const struct param_set *set, const char *name)
{
    int64_t number = 0;
    return text_parse_int(value_text(set, name), &number) ? number : 0;
}

double value_number(const struct param_set *set, const char *name)
{
    return strtod(value_text(set, name), NULL);
}

bool value_is_set(const struct param_set *set, const char *name)
{
    int index = param_find(set->table, name);
    return index >= 0 && param_set_get(set, index) != NULL;
}

void value_note_unknown(char **note, const char *name)
{
    char *longer = mem_printf("%s %s", *note ? *note : "not known here and without effect:", name);
    free(*note);
    *note = longer;
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

/* --- the headers of a request --- */

struct head_verdict head_check(const struct query *headers)
{
    static const char *const local[] = {"127.0.0.1", "localhost", "[::1]"};
    const char *host = query_get(headers, "Host");
    int hosts = 0, lengths = 0;
    bool foreign = false; /* headers of a browser say that a web page of another address sent the request */
    bool ours = !host;    /* Host is missing or names this computer; its port is ignored, for tunnels */
    for (size_t i = 0; i < headers->count; i++) {
        const char *name = headers->pairs[i].name, *value = headers->pairs[i].value;
        const char *after = strstr(value, "://");
        hosts += text_equal_nocase(name, "Host");
        lengths += text_equal_nocase(name, "Content-Length");
        if (text_equal_nocase(name, "Sec-Fetch-Site"))
            foreign = foreign || (strcmp(value, "same-origin") != 0 && strcmp(value, "none") != 0);
        if (text_equal_nocase(name, "Origin"))
            foreign = foreign || !host || strncmp(value, "http", 4) != 0 || !after ||
                      !text_equal_nocase(after + 3, host);
    }
    for (size_t i = 0; i < sizeof local / sizeof local[0] && !ours; i++) {
        size_t len = strlen(local[i]);
        ours = strncasecmp(host, local[i], len) == 0 &&
               (!host[len] || (host[len] == ':' && !host[len + 1 + strspn(host + len + 1, "0123456789")]));
    }
    if (hosts > 1)
        return (struct head_verdict){400, "The header Host is given twice"};
    if (lengths > 1)
        return (struct head_verdict){400, "The header Content-Length is given twice"};
    if (!ours)
        return (struct head_verdict){421, "The header Host is not 127.0.0.1, localhost or [::1]"};
    if (foreign)
        return (struct head_verdict){403,
                                     "A web page from another address must not send requests to this server"};
    return (struct head_verdict){0};
}

/* --- replies --- */

void reply_init(struct reply *reply)
{
    *reply = (struct reply){.status = 200, .type = "application/json; charset=utf-8", .cut_at = -1};
    buffer_init(&reply->body, (size_t)1 << 30);
}

void reply_free(struct reply *reply)
{
    json_decref(reply->json);
    buffer_free(&reply->body);
    free(reply->note);
    free(reply->late);
    query_free(&reply->headers);
}

void reply_error(struct reply *reply, int status, const char *message)
{
    reply_free(reply);
    reply_init(reply);
    reply->status = status;
    reply->json = json_pack("{s:s, s:n}", "Message", message, "Data");
}

void reply_json(struct reply *reply, json_t *value)
{
    json_decref(reply->json);
    reply->json = value;
}

void reply_render(struct reply *reply)
{
    if (!reply->json)
        return;
    char *text = json_dumps(reply->json, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15));
    if (!text || !buffer_append_text(&reply->body, text))
        mem_die("a reply cannot be written as JSON");
    free(text);
    json_decref(reply->json);
    reply->json = NULL;
}

/* Sets the member at a path such as "TextList[][].Type" to null; adds the member if it is missing. If
 * `absent` is true, removes the member. [] stands for every element of a list. */
static void reply_blank_path(json_t *value, const char *path, bool absent)
{
    if (path[0] == '[') {
        size_t i;
        json_t *element;
        json_array_foreach(value, i, element) reply_blank_path(element, path + 2, absent);
        return;
    }
    path += path[0] == '.';
    size_t len = strcspn(path, ".[");
    char *name = mem_copy_n(path, len);
    if (!strchr(path, '.')) {
        if (absent)
            json_object_del(value, name);
        else
            json_object_set_new(value, name, json_null());
    } else {
        if (path[len] == '.' && !json_is_object(json_object_get(value, name)))
            json_object_set_new(value, name, json_object());
        reply_blank_path(json_object_get(value, name), path + len, absent);
    }
    free(name);
}

void reply_blank(json_t *resource, const struct field_table *table, bool absent)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct field_def *def = &table->rows[i];
        if (!def->required)
            reply_blank_path(resource, def->path + strlen(table->root), absent);
    }
}
