/* Owns why an exchange gave no whole answer: libcurl's codes as kinds, how far it came, whose fault it was.
 * Sends nothing. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http.h"
#include "http_private.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define CODE_TOO_LARGE 100 /* CURLE_TOO_LARGE, which headers of libcurl before 8.6 do not have */

/* Our kind for a libcurl code. */
static enum error_kind http_kind(const struct exchange *exchange, CURLcode code)
{
    switch ((int)code) {
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY:
        return ERROR_DNS;
    case CURLE_COULDNT_CONNECT:
        return ERROR_CONNECT;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_ENGINE_NOTFOUND:
    case CURLE_SSL_ENGINE_SETFAILED:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
    case CURLE_USE_SSL_FAILED:
        return ERROR_TLS;
    case CURLE_OPERATION_TIMEDOUT:
        return ERROR_TIMEOUT;
    case CURLE_WRITE_ERROR:
        return exchange->sink_stopped ? ERROR_IO : ERROR_BAD_REPLY;
    case CURLE_ABORTED_BY_CALLBACK:
        return ERROR_CANCELLED;
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_BAD_CONTENT_ENCODING:
        return ERROR_BAD_REPLY;
    case CURLE_UNSUPPORTED_PROTOCOL: /* HTTP/0.9, when the server answered something that is not HTTP */
        return exchange->failure->sent ? ERROR_BAD_REPLY : ERROR_USAGE;
    case CURLE_URL_MALFORMAT:
        return ERROR_USAGE;
    case CURLE_OUT_OF_MEMORY: /* of a header line: memory itself ends the program (http_load) */
        exchange->failure->head_too_big = exchange->failure->sent;
        return exchange->failure->sent ? ERROR_BAD_REPLY : ERROR_NETWORK;
    case CODE_TOO_LARGE: /* libcurl caps nothing but headers */
        exchange->failure->head_too_big = true;
        return ERROR_BAD_REPLY;
    case CURLE_RECV_ERROR:
        exchange->failure->head_too_big = strncmp(exchange->curl_text, "Too large response headers", 26) == 0;
        return exchange->failure->head_too_big ? ERROR_BAD_REPLY : ERROR_NETWORK;
    default:
        return ERROR_NETWORK;
    }
}

/* How far the exchange came. */
static enum http_phase http_phase_reached(const struct exchange *exchange)
{
    curl_off_t resolved = 0, first_byte = 0;
    curl(easy_getinfo)(exchange->http->easy, CURLINFO_NAMELOOKUP_TIME_T, &resolved);
    curl(easy_getinfo)(exchange->http->easy, CURLINFO_STARTTRANSFER_TIME_T, &first_byte);
    if (exchange->head_began || (exchange->failure->sent && first_byte > 0))
        return exchange->head_ended ? HTTP_RECEIVING : HTTP_READING_HEAD;
    if (exchange->failure->sent)
        return HTTP_WAITING;
    return resolved > 0 ? HTTP_CONNECTING : HTTP_RESOLVING;
}

/* Finds out whether libcurl took nothing for the proxy's address, and keeps the password in it out of the
 * sentence: libcurl quotes the whole. */
static void http_note_bad_proxy(struct exchange *exchange, CURLcode code)
{
    struct http_failure *failure = exchange->failure;
    const char *name, *given = http_proxy_given(exchange->http->proxy, exchange->request->url, &name);
    char shown[200];
    bool early = !failure->sent && exchange->peer.ss_family == AF_UNSPEC &&
                 (code == CURLE_COULDNT_RESOLVE_PROXY || code == CURLE_COULDNT_CONNECT);
    if (!given)
        return;
    if (early && !http_proxy_show(shown, sizeof shown, given)) {
        failure->kind = ERROR_USAGE;
        failure->bad_proxy = name;
        snprintf(exchange->curl_text, sizeof exchange->curl_text, "%s is not the address of a proxy", name);
    } else if (strchr(given, '@') && strstr(exchange->curl_text, given)) {
        exchange->curl_text[0] = '\0';
    }
}

/* Notes at which proxy an exchange failed that did not come as far as the service. */
static void http_note_proxy(struct exchange *exchange, CURLcode code)
{
    struct http_failure *failure = exchange->failure;
    const char *unknown = strstr(exchange->curl_text, "resolve proxy: ");
    long tunnel = 0;
    curl(easy_getinfo)(exchange->http->easy, CURLINFO_HTTP_CONNECTCODE, &tunnel);
    if (code == CURLE_COULDNT_RESOLVE_PROXY && unknown)
        text_clip(failure->proxy, sizeof failure->proxy, unknown + strlen("resolve proxy: "), 100);
    else if (!failure->sent && tunnel / 100 != 2)
        http_proxy_name(failure->proxy, sizeof failure->proxy, exchange->request->url, &exchange->peer,
                        exchange->curl_text);
}

/* Fills the failure from libcurl's code. */
static void http_explain(struct exchange *exchange, CURLcode code)
{
    struct http_failure *failure = exchange->failure;
    long request_size = 0;
    curl(easy_getinfo)(exchange->http->easy, CURLINFO_REQUEST_SIZE, &request_size);
#if LIBCURL_VERSION_NUM < 0x075000
    exchange->transfer_began = true;
#endif
    failure->sent = exchange->transfer_began && request_size > 0;
    failure->phase = http_phase_reached(exchange);
    failure->kind = http_kind(exchange, code);
    if (code == CURLE_GOT_NOTHING) /* libcurl's sentence is that it was empty, also of half a first line */
        snprintf(exchange->curl_text, sizeof exchange->curl_text,
                 "it was closed before a complete response came");
    http_note_proxy(exchange, code);
    http_note_bad_proxy(exchange, code);
    char *clean = text_clean_copy(exchange->curl_text[0] ? exchange->curl_text : curl(easy_strerror)(code));
    text_clip(failure->text, sizeof failure->text, clean, 160);
    free(clean);
}

/* libcurl takes an answer that ends within its head for a whole one without a body. Nobody knows what such an
 * answer would have said. */
static bool http_head_broke(struct exchange *exchange)
{
    if (exchange->head_ended)
        return false;
    snprintf(exchange->curl_text, sizeof exchange->curl_text, "the response ended within its headers");
    http_explain(exchange, CURLE_RECV_ERROR);
    return true;
}

/* A transfer coding that was not asked for ends the exchange in libcurl 8 before the header line is handed
 * over: its name is in libcurl's sentence alone. */
static void http_note_transfer(struct exchange *exchange, CURLcode code)
{
    static const char before[] = "Transfer-Encoding (";
    const char *name = strstr(exchange->curl_text, before);
    if (code != CURLE_BAD_CONTENT_ENCODING || exchange->content || !name)
        return;
    name += strlen(before);
    char *coding = mem_copy_n(name, strcspn(name, ")"));
    exchange->content = content_new("", coding);
    free(coding);
}

CURLcode http_settle(struct exchange *exchange, CURLcode code)
{
    if (code == CURLE_OK && http_head_broke(exchange))
        return CURLE_RECV_ERROR;
    if (code == CURLE_OK && !http_body_is_whole(exchange))
        code = CURLE_BAD_CONTENT_ENCODING;
    if (code != CURLE_OK)
        http_explain(exchange, code);
    http_note_transfer(exchange, code);
    bool unreadable = code != CURLE_OK && http_failure_explain(exchange->failure, exchange->content);
    return unreadable && exchange->reply->status >= 300 ? CURLE_OK : code;
}
