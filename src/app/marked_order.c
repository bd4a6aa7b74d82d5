/* Owns in which order marked projects are sent, which of them are left out, and whether any is of some kind.
 */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "marked.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/core/settings.h"
#include "steno/widget/list.h"

int64_t *marked_order(struct app *app, const int64_t *ids, size_t count)
{
    int64_t *sorted = mem_alloc((count + 1) * sizeof *sorted), *out = mem_alloc((count + 1) * sizeof *out);
    bool *is_taken = mem_zero(count + 1, sizeof *is_taken);
    size_t taken = 0;
    for (size_t i = 0; i < count; i++)
        sorted[i] = ids[i];
    qsort(sorted, count, sizeof *sorted, list_compare_ids);
    for (size_t i = 0; i < app->list.count; i++) {
        const int64_t *at = bsearch(&app->list.ids[i], sorted, count, sizeof *sorted, list_compare_ids);
        if (!at)
            continue;
        is_taken[at - sorted] = true;
        out[taken++] = *at;
    }
    for (size_t i = 0; i < count; i++) {
        if (!is_taken[i])
            out[taken++] = sorted[i];
    }
    free(is_taken);
    free(sorted);
    return out;
}

void marked_keep(struct app *app, const char *const *left_out, char *end)
{
    struct marked *marked = app->prepared;
    struct marked_row *rows = mem_zero(marked->all + 1, sizeof *rows);
    size_t kept = 0, left = marked->all;
    for (size_t i = 0; i < marked->all; i++)
        kept += left_out[i] == NULL;
    for (size_t i = marked->all; i-- > 0;) {
        if (left_out[i])
            marked->rows[i].text = mem_copy(left_out[i]);
        rows[left_out[i] ? --left : --kept] = marked->rows[i];
    }
    free(marked->rows);
    marked->rows = rows;
    batch_free(&marked->order);
    batch_init(&marked->order, left, MARKED_AT_ONCE);
    free(marked->end);
    marked->end = end;
}

bool marked_any(const struct app *app, enum project_can can)
{
    bool follows = app->focus != PANE_LIST || settings_bool(app->settings, SETTING_FOLLOW);
    const struct app_project *shown = app_project_find(app, app->current);
    for (size_t i = 0; i < app->list.mark_count; i++) {
        const struct app_project *project = app_project_find(app, app->list.marks[i]);
        if (project && (app_project_can(app, project) & can))
            return true;
    }
    if (app->list.mark_count > 0)
        return false;
    return !follows || !shown || (app_project_can(app, shown) & can);
}
