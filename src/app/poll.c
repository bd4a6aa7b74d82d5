/* Owns the meeting of the watchlist and the refresh machine: what is watched, what is on the screen, the
 * reads that fall due, and their answers. When to read is refresh.c's to say. */
#include "steno/app/poll.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/endpoint.h"
#include "steno/api/record.h"
#include "steno/client/calls.h"
#include "steno/app/places.h"
#include "steno/core/effect.h"
#include "steno/client/offline.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/client/client_state.h"
#include "steno/app/status.h"
#include "steno/app/part.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/call.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"
#include "steno/widget/list.h"

#define READS_A_TURN   16
#define SHOWN_EVERY_MS 1000 /* how far a refresh is */
#define DAY_MS         INT64_C(86400000)
#define MINUTE_MS      60000
#define APART_MS       2000 /* two readings of both clocks tell the same time within this */

/* What was said of the hold that is on, what the start has asked for, and what somebody waits for. */
struct app_hold {
    char *said; /* NULL for nothing */
    bool begun; /* what was on the screen at the start has been asked for */
    struct {
        size_t total, left; /* readings; total 0: nobody waits */
        size_t changed, failed;
        int64_t id; /* the last one asked for */
        int64_t drawn_ms;
    } wait;
};

static struct app_hold *poll_state(const struct app *app)
{
    return part_state(app, &part_poll);
}

static void app_poll_begin(struct app *app)
{
    struct refresh_config config;
    settings_to_refresh(app->settings, &config);
    app->client->refresh = refresh_new(&config);
}

static void app_poll_end(struct app *app)
{
    free(poll_state(app)->said);
    refresh_free(app->client->refresh);
}

/* Adds what is new to the machine. `read_ms` is on its clock: how long ago the wall clock says; a day where
 * that clock ran ahead when it was read. */
static void poll_watch(struct app *app, struct app_project *project)
{
    if (project->watched)
        return;
    int64_t age_ms = app->wall_ms - project->fetched_ms;
    int64_t read_ms = project->known ? app->now_ms - (age_ms >= 0 ? age_ms : DAY_MS) : 0;
    refresh_add(app->client->refresh, project->id, project->known ? project->state : NULL, read_ms,
                app->now_ms);
    project->watched = true;
}

/* The ids that the operator sees now: rows of the list and the project in the details. */
static size_t poll_on_screen(const struct app *app, int64_t *ids, size_t max)
{
    size_t count = 0;
    size_t height = app_pane_height(app, PANE_LIST);
    size_t top = list_top(&app->list, height);
    for (size_t row = top; row < app->list.count && row < top + height && count + 1 < max; row++)
        ids[count++] = app->list.ids[row];
    if (app->current)
        ids[count++] = app->current;
    return count;
}

/* One event for the machine. */
static void poll_tell(struct app *app, enum refresh_event_kind kind, int64_t id, int64_t retry_after_ms)
{
    struct refresh_event event = {.kind = kind,
                                  .id = id,
                                  .retry_after_ms = retry_after_ms,
                                  .random = (uint32_t)(app->now_ms * 2654435761u) ^ (uint32_t)id};
    refresh_event(app->client->refresh, &event, app->now_ms);
}

/* At the start all that is on the screen is read, however young what the store has of it: an operator who
 * comes back sees what is true now. */
static void poll_begin(struct app *app, const int64_t *ids, size_t count)
{
    poll_state(app)->begun = true;
    for (size_t i = 0; i < count; i++) {
        const struct app_project *project = app_project_find(app, ids[i]);
        if (project && !project->fresh)
            poll_tell(app, REFRESH_USER, ids[i], -1);
    }
}

void app_poll_sync(struct app *app)
{
    app->stale &= ~STALE_SHOWN;
    for (size_t i = 0; i < app->project_count; i++)
        poll_watch(app, &app->projects[i]);
    int64_t ids[1024];
    size_t count = poll_on_screen(app, ids, sizeof ids / sizeof ids[0]);
    refresh_set_shown(app->client->refresh, ids, count, app->now_ms);
    if (!poll_state(app)->begun && app->loaded)
        poll_begin(app, ids, count);
}

static client_call_reply poll_done;
static void poll_wait_for_none(struct app *app);

