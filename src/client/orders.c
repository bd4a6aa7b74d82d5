/* Owns which standing orders a client has, which of them is due, and when it looks again. What becomes of one
 * that is claimed is orders_carry.c; when one is due core/order.h says. */
/* SPDX-License-Identifier: MIT */
#include "orders_private.h"

#include <stdlib.h>
#include <string.h>

#include "client_state.h"
#include "reads.h"
#include "store_calls.h"
#include "steno/api/record.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/order.h"
#include "steno/core/refresh.h"
#include "steno/core/store_op.h"

#define ORDER_READ_MS INT64_C(10000) /* a project that is read so soon needs not be asked for */

static client_store_reply orders_listed;

static void orders_hear(struct client *client, const struct reading *reading);

void orders_begin(struct client *client)
{
    client->orders_hear = orders_hear;
    client->orders = mem_zero(1, sizeof *client->orders);
}

/* Frees one. */
static void orders_free_work(struct order_work *work)
{
    if (work->draft)
        file_abandon(work->draft);
    free(work->draft);
    free(work->unread);
    free(work->name);
    free(work->state);
    order_clear(&work->order);
    free(work);
}

void orders_end(struct client *client)
{
    for (size_t i = 0; i < client->orders->count; i++)
        orders_free_work(client->orders->works[i]);
    order_list_clear(&client->orders->listed);
    free(client->orders->works);
    free(client->orders);
}

/* --- which --- */

void client_orders_carry_out(struct client *client)
{
    client->orders->is_on = true;
    client_store_ask(client, STORE_ORDER_LIST, 0, orders_listed);
}

void orders_look(struct client *client)
{
    if (client->orders->is_on && !client->quitting)
        client_store_ask(client, STORE_ORDER_LIST, 0, orders_listed);
}

void client_orders_do(struct client *client, struct store_op *op, client_store_reply *done)
{
    client_store_hand_over(client, op, done);
    orders_look(client);
}

const struct order *client_orders(const struct client *client, size_t *count)
{
    *count = client->orders->listed.count;
    return client->orders->listed.orders;
}

/* The work of a row; NULL for none. */
static struct order_work *orders_find(const struct orders *orders, int64_t row)
{
    for (size_t i = 0; i < orders->count; i++) {
        if (orders->works[i]->order.row == row)
            return orders->works[i];
    }
    return NULL;
}

struct order_work *orders_waiting(const struct client *client, uint64_t serial)
{
    const struct orders *orders = client->orders;
    for (size_t i = 0; i < orders->count; i++) {
        if (orders->works[i]->phase != ORDER_IDLE && orders->works[i]->serial == serial)
            return orders->works[i];
    }
    return NULL;
}

/* How many there are of a project. */
static size_t orders_count_of(const struct orders *orders, int64_t id)
{
    size_t count = 0;
    for (size_t i = 0; i < orders->count; i++)
        count += orders->works[i]->order.id == id;
    return count;
}

void orders_drop(struct client *client, struct order_work *work)
{
    struct orders *orders = client->orders;
    int64_t id = work->order.id;
    size_t i = 0;
    while (orders->works[i] != work)
        i++;
    memmove(&orders->works[i], &orders->works[i + 1], (--orders->count - i) * sizeof(struct order_work *));
    orders_free_work(work);
    if (orders_count_of(orders, id) == 0)
        reads_unwatch_order(client, id);
}

void orders_read_anew(struct client *client, struct order_work *work)
{
    int64_t soon_ms = client->now_ms + ORDER_READ_MS, id = work->order.id;
    free(work->unread);
    free(work->state);
    work->unread = NULL;
    work->state = NULL;
    work->step = ORDER_WAIT;
    work->is_read = false;
    reads_watch_order(client, id, NULL);
    client_outdate(client, id);
    if (client->orders->is_listed && refresh_due(client->refresh, id) > soon_ms)
        client_read(client, id, READ_SOON);
}

/* One that was not listed so far. */
static struct order_work *orders_add(struct orders *orders)
{
    orders->works = mem_grow(orders->works, orders->count + 1, sizeof(struct order_work *));
    orders->works[orders->count++] = mem_zero(1, sizeof(struct order_work));
    return orders->works[orders->count - 1];
}

/* Takes one of the list; of one that is under way this program knows more than the store. */
static void orders_take(struct client *client, const struct order *order)
{
    struct order_work *work = orders_find(client->orders, order->row);
    bool is_new = !work;
    if (work && work->phase != ORDER_IDLE)
        return;
    if (is_new)
        work = orders_add(client->orders);
    bool is_outdated = is_new || order_outdates(&work->order, order, work->version);
    order_clear(&work->order);
    work->order = order_copy(order);
    if (is_outdated)
        orders_read_anew(client, work);
    else if (work->state)
        work->step = order_judge(&work->order, work->state, work->version, client->settings);
}

/* Drops what the list does not have any more. */
static void orders_drop_others(struct client *client, const struct order_list *list)
{
    struct orders *orders = client->orders;
    for (size_t i = orders->count; i-- > 0;) {
        struct order_work *work = orders->works[i];
        size_t at = 0;
        while (at < list->count &&
               (list->orders[at].row != work->order.row || list->orders[at].outcome != ACT_ROW_WAITS))
            at++;
        if (at == list->count && work->phase == ORDER_IDLE)
            orders_drop(client, work);
    }
}

