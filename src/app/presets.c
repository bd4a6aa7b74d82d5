/* Owns presets and house styles: the menu of them over a form, filling the form with one, saving and
 * deleting. */
/* SPDX-License-Identifier: MIT */
#include "presets.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "form_draft.h"
#include "steno/client/store_calls.h"
#include "steno/api/param.h"
#include "ask.h"
#include "forms.h"
#include "steno/client/saves.h"
#include "menu.h"
#include "prompt.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "steno/base/buffer.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/caption/styles.h"
#include "steno/core/preset_name.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"
#include "steno/widget/form.h"
#include "steno/widget/list.h"

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
    app_draft_save(app, form);
}

/* Notes beside these values that they come from a preset or a style. */
static void presets_note(struct app_form *form, const struct param_set *set, const char *kind,
                         const char *name)
{
    char *whence = mem_printf("%s %s", kind, name);
    for (size_t i = 0; i < set->table->count; i++) {
        if (param_set_get(set, (int)i) && !set->table->rows[i].local)
            form_set_whence(form->form, (int)i, whence);
    }
    free(whence);
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
static client_store_reply presets_listed, presets_loaded;

void app_presets_open(struct app *app)
{
    struct store_op *op = client_store_ask(app->client, STORE_PRESET_LIST, 0, presets_listed);
    op->text = mem_copy(form_table(app_form_top(app)->form)->name);
    app_menu_wait(app, &preset_menu, mem_copy("Presets: reading …"), op->serial);
}

static void presets_listed(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct menu_keys kept;
    if (!app_menu_answer(app, result, &kept))
        return;
    size_t styles = presets_style_count(app), count = result->entry_count + styles + 1;
    char **items = mem_zero(count, sizeof *items), **names = mem_zero(count, sizeof *names);
    for (size_t i = 0; i < result->entry_count; i++) {
        names[i] = mem_copy(result->entries[i].name);
        items[i] = text_clean_copy(names[i]);
    }
    for (size_t i = 0; i < styles; i++) {
        names[result->entry_count + i] = mem_copy(caption_styles[i].name);
        items[result->entry_count + i] = presets_style_item(&caption_styles[i]);
    }
    items[count - 1] = mem_copy(SAVE_ITEM);
    app_menu_open(app, &preset_menu, mem_copy(styles ? "Presets and styles" : "Presets"), items, names,
                  count);
    app_menu_replay(app, &kept);
}

/* What it is in sentences about what is kept. Caller frees. */
static char *presets_kept_as(const char *name)
{
    return mem_printf("preset “%s”", name);
}

/* Says in the form that it is kept. */
static void presets_tell(struct client *client, const char *text)
{
    app_form_say(client->self, false, text);
}

/* A name that a preset of the other form has is no loss of what was to be kept: the form still has it. */
static void presets_saved(struct client *client, const struct store_result *result, uint64_t fields)
{
    (void)fields;
    if (result->ok || result->error.kind != ERROR_USAGE)
        return;
    char *what = presets_kept_as(result->name);
    saves_waive(client, what);
    free(what);
}

/* Has the store save what the form shows; the name is taken. */
static void presets_store(struct app *app, const struct app_form *form, char *name)
{
    struct unsaved *unsaved = saves_keep(app->client, STORE_PRESET_SAVE, 0, presets_kept_as(name),
                                         mem_printf("Preset “%s” saved", name));
    unsaved->said_replaced = mem_printf("Preset “%s” replaced", name);
    unsaved->tell = presets_tell;
    unsaved->done = presets_saved;
    unsaved->op->name = name;
    unsaved->op->text = mem_copy(form_table(form->form)->name);
    struct param_set *sent = param_set_sent(form_values(form->form));
    unsaved->op->json = param_set_to_json(sent);
    param_set_free(sent);
    unsaved->op->when_ms = app->client->wall_ms;
}

/* A name for the preset was entered. */
static void presets_save(struct app *app, int64_t id, const char *name)
{
    (void)id;
    struct app_form *form = app_form_top(app);
    struct error err;
    if (!*name)
        return;
    if (!form || !app_form_has_request(form)) {
        app_say_bad(app, "Preset not saved: the form has already been sent");
        return;
    }
    char *checked = preset_name_check(name, &err);
    if (checked)
        presets_store(app, form, checked);
    else
        app_form_message(app, form, true, "Preset not saved: %s", err.text);
}

static const struct prompt_ops preset_prompt = {
    .label = "Save as preset: ", .overwrites = true, .accept = presets_save};

/* The last line saves; any other is loaded. */
static void presets_choose(struct app *app, size_t at)
{
    if (at + 1 == app->menu->count) {
        app_menu_close(app);
        app_prompt_open(app, &preset_prompt, 0, "");
        return;
    }
    const struct caption_style *style = presets_style_at(app, at);
    if (style) {
        app_menu_close(app);
        presets_take_style(app, style);
        return;
    }
    struct store_op *op = client_store_ask(app->client, STORE_PRESET_LOAD, 0, presets_loaded);
    op->name = mem_copy(app->menu->names[at]);
    app_menu_wait(app, &preset_menu, mem_printf("Presets: loading “%s” …", app->menu->items[at]), op->serial);
}

static void presets_delete(struct app *app, int64_t id, const char *name)
{
    (void)id;
    char *clean = text_clean_copy(name);
    saves_keep(app->client, STORE_PRESET_DROP, 0, mem_printf("deletion of preset “%s”", clean),
               mem_printf("Preset “%s” deleted", clean))
        ->op->name = mem_copy(name);
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

/* What the config sends where the preset says nothing. */
static void presets_add_config(const struct app *app, struct param_set *set)
{
    for (size_t i = 0; i < set->table->count; i++) {
        const struct settings_param *param = settings_param(app->settings, set->table->rows[i].name);
        if (param && !param_set_get(set, (int)i))
            param_set_put_raw(set, (int)i, param->value);
    }
}

/* Fills the form with a preset that was loaded; false, and shown, when there is none of this name. */
static bool presets_take(struct app *app, struct app_form *form, const struct store_result *result)
{
    char *name = text_clean_copy(result->name ? result->name : "");
    struct param_set *set =
        result->json ? param_set_from_json(form_table(form->form), result->json, NULL) : NULL;
    if (set) {
        struct param_set *all = param_set_copy(set);
        presets_add_config(app, all);
        presets_fill(app, form, all);
        app_form_note_config(app, form);
        presets_note(form, set, "preset", name);
        param_set_free(all);
        app_form_message(app, form, false, "Preset “%s” loaded", name);
    } else {
        app_form_message(app, form, true, "The preset “%s” no longer exists", name);
    }
    param_set_free(set);
    free(name);
    return set != NULL;
}

static void presets_loaded(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct menu_keys kept;
    if (app_menu_answer(app, result, &kept) && presets_take(app, app_form_top(app), result))
        app_menu_replay(app, &kept);
}
