/* libcurl: its header, and those of its functions that are called, as curl(easy_init)(). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_HTTP_CURL_H
#define STENO_API_HTTP_CURL_H

#include "config.h"
#ifdef LIBCURL_LATE
#define CURL_DISABLE_TYPECHECK /* its macros call the functions by name; the linked build has the checks */
#endif
#include <curl/curl.h>

/* clang-format off */
#define HTTP_CURL(X) \
    X(easy_cleanup) X(easy_getinfo) X(easy_init) X(easy_reset) X(easy_setopt) X(easy_strerror) \
    X(global_init_mem) X(multi_add_handle) X(multi_cleanup) X(multi_info_read) X(multi_init) \
    X(multi_perform) X(multi_poll) X(multi_remove_handle) X(multi_wakeup) X(slist_append) X(slist_free_all) \
    X(version_info)
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

#endif
