/* Owns how panes, previews and menus are printed in lines. It reads the application's state and decides
 * nothing. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "plain.h"
#include "steno/client/calls.h"
#include "steno/app/counts.h"
#include "steno/app/watchlist.h"
#include "steno/app/app_input.h"
#include "steno/app/pages.h"
#include "steno/app/panes.h"
#include "steno/app/poll.h"
#include "steno/app/menu.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/base/when.h"
#include "steno/core/filter.h"

/* One project: id, state, length, name, and what else there is to say. */
static void plain_page_write_project(const struct app *app, const struct app_project *project)
{
    char length[128] = "", when[DATE_TEXT_SIZE];
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, "%" PRId64, project->id);
    app_project_length(project, length, sizeof length);
    if (project->known)
        buffer_printf(&line, "  %s%s%s  %s", *project->state ? project->state : "not given",
                      *length ? "  " : "", length, *project->name ? project->name : "(no name)");
    else
        buffer_append_text(&line, project->reading ? "  reading" : "  not read yet");
    if (list_is_marked(&app->list, project->id))
        buffer_append_text(&line, ", marked");
    if (!project->matches)
        buffer_append_text(&line, ", no longer matches the filter");
    if (project->known && !project->fresh && project->fetched_ms) {
        app_time_text(app, when, sizeof when, project->fetched_ms);
        buffer_printf(&line, ", as of %s", when);
    }
    if (project->note)
        buffer_printf(&line, ", note: %s", project->note);
    if (project->unanswered)
        buffer_printf(&line, ", %s", project->unanswered);
    if (project->trouble)
        buffer_printf(&line, ", not read: %s", project->trouble);
    plain_line("%s", buffer_text(&line));
    buffer_free(&line);
}

/* The watchlist. */
static void plain_page_write_projects(const struct app *app)
{
    char till[DATE_TEXT_SIZE], total[32], words[COUNTS_MAX * (COUNTS_WORD + 16)];
    app_counts_total(app, total, sizeof total);
    app_counts_words(app, ", ", words, sizeof words);
    if (*app->client->email || *app->client->url)
        plain_line("%s%s%s. %s%s%s", total, *words ? ": " : "", words, app->client->email,
                   *app->client->email ? " at " : "", app->client->url);
    if (app_pause_text(app, till, sizeof till))
        plain_line(REFRESH_PAUSE_SENTENCE, till);
    if (app->filter)
        plain_line("Only those that match \"%s\":", app->filter);
    for (size_t i = 0; i < app->list.count; i++) {
        const struct app_project *project = app_project_find(app, app->list.ids[i]);
        if (project)
            plain_page_write_project(app, project);
    }
    if (app->list.count == 0)
        plain_line("%s", app->project_count > 0 ? filter_none(app->filter ? app->filter : "")
                                                : "No projects are watched yet: open ID adds one");
    else
        plain_line("Selected: %" PRId64, app_selected(app));
}

/* One line of a page; `number` 0: without one. A fold says whether it is open. */
static void plain_page_write_line(const struct page_line *line, size_t number)
{
    char count[24] = "";
    if (number > 0 && (line->target || line->id))
        snprintf(count, sizeof count, "%zu  ", number);
    const char *text = line->full ? line->full : line->value;
    const char *before = line->kind == LINE_BAD ? "Error: " : "";
    if (line->kind == LINE_FOLD) {
        plain_line("  %s%s %s: %s", count, line->is_open ? "-" : "+", line->label, text);
        return;
    }
    int indent = line->kind == LINE_HEADING ? 0 : 2 + 2 * line->indent;
    if (line->label && *line->label)
        plain_line("%*s%s%s: %s", indent, "", count, line->label, text);
    else
        plain_line("%*s%s%s%s", number > 0 ? 0 : indent, "", count, before, text);
}

/* The number of a line: of each where they are numbered, else of a fold, which it opens. */
static size_t plain_page_number(const struct page *page, size_t at, bool numbered)
{
    return numbered || page->lines[at].kind == LINE_FOLD ? at + 1 : 0;
}

