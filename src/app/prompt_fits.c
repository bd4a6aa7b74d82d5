/* Owns what Tab does in a prompt: what fits the line, beside it and over it, and taking it. What can fit is
 * known to the prompt's own file. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/app/prompt.h"
#include "steno/core/call.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/widget/key.h"
#include "steno/widget/lineedit.h"

void app_prompt_fit(struct prompt_fits *fits, const char *text, const char *key, const char *help,
                    const char *brief)
{
    if (fits->total++ >= PROMPT_FITS_MAX)
        return;
    fits->rows = mem_grow(fits->rows, fits->count + 1, sizeof *fits->rows);
    fits->rows[fits->count++] =
        (struct prompt_fit){mem_copy(text), mem_copy(key), mem_copy(help), mem_copy(brief)};
}

void prompt_fits_free(struct prompt_fits *fits)
{
    for (size_t i = 0; i < fits->count; i++) {
        free(fits->rows[i].text);
        free(fits->rows[i].key);
        free(fits->rows[i].help);
        free(fits->rows[i].brief);
    }
    free(fits->rows);
    free(fits->title);
    free(fits->none);
    *fits = (struct prompt_fits){0};
}

void prompt_fits_renew(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    if (!prompt->ops->fits)
        return;
    prompt_fits_free(&prompt->fits);
    prompt->ops->fits(app, lineedit_text(prompt->edit), &prompt->fits);
    prompt->picked = prompt->fits.count;
    prompt->menu = prompt->menu && prompt->fits.count > 0;
}

/* Makes the line another one. */
static void prompt_set_line(struct app *app, char *line)
{
    lineedit_set(app->prompt->edit, line);
    app->prompt->is_changed = true;
    if (app->prompt->ops->edited)
        app->prompt->ops->edited(app, line);
    app_dirty(app, DIRTY_STATUS);
    free(line);
}

/* The line with its last word as typed, or as one that fits. Caller frees. */
static char *prompt_line_with(const struct app_prompt *prompt, const char *word, const char *after)
{
    return mem_printf("%.*s%s%s", (int)prompt->fits.from, lineedit_text(prompt->edit), word, after);
}

/* Another row of the menu, which the line becomes. */
static void prompt_pick(struct app *app, size_t step)
{
    struct app_prompt *prompt = app->prompt;
    size_t count = prompt->fits.count;
    if (prompt->picked < count)
        prompt->picked = (prompt->picked + step) % count;
    else
        prompt->picked = step == 1 ? 0 : count - 1;
    prompt_set_line(app, prompt_line_with(prompt, prompt->fits.rows[prompt->picked].text, ""));
}

/* Tab without a menu: takes the only one that fits, opens the menu of several. */
static void prompt_complete(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    if (prompt->fits.total > 1) {
        prompt->menu = true;
        free(prompt->typed_word);
        prompt->typed_word = mem_copy(lineedit_text(prompt->edit) + prompt->fits.from);
        app_prompt_hint(app, NULL);
        prompt_pick(app, 1);
    } else if (prompt->fits.total == 1) {
        const char *fit = prompt->fits.rows[0].text; /* what a colon ends goes on */
        prompt_set_line(app, prompt_line_with(prompt, fit, fit[strlen(fit) - 1] == ':' ? "" : " "));
        prompt_fits_renew(app);
    } else if (prompt->fits.none) {
        app_prompt_hint(app, mem_copy(prompt->fits.none));
    }
}

/* The menu goes, and the line is as it was typed. */
static void prompt_menu_leave(struct app *app)
{
    struct app_prompt *prompt = app->prompt;
    prompt->menu = false;
    prompt_set_line(app, prompt_line_with(prompt, prompt->typed_word, ""));
    prompt_fits_renew(app);
}

bool prompt_fits_key(struct app *app, struct key key)
{
    struct app_prompt *prompt = app->prompt;
    bool tab = key.kind == K_TAB && !key.mods;
    if (!prompt->ops->fits || (!prompt->menu && !tab))
        return false;
    bool down = tab || key.kind == K_DOWN || key_equal(key, key_ctrl('n'));
    bool up = key.kind == K_TAB || key.kind == K_UP || key_equal(key, key_ctrl('p'));
    if (!prompt->menu)
        prompt_complete(app);
    else if (key.kind == K_ESC || key_equal(key, key_ctrl('g')))
        prompt_menu_leave(app);
    else if (down || up)
        prompt_pick(app, down ? 1 : prompt->fits.count - 1);
    else
        return false;
    return true;
}

const char *app_prompt_ghost(const struct app *app)
{
    const struct app_prompt *prompt = app->prompt;
    const char *word = lineedit_text(prompt->edit);
    size_t len = strlen(word);
    if (prompt->menu || prompt->fits.is_quiet || prompt->fits.count == 0 || len <= prompt->fits.from ||
        lineedit_cursor(prompt->edit) < len)
        return "";
    return prompt->fits.rows[0].text + (len - prompt->fits.from);
}
