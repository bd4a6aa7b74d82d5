/* Owns the prompts on the last line: command, search, filter, jump, note, names, a password to be checked. */
#include "app_topics.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"

static const char *const labels[] = {
    [PROMPT_NONE] = "",
    [PROMPT_COMMAND] = ":",
    [PROMPT_SEARCH] = "/",
    [PROMPT_FILTER] = "Filter: ",
    [PROMPT_JUMP] = "Jump to id: ",
    [PROMPT_NOTE] = "Note: ",
    [PROMPT_PRESET] = "Save as preset: ",
    [PROMPT_PASSWORD] = "Password to check (not sent, not kept): ",
    [PROMPT_TAG] = "Tag to delete: ",
};

void app_prompt_open_for(struct app *app, enum app_prompt_kind kind, int64_t id, const char *text)
{
    app_prompt_close(app);
    bool secret = kind == PROMPT_PASSWORD;
    app->prompt = (struct app_prompt){.kind = kind,
                                      .label = labels[kind],
                                      .id = id,
                                      .edit = lineedit_new(text, LINEEDIT_MAX, secret),
                                      .secret = secret};
    size_t typed = 0;
    while (typed < TYPED_MAX && app->private->typed[kind][typed])
        typed++;
    if (!secret)
        lineedit_set_history(app->prompt.edit, (const char *const *)app->private->typed[kind], typed);
    if (!secret)
        app_typed_want(app);
    app_scene_change(app);
    app_dirty(app, DIRTY_STATUS);
}

void app_prompt_open(struct app *app, enum app_prompt_kind kind, const char *text)
{
    app_prompt_open_for(app, kind, 0, text);
}

/* A search in the help shows at each key what holds the text. */
static bool prompt_filters_help(const struct app *app, enum app_prompt_kind kind)
{
    return kind == PROMPT_SEARCH && app->focus == PANE_HELP && !app->linear;
}

/* Frees a prompt that was entered or given up. */
static void prompt_free(struct app *app, const struct app_prompt *prompt)
{
    app_typed_drop(app, prompt);
    lineedit_free(prompt->edit);
    free(prompt->hint);
    mem_wipe_free(prompt->typed);
}

void app_prompt_close(struct app *app)
{
    if (app->prompt.kind == PROMPT_NONE)
        return;
    if (prompt_filters_help(app, app->prompt.kind))
        app_help_filter(app, NULL);
    prompt_free(app, &app->prompt);
    app->prompt = (struct app_prompt){0};
    app_scene_change(app);
    app_dirty(app, DIRTY_STATUS);
}

/* Replaces the hint behind the prompt; taken. */
static void prompt_hint(struct app *app, char *hint)
{
    free(app->prompt.hint);
    app->prompt.hint = hint;
    app_dirty(app, DIRTY_STATUS);
}

/* Keeps a line for Up, unless it is secret, empty, or the one before. */
static void prompt_remember(struct app *app, const struct app_prompt *prompt)
{
    char **typed = app->private->typed[prompt->kind];
    const char *text = lineedit_text(prompt->edit);
    if (prompt->secret || !*text || (typed[0] && strcmp(typed[0], text) == 0))
        return;
    free(typed[TYPED_MAX - 1]);
    memmove(typed + 1, typed, (TYPED_MAX - 1) * sizeof *typed);
    typed[0] = mem_copy(text);
}

/* Does what was typed. The prompt is closed already. */
static void prompt_accept(struct app *app, enum app_prompt_kind kind, int64_t id, const char *text)
{
    switch (kind) {
    case PROMPT_COMMAND:
        app_command(app, text);
        break;
    case PROMPT_SEARCH:
        if (prompt_filters_help(app, kind))
            app_help_found(app, text);
        else
            app_search_set(app, text);
        break;
    case PROMPT_FILTER:
        app_filter_set(app, text);
        break;
    case PROMPT_JUMP:
        app_jump_to(app, text);
        break;
    case PROMPT_NOTE:
        app_note_set(app, id, text);
        break;
    case PROMPT_PRESET:
        app_preset_save(app, text);
        break;
    case PROMPT_PASSWORD:
        app_policy_judge(app, text);
        break;
    case PROMPT_TAG:
        app_batch_delete_tag(app, text);
        break;
    case PROMPT_NONE:
        break;
    }
}

/* The names from number `from` on that fit beside what was typed; *next is where the rest begins, 0 when
 * nothing is left. */
static char *prompt_names(const struct app *app, const char *const *names, size_t count, size_t from,
                          size_t *next)
{
    int taken = text_width(app->prompt.label) + text_width(lineedit_text(app->prompt.edit));
    int room = app->linear ? INT_MAX : app->cols - taken - 5; /* cursor, gap, blank and ellipsis */
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    int used = 0;
    *next = 0;
    for (size_t i = from; i < count && !*next; i++) {
        int cells = text_width(names[i]) + (i > from ? 2 : 0);
        if (used + cells > room && i > from) {
            *next = i;
            break;
        }
        buffer_printf(&line, "%s%s", i > from ? "  " : "", names[i]);
        used += cells;
    }
    if (*next)
        buffer_append_text(&line, " …");
    return buffer_take(&line);
}

