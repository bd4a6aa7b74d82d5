/* Owns the way of standing orders through a client: list, claim, export, note, name, end. When one is due and
 * what a failure makes of it core/order says; it must not know who shows them. */
#include "orders.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "client_state.h"
#include "reads.h"
#include "store_calls.h"
#include "steno/api/endpoint.h"
#include "steno/api/record.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/export_name.h"
#include "steno/core/ledger.h"
#include "steno/core/order.h"
#include "steno/core/store_op.h"

enum order_phase {
    ORDER_IDLE,
    ORDER_CLAIMING,
    ORDER_EXPORTING,
    ORDER_NOTING, /* name, size and hash of its file */
    ORDER_NAMING,
    ORDER_ENDING
};

/* One order, and how far it is here. */
struct order_work {
    struct order order;
    enum order_phase phase;
    uint64_t serial;          /* of the call or operation whose answer it waits for */
    int64_t renew_ms;         /* monotonic: when its claim is */
    bool is_read;             /* its project, since it is listed */
    enum order_step step;     /* what the last reading means */
    int64_t version;          /* of that */
    char *name, *state;       /* the same */
    struct file_draft *draft; /* of a call's result: waits to be noted */
    struct error *unread;     /* why it cannot be read, which ends the order */
};

struct orders {
    struct order_work **works; /* each stays where it is while others come and go */
    size_t count;
    bool is_on, is_listed;
};

static client_store_reply orders_listed, orders_claimed, orders_noted, orders_saved, orders_renewed;

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

/* The work of a row; NULL for none. */
static struct order_work *orders_find(const struct orders *orders, int64_t row)
{
    for (size_t i = 0; i < orders->count; i++) {
        if (orders->works[i]->order.row == row)
            return orders->works[i];
    }
    return NULL;
}

/* The work that waits for an answer; NULL: it was dropped since. */
static struct order_work *orders_waiting(const struct orders *orders, uint64_t serial)
{
    for (size_t i = 0; i < orders->count; i++) {
        if (orders->works[i]->phase != ORDER_IDLE && orders->works[i]->serial == serial)
            return orders->works[i];
    }
    return NULL;
}

static void orders_drop(struct orders *orders, struct order_work *work)
{
    size_t i = 0;
    while (orders->works[i] != work)
        i++;
    memmove(&orders->works[i], &orders->works[i + 1], (--orders->count - i) * sizeof(struct order_work *));
    orders_free_work(work);
}

/* Takes one of the list; of one that is under way this program knows more than the store. */
static void orders_take(struct client *client, const struct order *order)
{
    struct orders *orders = client->orders;
    struct order_work *work = orders_find(orders, order->row);
    if (work && work->phase != ORDER_IDLE)
        return;
    if (!work) {
        work = mem_zero(1, sizeof *work);
        orders->works = mem_grow(orders->works, orders->count + 1, sizeof(struct order_work *));
        orders->works[orders->count++] = work;
        client_watch(client, order->id, NULL, 0);
    }
    order_clear(&work->order);
    work->order = order_copy(order);
    if (work->state)
        work->step = order_judge(&work->order, work->state, work->version, client->settings);
}

/* Drops what the list does not have any more. */
static void orders_drop_others(struct orders *orders, const struct order_list *list)
{
    for (size_t i = orders->count; i-- > 0;) {
        struct order_work *work = orders->works[i];
        size_t at = 0;
        while (at < list->count &&
               (list->orders[at].row != work->order.row || list->orders[at].outcome != ACT_ROW_WAITS))
            at++;
        if (at == list->count && work->phase == ORDER_IDLE)
            orders_drop(orders, work);
    }
}

static void orders_listed(struct client *client, const struct store_result *result)
{
    if (!result->ok)
        return;
    client->orders->is_listed = true;
    orders_drop_others(client->orders, &result->orders);
    for (size_t i = 0; i < result->orders.count; i++) {
        if (result->orders.orders[i].outcome == ACT_ROW_WAITS)
            orders_take(client, &result->orders.orders[i]);
    }
}

size_t client_orders_left(const struct client *client)
{
    return client->orders->count;
}

/* --- readings --- */

/* Is it to be claimed now? */
static bool orders_is_due(const struct client *client, const struct order_work *work)
{
    bool wants = work->unread || work->step == ORDER_GIVE_UP ||
                 (work->step == ORDER_EXPORT && order_may_try(&work->order, client->wall_ms));
    return work->phase == ORDER_IDLE && wants && order_claim_is_free(&work->order.claim, client->wall_ms);
}

