/* Owns the sentences and kinds of failed calls. Must not send anything. The server's own words:
 * reply_message.c. */
/* SPDX-License-Identifier: MIT */
#include "reply_error.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "reply_message.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define ANY_ENDPOINT ENDPOINT_COUNT

/* What a status means: rows for one endpoint stand before the row for any. */
struct status_row {
    int status;
    enum endpoint_id endpoint;
    enum error_kind kind;
    const char *cause;
    const char *next;
};

/* The advice where nothing better is known, of use only for a call that sends some. */
static const char check_values[] = "Check the values";

/* How an advice begins that is a guess. */
static const char often_means[] = "Often means";

static const struct status_row status_rows[] = {
    {401, ENDPOINT_LOGIN, ERROR_NOT_LOGGED_IN, "the server rejected the email or the password",
     "Check both and try again"},
    {401, ANY_ENDPOINT, ERROR_NOT_LOGGED_IN, "the server did not accept the login", "Log in again"},
    {403, ENDPOINT_LOGIN, ERROR_FORBIDDEN, "access denied",
     "This account lacks permission; ask the server's administrator"},
    {403, ENDPOINT_ENQUEUE, ERROR_FORBIDDEN, "access denied",
     "Often means no access to the project, too little credit or a missing consent"},
    {403, ANY_ENDPOINT, ERROR_FORBIDDEN, "access denied",
     "Ask for access; the project may also be missing or not yours"},
    {404, ANY_ENDPOINT, ERROR_NOT_FOUND, "not found",
     "Check the id; the project may belong to another account"},
    {409, ENDPOINT_ENQUEUE, ERROR_CONFLICT, "the server reports a conflict", /* it sends no version */
     "Check the project's state, and repeat the request if you still want it"},
    {409, ANY_ENDPOINT, ERROR_CONFLICT, "the project was changed in the meantime",
     "Refresh it, and repeat the change if you still want it"},
    {412, ENDPOINT_LOGIN, ERROR_REJECTED, "the server rejected the request",
     "Often means a missing consent to its data protection terms: log in with consent if you agree"},
    {412, ENDPOINT_ENQUEUE, ERROR_REJECTED, "the server rejected the request",
     "Often means that no media is uploaded yet, or that its state does not allow it"},
    {412, ENDPOINT_EXPORT, ERROR_REJECTED, "the server rejected the request",
     "Often means that there is no transcript yet"},
    {422, ENDPOINT_ENQUEUE, ERROR_REJECTED, "the server rejected a value",
     "Often means the language or a profile: check the parameters"},
    {422, ENDPOINT_DELETE_TAG, ERROR_REJECTED, "the server rejected a value",
     "A proxy may also have dropped the body of the request"},
    {400, ENDPOINT_DELETE_TAG, ERROR_REJECTED, "the server did not understand the request",
     "A proxy may also have dropped the body of the request"},
    {400, ANY_ENDPOINT, ERROR_REJECTED, "the server did not understand the request", check_values},
    {422, ANY_ENDPOINT, ERROR_REJECTED, "the server rejected a value", check_values},
    {407, ANY_ENDPOINT, ERROR_REJECTED, "the proxy requires a login", "Check the proxy setting"},
    {429, ANY_ENDPOINT, ERROR_RATE_LIMITED, "rate limited by the server", "Try again later"},
};

/* Does this status say that a write was not done? Who sends another one may be a gateway whose service did.
 */
static bool reply_error_refuses(int status)
{
    static const int statuses[] = {400, 401, 402, 403, 404, 405, 407, 409, 412, 413, 415, 422, 429};
    for (size_t i = 0; i < sizeof statuses / sizeof statuses[0]; i++) {
        if (statuses[i] == status)
            return true;
    }
    return false;
}

