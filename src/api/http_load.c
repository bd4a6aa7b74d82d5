/* How libcurl comes into the process: its file, functions, version, start. */
/* SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "http_private.h"
#include "steno/api/http.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

/* What the guards of http.c compiled in by the headers must be in the library, too: they ask for 7.87 at
 * most. */
#define VERSION_LEAST (LIBCURL_VERSION_NUM < 0x075700 ? LIBCURL_VERSION_NUM : 0x075700)

/* Says why there is no libcurl. Takes `why`. */
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
struct http_curl http_curl;

/* For packages, as ldd does not see it: uapi-group.org/specifications/specs/elf_dlopen_metadata. */
#define NOTE                                                                                                 \
    "[{\"feature\":\"http\",\"description\":\"Requests to the server\",\"priority\":\"required\","           \
    "\"soname\":[\"libcurl.so.4\",\"libcurl-gnutls.so.4\"]}]"
static const struct {
    uint32_t owner_size, text_size, type;
    char owner[4], text[sizeof NOTE];
} http_load_note
    __attribute__((used, aligned(4), section(".note.dlopen"))) = {4, sizeof NOTE, 0x407c0c0a, "FDO", NOTE};

/* Looks all functions up. memcpy, as C casts no pointer to data into one to a function. */
static bool http_load_find(void *library, struct http_curl *found)
{
#define NAME(name) "curl_" #name,
    static const char *const names[] = {HTTP_CURL(NAME)};
    _Static_assert(sizeof names == sizeof *found, "a pointer for each name, in their order");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        void *function = dlsym(library, names[i]);
        if (!function)
            return false;
        memcpy((char *)found + i * sizeof function, &function, sizeof function);
    }
    return true;
}

/* Opens the first file that fits. It is never closed: TLS libraries have handlers at exit. */
static bool http_load_open(struct error *err)
{
    static const char *const files[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};
    char *why = NULL;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        struct http_curl found;
        void *library = dlopen(files[i], RTLD_NOW | RTLD_LOCAL);
        if (library && http_load_find(library, &found)) {
            http_curl = found;
            free(why);
            return true;
        }
        why = why ? why : mem_copy(dlerror());
    }
    return http_load_fail(err, why);
}
#endif

/* libcurl's reallocation, which cannot fail either. */
static void *http_load_grow(void *old, size_t size)
{
    return mem_grow(old, size, 1);
}

/* Starts libcurl. Out of memory ends the program in our way: a header or a proxy is never silently left out
 * of a request. */
static bool http_load_start(struct error *err)
{
    const curl_version_info_data *info = curl(version_info)(CURLVERSION_NOW);
    if (info->version_num < VERSION_LEAST)
        return http_load_fail(err, mem_printf("%s is too old; at least %d.%d is needed", info->version,
                                              VERSION_LEAST >> 16, VERSION_LEAST >> 8 & 0xFF));
    return curl(global_init_mem)(CURL_GLOBAL_DEFAULT, mem_alloc, free, http_load_grow, mem_copy, mem_zero) ==
               CURLE_OK ||
           http_load_fail(err, mem_copy("it does not start"));
}

bool http_load(struct error *err)
{
    /* Written once, by the thread that loads: later calls, of any thread, only read it. */
    static bool is_ready;
    if (is_ready)
        return true;
#ifdef LIBCURL_LATE
    if (!http_load_open(err))
        return false;
#endif
    is_ready = http_load_start(err);
    return is_ready;
}

char *http_load_describe(struct error *err)
{
    Dl_info file;
    if (!http_load(err))
        return NULL;
    const curl_version_info_data *info = curl(version_info)(CURLVERSION_NOW);
    return mem_printf("%s, %s", info->version, dladdr(info, &file) ? file.dli_fname : "of an unknown file");
}
