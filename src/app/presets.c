/* Owns what opens over a form: presets to choose or save, the exact request, help. */
#include "steno/app/presets.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draft.h"
#include "keys.h"
#include "private.h"
#include "store.h"
#include "steno/api/json.h"
#include "steno/api/param.h"
#include "steno/app/action.h"
#include "steno/app/ask.h"
#include "steno/app/effect.h"
#include "steno/app/forms.h"
#include "steno/app/keep.h"
#include "steno/app/keymap.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/buffer.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/preset_name.h"
#include "steno/core/store_op.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"
#include "steno/widget/lineedit.h"
#include "steno/widget/list.h"

#define SAVE_ITEM     "Save these values as a preset…"
#define LAST_RUN_ITEM "As the project was last transcribed"

/* --- presets --- */

void app_menu_close(struct app *app)
{
    for (size_t i = 0; i < app->menu->count; i++)
        free(app->menu->items[i]);
    for (size_t i = 0; i < app->menu->count; i++)
        free(app->menu->names[i]);
    free(app->menu->names);
    free(app->menu->items);
    free(app->menu->title);
    list_free(&app->menu->list);
    *app->menu = (struct app_menu){0};
    app->private->menu_key_count = 0;
    list_init(&app->menu->list);
    overlay_remove(&app->overlays, app->menu);
    app_dirty(app, DIRTY_FORM | DIRTY_LAYOUT);
}

/* The TranscriptionConfig of the project whose form is on top, when it is an object that this form takes; or
 * NULL. */
static const json_t *preset_last_run(const struct app *app)
{
    const struct app_form *form = app_form_top(app);
    const struct app_project *project = form ? app_project_find(app, form->project_id) : NULL;
    const json_t *config =
        project && project->full ? json_object_get(project->full->record.raw, "TranscriptionConfig") : NULL;
    return form && form->ops->takes_last_run && json_is_object(config) ? config : NULL;
}

/* Fills the form with what the last run was given. Two members have another name there than the parameter. */
static void preset_take_last_run(struct app *app)
{
    static const char *const renamed[][2] = {{"Language", "Lang"}, {"Profile", "TranscriptionProfile"}};
    struct app_form *form = app_form_top(app);
    const json_t *config = preset_last_run(app);
    struct param_set *set = param_set_new(form_table(form->form));
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)(uintptr_t)config, name, value)
    {
        const char *param = name;
        for (size_t i = 0; i < 2; i++)
            param = strcmp(name, renamed[i][0]) == 0 ? renamed[i][1] : param;
        int row = param_find(set->table, param);
        struct buffer text;
        buffer_init(&text, LINEEDIT_MAX);
        if (json_is_string(value))
            buffer_append_text(&text, json_string_value(value));
        else if (json_is_boolean(value) || json_is_number(value))
            json_write(&text, value);
        if (row >= 0 && text.len > 0)
            param_set_put_raw(set, row, buffer_text(&text));
        buffer_free(&text);
    }
    form_load(form->form, set);
    app_form_save_draft(app, form);
    app_form_message(app, form, false, "%d values of the last transcription", param_set_count(set));
    param_set_free(set);
}

static const struct overlay_ops menu_overlay;

/* Opens a menu without lines that takes the keys until the store has answered. */
static void menu_wait(struct app *app, char *title, uint64_t serial)
{
    app_menu_close(app);
    overlay_push(&app->overlays, &menu_overlay, app->menu);
    app->menu->title = title;
    app->menu->waits = true;
    app->private->preset_serial = serial;
}

/* Keys that were pressed before the answer came mean what they would mean now, but none of them sends. */
static void menu_replay(struct app *app, const struct key *keys, size_t count)
{
    app->early = !app->linear;
    for (size_t i = 0; i < count; i++)
        app_key(app, keys[i]);
}

/* Takes the keys that were kept out of the menu; returns how many. */
static size_t menu_take_keys(struct app *app, struct key keys[MENU_KEYS_MAX])
{
    size_t count = app->private->menu_key_count;
    memcpy(keys, app->private->menu_keys, count * sizeof *keys);
    app->private->menu_key_count = 0;
    return count;
}

