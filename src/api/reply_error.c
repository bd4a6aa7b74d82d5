/* SPDX-License-Identifier: MIT */
#include "reply_error.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "steno/api/connection.h"
#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define ANY_ENDPOINT  ENDPOINT_COUNT
#define MESSAGE_CELLS 300
#define BODY_LOOK     ((size_t)16 << 10)
#define WAIT_MAX_S    (INT64_C(366) * 24 * 3600) /* a longer wait is surely the server's mistake */

/* Advice about a write that may have been done. It must not suggest sending the write again. */
static const char look_first[] = "The request may have succeeded; check the project before retrying";
/* Advice about a call that sends values, if there is no better advice. */
static const char check_values[] = "Check the values";
/* Advice that is a guess begins with this word. */
static const char guess_start[] = "Probably";
static const char check_address[] = "Check the settings url and api_path";
static const char check_network[] = "Check the URL and your network";

/* The meaning of each status. A number below 10 is the first digit of a status. The first row that fits is
 * used. So rows for one endpoint stand before the row for all endpoints. */
static const struct status_row {
    int status;
    enum endpoint_id endpoint;
    enum error_kind kind;
    const char *cause, *next;
} status_rows[] = {
    {401, ENDPOINT_LOGIN, ERROR_NOT_LOGGED_IN, "the server rejected the email or the password",
     "Check the email and the password, and try again"},
    {401, ANY_ENDPOINT, ERROR_NOT_LOGGED_IN, "the server did not accept the login", "Log in again"},
    {403, ENDPOINT_LOGIN, ERROR_FORBIDDEN, "access denied",
     "This account lacks permission; ask the server's administrator"},
    {403, ENDPOINT_ENQUEUE, ERROR_FORBIDDEN, "access denied",
     "Probably the project is not accessible, the credit is too low or a consent is missing"},
    {403, ANY_ENDPOINT, ERROR_FORBIDDEN, "access denied",
     "Check the id; if it is right, ask for access to the project"},
    {404, ANY_ENDPOINT, ERROR_NOT_FOUND, "not found",
     "Check the id; the project may belong to another account"},
    /* An enqueue sends no version number, so this conflict is about something else. */
    {409, ENDPOINT_ENQUEUE, ERROR_CONFLICT, "the server reports a conflict",
     "Check the project's state, and repeat the request if you still want it"},
    {409, ANY_ENDPOINT, ERROR_CONFLICT, "the project was changed in the meantime",
     "Refresh the project, and repeat the change if you still want it"},
    {412, ENDPOINT_LOGIN, ERROR_REJECTED, "the server rejected the request",
     "Probably the server's data protection terms are not accepted yet: if you agree, accept them at login"},
    {412, ENDPOINT_ENQUEUE, ERROR_REJECTED, "the server rejected the request",
     "Probably no media is uploaded yet, or the state of the project does not allow an enqueue"},
    {412, ENDPOINT_EXPORT, ERROR_REJECTED, "the server rejected the request",
     "Probably there is no transcript yet"},
    {422, ENDPOINT_ENQUEUE, ERROR_REJECTED, "the server rejected a value",
     "Probably the language or the profile is wrong: check the parameters"},
    {422, ENDPOINT_DELETE_TAG, ERROR_REJECTED, "the server rejected a value",
     "Perhaps a proxy has dropped the body of the request"},
    {400, ENDPOINT_DELETE_TAG, ERROR_REJECTED, "the server did not understand the request",
     "Perhaps a proxy has dropped the body of the request"},
    {400, ANY_ENDPOINT, ERROR_REJECTED, "the server did not understand the request", check_values},
    {422, ANY_ENDPOINT, ERROR_REJECTED, "the server rejected a value", check_values},
    {407, ANY_ENDPOINT, ERROR_REJECTED, "the proxy requires a login", "Check the proxy setting"},
    {429, ANY_ENDPOINT, ERROR_RATE_LIMITED, "rate limited by the server", "Try again later"},
    {4, ANY_ENDPOINT, ERROR_REJECTED, "the server rejected the request", check_values},
    {5, ANY_ENDPOINT, ERROR_SERVER, "server error", "Try again later"},
};

/* True if a write may have been done in spite of this status. For example, a gateway can time out while the
 * service behind it does the write. */