/* How many bytes all names begin with alike. */
static size_t prompt_common(const char *const *names, size_t count)
{
    size_t common = strlen(names[0]);
    for (size_t i = 1; i < count; i++) {
        for (size_t k = 0; k < common; k++)
            common = names[0][k] == names[i][k] ? common : k;
    }
    return common;
}

/* Completes the action name that was typed as far as it is the only one, and lists the names it may become;
 * once more lists those that did not fit. */
static void prompt_complete(struct app *app)
{
    const char *text = lineedit_text(app->prompt.edit);
    if (strchr(text, ' '))
        return;
    size_t count, hits = 0, typed = strlen(text);
    const struct action *rows = keymap_actions(app->keymap, &count);
    const char **names = mem_zero(count, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].run && strncmp(rows[i].name, text, typed) == 0)
            names[hits++] = rows[i].name;
    }
    size_t common = hits ? prompt_common(names, hits) : 0, from = app->prompt.hint_next;
    if (common > typed || hits == 1) {
        char *whole = mem_copy_n(names[0], common);
        char *done = hits == 1 ? mem_printf("%s ", whole) : mem_copy(whole);
        lineedit_set(app->prompt.edit, done);
        app->prompt.unsaved = true;
        free(done);
        free(whole);
        from = 0;
    }
    if (hits > 1)
        prompt_hint(app, prompt_names(app, names, hits, from, &app->prompt.hint_next));
    else
        prompt_hint(app, hits ? NULL : mem_printf("no such action; %s lists them", app_key_of(app, "help")));
    free(names);
}

/* The line is still open: its hint may be old, and what it filters follows. */
static void prompt_edited(struct app *app, enum lineedit_result result)
{
    if (result == LINEEDIT_REFUSED)
        prompt_hint(app, mem_printf("at most %d bytes fit; the line was left as it was", LINEEDIT_MAX));
    else if (result == LINEEDIT_CHANGED && app->prompt.hint)
        prompt_hint(app, NULL);
    if (result == LINEEDIT_CHANGED)
        app->prompt.hint_next = 0;
    app->prompt.unsaved = (app->prompt.unsaved || result == LINEEDIT_CHANGED) && !app->prompt.secret;
    if (result == LINEEDIT_CHANGED && prompt_filters_help(app, app->prompt.kind))
        app_help_filter(app, lineedit_text(app->prompt.edit));
    app_dirty(app, DIRTY_STATUS);
}

/* Would the line overwrite something that is kept, although it was not on the screen yet? */
static bool prompt_is_too_early(const struct app *app)
{
    return app->private->early && (app->prompt.kind == PROMPT_NOTE || app->prompt.kind == PROMPT_PRESET);
}

void app_prompt_key(struct app *app, struct key key)
{
    if (app->prompt.kind == PROMPT_COMMAND && key.kind == K_TAB && !key.mods) {
        prompt_complete(app);
        return;
    }
    enum lineedit_result result = lineedit_key(app->prompt.edit, key);
    if (result == LINEEDIT_CANCEL ||
        (key.kind == K_BACKSPACE && result == LINEEDIT_MOVED && !*lineedit_text(app->prompt.edit))) {
        app_prompt_close(app);
    } else if (result == LINEEDIT_ACCEPT && prompt_is_too_early(app)) {
        prompt_hint(app, mem_copy("not saved: typed before this line was shown; Enter saves it"));
    } else if (result == LINEEDIT_ACCEPT) {
        struct app_prompt prompt = app->prompt;
        app->prompt = (struct app_prompt){0};
        app_scene_change(app);
        app_dirty(app, DIRTY_STATUS);
        prompt_remember(app, &prompt);
        prompt_accept(app, prompt.kind, prompt.id, lineedit_text(prompt.edit));
        prompt_free(app, &prompt);
    } else {
        prompt_edited(app, result);
    }
}

void app_prompt_paste(struct app *app, const char *text)
{
    prompt_edited(app, lineedit_paste(app->prompt.edit, text, strlen(text)));
}

void app_command(struct app *app, const char *line)
{
    app->private->key = key_plain(K_ENTER);
    while (*line == ' ')
        line++;
    size_t len = strcspn(line, " ");
    if (len == 0)
        return;
    char *name = mem_copy_n(line, len);
    const char *arg = line + len;
    while (*arg == ' ')
        arg++;
    const struct action *action = keymap_named(app->keymap, name);
    if (action && !action->run && app->form_count > 0) {
        app_form_do(app, keymap_form_action(app->keymap, action));
    } else if (!action || !action->run) {
        char *clean = text_clean_copy(name);
        app_say_bad(app, "There is no action “%s”; Tab after %s lists them", clean,
                    app_key_of(app, "command"));
        free(clean);
    } else if (*arg && !action->arg) {
        app_say_bad(app, "%s takes nothing after its name", action->name);
    } else if (!(action->where & app_where(app)) && !(action->where & IS_GLOBAL)) {
        app_command_elsewhere(app, action, arg);
    } else {
        app_run(app, action, arg);
    }
    free(name);
}
