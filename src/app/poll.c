/* Owns what the application asks of its client's readings: for what is on the screen, for a refresh that
 * somebody waits for, with what is said of it and of a pause. When what is read is the client's to say. */
/* SPDX-License-Identifier: MIT */
#include "poll.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "steno/api/record.h"
#include "part.h"
#include "state.h"
#include "project.h"
#include "status.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/client/client_state.h"
#include "steno/client/reads.h"
#include "steno/core/refresh.h"
#include "steno/widget/list.h"

#define SHOWN_EVERY_MS 1000 /* how far a refresh is */
#define MINUTE_MS      60000

/* What the start has asked for, the refresh that somebody waits for, and what was said of the pause. */
struct app_poll {
    bool begun;          /* what was on the screen at the start has been asked for */
    uint64_t pause_said; /* number of the sentence about the pause that is on; 0 for none */
    struct poll_wait {
        size_t total, left; /* readings; total 0: nobody waits */
        size_t changed, failed;
        int64_t id; /* the last one asked for */
        int64_t drawn_ms;
    } wait;
};

static struct app_poll *poll_state(const struct app *app)
{
    return part_state(app, &part_poll);
}

void app_poll_watch(struct app *app, const struct app_project *project)
{
    client_watch(app->client, project->id, project->known ? project->state : NULL, project->fetched_ms);
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

/* At the start all that is on the screen is read, however young what the store has of it: an operator who
 * comes back sees what is true now. */
static void poll_begin(struct app *app, const int64_t *ids, size_t count)
{
    poll_state(app)->begun = true;
    for (size_t i = 0; i < count; i++) {
        const struct app_project *project = app_project_find(app, ids[i]);
        if (project && !project->fresh)
            client_read(app->client, ids[i], READ_SOON);
    }
}

void app_poll_sync(struct app *app)
{
    app->stale &= ~STALE_SHOWN;
    int64_t ids[1024];
    size_t count = poll_on_screen(app, ids, sizeof ids / sizeof ids[0]);
    client_show(app->client, ids, count);
    if (!poll_state(app)->begun && app->loaded)
        poll_begin(app, ids, count);
}

/* Asks for a project, which may have been added in this turn. */
static void poll_ask_for(struct app *app, int64_t id, enum read_how how)
{
    const struct app_project *project = app_project_find(app, id);
    if (project)
        app_poll_watch(app, project);
    client_read(app->client, id, how);
}

void app_poll_read(struct app *app, int64_t id)
{
    poll_ask_for(app, id, READ_SOON);
}

/* Somebody waits for a reading of the project. */
static void poll_wait_for(struct app *app, struct app_project *project)
{
    struct poll_wait *wait = &poll_state(app)->wait;
    if (!project || project->asked)
        return;
    project->asked = true;
    wait->total++;
    wait->left++;
    wait->id = project->id;
    app_dirty(app, DIRTY_STATUS);
}

void app_poll_ask(struct app *app, int64_t id)
{
    poll_wait_for(app, app_project_find(app, id));
    poll_ask_for(app, id, READ_AT_ONCE);
}

void app_poll_ask_all(struct app *app)
{
    client_read_all(app->client);
    for (size_t i = 0; i < app->project_count; i++)
        poll_wait_for(app, &app->projects[i]);
    app_dirty(app, DIRTY_STATUS);
    if (!app->client->is_paused || app->project_count == 1) {
        app_say(app, "Refreshing %zu project%s", app->project_count, app->project_count == 1 ? "" : "s");
        return;
    }
    app_say(app, "Refreshing one project; if that succeeds, the other %zu follow", app->project_count - 1);
    poll_state(app)->pause_said = app->said_count;
}

/* What a refresh of several brought. */
static void poll_say_all(struct app *app, const struct poll_wait *wait)
{
    char *news = wait->changed ? mem_printf("%zu changed", wait->changed) : mem_copy("nothing new");
    if (wait->failed)
        app_say_bad(app, "Refreshed %zu of %zu: %s; %zu could not be read", wait->total - wait->failed,
                    wait->total, news, wait->failed);
    else
        app_say(app, "Refreshed %zu: %s", wait->total, news);
    free(news);
}

bool app_poll_waited(struct app *app, struct app_project *project, bool changed, bool failed)
{
    struct poll_wait *wait = &poll_state(app)->wait;
    if (!project->asked)
        return false;
    project->asked = false;
    wait->changed += changed;
    wait->failed += failed;
    if (--wait->left == 0 || app->client->now_ms - wait->drawn_ms >= SHOWN_EVERY_MS) {
        wait->drawn_ms = app->client->now_ms;
        app_dirty(app, DIRTY_STATUS);
    }
    if (wait->left > 0)
        return false;
    bool alone = wait->total == 1;
    if (!alone)
        poll_say_all(app, wait);
    *wait = (struct poll_wait){0};
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
    struct poll_wait *wait = &poll_state(app)->wait;
    if (!project->asked)
        return;
    project->asked = false;
    wait->left--;
    if (--wait->total == 1 && wait->left == 1)
        wait->id = poll_any_waited(app);
    if (wait->left == 0 && wait->total > 0)
        poll_say_all(app, wait);
    if (wait->left == 0)
        *wait = (struct poll_wait){0};
    app_dirty(app, DIRTY_STATUS);
}

/* The session has ended: what was asked for is not read, and after the next login not sooner than the rest.
 */
static void poll_wait_for_none(struct app *app)
{
    struct poll_wait *wait = &poll_state(app)->wait;
    if (wait->total == 0)
        return;
    for (size_t i = 0; i < app->project_count; i++)
        app->projects[i].asked = false;
    *wait = (struct poll_wait){0};
    app_dirty(app, DIRTY_STATUS);
}

bool app_poll_running(const struct app *app, char *out, size_t size)
{
    const struct poll_wait *wait = &poll_state(app)->wait;
    if (wait->total == 0 || app->client->session != SESSION_UP || app->client->paused_until_ms != 0)
        return false;
    if (wait->total == 1)
        snprintf(out, size, "Refreshing %" PRId64 " …", wait->id);
    else
        snprintf(out, size, "Refreshing %zu of %zu", wait->total - wait->left, wait->total);
    return true;
}

bool app_poll_standing(const struct app *app, char *out, size_t size)
{
    char when[DATE_TEXT_SIZE];
    if (!app_pause_text(app, when, sizeof when))
        return false;
    snprintf(out, size, "Refreshing is paused till %s: the server asked; %s refreshes at once", when,
             app_key_of(app, "refresh"));
    return true;
}

bool app_pause_text(const struct app *app, char *out, size_t size)
{
    int64_t until_ms = app->client->paused_until_ms;
    if (until_ms == 0)
        return false;
    if (until_ms - app->client->wall_ms < MINUTE_MS)
        date_format_clock(out, size, until_ms, app->client->zone);
    else
        date_format_minute(out, size, until_ms, app->client->zone);
    return true;
}

/* That it is over is said if the status line still is about it. */
void app_poll_say_pause(struct app *app)
{
    struct app_poll *poll = poll_state(app);
    char when[DATE_TEXT_SIZE];
    app_dirty(app, DIRTY_HEADER | DIRTY_STATUS);
    if (!app->client->is_paused && poll->pause_said == app->said_count)
        app_say(app, "The server responds again: refreshing continues");
    if (!app->client->is_paused)
        poll->pause_said = 0;
    if (!app_pause_text(app, when, sizeof when))
        return;
    app_say(app, REFRESH_PAUSE_SENTENCE "; %s refreshes one", when, app_key_of(app, "refresh"));
    poll->pause_said = app->said_count;
}

void app_poll_take_project(struct app *app, int64_t id, struct project *project)
{
    client_learn(app->client, id, project->state);
    project->id = id;
    app_project_update(app, project, true);
}

static int64_t poll_deadline(const struct app *app)
{
    return reads_deadline(app->client);
}

static void poll_turn(struct app *app)
{
    if (app->client->session != SESSION_UP)
        poll_wait_for_none(app);
    reads_turn(app->client);
    if (app->client->is_paused)
        part_wake(app, &part_poll);
}

const struct part part_poll = {.name = "poll",
                               .state_size = sizeof(struct app_poll),
                               .turn = poll_turn,
                               .deadline = poll_deadline,
                               .until_quit = true};
