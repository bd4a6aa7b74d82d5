/* Owns the road over libcurl: easy handles on one multi handle, each with one exchange after another; how
 * they are driven: http_drive.c. Must not know endpoints, tokens or JSON: bytes in, bytes out. */
/* SPDX-License-Identifier: MIT */
#include "http.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "http_private.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/signals.h"
#include "steno/base/text.h"

#define HEADERS_MAX ((size_t)64 << 10)
#define FILE_PIECE  (256L << 10) /* what is received at once of a file */

struct http *http_new(const struct http_options *options, struct error *err)
{
    if (!http_load(err))
        return NULL;
    struct http *http = mem_zero(1, sizeof *http);
    http->multi = curl(multi_init)();
    http->ca_file = mem_copy_or_null(options->ca_file);
    http->proxy = mem_copy_or_null(options->proxy);
    atomic_init(&http->cancelled, false);
    atomic_init(&http->woken, false);
    http->line = http_line_new(http);
    if (http->multi && http->line)
        return http;
    http_free(http);
    error_set(err, ERROR_NETWORK, "out of memory (libcurl)");
    return NULL;
}

void http_free(struct http *http)
{
    if (!http)
        return;
    http_line_free(http->line);
    curl(multi_cleanup)(http->multi);
    free(http->ca_file);
    free(http->proxy);
    free(http);
}

void http_cancel(struct http *http)
{
    atomic_store(&http->cancelled, true);
    curl(multi_wakeup)(http->multi);
}

void http_cancel_reset(struct http *http)
{
    atomic_store(&http->cancelled, false);
}

void http_wake(struct http *http)
{
    atomic_store(&http->woken, true);
    curl(multi_wakeup)(http->multi);
}

struct http_line *http_line_new(struct http *http)
{
    CURL *easy = curl(easy_init)();
    if (!easy)
        return NULL;
    struct http_line *line = mem_zero(1, sizeof *line);
    line->easy = easy;
    line->exchange.http = http;
    line->next = http->lines;
    http->lines = line;
    return line;
}

void http_line_free(struct http_line *line)
{
    if (!line)
        return;
    struct http_line **at = &line->exchange.http->lines;
    while (*at != line)
        at = &(*at)->next;
    *at = line->next;
    curl(easy_cleanup)(line->easy);
    free(line);
}

/* The bundle that the user or the environment names, or NULL. */
static const char *http_named_bundle(const struct http_options *options)
{
    if (options->ca_file && options->ca_file[0])
        return options->ca_file;
    const char *file = getenv("SSL_CERT_FILE");
    if (file && file[0])
        return file;
    file = getenv("CURL_CA_BUNDLE");
    return file && file[0] ? file : NULL;
}

const char http_bundle_missing[] =
    "install the certificates of the system (on Debian: ca-certificates), or set ca_file to use another";

const char *http_ca_bundle(const struct http_options *options)
{
    const char *named = http_named_bundle(options);
    if (named)
        return named;
    const curl_version_info_data *info = http_load(NULL) ? curl(version_info)(CURLVERSION_NOW) : NULL;
    if (info && (info->cainfo || info->capath))
        return info->cainfo ? info->cainfo : info->capath;
    return "the system's own bundle";
}

/* The empty line after the headers: the head is whole, unless it was that of an interim answer. */
static void http_end_head(struct exchange *exchange)
{
    long status = 0;
    curl(easy_getinfo)(exchange->easy, CURLINFO_RESPONSE_CODE, &status);
    exchange->head_ended = status >= 200;
}

/* Keeps one header line; a status line starts anew, so that only the last answer's headers remain. */
static size_t http_on_header(char *data, size_t size, size_t count, void *arg)
{
    struct exchange *exchange = arg;
    size_t len = size * count;
    exchange->last_byte_ms = clock_mono_ms();
    if (len >= 5 && memcmp(data, "HTTP/", 5) == 0) {
        buffer_clear(&exchange->reply->headers);
        exchange->head_began = true;
        return len;
    }
    size_t keep = len;
    while (keep > 0 && (data[keep - 1] == '\r' || data[keep - 1] == '\n'))
        keep--;
    if (keep == 0)
        http_end_head(exchange);
    if (keep > 0 && buffer_append(&exchange->reply->headers, data, keep))
        buffer_append_char(&exchange->reply->headers, '\n');
    exchange->failure->head_too_big = exchange->reply->headers.full;
    return exchange->failure->head_too_big ? 0 : len; /* 0 ends the exchange */
}

