/* The table of actions. Rows only; what they do is act.c and the topics. */

#include "act.h"
#include "command.h"
#include "topics/account.h"
#include "topics/activity.h"
#include "topics/enqueue.h"
#include "topics/export.h"
#include "topics/help.h"
#include "topics/details.h"
#include "topics/groups.h"
#include "topics/open.h"
#include "topics/policy.h"
#include "topics/search.h"
#include "topics/watch.h"
#include "steno/app/action.h"

#define LISTS       IN_PANES
#define HAVE_GROUPS (IN_DETAILS | IN_METADATA | IN_ACCOUNT | IN_POLICY | IN_HELP)
#define EVERYWHERE  (IN_PANES | IN_FORM)

/* clang-format off */
const struct action actions[] = {
    {.name = "down", .keys = "j Down", .where = LISTS, .group = "Move", .help = "One line down", .run = act_down},
    {.name = "up", .keys = "k Up", .where = LISTS, .group = "Move", .help = "One line up", .run = act_up},
    {.name = "page-down", .keys = "PgDn", .where = LISTS, .group = "Move", .help = "One page down",
     .run = act_page_down},
    {.name = "page-up", .keys = "PgUp", .where = LISTS, .group = "Move", .help = "One page up",
     .run = act_page_up},
    {.name = "top", .keys = "g Home", .where = LISTS, .group = "Move", .help = "To the first line",
     .run = act_top},
    {.name = "bottom", .keys = "G End", .where = LISTS, .group = "Move", .help = "To the last line",
     .run = act_bottom},
    {.name = "next-pane", .keys = "Tab", .where = IN_PANES, .group = "Move", .help = "To the next pane",
     .run = act_next_pane},
    {.name = "previous-pane", .keys = "Shift-Tab", .where = IN_PANES, .group = "Move",
     .help = "To the pane before", .run = act_previous_pane},
    {.name = "enter", .keys = "Enter", .where = IN_PANES, .group = "Move",
     .help = "Open the thing under the cursor", .run = act_enter},
    {.name = "jump", .keys = "#", .where = IN_PANES, .group = "Move", .arg = "ID",
     .help = "Jump to a project of the watchlist by its id", .run = act_jump},
    {.name = "search", .keys = "/", .where = IN_PANES, .group = "Move", .arg = "TEXT",
     .help = "Search in the pane", .run = act_search},
    {.name = "search-next", .keys = "n", .where = IN_PANES, .group = "Move", .help = "Next hit of the search",
     .run = act_search_next},
    {.name = "search-previous", .keys = "N", .where = IN_PANES, .group = "Move",
     .help = "Hit before this one", .run = act_search_previous},
    {.name = "next-group", .keys = "]", .where = HAVE_GROUPS, .group = "Move",
     .help = "To the heading of the next group", .run = act_next_group},
    {.name = "previous-group", .keys = "[", .where = HAVE_GROUPS, .group = "Move",
     .help = "To the heading before", .run = act_previous_group},
    {.name = "next-highlight", .keys = "h", .where = IN_PROJECTS | IN_DETAILS | NEEDS_PROJECT,
     .group = "Move", .arg = "TIME",
     .help = "To the next keyword highlight, or the first from a time on", .run = act_next_highlight},
    {.name = "previous-highlight", .keys = "H", .where = IN_PROJECTS | IN_DETAILS | NEEDS_PROJECT,
     .group = "Move", .help = "To the highlight before", .run = act_previous_highlight},

    {.name = "enqueue", .keys = "e", .where = IN_PANES | NEEDS_PROJECT | IS_WRITE, .group = "Project",
     .hint = "Enqueue", .help = "Enqueue for transcription, by a form", .run = act_enqueue},
    {.name = "export", .keys = "x", .where = IN_PANES | NEEDS_PROJECT, .group = "Project", .hint = "Export",
     .help = "Export subtitles, by a form", .run = act_export},
    {.name = "open", .keys = "o", .where = IN_PANES, .group = "Project", .hint = "Open", .arg = "ID...",
     .help = "Open projects by id: 12 15 20-30", .run = act_open},
    {.name = "refresh", .keys = "r", .where = IN_PANES, .group = "Project",
     .help = "Read this one again now", .run = act_refresh},
    {.name = "refresh-all", .keys = "R", .where = IN_PANES, .group = "Project",
     .help = "Read all of the watchlist again", .run = act_refresh_all},
    {.name = "add", .keys = "a", .where = IN_TAGS | IN_METADATA | IS_WRITE, .group = "Project", .hint = "Add",
     .help = "Add in this pane", .run = act_add},
    {.name = "delete", .keys = "d",
     .where = IN_PROJECTS | IN_TAGS | IN_METADATA | NEEDS_PROJECT | IS_WRITE, .group = "Project",
     .arg = "TAG", .help = "Delete the tag or key here; a tag of the marked projects", .run = act_delete},
    {.name = "mark", .keys = "Space", .where = IN_PROJECTS | NEEDS_PROJECT, .group = "Project",
     .help = "Mark or unmark, and move down", .run = act_mark},
    {.name = "unmark-all", .keys = "u", .where = IN_PROJECTS, .group = "Project", .help = "Take all marks away",
     .run = act_unmark},
    {.name = "remove", .keys = "D", .where = IN_PANES | NEEDS_PROJECT, .group = "Project",
     .help = "Remove from the watchlist (not from the server)", .run = act_remove},
    {.name = "note", .keys = "b", .where = IN_PANES | NEEDS_PROJECT, .group = "Project", .arg = "TEXT",
     .help = "Write a note of your own on the project", .run = act_note},

    {.name = "details", .keys = "i", .where = IN_PANES | NEEDS_PROJECT, .group = "Panes",
     .help = "Details: every field", .run = act_details},
    {.name = "tags", .keys = "t", .where = IN_PANES | NEEDS_PROJECT, .group = "Panes", .help = "Tags",
     .run = act_tags},
    {.name = "metadata", .keys = "m", .where = IN_PANES | NEEDS_PROJECT, .group = "Panes", .help = "Metadata",
     .run = act_metadata},
    {.name = "raw", .keys = "J", .where = IN_PANES | NEEDS_PROJECT, .group = "Panes",
     .help = "The project as JSON", .run = act_raw},
    {.name = "activity", .keys = "L", .where = IN_PANES, .group = "Panes",
     .help = "Activity: transitions, requests, errors", .run = act_activity},
    {.name = "account", .keys = "A", .where = IN_PANES, .group = "Panes",
     .help = "Account: user, credit, rights, consents", .run = act_account},
    {.name = "policy", .keys = "P", .where = IN_PANES, .group = "Panes", .help = "Password policy",
     .run = act_policy},
    {.name = "check-password", .keys = "c", .where = IN_POLICY, .group = "Panes", .hint = "Check",
     .help = "Check a password here, without sending it", .run = act_check},
    {.name = "projects", .keys = "", .where = IN_PANES, .group = "Panes", .help = "The watchlist",
     .run = act_projects},

    {.name = "filter", .keys = "f", .where = IN_PROJECTS, .group = "List", .arg = "TEXT",
     .help = "Show only rows with a text in id, name, tag, state", .run = act_filter},
    {.name = "sort", .keys = "s", .where = IN_PROJECTS, .group = "List", .arg = "COLUMN",
     .help = "Sort by the next column", .run = act_sort},
    {.name = "sort-direction", .keys = "S", .where = IN_PROJECTS, .group = "List",
     .help = "Turn the order round", .run = act_sort_direction},

    {.name = "login", .keys = "l", .where = IN_PANES, .group = "Program", .help = "Log in",
     .run = act_login},
    {.name = "copy", .keys = "y", .where = IN_PANES, .group = "Program",
     .help = "Copy the value, id or message here", .run = act_copy},
    {.name = "time-zone", .keys = "z", .where = IN_PANES, .group = "Program", .arg = "utc|local",
     .help = "Show all times in UTC, or in local time again", .run = act_time_zone},
    {.name = "command", .keys = ":", .where = IN_PANES, .group = "Program",
     .help = "Any action by its name; Tab completes", .run = act_command},
    {.name = "help", .keys = "?", .where = EVERYWHERE | IS_GLOBAL, .group = "Program", .hint = "Help",
     .help = "What can be done here; it can be searched", .run = act_help},
    {.name = "back", .keys = "q Esc ^G", .where = IN_PANES, .group = "Program",
     .help = "Back; on the watchlist: quit", .run = act_back},
    {.name = "interrupt", .keys = "^C", .where = EVERYWHERE | IS_GLOBAL, .group = "Program",
     .help = "Cancel the call, else leave, else ask; twice quits", .run = act_interrupt},
    {.name = "repaint", .keys = "^L", .where = EVERYWHERE | IS_GLOBAL, .group = "Program",
     .help = "Draw the screen anew", .run = act_repaint},
    {.name = "suspend", .keys = "", .where = IN_PANES | IS_GLOBAL, .group = "Program",
     .help = "Stop the program; fg brings it back", .run = act_suspend},
    {.name = "quit", .keys = "", .where = IN_PANES | IS_GLOBAL, .group = "Program", .help = "Quit",
     .run = act_quit},
};
/* clang-format on */

const size_t action_count = sizeof actions / sizeof actions[0];
