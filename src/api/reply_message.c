/* Owns what a server says in the body of an error: found, cleaned, cut. Must not judge the status. */
/* SPDX-License-Identifier: MIT */
#include "reply_message.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define MESSAGE_CELLS 300
#define BODY_LOOK     ((size_t)16 << 10)

/* A member by its name without regard to case. Borrowed, or NULL. */
static const json_t *reply_message_member(const json_t *object, const char *name)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        if (text_equal_nocase(key, name))
            return value;
    }
    return NULL;
}

/* Appends a text behind a separator, when it is one and not empty. */
static void reply_message_add(struct buffer *out, const char *separator, const json_t *value)
{
    if (!json_is_string(value) || !json_string_value(value)[0])
        return;
    if (out->len > 0)
        buffer_append_text(out, separator);
    buffer_append_text(out, json_string_value(value));
}

/* Appends "Field: text" of a problem's `errors` object; the first field is blamed. */
static void reply_message_add_errors(struct buffer *out, char *field, size_t size, const json_t *errors)
{
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)errors, name, value)
    {
        if (!field[0])
            snprintf(field, size, "%s", name);
        if (out->len > 0)
            buffer_append_text(out, "; ");
        buffer_append_text(out, name);
        reply_message_add(out, ": ", json_is_array(value) ? json_array_get(value, 0) : value);
    }
}

/* The message of a JSON body. */
static void reply_message_from_json(struct buffer *out, char *field, size_t size, const json_t *body)
{
    if (json_is_string(body))
        reply_message_add(out, "", body);
    reply_message_add(out, "", reply_message_member(body, "Message"));
    if (out->len > 0)
        return;
    reply_message_add(out, "", reply_message_member(body, "title"));
    reply_message_add(out, ": ", reply_message_member(body, "detail"));
    reply_message_add_errors(out, field, size, reply_message_member(body, "errors"));
    if (out->len == 0)
        reply_message_add(out, "", reply_message_member(body, "error"));
    if (out->len == 0)
        reply_message_add(out, "", reply_message_member(body, "error_description"));
}

/* The title of an HTML page. */
static void reply_message_from_html(struct buffer *out, const char *text)
{
    const char *open = strcasestr(text, "<title>");
    const char *close = open ? strcasestr(open, "</title>") : NULL;
    if (close)
        buffer_append(out, open + 7, (size_t)(close - open) - 7);
    else
        buffer_append_text(out, "an HTML page");
}

/* Runs of blanks, tabs and line ends become one blank; the ends are bare. */
static void reply_message_squeeze(char *text)
{
    char *to = text;
    for (const char *from = text; *from; from++) {
        bool blank = strchr(" \t\r\n", *from) != NULL;
        if (!blank)
            *to++ = *from;
        else if (to > text && to[-1] != ' ')
            *to++ = ' ';
    }
    while (to > text && to[-1] == ' ')
        to--;
    *to = '\0';
}

/* Is the message of the form "field:Required", as the service's own checks write it? */
static bool reply_message_names_field(const char *text, char *field, size_t size)
{
    static const char *const verdicts[] = {"Required", "Invalid", "CannotValidate", "NotSupported"};
    const char *colon = strchr(text, ':');
    if (!colon || colon == text || (size_t)(colon - text) >= size)
        return false;
    for (const char *c = text; c < colon; c++) {
        if (!isalnum((unsigned char)*c) && *c != '.' && *c != '_')
            return false;
    }
    const char *verdict = colon + 1 + strspn(colon + 1, " ");
    for (size_t i = 0; i < sizeof verdicts / sizeof verdicts[0]; i++) {
        if (strncasecmp(verdict, verdicts[i], strlen(verdicts[i])) == 0) {
            snprintf(field, size, "%.*s", (int)(colon - text), text);
            return true;
        }
    }
    return false;
}

