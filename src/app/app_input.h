/* Taking what somebody typed or chose. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_APP_INPUT_PRIVATE_H
#define STENO_APP_APP_INPUT_PRIVATE_H

#include "steno/app/app_input.h"

/* Hands on what somebody typed or chose. */
void app_take_input(struct app *app, const struct app_input *input);

#endif
