/* The OpenAPI 3.1 document of the service, made of the tables of endpoints, parameters and fields. For
 * docgen. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_OPENAPI_H
#define STENO_OPENAPI_H

#include "steno/base/buffer.h"

/* Appends it as a text with a newline behind it: docs/openapi.json is this. */
void openapi_write(struct buffer *out);

#endif
