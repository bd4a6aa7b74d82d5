/* Owns the loop of a subcommand that stays: an engine, signals, the end. It must not know what its user does.
 */
#include "runner.h"

#include "connect.h"
#include "output.h"
#include "steno/store/store.h"
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

/* The first signal is an event; who wants more turns after it has not long. */
static void runner_interrupt(struct engine *engine, int *wake_fd)
{
    struct event event = {.kind = EVENT_SIGNAL, .code = interrupt_signal()};
    if (*wake_fd < 0 || !event.code)
        return;
    *wake_fd = -1;
    engine->signal = event.code;
    engine_event(engine, &event);
}

/* Turns until the user quits. */
static void runner_loop(struct engine *engine)
{
    int wake_fd = interrupt_fd();
    engine->deadline_ms = 0;
    engine_tick(engine);
    for (;;) {
        runner_interrupt(engine, &wake_fd);
        if (engine->quit)
            return;
        unsigned found = loop_wait(-1, engine_fd(engine), wake_fd, engine->deadline_ms);
        if (found & LOOP_MAIL)
            engine_mail(engine);
        if (found & LOOP_DEADLINE)
            engine_tick(engine);
    }
}

int runner_run(struct cli *cli, const struct engine_user *user, struct error *err)
{
    static const struct terminal_ops terminal = {.send = runner_send, .typed = runner_typed};
    struct engine engine;
    int code = -1;
    if (!cli_may_call(cli, err))
        return -1;
    store_close(cli->store);
    cli->store = NULL;
    bool ok = engine_init(&engine, &cli->settings, user, &terminal, err) && engine_start(&engine, err);
    if (ok) {
        runner_loop(&engine);
        engine_finish(&engine, interrupt_fd());
        engine_report(&engine);
        code = interrupt_signal() ? error_kind_exit_code(ERROR_CANCELLED) : engine.code;
    }
    engine_stop(&engine);
    return code;
}
