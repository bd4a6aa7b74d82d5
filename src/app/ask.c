/* Owns the questions on the last line: putting one together, and handing the answer to who asked. */
#include "steno/app/ask.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/effect.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/key.h"
#include "steno/widget/overlay.h"
#include "steno/widget/question.h"

/* Appends "1, Council meeting (Completed)". */
static void ask_add_project(const struct app *app, struct question *question, int64_t id)
{
    const struct app_project *project = app_project_find(app, id);
    char *title = app_project_title(app, id), *name = strchr(title, ' ');
    char *number = name ? mem_copy_n(title, (size_t)(name + 1 - title)) : mem_copy(title);
    question_add_words(question, number);
    if (name)
        question_add_piece(question, name + 1, false);
    question_add_words(question, " (");
    if (!project || !project->known)
        question_add_words(question, "not read yet");
    else if (!*project->state)
        question_add_words(question, "state not given");
    else
        question_add_piece(question, project->state, false);
    question_add_words(question, ")");
    free(number);
    free(title);
}

/* Appends one part of the sentence. */
static void ask_add_part(const struct app *app, struct question *question,
                         const struct app_question_part *part)
{
    char *clean = part->piece ? text_clean_copy(part->piece) : NULL;
    if (part->words)
        question_add_words(question, part->words);
    if (clean)
        question_add_piece(question, clean, part->keeps_tail);
    if (part->project)
        ask_add_project(app, question, part->project);
    free(clean);
}

static const struct overlay_ops question_overlay;

void app_ask(struct app *app, const struct app_question_ask *ask)
{
    struct question question = {.count = ask->count};
    struct app_asker asker = {.yes = ask->yes,
                              .no = ask->no,
                              .refused = ask->refused,
                              .id = ask->id,
                              .arg = mem_copy_or_null(ask->arg)};
    for (size_t i = 0; i < sizeof ask->parts / sizeof ask->parts[0]; i++)
        ask_add_part(app, &question, &ask->parts[i]);
    app_question_close(app);
    *app->question = question;
    *app->asker = asker;
    overlay_push(&app->overlays, &question_overlay, app->question);
    app_dirty(app, DIRTY_STATUS | DIRTY_LAYOUT);
}

void app_question_remark(struct app *app, const char *text)
{
    if (!app->question->text)
        return;
    question_set_remark(app->question, text);
    app_dirty(app, DIRTY_STATUS | DIRTY_LAYOUT);
}

/* Takes the question away, so that another can be asked; returns who takes the answer. */
static struct app_asker question_take(struct app *app)
{
    struct app_asker asker = *app->asker;
    question_free(app->question);
    *app->asker = (struct app_asker){0};
    overlay_remove(&app->overlays, app->question);
    app_dirty(app, DIRTY_STATUS | DIRTY_LAYOUT);
    return asker;
}

void app_question_close(struct app *app)
{
    if (app->question->text)
        free(question_take(app).arg);
}

/* Says what an answer came to: in the form that is open, where there is room for it, else on the last line.
 */
static void question_say(struct app *app, const char *text)
{
    if (app->form_count > 0)
        app_form_message(app, app_form_top(app), false, "%s", text);
    else
        app_say(app, "%s", text);
}

/* Hands the answer on; the question is no longer open then. No mostly means that nothing is done, which is
 * said. */
static void question_end(struct app *app, bool yes)
{
    struct app_asker asker = question_take(app);
    if (!yes && asker.refused)
        question_say(app, asker.refused);
    if (yes)
        asker.yes(app, asker.id, asker.arg);
    else if (asker.no)
        asker.no(app, asker.id, asker.arg);
    free(asker.arg);
}

/* A key while the question is open. */
static void question_take_key(void *context, struct key key)
{
    struct app *app = context;
    if (app->early) {
        app_question_remark(app, "Typed too early and ignored");
        return;
    }
    enum answer answer = question_key(app->question, key);
    if (answer)
        question_end(app, answer == ANSWER_YES);
    else if (app->question->count > 0)
        app_dirty(app, DIRTY_STATUS);
}

static void question_take_line(void *context, const char *text)
{
    struct app *app = context;
    question_end(app, question_line(app->question, text) == ANSWER_YES);
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
                                                    .key = question_take_key,
                                                    .answer = question_take_line,
                                                    .interrupt = question_interrupt};
