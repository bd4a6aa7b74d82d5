/* The account's credit, as the server said it last. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_CREDIT_H
#define STENO_APP_CREDIT_H

#include "steno/core/forms.h"

struct app;

struct credit app_credit(const struct app *app);
/* It may be another: the account is read 2 s after the last of such reasons, and after a batch of enqueues.
 */
void app_credit_read_soon(struct app *app);

#endif
