/* Owns the values that were used before, as a form offers them. What is remembered is core/receipt's. */
#include "used.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "store.h"
#include "steno/api/param.h"
#include "steno/app/forms.h"
#include "steno/app/state.h"
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
static void used_listed(struct app *app, const struct store_result *result)
{
    struct app_form *form = app_form_top(app);
    const char *field = form ? used_field(form, result->name) : NULL;
    if (!field || result->entry_count == 0)
        return;
    const char **values = mem_alloc(result->entry_count * sizeof *values);
    size_t count = 0;
    for (size_t i = 0; i < result->entry_count; i++) {
        if (result->entries[i].text)
            values[count++] = result->entries[i].text;
    }
    form_set_used(form->form, field, values, count);
    free(values);
}

void app_used_want(struct app *app, struct app_form *form)
{
    const char *name = used_focused(form);
    int row = name ? param_find(form_table(form->form), name) : -1;
    uint64_t bit = row < 0 || row >= DRAFT_ROWS_MAX ? 0 : UINT64_C(1) << row;
    if (!bit || (form->used_asked & bit) || form_table(form->form)->rows[row].secret)
        return;
    form->used_asked |= bit;
    app_store_ask(app, STORE_USED_LIST, 0, used_listed)->name =
        mem_printf("%s.%s", form_table(form->form)->name, name);
}
