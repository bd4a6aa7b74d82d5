/* The screen's loop: keys and signals as events for the engine, one draw a turn. Everything that decides
 * is in the application. */
/* SPDX-License-Identifier: MIT */
#include "steno/tui/screen_loop.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/core/call.h"
#include "steno/app/app_input.h"
#include "steno/app/counts.h"
#include "steno/base/when.h"
#include "steno/base/signals.h"
#include "steno/app/state.h"
#include "steno/app/turn.h"
#include "draw.h"
#include "input.h"
#include "screen.h"
#include "term.h"
#include "steno/work/programs.h"
#include "steno/store/store.h"
#include "steno/work/engine.h"

#define KEYS_A_TURN       4096 /* then it is time to draw, however fast they come */
#define SLOW_LINE_WAIT_MS 50   /* between two looks whether a slow line has taken what was drawn */

struct run {
    const struct screen_options *options;
    const char *type; /* of the terminal */
    struct store *store;
    struct app *app;
    struct engine engine;
    struct input input;
    uint64_t seen; /* generation of the application on the screen, drawn before the keys in hand were read */
    bool more;     /* keys wait within curses */
    bool asked;    /* somebody pressed a key or changed the size: that is drawn at once */
    bool held;     /* something is to be drawn once the terminal has taken what was drawn before */
};

/* Everything is to be drawn on a screen whose contents are not known. */
static void screen_loop_repaint(void *context)
{
    struct run *run = context;
    screen_forget();
    run->engine.dirty = DIRTY_ALL;
}

/* Stops as ^Z does and comes back with everything to be drawn. */
static void screen_loop_suspend(void *context)
{
    term_suspend();
    screen_loop_repaint(context);
}

/* Lets the terminal copy. */
static bool screen_loop_copy(void *context, const char *text, struct error *err)
{
    (void)context;
    char *sequence = copy_osc52(text, copy_in_tmux());
    if (!sequence)
        return error_set(err, ERROR_IO,
                         "Nothing was copied: the text is longer than a terminal accepts; set copy_command");
    term_send(sequence);
    free(sequence);
    return true;
}

/* Bytes of a notice. */
static void screen_loop_send(void *context, const char *bytes)
{
    (void)context;
    term_send(bytes);
}

/* ^Z and ^\\ do what a terminal makes of them elsewhere, whatever is open; within a paste they are text. */
static bool screen_loop_is_signal(struct key key)
{
    int sig = key_equal(key, key_ctrl('z')) ? SIGTSTP : key_equal(key, key_ctrl('\\')) ? SIGQUIT : 0;
    if (sig)
        raise(sig);
    return sig != 0;
}

/* The next thing that was typed, as a value; false when nothing waits. */
static bool screen_loop_next(struct run *run, struct app_input *input)
{
    struct key key;
    switch (input_next(&run->input, clock_mono_ms(), &key)) {
    case INPUT_KEY:
        *input = (struct app_input){.kind = INPUT_KEY, .key = key, .seen = run->seen};
        return true;
    case INPUT_PASTE:
        *input = (struct app_input){
            .kind = INPUT_PASTE, .text = buffer_text(&run->input.paste), .lost = run->input.paste_lost};
        return true;
    default:
        return false;
    }
}

/* All keys that wait, before anything is drawn. */
static void screen_loop_input(struct run *run)
{
    struct app_input input;
    run->more = true;
    for (int i = 0; i < KEYS_A_TURN && !run->engine.quit && !signals_are_ending(); i++) {
        run->more = screen_loop_next(run, &input);
        if (!run->more)
            return;
        if (input.kind == INPUT_KEY && screen_loop_is_signal(input.key))
            return; /* before what was typed after it */
        run->asked = true;
        engine_input(&run->engine, &input);
    }
}

/* Tells the application the size of the terminal. */
static void screen_loop_resize(struct run *run)
{
    struct app_input input = {.kind = INPUT_RESIZE};
    term_resize();
    term_size(&input.rows, &input.cols);
    screen_loop_repaint(run);
    run->asked = true;
    engine_input(&run->engine, &input);
}

/* What the signals ask for. */
static void screen_loop_signals(struct run *run)
{
    int sig;
    bool resized = false;
    while ((sig = signals_next()) != 0) {
        if (sig == SIGTSTP)
            engine_suspend(&run->engine);
        else if (sig == SIGWINCH)
            resized = true;
        else if (sig != SIGCONT)
            engine_end(&run->engine, sig, sig == SIGHUP);
        else
            term_resume();
        resized = resized || sig == SIGCONT; /* another program may have drawn meanwhile */
    }
    if (resized && !run->engine.quit)
        screen_loop_resize(run);
}

/* One wait and all that came of it. */
static void screen_loop_turn(struct run *run)
{
    int64_t deadline = input_deadline(&run->input);
    if (run->engine.deadline_ms < deadline)
        deadline = run->engine.deadline_ms;
    if (run->held && deadline > clock_mono_ms() + SLOW_LINE_WAIT_MS)
        deadline = clock_mono_ms() + SLOW_LINE_WAIT_MS;
    if (run->more)
        deadline = 0;
    unsigned found = engine_wait(STDIN_FILENO, engine_fd(&run->engine), signals_fd(), deadline);
    if (found & ENGINE_SIGNAL)
        screen_loop_signals(run);
    if (found & ENGINE_HANGUP && !run->engine.quit)
        engine_end(&run->engine, SIGHUP, true);
    if ((found & ENGINE_INPUT) || run->more || input_deadline(&run->input) <= clock_mono_ms())
        screen_loop_input(run);
    if ((found & ENGINE_MAIL) && !run->engine.quit)
        engine_mail(&run->engine);
    if (found & ENGINE_DEADLINE)
        engine_tick(&run->engine);
}