static bool reply_error_leaves_open(const struct endpoint *endpoint, int status)
{
    static const int refusals[] = {400, 401, 402, 403, 404, 405, 407, 409, 412, 413, 415, 422, 429};
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        if (refusals[i] == status)
            return false;
    }
    return endpoint->write;
}

void reply_error_subject(char *out, size_t size, const struct reply_context *context)
{
    const char *title = context->endpoint->title;
    const char *of = strstr(title, "project") ? "" : strchr(title, ' ') ? " of project" : " project";
    if (strstr(context->endpoint->path, "{ProjectId}"))
        snprintf(out, size, "%s%s %lld", title, of, (long long)context->project_id);
    else
        snprintf(out, size, "%s", title);
}

bool reply_error_set(struct error *err, enum error_kind kind, const struct reply_context *context,
                     const char *advice, const char *cause, ...)
{
    char subject[100];
    va_list args;
    va_start(args, cause);
    char *why = mem_vprintf(cause, args);
    va_end(args);
    reply_error_subject(subject, sizeof subject, context);
    error_set_parts(err, kind, subject, advice || kind != ERROR_UNKNOWN_OUTCOME ? advice : look_first, "%s",
                    why);
    free(why);
    return false;
}

/* --- the server's own message --- */

/* Appends `separator` and the text of the member `name`, in upper or lower case. Skips an empty text. */
static void reply_error_add(struct buffer *out, const char *separator, const json_t *object, const char *name)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)object, key, value)
    {
        if (text_equal_nocase(key, name) && json_string_length(value) > 0) {
            buffer_printf(out, "%s%s", out->len > 0 ? separator : "", json_string_value(value));
            return;
        }
    }
}

/* Appends the message in a JSON body. `field` gets the first name in the member "errors". */
static void reply_error_add_json(struct buffer *out, char *field, size_t size, const json_t *body)
{
    const char *name;
    json_t *value;
    buffer_append_text(out, json_is_string(body) ? json_string_value(body) : "");
    reply_error_add(out, "", body, "Message");
    if (out->len > 0)
        return;
    reply_error_add(out, "", body, "title");
    reply_error_add(out, ": ", body, "detail");
    json_object_foreach(json_object_get(body, "errors"), name, value)
    {
        const char *text = json_string_value(json_is_array(value) ? json_array_get(value, 0) : value);
        if (!field[0])
            snprintf(field, size, "%s", name);
        buffer_printf(out, "%s%s%s%s", out->len > 0 ? "; " : "", name, text && *text ? ": " : "",
                      text ? text : "");
    }
    if (out->len == 0)
        reply_error_add(out, "", body, "error");
    if (out->len == 0)
        reply_error_add(out, "", body, "error_description");
}

/* True if `text` contains `word` as a whole word, in the same letter case. */
static bool reply_error_has_word(const char *text, const char *word)
{
    for (const char *hit = strstr(text, word); hit; hit = strstr(hit + 1, word)) {
        bool starts = hit == text || !isalnum((unsigned char)hit[-1]);
        if (starts && !isalnum((unsigned char)hit[strlen(word)]))
            return true;
    }
    return false;
}

/* Sets err->field to the parameter that the server's message blames. Keeps a field from the member "errors".
 * The service's own messages, such as "Lang:Required", begin with the parameter. In another message, the
 * parameter is the first one of the table that occurs as a word. */
static void reply_error_find_field(struct error *err, const struct param_table *table)
{
    static const char *const verdicts[] = {"Required", "Invalid", "CannotValidate", "NotSupported"};
    const char *text = err->server;
    size_t len = 0;
    while (isalnum((unsigned char)text[len]) || text[len] == '.' || text[len] == '_')
        len++;
    bool may_name = !err->field[0] && len > 0 && len < sizeof err->field && text[len] == ':';
    for (size_t i = 0; may_name && i < sizeof verdicts / sizeof verdicts[0]; i++) {
        const char *verdict = text + len + 1 + strspn(text + len + 1, " ");
        if (strncasecmp(verdict, verdicts[i], strlen(verdicts[i])) == 0)
            snprintf(err->field, sizeof err->field, "%.*s", (int)len, text);
    }
    for (size_t i = 0; table && !err->field[0] && i < table->count; i++) {
        if (reply_error_has_word(text, table->rows[i].name))
            snprintf(err->field, sizeof err->field, "%s", table->rows[i].name);
    }
    const char *last = strrchr(err->field, '.'); /* "$.Lang" and "request.Lang" become Lang */
    if (last)
        memmove(err->field, last + 1, strlen(last));
    int row = table ? param_find_nocase(table, err->field) : -1;
    if (row >= 0)
        snprintf(err->field, sizeof err->field, "%s", table->rows[row].name);
}

