/* Owns the dialogue by lines: what is asked next, when news may be written, and the loop around the engine. What a
 * line means is plain_command.c and plain_form.c; everything that decides is in core's application. */
#include "steno/cli/plain.h"

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plain_private.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/signals.h"
#include "steno/base/text.h"
#include "steno/cli/cli.h"
#include "steno/work/loop.h"

#define DUE_LIMIT_MS 20000     /* how long a page is waited for before it is shown as it is */
#define DUE_LIST_LIMIT_MS 3000 /* the same for the watchlist, of which most is known */

/* --- news: what the application says, a line each, never into a line that is being typed --- */

/* Keeps a sentence until it may be written. */
static void plain_news(struct plain *plain, const char *before, const char *text)
{
    char *clean = text_clean_copy(text);
    buffer_printf(&plain->news, "%s%s\n", before, clean);
    free(clean);
}

/* Does an entry of the activity add nothing to what the turn said? */
static bool plain_is_told(const struct app *app, const struct app_activity *entry)
{
    if (entry->kind == ACTIVITY_REQUEST || entry->kind == ACTIVITY_STATE)
        return true; /* somebody asked for it; the status tells it */
    bool told = false;
    for (size_t i = 0; i < app->sentence_count && !told; i++)
        told = strstr(app->sentences[i].text, entry->text) != NULL;
    return told;
}

/* Takes what a turn has said: receipts out of the activity, then the sentences. */
static void plain_turned(void *context)
{
    struct plain *plain = context;
    const struct app *app = plain->engine.app;
    uint64_t fresh = app->activity_total - plain->noted;
    size_t from = fresh < app->activity_count ? app->activity_count - (size_t)fresh : 0;
    for (size_t i = from; i < app->activity_count; i++) {
        const struct app_activity *entry = &app->activity[i];
        char id[32] = "";
        if (entry->id)
            snprintf(id, sizeof id, "%" PRId64 ": ", entry->id);
        if (!plain_is_told(app, entry))
            plain_news(plain, id, entry->text);
    }
    for (size_t i = 0; i < app->sentence_count; i++)
        if (*app->sentences[i].text)
            plain_news(plain, app->sentences[i].is_bad ? "Error: " : "", app->sentences[i].text);
    plain->noted = app->activity_total;
}

/* Writes what was said, unless a line is being typed: then it waits for its end. */
static void plain_tell(struct plain *plain)
{
    bool open = plain->asked.kind != ASK_NOTHING;
    if (plain->news.len == 0 || (open && plain->input.line.len > 0))
        return;
    if (open)
        plain_newline();
    plain->asked.kind = ASK_NOTHING;
    for (char *at = plain->news.data, *end; (end = strchr(at, '\n')) != NULL; at = end + 1) {
        *end = '\0';
        plain_line("%s", at);
    }
    buffer_clear(&plain->news);
}

/* --- events --- */

void plain_send(struct plain *plain, enum event_kind kind, const char *text)
{
    struct event event = {.kind = kind, .text = text};
    engine_event(&plain->engine, &event);
    if (plain->asked.kind == ASK_NOTHING)
        plain_tell(plain);
}

void plain_send_key(struct plain *plain, struct key key)
{
    struct event event = {.kind = EVENT_KEY, .key = key};
    engine_event(&plain->engine, &event);
}

void plain_show(struct plain *plain, enum plain_due due)
{
    plain->due = due;
    bool is_list = plain->engine.app->focus == PANE_PROJECTS;
    plain->due_limit_ms = clock_mono_ms() + (is_list ? DUE_LIST_LIMIT_MS : DUE_LIMIT_MS);
}

/* --- what the terminal can do for the application --- */

/* A line of its own that can be selected: the terminal's clipboard takes a sequence, which lines must not hold. */
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

/* Stops as ^Z does. */
static void plain_suspend(void *context)
{
    (void)context;
    plain_input_release();
    signals_suspend();
    plain_input_claim();
}

/* Shows the pane once more. */
static void plain_repaint(void *context)
{
    plain_show(context, DUE_PAGE);
}

/* --- what is asked --- */

