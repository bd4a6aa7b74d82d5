/* Owns the loop of a subcommand that stays: an engine, a client, signals, the end. It must not know what its
 * user does. */
/* SPDX-License-Identifier: MIT */
#include "runner.h"

#include "connect.h"
#include "local.h"
#include "output.h"
#include "steno/base/when.h"
#include "steno/client/notices.h"
#include "steno/client/session.h"
#include "steno/core/refresh.h"
#include "steno/work/engine.h"
#include "steno/work/loop.h"
#include "interrupt.h"

/* A notice; without a terminal there is nobody to hear it. */
static void runner_send(void *context, const char *bytes)
{
    struct error err;
    (void)context;
    error_clear(&err);
    cli_put_terminal(bytes, &err);
}

/* A signal while the end waits. */
static enum finish_wish runner_typed(void *context)
{
    (void)context;
    interrupt_forget_wake();
    return interrupt_signal() ? FINISH_HURRY : FINISH_WAIT;
}

/* Each signal is an event; who wants more turns after one has not long. */
static void runner_interrupt(struct engine *engine, int *told)
{
    struct event event = {.kind = EVENT_SIGNAL};
    for (; *told < interrupt_count() && !engine->quit; ++*told) {
        engine->signal = event.code = interrupt_signal();
        engine_event(engine, &event);
    }
}

/* Takes what has come, with a turn for each letter, or one after all that have gathered. */
static void runner_mail(const struct runner *runner, struct engine *engine)
{
    struct event event = {.kind = EVENT_TICK};
    if (runner->user->gather)
        interrupt_nap(runner->user->gather(runner->self));
    while (engine_mail(engine)) { /* nobody types */
    }
    if (runner->user->gather && !engine->quit)
        engine_event(engine, &event);
}

/* Turns until the user quits. */
static void runner_loop(const struct runner *runner, struct engine *engine)
{
    int told = 0;
    engine->deadline_ms = 0;
    engine_tick(engine);
    for (;;) {
        runner_interrupt(engine, &told);
        if (engine->quit)
            return;
        unsigned found = loop_wait(-1, engine_fd(engine), interrupt_fd(), engine->deadline_ms);
        if (found & LOOP_SIGNAL)
            interrupt_forget_wake();
        if (found & LOOP_MAIL)
            runner_mail(runner, engine);
        if (found & LOOP_DEADLINE)
            engine_tick(engine);
    }
}

/* Hands one event to whom it is for. */
static void runner_take(struct runner *runner, const struct event *event)
{
    const struct runner_user *user = runner->user;
    if (event->kind == EVENT_CALL_PROGRESS && *event->progress->notice)
        cli_remark("%s", event->progress->notice);
    if (client_take(runner->client, event))
        return;
    if (event->kind == EVENT_NOTICE)
        cli_say("%s", event->text);
    else if (event->kind == EVENT_STORE_CHANGED && user->changed && !runner->client->quitting)
        user->changed(runner->self);
    else if (event->kind == EVENT_SIGNAL && user->interrupted)
        user->interrupted(runner->self);
    else if (event->kind == EVENT_SIGNAL)
        runner_quit(runner, 0);
}

/* A turn; the engine's user. */
static void runner_handle(void *self, const struct event *event, int64_t now_ms, struct effects *effects)
{
    struct runner *runner = self;
    client_turn(runner->client, now_ms, event->wall_ms, effects);
    if (!runner->begun && runner->user->begin)
        runner->user->begin(runner->self);
    if (!runner->begun)
        session_start(runner->client);
    runner->begun = true;
    runner_take(runner, event);
    bool has_turn = !runner->user->gather || event->kind == EVENT_TICK || event->kind == EVENT_SIGNAL;
    if (has_turn && !runner->client->quitting)
        runner->user->turn(runner->self);
}

void runner_begin(struct runner *runner, struct cli *cli, const struct runner_user *user, void *self)
{
    *runner = (struct runner){.cli = cli, .user = user, .self = self};
    runner->client = client_new(&cli->settings, &user->client, self);
}

void runner_end(struct runner *runner)
{
    client_free(runner->client);
}

void runner_quit(struct runner *runner, int code)
{
    notices_flush(runner->client);
    runner->client->quitting = true;
    client_emit(runner->client, EFFECT_QUIT)->code = code;
}

void runner_say(struct runner *runner, const struct client_said *said)
{
    struct error err;
    if (!(said->how & SAY_COUNT) || !(said->how & SAY_LINE))
        return;
    error_set(&err, ERROR_IO, "%s", said->text);
    cli_store_give_up(runner->cli, &err);
}

void runner_tell_pause(const struct client *client)
{
    char when[DATE_TEXT_SIZE];
    if (client->paused_until_ms == 0)
        return;
    date_format_clock(when, sizeof when, client->paused_until_ms, DATE_LOCAL);
    cli_remark(REFRESH_PAUSE_SENTENCE, when);
}

void runner_hear_store(struct runner *runner, const struct store_result *result)
{
    if (!result->ok)
        cli_store_give_up(runner->cli, &result->error);
}

int runner_run(struct runner *runner, struct error *err)
{
    static const struct terminal_ops terminal = {.send = runner_send, .typed = runner_typed};
    const struct engine_user user = {.self = runner, .handle = runner_handle};
    struct cli *cli = runner->cli;
    struct engine engine;
    int code = -1;
    if (!cli_may_call(cli, err))
        return -1;
    bool ok = engine_init(&engine, &cli->settings, &user, &terminal, err) && engine_start(&engine, err);
    if (ok) {
        runner_loop(runner, &engine);
        engine_finish(&engine, interrupt_fd());
        engine_report(&engine);
        code = interrupt_signal() ? error_kind_exit_code(ERROR_CANCELLED) : engine.code;
    }
    engine_stop(&engine);
    return code;
}