/* Is this the answer that the menu waits for? When it is that the store could not, the menu closes, and the
 * keys go with it: they were meant for what did not come. */
static bool menu_answered(struct app *app, const struct store_result *result)
{
    bool is_it = app->menu->waits && result->serial == app->private->preset_serial;
    if (is_it && !result->ok)
        app_menu_close(app);
    return is_it && result->ok && app->form_count > 0;
}

static app_store_reply presets_listed, preset_loaded;

void app_presets_open(struct app *app)
{
    struct store_op *op = app_store_ask(app, STORE_PRESET_LIST, 0, presets_listed);
    op->text = mem_copy(form_table(app_form_top(app)->form)->name);
    menu_wait(app, mem_copy("Presets: reading …"), op->serial);
}

static void presets_listed(struct app *app, const struct store_result *result)
{
    struct key keys[MENU_KEYS_MAX];
    if (!menu_answered(app, result))
        return;
    size_t key_count = menu_take_keys(app, keys);
    app_menu_close(app);
    bool last_run = preset_last_run(app) != NULL;
    size_t count = result->entry_count + last_run + 1;
    overlay_push(&app->overlays, &menu_overlay, app->menu);
    app->menu->title = mem_copy("Presets");
    app->menu->items = mem_zero(count, sizeof *app->menu->items);
    app->menu->names = mem_zero(count, sizeof *app->menu->names);
    int64_t *ids = mem_zero(count, sizeof *ids);
    for (size_t i = 0; i < result->entry_count; i++) {
        app->menu->names[i] = mem_copy(result->entries[i].name);
        app->menu->items[i] = text_clean_copy(app->menu->names[i]);
        ids[i] = (int64_t)i;
    }
    if (last_run) {
        app->menu->items[count - 2] = mem_copy(LAST_RUN_ITEM);
        ids[count - 2] = (int64_t)count - 2;
    }
    app->menu->items[count - 1] = mem_copy(SAVE_ITEM);
    ids[count - 1] = (int64_t)count - 1;
    app->menu->count = count;
    list_set_rows(&app->menu->list, ids, count);
    free(ids);
    app_dirty(app, DIRTY_FORM);
    menu_replay(app, keys, key_count);
}

/* Says it in the form, where there still is one. */
static void preset_tell(struct app *app, const char *text)
{
    if (app->form_count > 0)
        app_form_message(app, app_form_top(app), false, "%s", text);
    else
        app_say(app, "%s", text);
}

/* Keeps what the form shows under the name that was typed. */
static void preset_save(struct app *app, int64_t id, const char *name)
{
    (void)id;
    struct app_form *form = app_form_top(app);
    struct error err;
    if (!*name)
        return;
    if (!form || form_is_short(form->form)) {
        app_say_bad(app, "No preset was saved: the form was accepted meanwhile");
        return;
    }
    char *checked = preset_name_check(name, &err);
    if (!checked) {
        app_form_message(app, form, true, "Preset not saved: %s", err.text);
        return;
    }
    struct app_owed *owed = app_keep(app, STORE_PRESET_SAVE, 0, mem_printf("preset “%s”", checked),
                                     mem_printf("Preset “%s” saved", checked));
    struct store_op *op = owed->op;
    owed->tell = preset_tell;
    op->name = checked;
    op->text = mem_copy(form_table(form->form)->name);
    op->json = param_set_to_json(form_values(form->form));
    op->when_ms = app->wall_ms;
}

static const struct prompt_ops preset_prompt = {.label = "Save as preset: ",
                                                .kept_as = "line.preset",
                                                .overwrites = true,
                                                .shows = SHOWS_NOTHING,
                                                .accept = preset_save};

/* Does what the chosen line says. */
static void menu_choose(struct app *app)
{
    size_t at = app->menu->list.selected;
    if (at + 1 == app->menu->count) {
        app_menu_close(app);
        app_prompt_open(app, &preset_prompt, 0, "");
        return;
    }
    if (!app->menu->names[at]) {
        app_menu_close(app);
        preset_take_last_run(app);
        return;
    }
    struct store_op *op = app_store_ask(app, STORE_PRESET_LOAD, 0, preset_loaded);
    op->name = mem_copy(app->menu->names[at]);
    menu_wait(app, mem_printf("Presets: loading “%s” …", app->menu->items[at]), op->serial);
}

