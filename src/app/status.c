/* Owns the sentences of the message line, and the lines of the history that no act tells. It must not know
 * who writes them. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/status.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/endpoint.h"
#include "steno/app/calls.h"
#include "steno/core/write.h"
#include "part.h"
#include "steno/app/state.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/store/store.h"

/* The newest sentence. */
static void status_set(struct app *app, bool bad, char *text)
{
    app_dirty(app, DIRTY_STATUS);
    free(app->status);
    app->status = text;
    app->status_is_bad = bad;
    app->said_count++;
}

/* What the turn is about: an answer that is being taken, or an action. */
static struct app_act status_act(const struct app *app)
{
    const struct app_call *call = app->answering;
    return call ? (struct app_act){.what = &endpoints[call->op], .id = call->project_id} : app->act;
}

/* A failure stays until it was seen, or until what failed went well. */
static void status_set_failure(struct app *app, const char *text)
{
    free(app->failure);
    app->failure = mem_copy(text);
    app->failure_said = app->said_count;
    app->failure_act = status_act(app);
}

void app_status_end_outcome(struct app *app)
{
    if (app->outcome_stands)
        app_dirty(app, DIRTY_STATUS);
    app->outcome_stands = false;
}

void app_status_end_failure(struct app *app)
{
    if (app->failure)
        app_dirty(app, DIRTY_STATUS);
    free(app->failure);
    app->failure = NULL;
}

void app_status_end_said(struct app *app)
{
    app_status_end_outcome(app);
    app_status_end_failure(app);
}

void app_status_take_back(struct app *app, const char *text)
{
    if (strcmp(app->status, text) == 0)
        app_status_end_outcome(app);
    if (app->failure && strcmp(app->failure, text) == 0)
        app_status_end_failure(app);
}

static void status_begin(struct app *app)
{
    app->status = mem_copy("");
}

static void status_end(struct app *app)
{
    free(app->status);
    free(app->failure);
}

void app_say(struct app *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    status_set(app, false, mem_vprintf(format, args));
    app->outcome_stands = true;
    struct app_act act = status_act(app);
    if (act.what && act.what == app->failure_act.what && act.id == app->failure_act.id)
        app_status_end_failure(app);
    va_end(args);
}

void app_say_bad(struct app *app, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    status_set(app, true, mem_vprintf(format, args));
    app->outcome_stands = false;
    status_set_failure(app, app->status);
    va_end(args);
}

bool app_kept(struct app *app, bool ok, const char *what, const struct error *err)
{
    if (ok)
        return true;
    if (app->quitting && app->out) { /* nobody sees the message line any more */
        struct effect *effect = app_emit(app, EFFECT_REPORT);
        effect->text = mem_printf("not saved: %s. %s", what, err->text);
        effect->code = error_kind_exit_code(ERROR_IO);
    }
    app_say_bad(app, "Not saved: %s. %s", what, err->text);
    return false;
}

void app_count_failure(struct app *app)
{
    app->failures_unseen++;
    app_dirty(app, DIRTY_STATUS);
}

void app_log_activity(struct app *app, enum activity_kind kind, int64_t id, const char *format, ...)
{
    struct error err;
    va_list args;
    va_start(args, format);
    char *text = mem_vprintf(format, args);
    va_end(args);
    store_history_log(app->store, id, kind == ACTIVITY_ERROR ? "error" : "note", text, app->wall_ms, &err);
    free(text);
    app_stale(app, STALE_ACTIVITY);
}

const struct part part_status = {.name = "status", .begin = status_begin, .end = status_end};
