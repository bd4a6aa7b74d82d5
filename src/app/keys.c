/* Actions and their keys: the key map, `[keys]` of the config, the conditions of actions, and the `:` command
 * line. Also gives keys and pastes to actions and overlays. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/keys.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "batch.h"
#include "steno/app/app.h"
#include "steno/app/forms.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/say.h"
#include "steno/app/watchlist.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/names.h"
#include "steno/core/settings.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"

#define KEYS_MAX 8 /* limit on the keys of an action */

struct binding {
    struct key keys[KEYS_MAX];
    size_t count;
    const struct settings_key *from; /* config line that set the keys; NULL: default keys */
    char *typed, *named;             /* ":name"; the first key, or ":name" if there is no key */
};

struct keymap {
    struct action *rows;
    struct binding *bindings;
    size_t count, action_count; /* number of rows; number of rows before the rows of forms */
};

#define FORM_ROWS (FORM_ACT_COUNT - 1)

/* Parses the keys of one row. keys "" or "none": the row has no key. */
static bool keymap_bind(struct binding *binding, const char *keys, const struct settings_key *from,
                        struct error *err)
{
    struct binding fresh = {.from = from};
    if (keys && *keys && strcmp(keys, "none") != 0 &&
        !key_parse_list(keys, fresh.keys, KEYS_MAX, &fresh.count, err))
        return false;
    *binding = fresh;
    return true;
}

/* Returns where the later one of two config lines is, for an error. NULL: default keys. */
static const char *keymap_where(const struct settings_key *one, const struct settings_key *two)
{
    const struct settings_key *later = !one || (two && two->line > one->line) ? two : one;
    return later && later->where ? later->where : "keys";
}

static bool keymap_rebind(struct keymap *keymap, const struct settings_key *set, struct error *err)
{
    struct nearest nearest;
    nearest_start(&nearest, set->action);
    for (size_t i = 0; i < keymap->count; i++) {
        nearest_offer(&nearest, keymap->rows[i].name);
        if (strcmp(keymap->rows[i].name, set->action) != 0)
            continue;
        struct binding *binding = &keymap->bindings[i];
        bool ok = keymap_bind(binding, set->keys, set, err);
        for (size_t k = 0; ok && k < binding->count; k++) {
            const char *why = key_unreachable(binding->keys[k]);
            char name[KEY_NAME_SIZE];
            key_format(name, sizeof name, binding->keys[k]);
            if (why)
                ok = error_set(err, ERROR_USAGE, "the key %s cannot be bound: %s", name, why);
        }
        if (!ok)
            error_prefix(err, "%s: %s", keymap_where(set, NULL), set->action);
        return ok;
    }
    return error_set(err, ERROR_USAGE, "%s: there is no action “%s”; %s%s%s", keymap_where(set, NULL),
                     set->action, nearest.best[0] ? "did you mean " : "steno(1) lists the actions under KEYS",
                     nearest.best, nearest.best[0] ? "?" : "");
}

/* Returns true with err if two rows share a key in a place where both work. But an action of one pane can
 * share its key with an action of several panes. */
static bool keymap_clash(const struct keymap *keymap, size_t a, size_t b, struct error *err)
{
    const struct binding *one = &keymap->bindings[a], *two = &keymap->bindings[b];
    unsigned where = keymap->rows[a].where, other = keymap->rows[b].where;
    if (!(where & other & (IN_PANES | IN_FORM)) || (where & IN_OWN) != (other & IN_OWN))
        return false;
    for (size_t i = 0; i < one->count * two->count; i++) {
        struct key key = one->keys[i / two->count];
        char name[KEY_NAME_SIZE];
        if (!key_equal(key, two->keys[i % two->count]))
            continue;
        key_format(name, sizeof name, key);
        error_set(err, ERROR_USAGE, "%s: the key %s runs both %s and %s; remap one of the two",
                  keymap_where(one->from, two->from), name, keymap->rows[a].name, keymap->rows[b].name);
        return true;
    }
    return false;
}

