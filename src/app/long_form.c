/* Owns how a long form opens: about the project at hand, or about the marked ones. */
#include "long_form.h"

#include <stdlib.h>
#include <string.h>

#include "draft.h"
#include "used.h"
#include "steno/api/param.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/core/form_warn.h"
#include "steno/widget/form.h"

/* Opens a long form about the project at hand or about the marked ones. */
struct app_form *app_long_form_open(struct app *app, enum app_form_kind kind, const struct param_table *table,
                                    const char *verb)
{
    bool batch = app->focus == PANE_PROJECTS && app->list.mark_count > 0;
    const struct app_project *project = app_project_at_hand(app);
    struct app_form *form = app_form_push(app, kind, batch ? 0 : project->id, form_new(table, FORM_LONG));
    if (!form)
        return NULL;
    form_set_warn(form->form, form_warn_params);
    free(form->title);
    if (batch) {
        form->id_count = app->list.mark_count;
        form->ids = mem_alloc(form->id_count * sizeof *form->ids);
        memcpy(form->ids, app->list.marks, form->id_count * sizeof *form->ids);
        form->title =
            mem_printf("%s %zu marked project%s", verb, form->id_count, form->id_count == 1 ? "" : "s");
    } else {
        char *title = app_project_title(app, project->id);
        form->title = mem_printf("%s %s", verb, title);
        free(title);
    }
    app_form_want_draft(app, form);
    app_form_want_used(app, form);
    return form;
}
