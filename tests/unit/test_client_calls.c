/* client/calls without a screen: what is sent where nobody can be asked, and what a signal ends. */
/* SPDX-License-Identifier: MIT */
#include "calls.h"
#include "steno/base/mem.h"
#include "steno/client/calls.h"
#include "steno/client/client.h"
#include "steno/client/session.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

static struct settings settings;
static struct client *client;
static struct effects wanted;
static size_t ended;
static enum error_kind how;

static void take_say(void *self, const struct client_said *said)
{
    (void)self, (void)said;
}

static void take_answer(struct client *of, const struct client_call *call, struct call_result *result)
{
    (void)of, (void)call;
    ended++;
    how = result->error.kind;
}

static const struct client_user user = {.say = take_say};

static void begin(void)
{
    struct error err;
    settings_init(&settings);
    settings_put(&settings, SETTING_URL, SOURCE_FLAG, "test", "http://127.0.0.1:1", &err);
    settings_put(&settings, SETTING_TOKEN, SOURCE_FLAG, "test", "secret", &err);
    client = client_new(&settings, &user, NULL);
    effects_init(&wanted);
    client_turn(client, 1000, 1000000, &wanted);
    session_start(client);
}

static void end(void)
{
    effects_free(&wanted);
    client_free(client);
    settings_free(&settings);
}

TestSuite(client_calls, .init = begin, .fini = end);

/* How many effects of a kind are wanted. */
static size_t count(enum effect_kind kind)
{
    size_t found = 0;
    for (size_t i = 0; i < wanted.count; i++)
        found += wanted.items[i].kind == kind;
    return found;
}

/* Asks for an enqueue of project 7. Returns its serial. */
static uint64_t enqueue(int64_t asked_row)
{
    struct call *call = client_call_new(client, ENDPOINT_ENQUEUE, 7);
    call->asked_row = asked_row;
    return client_call_send(client, call,
                            &(struct client_reply){.done = take_answer, .what = mem_copy("Enqueue 7")});
}

/* An answer to what the store was last asked of this kind; it failed so far. */
static struct store_result *answer_new(enum store_op_kind kind)
{
    const struct store_op *asked = NULL;
    for (size_t i = 0; i < wanted.count; i++) {
        if (wanted.items[i].kind == EFFECT_STORE && wanted.items[i].store->kind == kind)
            asked = wanted.items[i].store;
    }
    cr_assert_not_null(asked);
    return store_result_new(asked);
}

/* The store gives it. */
static void answer(struct store_result *result)
{
    client_take(client, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

/* The store answers what it was last told to record. */
static void record(bool ok, enum error_kind kind)
{
    struct store_result *result = answer_new(STORE_PENDING_ADD);
    result->ok = ok;
    result->number = ok ? 1 : 0;
    if (!ok)
        error_set(&result->error, kind, "no");
    answer(result);
}

Test(client_calls, a_write_leaves_once_it_is_recorded)
{
    enqueue(0);
    cr_expect_eq(count(EFFECT_CALL), 0);
    record(true, ERROR_NONE);
    cr_expect_eq(count(EFFECT_CALL), 1);
}

Test(client_calls, a_write_that_cannot_be_recorded_ends_unsent_whatever_was_decided)
{
    static const int64_t asked_rows[] = {0, PENDING_ALL_ROWS};
    static const enum error_kind why[] = {ERROR_IO, ERROR_REJECTED};
    for (size_t i = 0; i < 4; i++) {
        enqueue(asked_rows[i / 2]);
        record(false, why[i % 2]);
        cr_expect_eq(count(EFFECT_CALL), 0);
        cr_expect_eq(ended, i + 1);
        cr_expect_eq(how, ERROR_IO);
    }
}

Test(client_calls, no_second_enqueue_is_sent_beside_an_open_one)
{
    enqueue(0);
    struct store_result *result = answer_new(STORE_PENDING_ADD);
    result->ok = true;
    result->pending = mem_zero(1, sizeof *result->pending);
    result->pending_count = 1;
    result->pending[0] = (struct pending){.row = 3, .id = 7, .op = ENDPOINT_ENQUEUE};
    answer(result);
    cr_expect_eq(count(EFFECT_CALL), 0);
    cr_expect_eq(ended, 1);
    cr_expect_eq(how, ERROR_CONFLICT);
}

Test(client_calls, to_cancel_all_ends_the_unsent_at_once_and_has_the_others_cancelled)
{
    enqueue(0);
    record(true, ERROR_NONE);
    enqueue(0);
    enqueue(0);
    client_calls_cancel(client);
    cr_expect_eq(ended, 2);
    cr_expect_eq(how, ERROR_CANCELLED);
    cr_expect_eq(count(EFFECT_CANCEL), 1);
    cr_expect_eq(client->call_count, 1, "its answer tells what became of it");
}

Test(client_calls, after_a_signal_writes_that_were_sent_are_heard_and_never_tried_again)
{
    struct client_call *sent = client_call_find(client, enqueue(0));
    record(true, ERROR_NONE);
    enqueue(0);
    client_call_send(
        client, client_call_new(client, ENDPOINT_GET_PROJECT, 8),
        &(struct client_reply){.done = take_answer, .what = mem_copy("Read 8"), .background = true});
    client_calls_wind_down(client);
    cr_expect_eq(ended, 1, "the one that was not sent");
    cr_expect_eq(count(EFFECT_CANCEL), 1, "the reading");
    struct call_result *result = call_result_new(sent->write.asked);
    result->serial = sent->serial;
    error_set(&result->error, ERROR_CONFLICT, "no");
    result->error.status = 409;
    client_take(client, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    cr_expect_eq(ended, 2);
    cr_expect_eq(how, ERROR_CONFLICT);
    cr_expect_eq(count(EFFECT_CALL), 2, "no reading follows");
}

Test(client_calls, a_401_is_the_end_where_the_token_is_kept)
{
    client->keeps_token = true;
    struct client_call *call = client_call_find(client, enqueue(0));
    record(true, ERROR_NONE);
    struct call_result *result = call_result_new(call->write.asked);
    error_set(&result->error, ERROR_NOT_LOGGED_IN, "no");
    result->error.status = 401;
    client_take(client, &(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
    cr_expect_eq(client->session, SESSION_EXPIRED);
    cr_expect_eq(count(EFFECT_TOKEN), 0);
    cr_expect_eq(how, ERROR_NOT_LOGGED_IN);
}
