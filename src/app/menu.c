/* Owns the menu over a form: its lines and its keys. It must not know what is chosen. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/menu.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/action.h"
#include "steno/core/call.h"
#include "steno/app/keymap.h"
#include "steno/app/panes.h"
#include "part.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/widget/key.h"
#include "steno/widget/list.h"
#include "steno/widget/overlay.h"

/* Frees a list of texts. */
static void menu_free_texts(char **texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        free(texts[i]);
    free(texts);
}

void app_menu_close(struct app *app)
{
    struct app_menu *menu = app->menu;
    menu_free_texts(menu->names, menu->count);
    menu_free_texts(menu->items, menu->count);
    free(menu->title);
    list_free(&menu->list);
    *menu = (struct app_menu){0};
    list_init(&menu->list);
    overlay_remove(&app->overlays, menu);
    app_stale(app, STALE_PLACES);
    app_dirty(app, DIRTY_FORM);
}

/* Does what the action of this name means in a menu. */
static void menu_do(struct app *app, const char *action)
{
    const struct menu_ops *ops = app->menu->ops;
    if (strcmp(action, "back") == 0)
        app_menu_close(app);
    else if (strcmp(action, "enter") == 0)
        ops->choose(app, app->menu->list.selected);
    else if (strcmp(action, "delete") == 0)
        ops->remove(app, app->menu->list.selected);
    else
        app_list_step(&app->menu->list, action, app_lower_height(app));
    app_dirty(app, DIRTY_FORM | DIRTY_STATUS); /* the hints are about the line under the cursor */
}

static void menu_key(void *context, struct key key)
{
    struct app *app = context;
    const struct action *action = keymap_find(app->keymap, IN_LIST, key);
    menu_do(app, action ? action->name : "");
}

static bool menu_interrupt(void *context)
{
    app_menu_close(context);
    return true;
}

static bool menu_hints(const void *context, char *out, size_t size)
{
    const struct app *app = context;
    const struct app_menu *menu = app->menu;
    bool can_remove = menu->ops->can_remove(app, menu->list.selected);
    int len = snprintf(out, size, "%s %s", app_key_of(app, "enter"), menu->ops->verb);
    if (can_remove)
        len += snprintf(out + len, size - (size_t)len, "  %s Delete", app_key_of(app, "delete"));
    snprintf(out + len, size - (size_t)len, "  %s Back", app_key_of(app, "back"));
    return true;
}

static const struct overlay_ops menu_overlay = {
    .kind = OVERLAY_MENU, .key = menu_key, .interrupt = menu_interrupt, .hints = menu_hints};

void app_menu_open(struct app *app, const struct menu_ops *ops, char *title, char **items, char **names,
                   size_t count)
{
    struct app_menu *menu = app->menu;
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    app_menu_close(app);
    for (size_t i = 0; i < count; i++)
        ids[i] = (int64_t)i;
    menu->ops = ops;
    menu->title = title;
    menu->items = items;
    menu->names = names;
    menu->count = count;
    list_set_rows(&menu->list, ids, count);
    free(ids);
    overlay_push(&app->overlays, &menu_overlay, menu);
    app_stale(app, STALE_PLACES);
}

static void menu_begin(struct app *app)
{
    app->menu = mem_zero(1, sizeof *app->menu);
    list_init(&app->menu->list);
}

static void menu_end(struct app *app)
{
    app_menu_close(app);
    list_free(&app->menu->list);
    free(app->menu);
}

const struct part part_menu = {.name = "menu", .begin = menu_begin, .end = menu_end};
