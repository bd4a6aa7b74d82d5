/* The OpenAPI 3.1 document of the service, made of the tables of endpoints, parameters and fields. */
#ifndef STENO_SANDBOX_OPENAPI_H
#define STENO_SANDBOX_OPENAPI_H

#include <jansson.h>

#include "steno/base/buffer.h"

/* Caller owns the reference. */
json_t *openapi_document(void);

/* Appends it as a text with a newline behind it: docs/openapi.json is this. */
void openapi_write(struct buffer *out);

#endif
