/* Owns what follows a write that failed. */
#include "write.h"

#include "record.h"
#include "steno/app/calls.h"
#include "steno/app/poll.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/error.h"
#include "steno/core/call.h"

bool app_write_failed(struct app *app, const struct app_call *call, const struct call_result *result)
{
    if (result->ok)
        return false;
    const struct error *error = &result->error;
    if (result->project)
        app_take_project(app, call->project_id, result->project);
    else if (error->kind == ERROR_UNKNOWN_OUTCOME || error->kind == ERROR_CONFLICT ||
             error->kind == ERROR_CANCELLED)
        app_refresh_read(app, call->project_id);
    if (error_outcome_is_open(error))
        app_record_unknown(app, call);
    app_say_bad(app, "%s", error->text);
    return true;
}
