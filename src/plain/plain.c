/* Owns plain mode as a program: the loop around the engine, signals, and what the application
 * wants of a terminal. What is asked is plain_dialog.c; everything that decides is in the application. */
/* SPDX-License-Identifier: MIT */
#include "plain.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/app/forms.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/turn.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/signals.h"
#include "steno/base/text.h"
#include "steno/client/client_state.h"
#include "steno/work/loop.h"

#define DUE_LIMIT_MS      20000 /* how long a page is waited for before it is shown as it is */
#define DUE_LIST_LIMIT_MS 3000  /* the same for the watchlist, of which most is known */

static int null_fd = -1; /* what takes the place of a terminal that has hung up */

/* --- news: what the application says, a line each, never into a line that is being typed --- */

/* Keeps a sentence, which may be of several lines, until it may be written. */
static void plain_news(struct plain *plain, const char *before, const char *text)
{
    buffer_append_text(&plain->news, before);
    for (const char *end, *line = text; line; line = *end ? end + 1 : NULL) {
        end = strchrnul(line, '\n');
        char *part = mem_copy_n(line, (size_t)(end - line)), *clean = text_clean_copy(part);
        buffer_printf(&plain->news, "%s\n", clean);
        free(clean);
        free(part);
    }
}

/* Does an entry of the activity add nothing to what the turn said? */
static bool plain_is_reported(const struct app *app, const struct app_activity *entry)
{
    if (entry->kind == ACTIVITY_REQUEST || entry->kind == ACTIVITY_STATE || entry->kind == ACTIVITY_DONE)
        return true; /* somebody asked for it; the status tells it */
    bool reported = false;
    for (size_t i = 0; i < app->sentence_count && !reported; i++)
        reported = strstr(app->sentences[i].text, entry->text) != NULL;
    return reported;
}

/* Takes what a turn has said: receipts out of the activity, then the sentences. */
static void plain_turned(void *context)
{
    struct plain *plain = context;
    const struct app *app = plain->app;
    uint64_t fresh = app->activity_total - plain->noted;
    size_t from = fresh < app->activity_count ? app->activity_count - (size_t)fresh : 0;
    for (size_t i = from; i < app->activity_count; i++) {
        const struct app_activity *entry = &app->activity[i];
        char id[32] = "";
        if (entry->id)
            snprintf(id, sizeof id, "%" PRId64 ": ", entry->id);
        if (!plain_is_reported(app, entry))
            plain_news(plain, id, entry->text);
    }
    for (size_t i = 0; i < app->sentence_count; i++)
        if (*app->sentences[i].text &&
            (i == 0 || strcmp(app->sentences[i].text, app->sentences[i - 1].text) != 0))
            plain_news(plain, app->sentences[i].is_bad ? "Error: " : "", app->sentences[i].text);
    plain->noted = app->activity_total;
    bool is_over = app->over.pane != PANE_LIST;
    int focus = is_over ? app->over.focus : app->focus;                      /* once the forms are left */
    if (focus != plain->focus || (is_over && app->over.pane != plain->over)) /* by itself, or over a form */
        plain_show(plain, SHOWS_PANE);
    plain->focus = focus;
    plain->over = app->over.pane;
}

/* --- events --- */

void plain_send(struct plain *plain, enum input_kind kind, const char *text)
{
    struct app_input input = {.kind = kind, .text = text};
    engine_input(&plain->engine, &input);
    if (!plain->asked.is_open)
        plain_report(plain);
}

void plain_show(struct plain *plain, enum shows shows)
{
    bool is_list = plain->app->focus == PANE_LIST;
    const enum shows due[] = {[SHOWS_NOTHING] = SHOWS_NOTHING,
                              [SHOWS_LINE] = SHOWS_LINE,
                              [SHOWS_PANE] = SHOWS_PANE,
                              [SHOWS_TARGET] = SHOWS_LINE,
                              [SHOWS_READING] = is_list ? SHOWS_LINE : SHOWS_PANE};
    plain->due = due[shows];
    plain->due_limit_ms = clock_mono_ms() + (is_list ? DUE_LIST_LIMIT_MS : DUE_LIMIT_MS);
}

/* --- what the terminal can do for the application --- */