/* What is left to a class of statuses. */
static const struct status_row *reply_error_find_class(int status, const struct endpoint *endpoint)
{
    static const struct status_row refused = {400, ANY_ENDPOINT, ERROR_REJECTED,
                                              "the server rejected the request", check_values};
    static const struct status_row broken = {500, ANY_ENDPOINT, ERROR_SERVER, "server error",
                                             "Try again later"};
    static const struct status_row odd = {0, ANY_ENDPOINT, ERROR_BAD_REPLY,
                                          "unexpected response from the server", "Check url and api_path"};
    bool refuses = status >= 400 && status < 500 && (!endpoint->write || reply_error_refuses(status));
    return refuses ? &refused : status >= 500 && status < 600 ? &broken : &odd;
}

/* The advice for a write that may have been done. Never an invitation to send it again. */
static const char look_first[] = "The request may have succeeded; check the project before retrying";

/* The row of a status at an endpoint. */
static const struct status_row *reply_error_find(int status, const struct endpoint *endpoint)
{
    for (size_t i = 0; i < sizeof status_rows / sizeof status_rows[0]; i++) {
        const struct status_row *row = &status_rows[i];
        if (row->status == status && (row->endpoint == ANY_ENDPOINT || &endpoints[row->endpoint] == endpoint))
            return row;
    }
    return reply_error_find_class(status, endpoint);
}

void reply_error_subject(char *out, size_t size, const struct endpoint *endpoint, int64_t project_id)
{
    if (!strstr(endpoint->path, "{ProjectId}"))
        snprintf(out, size, "%s", endpoint->title);
    else if (strstr(endpoint->title, "project"))
        snprintf(out, size, "%s %lld", endpoint->title, (long long)project_id);
    else
        snprintf(out, size, "%s %s %lld", endpoint->title,
                 strchr(endpoint->title, ' ') ? "of project" : "project", (long long)project_id);
}

bool reply_error_set(struct error *err, enum error_kind kind, const struct reply_context *context,
                     const char *advice, const char *cause, ...)
{
    char subject[100];
    va_list args;
    va_start(args, cause);
    char *why = mem_vprintf(cause, args);
    va_end(args);
    reply_error_subject(subject, sizeof subject, context->endpoint, context->project_id);
    error_set_parts(err, kind, subject, advice, "%s", why);
    free(why);
    return false;
}

/* Longest wait that is said as a date; beyond it nobody means what the server says. */
#define WAIT_MAX_S (INT64_C(366) * 24 * 3600)

/* When the server wants us to wait: "It asks to wait 120 s, until 14:05:10 CEST". */
static void reply_error_describe_wait(char *out, size_t size, int64_t seconds)
{
    char when[DATE_TEXT_SIZE];
    if (seconds > WAIT_MAX_S) {
        snprintf(out, size, "It asks for a wait of more than a year; try again later");
        return;
    }
    int64_t until_ms = clock_wall_ms() + seconds * 1000;
    if (seconds >= INT64_C(24) * 3600) {
        date_format(when, sizeof when, &(struct date){.ms = until_ms, .has_zone = true}, DATE_LOCAL);
        snprintf(out, size, "Retry at %s", when);
    } else {
        date_format_clock(when, sizeof when, until_ms, DATE_LOCAL);
        snprintf(out, size, "Retry in %lld s, at %s", (long long)seconds, when);
    }
}

/* Does a redirect lead to the address that was called? */
static bool reply_error_redirects_to_itself(const struct reply_context *context, const char *target)
{
    const char *url = context->url ? context->url : "";
    const char *host = strstr(url, "://");
    const char *path = host ? strchr(host + 3, '/') : NULL;
    const char *same = target[0] == '/' && path ? path : url;
    size_t len = strcspn(same, "?#");
    return len > 0 && strlen(target) == len && strncmp(target, same, len) == 0;
}

/* Is it left open by the status whether the write was done? */
static bool reply_error_leaves_open(const struct reply_context *context, int status)
{
    return context->endpoint->write && !reply_error_refuses(status);
}

