/* What only this layer calls of steno/core/act.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_ACT_PRIVATE_H
#define STENO_CORE_ACT_PRIVATE_H

#include "steno/core/act.h"

/* Frees what it holds. */
void act_row_clear(struct act_row *row);

#endif
