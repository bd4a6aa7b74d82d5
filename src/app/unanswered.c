/* Owns the marks of projects that have a write without an answer. When those are looked at, and what settles
 * them, is the client's. */
/* SPDX-License-Identifier: MIT */
#include "unanswered.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/endpoint.h"
#include "part.h"
#include "steno/app/project.h"
#include "state.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/client/client_state.h"
#include "steno/client/open_writes.h"
#include "steno/core/pending.h"
#include "steno/core/receipt.h"

/* "Enqueue sent 11:02 CEST has no answer yet", and for how long it may be carried out. Caller frees. */
static char *unanswered_text(const struct app *app, const struct open_write *row)
{
    char when[DATE_TEXT_SIZE], open[DATE_TEXT_SIZE + 20];
    app_time_text(app, when, sizeof when, row->pending.when_ms);
    receipt_open_text(open, sizeof open,
                      pending_open_until(&row->pending, app->settings, app->client->wall_ms),
                      app->client->wall_ms, app->client->zone);
    return row->is_open
               ? mem_printf("%s sent %s has no answer: %s", endpoints[row->pending.op].title, when, open)
               : mem_printf("%s sent %s has no answer yet", endpoints[row->pending.op].title, when);
}

/* When it was sent, where its sender lives, is not this window, and has time yet; 0 otherwise. */
static int64_t unanswered_sent(const struct app *app, const struct open_write *row)
{
    bool waits = !row->is_open && row->pending.life != OWNER_SELF;
    return waits && app->client->wall_ms <= row->pending.until_ms ? row->pending.when_ms : 0;
}

/* Marks a project by its rows, or takes the mark off: of an enqueue rather than of others. */
static void unanswered_mark(struct app *app, int64_t id)
{
    size_t count;
    const struct open_write *rows = open_writes(app->client, &count), *shown = NULL;
    struct app_project *project = app_project_find(app, id);
    if (!project)
        return;
    for (size_t i = 0; i < count; i++) {
        if (rows[i].pending.id == id && (!shown || rows[i].pending.op == ENDPOINT_ENQUEUE))
            shown = &rows[i];
    }
    char *text = shown ? unanswered_text(app, shown) : NULL;
    int64_t sent_ms = shown ? unanswered_sent(app, shown) : 0;
    bool same = text && project->unanswered && strcmp(text, project->unanswered) == 0 &&
                sent_ms == project->elsewhere_ms;
    project->open_enqueue = shown && shown->pending.op == ENDPOINT_ENQUEUE ? shown->pending.row : 0;
    if (!same && (text || project->unanswered)) {
        app_stale_row(app, id);
        app_dirty(app, DIRTY_PANE(PANE_LIST));
        app_stale_project(app, id);
    }
    free(project->unanswered);
    project->unanswered = text;
    project->elsewhere_ms = sent_ms;
}

void app_unanswered_mark(struct app *app)
{
    size_t count;
    const struct open_write *rows = open_writes(app->client, &count);
    for (size_t i = 0; i < app->project_count; i++) {
        if (app->projects[i].unanswered || app->projects[i].open_enqueue)
            unanswered_mark(app, app->projects[i].id);
    }
    for (size_t i = 0; i < count; i++)
        unanswered_mark(app, rows[i].pending.id);
    if (count > 0) /* each of them has a deadline */
        part_wake(app, &part_unanswered);
}

static void unanswered_begin(struct app *app)
{
    app->client->looks_at_all = true;
}

static void unanswered_turn(struct app *app)
{
    size_t count;
    app->stale &= ~STALE_PENDING;
    open_writes_turn(app->client);
    open_writes(app->client, &count);
    if (count > 0) /* each of them may have another deadline by then */
        part_wake(app, &part_unanswered);
}

static int64_t unanswered_deadline(const struct app *app)
{
    return open_writes_deadline(app->client);
}

const struct part part_unanswered = {.name = "unanswered",
                                     .begin = unanswered_begin,
                                     .wakes = STALE_PENDING,
                                     .turn = unanswered_turn,
                                     .deadline = unanswered_deadline,
                                     .until_quit = true};