/* A row of which nothing is known yet says whether it is being read. */
static void poll_set_reading(struct app *app, struct app_project *project, bool reading)
{
    project->reading = reading;
    if (project->known)
        return;
    app_dirty(app, DIRTY_PANE(PANE_LIST));
    app_stale_project(app, project->id);
}

/* Sends one background read. */
static void poll_send(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    if (project) {
        poll_set_reading(app, project, true);
        project->sent_ms = app->wall_ms;
    }
    struct call *call = client_call_new(app->client, ENDPOINT_GET_PROJECT, id);
    call->timed = true;
    client_call_send(app->client, call,
                     &(struct client_reply){
                         .done = poll_done, .what = mem_printf("Read %" PRId64, id), .background = true});
}

static void app_poll_due(struct app *app)
{
    if (app->client->session != SESSION_UP) {
        poll_wait_for_none(app);
        return;
    }
    int64_t ids[READS_A_TURN];
    size_t count = refresh_take_due(app->client->refresh, app->now_ms, ids, READS_A_TURN);
    for (size_t i = 0; i < count; i++)
        poll_send(app, ids[i]);
}

void app_poll_event(struct app *app, enum refresh_event_kind kind, int64_t id)
{
    poll_tell(app, kind, id, -1);
}

/* A project that was added in this turn is not known to the machine yet. */
static void poll_know(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    if (project)
        poll_watch(app, project);
}

void app_poll_read(struct app *app, int64_t id)
{
    poll_know(app, id);
    poll_tell(app, REFRESH_USER, id, -1);
}

/* Somebody waits for a reading of the project. */
static void poll_wait_for(struct app *app, struct app_project *project)
{
    if (project->asked)
        return;
    project->asked = true;
    poll_state(app)->wait.total++;
    poll_state(app)->wait.left++;
    poll_state(app)->wait.id = project->id;
    app_dirty(app, DIRTY_STATUS);
}

void app_poll_ask(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    poll_know(app, id);
    if (project)
        poll_wait_for(app, project);
    struct refresh_event event = {.kind = REFRESH_USER, .id = id, .at_once = true};
    refresh_event(app->client->refresh, &event, app->now_ms);
}

/* Remembers that the status line is about the hold. */
static void poll_note_said(struct app *app)
{
    free(poll_state(app)->said);
    poll_state(app)->said = mem_copy(app->status);
}

/* What a refresh of several brought. */
static void poll_say_all(struct app *app)
{
    size_t total = poll_state(app)->wait.total, failed = poll_state(app)->wait.failed,
           changed = poll_state(app)->wait.changed;
    char *news = changed ? mem_printf("%zu changed", changed) : mem_copy("nothing new");
    if (failed)
        app_say_bad(app, "Refreshed %zu of %zu: %s; %zu could not be read", total - failed, total, news,
                    failed);
    else
        app_say(app, "Refreshed %zu: %s", total, news);
    free(news);
}

/* One of the readings that somebody waits for has ended; of several the last one brings the outcome. True
 * when it was the only one: the caller says what it brought. */
static bool poll_waited(struct app *app, struct app_project *project, bool changed, bool failed)
{
    if (!project->asked)
        return false;
    project->asked = false;
    bool alone = poll_state(app)->wait.total == 1;
    poll_state(app)->wait.changed += changed;
    poll_state(app)->wait.failed += failed;
    poll_state(app)->wait.left--;
    if (poll_state(app)->wait.left == 0 || app->now_ms - poll_state(app)->wait.drawn_ms >= SHOWN_EVERY_MS) {
        poll_state(app)->wait.drawn_ms = app->now_ms;
        app_dirty(app, DIRTY_STATUS);
    }
    if (poll_state(app)->wait.left > 0)
        return false;
    if (!alone)
        poll_say_all(app);
    memset(&poll_state(app)->wait, 0, sizeof poll_state(app)->wait);
    return alone;
}

/* Of those that are left one is as good as another. */
static int64_t poll_any_waited(const struct app *app)
{
    for (size_t i = 0; i < app->project_count; i++) {
        if (app->projects[i].asked)
            return app->projects[i].id;
    }
    return poll_state(app)->wait.id;
}

