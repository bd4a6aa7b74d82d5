/* Owns the batch that only reads: the marked projects, as the refresh machine takes them. */
#include <stdint.h>

#include "marked.h"
#include "steno/api/endpoint.h"
#include "poll.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/base/mem.h"

static const struct marked_ops marked_refresh_ops = {.op = ENDPOINT_GET_PROJECT,
                                                     .verb = "Refresh",
                                                     .running = "Refreshing",
                                                     .past = "Refreshed",
                                                     .noun = "Refresh",
                                                     .is_reading = true};

void marked_refresh_start(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    if (!project)
        return;
    project->awaited = true;
    app_poll_ask(app, id);
}

/* One that was read, or could not be; one that has gone meanwhile is neither, and one that the session did
 * not last for. */
static void marked_refresh_row_step(struct app *app, size_t place)
{
    struct marked_row *row = &app->marked->rows[place];
    struct app_project *project = app_project_find(app, row->id);
    if (project && project->awaited && app->client->session == SESSION_UP)
        return;
    if (!project || project->awaited) {
        if (project)
            project->awaited = false;
        marked_row_end(app, place, MARKED_LEFT);
        return;
    }
    row->kind = project->trouble_kind;
    row->text = mem_copy_or_null(project->trouble);
    marked_row_end(app, place, project->trouble ? MARKED_FAILED : MARKED_DONE);
}

void marked_refresh_step(struct app *app)
{
    struct marked *marked = app->marked;
    /* after a login they are read when they fall due, which may be late */
    if (app->client->session != SESSION_UP)
        batch_stop(&marked->order);
    for (size_t i = marked->oldest; i < marked->order.started; i++) {
        if (marked->rows[i].outcome == MARKED_RUNNING)
            marked_refresh_row_step(app, i);
    }
    if (batch_is_over(&marked->order))
        marked_close(app);
}

void marked_refresh(struct app *app)
{
    if (marked_prepare(app, &marked_refresh_ops, app->list.marks, app->list.mark_count))
        marked_go(app, 0);
}
