/* Exchanges over libcurl: one easy handle, one exchange after another; in a multi handle, so that a cancel is
 * seen at once. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/http.h"

#include <ctype.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "http_private.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define HEADERS_MAX  ((size_t)64 << 10)
#define FILE_PIECE   (256L << 10) /* what is received at once of a file */
#define IDLE_WAIT_MS 60000
#define TOO_LARGE    100 /* CURLE_TOO_LARGE, which headers of libcurl before 8.6 do not have */

struct http {
    CURLM *multi;
    CURL *easy;
    char *ca_file;
    char *proxy;
    atomic_bool cancelled;
};

/* One exchange under way. */
struct exchange {
    struct http *http;
    const struct http_request *request;
    struct http_reply *reply;
    struct http_failure *failure;
    int64_t last_byte_ms;
    bool transfer_began;         /* the connection stands and the request is about to be sent */
    bool head_began, head_ended; /* of the last answer, interim ones (1xx) left out */
    bool sink_stopped, is_packed;
    char text[CURL_ERROR_SIZE];
};

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
    while (!atomic_load(&http->cancelled)) {
        int64_t left = deadline - clock_mono_ms();
        if (left <= 0)
            return true;
        curl(multi_poll)(http->multi, NULL, 0, left > IDLE_WAIT_MS ? IDLE_WAIT_MS : (int)left, NULL);
    }
    return false;
}

/* --- certificates and proxies --- */

/* The bundle that the user or the environment names, or NULL. */
static const char *http_named_bundle(const char *ca_file)
{
    const char *const files[] = {ca_file, getenv("SSL_CERT_FILE"), getenv("CURL_CA_BUNDLE")};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        if (files[i] && files[i][0])
            return files[i];
    }
    return NULL;
}

const char http_bundle_missing[] =
    "install the certificates of the system (on Debian: ca-certificates), or set ca_file to use another";

const char *http_ca_bundle(const struct http_options *options)
{
    const char *named = http_named_bundle(options->ca_file);
    if (named)
        return named;
    const curl_version_info_data *info = http_load(NULL) ? curl(version_info)(CURLVERSION_NOW) : NULL;
    if (info && (info->cainfo || info->capath))
        return info->cainfo ? info->cainfo : info->capath;
    return "the system's own bundle";
}

bool http_proxy_show(char *out, size_t size, const char *address)
{
    static const char *const schemes[] = {"http", "https", "socks", "socks4", "socks4a", "socks5", "socks5h"};
    const char *end = strstr(address, "://"), *host = end ? end + 3 : address, *scheme = end ? NULL : "";
    for (size_t i = 0; end && i < sizeof schemes / sizeof schemes[0]; i++) {
        if (strlen(schemes[i]) == (size_t)(end - address) &&
            strncasecmp(address, schemes[i], strlen(schemes[i])) == 0)
            scheme = schemes[i];
    }
    const char *user = memchr(host, '@', strcspn(host, "/?#"));
    host = user ? user + 1 : host;
    size_t len = 0;
    if (*host == '[')
        len = 1 + strspn(host + 1, "0123456789abcdefABCDEF:.") + 1;
    else
        while (isalnum((unsigned char)host[len]) || (host[len] && strchr("-._", host[len])) ||
               host[len] & 0x80)
            len++;
    bool good = scheme && (*host == '[' ? len > 2 && memchr(host, ']', strnlen(host, len)) : len > 0);
    size_t port = good && host[len] == ':' ? strspn(host + len + 1, "0123456789") : 0;
    if (port > 0) {
        good = port <= 5 && strtol(host + len + 1, NULL, 10) <= 65535;
        len += 1 + port;
    }
    good = good && (!host[len] || strchr("/?#", host[len]));
    out[0] = '\0';
    if (good)
        snprintf(out, size, "%s%s%s%.*s", scheme, end ? "://" : "", user ? "***@" : "", (int)len, host);
    return good;
}

/* --- the answer --- */

void http_reply_free(struct http_reply *reply)
{
    if (reply->body.data)
        explicit_bzero(reply->body.data, reply->body.len); /* a login's answer holds a token */
    buffer_free(&reply->headers);
    buffer_free(&reply->body);
}

/* Finds the next header of the name from *line on, moves *line behind it: its value and the length. */
static const char *http_next_header(const char **line, const char *name, size_t *len)
{
    size_t name_len = strlen(name);
    while (**line) {
        const char *at = *line;
        size_t line_len = strcspn(at, "\n");
        *line += line_len + (at[line_len] == '\n');
        if (line_len > name_len && at[name_len] == ':' && strncasecmp(at, name, name_len) == 0) {
            const char *value = at + name_len + 1 + strspn(at + name_len + 1, " \t");
            *len = line_len - (size_t)(value - at);
            return value;
        }
    }
    return NULL;
}

