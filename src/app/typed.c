/* Owns the line being typed as far as it is kept: when it is handed to the store, and how it comes back. A
 * form's line is part of its draft; that of a prompt is a draft of its own. Never a secret one. */
#include "typed.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "draft.h"
#include "private.h"
#include "store.h"
#include "steno/app/forms.h"
#include "steno/app/keep.h"
#include "steno/app/prompt.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/store_op.h"
#include "steno/widget/draft.h"
#include "steno/widget/form.h"
#include "steno/widget/lineedit.h"

#define REST_MS   2000  /* after the last key */
#define TYPING_MS 10000 /* after the first one, however fast more of them come */

/* "note typed about 7": what sentences call a line. Caller frees. */
static char *line_what(const struct prompt_ops *ops, int64_t id)
{
    const char *name = strchr(ops->kept_as, '.') + 1;
    return id ? mem_printf("%s typed about %lld", name, (long long)id) : mem_printf("%s being typed", name);
}

/* Hands one line over; NULL takes back what was handed over before. */
static void line_save(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text)
{
    struct app_owed *owed = app_keep(app, STORE_DRAFT_SAVE, id, line_what(ops, id), NULL);
    owed->op->name = mem_copy(ops->kept_as);
    owed->op->json = json_object();
    owed->op->when_ms = app->wall_ms;
    json_object_set_new(owed->op->json, "line", text && *text ? json_string(text) : json_null());
}

/* Hands over what is being typed into the prompt. */
static void prompt_save(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    if (!prompt->ops || !prompt->unsaved)
        return;
    prompt->unsaved = false;
    prompt->kept = true;
    line_save(app, prompt->ops, prompt->id, app->linear ? prompt->typed : lineedit_text(prompt->edit));
}

/* The same for the line of commands, where it is no prompt. */
static void command_save(struct app *app)
{
    struct app_private *private = app->private;
    if (!private->line_unsaved)
        return;
    private->line_unsaved = false;
    if (private->line || private->line_kept)
        line_save(app, &app_command_prompt, 0, private->line);
    private->line_kept = private->line != NULL;
}

void app_typed_save(struct app *app)
{
    app_forms_save_drafts(app);
    prompt_save(app);
    command_save(app);
    app->private->typing = false;
}

/* Is something typed that was not handed over? */
static bool typed_is_unsaved(const struct app *app)
{
    bool unsaved = app->private->line_unsaved || (app->prompt->ops && app->prompt->unsaved);
    for (int i = 0; i < app->form_count; i++)
        unsaved = unsaved || draft_is_unsaved(&app->forms[i].edited, app->forms[i].form);
    return unsaved;
}

int64_t app_typed_deadline(const struct app *app)
{
    const struct app_private *private = app->private;
    if (!private->typing)
        return INT64_MAX;
    int64_t rest = private->typed_last_ms + REST_MS, typing = private->typed_first_ms + TYPING_MS;
    return rest < typing ? rest : typing;
}

void app_typed_turn(struct app *app, bool is_input)
{
    struct app_private *private = app->private;
    bool unsaved = typed_is_unsaved(app);
    if (unsaved && !private->typing)
    private->typed_first_ms = app->now_ms;
    if (unsaved && (is_input || !private->typing))
    private->typed_last_ms = app->now_ms;
    private->typing = unsaved;
    if (app_typed_deadline(app) <= app->now_ms)
        app_typed_save(app);
}

/* --- prompts --- */

static app_store_reply line_came;

void app_typed_want(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    struct store_op *op = app_store_ask(app, STORE_DRAFT_LOAD, prompt->id, line_came);
    op->name = mem_copy(prompt->ops->kept_as);
    prompt->draft_serial = op->serial;
}

void app_typed_start(struct app *app)
{
    if (app->linear)
        app_store_ask(app, STORE_DRAFT_LOAD, 0, line_came)->name = mem_copy(app_command_prompt.kept_as);
}

void app_typed_drop(struct app *app, const struct app_prompt *prompt)
{
    if (!app->out || !prompt->kept)
        return;
    char *what = line_what(prompt->ops, prompt->id);
    app_keep_waive(app, what);
    free(what);
    app_store(app, STORE_DRAFT_DROP, prompt->id)->name = mem_copy(prompt->ops->kept_as);
}

/* A line of an earlier time is offered by Up, and shown: what is in the prompt stays as it is. */
static void prompt_offer(struct app *app, const char *line, const char *when)
{
    const struct prompt_lines *typed = app_prompt_lines(app, app->prompt->ops);
    const char *values[TYPED_MAX + 1] = {line};
    memcpy(values + 1, typed->lines, typed->count * sizeof *values);
    lineedit_set_history(app->prompt->edit, values, typed->count + 1);
    char *clean = text_clean_copy(line);
    app_prompt_hint(
        app, mem_printf(app->linear ? "Typed but not entered (%s): %s" : "Up recalls (%s): %s", when, clean));
    free(clean);
}

static void line_came(struct app *app, const struct store_result *result)
{
    const char *line = json_string_value(json_object_get(result->json, "line"));
    char when[DATE_TEXT_SIZE];
    app_time_text(app, when, sizeof when, result->when_ms);
    if (!line || !*line)
        return;
    if (app->prompt->ops && app->prompt->draft_serial == result->serial) {
        app->prompt->kept = true;
        if (strcmp(line, lineedit_text(app->prompt->edit)) != 0)
            prompt_offer(app, line, when);
    } else if (app->linear && result->name && strcmp(result->name, app_command_prompt.kept_as) == 0) {
        char *clean = text_clean_copy(line);
        app_say(app, "Typed but not entered (%s): %s", when, clean);
        free(clean);
        app_store(app, STORE_DRAFT_DROP, 0)->name = mem_copy(app_command_prompt.kept_as);
    }
}

/* --- a face that has its own line --- */

void app_typed_line(struct app *app, const char *field, const char *text)
{
    struct app_private *private = app->private;
    char **line = app->prompt->ops ? &app->prompt->typed : &private->line;
    if (field) {
        struct app_form *form = app_form_top(app);
        if (form)
            draft_type(&form->edited, form->form, field, text);
        return;
    }
    if (app->prompt->ops && app->prompt->ops->secret)
        return;
    free(*line);
    *line = text && *text ? mem_copy(text) : NULL;
    if (app->prompt->ops)
        app->prompt->unsaved = true;
    else
    private->line_unsaved = true;
}
