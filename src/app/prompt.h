/* The prompt: opening it, and what its files share. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_PROMPT_PRIVATE_H
#define STENO_APP_PROMPT_PRIVATE_H

#include "steno/app/prompt.h"
#include "steno/widget/key.h"

/* The line was changed by hand: what fits it now. The menu stays while something does. */
void prompt_fits_renew(struct app *app);
void prompt_fits_free(struct prompt_fits *fits);
/* Takes the keys that complete: Tab, and in the menu those that move in it or leave it. False: not one. */
bool prompt_fits_key(struct app *app, struct key key);

/* One more that fits; the texts are copied. */
void app_prompt_fit(struct prompt_fits *fits, const char *text, const char *key, const char *help,
                    const char *brief);

/* Opens a prompt about a project (0: none) with this text in it. */
void app_prompt_open(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text);
/* Replaces the hint after the prompt; taken. */
void app_prompt_hint(struct app *app, char *hint);
/* Replaces the words on its right; taken. */
void app_prompt_side(struct app *app, char *side);
/* Is something typed that was not handed to the store? */
bool app_prompt_is_unsaved(const struct app *app);
/* Hands the note that is being typed to the store. */
void app_prompt_save(struct app *app);

#endif
