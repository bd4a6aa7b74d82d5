/* Draws the screen once in each turn, and passes keys and signals to the engine. Decides nothing. */
/* SPDX-License-Identifier: MIT */
#include "steno/tui/screen.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "steno/app/app.h"
#include "steno/app/prompt.h"
#include "steno/base/when.h"
#include "steno/base/process.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "steno/work/workers.h"
#include "steno/work/engine.h"
#include "term.h"
#include "view.h"

#define KEYS_A_TURN       4096 /* limit on keys that are handled before a draw */
#define SLOW_LINE_WAIT_MS 50   /* how often to check whether a slow terminal has received the last draw */

/* --- drawing --- */

static void screen_draw_over(const struct app *app, struct area area, bool focused)
{
    view_page_draw(app, app->over.pane, area, focused);
}

/* Functions that draw the overlays over the body. */
static void (*const bodies[OVERLAY_KINDS])(const struct app *app, struct area area, bool focused) = {
    [OVERLAY_FORM] = view_form_draw,
    [OVERLAY_OVER_FORM] = screen_draw_over,
    [OVERLAY_PREVIEW] = view_preview_draw,
    [OVERLAY_MENU] = view_menu_draw,
};

/* Draws the panes. If `covered` is true, omits the last pane. The list ends above `question`, if set. */
static void screen_draw_panes(const struct app *app, const struct area *question, bool covered, bool has_keys)
{
    for (int i = 0; i < app->layout.places; i++) {
        int pane = app->place[i];
        bool focused = has_keys && app->focus == pane;
        struct area area = app->layout.place[i];
        if (question && pane == PANE_LIST)
            area.h = question->y - area.y;
        if (covered && i == app->layout.places - 1)
            continue;
        if (pane == PANE_LIST)
            view_projects_draw(app, area, focused);
        else if (i == 0 || !app->lower_due_ms)
            view_page_draw(app, pane, area, focused);
    }
}

/* Draws the overlay that covers panes. If there is room, a form has a pane at its right. */
static void screen_draw_cover(const struct app *app, enum overlay_kind body, enum overlay_kind top)
{
    bool beside = app_over_is_beside(app);
    struct area area = beside ? app->layout.body : app->layout.form;
    draw_clear(area);
    if (!beside || (body != OVERLAY_FORM && body != OVERLAY_OVER_FORM)) {
        bodies[body](app, area, top == body);
        return;
    }
    view_form_draw(app, app->layout.form, top == OVERLAY_FORM);
    draw_rule(app->layout.place[0]);
    screen_draw_over(app, app->layout.place[0], top == OVERLAY_OVER_FORM);
}

/* Draws the prompt or the message, and the key bar. A long prompt or message covers rows of the body. */
static void screen_draw_bottom(const struct app *app, bool is_prompt)
{
    struct area line = app->layout.message;
    line.h = is_prompt ? view_prompt_rows(app, line.w) : view_message_rows(app, line.w);
    if (layout_shares_bottom(&app->layout) && !is_prompt && line.h > 1)
        line.y--;
    line.y -= line.h - 1;
    bool shares = line.y + line.h > app->layout.keys.y;
    if (!shares)
        view_keys_draw(app, app->layout.keys);
    draw_clear(line);
    if (is_prompt)
        view_prompt_draw(app, line);
    else if (shares)
        view_bottom_draw(app, line);
    else
        view_message_draw(app, line);
}

/* If the `>` of the selection moves up, first erases the old `>`, while the cursor is beside it. A single
 * update would draw from the top and move the cursor up and back, which costs more bytes. */
static void screen_erase_old_mark(void)
{
    int row = getcury(newscr), col = getcurx(newscr); /* the place of the cursor after the last turn */
    if (is_cleared(curscr) || getcury(stdscr) >= row || getcurx(stdscr) != col || col == 0)
        return;
    if ((mvwinch(newscr, row, col - 1) & A_CHARTEXT) != '>' || mvinch(row, col - 1) != ' ')
        return;
    mvwaddch(newscr, row, col - 1, ' ');
    doupdate();
}

