/* core/order: when a standing order is due, what a failure makes of it, whose it is. A row a sentence. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/order.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

#define NOW    INT64_C(1700000000000)
#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)
#define HOUR   (60 * MINUTE)

/* --- due --- */

static const struct {
    const char *sentence;
    const char *state;
    int64_t version, past;
    bool is_enqueue_open;
    enum act_outcome outcome;
    enum order_step step;
} readings[] = {
    {"due at a reading in Completed", "Completed", 7, -1, false, ACT_ROW_WAITS, ORDER_EXPORT},
    {"None waits, without limit", "None", 7, -1, false, ACT_ROW_WAITS, ORDER_WAIT},
    {"an unknown state waits", "Polishing", 7, -1, false, ACT_ROW_WAITS, ORDER_WAIT},
    {"a reading without a state waits", "", 7, -1, false, ACT_ROW_WAITS, ORDER_WAIT},
    {"in progress waits", "InProgress", 7, -1, false, ACT_ROW_WAITS, ORDER_WAIT},
    {"Failed ends it", "Failed", 7, -1, false, ACT_ROW_WAITS, ORDER_GIVE_UP},
    {"Canceled ends it", "Canceled", 7, -1, false, ACT_ROW_WAITS, ORDER_GIVE_UP},
    {"Completed of before the enqueue waits", "Completed", 7, 7, false, ACT_ROW_WAITS, ORDER_WAIT},
    {"Failed of before the enqueue ends nothing", "Failed", 7, 7, false, ACT_ROW_WAITS, ORDER_WAIT},
    {"another version than that of the response is due", "Completed", 8, 7, false, ACT_ROW_WAITS,
     ORDER_EXPORT},
    {"so is a lower one: versions are only compared", "Completed", 6, 7, false, ACT_ROW_WAITS, ORDER_EXPORT},
    {"Failed with another version ends it", "Failed", 8, 7, false, ACT_ROW_WAITS, ORDER_GIVE_UP},
    {"while the outcome of an enqueue is unknown it waits", "Completed", 8, -1, true, ACT_ROW_WAITS,
     ORDER_WAIT},
    {"and Failed is not its end then", "Failed", 8, -1, true, ACT_ROW_WAITS, ORDER_WAIT},
    {"one that has ended does nothing more", "Completed", 7, -1, false, ACT_ROW_FAILED, ORDER_WAIT},
};

Test(order, what_a_reading_means)
{
    struct settings settings;
    settings_init(&settings);
    for (size_t i = 0; i < sizeof readings / sizeof readings[0]; i++) {
        struct order order = {.past = readings[i].past,
                              .is_enqueue_open = readings[i].is_enqueue_open,
                              .outcome = readings[i].outcome};
        cr_expect_eq(order_judge(&order, readings[i].state, readings[i].version, &settings), readings[i].step,
                     "%s", readings[i].sentence);
    }
    settings_free(&settings);
}

/* What was listed of an order, what is now, and whether a reading of then still counts. */
static const struct {
    const char *sentence;
    bool was_open, is_open;
    int64_t was_past, past, was_done_ms, done_ms;
    bool is_outdated;
} runs[] = {
    {"nothing has changed", false, false, -1, -1, 0, 0, false},
    {"it was claimed for the first time", false, false, -1, -1, 0, NOW, false},
    {"it was tried again", false, false, -1, -1, NOW, NOW, false},
    {"an enqueue began", false, true, -1, -1, 0, 0, true},
    {"an enqueue has its answer", true, false, -1, -1, 0, 0, true},
    {"an enqueue was answered with another version", false, false, 7, 8, 0, 0, true},
    {"an enqueue was answered with a version", false, false, -1, 7, 0, 0, true},
    {"one that was tried was enqueued again", false, false, -1, -1, NOW, 0, true},
    {"and was tried by another program since", false, false, -1, -1, NOW, NOW + 1, true},
    {"of the version that waited: another state was seen after it", false, false, 7, -1, 0, 0, true},
    {"of another version: it was of after the enqueue already", false, false, 8, -1, 0, 0, false},
};

Test(order, which_readings_are_of_a_run_before)
{
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        struct order was = {.is_enqueue_open = runs[i].was_open,
                            .past = runs[i].was_past,
                            .done_ms = runs[i].was_done_ms},
                     now = {.is_enqueue_open = runs[i].is_open,
                            .past = runs[i].past,
                            .done_ms = runs[i].done_ms};
        cr_expect_eq(order_outdates(&was, &now, 7), runs[i].is_outdated, "%s", runs[i].sentence);
    }
}

