/* Owns which key goes where while the captions have the keys. */
#include <stdio.h>
#include <string.h>

#include "captions_private.h"
#include "steno/app/action.h"
#include "steno/core/effect.h"
#include "steno/app/keymap.h"
#include "steno/app/run.h"
#include "steno/app/state.h"
#include "steno/widget/overlay.h"

/* A key: an action of theirs, else a move, as in any list. */
static void captions_key(void *context, struct key key)
{
    struct app *app = context;
    const struct action *action = keymap_find(app->keymap, IN_CAPTIONS, key);
    if (action) {
        app_run(app, action, "");
        return;
    }
    action = keymap_find(app->keymap, IN_LIST, key);
    app_captions_step(app, action ? action->name : "");
}

/* Leaves what is open in them first. */
static bool captions_close(void *context)
{
    app_captions_back(context);
    return true;
}

/* Puts the cursor on a row by its number; "enter": shows the caption with this number whole. */
static bool captions_choose(void *context, size_t number, const char *action)
{
    struct app *app = context;
    char text[24];
    if (number == 0)
        return false;
    if (action) {
        snprintf(text, sizeof text, "%zu", number);
        app_captions_go(app, text);
        app_captions_enter(app);
        return true;
    }
    list_select_row(&app->captions->list, number - 1, captions_height(app));
    captions_moved(app);
    return true;
}

const struct overlay_ops captions_overlay = {.kind = OVERLAY_CAPTIONS,
                                             .key = captions_key,
                                             .choose = captions_choose,
                                             .close = captions_close,
                                             .interrupt = captions_close};
