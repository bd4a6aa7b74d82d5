/* Owns the line that is being typed into a prompt as far as the store keeps it: handed over, offered when the
 * prompt is opened another time, dropped when it was entered. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "prompt.h"
#include "steno/client/store_calls.h"
#include "steno/client/saves.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/store_op.h"
#include "steno/widget/lineedit.h"

/* "note typed about 7": what sentences call a line. Caller frees. */
static char *line_what(const struct prompt_ops *ops, int64_t id)
{
    const char *name = strchr(ops->kept_as, '.') + 1;
    return id ? mem_printf("%s typed about %lld", name, (long long)id) : mem_printf("%s being typed", name);
}

void app_line_save(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text)
{
    struct unsaved *unsaved = saves_keep(app->client, STORE_DRAFT_SAVE, id, line_what(ops, id), NULL);
    unsaved->op->name = mem_copy(ops->kept_as);
    unsaved->op->json = json_object();
    unsaved->op->when_ms = app->client->wall_ms;
    json_object_set_new(unsaved->op->json, "line", text && *text ? json_string(text) : json_null());
}

void app_prompt_save(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    if (!prompt->ops || !prompt->unsaved)
        return;
    prompt->unsaved = false;
    prompt->kept = true;
    app_line_save(app, prompt->ops, prompt->id, app->linear ? prompt->typed : lineedit_text(prompt->edit));
}

bool app_prompt_is_unsaved(const struct app *app)
{
    return app->prompt->ops && app->prompt->unsaved;
}

void app_prompt_typed(struct app *app, const char *text)
{
    struct app_prompt *prompt = app->prompt;
    free(prompt->typed);
    prompt->typed = text && *text ? mem_copy(text) : NULL;
    prompt->unsaved = true;
}

/* A line of an earlier time is offered by Up, and shown: what is in the prompt stays as it is. */
static void prompt_line_offer(struct app *app, const char *line, const char *when)
{
    const struct prompt_lines *typed = prompt_lines_of(app, app->prompt->ops);
    const char *values[LINES_MAX + 1] = {line};
    memcpy(values + 1, typed->lines, typed->count * sizeof *values);
    lineedit_set_history(app->prompt->edit, values, typed->count + 1);
    char *clean = text_clean_copy(line);
    app_prompt_hint(
        app, mem_printf(app->linear ? "Typed but not entered (%s): %s" : "Up recalls (%s): %s", when, clean));
    free(clean);
}

/* The line of an earlier time, unless another prompt is open meanwhile. */
static void prompt_line_came(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct app_prompt *prompt = app->prompt;
    const char *line = json_string_value(json_object_get(result->json, "line"));
    char when[DATE_TEXT_SIZE];
    if (!line || !*line || !prompt->ops || prompt->draft_serial != result->serial)
        return;
    app_time_text(app, when, sizeof when, result->when_ms);
    prompt->kept = true;
    if (strcmp(line, lineedit_text(prompt->edit)) != 0)
        prompt_line_offer(app, line, when);
}

void prompt_line_want(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    struct store_op *op = client_store_ask(app->client, STORE_DRAFT_LOAD, prompt->id, prompt_line_came);
    op->name = mem_copy(prompt->ops->kept_as);
    prompt->draft_serial = op->serial;
}

void prompt_line_end(struct app *app, const struct app_prompt *prompt)
{
    if (!app->client->out || !prompt->kept)
        return;
    char *what = line_what(prompt->ops, prompt->id);
    saves_waive(app->client, what);
    free(what);
    client_store(app->client, STORE_DRAFT_DROP, prompt->id)->name = mem_copy(prompt->ops->kept_as);
}
