/* The easy handle of libcurl runs in a multi handle, so that a cancel takes effect at once. */
/* SPDX-License-Identifier: MIT */
#include "steno/api/http.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

#include "config.h"
#ifdef LIBCURL_LATE
#define CURL_DISABLE_TYPECHECK /* the check needs a libcurl that is linked */
#endif
#include <curl/curl.h>

#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define HEADERS_MAX  ((size_t)64 << 10)
#define FILE_PIECE   (256L << 10) /* bytes; limit on one received piece of a file */
#define IDLE_WAIT_MS 60000
#define TOO_LARGE    100 /* CURLE_TOO_LARGE; the headers of libcurl before 8.6 lack it */
/* The oldest libcurl that can be loaded. It must know each option in the #if lines below (newest: 7.87). */
#define VERSION_LEAST (LIBCURL_VERSION_NUM < 0x075700 ? LIBCURL_VERSION_NUM : 0x075700)

/* --- libcurl: its functions are called as curl(easy_init)() --- */

/* Sets the error "libcurl could not be loaded". Frees `why`, the reason. Returns false. */
static bool http_load_fail(struct error *err, char *why)
{
    char *clean = text_clean_copy(why);
    error_set(err, ERROR_NETWORK, "libcurl could not be loaded (%s): install libcurl4", clean);
    if (err)
        err->is_here = true;
    free(clean);
    free(why);
    return false;
}

#ifdef LIBCURL_LATE
#define curl(name) http_curl.name

/* clang-format off */
#define HTTP_CURL(X) \
    X(easy_cleanup) X(easy_getinfo) X(easy_init) X(easy_reset) X(easy_setopt) X(easy_strerror) \
    X(global_init_mem) X(multi_add_handle) X(multi_cleanup) X(multi_info_read) X(multi_init) \
    X(multi_perform) X(multi_poll) X(multi_remove_handle) X(multi_wakeup) X(slist_append) X(slist_free_all) \
    X(version_info)
/* clang-format on */
#define HTTP_CURL_MEMBER(name) __typeof__(curl_##name) *name;
static struct http_curl {
    HTTP_CURL(HTTP_CURL_MEMBER)
} http_curl;

/* ldd does not list libcurl; this note tells package tools that libcurl is needed:
 * uapi-group.org/specifications/specs/elf_dlopen_metadata. */
#define NOTE                                                                                                 \
    "[{\"feature\":\"http\",\"description\":\"Requests to the server\",\"priority\":\"required\","           \
    "\"soname\":[\"libcurl.so.4\",\"libcurl-gnutls.so.4\"]}]"
static const struct {
    uint32_t owner_size, text_size, type;
    char owner[4], text[sizeof NOTE];
} http_load_note
    __attribute__((used, aligned(4), section(".note.dlopen"))) = {4, sizeof NOTE, 0x407c0c0a, "FDO", NOTE};

/* Loads the first libcurl that has all functions. It stays loaded: TLS libraries run code at exit. */
static bool http_load_open(struct error *err)
{
#define NAME(name) "curl_" #name,
    static const char *const files[] = {"libcurl.so.4", "libcurl-gnutls.so.4"}, *const names[] = {
                                                                                    HTTP_CURL(NAME)};
    _Static_assert(sizeof names == sizeof http_curl, "one pointer for each name, in the same order");
    char *why = NULL;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        void *library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL), *function = library;
        for (size_t k = 0; function && k < sizeof names / sizeof names[0]; k++) {
            function = dlsym(library, names[k]); /* C cannot cast this pointer to a function */
            memcpy((char *)&http_curl + k * sizeof function, &function, sizeof function);
        }
        if (function) {
            free(why);
            return true;
        }
        why = why ? why : mem_copy(dlerror());
    }
    return http_load_fail(err, why);
}
#else
#define curl(name) curl_##name
#endif

/* Reallocates memory for libcurl. Never fails, like mem_*. */
static void *http_load_grow(void *old, size_t size)
{
    return mem_grow(old, size, 1);
}

