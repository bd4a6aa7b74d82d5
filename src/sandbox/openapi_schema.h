/* Schemas of values, parameters and replies; for openapi.c only. */
#ifndef STENO_SANDBOX_OPENAPI_SCHEMA_H
#define STENO_SANDBOX_OPENAPI_SCHEMA_H

#include <jansson.h>

#include "steno/api/field.h"
#include "steno/api/param.h"

/* The schema of a value; caller owns the reference, here and below. */
json_t *openapi_type(enum field_type type);

/* A parameter's, with its default. */
json_t *openapi_param_schema(const struct param_def *def);

/* A whole reply's: what a table calls optional may be null or absent. */
json_t *openapi_table_schema(const struct field_table *table);

#endif
