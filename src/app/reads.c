/* Readings of the listed projects. The refresh machine (core/refresh.h) decides when a project is due. This
 * file sends the calls and gives the answers to the machine. It also refreshes on request, and shows messages
 * about a pause. */
/* SPDX-License-Identifier: MIT */
#include "steno/app/reads.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "writes.h"
#include "part.h"
#include "steno/app/project.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/api/request.h"
#include "steno/api/record.h"
#include "steno/app/calls.h"
#include "steno/app/session.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"
#include "steno/widget/page.h"

#define COUNT_MS     1000 /* time between two updates of "Refreshing: 3 of 12 done" */
#define READS_A_TURN 64
#define SHOWN_MAX    1024
#define DAY_MS       INT64_C(86400000)
#define APART_MS     2000 /* a smaller change of the end of a pause has no message */

struct app_reads {
    bool begun;             /* the projects on the first screen have been requested */
    int64_t pause_ms;       /* monotonic: end of the last known pause; 0: no pause */
    uint64_t pause_said;    /* said_count of the message about the pause; 0: no message */
    struct reads_wait {     /* the refresh that the operator waits for */
        size_t total, left; /* readings requested (0: none), readings that have not ended */
        size_t changed, failed;
        int64_t id;       /* the project requested last */
        size_t shown;     /* number of ended readings on the screen */
        int64_t shown_ms; /* monotonic: time of the last update of `shown` */
    } wait;
};

static struct app_reads *reads_state(const struct app *app)
{
    return part_state(app, &part_reads);
}

static void reads_begin(struct app *app)
{
    struct refresh_config config;
    settings_to_refresh(app->settings, &config);
    app->refresh = refresh_new(&config);
}

static void reads_end(struct app *app)
{
    refresh_free(app->refresh);
}

/* --- the refresh machine --- */

/* Returns when the pause after a 429 ends (monotonic). 0: no pause. If that time has passed, the first
 * reading after the pause is under way. */
static int64_t reads_paused(const struct app *app)
{
    return app->session == SESSION_UP ? refresh_paused_until(app->refresh) : 0;
}

static void reads_pass_event(struct app *app, struct refresh_event event)
{
    event.random = (uint32_t)(app->now_ms * 2654435761u) ^ (uint32_t)event.id;
    refresh_event(app->refresh, &event, app->now_ms);
}

void app_reads_stop(struct app *app)
{
    reads_pass_event(app, (struct refresh_event){.kind = REFRESH_UNAUTHORIZED});
}

void app_reads_go_on(struct app *app)
{
    reads_pass_event(app, (struct refresh_event){.kind = REFRESH_LOGGED_IN});
}

/* Gives a project to the refresh machine, with the monotonic time of its last reading. A time in the future
 * (the clock was changed) becomes a day ago. */
void app_reads_watch(struct app *app, const struct app_project *project)
{
    int64_t age_ms = app->wall_ms - project->fetched_ms;
    refresh_add(app->refresh, project->id, project->known ? project->state : NULL,
                app->now_ms - (age_ms >= 0 ? age_ms : DAY_MS), app->now_ms);
}

void app_read(struct app *app, int64_t id, enum read_how how)
{
    reads_pass_event(app,
                     (struct refresh_event){.kind = how == READ_ENQUEUED ? REFRESH_ENQUEUED : REFRESH_USER,
                                            .id = id,
                                            .at_once = how == READ_AT_ONCE});
}

void app_reads_count(struct app *app)
{
    refresh_count_request(app->refresh, app->now_ms);
}

int64_t app_reads_hold(const struct app *app, size_t under_way)
{
    int64_t until_ms = refresh_paused_until(app->refresh);
    if (until_ms > app->now_ms)
        return until_ms - app->now_ms;
    return until_ms && under_way > 0 ? INT64_MAX : 0;
}

void app_reads_outdate(struct app *app, int64_t id)
{
    struct app_project *project = app_project_find(app, id);
    if (project)
        project->outdated = app->next_serial;
}

