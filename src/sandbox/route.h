/* Routes: from a method and a path to an endpoint of the table. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_ROUTE_H
#define STENO_SANDBOX_ROUTE_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/api/endpoint.h"

struct route {
    enum endpoint_id endpoint;
    int64_t project_id;
};

enum route_result {
    ROUTE_FOUND,
    ROUTE_UNKNOWN,     /* no endpoint has this path */
    ROUTE_WRONG_METHOD /* endpoints have this path, with other methods */
};

/* Does a path fit a pattern such as /v2/Projects/{id}, whose number goes to *id? Without regard to ASCII
 * case, and with or without one slash at its end. */
bool route_fits(const char *pattern, const char *path, int64_t *id);

/* Matches a percent-decoded path, without regard to ASCII case and with or without one slash at its end. A
 * project id must be a decimal int64. Without an api_path (NULL) the paths stand under /API and under /XAPI.
 * HEAD is asked of what GET reads, never of a GET that changes something. */
enum route_result route_match(const char *api_path, const char *method, const char *path,
                              struct route *route);

#endif