/* A line of its own that can be selected: the terminal's clipboard takes a sequence, which lines must not
 * hold. */
static bool plain_copy(void *context, const char *text, struct error *err)
{
    (void)err;
    plain_news(context, "To copy: ", text);
    return true;
}

/* Of a notice only the bell, where it is wanted. */
static void plain_notice(void *context, const char *bytes)
{
    const struct plain *plain = context;
    if (*bytes && settings_bool(plain->options->settings, SETTING_BELL))
        plain_write_bell();
}

/* The open question is to be asked once more, with what was typed of its answer. */
static void plain_ask_again(struct plain *plain)
{
    plain->asked.is_open = false;
}

/* Stops as ^Z does, where somebody could bring it back. */
static void plain_suspend(void *context)
{
    struct plain *plain = context;
    if (!plain->input.is_tty && !plain->told_to_stop) {
        plain_news(context, "Error: ", "suspend: there is no terminal to resume steno from");
        return;
    }
    plain_input_release();
    signals_suspend();
    plain_input_claim();
    plain->told_to_stop = false;
    plain->resumed = true;
    plain_ask_again(plain);
}

/* Shows the pane once more. */
static void plain_repaint(void *context)
{
    plain_show(context, SHOWS_PANE);
}

/* --- the loop --- */

/* ^C: what is being typed is dropped, else a page is no longer waited for, else the application decides. */
static void plain_interrupt(struct plain *plain)
{
    struct event event = {.kind = EVENT_SIGNAL, .code = SIGINT};
    /* The application goes on to know of a line that is dropped here: an end that follows keeps it. */
    bool typing = plain->input.line.len > 0, waiting = plain_waits_for_page(plain);
    plain->input.interrupted = false;
    plain_input_clear(&plain->input);
    if (plain->known_line)
        plain->known_line[0] = '\0';
    if (plain->asked.is_open)
        plain_newline();
    plain->asked.is_open = false;
    plain->due = waiting ? SHOWS_NOTHING : plain->due;
    if (!typing && !waiting)
        engine_event(&plain->engine, &event);
    plain_report(plain);
}

/* Goes on after a stop. One that was not ours, such as SIGSTOP, came while the question stood there. */
static void plain_continue(struct plain *plain)
{
    plain_input_claim();
    if (!plain->resumed && plain->input.is_tty && plain->asked.is_open) {
        plain_newline();
        plain_ask_again(plain);
    }
    plain->resumed = false;
}

/* What the signals ask for. */
static void plain_signals(struct plain *plain)
{
    for (int sig; (sig = signals_next()) != 0 && !plain->engine.quit;) {
        plain->told_to_stop = sig == SIGTSTP;
        if (sig == SIGTSTP)
            engine_suspend(&plain->engine);
        else if (sig == SIGCONT)
            plain_continue(plain);
        else if (sig != SIGWINCH)
            engine_end(&plain->engine, sig, sig == SIGHUP);
    }
}

/* What was typed. */
static void plain_typed(struct plain *plain)
{
    plain_input_read(&plain->input);
    if (plain->input.interrupted)
        plain_interrupt(plain);
    if (plain->input.suspended) {
        plain->input.suspended = false;
        engine_suspend(&plain->engine);
    }
    if (plain->input.is_tty && plain->input.at_end)
        engine_end(&plain->engine, SIGHUP, true);
}

/* What is to be said and asked, then one wait and all that came of it. A terminal is always listened to, for
 * ^C; a script only when its line is due. */
static void plain_turn(struct plain *plain)
{
    bool wants_line = plain_dialog(plain);
    if (!plain->engine.quit)
        plain_report_typed(plain);
    bool listens = !plain->input.at_end && (plain->input.is_tty || wants_line);
    int64_t deadline = plain->engine.deadline_ms;
    if (plain->engine.quit)
        return;
    if (plain_waits_for_page(plain) && plain->due_limit_ms < deadline)
        deadline = plain->due_limit_ms;
    if (plain_waits_for_store(plain) && plain->store_limit_ms < deadline)
        deadline = plain->store_limit_ms;
    unsigned found =
        loop_wait(listens ? STDIN_FILENO : -1, engine_fd(&plain->engine), signals_fd(), deadline);
    if (found & LOOP_SIGNAL)
        plain_signals(plain);
    if ((found & LOOP_HANGUP) && plain->input.is_tty && !plain->engine.quit)
        engine_end(&plain->engine, SIGHUP, true);
    if ((found & (LOOP_INPUT | LOOP_HANGUP)) && listens && !plain->engine.quit)
        plain_typed(plain);
    if (found & LOOP_MAIL)
        engine_mail(&plain->engine);
    if (found & LOOP_DEADLINE)
        engine_tick(&plain->engine);
    if (plain_write_failed() && !plain->engine.quit) {
        engine_end(&plain->engine, 0, true);
        plain->engine.code = error_kind_exit_code(ERROR_IO);
    }
}

