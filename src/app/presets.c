/* Owns presets: the menu of them over a form, filling the form with one, saving and deleting. */
#include "steno/app/presets.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "draft.h"
#include "store.h"
#include "steno/api/json.h"
#include "steno/api/param.h"
#include "steno/app/ask.h"
#include "steno/app/forms.h"
#include "steno/app/keep.h"
#include "steno/app/menu.h"
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
#include "steno/widget/lineedit.h"
#include "steno/widget/list.h"

#define SAVE_ITEM     "Save these values as a preset…"
#define LAST_RUN_ITEM "As the project was last transcribed"

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

static const struct menu_ops preset_menu;
static app_store_reply presets_listed, preset_loaded;

void app_presets_open(struct app *app)
{
    struct store_op *op = app_store_ask(app, STORE_PRESET_LIST, 0, presets_listed);
    op->text = mem_copy(form_table(app_form_top(app)->form)->name);
    app_menu_wait(app, &preset_menu, mem_copy("Presets: reading …"), op->serial);
}

static void presets_listed(struct app *app, const struct store_result *result)
{
    struct menu_keys kept;
    if (!app_menu_answer(app, result, &kept))
        return;
    bool last_run = preset_last_run(app) != NULL;
    size_t count = result->entry_count + last_run + 1;
    char **items = mem_zero(count, sizeof *items), **names = mem_zero(count, sizeof *names);
    for (size_t i = 0; i < result->entry_count; i++) {
        names[i] = mem_copy(result->entries[i].name);
        items[i] = text_clean_copy(names[i]);
    }
    if (last_run)
        items[count - 2] = mem_copy(LAST_RUN_ITEM);
    items[count - 1] = mem_copy(SAVE_ITEM);
    app_menu_open(app, &preset_menu, mem_copy("Presets"), items, names, count);
    app_menu_replay(app, &kept);
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
    owed->tell = app_form_say;
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
static void preset_choose(struct app *app, size_t at)
{
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
    app_menu_wait(app, &preset_menu, mem_printf("Presets: loading “%s” …", app->menu->items[at]), op->serial);
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

/* Asks before a preset is deleted. */
static void preset_delete_ask(struct app *app, size_t at)
{
    const char *name = app->menu->names[at];
    if (!name)
        return;
    app_ask(app, &(struct app_question_ask){
                     .parts = {{.words = "Delete preset “"}, {.piece = name}, {.words = "”?"}},
                     .arg = name,
                     .yes = preset_delete,
                     .refused = "Nothing was deleted"});
}

static const struct menu_ops preset_menu = {
    .verb = "Load", .choose = preset_choose, .remove = preset_delete_ask};

static void preset_loaded(struct app *app, const struct store_result *result)
{
    struct app_form *form = app_form_top(app);
    struct menu_keys kept;
    if (!app_menu_answer(app, result, &kept))
        return;
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
    app_menu_replay(app, &kept);
}
