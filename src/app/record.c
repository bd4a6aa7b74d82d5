/* Owns the rows that what was done leaves in the history of the store and among the activities. */
#include "record.h"

#include <stdint.h>
#include <stdlib.h>

#include "store.h"
#include "steno/api/endpoint.h"
#include "steno/app/calls.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/core/activity_row.h"
#include "steno/core/call.h"
#include "steno/core/store_op.h"

void app_history(struct app *app, int64_t id, const char *kind, const char *text)
{
    struct store_op *op = app_store(app, STORE_HISTORY_ADD, id);
    op->name = mem_copy(kind);
    op->text = mem_copy(text);
    op->when_ms = app->wall_ms;
}

/* What the row of a call is made of. */
static struct activity_row status_row(const struct app_call *call)
{
    return (struct activity_row){.op = call->op,
                                 .options = call->options,
                                 .key = call->key,
                                 .tag = call->op == ENDPOINT_DELETE_TAG ? call->value : NULL};
}

void app_record_done(struct app *app, enum activity_kind kind, const struct app_call *call,
                     const struct call_result *result)
{
    struct activity_row row = status_row(call);
    row.path = result->path;
    row.bytes = result->export_info.bytes;
    char *text = activity_row_done(&row);
    app_log_activity(app, kind, call->project_id, "%s", text);
    app_history(app, call->project_id, activity_row_kind(call->op), text);
    free(text);
}

void app_record_unknown(struct app *app, const struct app_call *call)
{
    struct activity_row row = status_row(call);
    char *text = activity_row_unknown(&row);
    app_history(app, call->project_id, "unknown", text);
    free(text);
}
