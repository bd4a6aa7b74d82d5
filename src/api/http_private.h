/* What the files of http share: the handle, the exchange under way, what its body is packed in. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_HTTP_CURL_H
#define STENO_API_HTTP_CURL_H

#include "config.h"
#ifdef LIBCURL_LATE
#define CURL_DISABLE_TYPECHECK /* its macros call the functions by name; the linked build has the checks */
#endif
#include <curl/curl.h>
#include <stdatomic.h>
#include <sys/socket.h>

#include "content.h"
#include "http.h"

/* The functions of libcurl that are called: curl(easy_init)(). */
/* clang-format off */
#define HTTP_CURL(X) \
    X(easy_cleanup) X(easy_getinfo) X(easy_init) X(easy_reset) X(easy_setopt) X(easy_strerror) X(free) \
    X(global_init_mem) X(multi_add_handle) X(multi_cleanup) X(multi_fdset) X(multi_info_read) X(multi_init) \
    X(multi_perform) X(multi_poll) X(multi_remove_handle) X(multi_wakeup) X(slist_append) X(slist_free_all) \
    X(url) X(url_cleanup) X(url_get) X(url_set) X(version_info)
/* clang-format on */
#ifdef LIBCURL_LATE
#define HTTP_CURL_MEMBER(name) __typeof__(curl_##name) *name;
extern struct http_curl {
    HTTP_CURL(HTTP_CURL_MEMBER)
} http_curl; /* filled by http_load */
#define curl(name) http_curl.name
#else
#define curl(name) curl_##name
#endif

struct http {
    CURLM *multi;
    CURL *easy;
    bool is_ready; /* it has the options that every exchange has, and none of a body */
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
    struct curl_slist *headers;
    int64_t last_byte_ms;
    int64_t announced;           /* bytes of the body as they come; -1 when not said */
    bool transfer_began;         /* the connection stands and the request is about to be sent */
    bool head_began, head_ended; /* of the last answer, interim ones (1xx) left out */
    bool sink_stopped;
    struct content *content;      /* unpacks the body; NULL until it begins */
    struct sockaddr_storage peer; /* the address that was tried last; of no family before that */
    char curl_text[CURL_ERROR_SIZE];
};

/* Seconds that Retry-After asks to wait, by a number or by a date; -1 when it does not, or is neither. The
 * header itself: newer libcurl cuts its reading of it to six hours. */
int64_t http_reply_retry_after(const struct http_reply *reply);

/* How the headers say that the body is packed. Caller frees. */
struct content *http_reply_content(const struct http_reply *reply);
/* Says in the failure what is wrong with the content; false when nothing is. NULL: there was no body. */
bool http_failure_explain(struct http_failure *failure, const struct content *content);

/* Is the body whole, unpacked? An answer that has none by its status or by its length needs no proof. */
bool http_body_is_whole(struct exchange *exchange);

/* What became of the exchange. Of a refusal the status says enough: that its body cannot be read is no
 * failure. */
CURLcode http_settle(struct exchange *exchange, CURLcode code);

#endif