Test(order, what_counts_as_completed_is_what_wait_takes_for_it)
{
    struct settings settings;
    struct error err;
    struct order order = {.past = -1, .outcome = ACT_ROW_WAITS};
    settings_init(&settings);
    cr_assert(settings_put(&settings, SETTING_SETTLED_STATES, SOURCE_CONFIG, NULL, "Reviewed Failed", &err),
              "%s", err.text);
    cr_expect_eq(order_judge(&order, "Reviewed", 1, &settings), ORDER_EXPORT);
    cr_expect_eq(order_judge(&order, "Completed", 1, &settings), ORDER_WAIT);
    settings_free(&settings);
}

/* --- a failure --- */

static const struct {
    const char *sentence;
    enum error_kind kind;
    int status, system;
    enum order_after after;
} failures[] = {
    {"the network is tried again", ERROR_NETWORK, 0, 0, ORDER_TRY_AGAIN},
    {"so is a name that is not found", ERROR_DNS, 0, 0, ORDER_TRY_AGAIN},
    {"a connection that is refused", ERROR_CONNECT, 0, 0, ORDER_TRY_AGAIN},
    {"a time limit", ERROR_TIMEOUT, 0, 0, ORDER_TRY_AGAIN},
    {"5xx", ERROR_SERVER, 503, 0, ORDER_TRY_AGAIN},
    {"429", ERROR_RATE_LIMITED, 429, 0, ORDER_TRY_AGAIN},
    {"a full disk", ERROR_IO, 0, ENOSPC, ORDER_TRY_AGAIN},
    {"a full quota", ERROR_IO, 0, EDQUOT, ORDER_TRY_AGAIN},
    {"403 ends it at once", ERROR_FORBIDDEN, 403, 0, ORDER_END},
    {"404", ERROR_NOT_FOUND, 404, 0, ORDER_END},
    {"412", ERROR_REJECTED, 412, 0, ORDER_END},
    {"422", ERROR_REJECTED, 422, 0, ORDER_END},
    {"a folder that is gone", ERROR_IO, 0, ENOENT, ORDER_END},
    {"a folder that is none any more", ERROR_IO, 0, ENOTDIR, ORDER_END},
    {"a folder that may not be written", ERROR_IO, 0, EACCES, ORDER_END},
    {"a name that appeared later", ERROR_EXISTS, 0, 0, ORDER_END},
    {"401 waits for a login", ERROR_NOT_LOGGED_IN, 401, 0, ORDER_AFTER_LOGIN},
};

Test(order, what_a_failure_means)
{
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        struct order order = {.done_ms = NOW};
        struct error err;
        error_clear(&err);
        error_set(&err, failures[i].kind, "why");
        err.status = failures[i].status;
        err.system = failures[i].system;
        cr_expect_eq(order_failed(&order, &err, NOW, 0), failures[i].after, "%s", failures[i].sentence);
        cr_expect_str_eq(order.reason, "why", "%s", failures[i].sentence);
        cr_expect_eq(order.status, failures[i].status, "%s", failures[i].sentence);
        cr_expect_eq(order.tries, failures[i].after == ORDER_TRY_AGAIN, "%s", failures[i].sentence);
        order_clear(&order);
    }
}

/* A failure that may pass. */
static struct error lost(void)
{
    struct error err;
    error_clear(&err);
    error_set(&err, ERROR_NETWORK, "lost");
    return err;
}

Test(order, the_wait_doubles_up_to_thirty_minutes)
{
    struct order order = {.done_ms = NOW};
    struct error err = lost();
    static const int64_t most[] = {5, 10, 20, 40, 80, 160, 320, 640, 1280, 1800, 1800};
    for (size_t i = 0; i < sizeof most / sizeof most[0]; i++) {
        cr_assert_eq(order_failed(&order, &err, NOW, 0), ORDER_TRY_AGAIN);
        int64_t wait = order.next_ms - NOW;
        cr_expect_eq(wait, most[i] * SECOND / 2, "try %zu: %lld", i, (long long)wait);
        cr_expect_not(order_may_try(&order, NOW + wait - 1));
        cr_expect(order_may_try(&order, NOW + wait));
    }
    cr_assert_eq(order_failed(&order, &err, NOW, UINT32_MAX), ORDER_TRY_AGAIN);
    cr_expect_leq(order.next_ms - NOW, ORDER_WAIT_MAX_MS);
    order_clear(&order);
}

