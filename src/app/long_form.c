/* Owns how a long form opens: about the project at hand, or about the marked ones. */
#include "long_form.h"

#include <stdlib.h>
#include <string.h>

#include "form_draft.h"
#include "used.h"
#include "form_actions.h"
#include "forms.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/core/form_warn.h"
#include "steno/widget/form.h"

/* The form is about all marked projects. */
static void long_form_take_marks(struct app *app, struct app_form *form)
{
    size_t count = app->list.mark_count;
    form->ids = mem_alloc(count * sizeof *form->ids);
    memcpy(form->ids, app->list.marks, count * sizeof *form->ids);
    form->id_count = count;
    free(form->title);
    form->title = mem_printf("%s %zu marked project%s", form->ops->title, count, count == 1 ? "" : "s");
}

struct app_form *app_long_form_open(struct app *app, const struct form_ops *ops)
{
    bool marked = app->list.mark_count > 0;
    struct app_form *form = app_form_open(app, ops, marked ? 0 : app_project_at_hand(app)->id);
    if (!form)
        return NULL;
    form_set_warn(form->form, form_warn_params);
    if (marked)
        long_form_take_marks(app, form);
    app_form_check(app, form);
    app_draft_want(app, form);
    app_used_want(app, form);
    return form;
}
