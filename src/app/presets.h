/* Presets: the menu of them over a form. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PRESETS_H
#define STENO_APP_PRESETS_H

struct app;

/* Opens it over the form on top. */
void app_presets_open(struct app *app);

#endif
