/* SPDX-License-Identifier: MIT */
#include "steno/work/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/api/request.h"
#include "steno/base/when.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/work/workers.h"

#define LETTERS_A_TURN 64   /* maximum number of mails that are handled before the next key */
#define MAIL_MS_A_TURN 5    /* maximum time for mails before the next key is handled */
#define SAY_MS         500  /* time after which engine_finish tells the user that hooks still run */
#define SLACK_MS       1000 /* time that engine_finish adds to the time limit of hooks */
#define STOP_MS        300  /* time for the threads to end */

/* --- the wait --- */

unsigned engine_wait(int tty_fd, int mail_fd, int signal_fd, int64_t deadline_ms)
{
    struct pollfd fds[] = {
        {.fd = tty_fd, .events = POLLIN},
        {.fd = mail_fd, .events = POLLIN},
        {.fd = signal_fd, .events = POLLIN},
    };
    unsigned found = 0;
    int timeout = -1;
    if (deadline_ms != INT64_MAX) {
        int64_t left = deadline_ms - clock_mono_ms();
        timeout = left < 0 ? 0 : left > INT_MAX ? INT_MAX : (int)left;
    }
    if (poll(fds, 3, timeout) < 0 && errno == EINTR)
        return ENGINE_INPUT | ENGINE_SIGNAL;
    if (fds[0].revents & POLLIN)
        found |= ENGINE_INPUT;
    if (fds[0].revents & (POLLHUP | POLLERR | POLLNVAL))
        found |= ENGINE_HANGUP;
    if (fds[1].revents)
        found |= ENGINE_MAIL;
    if (fds[2].revents)
        found |= ENGINE_SIGNAL;
    if (deadline_ms <= clock_mono_ms())
        found |= ENGINE_DEADLINE;
    return found;
}

int engine_fd(const struct engine *engine)
{
    return workers_fd(engine->workers);
}

/* --- effects --- */

static void engine_notice(struct engine *engine, const char *text, bool bad)
{
    engine_event(engine, &(struct event){.kind = EVENT_NOTICE, .text = text, .code = bad});
}

static void engine_copy_by_terminal(struct engine *engine, const char *text)
{
    struct error err;
    error_clear(&err);
    bool ok = engine->terminal->copy(engine->terminal->context, text, &err);
    engine_notice(engine, ok ? engine->terminal->copied : err.text, !ok);
}

/* Queues the hook for a change of state. */
static void engine_notify(struct engine *engine, const struct effect *effect)
{
    struct program program = {.limit_ms = NOTIFY_HOOK_LIMIT_MS, .failed = "hook"};
    const struct notify_change change = {.id = effect->id,
                                         .from = effect->text,
                                         .to = effect->text2,
                                         .name = effect->text3,
                                         .url = engine->url};
    struct error err;
    error_clear(&err);
    if (!notify_hook(engine->settings, &change, &program.argv, &program.env, &err)) {
        engine_notice(engine, err.text, true);
        return;
    }
    if (!program.argv)
        return;
    program.name = mem_printf("%" PRId64 " (%s)", effect->id, effect->text2);
    engine->hook_count++;
    workers_program(engine->workers, &program);
}

static void engine_set_session(struct engine *engine, const struct effect *effect)
{
    struct api_config config;
    settings_to_api(engine->settings, &config);
    config.base_url = effect->text;
    config.api_path = effect->text2;
    config.token = effect->secret;
    if (!effect->secret || strcmp(effect->secret, settings_text(engine->settings, SETTING_TOKEN)) != 0)
        config.token_variable = NULL;
    free(engine->url);
    engine->url = mem_copy(effect->text);
    if (effect->secret)
        log_hide_secret(effect->secret);
    workers_set_session(engine->workers, &config);
}

/* Carries out one effect. Sets effect->call to NULL if the workers now own the call. */
static void engine_effect(struct engine *engine, struct effect *effect)
{
    struct program program;
    struct error err;
    switch (effect->kind) {
    case EFFECT_SESSION:
        engine_set_session(engine, effect);
        break;
    case EFFECT_CALL:
        workers_call(engine->workers, effect->call);
        effect->call = NULL;
        break;
    case EFFECT_CANCEL:
        workers_cancel(engine->workers, effect->serial);
        break;
    case EFFECT_TOKEN:
        workers_read_token(engine->workers, settings_text(engine->settings, SETTING_PROFILE), effect->text,
                           effect->text2, effect->text3);
        break;
    case EFFECT_COPY: /* copies with a program, or through the terminal if no program is set */
        error_clear(&err);
        if (!copy_program(engine->settings, effect->text, &program, &err))
            engine_notice(engine, err.text, true);
        else if (program.argv)
            workers_program(engine->workers, &program);
        else
            engine_copy_by_terminal(engine, effect->text);
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
        buffer_printf(&engine->end_lines, "steno: %s\n", effect->text);
        engine->code = engine->code ? engine->code : effect->code;
        break;
    case EFFECT_QUIT:
        engine->quit = true;
        engine->code = effect->code ? effect->code : engine->code;
        break;
    }
}