bool http_load(struct error *err)
{
    /* Only the thread that loads libcurl sets this variable. */
    static bool is_ready;
    if (is_ready)
        return true;
#ifdef LIBCURL_LATE
    if (!http_load_open(err))
        return false;
#endif
    const curl_version_info_data *info = curl(version_info)(CURLVERSION_NOW);
    if (info->version_num < VERSION_LEAST)
        return http_load_fail(err, mem_printf("version %s is too old; at least %d.%d is needed",
                                              info->version, VERSION_LEAST >> 16, VERSION_LEAST >> 8 & 0xFF));
    /* With these allocators, out of memory ends the program. libcurl's own might silently drop a header. */
    if (curl(global_init_mem)(CURL_GLOBAL_DEFAULT, mem_alloc, free, http_load_grow, mem_copy, mem_zero) !=
        CURLE_OK)
        return http_load_fail(err, mem_copy("libcurl does not start"));
    is_ready = true;
    return true;
}

char *http_load_describe(struct error *err)
{
    Dl_info file;
    if (!http_load(err))
        return NULL;
    const curl_version_info_data *info = curl(version_info)(CURLVERSION_NOW);
    return mem_printf("%s, %s", info->version,
                      dladdr(info, &file) ? file.dli_fname : "loaded from an unknown file");
}

/* --- handles --- */

struct http {
    CURLM *multi;
    CURL *easy;
    char *ca_file;
    char *proxy;
    atomic_bool cancelled;
    /* The running exchange: */
    const struct http_request *request;
    struct http_reply *reply;
    struct http_failure *failure;
    int64_t last_byte_ms;
    bool transfer_began;         /* libcurl is connected and is about to send the request */
    bool head_began, head_ended; /* of the newest answer; a 1xx answer does not set head_ended */
    bool sink_stopped, is_packed;
    char text[CURL_ERROR_SIZE];
};

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

/* Returns the certificate bundle from the settings or the environment, or NULL. */
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
    "install the certificates of the system (on Debian: ca-certificates), or set ca_file to use another "
    "bundle";

const char *http_ca_bundle(const char *ca_file)
{
    const char *named = http_named_bundle(ca_file);
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
        explicit_bzero(reply->body.data, reply->body.len); /* the answer to a login contains a token */
    buffer_free(&reply->headers);
    buffer_free(&reply->body);
}

/* Finds the next header `name` at or after *line, and moves *line behind it. Returns its value, with the
 * length in *len, or NULL. */
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

/* Returns the seconds to wait, from the header Retry-After. -1: missing, invalid or past. Newer libcurl
 * limits its own value to six hours, so steno reads the header. */
static int64_t http_retry_after(const struct http_reply *reply)
{
    char value[64];
    int64_t at_ms, wait_s = 0;
    http_reply_header(reply, "Retry-After", value, sizeof value);
    size_t digits = strspn(value, "0123456789");
    if (digits > 0 && value[digits + strspn(value + digits, " \t")] == '\0')
        wait_s = strtoll(value, NULL, 10); /* a number that is too large becomes INT64_MAX */
    else if (date_parse_http(value, &at_ms))
        wait_s = (at_ms - clock_wall_ms() + 999) / 1000;
    return wait_s > 0 ? wait_s : -1;
}

/* True if a file arrives compressed, which steno did not request. Sets http->text. */
static bool http_refuse_packed(struct http *http)
{
    static const char *const names[] = {"Content-Encoding", "Transfer-Encoding"};
    for (size_t i = 0; http->request->take && http->reply->length != 0 && i < 2; i++) {
        const char *line = buffer_text(&http->reply->headers), *value;
        for (size_t len; (value = http_next_header(&line, names[i], &len));) {
            char coding[41];
            snprintf(coding, sizeof coding, "%.*s", (int)len, value);
            if (!coding[0] || text_equal_nocase(coding, "identity") ||
                (i == 1 && text_equal_nocase(coding, "chunked")))
                continue;
            snprintf(http->text, sizeof http->text,
                     "the response is compressed as “%s”, which was not requested", coding);
            return true;
        }
    }
    return false;
}

