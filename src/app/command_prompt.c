/* Owns the line of commands: its prompt, and how a command is run. */
#include "command_prompt.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dispatch.h"
#include "steno/app/action.h"
#include "steno/app/places.h"
#include "form_actions.h"
#include "steno/app/forms.h"
#include "steno/app/keymap.h"
#include "pages.h"
#include "panes.h"
#include "prompt.h"
#include "steno/app/state.h"
#include "status.h"
#include "steno/base/mem.h"
#include "steno/widget/form.h"
#include "steno/widget/key.h"

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
                                              .kept_as = "line.command",
                                              .keys = "Enter Run  Tab Complete  Esc Back",
                                              .is_command = true,
                                              .accept = command_run,
                                              .fits = command_fits};

void act_command(struct app *app)
{
    app_prompt_open(app, &app_command_prompt, 0, "");
}
