/* Owns the wait for the store and for hooks at the end, what is then left to say, and the end of the threads.
 * Knows no terminal. */
/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "api_workers.h"
#include "hooks.h"
#include "mailbox.h"
#include "outbox.h"
#include "programs.h"
#include "steno/base/buffer.h"
#include "steno/base/clock.h"
#include "steno/base/signals.h"
#include "steno/store/store.h"
#include "steno/work/loop.h"
#include "store_worker.h"

#define SAY_MS   500
#define SLACK_MS 1000 /* for the disk, beside what an operation waits for another session */
#define HURRY_MS 1200 /* a hang-up has two seconds, for this and for the threads */

#define STOP_WORKERS_MS  300
#define STOP_STORE_MS    500
#define STOP_GIVEN_UP_MS 100 /* the store was waited for already, and did not answer */
#define STOP_PROGRAMS_MS 100

/* The wait, as far as it came. */
struct finish {
    struct engine *engine;
    enum finish_wish wish;
    int64_t say_at, until, hurried;
    bool saves_said, hooks_said;
};

/* How long nothing may happen: as long as an operation waits for another session, or a hook may take. */
static int64_t finish_patience(const struct engine *engine)
{
    return STORE_BUSY_MS + SLACK_MS + (hooks_count(engine->hooks) > 0 ? NOTIFY_HOOK_LIMIT_MS : 0);
}

/* Is there something to wait for? Nobody who is in a hurry waits for hooks. */
static bool finish_goes_on(const struct finish *finish, int64_t now)
{
    bool hooks = hooks_count(finish->engine->hooks) > 0 && finish->wish == FINISH_WAIT;
    return (finish->engine->saves_waiting > 0 || hooks) && finish->wish != FINISH_GIVE_UP &&
           now < finish->until && now < finish->hurried;
}

/* Has it said what is waited for, each once. */
static void finish_say(struct finish *finish)
{
    struct engine *engine = finish->engine;
    bool saves = engine->saves_waiting > 0;
    size_t hooks = hooks_count(engine->hooks);
    bool *said = saves ? &finish->saves_said : &finish->hooks_said;
    struct event event = {.kind = EVENT_WAITING, .code = saves ? 0 : (int)hooks};
    if (*said || (!saves && hooks == 0))
        return;
    *said = true;
    engine_event(engine, &event);
    if (engine->terminal->show)
        engine->terminal->show(engine->terminal->context);
}

/* What signals and the terminal wish meanwhile. */
static enum finish_wish finish_look(struct engine *engine, unsigned found)
{
    enum finish_wish wish = FINISH_WAIT;
    for (int sig; (sig = signals_next()) != 0;) {
        if (sig == SIGWINCH || sig == SIGTSTP || sig == SIGCONT)
            continue;
        engine->signal = sig;
        wish = FINISH_HURRY;
    }
    if (found & LOOP_HANGUP)
        engine->gone = true;
    if (engine->gone)
        return FINISH_HURRY;
    enum finish_wish typed =
        found & LOOP_INPUT ? engine->terminal->typed(engine->terminal->context) : FINISH_WAIT;
    return typed == FINISH_WAIT || (typed == FINISH_LEAVE && wish == FINISH_HURRY) ? wish : typed;
}

/* Takes what somebody wishes. A q that was typed before the hooks were said was meant for something else. */
static void finish_take_wish(struct finish *finish, unsigned found, int64_t now)
{
    enum finish_wish wish = finish_look(finish->engine, found);
    if (wish == FINISH_WAIT || (wish == FINISH_LEAVE && !finish->hooks_said))
        return;
    finish->wish = wish;
    hooks_stop(finish->engine->hooks);
    if (wish == FINISH_HURRY && finish->hurried == INT64_MAX)
        finish->hurried = now + HURRY_MS;
}

/* One wait and all that came of it. */
static int64_t finish_turn(struct finish *finish, int *tty_fd)
{
    struct engine *engine = finish->engine;
    size_t hooks = hooks_count(engine->hooks);
    int64_t end = finish->until < finish->hurried ? finish->until : finish->hurried;
    unsigned found =
        loop_wait(*tty_fd, engine_fd(engine), signals_fd(), finish->say_at < end ? finish->say_at : end);
    int64_t now = clock_mono_ms();
    bool good = engine_drain(engine); /* a slow disk, no locked file: those behind it have a chance */
    if (good || hooks_count(engine->hooks) != hooks)
        finish->until = now + finish_patience(engine);
    if (found & LOOP_HANGUP)
        *tty_fd = -1;
    if (found & (LOOP_INPUT | LOOP_SIGNAL | LOOP_HANGUP))
        finish_take_wish(finish, found, now);
    return now;
}

void engine_end(struct engine *engine, int sig, bool gone)
{
    struct event event = {.kind = EVENT_HANGUP};
    engine->signal = sig;
    engine->gone = gone;
    engine_event(engine, &event);
    engine->quit = true;
}

void engine_finish(struct engine *engine, int tty_fd)
{
    int64_t now = clock_mono_ms(), say_at = now + SAY_MS;
    struct finish finish = {.engine = engine, .say_at = say_at, .hurried = INT64_MAX};
    if (engine->signal || engine->gone) {
        finish.wish = FINISH_HURRY;
        hooks_stop(engine->hooks);
        tty_fd = -1;
        say_at = INT64_MAX;
        finish.hurried = now + HURRY_MS;
    }
    engine_drain(engine);
    finish.until = now + finish_patience(engine);
    while (finish_goes_on(&finish, now)) {
        finish.say_at = now < say_at ? say_at : INT64_MAX;
        now = finish_turn(&finish, &tty_fd);
        if (now >= say_at && finish_goes_on(&finish, now))
            finish_say(&finish);
    }
}

/* Ends the store; also where its thread still runs, it posts no more. */
static void finish_stop_store(struct engine *engine)
{
    store_worker_stop(engine->store, engine->saves_waiting > 0 ? STOP_GIVEN_UP_MS : STOP_STORE_MS);
    engine->store = NULL;
}

int engine_report(struct engine *engine)
{
    struct event event = {.kind = EVENT_ENDED};
    if (engine->gone && isatty(STDERR_FILENO))
        return engine->signal ? -engine->signal : engine->code;
    char *hooks = hooks_waiting(engine->hooks);
    if (hooks)
        buffer_printf(&engine->last_words, "steno: " HOOKS_NOT_RUN "\n", hooks);
    free(hooks);
    engine_event(engine, &event);
    finish_stop_store(engine);
    fputs(buffer_text(&engine->last_words), stderr);
    return engine->signal ? -engine->signal : engine->code;
}

/* Ends the threads; one that hangs posts no more, and frees what it holds when it ends. */
static void finish_stop_workers(struct engine *engine)
{
    api_workers_stop(engine->workers, STOP_WORKERS_MS);
    finish_stop_store(engine);
    programs_stop(engine->programs, STOP_PROGRAMS_MS);
    mailbox_free(engine->box);
}

void engine_stop(struct engine *engine)
{
    finish_stop_workers(engine);
    effects_free(&engine->waiting);
    hooks_free(engine->hooks);
    buffer_free(&engine->last_words);
    free(engine->url);
    *engine = (struct engine){.quit = true};
}
