/* Owns the check of a request's head. Pure. */
/* SPDX-License-Identifier: MIT */
#include "head.h"

#include <string.h>
#include <strings.h>

#include "steno/base/text.h"

const char *head_path(const char *target)
{
    size_t scheme = strncasecmp(target, "http://", 7) == 0    ? 7
                    : strncasecmp(target, "https://", 8) == 0 ? 8
                                                              : 0;
    if (!scheme)
        return target;
    const char *path = strchr(target + scheme, '/');
    return path ? path : "/";
}

/* How many headers have a name. */
static size_t head_count(const struct query *headers, const char *name)
{
    size_t count = 0;
    for (size_t i = 0; i < headers->count; i++)
        count += text_equal_nocase(headers->pairs[i].name, name);
    return count;
}

/* Is it a name of this computer, with any port: it may be that of a tunnel? */
static bool host_is_local(const char *host)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        size_t len = strlen(names[i]);
        if (strncasecmp(host, names[i], len) == 0 &&
            (!host[len] || (host[len] == ':' && !host[len + 1 + strspn(host + len + 1, "0123456789")])))
            return true;
    }
    return false;
}

/* Does a web page of another address ask? A browser says so itself. */
static bool head_is_foreign(const struct query *headers, const char *host)
{
    for (size_t i = 0; i < headers->count; i++) {
        const char *name = headers->pairs[i].name, *value = headers->pairs[i].value;
        const char *after = strstr(value, "://");
        if (text_equal_nocase(name, "Sec-Fetch-Site") && strcmp(value, "same-origin") != 0 &&
            strcmp(value, "none") != 0)
            return true;
        if (text_equal_nocase(name, "Origin") &&
            !(host && strncmp(value, "http", 4) == 0 && after && text_equal_nocase(after + 3, host)))
            return true;
    }
    return false;
}

struct head_verdict head_check(const struct query *headers)
{
    const char *host = query_get(headers, "Host");
    if (head_count(headers, "Host") > 1)
        return (struct head_verdict){400, "The header Host is given twice"};
    if (head_count(headers, "Content-Length") > 1)
        return (struct head_verdict){400, "The header Content-Length is given twice"};
    if (host && !host_is_local(host))
        return (struct head_verdict){421, "The header Host is not 127.0.0.1, localhost or [::1]"};
    if (head_is_foreign(headers, host))
        return (struct head_verdict){403, "A web page of another address must not ask this server"};
    return (struct head_verdict){0};
}
