/* Owns the turn: events in, effects carried out, mail back as events. It must not know terminals or what is
 * shown; everything that decides is its user's. Server and token are engine_session.c, how it ends
 * engine_finish.c. */
/* SPDX-License-Identifier: MIT */
#include "engine.h"

#include <stdlib.h>

#include "api_workers.h"
#include "copy.h"
#include "hooks.h"
#include "mailbox.h"
#include "programs.h"
#include "short_task.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/core/effect.h"
#include "steno/core/event.h"
#include "notify.h"
#include "store_worker.h"

#define LETTERS_A_TURN 64 /* then keys are looked at, */
#define MAIL_MS_A_TURN 5  /* or after this time, whatever still comes */

/* Tells the operator something as if the application had found it. */
static void engine_notice(struct engine *engine, const char *text, bool bad)
{
    struct event event = {.kind = EVENT_NOTICE, .text = text, .code = bad};
    engine_event(engine, &event);
}

/* Lets the terminal copy, and says how that went. */
static void engine_copy_by_terminal(struct engine *engine, const char *text)
{
    struct error err;
    error_clear(&err);
    bool ok = engine->terminal->copy(engine->terminal->context, text, &err);
    engine_notice(engine, ok ? engine->terminal->copied : err.text, !ok);
}

/* Copies by a program where there is one, else by the terminal. */
static void engine_copy(struct engine *engine, const char *text)
{
    struct error err;
    struct program program;
    error_clear(&err);
    if (!copy_program(engine->settings, text, &program, &err))
        engine_notice(engine, err.text, true);
    else if (program.argv)
        programs_submit(engine->programs, &program);
    else
        engine_copy_by_terminal(engine, text);
}

/* Would something be lost without this operation? */
static bool engine_saves(enum store_op_kind kind)
{
    return store_op_writes(kind) || kind == STORE_CREDENTIALS_SAVE || kind == STORE_CREDENTIALS_DROP;
}

/* Hands an operation to the store, and remembers that an answer will come. */
static void engine_store(struct engine *engine, struct store_op *op)
{
    engine->store_waiting++;
    engine->saves_waiting += engine_saves(op->kind);
    store_worker_submit(engine->store, op);
}

/* Asks the store whether a hook is this program's to run. */
static void engine_claim(void *context, struct store_op *op)
{
    engine_store(context, op);
}

/* Has the hook of a change of state run. */
static void engine_notify(struct engine *engine, const struct effect *effect)
{
    struct error err;
    struct notify_change change = {.id = effect->id,
                                   .from = effect->text,
                                   .to = effect->text2,
                                   .name = effect->text3,
                                   .url = engine->url,
                                   .since_ms = effect->since_ms,
                                   .until_ms = clock_wall_ms()};
    error_clear(&err);
    if (!hooks_add(engine->hooks, engine->settings, &change, &err))
        engine_notice(engine, err.text, true);
}

void engine_suspend(struct engine *engine)
{
    struct event event = {.kind = EVENT_RESUMED};
    engine->terminal->suspend(engine->terminal->context);
    engine_event(engine, &event);
}

/* A line for standard error after the end, and an exit code in place of 0. */
static void engine_take_report(struct engine *engine, const char *text, int code)
{
    buffer_printf(&engine->last_words, "steno: %s\n", text);
    engine->code = engine->code ? engine->code : code;
}

/* Carries one effect out; what it owned and was handed on is taken. */
static void engine_effect(struct engine *engine, struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_SESSION:
        engine_set_session(engine, effect);
        break;
    case EFFECT_CALL:
        api_workers_submit(engine->workers, effect->call);
        effect->call = NULL;
        break;
    case EFFECT_CANCEL:
        if (effect->serial)
            api_workers_cancel(engine->workers, effect->serial);
        else
            api_workers_cancel_all(engine->workers);
        break;
    case EFFECT_STORE:
        engine_store(engine, effect->store);
        effect->store = NULL;
        break;
    case EFFECT_TOKEN:
        engine_find_token(engine, effect);
        break;
    case EFFECT_COPY:
        engine_copy(engine, effect->text);
        break;
    case EFFECT_RING:
        if (settings_bool(engine->settings, SETTING_BELL))
            engine->terminal->send(engine->terminal->context, "\a");
        break;
    case EFFECT_NOTIFY:
        engine_notify(engine, effect);
        break;
    case EFFECT_SUSPEND:
        engine_suspend(engine);
        break;
    case EFFECT_REPAINT:
        engine->terminal->repaint(engine->terminal->context);
        break;
    case EFFECT_REPORT:
        engine_take_report(engine, effect->text, effect->code);
        break;
    case EFFECT_QUIT:
        engine->quit = true;
        engine->code = effect->code;
        break;
    }
}

/* Keeps an effect until the workers stand. */
static void engine_hold(struct engine *engine, struct effect *effect)
{
    enum effect_kind kind = effect->kind;
    *effects_add(&engine->waiting, kind) = *effect;
    *effect = (struct effect){.kind = kind};
}

/* Carries out what a turn asked for, in order. */
static void engine_effects(struct engine *engine, struct effects *effects)
{
    engine->dirty |= effects->dirty;
    engine->deadline_ms = effects->deadline_ms;
    for (size_t i = 0; i < effects->count; i++) {
        struct effect *effect = &effects->items[i];
        if (engine->workers || (effect->kind == EFFECT_STORE && engine->store))
            engine_effect(engine, effect);
        else
            engine_hold(engine, effect);
    }
    effects_free(effects);
}

