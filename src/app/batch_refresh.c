/* Owns the batch that only reads: the marked projects, as the refresh machine takes them. */
#include <stdint.h>

#include "batch_private.h"
#include "steno/api/endpoint.h"
#include "steno/app/poll.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/base/mem.h"

static const struct batch_ops batch_refresh = {.op = ENDPOINT_GET_PROJECT,
                                               .verb = "Refresh",
                                               .running = "Refreshing",
                                               .past = "Refreshed",
                                               .noun = "Refresh",
                                               .is_reading = true};

void batch_refresh_start(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    if (!project)
        return;
    project->awaited = true;
    app_poll_ask(app, id);
}

/* One that was read, or could not be; one that has gone meanwhile is neither, and one that the session did
 * not last for. */
static void batch_refresh_row_step(struct app *app, size_t place)
{
    struct batch_row *row = &app->batch->rows[place];
    struct app_project *project = app_project_find(app, row->id);
    if (project && project->awaited && app->client->session == SESSION_UP)
        return;
    if (!project || project->awaited) {
        if (project)
            project->awaited = false;
        batch_row_end(app, place, BATCH_LEFT);
        return;
    }
    row->kind = project->trouble_kind;
    row->text = mem_copy_or_null(project->trouble);
    batch_row_end(app, place, project->trouble ? BATCH_FAILED : BATCH_DONE);
}

void batch_refresh_step(struct app *app)
{
    struct app_batch *batch = app->batch;
    /* after a login they are read when they fall due, which may be late */
    if (app->client->session != SESSION_UP)
        batch_stop(&batch->order);
    for (size_t i = batch->oldest; i < batch->order.started; i++) {
        if (batch->rows[i].outcome == BATCH_RUNNING)
            batch_refresh_row_step(app, i);
    }
    if (batch_is_over(&batch->order))
        batch_close(app);
}

void app_batch_refresh(struct app *app)
{
    if (batch_prepare(app, &batch_refresh, app->list.marks, app->list.mark_count))
        batch_go(app, 0);
}
