/* Owns the drafts of forms in the store: saved field by field, restored when a form opens, and watched for
 * what another session changes in them. What was changed in a form is widget/draft.h's, without its secrets.
 */
/* SPDX-License-Identifier: MIT */
#include "form_draft.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/client/store_calls.h"
#include "steno/api/param.h"
#include "forms.h"
#include "steno/client/saves.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"
#include "steno/widget/draft.h"
#include "steno/widget/form.h"
#include "steno/widget/overlay.h"

/* "draft of enqueue 1": what sentences call it, and its name among what is being saved. Caller frees. */
static char *form_draft_what(const char *name, int64_t id)
{
    return id ? mem_printf("draft of %s %lld", name, (long long)id) : mem_printf("draft of %s", name);
}

/* These fields as the store takes them: null for one that is not set, false where the form would open with
 * it. */
static json_t *form_draft_json(const struct app_form *form, const struct param_set *set, uint64_t fields)
{
    json_t *object = json_object();
    for (size_t i = 0; i < set->table->count && i < DRAFT_ROWS_MAX; i++) {
        const char *value = param_set_get(set, (int)i);
        if (fields & (UINT64_C(1) << i))
            json_object_set_new(object, set->table->rows[i].name,
                                value                                ? json_string(value)
                                : param_set_get(form->start, (int)i) ? json_false()
                                                                     : json_null());
    }
    return object;
}

/* The store has been given these fields. */
static void form_draft_note_stored(struct app_draft *draft, const struct param_set *now, uint64_t fields)
{
    for (size_t i = 0; draft->stored && i < now->table->count && i < DRAFT_ROWS_MAX; i++) {
        const char *value = param_set_get(now, (int)i);
        if (!(fields & (UINT64_C(1) << i)))
            continue;
        if (value)
            param_set_put_raw(draft->stored, (int)i, value);
        else
            param_set_unset(draft->stored, (int)i);
    }
}

static void form_draft_saved(struct client *client, const struct store_result *result, uint64_t fields);

/* Has the store save these fields. */
static void form_draft_save(struct app *app, struct app_form *form, const struct param_set *now,
                            uint64_t fields, const char *said)
{
    struct app_draft *draft = &form->draft;
    char *what = form_draft_what(now->table->name, form->project_id);
    struct unsaved *unsaved =
        saves_keep(app->client, STORE_DRAFT_SAVE, form->project_id, what, mem_copy_or_null(said));
    unsaved->fields = fields;
    unsaved->done = form_draft_saved;
    unsaved->op->name = mem_copy(now->table->name);
    unsaved->op->json = form_draft_json(form, now, fields);
    unsaved->op->when_ms = app->client->wall_ms;
    draft->serial = unsaved->serial;
    draft->failed = 0;
    draft->handed_over = true;
    form_draft_note_stored(draft, now, fields);
}

/* Saves the fields that were changed here since the last time, and no others: another session may have
 * changed those. `said` may be shown once they are saved. False when nothing was changed. */
static bool form_draft_submit(struct app *app, struct app_form *form, const char *said)
{
    struct param_set *now = draft_now(form->form);
    uint64_t fields = draft_differences(form->edited.base, now) | form->draft.failed;
    if (fields)
        form_draft_save(app, form, now, fields, said);
    param_set_free(now);
    draft_take_base(&form->edited, form->form);
    return fields != 0;
}

void app_draft_save(struct app *app, struct app_form *form)
{
    form->edited.touched = true;
    form_draft_submit(app, form, NULL);
}

void app_drafts_save(struct app *app)
{
    for (int i = 0; i < app->form_count; i++)
        form_draft_submit(app, &app->forms[i], NULL);
}

void app_draft_leave(struct app *app, struct app_form *form)
{
    static const char kept[] = "Draft saved";
    bool worth = draft_differences(form->start, form_values(form->form)) != 0;
    if (form_draft_submit(app, form, worth ? kept : NULL) || !worth)
        return;
    char *what = form_draft_what(form_table(form->form)->name, form->project_id);
    struct unsaved *unsaved = saves_find(app->client, what);
    free(what);
    if (!unsaved)
        app_say(app, "%s", kept);
    else
        unsaved->said = mem_copy(kept);
}

