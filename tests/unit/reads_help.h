/* A bench for the readings of a client: no server, no thread and no clock; events go in, calls come out. */
/* SPDX-License-Identifier: MIT */
#ifndef TESTS_UNIT_READS_HELP_H
#define TESTS_UNIT_READS_HELP_H

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "record.h"
#include "steno/client/client.h"
#include "steno/client/open_writes.h"
#include "steno/client/reads.h"
#include "steno/client/session.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

#define SECOND   INT64_C(1000)
#define MINUTE   (60 * SECOND)
#define WALL_MS  INT64_C(1778749320000) /* 2026-05-14T09:02:00Z */
#define SENT_MAX 256

static struct settings settings;
static struct client *client;
static int64_t now_ms, wall_ms;
static int64_t due_ms; /* when the readings have their next turn, unless they are woken before */
static bool is_woken;

/* What was sent, in order, and what of the last reading its user was told. */
static struct call sent[SENT_MAX];
static size_t sent_count;
static struct {
    size_t count;
    struct reading last; /* without what it points to */
    int64_t project_id;
    char state[32];
    enum error_kind kind;
} told;
static struct {
    size_t count;
    bool is_on;
    int64_t until_ms;
} pause_told;
static struct {
    size_t count;
    char text[200]; /* of the last one */
} outcome_told;
/* The last operation of each kind that the store was asked for. */
static struct store_op asked[STORE_OP_COUNT];
static void (*emitted)(const struct effect *effect); /* hears of each effect; may be NULL */
static size_t tokens_asked;
static int64_t limit_ms;        /* the user gives each call */
static bool unwatches, watches; /* the user does, in the function that takes a reading */

static inline void take_say(void *self, const struct client_said *said)
{
    (void)self;
    if (!(said->how & SAY_OUTCOME))
        return;
    outcome_told.count++;
    snprintf(outcome_told.text, sizeof outcome_told.text, "%s", said->text);
}

static inline void take_changed(void *self, unsigned what)
{
    (void)self;
    is_woken = is_woken || (what & (CHANGED_READS | CHANGED_SESSION));
    if (!(what & CHANGED_PAUSE))
        return;
    pause_told.count++;
    pause_told.is_on = client->is_paused;
    pause_told.until_ms = client->paused_until_ms;
}

static inline void take_reads(void *self, struct call *call)
{
    (void)self;
    call->limit_ms = limit_ms;
}

static inline void take_read(void *self, const struct reading *reading)
{
    (void)self;
    told.count++;
    told.last = *reading;
    told.project_id = reading->project ? reading->project->id : 0;
    told.kind = reading->error ? reading->error->kind : ERROR_NONE;
    snprintf(told.state, sizeof told.state, "%s", reading->project ? reading->project->state : "-");
    if (unwatches)
        client_unwatch(client, reading->id);
    if (watches)
        client_watch(client, reading->id + 100, NULL, 0);
}

static const struct client_user user = {
    .say = take_say, .changed = take_changed, .reads = take_reads, .read = take_read};

/* One turn with an event, or without one. */
static inline void turn(const struct event *event)
{
    struct effects effects;
    effects_init(&effects);
    client_turn(client, now_ms, wall_ms, &effects);
    if (event)
        client_take(client, event);
    open_writes_turn(client);
    if (is_woken || due_ms <= now_ms || client->is_paused) {
        is_woken = false;
        reads_turn(client);
        due_ms = reads_deadline(client);
    }
    cr_expect_eq(due_ms, reads_deadline(client), "nobody was told that something else is read next");
    for (size_t i = 0; i < effects.count; i++) {
        const struct call *call = effects.items[i].call;
        const struct store_op *op = effects.items[i].store;
        if (emitted)
            emitted(&effects.items[i]);
        if (op)
            asked[op->kind] = (struct store_op){.serial = op->serial, .kind = op->kind};
        tokens_asked += effects.items[i].kind == EFFECT_TOKEN;
        if (call && sent_count < SENT_MAX)
            sent[sent_count++] = (struct call){.serial = call->serial,
                                               .op = call->op,
                                               .project_id = call->project_id,
                                               .timed = call->timed,
                                               .limit_ms = call->limit_ms};
    }
    effects_free(&effects);
}

/* Lets time pass by both clocks, with a turn at each deadline. */
static inline void wait_for(int64_t ms)
{
    int64_t end_ms = now_ms + ms;
    for (int guard = 0; guard < 1000; guard++) {
        int64_t next_ms = reads_deadline(client), at_ms = next_ms < now_ms ? now_ms : next_ms;
        if (at_ms > end_ms)
            break;
        wall_ms += at_ms - now_ms;
        now_ms = at_ms;
        size_t before = sent_count;
        turn(NULL);
        if (sent_count == before && reads_deadline(client) <= now_ms)
            break; /* it waits for an answer */
    }
    wall_ms += end_ms - now_ms;
    now_ms = end_ms;
}

/* The last reading of a project that was sent; none is a failure. */
static struct call last_sent(int64_t id)
{
    for (size_t i = sent_count; i-- > 0;) {
        if (sent[i].project_id == id)
            return sent[i];
    }
    cr_assert_fail("%" PRId64 " was not read", id);
    return (struct call){0};
}

static inline void deliver(struct call_result *result)
{
    turn(&(struct event){.kind = EVENT_CALL_DONE, .call = result});
    call_result_free(result);
}

/* The answer to a call: a project with this id in this state. */
static inline void answer_as(const struct call *call, int64_t id, const char *state)
{
    char json[160];
    struct call_result *result = call_result_new(call);
    snprintf(json, sizeof json,
             "{\"Data\":{\"Id\":%" PRId64 ",\"AccessToken\":1,\"ProcessingState\":\"%s\"}}", id, state);
    result->project = project_decode(json, strlen(json), &result->error);
    result->ok = result->project != NULL;
    deliver(result);
}

static inline void answer(int64_t id, const char *state)
{
    struct call call = last_sent(id);
    answer_as(&call, id, state);
}

static inline void fail(int64_t id, enum error_kind kind, int status, int retry_after_s)
{
    struct call call = last_sent(id);
    struct call_result *result = call_result_new(&call);
    error_set(&result->error, kind, "no");
    result->error.status = status;
    result->error.retry_after_s = retry_after_s;
    deliver(result);
}

/* A client that watches projects 1 to `count`, which were never read. */
static inline void begin_client(size_t count)
{
    struct effects effects;
    now_ms = 1000000;
    wall_ms = WALL_MS;
    client = client_new(&settings, &user, NULL);
    effects_init(&effects);
    client_turn(client, now_ms, wall_ms, &effects);
    session_start(client);
    for (size_t i = 0; i < count; i++)
        client_watch(client, (int64_t)i + 1, NULL, 0);
    effects_free(&effects);
}

/* Settings with a token, and such a client. */
static inline void begin(size_t count)
{
    struct error err;
    settings_init(&settings);
    settings_put(&settings, SETTING_URL, SOURCE_FLAG, "test", "http://127.0.0.1:1", &err);
    settings_put(&settings, SETTING_TOKEN, SOURCE_FLAG, "test", "secret", &err);
    begin_client(count);
}

/* Projects 1 to `count`, at most 4, all on the screen and read once as None. */
static inline void begin_read(size_t count)
{
    const int64_t ids[] = {1, 2, 3, 4};
    begin(count);
    client_show(client, ids, count);
    turn(NULL);
    for (size_t i = 0; i < count; i++)
        answer(ids[i], "None");
    sent_count = told.count = 0;
}

static inline void end(void)
{
    client_free(client);
    settings_free(&settings);
}

#endif
