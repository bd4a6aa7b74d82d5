/* Owns what the store was asked to keep for the operator: the sentence that the answer allows, and what is
 * owed as long as none has come or the answer was No. It must not know what is kept. */
#include "steno/app/keep.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "store.h"
#include "steno/app/part.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"
#include "steno/core/store_op.h"

#define OWED_MAX 200 /* more than can be read on standard error */

/* What is owed, oldest first. */
struct app_debts {
    struct app_owed *items;
    size_t count;
    bool more; /* than there was room for */
};

static struct app_debts *keep_state(const struct app *app)
{
    return part_state(app, &part_keep);
}

/* Frees one entry and closes the gap. */
static void owed_drop(struct app *app, size_t at)
{
    struct app_debts *debts = keep_state(app);
    struct app_owed *owed = &debts->items[at];
    free(owed->what);
    free(owed->said);
    free(owed->why);
    memmove(owed, owed + 1, (debts->count - at - 1) * sizeof *owed);
    debts->count--;
}

struct app_owed *app_owed_find(const struct app *app, const char *what)
{
    for (size_t i = keep_state(app)->count; i-- > 0;) {
        if (strcmp(keep_state(app)->items[i].what, what) == 0)
            return &keep_state(app)->items[i];
    }
    return NULL;
}

void app_keep_waive(struct app *app, const char *what)
{
    for (size_t i = keep_state(app)->count; i-- > 0;) {
        if (strcmp(keep_state(app)->items[i].what, what) == 0)
            owed_drop(app, i);
    }
}

static app_store_reply keep_answered;

/* One more entry; the operation has been handed over. */
static struct app_owed *keep_add(struct app *app, struct store_op *op, char *what, char *said)
{
    struct app_debts *debts = keep_state(app);
    debts->more |= debts->count == OWED_MAX;
    if (debts->count == OWED_MAX)
        owed_drop(app, 0);
    debts->items = mem_grow(debts->items, debts->count + 1, sizeof *debts->items);
    struct app_owed *owed = &debts->items[debts->count++];
    *owed = (struct app_owed){.serial = op->serial, .op = op, .what = what, .said = said};
    return owed;
}

struct app_owed *app_keep(struct app *app, enum store_op_kind kind, int64_t id, char *what, char *said)
{
    return keep_add(app, app_store_insist(app, kind, id, keep_answered), what, said);
}

void app_keep_op(struct app *app, struct store_op *op, char *what)
{
    app_store_hand_over(app, op, keep_answered);
    keep_add(app, op, what, NULL);
}

/* Where an operation is owed; owed_count when it is not. */
static size_t owed_at(const struct app *app, uint64_t serial)
{
    size_t at = 0;
    while (at < keep_state(app)->count && keep_state(app)->items[at].serial != serial)
        at++;
    return at;
}

/* Drops what older operations owe under the name of this one, which has replaced them. */
static void owed_drop_older(struct app *app, uint64_t serial)
{
    char *what = mem_copy(keep_state(app)->items[owed_at(app, serial)].what);
    for (size_t i = keep_state(app)->count; i-- > 0;) {
        const struct app_owed *owed = &keep_state(app)->items[i];
        if (owed->serial < serial && strcmp(owed->what, what) == 0)
            owed_drop(app, i);
    }
    free(what);
}

void app_keep_say_session_only(struct app *app, const char *said, const char *why)
{
    app_say(app, "%s for this session only: %s", said, why);
}

/* Says what was waiting for the answer, and for how long it is true. */
static void keep_say(struct app *app, const struct app_owed *owed, const struct store_result *result)
{
    char *text = result->session_only
                     ? mem_printf("%s for this session only: %s", owed->said, result->error.text)
                     : mem_copy(owed->said);
    if (owed->tell)
        owed->tell(app, text);
    else
        app_say(app, "%s", text);
    free(text);
}

/* The store has it, at least until the end of the session. */
static void keep_done(struct app *app, const struct store_result *result)
{
    owed_drop_older(app, result->serial);
    struct app_owed *owed = &keep_state(app)->items[owed_at(app, result->serial)];
    if (owed->said)
        keep_say(app, owed, result);
    if (result->session_only)
        owed->why = mem_copy(result->error.text);
    else
        owed_drop(app, owed_at(app, result->serial));
}

/* The store could not keep it. */
static void keep_failed(struct app *app, const struct store_result *result)
{
    owed_drop_older(app, result->serial);
    struct app_owed *owed = &keep_state(app)->items[owed_at(app, result->serial)];
    owed->why = mem_copy(result->error.text);
    app_log_activity(app, ACTIVITY_ERROR, result->id, "Not saved: %s. %s", owed->what, owed->why);
    app_count_failure(app);
    app_say_bad(app, "Not saved: %s. %s", owed->what, owed->why);
}

static void keep_answered(struct app *app, const struct store_result *result)
{
    size_t at = owed_at(app, result->serial);
    if (at == keep_state(app)->count) { /* nobody wants it any more, or there were too many */
        if (!result->ok && !app->quitting)
            app_store_say_failed(app, result);
        return;
    }
    const struct app_owed owed = keep_state(app)->items[at]; /* it may be dropped */
    if (result->ok)
        keep_done(app, result);
    else
        keep_failed(app, result);
    if (owed.done && !app->quitting)
        owed.done(app, result, owed.fields);
}

size_t app_unkept_count(const struct app *app)
{
    return keep_state(app)->count;
}

const char *app_unkept(const struct app *app, size_t index, const char **why)
{
    *why = keep_state(app)->items[index].why;
    return keep_state(app)->items[index].what;
}

bool app_unkept_is_part(const struct app *app)
{
    return keep_state(app)->more;
}

static void app_keep_end(struct app *app)
{
    while (keep_state(app)->count > 0)
        owed_drop(app, keep_state(app)->count - 1);
    free(keep_state(app)->items);
}

const struct part part_keep = {.name = "keep", .state_size = sizeof(struct app_debts), .end = app_keep_end};