void app_drafts_moved(struct app *app)
{
    for (int i = 0; i < app->form_count; i++) {
        struct app_form *form = &app->forms[i];
        struct param_set *none = param_set_new(form_table(form->form));
        form->draft.failed |= draft_differences(none, form->edited.base);
        param_set_free(none);
        param_set_free(form->draft.stored);
        form->draft.stored = NULL;
        form->draft.serial = 0;
    }
}

static client_store_reply form_draft_loaded;

void app_draft_want(struct app *app, struct app_form *form)
{
    struct store_op *op =
        client_store_ask(app->client, STORE_DRAFT_LOAD, form->project_id, form_draft_loaded);
    op->name = mem_copy(form_table(form->form)->name);
    form->draft.serial = op->serial;
}

void app_drafts_look(struct app *app)
{
    for (int i = 0; i < app->form_count; i++) {
        if (app_form_has_request(&app->forms[i]) && app->forms[i].draft.loaded)
            app_draft_want(app, &app->forms[i]);
    }
}

/* Drops the draft of a form of this name about this project; a save of it in progress is waited for no
 * longer.
 */
static void form_draft_drop(struct app *app, const char *name, int64_t id)
{
    char *what = form_draft_what(name, id);
    saves_waive(app->client, what);
    free(what);
    client_store(app->client, STORE_DRAFT_DROP, id)->name = mem_copy(name);
}

void app_draft_discard(struct app *app, struct app_form *form)
{
    if (form->draft.handed_over || (form->draft.stored && param_set_count(form->draft.stored) > 0))
        form_draft_drop(app, form->ops->table->name, form->project_id);
}

/* Was something done with the form since it was opened that restored values would disturb? */
static bool form_draft_would_disturb(const struct app *app, const struct app_form *form)
{
    struct param_set *now = draft_now(form->form);
    bool changed = draft_differences(form->edited.base, now) != 0;
    param_set_free(now);
    return changed || form->edited.touched || form->serial || app_form_is_covered(app) ||
           (app_form_has_request(form) && form_editor(form->form)) || form_menu_line(form->form);
}

/* Shows that the draft was restored, after the message about a refused key, which nobody has seen yet. */
static void form_draft_say_back(struct app *app, struct app_form *form, int64_t when_ms)
{
    char when[DATE_TEXT_SIZE];
    bool refused = form->message && form->message_is_bad;
    date_format_short(when, sizeof when, when_ms, app->client->wall_ms, app->client->zone, DATE_SINCE);
    char *before = refused ? mem_printf("%s. ", form->message) : mem_copy("");
    app_form_message(app, form, refused, "%sRestored draft of %s: %s discards it", before, when,
                     app_key_of(app, "form-unset-all"));
    free(before);
}

/* Restores the fields of the draft; the others stay as they are. */
static void form_draft_put_back(struct app *app, struct app_form *form, const struct param_set *set,
                                const struct store_result *result)
{
    int64_t when_ms = result->when_ms;
    char when[DATE_TEXT_SIZE];
    date_format_short(when, sizeof when, when_ms, app->client->wall_ms, app->client->zone, DATE_SINCE);
    char *whence = mem_printf("draft of %s", when);
    for (size_t i = 0; i < set->table->count; i++) {
        const char *name = set->table->rows[i].name, *value = param_set_get(set, (int)i);
        if (value || json_is_false(json_object_get(result->json, name)))
            form_put(form->form, name, value);
        if (value)
            form_set_whence(form->form, (int)i, whence);
    }
    free(whence);
    draft_take_base(&form->edited, form->form);
    app_form_check(app, form);
    overlay_touch(&app->overlays);
    app_time_text(app, when, sizeof when, when_ms);
    if (app_form_has_request(form)) {
        form_draft_say_back(app, form, when_ms);
        return;
    }
    form_go_needed(form->form);
    app_form_message(app, form, false, "Restored what was typed here (%s)", when);
}

