/* Owns the line being typed as far as it is kept: when it is handed to the store, and how it comes back. A
 * form's line is part of its draft; that of a prompt is a draft of its own. Never a secret one. */
#include "app_topics.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

#define REST_MS   2000  /* after the last key */
#define TYPING_MS 10000 /* after the first one, however fast more of them come */

static const char *const names[PROMPT_KINDS] = {
    [PROMPT_COMMAND] = "line.command", [PROMPT_SEARCH] = "line.search", [PROMPT_FILTER] = "line.filter",
    [PROMPT_JUMP] = "line.jump",       [PROMPT_NOTE] = "line.note",     [PROMPT_PRESET] = "line.preset",
    [PROMPT_TAG] = "line.tag",
};

/* "note typed about 7": what sentences call a line. Caller frees. */
static char *line_what(enum app_prompt_kind kind, int64_t id)
{
    const char *name = names[kind] + strlen("line.");
    return id ? mem_printf("%s typed about %lld", name, (long long)id) : mem_printf("%s being typed", name);
}

/* Hands one line over; NULL takes back what was handed over before. */
static void line_save(struct app *app, enum app_prompt_kind kind, int64_t id, const char *text)
{
    struct app_owed *owed = app_keep(app, STORE_DRAFT_SAVE, id, line_what(kind, id), NULL);
    owed->op->name = mem_copy(names[kind]);
    owed->op->json = json_object();
    owed->op->when_ms = app->wall_ms;
    json_object_set_new(owed->op->json, "line", text && *text ? json_string(text) : json_null());
}

/* Hands over what is being typed into the prompt. */
static void prompt_save(struct app *app)
{
    struct app_prompt *prompt = &app->prompt;
    if (prompt->kind == PROMPT_NONE || !prompt->unsaved)
        return;
    prompt->unsaved = false;
    prompt->kept = true;
    line_save(app, prompt->kind, prompt->id, app->linear ? prompt->typed : lineedit_text(prompt->edit));
}

/* The same for the line of commands, where it is no prompt. */
static void command_save(struct app *app)
{
    struct app_private *private = app->private;
    if (!private->line_unsaved)
        return;
    private->line_unsaved = false;
    if (private->line || private->line_kept)
        line_save(app, PROMPT_COMMAND, 0, private->line);
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
    bool unsaved = app->private->line_unsaved || (app->prompt.kind != PROMPT_NONE && app->prompt.unsaved);
    for (int i = 0; i < app->form_count; i++)
        unsaved = unsaved || app_draft_is_unsaved(&app->forms[i]);
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

void app_typed_want(struct app *app)
{
    struct app_prompt *prompt = &app->prompt;
    struct store_op *op = app_store(app, STORE_DRAFT_LOAD, prompt->id);
    op->name = mem_copy(names[prompt->kind]);
    prompt->draft_serial = op->serial;
}

void app_typed_start(struct app *app)
{
    if (app->linear)
        app_store(app, STORE_DRAFT_LOAD, 0)->name = mem_copy(names[PROMPT_COMMAND]);
}

void app_typed_drop(struct app *app, const struct app_prompt *prompt)
{
    if (!app->out || !prompt->kept)
        return;
    char *what = line_what(prompt->kind, prompt->id);
    app_keep_waive(app, what);
    free(what);
    app_store(app, STORE_DRAFT_DROP, prompt->id)->name = mem_copy(names[prompt->kind]);
}

/* A line of an earlier time is offered by Up, and shown: what is in the prompt stays as it is. */
static void prompt_offer(struct app *app, const char *line, const char *when)
{
    const char *values[TYPED_MAX + 1] = {line};
    size_t count = 1;
    char *const *typed = app->private->typed[app->prompt.kind];
    while (count <= TYPED_MAX && typed[count - 1]) {
        values[count] = typed[count - 1];
        count++;
    }
    lineedit_set_history(app->prompt.edit, values, count);
    char *clean = text_clean_copy(line);
    free(app->prompt.hint);
    app->prompt.hint = app->linear ? mem_printf("Typed but not entered (%s): %s", when, clean)
                                   : mem_printf("Up recalls (%s): %s", when, clean);
    free(clean);
    app_dirty(app, DIRTY_STATUS);
}

void app_typed_came(struct app *app, const struct store_result *result)
{
    const char *line = json_string_value(json_object_get(result->json, "line"));
    char when[DATE_TEXT_SIZE];
    app_time_text(app, when, sizeof when, result->when_ms);
    if (!line || !*line)
        return;
    if (app->prompt.kind != PROMPT_NONE && app->prompt.draft_serial == result->serial) {
        app->prompt.kept = true;
        if (strcmp(line, lineedit_text(app->prompt.edit)) != 0)
            prompt_offer(app, line, when);
    } else if (app->linear && result->name && strcmp(result->name, names[PROMPT_COMMAND]) == 0) {
        char *clean = text_clean_copy(line);
        app_say(app, "Typed but not entered (%s): %s", when, clean);
        free(clean);
        app_store(app, STORE_DRAFT_DROP, 0)->name = mem_copy(names[PROMPT_COMMAND]);
    }
}

/* --- a face that has its own line --- */

void app_typed_line(struct app *app, const char *field, const char *text)
{
    struct app_private *private = app->private;
    char **line = app->prompt.kind != PROMPT_NONE ? &app->prompt.typed : &private->line;
    if (field) {
        if (app->form_count > 0)
            app_draft_typed(app_form_top(app), field, text);
        return;
    }
    if (app->prompt.kind != PROMPT_NONE && app->prompt.secret)
        return;
    free(*line);
    *line = text && *text ? mem_copy(text) : NULL;
    if (app->prompt.kind != PROMPT_NONE)
        app->prompt.unsaved = true;
    else
    private->line_unsaved = true;
}