/* What the application waits for. */
static struct plain_ask plain_wanted(const struct plain *plain)
{
    const struct app *app = plain->engine.app;
    if (app->question.kind != QUESTION_NONE)
        return (struct plain_ask){ASK_QUESTION, app->question.text};
    if (app->prompt.kind != PROMPT_NONE)
        return (struct plain_ask){ASK_PROMPT, app->prompt.edit};
    if (app->menu.kind != MENU_NONE)
        return (struct plain_ask){ASK_MENU, app->menu.items};
    if (app_form_top(app))
        return (struct plain_ask){plain->walk.sending ? ASK_SEND : ASK_FIELD, app_form_top(app)->form};
    return (struct plain_ask){ASK_COMMAND, NULL};
}

/* Is a page still to be waited for? Somebody who types the next line at a terminal does not want to. */
static bool plain_waits_for_page(const struct plain *plain)
{
    if (plain->due == DUE_NOTHING || plain_wanted(plain).kind != ASK_COMMAND)
        return false;
    if (plain->input.is_tty && plain_input_has_line(&plain->input))
        return false;
    return plain_page_is_coming(plain->engine.app) && clock_mono_ms() < plain->due_limit_ms;
}

/* Is something under way that the next line must wait for, so that a script meets what it expects? */
static bool plain_is_busy(const struct plain *plain)
{
    const struct app *app = plain->engine.app;
    if (app->question.kind != QUESTION_NONE)
        return false;
    for (size_t i = 0; i < app->call_count; i++)
        if (!app->calls[i].background)
            return true;
    return plain->engine.store_waiting > 0 || app->batch.active || app->session == SESSION_CHECKING ||
           plain_waits_for_page(plain);
}

/* Writes what is due, or what lies over a form, or takes the form up. */
static void plain_prepare(struct plain *plain)
{
    const struct app *app = plain->engine.app;
    if (app->preview_open) {
        plain_preview_write(app);
        plain_send_key(plain, key_plain(K_ENTER));
    }
    if (!app_form_top(app)) {
        plain_walk_end(&plain->walk);
    } else if (plain_wanted(plain).kind == ASK_FIELD || plain_wanted(plain).kind == ASK_SEND) {
        plain_walk_follow(plain);
        return;
    }
    if (plain_wanted(plain).kind != ASK_COMMAND || plain->due == DUE_NOTHING)
        return;
    if (plain->due == DUE_PAGE)
        plain_page_write(app);
    else
        plain_page_cursor(app);
    plain->due = DUE_NOTHING;
}

/* The prompt of a text, with what is there already. */
static void plain_ask_text(const struct app_prompt *prompt)
{
    const char *now = lineedit_text(prompt->edit);
    if (prompt->hint)
        plain_line("%s", prompt->hint);
    plain_write(prompt->label);
    if (*now && !prompt->secret) {
        plain_write("[");
        plain_write(now);
        plain_write("] ");
    }
}

/* Opens a prompt for what the application waits for. */
static void plain_ask(struct plain *plain)
{
    const struct app *app = plain->engine.app;
    plain_prepare(plain);
    plain_tell(plain);
    plain->asked = plain_wanted(plain);
    plain->input.secret = false;
    switch (plain->asked.kind) {
    case ASK_QUESTION:
        plain_write(app->question.text);
        plain_write(" y/N ");
        break;
    case ASK_PROMPT:
        plain->input.secret = app->prompt.secret;
        plain_ask_text(&app->prompt);
        break;
    case ASK_MENU:
        plain_menu_write(app);
        plain_write("Number, d NUMBER deletes, Enter leaves: ");
        break;
    case ASK_FIELD:
    case ASK_SEND:
        plain->input.secret = plain_walk_is_secret(plain);
        plain_walk_prompt(plain);
        break;
    default:
        plain_write("steno> ");
        break;
    }
}

/* Takes a prompt back whose matter has gone, unless it is being answered. */
static void plain_check_asked(struct plain *plain)
{
    struct plain_ask wanted = plain_wanted(plain);
    if (plain->asked.kind == ASK_NOTHING || plain->input.line.len > 0 ||
        (wanted.kind == plain->asked.kind && wanted.thing == plain->asked.thing))
        return;
    plain_newline();
    plain->asked.kind = ASK_NOTHING;
}

/* --- answers --- */

/* What an answer to a prompt changes of what is shown. */
static enum plain_due plain_due_after(enum app_prompt_kind kind)
{
    if (kind == PROMPT_FILTER || kind == PROMPT_PASSWORD)
        return DUE_PAGE;
    return kind == PROMPT_PRESET || kind == PROMPT_TAG ? DUE_NOTHING : DUE_LINE;
}

