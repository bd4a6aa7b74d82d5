/* Owns what a line of commands may become: names of actions, and values of what they take, by the word that
 * the action's row has for it. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_prompt.h"
#include "dispatch.h"
#include "steno/app/action.h"
#include "keymap.h"
#include "steno/app/project.h"
#include "prompt.h"
#include "steno/app/state.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/nearest.h"
#include "steno/widget/key.h"

static bool fits_begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

char *command_unknown(const struct app *app, const char *name)
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
static void fits_names(const struct app *app, const char *word, struct prompt_fits *fits)
{
    size_t count;
    const struct action *rows = keymap_actions(app->keymap, &count);
    for (size_t i = 0; i < count; i++) {
        char key[KEY_NAME_SIZE];
        if (!action_can_run(&rows[i]) || !fits_begins(rows[i].name, word))
            continue;
        keymap_first_key(app->keymap, &rows[i], key, sizeof key);
        app_prompt_fit(fits, rows[i].name, key, rows[i].help,
                       rows[i].brief && !command_is_joined(app, &rows[i]) ? rows[i].brief : rows[i].help);
    }
    if (fits->count == 0)
        fits->none = command_unknown(app, word);
}

/* Ids of the watchlist. */
static void fits_ids(const struct app *app, const char *word, struct prompt_fits *fits)
{
    for (size_t i = 0; i < app->project_count; i++) {
        char id[24];
        snprintf(id, sizeof id, "%" PRId64, app->projects[i].id);
        if (fits_begins(id, word))
            app_prompt_fit(fits, id, "", app->projects[i].name, app->projects[i].name);
    }
}

/* Is it among those that fit already? */
static bool fits_has(const struct prompt_fits *fits, const char *text)
{
    for (size_t i = 0; i < fits->count; i++) {
        if (strcmp(fits->rows[i].text, text) == 0)
            return true;
    }
    return false;
}

/* Parts of a list such as "news, archive" or "utc|local", each once. */
static void fits_parts(const char *list, const char *between, const char *word, struct prompt_fits *fits)
{
    for (size_t len; *list && fits->count < PROMPT_FITS_MAX; list += len) {
        list += strspn(list, between);
        len = strcspn(list, between + strspn(between, " "));
        char *part = mem_copy_n(list, len);
        if (*part && fits_begins(part, word) && !fits_has(fits, part))
            app_prompt_fit(fits, part, "", "", "");
        free(part);
    }
}

/* Tags of the watchlist. */
static void fits_tags(const struct app *app, const char *word, struct prompt_fits *fits)
{
    for (size_t i = 0; i < app->project_count; i++)
        fits_parts(app->projects[i].tags, " ,", word, fits);
}

/* What an action may take, by the word for it in the action's row. */
static const struct {
    const char *arg, *title;
    void (*fill)(const struct app *app, const char *word, struct prompt_fits *fits);
} kinds[] = {
    {"ID", "Projects", fits_ids},
    {"ID...", "Projects", fits_ids},
    {"TAG", "Tags", fits_tags},
};

/* Values of what the action takes. */
static const char *fits_values(const struct app *app, const struct action *action, const char *word,
                               struct prompt_fits *fits)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (strcmp(kinds[i].arg, action->arg) == 0) {
            kinds[i].fill(app, word, fits);
            return kinds[i].title;
        }
    }
    if (!strchr(action->arg, '|'))
        return NULL;
    fits_parts(action->arg, "|", word, fits);
    return "Values";
}

void command_fits(const struct app *app, const char *line, struct prompt_fits *fits)
{
    const char *blank = strrchr(line, ' '), *word = blank ? blank + 1 : line, *title = "Actions";
    fits->from = (size_t)(word - line);
    if (blank) {
        char *name = mem_copy_n(line, strcspn(line, " "));
        const struct action *action = keymap_named(app->keymap, name);
        title = action && action->arg ? fits_values(app, action, word, fits) : NULL;
        free(name);
    } else {
        fits_names(app, word, fits);
    }
    char *clean = text_clean_copy(word);
    if (title)
        fits->title = mem_printf(*word ? "%s that begin with %s" : "%s", title, clean);
    free(clean);
}
