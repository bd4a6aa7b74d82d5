/* Owns how a long form opens: about the project at hand, or about the marked ones. */
#include "long_form.h"

#include <stdlib.h>
#include <string.h>

#include "draft.h"
#include "used.h"
#include "steno/app/form_keys.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/core/form_warn.h"
#include "steno/widget/form.h"

struct app_form *app_long_form_open(struct app *app, const struct form_ops *ops)
{
    bool batch = app->focus == PANE_LIST && app->list.mark_count > 0;
    struct app_form *form = app_form_open(app, ops, batch ? 0 : app_project_at_hand(app)->id);
    if (!form)
        return NULL;
    form_set_warn(form->form, form_warn_params);
    if (batch) {
        form->id_count = app->list.mark_count;
        form->ids = mem_alloc(form->id_count * sizeof *form->ids);
        memcpy(form->ids, app->list.marks, form->id_count * sizeof *form->ids);
        free(form->title);
        form->title =
            mem_printf("%s %zu marked project%s", ops->title, form->id_count, form->id_count == 1 ? "" : "s");
    }
    app_form_want_draft(app, form);
    app_form_want_used(app, form);
    return form;
}
