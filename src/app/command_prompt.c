/* Owns the line of commands: its prompt, how a command is run, and what the line may become: names of
 * actions, and values of what they take, by the word that the action's row has for it. */
/* SPDX-License-Identifier: MIT */
#include "command_prompt.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"
#include "form_actions.h"
#include "steno/app/keymap.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/prompt.h"
#include "steno/app/status.h"
#include "steno/app/action.h"
#include "steno/app/forms.h"
#include "steno/app/state.h"
#include "steno/app/project.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/names.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"

static bool command_prompt_begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* What is said of a name that no action has. Caller frees. */
static char *command_unknown(const struct app *app, const char *name)
{
    struct nearest nearest;
    size_t count;
    const struct action *rows = keymap_actions(app->keymap, &count);
    nearest_start(&nearest, name);
    for (size_t i = 0; i < count; i++) {
        if (action_can_run(&rows[i]))
            nearest_offer(&nearest, rows[i].name);
        if (rows[i].also)
            nearest_offer(&nearest, rows[i].also);
    }
    char *clean = text_clean_copy(name);
    char *text = *nearest.best
                     ? mem_printf("There is no action “%s”. Did you mean %s?", clean, nearest.best)
                     : mem_printf("There is no action “%s”; %s lists them", clean, app_key_of(app, "help"));
    free(clean);
    return text;
}

/* Do the brief words of an action tell of another one, too? */
static bool command_is_joined(const struct app *app, const struct action *action)
{
    size_t count;
    const struct action *rows = keymap_actions(app->keymap, &count);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].with && strcmp(rows[i].with, action->name) == 0)
            return true;
    }
    return false;
}

/* Names of actions. */
static void command_prompt_fit_names(const struct app *app, const char *word, struct prompt_fits *fits)
{
    size_t count;
    const struct action *rows = keymap_actions(app->keymap, &count);
    for (size_t i = 0; i < count; i++) {
        char key[KEY_NAME_SIZE];
        if (!action_can_run(&rows[i]) || !command_prompt_begins(rows[i].name, word))
            continue;
        keymap_first_key(app->keymap, &rows[i], key, sizeof key);
        app_prompt_fit(fits, rows[i].name, key, rows[i].help,
                       rows[i].brief && !command_is_joined(app, &rows[i]) ? rows[i].brief : rows[i].help);
    }
    if (fits->count == 0)
        fits->none = command_unknown(app, word);
}

/* Ids of the watchlist. */
static void command_prompt_fit_ids(const struct app *app, const char *word, struct prompt_fits *fits)
{
    for (size_t i = 0; i < app->project_count; i++) {
        char id[24];
        snprintf(id, sizeof id, "%" PRId64, app->projects[i].id);
        if (command_prompt_begins(id, word))
            app_prompt_fit(fits, id, "", app->projects[i].name, app->projects[i].name);
    }
}

/* Is it among those that fit already? */
static bool command_prompt_has(const struct prompt_fits *fits, const char *text)
{
    for (size_t i = 0; i < fits->count; i++) {
        if (strcmp(fits->rows[i].text, text) == 0)
            return true;
    }
    return false;
}

/* Parts of a list such as "news, archive" or "utc|local", each once. */
static void command_prompt_fit_parts(const char *list, const char *between, const char *word,
                                     struct prompt_fits *fits)
{
    for (size_t len; *list && fits->count < PROMPT_FITS_MAX; list += len) {
        list += strspn(list, between);
        len = strcspn(list, between + strspn(between, " "));
        char *part = mem_copy_n(list, len);
        if (*part && command_prompt_begins(part, word) && !command_prompt_has(fits, part))
            app_prompt_fit(fits, part, "", "", "");
        free(part);
    }
}

/* Tags of the watchlist. */
static void command_prompt_fit_tags(const struct app *app, const char *word, struct prompt_fits *fits)
{
    for (size_t i = 0; i < app->project_count; i++)
        command_prompt_fit_parts(app->projects[i].tags, " ,", word, fits);
}

