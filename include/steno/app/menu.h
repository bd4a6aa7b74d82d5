/* A menu, a list to choose from, over a form. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_MENU_H
#define STENO_APP_MENU_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/widget/list.h"

struct app;

/* What becomes of a line, by its number from 0: one constant a menu, in the file that opens it. */
struct menu_ops {
    const char *verb; /* what Enter does: "Load" */
    void (*choose)(struct app *app, size_t at);
    bool (*can_remove)(const struct app *app, size_t at); /* is it one that `remove` takes away? */
    void (*remove)(struct app *app, size_t at);
};

struct app_menu {
    const struct menu_ops *ops; /* NULL: none is open */
    char *title;
    char **items; /* lines as they are shown */
    char **names; /* what each stands for; NULL for a line that does something else */
    size_t count;
    struct list list; /* its ids are the numbers of the items */
};

/* Opens a menu with these lines; title, items and names are taken, with all in them. */
void app_menu_open(struct app *app, const struct menu_ops *ops, char *title, char **items, char **names,
                   size_t count);
void app_menu_close(struct app *app);

#endif
