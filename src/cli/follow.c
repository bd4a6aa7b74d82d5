/* Owns the turns of `wait` and `watch`: reads when the refresh machine says so, a line a change. How it ends
 * is follow_end.c; the loop is the runner's. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "connect.h"
#include "order_lines.h"
#include "output.h"
#include "steno/client/notices.h"
#include "steno/client/open_writes.h"
#include "steno/client/orders.h"
#include "steno/client/reads.h"
#include "steno/client/store_calls.h"
#include "steno/core/activity_row.h"
#include "steno/core/refresh.h"
#include "steno/store/store.h"
#include "follow_private.h"
#include "local.h"

#define EXIT_NOT_DONE 7   /* its transcription has failed, or was canceled */
#define ROWS_MAX      50  /* of the activity that are looked at after a change */
#define AHEAD         128 /* readings that wait for a connection or are under way, where there is no cap */
#define NAP_MS        2   /* with many of them under way, answers are taken by the handful: fewer wake-ups */

/* Writes one change: {"time","id","from","to","name"}, or "time  id  from -> to  name". */
static void follow_put_change(struct following *following, int64_t id, const char *from,
                              const struct project *project)
{
    struct cli *cli = following->cli;
    char when[40];
    date_format_utc(when, sizeof when, following->client->wall_ms);
    struct buffer *rows = cli_rows(cli);
    if (cli->json) {
        const json_t *raw = json_object_get(project->record.raw, "ProcessingState");
        json_t *object = json_object();
        json_object_set_new(object, "time", json_string(when));
        json_object_set_new(object, "id", json_integer(id));
        json_object_set_new(object, "from", from ? json_string(from) : json_null());
        json_object_set_new(object, "to",
                            json_is_string(raw) ? json_copy((json_t *)(uintptr_t)raw)
                                                : json_string(project->state));
        json_object_set_new(object, "name", json_string(project->name));
        json_write(rows, object);
        buffer_append_char(rows, '\n');
        json_decref(object);
        return;
    }
    buffer_printf(rows, "%s  %" PRId64 "  ", when, id);
    if (from)
        buffer_printf(rows, "%s -> ", from[0] ? from : "-");
    buffer_printf(rows, "%s%s%s\n", project->state[0] ? project->state : "-", project->name[0] ? "  " : "",
                  project->name);
}

/* The entry of an id that is followed; NULL: it is read for an order alone. */
static struct follow_project *follow_find(const struct following *following, int64_t id)
{
    size_t place;
    return id_map_find(&following->places, id, &place) ? &following->follow->projects[place] : NULL;
}

/* Forgets why the last read failed. */
static void follow_clear_trouble(struct follow_project *entry)
{
    free(entry->trouble);
    entry->trouble = NULL;
}

/* Remembers why the last read failed. */
static void follow_note_trouble(struct follow_project *entry, const struct error *err)
{
    follow_clear_trouble(entry);
    entry->trouble = mem_alloc(sizeof *entry->trouble);
    *entry->trouble = *err;
}

/* --- the store --- */

static void follow_kept(struct client *client, const struct store_result *result)
{
    struct following *following = client->self;
    runner_hear_store(&following->runner, result);
}

/* Has what was kept back kept: together, which is one lock of the file. */
static void follow_keep_now(struct following *following)
{
    struct store_op *op = following->kept;
    following->kept = NULL;
    if (op && following->cli->store_failure.kind == ERROR_NONE)
        client_store_hand_over(following->client, op, follow_kept);
    else
        store_op_free(op);
}

/* Has a reading kept: a first one with others of the turn, as nothing waits for it; a change that was seen is
 * there before whoever tells of it asks. */
static void follow_keep(struct following *following, const struct reading *reading, bool is_seen)
{
    if (!following->kept)
        following->kept = store_op_new(STORE_TOGETHER);
    store_op_add_part(following->kept,
                      cli_project_op(following->cli, reading->project, reading->sent_ms, is_seen));
    if (is_seen)
        follow_keep_now(following);
}

/* Does this row of the activity say that something was done since the project was last read? */
static bool follow_is_news(const struct follow_project *entry, const struct store_entry *row)
{
    return !entry->over && row->id == entry->id && row->when_ms >= entry->sent_ms && row->name &&
           (strcmp(row->name, activity_row_kind(ENDPOINT_ENQUEUE)) == 0 || strcmp(row->name, "unknown") == 0);
}

