/* Owns the questions on the last line: one at a time, about one thing, default No; what deletes from many
 * projects is confirmed by their number. */
#include "steno/app/ask.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/effect.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"

/* Appends what may be cut, and notes where it stands. */
static void ask_add_piece(struct app_question *question, struct buffer *text, const char *piece,
                          bool keeps_tail)
{
    struct app_piece added = {.at = text->len, .len = strlen(piece), .keeps_tail = keeps_tail};
    size_t next = 0;
    while (next < APP_PIECES_MAX && question->pieces[next].len > 0)
        next++;
    if (buffer_append_text(text, piece) && next < APP_PIECES_MAX)
        question->pieces[next] = added;
}

/* Appends "1, Council meeting (Completed)". */
static void ask_add_project(const struct app *app, struct app_question *question, struct buffer *text,
                            int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    char *title = app_project_title(app, id), *name = strchr(title, ' ');
    buffer_append(text, title, name ? (size_t)(name + 1 - title) : strlen(title));
    if (name)
        ask_add_piece(question, text, name + 1, false);
    buffer_append_text(text, " (");
    if (!project || !project->known)
        buffer_append_text(text, "not read yet");
    else if (!*project->state)
        buffer_append_text(text, "state not given");
    else
        ask_add_piece(question, text, project->state, false);
    buffer_append_text(text, ")");
    free(title);
}

/* Puts the sentence together. */
static char *ask_text(const struct app *app, struct app_question *question,
                      const struct app_question_ask *ask)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < sizeof ask->parts / sizeof ask->parts[0]; i++) {
        const struct app_question_part *part = &ask->parts[i];
        char *clean = part->piece ? text_clean_copy(part->piece) : NULL;
        buffer_append_text(&text, part->words ? part->words : "");
        if (clean)
            ask_add_piece(question, &text, clean, part->keeps_tail);
        if (part->project)
            ask_add_project(app, question, &text, part->project);
        free(clean);
    }
    return buffer_take(&text);
}

static const struct overlay_ops question_overlay;

void app_ask(struct app *app, const struct app_question_ask *ask)
{
    struct app_question question = {.count = ask->count,
                                    .yes = ask->yes,
                                    .no = ask->no,
                                    .refused = ask->refused,
                                    .id = ask->id,
                                    .arg = mem_copy_or_null(ask->arg)};
    question.text = ask_text(app, &question, ask);
    app_question_close(app);
    *app->question = question;
    overlay_push(&app->overlays, &question_overlay, app->question);
    app_dirty(app, DIRTY_STATUS | DIRTY_LAYOUT);
}

int app_question_tail(const struct app *app, char *out, size_t size)
{
    const struct app_question *question = app->question;
    const char *remark = question->remark ? question->remark : "", *gap = *remark ? ". " : "";
    if (question->count > 0)
        snprintf(out, size, " %s%sType %zu to confirm: %s", remark, gap, question->count, question->typed);
    else
        snprintf(out, size, " %s%sy/N ", remark, gap);
    return text_width(out);
}

void app_question_remark(struct app *app, const char *text)
{
    if (!app->question->text)
        return;
    free(app->question->remark);
    app->question->remark = mem_copy(text);
    app_dirty(app, DIRTY_STATUS | DIRTY_LAYOUT);
}

/* Frees what a question has. */
static void question_free(struct app_question *question)
{
    free(question->text);
    free(question->arg);
    free(question->remark);
}

/* Takes the question away: nothing is asked any more. */
static struct app_question question_take(struct app *app)
{
    struct app_question question = *app->question;
    *app->question = (struct app_question){0};
    overlay_remove(&app->overlays, app->question);
    app_dirty(app, DIRTY_STATUS | DIRTY_LAYOUT);
    return question;
}

void app_question_close(struct app *app)
{
    if (!app->question->text)
        return;
    struct app_question question = question_take(app);
    question_free(&question);
}

/* No: mostly nothing is done, and that is said. */
static void question_refuse(struct app *app, const struct app_question *question)
{
    if (question->refused)
        app_form_say(app, question->refused);
    if (question->no)
        question->no(app, question->id, question->arg);
}

enum question_answer { ANSWER_NONE, ANSWER_NO, ANSWER_YES };

/* A digit more or less of the number that confirms. */
static void question_type(struct app *app, struct key key)
{
    char *typed = app->question->typed;
    size_t len = strlen(typed);
    if (key.kind == K_BACKSPACE && len > 0)
        typed[len - 1] = '\0';
    else if (key.kind == K_CHAR && !key.mods && key.code >= '0' && key.code <= '9' &&
             len + 1 < APP_TYPED_SIZE)
        typed[len] = (char)key.code;
    else
        return;
    app_dirty(app, DIRTY_STATUS);
}

/* Is this text the number that confirms? */
static bool question_is_number(const struct app_question *question, const char *text)
{
    char wanted[APP_TYPED_SIZE];
    snprintf(wanted, sizeof wanted, "%zu", question->count);
    return strcmp(text, wanted) == 0;
}

/* Only y and Y confirm, or Enter behind the right number; n, q, Esc, Enter and ^G mean No; any other key is
 * no answer. */
static enum question_answer question_answer(const struct app_question *question, struct key key)
{
    if (key.kind == K_ENTER && question->count > 0 && question_is_number(question, question->typed))
        return ANSWER_YES;
    if (key.kind == K_ENTER || key.kind == K_ESC || key_equal(key, key_ctrl('g')))
        return ANSWER_NO;
    if (key.kind != K_CHAR || key.mods)
        return ANSWER_NONE;
    if (key.code == 'y' || key.code == 'Y')
        return question->count > 0 ? ANSWER_NONE : ANSWER_YES;
    return key.code == 'n' || key.code == 'N' || key.code == 'q' ? ANSWER_NO : ANSWER_NONE;
}

/* Does what the answer asks for; the question is no longer open then. */
static void question_end(struct app *app, enum question_answer answer)
{
    struct app_question question = question_take(app);
    if (answer == ANSWER_YES)
        question.yes(app, question.id, question.arg);
    else
        question_refuse(app, &question);
    question_free(&question);
}

/* A key while the question is open. */
static void question_key(void *context, struct key key)
{
    struct app *app = context;
    if (app->early) {
        app_question_remark(app, "Typed too early and ignored");
        return;
    }
    enum question_answer answer = question_answer(app->question, key);
    if (answer == ANSWER_NONE) {
        if (app->question->count > 0)
            question_type(app, key);
        return;
    }
    question_end(app, answer);
}

/* A whole line: only y or yes confirms, or exactly the number. */
static void question_take_line(void *context, const char *text)
{
    struct app *app = context;
    const struct app_question *question = app->question;
    bool yes = text && (question->count > 0 ? question_is_number(question, text)
                                            : text_equal_nocase(text, "y") || text_equal_nocase(text, "yes"));
    question_end(app, yes ? ANSWER_YES : ANSWER_NO);
}

/* Letters are answers. */
static bool question_is_typing(const void *context)
{
    (void)context;
    return true;
}

/* ^C: nothing is done, and nothing is said of it. */
static bool question_interrupt(void *context)
{
    app_question_close(context);
    return true;
}

static const struct overlay_ops question_overlay = {.kind = OVERLAY_QUESTION,
                                                    .is_typing = question_is_typing,
                                                    .key = question_key,
                                                    .answer = question_take_line,
                                                    .interrupt = question_interrupt};
