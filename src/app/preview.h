/* The page over a form: the exact request, or the keys of the form. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PREVIEW_H
#define STENO_APP_PREVIEW_H

#include <stdbool.h>

struct app;
struct app_form;

/* Shows the request that sending the form would make, and the same as a command. */
void app_preview_request(struct app *app, struct app_form *form);
/* Opens the page over the form once its lines are in app->preview. */
void app_preview_show(struct app *app, bool covers);

#endif
