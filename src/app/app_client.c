/* Owns what the application makes of what its client tells. */
#include "app_client.h"

#include "steno/app/state.h"
#include "steno/app/part.h"
#include "steno/app/status.h"
#include "steno/api/endpoint.h"
#include "steno/client/calls.h"

/* A sentence for the message line, the activities, or both. */
static void app_client_say(void *self, unsigned how, int64_t id, const char *text)
{
    struct app *app = self;
    if (how & SAY_LOG)
        app_log_activity(app,
                         how & SAY_REQUEST ? ACTIVITY_REQUEST
                         : how & SAY_BAD   ? ACTIVITY_ERROR
                                           : ACTIVITY_NOTE,
                         id, "%s", text);
    if (how & SAY_COUNT)
        app_count_failure(app);
    if (how & SAY_LINE)
        (how & SAY_BAD ? app_say_bad : app_say)(app, "%s", text);
}

static void app_client_logged(void *self, char *request, char *status)
{
    app_log_request(self, request, status);
}

/* Whose answer is being taken. */
static void app_client_answering(void *self, const struct client_call *call)
{
    struct app *app = self;
    app->act =
        call ? (struct app_act){.what = &endpoints[call->op], .id = call->project_id} : (struct app_act){0};
}

/* What is to be drawn and brought up to date for it. */
static void app_client_changed(void *self, unsigned what)
{
    struct app *app = self;
    if (what & (CHANGED_CALLS | CHANGED_ANSWERED))
        app_dirty(app, DIRTY_STATUS);
    if (what & CHANGED_ANSWERED)
        app_dirty(app, DIRTY_FORM);
    if (what & CHANGED_PENDING)
        app_stale(app, STALE_PENDING);
    if (what & CHANGED_OFFLINE)
        app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
    if (what & CHANGED_UNSENT)
        app_stale(app, STALE_UNSENT);
    if (what & CHANGED_REACH)
        app_stale(app, STALE_PROJECT);
}

const struct client_user app_client_user = {.say = app_client_say,
                                            .logged = app_client_logged,
                                            .answering = app_client_answering,
                                            .changed = app_client_changed};

/* Writes that cannot be sent end with the turn. */
static void app_client_turn(struct app *app)
{
    app->stale &= ~STALE_UNSENT;
    client_calls_refuse(app->client);
}

const struct part part_calls = {
    .name = "calls", .wakes = STALE_UNSENT, .turn = app_client_turn, .until_quit = true};
