/* Questions: builds the text, handles the keys, and gives the answer to the caller's functions. */
/* SPDX-License-Identifier: MIT */
#include "ask.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"
#include "steno/core/write.h"
#include "steno/app/forms.h"
#include "steno/app/project.h"
#include "part.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/base/mem.h"
#include "steno/widget/key.h"
#include "steno/widget/overlay.h"

const char app_ask_tag_note[] = "steno cannot add the tag again: the API has no call for that.";

static const struct overlay_ops question_overlay;

/* Appends a name, tag or state, cut so that the question still has space. */
static void ask_add_piece(const struct app *app, struct buffer *out, const char *piece)
{
    char *clean = text_clean_copy(piece);
    size_t size = strlen(clean) + sizeof "…";
    char *cut = mem_alloc(size);
    text_clip(cut, size, clean, app->cols * 3 / 5);
    buffer_append_text(out, cut);
    free(cut);
    free(clean);
}

/* Appends "#1  Council meeting". If `with_state` is true, also appends " (Completed)". */
static void ask_add_project(const struct app *app, struct buffer *out, int64_t id, bool with_state)
{
    const struct app_project *project = app_project_find(app, id);
    buffer_printf(out, "#%" PRId64, id);
    if (project && *project->name) {
        buffer_append_text(out, "  ");
        ask_add_piece(app, out, project->name);
    }
    if (with_state) {
        buffer_append_text(out, " (");
        ask_add_piece(app, out,
                      !project || !project->known ? "not read yet"
                      : !*project->state          ? "state not given"
                                                  : project->state);
        buffer_append_text(out, ")");
    }
}

char *app_ask_ids(const struct app *app, const int64_t *ids, size_t count)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    id_list_put(&out, ids, count, app->cols - 1);
    return buffer_take(&out);
}

void app_ask(struct app *app, const struct app_question_ask *ask)
{
    size_t count = 0;
    int64_t *ids = mem_alloc((app->list.mark_count + 1) * sizeof *ids);
    for (size_t i = 0; ask->of_marked && app->filter && i < app->list.mark_count; i++) {
        const struct app_project *project = app_project_find(app, app->list.marks[i]);
        if (project && !project->is_listed)
            ids[count++] = project->id;
    }
    char *names = app_ask_ids(app, ids, count), *note = mem_copy_or_null(ask->note);
    if (count > 0) {
        free(note);
        note = mem_printf("The filter hides %zu marked project%s: %s%s%s", count, count == 1 ? "" : "s",
                          names, ask->note ? "\n" : "", ask->note ? ask->note : "");
    }
    free(names);
    free(ids);
    struct question question = {
        .count = ask->count, .note = note, .yes = ask->verb, .no = ask->spares, .is_list = ask->is_list};
    struct app_asker asker = {.yes = ask->yes,
                              .yes_with = ask->yes_with,
                              .no = ask->no,
                              .refused = ask->refused,
                              .id = ask->id,
                              .arg = mem_copy_or_null(ask->arg)};
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (size_t i = 0; i < sizeof ask->parts / sizeof ask->parts[0]; i++) {
        const struct app_question_part *part = &ask->parts[i];
        if (part->words)
            buffer_append_text(&text, part->words);
        if (part->piece)
            ask_add_piece(app, &text, part->piece);
        if (part->project)
            ask_add_project(app, &text, part->project, part->with_state);
    }
    question.text = buffer_take(&text);
    app_question_close(app);
    *app->question = question;
    *app->asker = asker;
    overlay_push(&app->overlays, &question_overlay, app->question);
}

void app_question_remark(struct app *app, const char *text)
{
    if (!app->question->text)
        return;
    question_set_remark(app->question, text);
}

/* Closes the question and returns its answer functions. The caller frees `arg`. */
static struct app_asker ask_take(struct app *app)
{
    struct app_asker asker = *app->asker;
    question_free(app->question);
    *app->asker = (struct app_asker){0};
    overlay_remove(&app->overlays, app->question);
    return asker;
}

void app_question_close(struct app *app)
{
    if (app->question->text)
        free(ask_take(app).arg);
}

static void ask_answer_end(struct app *app, enum answer answer)
{
    struct app_asker asker = ask_take(app);
    if (answer == ANSWER_NO && asker.refused)
        app_form_say(app, false, asker.refused);
    app_answer *take = answer == ANSWER_YES ? asker.yes : asker.no;
    if (answer == ANSWER_YES && asker.yes_with)
        asker.yes_with(app, asker.id, asker.arg);
    else if (take)
        take(app, asker.id);
    free(asker.arg);
}

static void ask_take_key(void *context, struct key key)
{
    struct app *app = context;
    if (app->early) {
        app_question_remark(app, "Key ignored: typed before you were asked");
        return;
    }
    enum answer answer = question_key(app->question, key);
    if (answer)
        ask_answer_end(app, answer);
}

/* A paste answers No. Returns false, so that app_paste() says that the paste was ignored. */
static bool ask_paste(void *context, const char *text)
{
    (void)text;
    ask_answer_end(context, ANSWER_NO);
    return false;
}

/* Returns true, because letters answer the question and run no actions. */
static bool ask_is_typing(const void *context)
{
    (void)context;
    return true;
}

/* ^C closes the question. No answer function is called, and no message is shown. */
static bool ask_interrupt(void *context)
{
    app_question_close(context);
    return true;
}

static bool ask_hints(const void *context, char *out, size_t size)
{
    const struct app *app = context;
    question_bar(app->question, out, size);
    return true;
}

static const struct overlay_ops question_overlay = {.kind = OVERLAY_QUESTION,
                                                    .is_typing = ask_is_typing,
                                                    .key = ask_take_key,
                                                    .paste = ask_paste,
                                                    .interrupt = ask_interrupt,
                                                    .hints = ask_hints};

static void ask_begin(struct app *app)
{
    app->question = mem_zero(1, sizeof *app->question);
    app->asker = mem_zero(1, sizeof *app->asker);
}

static void ask_end(struct app *app)
{
    app_question_close(app);
    free(app->question);
    free(app->asker);
}

const struct part part_ask = {.name = "ask", .begin = ask_begin, .end = ask_end};
