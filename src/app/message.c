/* Owns which sentence stands in the message line, and which key ends it. It must not know how it is drawn. */
#include "message.h"

#include <stdio.h>
#include <string.h>

#include "steno/app/action.h"
#include "marked.h"
#include "steno/client/calls.h"
#include "steno/app/hints.h"
#include "steno/app/keymap.h"
#include "places.h"
#include "steno/client/offline.h"
#include "poll.h"
#include "steno/app/state.h"
#include "status.h"
#include "part.h"
#include "steno/base/amount.h"

/* "Export 1: 310 of 462 kB", without a percentage that would have to tick. */
static void message_describe_call(char *out, size_t size, const struct client_call *call)
{
    char amount[AMOUNT_TEXT_SIZE];
    if (call->cancelling)
        snprintf(out, size, "Cancelling: %s", call->what);
    else if (call->bytes > 0) {
        amount_bytes_of(amount, sizeof amount, call->bytes, call->total > 0 ? call->total : -1);
        snprintf(out, size, "%s: %s", call->what, amount);
    } else
        snprintf(out, size, "%s …", call->what);
}

#define REASON_COLS 60 /* room for the reason of an outage */
#define GAP         2  /* before the keys, where they share the row */

/* Cells of a sentence beside which the keys that never give way are seen. */
static int message_cells(const struct app *app)
{
    int cells = app->layout.message.w - 1;
    return layout_shares_bottom(&app->layout) ? cells - GAP - app_hints_least(app) : cells;
}

/* What is under way and ^C would stop, else what somebody waits for. */
static bool message_running(const struct app *app, char *out, size_t size)
{
    const struct client_call *call = app_call_in_sight(app);
    if (app->marked->active)
        marked_text(app, out, size, message_cells(app));
    else if (call)
        message_describe_call(out, size, call);
    else
        return app_poll_running(app, out, size);
    return true;
}

/* What is so until its cause ends: the connection first, then what topics say. */
static bool message_standing(const struct app *app, char *out, size_t size)
{
    if (offline_sentence(app->client, app->cols < REASON_COLS && !app->linear, out, size) ||
        app_poll_standing(app, out, size))
        return true;
    for (size_t i = 0; i < app->part_count; i++) {
        if (app->parts[i]->standing && app->parts[i]->standing(app, out, size))
            return true;
    }
    return false;
}

enum message_kind app_message(const struct app *app, char *out, size_t size)
{
    if (message_running(app, out, size))
        return MESSAGE_RUNNING;
    if (app->outcome_stands) {
        snprintf(out, size, "%s", app->status);
        return MESSAGE_OUTCOME;
    }
    if (app->failure) {
        snprintf(out, size, "%s", app->failure);
        return MESSAGE_FAILURE;
    }
    *out = '\0';
    return message_standing(app, out, size) ? MESSAGE_STANDING : MESSAGE_NONE;
}

/* Does the action only lead somewhere else, in a pane or in a form? */
static bool message_is_move(const struct app *app, const struct action *action)
{
    enum form_action act = keymap_form_action(app->keymap, action);
    return action->group == GROUP_MOVE || (act >= FORM_ACT_UP && act <= FORM_ACT_END);
}

struct message_mark app_message_before_key(const struct app *app, struct key key)
{
    const struct action *action = keymap_find(app->keymap, app_where(app), key);
    return (struct message_mark){.focus = app->focus,
                                 .forms = app->form_count,
                                 .said = app->said_count,
                                 .is_move = action && message_is_move(app, action)};
}

void app_message_after_key(struct app *app, const struct message_mark *before, struct key key)
{
    bool elsewhere = app->focus != before->focus || app->form_count != before->forms;
    if (app->said_count == before->said && !before->is_move)
        app_status_end_outcome(app);
    if (app->failure && app->failure_said <= before->said && (elsewhere || key.kind == K_ESC))
        app_status_end_failure(app);
}