void app_poll_forget(struct app *app, struct app_project *project)
{
    if (!project->asked)
        return;
    project->asked = false;
    poll_state(app)->wait.left--;
    if (--poll_state(app)->wait.total == 1 && poll_state(app)->wait.left == 1)
        poll_state(app)->wait.id = poll_any_waited(app);
    if (poll_state(app)->wait.left == 0 && poll_state(app)->wait.total > 0)
        poll_say_all(app);
    if (poll_state(app)->wait.left == 0)
        memset(&poll_state(app)->wait, 0, sizeof poll_state(app)->wait);
    app_dirty(app, DIRTY_STATUS);
}

/* The session has ended: what was asked for is not read, and after the next login not sooner than the rest.
 */
static void poll_wait_for_none(struct app *app)
{
    if (poll_state(app)->wait.total == 0)
        return;
    for (size_t i = 0; i < app->project_count; i++)
        app->projects[i].asked = false;
    memset(&poll_state(app)->wait, 0, sizeof poll_state(app)->wait);
    app_dirty(app, DIRTY_STATUS);
}

bool app_poll_running(const struct app *app, char *out, size_t size)
{
    size_t total = poll_state(app)->wait.total, left = poll_state(app)->wait.left;
    if (total == 0 || app->client->session != SESSION_UP || app->held_until_ms != 0)
        return false;
    if (total == 1)
        snprintf(out, size, "Refreshing %" PRId64 " …", poll_state(app)->wait.id);
    else
        snprintf(out, size, "Refreshing %zu of %zu", total - left, total);
    return true;
}

bool app_poll_standing(const struct app *app, char *out, size_t size)
{
    char when[DATE_TEXT_SIZE];
    if (!app_held_text(app, when, sizeof when))
        return false;
    snprintf(out, size, "Refreshing is paused till %s: the server asked; %s refreshes at once", when,
             app_key_of(app, "refresh"));
    return true;
}

void app_poll_ask_all(struct app *app)
{
    bool held = refresh_held_until(app->client->refresh) != 0;
    refresh_ask_all(app->client->refresh, app->now_ms);
    for (size_t i = 0; i < app->project_count; i++)
        poll_wait_for(app, &app->projects[i]);
    app_dirty(app, DIRTY_STATUS);
    if (!held || app->project_count == 1) {
        app_say(app, "Refreshing %zu project%s", app->project_count, app->project_count == 1 ? "" : "s");
        return;
    }
    app_say(app, "Refreshing one project; if that succeeds, the other %zu follow", app->project_count - 1);
    poll_note_said(app);
}

bool app_held_text(const struct app *app, char *out, size_t size)
{
    if (app->held_until_ms == 0)
        return false;
    if (app->held_until_ms - app->wall_ms < MINUTE_MS)
        date_format_clock(out, size, app->held_until_ms, app->client->zone);
    else
        date_format_minute(out, size, app->held_until_ms, app->client->zone);
    return true;
}

/* Takes a good answer for the end of the hold, if the status line still is about that. */
static void poll_tell_end(struct app *app)
{
    char *said = poll_state(app)->said;
    poll_state(app)->said = NULL;
    if (said && strcmp(said, app->status) == 0)
        app_say(app, "The server responds again: refreshing continues");
    free(said);
}

static void app_poll_tell_hold(struct app *app)
{
    char when[DATE_TEXT_SIZE];
    int64_t until = app->client->session == SESSION_UP ? refresh_held_until(app->client->refresh) : 0;
    int64_t wall = until > app->now_ms ? app->wall_ms + until - app->now_ms : 0;
    int64_t apart = wall > app->held_until_ms ? wall - app->held_until_ms : app->held_until_ms - wall;
    if (until == 0)
        poll_tell_end(app);
    if (apart < APART_MS && wall != 0)
        return;
    if (wall != app->held_until_ms)
        app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
    app->held_until_ms = wall;
    if (!app_held_text(app, when, sizeof when))
        return;
    app_say(app, REFRESH_HELD_SENTENCE "; %s refreshes one", when, app_key_of(app, "refresh"));
    poll_note_said(app);
}

/* Tells the machine how a read failed. */
static void poll_tell_failure(struct app *app, int64_t id, const struct error *error)
{
    int64_t asked_ms = error->retry_after_s < 0 ? -1 : error->retry_after_s * INT64_C(1000);
    if (error->kind == ERROR_CANCELLED)
        poll_tell(app, REFRESH_CANCELLED, id, -1);
    else if (error->kind == ERROR_NOT_LOGGED_IN) /* the session says so, once, for all */
        poll_tell(app, REFRESH_UNAUTHORIZED, id, -1);
    else
        poll_tell(app, error->kind == ERROR_RATE_LIMITED ? REFRESH_RATE_LIMITED : REFRESH_ERROR, id,
                  asked_ms);
}

