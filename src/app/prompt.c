/* The prompt on the last line: typing, completions with Tab, and the entered text. The caller provides the
 * completions. If the program ends or ^C closes the prompt, an unfinished note is saved. The next prompt
 * restores it. After the note is entered or given up, the saved text is deleted. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/prompt.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "part.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "steno/widget/key.h"
#include "steno/widget/lineedit.h"

/* --- completions --- */

void app_prompt_fit(struct prompt_fits *fits, const char *text, const char *key, const char *help)
{
    if (fits->total++ >= PROMPT_FITS_MAX)
        return;
    fits->rows = mem_grow(fits->rows, fits->count + 1, sizeof *fits->rows);
    fits->rows[fits->count++] = (struct prompt_fit){mem_copy(text), mem_copy(key), mem_copy(help)};
}

static void prompt_free_fits(struct prompt_fits *fits)
{
    for (size_t i = 0; i < fits->count; i++) {
        free(fits->rows[i].text);
        free(fits->rows[i].key);
        free(fits->rows[i].help);
    }
    free(fits->rows);
    free(fits->title);
    free(fits->none);
    *fits = (struct prompt_fits){0};
}

/* Finds the completions again after an edit. An open menu without completions is closed. */
static void prompt_renew_fits(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    if (!prompt->ops->fits)
        return;
    prompt_free_fits(&prompt->fits);
    prompt->ops->fits(app, lineedit_text(prompt->edit), &prompt->fits);
    prompt->picked = prompt->fits.count;
    prompt->menu = prompt->menu && prompt->fits.count > 0;
}

/* Replaces the last word of the line with `word` and `after`. */
static void prompt_set_word(struct app *app, const char *word, const char *after)
{
    struct app_prompt *prompt = app->prompt;
    char *line = mem_printf("%.*s%s%s", (int)prompt->fits.from, lineedit_text(prompt->edit), word, after);
    lineedit_set(prompt->edit, line);
    prompt->is_changed = true;
    if (prompt->ops->edited)
        prompt->ops->edited(app, line);
    free(line);
}

/* Moves the selection in the menu and puts the selected word into the line. */
static void prompt_pick(struct app *app, size_t step)
{
    struct app_prompt *prompt = app->prompt;
    size_t count = prompt->fits.count;
    if (prompt->picked < count)
        prompt->picked = (prompt->picked + step) % count;
    else
        prompt->picked = step == 1 ? 0 : count - 1;
    prompt_set_word(app, prompt->fits.rows[prompt->picked].text, "");
}

/* Handles a key for completions. Tab inserts the only completion, or opens a menu. In the menu, Tab and
 * arrows move, and Esc closes it. False: the line gets the key. */
static bool prompt_complete(struct app *app, struct key key)
{
    struct app_prompt *prompt = app->prompt;
    bool tab = key.kind == K_TAB && !key.mods;
    bool down = tab || key.kind == K_DOWN || key_equal(key, key_ctrl('n'));
    bool up = key.kind == K_TAB || key.kind == K_UP || key_equal(key, key_ctrl('p'));
    if (!prompt->ops->fits || (!prompt->menu && !tab))
        return false;
    if (prompt->menu && (key.kind == K_ESC || key_equal(key, key_ctrl('g')))) {
        prompt->menu = false;
        prompt_set_word(app, prompt->typed_word, "");
        prompt_renew_fits(app);
    } else if (prompt->menu) {
        if (down || up)
            prompt_pick(app, down ? 1 : prompt->fits.count - 1);
        return down || up;
    } else if (prompt->fits.total > 1) {
        prompt->menu = true;
        free(prompt->typed_word);
        prompt->typed_word = mem_copy(lineedit_text(prompt->edit) + prompt->fits.from);
        app_prompt_hint(app, NULL);
        prompt_pick(app, 1);
    } else if (prompt->fits.total == 1) {
        const char *fit = prompt->fits.rows[0].text; /* after `tag:` the value follows without a blank */
        prompt_set_word(app, fit, fit[strlen(fit) - 1] == ':' ? "" : " ");
        prompt_renew_fits(app);
    } else if (prompt->fits.none) {
        app_prompt_hint(app, mem_copy(prompt->fits.none));
    }
    return true;
}

const char *app_prompt_ghost(const struct app *app)
{
    const struct app_prompt *prompt = app->prompt;
    const char *line = lineedit_text(prompt->edit);
    size_t len = strlen(line);
    if (prompt->menu || prompt->fits.is_quiet || prompt->fits.count == 0 || len <= prompt->fits.from ||
        lineedit_cursor(prompt->edit) < len)
        return "";
    return prompt->fits.rows[0].text + (len - prompt->fits.from);
}

/* --- opening and closing --- */

/* Saves the line in the store. "" deletes the saved line. */
static void prompt_keep(struct app *app, const char *text)
{
    struct error err;
    const struct app_prompt *prompt = app->prompt;
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
    prompt_keep(app, lineedit_text(prompt->edit));
    prompt->is_kept = false; /* so that prompt_close() does not delete the saved line */
}