/* Has the projects read at once that other programs have enqueued. */
static void follow_take_rows(struct client *client, const struct store_result *result)
{
    struct following *following = client->self;
    follow_kept(client, result);
    for (size_t i = 0; i < result->entry_count; i++) {
        for (size_t at = 0; at < following->follow->count; at++) {
            const struct follow_project *entry = &following->follow->projects[at];
            if (follow_is_news(entry, &result->entries[i]))
                client_read(client, entry->id, READ_SOON);
        }
    }
}

/* --- readings --- */

/* Tells a change of state that this run has seen, and that was kept. */
static void follow_tell_change(struct following *following, const struct follow_project *entry,
                               const struct project *project)
{
    notices_take(following->client, &(struct notice){.id = entry->id,
                                                     .from = entry->state[0] ? entry->state : "not given",
                                                     .to = project->state[0] ? project->state : "not given",
                                                     .name = project->name,
                                                     .since_ms = entry->state_sent_ms});
}

/* Takes a project that was read. */
static void follow_take_project(struct following *following, struct follow_project *entry,
                                const struct reading *reading)
{
    const struct project *project = reading->project;
    following->reached = true;
    follow_clear_trouble(entry);
    entry->read_ms = following->client->now_ms;
    if (!entry->state || strcmp(entry->state, project->state) != 0) {
        follow_put_change(following, entry->id, entry->state, project);
        follow_keep(following, reading, entry->state != NULL);
        if (entry->state)
            follow_tell_change(following, entry, project);
        free(entry->state);
        entry->state = mem_copy(project->state);
    }
    entry->state_sent_ms = reading->sent_ms;
    if (following->follow->forever || !refresh_is_settled(following->client->refresh, project->state))
        return;
    entry->over = entry->ended = true;
    entry->code = settings_state_is_done(&following->cli->settings, project->state) ? 0 : EXIT_NOT_DONE;
    client_unwatch(following->client, entry->id);
}

/* May a later read succeed where this one failed? Of a project that was never read, only when the network
 * failed or the server asked to wait: all else is more likely a mistake in the id or the address. */
static bool follow_may_pass(const struct follow_project *entry, const struct error *err)
{
    switch (err->kind) {
    case ERROR_DNS:
    case ERROR_CONNECT:
    case ERROR_TIMEOUT:
    case ERROR_NETWORK:
    case ERROR_RATE_LIMITED:
        return true;
    case ERROR_SERVER:
        return entry->state || err->status == 503;
    case ERROR_BAD_REPLY:
        return entry->state && entry->state[0];
    default:
        return false;
    }
}

/* Has a project that is waited for already failed to be read for this? */
static bool follow_is_told(const struct follow *follow, const struct error *err)
{
    for (size_t i = 0; i < follow->count; i++) {
        const struct follow_project *entry = &follow->projects[i];
        if (!entry->over && entry->trouble && entry->trouble->kind == err->kind &&
            entry->trouble->status == err->status)
            return true;
    }
    return false;
}

/* Takes a failed read. Trouble that may pass is said once, whatever number of projects it meets; of a 401 the
 * session says whether there is another token. */
static void follow_trouble(struct following *following, struct follow_project *entry, struct error *err)
{
    bool is_refused = err->kind == ERROR_NOT_LOGGED_IN && err->status;
    cli_explain_auth(following->cli, err);
    if (!is_refused && !follow_may_pass(entry, err)) {
        follow_give_up(following, entry, err);
        return;
    }
    if (!is_refused && !follow_is_told(following->follow, err))
        cli_remark("still waiting, after: %s", err->text);
    follow_note_trouble(entry, err);
}

/* Without its state a project is not seen to end: to wait, such a reply is as good as none. */
static bool follow_wants_state(struct following *following, const struct follow_project *entry,
                               const struct reading *reading, struct error *err)
{
    if (following->follow->forever || reading->project->state[0])
        return false;
    error_set(err, ERROR_BAD_REPLY,
              "project %" PRId64 " was returned without a state (ProcessingState) that can be "
              "read: its end cannot be seen",
              entry->id);
    if (entry->state)
        client_learn(following->client, entry->id,
                     entry->state); /* the next reading comes as if it was there */
    return true;
}

