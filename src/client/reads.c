/* Owns the readings of watched projects: what is due is sent, and each answer is an event for the refresh
 * machine. When a project is due is core/refresh's to say. It must not know who looks at them. */
/* SPDX-License-Identifier: MIT */
#include "reads.h"

#include <inttypes.h>

#include "calls.h"
#include "client_state.h"
#include "steno/api/endpoint.h"
#include "steno/api/record.h"
#include "steno/base/error.h"
#include "steno/base/id_map.h"
#include "steno/base/mem.h"
#include "steno/core/call.h"
#include "steno/core/refresh.h"
#include "steno/core/settings.h"

#define READS_A_TURN 64
#define DAY_MS       INT64_C(86400000)
#define APART_MS     2000 /* two readings of both clocks tell the same time within this */

void client_read_every(struct client *client, int64_t interval_ms, int ahead)
{
    struct refresh_config config;
    settings_to_refresh(client->settings, &config);
    config.interval_ms = interval_ms;
    if (config.rate_cap == 0 && config.max_in_flight < ahead)
        config.max_in_flight = ahead;
    refresh_free(client->refresh);
    client->refresh = refresh_new(&config);
}

void reads_begin(struct client *client)
{
    client_read_every(client, 0, 0);
}

void reads_end(struct client *client)
{
    refresh_free(client->refresh);
    id_map_clear(&client->watched);
}

/* The machine, for what changes when something is due. */
static struct refresh *reads_machine(struct client *client)
{
    client_changed(client, CHANGED_READS);
    return client->refresh;
}

/* One event for it. */
static void reads_tell(struct client *client, struct refresh_event event)
{
    event.random = (uint32_t)(client->now_ms * 2654435761u) ^ (uint32_t)event.id;
    refresh_event(reads_machine(client), &event, client->now_ms);
}

void reads_stop(struct client *client)
{
    reads_tell(client, (struct refresh_event){.kind = REFRESH_UNAUTHORIZED});
}

void reads_go_on(struct client *client)
{
    reads_tell(client, (struct refresh_event){.kind = REFRESH_LOGGED_IN});
}

/* The machine's clock is the monotonic one: how long ago the wall clock says; a day where that clock ran
 * ahead when the project was read. */
void client_watch(struct client *client, int64_t id, const char *state, int64_t read_ms)
{
    size_t outdated;
    int64_t age_ms = client->wall_ms - read_ms;
    if (id_map_find(&client->watched, id, &outdated))
        return;
    id_map_put(&client->watched, id, 0);
    refresh_add(reads_machine(client), id, state, client->now_ms - (age_ms >= 0 ? age_ms : DAY_MS),
                client->now_ms);
}

void client_unwatch(struct client *client, int64_t id)
{
    id_map_remove(&client->watched, id);
    reads_tell(client, (struct refresh_event){.kind = REFRESH_REMOVED, .id = id});
}

void client_show(struct client *client, const int64_t *ids, size_t count)
{
    refresh_set_shown(reads_machine(client), ids, count, client->now_ms);
}

void client_read(struct client *client, int64_t id, enum read_how how)
{
    reads_tell(client, (struct refresh_event){.kind = how == READ_ENQUEUED ? REFRESH_ENQUEUED : REFRESH_USER,
                                              .id = id,
                                              .at_once = how == READ_AT_ONCE});
}

void client_read_all(struct client *client)
{
    refresh_ask_all(reads_machine(client), client->now_ms);
}

void client_count_request(struct client *client)
{
    refresh_count_request(reads_machine(client), client->now_ms);
}

int64_t client_request_wait(const struct client *client)
{
    int64_t at_ms = refresh_next_request(client->refresh);
    return at_ms > client->now_ms ? at_ms - client->now_ms : 0;
}

int64_t client_batch_wait(const struct client *client, size_t under_way)
{
    int64_t until_ms = refresh_paused_until(client->refresh);
    if (until_ms > client->now_ms)
        return until_ms - client->now_ms;
    return until_ms && under_way > 0 ? INT64_MAX : 0;
}

void client_outdate(struct client *client, int64_t id)
{
    size_t outdated;
    if (id_map_find(&client->watched, id, &outdated))
        id_map_put(&client->watched, id, (size_t)client->next_serial);
}

void client_learn(struct client *client, int64_t id, const char *state)
{
    client_outdate(client, id);
    refresh_learn(reads_machine(client), id, state, client->now_ms);
}

/* A reading that failed. Of a 401 the session tells, once for all. */
static void reads_tell_failure(struct client *client, int64_t id, const struct error *error)
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
    reads_tell(client, event);
}

