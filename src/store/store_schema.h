/* The tables of state.db, by schema: what leads from each to the next. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_SCHEMA_H
#define STENO_STORE_SCHEMA_H

#include <stdbool.h>

#include "steno/base/error.h"

#define STORE_SCHEMA_VERSION 5

struct store;

/* Makes the tables that the file does not have yet: all of a new one, those that came later of an older. */
bool store_upgrade_schema(struct store *store, struct error *err);

#endif