bool http_reply_header(const struct http_reply *reply, const char *name, char *out, size_t size)
{
    const char *line = buffer_text(&reply->headers);
    size_t len = 0;
    const char *value = http_next_header(&line, name, &len);
    snprintf(out, size, "%.*s", (int)len, value ? value : "");
    return value != NULL;
}

/* Seconds that Retry-After asks to wait, by a number or by a date; -1 when it does not, or is neither. The
 * header itself: newer libcurl cuts its reading of it to six hours. */
static int64_t http_retry_after(const struct http_reply *reply)
{
    char value[64];
    int64_t at_ms, wait_s = 0;
    http_reply_header(reply, "Retry-After", value, sizeof value);
    size_t digits = strspn(value, "0123456789");
    if (digits > 0 && value[digits + strspn(value + digits, " \t")] == '\0')
        wait_s = strtoll(value, NULL, 10); /* beyond its range it is the largest number */
    else if (date_parse_http(value, &at_ms))
        wait_s = (at_ms - clock_wall_ms() + 999) / 1000;
    return wait_s > 0 ? wait_s : -1;
}

/* Is a file packed, though it was asked for as it is? Then why it is not taken. */
static bool http_refuse_packed(struct exchange *exchange)
{
    static const char *const names[] = {"Content-Encoding", "Transfer-Encoding"};
    for (size_t i = 0; exchange->request->take && exchange->reply->length != 0 && i < 2; i++) {
        const char *line = buffer_text(&exchange->reply->headers), *value;
        for (size_t len; (value = http_next_header(&line, names[i], &len));) {
            char coding[41];
            snprintf(coding, sizeof coding, "%.*s", (int)len, value);
            if (!coding[0] || text_equal_nocase(coding, "identity") ||
                (i == 1 && text_equal_nocase(coding, "chunked")))
                continue;
            snprintf(exchange->text, sizeof exchange->text, "it is packed as “%s”, which was not asked for",
                     coding);
            return true;
        }
    }
    return false;
}

/* Reads what the headers say about the answer, once the body begins or the exchange ends. */
static void http_note_answer(struct exchange *exchange)
{
    long status = 0;
    curl_off_t length = -1;
    curl(easy_getinfo)(exchange->http->easy, CURLINFO_RESPONSE_CODE, &status);
    curl(easy_getinfo)(exchange->http->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    exchange->reply->status = (int)status;
    exchange->reply->length = length;
    exchange->reply->retry_after_s = http_retry_after(exchange->reply);
    exchange->is_packed = http_refuse_packed(exchange);
}

/* Keeps one header line; a status line starts anew, so that only the last answer's headers remain. */
static size_t http_on_header(char *data, size_t size, size_t count, void *arg)
{
    struct exchange *exchange = arg;
    size_t len = size * count, keep = len;
    exchange->last_byte_ms = clock_mono_ms();
    if (len >= 5 && memcmp(data, "HTTP/", 5) == 0) {
        buffer_clear(&exchange->reply->headers);
        exchange->head_began = true;
        return len;
    }
    while (keep > 0 && (data[keep - 1] == '\r' || data[keep - 1] == '\n'))
        keep--;
    if (keep == 0) { /* the empty line: the head is whole, unless it was that of an interim answer */
        long status = 0;
        curl(easy_getinfo)(exchange->http->easy, CURLINFO_RESPONSE_CODE, &status);
        exchange->head_ended = status >= 200;
    } else if (buffer_append(&exchange->reply->headers, data, keep)) {
        buffer_append_char(&exchange->reply->headers, '\n');
    }
    exchange->failure->head_too_big = exchange->reply->headers.full;
    return exchange->failure->head_too_big ? 0 : len; /* 0 ends the exchange */
}

/* Gives a piece of the body to the caller's sink, or keeps it below the cap. */
static size_t http_on_body(char *data, size_t size, size_t count, void *arg)
{
    struct exchange *exchange = arg;
    const struct http_request *request = exchange->request;
    size_t len = size * count;
    enum http_take take = HTTP_KEEP;
    exchange->last_byte_ms = clock_mono_ms();
    if (exchange->reply->status == 0)
        http_note_answer(exchange);
    if (exchange->is_packed)
        return exchange->reply->status < 300 ? 0 : len; /* of a refusal the status says enough */
    if (request->take)
        take = request->take(request->take_arg, exchange->reply, data, len);
    if (take == HTTP_TAKEN || (take == HTTP_KEEP && buffer_append(&exchange->reply->body, data, len)))
        return len;
    exchange->sink_stopped = take == HTTP_STOP;
    exchange->failure->too_big = take == HTTP_KEEP;
    return 0;
}

/* --- the exchange --- */

/* Opens a socket that children do not inherit. */
static curl_socket_t http_open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)arg;
    (void)purpose;
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