/* Its project was not read; a failure that does not pass ends it. */
static void orders_hear_failure(struct client *client, struct order_work *work, const struct error *error)
{
    struct order tried = {.done_ms = 0};
    if (error->kind == ERROR_CANCELLED)
        return;
    work->is_read = true;
    if (order_failed(&tried, error, client->wall_ms, 0) == ORDER_END && error->status && !work->unread) {
        work->unread = mem_alloc(sizeof *work->unread);
        *work->unread = *error;
    }
    order_clear(&tried);
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

/* --- the way of one --- */

/* Saves it as it is now, alone or with what else is to be kept. */
static void orders_save(struct client *client, struct order_work *work, enum order_phase phase,
                        struct ledger_file *file, client_store_reply *done)
{
    struct store_op *save = store_op_new(STORE_ORDER_SAVE), *all = save;
    struct order copy = order_copy(&work->order);
    save->when_ms = client->wall_ms;
    order_list_add(&save->orders, &copy);
    if (file) {
        struct store_op *exported = store_op_new(STORE_EXPORTS_ADD);
        exported->id = work->order.id;
        ledger_add(&exported->ledger, file);
        all = store_op_new(STORE_TOGETHER);
        store_op_add_part(all, save);
        store_op_add_part(all, exported);
    }
    client_store_hand_over(client, all, done);
    work->phase = phase;
    work->serial = all->serial;
    work->renew_ms = client->now_ms + ORDER_RENEW_MS;
}

/* It was done, or a try has failed: tells its user, and the store. */
static void orders_finish(struct client *client, struct order_work *work, struct ledger_file *file,
                          const struct error *failure)
{
    if (client->user->ordered)
        client->user->ordered(client->self, &work->order, failure);
    work->order.claim.until_ms = 0;
    orders_save(client, work, ORDER_ENDING, file, orders_saved);
}

/* Something went wrong on its way. */
static void orders_fail(struct client *client, struct order_work *work, const struct error *err)
{
    uint32_t random = (uint32_t)(client->now_ms * 2654435761u) ^ (uint32_t)work->order.row;
    if (order_failed(&work->order, err, client->wall_ms, random) == ORDER_END)
        work->order.outcome = ACT_ROW_FAILED;
    orders_finish(client, work, NULL, err);
}

/* Its file has its name. */
static void orders_done(struct client *client, struct order_work *work)
{
    const json_t *format = json_object_get(work->order.params, "FileFormatId");
    struct ledger_file file = {.id = work->order.id,
                               .path = mem_copy(work->order.path),
                               .format = mem_copy(json_is_string(format) ? json_string_value(format) : ""),
                               .version = work->version,
                               .when_ms = client->wall_ms,
                               .size = work->order.size,
                               .hash = work->order.hash};
    work->order.outcome = ACT_ROW_DONE;
    orders_finish(client, work, &file, NULL);
}

/* The answer to the second half: the name. */
static void orders_named(struct client *client, const struct client_call *call, struct call_result *result)
{
    struct order_work *work = orders_waiting(client->orders, call->serial);
    if (!work)
        return;
    if (result->ok)
        orders_done(client, work);
    else
        orders_fail(client, work, &result->error);
}

/* Sends a call of an order. */
static void orders_send(struct client *client, struct order_work *work, struct call *call,
                        enum order_phase phase, client_call_reply *done)
{
    char *what = mem_printf("Order %" PRId64, work->order.id);
    work->phase = phase;
    work->serial =
        client_call_send(client, call, &(struct client_reply){.done = done, .what = what, .is_quiet = true});
}

/* The file is noted: it gets its name, unless the claim was lost. */
static void orders_noted(struct client *client, const struct store_result *result)
{
    struct order_work *work = orders_waiting(client->orders, result->serial);
    if (!work)
        return;
    if (!result->ok || result->changes == 0) {
        orders_drop(client->orders, work);
        orders_look(client);
        return;
    }
    struct call *call = client_call_new(client, ENDPOINT_EXPORT, work->order.id);
    call->draft = work->draft;
    call->path = mem_copy(work->order.path);
    work->draft = NULL;
    orders_send(client, work, call, ORDER_NAMING, orders_named);
}

/* The answer to the first half: the file. */
static void orders_exported(struct client *client, const struct client_call *call, struct call_result *result)
{
    struct order_work *work = orders_waiting(client->orders, call->serial);
    if (!work)
        return;
    if (!result->ok) {
        orders_fail(client, work, &result->error);
        return;
    }
    free(work->order.path);
    work->order.path = mem_copy(result->file ? result->file : result->path);
    work->order.size = result->export_info.bytes;
    work->order.hash = result->export_info.hash;
    work->draft = result->draft;
    result->draft = NULL;
    if (work->draft)
        orders_save(client, work, ORDER_NOTING, NULL, orders_noted);
    else
        orders_done(client, work); /* it is in its place */
}

/* Asks for its file. */
static void orders_export(struct client *client, struct order_work *work)
{
    const struct order *order = &work->order;
    struct call *call = client_call_new(client, ENDPOINT_EXPORT, order->id);
    char *name = export_name_make(order->pattern, order->id, work->name, work->state);
    call->path = mem_printf("%s/%s", order->folder, name);
    free(name);
    call->params = param_set_from_json(endpoints[ENDPOINT_EXPORT].params, order->params, NULL);
    call->version = work->version;
    call->replace = order->force ? EXPORT_OVERWRITE : EXPORT_LEAVE;
    call->holds = true;
    if (order->path)
        ledger_add(&call->ledger, &(struct ledger_file){.id = order->id,
                                                        .path = mem_copy(order->path),
                                                        .format = mem_copy(""),
                                                        .version = work->version,
                                                        .when_ms = client->wall_ms,
                                                        .size = order->size,
                                                        .hash = order->hash});
    orders_send(client, work, call, ORDER_EXPORTING, orders_exported);
}

/* It is this program's now, or another's. */
static void orders_claimed(struct client *client, const struct store_result *result)
{
    struct order_work *work = orders_waiting(client->orders, result->serial);
    struct error err;
    error_clear(&err);
    if (!work)
        return;
    work->phase = ORDER_IDLE;
    if (!result->ok || result->changes == 0 || result->orders.count != 1) {
        work->step = ORDER_WAIT; /* a later reading, or the list, says more */
        return;
    }
    order_clear(&work->order);
    work->order = order_copy(&result->orders.orders[0]);
    work->order.claim.until_ms = client->wall_ms + ORDER_LEASE_MS;
    work->renew_ms = client->now_ms + ORDER_RENEW_MS;
    if (work->unread) {
        orders_fail(client, work, work->unread);
    } else if (work->step == ORDER_GIVE_UP) {
        error_set(&err, ERROR_REJECTED, "project %" PRId64 " is %s", work->order.id, work->state);
        orders_fail(client, work, &err);
    } else {
        orders_export(client, work);
    }
}

static void orders_saved(struct client *client, const struct store_result *result)
{
    struct order_work *work = orders_waiting(client->orders, result->serial);
    if (!work)
        return;
    work->phase = ORDER_IDLE;
    work->order.claim = (struct order_claim){0};
    if (!result->ok || result->changes == 0 || work->order.outcome != ACT_ROW_WAITS)
        orders_drop(client->orders, work);
}

/* A claim that was lost is seen when the file is to be noted. */
static void orders_renewed(struct client *client, const struct store_result *result)
{
    (void)client;
    (void)result;
}

static void orders_renew(struct client *client, struct order_work *work)
{
    struct store_op *op = store_op_new(STORE_ORDER_SAVE);
    struct order copy = order_copy(&work->order);
    op->when_ms = client->wall_ms;
    order_list_add(&op->orders, &copy);
    client_store_hand_over(client, op, orders_renewed);
    work->renew_ms = client->now_ms + ORDER_RENEW_MS;
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
        if (orders_holds_claim(work) && work->renew_ms <= client->now_ms)
            orders_renew(client, work);
        if (client->session != SESSION_UP || client->quitting || !orders_is_due(client, work))
            continue;
        struct store_op *op = client_store_ask(client, STORE_ORDER_CLAIM, 0, orders_claimed);
        op->number = work->order.row;
        op->when_ms = client->wall_ms;
        work->serial = op->serial;
        work->phase = ORDER_CLAIMING;
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
        else if (work->phase == ORDER_IDLE && work->step == ORDER_EXPORT &&
                 work->order.next_ms > client->wall_ms)
            next = client->now_ms + work->order.next_ms - client->wall_ms;
        at = next < at ? next : at;
    }
    return at;
}

bool client_orders_are_idle(const struct client *client)
{
    const struct orders *orders = client->orders;
    for (size_t i = 0; i < orders->count; i++) {
        const struct order_work *work = orders->works[i];
        if (work->phase != ORDER_IDLE || !work->is_read || orders_is_due(client, work))
            return false;
    }
    return orders->is_listed;
}
