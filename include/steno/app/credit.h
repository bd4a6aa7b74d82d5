/* What of the account's credit is free, and what the marked projects take of it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_CREDIT_H
#define STENO_APP_CREDIT_H

#include "steno/core/cost.h"

struct app;

/* As it was last read, with what is in progress. */
const struct free_credit *app_credit(const struct app *app);
#endif
