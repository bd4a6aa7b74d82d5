/* Owns how an action is called, and the names of their groups. */
#include "steno/app/action.h"

const char *action_group_name(enum action_group group)
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
