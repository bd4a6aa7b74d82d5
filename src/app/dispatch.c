/* Owns the way from a key to an action: to one that runs everywhere, else to what is on top; whether an
 * action can run here and now, and where it could. And the line of commands: what it may become, and running
 * it. */
/* SPDX-License-Identifier: MIT */
#include "dispatch.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/action.h"
#include "ask.h"
#include "steno/app/forms.h"
#include "steno/app/keymap.h"
#include "steno/app/pages.h"
#include "steno/app/pane.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "batch.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/names.h"
#include "steno/core/settings.h"
#include "steno/widget/key.h"

bool action_can_run(const struct action *action)
{
    return action->run || action->run_with || action->run_named;
}

void action_run(struct app *app, const struct action *action, const char *arg)
{
    if (action->run)
        action->run(app);
    else if (action->run_with)
        action->run_with(app, arg);
    else if (action->run_named)
        action->run_named(app, action->name);
}

/* Is it done to the marked projects, wherever the cursor stands? */
static bool dispatch_takes_marked(const struct app *app, const struct action *action)
{
    return (action->where & ON_MARKED) && app->list.mark_count > 0;
}

/* Is there a project for it, if it is about one? */
static bool dispatch_has_project(const struct app *app, const struct action *action)
{
    return !(action->where & NEEDS_PROJECT) || app_project_at_hand(app) || dispatch_takes_marked(app, action);
}

bool app_runs_here(const struct app *app, const struct action *action)
{
    bool over = overlay_has(&app->overlays, OVERLAY_OVER_FORM);
    return (action->where & app_where(app)) && (!over || (action->where & WORKS_OVER_FORM));
}

bool app_can_run(const struct app *app, const struct action *action)
{
    const struct app_form *form = app_form_top(app);
    if (!app_runs_here(app, action) || !dispatch_has_project(app, action))
        return false;
    if ((action->where & MARKED_IN_LIST) && app->focus == PANE_LIST && app->list.mark_count == 0)
        return false;
    if ((action->where & NOT_IN_ACT) && batch_being_sent(app))
        return false;
    if ((action->where & NEEDS_EXPORT) && !(form && form->ops->path))
        return false;
    return !((action->where & IS_WRITE) && settings_bool(app->settings, SETTING_READ_ONLY));
}

/* Brings the project of that line to hand, and where the list shows it its cursor, too; false: it said why
 * not. */
static bool dispatch_take_line(struct app *app)
{
    const struct pane *pane = &app->panes[app->focus];
    const struct page_line *line = page_line_at_hand(&pane->page);
    if (!line || !app_project_find(app, line->id)) {
        pane->ops->go(app);
        return false;
    }
    if (list_find(&app->list, line->id) < app->list.count) /* else the filter of the list would go */
        app_project_select(app, line->id);
    app_project_show(app, line->id);
    return true;
}

void app_run(struct app *app, const struct action *action, const char *arg)
{
    /* Is it about the project of the line under the cursor, as the pane shows those of many? */
    bool is_of_line = (action->where & (NEEDS_PROJECT | OF_PROJECT)) && !dispatch_takes_marked(app, action) &&
                      app->panes[app->focus].ops->go;
    app->act = (struct app_act){.what = action};
    if ((action->where & IS_WRITE) && settings_bool(app->settings, SETTING_READ_ONLY)) {
        app_say_bad(app, "%s: not done, because read_only is set", action->name);
    } else if (!is_of_line && !dispatch_has_project(app, action)) {
        app_say_bad(app, "%s: there is no project under the cursor; %s opens by id", action->name,
                    app_key_of(app, "open"));
    } else if (is_of_line && !dispatch_take_line(app)) {
        return;
    } else if ((action->where & NOT_IN_ACT) && batch_being_sent(app)) {
        /* over the line of the batch; no failure that stays, for it is over by itself */
        app_say(app, "%" PRId64 " is being sent", batch_being_sent(app));
        app->answered = app->said_count;
    } else {
        action_run(app, action, arg);
    }
}

void app_run_elsewhere(struct app *app, struct key key)
{
    char name[KEY_NAME_SIZE];
    const struct action *action = keymap_find(app->keymap, IN_PANES | IN_FORM, key);
    if (!action)
        return;
    int pane = 0; /* the first place of the action */
    while (pane < app->pane_count && !(action->where & (1u << pane)))
        pane++;
    key_format(name, sizeof name, key);
    if (pane == app->pane_count)
        app_say(app, "%s works in a form", name);
    else
        app_say(app, "%s works in the %s", name, pane == PANE_LIST ? "list" : app->panes[pane].ops->name);
}

