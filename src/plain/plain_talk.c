/* Owns the talk: what is asked next, when it is, and which part takes the answer. It must not know
 * descriptors, signals or workers: plain.c does. */
#include <stdlib.h>
#include <string.h>

#include "plain_private.h"
#include "steno/app/ask.h"
#include "steno/app/batch.h"
#include "steno/app/calls.h"
#include "steno/app/event.h"
#include "steno/app/forms.h"
#include "steno/app/menu.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

void plain_tell(struct plain *plain)
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

/* --- what is asked --- */

/* What the application waits for. */
static struct plain_ask plain_wanted(const struct plain *plain)
{
    const struct app *app = plain->engine.app;
    if (app->question->text)
        return (struct plain_ask){ASK_QUESTION, app->question->text};
    if (app->prompt->ops)
        return (struct plain_ask){ASK_PROMPT, app->prompt->edit};
    if (overlay_has(&app->overlays, OVERLAY_MENU))
        return (struct plain_ask){ASK_MENU, app->menu->items};
    if (app_form_top(app))
        return (struct plain_ask){plain->walk.sending ? ASK_SEND : ASK_FIELD, app_form_top(app)->form};
    return (struct plain_ask){ASK_COMMAND, NULL};
}

bool plain_waits_for_page(const struct plain *plain)
{
    if (plain->due == DUE_NOTHING || plain_wanted(plain).kind != ASK_COMMAND)
        return false;
    return plain_page_is_coming(plain->engine.app) && clock_mono_ms() < plain->due_limit_ms;
}

bool plain_waits_for_store(const struct plain *plain)
{
    return plain->engine.store_waiting > 0 && clock_mono_ms() < plain->store_limit_ms;
}

/* Is something under way that the next line must wait for, so that a script meets what it expects? */
static bool plain_is_busy(const struct plain *plain)
{
    const struct app *app = plain->engine.app;
    if (app->question->text)
        return false;
    for (size_t i = 0; i < app->call_count; i++)
        if (!app->calls[i].background)
            return true;
    return plain_waits_for_store(plain) || app->batch->active || app->session == SESSION_CHECKING ||
           plain_waits_for_page(plain);
}

/* Writes what is due, or what lies over a form, or takes the form up. */
static void plain_prepare(struct plain *plain)
{
    const struct app *app = plain->engine.app;
    if (overlay_has(&app->overlays, OVERLAY_PREVIEW)) {
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
    plain_write(prompt->ops->label);
    if (*now && !prompt->ops->secret) {
        plain_write("[");
        plain_write(now);
        plain_write("] ");
    }
}

/* Opens a prompt for what the application waits for. */
static void plain_ask(struct plain *plain)
{
    const struct app *app = plain->engine.app;
    char tail[128];
    plain_prepare(plain);
    plain_tell(plain);
    plain->asked = plain_wanted(plain);
    plain->input.secret = false;
    switch (plain->asked.kind) {
    case ASK_QUESTION:
        plain_write(app->question->text);
        app_question_tail(app, tail, sizeof tail);
        plain_write(tail);
        break;
    case ASK_PROMPT:
        plain->input.secret = app->prompt->ops->secret;
        plain_ask_text(app->prompt);
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
    if (plain->input.line.len > 0 && !plain->input.secret) /* of an answer that a stop came into */
        plain_write(buffer_text(&plain->input.line));
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

/* What is due once a prompt has its answer. */
static const enum plain_due due_after[] = {
    [SHOWS_LINE] = DUE_LINE, [SHOWS_PANE] = DUE_PAGE, [SHOWS_NOTHING] = DUE_NOTHING};

/* The text of a prompt: nothing keeps what is there, - empties it, . leaves. */
static void plain_answer_prompt(struct plain *plain, const char *text)
{
    const struct prompt_ops *ops = plain->engine.app->prompt->ops;
    bool leaves = !ops->secret && strcmp(text, ".") == 0, empties = !ops->secret && strcmp(text, "-") == 0;
    if (leaves || ops->is_command) {
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
    plain_show(plain, due_after[ops->shows]);
}

/* y or yes, or the number that was asked for; everything else is No. */
static void plain_answer_question(struct plain *plain, const char *text)
{
    size_t len = strlen(text);
    if (plain->engine.app->question->count == 0) {
        bool yes = text_equal_nocase(text, "y") || text_equal_nocase(text, "yes");
        plain_send_key(plain, key_char(yes ? 'y' : 'n'));
    } else if (strspn(text, "0123456789") != len || len >= APP_TYPED_SIZE) {
        plain_send_key(plain, key_char('n'));
    } else {
        for (size_t i = 0; i < len; i++)
            plain_send_key(plain, key_char((unsigned char)text[i]));
        plain_send_key(plain, key_plain(K_ENTER));
    }
}

/* A line of a menu, or nothing. */
static void plain_answer_menu(struct plain *plain, const char *text)
{
    int64_t number;
    bool deletes = text[0] == 'd' && text[1] == ' ';
    struct event event = {.kind = EVENT_CHOOSE, .text = "back"};
    if (!*text) {
        engine_event(&plain->engine, &event);
    } else if (text_parse_int(deletes ? text + 2 : text, &number) && number > 0 &&
               (uint64_t)number <= plain->engine.app->menu->count) {
        event.code = (int)number;
        event.text = deletes ? "delete" : "enter";
        engine_event(&plain->engine, &event);
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
        plain_answer_question(plain, text);
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

/* Tells the application of a line for what is asked, or that there is none. */
static void talk_send_typed(struct plain *plain, const char *line)
{
    const char *field = plain->asked.kind == ASK_FIELD ? plain->walk.field : NULL;
    const char *value = field && line ? plain_walk_value(plain, line) : line;
    struct event event = {.kind = EVENT_TYPED, .text = value, .value = field};
    engine_event(&plain->engine, &event);
}

void plain_tell_typed(struct plain *plain)
{
    const char *line = buffer_text(&plain->input.line);
    enum plain_ask_kind kind = plain->asked.kind;
    bool kept = kind == ASK_FIELD || kind == ASK_PROMPT || kind == ASK_COMMAND;
    const char *told = plain->told_line ? plain->told_line : "";
    if (!kept || plain->input.secret || strcmp(line, told) == 0)
        return;
    free(plain->told_line);
    plain->told_line = mem_copy(line);
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    text_repair(&text, line, strlen(line));
    talk_send_typed(plain, buffer_text(&text));
    buffer_free(&text);
}

void plain_forget_typed(struct plain *plain)
{
    if (!plain->told_line)
        return;
    talk_send_typed(plain, NULL);
    free(plain->told_line);
    plain->told_line = NULL;
}

/* Takes a line, if one was typed. True when there was one or the input has ended. */
static bool plain_take(struct plain *plain)
{
    enum plain_typed typed = plain_input_take(&plain->input);
    struct plain_ask asked = plain->asked;
    if (typed == TYPED_NOTHING)
        return false;
    plain_forget_typed(plain);
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
    plain->store_limit_ms = clock_mono_ms() + STORE_LIMIT_MS;
    return true;
}

bool plain_talk(struct plain *plain)
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
