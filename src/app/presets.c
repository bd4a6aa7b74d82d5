/* Owns presets and house styles: the menu of them over a form, filling the form with one, saving and
 * deleting. */
/* SPDX-License-Identifier: MIT */
#include "presets.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "ask.h"
#include "steno/app/forms.h"
#include "steno/app/menu.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/caption/styles.h"
#include "steno/core/names.h"
#include "steno/core/settings.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"

#define SAVE_ITEM "Save these values as a preset…"

/* Replaces all values of the form, but for those that no preset has: where a file goes on this computer. */
static void presets_fill(struct app *app, struct app_form *form, const struct param_set *set)
{
    struct param_set *all = param_set_copy(set);
    for (size_t i = 0; i < set->table->count; i++) {
        const char *own = param_set_get(form_values(form->form), (int)i);
        if (set->table->rows[i].local && own)
            param_set_put_raw(all, (int)i, own);
        else if (set->table->rows[i].local)
            param_set_unset(all, (int)i);
    }
    form_load(form->form, all);
    param_set_free(all);
    app_form_check(app, form);
}

/* Notes beside these values that they come from a preset or a style. */
static void presets_note(struct app_form *form, const struct param_set *set, const char *kind,
                         const char *name)
{
    char *source = mem_printf("%s %s", kind, name);
    for (size_t i = 0; i < set->table->count; i++) {
        if (param_set_get(set, (int)i) && !set->table->rows[i].local)
            form_set_whence(form->form, (int)i, source);
    }
    free(source);
}

/* --- house styles: lines behind the presets, in the form of an export --- */

/* How many there are for the form on top. */
static size_t presets_style_count(const struct app *app)
{
    const struct app_form *form = app_form_top(app);
    return form && form->ops->op == ENDPOINT_EXPORT ? caption_style_count : 0;
}

/* The style of a line of the menu; NULL for another line. */
static const struct caption_style *presets_style_at(const struct app *app, size_t at)
{
    size_t styles = presets_style_count(app), first = app->menu->count - 1 - styles;
    return at >= first && at < first + styles ? &caption_styles[at - first] : NULL;
}

/* "style bbc          BBC, broadcast and online: SubtitleLineLength 37, CharsPerSecond 15, …" */
static char *presets_style_item(const struct caption_style *style)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_printf(&text, "style %-12s %s", style->name, style->title);
    for (const struct style_value *value = style->sends; value->name; value++)
        buffer_printf(&text, "%s %s %s", value == style->sends ? ":" : ",", value->name, value->value);
    return buffer_take(&text);
}

/* Fills the form with what a style sends. */
static void presets_take_style(struct app *app, const struct caption_style *style)
{
    struct app_form *form = app_form_top(app);
    struct param_set *all = param_set_copy(form_values(form->form)), *set = param_set_new(all->table);
    for (const struct style_value *value = style->sends; value->name; value++) {
        param_set_put_raw(all, param_find(all->table, value->name), value->value);
        param_set_put_raw(set, param_find(set->table, value->name), value->value);
    }
    presets_fill(app, form, all);
    presets_note(form, set, "style", style->name);
    app_form_message(app, form, false, "Style %s: %d values; captions are checked by it", style->name,
                     param_set_count(set));
    app->style = style;
    param_set_free(all);
    param_set_free(set);
}

static const struct menu_ops preset_menu;

void app_presets_open(struct app *app)
{
    struct store_entries kept = {0};
    struct error err;
    if (!store_preset_list(app->store, app_form_top(app)->ops->table->name, &kept, &err)) {
        app_form_message(app, app_form_top(app), true, "%s", err.text);
        return;
    }
    size_t styles = presets_style_count(app), count = kept.count + styles + 1;
    char **items = mem_zero(count, sizeof *items), **names = mem_zero(count, sizeof *names);
    for (size_t i = 0; i < kept.count; i++) {
        names[i] = mem_copy(kept.items[i].name);
        items[i] = text_clean_copy(names[i]);
    }
    for (size_t i = 0; i < styles; i++) {
        names[kept.count + i] = mem_copy(caption_styles[i].name);
        items[kept.count + i] = presets_style_item(&caption_styles[i]);
    }
    items[count - 1] = mem_copy(SAVE_ITEM);
    store_entries_clear(&kept);
    app_menu_open(app, &preset_menu, mem_copy(styles ? "Presets and styles" : "Presets"), items, names,
                  count);
}