static void preset_delete(struct app *app, int64_t id, const char *name)
{
    (void)id;
    char *clean = text_clean_copy(name);
    app_keep(app, STORE_PRESET_DROP, 0, mem_printf("deletion of preset “%s”", clean),
             mem_printf("Preset “%s” deleted", clean))
        ->op->name = mem_copy(name);
    free(clean);
    if (app->form_count > 0)
        app_presets_open(app); /* lists the rest */
}

/* Asks about the preset under the cursor. */
static void menu_delete_ask(struct app *app)
{
    const char *name = app->menu->names[app->menu->list.selected];
    if (!name)
        return;
    app_ask(app, &(struct app_question_ask){
                     .parts = {{.words = "Delete preset “"}, {.piece = name}, {.words = "”?"}},
                     .arg = name,
                     .yes = preset_delete,
                     .refused = "Nothing was deleted"});
}

/* Keeps a key for the answer. */
static void menu_keep_key(struct app *app, struct key key)
{
    if (app->private->menu_key_count < MENU_KEYS_MAX)
        app->private->menu_keys[app->private->menu_key_count++] = key;
}

/* Rows of the menu: the body without the title. */
static size_t menu_height(const struct app *app)
{
    return app->layout.body.h > 1 ? (size_t)app->layout.body.h - 1 : 1;
}

/* Does what the action of this name means in a menu. */
static void menu_do(struct app *app, const char *action)
{
    if (strcmp(action, "back") == 0)
        app_menu_close(app);
    else if (strcmp(action, "enter") == 0)
        menu_choose(app);
    else if (strcmp(action, "delete") == 0)
        menu_delete_ask(app);
    else
        app_list_step(&app->menu->list, action, menu_height(app));
    app_dirty(app, DIRTY_FORM);
}

/* A key while the menu is open. */
static void menu_key(void *context, struct key key)
{
    struct app *app = context;
    const struct action *action = keymap_find(app->keymap, IN_PROJECTS, key);
    const char *name = action ? action->name : "";
    if (app->menu->waits && strcmp(name, "back") != 0)
        menu_keep_key(app, key);
    else
        menu_do(app, name);
}

/* Puts the cursor on a line where a number is given, and does something there. */
static bool menu_choose_line(void *context, size_t number, const char *action)
{
    struct app *app = context;
    if (number > app->menu->count || (!action && number == 0))
        return false;
    if (number > 0)
        list_select_row(&app->menu->list, number - 1, menu_height(app));
    if (action)
        menu_do(app, action);
    app_dirty(app, DIRTY_FORM);
    return true;
}

static bool menu_close(void *context)
{
    app_menu_close(context);
    return true;
}

static bool menu_hints(const void *context, char *out, size_t size)
{
    const struct app *app = context;
    snprintf(out, size, "%s Load  %s Delete  %s Leave", app_key_of(app, "enter"), app_key_of(app, "delete"),
             app_key_of(app, "back"));
    return true;
}

static const struct overlay_ops menu_overlay = {.kind = OVERLAY_MENU,
                                                .key = menu_key,
                                                .choose = menu_choose_line,
                                                .close = menu_close,
                                                .interrupt = menu_close,
                                                .hints = menu_hints};

static void preset_loaded(struct app *app, const struct store_result *result)
{
    struct app_form *form = app_form_top(app);
    struct key keys[MENU_KEYS_MAX];
    if (!menu_answered(app, result))
        return;
    size_t key_count = menu_take_keys(app, keys);
    app_menu_close(app);
    char *clean = text_clean_copy(result->name ? result->name : "");
    if (!result->json) {
        app_form_message(app, form, true, "There is no preset “%s” any more", clean);
        free(clean);
        return;
    }
    int unknown = 0;
    struct param_set *set = param_set_from_json(form_table(form->form), result->json, &unknown);
    form_load(form->form, set);
    param_set_free(set);
    app_form_save_draft(app, form);
    app_form_message(app, form, false, "Preset “%s” loaded", clean);
    free(clean);
    menu_replay(app, keys, key_count);
}

/* --- the exact request, and help over a form --- */