/* A redirect is not followed: names the target and the setting. */
static bool reply_error_from_redirect(struct error *err, const struct reply_context *context,
                                      const struct http_reply *reply)
{
    char target[400], shown[400];
    http_reply_header(reply, "Location", target, sizeof target);
    target[strcspn(target, "?#")] = '\0'; /* a login by query may come back in it */
    char *safe = reply_message_hide_secrets(context, target), *clean = text_clean_copy(safe);
    text_clip(shown, sizeof shown, clean, 200);
    free(clean);
    free(safe);
    bool is_open = reply_error_leaves_open(context, reply->status);
    enum error_kind kind = is_open ? ERROR_UNKNOWN_OUTCOME : ERROR_REJECTED;
    if (reply_error_redirects_to_itself(context, target))
        reply_error_set(err, kind, context,
                        is_open ? look_first : "Ask its administrator, or check for a proxy in front of it",
                        "the server redirects to itself (%d), which would never end", reply->status);
    else
        reply_error_set(err, kind, context,
                        is_open ? look_first : "If that is the right address, set url (and api_path) to it",
                        "the server redirects to %s (%d), which is not followed",
                        shown[0] ? shown : "an unnamed address", reply->status);
    err->status = reply->status;
    return false;
}

/* What to do next after a status; NULL: nothing better than what the server said. Caller frees. */
static char *reply_error_next_step(const struct reply_context *context, const struct http_reply *reply,
                                   const struct status_row *row, const struct error *said)
{
    const struct endpoint *endpoint = context->endpoint;
    char wait[100];
    if (reply_error_leaves_open(context, reply->status))
        return mem_copy(look_first);
    if (reply->retry_after_s > 0 && (reply->status == 429 || reply->status == 503)) {
        reply_error_describe_wait(wait, sizeof wait, reply->retry_after_s);
        return mem_copy(wait);
    }
    if (reply->status == 404 && !strstr(endpoint->path, "{ProjectId}")) {
        const char *path = context->config->api_path ? context->config->api_path : API_PATH_DEFAULT;
        return mem_printf("Check url and api_path (%s); servers use /API or /XAPI", path);
    }
    if (endpoint->body == BODY_LOGIN && reply_message_wants_consent(said))
        return mem_copy("The server requires your consent to its data protection terms: log in with consent "
                        "if you agree");
    const char *variable = context->config->token_variable;
    if (row->kind == ERROR_NOT_LOGGED_IN && endpoint->body != BODY_LOGIN && variable)
        return mem_printf("The token comes from %s: set a valid one there, or remove it and log in",
                          variable);
    bool sends_values = endpoint->body != BODY_NONE || endpoint->params;
    if (row->next == check_values && !sends_values)
        return mem_printf("Check %surl and api_path",
                          strstr(endpoint->path, "{ProjectId}") ? "the id, " : "");
    bool guesses = strncmp(row->next, often_means, strlen(often_means)) == 0 && endpoint->body != BODY_LOGIN;
    return guesses && said->server[0] ? NULL : mem_copy(row->next); /* the server says it itself */
}

bool reply_error_from_status(struct error *err, const struct reply_context *context,
                             const struct http_reply *reply)
{
    if (reply->status >= 300 && reply->status < 400)
        return reply_error_from_redirect(err, context, reply);
    const struct status_row *row = reply_error_find(reply->status, context->endpoint);
    struct error said;
    error_clear(&said);
    reply_message_read(&said, context, buffer_text(&reply->body), reply->body.len);
    said.status = reply->status;
    char *next = reply_error_next_step(context, reply, row, &said);
    reply_error_set(err, reply_error_leaves_open(context, reply->status) ? ERROR_UNKNOWN_OUTCOME : row->kind,
                    context, next, "%s (%d)%s%s", row->cause, reply->status, said.server[0] ? ": " : "",
                    said.server);
    free(next);
    err->status = reply->status;
    err->retry_after_s = reply->retry_after_s > 0
                             ? (int)(reply->retry_after_s < 1000000000 ? reply->retry_after_s : 1000000000)
                             : -1;
    memcpy(err->server, said.server, sizeof err->server);
    memcpy(err->field, said.field, sizeof err->field);
    return false;
}

/* The host and port of a base URL, for sentences. */
static void reply_error_host(char *out, size_t size, const struct api_config *config)
{
    const char *host = strstr(config->base_url, "://");
    host = host ? host + 3 : config->base_url;
    char *plain = mem_copy_n(host, strcspn(host, "/"));
    char *clean = text_clean_copy(plain);
    text_clip(out, size, clean, 100);
    free(clean);
    free(plain);
}