/* A name for the preset was entered. */
static void presets_save(struct app *app, int64_t id, const char *text)
{
    (void)id;
    struct app_form *form = app_form_top(app);
    struct error err;
    bool is_replaced;
    if (!*text)
        return;
    if (!form || !app_form_has_request(form)) {
        app_say_bad(app, "Preset not saved: the form has already been sent");
        return;
    }
    char *name = preset_name_check(text, &err);
    struct param_set *sent = param_set_sent(form_values(form->form));
    json_t *values = param_set_to_json(sent);
    if (name && store_preset_save(app->store, name, form->ops->table->name, values, &is_replaced, &err))
        app_form_message(app, form, false, "Preset “%s” %s", name, is_replaced ? "replaced" : "saved");
    else
        app_form_message(app, form, true, "Preset not saved: %s", err.text);
    json_decref(values);
    param_set_free(sent);
    free(name);
}

static const struct prompt_ops preset_prompt = {
    .label = "Save as preset: ", .overwrites = true, .accept = presets_save};

/* Fills the form with a preset; what that says nothing of is as in the config. */
static void presets_load(struct app *app, struct app_form *form, const char *name)
{
    struct error err;
    json_t *values;
    char *kept_of;
    if (!store_preset_load(app->store, name, &kept_of, &values, &err)) {
        app_form_message(app, form, true, "%s", err.text);
        return;
    }
    char *clean = text_clean_copy(name);
    struct param_set *set = values ? param_set_from_json(form->ops->table, values, NULL) : NULL;
    if (set) {
        struct param_set *all = param_set_copy(set);
        for (size_t i = 0; i < all->table->count; i++) {
            const struct settings_param *param = settings_param(app->settings, all->table->rows[i].name);
            if (param && !param_set_get(all, (int)i))
                param_set_put_raw(all, (int)i, param->value);
        }
        presets_fill(app, form, all);
        app_form_note_config(app, form);
        presets_note(form, set, "preset", clean);
        param_set_free(all);
        app_form_message(app, form, false, "Preset “%s” loaded", clean);
    } else {
        app_form_message(app, form, true, "The preset “%s” no longer exists", clean);
    }
    param_set_free(set);
    json_decref(values);
    free(kept_of);
    free(clean);
}

/* The last line saves; any other is loaded. */
static void presets_choose(struct app *app, size_t at)
{
    bool saves = at + 1 == app->menu->count;
    const struct caption_style *style = presets_style_at(app, at);
    char *name = mem_copy_or_null(app->menu->names[at]);
    app_menu_close(app);
    if (saves)
        app_prompt_open(app, &preset_prompt, 0, "");
    else if (style)
        presets_take_style(app, style);
    else
        presets_load(app, app_form_top(app), name);
    free(name);
}

static void presets_delete(struct app *app, int64_t id, const char *name)
{
    (void)id;
    struct error err;
    bool was_there;
    char *clean = text_clean_copy(name), *what = mem_printf("deletion of preset “%s”", clean);
    if (app_kept(app, store_preset_drop(app->store, name, &was_there, &err), what, &err))
        app_say(app, "Preset “%s” deleted", clean);
    free(what);
    free(clean);
    if (app->form_count > 0) /* the menu lists the rest */
        app_presets_open(app);
}

static void presets_delete_ask(struct app *app, size_t at)
{
    const char *name = app->menu->names[at];
    if (!name)
        return;
    if (presets_style_at(app, at)) {
        app_say(app, "%s is a house style, not a preset: it cannot be deleted here", name);
        return;
    }
    app_ask(app, &(struct app_question_ask){
                     .parts = {{.words = "Delete preset “"}, {.piece = name}, {.words = "”?"}},
                     .arg = name,
                     .verb = {.word = "Delete"},
                     .spares = "keeps it",
                     .yes_with = presets_delete,
                     .refused = "Nothing was deleted"});
}

/* A preset; neither a house style nor the line that saves one. */
static bool presets_can_delete(const struct app *app, size_t at)
{
    return at < app->menu->count && app->menu->names[at] && !presets_style_at(app, at);
}

static const struct menu_ops preset_menu = {
    .verb = "Load", .choose = presets_choose, .can_remove = presets_can_delete, .remove = presets_delete_ask};
