/* Owns the prompt on the last line: typing, the lines typed before, handing over what was entered, and a
 * note's line as far as the store keeps it: handed over while it is typed, offered when the prompt is opened
 * another time, dropped when it was entered. */
/* SPDX-License-Identifier: MIT */
#include "prompt.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/client/client_state.h"
#include "steno/client/saves.h"
#include "steno/client/store_calls.h"
#include "steno/core/effect.h"
#include "steno/core/store_op.h"
#include "steno/widget/key.h"
#include "steno/widget/lineedit.h"

#define LINES_MAX 20 /* that a prompt remembers */

/* Lines entered into one prompt, latest first. */
struct prompt_lines {
    const struct prompt_ops *ops;
    char *lines[LINES_MAX];
    size_t count;
    struct prompt_lines *next;
};

/* The lines that were entered into this prompt before. */
static struct prompt_lines *prompt_lines_of(struct app *app, const struct prompt_ops *ops)
{
    struct prompt_lines **at = &app->prompt->lines;
    while (*at && (*at)->ops != ops)
        at = &(*at)->next;
    if (!*at) {
        *at = mem_zero(1, sizeof **at);
        (*at)->ops = ops;
    }
    return *at;
}

/* "note typed about 7": what sentences call a line. Caller frees. */
static char *prompt_line_what(const struct prompt_ops *ops, int64_t id)
{
    const char *name = strchr(ops->kept_as, '.') + 1;
    return id ? mem_printf("%s typed about %lld", name, (long long)id) : mem_printf("%s being typed", name);
}

/* Hands the line to the store. */
static void prompt_line_save(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text)
{
    struct unsaved *unsaved = saves_keep(app->client, STORE_DRAFT_SAVE, id, prompt_line_what(ops, id), NULL);
    unsaved->op->name = mem_copy(ops->kept_as);
    unsaved->op->json = json_object();
    unsaved->op->when_ms = app->client->wall_ms;
    json_object_set_new(unsaved->op->json, "line", text && *text ? json_string(text) : json_null());
}

void app_prompt_save(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    if (!app_prompt_is_unsaved(app))
        return;
    prompt->unsaved = false;
    prompt->kept = true;
    prompt_line_save(app, prompt->ops, prompt->id, lineedit_text(prompt->edit));
}

bool app_prompt_is_unsaved(const struct app *app)
{
    return app->prompt->ops && app->prompt->ops->kept_as && app->prompt->unsaved;
}

