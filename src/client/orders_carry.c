/* Owns the way of one standing order: claim, export, note, name, end. What a failure makes of it core/order.h
 * says; it must not know which order is due, nor who shows them. */
/* SPDX-License-Identifier: MIT */
#include "orders_private.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "client_state.h"
#include "store_calls.h"
#include "steno/api/endpoint.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/export_name.h"
#include "steno/core/ledger.h"
#include "steno/core/settings.h"
#include "steno/core/store_op.h"

static client_store_reply orders_carry_saved;

/* Saves it as it is now, alone or with what else is to be kept. */
static void orders_carry_save(struct client *client, struct order_work *work, enum order_phase phase,
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
static void orders_carry_finish(struct client *client, struct order_work *work, struct ledger_file *file,
                                const struct error *failure)
{
    if (client->user->ordered)
        client->user->ordered(client->self, &work->order, failure);
    work->order.claim.until_ms = 0;
    orders_carry_save(client, work, ORDER_ENDING, file, orders_carry_saved);
}

/* What a failure makes of it. */
static enum order_after orders_carry_note_failure(const struct client *client, struct order_work *work,
                                                  const struct error *err)
{
    uint32_t random = (uint32_t)(client->now_ms * 2654435761u) ^ (uint32_t)work->order.row;
    return order_failed(&work->order, err, client->wall_ms, random);
}

/* Something went wrong on its way. */
static void orders_carry_fail(struct client *client, struct order_work *work, const struct error *err)
{
    if (err->kind == ERROR_EXISTS)
        work->order.size = 0; /* what has its name is another's */
    if (orders_carry_note_failure(client, work, err) == ORDER_END)
        work->order.outcome = ACT_ROW_FAILED;
    orders_carry_finish(client, work, NULL, err);
}

/* Its file has its name. */
static void orders_carry_done(struct client *client, struct order_work *work)
{
    const json_t *format = json_object_get(work->order.params, "FileFormatId");
    struct ledger_file file = {.id = work->order.id,
                               .path = mem_copy(work->order.path),
                               .format = mem_copy(json_is_string(format) ? json_string_value(format) : ""),
                               .version = work->version,
                               .when_ms = client->wall_ms,
                               .size = work->order.size,
                               .hash = work->order.hash};
    work->order.version = work->version;
    order_done(&work->order);
    orders_carry_finish(client, work, &file, NULL);
}

/* The answer to the second half: the name. */
static void orders_carry_named(struct client *client, const struct client_call *call,
                               struct call_result *result)
{
    struct order_work *work = orders_waiting(client, call->serial);
    if (!work)
        return;
    if (result->ok)
        orders_carry_done(client, work);
    else
        orders_carry_fail(client, work, &result->error);
}

/* Sends a call of an order. */
static void orders_carry_send(struct client *client, struct order_work *work, struct call *call,
                              enum order_phase phase, client_call_reply *done)
{
    char *what = mem_printf("Order %" PRId64, work->order.id);
    work->phase = phase;
    work->serial =
        client_call_send(client, call, &(struct client_reply){.done = done, .what = what, .is_quiet = true});
}

/* No file of it gets its name now. */
static void orders_carry_abandon_draft(struct order_work *work)
{
    if (work->draft)
        file_abandon(work->draft);
    free(work->draft);
    work->draft = NULL;
}

/* Another order that was given with it has that name: with an id in it that is one of the same project. */
static void orders_carry_collided(struct client *client, struct order_work *work)
{
    struct error err;
    error_clear(&err);
    orders_carry_abandon_draft(work);
    error_set(&err, ERROR_EXISTS, "%s is the file of another order that was given with it; %s",
              work->order.path,
              strstr(work->order.pattern, "{id}") ? "name each preset once" : "put {id} into the pattern");
    orders_carry_fail(client, work, &err);
}

/* The store could not be asked: whoever looks is told, and it is tried again after a while. */
static struct error orders_carry_refused(struct client *client, const struct order_work *work,
                                         const struct store_result *result)
{
    struct error err;
    error_clear(&err);
    error_set(&err, ERROR_IO, "not exported: %s.", result->error.text);
    err.system = EBUSY; /* it passes */
    client_say(client, SAY_LINE | SAY_LOG | SAY_BAD, work->order.id,
               "%" PRId64 " was not exported: %s. It is tried again.", work->order.id, result->error.text);
    return err;
}

/* Nothing that this session writes is seen by another program: a claim would be none, so that no order is
 * carried out any more, which is told with the first one. */
static void orders_carry_stop(struct client *client, struct order_work *work,
                              const struct store_result *result)
{
    struct orders *orders = client->orders;
    struct order told = work->order; /* it still waits: for another program */
    struct error err;
    bool is_first = !orders->is_unsaved;
    error_clear(&err);
    error_set(&err, ERROR_IO, "not exported: %s", result->error.text);
    work->phase = ORDER_IDLE;
    work->order.claim = (struct order_claim){0};
    orders_carry_abandon_draft(work);
    orders->is_unsaved = true;
    orders->trouble = err;
    told.outcome = ACT_ROW_UNSENT;
    told.reason = err.text + strlen("not exported: ");
    if (is_first && client->user->ordered)
        client->user->ordered(client->self, &told, &err);
}

/* Where it cannot be noted it gets no name either. */
static void orders_carry_fail_to_note(struct client *client, struct order_work *work,
                                      const struct store_result *result)
{
    const struct error err = orders_carry_refused(client, work, result);
    orders_carry_abandon_draft(work);
    free(work->order.path);
    work->order.path = NULL;
    work->order.size = 0;
    orders_carry_fail(client, work, &err);
}

/* The file is noted: it gets its name, unless the claim was lost. */
static void orders_carry_noted(struct client *client, const struct store_result *result)
{
    struct order_work *work = orders_waiting(client, result->serial);
    if (!work)
        return;
    if (!result->ok) {
        orders_carry_fail_to_note(client, work, result);
        return;
    }
    if (result->session_only) {
        orders_carry_stop(client, work, result);
        return;
    }
    if (result->changes == 0) {
        orders_drop(client, work);
        orders_look(client);
        return;
    }
    if (result->number > 0) {
        orders_carry_collided(client, work);
        return;
    }
    struct call *call = client_call_new(client, ENDPOINT_EXPORT, work->order.id);
    call->draft = work->draft;
    call->path = mem_copy(work->order.path);
    work->draft = NULL;
    orders_carry_send(client, work, call, ORDER_NAMING, orders_carry_named);
}

/* What the check of its captions came to; of a file that is in its place already that was noted. */
static void orders_carry_take_verdict(struct order_work *work, struct call_result *result)
{
    if (!work->draft || !work->order.judged_by)
        return;
    caption_verdict_clear(&work->order.verdict);
    work->order.verdict = result->verdict;
    result->verdict = (struct caption_verdict){0};
    if (!work->order.verdict.is_given)
        work->order.verdict = caption_verdict_trouble("the config has no such style any more");
}

/* The answer to the first half: the file. */
static void orders_carry_exported(struct client *client, const struct client_call *call,
                                  struct call_result *result)
{
    struct order_work *work = orders_waiting(client, call->serial);
    if (!work)
        return;
    if (!result->ok) {
        if (result->error.kind == ERROR_EXISTS && result->path) {
            free(work->order.path);
            work->order.path = mem_copy(result->path);
        }
        orders_carry_fail(client, work, &result->error);
        return;
    }
    free(work->order.path);
    work->order.path = mem_copy(result->file ? result->file : result->path);
    work->order.size = result->export_info.bytes;
    work->order.hash = result->export_info.hash;
    work->draft = result->draft;
    result->draft = NULL;
    orders_carry_take_verdict(work, result);
    if (work->draft)
        orders_carry_save(client, work, ORDER_NOTING, NULL, orders_carry_noted);
    else
        orders_carry_done(client, work); /* it is in its place */
}

/* How its captions are checked: by the style as it is now. */
static struct call_check orders_carry_check(const struct client *client, const struct order_work *work)
{
    const struct order *order = &work->order;
    struct error ignored;
    const struct caption_style *style =
        order->judged_by ? style_list_find(&client->settings->styles, order->judged_by, &ignored) : NULL;
    return (struct call_check){
        .limits = style ? &style->limits : NULL, .fail_on = order->fail_on, .length_ms = work->length_ms};
}

/* Asks for its file. */
static void orders_carry_export(struct client *client, struct order_work *work)
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
    call->check = orders_carry_check(client, work);
    if (order->path)
        ledger_add(&call->ledger, &(struct ledger_file){.id = order->id,
                                                        .path = mem_copy(order->path),
                                                        .format = mem_copy(""),
                                                        .version = work->version,
                                                        .when_ms = client->wall_ms,
                                                        .size = order->size,
                                                        .hash = order->hash});
    orders_carry_send(client, work, call, ORDER_EXPORTING, orders_carry_exported);
}

