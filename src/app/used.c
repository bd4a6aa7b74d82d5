/* Owns the values that were used before, as a form offers them. What is remembered is core/receipt's. */
/* SPDX-License-Identifier: MIT */
#include "used.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/client/store_calls.h"
#include "steno/api/param.h"
#include "steno/core/effect.h"
#include "steno/app/forms.h"
#include "state.h"
#include "steno/client/client_state.h"
#include "steno/base/mem.h"
#include "steno/core/store_op.h"
#include "steno/widget/draft.h"
#include "steno/widget/form.h"

/* The name of the focused field, or NULL. */
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

/* The field of the form that "enqueue.Lang" is about; NULL when that is a field of another form. */
static const char *used_field(const struct app_form *form, const char *name)
{
    const char *table = form_table(form->form)->name;
    size_t len = strlen(table);
    return name && strncmp(name, table, len) == 0 && name[len] == '.' ? name + len + 1 : NULL;
}

/* Offers the values in the form on top, if that has the field. */
static void used_listed(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct app_form *form = app_form_top(app);
    const char *field = form ? used_field(form, result->name) : NULL;
    if (!field || result->entry_count == 0)
        return;
    struct form_used *values = mem_alloc(result->entry_count * sizeof *values);
    size_t count = 0;
    for (size_t i = 0; i < result->entry_count; i++) {
        const struct store_entry *entry = &result->entries[i];
        if (entry->text)
            values[count++] = (struct form_used){entry->text, entry->id, entry->when_ms};
    }
    form_set_used(form->form, field, values, count);
    free(values);
    app_dirty(app, DIRTY_FORM);
    app_stale(app, STALE_FORM);
}

/* "used once", "used 14 times", and of the latest one when. */
static void used_count_text(const struct app *app, char *out, size_t size, const struct form_choice *row,
                            bool narrow, bool latest)
{
    char when[DATE_TEXT_SIZE] = "";
    const char *used = narrow ? "" : "used ";
    if (latest && !narrow)
        date_format_short(when, sizeof when, row->last_ms, app->client->wall_ms, app->client->zone,
                          DATE_SINCE);
    const char *last = *when ? ", last " : "";
    if (row->uses > 2)
        snprintf(out, size, "%s%" PRId64 " times%s%s", used, row->uses, last, when);
    else
        snprintf(out, size, "%s%s%s%s", used, row->uses == 1 ? "once" : "twice", last, when);
}

void app_used_note(const struct app *app, char *out, size_t size, const struct param_def *def,
                   const struct form_choice *row, bool narrow, bool latest)
{
    const char *def_text = def->def ? param_words(def, def->def) : NULL;
    *out = '\0';
    if (row->uses > 0)
        used_count_text(app, out, size, row, narrow, latest);
    else if (row->kind == CHOICE_UNSET && def_text)
        snprintf(out, size, "%s%s", narrow || def->local ? "default " : "the server takes ", def_text);
    else if (row->kind == CHOICE_UNSET)
        snprintf(out, size, "%s", narrow ? "no default" : "the server has no default for it");
    else if (row->kind == CHOICE_OTHER && !narrow)
        snprintf(out, size, "type a value of your own");
    else if (row->kind == CHOICE_TYPED)
        snprintf(out, size, "%s", narrow ? "as typed" : "as it was typed");
}

void app_used_want(struct app *app, struct app_form *form)
{
    const char *name = used_focused(form);
    int row = name ? param_find(form_table(form->form), name) : -1;
    uint64_t bit = row < 0 || row >= DRAFT_ROWS_MAX ? 0 : UINT64_C(1) << row;
    if (!bit || (form->used_asked & bit) || form_table(form->form)->rows[row].secret)
        return;
    form->used_asked |= bit;
    client_store_ask(app->client, STORE_USED_LIST, 0, used_listed)->name =
        mem_printf("%s.%s", form_table(form->form)->name, name);
}