/* The lines of a page from one to before another. */
static void plain_page_write_part(const struct page *page, size_t from, size_t end, bool numbered)
{
    for (size_t i = from; i < end; i++)
        if (!page->lines[i].goes_on)
            plain_page_write_line(&page->lines[i], plain_page_number(page, i, numbered));
}

#define LIST_LINES 20 /* of a list, at once */

/* The next rows of a list from its cursor on, and how far they go. */
static void plain_page_write_rows(const struct page *page)
{
    size_t from = page->list.selected,
           end = from + LIST_LINES < page->count ? from + LIST_LINES : page->count;
    plain_page_write_part(page, from, end, true);
    if (end < page->count)
        plain_line("%zu to %zu of %zu; Enter goes on", from + 1, end, page->count);
    else
        plain_line("%zu to %zu of %zu, the last", page->count ? from + 1 : 0, end, page->count);
}

void plain_page_write(const struct app *app)
{
    if (app->focus == PANE_LIST) {
        plain_page_write_projects(app);
        return;
    }
    const struct pane *pane = &app->panes[app->focus];
    plain_line("%s", app_pane_title(app, app->focus));
    if (pane->page.aside && pane->page.aside_stays)
        plain_line("%s", pane->page.aside);
    if (pane->page.head.value && !pane->page.head.cells)
        plain_page_write_line(&pane->page.head, 0);
    if (pane->page.is_list)
        plain_page_write_rows(&pane->page);
    else
        plain_page_write_part(&pane->page, 0, pane->page.count, pane->ops->numbered);
}

void plain_page_cursor(const struct app *app)
{
    if (app->focus == PANE_LIST) {
        const struct app_project *project = app_project_find(app, app_selected(app));
        if (project)
            plain_page_write_project(app, project);
        return;
    }
    const struct pane *pane = &app->panes[app->focus];
    const struct page *page = &pane->page;
    size_t at = page->list.selected, end = at + 1;
    if (at >= page->count)
        return;
    while (page->lines[at].kind == LINE_FOLD && end < page->count && page->lines[end].indent > 0)
        end++;
    plain_page_write_part(page, at, end, pane->ops->numbered || page->is_list);
}

void plain_page_go_on(struct plain *plain)
{
    const struct page *page = app_focus_page(plain->app);
    struct app_input next = {.kind = INPUT_CHOOSE, .number = (int)(page->list.selected + LIST_LINES + 1)};
    if (!page->is_list || page->list.selected + LIST_LINES >= page->count) {
        plain_send(plain, INPUT_CLOSE, NULL);
        return;
    }
    engine_input(&plain->engine, &next);
    plain_show(plain, SHOWS_PANE);
}

void plain_page_write_preview(const struct app *app)
{
    plain_page_write_part(&app->preview, 0, app->preview.count, false);
}

void plain_page_write_menu(const struct app *app)
{
    plain_line("%s", app->menu->title);
    for (size_t i = 0; i < app->menu->count; i++)
        plain_line("  %zu  %s", i + 1, app->menu->items[i]);
}

/* Is the call about what the pane shows? */
static bool plain_page_waits_for(const struct app *app, const struct client_call *call)
{
    const struct pane_ops *ops = app->panes[app->focus].ops;
    if (ops->awaits)
        return ops->awaits(app, call);
    const struct app_project *project = app_project_at_hand(app);
    return project && call->op == ENDPOINT_GET_PROJECT && call->project_id == project->id;
}

bool plain_page_is_coming(const struct app *app)
{
    if (app_focus_ops(app)->is_coming)
        return app_focus_ops(app)->is_coming(app);
    for (size_t i = 0; i < app->client->call_count; i++)
        if (plain_page_waits_for(app, &app->client->calls[i]))
            return true;
    const struct app_project *project = app_project_at_hand(app);
    return app->panes[app->focus].ops->wants_whole && project && !project->full && !project->trouble &&
           app->client->session == SESSION_UP;
}