/* It was enqueued again after it was listed: it waits for that run, and nobody is told. */
static void orders_carry_give_back(struct client *client, struct order_work *work)
{
    orders_read_anew(client, work);
    work->order.claim.until_ms = 0;
    orders_carry_save(client, work, ORDER_ENDING, NULL, orders_carry_saved);
}

/* It is this program's now: does what is to be done. */
static void orders_carry_begin(struct client *client, struct order_work *work, const struct order *claimed)
{
    struct error err;
    error_clear(&err);
    bool is_outdated = order_outdates(&work->order, claimed, work->version);
    order_clear(&work->order);
    work->order = order_copy(claimed);
    work->order.claim.until_ms = client->wall_ms + ORDER_LEASE_MS;
    work->renew_ms = client->now_ms + ORDER_RENEW_MS;
    if (is_outdated) {
        orders_carry_give_back(client, work);
    } else if (work->unread) {
        orders_carry_fail(client, work, work->unread);
    } else if (work->step == ORDER_GIVE_UP) {
        error_set(&err, ERROR_REJECTED, "project %" PRId64 " is %s", work->order.id, work->state);
        orders_carry_fail(client, work, &err);
    } else {
        orders_carry_export(client, work);
    }
}

/* Nobody knows whose it is: it is asked for again after a while. */
static void orders_carry_fail_to_claim(struct client *client, struct order_work *work,
                                       const struct store_result *result)
{
    const struct error err = orders_carry_refused(client, work, result);
    if (orders_carry_note_failure(client, work, &err) == ORDER_END) /* that cannot be saved either */
        work->order.next_ms = client->wall_ms + ORDER_WAIT_MAX_MS;
    if (client->user->ordered)
        client->user->ordered(client->self, &work->order, &err);
}

