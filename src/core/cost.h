/* What only this layer calls of steno/core/cost.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_COST_PRIVATE_H
#define STENO_CORE_COST_PRIVATE_H

#include "steno/core/cost.h"

/* "307"; "" where it is not known. */
void cost_left(char *out, size_t size, struct credit credit);

#endif