/* The text of a prompt: nothing keeps what is there, - empties it, . leaves. */
static void plain_answer_prompt(struct plain *plain, const char *text)
{
    const struct app_prompt *prompt = &plain->engine.app->prompt;
    enum app_prompt_kind kind = prompt->kind;
    bool secret = prompt->secret, leaves = !secret && strcmp(text, ".") == 0;
    bool empties = !secret && strcmp(text, "-") == 0;
    if (leaves || kind == PROMPT_COMMAND) {
        plain_send_key(plain, key_plain(K_ESC));
        if (!leaves)
            plain_command(plain, text);
        return;
    }
    if (*text)
        plain_send_key(plain, key_ctrl('u'));
    if (*text && !empties)
        plain_send(plain, EVENT_PASTE, text);
    plain_send_key(plain, key_plain(K_ENTER));
    plain_show(plain, plain_due_after(kind));
}

/* A line of a menu, or nothing. */
static void plain_answer_menu(struct plain *plain, const char *text)
{
    int64_t number;
    bool deletes = text[0] == 'd' && text[1] == ' ';
    if (!*text) {
        plain_send_key(plain, key_plain(K_ESC));
    } else if (text_parse_int(deletes ? text + 2 : text, &number) && number > 0 &&
               (uint64_t)number <= plain->engine.app->menu.count) {
        struct event event = {.kind = EVENT_CHOOSE, .code = (int)number};
        engine_event(&plain->engine, &event);
        plain_send_key(plain, deletes ? key_char('d') : key_plain(K_ENTER));
    } else {
        plain_line("There is no line \"%s\" here.", text);
    }
}

/* Hands a line to what asked for it. What asked may have gone meanwhile: then nothing is done with it. */
static void plain_answer(struct plain *plain, struct plain_ask asked, const char *text)
{
    struct plain_ask wanted = plain_wanted(plain);
    if (wanted.kind != asked.kind || wanted.thing != asked.thing) {
        plain_line("What was asked is no longer open; nothing was done with the answer.");
        return;
    }
    switch (asked.kind) {
    case ASK_QUESTION:
        plain_send_key(plain, key_char(text_equal_nocase(text, "y") || text_equal_nocase(text, "yes") ? 'y' : 'n'));
        break;
    case ASK_PROMPT:
        plain_answer_prompt(plain, text);
        break;
    case ASK_MENU:
        plain_answer_menu(plain, text);
        break;
    case ASK_FIELD:
    case ASK_SEND:
        plain_walk_answer(plain, text);
        break;
    default:
        plain_command(plain, text);
        break;
    }
}

/* Takes a line, if one was typed. True when there was one or the input has ended. */
static bool plain_take(struct plain *plain)
{
    enum plain_typed typed = plain_input_take(&plain->input);
    struct plain_ask asked = plain->asked;
    if (typed == TYPED_NOTHING)
        return false;
    plain->asked.kind = ASK_NOTHING;
    plain_tell(plain);
    if (typed == TYPED_LINE) {
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        text_repair(&text, buffer_text(&plain->input.line), plain->input.line.len);
        plain_answer(plain, asked, buffer_text(&text));
        if (text.data)
            explicit_bzero(text.data, text.cap);
        buffer_free(&text);
    } else if (typed == TYPED_TOO_LONG) {
        plain_line("A line holds at most %d bytes; nothing was done with this one.", PLAIN_LINE_MAX);
    } else {
        plain_send(plain, EVENT_COMMAND, "quit");
    }
    plain_input_clear(&plain->input);
    plain_tell(plain);
    return true;
}

/* --- the loop --- */

/* The end is near and cannot be refused: drafts are saved. */
static void plain_end(struct plain *plain, int sig, bool gone)
{
    struct event event = {.kind = EVENT_HANGUP};
    plain->signal = sig;
    plain->gone = gone;
    engine_event(&plain->engine, &event);
    plain->engine.quit = true;
}

