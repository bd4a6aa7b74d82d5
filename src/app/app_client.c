/* Owns what the application makes of what its client tells. */
/* SPDX-License-Identifier: MIT */
#include "app_client.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>

#include "acts.h"
#include "ask.h"
#include "steno/app/credit.h"
#include "marked.h"
#include "pages.h"
#include "part.h"
#include "poll.h"
#include "project.h"
#include "state.h"
#include "status.h"
#include "unanswered.h"
#include "steno/api/config.h"
#include "steno/api/endpoint.h"
#include "steno/api/request.h"
#include "steno/app/state.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/client/calls.h"
#include "steno/client/client_state.h"
#include "steno/client/notices.h"
#include "steno/client/offline.h"
#include "steno/client/open_writes.h"
#include "steno/client/reads.h"
#include "steno/client/session.h"
#include "steno/core/call.h"

/* The request of a call, with secrets as ***; NULL where it cannot be built. Caller frees. */
static char *app_client_request(const struct app *app, const struct call *call)
{
    struct api_config config = {.base_url = call->url ? call->url : app->client->url,
                                .api_path = app->client->api_path};
    struct request_args args = {.project_id = call->project_id,
                                .version = call->version,
                                .key = call->key,
                                .value = call->value,
                                .params = call->params};
    struct request request = {0};
    struct error err;
    char *text = NULL;
    if (endpoints[call->op].body != BODY_LOGIN && request_build(&request, &config, call->op, &args, &err))
        text = mem_printf("%s %s", request.endpoint->method, request.shown_url);
    request_free(&request);
    return text;
}

/* Among the activities, with the request that it is about and how that failed. */
static void app_client_log(struct app *app, const struct client_said *said)
{
    enum activity_kind kind = said->how & SAY_REQUEST ? ACTIVITY_REQUEST
                              : said->how & SAY_BAD   ? ACTIVITY_ERROR
                                                      : ACTIVITY_NOTE;
    char *request = said->call ? app_client_request(app, said->call) : NULL, *status = NULL;
    if (said->error && said->error->status)
        status = mem_printf("%d %s", said->error->status, error_kind_name(said->error->kind));
    else if (said->error)
        status = mem_copy(error_kind_name(said->error->kind));
    app_log_activity(app, kind, said->id, "%s", said->text);
    if (said->call && (endpoints[said->call->op].write || said->call->op == ENDPOINT_EXPORT)) {
        app_log_of_act(app);
        app_acts_changed(app);
    }
    app_log_request(app, request, status);
}

/* A sentence for the message line, the activities, or both. */
static void app_client_say(void *self, const struct client_said *said)
{
    struct app *app = self;
    if (said->how & SAY_LOG)
        app_client_log(app, said);
    if (said->how & SAY_COUNT)
        app_count_failure(app);
    bool is_summed = said->came != ACT_ROW_OPEN && marked_learn(app, said->id, said->came);
    if (said->how & SAY_LINE && !is_summed)
        (said->how & SAY_BAD ? app_say_bad : app_say)(app, "%s", said->text);
    if (said->how & SAY_OUTCOME)
        app_acts_changed(app);
    if (said->how & SAY_OVER)
        app_status_take_back(app, said->text);
}

/* The session is another one. */
static void app_client_take_session(struct app *app)
{
    enum session session = app->client->session;
    app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
    if (session == SESSION_UP) {
        app_stale(app, STALE_SHOWN);
        part_tell_session_up(app);
    } else if (session != SESSION_CHECKING) {
        part_tell_session_lost(app, session_is_wanted(app->client));
    }
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
    if (what & CHANGED_OPEN)
        app_unanswered_mark(app);
    if (what & CHANGED_OFFLINE)
        app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
    if (what & CHANGED_NOTICES)
        part_wake(app, &part_notices);
    if (what & CHANGED_UNSENT)
        app_stale(app, STALE_UNSENT);
    if (what & CHANGED_REACH)
        app_stale(app, STALE_PROJECT);
    if (what & (CHANGED_SESSION | CHANGED_READS))
        part_wake(app, &part_poll);
    if (what & CHANGED_SESSION)
        app_client_take_session(app);
    if (what & CHANGED_ACCOUNT) {
        app_dirty(app, DIRTY_HEADER);
        part_tell_account_changed(app);
    }
    if (what & CHANGED_PAUSE)
        app_poll_say_pause(app);
}