/* Tells libcurl all that it must know of an exchange. Returns the headers, to be freed after it. */
static struct curl_slist *http_set_up(struct exchange *exchange)
{
    const struct http *http = exchange->http;
    const struct http_request *request = exchange->request;
    struct curl_slist *headers = NULL;
    CURL *easy = http->easy;
    curl(easy_reset)(easy);
    curl(easy_setopt)(easy, CURLOPT_ERRORBUFFER, exchange->text);
    curl(easy_setopt)(easy, CURLOPT_NOSIGNAL, 1L);
    curl(easy_setopt)(easy, CURLOPT_FOLLOWLOCATION, 0L);
    /* libcurl repeats by itself what HTTP/2 refused, and no write may be sent twice. */
    curl(easy_setopt)(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl(easy_setopt)(easy, CURLOPT_PATH_AS_IS, 1L);
    curl(easy_setopt)(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl(easy_setopt)(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl(easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, http_open_socket);
    curl(easy_setopt)(easy, CURLOPT_HEADERFUNCTION, http_on_header);
    curl(easy_setopt)(easy, CURLOPT_HEADERDATA, exchange);
    curl(easy_setopt)(easy, CURLOPT_WRITEFUNCTION, http_on_body);
    curl(easy_setopt)(easy, CURLOPT_WRITEDATA, exchange);
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
    curl(easy_setopt)(easy, CURLOPT_PREREQDATA, exchange);
#else
    exchange->transfer_began = true;
#endif
    if (http_named_bundle(http->ca_file))
        curl(easy_setopt)(easy, CURLOPT_CAINFO, http_named_bundle(http->ca_file));
    if (http->proxy)
        curl(easy_setopt)(easy, CURLOPT_PROXY, http->proxy);
    if (http->proxy && !http->proxy[0])
        curl(easy_setopt)(easy, CURLOPT_NOPROXY, "*");
    curl(easy_setopt)(easy, CURLOPT_URL, request->url);
    curl(easy_setopt)(easy, CURLOPT_FRESH_CONNECT, request->fresh ? 1L : 0L);
    curl(easy_setopt)(easy, CURLOPT_TIMEOUT_MS, (long)request->timeout_ms);
    curl(easy_setopt)(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_timeout_ms);
    for (size_t i = 0; request->headers && request->headers[i]; i++)
        headers = curl(slist_append)(headers, request->headers[i]);
    if (request->body) {
        headers = curl(slist_append)(headers, "Expect:");
        curl(easy_setopt)(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(request->body));
        curl(easy_setopt)(easy, CURLOPT_POSTFIELDS, request->body);
    }
    curl(easy_setopt)(easy, CURLOPT_CUSTOMREQUEST, request->method);
    curl(easy_setopt)(easy, CURLOPT_HTTPHEADER, headers);
    if (request->take)
        curl(easy_setopt)(easy, CURLOPT_BUFFERSIZE, FILE_PIECE);
    else
        curl(easy_setopt)(easy, CURLOPT_ACCEPT_ENCODING, "gzip");
    return headers;
}

/* Drives the exchange until it has ended, has stalled or is cancelled. */
static CURLcode http_drive(struct exchange *exchange)
{
    struct http *http = exchange->http;
    int64_t stall_ms = exchange->request->stall_timeout_ms;
    int running, queued;
    while (!atomic_load(&http->cancelled)) {
        if (curl(multi_perform)(http->multi, &running) != CURLM_OK)
            return CURLE_FAILED_INIT;
        const CURLMsg *message = curl(multi_info_read)(http->multi, &queued);
        if (message && message->msg == CURLMSG_DONE)
            return message->data.result;
        int64_t left_ms = stall_ms > 0 ? exchange->last_byte_ms + stall_ms - clock_mono_ms() : IDLE_WAIT_MS;
        if (left_ms <= 0) {
            exchange->failure->stalled = true;
            return CURLE_OPERATION_TIMEDOUT;
        }
        if (left_ms > IDLE_WAIT_MS)
            left_ms = IDLE_WAIT_MS;
        if (curl(multi_poll)(http->multi, NULL, 0, (int)left_ms, NULL) != CURLM_OK)
            return CURLE_FAILED_INIT;
    }
    return CURLE_ABORTED_BY_CALLBACK;
}

/* Our kinds for libcurl's codes. All others are ERROR_NETWORK. */
static const struct {
    CURLcode code;
    enum error_kind kind;
} http_kinds[] = {
    {CURLE_COULDNT_RESOLVE_HOST, ERROR_DNS},
    {CURLE_COULDNT_RESOLVE_PROXY, ERROR_DNS},
    {CURLE_COULDNT_CONNECT, ERROR_CONNECT},
    {CURLE_SSL_CONNECT_ERROR, ERROR_TLS},
    {CURLE_SSL_ENGINE_NOTFOUND, ERROR_TLS},
    {CURLE_SSL_ENGINE_SETFAILED, ERROR_TLS},
    {CURLE_SSL_CERTPROBLEM, ERROR_TLS},
    {CURLE_SSL_CIPHER, ERROR_TLS},
    {CURLE_PEER_FAILED_VERIFICATION, ERROR_TLS},
    {CURLE_SSL_CACERT_BADFILE, ERROR_TLS},
    {CURLE_SSL_ISSUER_ERROR, ERROR_TLS},
    {CURLE_SSL_INVALIDCERTSTATUS, ERROR_TLS},
    {CURLE_USE_SSL_FAILED, ERROR_TLS},
    {CURLE_OPERATION_TIMEDOUT, ERROR_TIMEOUT},
    {CURLE_ABORTED_BY_CALLBACK, ERROR_CANCELLED},
    {CURLE_WRITE_ERROR, ERROR_BAD_REPLY},
    {CURLE_WEIRD_SERVER_REPLY, ERROR_BAD_REPLY},
    {CURLE_BAD_CONTENT_ENCODING, ERROR_BAD_REPLY},
    {CURLE_UNSUPPORTED_PROTOCOL, ERROR_BAD_REPLY}, /* HTTP/0.9: an answer that is not HTTP */
    {CURLE_URL_MALFORMAT, ERROR_USAGE},
};

/* Fills the failure from libcurl's code. */
static void http_explain(struct exchange *exchange, CURLcode code)
{
    struct http_failure *failure = exchange->failure;
    long request_size = 0;
    curl_off_t resolved = 0, first_byte = 0;
    curl(easy_getinfo)(exchange->http->easy, CURLINFO_REQUEST_SIZE, &request_size);
    curl(easy_getinfo)(exchange->http->easy, CURLINFO_NAMELOOKUP_TIME_T, &resolved);
    curl(easy_getinfo)(exchange->http->easy, CURLINFO_STARTTRANSFER_TIME_T, &first_byte);
    failure->sent = exchange->transfer_began && request_size > 0;
    bool head = exchange->head_began || (failure->sent && first_byte > 0);
    failure->phase = head            ? (exchange->head_ended ? HTTP_RECEIVING : HTTP_READING_HEAD)
                     : failure->sent ? HTTP_WAITING
                     : resolved > 0  ? HTTP_CONNECTING
                                     : HTTP_RESOLVING;
    failure->kind = ERROR_NETWORK;
    for (size_t i = 0; i < sizeof http_kinds / sizeof http_kinds[0]; i++) {
        if (http_kinds[i].code == code)
            failure->kind = http_kinds[i].kind;
    }
    /* Of a header line that is too long libcurl says "Out of memory"; memory itself ends the program. */
    if ((int)code == TOO_LARGE || (code == CURLE_OUT_OF_MEMORY && failure->sent) ||
        strncmp(exchange->text, "Too large response headers", 26) == 0)
        failure->head_too_big = true;
    if (failure->head_too_big)
        failure->kind = ERROR_BAD_REPLY;
    if (exchange->sink_stopped)
        failure->kind = ERROR_IO;
    if (strncmp(exchange->text, "Unsupported proxy", 17) == 0) { /* libcurl quotes it, with its password */
        failure->kind = ERROR_USAGE;
        snprintf(exchange->text, sizeof exchange->text, "the address of the proxy is not valid");
    }
    char *clean = text_clean_copy(exchange->text[0] ? exchange->text : curl(easy_strerror)(code));
    text_clip(failure->text, sizeof failure->text, clean, 160);
    free(clean);
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
    struct curl_slist *headers = http_set_up(&exchange);
    CURLcode code = CURLE_FAILED_INIT;
    if (curl(multi_add_handle)(http->multi, http->easy) == CURLM_OK)
        code = http_drive(&exchange);
    http_note_answer(&exchange);
    if (code == CURLE_OK && !exchange.head_ended) { /* libcurl takes it for an answer without a body */
        snprintf(exchange.text, sizeof exchange.text, "the response ended within its headers");
        code = CURLE_RECV_ERROR;
    } else if (exchange.is_packed && reply->status < 300 && (code == CURLE_OK || code == CURLE_WRITE_ERROR)) {
        code = CURLE_BAD_CONTENT_ENCODING;
    }
    if (code != CURLE_OK)
        http_explain(&exchange, code);
    curl(multi_remove_handle)(http->multi, http->easy);
    curl(easy_reset)(http->easy);
    curl(slist_free_all)(headers);
    if (held)
        signals_release_pipe(&mask);
    return code == CURLE_OK;
}
