/* Owns help and hints: what can be done here, out of the action table and the keys as bound; and the activity
 * pane. */
#include "topics/help.h"

#include <stdlib.h>
#include <string.h>

#include "keys.h"
#include "private.h"
#include "steno/app/action.h"
#include "steno/app/columns.h"
#include "steno/app/keymap.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/preview.h"
#include "steno/app/state.h"
#include "steno/app/topic.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/form.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

/* Is the action worth a line in help opened at `where`? */
static bool help_lists(const struct action *action, unsigned where)
{
    return (action->where & where) != 0;
}

/* The line of one action. */
static void help_line(const struct app *app, struct page *page, const struct action *row, int cells)
{
    char keys[128];
    keymap_keys(app->keymap, row, keys, sizeof keys);
    char *label = *keys ? mem_copy(keys) : mem_printf(":%s", row->name);
    page_add_wrapped(page, LINE_FIELD, label, row->help, cells, row->name);
    free(label);
}

/* The lines of the help about one place. */
static void help_lines(const struct app *app, struct page *page, unsigned where, int cells)
{
    size_t count;
    const struct action *rows = keymap_actions(app->keymap, &count);
    for (size_t i = 0; i < count; i++) {
        bool seen = false;
        for (size_t k = 0; k < i; k++)
            seen = seen || (strcmp(rows[k].group, rows[i].group) == 0 && help_lists(&rows[k], where));
        if (seen || !help_lists(&rows[i], where))
            continue;
        page_add(page, LINE_HEADING, NULL, rows[i].group);
        for (size_t k = i; k < count; k++) {
            if (strcmp(rows[k].group, rows[i].group) == 0 && help_lists(&rows[k], where))
                help_line(app, page, &rows[k], cells);
        }
    }
}

/* Is the text in an action's keys, name or help? */
static bool help_holds(const struct app *app, const struct action *row, const char *text)
{
    char keys[128];
    keymap_keys(app->keymap, row, keys, sizeof keys);
    return text_contains_nocase(keys, text) || text_contains_nocase(row->name, text) ||
           text_contains_nocase(row->help, text);
}

/* Only the lines that hold the filter, without headings. */
static void help_lines_found(const struct app *app, struct page *page, unsigned where, int cells)
{
    size_t count;
    const struct action *rows = keymap_actions(app->keymap, &count);
    for (size_t i = 0; i < count; i++) {
        if (help_lists(&rows[i], where) && help_holds(app, &rows[i], app->private->help_filter))
            help_line(app, page, &rows[i], cells);
    }
    if (page->count == 0)
        page_add(page, LINE_NOTE, NULL, "Nothing that can be done here holds that");
}

void app_build_help(struct app *app, struct page *page, int cells)
{
    page_title(page, "Help: what can be done here");
    if (app->private->help_filter)
        help_lines_found(app, page, app->private->help_where, cells);
    else
        help_lines(app, page, app->private->help_where, cells);
}

void app_help_filter(struct app *app, const char *text)
{
    free(app->private->help_filter);
    app->private->help_filter = text && *text ? mem_copy(text) : NULL;
    app_page_touch(app, PANE_HELP);
    list_home(&app->pages[PANE_HELP].list, 0);
}

void app_help_found(struct app *app, const char *text)
{
    app_help_filter(app, text);
    if (!*text)
        return;
    free(app->search);
    app->search = text_clean_copy(text);
}

void act_help(struct app *app, const char *arg)
{
    (void)arg;
    if (app->form_count > 0) {
        app_preview_help(app);
        return;
    }
    if (app->focus == PANE_HELP)
        return;
    app->private->help_where = 1u << app->focus;
    app_help_filter(app, NULL);
    app_pane_open(app, PANE_HELP);
}

void app_help_build_form(struct app *app, struct page *page, int cells)
{
    help_lines(app, page, IN_FORM, cells);
}

void app_help_run(struct app *app)
{
    const struct page_line *line = page_line_at_hand(&app->pages[PANE_HELP]);
    const struct action *action = line && line->target ? keymap_named(app->keymap, line->target) : NULL;
    if (!action || !action->run)
        return;
    app_pane_back(app);
    if (action->where & app_where(app))
        app_run(app, action, "");
}

const struct topic topic_help = {.name = "help"};