/* A reading has ended. */
static void follow_read(void *self, const struct reading *reading)
{
    struct following *following = self;
    struct follow_project *entry = follow_find(following, reading->id);
    struct error err;
    error_clear(&err);
    if (!entry && reading->project)
        follow_keep(following, reading, true);
    bool is_again = reading->error && reading->error->kind == ERROR_CANCELLED;
    if (!entry || entry->over || is_again) /* what it means for its orders they have heard */
        return;
    if (reading->error)
        err = *reading->error;
    if (reading->error || follow_wants_state(following, entry, reading, &err))
        follow_trouble(following, entry, &err);
    else
        follow_take_project(following, entry, reading);
}

/* One is about to be sent: while none has succeeded, it may take no longer than the patience lasts. */
static void follow_reads(void *self, struct call *call)
{
    struct following *following = self;
    const struct client *client = following->client;
    struct follow_project *entry = follow_find(following, call->project_id);
    if (entry)
        entry->sent_ms = client->wall_ms;
    if (!following->reached && following->patience_ms > client->now_ms)
        call->limit_ms = following->patience_ms - client->now_ms;
}

/* An order was carried out, or a try has failed: the exit code stays that of the waiting. */
static void follow_ordered(void *self, const struct order *order, const struct error *failure)
{
    (void)self;
    order_lines_say(order, failure);
}

/* What became of writes without an answer, too. */
static void follow_say(void *self, const struct client_said *said)
{
    struct following *following = self;
    if ((said->how & SAY_OUTCOME) && (said->how & SAY_LINE))
        cli_say("%s", said->text);
    else
        runner_say(&following->runner, said);
}

/* The store has listed what has no answer: the first readings are sent now. */
static void follow_take_list(struct following *following)
{
    const struct client *client = following->client;
    if (!following->listed)
        following->patience_ms = client->now_ms + settings_int(client->settings, SETTING_TIMEOUT) * 1000;
    following->listed = true;
}

static void follow_changed(void *self, unsigned what)
{
    struct following *following = self;
    if (what & CHANGED_OPEN)
        follow_take_list(following);
    if (what & CHANGED_PAUSE)
        runner_tell_pause(following->client);
}

/* --- turns --- */

/* When there is something to do though no answer comes. */
static int64_t follow_deadline(const struct following *following)
{
    int64_t at = reads_deadline(following->client), open_ms = open_writes_deadline(following->client);
    if (!following->listed)
        at = INT64_MAX;
    if (open_ms < at)
        at = open_ms;
    if (notices_deadline(following->client) < at)
        at = notices_deadline(following->client);
    if (orders_deadline(following->client) < at)
        at = orders_deadline(following->client);
    if (following->end_ms < at)
        at = following->end_ms;
    if (!following->reached && following->patience_ms > following->client->now_ms &&
        following->patience_ms < at)
        at = following->patience_ms;
    return at;
}

/* There is no other token: says so of those that were refused for it; the others are not tried. */
static void follow_stop(struct following *following)
{
    const struct follow *follow = following->follow;
    for (size_t i = 0; i < follow->count; i++) {
        struct follow_project *entry = &follow->projects[i];
        if (!entry->over && entry->trouble && entry->trouble->kind == ERROR_NOT_LOGGED_IN)
            follow_give_up(following, entry, entry->trouble);
    }
    for (size_t i = 0; i < follow->count; i++) {
        if (!follow->projects[i].over)
            follow_give_up(following, &follow->projects[i], &following->cli->stop);
    }
}

/* Are the orders done, as far as they can be now, of the projects that have ended? */
static bool follow_has_ordered(const struct following *following)
{
    const struct follow *follow = following->follow;
    for (size_t i = 0; i < follow->count && !following->cli->out_errno; i++) {
        const struct follow_project *entry = &follow->projects[i];
        if (entry->ended && !client_orders_of_are_idle(following->client, entry->id))
            return false;
    }
    return true;
}

