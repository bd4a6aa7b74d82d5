/* Owns which fields are folded away: those of a group that the values leave without a use. A value or an
 * error keeps a field in sight. */
#include <string.h>

#include "form.h"

void form_fold(struct form *form)
{
    const char *group = form->fold ? form->fold(form->values) : NULL;
    for (size_t i = 0; i < form->table->count; i++)
        form->fields[i].folded =
            group && !form->fields[i].opened && strcmp(form->table->rows[i].group, group) == 0;
}

void form_unfold(struct form *form, int field)
{
    const char *group = form_def(form, field)->group;
    for (size_t i = 0; i < form->table->count; i++) {
        if (strcmp(form->table->rows[i].group, group) == 0)
            form->fields[i].opened = true;
    }
    form_fold(form);
    form_build_lines(form);
    form_fit(form);
}

bool form_hides_away(const struct form *form, int field)
{
    const struct form_field *own = &form->fields[field];
    return own->folded && !own->error && !param_set_get(form->values, field) &&
           !(form->edit && field == form->focus);
}