/* A row of which nothing is known yet says whether it is being read. */
static void app_client_set_reading(struct app *app, struct app_project *project, bool reading)
{
    project->reading = reading;
    if (project->known)
        return;
    app_dirty(app, DIRTY_PANE(PANE_LIST));
    app_stale_project(app, project->id);
}

static void app_client_reads(void *self, struct call *call)
{
    struct app *app = self;
    struct app_project *project = app_project_find(app, call->project_id);
    if (!project)
        return;
    app_client_set_reading(app, project, true);
    project->sent_ms = app->client->wall_ms;
}

/* A reading failed: the row keeps what it has, says since when, and is tried again later. */
static void app_client_take_failure(struct app *app, struct app_project *project, const struct error *error)
{
    int64_t id = project->id;
    if (error->kind == ERROR_CANCELLED || error->kind == ERROR_NOT_LOGGED_IN) /* of that the session tells */
        return;
    bool again = project->trouble != NULL, waited = app_poll_waited(app, project, false, true);
    project->awaited = false;
    free(project->trouble);
    project->trouble = mem_copy(error->text);
    project->trouble_kind = error->kind;
    project->trouble_status = error->status;
    if (waited)
        app_say_bad(app, "%s", error->text);
    if (!again && !offline_is_about(error)) /* of an outage one line tells */
        app_log_activity(app, ACTIVITY_ERROR, id, "%s", error->text);
    app_stale_row(app, id);
    app_dirty(app, DIRTY_PANE(PANE_LIST));
    app_stale_project(app, id);
}

static void app_client_read(void *self, const struct reading *reading)
{
    struct app *app = self;
    struct app_project *project = app_project_find(app, reading->id);
    if (!project)
        return;
    app_client_set_reading(app, project, false);
    if (!reading->project) {
        app_client_take_failure(app, project, reading->error);
        return;
    }
    enum project_news news = app_project_update(app, reading->project, false);
    bool is_settled = app_project_is_settled(app, project->state);
    if (app_project_is_active(app, project->state) ||
        (is_settled && reading->project->version != project->sent_version))
        project->is_sent = false;
    if (news == PROJECT_STATE && is_settled)
        app_credit_read_soon(app);
    if (news != PROJECT_SAME)
        app_acts_changed(app);
    project->awaited = false;
    if (app_poll_waited(app, project, news != PROJECT_SAME, false) && news != PROJECT_STATE)
        app_say(app, "%" PRId64 ": %s", reading->id, news == PROJECT_CHANGED ? "changed" : "nothing new");
}

const struct client_user app_client_user = {
    .say = app_client_say, .changed = app_client_changed, .reads = app_client_reads, .read = app_client_read};

/* Writes that cannot be sent end with the turn. */
static void app_client_turn(struct app *app)
{
    app->stale &= ~STALE_UNSENT;
    client_calls_refuse(app->client);
}

const struct part part_unsent = {
    .name = "unsent", .wakes = STALE_UNSENT, .turn = app_client_turn, .until_quit = true};

static void app_client_begin_notices(struct app *app)
{
    app->client->rings = true;
}

static void app_client_tell(struct app *app)
{
    notices_turn(app->client);
}

static int64_t app_client_tells_at(const struct app *app)
{
    return notices_deadline(app->client);
}

const struct part part_notices = {.name = "notices",
                                  .begin = app_client_begin_notices,
                                  .turn = app_client_tell,
                                  .deadline = app_client_tells_at,
                                  .until_quit = true};
