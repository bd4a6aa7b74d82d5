/* What only this layer calls of steno/core/style_list.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_STYLE_LIST_PRIVATE_H
#define STENO_CORE_STYLE_LIST_PRIVATE_H

#include "steno/core/style_list.h"

void style_list_free(struct style_list *list);

#endif
