/* Owns the road over libcurl: one easy handle on its own multi handle, driven until done, cancelled or
 * stalled. Must not know endpoints, tokens or JSON: bytes in, bytes out. */
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
#define IDLE_WAIT_MS 60000

/* libcurl's reallocation, which cannot fail either. */
static void *http_grow(void *old, size_t size)
{
    return mem_grow(old, size, 1);
}

bool http_global_init(void)
{
    /* Out of memory ends the program in our way: a header or a proxy is never silently left out of
     * a request. */
    return curl_global_init_mem(CURL_GLOBAL_DEFAULT, mem_alloc, free, http_grow, mem_copy, mem_zero) ==
           CURLE_OK;
}

void http_global_cleanup(void)
{
    curl_global_cleanup();
}

struct http *http_new(const struct http_options *options)
{
    struct http *http = mem_zero(1, sizeof *http);
    http->multi = curl_multi_init();
    http->easy = curl_easy_init();
    http->ca_file = mem_copy_or_null(options->ca_file);
    http->proxy = mem_copy_or_null(options->proxy);
    atomic_init(&http->cancelled, false);
    if (http->multi && http->easy)
        return http;
    http_free(http);
    return NULL;
}

void http_free(struct http *http)
{
    if (!http)
        return;
    curl_easy_cleanup(http->easy);
    curl_multi_cleanup(http->multi);
    free(http->ca_file);
    free(http->proxy);
    free(http);
}

void http_cancel(struct http *http)
{
    atomic_store(&http->cancelled, true);
    curl_multi_wakeup(http->multi);
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
        curl_multi_poll(http->multi, NULL, 0, left > IDLE_WAIT_MS ? IDLE_WAIT_MS : (int)left, NULL);
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

const char *http_ca_bundle(const struct http_options *options)
{
    const char *named = http_named_bundle(options);
    if (named)
        return named;
#if LIBCURL_VERSION_NUM >= 0x074600
    const curl_version_info_data *info = curl_version_info(CURLVERSION_NOW);
    if (info->cainfo || info->capath)
        return info->cainfo ? info->cainfo : info->capath;
#endif
    return "the system's own bundle";
}

/* The empty line after the headers: the head is whole, unless it was that of an interim answer. */
static void http_end_head(struct exchange *exchange)
{
    long status = 0;
    curl_easy_getinfo(exchange->http->easy, CURLINFO_RESPONSE_CODE, &status);
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
    curl_easy_getinfo(exchange->http->easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(exchange->http->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
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
static void http_set_common(struct http *http)
{
    CURL *easy = http->easy;
    struct http_options options = {.ca_file = http->ca_file};
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    /* libcurl repeats by itself what HTTP/2 refused, and no write may be sent twice. */
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, http_open_socket);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, http_on_header);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, http_on_body);
#if LIBCURL_VERSION_NUM >= 0x075500
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
#if LIBCURL_VERSION_NUM >= 0x075000
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, http_before_request);
#endif
    if (http_named_bundle(&options))
        curl_easy_setopt(easy, CURLOPT_CAINFO, http_named_bundle(&options));
    if (http->proxy) {
        curl_easy_setopt(easy, CURLOPT_PROXY, http->proxy);
        if (!http->proxy[0])
            curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    }
}

/* Points libcurl's callbacks at this exchange. */
static void http_set_exchange(CURL *easy, struct exchange *exchange)
{
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, exchange ? exchange->curl_text : NULL);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, exchange);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, exchange);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, exchange);
#if LIBCURL_VERSION_NUM >= 0x075000
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, exchange);
#endif
}

/* Options of this request. */
static void http_set_request(struct exchange *exchange)
{
    CURL *easy = exchange->http->easy;
    const struct http_request *request = exchange->request;
    curl_easy_setopt(easy, CURLOPT_URL, request->url);
    if (request->body) {
        curl_easy_setopt(easy, CURLOPT_POST, 1L);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_len);
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, request->body);
    } else {
        curl_easy_setopt(easy, CURLOPT_HTTPGET, 1L);
    }
    curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
    for (size_t i = 0; request->headers && request->headers[i]; i++)
        exchange->headers = curl_slist_append(exchange->headers, request->headers[i]);
    if (request->body)
        exchange->headers = curl_slist_append(exchange->headers, "Expect:");
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, exchange->headers);
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, request->fresh ? 1L : 0L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)request->timeout_ms);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_timeout_ms);
}