/* Tells the refresh machine about a failed reading, or about a write that got a 429. */
static void reads_pass_failure(struct app *app, int64_t id, const struct error *error)
{
    struct refresh_event event = {.kind = REFRESH_ERROR, .id = id, .retry_after_ms = -1};
    if (error->kind == ERROR_CANCELLED)
        event.kind = REFRESH_CANCELLED;
    else if (error->kind == ERROR_NOT_LOGGED_IN)
        event.kind = REFRESH_UNAUTHORIZED;
    else if (error->kind == ERROR_RATE_LIMITED)
        event.kind = REFRESH_RATE_LIMITED;
    if (error->retry_after_s >= 0)
        event.retry_after_ms = error->retry_after_s * INT64_C(1000);
    reads_pass_event(app, event);
}

void app_reads_hear_write(struct app *app, const struct call_result *result)
{
    const struct app_call *call = app_call_find(app, result->serial);
    if (!call || call->is_left || !endpoints[call->op].write)
        return;
    if (result->ok)
        refresh_take_write(app->refresh, call->sent_ms);
    else if (result->error.kind == ERROR_RATE_LIMITED)
        reads_pass_failure(app, 0, &result->error);
}

/* --- requests --- */

void app_reads_sync(struct app *app)
{
    struct app_reads *reads = reads_state(app);
    int64_t ids[SHOWN_MAX];
    size_t count = 0, height = app_pane_height(app, PANE_LIST), top = list_top(&app->list, height);
    for (size_t row = top; row < app->list.count && row < top + height && count + 1 < SHOWN_MAX; row++)
        ids[count++] = app->list.ids[row];
    if (app->current)
        ids[count++] = app->current;
    refresh_set_shown(app->refresh, ids, count, app->now_ms);
    if (reads->begun || !app->loaded)
        return;
    reads->begun = true; /* at the start, also read projects on the screen whose saved data is recent */
    for (size_t i = 0; i < count; i++) {
        const struct app_project *project = app_project_find(app, ids[i]);
        if (project && !project->fresh)
            app_read(app, ids[i], READ_SOON);
    }
}

static void reads_wait_for(struct app *app, struct app_project *project)
{
    struct reads_wait *wait = &reads_state(app)->wait;
    if (!project || project->asked)
        return;
    project->asked = true;
    wait->total++;
    wait->left++;
    wait->id = project->id;
}

void app_reads_ask(struct app *app, int64_t id)
{
    reads_wait_for(app, app_project_find(app, id));
    app_read(app, id, READ_AT_ONCE);
}

void app_reads_ask_all(struct app *app)
{
    refresh_ask_all(app->refresh, app->now_ms);
    for (size_t i = 0; i < app->project_count; i++)
        reads_wait_for(app, &app->projects[i]);
    if (!reads_paused(app) || app->project_count == 1) {
        app_say(app, "Refreshing %zu project%s", app->project_count, app->project_count == 1 ? "" : "s");
        return;
    }
    app_say(app, "Refreshing one project; if that succeeds, the other %zu follow", app->project_count - 1);
    reads_state(app)->pause_said = app->said_count;
}

static void reads_say_all(struct app *app, const struct reads_wait *wait)
{
    char *news = wait->changed ? mem_printf("%zu changed", wait->changed) : mem_copy("nothing new");
    if (wait->failed)
        app_say_bad(app, "Refreshed %zu of %zu projects: %s; %zu could not be read",
                    wait->total - wait->failed, wait->total, news, wait->failed);
    else
        app_say(app, "Refreshed %zu: %s", wait->total, news);
    free(news);
}

/* Call when a read has ended. Counts the read if the operator waits for it. After the last of several reads,
 * shows their common result. If the operator waited for this one read only, returns true: then the caller
 * must show the result. */
static bool reads_waited(struct app *app, struct app_project *project, bool changed, bool failed)
{
    struct reads_wait *wait = &reads_state(app)->wait;
    if (!project->asked)
        return false;
    project->asked = false;
    wait->changed += changed;
    wait->failed += failed;
    wait->left--;
    if (wait->left > 0)
        return false;
    bool alone = wait->total == 1;
    if (!alone)
        reads_say_all(app, wait);
    *wait = (struct reads_wait){0};
    return alone;
}

void app_reads_forget(struct app *app, struct app_project *project)
{
    struct reads_wait *wait = &reads_state(app)->wait;
    reads_pass_event(app, (struct refresh_event){.kind = REFRESH_REMOVED, .id = project->id});
    if (!project->asked)
        return;
    project->asked = false;
    wait->left--;
    if (--wait->total == 1 && wait->left == 1) { /* one project is left, whose id is shown */
        for (size_t i = 0; i < app->project_count; i++)
            wait->id = app->projects[i].asked ? app->projects[i].id : wait->id;
    }
    if (wait->left == 0 && wait->total > 0)
        reads_say_all(app, wait);
    if (wait->left == 0)
        *wait = (struct reads_wait){0};
}