void screen_draw(const struct app *app)
{
    struct area whole = {.x = 0, .y = 0, .w = app->cols, .h = app->rows};
    enum overlay_kind top = app_top(app)->kind,
                      body = overlay_below(&app->overlays, OVERLAY_PROMPT)->ops->kind;
    bool asks = top == OVERLAY_QUESTION;
    bool has_keys = body == OVERLAY_PANE && (top == OVERLAY_PANE || top == OVERLAY_LETTER ||
                                             (top == OVERLAY_PROMPT && !app->prompt->menu));
    erase();
    if (app->layout.too_small) {
        draw_format(whole, 0, 0, DRAW_TEXT, "%dx%d is too small: %dx%d needed", app->cols, app->rows,
                    LAYOUT_MIN_COLS, LAYOUT_MIN_ROWS);
        draw_cursor(whole, 0, 0);
    } else {
        view_header_draw(app, app->layout.header);
        if (asks && app->layout.is_small) { /* only the list, above the question */
            struct area list = app->layout.body;
            list.h = app->layout.asked.y - list.y;
            view_projects_draw(app, list, false);
        } else {
            screen_draw_panes(app, asks ? &app->layout.asked : NULL, bodies[body], has_keys);
            if (bodies[body])
                screen_draw_cover(app, body, top);
        }
        if (asks)
            view_question_draw(app, app->layout.asked);
        else
            screen_draw_bottom(app, top == OVERLAY_PROMPT);
    }
    draw_park();
    screen_erase_old_mark();
    draw_park();
    wnoutrefresh(stdscr);
    doupdate();
}

/* --- the loop --- */

struct run {
    const struct screen_options *options;
    const char *type; /* terminal type */
    struct store *store;
    struct app *app;
    struct engine engine;
    struct input input;
    uint64_t seen; /* overlay generation that the operator saw when typing the waiting keys */
    bool more;     /* curses can hold keys that were not read yet */
    bool by_user;  /* the user pressed a key or resized the terminal: draw at once */
    bool held;     /* a draw waits until the terminal has received the previous draw */
};

static void screen_repaint(void *context)
{
    struct run *run = context;
    clearok(curscr, TRUE);
    run->engine.has_news = true;
}

static void screen_suspend(void *context)
{
    term_suspend();
    screen_repaint(context);
}

static bool screen_copy(void *context, const char *text, struct error *err)
{
    (void)context;
    char *sequence = copy_osc52(text);
    if (!sequence)
        return error_set(err, ERROR_IO,
                         "Nothing was copied: too long for the terminal; the setting copy_command helps");
    term_send(sequence);
    free(sequence);
    return true;
}

static void screen_send(void *context, const char *bytes)
{
    (void)context;
    term_send(bytes);
}

/* Raises the usual signal of ^Z or ^\\, even in a form. Returns false for other keys. */
static bool screen_is_signal(struct key key)
{
    int sig = key_equal(key, key_ctrl('z')) ? SIGTSTP : key_equal(key, key_ctrl('\\')) ? SIGQUIT : 0;
    if (sig)
        raise(sig);
    return sig != 0;
}

static void screen_take_input(struct run *run)
{
    run->more = true;
    for (int i = 0; i < KEYS_A_TURN && !run->engine.quit && !signals_are_ending(); i++) {
        struct app_input input = {.seen = run->seen};
        input.kind = input_next(&run->input, clock_mono_ms(), &input.key);
        if (input.kind != INPUT_KEY && input.kind != INPUT_PASTE) {
            run->more = false;
            return;
        }
        if (input.kind == INPUT_KEY && screen_is_signal(input.key))
            return; /* handle the signal before later keys */
        if (input.kind == INPUT_PASTE)
            input = (struct app_input){
                .kind = INPUT_PASTE, .text = buffer_text(&run->input.paste), .lost = run->input.paste_lost};
        run->by_user = true;
        engine_input(&run->engine, &input);
    }
}

static void screen_take_signals(struct run *run)
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
        resized = resized || sig == SIGCONT; /* after a stop, other output can be on the screen */
    }
    if (!resized || run->engine.quit)
        return;
    struct app_input input = {.kind = INPUT_RESIZE};
    term_resize();
    term_size(&input.rows, &input.cols);
    screen_repaint(run);
    run->by_user = true;
    engine_input(&run->engine, &input);
}

static void screen_turn(struct run *run)
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
        screen_take_signals(run);
    if (found & ENGINE_HANGUP && !run->engine.quit)
        engine_end(&run->engine, SIGHUP, true);
    if ((found & ENGINE_INPUT) || run->more || input_deadline(&run->input) <= clock_mono_ms())
        screen_take_input(run);
    if ((found & ENGINE_MAIL) && !run->engine.quit)
        engine_mail(&run->engine);
    if (found & ENGINE_DEADLINE)
        engine_tick(&run->engine);
}

