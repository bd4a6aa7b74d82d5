/* What only this layer calls of steno/api/field.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_API_FIELD_PRIVATE_H
#define STENO_API_FIELD_PRIVATE_H

#include "steno/api/field.h"

/* The contract's word: "string", "integer", "array of string", ... */
const char *field_type_name(enum field_type type);

#endif
