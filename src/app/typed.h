/* What is being typed: when it is handed to the store, so that it survives the end of the program. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_TYPED_H
#define STENO_APP_TYPED_H

struct app;

/* Something was typed in this turn. */
void app_typed_note(struct app *app);
/* Hands everything typed to the store now. */
void app_typed_save(struct app *app);

#endif