void reply_error_show(char *out, size_t size, const struct reply_context *context, const char *text,
                      int cells)
{
    const char *const secrets[] = {context->password, context->config->token};
    char *shown = mem_copy(text);
    for (size_t i = 0; i < 2; i++) { /* hide secrets first, because the cut below can split a secret */
        if (!secrets[i] || !*secrets[i])
            continue;
        char *hidden = text_replace(shown, secrets[i], "[hidden]");
        mem_wipe_free(shown);
        shown = hidden;
    }
    char *to = shown; /* replace each run of blanks with one space; trim both ends */
    for (const char *from = shown; *from; from++) {
        if (!strchr(" \t\r\n", *from))
            *to++ = *from;
        else if (to > shown && to[-1] != ' ')
            *to++ = ' ';
    }
    while (to > shown && to[-1] == ' ')
        to--;
    *to = '\0';
    char *clean = text_clean_copy(shown);
    text_clip(out, size, clean, cells);
    free(clean);
    free(shown);
}

void reply_error_read(struct error *err, const struct reply_context *context, const char *body, size_t len)
{
    char field[sizeof err->field] = "";
    const char *start = body + strspn(body, " \t\r\n\xEF\xBB\xBF"), *open, *close;
    struct buffer message;
    buffer_init(&message, BUFFER_MAX_DEFAULT);
    json_t *json = json_decode(body, len, NULL);
    if (json)
        reply_error_add_json(&message, field, sizeof field, json);
    else if (*start != '<')
        buffer_append(&message, start, strnlen(start, BODY_LOOK));
    else if ((open = strcasestr(start, "<title>")) && (close = strcasestr(open, "</title>")))
        buffer_append(&message, open + 7, (size_t)(close - open) - 7);
    else
        buffer_append_text(&message, "an HTML page");
    json_decref(json);
    reply_error_show(err->server, sizeof err->server, context, buffer_text(&message), MESSAGE_CELLS);
    buffer_free(&message);
    reply_error_show(err->field, sizeof err->field, context, field, (int)sizeof err->field - 1);
    reply_error_find_field(err, context->endpoint->params);
}

bool reply_message_wants_consent(const struct error *err)
{
    char letters[sizeof err->server + sizeof err->field], *to = letters;
    const char *const texts[] = {err->field, err->server};
    for (size_t i = 0; i < 2; i++) { /* keep only letters, in lower case: "dataprotection" */
        for (const char *from = texts[i]; *from; from++) {
            if (isalpha((unsigned char)*from))
                *to++ = (char)tolower((unsigned char)*from);
        }
    }
    *to = '\0';
    return strstr(letters, "consent") &&
           (strstr(letters, "dataprotection") ||
            (err->status == 412 &&
             (reply_error_has_word(err->server, "consent") || reply_error_has_word(err->server, "Consent"))));
}

/* --- answers with an error status --- */

/* Returns the advice for an answer that asks for a wait: "Retry in 120 s, at 14:05:10 CEST". Caller frees. */
static char *reply_error_describe_wait(int64_t seconds)
{
    char when[DATE_TEXT_SIZE];
    if (seconds > WAIT_MAX_S)
        return mem_copy("The server asks for a wait of more than a year; try again later");
    int64_t until_ms = clock_wall_ms() + seconds * 1000;
    if (seconds >= INT64_C(24) * 3600) {
        date_format(when, sizeof when, &(struct date){.ms = until_ms, .has_zone = true}, DATE_LOCAL);
        return mem_printf("Retry at %s", when);
    }
    date_format_clock(when, sizeof when, until_ms, DATE_LOCAL);
    return mem_printf("Retry in %lld s, at %s", (long long)seconds, when);
}

/* Returns the advice for an error status. NULL: the server's own message is enough, or a write may have been
 * done. Caller frees. */
