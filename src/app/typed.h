/* The line being typed as far as it is kept: when it is handed to the store. */
#ifndef STENO_APP_TYPED_H
#define STENO_APP_TYPED_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/app/prompt.h"

struct app;

/* The end of a turn; `is_input`: its event was typed. */
void app_typed_turn(struct app *app, bool is_input);
int64_t app_typed_deadline(const struct app *app);
/* Hands everything typed to the store now. */
void app_typed_save(struct app *app);
void app_typed_start(struct app *app);
/* Asks for the line that was typed into the open prompt at another time. */
void app_typed_want(struct app *app);
/* The line of a prompt has been entered or given up. */
void app_typed_drop(struct app *app, const struct app_prompt *prompt);
/* EVENT_TYPED */
void app_typed_line(struct app *app, const char *field, const char *text);

#endif
