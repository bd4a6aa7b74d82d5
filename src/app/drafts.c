/* Drafts and presets, which outlive their form, and the menu of presets and house styles. This file must not
 * depend on what a form sends. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/forms.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "steno/api/param.h"
#include "steno/app/keys.h"
#include "steno/app/panes.h"
#include "steno/app/prompt.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/base/mem.h"
#include "steno/base/error.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/caption/styles.h"
#include "steno/core/names.h"
#include "steno/core/settings.h"
#include "steno/store/store.h"
#include "steno/widget/form.h"
#include "steno/widget/overlay.h"

#define SAVE_ITEM "Save these values as a preset…"

/* Returns the changes in a form since it opened, as JSON. A text that is being typed is included. Secrets are
 * left out. A removed value is `false`. The caller frees the JSON. */
static json_t *draft_changes(const struct app_form *form)
{
    struct param_set *now = form_draft(form->form);
    json_t *changes = json_object();
    for (size_t i = 0; i < now->table->count; i++) {
        const char *value = param_set_get(now, (int)i), *start = param_set_get(form->start, (int)i);
        bool is_same = value && start ? strcmp(value, start) == 0 : value == start;
        if (!is_same && !now->table->rows[i].secret)
            json_object_set_new(changes, now->table->rows[i].name, value ? json_string(value) : json_false());
    }
    param_set_free(now);
    return changes;
}

static bool draft_put(struct app *app, const struct param_table *table, int64_t id, const json_t *changes)
{
    struct error err;
    char *what =
        id ? mem_printf("draft of %s %" PRId64, table->name, id) : mem_printf("draft of %s", table->name);
    bool ok =
        app_kept(app, store_draft_save(app->store, table->name, id, changes, app->wall_ms, &err), what, &err);
    free(what);
    return ok;
}

void app_form_take_start(struct app_form *form)
{
    param_set_free(form->start);
    form->start = param_set_copy(form_values(form->form));
}

void app_draft_restore(struct app *app, struct app_form *form)
{
    struct error err;
    int64_t when_ms;
    char when[DATE_TEXT_SIZE], *source;
    const struct param_table *table = form->ops->table;
    app_form_take_start(form);
    if (!store_draft_load(app->store, table->name, form->project_id, &form->draft, &when_ms, &err) ||
        !form->draft)
        return;
    date_format_short(when, sizeof when, when_ms, app->wall_ms, app->zone, DATE_SINCE);
    source = mem_printf("from the draft of %s", when);
    struct param_set *set = param_set_from_json(table, form->draft, NULL);
    for (size_t i = 0; i < table->count; i++) {
        const char *name = table->rows[i].name, *value = param_set_get(set, (int)i);
        if (value || json_is_false(json_object_get(form->draft, name)))
            form_put(form->form, name, value);
        if (value)
            form_set_whence(form->form, (int)i, source);
    }
    param_set_free(set);
    free(source);
    if (app_form_has_request(form)) {
        app_form_message(app, form, false, "Restored the draft of %s; %s discards it", when,
                         app_key_of(app, "form-unset-all"));
        return;
    }
    app_time_text(app, when, sizeof when, when_ms);
    form_go_needed(form->form);
    app_form_message(app, form, false, "Restored what you typed here (saved %s)", when);
}

bool app_draft_save(struct app *app, struct app_form *form)
{
    json_t *changes = draft_changes(form);
    bool is_none = json_object_size(changes) == 0;
    bool is_kept = form->draft ? json_equal(changes, form->draft) : is_none;
    if (!is_kept && !draft_put(app, form->ops->table, form->project_id, changes)) {
        json_decref(changes);
        return false;
    }
    json_decref(form->draft);
    form->draft = is_none ? NULL : json_incref(changes);
    json_decref(changes);
    return true;
}

bool app_drafts_save(struct app *app)
{
    bool ok = true;
    for (int i = 0; i < app->form_count; i++)
        ok = app_draft_save(app, &app->forms[i]) && ok;
    return ok;
}

void app_draft_discard(struct app *app, struct app_form *form)
{
    if (form->draft)
        draft_put(app, form->ops->table, form->project_id, NULL);
    json_decref(form->draft);
    form->draft = NULL;
}

