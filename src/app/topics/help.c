/* Owns the help: what can be done here, out of the action table and the keys as bound. */
#include "topics/help.h"

#include <stdlib.h>
#include <string.h>

#include "steno/app/action.h"
#include "steno/app/places.h"
#include "steno/app/keymap.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/preview.h"
#include "steno/app/run.h"
#include "steno/app/state.h"
#include "steno/app/topic.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/widget/form.h"
#include "steno/widget/list.h"
#include "steno/widget/page.h"

#define FORM_LABEL_CELLS 16

struct help_state {
    unsigned where; /* where it was opened: only what is valid there is shown */
    char *filter;   /* only lines that hold this are shown; NULL for all */
};

static struct help_state *help_state(const struct app *app)
{
    return topic_state(app, &topic_help);
}

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
    const struct action *before = NULL; /* they stand by groups */
    for (size_t i = 0; i < count; i++) {
        if (!help_lists(&rows[i], where))
            continue;
        if (!before || before->group != rows[i].group)
            page_add(page, LINE_HEADING, NULL, action_group_name(rows[i].group));
        help_line(app, page, &rows[i], cells);
        before = &rows[i];
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
        if (help_lists(&rows[i], where) && help_holds(app, &rows[i], help_state(app)->filter))
            help_line(app, page, &rows[i], cells);
    }
    if (page->count == 0)
        page_add(page, LINE_NOTE, NULL, "Nothing that can be done here holds that");
}

static void help_build(struct app *app, struct page *page, int cells)
{
    const struct help_state *state = help_state(app);
    page_title(page, "Help: what can be done here");
    if (state->filter)
        help_lines_found(app, page, state->where, cells);
    else
        help_lines(app, page, state->where, cells);
}

static void help_filter(struct app *app, const char *text)
{
    struct help_state *state = help_state(app);
    free(state->filter);
    state->filter = text && *text ? mem_copy(text) : NULL;
    app_page_touch(app, "help");
    list_home(&app_page_of(app, "help")->list, 0);
}

/* The keys of the form on top, or of its captions, over it. */
static void help_of_form(struct app *app, unsigned where)
{
    struct page *page = &app->preview;
    page_begin(page);
    page_title(page, where == IN_FORM ? "Help: the keys of this form" : "Help: the keys of the captions");
    page->label_cells = FORM_LABEL_CELLS;
    help_lines(app, page, where, app->layout.body.w - PAGE_GUTTER);
    app_preview_show(app);
}

static void help_open(struct app *app, const char *arg)
{
    (void)arg;
    unsigned where = app_where(app);
    if (where == IN_FORM || where == IN_CAPTIONS) {
        help_of_form(app, where);
        return;
    }
    if (app->focus == app_pane_find(app, "help"))
        return;
    help_state(app)->where = where;
    help_filter(app, NULL);
    app_pane_open(app, "help");
}

/* Does what the line under the cursor is about, in the pane that the help was opened from. */
static void help_enter(struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    const struct action *action = line && line->target ? keymap_named(app->keymap, line->target) : NULL;
    if (!action || !action->run)
        return;
    app_pane_back(app);
    if (action->where & app_where(app))
        app_run(app, action, "");
}

static void help_end(void *state)
{
    free(((struct help_state *)state)->filter);
}

static const struct pane_ops help_pane = {.name = "help",
                                          .covers = true,
                                          .title = "Help",
                                          .grouped = true,
                                          .label_least = 12,
                                          .label_most = 24,
                                          .build = help_build,
                                          .enter = help_enter,
                                          .filter = help_filter};

/* clang-format off */
static const struct action help_actions[] = {
    {.name = "help", .keys = "?", .where = IN_PANES | IN_FORM | IN_CAPTIONS | IS_GLOBAL,
     .group = GROUP_PROGRAM,
     .hint = "Help", .help = "Show available keys; they can be searched", .run = help_open},
};
/* clang-format on */

const struct topic topic_help = {.name = "help",
                                 .state_size = sizeof(struct help_state),
                                 .end = help_end,
                                 .pane = &help_pane,
                                 TOPIC_ACTIONS(help_actions)};