/* A read failed: the row keeps what it has, says since when, and is tried again later. */
static void poll_failed(struct app *app, struct app_project *project, const struct error *error)
{
    int64_t id = project->id;
    poll_tell_failure(app, id, error);
    if (error->kind == ERROR_CANCELLED || error->kind == ERROR_NOT_LOGGED_IN)
        return;
    bool again = project->trouble != NULL, waited = poll_waited(app, project, false, true);
    project->awaited = false;
    free(project->trouble);
    project->trouble = mem_copy(error->text);
    project->trouble_kind = error->kind;
    project->trouble_status = error->status;
    if (waited)
        app_say_bad(app, "%s", error->text);
    if (!again && !offline_is_about(error)) /* of an outage one line tells */
        app_log_activity(app, ACTIVITY_ERROR, id, "%s", error->text);
    app_dirty(app, DIRTY_PANE(PANE_LIST));
    app_stale_project(app, id);
}

/* Takes a reading into the watchlist. */
static enum project_news poll_take(struct app *app, int64_t id, struct project *project, bool is_kept)
{
    project->id = id; /* what was asked for: a server that answers with another id must not touch that one */
    return app_project_update(app, project, is_kept);
}

/* A reading that was sent before a write's answer came may show what was before the write: it is dropped and
 * asked for again, unless the machine has that planned, as after an enqueue. */
static void poll_drop(struct app *app, int64_t id)
{
    bool planned = refresh_state(app->client->refresh, id) == REFRESH_AGAIN;
    poll_tell(app, REFRESH_CANCELLED, id, -1);
    if (!planned)
        poll_tell(app, REFRESH_USER, id, -1);
}

static void poll_done(struct client *client, const struct client_call *call, struct call_result *result)
{
    struct app *app = client->self;
    struct app_project *project = app_project_find(app, call->project_id);
    if (!project) { /* removed meanwhile; what the answer says of the server counts all the same */
        if (result->ok && result->project)
            refresh_reply(app->client->refresh, call->project_id, result->project->state, app->now_ms);
        else if (result->error.kind == ERROR_RATE_LIMITED)
            poll_tell_failure(app, call->project_id, &result->error);
        else
            poll_tell(app, REFRESH_CANCELLED, call->project_id, -1);
        return;
    }
    poll_set_reading(app, project, false);
    if (!result->ok || !result->project) {
        poll_failed(app, project, &result->error);
        return;
    }
    if (call->serial <= project->written_serial) {
        poll_drop(app, call->project_id);
        return;
    }
    refresh_reply(app->client->refresh, call->project_id, result->project->state, app->now_ms);
    enum project_news news = poll_take(app, call->project_id, result->project, false);
    part_tell_project_read(app, result->project, call);
    project->awaited = false;
    if (poll_waited(app, project, news != PROJECT_SAME, false) && news != PROJECT_STATE)
        app_say(app, "%" PRId64 ": %s", call->project_id,
                news == PROJECT_CHANGED ? "changed" : "nothing new");
}

void app_poll_take_project(struct app *app, int64_t id, struct project *project)
{
    struct app_project *watched = app_project_find(app, id);
    if (watched)
        watched->written_serial = app->client->next_serial;
    refresh_learn(app->client->refresh, id, project->state, app->now_ms);
    poll_take(app, id, project, true);
}

static int64_t app_poll_deadline(const struct app *app)
{
    if (app->client->session != SESSION_UP)
        return INT64_MAX;
    int64_t deadline = refresh_next_deadline(app->client->refresh),
            held = refresh_held_until(app->client->refresh);
    return held > app->now_ms && held < deadline ? held : deadline; /* nothing is shown as held longer */
}

static void app_poll_turn(struct app *app)
{
    app_poll_due(app);
    app_poll_tell_hold(app);
}

const struct part part_poll = {.name = "poll",
                               .state_size = sizeof(struct app_hold),
                               .begin = app_poll_begin,
                               .end = app_poll_end,
                               .wakes = WAKES_ALWAYS,
                               .turn = app_poll_turn,
                               .deadline = app_poll_deadline,
                               .until_quit = true};
