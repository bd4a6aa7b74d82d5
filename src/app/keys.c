/* Owns where a key goes: to an action that runs everywhere, else to what is on top. */
#include "keys.h"

#include <stdint.h>
#include <string.h>

#include "steno/app/action.h"
#include "steno/app/ask.h"
#include "steno/app/places.h"
#include "steno/app/keymap.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/text.h"
#include "steno/widget/key.h"

/* The action that runs whatever is on top; NULL where the key has none, or is a text there. */
static const struct action *keys_global(const struct app *app, struct key key)
{
    const struct overlay_ops *top = app_top(app);
    const struct action *action = keymap_find(app->keymap, app_where(app), key);
    if (!action || !action_can_run(action) || !(action->where & IS_GLOBAL))
        return NULL;
    return key_is_text(key) && top->is_typing && top->is_typing(app) ? NULL : action;
}

void app_key(struct app *app, struct key key)
{
    app->key = key;
    const struct action *global = keys_global(app, key);
    if (global)
        action_run(app, global, "");
    else
        app_top(app)->key(app, key);
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
    const struct overlay_ops *top = app_top(app);
    if (!top->paste || !top->paste(app, text))
        keys_refuse_paste(app, text, lost);
}

void app_answered(struct app *app, const char *text)
{
    const struct overlay_ops *top = app_top(app);
    if (top->answer)
        top->answer(app, text);
}

void app_closed(struct app *app)
{
    const struct overlay_ops *top = app_top(app);
    if (top->close)
        top->close(app);
}

void app_choose(struct app *app, int number, const char *action)
{
    const struct overlay_ops *top = app_top(app);
    if (number < 0 || !top->choose || !top->choose(app, (size_t)number, action))
        app_say_bad(app, "There is no line %d here", number);
}
