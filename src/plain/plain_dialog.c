/* Owns the dialog: what is asked next, when it is, and which part takes the answer. It must not know
 * descriptors, signals or workers: plain.c does. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "plain.h"
#include "steno/app/marked.h"
#include "steno/client/calls.h"
#include "steno/app/app_input.h"
#include "steno/app/forms.h"
#include "steno/app/menu.h"
#include "steno/app/panes.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/question.h"

void plain_report(struct plain *plain)
{
    bool open = plain->asked.is_open;
    if (plain->news.len == 0 || (open && plain->input.line.len > 0))
        return;
    if (open)
        plain_newline();
    plain->asked.is_open = false;
    plain_lines(buffer_text(&plain->news));
    buffer_clear(&plain->news);
}

/* --- what can be asked --- */

/* How what has the keys is talked about, by its kind. */
struct dialog {
    void (*prepare)(struct plain *plain); /* writes what comes before the question; NULL: nothing does */
    void (*ask)(struct plain *plain);     /* writes the question; NULL: nothing is asked */
    void (*answer)(struct plain *plain, const char *text);
    bool (*is_secret)(const struct plain *plain);    /* what is typed; NULL: it is not */
    const char *(*field)(const struct plain *plain); /* of a form, that the line is for; NULL: for none */
    bool keeps_line;                                 /* what is typed survives the end of the program */
    bool is_urgent;                                  /* asked although calls are under way */
    bool has_page;                                   /* what is due is written before it */
};
static const struct dialog dialogs[OVERLAY_KINDS];

/* Of what has the keys now. */
static const struct dialog *plain_dialog_now(const struct plain *plain)
{
    return &dialogs[app_top(plain->app)->kind];
}

/* What the application waits for. */
static struct plain_ask plain_dialog_wanted(const struct plain *plain)
{
    const struct overlay *top = overlay_top(&plain->app->overlays);
    return (struct plain_ask){.is_open = true,
                              .kind = top->ops->kind,
                              .serial = top->serial,
                              .sends = dialogs[top->ops->kind].field && plain->form.sending};
}

/* Is it what was asked for? */
static bool plain_dialog_is_asked(const struct plain *plain, const struct plain_ask *asked)
{
    struct plain_ask wanted = plain_dialog_wanted(plain);
    return wanted.kind == asked->kind && wanted.serial == asked->serial && wanted.sends == asked->sends;
}

bool plain_waits_for_page(const struct plain *plain)
{
    if (plain->due == SHOWS_NOTHING || !plain_dialog_now(plain)->has_page)
        return false;
    return plain_page_is_coming(plain->app) && clock_mono_ms() < plain->due_limit_ms;
}

bool plain_waits_for_store(const struct plain *plain)
{
    return plain->engine.store_waiting > 0 && clock_mono_ms() < plain->store_limit_ms;
}

/* Fetches the pane that is over a form what it shows? Nothing can be done in it before. */
static bool plain_pane_fetches(const struct app *app)
{
    const struct pane_ops *ops = app_focus_ops(app);
    return app_top(app)->kind == OVERLAY_OVER_FORM && ops->is_coming && ops->is_coming(app);
}

/* Is something under way that the next line must wait for, so that a script meets what it expects? */
static bool plain_dialog_is_busy(const struct plain *plain)
{
    const struct app *app = plain->app;
    if (plain_dialog_now(plain)->is_urgent)
        return false;
    for (size_t i = 0; i < app->client->call_count; i++)
        if (!app->client->calls[i].background)
            return true;
    return plain_waits_for_store(plain) || plain_pane_fetches(app) || marked_is_active(app) ||
           app->client->session == SESSION_CHECKING || plain_waits_for_page(plain);
}

/* Writes what comes before a question; that may open another dialog, whose lines come then, too. */
static void plain_dialog_prepare(struct plain *plain)
{
    const struct dialog *dialog;
    if (!app_form_top(plain->app))
        plain->form = (struct plain_form){0};
    do {
        dialog = plain_dialog_now(plain);
        if (dialog->prepare)
            dialog->prepare(plain);
    } while (plain_dialog_now(plain) != dialog);
}

/* Opens a prompt for what the application waits for. */
static void plain_dialog_ask(struct plain *plain)
{
    plain_dialog_prepare(plain);
    plain_report(plain);
    const struct dialog *dialog = plain_dialog_now(plain);
    plain->asked = plain_dialog_wanted(plain);
    plain->input.secret = dialog->is_secret && dialog->is_secret(plain);
    dialog->ask(plain);
    if (plain->input.line.len > 0 && !plain->input.secret) /* of an answer that a stop came into */
        plain_write(buffer_text(&plain->input.line));
}

