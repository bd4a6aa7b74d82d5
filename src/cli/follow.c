/* Owns the turns of `wait` and `watch`: reads when the refresh machine says so. What a reading makes of a
 * project is follow_reading.c, how it ends follow_end.c; the loop is the runner's. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "output.h"
#include "steno/client/notices.h"
#include "steno/client/open_writes.h"
#include "steno/client/reads.h"
#include "steno/store/store.h"
#include "follow_private.h"

#define AHEAD  128 /* readings that wait for a connection or are under way, where there is no cap */
#define NAP_MS 2   /* with many of them under way, answers are taken by the handful: fewer wake-ups */

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
    if (follow_is_done(following) || now >= following->end_ms) {
        runner_quit(&following->runner, follow_result(following, now));
        return;
    }
    notices_turn(client);
    open_writes_turn(client);
    if (following->listed) /* a reading that was sent before would judge nothing */
        reads_turn(client);
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
    follow_watch(following);
}

/* How long answers may gather before they are taken. */
static int follow_gather(const void *self)
{
    const struct following *following = self;
    return following->client->call_count > AHEAD / 2 ? NAP_MS : 0;
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
    static const struct runner_user user = {
        .client = {.say = follow_say, .changed = follow_changed, .reads = follow_reads, .read = follow_read},
        .begin = follow_begin,
        .turn = follow_turn,
        .gather = follow_gather,
        .changed = follow_hear_others};
    struct following following = {.cli = cli, .follow = follow};
    struct error err;
    error_clear(&err);
    runner_begin(&following.runner, cli, &user, &following);
    following.client = following.runner.client;
    following.client->rings = cli_has_terminal() && settings_bool(&cli->settings, SETTING_BELL);
    client_read_every(following.client, follow->interval_ms, AHEAD);
    store_close(cli->store); /* it may last for hours, and the engine has its own */
    cli->store = NULL;
    int code = runner_run(&following.runner, &err);
    if (code < 0)
        code = follow_refuse(&following, &err);
    for (size_t i = 0; i < follow->count; i++) {
        free(follow->projects[i].state);
        free(follow->projects[i].trouble);
    }
    store_op_free(following.kept);
    id_map_clear(&following.places);
    runner_end(&following.runner);
    return code;
}
