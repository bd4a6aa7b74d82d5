/* The menu over a form: presets to load, save and delete. */
#ifndef STENO_APP_PRESETS_H
#define STENO_APP_PRESETS_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/widget/key.h"
#include "steno/widget/list.h"

struct app;

/* A list to choose from, over the form or pane: presets, used values. */
struct app_menu {
    char *title;
    char **items; /* lines as they are shown */
    char **names; /* what each stands for: a preset's name, NULL for a line that does something else */
    size_t count;
    struct list list; /* its ids are the numbers of the items */
    bool waits;       /* for the store: keys are kept until it has answered */
};

#define MENU_KEYS_MAX 32

void app_presets_open(struct app *app);
void app_menu_close(struct app *app);

#endif