/* A line of an earlier time is offered by Up, and shown: what is in the prompt stays as it is. */
static void prompt_line_offer(struct app *app, const char *line, const char *when)
{
    const struct prompt_lines *typed = prompt_lines_of(app, app->prompt->ops);
    const char *values[LINES_MAX + 1] = {line};
    memcpy(values + 1, typed->lines, typed->count * sizeof *values);
    lineedit_set_history(app->prompt->edit, values, typed->count + 1);
    char *clean = text_clean_copy(line);
    app_prompt_hint(app, mem_printf("Up recalls (%s): %s", when, clean));
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

/* Asks the store for the line that was typed into the open prompt at another time. */
static void prompt_line_want(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    if (!prompt->ops->kept_as)
        return;
    struct store_op *op = client_store_ask(app->client, STORE_DRAFT_LOAD, prompt->id, prompt_line_came);
    op->name = mem_copy(prompt->ops->kept_as);
    prompt->draft_serial = op->serial;
}

/* The line has been entered or given up: nothing of it is kept any longer. */
static void prompt_line_end(struct app *app, const struct app_prompt *prompt)
{
    if (!app->client->out || !prompt->kept)
        return;
    char *what = prompt_line_what(prompt->ops, prompt->id);
    saves_waive(app->client, what);
    free(what);
    client_store(app->client, STORE_DRAFT_DROP, prompt->id)->name = mem_copy(prompt->ops->kept_as);
}

static const struct overlay_ops prompt_overlay;

/* Frees a prompt that was entered or given up. */
static void prompt_free(struct app *app, struct app_prompt *prompt)
{
    prompt_line_end(app, prompt);
    lineedit_free(prompt->edit);
    free(prompt->hint);
    free(prompt->side);
    prompt_fits_free(&prompt->fits);
    free(prompt->typed_word);
}

/* Takes the prompt away: none is open any more. */
static struct app_prompt prompt_take(struct app *app)
{
    struct app_prompt prompt = *app->prompt;
    *app->prompt = (struct app_prompt){.lines = prompt.lines};
    overlay_remove(&app->overlays, app->prompt);
    app_dirty(app, DIRTY_STATUS);
    return prompt;
}

/* Gives up what is open; who owns it hears that it was. */
static void prompt_leave(struct app *app)
{
    if (!app->prompt->ops)
        return;
    if (app->prompt->ops->edited)
        app->prompt->ops->edited(app, NULL);
    struct app_prompt prompt = prompt_take(app);
    prompt_free(app, &prompt);
}

void app_prompt_open(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text)
{
    prompt_leave(app);
    *app->prompt = (struct app_prompt){
        .ops = ops, .id = id, .edit = lineedit_new(text, LINEEDIT_MAX, false), .lines = app->prompt->lines};
    const struct prompt_lines *typed = prompt_lines_of(app, ops);
    lineedit_set_history(app->prompt->edit, (const char *const *)typed->lines, typed->count);
    prompt_line_want(app);
    prompt_fits_renew(app);
    overlay_push(&app->overlays, &prompt_overlay, app->prompt);
    app_dirty(app, DIRTY_STATUS);
}

void app_prompt_hint(struct app *app, char *hint)
{
    free(app->prompt->hint);
    app->prompt->hint = hint;
    app_dirty(app, DIRTY_STATUS);
}

void app_prompt_side(struct app *app, char *side)
{
    free(app->prompt->side);
    app->prompt->side = side;
    app_dirty(app, DIRTY_STATUS);
}

static void prompt_begin(struct app *app)
{
    app->prompt = mem_zero(1, sizeof *app->prompt);
}

static void prompt_end(struct app *app)
{
    prompt_leave(app);
    for (struct prompt_lines *next, *at = app->prompt->lines; at; at = next) {
        next = at->next;
        for (size_t i = 0; i < at->count; i++)
            free(at->lines[i]);
        free(at);
    }
    free(app->prompt);
}

/* Keeps a line for Up, unless it is empty or the one before. */
static void prompt_remember(struct app *app, const struct app_prompt *prompt)
{
    struct prompt_lines *typed = prompt_lines_of(app, prompt->ops);
    const char *text = lineedit_text(prompt->edit);
    if (!*text || (typed->count && strcmp(typed->lines[0], text) == 0))
        return;
    if (typed->count == LINES_MAX)
        free(typed->lines[--typed->count]);
    memmove(typed->lines + 1, typed->lines, typed->count++ * sizeof *typed->lines);
    typed->lines[0] = mem_copy(text);
}

/* The line is still open: its hint may be old, and what it filters follows. */
static void prompt_edited(struct app *app, enum lineedit_result result)
{
    if (result == LINEEDIT_REFUSED)
        app_prompt_hint(app, mem_printf("at most %d bytes fit; the line was left as it was", LINEEDIT_MAX));
    else if (result == LINEEDIT_CHANGED && app->prompt->hint)
        app_prompt_hint(app, NULL);
    if (result == LINEEDIT_CHANGED)
        prompt_fits_renew(app);
    app->prompt->unsaved = app->prompt->unsaved || result == LINEEDIT_CHANGED;
    if (result == LINEEDIT_CHANGED && app->prompt->ops->edited)
        app->prompt->ops->edited(app, lineedit_text(app->prompt->edit));
    app_dirty(app, DIRTY_STATUS);
}

/* Hands over what was entered. */
static void prompt_accept(struct app *app)
{
    struct app_prompt prompt = prompt_take(app);
    prompt_remember(app, &prompt);
    prompt.ops->accept(app, prompt.id, lineedit_text(prompt.edit));
    prompt_free(app, &prompt);
}

/* A key while the prompt is open. */
static void prompt_key(void *context, struct key key)
{
    struct app *app = context;
    if (prompt_fits_key(app, key))
        return;
    enum lineedit_result result = lineedit_key(app->prompt->edit, key);
    if (result == LINEEDIT_CANCEL ||
        (key.kind == K_BACKSPACE && result == LINEEDIT_MOVED && !*lineedit_text(app->prompt->edit))) {
        prompt_leave(app);
    } else if (result == LINEEDIT_ACCEPT && app->early && app->prompt->ops->overwrites) {
        app_prompt_hint(app, mem_copy("not saved: typed before this line was shown; Enter saves it"));
    } else if (result == LINEEDIT_ACCEPT) {
        prompt_accept(app);
    } else {
        prompt_edited(app, result);
    }
}

/* A paste while the prompt is open. */
static bool prompt_paste(void *context, const char *text)
{
    struct app *app = context;
    prompt_edited(app, lineedit_paste(app->prompt->edit, text, strlen(text)));
    return true;
}

static bool prompt_hints(const void *context, char *out, size_t size)
{
    const struct app *app = context;
    const struct app_prompt *prompt = app->prompt;
    const char *keys = !prompt->menu             ? prompt->ops->keys
                       : prompt->ops->is_command ? "Enter Run  Esc Back"
                                                 : "Enter Keep  Esc Back";
    snprintf(out, size, "%s", keys ? keys : "");
    return true;
}

/* Letters are text. */
static bool prompt_is_typing(const void *context)
{
    (void)context;
    return true;
}

/* ^C: a second one ends the program, so the line stays in the store. */
static bool prompt_interrupt(void *context)
{
    struct app *app = context;
    app_prompt_save(app);
    app->prompt->kept = false;
    prompt_leave(app);
    return true;
}

static const struct overlay_ops prompt_overlay = {.kind = OVERLAY_PROMPT,
                                                  .is_typing = prompt_is_typing,
                                                  .key = prompt_key,
                                                  .paste = prompt_paste,
                                                  .interrupt = prompt_interrupt,
                                                  .hints = prompt_hints};

const struct part part_prompt = {.name = "prompt", .begin = prompt_begin, .end = prompt_end};