/* Takes a prompt back whose matter has gone, unless it is being answered. */
static void plain_dialog_check(struct plain *plain)
{
    if (!plain->asked.is_open || plain->input.line.len > 0 || plain_dialog_is_asked(plain, &plain->asked))
        return;
    plain_newline();
    plain->asked.is_open = false;
}

/* --- commands --- */

/* What is due. */
static void plain_dialog_show_due(struct plain *plain)
{
    if (plain->due == SHOWS_PANE)
        plain_page_write(plain->app);
    else if (plain->due == SHOWS_LINE)
        plain_page_cursor(plain->app);
    plain->due = SHOWS_NOTHING;
}

static void plain_dialog_ask_command(struct plain *plain)
{
    const struct app *app = plain->app;
    plain_write(app->over.pane != PANE_LIST ? app_focus_ops(app)->name : "steno");
    plain_write("> ");
}

/* --- a preview: written whole, and left --- */

static void plain_dialog_show_preview(struct plain *plain)
{
    plain_page_write_preview(plain->app);
    plain_send(plain, INPUT_CLOSE, NULL);
}

/* --- a menu --- */

static void plain_dialog_ask_menu(struct plain *plain)
{
    plain_page_write_menu(plain->app);
    plain_write("Number, delete NUMBER, .. leaves: ");
}

/* A line of the menu by its number, or nothing. */
static void plain_dialog_answer_menu(struct plain *plain, const char *text)
{
    int64_t number;
    bool deletes = strncmp(text, "delete ", 7) == 0 || strncmp(text, "d ", 2) == 0;
    struct app_input input = {.kind = INPUT_CHOOSE, .text = deletes ? "delete" : "enter"};
    if (!*text || strcmp(text, "..") == 0) {
        plain_send(plain, INPUT_CLOSE, NULL);
    } else if (text_parse_int(deletes ? strchr(text, ' ') + 1 : text, &number) && number > 0 &&
               (uint64_t)number <= plain->app->menu->count) {
        input.number = (int)number;
        engine_input(&plain->engine, &input);
    } else {
        plain_line("There is no line \"%s\" here.", text);
    }
}

/* --- a text --- */

/* The prompt, with what is there already. */
static void plain_dialog_ask_prompt(struct plain *plain)
{
    const struct app_prompt *prompt = plain->app->prompt;
    const char *now = lineedit_text(prompt->edit);
    if (prompt->hint)
        plain_line("%s", prompt->hint);
    plain_write(prompt->ops->label);
    if (*now) {
        plain_write("[");
        plain_write(now);
        plain_write("] ");
    }
}

/* The text: nothing keeps what is there, - empties it, . and .. leave. */
static void plain_dialog_answer_prompt(struct plain *plain, const char *text)
{
    const struct prompt_ops *ops = plain->app->prompt->ops;
    bool leaves = strcmp(text, ".") == 0 || strcmp(text, "..") == 0;
    if (leaves || ops->is_command) {
        plain_send(plain, INPUT_CLOSE, NULL);
        if (!leaves)
            plain_command(plain, text);
        return;
    }
    plain_send(plain, INPUT_ANSWER, strcmp(text, "-") == 0 ? "" : *text ? text : NULL);
    plain_show(plain, ops->shows);
}

/* --- a question --- */

/* The lines of a note, numbered, from a new line on. */
static void plain_dialog_write_list(const char *note)
{
    plain_newline();
    for (size_t n = 1; *note; n++) {
        size_t len = strcspn(note, "\n");
        plain_line("%zu  %.*s", n, (int)len, note);
        note += len + (note[len] == '\n');
    }
}

static void plain_dialog_ask_question(struct plain *plain)
{
    char tail[QUESTION_TAIL_SIZE];
    plain_write(plain->app->question->text);
    if (plain->app->question->is_list)
        plain_dialog_write_list(plain->app->question->note);
    question_tail(plain->app->question, tail, sizeof tail);
    plain_write(tail);
}

/* y or yes, or the number that was asked for; everything else is No. */
static void plain_dialog_answer_question(struct plain *plain, const char *text)
{
    plain_send(plain, INPUT_ANSWER, text);
}

