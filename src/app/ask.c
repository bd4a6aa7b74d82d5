/* Owns the questions on the last line: one at a time, about one thing, default No; what deletes from many
 * projects is confirmed by their number. */
#include "app_topics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

/* Notes a piece that may be cut, unless there is no room for another. */
static void question_note_piece(struct app_question *question, const char *at, size_t len)
{
    struct app_piece piece = {
        .at = (size_t)(at - question->text), .len = len, .keeps_tail = question->kind == QUESTION_OVERWRITE};
    for (size_t i = 0; i < APP_PIECES_MAX && len > 0; i++) {
        if (question->pieces[i].len == 0) {
            question->pieces[i] = piece;
            return;
        }
    }
}

void app_question_may_cut(struct app *app, const char *piece)
{
    static const char *const quotes[][2] = {{"\"", "\""}, {"“", "”"}, {"", ""}};
    struct app_question *question = &app->question;
    char *clean = text_clean_copy(piece);
    const char *at = NULL;
    for (size_t i = 0; i < 3 && !at; i++) {
        char *wanted = mem_printf("%s%s%s", quotes[i][0], clean, quotes[i][1]);
        at = strstr(question->text, wanted);
        at = at ? at + strlen(quotes[i][0]) : NULL;
        free(wanted);
    }
    if (at)
        question_note_piece(question, at, strlen(clean));
    free(clean);
}

void app_question_may_cut_project(struct app *app, int64_t id)
{
    struct app_question *question = &app->question;
    const struct app_project *project = app_project_find(app, id);
    char *title = app_project_title(app, id);
    const char *at = strstr(question->text, title), *name = strstr(title, ", ");
    if (at && name)
        question_note_piece(question, at + (name + 2 - title), strlen(name + 2));
    const char *state = at ? at + strlen(title) + strlen(" (") : NULL;
    if (state && project && strncmp(state - 2, " (", 2) == 0 &&
        strncmp(state, project->state, strlen(project->state)) == 0)
        question_note_piece(question, state, strlen(project->state));
    free(title);
}

void app_ask(struct app *app, enum app_question_kind kind, int64_t id, char *text, char *arg)
{
    app_question_close(app);
    app->question = (struct app_question){.kind = kind, .id = id, .text = text, .arg = arg};
    if (id)
        app_question_may_cut_project(app, id);
    if (arg)
        app_question_may_cut(app, arg);
    app_scene_change(app);
    app_dirty(app, DIRTY_STATUS | DIRTY_LAYOUT);
}

void app_ask_count(struct app *app, enum app_question_kind kind, size_t count, char *text)
{
    app_ask(app, kind, 0, text, NULL);
    app->question.count = count;
}

int app_question_tail(const struct app *app, char *out, size_t size)
{
    const struct app_question *question = &app->question;
    const char *remark = question->remark ? question->remark : "", *gap = *remark ? ". " : "";
    if (question->count > 0)
        snprintf(out, size, " %s%sType %zu to confirm: %s", remark, gap, question->count, question->typed);
    else
        snprintf(out, size, " %s%sy/N ", remark, gap);
    return text_width(out);
}

void app_question_remark(struct app *app, const char *text)
{
    if (app->question.kind == QUESTION_NONE)
        return;
    free(app->question.remark);
    app->question.remark = mem_copy(text);
    app_dirty(app, DIRTY_STATUS | DIRTY_LAYOUT);
}

/* Frees what a question has. */
static void question_free(struct app_question *question)
{
    free(question->text);
    free(question->arg);
    free(question->remark);
}

void app_question_close(struct app *app)
{
    if (app->question.kind == QUESTION_NONE)
        return;
    question_free(&app->question);
    app->question = (struct app_question){0};
    app_scene_change(app);
    app_dirty(app, DIRTY_STATUS | DIRTY_LAYOUT);
}

void app_ask_quit(struct app *app)
{
    app_ask(app, QUESTION_QUIT, 0, mem_copy("Quit steno?"), NULL);
}