static char *reply_error_next_step(const struct reply_context *context, const struct http_reply *reply,
                                   const struct status_row *row, const struct error *reported)
{
    const struct endpoint *endpoint = context->endpoint;
    bool of_project = strstr(endpoint->path, "{ProjectId}"), is_login = endpoint->body == BODY_LOGIN;
    if (reply_error_leaves_open(endpoint, reply->status))
        return NULL;
    if (reply->retry_after_s > 0 && (reply->status == 429 || reply->status == 503))
        return reply_error_describe_wait(reply->retry_after_s);
    if (reply->status == 404 && !of_project) {
        char url[200];
        reply_error_show(url, sizeof url, context, context->config->base_url, 100);
        return mem_printf("Check url and api_path (now %s%s); servers use /API or /XAPI", url,
                          context->config->api_path ? context->config->api_path : API_PATH_DEFAULT);
    }
    if (is_login && reply_message_wants_consent(reported))
        return mem_copy(
            "The server requires your consent to its data protection terms: if you agree, give it at login");
    const char *variable = context->config->token_variable;
    if (row->kind == ERROR_NOT_LOGGED_IN && !is_login && variable)
        return mem_printf(
            "The token comes from %s: set a valid token there, or unset the variable and log in", variable);
    if (row->next == check_values && endpoint->body == BODY_NONE && !endpoint->params)
        return mem_copy(of_project ? "Check the id, and the settings url and api_path" : check_address);
    bool guesses = strncmp(row->next, guess_start, strlen(guess_start)) == 0 && !is_login;
    return guesses && reported->server[0] ? NULL : mem_copy(row->next);
}

bool reply_error_from_status(struct error *err, const struct reply_context *context,
                             const struct http_reply *reply)
{
    static const struct status_row odd = {0, ANY_ENDPOINT, ERROR_BAD_REPLY,
                                          "unexpected response from the server", check_address};
    const struct status_row *row = &status_rows[0], *end = row + sizeof status_rows / sizeof status_rows[0];
    const struct endpoint *endpoint = context->endpoint;
    int status = reply->status;
    int64_t wait_s = reply->retry_after_s;
    bool is_open = reply_error_leaves_open(endpoint, status);
    if (status / 100 == 3) { /* a redirect, which steno does not follow */
        char target[400], shown[400];
        http_reply_header(reply, "Location", target, sizeof target);
        target[strcspn(target, "?#")] = '\0'; /* the query of a login can contain the password */
        reply_error_show(shown, sizeof shown, context, target, 200);
        reply_error_set(
            err, is_open ? ERROR_UNKNOWN_OUTCOME : ERROR_REJECTED, context,
            is_open ? NULL
                    : "If that address is right, put its host in the setting url and its path in api_path",
            "the server redirects to %s (%d), but steno follows no redirect",
            shown[0] ? shown : "an unnamed address", status);
        err->status = status;
        return false;
    }
    int class = status / 100 == 4 && is_open ? 0 : status / 100;
    while (row < end && ((row->endpoint != ANY_ENDPOINT && &endpoints[row->endpoint] != endpoint) ||
                         (row->status != status && row->status != class)))
        row++;
    row = row < end ? row : &odd;
    struct error reported;
    error_clear(&reported);
    reply_error_read(&reported, context, buffer_text(&reply->body), reply->body.len);
    reported.status = status;
    char *next = reply_error_next_step(context, reply, row, &reported);
    reply_error_set(err, is_open ? ERROR_UNKNOWN_OUTCOME : row->kind, context, next, "%s (%d)%s%s",
                    row->cause, status, reported.server[0] ? ": " : "", reported.server);
    free(next);
    err->status = status;
    err->retry_after_s = wait_s > 0 ? (int)(wait_s < 1000000000 ? wait_s : 1000000000) : -1;
    memcpy(err->server, reported.server, sizeof err->server);
    memcpy(err->field, reported.field, sizeof err->field);
    return false;
}

/* --- no complete answer --- */