/* It is this program's, or another's. */
static void orders_carry_claimed(struct client *client, const struct store_result *result)
{
    struct order_work *work = orders_waiting(client, result->serial);
    if (!work || client->quitting) /* at the end no answer may start anything */
        return;
    work->phase = ORDER_IDLE;
    if (!result->ok)
        orders_carry_fail_to_claim(client, work, result);
    else if (result->session_only)
        orders_carry_stop(client, work, result);
    else if (result->changes > 0 && result->orders.count == 1)
        orders_carry_begin(client, work, result->orders.orders);
    else {
        work->phase = ORDER_LOOKING;
        orders_look(client);
    }
}

/* It has ended, and the store knows: its hook is to run. */
static void orders_carry_tell_hook(struct client *client, const struct order_work *work,
                                   const struct store_result *result)
{
    const struct order *order = &work->order;
    if (order->outcome == ACT_ROW_WAITS)
        return;
    struct effect *hook = client_emit(client, EFFECT_NOTIFY);
    hook->id = order->id;
    hook->text = mem_copy(work->state ? work->state : "");
    hook->text2 = mem_copy(order->outcome == ACT_ROW_DONE ? "Exported" : "NotExported");
    hook->text3 = mem_copy(work->name ? work->name : "");
    hook->file = mem_copy(order->outcome == ACT_ROW_DONE ? order->path : "");
    hook->act = result->act;
    hook->left = result->left;
}

static void orders_carry_saved(struct client *client, const struct store_result *result)
{
    struct order_work *work = orders_waiting(client, result->serial);
    if (!work)
        return;
    work->phase = ORDER_IDLE;
    work->order.claim = (struct order_claim){0};
    if (result->ok && result->changes > 0)
        orders_carry_tell_hook(client, work, result);
    if (!result->ok || result->changes == 0 || work->order.outcome != ACT_ROW_WAITS)
        orders_drop(client, work);
    orders_look(client);
}

/* A claim that was lost is seen when the file is to be noted. */
static void orders_carry_renewed(struct client *client, const struct store_result *result)
{
    (void)client;
    (void)result;
}

void orders_carry_renew(struct client *client, struct order_work *work)
{
    struct store_op *op = store_op_new(STORE_ORDER_SAVE);
    struct order copy = order_copy(&work->order);
    op->when_ms = client->wall_ms;
    order_list_add(&op->orders, &copy);
    client_store_hand_over(client, op, orders_carry_renewed);
    work->renew_ms = client->now_ms + ORDER_RENEW_MS;
}

void orders_carry_claim(struct client *client, struct order_work *work)
{
    struct store_op *op = client_store_must_answer(client, STORE_ORDER_CLAIM, 0, orders_carry_claimed);
    op->number = work->order.row;
    op->when_ms = client->wall_ms;
    work->serial = op->serial;
    work->phase = ORDER_CLAIMING;
}