void engine_event(struct engine *engine, struct event *event)
{
    struct effects effects;
    effects_init(&effects);
    event->wall_ms = clock_wall_ms();
    engine->user.handle(engine->user.self, event, clock_mono_ms(), &effects);
    if (engine->terminal->turned)
        engine->terminal->turned(engine->terminal->context);
    engine_effects(engine, &effects);
}

void engine_input(struct engine *engine, const struct app_input *input)
{
    struct event event = {.kind = EVENT_INPUT, .input = input};
    engine_event(engine, &event);
}

/* One letter, as the event that it is. */
static void engine_letter(struct engine *engine, struct mail *mail)
{
    struct event event = {.kind = EVENT_NOTICE, .text = mail->text, .code = !mail->good};
    if (mail->kind == MAIL_COPY) {
        engine_copy_by_terminal(engine, mail->text);
        return;
    }
    if (mail->kind == MAIL_STORE && mail->store->kind != STORE_TOKEN_READ) {
        engine->store_waiting--;
        engine->saves_waiting -= engine_saves(mail->store->kind);
    }
    if (mail->kind == MAIL_STORE && mail->store->kind == STORE_TOKEN_READ && !mail->store->ok)
        engine->login_file = (struct stat){0}; /* not read: the next look is not the second one */
    if (mail->kind == MAIL_STORE && notify_answers_claim(mail->store)) {
        hooks_claimed(engine->hooks, mail->store);
        return;
    }
    if (mail->kind == MAIL_PROGRAM) {
        hooks_ended(engine->hooks);
        return;
    }
    if (mail->kind == MAIL_CALL)
        event = (struct event){.kind = EVENT_CALL_DONE, .call = mail->call};
    else if (mail->kind == MAIL_PROGRESS)
        event = (struct event){.kind = EVENT_CALL_PROGRESS, .progress = &mail->progress};
    else if (mail->kind == MAIL_STORE && mail->store->kind == STORE_TOKEN_READ)
        event = (struct event){.kind = EVENT_TOKEN,
                               .text = mail->store->secret,
                               .value = mail->store->ok ? NULL : mail->store->error.text};
    else if (mail->kind == MAIL_STORE)
        event = (struct event){.kind = EVENT_STORE_DONE, .store = mail->store};
    else if (mail->kind == MAIL_STORE_CHANGED)
        event = (struct event){.kind = EVENT_STORE_CHANGED};
    else if (mail->kind == MAIL_LOGIN_SAVED)
        event = (struct event){.kind = EVENT_LOGIN_SAVED};
    engine_event(engine, &event);
}

bool engine_mail(struct engine *engine)
{
    struct mail mail;
    int64_t until_ms = clock_mono_ms() + MAIL_MS_A_TURN;
    for (int i = 0; i < LETTERS_A_TURN; i++) {
        if (engine->quit || !mailbox_take(engine->box, &mail))
            return false;
        engine_letter(engine, &mail);
        mail_clear(&mail);
        if (clock_mono_ms() >= until_ms)
            break;
    }
    return !engine->quit;
}

bool engine_drain(struct engine *engine)
{
    struct mail mail;
    bool good = false;
    while (mailbox_take(engine->box, &mail)) {
        bool answer = mail.kind == MAIL_STORE && mail.store->kind != STORE_TOKEN_READ;
        good = good || (answer && mail.store->ok);
        if (mail.kind == MAIL_NOTICE && !mail.good && hooks_count(engine->hooks) > 0)
            buffer_printf(&engine->last_words, "steno: %s\n", mail.text);
        if (answer || mail.kind == MAIL_PROGRAM)
            engine_letter(engine, &mail);
        mail_clear(&mail);
    }
    return good;
}

void engine_tick(struct engine *engine)
{
    struct event event = {.kind = EVENT_TICK};
    if (!engine->quit && engine->deadline_ms <= clock_mono_ms())
        engine_event(engine, &event);
}

int engine_fd(const struct engine *engine)
{
    return mailbox_fd(engine->box);
}

bool engine_init(struct engine *engine, const struct settings *settings, const struct engine_user *user,
                 const struct terminal_ops *terminal, struct error *err)
{
    *engine =
        (struct engine){.user = *user, .settings = settings, .terminal = terminal, .deadline_ms = INT64_MAX};
    engine->url = mem_copy(settings_text(settings, SETTING_URL));
    effects_init(&engine->waiting);
    buffer_init(&engine->last_words, BUFFER_MAX_DEFAULT);
    engine->box = mailbox_new(err);
    return engine->box != NULL;
}

bool engine_open(struct engine *engine, struct error *err)
{
    const struct settings *settings = engine->settings;
    struct store_config store = {
        .url = settings_text(settings, SETTING_URL),
        .api_path = settings_text(settings, SETTING_API_PATH),
        .email = settings_text(settings, SETTING_EMAIL),
    };
    engine_login_has_changed(engine);
    engine->programs = programs_new(engine->box);
    engine->hooks = hooks_new(engine->programs, engine_claim, engine);
    engine->store = store_worker_new(engine->box, &store, engine->terminal->needs_store, err);
    return engine->store != NULL;
}

bool engine_start(struct engine *engine, struct error *err)
{
    if (!engine->store && !engine_open(engine, err))
        return false;
    int connections = (int)settings_int(engine->settings, SETTING_CONNECTIONS);
    engine->workers = api_workers_new(engine->box, connections, err);
    if (!engine->workers)
        return false;
    int64_t deadline_ms = engine->deadline_ms;
    struct effects waiting = engine->waiting;
    effects_init(&engine->waiting);
    waiting.deadline_ms = deadline_ms;
    engine_effects(engine, &waiting);
    return true;
}
