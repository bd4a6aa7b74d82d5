/* Owns what a reading makes of a project that is followed: a line a change, what is kept and told of it, and
 * the trouble of one that failed; and which projects others have enqueued meanwhile. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "connect.h"
#include "output.h"
#include "steno/client/notices.h"
#include "steno/client/reads.h"
#include "steno/client/store_calls.h"
#include "steno/core/activity_row.h"
#include "steno/core/refresh.h"
#include "follow_private.h"
#include "local.h"

#define EXIT_NOT_DONE 7  /* its transcription has failed, or was canceled */
#define ROWS_MAX      50 /* of the activity that are looked at after a change */

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

/* The entry of an id that is followed. */
static struct follow_project *follow_find(const struct following *following, int64_t id)
{
    size_t place = 0;
    id_map_find(&following->places, id, &place);
    return &following->follow->projects[place];
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

void follow_keep_now(struct following *following)
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

void follow_hear_others(void *self)
{
    const struct following *following = self;
    client_store_must_answer(following->client, STORE_HISTORY_LOAD, 0, follow_take_rows)->number = ROWS_MAX;
}

/* --- readings --- */

/* Tells a change of state that this run has seen, and that was kept. */
static void follow_tell_change(struct following *following, const struct follow_project *entry,
                               const struct project *project)
{
    notices_take(following->client, &(struct notice){.id = entry->id,
                                                     .from = entry->state,
                                                     .to = project->state,
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

void follow_read(void *self, const struct reading *reading)
{
    struct following *following = self;
    struct follow_project *entry = follow_find(following, reading->id);
    struct error err;
    error_clear(&err);
    bool is_again = reading->error && reading->error->kind == ERROR_CANCELLED;
    if (entry->over || is_again)
        return;
    if (reading->error)
        err = *reading->error;
    if (reading->error || follow_wants_state(following, entry, reading, &err))
        follow_trouble(following, entry, &err);
    else
        follow_take_project(following, entry, reading);
}

void follow_reads(void *self, struct call *call)
{
    struct following *following = self;
    const struct client *client = following->client;
    follow_find(following, call->project_id)->sent_ms = client->wall_ms;
    if (!following->reached && following->patience_ms > client->now_ms)
        call->limit_ms = following->patience_ms - client->now_ms;
}