bool app_reads_running(const struct app *app, char *out, size_t size)
{
    const struct reads_wait *wait = &reads_state(app)->wait;
    if (wait->total == 0 || app->session != SESSION_UP || reads_paused(app) > app->now_ms)
        return false;
    if (wait->total == 1)
        snprintf(out, size, "Refreshing %" PRId64 " …", wait->id);
    else
        snprintf(out, size, "Refreshing: %zu of %zu done", wait->shown, wait->total);
    return true;
}

/* --- readings --- */

/* Stores the failure of a reading in the project. Values from earlier readings stay. */
static void reads_failed(struct app *app, struct app_project *project, const struct error *error)
{
    int64_t id = project->id;
    if (error->kind == ERROR_CANCELLED || error->kind == ERROR_NOT_LOGGED_IN) /* session.c reports a 401 */
        return;
    bool again = project->trouble != NULL, waited = reads_waited(app, project, false, true);
    free(project->trouble);
    project->trouble = mem_copy(error->text);
    project->trouble_kind = error->kind;
    project->trouble_status = error->status;
    if (waited)
        app_say_bad(app, "%s", error->text);
    if (waited && !again && !offline_is_about(error)) /* session.c logs an outage once */
        app_log_activity(app, ACTIVITY_ERROR, id, "%s", error->text);
    app->order_may_differ = true;
}

static void reads_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    int64_t id = call->project_id;
    struct app_project *project = app_project_find(app, id);
    const struct refresh_project *planned = refresh_find(app->refresh, id);
    int status = result->error.status;
    bool is_read = result->ok && result->project, is_planned = planned && planned->again;
    if (call->is_left) { /* the answer is from the old server or account: read again */
        reads_pass_event(app, (struct refresh_event){.kind = REFRESH_CANCELLED, .id = id});
        app_read(app, id, READ_SOON);
        return;
    }
    if (!project) { /* not listed, but the answer shows if the server allows readings */
        if (is_read)
            refresh_reply(app->refresh, id, result->project->state, app->now_ms);
        else if (result->error.kind == ERROR_RATE_LIMITED)
            reads_pass_failure(app, id, &result->error);
        else
            reads_pass_event(app, (struct refresh_event){.kind = REFRESH_CANCELLED, .id = id});
        return;
    }
    project->reading = false;
    if (result->is_unsent || (is_read && call->serial <= project->outdated)) {
        /* The reading was not sent, because an earlier one was refused. Or it began before a write was
         * answered. Reads again, if the refresh machine has not planned this already. */
        reads_pass_event(app, (struct refresh_event){.kind = REFRESH_CANCELLED, .id = id});
        if (!is_planned)
            app_read(app, id, READ_SOON);
    } else if (!is_read) {
        reads_pass_failure(app, id, &result->error);
        reads_failed(app, project, &result->error);
        if (status == 404 || status == 410)
            app_open_writes_judge(app, id, NULL, call->asked_ms);
    } else {
        refresh_reply(app->refresh, id, result->project->state, app->now_ms);
        result->project->id = id; /* ignore a wrong id in the answer */
        enum project_news news = app_project_update(app, result->project, call->asked_ms, false);
        if (news == PROJECT_STATE && app_project_is_settled(app, project->state))
            app_credit_read_soon(app);
        if (news != PROJECT_SAME)
            app_acts_changed(app);
        if (reads_waited(app, project, news != PROJECT_SAME, false) && news != PROJECT_STATE)
            app_say(app, "%" PRId64 ": %s", id, news == PROJECT_CHANGED ? "changed" : "nothing new");
        app_open_writes_judge(app, id, result->project, call->asked_ms);
    }
}

void app_reads_take_project(struct app *app, int64_t id, struct project *project, int64_t sent_ms,
                            bool is_kept)
{
    app_reads_outdate(app, id);
    refresh_learn(app->refresh, id, project->state, app->now_ms);
    project->id = id;
    app_project_update(app, project, sent_ms, is_kept);
    if (!is_kept)
        app_open_writes_judge(app, id, project, sent_ms);
}