/* Does what was asked about. The question is closed already; `question` is a copy to be read. */
static void question_yes(struct app *app, const struct app_question *question)
{
    switch (question->kind) {
    case QUESTION_DELETE_TAG:
        app_tag_delete(app, question->id, question->arg);
        break;
    case QUESTION_DELETE_METADATA:
        app_metadata_delete(app, question->id, question->arg);
        break;
    case QUESTION_DELETE_PRESET:
        app_preset_delete(app, question->arg);
        break;
    case QUESTION_ENQUEUE_AGAIN:
        app_enqueue_again(app, question->id);
        break;
    case QUESTION_OVERWRITE:
        app_export_overwrite(app, question->id, question->arg);
        break;
    case QUESTION_REMOVE:
        app_remove(app, question->id);
        break;
    case QUESTION_CONSENT:
        app_login_consent(app);
        break;
    case QUESTION_QUIT:
        app_quit(app, 0);
        break;
    case QUESTION_BATCH:
        app_batch_go(app);
        break;
    case QUESTION_NONE:
        break;
    }
}

/* Says what an answer came to: in the form that is open, where there is room for it, else on the last line.
 */
static void question_tell(struct app *app, const char *text)
{
    if (app->form_count > 0)
        app_form_message(app, app_form_top(app), false, "%s", text);
    else
        app_say(app, "%s", text);
}

/* What No means: mostly nothing is done, and that is said. */
static void question_no(struct app *app, const struct app_question *question)
{
    switch (question->kind) {
    case QUESTION_CONSENT:
        question_tell(app, "Not logged in: the server wants the consent first");
        break;
    case QUESTION_OVERWRITE:
        question_tell(app, "Not exported: the file was kept");
        break;
    case QUESTION_BATCH:
        question_tell(app, app->batch.op == ENDPOINT_DELETE_TAG ? "Nothing was deleted" : "Nothing was sent");
        app_batch_free(app);
        break;
    case QUESTION_QUIT:
        break;
    case QUESTION_DELETE_TAG:
    case QUESTION_DELETE_METADATA:
    case QUESTION_DELETE_PRESET:
        question_tell(app, "Nothing was deleted");
        break;
    default:
        question_tell(app, "Nothing was changed");
        break;
    }
}

enum question_answer { ANSWER_NONE, ANSWER_NO, ANSWER_YES };

/* A digit more or less of the number that confirms. */
static void question_type(struct app *app, struct key key)
{
    char *typed = app->question.typed;
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

/* Is exactly the number typed? */
static bool question_is_typed(const struct app_question *question)
{
    char wanted[APP_TYPED_SIZE];
    snprintf(wanted, sizeof wanted, "%zu", question->count);
    return strcmp(question->typed, wanted) == 0;
}

/* Only y and Y confirm, or Enter behind the right number; n, q, Esc, Enter and ^G mean No; any other key is
 * no answer. */
static enum question_answer question_answer(const struct app_question *question, struct key key)
{
    if (key.kind == K_ENTER && question->count > 0 && question_is_typed(question))
        return ANSWER_YES;
    if (key.kind == K_ENTER || key.kind == K_ESC || key_equal(key, key_ctrl('g')))
        return ANSWER_NO;
    if (key.kind != K_CHAR || key.mods)
        return ANSWER_NONE;
    if (key.code == 'y' || key.code == 'Y')
        return question->count > 0 ? ANSWER_NONE : ANSWER_YES;
    return key.code == 'n' || key.code == 'N' || key.code == 'q' ? ANSWER_NO : ANSWER_NONE;
}

void app_question_key(struct app *app, struct key key)
{
    if (app->private->early) {
        app_question_remark(app, "Typed too early and ignored");
        return;
    }
    enum question_answer answer = question_answer(&app->question, key);
    if (answer == ANSWER_NONE) {
        if (app->question.count > 0)
            question_type(app, key);
        return;
    }
    struct app_question question = app->question;
    app->question = (struct app_question){0};
    app_scene_change(app);
    app_dirty(app, DIRTY_STATUS | DIRTY_LAYOUT);
    if (answer == ANSWER_YES)
        question_yes(app, &question);
    else
        question_no(app, &question);
    question_free(&question);
}