/* The first words, and the workers. */
static bool plain_begin(struct plain *plain, struct error *err)
{
    const struct plain_options *options = plain->options;
    plain->app->linear = true;
    plain_line("steno in plain mode: help lists the commands, quit exits.");
    struct app_input start = {.kind = INPUT_START, .ids = options->ids, .id_count = options->id_count};
    engine_input(&plain->engine, &start);
    const struct app *app = plain->app;
    if (!app_form_top(app) &&
        settings_warn_of_http(app->settings, app->client->url)) /* the login says it itself */
        plain_line("Warning: %s", settings_http_warning);
    plain_show(plain, SHOWS_PANE);
    plain->store_limit_ms = clock_mono_ms() + DUE_LIMIT_MS;
    return engine_start(&plain->engine, err);
}

/* Shows what is waited for at the end. */
static void plain_show_waiting(void *context)
{
    plain_report(context);
}

/* While the store or hooks are waited for only ^C, signals and q count. */
static enum finish_wish plain_typed_waiting(void *context)
{
    struct plain *plain = context;
    size_t before = plain->input.ahead.len;
    plain_input_read(&plain->input);
    if (plain->input.at_end)
        return FINISH_HURRY;
    if (plain->input.interrupted)
        return FINISH_GIVE_UP;
    bool leaves =
        plain->input.ahead.len > before && strchr(buffer_text(&plain->input.ahead) + before, 'q') != NULL;
    return leaves ? FINISH_LEAVE : FINISH_WAIT;
}

/* A hang-up: a write that hangs in a terminal that takes nothing goes on into nothing. */
static void plain_let_go(int sig)
{
    if (sig == SIGHUP && null_fd >= 0)
        dup2(null_fd, STDOUT_FILENO);
}

int plain_run(const struct plain_options *options, struct error *err)
{
    struct plain plain = {.options = options};
    struct terminal_ops terminal = {.context = &plain,
                                    .copy = plain_copy,
                                    .copied = "copy_command is not set: select the line above",
                                    .send = plain_notice,
                                    .suspend = plain_suspend,
                                    .repaint = plain_repaint,
                                    .tells_lost = true,
                                    .turned = plain_turned,
                                    .show = plain_show_waiting,
                                    .typed = plain_typed_waiting};
    error_clear(err);
    plain_write_start(options->utf8);
    buffer_init(&plain.news, BUFFER_MAX_DEFAULT);
    bool ok =
        signals_start(plain_input_release) || error_set(err, ERROR_IO, "cannot create a pipe for signals");
    null_fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
    signals_on_ending(plain_let_go);
    plain_input_start(&plain.input);
    plain.app = ok ? app_new(options->settings, err) : NULL;
    struct engine_user user = {.self = plain.app, .handle = app_handle};
    ok = plain.app && engine_init(&plain.engine, options->settings, &user, &terminal, err) &&
         plain_begin(&plain, err);
    while (ok && !plain.engine.quit)
        plain_turn(&plain);
    if (ok)
        engine_finish(&plain.engine,
                      plain.input.is_tty ? STDIN_FILENO : -1); /* a script is not read any further */
    plain_report(&plain);
    if (plain.asked.is_open)
        plain_newline();
    plain_input_release();
    int code = ok ? engine_report(&plain.engine) : error_kind_exit_code(err->kind);
    free(plain.known_line);
    close(null_fd);
    engine_stop(&plain.engine);
    app_free(plain.app);
    plain_input_stop(&plain.input);
    buffer_free(&plain.news);
    signals_stop();
    return code;
}