/* The result of the exchange, when it has ended. */
static bool http_ended(struct http *http, CURLcode *code)
{
    int left;
    for (CURLMsg *message; (message = curl_multi_info_read(http->multi, &left));) {
        if (message->msg == CURLMSG_DONE && message->easy_handle == http->easy) {
            *code = message->data.result;
            return true;
        }
    }
    return false;
}

/* Milliseconds that the loop may sleep: as long as nothing but a stall can happen. */
static int http_sleep_ms(const struct exchange *exchange)
{
    int64_t stall = exchange->request->stall_timeout_ms;
    if (stall <= 0)
        return IDLE_WAIT_MS;
    int64_t left = exchange->last_byte_ms + stall - clock_mono_ms();
    return left < 0 ? 0 : left > IDLE_WAIT_MS ? IDLE_WAIT_MS : (int)left;
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
    curl_multi_fdset(exchange->http->multi, &reading, &writing, &failed, &last);
    for (int fd = 0; fd <= last && !exchange->head_began; fd++)
        exchange->head_began = FD_ISSET(fd, &reading) && ioctl(fd, FIONREAD, &waiting) == 0 && waiting > 0;
}

/* Drives the exchange to its end. */
static CURLcode http_drive(struct exchange *exchange)
{
    struct http *http = exchange->http;
    CURLcode code = CURLE_OK;
    int running;
    for (;;) {
        if (atomic_load(&http->cancelled)) {
            exchange->failure->kind = ERROR_CANCELLED;
            return CURLE_ABORTED_BY_CALLBACK;
        }
        if (curl_multi_perform(http->multi, &running) != CURLM_OK)
            return CURLE_OUT_OF_MEMORY;
        if (http_ended(http, &code))
            return code;
        int sleep_ms = http_sleep_ms(exchange);
        if (sleep_ms == 0) {
            exchange->failure->stalled = true;
            return CURLE_OPERATION_TIMEDOUT;
        }
        if (curl_multi_poll(http->multi, NULL, 0, sleep_ms, NULL) != CURLM_OK)
            return CURLE_OUT_OF_MEMORY;
        http_note_bytes(exchange);
    }
}

bool http_perform(struct http *http, const struct http_request *request, struct http_reply *reply,
                  struct http_failure *failure)
{
    struct exchange exchange = {.http = http,
                                .request = request,
                                .reply = reply,
                                .failure = failure,
                                .last_byte_ms = clock_mono_ms()};
    *reply = (struct http_reply){.length = -1, .retry_after_s = -1};
    *failure = (struct http_failure){.kind = ERROR_NONE};
    buffer_init(&reply->headers, HEADERS_MAX);
    buffer_init(&reply->body, request->body_max);
    sigset_t mask;
    bool held = signals_hold_pipe(&mask);
    if (!http->ready) {
        curl_easy_reset(http->easy);
        http_set_common(http);
    }
    http->ready = request->body == NULL;
    http_set_exchange(http->easy, &exchange);
    http_set_request(&exchange);
    CURLcode code = CURLE_OUT_OF_MEMORY;
    if (curl_multi_add_handle(http->multi, http->easy) == CURLM_OK) {
        code = http_drive(&exchange);
        http_note_answer(&exchange);
        code = http_settle(&exchange, code);
        curl_multi_remove_handle(http->multi, http->easy);
    } else {
        http_explain(&exchange, code);
    }
    if (held)
        signals_release_pipe(&mask);
    http_set_exchange(http->easy, NULL);
    curl_easy_setopt(http->easy, CURLOPT_HTTPHEADER, NULL);
    curl_slist_free_all(exchange.headers);
    content_free(exchange.content);
    return code == CURLE_OK;
}
