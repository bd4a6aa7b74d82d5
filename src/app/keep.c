/* Owns what the store was asked to keep for the operator: the sentence that the answer allows, and what is
 * owed as long as none has come or the answer was No. It must not know what is kept. */
#include "steno/app/keep.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "private.h"
#include "store.h"
#include "steno/app/forms.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/core/store_op.h"
#include "steno/widget/form.h"

#define OWED_MAX 200 /* more than can be read on standard error */

/* Frees one entry and closes the gap. */
static void owed_drop(struct app *app, size_t at)
{
    struct app_private *private = app->private;
    struct app_owed *owed = &private->owed[at];
    free(owed->what);
    free(owed->said);
    free(owed->why);
    memmove(owed, owed + 1, (private->owed_count - at - 1) * sizeof *owed);
    private->owed_count--;
}

void app_keep_free(struct app *app)
{
    while (app->private->owed_count > 0)
        owed_drop(app, app->private->owed_count - 1);
    free(app->private->owed);
}

struct app_owed *app_owed_find(const struct app *app, const char *what)
{
    for (size_t i = app->private->owed_count; i-- > 0;) {
        if (strcmp(app->private->owed[i].what, what) == 0)
            return &app->private->owed[i];
    }
    return NULL;
}

void app_keep_waive(struct app *app, const char *what)
{
    for (size_t i = app->private->owed_count; i-- > 0;) {
        if (strcmp(app->private->owed[i].what, what) == 0)
            owed_drop(app, i);
    }
}

struct app_owed *app_keep(struct app *app, enum store_op_kind kind, int64_t id, char *what, char *said)
{
    struct app_private *private = app->private;
    private->owed_more |= private->owed_count == OWED_MAX;
    if (private->owed_count == OWED_MAX)
        owed_drop(app, 0);
    private->owed = mem_grow(private->owed, private->owed_count + 1, sizeof *private->owed);
    struct app_owed *owed = &private->owed[private->owed_count++];
    *owed = (struct app_owed){.op = app_store(app, kind, id), .what = what, .said = said};
    owed->serial = owed->op->serial;
    return owed;
}

/* Where an operation is owed; owed_count when it is not. */
static size_t owed_at(const struct app *app, uint64_t serial)
{
    size_t at = 0;
    while (at < app->private->owed_count && app->private->owed[at].serial != serial)
        at++;
    return at;
}

/* Drops what older operations owe under the name of this one, which has replaced them. */
static void owed_drop_older(struct app *app, uint64_t serial)
{
    char *what = mem_copy(app->private->owed[owed_at(app, serial)].what);
    for (size_t i = app->private->owed_count; i-- > 0;) {
        const struct app_owed *owed = &app->private->owed[i];
        if (owed->serial < serial && strcmp(owed->what, what) == 0)
            owed_drop(app, i);
    }
    free(what);
}

/* Says what was waiting for the answer, on the last line or in the form on top. */
static void keep_say(struct app *app, bool in_form, const char *text)
{
    if (in_form && app->form_count > 0)
        app_form_message(app, app_form_top(app), false, "%s", text);
    else
        app_say(app, "%s", text);
}

void app_keep_say_session_only(struct app *app, bool in_form, const char *said, const char *why)
{
    char *text = mem_printf("%s for this session only: %s", said, why);
    keep_say(app, in_form, text);
    free(text);
}

/* The store has it, at least until the end of the session. */
static void keep_done(struct app *app, const struct store_result *result)
{
    owed_drop_older(app, result->serial);
    struct app_owed *owed = &app->private->owed[owed_at(app, result->serial)];
    if (owed->said && result->session_only)
        app_keep_say_session_only(app, owed->in_form, owed->said, result->error.text);
    else if (owed->said)
        keep_say(app, owed->in_form, owed->said);
    if (result->session_only)
        owed->why = mem_copy(result->error.text);
    else
        owed_drop(app, owed_at(app, result->serial));
}

/* The store could not keep it. */
static void keep_failed(struct app *app, const struct store_result *result)
{
    owed_drop_older(app, result->serial);
    struct app_owed *owed = &app->private->owed[owed_at(app, result->serial)];
    owed->why = mem_copy(result->error.text);
    app_log_activity(app, ACTIVITY_ERROR, result->id, "Not kept: %s. %s", owed->what, owed->why);
    app_say_bad(app, "Not kept: %s. %s", owed->what, owed->why);
}

bool app_keep_answered(struct app *app, const struct store_result *result)
{
    size_t at = owed_at(app, result->serial);
    if (at == app->private->owed_count)
        return false;
    const struct app_owed owed = app->private->owed[at]; /* it may be dropped */
    if (result->ok)
        keep_done(app, result);
    else
        keep_failed(app, result);
    if (owed.done && !app->quitting)
        owed.done(app, result, owed.fields);
    return true;
}

size_t app_unkept_count(const struct app *app)
{
    return app->private->owed_count;
}

const char *app_unkept(const struct app *app, size_t index, const char **why)
{
    *why = app->private->owed[index].why;
    return app->private->owed[index].what;
}

bool app_unkept_is_part(const struct app *app)
{
    return app->private->owed_more;
}