/* Closes the prompt and returns the typed text. Caller frees. */
static char *prompt_close(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    char *text = mem_copy(lineedit_text(prompt->edit));
    if (prompt->is_kept && app->out)
        prompt_keep(app, "");
    lineedit_free(prompt->edit);
    free(prompt->hint);
    free(prompt->side);
    prompt_free_fits(&prompt->fits);
    free(prompt->typed_word);
    *prompt = (struct app_prompt){.opened = prompt->opened};
    overlay_remove(&app->overlays, prompt);
    return text;
}

/* Closes the open prompt, if there is one. The text is given up: `edited` is called with NULL. */
static void prompt_leave(struct app *app)
{
    if (!app->prompt->ops)
        return;
    if (app->prompt->ops->edited)
        app->prompt->ops->edited(app, NULL);
    free(prompt_close(app));
}

static const struct overlay_ops prompt_overlay;

void app_prompt_open(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text)
{
    struct app_prompt *prompt = app->prompt;
    json_t *draft = NULL;
    int64_t when_ms;
    struct error err;
    char *opened = mem_copy_or_null(text); /* the open prompt, which is closed next, can own `text` */
    prompt_leave(app);
    free(prompt->opened);
    if (ops->kept_as)
        store_draft_load(app->store, ops->kept_as, id, &draft, &when_ms, &err);
    const char *kept = json_string_value(json_object_get(draft, "line"));
    *prompt = (struct app_prompt){.ops = ops,
                                  .id = id,
                                  .edit = lineedit_new(kept ? kept : opened, LINEEDIT_MAX, false),
                                  .opened = opened,
                                  .is_kept = kept != NULL,
                                  .is_changed = kept != NULL};
    if (kept && (!opened || strcmp(kept, opened) != 0)) {
        char when[DATE_TEXT_SIZE];
        app_time_text(app, when, sizeof when, when_ms);
        app_prompt_hint(app, mem_printf("restored, typed %s", when));
    }
    json_decref(draft);
    prompt_renew_fits(app);
    overlay_push(&app->overlays, &prompt_overlay, prompt);
}

void app_prompt_reopen(struct app *app, const struct prompt_ops *ops, int64_t id, const char *text)
{
    char *opened = app->prompt->opened;
    app->prompt->opened = NULL;
    app_prompt_open(app, ops, id, opened);
    free(opened);
    app->prompt->is_changed = true;
    lineedit_set(app->prompt->edit, text);
}

void app_prompt_hint(struct app *app, char *hint)
{
    free(app->prompt->hint);
    app->prompt->hint = hint;
}

void app_prompt_side(struct app *app, char *side)
{
    free(app->prompt->side);
    app->prompt->side = side;
}

/* --- keys --- */

/* Updates the hint after a key or a paste. `edited` gets a changed line. */
static void prompt_edited(struct app *app, enum lineedit_result result)
{
    struct app_prompt *prompt = app->prompt;
    if (result == LINEEDIT_REFUSED)
        app_prompt_hint(app, mem_printf("at most %d bytes fit; the line was not changed", LINEEDIT_MAX));
    if (result != LINEEDIT_CHANGED)
        return;
    app_prompt_hint(app, NULL);
    prompt_renew_fits(app);
    prompt->is_changed = true;
    if (prompt->ops->edited)
        prompt->ops->edited(app, lineedit_text(prompt->edit));
}

static void prompt_key(void *context, struct key key)
{
    struct app *app = context;
    if (prompt_complete(app, key))
        return;
    enum lineedit_result result = lineedit_key(app->prompt->edit, key);
    if (result == LINEEDIT_CANCEL ||
        (key.kind == K_BACKSPACE && result == LINEEDIT_MOVED && !*lineedit_text(app->prompt->edit)))
        prompt_leave(app);
    else if (result == LINEEDIT_ACCEPT && app->early && app->prompt->ops->overwrites)
        app_prompt_hint(app, mem_copy(PROMPT_TYPED_EARLY));
    else if (result == LINEEDIT_ACCEPT) {
        const struct prompt_ops *ops = app->prompt->ops;
        int64_t id = app->prompt->id;
        char *text = prompt_close(app); /* deletes the saved line; `accept` can save it again */
        ops->accept(app, id, text);
        free(text);
    } else
        prompt_edited(app, result);
}

static bool prompt_paste(void *context, const char *text)
{
    struct app *app = context;
    prompt_edited(app, lineedit_paste(app->prompt->edit, text, strlen(text)));
    return true;
}

static bool prompt_hints(const void *context, char *out, size_t size)
{
    const struct app_prompt *prompt = ((const struct app *)context)->prompt;
    const char *keys = !prompt->menu             ? prompt->ops->keys
                       : prompt->ops->is_command ? "Enter Run  Esc Back"
                                                 : "Enter Keep filter  Esc Back";
    snprintf(out, size, "%s", keys ? keys : "");
    return true;
}

/* Returns true, because letters are text and run no actions. */
static bool prompt_is_typing(const void *context)
{
    (void)context;
    return true;
}

/* ^C saves an unfinished note and closes the prompt. */
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

static void prompt_begin(struct app *app)
{
    app->prompt = mem_zero(1, sizeof *app->prompt);
}

static void prompt_end(struct app *app)
{
    prompt_leave(app);
    free(app->prompt->opened);
    free(app->prompt);
}

const struct part part_prompt = {.name = "prompt", .begin = prompt_begin, .end = prompt_end};
