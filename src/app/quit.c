/* The end of the program: what ^C stops first, the questions, and the last message on standard error. Also
 * the actions back (the work is in panes.c), redraw and suspend. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/app.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ask.h"
#include "batch.h"
#include "part.h"
#include "steno/api/request.h"
#include "steno/app/keys.h"
#include "steno/app/calls.h"
#include "steno/app/forms.h"
#include "steno/app/panes.h"
#include "steno/app/project.h"
#include "steno/app/prompt.h"
#include "steno/app/say.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/write.h"
#include "steno/store/store.h"
#include "steno/widget/key.h"

#define INTERRUPT_TWICE_MS 2000
#define CLOSED_MS          1000 /* after an answer closes a form, `q` does not quit for this time */
#define UNSENT_MAX         ((size_t)ID_LIST_MAX * 24) /* limit in bytes on the text with the ids */

/* Ends the program. On standard error, names the projects that a running batch has not sent. */
void app_quit(struct app *app, int code)
{
    if (app->quitting)
        return;
    app->quitting = true;
    /* the last saves wait for a lock, even if an earlier save did not get the lock */
    store_wait_at_most(app->store, STORE_SCREEN_BUSY_MS);
    app_readings_commit(app);
    app_drafts_save(app);
    app_prompt_save(app);
    size_t count = batch_unsent(app, NULL);
    if (count > 0) {
        int64_t *ids = mem_alloc(count * sizeof *ids);
        struct buffer text;
        batch_unsent(app, ids);
        buffer_init(&text, UNSENT_MAX);
        id_list_put(&text, ids, count, INT_MAX);
        app_emit(app, EFFECT_REPORT)->text =
            mem_printf("%s not sent: %s", app->batch->ops->noun, buffer_text(&text));
        buffer_free(&text);
        free(ids);
    }
    app_activity_leave(app);
    app_emit(app, EFFECT_CANCEL);
    app_emit(app, EFFECT_QUIT)->code = code;
}

static void quit_yes(struct app *app, int64_t id)
{
    (void)id;
    app_quit(app, 0);
}

/* Returns the newest write or export under way, or NULL. */
static const struct app_call *quit_under_way(const struct app *app)
{
    for (size_t i = app->call_count; i-- > 0;) {
        if (app->calls[i].asked && app->calls[i].project_id && !app->calls[i].is_quiet)
            return &app->calls[i];
    }
    return NULL;
}

/* Asks before the program ends. The question is `piece` (or NULL) and `words`. Frees `words`. */
static void quit_ask(struct app *app, const char *piece, char *words, const char *refused)
{
    app_ask(app, &(struct app_question_ask){.parts = {{.piece = piece, .words = piece ? NULL : words},
                                                      {.words = piece ? words : NULL}},
                                            .verb = {.word = "Quit"},
                                            .yes = quit_yes,
                                            .refused = refused});
    free(words);
}

/* Quits. If a batch, a write or an export is not finished, asks first. The batch continues during the
 * question, so the question must not contain a number that can change. */
static void quit_leave(struct app *app)
{
    const struct app_call *call = quit_under_way(app);
    if (batch_unsent(app, NULL) > 0)
        quit_ask(app, NULL,
                 mem_printf("%s of %zu project%s is not finished. Quit without sending the rest?",
                            app->batch->ops->noun, app->batch->count, app->batch->count == 1 ? "" : "s"),
                 "Nothing was cancelled");
    else if (call)
        quit_ask(app, call->what,
                 mem_copy(endpoints[call->op].write
                              ? " has no answer yet. Quit? The next start checks the result."
                              : " is in progress. Quit, and cancel it?"),
                 "Nothing was cancelled");
    else
        app_quit(app, 0);
}

static void quit_interrupt(struct app *app)
{
    bool twice = app->now_ms - app->interrupt_ms <= INTERRUPT_TWICE_MS;
    app->interrupt_ms = app->now_ms;
    const struct app_call *call = app_call_to_cancel(app);
    if (twice) {
        app_quit(app, 130);
    } else if (app->batch->active) {
        batch_cancel(app);
    } else if (call) {
        app_say(app, "Cancelling: %s", call->what);
        app_call_cancel(app, call->serial);
    } else if (!app_top(app)->interrupt(app)) {
        quit_leave(app);
    }
}

/* Returns the key that quits on the list: the key of `back`. If that is Esc or ^G, which never quit on the
 * list, returns the key of `quit`. */
static const char *quit_key_to_quit(const struct app *app)
{
    const char *back = app_key_of(app, "back");
    return strcmp(back, "Esc") == 0 || strcmp(back, "^G") == 0 ? app_key_of(app, "quit") : back;
}

/* Returns to the previous pane. On the list, `q` quits, and Esc ends a failure message, or else the filter.
 * If no project matches, the list says "Esc All", so Esc ends the filter at once. If an answer has just
 * closed a form, the first `q` does not quit. It was perhaps meant for the form. */
static void quit_back(struct app *app)
{
    struct key key = app->key;
    if (app_pane_back(app))
        return;
    if (key.kind == K_ESC || key_equal(key, key_ctrl('g'))) {
        bool shows_none = app->filter && app->list.count == 0;
        if (app->filter && (!app->failure || shows_none))
            app_filter_set(app, "");
        else if (app->outcome_stands || app->failure)
            app_status_end_said(app);
        else
            app_say(app, "Nothing to go back to: %s quits", quit_key_to_quit(app));
    } else if (app->early && !app->layout.too_small) { /* a terminal that is too small shows no list */
        app_say(app, "%s was typed before the list was shown: press it again to quit", quit_key_to_quit(app));
    } else if (app->now_ms - app->closed_ms < CLOSED_MS) {
        app_say(app, "The form has just closed: press %s again to quit", quit_key_to_quit(app));
        app->closed_ms = INT64_MIN / 2;
    } else {
        quit_leave(app);
    }
}

static void quit_repaint(struct app *app)
{
    app_emit(app, EFFECT_REPAINT);
}

static void quit_suspend(struct app *app)
{
    app_emit(app, EFFECT_SUSPEND);
}

/* clang-format off */
static const struct action quit_actions[] = {
    {.name = "interrupt", .keys = "^C", .where = IN_PANES | IN_FORM | IS_GLOBAL,
     .group = GROUP_PROGRAM,
     .help = "Cancel, go back or quit; twice: quit at once", .run = quit_interrupt},
    {.name = "back", .also = "..", .keys = "q Esc ^G", .where = IN_EVERY_PANE, .group = GROUP_PROGRAM,
     .help = "Go back; in the list: quit", .run = quit_back},
    {.name = "repaint", .keys = "^L", .where = IN_PANES | IN_FORM | IS_GLOBAL,
     .group = GROUP_PROGRAM,
     .help = "Redraw the screen", .run = quit_repaint},
    {.name = "suspend", .where = IN_PANES | IS_GLOBAL, .group = GROUP_PROGRAM,
     .help = "Suspend the program; fg resumes it", .run = quit_suspend},
    {.name = "quit", .also = "exit", .where = IN_PANES | IS_GLOBAL, .group = GROUP_PROGRAM, .help = "Quit", .run = quit_leave},
};
/* clang-format on */

const struct part part_quit = {.name = "quit", PART_ACTIONS(quit_actions)};