/* What an action may take, by the word for it in the action's row. */
static const struct {
    const char *arg, *title;
    void (*fill)(const struct app *app, const char *word, struct prompt_fits *fits);
} kinds[] = {
    {"ID", "Projects", command_prompt_fit_ids},
    {"ID...", "Projects", command_prompt_fit_ids},
    {"TAG", "Tags", command_prompt_fit_tags},
};

/* Values of what the action takes. */
static const char *command_prompt_fit_values(const struct app *app, const struct action *action,
                                             const char *word, struct prompt_fits *fits)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].arg, action->arg) == 0) {
            kinds[i].fill(app, word, fits);
            return kinds[i].title;
        }
    }
    if (!strchr(action->arg, '|'))
        return NULL;
    command_prompt_fit_parts(action->arg, "|", word, fits);
    return "Values";
}

/* What Tab may make of a line: names of actions, then what the action of the line takes. */
static void command_fits(const struct app *app, const char *line, struct prompt_fits *fits)
{
    const char *blank = strrchr(line, ' '), *word = blank ? blank + 1 : line, *title = "Actions";
    fits->from = (size_t)(word - line);
    if (blank) {
        char *name = mem_copy_n(line, strcspn(line, " "));
        const struct action *action = keymap_named(app->keymap, name);
        title = action && action->arg ? command_prompt_fit_values(app, action, word, fits) : NULL;
        free(name);
    } else {
        command_prompt_fit_names(app, word, fits);
    }
    char *clean = text_clean_copy(word);
    if (title)
        fits->title = mem_printf(*word ? "%s that begin with %s" : "%s", title, clean);
    free(clean);
}

/* Runs an action where it is valid: in the first pane that has it. */
static void command_elsewhere(struct app *app, const struct action *action, const char *arg)
{
    if (app->form_count > 0) {
        app_say(app, "%s: leave the form first", action->name);
        return;
    }
    for (int pane = 0; pane < app->pane_count; pane++) {
        if ((action->where & (1u << pane)) && !app->panes[pane].ops->over_form) {
            app_pane_open(app, app->panes[pane].ops->name);
            app_pages_build(app);
            app_run(app, action, arg);
            return;
        }
    }
    app_say(app, "%s is only for forms", action->name);
}

/* Runs the action of this name with what follows it. */
static void command_do(struct app *app, const char *name, const char *arg)
{
    const struct action *action = keymap_meant(app->keymap, name);
    if (action && !action_can_run(action) && app->form_count > 0) {
        app_form_do(app, keymap_form_action(app->keymap, action));
    } else if (!action || !action_can_run(action)) {
        char *why = command_unknown(app, name);
        app_say_bad(app, "%s", why);
        free(why);
    } else if (*arg && !action->arg) {
        app_say_bad(app, "%s takes nothing after its name", action->name);
    } else if (!app_runs_here(app, action) && !(action->where & IS_GLOBAL)) {
        command_elsewhere(app, action, arg);
    } else {
        app_run(app, action, arg);
    }
}

/* Runs a line that was entered. */
static void command_run(struct app *app, int64_t id, const char *line)
{
    (void)id;
    app->key = key_plain(K_ENTER);
    line += strspn(line, " ");
    size_t len = strcspn(line, " "), end = strlen(line);
    while (end > len && line[end - 1] == ' ') /* Tab leaves one */
        end--;
    size_t from = len + strspn(line + len, " ");
    char *name = mem_copy_n(line, len), *arg = mem_copy_n(line + from, end > from ? end - from : 0);
    if (*name)
        command_do(app, name, arg);
    free(name);
    free(arg);
}

const struct prompt_ops app_command_prompt = {.label = ":",
                                              .keys = "Enter Run  Tab Complete  Esc Back",
                                              .is_command = true,
                                              .accept = command_run,
                                              .fits = command_fits};

void act_command(struct app *app)
{
    app_prompt_open(app, &app_command_prompt, 0, "");
}
