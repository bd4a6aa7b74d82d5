/* Owns where a key goes: question, prompt, menu, preview, form, pane, from the top down. */
#include "keys.h"

#include <stdint.h>
#include <string.h>

#include "private.h"
#include "topics/open.h"
#include "steno/app/action.h"
#include "steno/app/ask.h"
#include "steno/app/columns.h"
#include "steno/app/forms.h"
#include "steno/app/keymap.h"
#include "steno/app/presets.h"
#include "steno/app/preview.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/base/text.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"

bool action_is_valid(const struct app *app, const struct action *action)
{
    if (!(action->where & app_where(app)))
        return false;
    if ((action->where & NEEDS_PROJECT) && !app_project_at_hand(app))
        return false;
    return !((action->where & IS_WRITE) && settings_bool(app->settings, SETTING_READ_ONLY));
}

void app_run(struct app *app, const struct action *action, const char *arg)
{
    app->private->highlight_wanted = 0; /* whoever goes on is not fetched back */
    if ((action->where & IS_WRITE) && settings_bool(app->settings, SETTING_READ_ONLY))
        app_say_bad(app, "%s: not done, because read_only is set", action->name);
    else if ((action->where & NEEDS_PROJECT) && !app_project_at_hand(app))
        app_say_bad(app, "%s: there is no project under the cursor; %s opens by id", action->name,
                    app_key_of(app, "open"));
    else if (action->run)
        action->run(app, arg);
}

/* A key in a pane: the action bound to it there. */
static void keys_pane(struct app *app, struct key key)
{
    const struct action *action = keymap_find(app->keymap, 1u << app->focus, key);
    if (action)
        app_run(app, action, "");
}

void app_key(struct app *app, struct key key)
{
    app->private->key = key;
    const struct action *global = keymap_find(app->keymap, app_where(app), key);
    bool typing = app->prompt->ops ||
                  (app->form_count > 0 && form_is_typing(app_form_top(app)->form) && !app->preview_open);
    if (global && global->run && (global->where & IS_GLOBAL) && !(typing && key_is_text(key)) &&
        (!app->question->text || !key_is_text(key)))
        global->run(app, "");
    else if (app->question->text)
        app_question_key(app, key);
    else if (app->prompt->ops)
        app_prompt_key(app, key);
    else if (app->menu->kind != MENU_NONE)
        app_menu_key(app, key);
    else if (app->preview_open)
        app_preview_key(app, key);
    else if (app->form_count > 0)
        app_form_key(app, key);
    else
        keys_pane(app, key);
}

/* Puts a paste where a text is typed, or ids on the list into their form; false where nothing takes it. */
static bool keys_take_paste(struct app *app, const char *text)
{
    if (!app->question->text && app->prompt->ops) {
        app_prompt_paste(app, text);
        return true;
    }
    if (app_form_is_covered(app))
        return false;
    if (app->form_count > 0)
        return app_form_paste(app, text);
    return app->focus == PANE_PROJECTS && app_open_paste(app, text);
}

/* Says that a paste came to nothing; a question says it itself, because it covers the line. */
static void keys_refuse_paste(struct app *app, const char *text, size_t lost)
{
    size_t count = lost;
    for (size_t at = 0, len = strlen(text); at < len; count++)
        at += text_decode(text + at, len - at, &(uint32_t){0});
    app_say(app, "%zu character%s pasted, nothing run", count, count == 1 ? "" : "s");
    app_question_remark(app, app->status);
}

void app_paste(struct app *app, const char *text, size_t lost)
{
    if (!keys_take_paste(app, text))
        keys_refuse_paste(app, text, lost);
}

void app_scene_change(struct app *app)
{
    app->scene++;
}
