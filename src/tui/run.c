/* Owns the turn: events in, effects carried out, one draw. Everything that decides is in core's application. */
#include "steno/tui/run.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "steno/api/client.h"
#include "steno/base/clock.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "steno/core/app.h"
#include "steno/tui/copy.h"
#include "steno/tui/input.h"
#include "steno/tui/loop.h"
#include "steno/tui/screen.h"
#include "steno/tui/signals.h"
#include "steno/tui/term.h"
#include "steno/work/api_workers.h"
#include "steno/work/mailbox.h"
#include "steno/work/notify.h"
#include "steno/work/programs.h"
#include "steno/work/store_worker.h"

#define KEYS_A_TURN 4096    /* then it is time to draw, however fast they come */
#define STOP_WORKERS_MS 300
#define STOP_STORE_MS 500
#define STOP_PROGRAMS_MS 100

struct run {
    const struct run_options *options;
    struct app *app;
    struct mailbox *box;
    struct api_workers *workers;
    struct store_worker *store;
    struct programs *programs;
    struct input input;
    struct effects waiting; /* those of the first turn, until the workers stand */
    unsigned dirty;
    int64_t deadline_ms;
    bool quit, gone; /* gone: no terminal any more */
    int code;
    int signal;      /* that asked for the end, 0 for none */
};

static void run_event(struct run *run, struct event *event);

/* Tells the operator something as if the application had found it. */
static void run_notice(struct run *run, const char *text, bool bad)
{
    struct event event = {.kind = EVENT_NOTICE, .text = text, .code = bad};
    run_event(run, &event);
}

/* Server and token for the calls to come. */
static void run_set_session(struct run *run, const struct effect *effect)
{
    struct api_config config;
    settings_to_api(run->options->settings, &config);
    config.base_url = effect->text;
    config.api_path = effect->text2;
    config.token = effect->secret;
    if (effect->secret)
        log_hide_secret(effect->secret);
    api_workers_set_session(run->workers, &config);
}

/* Lets the terminal copy, and says how that went. */
static void run_copy_by_terminal(struct run *run, const char *text)
{
    struct error err;
    error_clear(&err);
    bool ok = copy_by_terminal(text, &err);
    run_notice(run, ok ? "Copied by the terminal (OSC 52)" : err.text, !ok);
}

/* Copies by a program where there is one, else by the terminal. */
static void run_copy(struct run *run, const char *text)
{
    struct error err;
    struct program program;
    error_clear(&err);
    if (!copy_program(run->options->settings, text, &program, &err))
        run_notice(run, err.text, true);
    else if (program.argv)
        programs_submit(run->programs, &program);
    else
        run_copy_by_terminal(run, text);
}

/* Tells the world outside of a change of state, as far as the settings want it. */
static void run_notify(struct run *run, const struct effect *effect)
{
    struct error err;
    struct notify_change change = {effect->id, effect->text, effect->text2, effect->text3};
    struct program program = {.limit_ms = NOTIFY_HOOK_LIMIT_MS};
    error_clear(&err);
    char *bytes = notify_terminal_bytes(run->options->settings, &change);
    term_send(bytes);
    free(bytes);
    if (!notify_hook(run->options->settings, &change, &program.argv, &program.env, &err))
        run_notice(run, err.text, true);
    else if (program.argv)
        programs_submit(run->programs, &program);
}

/* Reads the token's source again after a 401; the answer comes from the store's thread. */
static void run_read_token(struct run *run)
{
    const struct settings *settings = run->options->settings;
    enum setting_source source = settings->sources[SETTING_TOKEN];
    const char *command = settings_text(settings, SETTING_TOKEN_COMMAND);
    if (source == SOURCE_FLAG || source == SOURCE_ENVIRONMENT) {
        struct event event = {.kind = EVENT_TOKEN}; /* cannot have changed */
        run_event(run, &event);
        return;
    }
    struct store_op *op = store_op_new(STORE_TOKEN_READ);
    op->name = mem_copy(settings_text(settings, SETTING_PROFILE));
    op->text = mem_copy(command);
    store_worker_submit(run->store, op);
}

/* Stops as ^Z does and comes back with everything to be drawn. */
static void run_suspend(struct run *run)
{
    struct event event = {.kind = EVENT_RESUMED};
    term_suspend();
    screen_forget();
    run->dirty = DIRTY_ALL;
    run_event(run, &event);
}