static const struct dialog dialogs[OVERLAY_KINDS] = {
    [OVERLAY_PANE] = {.prepare = plain_dialog_show_due,
                      .ask = plain_dialog_ask_command,
                      .answer = plain_command,
                      .keeps_line = true,
                      .has_page = true},
    [OVERLAY_FORM] = {.prepare = plain_form_follow,
                      .ask = plain_form_ask,
                      .answer = plain_answer_form,
                      .is_secret = plain_form_is_secret,
                      .field = plain_form_field,
                      .keeps_line = true},
    [OVERLAY_OVER_FORM] = {.prepare = plain_dialog_show_due,
                           .ask = plain_dialog_ask_command,
                           .answer = plain_command,
                           .has_page = true},
    [OVERLAY_PREVIEW] = {.prepare = plain_dialog_show_preview},
    [OVERLAY_MENU] = {.ask = plain_dialog_ask_menu, .answer = plain_dialog_answer_menu},
    [OVERLAY_PROMPT] = {.ask = plain_dialog_ask_prompt,
                        .answer = plain_dialog_answer_prompt,
                        .keeps_line = true},
    [OVERLAY_QUESTION] = {.ask = plain_dialog_ask_question,
                          .answer = plain_dialog_answer_question,
                          .is_urgent = true},
};

/* --- what is typed --- */

/* Hands a line to what asked for it. What asked may have gone meanwhile: then nothing is done with it. */
static void plain_dialog_answer(struct plain *plain, const struct plain_ask *asked, const char *text)
{
    if (plain_dialog_is_asked(plain, asked))
        dialogs[asked->kind].answer(plain, text);
    else
        plain_line("The question is no longer open; the answer was ignored.");
}

/* Tells the application of a line for what is asked, or that there is none. */
static void plain_dialog_send_typed(struct plain *plain, const char *line)
{
    const struct dialog *dialog = &dialogs[plain->asked.kind];
    const char *field = dialog->field ? dialog->field(plain) : NULL;
    const char *value = field && line ? plain_answer_value(plain, line) : line;
    struct app_input input = {.kind = INPUT_TYPED, .text = value, .value = field};
    engine_input(&plain->engine, &input);
}

void plain_report_typed(struct plain *plain)
{
    const char *line = buffer_text(&plain->input.line);
    bool kept = plain->asked.is_open && dialogs[plain->asked.kind].keeps_line && !plain->asked.sends;
    const char *told = plain->known_line ? plain->known_line : "";
    if (!kept || plain->input.secret || strcmp(line, told) == 0)
        return;
    free(plain->known_line);
    plain->known_line = mem_copy(line);
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    text_repair(&text, line, strlen(line));
    plain_dialog_send_typed(plain, buffer_text(&text));
    buffer_free(&text);
}

/* The line was entered: it is no longer being typed. */
static void plain_forget_typed(struct plain *plain)
{
    if (!plain->known_line)
        return;
    plain_dialog_send_typed(plain, NULL);
    free(plain->known_line);
    plain->known_line = NULL;
}

/* Takes a line, if one was typed. True when there was one or the input has ended. */
static bool plain_dialog_take(struct plain *plain)
{
    enum plain_typed typed = plain_input_take(&plain->input);
    struct plain_ask asked = plain->asked;
    if (typed == TYPED_NOTHING)
        return false;
    plain_forget_typed(plain);
    plain->asked.is_open = false;
    plain_report(plain);
    if (typed == TYPED_LINE) {
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        text_repair(&text, buffer_text(&plain->input.line), plain->input.line.len);
        plain_dialog_answer(plain, &asked, buffer_text(&text));
        if (text.data)
            explicit_bzero(text.data, text.cap);
        buffer_free(&text);
    } else if (typed == TYPED_TOO_LONG) {
        plain_line("A line can have at most %d bytes; this one was ignored.", PLAIN_LINE_MAX);
    } else {
        plain_send(plain, INPUT_COMMAND, "quit");
    }
    plain_input_clear(&plain->input);
    plain_report(plain);
    plain->store_limit_ms = clock_mono_ms() + STORE_LIMIT_MS;
    return true;
}

bool plain_dialog(struct plain *plain)
{
    while (!plain->engine.quit) {
        plain_dialog_check(plain);
        plain_report(plain);
        if (!plain->asked.is_open) {
            if (plain_dialog_is_busy(plain))
                return false;
            plain_dialog_ask(plain);
        }
        if (!plain_dialog_take(plain))
            return true;
    }
    return false;
}