/* Does `text` hold `word` as a whole word, letter by letter the same? */
static bool reply_message_has_word(const char *text, const char *word)
{
    size_t len = strlen(word);
    for (const char *hit = strstr(text, word); hit; hit = strstr(hit + 1, word)) {
        bool starts = hit == text || !isalnum((unsigned char)hit[-1]);
        if (starts && !isalnum((unsigned char)hit[len]))
            return true;
    }
    return false;
}

/* Finds the parameter that a message blames: "field:Required", or a parameter's name as a word. */
static void reply_message_find_field(struct error *err, const struct endpoint *endpoint)
{
    const struct param_table *table = endpoint->params;
    if (!err->field[0])
        reply_message_names_field(err->server, err->field, sizeof err->field);
    for (size_t i = 0; table && !err->field[0] && i < table->count; i++) {
        if (reply_message_has_word(err->server, table->rows[i].name))
            snprintf(err->field, sizeof err->field, "%s", table->rows[i].name);
    }
    const char *last = strrchr(err->field, '.'); /* "$.Lang" or "request.Lang" */
    if (last)
        memmove(err->field, last + 1, strlen(last));
    int row = table ? param_find_nocase(table, err->field) : -1;
    if (row >= 0)
        snprintf(err->field, sizeof err->field, "%s", table->rows[row].name);
}

/* The text with every place where the secret stands hidden; frees the old one. */
static char *reply_message_hide(char *text, const char *secret)
{
    if (!secret || !*secret)
        return text;
    char *hidden = text_replace(text, secret, "[hidden]");
    mem_wipe_free(text);
    return hidden;
}

char *reply_message_hide_secrets(const struct reply_context *context, const char *text)
{
    return reply_message_hide(reply_message_hide(mem_copy(text), context->password), context->config->token);
}

void reply_message_read(struct error *err, const struct reply_context *context, const char *body, size_t len)
{
    char field[sizeof err->field] = "";
    struct buffer said, clean;
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    buffer_init(&clean, BUFFER_MAX_DEFAULT);
    json_t *json = json_decode(body, len, NULL);
    if (json) {
        reply_message_from_json(&said, field, sizeof field, json);
        json_decref(json);
    } else {
        char *text = mem_copy_n(body, len < BODY_LOOK ? len : BODY_LOOK);
        const char *start = text + strspn(text, " \t\r\n\xEF\xBB\xBF");
        if (*start == '<')
            reply_message_from_html(&said, start);
        else
            buffer_append_text(&said, start);
        free(text);
    }
    char *one_line =
        reply_message_hide_secrets(context, buffer_text(&said)); /* before it is cut or made one line */
    buffer_free(&said);
    reply_message_squeeze(one_line);
    text_clean(&clean, one_line, strlen(one_line));
    text_clip(err->server, sizeof err->server, buffer_text(&clean), MESSAGE_CELLS);
    char *clean_field = text_clean_copy(field);
    text_clip(err->field, sizeof err->field, clean_field, (int)sizeof err->field - 1);
    free(clean_field);
    reply_message_find_field(err, context->endpoint);
    free(one_line);
    buffer_free(&clean);
}

/* The letters of a text alone, as small ones: "Data protection" is "DataProtection". Caller frees. */
static char *reply_message_letters(const char *text)
{
    char *letters = mem_copy(text), *to = letters;
    for (const char *from = text; *from; from++) {
        if (isalpha((unsigned char)*from))
            *to++ = (char)tolower((unsigned char)*from);
    }
    *to = '\0';
    return letters;
}

/* Does the text hold the word consent, in any case? */
static bool reply_message_speaks_of_consent(const char *text)
{
    char *small = mem_copy(text);
    for (char *c = small; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    bool found = reply_message_has_word(small, "consent");
    free(small);
    return found;
}

bool reply_message_wants_consent(const struct error *err)
{
    char *said = reply_message_letters(err->server), *field = reply_message_letters(err->field);
    bool wants = strcmp(field, "dataprotectionconsent") == 0 ||
                 (strstr(said, "dataprotection") && strstr(said, "consent")) ||
                 (err->status == 412 && reply_message_speaks_of_consent(err->server));
    free(said);
    free(field);
    return wants;
}
