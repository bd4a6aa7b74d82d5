/* Owns the standing orders that the export form gives: what each says, and what follows once they are kept.
 * It must not know what is asked before, nor how an order is carried out. */
/* SPDX-License-Identifier: MIT */
#include "topics/export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "form_actions.h"
#include "form_draft.h"
#include "marked.h"
#include "forms.h"
#include "part.h"
#include "state.h"
#include "status.h"
#include "steno/api/param.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/client/client_state.h"
#include "steno/client/orders.h"
#include "steno/core/order.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"
#include "watchlist.h"

#define NARROW_CELLS 60

/* The preset or style that values of the form come from; "" for none. */
static const char *export_order_preset(const struct app_form *form)
{
    for (size_t i = 0; i < form->ops->table->count; i++) {
        const char *whence = form_whence(form->form, (int)i);
        if (whence && (strncmp(whence, "preset ", 7) == 0 || strncmp(whence, "style ", 6) == 0))
            return strchr(whence, ' ') + 1;
    }
    return "";
}

/* The order for an item. */
static struct order export_order_make(const struct app *app, const struct app_form *form,
                                      const struct export_look *look, int64_t id)
{
    const struct param_set *values = form_values(form->form);
    const char *pattern = export_pattern(app, values), *slash = strrchr(pattern, '/');
    struct param_set *sent = param_set_sent(values);
    struct order order = {.id = id,
                          .profile = mem_copy(settings_text(app->settings, SETTING_PROFILE)),
                          .preset = mem_copy(export_order_preset(form)),
                          .params = param_set_to_json(sent),
                          .folder = mem_copy(look->folder ? look->folder : export_folder(app, values)),
                          .pattern = mem_copy(slash ? slash + 1 : pattern),
                          .given_ms = app->client->wall_ms};
    param_set_free(sent);
    return order;
}

/* The form has done its work. */
static void export_order_close(struct app *app, const struct form *which)
{
    struct app_form *form = app_form_top(app);
    if (form && which && form->form == which)
        app_form_accepted(app, form->ops, form, form->project_id);
}

/* Says that so many are kept, and who carries them out: at once, or with the end of the batch that was given
 * with them. */
static void export_order_say(struct app *app, size_t count, bool has_batch)
{
    bool is_narrow = app->cols < NARROW_CELLS;
    const char *then = is_narrow ? "Done while steno is open, or by cron"
                                 : "Done while steno is open, or by steno orders run (cron)";
    char *many = count == 1 ? mem_copy("Order kept") : mem_printf("%zu orders kept", count);
    struct marked *last = app->marked;
    while (last->next)
        last = last->next;
    if (has_batch && (last->active || last != app->marked) && last->ops->op == ENDPOINT_EXPORT) {
        free(last->also);
        free(last->also_then);
        last->also = many;
        last->also_then = mem_copy(then);
        return;
    }
    app_say(app, "%s%s%s", is_narrow ? "" : many, is_narrow ? "" : ". ", then);
    free(many);
}

static void export_order_kept(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct export_state *state = part_state(app, &part_export);
    if (!result->ok || client->quitting) {
        if (!result->ok)
            app_form_say(app, true, result->error.text);
        return;
    }
    if (state->ordering == result->serial)
        export_order_close(app, state->form);
    app_acts_changed(app);
    export_order_say(app, state->ordered, !state->form);
}

void export_order_give(struct app *app, const struct app_form *form, bool closes)
{
    struct export_state *state = part_state(app, &part_export);
    struct store_op *op = store_op_new(STORE_ORDER_GIVE);
    for (size_t i = 0; i < state->look.count; i++) {
        const struct export_item *item = &state->look.items[i];
        if (!item->is_by_w)
            continue;
        struct order order = export_order_make(app, form, &state->look, item->id);
        order.force = state->plan.overwrites_by_w;
        order_list_add(&op->orders, &order);
        list_mark(&app->list, item->id, false);
    }
    op->when_ms = app->client->wall_ms;
    op->orders.act = (struct act_key){.key = ++app->client->next_serial,
                                      .count = (int64_t)op->orders.count,
                                      .begun_ms = app->client->wall_ms};
    state->ordered = op->orders.count;
    state->form = closes ? form->form : NULL;
    client_orders_do(app->client, op, export_order_kept);
    state->ordering = op->serial;
    app_marks_changed(app);
    app_dirty(app, DIRTY_PANE(PANE_LIST) | DIRTY_HEADER);
}