static const char check_proxy[] =
    "Check the setting proxy, or the variables http_proxy, https_proxy and all_proxy";
static const char check_network[] = "Check the URL and your network";

/* Why there is no whole answer, and what to do; both to be freed. */
struct explained {
    char *cause, *advice; /* advice NULL: none */
    bool says_again;      /* the advice is to try again: good for a read, wrong for a write that was sent */
};

/* Did a server without TLS answer a handshake? The words are those of OpenSSL and of GnuTLS. */
static bool reply_error_is_not_tls(const struct http_failure *failure)
{
    return strstr(failure->text, "wrong version number") || strstr(failure->text, "unexpected TLS packet") ||
           strstr(failure->text, "packet length too long") || strstr(failure->text, "http request");
}

/* Did the server leave the handshake without a word? The words are those of OpenSSL and of GnuTLS. */
static bool reply_error_left_handshake(const struct http_failure *failure)
{
    return strstr(failure->text, "SSL_ERROR_SYSCALL") || strstr(failure->text, "unexpected eof") ||
           strstr(failure->text, "onnection reset") || strstr(failure->text, "Broken pipe") ||
           strstr(failure->text, "non-properly terminated") || strstr(failure->text, "pull function");
}

/* A connection that could not be trusted. */
static struct explained reply_error_explain_tls(const struct reply_context *context,
                                                const struct http_failure *failure, const char *who)
{
    const char *trouble = reply_error_is_not_tls(failure)       ? "answered, but not with TLS"
                          : reply_error_left_handshake(failure) ? "closed the connection before TLS began"
                                                                : NULL;
    if (trouble)
        return (struct explained){mem_printf("%s %s (%s)", who, trouble, failure->text),
                                  mem_printf("If it uses plain HTTP, write http:// in %s",
                                             failure->proxy[0] ? "the setting proxy" : "url"),
                                  false};
    const char *bundle = http_ca_bundle(&(struct http_options){.ca_file = context->config->ca_file});
    bool missing = *bundle == '/' && access(bundle, R_OK) != 0;
    return (struct explained){mem_printf("TLS verification failed for %s (%s)", who, failure->text),
                              missing ? mem_printf("Cannot read %s: %s", bundle, http_bundle_missing)
                                      : mem_printf("CA bundle: %s; set ca_file to use another", bundle),
                              false};
}

/* An answer that came late, or whose beginning did. */
static struct explained reply_error_explain_timeout(const struct reply_context *context,
                                                    const struct http_failure *failure, const char *who)
{
    bool began = failure->phase >= HTTP_READING_HEAD;
    double seconds = (double)context->time_limit_ms / 1000.0;
    if (failure->phase == HTTP_RESOLVING)
        return (struct explained){mem_printf("could not resolve %s in time", who),
                                  mem_copy("Check your network"), false};
    if (failure->phase == HTTP_CONNECTING)
        return (struct explained){mem_printf("could not connect to %s in time", who),
                                  mem_copy(failure->proxy[0] ? check_proxy : check_network), false};
    char *cause =
        began && !failure->stalled /* it may have sent byte after byte */
            ? mem_printf("%s did not complete its response within %.3g s", who, seconds)
            : mem_printf("no %s from %s within %.3g s", began ? "more data" : "response", who, seconds);
    return (struct explained){cause, mem_copy("Try again or increase the timeout"), true};
}

/* An answer that is none in HTTP, or too large. */
static struct explained reply_error_explain_bad_reply(const struct http_failure *failure, const char *who)
{
    if (failure->too_big)
        return (struct explained){mem_printf("the response from %s is too large", who),
                                  mem_copy("Increase json_max to allow it"), false};
    if (failure->head_too_big)
        return (struct explained){mem_printf("the response headers from %s are too long", who),
                                  mem_copy("Check the URL, and any proxy in front of the server"), false};
    return (struct explained){mem_printf("%s sent an invalid HTTP response (%s)", who, failure->text),
                              mem_copy("Check the URL"), false};
}