void app_drafts_moved(struct app *app)
{
    for (int i = 0; i < app->form_count; i++) {
        json_decref(app->forms[i].draft);
        app->forms[i].draft = NULL;
    }
}

void app_form_accepted(struct app *app, const struct form_ops *ops, struct app_form *form, int64_t id)
{
    if (form) {
        app_draft_discard(app, form);
        app_form_close(app, form);
        app->closed_ms = app->now_ms;
    } else if (!app_form_about(app, ops, id)) {
        draft_put(app, ops->table, id, NULL);
    }
}

/* Returns the number of house styles in the menu, below the presets. Only the export form has styles. */
static size_t presets_style_count(const struct app *app)
{
    const struct app_form *form = app_form_top(app);
    return form && form->ops->op == ENDPOINT_EXPORT ? caption_style_count : 0;
}

/* Returns the house style in a line of the menu. NULL: the line is not a style. */
static const struct caption_style *presets_style_at(const struct app *app, size_t at)
{
    size_t styles = presets_style_count(app), first = app->menu->count - 1 - styles;
    return at >= first && at < first + styles ? &caption_styles[at - first] : NULL;
}

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

/* Fills the form from a house style or a preset, and shows this source beside each value. Parameters that a
 * style leaves open keep their values. Parameters that a preset leaves open get the value of the config.
 * Local parameters, such as the path of a file, stay unchanged. */
static void presets_take(struct app *app, const struct caption_style *style, const char *name)
{
    struct app_form *form = app_form_top(app);
    const struct param_table *table = form->ops->table;
    struct error err;
    json_t *kept = NULL;
    char *kept_of = NULL;
    if (!style && !store_preset_load(app->store, name, &kept_of, &kept, &err)) {
        app_form_message(app, form, true, "%s", err.text);
        return;
    }
    char *clean = text_clean_copy(name), *source = mem_printf("%s %s", style ? "style" : "preset", clean);
    struct param_set *set = kept ? param_set_from_json(table, kept, NULL) : param_set_new(table);
    for (const struct style_value *value = style ? style->sends : NULL; value && value->name; value++)
        param_set_put_raw(set, param_find(table, value->name), value->value);
    struct param_set *all = param_set_copy(set);
    for (size_t i = 0; i < table->count; i++) {
        const char *own = param_set_get(form_values(form->form), (int)i);
        const struct settings_param *param =
            style ? NULL : settings_param(app->settings, table->rows[i].name);
        const char *other = style || table->rows[i].local ? own : param ? param->value : NULL;
        if (table->rows[i].local)
            param_set_unset(all, (int)i);
        if (other && !param_set_get(all, (int)i))
            param_set_put_raw(all, (int)i, other);
    }
    if (style || kept) {
        form_load(form->form, all);
        app_form_note_config(app, form);
        for (size_t i = 0; i < table->count; i++) {
            if (param_set_get(set, (int)i) && !table->rows[i].local)
                form_set_whence(form->form, (int)i, source);
        }
    }
    if (style) {
        app->style = style;
        app_form_message(app, form, false,
                         "The style %s has set %d fields; captions are checked against its limits",
                         style->name, param_set_count(set));
    } else if (kept) {
        app_form_message(app, form, false, "Preset “%s” loaded", clean);
    } else {
        app_form_message(app, form, true, "The preset “%s” no longer exists", clean);
    }
    param_set_free(all);
    param_set_free(set);
    json_decref(kept);
    free(kept_of);
    free(source);
    free(clean);
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
    if (app->form_count > 0) /* reopen the menu, from which the preset is gone */
        app_presets_open(app);
}

static void presets_ask_delete(struct app *app, size_t at)
{
    const char *name = app->menu->names[at];
    if (presets_style_at(app, at))
        app_say(app, "%s is a house style, not a preset: it cannot be deleted here", name);
    else if (name)
        app_ask(app, &(struct app_question_ask){
                         .parts = {{.words = "Delete preset “"}, {.piece = name}, {.words = "”?"}},
                         .arg = name,
                         .verb = {.word = "Delete"},
                         .spares = "keeps it",
                         .yes_with = presets_delete,
                         .refused = "Nothing was deleted"});
}

