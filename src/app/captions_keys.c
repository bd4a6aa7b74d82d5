/* Owns which key goes where while the captions have the keys. */
#include <stdio.h>
#include <string.h>

#include "captions_private.h"
#include "steno/app/action.h"
#include "steno/app/effect.h"
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
    const char *name = action ? action->name : "";
    if (strcmp(name, "back") == 0)
        app_captions_back(app);
    else if (strcmp(name, "enter") == 0)
        app_captions_enter(app);
    else
        app_captions_step(app, name);
}

static bool captions_close(void *context)
{
    app_captions_close(context);
    return true;
}

/* ^C leaves what is open in them first. */
static bool captions_interrupt(void *context)
{
    app_captions_back(context);
    return true;
}

const struct overlay_ops captions_overlay = {
    .kind = OVERLAY_CAPTIONS, .key = captions_key, .close = captions_close, .interrupt = captions_interrupt};