/* Reads what the headers say about the answer, once the body begins or the exchange ends. */
static void http_note_answer(struct exchange *exchange)
{
    long status = 0;
    curl_off_t length = -1;
    char coding[64];
    curl(easy_getinfo)(exchange->easy, CURLINFO_RESPONSE_CODE, &status);
    curl(easy_getinfo)(exchange->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    exchange->reply->status = (int)status;
    exchange->announced = length;
    exchange->reply->length =
        http_reply_header(exchange->reply, "Content-Encoding", coding, sizeof coding) ? -1 : length;
    exchange->reply->retry_after_s = http_reply_retry_after(exchange->reply);
}

/* Gives a piece of the body, unpacked, to the caller's sink, or keeps it below the cap. */
static bool http_deliver(void *arg, const void *data, size_t len)
{
    struct exchange *exchange = arg;
    const struct http_request *request = exchange->request;
    enum http_take take = HTTP_KEEP;
    if (request->take)
        take = request->take(request->take_arg, exchange->reply, data, len);
    if (take == HTTP_TAKEN)
        return true;
    if (take == HTTP_KEEP && buffer_append(&exchange->reply->body, data, len))
        return true;
    exchange->sink_stopped = take == HTTP_STOP;
    exchange->failure->too_big = take == HTTP_KEEP;
    return false;
}

/* Takes a piece of the body as it comes. */
static size_t http_on_body(char *data, size_t size, size_t count, void *arg)
{
    struct exchange *exchange = arg;
    size_t len = size * count;
    exchange->last_byte_ms = clock_mono_ms();
    if (exchange->reply->status == 0)
        http_note_answer(exchange);
    if (!exchange->content)
        exchange->content = http_reply_content(exchange->reply);
    return content_feed(exchange->content, data, len, http_deliver, exchange) ? len : 0;
}

bool http_body_is_whole(struct exchange *exchange)
{
    int status = exchange->reply->status;
    if (!exchange->content && (status == 204 || status == 304 || exchange->announced == 0))
        return true;
    if (!exchange->content)
        exchange->content = http_reply_content(exchange->reply);
    return content_end(exchange->content);
}

/* Opens a socket that children do not inherit. */
static curl_socket_t http_open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *address)
{
    struct exchange *exchange = arg;
    (void)purpose;
    if (exchange && address->addrlen <= sizeof exchange->peer)
        memcpy(&exchange->peer, &address->addr, address->addrlen);
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

#if LIBCURL_VERSION_NUM >= 0x075000
/* Notes that the connection stands (through a proxy's tunnel, too) and that the request goes out next. */
static int http_before_request(void *arg, char *remote, char *local, int remote_port, int local_port)
{
    (void)remote;
    (void)local;
    (void)remote_port;
    (void)local_port;
    ((struct exchange *)arg)->transfer_began = true;
    return CURL_PREREQFUNC_OK;
}
#endif

/* Options that every exchange has. */
static void http_set_common(const struct http *http, CURL *easy)
{
    struct http_options options = {.ca_file = http->ca_file};
    curl(easy_setopt)(easy, CURLOPT_NOSIGNAL, 1L);
    curl(easy_setopt)(easy, CURLOPT_FOLLOWLOCATION, 0L);
    /* libcurl repeats by itself what HTTP/2 refused, and no write may be sent twice. */
    curl(easy_setopt)(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl(easy_setopt)(easy, CURLOPT_PATH_AS_IS, 1L);
    curl(easy_setopt)(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl(easy_setopt)(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl(easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, http_open_socket);
    curl(easy_setopt)(easy, CURLOPT_HEADERFUNCTION, http_on_header);
    curl(easy_setopt)(easy, CURLOPT_WRITEFUNCTION, http_on_body);
#if LIBCURL_VERSION_NUM >= 0x075500
    curl(easy_setopt)(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    curl(easy_setopt)(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
    curl(easy_setopt)(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
#if LIBCURL_VERSION_NUM >= 0x075000
    curl(easy_setopt)(easy, CURLOPT_PREREQFUNCTION, http_before_request);
#endif
    if (http_named_bundle(&options))
        curl(easy_setopt)(easy, CURLOPT_CAINFO, http_named_bundle(&options));
    if (http->proxy) {
        curl(easy_setopt)(easy, CURLOPT_PROXY, http->proxy);
        if (!http->proxy[0])
            curl(easy_setopt)(easy, CURLOPT_NOPROXY, "*");
    }
}

/* Points libcurl's callbacks at this exchange. */
static void http_set_exchange(CURL *easy, struct exchange *exchange)
{
    curl(easy_setopt)(easy, CURLOPT_ERRORBUFFER, exchange ? exchange->curl_text : NULL);
    curl(easy_setopt)(easy, CURLOPT_HEADERDATA, exchange);
    curl(easy_setopt)(easy, CURLOPT_WRITEDATA, exchange);
    curl(easy_setopt)(easy, CURLOPT_OPENSOCKETDATA, exchange);
#if LIBCURL_VERSION_NUM >= 0x075000
    curl(easy_setopt)(easy, CURLOPT_PREREQDATA, exchange);
#endif
}

/* Options of this request. */
static void http_set_request(struct exchange *exchange)
{
    CURL *easy = exchange->easy;
    const struct http_request *request = exchange->request;
    curl(easy_setopt)(easy, CURLOPT_URL, request->url);
    if (request->body) {
        curl(easy_setopt)(easy, CURLOPT_POST, 1L);
        curl(easy_setopt)(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_len);
        curl(easy_setopt)(easy, CURLOPT_POSTFIELDS, request->body);
    } else {
        curl(easy_setopt)(easy, CURLOPT_HTTPGET, 1L);
    }
    curl(easy_setopt)(easy, CURLOPT_CUSTOMREQUEST, request->method);
    for (size_t i = 0; request->headers && request->headers[i]; i++)
        exchange->headers = curl(slist_append)(exchange->headers, request->headers[i]);
    if (request->body)
        exchange->headers = curl(slist_append)(exchange->headers, "Expect:");
    curl(easy_setopt)(easy, CURLOPT_HTTPHEADER, exchange->headers);
    /* It stays on the handle, so that libcurl's own size is named as well. */
    curl(easy_setopt)(easy, CURLOPT_BUFFERSIZE, request->take ? FILE_PIECE : (long)CURL_MAX_WRITE_SIZE);
    curl(easy_setopt)(easy, CURLOPT_FRESH_CONNECT, request->fresh ? 1L : 0L);
    curl(easy_setopt)(easy, CURLOPT_TIMEOUT_MS, (long)request->timeout_ms);
    curl(easy_setopt)(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_timeout_ms);
}

void http_line_begin(struct http_line *line, const struct http_request *request, struct http_reply *reply,
                     struct http_failure *failure)
{
    struct http *http = line->exchange.http;
    struct exchange *exchange = &line->exchange;
    *exchange = (struct exchange){.http = http,
                                  .easy = line->easy,
                                  .request = request,
                                  .reply = reply,
                                  .failure = failure,
                                  .last_byte_ms = clock_mono_ms()};
    *reply = (struct http_reply){.length = -1, .retry_after_s = -1};
    *failure = (struct http_failure){.kind = ERROR_NONE};
    buffer_init(&reply->headers, HEADERS_MAX);
    buffer_init(&reply->body, request->body_max);
    if (!line->ready) {
        curl(easy_reset)(line->easy);
        http_set_common(http, line->easy);
    }
    line->ready = request->body == NULL;
    line->has_ended = false;
    http_set_exchange(line->easy, exchange);
    http_set_request(exchange);
    line->is_under_way = true;
    if (curl(multi_add_handle)(http->multi, line->easy) != CURLM_OK)
        http_note_end(line, CURLE_OUT_OF_MEMORY);
}

bool http_line_end(struct http_line *line)
{
    struct exchange *exchange = &line->exchange;
    if (!line->has_ended) {
        exchange->failure->kind = ERROR_CANCELLED;
        http_note_end(line, CURLE_ABORTED_BY_CALLBACK);
    }
    http_note_answer(exchange);
    CURLcode code = http_settle(exchange, line->code);
    curl(multi_remove_handle)(exchange->http->multi, line->easy);
    line->is_under_way = false;
    http_set_exchange(line->easy, NULL);
    curl(easy_setopt)(line->easy, CURLOPT_HTTPHEADER, NULL);
    curl(slist_free_all)(exchange->headers);
    content_free(exchange->content);
    return code == CURLE_OK;
}

bool http_perform(struct http *http, const struct http_request *request, struct http_reply *reply,
                  struct http_failure *failure)
{
    struct http_line *line = http->line;
    sigset_t mask;
    bool held = signals_hold_pipe(&mask);
    http_line_begin(line, request, reply, failure);
    while (!line->has_ended && !atomic_load(&http->cancelled))
        http_await(http, INT64_MAX);
    bool ok = http_line_end(line);
    if (held)
        signals_release_pipe(&mask);
    return ok;
}