bool app_pause_text(const struct app *app, char *out, size_t size)
{
    int64_t wait_ms = reads_paused(app) - app->now_ms;
    if (wait_ms <= 0)
        return false;
    wait_format(out, size, wait_ms);
    return true;
}

bool app_reads_standing(const struct app *app, char *out, size_t size)
{
    char when[DATE_TEXT_SIZE];
    if (!app_pause_text(app, when, sizeof when))
        return false;
    snprintf(out, size, REFRESH_PAUSE_SENTENCE "; %s refreshes now", when, app_key_of(app, "refresh"));
    return true;
}

/* Shows a message when a pause begins or its end moves. Shows a message at the end if the last message was
 * about the pause. */
static void reads_look_at_pause(struct app *app)
{
    struct app_reads *reads = reads_state(app);
    int64_t until_ms = reads_paused(app), apart_ms = until_ms - reads->pause_ms;
    if (!until_ms == !reads->pause_ms && apart_ms > -APART_MS && apart_ms < APART_MS)
        return;
    reads->pause_ms = until_ms;
    if (!until_ms && reads->pause_said == app->said_count)
        app_say(app, "The server responds again: refreshing continues");
    if (!until_ms)
        reads->pause_said = 0;
    if (until_ms <= app->now_ms)
        return;
    app_say(app, "Refreshing pauses: the server is busy; %s refreshes the selected project",
            app_key_of(app, "refresh"));
    reads->pause_said = app->said_count;
}

static void reads_turn(struct app *app)
{
    struct app_reads *reads = reads_state(app);
    int64_t ids[READS_A_TURN];
    size_t count = 0;
    if (app->session == SESSION_UP) {
        count = refresh_take_due(app->refresh, app->now_ms, ids, READS_A_TURN);
    } else if (reads->wait.total > 0) { /* the login has ended, which also ends the refresh */
        for (size_t i = 0; i < app->project_count; i++)
            app->projects[i].asked = false;
        reads->wait = (struct reads_wait){0};
    }
    for (size_t i = 0; i < count; i++) {
        struct call *call = app_call_new(app, ENDPOINT_GET_PROJECT, ids[i]);
        struct app_project *project = app_project_find(app, ids[i]);
        call->timed = true;
        call->refusals = app->refusals;
        if (project)
            project->reading = true;
        app_call_send(app, call,
                      &(struct app_reply){.done = reads_done,
                                          .what = mem_printf("Read %" PRId64, ids[i]),
                                          .background = true});
    }
    if (app->now_ms - reads->wait.shown_ms >= COUNT_MS) {
        reads->wait.shown_ms = app->now_ms;
        reads->wait.shown = reads->wait.total - reads->wait.left;
    }
    reads_look_at_pause(app);
}

/* The screen tells how long a wait until `until_ms` still lasts, such as "20 s". Returns when this text must
 * change. INT64_MAX: there is no wait. */
static int64_t reads_text_changes(const struct app *app, int64_t until_ms)
{
    char text[DATE_TEXT_SIZE];
    if (until_ms == REFRESH_NEVER || until_ms <= app->now_ms)
        return INT64_MAX;
    return app->now_ms + wait_format(text, sizeof text, until_ms - app->now_ms);
}

/* Returns when the next reading is due. Returns an earlier time if a text such as "in 20 s" must change. The
 * text is about the pause, an outage, a failed project in the details, or the next try of a call. */
static int64_t reads_deadline(const struct app *app)
{
    int64_t next_ms = refresh_next_deadline(app->refresh);
    const struct app_project *current = app_project_find(app, app->current);
    const struct app_call *call = app_call_in_sight(app);
    const int64_t waits[] = {
        refresh_paused_until(app->refresh),
        app_is_offline(app) ? next_ms : 0,
        current && current->trouble ? refresh_due(app->refresh, current->id) : 0,
        call ? call->again_ms : 0,
    };
    if (app->session != SESSION_UP)
        return INT64_MAX;
    for (size_t i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        int64_t changes_ms = reads_text_changes(app, waits[i]);
        next_ms = changes_ms < next_ms ? changes_ms : next_ms;
    }
    return next_ms;
}

const struct part part_reads = {.name = "reads",
                                .state_size = sizeof(struct app_reads),
                                .begin = reads_begin,
                                .end = reads_end,
                                .turn = reads_turn,
                                .deadline = reads_deadline,
                                .until_quit = true};