static bool menu_close(void *context)
{
    struct app *app = context;
    struct app_menu *menu = app->menu;
    for (size_t i = 0; i < menu->count; i++) {
        free(menu->names[i]);
        free(menu->items[i]);
    }
    free(menu->names);
    free(menu->items);
    list_free(&menu->list);
    *menu = (struct app_menu){0};
    list_init(&menu->list);
    overlay_remove(&app->overlays, menu);
    return true;
}

/* The last line of the menu saves a preset; each other line loads a preset or a style. */
static void menu_choose(struct app *app, size_t at)
{
    bool saves = at + 1 == app->menu->count;
    const struct caption_style *style = presets_style_at(app, at);
    char *name = mem_copy_or_null(app->menu->names[at]);
    menu_close(app);
    if (saves)
        app_prompt_open(app, &preset_prompt, 0, "");
    else
        presets_take(app, style, name);
    free(name);
}

static void menu_key(void *context, struct key key)
{
    struct app *app = context;
    const struct action *found = keymap_find(app->keymap, IN_LIST, key);
    const char *action = found ? found->name : "";
    if (strcmp(action, "back") == 0)
        menu_close(app);
    else if (strcmp(action, "enter") == 0)
        menu_choose(app, app->menu->list.selected);
    else if (strcmp(action, "delete") == 0)
        presets_ask_delete(app, app->menu->list.selected);
    else
        app_list_step(&app->menu->list, action, app_lower_height(app));
}

static bool menu_hints(const void *context, char *out, size_t size)
{
    const struct app *app = context;
    size_t at = app->menu->list.selected;
    bool can_delete = at < app->menu->count && app->menu->names[at] && !presets_style_at(app, at);
    snprintf(out, size, "%s Load%s%s%s  %s Back", app_key_of(app, "enter"), can_delete ? "  " : "",
             can_delete ? app_key_of(app, "delete") : "", can_delete ? " Delete" : "",
             app_key_of(app, "back"));
    return true;
}

static const struct overlay_ops menu_overlay = {
    .kind = OVERLAY_MENU, .key = menu_key, .interrupt = menu_close, .hints = menu_hints};

void app_presets_open(struct app *app)
{
    struct app_form *form = app_form_top(app);
    struct app_menu *menu = app->menu;
    struct store_entries kept = {0};
    struct error err;
    if (!store_preset_list(app->store, form->ops->table->name, &kept, &err)) {
        app_form_message(app, form, true, "%s", err.text);
        return;
    }
    menu_close(app);
    size_t styles = presets_style_count(app), count = kept.count + styles + 1;
    *menu = (struct app_menu){.title = styles ? "Presets and styles" : "Presets",
                              .items = mem_zero(count, sizeof *menu->items),
                              .names = mem_zero(count, sizeof *menu->names),
                              .count = count};
    int64_t *ids = mem_alloc(count * sizeof *ids);
    for (size_t i = 0; i < count; i++) {
        ids[i] = (int64_t)i;
        if (i < kept.count) {
            menu->names[i] = mem_copy(kept.items[i].name);
            menu->items[i] = text_clean_copy(menu->names[i]);
        } else if (i < kept.count + styles) {
            /* "style bbc          BBC, broadcast and online: SubtitleLineLength 37, CharsPerSecond 15, …" */
            const struct caption_style *style = &caption_styles[i - kept.count];
            struct buffer text;
            buffer_init(&text, BUFFER_MAX_DEFAULT);
            buffer_printf(&text, "style %-12s %s", style->name, style->title);
            for (const struct style_value *value = style->sends; value->name; value++)
                buffer_printf(&text, "%s %s %s", value == style->sends ? ":" : ",", value->name,
                              value->value);
            menu->names[i] = mem_copy(style->name);
            menu->items[i] = buffer_take(&text);
        } else {
            menu->items[i] = mem_copy(SAVE_ITEM);
        }
    }
    store_entries_clear(&kept);
    list_init(&menu->list);
    list_set_rows(&menu->list, ids, count);
    free(ids);
    overlay_push(&app->overlays, &menu_overlay, menu);
}