struct keymap *keymap_new(const struct action *actions, size_t count, const struct settings *settings,
                          struct error *err)
{
    struct keymap *keymap = mem_zero(1, sizeof *keymap);
    keymap->action_count = count;
    keymap->count = count + FORM_ROWS;
    keymap->rows = mem_zero(keymap->count, sizeof *keymap->rows);
    keymap->bindings = mem_zero(keymap->count, sizeof *keymap->bindings);
    for (size_t i = 0; i < count; i++)
        keymap->rows[i] = actions[i];
    for (size_t i = 0; i < FORM_ROWS; i++)
        keymap->rows[count + i] = (struct action){.name = form_bindings[i].name,
                                                  .keys = form_bindings[i].keys,
                                                  .where = IN_FORM,
                                                  .group = GROUP_FORM,
                                                  .help = form_bindings[i].help};
    bool ok = true;
    for (size_t i = 0; ok && i < keymap->count; i++)
        ok = keymap_bind(&keymap->bindings[i], keymap->rows[i].keys, NULL, err);
    for (size_t i = 0; ok && i < settings->key_count; i++)
        ok = keymap_rebind(keymap, &settings->keys[i], err);
    for (size_t a = 0; a < keymap->count; a++) {
        struct binding *binding = &keymap->bindings[a];
        char key[KEY_NAME_SIZE];
        for (size_t b = a + 1; ok && b < keymap->count; b++)
            ok = !keymap_clash(keymap, a, b, err);
        if (binding->count > 0)
            key_format(key, sizeof key, binding->keys[0]);
        binding->typed = mem_printf(":%s", keymap->rows[a].name);
        binding->named = mem_copy(binding->count > 0 ? key : binding->typed);
    }
    if (ok)
        return keymap;
    keymap_free(keymap);
    return NULL;
}

void keymap_free(struct keymap *keymap)
{
    if (!keymap)
        return;
    for (size_t i = 0; i < keymap->count; i++)
        free(keymap->bindings[i].named), free(keymap->bindings[i].typed);
    free(keymap->rows);
    free(keymap->bindings);
    free(keymap);
}

const struct action *keymap_actions(const struct keymap *keymap, size_t *count)
{
    *count = keymap->count;
    return keymap->rows;
}

const struct action *keymap_named(const struct keymap *keymap, const char *name)
{
    for (size_t i = 0; i < keymap->count; i++) {
        if (strcmp(keymap->rows[i].name, name) == 0)
            return &keymap->rows[i];
    }
    return NULL;
}

const struct action *keymap_meant(const struct keymap *keymap, const char *word)
{
    for (size_t i = 0; i < keymap->count; i++) {
        if (keymap->rows[i].also && strcmp(keymap->rows[i].also, word) == 0)
            return &keymap->rows[i];
    }
    return keymap_named(keymap, word);
}

const struct action *keymap_find(const struct keymap *keymap, unsigned where, struct key key)
{
    const struct action *found = NULL;
    bool own_first = (where & (where - 1)) == 0; /* in one pane, its own action (IN_OWN) wins */
    for (size_t i = 0; i < keymap->count; i++) {
        const struct binding *binding = &keymap->bindings[i];
        const struct action *row = &keymap->rows[i];
        if (!(row->where & where) || (found && !(own_first && (row->where & IN_OWN))))
            continue;
        for (size_t k = 0; k < binding->count; k++) {
            if (key_equal(binding->keys[k], key))
                found = row;
        }
    }
    return found;
}

enum form_action keymap_form_action(const struct keymap *keymap, const struct action *action)
{
    size_t at = (size_t)(action - keymap->rows);
    return action->group == GROUP_FORM ? form_bindings[at - keymap->action_count].action : FORM_ACT_NONE;
}

void keymap_keys(const struct keymap *keymap, const struct action *action, char *out, size_t size)
{
    const struct binding *binding = &keymap->bindings[action - keymap->rows];
    size_t len = 0;
    *out = '\0';
    for (size_t k = 0; k < binding->count && len < size; k++) {
        char name[KEY_NAME_SIZE];
        key_format(name, sizeof name, binding->keys[k]);
        len += (size_t)snprintf(out + len, size - len, "%s%s", k ? " " : "", name);
    }
}

void keymap_first_key(const struct keymap *keymap, const struct action *action, char *out, size_t size)
{
    const struct binding *binding = &keymap->bindings[action - keymap->rows];
    snprintf(out, size, "%s", binding->count > 0 ? binding->named : "");
}

