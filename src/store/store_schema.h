/* The tables of state.db. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_SCHEMA_H
#define STENO_STORE_SCHEMA_H

#include <stdbool.h>

#include "steno/base/error.h"

#define STORE_SCHEMA 8 /* another number for other tables */

struct store;

/* Makes the tables of a new file; one with other tables is refused, and left as it is. */
bool store_check_schema(struct store *store, struct error *err);

#endif
