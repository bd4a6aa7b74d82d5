/* Owns the lines that say what happened, for every pane that shows some. */
#include "activity_page.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/widget/page.h"

/* The time of a line of the activity: seconds today, the date before; the zone only where it is not this
 * one, which the title names. */
static void activity_time(const struct app *app, char *out, size_t size, int64_t wall_ms, const char *zone)
{
    app_time_text(app, out, size, wall_ms);
    if (strchr(out, ' ') != strrchr(out, ' '))
        return; /* with its date */
    date_format_clock(out, size, wall_ms, app->client->zone);
    char *named = strchr(out, ' ');
    if (named && strcmp(named + 1, zone) == 0)
        *named = '\0';
}

char app_activity_mark(const struct app *app, const struct app_activity *entry)
{
    static const char marks[] = {
        [ACTIVITY_ERROR] = '!', [ACTIVITY_UNKNOWN] = '?', [ACTIVITY_DONE] = '+', [ACTIVITY_NOTE] = ' '};
    if (entry->kind != ACTIVITY_STATE)
        return entry->kind == ACTIVITY_REQUEST ? ' ' : marks[entry->kind];
    const char *state = entry->text;
    for (const char *at = state; (at = strstr(at, "→ ")) != NULL; state = at)
        at += strlen("→ ");
    char *name = mem_copy_n(state, strcspn(state, ",")); /* "Completed, took 31 min" */
    char mark = app_state_mark(app, name);
    free(name);
    return mark;
}

/* One line, over as many rows as it takes. Among those of one project its id is not repeated. */
static void activity_line(const struct app *app, struct page *page, int cells,
                          const struct app_activity *entry, bool with_id, const char *zone)
{
    char clock[DATE_TEXT_SIZE], id[32] = "";
    activity_time(app, clock, sizeof clock, entry->wall_ms, zone);
    if (with_id && entry->id && entry->kind != ACTIVITY_REQUEST && entry->kind != ACTIVITY_ERROR)
        snprintf(id, sizeof id, "%" PRId64 ": ", entry->id);
    char *line = mem_printf("%s  %s%s", clock, id, entry->text);
    char *target = mem_printf("%" PRId64 " %" PRId64 " %s", entry->wall_ms, entry->id, entry->text);
    size_t from = page->count;
    page_add_wrapped(page, entry->kind == ACTIVITY_ERROR ? LINE_BAD : LINE_TEXT, NULL, line, cells, target);
    for (size_t k = from; k < page->count; k++)
        page->lines[k].id = entry->id;
    free(target);
    free(line);
}

void app_page_activity_entry(const struct app *app, struct page *page, int cells,
                             const struct app_activity *entry, const char *zone)
{
    activity_line(app, page, cells, entry, true, zone);
}

void app_page_activity(const struct app *app, struct page *page, int cells, int64_t id)
{
    for (size_t i = app->activity_count; i-- > 0;) {
        if (app->activity[i].id == id)
            activity_line(app, page, cells, &app->activity[i], false, "");
    }
}

void app_page_activity_end(const struct app *app, struct page *page, int64_t id)
{
    char *where = id ? mem_printf("Older entries: steno activity %" PRId64, id)
                     : mem_copy("Older entries: steno activity");
    if (app->activity_is_cut)
        page_add(page, LINE_NOTE, NULL, where);
    free(where);
}