bool keymap_leads(const struct keymap *keymap, const struct action *action, unsigned where)
{
    const struct binding *binding = &keymap->bindings[action - keymap->rows];
    return binding->count > 0 && keymap_find(keymap, where, binding->keys[0]) == action;
}

const char *keymap_key_of(const struct keymap *keymap, const char *name, unsigned where)
{
    const struct action *row = keymap_named(keymap, name);
    if (!row)
        return name;
    const struct binding *binding = &keymap->bindings[row - keymap->rows];
    bool is_taken = (row->where & where) && !keymap_leads(keymap, row, where);
    return is_taken ? binding->typed : binding->named;
}

const char *keymap_group_name(enum action_group group)
{
    static const char *const names[GROUP_COUNT] = {
        [GROUP_MOVE] = "Move",         [GROUP_PROJECT] = "Project", [GROUP_MARKS] = "Marks",
        [GROUP_PANES] = "Panes",       [GROUP_LIST] = "List",       [GROUP_PROGRAM] = "Program",
        [GROUP_CAPTIONS] = "Captions", [GROUP_FORM] = "Form",
    };
    return names[group];
}

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

/* True if the action applies to the marked projects, and not to the project under the cursor. */
static bool dispatch_takes_marked(const struct app *app, const struct action *action)
{
    return (action->where & ON_MARKED) && app->list.mark_count > 0;
}

bool app_runs_here(const struct app *app, const struct action *action)
{
    bool over = overlay_has(&app->overlays, OVERLAY_OVER_FORM);
    return (action->where & app_where(app)) && (!over || (action->where & WORKS_OVER_FORM));
}

bool app_can_run(const struct app *app, const struct action *action)
{
    if (!app_runs_here(app, action) ||
        ((action->where & NEEDS_PROJECT) && !app_project_at_hand(app) && !dispatch_takes_marked(app, action)))
        return false;
    if ((action->where & MARKED_IN_LIST) && app->focus == PANE_LIST && app->list.mark_count == 0)
        return false;
    if ((action->where & NOT_IN_ACT) && batch_being_sent(app))
        return false;
    if ((action->where & NEEDS_EXPORT) && !(app_form_top(app) && app_form_top(app)->ops->path))
        return false;
    return !((action->where & IS_WRITE) && settings_bool(app->settings, SETTING_READ_ONLY));
}

void app_run(struct app *app, const struct action *action, const char *arg)
{
    const struct pane *pane = &app->panes[app->focus];
    bool is_marked = dispatch_takes_marked(app, action);
    app->act = (struct app_act){.what = action};
    if ((action->where & IS_WRITE) && settings_bool(app->settings, SETTING_READ_ONLY)) {
        app_say_bad(app, "%s: not done, because read_only is set", action->name);
        return;
    }
    if ((action->where & (NEEDS_PROJECT | OF_PROJECT)) && !is_marked && pane->ops->go) {
        /* the project at the pane's cursor becomes the project at hand */
        const struct page_line *line = page_line_at_hand(&pane->page);
        if (!line || !app_project_find(app, line->id)) {
            pane->ops->go(app); /* shows the reason */
            return;
        }
        int64_t id = line->id;
        if (list_find(&app->list, id) < app->list.count) /* to select a hidden row would end the filter */
            app_project_select(app, id);
        app_project_show(app, id);
    } else if ((action->where & NEEDS_PROJECT) && !app_project_at_hand(app) && !is_marked) {
        app_say_bad(app, "%s: there is no project under the cursor", action->name);
        return;
    }
    if ((action->where & NOT_IN_ACT) && batch_being_sent(app)) {
        /* this message hides the batch's progress line until the next key */
        app_say(app, "Not done: the batch under way includes project %" PRId64, batch_being_sent(app));
        app->answered = app->said_count;
    } else {
        action_run(app, action, arg);
    }
}

