/* Owns the prompt on the last line: typing, the lines typed before, handing over what was entered, and a
 * note's line as far as the store keeps it: saved when the program ends, offered when the prompt is opened
 * another time, dropped when it was entered or given up. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/prompt.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/store/store.h"
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

/* Keeps the line in the store; "": there is none any more. */
static void prompt_line_keep(struct app *app, const struct app_prompt *prompt, const char *text)
{
    struct error err;
    json_t *line = *text ? json_pack("{s:s}", "line", text) : NULL;
    bool ok = store_draft_save(app->store, prompt->ops->kept_as, prompt->id, line, app->wall_ms, &err);
    json_decref(line);
    app_kept(app, ok, "the line being typed", &err);
}

void app_prompt_save(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    if (!prompt->ops || !prompt->ops->kept_as || !prompt->is_changed)
        return;
    prompt_line_keep(app, prompt, lineedit_text(prompt->edit));
    prompt->is_kept = false; /* the end of this prompt is not that of its line */
}

/* The line that was typed into this prompt at another time is offered by Up, and shown: what is in the prompt
 * stays as it is. */
static void prompt_line_offer(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    const struct prompt_lines *typed = prompt_lines_of(app, prompt->ops);
    json_t *draft = NULL;
    int64_t when_ms;
    struct error err;
    char when[DATE_TEXT_SIZE];
    if (prompt->ops->kept_as)
        store_draft_load(app->store, prompt->ops->kept_as, prompt->id, &draft, &when_ms, &err);
    const char *line = json_string_value(json_object_get(draft, "line"));
    const char *values[LINES_MAX + 1] = {line};
    prompt->is_kept = line != NULL;
    if (line && strcmp(line, lineedit_text(prompt->edit)) != 0) {
        memcpy(values + 1, typed->lines, typed->count * sizeof *values);
        lineedit_set_history(prompt->edit, values, typed->count + 1);
        app_time_text(app, when, sizeof when, when_ms);
        char *clean = text_clean_copy(line);
        app_prompt_hint(app, mem_printf("Up recalls (%s): %s", when, clean));
        free(clean);
    }
    json_decref(draft);
}

static const struct overlay_ops prompt_overlay;

/* Frees a prompt that was entered or given up. */
static void prompt_free(struct app *app, struct app_prompt *prompt)
{
    if (prompt->is_kept && app->out) /* nothing of it is kept any longer */
        prompt_line_keep(app, prompt, "");
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
    prompt_line_offer(app);
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
    app->prompt->is_changed = app->prompt->is_changed || result == LINEEDIT_CHANGED;
    if (result == LINEEDIT_CHANGED && app->prompt->ops->edited)
        app->prompt->ops->edited(app, lineedit_text(app->prompt->edit));
    app_dirty(app, DIRTY_STATUS);
}

/* Hands over what was entered. */
static void prompt_accept(struct app *app)
{
    struct app_prompt prompt = prompt_take(app);
    char *text = mem_copy(lineedit_text(prompt.edit));
    prompt_remember(app, &prompt);
    prompt_free(app, &prompt); /* what takes it may keep it anew */
    prompt.ops->accept(app, prompt.id, text);
    free(text);
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
