/* Owns drafts, used values and what is restored into a form. Drafts hold no secret: param_set_to_json drops
 * them. */
#include "app_topics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

/* Only the long forms keep drafts: the short ones are typed anew in seconds. */
static bool draft_is_kept(const struct app_form *form)
{
    return form->kind == APP_FORM_ENQUEUE || form->kind == APP_FORM_EXPORT;
}

void app_form_save_draft(struct app *app, struct app_form *form)
{
    form->touched = true;
    if (!draft_is_kept(form))
        return;
    struct param_set *values = form_draft(form->form);
    bool empty = param_set_count(values) == 0;
    struct store_op *op = app_store(app, empty ? STORE_DRAFT_DROP : STORE_DRAFT_SAVE, form->project_id);
    op->name = mem_copy(form_table(form->form)->name);
    if (!empty)
        op->json = param_set_to_json(values);
    op->when_ms = app->wall_ms;
    param_set_free(values);
    form_mark_clean(form->form);
}

void app_forms_save_drafts(struct app *app)
{
    for (int i = 0; i < app->form_count; i++) {
        if (form_is_dirty(app->forms[i].form) || form_editor(app->forms[i].form))
            app_form_save_draft(app, &app->forms[i]);
    }
}

void app_form_want_draft(struct app *app, struct app_form *form)
{
    struct store_op *op = app_store(app, STORE_DRAFT_LOAD, form->project_id);
    op->name = mem_copy(form_table(form->form)->name);
    form->draft_serial = op->serial;
}

void app_form_drop_draft(struct app *app, const struct app_form *form)
{
    app_store(app, STORE_DRAFT_DROP, form->project_id)->name = mem_copy(form_table(form->form)->name);
}

/* Was something done with the form since it was opened that another text in its fields would spoil? */
static bool draft_would_disturb(const struct app *app, const struct app_form *form)
{
    return form->touched || form->serial || app_form_is_covered(app) || form_is_dirty(form->form) ||
           form_editor(form->form) || form_changed_count(form->form) > 0;
}

/* A draft is put back when nothing was done meanwhile, else that is said. */
void app_form_draft(struct app *app, const struct store_result *result)
{
    for (int i = 0; i < app->form_count; i++) {
        struct app_form *form = &app->forms[i];
        if (form->draft_serial != result->serial)
            continue;
        char when[DATE_TEXT_SIZE];
        if (!result->json)
            return;
        app_time_text(app, when, sizeof when, result->when_ms);
        if (draft_would_disturb(app, form)) {
            app_form_message(app, form, false, "The draft of %s came too late to be put back", when);
            return;
        }
        struct param_set *set = param_set_from_json(form_table(form->form), result->json, NULL);
        form_load(form->form, set);
        form_mark_clean(form->form);
        app_scene_change(app);
        app_form_message(app, form, false, "Draft of %s is back: %s starts afresh", when,
                         app_key_of(app, "form-unset-all"));
        param_set_free(set);
        return;
    }
}

/* Is a form of this kind about this project open? */
static bool draft_is_typed(const struct app *app, enum app_form_kind kind, int64_t id)
{
    for (int i = 0; i < app->form_count; i++) {
        if (app->forms[i].kind == kind && app->forms[i].project_id == id && !app->forms[i].id_count)
            return true;
    }
    return false;
}

void app_form_accepted(struct app *app, enum app_form_kind kind, struct app_form *form, int64_t id)
{
    if (form) {
        app_used_remember(app, form_values(form->form));
        app_form_drop_draft(app, form);
        app_form_close(app, form);
    } else if (!draft_is_typed(app, kind, id)) {
        const struct param_table *table = kind == APP_FORM_ENQUEUE ? &params_enqueue : &params_export;
        app_store(app, STORE_DRAFT_DROP, id)->name = mem_copy(table->name);
    }
}

void app_used_remember(struct app *app, const struct param_set *set)
{
    for (size_t i = 0; i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        const char *value = param_set_get(set, (int)i);
        if (!value || !*value || def->secret || def->type == PARAM_BOOL)
            continue;
        struct store_op *op = app_store(app, STORE_USED_ADD, 0);
        op->name = mem_printf("%s.%s", set->table->name, def->name);
        op->text = mem_copy(value);
        op->when_ms = app->wall_ms;
    }
}

/* The focused field's row name, or NULL. */
static const char *used_focused(const struct app_form *form)
{
    struct form_row rows[64];
    size_t count = form_rows(form->form, 1, rows);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].is_focused && rows[i].def)
            return rows[i].def->name;
    }
    return NULL;
}

void app_form_want_used(struct app *app, struct app_form *form)
{
    const char *name = used_focused(form);
    int row = name ? param_find(form_table(form->form), name) : -1;
    if (row < 0 || row >= 64 || (form->used_asked & (1ull << row)) ||
        form_table(form->form)->rows[row].secret)
        return;
    form->used_asked |= 1ull << row;
    app_store(app, STORE_USED_LIST, 0)->name = mem_printf("%s.%s", form_table(form->form)->name, name);
}

void app_used_listed(struct app *app, const struct store_result *result)
{
    if (app_metadata_server_known(app, result))
        return;
    struct app_form *form = app_form_top(app);
    const char *dot = result->name ? strchr(result->name, '.') : NULL;
    if (!form || !dot || result->entry_count == 0)
        return;
    const char *table = form_table(form->form)->name;
    if (strlen(table) != (size_t)(dot - result->name) || strncmp(table, result->name, strlen(table)) != 0)
        return;
    const char **values = mem_alloc(result->entry_count * sizeof *values);
    size_t count = 0;
    for (size_t i = 0; i < result->entry_count; i++) {
        if (result->entries[i].text)
            values[count++] = result->entries[i].text;
    }
    form_set_used(form->form, dot + 1, values, count);
    free(values);
}
