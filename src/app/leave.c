/* Owns the ways out: what ^C ends first, and the end of the program. */
#include "leave.h"

#include <stdint.h>
#include <stdlib.h>

#include "typed.h"
#include "steno/api/endpoint.h"
#include "steno/app/ask.h"
#include "steno/app/batch.h"
#include "steno/app/calls.h"
#include "steno/core/effect.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/mem.h"

void app_quit(struct app *app, int code)
{
    if (app->quitting)
        return;
    app_typed_save(app);
    app->quitting = true;
    app_emit(app, EFFECT_CANCEL);
    app_emit(app, EFFECT_QUIT)->code = code;
}

#define INTERRUPT_TWICE_MS 2000

static void leave_quit(struct app *app, int64_t id, const char *arg)
{
    (void)id, (void)arg;
    app_quit(app, 0);
}

/* The newest write or export under way, or NULL. */
static const struct app_call *leave_under_way(const struct app *app)
{
    for (size_t i = app->call_count; i-- > 0;) {
        if (app->calls[i].asked && app->calls[i].project_id && !app->calls[i].is_quiet)
            return &app->calls[i];
    }
    return NULL;
}

/* The question in mid-batch: what was not sent never will be. */
static void leave_ask_batch(struct app *app, size_t unsent)
{
    char *words = mem_printf("%s: %zu of %zu are not sent yet. Quit without them?", app->batch->ops->noun,
                             unsent, app->batch->order.count);
    app_ask(app, &(struct app_question_ask){.parts = {{.words = words}},
                                            .verb = {.word = "Quit"},
                                            .yes = leave_quit,
                                            .refused = "Nothing was cancelled"});
    free(words);
}

void app_leave(struct app *app)
{
    const struct app_call *call = leave_under_way(app);
    size_t unsent = app_batch_unsent(app, NULL);
    if (unsent > 0) {
        leave_ask_batch(app, unsent);
        return;
    }
    if (!call) {
        app_quit(app, 0);
        return;
    }
    bool write = endpoints[call->op].write;
    app_ask(app, &(struct app_question_ask){
                     .parts = {{.piece = call->what},
                               {.words = write ? " has no answer yet. Quit, and find out at the next start?"
                                               : " is in progress. Quit, and give it up?"}},
                     .verb = {.word = "Quit"},
                     .yes = leave_quit,
                     .refused = "Nothing was cancelled"});
}

void app_interrupt(struct app *app)
{
    bool twice = app->now_ms - app->interrupt_ms <= INTERRUPT_TWICE_MS;
    app->interrupt_ms = app->now_ms;
    const struct app_call *call = app_call_to_cancel(app);
    if (twice) {
        app_quit(app, 130);
    } else if (app->batch->active) {
        app_batch_cancel(app);
    } else if (call) {
        app_say(app, "Cancelling: %s", call->what);
        app_call_cancel(app, call->serial);
    } else if (!app_top(app)->interrupt(app)) {
        app_ask(app, &(struct app_question_ask){
                         .parts = {{.words = "Quit steno?"}}, .verb = {.word = "Quit"}, .yes = leave_quit});
    }
}
