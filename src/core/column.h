/* What only this layer calls of steno/core/column.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_COLUMN_PRIVATE_H
#define STENO_CORE_COLUMN_PRIVATE_H

#include "steno/base/error.h"
#include "steno/core/column.h"

/* Is it a value of the setting `columns`: names of what can be chosen, none twice? If not, err says why. */
bool column_check(const char *columns, struct error *err);

#endif
