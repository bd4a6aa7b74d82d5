/* Owns what the application does about standing orders beside showing them: their turns, what is said of
 * their ends, and projects that are read for them alone. How one is carried out is client/orders.c. */
/* SPDX-License-Identifier: MIT */
#include "app_orders.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "marked.h"
#include "pages.h"
#include "part.h"
#include "project.h"
#include "state.h"
#include "status.h"
#include "steno/api/record.h"
#include "steno/base/amount.h"
#include "steno/base/buffer.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/client/client_state.h"
#include "steno/client/orders.h"
#include "steno/client/reads.h"
#include "steno/client/store_calls.h"
#include "steno/core/order.h"

/* A project that is read for its order alone, as it was last kept. */
struct app_orders_kept {
    int64_t id, version;
    char *state;
};

struct app_orders {
    struct app_orders_kept *kept;
    size_t count;
};

static struct app_orders *app_orders_state(const struct app *app)
{
    return part_state(app, &part_app_orders);
}

static void app_orders_end(struct app *app)
{
    struct app_orders *state = app_orders_state(app);
    for (size_t i = 0; i < state->count; i++)
        free(state->kept[i].state);
    free(state->kept);
}

/* --- what is known of them --- */

const char *app_orders_name(const struct order *order)
{
    const char *format = json_string_value(json_object_get(order->params, "FileFormatId"));
    return order->preset && *order->preset ? order->preset : format ? format : "captions";
}

size_t app_orders_of(const struct app *app, int64_t id)
{
    size_t count, found = 0;
    const struct order *orders = client_orders(app->client, &count);
    for (size_t i = 0; i < count; i++)
        found += orders[i].id == id && orders[i].outcome == ACT_ROW_WAITS;
    return found;
}

char *app_orders_then(const struct app *app, int64_t id)
{
    struct buffer out;
    size_t count;
    const struct order *orders = client_orders(app->client, &count);
    if (app_orders_of(app, id) == 0)
        return NULL;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < count; i++) {
        if (orders[i].id == id && orders[i].outcome == ACT_ROW_WAITS)
            buffer_printf(&out, "%s %s", out.len ? "," : "exports", app_orders_name(&orders[i]));
    }
    return buffer_take(&out);
}

void app_orders_offer(struct app *app, int64_t id)
{
    size_t count, at = 0;
    const struct order *orders = client_orders(app->client, &count);
    while (at < count &&
           (orders[at].id != id || orders[at].outcome == ACT_ROW_WAITS || orders[at].outcome == ACT_ROW_DONE))
        at++;
    if (at == count)
        return;
    if (!app->marked->active || app->marked->ops->op != ENDPOINT_ENQUEUE)
        app_say(app, "%" PRId64 " is enqueued. Its order %s has failed: %s, then %s has it wait for this run",
                id, app_orders_name(&orders[at]), app_key_of(app, "orders"), app_key_of(app, "order-again"));
    else if (!app->marked->also) {
        app->marked->also = mem_copy("Orders of them have failed");
        app->marked->also_then = mem_printf("%s shows them, and %s there has one wait for its run",
                                            app_key_of(app, "orders"), app_key_of(app, "order-again"));
    }
}

void app_orders_changed(struct app *app)
{
    part_wake(app, &part_app_orders);
    app_page_touch(app, "orders");
    app_stale_project(app, app->current); /* its state says what follows */
    app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
}

/* --- readings for them alone --- */

/* Was it kept as it is now? It is from here on. */
static bool app_orders_knows(struct app *app, const struct project *project)
{
    struct app_orders *state = app_orders_state(app);
    size_t at = 0;
    while (at < state->count && state->kept[at].id != project->id)
        at++;
    if (at == state->count) {
        state->kept = mem_grow(state->kept, ++state->count, sizeof *state->kept);
        state->kept[at] = (struct app_orders_kept){.id = project->id, .version = -1};
    }
    struct app_orders_kept *kept = &state->kept[at];
    if (kept->state && kept->version == project->version && strcmp(kept->state, project->state) == 0)
        return true;
    free(kept->state);
    kept->state = mem_copy(project->state);
    kept->version = project->version;
    return false;
}

/* What its order waits for is told by the store, which sees its state move. */
void app_orders_read(struct app *app, const struct project *project)
{
    if (app_orders_of(app, project->id) == 0 || app_orders_knows(app, project))
        return;
    struct store_op *op = client_store(app->client, STORE_PROJECT_SAVE, project->id);
    op->json = json_deep_copy(project->record.raw); /* it goes to another thread */
    op->reply = project->reply;
    op->number = app_project_is_settled(app, project->state) ? STORE_SETTLED : 0;
    op->when_ms = app->client->wall_ms;
}

/* --- their ends --- */

/* Its file is there: as an export by hand, which the list and the details know of. */
static void app_orders_done(struct app *app, const struct order *order)
{
    char amount[AMOUNT_TEXT_SIZE], *path = text_clean_copy(order->path);
    amount_bytes(amount, sizeof amount, order->size);
    app_say(app, "Exported %s, %s%s%s", path, amount, order->reason ? "; " : "",
            order->reason ? order->reason : "");
    app_project_exported(app, order->id, json_string_value(json_object_get(order->params, "FileFormatId")));
    free(path);
}

void app_orders_told(void *self, const struct order *order, const struct error *failure)
{
    struct app *app = self;
    app_acts_changed(app);
    if (!failure)
        app_orders_done(app, order);
    else if (order->outcome != ACT_ROW_WAITS)
        app_say_bad(app, "%" PRId64 " was not exported: %s; %s lists it", order->id, order->reason,
                    app_key_of(app, "orders"));
}

/* --- turns --- */

static void app_orders_turn(struct app *app)
{
    orders_turn(app->client);
    if (client_orders_left(app->client) > 0)
        part_wake(app, &part_app_orders); /* a reading, an answer, a login may make one due */
}

static int64_t app_orders_deadline(const struct app *app)
{
    return orders_deadline(app->client);
}

static void app_orders_server_changed(struct app *app)
{
    client_orders_carry_out(app->client);
}

const struct part part_app_orders = {.name = "app_orders",
                                     .state_size = sizeof(struct app_orders),
                                     .end = app_orders_end,
                                     .turn = app_orders_turn,
                                     .deadline = app_orders_deadline,
                                     .server_changed = app_orders_server_changed,
                                     .until_quit = true};
