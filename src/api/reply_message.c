/* Owns what a server says in the body of an error: found, cleaned, cut. Must not judge the status. */
#include "steno/api/reply_message.h"

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
static const json_t *message_member(const json_t *object, const char *name)
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
static void message_add(struct buffer *out, const char *separator, const json_t *value)
{
    if (!json_is_string(value) || !json_string_value(value)[0])
        return;
    if (out->len > 0)
        buffer_append_text(out, separator);
    buffer_append_text(out, json_string_value(value));
}

/* Appends "Field: text" of a problem's `errors` object; the first field is blamed. */
static void message_add_errors(struct buffer *out, char *field, size_t size, const json_t *errors)
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
        message_add(out, ": ", json_is_array(value) ? json_array_get(value, 0) : value);
    }
}

/* The message of a JSON body. */
static void message_from_json(struct buffer *out, char *field, size_t size, const json_t *body)
{
    if (json_is_string(body))
        message_add(out, "", body);
    message_add(out, "", message_member(body, "Message"));
    if (out->len > 0)
        return;
    message_add(out, "", message_member(body, "title"));
    message_add(out, ": ", message_member(body, "detail"));
    message_add_errors(out, field, size, message_member(body, "errors"));
    if (out->len == 0)
        message_add(out, "", message_member(body, "error"));
    if (out->len == 0)
        message_add(out, "", message_member(body, "error_description"));
}

/* The title of an HTML page. */
static void message_from_html(struct buffer *out, const char *text)
{
    const char *open = strcasestr(text, "<title>");
    const char *close = open ? strcasestr(open, "</title>") : NULL;
    if (close)
        buffer_append(out, open + 7, (size_t)(close - open) - 7);
    else
        buffer_append_text(out, "an HTML page");
}

/* Runs of blanks, tabs and line ends become one blank; the ends are bare. */
static void message_squeeze(char *text)
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
static bool message_names_field(const char *text, char *field, size_t size)
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
static bool message_has_word(const char *text, const char *word)
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
static void message_find_field(struct error *err, const struct endpoint *endpoint)
{
    const struct param_table *table = endpoint->params;
    if (!err->field[0])
        message_names_field(err->server, err->field, sizeof err->field);
    for (size_t i = 0; table && !err->field[0] && i < table->count; i++) {
        if (message_has_word(err->server, table->rows[i].name))
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
static char *message_hide(char *text, const char *secret)
{
    size_t len = secret ? strlen(secret) : 0;
    if (len == 0 || !strstr(text, secret))
        return text;
    struct buffer out;
    buffer_init(&out, SIZE_MAX / 4);
    const char *at = text;
    for (const char *hit; (hit = strstr(at, secret)); at = hit + len) {
        buffer_append(&out, at, (size_t)(hit - at));
        buffer_append_text(&out, "[hidden]");
    }
    buffer_append_text(&out, at);
    mem_wipe_free(text);
    return buffer_take(&out);
}

char *error_hide_secrets(const struct error_context *context, const char *text)
{
    return message_hide(message_hide(mem_copy(text), context->password), context->config->token);
}

void error_read_message(struct error *err, const struct error_context *context, const char *body, size_t len)
{
    char field[sizeof err->field] = "";
    struct buffer said, clean;
    buffer_init(&said, BUFFER_MAX_DEFAULT);
    buffer_init(&clean, BUFFER_MAX_DEFAULT);
    json_t *json = json_decode(body, len, NULL);
    if (json) {
        message_from_json(&said, field, sizeof field, json);
        json_decref(json);
    } else {
        char *text = mem_copy_n(body, len < BODY_LOOK ? len : BODY_LOOK);
        const char *start = text + strspn(text, " \t\r\n\xEF\xBB\xBF");
        if (*start == '<')
            message_from_html(&said, start);
        else
            buffer_append_text(&said, start);
        free(text);
    }
    char *one_line = error_hide_secrets(context, buffer_text(&said)); /* before it is cut or made one line */
    buffer_free(&said);
    message_squeeze(one_line);
    text_clean(&clean, one_line, strlen(one_line));
    text_clip(err->server, sizeof err->server, buffer_text(&clean), MESSAGE_CELLS);
    char *clean_field = text_clean_copy(field);
    text_clip(err->field, sizeof err->field, clean_field, (int)sizeof err->field - 1);
    free(clean_field);
    message_find_field(err, context->endpoint);
    free(one_line);
    buffer_free(&clean);
}

/* The letters of a text alone, as small ones: "Data protection" is "DataProtection". Caller frees. */
static char *message_letters(const char *text)
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
static bool message_speaks_of_consent(const char *text)
{
    char *small = mem_copy(text);
    for (char *c = small; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    bool found = message_has_word(small, "consent");
    free(small);
    return found;
}

bool api_error_wants_consent(const struct error *err)
{
    char *said = message_letters(err->server), *field = message_letters(err->field);
    bool wants = strcmp(field, "dataprotectionconsent") == 0 ||
                 (strstr(said, "dataprotection") && strstr(said, "consent")) ||
                 (err->status == 412 && message_speaks_of_consent(err->server));
    free(said);
    free(field);
    return wants;
}
