/* Owns the menu over a form: its lines, its keys, and those that it keeps while the store is asked. It must
 * not know what is chosen. */
/* SPDX-License-Identifier: MIT */
#include "menu.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"
#include "steno/app/action.h"
#include "steno/core/effect.h"
#include "steno/app/keymap.h"
#include "panes.h"
#include "part.h"
#include "state.h"
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

/* Keeps a key until the store has answered. */
static void menu_keep_key(struct menu_keys *kept, struct key key)
{
    if (kept->count < MENU_KEYS_MAX)
        kept->keys[kept->count++] = key;
}

/* A key while the menu is open. */
static void menu_key(void *context, struct key key)
{
    struct app *app = context;
    const struct action *action = keymap_find(app->keymap, IN_LIST, key);
    const char *name = action ? action->name : "";
    if (app->menu->waits && strcmp(name, "back") != 0)
        menu_keep_key(&app->menu->kept, key);
    else
        menu_do(app, name);
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
    bool can_remove = !menu->waits && menu->ops->can_remove(app, menu->list.selected);
    int len = snprintf(out, size, "%s %s", app_key_of(app, "enter"), menu->ops->verb);
    if (can_remove)
        len += snprintf(out + len, size - (size_t)len, "  %s Delete", app_key_of(app, "delete"));
    snprintf(out + len, size - (size_t)len, "  %s Back", app_key_of(app, "back"));
    return true;
}

static const struct overlay_ops menu_overlay = {
    .kind = OVERLAY_MENU, .key = menu_key, .interrupt = menu_interrupt, .hints = menu_hints};

/* Puts a menu on top. */
static struct app_menu *menu_push(struct app *app, const struct menu_ops *ops, char *title)
{
    app_menu_close(app);
    app->menu->ops = ops;
    app->menu->title = title;
    overlay_push(&app->overlays, &menu_overlay, app->menu);
    app_stale(app, STALE_PLACES);
    return app->menu;
}

void app_menu_open(struct app *app, const struct menu_ops *ops, char *title, char **items, char **names,
                   size_t count)
{
    struct app_menu *menu = menu_push(app, ops, title);
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    for (size_t i = 0; i < count; i++)
        ids[i] = (int64_t)i;
    menu->items = items;
    menu->names = names;
    menu->count = count;
    list_set_rows(&menu->list, ids, count);
    free(ids);
}

void app_menu_wait(struct app *app, const struct menu_ops *ops, char *title, uint64_t serial)
{
    struct app_menu *menu = menu_push(app, ops, title);
    menu->waits = true;
    menu->serial = serial;
}

bool app_menu_answer(struct app *app, const struct store_result *result, struct menu_keys *kept)
{
    if (!app->menu->waits || result->serial != app->menu->serial)
        return false;
    *kept = app->menu->kept;
    app_menu_close(app);
    return result->ok && overlay_has(&app->overlays, OVERLAY_FORM);
}

void app_menu_replay(struct app *app, const struct menu_keys *kept)
{
    app->early = true;
    for (size_t i = 0; i < kept->count; i++)
        app_key(app, kept->keys[i]);
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
