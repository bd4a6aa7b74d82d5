/* A menu: a list to choose from, over a form. What is chosen may have to come from the store: while it is
 * waited for the menu keeps the keys, which then mean what they mean to what has come. */
#ifndef STENO_APP_MENU_H
#define STENO_APP_MENU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/core/store_op.h"
#include "steno/widget/key.h"
#include "steno/widget/list.h"

struct app;

/* What becomes of a line, by its number from 0: one constant a menu, in the file that opens it. */
struct menu_ops {
    const char *verb; /* what Enter does: "Load" */
    void (*choose)(struct app *app, size_t at);
    void (*remove)(struct app *app, size_t at);
};

#define MENU_KEYS_MAX 32
struct menu_keys {
    struct key keys[MENU_KEYS_MAX];
    size_t count;
};

struct app_menu {
    const struct menu_ops *ops; /* NULL: none is open */
    char *title;
    char **items; /* lines as they are shown */
    char **names; /* what each stands for; NULL for a line that does something else */
    size_t count;
    struct list list;      /* its ids are the numbers of the items */
    bool waits;            /* for the store: there are no lines */
    uint64_t serial;       /* the store operation that is waited for */
    struct menu_keys kept; /* pressed meanwhile */
};

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
