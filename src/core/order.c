/* Owns the rules of standing orders: when one is due, what a failure makes of it, when a claim is free. Knows
 * no store, no clock and no file. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/order.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "caption_verdict.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/settings.h"

#define ORDER_FIRST_WAIT_MS INT64_C(5000)

/* --- as values --- */

void order_clear(struct order *order)
{
    free(order->account);
    free(order->profile);
    free(order->preset);
    json_decref(order->params);
    free(order->folder);
    free(order->pattern);
    free(order->judged_by);
    free(order->reason);
    free(order->path);
    caption_verdict_clear(&order->verdict);
    *order = (struct order){0};
}

struct order order_copy(const struct order *order)
{
    struct order copy = *order;
    copy.account = mem_copy_or_null(order->account);
    copy.profile = mem_copy_or_null(order->profile);
    copy.preset = mem_copy_or_null(order->preset);
    copy.params = order->params ? json_deep_copy(order->params) : NULL;
    copy.folder = mem_copy_or_null(order->folder);
    copy.pattern = mem_copy_or_null(order->pattern);
    copy.judged_by = mem_copy_or_null(order->judged_by);
    copy.reason = mem_copy_or_null(order->reason);
    copy.path = mem_copy_or_null(order->path);
    copy.verdict = caption_verdict_copy(&order->verdict);
    return copy;
}

void order_list_add(struct order_list *list, const struct order *order)
{
    list->orders = mem_grow(list->orders, list->count + 1, sizeof *list->orders);
    list->orders[list->count++] = *order;
}

void order_list_clear(struct order_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        order_clear(&list->orders[i]);
    free(list->orders);
    *list = (struct order_list){0};
}

/* --- when it is due --- */

enum order_step order_judge(const struct order *order, const char *state, int64_t version,
                            const struct settings *settings)
{
    bool is_settled = settings_list_has(settings, SETTING_SETTLED_STATES, state);
    if (order->outcome != ACT_ROW_WAITS || order->is_enqueue_open || !is_settled)
        return ORDER_WAIT;
    if (order->past >= 0 && version == order->past)
        return ORDER_WAIT;
    return settings_state_is_done(settings, state) ? ORDER_EXPORT : ORDER_GIVE_UP;
}

bool order_outdates(const struct order *was, const struct order *now, int64_t version)
{
    if (was->is_enqueue_open != now->is_enqueue_open)
        return true;
    if (was->done_ms && was->done_ms != now->done_ms) /* only an accepted enqueue takes it back */
        return true;
    if (was->past == now->past)
        return false;
    return now->past >= 0 || version == was->past;
}

bool order_may_try(const struct order *order, int64_t wall_ms)
{
    return order->next_ms <= wall_ms || order->next_ms > wall_ms + ORDER_WAIT_MAX_MS;
}

/* --- what a failure makes of it --- */

/* What a failure means by itself. */
static enum order_after order_after(const struct error *err)
{
    switch (err->kind) {
    case ERROR_NOT_LOGGED_IN:
        return ORDER_AFTER_LOGIN;
    case ERROR_CANCELLED:
    case ERROR_CONFLICT: /* as it is being changed; the way of an export has asked twice by then */
    case ERROR_DNS:
    case ERROR_CONNECT:
    case ERROR_TLS:
    case ERROR_TIMEOUT:
    case ERROR_NETWORK:
    case ERROR_RATE_LIMITED:
    case ERROR_SERVER:
    case ERROR_BAD_REPLY:
        return ORDER_TRY_AGAIN;
    case ERROR_IO:
        return err->system == ENOSPC || err->system == EDQUOT || err->system == EBUSY ? ORDER_TRY_AGAIN
                                                                                      : ORDER_END;
    default:
        return ORDER_END;
    }
}

/* How long after a failure: doubled with each, but not before the server wants it. */
static int64_t order_wait_ms(int tries, int retry_after_s, uint32_t random)
{
    int64_t wait = ORDER_FIRST_WAIT_MS;
    for (int i = 1; i < tries && wait < ORDER_WAIT_MAX_MS; i++)
        wait *= 2;
    if (wait > ORDER_WAIT_MAX_MS)
        wait = ORDER_WAIT_MAX_MS;
    wait = wait / 2 + random % (wait / 2 + 1);
    int64_t asked = retry_after_s > 0 ? retry_after_s * INT64_C(1000) : 0;
    if (asked > ORDER_WAIT_MAX_MS)
        asked = ORDER_WAIT_MAX_MS;
    return wait > asked ? wait : asked;
}

enum order_after order_failed(struct order *order, const struct error *err, int64_t wall_ms, uint32_t random)
{
    enum order_after after = order_after(err);
    if (err->kind == ERROR_CANCELLED)
        return after;
    free(order->reason);
    order->reason = text_clean_copy(err->text);
    order->status = err->status;
    if (after != ORDER_TRY_AGAIN)
        return after;
    if (order->done_ms && wall_ms - order->done_ms >= ORDER_TRIED_MAX_MS)
        return ORDER_END;
    order->tries++;
    order->next_ms = wall_ms + order_wait_ms(order->tries, err->retry_after_s, random);
    return ORDER_TRY_AGAIN;
}

/* --- its end --- */

void order_done(struct order *order)
{
    order->outcome = ACT_ROW_DONE;
    order->status = 0;
    free(order->reason);
    order->reason = caption_verdict_words(&order->verdict, order->judged_by ? order->judged_by : "");
}

bool order_has_found(const struct order *order)
{
    return order->outcome == ACT_ROW_DONE && order->verdict.has_failed;
}

/* --- whose it is --- */

bool order_claim_is_free(const struct order_claim *claim, int64_t wall_ms)
{
    return !claim->token[0] || claim->until_ms <= wall_ms || claim->until_ms > wall_ms + ORDER_AHEAD_MS ||
           claim->life == OWNER_ENDED;
}

/* --- its file --- */

char *order_pattern(const char *pattern, const char *preset)
{
    const char *dot = strrchr(pattern, '.');
    size_t stem = dot ? (size_t)(dot - pattern) : strlen(pattern);
    return mem_printf("%.*s-%s%s", (int)stem, pattern, preset, pattern + stem);
}