Test(order, a_server_that_asks_for_a_time_gets_it_up_to_thirty_minutes)
{
    struct order order = {0};
    struct error err = lost();
    err.retry_after_s = 600;
    order_failed(&order, &err, NOW, 0);
    cr_expect_eq(order.next_ms, NOW + 10 * MINUTE);
    err.retry_after_s = 86400;
    order_failed(&order, &err, NOW, 0);
    cr_expect_eq(order.next_ms, NOW + 30 * MINUTE);
    order_clear(&order);
}

Test(order, it_is_tried_for_24_hours_from_completed)
{
    struct order order = {.done_ms = NOW};
    struct error err = lost();
    cr_expect_eq(order_failed(&order, &err, NOW + 24 * HOUR - 1, 0), ORDER_TRY_AGAIN);
    cr_expect_eq(order_failed(&order, &err, NOW + 24 * HOUR, 0), ORDER_END);
    cr_expect_str_eq(order.reason, "lost", "it ends with its reason");
    cr_expect_eq(order_failed(&order, &err, NOW - HOUR, 0), ORDER_TRY_AGAIN, "the clock was set back");
    order_clear(&order);
}

Test(order, a_program_that_ends_counts_for_nothing)
{
    struct order order = {.done_ms = NOW};
    struct error err;
    error_clear(&err);
    error_set(&err, ERROR_CANCELLED, "cancelled");
    cr_expect_eq(order_failed(&order, &err, NOW + 48 * HOUR, 0), ORDER_TRY_AGAIN);
    cr_expect_eq(order.tries, 0);
    cr_expect_eq(order.next_ms, 0);
    cr_expect_null(order.reason);
}

Test(order, a_next_try_that_a_wrong_clock_dated_does_not_wait_for_it)
{
    struct order order = {.next_ms = NOW + 30 * MINUTE};
    cr_expect_not(order_may_try(&order, NOW));
    order.next_ms++;
    cr_expect(order_may_try(&order, NOW));
}

/* --- the claim --- */

static const struct {
    const char *sentence;
    bool is_claimed;
    int64_t until_ms;
    enum owner_life life;
    bool is_free;
} claims[] = {
    {"nobody has it", false, 0, OWNER_ENDED, true},
    {"a living program has it", true, NOW + 60 * SECOND, OWNER_LIVES, false},
    {"this program has it", true, NOW + 60 * SECOND, OWNER_SELF, false},
    {"one of another machine has it", true, NOW + 60 * SECOND, OWNER_ELSEWHERE, false},
    {"its last moment is not over", true, NOW + 1, OWNER_LIVES, false},
    {"the lease is over", true, NOW, OWNER_LIVES, true},
    {"on another machine, too", true, NOW, OWNER_ELSEWHERE, true},
    {"the lease lies five minutes ahead", true, NOW + 5 * MINUTE, OWNER_LIVES, false},
    {"and more than that", true, NOW + 5 * MINUTE + 1, OWNER_LIVES, true},
    {"boot id and pid show a dead owner", true, NOW + 60 * SECOND, OWNER_ENDED, true},
};

Test(order, whose_claim_is_free)
{
    for (size_t i = 0; i < sizeof claims / sizeof claims[0]; i++) {
        struct order_claim claim = {.until_ms = claims[i].until_ms, .life = claims[i].life};
        snprintf(claim.token, sizeof claim.token, "%s", claims[i].is_claimed ? "abc" : "");
        cr_expect_eq(order_claim_is_free(&claim, NOW), claims[i].is_free, "%s", claims[i].sentence);
    }
}

/* --- its file --- */

Test(order, the_preset_stands_before_the_extension)
{
    static const struct {
        const char *pattern, *named;
    } names[] = {{"{id}.{ext}", "{id}-air.{ext}"}, {"{name}", "{name}-air"}, {"a.b.srt", "a.b-air.srt"}};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char *named = order_pattern(names[i].pattern, "air");
        cr_expect_str_eq(named, names[i].named);
        free(named);
    }
}

Test(order, a_copy_shares_nothing)
{
    struct order_list list = {0};
    struct order order = {.id = 3, .preset = mem_copy("air"), .folder = mem_copy("/srv"), .past = -1};
    order.params = json_pack("{s:s}", "FileFormatId", "srt");
    order_list_add(&list, &order);
    struct order copy = order_copy(&list.orders[0]);
    order_list_clear(&list);
    cr_expect_str_eq(copy.folder, "/srv");
    cr_expect_str_eq(json_string_value(json_object_get(copy.params, "FileFormatId")), "srt");
    order_clear(&copy);
}