/* Were keys typed that were not read yet? */
static bool screen_loop_keys_wait(const struct run *run)
{
    return run->more || (engine_wait(STDIN_FILENO, -1, -1, 0) & ENGINE_INPUT);
}

/* On a slow line what came unasked waits until all that was drawn before has left: several changes are then
 * one draw, and the answer to a key stands behind no more than one. */
static bool screen_loop_holds(struct run *run)
{
    run->held = run->engine.dirty && !run->asked && !term_has_taken_all();
    return run->held;
}

/* Shows what the turn changed. Keys that wait already were typed before it could be seen: what is on top
 * counts as seen only when the next ones come. */
static void screen_loop_draw(struct run *run)
{
    const struct app *app = run->app;
    if (run->engine.gone || run->engine.quit || signals_are_ending() || screen_loop_holds(run))
        return;
    run->asked = false;
    bool is_new = run->seen != app->overlays.generation && !app->layout.too_small;
    bool is_seen = is_new && !screen_loop_keys_wait(run);
    if (run->engine.dirty)
        screen_draw(app, run->engine.dirty);
    run->engine.dirty = 0;
    if (is_seen)
        run->seen = app->overlays.generation;
}

/* Shows what is waited for at the end. */
static void screen_loop_show(void *context)
{
    struct run *run = context;
    if (!run->engine.gone && !signals_are_ending())
        screen_draw(run->app, run->engine.dirty);
    run->engine.dirty = 0;
}

/* While hooks are waited for only ^C, signals and q count. */
static enum finish_wish screen_loop_typed(void *context)
{
    struct run *run = context;
    struct key key;
    enum finish_wish wish = FINISH_WAIT;
    for (int i = 0; i < KEYS_A_TURN && !signals_are_ending(); i++) {
        enum input_kind kind = input_next(&run->input, clock_mono_ms(), &key);
        if (kind == INPUT_NONE || (kind == INPUT_KEY && screen_loop_is_signal(key)))
            break;
        if (kind == INPUT_KEY && key_equal(key, key_ctrl('c')))
            return FINISH_GIVE_UP;
        if (kind == INPUT_KEY && key_equal(key, key_char('q')))
            wish = FINISH_LEAVE;
    }
    return wish;
}

/* From the terminal to the end, once the application stands. */
static bool screen_loop_all(struct run *run, struct error *err)
{
    const struct screen_options *options = run->options;
    struct term_options term = {
        .utf8 = options->utf8,
        .color = settings_text(options->settings, SETTING_COLOR),
        .escdelay_ms = (int)settings_int(options->settings, SETTING_ESCDELAY),
    };
    int rows, cols;
    if (!term_start(run->type, &term, err))
        return false;
    term_size(&rows, &cols);
    struct app_input start = {.kind = INPUT_START,
                              .cols = cols,
                              .rows = rows,
                              .ids = options->ids,
                              .id_count = options->id_count,
                              .draws_later = true};
    engine_input(&run->engine, &start);
    engine_input(&run->engine, &(struct app_input){.kind = INPUT_DRAW});
    screen_loop_draw(run);
    engine_input(&run->engine, &(struct app_input){.kind = INPUT_DRAWN});
    engine_start(&run->engine); /* after the first paint, which need not wait for it */
    while (!run->engine.quit) {
        screen_loop_draw(run);
        screen_loop_turn(run);
    }
    engine_finish(&run->engine, STDIN_FILENO);
    term_stop();
    return true;
}

int screen_loop_run(const struct screen_options *options)
{
    struct error err;
    struct run run = {.options = options, .asked = true};
    struct terminal_ops terminal = {.context = &run,
                                    .copy = screen_loop_copy,
                                    .copied = "Copied by the terminal (OSC 52)",
                                    .send = screen_loop_send,
                                    .suspend = screen_loop_suspend,
                                    .repaint = screen_loop_repaint,
                                    .show = screen_loop_show,
                                    .typed = screen_loop_typed};
    const struct settings *settings = options->settings;
    const struct store_config store = {.url = settings_text(settings, SETTING_URL),
                                       .api_path = settings_text(settings, SETTING_API_PATH),
                                       .email = settings_text(settings, SETTING_EMAIL)};
    error_clear(&err);
    input_init(&run.input);
    struct engine_user user = {.handle = app_handle};
    bool ok = term_check(&run.type, &err) && (run.store = store_open(&store, &err)) != NULL &&
              engine_init(&run.engine, settings, &user, &terminal, &err);
    if (ok)
        store_wait_at_most(run.store, STORE_SCREEN_BUSY_MS);
    run.app = ok ? app_new(settings, run.store, &err) : NULL;
    run.engine.user.self = run.app;
    ok = run.app && screen_loop_all(&run, &err);
    int code = ok ? engine_report(&run.engine) : error_kind_exit_code(err.kind);
    engine_stop(&run.engine);
    app_free(run.app);
    store_close(run.store);
    input_free(&run.input);
    if (!ok)
        fprintf(stderr, "steno: %s\n", err.text);
    return code;
}