bool reply_error_from_failure(struct error *err, const struct reply_context *context,
                              const struct http_reply *reply, const struct http_failure *failure)
{
    bool sent = context->endpoint->write && failure->sent, began = failure->phase >= HTTP_READING_HEAD;
    const char *text = failure->text, *advice = NULL, *base_url = context->config->base_url;
    const char *bundle = http_ca_bundle(context->config->ca_file);
    double seconds = (double)context->time_limit_ms / 1000.0;
    char host[200], room[600], *cause;
    if (failure->kind == ERROR_CANCELLED) {
        reply_error_set(err, ERROR_CANCELLED, context, sent ? look_first : NULL, "cancelled%s",
                        sent ? " after the request was sent" : "");
        err->sent = sent;
        err->status = reply->status;
        return false;
    }
    if (reply->status >= 300 && failure->phase == HTTP_RECEIVING)
        return reply_error_from_status(err, context,
                                       reply); /* the status is valid: only the body broke off */
    base_url += address_scheme_len(base_url);
    cause = mem_copy_n(base_url, strcspn(base_url, "/"));
    reply_error_show(host, sizeof host, context, cause, 100);
    free(cause);
    char unreached[sizeof err->unreached] = "";
    if (failure->kind == ERROR_DNS || failure->kind == ERROR_CONNECT)
        snprintf(unreached, sizeof unreached, "%.100s: %c%.160s", host, tolower((unsigned char)*text),
                 *text ? text + 1 : "");
    switch (failure->kind) { /* libcurl's sentence is in brackets */
    case ERROR_DNS:
        advice = check_network;
        cause = mem_printf("cannot resolve host %s (%s)", host, text);
        break;
    case ERROR_CONNECT:
        advice = "Check the URL, and that the server is running";
        cause = mem_printf("cannot connect to %s (%s)", host, text);
        break;
    case ERROR_TLS:
        advice = room;
        if (*bundle == '/' && access(bundle, R_OK) != 0)
            snprintf(room, sizeof room, "Cannot read %s: %s", bundle, http_bundle_missing);
        else
            snprintf(room, sizeof room, "The CA bundle is %s; set ca_file to use another bundle", bundle);
        cause = mem_printf("no trusted TLS connection to %s (%s)", host, text);
        break;
    case ERROR_TIMEOUT:
        advice = failure->phase <= HTTP_CONNECTING ? check_network : "Try again or increase the timeout";
        if (failure->phase <= HTTP_CONNECTING)
            cause = mem_printf(failure->phase == HTTP_RESOLVING ? "could not resolve %s in time"
                                                                : "could not connect to %s in time",
                               host);
        else if (began && !failure->stalled) /* the server was slow but not silent */
            cause = mem_printf("%s did not complete its response within %.3g s", host, seconds);
        else
            cause =
                mem_printf(began ? "no more data from %s within %.3g s" : "no response from %s within %.3g s",
                           host, seconds);
        break;
    case ERROR_BAD_REPLY:
        advice = failure->too_big ? "Increase json_max to allow it"
                                  : "Check the URL, and any proxy in front of the server";
        if (failure->too_big)
            cause = mem_printf("the response from %s is too large", host);
        else if (failure->head_too_big)
            cause = mem_printf("the response headers from %s are too long", host);
        else
            cause = mem_printf("%s sent an invalid HTTP response (%s)", host, text);
        break;
    case ERROR_IO:
        cause = mem_copy("the file could not be written");
        break;
    case ERROR_USAGE:
        cause = mem_printf("nothing can be sent (%s)", text);
        break;
    default:
        advice = "Try again";
        cause = mem_printf("the connection to %s was lost (%s)", host, text);
    }
    bool helps =
        advice && strncmp(advice, "Try again", 9) != 0; /* "Try again" is wrong after a write was sent */
    if (sent)
        reply_error_set(err, ERROR_UNKNOWN_OUTCOME, context, NULL, "no usable response: %s%s%s", cause,
                        helps ? ". " : "", helps ? advice : "");
    else
        reply_error_set(err, failure->kind, context, advice, "%s", cause);
    free(cause);
    err->status = reply->status;
    memcpy(err->unreached, unreached, sizeof unreached);
    return false;
}

bool reply_error_from_content(struct error *err, const struct reply_context *context, int status)
{
    bool write = context->endpoint->write;
    char *reason = mem_copy(err->text);
    reply_error_set(err, write ? ERROR_UNKNOWN_OUTCOME : ERROR_BAD_REPLY, context,
                    write ? NULL : check_address, "the server answered %d, but in an unexpected format. %s",
                    status, reason);
    free(reason);
    err->status = status;
    return false;
}
