/* Owns the names of the groups of actions. */
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