void app_run_elsewhere(struct app *app, struct key key)
{
    char name[KEY_NAME_SIZE], enqueue[KEY_NAME_SIZE];
    const struct action *action = keymap_find(app->keymap, IN_PANES, key);
    const struct action *of_form = keymap_find(app->keymap, IN_FORM, key);
    if (of_form && (!action || keymap_form_action(app->keymap, of_form) == FORM_ACT_SUBMIT)) {
        snprintf(enqueue, sizeof enqueue, "%s", app_key_of(app, "enqueue"));
        app_say(app, "Open a form first: %s or %s", enqueue, app_key_of(app, "export"));
        return;
    }
    if (!action)
        return;
    int pane = 0;
    while (pane < app->pane_count && !(action->where & (1u << pane)))
        pane++;
    key_format(name, sizeof name, key);
    if (pane < app->pane_count)
        app_say(app, "The key %s works in the %s, not here", name,
                pane == PANE_LIST ? "list" : app->panes[pane].ops->name);
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
    app_say(app, "Paste ignored: %zu character%s", count, count == 1 ? "" : "s");
    app_question_remark(app, app->status); /* a question covers the message line */
}

/* --- the `:` command line --- */

/* Returns the message about an unknown action. Caller frees. */
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
                     : mem_printf("There is no action “%s”; %s lists all", clean, app_key_of(app, "help"));
    free(clean);
    return text;
}

/* Splits a list and offers the parts that begin with `word`, each once. `between` has the separators: "|"
 * splits "utc|local". */
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
        if (*part && at == fits->count && strncmp(part, word, strlen(word)) == 0)
            app_prompt_fit(fits, part, "", "");
        free(part);
    }
}

/* Finds what Tab offers: the names of actions. After a name, Tab offers arguments of the type action->arg. */
static void command_fits(const struct app *app, const char *line, struct prompt_fits *fits)
{
    const char *blank = strrchr(line, ' '), *word = blank ? blank + 1 : line, *title = "Actions";
    size_t count, len = strlen(word);
    const struct action *rows = keymap_actions(app->keymap, &count);
    fits->from = (size_t)(word - line);
    if (blank) {
        char *name = mem_copy_n(line, strcspn(line, " "));
        const struct action *action = keymap_named(app->keymap, name);
        const char *arg = action && action->arg ? action->arg : "";
        bool is_id = strcmp(arg, "ID") == 0 || strcmp(arg, "ID...") == 0, is_tag = strcmp(arg, "TAG") == 0;
        for (size_t i = 0; (is_id || is_tag) && i < app->project_count; i++) {
            char id[24];
            snprintf(id, sizeof id, "%" PRId64, app->projects[i].id);
            if (is_tag)
                command_fit_parts(app->projects[i].tags, " ,", word, fits);
            else if (strncmp(id, word, len) == 0)
                app_prompt_fit(fits, id, "", app->projects[i].name);
        }
        bool is_choice = !is_id && !is_tag && strchr(arg, '|');
        if (is_choice)
            command_fit_parts(arg, "|", word, fits);
        title = is_id ? "Projects" : is_tag ? "Tags" : is_choice ? "Values" : NULL;
        free(name);
    }
    for (size_t i = 0; i < count && !blank; i++) {
        char key[KEY_NAME_SIZE];
        if (!action_can_run(&rows[i]) || strncmp(rows[i].name, word, len) != 0)
            continue;
        keymap_first_key(app->keymap, &rows[i], key, sizeof key);
        app_prompt_fit(fits, rows[i].name, key, rows[i].help);
    }
    if (!blank && fits->count == 0)
        fits->none = command_unknown(app, word);
    char *clean = text_clean_copy(word);
    if (title)
        fits->title = mem_printf(*word ? "%s that begin with \"%s\"" : "%s", title, clean);
    free(clean);
}

/* Opens the first pane where the action works, and runs the action there. */
static void command_elsewhere(struct app *app, const struct action *action, const char *arg)
{
    if (app->form_count > 0) {
        app_say(app, "Leave the form first, then run %s", action->name);
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
    app_say(app, "The command %s is only for forms", action->name);
}

static void command_run(struct app *app, int64_t id, const char *line)
{
    (void)id;
    app->key = key_plain(K_ENTER);
    line += strspn(line, " ");
    size_t len = strcspn(line, " "), end = strlen(line);
    while (end > len && line[end - 1] == ' ') /* Tab appends a blank */
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
        app_say_bad(app, "The command %s takes no argument", action->name);
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