/* Carries out the effects of a turn in order. Before engine_start, stores them for later. */
static void engine_effects(struct engine *engine, struct effects *effects)
{
    engine->has_news = true;
    engine->deadline_ms = effects->deadline_ms;
    for (size_t i = 0; i < effects->count; i++) {
        struct effect *effect = &effects->items[i];
        if (engine->is_started) {
            engine_effect(engine, effect);
        } else {
            *effects_add(&engine->waiting, effect->kind) = *effect;
            *effect = (struct effect){.kind = effect->kind};
        }
    }
    effects_free(effects);
}

/* --- turns --- */

void engine_event(struct engine *engine, struct event *event)
{
    struct effects effects;
    effects_init(&effects);
    event->wall_ms = clock_wall_ms();
    engine->user.handle(engine->user.self, event, clock_mono_ms(), &effects);
    engine_effects(engine, &effects);
}

void engine_input(struct engine *engine, const struct app_input *input)
{
    engine_event(engine, &(struct event){.kind = EVENT_INPUT, .input = input});
}

void engine_suspend(struct engine *engine)
{
    engine->terminal->suspend(engine->terminal->context);
    engine_event(engine, &(struct event){.kind = EVENT_RESUMED});
}

void engine_tick(struct engine *engine)
{
    if (!engine->quit && engine->deadline_ms <= clock_mono_ms())
        engine_event(engine, &(struct event){.kind = EVENT_TICK});
}

bool engine_mail(struct engine *engine)
{
    struct mail mail;
    int64_t until_ms = clock_mono_ms() + MAIL_MS_A_TURN;
    int letters = 0;
    bool more = true;
    while (letters < LETTERS_A_TURN && clock_mono_ms() < until_ms) {
        if (engine->quit || !workers_take(engine->workers, &mail)) {
            more = false;
            break;
        }
        struct event event = {.kind = EVENT_NOTICE, .text = mail.text, .code = !mail.good};
        if (mail.kind == MAIL_CALL)
            event = (struct event){.kind = EVENT_CALL_DONE, .call = mail.call};
        else if (mail.kind == MAIL_PROGRESS)
            event = (struct event){.kind = EVENT_CALL_PROGRESS, .progress = &mail.progress};
        else if (mail.kind == MAIL_TOKEN)
            event = (struct event){.kind = EVENT_TOKEN, .text = mail.secret, .value = mail.text};
        if (mail.kind == MAIL_COPY)
            engine_copy_by_terminal(engine, mail.text);
        else if (mail.kind == MAIL_PROGRAM)
            engine->hook_count--;
        else
            engine_event(engine, &event);
        mail_clear(&mail);
        letters++;
    }
    if (letters > 0 && !engine->quit)
        engine_event(engine, &(struct event){.kind = EVENT_MAIL_TAKEN});
    return more && !engine->quit;
}

/* --- start and end --- */

bool engine_init(struct engine *engine, const struct settings *settings, const struct engine_user *user,
                 const struct terminal_ops *terminal, struct error *err)
{
    *engine =
        (struct engine){.user = *user, .settings = settings, .terminal = terminal, .deadline_ms = INT64_MAX};
    engine->url = mem_copy(settings_text(settings, SETTING_URL));
    effects_init(&engine->waiting);
    buffer_init(&engine->end_lines, BUFFER_MAX_DEFAULT);
    engine->workers = workers_new((int)settings_int(settings, SETTING_CONNECTIONS), err);
    return engine->workers != NULL;
}

void engine_start(struct engine *engine)
{
    int64_t deadline_ms = engine->deadline_ms;
    struct effects waiting = engine->waiting;
    effects_init(&engine->waiting);
    waiting.deadline_ms = deadline_ms;
    engine->is_started = true;
    engine_effects(engine, &waiting);
}

void engine_end(struct engine *engine, int sig, bool gone)
{
    engine->signal = sig;
    engine->gone = gone;
    engine_event(engine, &(struct event){.kind = EVENT_HANGUP});
    engine->quit = true;
}