/* Carries one effect out; what it owned and was handed on is taken. */
static void run_effect(struct run *run, struct effect *effect)
{
    switch (effect->kind) {
    case EFFECT_SESSION:
        run_set_session(run, effect);
        break;
    case EFFECT_CALL:
        api_workers_submit(run->workers, effect->call);
        effect->call = NULL;
        break;
    case EFFECT_CANCEL:
        if (effect->serial)
            api_workers_cancel(run->workers, effect->serial);
        else
            api_workers_cancel_all(run->workers);
        break;
    case EFFECT_STORE:
        store_worker_submit(run->store, effect->store);
        effect->store = NULL;
        break;
    case EFFECT_TOKEN:
        run_read_token(run);
        break;
    case EFFECT_COPY:
        run_copy(run, effect->text);
        break;
    case EFFECT_NOTIFY:
        run_notify(run, effect);
        break;
    case EFFECT_SUSPEND:
        run_suspend(run);
        break;
    case EFFECT_REPAINT:
        screen_forget();
        run->dirty = DIRTY_ALL;
        break;
    case EFFECT_QUIT:
        run->quit = true;
        run->code = effect->code;
        break;
    }
}

/* Carries out what a turn asked for, in order. */
static void run_effects(struct run *run, struct effects *effects)
{
    run->dirty |= effects->dirty;
    run->deadline_ms = effects->deadline_ms;
    for (size_t i = 0; i < effects->count; i++)
        run_effect(run, &effects->items[i]);
    effects_free(effects);
}

/* One turn of the application. */
static void run_event(struct run *run, struct event *event)
{
    struct effects effects;
    effects_init(&effects);
    event->wall_ms = clock_wall_ms();
    app_handle(run->app, event, clock_mono_ms(), &effects);
    run_effects(run, &effects);
}

/* All keys that wait, before anything is drawn. */
static void run_input(struct run *run)
{
    struct event event;
    for (int i = 0; i < KEYS_A_TURN && !run->quit; i++) {
        struct key key;
        enum input_kind kind = input_next(&run->input, clock_mono_ms(), &key);
        if (kind == INPUT_NONE)
            return;
        event = (struct event){.kind = EVENT_KEY, .key = key};
        if (kind == INPUT_PASTE)
            event = (struct event){.kind = EVENT_PASTE, .text = buffer_text(&run->input.paste)};
        run_event(run, &event);
    }
}

/* One letter, as the event that it is. */
static void run_letter(struct run *run, struct mail *mail)
{
    struct event event = {.kind = EVENT_NOTICE, .text = mail->text, .code = !mail->good};
    if (mail->kind == MAIL_COPY) {
        run_copy_by_terminal(run, mail->text);
        return;
    }
    if (mail->kind == MAIL_CALL)
        event = (struct event){.kind = EVENT_CALL_DONE, .call = mail->call};
    else if (mail->kind == MAIL_PROGRESS)
        event = (struct event){.kind = EVENT_CALL_PROGRESS, .progress = &mail->progress};
    else if (mail->kind == MAIL_STORE && mail->store->kind == STORE_TOKEN_READ)
        event = (struct event){.kind = EVENT_TOKEN, .text = mail->store->secret};
    else if (mail->kind == MAIL_STORE)
        event = (struct event){.kind = EVENT_STORE_DONE, .store = mail->store};
    else if (mail->kind == MAIL_STORE_CHANGED)
        event = (struct event){.kind = EVENT_STORE_CHANGED};
    run_event(run, &event);
}

/* All mail that waits. */
static void run_mail(struct run *run)
{
    struct mail mail;
    while (!run->quit && mailbox_take(run->box, &mail)) {
        run_letter(run, &mail);
        mail_clear(&mail);
    }
}

/* Tells the application the size of the terminal. */
static void run_resize(struct run *run)
{
    struct event event = {.kind = EVENT_RESIZE};
    term_resize();
    term_size(&event.rows, &event.cols);
    screen_forget();
    run->dirty = DIRTY_ALL;
    run_event(run, &event);
}

/* The end is near and cannot be refused: drafts are saved, nothing more is drawn. */
static void run_end(struct run *run, int sig, bool gone)
{
    struct event event = {.kind = EVENT_HANGUP};
    run->signal = sig;
    run->gone = gone;
    run_event(run, &event);
    run->quit = true;
}

/* What the signals ask for. */
static void run_signals(struct run *run)
{
    int sig;
    bool resized = false;
    while ((sig = signals_next()) != 0) {
        if (sig == SIGTSTP)
            run_suspend(run);
        else if (sig == SIGWINCH)
            resized = true;
        else if (sig != SIGCONT)
            run_end(run, sig, sig == SIGHUP);
        else
            term_resume();
        resized = resized || sig == SIGCONT; /* another program may have drawn meanwhile */
    }
    if (resized && !run->quit)
        run_resize(run);
}