/* A failed exchange, in plain words. It may be a proxy's, which is named then. */
static struct explained reply_error_explain(const struct reply_context *context,
                                            const struct http_failure *failure)
{
    bool proxy = failure->proxy[0] != '\0';
    char host[200], who[240];
    reply_error_host(host, sizeof host, context->config);
    snprintf(who, sizeof who, "%s%s", proxy ? "the proxy " : "", proxy ? failure->proxy : host);
    if (failure->unreadable)
        return (struct explained){mem_printf("the response from %s cannot be used: %s", who, failure->text),
                                  mem_copy(failure->advice ? failure->advice : "Try again"),
                                  !failure->advice};
    switch (failure->kind) {
    case ERROR_DNS:
        return (struct explained){
            mem_printf("cannot resolve %s%s (%s)", proxy ? "" : "host ", who, failure->text),
            mem_copy(proxy ? check_proxy : check_network), false};
    case ERROR_CONNECT:
        return (struct explained){
            mem_printf("cannot connect to %s (%s)", who, failure->text),
            mem_copy(proxy ? check_proxy : "Check the URL, and that the server is running"), false};
    case ERROR_TLS:
        return reply_error_explain_tls(context, failure, who);
    case ERROR_TIMEOUT:
        return reply_error_explain_timeout(context, failure, who);
    case ERROR_BAD_REPLY:
        return reply_error_explain_bad_reply(failure, who);
    case ERROR_IO:
        return (struct explained){mem_copy("the file could not be written"), NULL, false};
    case ERROR_USAGE:
        return (struct explained){
            failure->bad_proxy
                ? mem_printf("%s is not the address of a proxy, such as http://HOST:PORT", failure->bad_proxy)
                : mem_printf("invalid URL (%s)", failure->text),
            NULL, false};
    default:
        if (proxy)
            return (struct explained){mem_printf("%s does not forward the request (%s)", who, failure->text),
                                      mem_copy(check_proxy), false};
        return (struct explained){mem_printf("the connection to %s was lost (%s)", who, failure->text),
                                  mem_copy("Try again"), true};
    }
}

/* A write that was sent, and of which no whole answer came. */
static void reply_error_from_lost(struct error *err, const struct reply_context *context,
                                  const struct explained *why)
{
    bool advises = why->advice && !why->says_again;
    reply_error_set(err, ERROR_UNKNOWN_OUTCOME, context, look_first, "no usable response: %s%s%s", why->cause,
                    advises ? ". " : "", advises ? why->advice : "");
}

bool reply_error_from_failure(struct error *err, const struct reply_context *context,
                              const struct http_reply *reply, const struct http_failure *failure)
{
    bool sent = context->endpoint->write && failure->sent;
    if (failure->kind == ERROR_CANCELLED) {
        reply_error_set(err, ERROR_CANCELLED, context, sent ? look_first : NULL, "cancelled%s",
                        sent ? " after it was sent" : "");
        err->sent = sent;
    } else if (reply->status >= 300 && failure->phase == HTTP_RECEIVING) { /* only its body broke */
        return reply_error_from_status(err, context, reply);
    } else {
        struct explained why = reply_error_explain(context, failure);
        if (sent)
            reply_error_from_lost(err, context, &why);
        else
            reply_error_set(err, failure->kind, context, why.advice, "%s", why.cause);
        free(why.cause);
        free(why.advice);
    }
    err->status = reply->status;
    return false;
}

bool reply_error_from_content(struct error *err, const struct reply_context *context, int status)
{
    bool write = context->endpoint->write;
    char *reason = mem_copy(err->text);
    reply_error_set(err, write ? ERROR_UNKNOWN_OUTCOME : ERROR_BAD_REPLY, context,
                    write ? look_first : "Check url and api_path",
                    "the server answered %d, but in an unexpected format. %s", status, reason);
    free(reason);
    err->status = status;
    return false;
}

bool reply_error_from_empty(struct error *err, const struct reply_context *context, int status, bool was_read)
{
    reply_error_set(err, ERROR_UNKNOWN_OUTCOME, context, look_first,
                    "the server answered %d without the project%s", status,
                    was_read ? ", which does not show that it was done" : "");
    err->status = status;
    return false;
}