void app_key(struct app *app, struct key key)
{
    const struct overlay_ops *top = app_top(app);
    const struct action *action = keymap_find(app->keymap, app_where(app), key);
    bool is_text = key_is_text(key) && top->is_typing && top->is_typing(app);
    app->key = key;
    if (action && action_can_run(action) && (action->where & IS_GLOBAL) && !is_text)
        action_run(app, action, "");
    else
        top->key(app, key);
}

void app_paste(struct app *app, const char *text, size_t lost)
{
    const struct overlay_ops *top = app_top(app);
    size_t count = lost;
    if (top->paste && top->paste(app, text))
        return;
    for (size_t at = 0, len = strlen(text); at < len; count++)
        at += text_decode(text + at, len - at, &(uint32_t){0});
    app_say(app, "%zu character%s pasted, nothing run", count, count == 1 ? "" : "s");
    app_question_remark(app, app->status); /* a question covers the line */
}

/* --- the line of commands --- */

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

static bool command_begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

static void command_fit_names(const struct app *app, const char *word, struct prompt_fits *fits)
{
    size_t count;
    const struct action *rows = keymap_actions(app->keymap, &count);
    for (size_t i = 0; i < count; i++) {
        char key[KEY_NAME_SIZE];
        if (!action_can_run(&rows[i]) || !command_begins(rows[i].name, word))
            continue;
        keymap_first_key(app->keymap, &rows[i], key, sizeof key);
        app_prompt_fit(fits, rows[i].name, key, rows[i].help);
    }
    if (fits->count == 0)
        fits->none = command_unknown(app, word);
}

/* Parts of a list such as "news, archive" or "utc|local", each once. */
static void command_fit_parts(const char *list, const char *between, const char *word,
                              struct prompt_fits *fits)
{
    for (size_t len; *list && fits->count < PROMPT_FITS_MAX; list += len) {
        list += strspn(list, between);
        len = strcspn(list, between + strspn(between, " "));
        char *part = mem_copy_n(list, len);
        size_t at = 0;
        while (at < fits->count && strcmp(fits->rows[at].text, part) != 0)
            at++;
        if (*part && at == fits->count && command_begins(part, word))
            app_prompt_fit(fits, part, "", "");
        free(part);
    }
}

/* Values of what an action takes, by the word for it in its row; returns what they are, NULL where they are
 * not known. */
static const char *command_fit_values(const struct app *app, const char *arg, const char *word,
                                      struct prompt_fits *fits)
{
    bool is_id = strcmp(arg, "ID") == 0 || strcmp(arg, "ID...") == 0, is_tag = strcmp(arg, "TAG") == 0;
    for (size_t i = 0; (is_id || is_tag) && i < app->project_count; i++) {
        char id[24];
        snprintf(id, sizeof id, "%" PRId64, app->projects[i].id);
        if (is_tag)
            command_fit_parts(app->projects[i].tags, " ,", word, fits);
        else if (command_begins(id, word))
            app_prompt_fit(fits, id, "", app->projects[i].name);
    }
    if (is_id || is_tag)
        return is_id ? "Projects" : "Tags";
    if (!strchr(arg, '|'))
        return NULL;
    command_fit_parts(arg, "|", word, fits);
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
        title = action && action->arg ? command_fit_values(app, action->arg, word, fits) : NULL;
        free(name);
    } else {
        command_fit_names(app, word, fits);
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

/* Runs a line that was entered: the name of an action with what follows it. */
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
    const struct action *action = keymap_meant(app->keymap, name);
    bool runs = action && action_can_run(action);
    if (*name && action && !runs && app->form_count > 0) {
        app_form_do(app, keymap_form_action(app->keymap, action));
    } else if (*name && !runs) {
        char *why = command_unknown(app, name);
        app_say_bad(app, "%s", why);
        free(why);
    } else if (*name && *arg && !action->arg) {
        app_say_bad(app, "%s takes nothing after its name", action->name);
    } else if (*name && !app_runs_here(app, action) && !(action->where & IS_GLOBAL)) {
        command_elsewhere(app, action, arg);
    } else if (*name) {
        app_run(app, action, arg);
    }
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