/* What is to be done now: gives up, reads, or ends. */
static void follow_turn(void *self)
{
    struct following *following = self;
    struct client *client = following->client;
    int64_t now = client->now_ms;
    cli_put_rows(following->cli);
    follow_keep_now(following);
    if (!following->reached && now >= following->patience_ms && now < following->end_ms)
        follow_give_up_network(following);
    if (client->session == SESSION_EXPIRED)
        follow_stop(following);
    bool may_end = client->session == SESSION_EXPIRED || follow_has_ordered(following);
    if ((follow_is_done(following) && may_end) || now >= following->end_ms) {
        runner_quit(&following->runner, follow_result(following, now));
        return;
    }
    notices_turn(client);
    open_writes_turn(client);
    if (following->listed) /* a reading that was sent before would judge nothing */
        reads_turn(client);
    orders_turn(client);
    client->out->deadline_ms = follow_deadline(following);
}

/* Has all projects watched, as shown: these are the ones that somebody looks at. */
static void follow_watch(struct following *following)
{
    const struct follow *follow = following->follow;
    struct client *client = following->client;
    int64_t *ids = mem_zero(follow->count, sizeof *ids);
    for (size_t i = 0; i < follow->count; i++) {
        ids[i] = follow->projects[i].id;
        id_map_put(&following->places, ids[i], i);
        client_watch(client, ids[i], follow->projects[i].state, client->wall_ms);
    }
    client_show(client, ids, follow->count);
    for (size_t i = 0; i < follow->count; i++)
        client_read(client, ids[i], follow->enqueued ? READ_ENQUEUED : READ_SOON);
    free(ids);
}

/* Starts the clocks: what an enqueue answered counts as read. */
static void follow_begin(void *self)
{
    struct following *following = self;
    const struct follow *follow = following->follow;
    const struct client *client = following->client;
    following->patience_ms = INT64_MAX;
    following->end_ms = follow->within_ms ? client->now_ms + follow->within_ms : INT64_MAX;
    for (size_t i = 0; i < follow->count; i++) {
        following->reached = following->reached || follow->projects[i].state;
        follow->projects[i].read_ms = client->now_ms;
        follow->projects[i].sent_ms = client->wall_ms;
    }
    client_orders_carry_out(following->client);
    follow_watch(following);
}

/* How long answers may gather before they are taken. */
static int follow_gather(const void *self)
{
    const struct following *following = self;
    return following->client->call_count > AHEAD / 2 ? NAP_MS : 0;
}

/* What another program has done may be news. */
static void follow_hear_others(void *self)
{
    const struct following *following = self;
    client_store_must_answer(following->client, STORE_HISTORY_LOAD, 0, follow_take_rows)->number = ROWS_MAX;
}

/* Where nothing can be begun, that is so of each project, and said once. */
static int follow_refuse(struct following *following, struct error *err)
{
    for (size_t i = 0; i < following->follow->count; i++) {
        follow_give_up(following, &following->follow->projects[i], err);
        following->cli->stop = *err;
    }
    return follow_result(following, 0);
}

int follow_run(struct cli *cli, struct follow *follow)
{
    static const struct runner_user user = {.client = {.say = follow_say,
                                                       .changed = follow_changed,
                                                       .reads = follow_reads,
                                                       .read = follow_read,
                                                       .ordered = follow_ordered},
                                            .begin = follow_begin,
                                            .turn = follow_turn,
                                            .gather = follow_gather,
                                            .changed = follow_hear_others};
    struct following following = {.cli = cli, .follow = follow};
    struct error err;
    error_clear(&err);
    runner_begin(&following.runner, cli, &user, &following);
    following.client = following.runner.client;
    following.client->rings = cli_has_terminal() && (settings_bool(&cli->settings, SETTING_BELL) ||
                                                     settings_bool(&cli->settings, SETTING_NOTIFY_OSC));
    client_read_every(following.client, follow->interval_ms, AHEAD);
    store_close(cli->store); /* it may last for hours, and the engine has its own */
    cli->store = NULL;
    int code = runner_run(&following.runner, &err);
    if (code < 0)
        code = follow_refuse(&following, &err);
    for (size_t i = 0; i < follow->count; i++) {
        free(follow->projects[i].state);
        follow_clear_trouble(&follow->projects[i]);
    }
    store_op_free(following.kept);
    id_map_clear(&following.places);
    runner_end(&following.runner);
    return code;
}
