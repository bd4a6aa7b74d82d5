/* Owns the values that were used before: offered when a field is reached. What is remembered is
 * core/receipt's. */
#include "used.h"

#include <stdlib.h>
#include <string.h>

#include "store.h"
#include "steno/api/param.h"
#include "steno/app/forms.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/core/store_op.h"
#include "steno/widget/form.h"

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

/* Offers the values in the form on top, if that has the field. */
static void used_listed(struct app *app, const struct store_result *result)
{
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

void app_form_want_used(struct app *app, struct app_form *form)
{
    const char *name = used_focused(form);
    int row = name ? param_find(form_table(form->form), name) : -1;
    if (row < 0 || row >= 64 || (form->used_asked & (1ull << row)) ||
        form_table(form->form)->rows[row].secret)
        return;
    form->used_asked |= 1ull << row;
    app_store_ask(app, STORE_USED_LIST, 0, used_listed)->name =
        mem_printf("%s.%s", form_table(form->form)->name, name);
}