/* Fills the reply from the headers. Called when the body begins or the exchange ends. */
static void http_note_answer(struct http *http)
{
    long status = 0;
    curl_off_t length = -1;
    curl(easy_getinfo)(http->easy, CURLINFO_RESPONSE_CODE, &status);
    curl(easy_getinfo)(http->easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
    http->reply->status = (int)status;
    http->reply->length = length;
    http->reply->retry_after_s = http_retry_after(http->reply);
    http->is_packed = http_refuse_packed(http);
}

/* Adds one header line to the reply. A status line first clears the headers of an earlier answer. */
static size_t http_on_header(char *data, size_t size, size_t count, void *arg)
{
    struct http *http = arg;
    size_t len = size * count, keep = len;
    http->last_byte_ms = clock_mono_ms();
    if (len >= 5 && memcmp(data, "HTTP/", 5) == 0) {
        buffer_clear(&http->reply->headers);
        http->head_began = true;
        return len;
    }
    while (keep > 0 && (data[keep - 1] == '\r' || data[keep - 1] == '\n'))
        keep--;
    if (keep == 0) { /* an empty line ends the headers; a 1xx answer does not count */
        long status = 0;
        curl(easy_getinfo)(http->easy, CURLINFO_RESPONSE_CODE, &status);
        http->head_ended = status >= 200;
    } else if (buffer_append(&http->reply->headers, data, keep)) {
        buffer_append_char(&http->reply->headers, '\n');
    }
    http->failure->head_too_big = http->reply->headers.full;
    return http->failure->head_too_big ? 0 : len; /* 0 ends the exchange */
}

/* Takes a piece of the body. request->take decides whether to keep it. Keeps at most body_max bytes. */
static size_t http_on_body(char *data, size_t size, size_t count, void *arg)
{
    struct http *http = arg;
    const struct http_request *request = http->request;
    size_t len = size * count;
    enum http_take take = HTTP_KEEP;
    http->last_byte_ms = clock_mono_ms();
    if (http->reply->status == 0)
        http_note_answer(http);
    if (http->is_packed)
        return http->reply->status < 300 ? 0 : len; /* 0 ends the exchange; len skips the body of an error */
    if (request->take)
        take = request->take(request->take_arg, http->reply, data, len);
    if (take == HTTP_TAKEN || (take == HTTP_KEEP && buffer_append(&http->reply->body, data, len)))
        return len;
    http->sink_stopped = take == HTTP_STOP;
    http->failure->too_big = take == HTTP_KEEP;
    return 0;
}

/* --- the exchange --- */

/* Opens a socket that child processes do not inherit. */
static curl_socket_t http_open_socket(void *arg, curlsocktype purpose, struct curl_sockaddr *address)
{
    (void)arg;
    (void)purpose;
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

#if LIBCURL_VERSION_NUM >= 0x075000
/* libcurl calls this when it is connected, just before it sends the request. */
static int http_before_request(void *arg, char *remote, char *local, int remote_port, int local_port)
{
    (void)remote;
    (void)local;
    (void)remote_port;
    (void)local_port;
    ((struct http *)arg)->transfer_began = true;
    return CURL_PREREQFUNC_OK;
}
#endif

/* Resets the handle and sets the options that are the same for every exchange. */
static void http_set_up(struct http *http)
{
    CURL *easy = http->easy;
    curl(easy_reset)(easy);
    curl(easy_setopt)(easy, CURLOPT_ERRORBUFFER, http->text);
    curl(easy_setopt)(easy, CURLOPT_NOSIGNAL, 1L);
    curl(easy_setopt)(easy, CURLOPT_FOLLOWLOCATION, 0L);
    /* With HTTP/2, libcurl resends a refused request, but a write must never be sent twice. */
    curl(easy_setopt)(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl(easy_setopt)(easy, CURLOPT_PATH_AS_IS, 1L);
    curl(easy_setopt)(easy, CURLOPT_TCP_KEEPALIVE, 1L);
    curl(easy_setopt)(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl(easy_setopt)(easy, CURLOPT_OPENSOCKETFUNCTION, http_open_socket);
    curl(easy_setopt)(easy, CURLOPT_HEADERFUNCTION, http_on_header);
    curl(easy_setopt)(easy, CURLOPT_HEADERDATA, http);
    curl(easy_setopt)(easy, CURLOPT_WRITEFUNCTION, http_on_body);
    curl(easy_setopt)(easy, CURLOPT_WRITEDATA, http);
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
    curl(easy_setopt)(easy, CURLOPT_PREREQDATA, http);
#endif
    if (http_named_bundle(http->ca_file))
        curl(easy_setopt)(easy, CURLOPT_CAINFO, http_named_bundle(http->ca_file));
    if (http->proxy)
        curl(easy_setopt)(easy, CURLOPT_PROXY, http->proxy);
    if (http->proxy && !http->proxy[0])
        curl(easy_setopt)(easy, CURLOPT_NOPROXY, "*");
    curl(easy_setopt)(easy, CURLOPT_ACCEPT_ENCODING, "gzip");
}

struct http *http_new(const char *ca_file, const char *proxy, struct error *err)
{
    if (!http_load(err))
        return NULL;
    struct http *http = mem_zero(1, sizeof *http);
    http->multi = curl(multi_init)();
    http->easy = curl(easy_init)();
    http->ca_file = mem_copy_or_null(ca_file);
    http->proxy = mem_copy_or_null(proxy);
    atomic_init(&http->cancelled, false);
    if (http->multi && http->easy) {
        http_set_up(http);
        return http;
    }
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

static CURLcode http_drive(struct http *http)
{
    int64_t stall_ms = http->request->stall_timeout_ms;
    int running, queued;
    while (!atomic_load(&http->cancelled)) {
        if (curl(multi_perform)(http->multi, &running) != CURLM_OK)
            return CURLE_FAILED_INIT;
        const CURLMsg *message = curl(multi_info_read)(http->multi, &queued);
        if (message && message->msg == CURLMSG_DONE)
            return message->data.result;
        int64_t left_ms = stall_ms > 0 ? http->last_byte_ms + stall_ms - clock_mono_ms() : IDLE_WAIT_MS;
        if (left_ms <= 0) {
            http->failure->stalled = true;
            return CURLE_OPERATION_TIMEDOUT;
        }
        if (left_ms > IDLE_WAIT_MS)
            left_ms = IDLE_WAIT_MS;
        if (curl(multi_poll)(http->multi, NULL, 0, (int)left_ms, NULL) != CURLM_OK)
            return CURLE_FAILED_INIT;
    }
    return CURLE_ABORTED_BY_CALLBACK;
}

/* The error kinds of libcurl's codes. Other codes are ERROR_NETWORK. */
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
    {CURLE_UNSUPPORTED_PROTOCOL, ERROR_BAD_REPLY}, /* libcurl reads an answer that is not HTTP as HTTP/0.9 */
    {CURLE_URL_MALFORMAT, ERROR_USAGE},
};

/* Replaces libcurl's sentence with a short reason, such as "connection refused". For a proxy, the reason is
 * "the proxy HOST:PORT: connection refused". */
static void http_shorten(struct http *http, const char *reason)
{
    static const char lead[] = "Failed to connect to ";
    const char *url = strstr(http->request->url, "://"), *host = http->text + strlen(lead), *port;
    char *server = url ? mem_copy_n(url + 3, strcspn(url + 3, "/?#")) : mem_copy("["), *place = NULL;
    bool is_proxy = false;
    if (strncmp(http->text, lead, strlen(lead)) == 0 && (port = strstr(host, " port ")) && *server != '[') {
        size_t host_len = (size_t)(port - host);
        place = mem_printf("%.*s:%.*s", (int)host_len, host, (int)strcspn(port + 6, " "), port + 6);
        size_t len = strchr(server, ':') ? strlen(place) : host_len;
        is_proxy = strlen(server) != len || strncasecmp(server, place, len) != 0;
    }
    snprintf(http->text, sizeof http->text, "%s%s%s%c%s", is_proxy ? "the proxy " : "", is_proxy ? place : "",
             is_proxy ? ": " : "", tolower((unsigned char)*reason), reason + 1);
    free(place);
    free(server);
}

static void http_explain(struct http *http, CURLcode code)
{
    struct http_failure *failure = http->failure;
    long request_size = 0;
    curl_off_t resolved = 0, first_byte = 0;
    curl(easy_getinfo)(http->easy, CURLINFO_REQUEST_SIZE, &request_size);
    curl(easy_getinfo)(http->easy, CURLINFO_NAMELOOKUP_TIME_T, &resolved);
    curl(easy_getinfo)(http->easy, CURLINFO_STARTTRANSFER_TIME_T, &first_byte);
    failure->sent = http->transfer_began && request_size > 0;
    bool head = http->head_began || (failure->sent && first_byte > 0);
    failure->phase = head            ? (http->head_ended ? HTTP_RECEIVING : HTTP_READING_HEAD)
                     : failure->sent ? HTTP_WAITING
                     : resolved > 0  ? HTTP_CONNECTING
                                     : HTTP_RESOLVING;
    failure->kind = ERROR_NETWORK;
    for (size_t i = 0; i < sizeof http_kinds / sizeof http_kinds[0]; i++) {
        if (http_kinds[i].code == code)
            failure->kind = http_kinds[i].kind;
    }
    /* For a header line that is too long, older libcurl says "Out of memory". */
    if ((int)code == TOO_LARGE || (code == CURLE_OUT_OF_MEMORY && failure->sent) ||
        strncmp(http->text, "Too large response headers", 26) == 0)
        failure->head_too_big = true;
    if (failure->head_too_big)
        failure->kind = ERROR_BAD_REPLY;
    if (http->sink_stopped)
        failure->kind = ERROR_IO;
    if (strncmp(http->text, "Unsupported proxy", 17) == 0) { /* libcurl's text contains the proxy password */
        failure->kind = ERROR_USAGE;
        snprintf(http->text, sizeof http->text, "the address of the proxy is not valid");
    }
    long number = 0;
    if (code == CURLE_COULDNT_CONNECT &&
        curl(easy_getinfo)(http->easy, CURLINFO_OS_ERRNO, &number) == CURLE_OK && number > 0)
        http_shorten(http, strerror((int)number));
    char *clean = text_clean_copy(http->text[0] ? http->text : curl(easy_strerror)(code));
    text_clip(failure->text, sizeof failure->text, clean, 160);
    free(clean);
}

bool http_perform(struct http *http, const struct http_request *request, struct http_reply *reply,
                  struct http_failure *failure)
{
    CURL *easy = http->easy;
    CURLcode code = CURLE_FAILED_INIT;
    struct curl_slist *headers = NULL;
    sigset_t mask;
    bool held = signals_hold_pipe(&mask);
    *reply = (struct http_reply){.length = -1, .retry_after_s = -1};
    *failure = (struct http_failure){.kind = ERROR_NONE};
    buffer_init(&reply->headers, HEADERS_MAX);
    buffer_init(&reply->body, request->body_max);
    http->request = request;
    http->reply = reply;
    http->failure = failure;
    http->last_byte_ms = clock_mono_ms();
    http->transfer_began = LIBCURL_VERSION_NUM < 0x075000;
    http->head_began = http->head_ended = http->sink_stopped = http->is_packed = false;
    http->text[0] = '\0';
    for (size_t i = 0; request->headers && request->headers[i]; i++)
        headers = curl(slist_append)(headers, request->headers[i]);
    if (request->body) {
        headers = curl(slist_append)(headers, "Expect:");
        curl(easy_setopt)(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(request->body));
        curl(easy_setopt)(easy, CURLOPT_POSTFIELDS, request->body);
    }
    if (request->take) {
        curl(easy_setopt)(easy, CURLOPT_BUFFERSIZE, FILE_PIECE);
        curl(easy_setopt)(easy, CURLOPT_ACCEPT_ENCODING, NULL);
    }
    curl(easy_setopt)(easy, CURLOPT_URL, request->url);
    curl(easy_setopt)(easy, CURLOPT_CUSTOMREQUEST, request->method);
    curl(easy_setopt)(easy, CURLOPT_HTTPHEADER, headers);
    curl(easy_setopt)(easy, CURLOPT_FRESH_CONNECT, request->fresh ? 1L : 0L);
    curl(easy_setopt)(easy, CURLOPT_TIMEOUT_MS, (long)request->timeout_ms);
    curl(easy_setopt)(easy, CURLOPT_CONNECTTIMEOUT_MS, (long)request->connect_timeout_ms);
    if (curl(multi_add_handle)(http->multi, easy) == CURLM_OK)
        code = http_drive(http);
    if (code != CURLE_ABORTED_BY_CALLBACK || http->head_began) /* else the status is an older one */
        http_note_answer(http);
    if (code == CURLE_OK && !http->head_ended) { /* libcurl accepts headers that were cut off */
        snprintf(http->text, sizeof http->text, "the response ended before its headers were complete");
        code = CURLE_RECV_ERROR;
    } else if (http->is_packed && reply->status < 300 && (code == CURLE_OK || code == CURLE_WRITE_ERROR)) {
        code = CURLE_BAD_CONTENT_ENCODING;
    }
    if (code != CURLE_OK)
        http_explain(http, code);
    curl(multi_remove_handle)(http->multi, easy);
    if (request->fresh || request->body || request->take)
        http_set_up(http);
    curl(easy_setopt)(easy, CURLOPT_HTTPHEADER, NULL);
    curl(slist_free_all)(headers);
    if (held)
        signals_release_pipe(&mask);
    return code == CURLE_OK;
}
