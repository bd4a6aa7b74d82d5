/* Owns the road over libcurl: one easy handle, with one exchange after another, on a multi handle, so that a
 * cancel is seen at once. Must not know endpoints, tokens or JSON: bytes in, bytes out. */
/* SPDX-License-Identifier: MIT */
#include "http.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>

#include "http_private.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/signals.h"
#include "steno/base/text.h"

#define HEADERS_MAX  ((size_t)64 << 10)
#define FILE_PIECE   (256L << 10) /* what is received at once of a file */
#define IDLE_WAIT_MS 60000

struct http *http_new(const struct http_options *options, struct error *err)
{
    if (!http_load(err))
        return NULL;
    struct http *http = mem_zero(1, sizeof *http);
    http->multi = curl(multi_init)();
    http->easy = curl(easy_init)();
    http->ca_file = mem_copy_or_null(options->ca_file);
    http->proxy = mem_copy_or_null(options->proxy);
    atomic_init(&http->cancelled, false);
    if (http->multi && http->easy)
        return http;
    http_free(http);
    error_set(err, ERROR_NETWORK, "out of memory (libcurl)");
    return NULL;
}

void http_free(struct http *http)
{
    if (!http)
        return;
    curl(easy_cleanup)(http->easy);
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

bool http_wait(struct http *http, int64_t ms)
{
    int64_t deadline = clock_mono_ms() + ms;
    for (;;) {
        if (atomic_load(&http->cancelled))
            return false;
        int64_t left = deadline - clock_mono_ms();
        if (left <= 0)
            return true;
        curl(multi_poll)(http->multi, NULL, 0, left > IDLE_WAIT_MS ? IDLE_WAIT_MS : (int)left, NULL);
    }
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
    curl(easy_getinfo)(exchange->http->easy, CURLINFO_RESPONSE_CODE, &status);
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
    curl(easy_getinfo)(exchange->http->easy, CURLINFO_RESPONSE_CODE, &status);
    curl(easy_getinfo)(exchange->http->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
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
static void http_set_common(const struct http *http)
{
    CURL *easy = http->easy;
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
    CURL *easy = exchange->http->easy;
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

/* Notes bytes of an answer whose first line is not whole yet: libcurl says nothing of them. What TLS itself
 * sends is no answer. They are counted, not read: to read takes the error of a reset away from libcurl. */
static void http_note_bytes(struct exchange *exchange)
{
    fd_set reading, writing, failed;
    int last = -1, waiting;
    if (exchange->head_began || !exchange->transfer_began || strncmp(exchange->request->url, "http:", 5) != 0)
        return;
    FD_ZERO(&reading);
    FD_ZERO(&writing);
    FD_ZERO(&failed);
    curl(multi_fdset)(exchange->http->multi, &reading, &writing, &failed, &last);
    for (int fd = 0; fd <= last && !exchange->head_began; fd++)
        exchange->head_began = FD_ISSET(fd, &reading) && ioctl(fd, FIONREAD, &waiting) == 0 && waiting > 0;
}

/* Drives the exchange until it has ended, has stalled or is cancelled. */
static CURLcode http_drive(struct exchange *exchange)
{
    struct http *http = exchange->http;
    int64_t stall_ms = exchange->request->stall_timeout_ms;
    int running, queued;
    while (!atomic_load(&http->cancelled)) {
        if (curl(multi_perform)(http->multi, &running) != CURLM_OK)
            return CURLE_OUT_OF_MEMORY;
        const CURLMsg *message = curl(multi_info_read)(http->multi, &queued);
        if (message && message->msg == CURLMSG_DONE)
            return message->data.result;
        int64_t left_ms = stall_ms > 0 ? exchange->last_byte_ms + stall_ms - clock_mono_ms() : IDLE_WAIT_MS;
        if (left_ms <= 0) {
            exchange->failure->stalled = true;
            return CURLE_OPERATION_TIMEDOUT;
        }
        if (curl(multi_poll)(http->multi, NULL, 0, left_ms > IDLE_WAIT_MS ? IDLE_WAIT_MS : (int)left_ms,
                             NULL) != CURLM_OK)
            return CURLE_OUT_OF_MEMORY;
        http_note_bytes(exchange);
    }
    return CURLE_ABORTED_BY_CALLBACK;
}

bool http_perform(struct http *http, const struct http_request *request, struct http_reply *reply,
                  struct http_failure *failure)
{
    struct exchange exchange = {.http = http,
                                .request = request,
                                .reply = reply,
                                .failure = failure,
                                .last_byte_ms = clock_mono_ms()};
    sigset_t mask;
    bool held = signals_hold_pipe(&mask);
    *reply = (struct http_reply){.length = -1, .retry_after_s = -1};
    *failure = (struct http_failure){.kind = ERROR_NONE};
    buffer_init(&reply->headers, HEADERS_MAX);
    buffer_init(&reply->body, request->body_max);
    if (!http->is_ready) {
        curl(easy_reset)(http->easy);
        http_set_common(http);
    }
    http->is_ready = request->body == NULL;
    http_set_exchange(http->easy, &exchange);
    http_set_request(&exchange);
    CURLcode code = curl(multi_add_handle)(http->multi, http->easy) == CURLM_OK ? http_drive(&exchange)
                                                                                : CURLE_OUT_OF_MEMORY;
    http_note_answer(&exchange);
    code = http_settle(&exchange, code);
    curl(multi_remove_handle)(http->multi, http->easy);
    http_set_exchange(http->easy, NULL);
    curl(easy_setopt)(http->easy, CURLOPT_HTTPHEADER, NULL);
    curl(slist_free_all)(exchange.headers);
    content_free(exchange.content);
    if (held)
        signals_release_pipe(&mask);
    return code == CURLE_OK;
}