/* ^C: what is being typed is dropped, else a page is no longer waited for, else the application decides. */
static void plain_interrupt(struct plain *plain)
{
    struct event event = {.kind = EVENT_SIGNAL, .code = SIGINT};
    bool typing = plain->input.line.len > 0, waiting = plain_waits_for_page(plain);
    plain->input.interrupted = false;
    plain_input_clear(&plain->input);
    if (plain->asked.kind != ASK_NOTHING)
        plain_newline();
    plain->asked.kind = ASK_NOTHING;
    plain->due = waiting ? DUE_NOTHING : plain->due;
    if (!typing && !waiting)
        engine_event(&plain->engine, &event);
    plain_tell(plain);
}

/* What the signals ask for. */
static void plain_signals(struct plain *plain)
{
    for (int sig; (sig = signals_next()) != 0 && !plain->engine.quit;) {
        if (sig == SIGTSTP)
            engine_suspend(&plain->engine);
        else if (sig == SIGCONT)
            plain_input_claim();
        else if (sig != SIGWINCH)
            plain_end(plain, sig, sig == SIGHUP);
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
        plain_end(plain, SIGHUP, true);
}

/* Asks and answers as long as nothing has to be waited for. True when a line should be waited for. */
static bool plain_talk(struct plain *plain)
{
    while (!plain->engine.quit) {
        plain_check_asked(plain);
        plain_tell(plain);
        if (plain->asked.kind == ASK_NOTHING) {
            if (plain_is_busy(plain))
                return false;
            plain_ask(plain);
        }
        if (!plain_take(plain))
            return true;
    }
    return false;
}

/* What is to be said and asked, then one wait and all that came of it. A terminal is always listened to, for ^C; a
 * script only when its line is due. */
static void plain_turn(struct plain *plain)
{
    bool wants_line = plain_talk(plain);
    bool listens = !plain->input.at_end && (plain->input.is_tty || wants_line);
    int64_t deadline = plain->engine.deadline_ms;
    if (plain->engine.quit)
        return;
    if (plain_waits_for_page(plain) && plain->due_limit_ms < deadline)
        deadline = plain->due_limit_ms;
    unsigned found = loop_wait(listens ? STDIN_FILENO : -1, engine_fd(&plain->engine), signals_fd(), deadline);
    if (found & LOOP_SIGNAL)
        plain_signals(plain);
    if ((found & LOOP_HANGUP) && plain->input.is_tty && !plain->engine.quit)
        plain_end(plain, SIGHUP, true);
    if ((found & (LOOP_INPUT | LOOP_HANGUP)) && listens && !plain->engine.quit)
        plain_typed(plain);
    if (found & LOOP_MAIL)
        engine_mail(&plain->engine);
    if (found & LOOP_DEADLINE)
        engine_tick(&plain->engine);
    if (plain_write_failed() && !plain->engine.quit)
        plain_end(plain, 0, true);
}

/* The first words, and the workers. */
static bool plain_begin(struct plain *plain, struct error *err)
{
    const struct plain_options *options = plain->options;
    plain->engine.app->linear = true;
    plain_line("steno by lines: help tells what can be done, quit ends.");
    engine_begin(&plain->engine, 0, 0, options->ids, options->id_count);
    plain_turned(plain);
    plain_show(plain, DUE_PAGE);
    return engine_start(&plain->engine, err);
}

int plain_run(const struct plain_options *options)
{
    struct error err;
    struct plain plain = {.options = options};
    struct engine_face face = {.context = &plain,
                               .copy = plain_copy,
                               .copied = "No program to copy with is set: select the line above",
                               .send = plain_notice,
                               .suspend = plain_suspend,
                               .repaint = plain_repaint,
                               .turned = plain_turned};
    error_clear(&err);
    plain_write_start(options->utf8);
    buffer_init(&plain.news, BUFFER_MAX_DEFAULT);
    bool ok = signals_start(plain_input_release) || error_set(&err, ERROR_IO, "no pipe for signals can be made");
    plain_input_start(&plain.input);
    ok = ok && engine_init(&plain.engine, options->settings, &face, &err) && plain_begin(&plain, &err);
    while (ok && !plain.engine.quit)
        plain_turn(&plain);
    plain_tell(&plain);
    int code = plain.engine.code;
    plain_walk_end(&plain.walk);
    engine_stop(&plain.engine);
    plain_input_stop(&plain.input);
    buffer_free(&plain.news);
    signals_stop();
    if (!ok)
        cli_say("%s", err.text);
    if (plain.signal)
        return -plain.signal;
    return ok ? code : error_kind_exit_code(err.kind);
}
