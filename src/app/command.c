/* Owns the line of commands: its prompt, the names that Tab completes, and how a command is run. */
#include "command.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "keys.h"
#include "steno/app/action.h"
#include "steno/app/columns.h"
#include "steno/app/form_keys.h"
#include "steno/app/forms.h"
#include "steno/app/keymap.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/prompt.h"
#include "steno/app/run.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"
#include "steno/widget/lineedit.h"

/* The names from number `from` on that fit beside what was typed; *next is where the rest begins, 0 when
 * nothing is left. */
static char *command_names(const struct app *app, const char *const *names, size_t count, size_t from,
                           size_t *next)
{
    int taken = text_width(app->prompt->ops->label) + text_width(lineedit_text(app->prompt->edit));
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
static size_t command_common(const char *const *names, size_t count)
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
static void command_complete(struct app *app)
{
    const char *text = lineedit_text(app->prompt->edit);
    if (strchr(text, ' '))
        return;
    size_t count, hits = 0, typed = strlen(text);
    const struct action *rows = keymap_actions(app->keymap, &count);
    const char **names = mem_zero(count, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        if (rows[i].run && strncmp(rows[i].name, text, typed) == 0)
            names[hits++] = rows[i].name;
    }
    size_t common = hits ? command_common(names, hits) : 0, from = app->prompt->hint_next;
    if (common > typed || hits == 1) {
        char *whole = mem_copy_n(names[0], common);
        char *done = hits == 1 ? mem_printf("%s ", whole) : mem_copy(whole);
        lineedit_set(app->prompt->edit, done);
        app->prompt->unsaved = true;
        free(done);
        free(whole);
        from = 0;
    }
    if (hits > 1)
        app_prompt_hint(app, command_names(app, names, hits, from, &app->prompt->hint_next));
    else
        app_prompt_hint(app,
                        hits ? NULL : mem_printf("no such action; %s lists them", app_key_of(app, "help")));
    free(names);
}

/* Runs an action where it is valid: in the first pane that has it. */
static void command_elsewhere(struct app *app, const struct action *action, const char *arg)
{
    if (app->form_count > 0) {
        app_say(app, "%s: leave the form first", action->name);
        return;
    }
    for (int pane = 0; pane < app->pane_count; pane++) {
        if (action->where & (1u << pane)) {
            app_pane_open(app, app->panes[pane].ops->name);
            app_pages_build(app);
            app_run(app, action, arg);
            return;
        }
    }
    app_say(app, "%s is only for forms", action->name);
}

/* Runs a line that was entered. */
static void command_run(struct app *app, int64_t id, const char *line)
{
    (void)id;
    app->key = key_plain(K_ENTER);
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
        command_elsewhere(app, action, arg);
    } else {
        app_run(app, action, arg);
    }
    free(name);
}

const struct prompt_ops app_command_prompt = {.label = ":",
                                              .kept_as = "line.command",
                                              .is_command = true,
                                              .accept = command_run,
                                              .complete = command_complete};

void act_command(struct app *app, const char *arg)
{
    (void)arg;
    app_prompt_open(app, &app_command_prompt, 0, "");
}