/* One wait and all that came of it. */
static void run_turn(struct run *run)
{
    int64_t deadline = input_deadline(&run->input);
    if (run->deadline_ms < deadline)
        deadline = run->deadline_ms;
    unsigned found = loop_wait(STDIN_FILENO, mailbox_fd(run->box), signals_fd(), deadline);
    if (found & LOOP_SIGNAL)
        run_signals(run);
    if (found & LOOP_HANGUP && !run->quit)
        run_end(run, SIGHUP, true);
    if ((found & LOOP_INPUT) || input_deadline(&run->input) <= clock_mono_ms())
        run_input(run);
    if ((found & LOOP_MAIL) && !run->quit)
        run_mail(run);
    if ((found & LOOP_DEADLINE) && !run->quit && run->deadline_ms <= clock_mono_ms()) {
        struct event event = {.kind = EVENT_TICK};
        run_event(run, &event);
    }
}

/* Is a text being typed, so that a paste should arrive as one? */
static bool run_is_typing(const struct app *app)
{
    const struct app_form *form = app_form_top(app);
    return app->prompt.kind != PROMPT_NONE || (form && form_is_typing(form->form));
}

/* Shows what the turn changed. */
static void run_draw(struct run *run)
{
    if (run->gone || run->quit)
        return;
    if (run->dirty)
        screen_draw(run->app, run->dirty);
    run->dirty = 0;
    term_set_paste(run_is_typing(run->app));
}

/* Workers and store; after the first paint, because that need not wait for them. */
static bool run_start_workers(struct run *run, struct error *err)
{
    const struct settings *settings = run->options->settings;
    struct store_config store = {
        .url = settings_text(settings, SETTING_URL),
        .api_path = settings_text(settings, SETTING_API_PATH),
        .email = settings_text(settings, SETTING_EMAIL),
    };
    run->programs = programs_new(run->box);
    run->store = store_worker_new(run->box, &store, err);
    if (!run->store || !api_global_init(err))
        return false;
    run->workers = api_workers_new(run->box, (int)settings_int(settings, SETTING_CONNECTIONS), err);
    if (!run->workers)
        return false;
    run_effects(run, &run->waiting);
    return true;
}

/* Ends the workers within a second, whatever they hang in. */
static void run_stop_workers(struct run *run)
{
    bool ended = true;
    if (run->workers)
        ended = api_workers_stop(run->workers, STOP_WORKERS_MS);
    if (run->store)
        ended = store_worker_stop(run->store, STOP_STORE_MS) && ended;
    ended = programs_stop(run->programs, STOP_PROGRAMS_MS) && ended;
    if (!ended)
        return; /* the mailbox is left to the threads that may still post */
    mailbox_free(run->box);
    api_global_cleanup();
}

/* The first turn and its picture. */
static void run_first_turn(struct run *run)
{
    const struct run_options *options = run->options;
    int rows, cols;
    term_size(&rows, &cols);
    app_start(run->app, cols, rows, options->ids, options->id_count, clock_mono_ms(), clock_wall_ms(), &run->waiting);
    run->dirty = DIRTY_ALL;
    run_draw(run);
}

/* From the terminal to the end, once the application stands. */
static bool run_all(struct run *run, struct error *err)
{
    const struct settings *settings = run->options->settings;
    struct term_options options = {
        .utf8 = run->options->utf8,
        .color = settings_text(settings, SETTING_COLOR),
        .escdelay_ms = (int)settings_int(settings, SETTING_ESCDELAY),
    };
        run->box = mailbox_new(err);
    if (!run->box || !term_start(&options, err))
        return false;
    run_first_turn(run);
    bool ok = run_start_workers(run, err);
    while (ok && !run->quit) {
        run_draw(run);
        run_turn(run);
    }
    term_stop();
    return ok;
}

int run_screen(const struct run_options *options)
{
    struct error err;
    struct run run = {.options = options, .deadline_ms = INT64_MAX};
    error_clear(&err);
    input_init(&run.input);
    effects_init(&run.waiting);
    run.app = app_new(options->settings, &err);
    bool ok = run.app && run_all(&run, &err);
    run_stop_workers(&run);
    effects_free(&run.waiting);
    app_free(run.app);
    input_free(&run.input);
    if (!ok)
        fprintf(stderr, "steno: %s\n", err.text);
    if (run.signal)
        return -run.signal;
    return ok ? run.code : error_kind_exit_code(err.kind);
}
