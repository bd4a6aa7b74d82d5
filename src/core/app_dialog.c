/* Owns the questions on the last line: one at a time, about one thing, default No. */
#include "app_topics.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

void app_ask(struct app *app, enum app_question_kind kind, int64_t id, char *text, char *arg)
{
    app_question_close(app);
    app->question = (struct app_question){.kind = kind, .id = id, .text = text, .arg = arg};
    app_dirty(app, DIRTY_STATUS | DIRTY_LAYOUT);
}

void app_question_close(struct app *app)
{
    if (app->question.kind == QUESTION_NONE)
        return;
    free(app->question.text);
    free(app->question.arg);
    app->question = (struct app_question){0};
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

/* What No means: mostly nothing is done, and that is said. */
static void question_no(struct app *app, const struct app_question *question)
{
    switch (question->kind) {
    case QUESTION_CONSENT:
        app_say(app, "Not logged in: the server wants the consent first");
        break;
    case QUESTION_OVERWRITE:
        app_say(app, "Not exported: the file was kept");
        break;
    case QUESTION_BATCH:
        app_batch_free(app);
        app_say(app, "Nothing was sent");
        break;
    case QUESTION_QUIT:
        break;
    case QUESTION_DELETE_TAG:
    case QUESTION_DELETE_METADATA:
        app_say(app, "Nothing was deleted");
        break;
    default:
        app_say(app, "Nothing was changed");
        break;
    }
}

/* Only y and Y confirm; n, q, Esc, Enter and ^G mean No; any other key is no answer. */
static int question_answer(struct key key)
{
    if (key.kind == K_ENTER || key.kind == K_ESC || key_equal(key, key_ctrl('g')))
        return 0;
    if (key.kind != K_CHAR || key.mods)
        return -1;
    if (key.code == 'y' || key.code == 'Y')
        return 1;
    return key.code == 'n' || key.code == 'N' || key.code == 'q' ? 0 : -1;
}

void app_question_key(struct app *app, struct key key)
{
    int answer = question_answer(key);
    if (answer < 0)
        return;
    struct app_question question = app->question;
    app->question = (struct app_question){0};
    app_dirty(app, DIRTY_STATUS | DIRTY_LAYOUT);
    if (answer)
        question_yes(app, &question);
    else
        question_no(app, &question);
    free(question.text);
    free(question.arg);
}
