/* What only this layer calls of steno/api/request.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_REQUEST_PRIVATE_H
#define STENO_API_REQUEST_PRIVATE_H

#include "steno/api/request.h"

/* Is this an address that requests can be built on: http or https, a host, no user, no query? ERROR_USAGE
 * says why not. */
bool request_check_base_url(const char *url, struct error *err);

/* The Accept header's value: JSON, or anything where a file is wanted. */
const char *request_accept(const struct request *request);

/* The Accept-Encoding header's value. A file is wanted as it is: whoever packs it on the way may break it
 * off. */
const char *request_accept_encoding(const struct request *request);

#endif