/* Draws what the turn changed. The top overlay counts as seen if no keys wait, because waiting keys were
 * pressed before the overlay was drawn. A key is drawn at once. Other changes wait until the terminal has
 * taken the previous draw, so that a slow line gets several changes in one draw. */
static void screen_show_turn(struct run *run)
{
    const struct app *app = run->app;
    if (run->engine.gone || run->engine.quit || signals_are_ending())
        return;
    run->held = run->engine.has_news && !run->by_user && !term_has_taken_all();
    if (run->held)
        return;
    run->by_user = false;
    bool is_new = run->seen != app->overlays.generation && !app->layout.too_small;
    bool is_seen = is_new && !run->more && !(engine_wait(STDIN_FILENO, -1, -1, 0) & ENGINE_INPUT);
    if (run->engine.has_news)
        screen_draw(app);
    run->engine.has_news = false;
    if (is_seen)
        run->seen = app->overlays.generation;
}

static void screen_show_end(void *context)
{
    struct run *run = context;
    if (!run->engine.gone && !signals_are_ending())
        screen_draw(run->app);
    run->engine.has_news = false;
}

/* Reads keys while the program waits for hooks before it exits. Only ^C, q, ^Z and ^\\ have an effect. */
static enum finish_wish screen_typed_at_end(void *context)
{
    struct run *run = context;
    struct key key;
    enum finish_wish wish = FINISH_WAIT;
    for (int i = 0; i < KEYS_A_TURN && !signals_are_ending(); i++) {
        enum input_kind kind = input_next(&run->input, clock_mono_ms(), &key);
        if (kind == INPUT_NONE || (kind == INPUT_KEY && screen_is_signal(key)))
            break;
        if (kind == INPUT_KEY && key_equal(key, key_ctrl('c')))
            return FINISH_GIVE_UP;
        if (kind == INPUT_KEY && key_equal(key, key_char('q')))
            wish = FINISH_LEAVE;
    }
    return wish;
}

static bool screen_run_app(struct run *run, struct error *err)
{
    const struct screen_options *options = run->options;
    struct term_options term = {
        .utf8 = options->utf8,
        .color = settings_text(options->settings, SETTING_COLOR),
        .escdelay_ms = (int)settings_int(options->settings, SETTING_ESCDELAY),
    };
    struct app_input start = {
        .kind = INPUT_START, .ids = options->ids, .id_count = options->id_count, .draws_later = true};
    if (!term_start(run->type, &term, err))
        return false;
    term_size(&start.rows, &start.cols);
    engine_input(&run->engine, &start);
    engine_input(&run->engine, &(struct app_input){.kind = INPUT_DRAW});
    screen_show_turn(run);
    engine_input(&run->engine, &(struct app_input){.kind = INPUT_DRAWN});
    engine_start(&run->engine); /* after the first draw, so that the first effects do not delay it */
    while (!run->engine.quit) {
        screen_show_turn(run);
        screen_turn(run);
    }
    engine_finish(&run->engine, STDIN_FILENO);
    term_stop();
    return true;
}

int screen_run(const struct screen_options *options)
{
    struct error err;
    struct run run = {.options = options, .by_user = true};
    struct terminal_ops terminal = {.context = &run,
                                    .copy = screen_copy,
                                    .copied = "Copied by the terminal (OSC 52)",
                                    .send = screen_send,
                                    .suspend = screen_suspend,
                                    .repaint = screen_repaint,
                                    .show = screen_show_end,
                                    .typed = screen_typed_at_end};
    const struct settings *settings = options->settings;
    const struct store_config store = {.url = settings_text(settings, SETTING_URL),
                                       .api_path = settings_text(settings, SETTING_API_PATH),
                                       .email = settings_text(settings, SETTING_EMAIL)};
    struct engine_user user = {.handle = app_handle};
    error_clear(&err);
    input_init(&run.input);
    bool ok = term_check(&run.type, &err) && (run.store = store_open(&store, &err)) != NULL &&
              engine_init(&run.engine, settings, &user, &terminal, &err);
    if (ok)
        store_wait_at_most(run.store, STORE_SCREEN_BUSY_MS);
    run.app = ok ? app_new(settings, run.store, &err) : NULL;
    run.engine.user.self = run.app;
    ok = run.app && screen_run_app(&run, &err);
    int code = engine_stop(&run.engine);
    app_free(run.app);
    store_close(run.store);
    input_free(&run.input);
    if (!ok)
        fprintf(stderr, "steno: %s\n", err.text);
    return ok ? code : error_kind_exit_code(err.kind);
}