void reads_hear_write(struct client *client, const struct call_result *result)
{
    const struct client_call *call = client_call_find(client, result->serial);
    if (!call || !endpoints[result->op].write)
        return;
    if (result->ok)
        refresh_take_write(reads_machine(client), call->sent_ms);
    else if (result->error.kind == ERROR_RATE_LIMITED)
        reads_tell_failure(client, 0, &result->error);
}

/* An answer for a project that nobody watches any more: what it says of the server counts all the same. */
static void reads_take_stray(struct client *client, int64_t id, const struct call_result *result)
{
    if (result->ok && result->project)
        refresh_reply(reads_machine(client), id, result->project->state, client->now_ms);
    else if (result->error.kind == ERROR_RATE_LIMITED)
        reads_tell_failure(client, id, &result->error);
    else
        reads_tell(client, (struct refresh_event){.kind = REFRESH_CANCELLED, .id = id});
}

/* Nothing is learned of a reading that was not sent, as another was refused, or that was sent before
 * a write's answer came and may show what was before the write: it is asked for again, unless the machine has
 * that planned, as after an enqueue. */
static void reads_drop(struct client *client, int64_t id, bool is_unsent, struct error *why)
{
    const struct refresh_project *project = refresh_find(client->refresh, id);
    bool is_planned = project && project->again;
    reads_tell(client, (struct refresh_event){.kind = REFRESH_CANCELLED, .id = id});
    if (!is_planned)
        client_read(client, id, READ_SOON);
    error_clear(why);
    error_set(why, ERROR_CANCELLED, "the reading of %" PRId64 " %s", id,
              is_unsent ? "was not sent" : "is older than a write");
}

static void reads_done(struct client *client, const struct client_call *call, struct call_result *result)
{
    int64_t id = call->project_id;
    struct reading reading = {.id = id, .serial = call->serial, .sent_ms = call->write.asked_ms};
    struct error dropped;
    size_t outdated;
    if (!id_map_find(&client->watched, id, &outdated)) {
        reads_take_stray(client, id, result);
        return;
    }
    bool is_read = result->ok && result->project;
    if (result->is_unsent || (is_read && call->serial <= outdated)) {
        reads_drop(client, id, result->is_unsent, &dropped);
        reading.error = &dropped;
    } else if (!is_read) {
        reads_tell_failure(client, id, &result->error);
        reading.error = &result->error;
    } else {
        refresh_reply(reads_machine(client), id, result->project->state, client->now_ms);
        reading.project = result->project;
        reading.project->id = id; /* a server that answers with another id must not touch that one */
    }
    client->user->read(client->self, &reading);
    client->hears(client, &reading);
}

/* Sends one reading. */
static void reads_send(struct client *client, int64_t id)
{
    struct call *call = client_call_new(client, ENDPOINT_GET_PROJECT, id);
    call->timed = true;
    call->refusals = client->refusals;
    client->user->reads(client->self, call);
    client_call_send(client, call,
                     &(struct client_reply){
                         .done = reads_done, .what = mem_printf("Read %" PRId64, id), .background = true});
}

/* Tells of a pause that begins, moves by the wall clock, or ends. */
static void reads_look_at_pause(struct client *client)
{
    int64_t until_ms = client->session == SESSION_UP ? refresh_paused_until(client->refresh) : 0;
    int64_t wall_ms = until_ms > client->now_ms ? client->wall_ms + until_ms - client->now_ms : 0;
    int64_t apart_ms = wall_ms - client->paused_until_ms;
    bool is_paused = until_ms != 0, is_near = wall_ms != 0 && apart_ms > -APART_MS && apart_ms < APART_MS;
    if (is_paused == client->is_paused && (is_near || wall_ms == client->paused_until_ms))
        return;
    client->is_paused = is_paused;
    client->paused_until_ms = wall_ms;
    client_changed(client, CHANGED_PAUSE);
}

void reads_turn(struct client *client)
{
    int64_t ids[READS_A_TURN];
    size_t count = 0;
    if (client->session == SESSION_UP)
        count = refresh_take_due(client->refresh, client->now_ms, ids, READS_A_TURN);
    for (size_t i = 0; i < count; i++)
        reads_send(client, ids[i]);
    reads_look_at_pause(client);
}

int64_t reads_deadline(const struct client *client)
{
    int64_t next_ms = refresh_next_deadline(client->refresh),
            paused_ms = refresh_paused_until(client->refresh);
    if (client->session != SESSION_UP)
        return INT64_MAX;
    return paused_ms > client->now_ms && paused_ms < next_ms ? paused_ms : next_ms; /* its end is told */
}
