/* The ways out: what ^C ends first, the end of the program, and what is then left to say. */
/* SPDX-License-Identifier: MIT */
#include "unload.h"

#include <stdint.h>
#include <stdlib.h>

#include "steno/api/endpoint.h"
#include "ask.h"
#include "steno/app/forms.h"
#include "marked.h"
#include "part.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/calls.h"
#include "steno/core/call.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "topics/activity.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/core/id_list.h"
#include "steno/store/store.h"

#define INTERRUPT_TWICE_MS 2000
#define UNSENT_MAX         ((size_t)ID_LIST_MAX * 24) /* bytes */

/* Names what a batch that is left has not sent, on standard error. */
static void unload_report_unsent(struct app *app)
{
    size_t count = marked_unsent(app, NULL);
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    marked_unsent(app, ids);
    struct buffer text;
    buffer_init(&text, UNSENT_MAX);
    id_list_put(&text, ids, count);
    if (count > 0)
        app_emit(app, EFFECT_REPORT)->text =
            mem_printf("%s%s not sent: %s", app->marked->ops->noun,
                       app->marked->next ? " and what waited" : "", buffer_text(&text));
    buffer_free(&text);
    free(ids);
}

void app_quit(struct app *app, int code)
{
    if (app->quitting)
        return;
    app->quitting = true;
    store_wait_at_most(app->store, STORE_SCREEN_BUSY_MS); /* also where a save was in vain just now */
    app_readings_commit(app);
    app_drafts_save(app);
    app_prompt_save(app);
    unload_report_unsent(app);
    app_activity_leave(app);
    app_emit(app, EFFECT_CANCEL);
    app_emit(app, EFFECT_QUIT)->code = code;
}

static void unload_quit(struct app *app, int64_t id)
{
    (void)id;
    app_quit(app, 0);
}

/* The newest write or export under way, or NULL. */
static const struct app_call *unload_under_way(const struct app *app)
{
    for (size_t i = app->call_count; i-- > 0;) {
        if (app->calls[i].asked && app->calls[i].project_id && !app->calls[i].is_quiet)
            return &app->calls[i];
    }
    return NULL;
}

/* A function of its own: app_leave_asks_again() knows the question in mid-batch by it. */
static void unload_quit_batch(struct app *app, int64_t id)
{
    unload_quit(app, id);
}

/* What the question in mid-batch says. Caller frees. */
static char *unload_batch_words(const struct app *app)
{
    size_t unsent = marked_unsent(app, NULL), all = 0;
    for (const struct marked *marked = app->marked; marked && marked->ops; marked = marked->next)
        all += marked->ops->is_reading ? 0 : marked->order.count;
    if (unsent == 0)
        return mem_copy("Nothing waits to be sent any more. Quit?");
    return mem_printf("%s%s: %zu of %zu are not sent yet. Quit without them?", app->marked->ops->noun,
                      app->marked->next ? " and what waits" : "", unsent, all);
}

/* The question in mid-batch: what was not sent never will be. */
static void unload_ask_batch(struct app *app)
{
    char *words = unload_batch_words(app);
    app_ask(app, &(struct app_question_ask){.parts = {{.words = words}},
                                            .verb = {.word = "Quit"},
                                            .yes = unload_quit_batch,
                                            .refused = "Nothing was cancelled"});
    free(words);
    part_wake(app, &part_quit);
}

bool app_leave_asks_again(struct app *app)
{
    if (!app->question->text || app->asker->yes != unload_quit_batch)
        return false;
    char *words = unload_batch_words(app);
    app_question_reword(app, words);
    free(words);
    return true;
}

/* The question while projects are marked: marks are not saved. */
static void unload_ask_marks(struct app *app)
{
    char *words = mem_printf("Quit with %zu marked?", app->list.mark_count);
    app_ask(app, &(struct app_question_ask){
                     .parts = {{.words = words}}, .verb = {.word = "Quit"}, .yes = unload_quit});
    free(words);
}

void app_leave_by_key(struct app *app)
{
    if (app->list.mark_count > 0 && marked_unsent(app, NULL) == 0 && !unload_under_way(app))
        unload_ask_marks(app);
    else
        app_leave(app);
}

void app_leave(struct app *app)
{
    const struct app_call *call = unload_under_way(app);
    if (marked_unsent(app, NULL) > 0) {
        unload_ask_batch(app);
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
                     .yes = unload_quit,
                     .refused = "Nothing was cancelled"});
}

/* The call that ^C would cancel: the newest that somebody asked for; NULL without one, or while ^C stops a
 * batch. */
static const struct app_call *unload_to_cancel(const struct app *app)
{
    for (size_t i = app->marked->active ? 0 : app->call_count; i-- > 0;) {
        if (!app->calls[i].background)
            return &app->calls[i];
    }
    return NULL;
}

const struct app_call *app_call_in_sight(const struct app *app)
{
    const struct app_call *call = unload_to_cancel(app);
    bool waits =
        call && call->is_quiet && !call->cancelling && app->now_ms < call->sent_ms + APP_CALL_QUIET_MS;
    return waits ? NULL : call;
}

void app_interrupt(struct app *app)
{
    bool twice = app->now_ms - app->interrupt_ms <= INTERRUPT_TWICE_MS;
    app->interrupt_ms = app->now_ms;
    const struct app_call *call = unload_to_cancel(app);
    if (twice) {
        app_quit(app, 130);
    } else if (app->marked->active) {
        marked_cancel(app);
    } else if (call) {
        app_say(app, "Cancelling: %s", call->what);
        app_call_cancel(app, call->serial);
    } else if (!app_top(app)->interrupt(app)) {
        app_ask(app, &(struct app_question_ask){
                         .parts = {{.words = "Quit steno?"}}, .verb = {.word = "Quit"}, .yes = unload_quit});
    }
}