/* "Lang, StartTranscriptionAtSeconds". Caller frees. */
static char *form_draft_names(const struct param_table *table, uint64_t fields)
{
    struct buffer names;
    buffer_init(&names, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < table->count && i < DRAFT_ROWS_MAX; i++) {
        if (fields & (UINT64_C(1) << i))
            buffer_printf(&names, "%s%s", names.len ? ", " : "", table->rows[i].name);
    }
    return buffer_take(&names);
}

/* Shows which fields another session has changed. The form stays as it is: nobody shall send what he has not
 * seen. */
static void form_draft_tell_changed(struct app *app, struct app_form *form, const struct param_set *set)
{
    struct param_set *now = draft_now(form->form);
    uint64_t fields = draft_differences(form->draft.stored, set) & draft_differences(now, set);
    char *names = form_draft_names(set->table, fields);
    if (fields && param_set_count(set) == 0)
        app_form_message(app, form, false,
                         "Another session sent or cleared this draft; this form is unchanged");
    else if (fields)
        app_form_message(app, form, false,
                         "Another session changed %s; this form is unchanged: open it again to see the draft",
                         names);
    free(names);
    param_set_free(now);
}

/* The draft as the store has it after the last operation of this form. */
static void form_draft_arrived(struct app *app, struct app_form *form, const struct store_result *result,
                               bool was_asked)
{
    struct app_draft *draft = &form->draft;
    struct param_set *set = param_set_from_json(form_table(form->form), result->json, NULL);
    bool first = !draft->loaded && was_asked;
    char when[DATE_TEXT_SIZE];
    app_time_text(app, when, sizeof when, result->when_ms);
    if (draft->stored && draft->loaded)
        form_draft_tell_changed(app, form, set);
    else if (first && result->json && form_draft_would_disturb(app, form))
        app_form_message(app, form, false, "The draft of %s arrived too late to be restored", when);
    else if (first && result->json)
        form_draft_put_back(app, form, set, result);
    param_set_free(draft->stored);
    draft->stored = set;
    draft->loaded = true;
}

/* The form whose last operation was answered, else one of the same table and project; NULL for none. */
static struct app_form *form_draft_owner(struct app *app, const struct store_result *result)
{
    struct app_form *same = NULL;
    for (int i = app->form_count; i-- > 0;) {
        struct app_form *form = &app->forms[i];
        if (form->draft.serial == result->serial)
            return form;
        if (result->name && form->project_id == result->id &&
            strcmp(form_table(form->form)->name, result->name) == 0)
            same = form;
    }
    return same;
}

/* These fields were saved, or are to be saved again with the next ones. */
static void form_draft_saved(struct client *client, const struct store_result *result, uint64_t fields)
{
    struct app *app = client->self;
    struct app_form *form = form_draft_owner(app, result);
    if (form && !result->ok) {
        form->draft.failed |= fields;
        param_set_free(form->draft.stored); /* it says that they were */
        form->draft.stored = NULL;
    } else if (form && form->draft.serial == result->serial) {
        form_draft_arrived(app, form, result, false);
    }
}

/* The draft that an earlier session, or another one, has saved. */
static void form_draft_loaded(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct app_form *form = result->ok ? form_draft_owner(app, result) : NULL;
    if (form && form->draft.serial == result->serial) {
        form_draft_arrived(app, form, result, true);
    } else if (form && result->json && !form->draft.loaded) {
        char when[DATE_TEXT_SIZE];
        app_time_text(app, when, sizeof when, result->when_ms);
        form->draft.loaded = true;
        app_form_message(app, form, false, "The draft of %s arrived too late to be restored", when);
    }
}

void app_form_accepted(struct app *app, const struct form_ops *ops, struct app_form *form, int64_t id)
{
    if (form) {
        form_draft_drop(app, form->ops->table->name, form->project_id);
        app_form_close(app, form);
    } else if (!app_form_about(app, ops, id)) {
        form_draft_drop(app, ops->table->name, id);
    }
}
