/* Owns the matching of requests with the endpoint table. Pure. */
/* SPDX-License-Identifier: MIT */
#include "route.h"

#include <string.h>
#include <strings.h>

#include "steno/base/text.h"

/* Reads the path part at *path as an integer and moves on. */
static bool route_read_id(const char **path, int64_t *id)
{
    char digits[24];
    size_t len = strcspn(*path, "/");
    if (len == 0 || len >= sizeof digits)
        return false;
    memcpy(digits, *path, len);
    digits[len] = '\0';
    *path += len;
    return text_parse_int(digits, id);
}

bool route_fits(const char *pattern, const char *path, int64_t *id)
{
    while (*pattern) {
        const char *brace = strchr(pattern, '{');
        size_t plain = brace ? (size_t)(brace - pattern) : strlen(pattern);
        if (strncasecmp(pattern, path, plain) != 0)
            return false;
        pattern += plain;
        path += plain;
        if (!brace)
            break;
        if (!route_read_id(&path, id))
            return false;
        pattern = strchr(pattern, '}') + 1;
    }
    return *path == '\0' || strcmp(path, "/") == 0;
}

/* Is the endpoint one that this method asks? */
static bool route_takes_method(const struct endpoint *endpoint, const char *method)
{
    if (strcmp(method, "HEAD") == 0)
        return strcmp(endpoint->method, "GET") == 0 && !endpoint->write;
    return strcmp(endpoint->method, method) == 0;
}

enum route_result route_match(const char *api_path, const char *method, const char *path, struct route *route)
{
    if (!api_path) {
        enum route_result result = route_match("/API", method, path, route);
        return result == ROUTE_UNKNOWN ? route_match("/XAPI", method, path, route) : result;
    }
    size_t prefix = strlen(api_path);
    enum route_result result = ROUTE_UNKNOWN;
    if (strncasecmp(path, api_path, prefix) != 0)
        return result;
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        int64_t id = 0;
        if (!route_fits(endpoints[i].path, path + prefix, &id))
            continue;
        if (route_takes_method(&endpoints[i], method)) {
            *route = (struct route){.endpoint = (enum endpoint_id)i, .project_id = id};
            return ROUTE_FOUND;
        }
        result = ROUTE_WRONG_METHOD;
    }
    return result;
}
