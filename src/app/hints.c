/* Owns the key hints: what can be done now, with the keys as bound. */
#include "steno/app/hints.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/action.h"
#include "steno/app/forms.h"
#include "steno/app/keymap.h"
#include "steno/app/presets.h"
#include "steno/app/state.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"

/* Where keys have one fixed meaning, which no table can bind otherwise: a text being typed; NULL elsewhere.
 */
static const char *hints_of_fixed_keys(const struct app *app)
{
    const struct app_form *top = app_form_top(app);
    if (!top || !form_is_typing(top->form))
        return NULL;
    if (form_is_short(top->form))
        return "Enter Send  Tab Next  Esc Leave";
    return form_finder(top->form) ? "Enter Go  Esc Close" : "Enter Accept  Esc Restore";
}

/* The hints of what lies over a form: the keys that a menu or a preview has. */
static void hints_of_cover(const struct app *app, char *out, size_t size)
{
    if (app->menu->kind != MENU_NONE)
        snprintf(out, size, "%s Load  %s Delete  %s Leave", app_key_of(app, "enter"),
                 app_key_of(app, "delete"), app_key_of(app, "back"));
    else
        snprintf(out, size, "%s Copy  %s Back", app_key_of(app, "copy"), app_key_of(app, "back"));
}

int app_hints(const struct app *app, char *out, size_t size, int cells)
{
    const char *fixed = hints_of_fixed_keys(app);
    char cover[3 * KEY_NAME_SIZE + 32];
    if (app->menu->kind != MENU_NONE || app->preview_open) {
        hints_of_cover(app, cover, sizeof cover);
        fixed = cover;
    }
    if (fixed) {
        snprintf(out, size, "%s", text_width(fixed) <= cells ? fixed : "");
        return text_width(out);
    }
    struct buffer text;
    buffer_init(&text, size - 1);
    size_t count;
    int used = 0;
    const struct action *rows = keymap_actions(app->keymap, &count);
    for (size_t n = 0; n < count; n++) {
        /* the rows of a form first, from the end of its table, where it is sent; they are valid only there */
        const struct action *row =
            n < count - action_count ? &rows[count - 1 - n] : &rows[n - (count - action_count)];
        char key[KEY_NAME_SIZE];
        if (!row->hint || !action_is_valid(app, row))
            continue;
        keymap_first_key(app->keymap, row, key, sizeof key);
        char *hint = mem_printf("%s%s %s", text.len ? "  " : "", key, row->hint);
        int width = text_width(hint);
        if (*key && used + width <= cells && buffer_append_text(&text, hint))
            used += width;
        free(hint);
    }
    memcpy(out, buffer_text(&text), text.len + 1);
    buffer_free(&text);
    return used;
}
