/* Opening a menu over a form. What is chosen may have to come from the store: while it is waited for the menu
 * keeps the keys, which then mean what they mean to what has come. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_MENU_PRIVATE_H
#define STENO_APP_MENU_PRIVATE_H

#include "steno/app/menu.h"
#include "steno/core/store_op.h"

/* Opens a menu with these lines; title, items and names are taken, with all in them. */
void app_menu_open(struct app *app, const struct menu_ops *ops, char *title, char **items, char **names,
                   size_t count);
/* Opens one without lines until the store has answered; the title is taken. */
void app_menu_wait(struct app *app, const struct menu_ops *ops, char *title, uint64_t serial);
/* Is this the answer that is waited for? Then the menu closes. False, too, when the store could not, or when
 * there is no form any more: the keys were meant for what did not come. */
bool app_menu_answer(struct app *app, const struct store_result *result, struct menu_keys *kept);
/* Presses the keys that were kept, once what came is there. None of them sends anything. */
void app_menu_replay(struct app *app, const struct menu_keys *kept);
void app_menu_close(struct app *app);

#endif