static void orders_listed(struct client *client, const struct store_result *result)
{
    if (!result->ok) {
        client->orders->is_listed = true;
        client->orders->trouble = result->error;
        client_changed(client, CHANGED_ORDERS);
        return;
    }
    if (!client->orders->is_unsaved)
        error_clear(&client->orders->trouble);
    for (size_t i = 0; i < client->orders->count; i++) {
        struct order_work *work = client->orders->works[i];
        work->phase = work->phase == ORDER_LOOKING ? ORDER_IDLE : work->phase;
    }
    orders_drop_others(client, &result->orders);
    for (size_t i = 0; i < result->orders.count; i++) {
        if (result->orders.orders[i].outcome == ACT_ROW_WAITS)
            orders_take(client, &result->orders.orders[i]);
    }
    client->orders->is_listed = true;
    order_list_clear(&client->orders->listed);
    for (size_t i = 0; i < result->orders.count; i++) {
        order_list_add(&client->orders->listed, &result->orders.orders[i]);
        result->orders.orders[i] = (struct order){0};
    }
    client_changed(client, CHANGED_ORDERS);
}

const struct error *client_orders_trouble(const struct client *client)
{
    const struct error *trouble = &client->orders->trouble;
    return trouble->kind != ERROR_NONE ? trouble : NULL;
}

size_t client_orders_left(const struct client *client)
{
    return client->orders->count;
}

/* --- readings --- */

/* Is there something to be done about it, now or later? */
static bool orders_is_open(const struct client *client, const struct order_work *work)
{
    bool wants = work->unread || work->step != ORDER_WAIT;
    return work->phase == ORDER_IDLE && wants && !client->orders->is_unsaved;
}

/* Is that so now, but for its claim? */
static bool orders_is_wanted(const struct client *client, const struct order_work *work)
{
    return orders_is_open(client, work) && order_may_try(&work->order, client->wall_ms);
}

/* Is it to be claimed now? */
static bool orders_is_due(const struct client *client, const struct order_work *work)
{
    return orders_is_wanted(client, work) && order_claim_is_free(&work->order.claim, client->wall_ms);
}

bool client_orders_end_by(const struct client *client, const struct error *error)
{
    struct order tried = {.done_ms = 0};
    bool ends = error->status && order_failed(&tried, error, client->wall_ms, 0) == ORDER_END;
    order_clear(&tried);
    return ends;
}

/* Its project was not read; a failure that does not pass ends it. */
static void orders_hear_failure(struct client *client, struct order_work *work, const struct error *error)
{
    if (error->kind == ERROR_CANCELLED)
        return;
    work->is_read = true;
    if (!work->unread && client_orders_end_by(client, error)) {
        work->unread = mem_alloc(sizeof *work->unread);
        *work->unread = *error;
    }
}

/* Its project was read. */
static void orders_hear_project(struct client *client, struct order_work *work, const struct project *project)
{
    work->is_read = true;
    free(work->unread);
    free(work->name);
    free(work->state);
    work->unread = NULL;
    work->name = mem_copy(project->name);
    work->state = mem_copy(project->state);
    work->version = project->version;
    work->length_ms = project->length_ms;
    work->step = order_judge(&work->order, project->state, project->version, client->settings);
}

/* A reading has ended, of whatever project. */
static void orders_hear(struct client *client, const struct reading *reading)
{
    for (size_t i = 0; i < client->orders->count; i++) {
        struct order_work *work = client->orders->works[i];
        if (work->order.id != reading->id || work->phase != ORDER_IDLE)
            continue;
        if (reading->project)
            orders_hear_project(client, work, reading->project);
        else
            orders_hear_failure(client, work, reading->error);
    }
}

/* --- turns --- */

/* Is its claim held while something else takes its time? */
static bool orders_holds_claim(const struct order_work *work)
{
    return work->phase == ORDER_EXPORTING || work->phase == ORDER_NAMING;
}

void orders_turn(struct client *client)
{
    for (size_t i = 0; i < client->orders->count; i++) {
        struct order_work *work = client->orders->works[i];
        reads_watch_order(client, work->order.id, work->state); /* the watchlist may have let it go */
        if (orders_holds_claim(work) && work->renew_ms <= client->now_ms)
            orders_carry_renew(client, work);
        if (client->session == SESSION_UP && !client->quitting && orders_is_due(client, work))
            orders_carry_claim(client, work);
    }
}

int64_t orders_deadline(const struct client *client)
{
    int64_t at = INT64_MAX;
    for (size_t i = 0; i < client->orders->count; i++) {
        const struct order_work *work = client->orders->works[i];
        int64_t next = INT64_MAX;
        if (orders_holds_claim(work))
            next = work->renew_ms;
        else if (orders_is_open(client, work) && work->order.next_ms > client->wall_ms)
            next = client->now_ms + work->order.next_ms - client->wall_ms;
        else if (orders_is_wanted(client, work) && work->order.claim.until_ms > client->wall_ms)
            next = client->now_ms + work->order.claim.until_ms - client->wall_ms;
        at = next < at ? next : at;
    }
    return at;
}

/* Has it nothing to do, as far as its project was read? */
static bool orders_is_idle(const struct client *client, const struct order_work *work)
{
    return work->phase == ORDER_IDLE && work->is_read && !orders_is_due(client, work);
}

bool client_orders_are_idle(const struct client *client)
{
    for (size_t i = 0; i < client->orders->count; i++) {
        if (!orders_is_idle(client, client->orders->works[i]))
            return false;
    }
    return client->orders->is_listed;
}

bool client_orders_of_are_idle(const struct client *client, int64_t id)
{
    for (size_t i = 0; i < client->orders->count; i++) {
        const struct order_work *work = client->orders->works[i];
        if (work->order.id == id && !orders_is_idle(client, work))
            return false;
    }
    return client->orders->is_listed;
}