/* Handles an answer that arrives while the program ends. engine->user saves the outcome of a write. Only the
 * effect EFFECT_REPORT is carried out, so that nothing new starts. */
static void finish_call(struct engine *engine, struct mail *mail)
{
    struct event event = {.kind = EVENT_CALL_DONE, .call = mail->call, .wall_ms = clock_wall_ms()};
    struct effects effects;
    effects_init(&effects);
    engine->user.handle(engine->user.self, &event, clock_mono_ms(), &effects);
    for (size_t i = 0; i < effects.count; i++) {
        if (effects.items[i].kind == EFFECT_REPORT)
            engine_effect(engine, &effects.items[i]);
    }
    effects_free(&effects);
}

/* Handles the mail while the program ends: ended hooks, failures of hooks, and answers. Drops other mail.
 * True if at least one hook has ended. */
static bool finish_mail(struct engine *engine)
{
    size_t count = engine->hook_count;
    struct mail mail;
    while (workers_take(engine->workers, &mail)) {
        if (mail.kind == MAIL_NOTICE && !mail.good && engine->hook_count > 0)
            buffer_printf(&engine->end_lines, "steno: %s\n", mail.text);
        if (mail.kind == MAIL_PROGRAM)
            engine->hook_count--;
        if (mail.kind == MAIL_CALL)
            finish_call(engine, &mail);
        mail_clear(&mail);
    }
    return engine->hook_count < count;
}

void engine_finish(struct engine *engine, int tty_fd)
{
    int64_t now = clock_mono_ms(), patience = NOTIFY_HOOK_LIMIT_MS + SLACK_MS;
    int64_t say_at = now + SAY_MS, until = now + patience;
    while (!engine->signal && !engine->gone && engine->hook_count > 0 && now < until) {
        unsigned found =
            engine_wait(tty_fd, engine_fd(engine), signals_fd(), say_at < until ? say_at : until);
        now = clock_mono_ms();
        if (finish_mail(engine))
            until = now + patience;
        engine->gone = found & ENGINE_HANGUP;
        for (int sig; found & ENGINE_SIGNAL && !engine->signal && (sig = signals_next()) != 0;)
            engine->signal = sig == SIGWINCH || sig == SIGTSTP || sig == SIGCONT ? 0 : sig;
        enum finish_wish wish =
            found & ENGINE_INPUT ? engine->terminal->typed(engine->terminal->context) : FINISH_WAIT;
        /* Ignore a q that was typed before the message about hooks appeared. */
        if (wish == FINISH_GIVE_UP || (wish == FINISH_LEAVE && say_at == INT64_MAX))
            return;
        if (now < say_at || engine->hook_count == 0 || engine->signal || engine->gone)
            continue;
        say_at = INT64_MAX;
        engine_event(engine, &(struct event){.kind = EVENT_WAITING, .code = (int)engine->hook_count});
        engine->terminal->show(engine->terminal->context);
    }
}

/* True if a thread is stuck in a resolver or on a disk. It still uses data that exit() would destroy. */
static bool thread_is_stuck;

int engine_stop(struct engine *engine)
{
    struct workers *workers = engine->workers;
    struct buffer names; /* names of hooks that were not started */
    struct mail mail;
    buffer_init(&names, BUFFER_MAX_DEFAULT);
    thread_is_stuck = !workers_stop(workers, STOP_MS);
    while (engine->is_started && workers_take(workers, &mail)) { /* also answers of cancelled calls */
        if (mail.kind == MAIL_CALL)
            finish_call(engine, &mail);
        if (mail.kind == MAIL_PROGRAM && mail.text)
            buffer_printf(&names, "%s%s", names.len ? ", " : "", mail.text);
        mail_clear(&mail);
    }
    int code = engine->signal ? -engine->signal : engine->code;
    if (names.len)
        buffer_printf(&engine->end_lines, "steno: the hook did not run for these projects: %s\n",
                      buffer_text(&names));
    if (!engine->gone || !isatty(STDERR_FILENO))
        fputs(buffer_text(&engine->end_lines), stderr);
    if (!thread_is_stuck)
        workers_free(workers);
    buffer_free(&names);
    effects_free(&engine->waiting);
    buffer_free(&engine->end_lines);
    free(engine->url);
    *engine = (struct engine){.quit = true};
    return code;
}

void engine_exit(int code)
{
    if (!thread_is_stuck)
        exit(code);
    fflush(NULL);
    _exit(code);
}
