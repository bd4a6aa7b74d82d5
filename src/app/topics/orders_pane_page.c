/* Owns the page that has all that is known of one order, and tells its end where it is looked at. */
/* SPDX-License-Identifier: MIT */
#include "topics/orders_pane.h"

#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "part.h"
#include "preview.h"
#include "project.h"
#include "state.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/base/amount.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/client/client_state.h"
#include "steno/client/orders.h"
#include "steno/core/activity_row.h"
#include "steno/widget/overlay.h"

#define LABEL_CELLS 15

static const char title_of_one[] = "Activity: one order";

static struct order *orders_pane_page_order(const struct app *app)
{
    return &((struct orders_pane_state *)part_state(app, &part_orders_pane))->shown;
}

void orders_pane_end(struct app *app)
{
    order_clear(orders_pane_page_order(app));
}

/* Its row in its act; NULL: not listed. */
static const struct act_row *orders_pane_page_row(const struct app *app, const struct order *order)
{
    const struct act *act = orders_pane_act(app, order);
    for (size_t i = 0; act && i < act->row_count; i++) {
        if (act->rows[i].row == order->row)
            return &act->rows[i];
    }
    return NULL;
}

/* What became of it: it is among the orders no more once its file is there, or it was removed. Caller frees.
 */
static char *orders_pane_page_state(const struct app *app, const struct order *order, bool is_listed)
{
    char amount[AMOUNT_TEXT_SIZE];
    const struct act_row *row = orders_pane_page_row(app, order);
    if ((is_listed && order->outcome != ACT_ROW_DONE) || !row || row->outcome == ACT_ROW_WAITS)
        return orders_pane_has_file(order) ? mem_copy(order->reason) : orders_pane_words(app, order, false);
    if (row->outcome != ACT_ROW_DONE)
        return mem_copy(row->reason ? row->reason : "ended");
    amount_bytes(amount, sizeof amount, row->bytes);
    return mem_printf("exported: %s, %s%s%s", row->name ? row->name : "", amount, row->reason ? "; " : "",
                      row->reason ? row->reason : "");
}

static void orders_pane_page_build(struct app *app, bool is_listed)
{
    const struct order *order = orders_pane_page_order(app);
    struct page *page = &app->preview;
    int cells = app->layout.body.w - 2;
    char given[DATE_TEXT_SIZE];
    struct param_set *params = param_set_from_json(endpoints[ENDPOINT_EXPORT].params, order->params, NULL);
    char *project = app_project_title(app, order->id), *values = params ? activity_row_words(params) : NULL,
         *file = mem_printf("%s/%s", order->folder, order->pattern),
         *state = orders_pane_page_state(app, order, is_listed);
    date_format(given, sizeof given, &(struct date){.ms = order->given_ms, .has_zone = true},
                app->client->zone);
    page_begin(page);
    page_title(page, "%s", title_of_one);
    page->label_cells = LABEL_CELLS;
    page_add_wrapped(page, LINE_FIELD, "Project", project, cells, NULL);
    page_add_wrapped(page, LINE_FIELD, "State", state, cells, NULL);
    if (*order->preset)
        page_add_wrapped(page, LINE_FIELD, "Preset", order->preset, cells, NULL);
    page_add_wrapped(page, LINE_FIELD, "Values", values ? values : "-", cells, NULL);
    page_add_wrapped(page, LINE_FIELD, "File", file, cells, NULL);
    if (order->judged_by)
        page_add_wrapped(page, LINE_FIELD, "Check", order->judged_by, cells, NULL);
    page_add_wrapped(page, LINE_FIELD, "Existing file", order->force ? "overwritten" : "kept", cells, NULL);
    page_add_wrapped(page, LINE_FIELD, "Given", given, cells, NULL);
    free(state);
    free(file);
    free(values);
    free(project);
    param_set_free(params);
}

void orders_pane_open(struct app *app, const struct order *order)
{
    struct order copy = order_copy(order);
    orders_pane_end(app);
    *orders_pane_page_order(app) = copy;
    orders_pane_page_build(app, true);
    app_preview_show(app, false);
}

void orders_pane_follow(struct app *app)
{
    struct order *shown = orders_pane_page_order(app);
    size_t count, at = 0;
    const struct order *orders = client_orders(app->client, &count);
    if (!shown->row || !overlay_has(&app->overlays, OVERLAY_PREVIEW) ||
        strcmp(app->preview.title, title_of_one) != 0)
        return;
    while (at < count && orders[at].row != shown->row)
        at++;
    if (at < count) {
        order_clear(shown);
        *shown = order_copy(&orders[at]);
    }
    orders_pane_page_build(app, at < count);
    page_end(&app->preview, app_lower_height(app));
    app_dirty(app, DIRTY_FORM);
}
