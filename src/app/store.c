/* Owns the traffic with the store: operations out, answers back to who asked. It must not know SQLite or
 * files. */
#include "store.h"

#include <stdint.h>
#include <string.h>

#include "private.h"
#include "steno/app/effect.h"
#include "steno/app/keep.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/core/store_op.h"

struct store_op *app_store(struct app *app, enum store_op_kind kind, int64_t id)
{
    struct store_op *op = store_op_new(kind);
    op->serial = ++app->next_serial;
    op->id = id;
    app_emit(app, EFFECT_STORE)->store = op;
    return op;
}

struct store_op *app_store_ask(struct app *app, enum store_op_kind kind, int64_t id, app_store_reply *done)
{
    struct app_private *private = app->private;
    struct store_op *op = app_store(app, kind, id);
    private->awaited = mem_grow(private->awaited, private->awaited_count + 1, sizeof *private->awaited);
    private->awaited[private->awaited_count++] = (struct app_awaited){.serial = op->serial, .done = done};
    return op;
}

/* Takes out who waits for this answer; NULL for nobody. */
static app_store_reply *store_awaited(struct app *app, uint64_t serial)
{
    struct app_private *private = app->private;
    size_t at = 0;
    while (at < private->awaited_count && private->awaited[at].serial != serial)
        at++;
    if (at == private->awaited_count)
        return NULL;
    app_store_reply *done = private->awaited[at].done;
    private->awaited_count--;
    memmove(&private->awaited[at], &private->awaited[at + 1],
            (private->awaited_count - at) * sizeof *private->awaited);
    return done;
}

void app_store_done(struct app *app, struct store_result *result)
{
    app_store_reply *done = store_awaited(app, result->serial);
    if (app_keep_answered(app, result) || app->quitting)
        return; /* at the end only what is kept matters: no answer may start anything */
    if (!result->ok) {
        app_log_activity(app, ACTIVITY_ERROR, result->id, "%s", result->error.text);
        app_say_bad(app, "%s", result->error.text);
    }
    if (done)
        done(app, result);
}
