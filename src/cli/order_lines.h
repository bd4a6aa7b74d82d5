/* What is said of a standing order on standard error. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_ORDER_LINES_H
#define STENO_CLI_ORDER_LINES_H

#include "steno/base/error.h"
#include "steno/core/order.h"

/* A try has failed, or, without a failure, its file is in its place. */
void order_lines_say(const struct order *order, const struct error *failure);

#endif
