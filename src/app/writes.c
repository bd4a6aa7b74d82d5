/* After a write: saves and reports its outcome. Also loads open writes (those without a known outcome) and
 * decides their outcome from readings. Also loads acts (batches) and history lines. */
/* SPDX-License-Identifier: MIT */
#include "writes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "part.h"
#include "steno/api/connection.h"
#include "steno/api/request.h"
#include "steno/api/record.h"
#include "steno/app/app.h"
#include "steno/app/calls.h"
#include "steno/app/project.h"
#include "steno/app/reads.h"
#include "steno/app/say.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/rows.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/store/store.h"

#define AGAIN_MS    1000
#define HISTORY_MAX 500 /* limit on loaded history lines */

/* Creates the receipt of an outcome and saves it. *is_kept: the receipt was saved. If saving fails after a
 * successful write, receipt->said is a warning. Caller frees. */
static struct receipt *report_keep(struct app *app, const struct app_call *call,
                                   const struct call_result *result, bool *is_kept)
{
    struct store_entries before = {0};
    struct error err;
    if (call->op == ENDPOINT_ADD_METADATA || call->op == ENDPOINT_DELETE_METADATA)
        store_metadata_list(app->store, 0, &before, &err);
    const struct receipt_context context = {.email = app->email,
                                            .server_is_new = before.count == 0,
                                            .asked_ms = call->asked_ms,
                                            .when_ms = app->wall_ms,
                                            .settings = app->settings,
                                            .zone = app->zone};
    struct receipt *receipt = receipt_new(call->asked, result, &context);
    *is_kept = false;
    store_entries_clear(&before);
    struct app_project *project = app_project_find(app, call->project_id);
    if (call->is_left) { /* in the new account, the id can mean another project: save only the outcome */
        project_free(receipt->project);
        free(receipt->shown);
        free(receipt->key);
        free(receipt->file.path);
        receipt->project = NULL;
        receipt->kind = NULL;
        receipt->shown = receipt->key = receipt->file.path = NULL;
        receipt->moved_from = receipt->moved_to = receipt->overrules = 0;
    } else if (project && receipt_follow_export(&project->exported, receipt)) {
        app->order_may_differ = true;
    }
    if ((endpoints[call->op].write || call->is_left) && !call->row) /* no row to save the outcome in */
        return receipt;
    app_readings_commit(app);
    store_wait_at_most(app->store, STORE_SCREEN_BUSY_MS); /* wait for a lock, even after a failed wait */
    *is_kept = store_write_end(app->store, call->row, receipt, &err);
    if (*is_kept) {
        call->asked->act = receipt->end.act;
    } else if (call->row && result->ok) {
        char *said = mem_printf(RECEIPT_NOT_RECORDED, receipt->said, err.text);
        free(receipt->said);
        receipt->said = said;
        app_count_failure(app);
    } else {
        char *what = mem_printf("record of: %s", call->what);
        app_kept(app, false, what, &err);
        free(what);
    }
    if (call->row && (!*is_kept || !receipt->ends || !receipt->end.is_over))
        app_open_writes_own(app, call->row);
    if (call->asked->asked_row) /* the receipt can have ended earlier open enqueues */
        app_open_writes_changed(app);
    app_acts_changed(app);
    return receipt;
}

void app_report_done(struct app *app, const struct app_call *call, struct call_result *result, bool reported)
{
    bool is_kept;
    struct receipt *receipt = report_keep(app, call, result, &is_kept);
    if (reported && result->said) /* somebody else has changed the project as well */
        app_say(app, "%s (%s lists the changes)", receipt->said, app_key_of(app, "activity"));
    else if (reported)
        app_say(app, "%s", receipt->said);
    if (receipt->first_change && !result->said) /* never replaces result->said on the screen */
        app_say(app, "%s", api_metadata_notice);
    else if (receipt->first_change)
        app_log_activity(app, ACTIVITY_NOTE, call->project_id, "%s", api_metadata_notice);
    if (result->project && !call->is_left)
        app_reads_take_project(app, call->project_id, result->project, call->asked_ms, is_kept);
    if (call->row && !is_kept)
        app_say_bad(app, "%s", receipt->said);
    receipt_free(receipt);
}

bool app_report_failed_of_many(struct app *app, const struct app_call *call, struct call_result *result)
{
    bool conflict = result->error.kind == ERROR_CONFLICT; /* our reading was too old */
    bool changed = !call->is_left && (error_outcome_is_open(&result->error) || conflict);
    if (changed)
        app_reads_outdate(app, call->project_id);
    if (changed && (conflict || !result->project))
        app_read(app, call->project_id, READ_SOON);
    bool is_kept;
    struct receipt *receipt = report_keep(app, call, result, &is_kept);
    bool was_done = receipt->was_done;
    receipt_retell(receipt, &result->error);
    if (result->project && !call->is_left)
        app_reads_take_project(app, call->project_id, result->project, call->asked_ms, is_kept);
    receipt_free(receipt);
    return was_done;
}

void app_report_failed(struct app *app, const struct app_call *call, struct call_result *result)
{
    app_report_failed_of_many(app, call, result);
    app_say_bad(app, "%s", result->error.text);
}

void app_report_failed_export(struct app *app, const struct app_call *call, struct call_result *result)
{
    bool is_kept;
    receipt_free(report_keep(app, call, result, &is_kept));
}

/* --- open writes --- */

struct open_write {
    struct write write;
    bool is_own;       /* this program sent the write, and has stopped waiting for the answer */
    bool is_reported;  /* the missing answer was reported */
    int64_t opened_ms; /* monotonic: when the write was first found open */
    int64_t next_ms;   /* monotonic: when to read the project next; INT64_MAX: never */
};

struct open_writes {
    struct open_write *rows;
    size_t count;
    struct id_map own; /* rows of open writes that this process sent */
    int64_t again_ms;  /* monotonic: when to load the open writes again; INT64_MAX: not needed */
};

static struct open_writes *open_writes_state(const struct app *app)
{
    return part_state(app, &part_open_writes);
}

static void open_writes_clear(struct open_writes *writes)
{
    for (size_t i = 0; i < writes->count; i++)
        write_clear(&writes->rows[i].write);
    free(writes->rows);
    writes->rows = NULL;
    writes->count = 0;
}

void app_open_writes_changed(struct app *app)
{
    open_writes_state(app)->again_ms = 0;
}

void app_open_writes_forget(struct app *app)
{
    open_writes_clear(open_writes_state(app));
    app_open_writes_changed(app);
}

void app_open_writes_own(struct app *app, int64_t row)
{
    id_map_put(&open_writes_state(app)->own, row, 1);
    app_open_writes_changed(app);
}

void app_open_writes_look_now(struct app *app)
{
    struct open_writes *writes = open_writes_state(app);
    for (size_t i = 0; i < writes->count; i++)
        writes->rows[i].next_ms = app->now_ms;
    app_open_writes_changed(app);
}

static void open_writes_end(struct app *app)
{
    open_writes_clear(open_writes_state(app));
    id_map_clear(&open_writes_state(app)->own);
}

/* Sets the text that a project shows about its open write: "Enqueue, sent 11:02 CEST, has no answer yet". If
 * several are open, an enqueue is preferred. Clears the text if no write is open. */
static void open_writes_mark(struct app *app, int64_t id)
{
    const struct open_writes *writes = open_writes_state(app);
    const struct open_write *shown = NULL;
    struct app_project *project = app_project_find(app, id);
    char when[DATE_TEXT_SIZE], open[DATE_TEXT_SIZE + 20];
    if (!project)
        return;
    for (size_t i = 0; i < writes->count; i++) {
        const struct open_write *row = &writes->rows[i];
        if (row->write.id == id && (!shown || row->write.op == ENDPOINT_ENQUEUE))
            shown = row;
    }
    app->order_may_differ |= shown || project->unanswered;
    free(project->unanswered);
    project->unanswered = NULL;
    project->is_taken = false;
    project->enqueued_ms = project->open_enqueue = 0;
    if (!shown)
        return;
    const struct write *write = &shown->write;
    bool is_lost = shown->is_own || write_is_lost(write, app->wall_ms);
    const char *title = endpoints[write->op].title;
    app_time_text(app, when, sizeof when, write->when_ms);
    project->is_taken = write_is_taken(write);
    project->open_enqueue = write->op == ENDPOINT_ENQUEUE ? write->row : 0;
    project->enqueued_ms = project->is_taken || !is_lost ? write->when_ms : 0;
    receipt_open_text(open, sizeof open, write_open_until(write, app->settings, app->wall_ms), app->wall_ms,
                      app->zone);
    if (project->is_taken)
        project->unanswered = write_words(write, app->wall_ms, app->zone);
    else if (is_lost)
        project->unanswered = mem_printf("%s, sent %s, has no answer: %s", title, when, open);
    else
        project->unanswered =
            mem_printf("%s, sent %s%s, has no answer yet", title, when,
                       write->is_elsewhere ? " under another steno login on this computer" : "");
}

/* Returns when to read the project of an open write next; INT64_MAX: never. The first readings come quickly.
 * Later ones come as often as for active projects, the last one after the time limit of the write. */
static int64_t open_writes_next_look(const struct app *app, const struct open_write *row)
{
    static const int64_t looks_ms[] = {2000, 5000, 10000, 30000, 60000};
    int64_t left_ms = write_open_until(&row->write, app->settings, app->wall_ms) - app->wall_ms;
    int64_t next_ms = app->now_ms + settings_int(app->settings, SETTING_POLL_FAST) * 1000;
    if (left_ms < 0) /* the limit has passed: the reading that starts now is the last one */
        return INT64_MAX;
    for (size_t i = sizeof looks_ms / sizeof looks_ms[0]; i-- > 0;) {
        if (row->opened_ms + looks_ms[i] > app->now_ms)
            next_ms = row->opened_ms + looks_ms[i];
    }
    return left_ms + 1 < next_ms - app->now_ms ? app->now_ms + left_ms + 1 : next_ms;
}

/* Loads the open writes from the store, except those of calls under way. A write that was loaded before
 * keeps its times and is_reported. Returns false if the store cannot be read. */
static bool open_writes_list(struct app *app)
{
    struct open_writes *writes = open_writes_state(app), old = *writes;
    struct write_list list = {0};
    struct error err;
    size_t mine;
    if (!store_write_list(app->store, 0, &list, &err))
        return false;
    writes->rows = mem_zero(list.count + 1, sizeof *writes->rows);
    writes->count = 0;
    for (size_t i = 0; i < list.count; i++) {
        const struct open_write *before = old.rows, *end = old.rows + old.count;
        bool is_under_way = false, is_own = id_map_find(&writes->own, list.rows[i].row, &mine);
        for (size_t k = 0; k < app->call_count; k++)
            is_under_way |= app->calls[k].row == list.rows[i].row;
        if (is_under_way)
            continue;
        struct open_write *row = &writes->rows[writes->count++];
        *row = (struct open_write){.write = list.rows[i], .is_own = is_own, .opened_ms = app->now_ms};
        list.rows[i] = (struct write){0};
        while (before != end && (before->write.row != row->write.row || before->is_own != is_own ||
                                 write_is_taken(&before->write) != write_is_taken(&row->write)))
            before++;
        if (before != end) {
            row->is_reported = before->is_reported;
            row->opened_ms = before->opened_ms;
            row->next_ms = before->next_ms;
        } else { /* a new open write: if it is our own, it was reported; if not, read the project now */
            row->is_reported = is_own;
            row->next_ms = is_own ? open_writes_next_look(app, row) : app->now_ms;
        }
    }
    write_list_clear(&list);
    open_writes_clear(&old);
    for (size_t i = 0; i < app->project_count; i++) {
        if (app->projects[i].unanswered || app->projects[i].open_enqueue)
            open_writes_mark(app, app->projects[i].id);
    }
    for (size_t i = 0; i < writes->count; i++)
        open_writes_mark(app, writes->rows[i].write.id);
    return true;
}

/* Decides the outcome of an open write from a reading of its project. Reports the outcome if this program is
 * the first to save it. Reports a missing answer once. Returns true if the write stays open, or its outcome
 * could not be saved. */
static bool open_writes_stays(struct app *app, struct open_write *row, const struct project *now,
                              int64_t sent_ms)
{
    const struct write *write = &row->write;
    const struct receipt_context context = {.email = app->email,
                                            .when_ms = app->wall_ms,
                                            .read_ms = sent_ms,
                                            .settings = app->settings,
                                            .zone = app->zone};
    enum write_outcome judged = write_judge(write, now, sent_ms, app->settings);
    bool stays = judged == WRITE_OPEN, is_first = false, is_taken = write_is_taken(write);
    bool is_lost = row->is_own || write_is_lost(write, app->wall_ms); /* false: the answer can still come */
    struct error err;
    if (stays && (!now || sent_ms <= write->when_ms || row->is_reported || !is_lost || is_taken))
        return true;
    struct receipt *receipt = receipt_told(write, now, judged, &context);
    if (!stays)
        app_readings_commit(app);
    if (stays) {
        row->is_reported = true;
        app_say(app, "%s", receipt->said);
        app_acts_changed(app);
    } else if (store_write_settle(app->store, write->row, receipt, &is_first, &err)) {
        bool is_summed = !is_taken && batch_settle(app, write->id, judged);
        if (is_first && receipt->said && !is_summed)
            app_say(app, "%s", receipt->said);
        app_acts_changed(app);
    } else {
        stays = true;
        row->next_ms = app->now_ms + settings_int(app->settings, SETTING_POLL_SLOW) * 1000;
    }
    receipt_free(receipt);
    return stays;
}

void app_open_writes_judge(struct app *app, int64_t id, const struct project *now, int64_t sent_ms)
{
    struct open_writes *writes = open_writes_state(app);
    size_t kept = 0;
    bool is_about = false;
    for (size_t i = 0; i < writes->count; i++) {
        struct open_write *row = &writes->rows[i];
        is_about |= row->write.id == id;
        if (row->write.id != id || open_writes_stays(app, row, now, sent_ms))
            writes->rows[kept++] = *row;
        else
            write_clear(&row->write);
    }
    writes->count = kept;
    if (is_about)
        open_writes_mark(app, id);
}

/* Handles the answer to a reading of a project that has an open write but is not on the list. */
static void open_writes_looked(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct open_writes *writes = open_writes_state(app);
    int64_t id = call->project_id;
    int64_t again_ms = app->now_ms + settings_int(app->settings, SETTING_POLL_SLOW) * 1000;
    if (call->is_left) /* server or account has changed */
        return;
    if (result->ok && result->project) {
        result->project->id = id;
        app_open_writes_judge(app, id, result->project, call->asked_ms);
        return;
    }
    if (result->error.status == 404 || result->error.status == 410)
        app_open_writes_judge(app, id, NULL, call->asked_ms);
    for (size_t i = 0; i < writes->count; i++) { /* a failed reading is repeated, even the last one */
        if (writes->rows[i].write.id == id && writes->rows[i].next_ms > again_ms)
            writes->rows[i].next_ms = again_ms;
    }
}

static void open_writes_turn(struct app *app)
{
    struct open_writes *writes = open_writes_state(app);
    if (writes->again_ms <= app->now_ms)
        writes->again_ms = open_writes_list(app) ? INT64_MAX : app->now_ms + AGAIN_MS;
    for (size_t i = 0; i < writes->count && app->session == SESSION_UP; i++) {
        struct open_write *row = &writes->rows[i];
        if (row->next_ms > app->now_ms)
            continue;
        row->next_ms = open_writes_next_look(app, row);
        if (app_project_find(app, row->write.id))
            app_read(app, row->write.id, READ_SOON);
        else
            app_call_send(app, app_call_new(app, ENDPOINT_GET_PROJECT, row->write.id),
                          &(struct app_reply){.done = open_writes_looked,
                                              .what = mem_printf("Look at %" PRId64, row->write.id),
                                              .background = true});
    }
}

static int64_t open_writes_deadline(const struct app *app)
{
    const struct open_writes *writes = open_writes_state(app);
    int64_t next_ms = writes->again_ms;
    for (size_t i = 0; i < writes->count && app->session == SESSION_UP; i++)
        next_ms = writes->rows[i].next_ms < next_ms ? writes->rows[i].next_ms : next_ms;
    return next_ms;
}

const struct part part_open_writes = {.name = "open_writes",
                                      .state_size = sizeof(struct open_writes),
                                      .end = open_writes_end,
                                      .turn = open_writes_turn,
                                      .deadline = open_writes_deadline,
                                      .until_quit = true};

/* --- acts and the history --- */

struct acts_state {
    struct act *acts; /* newest first */
    size_t count, unseen;
    bool is_stale;  /* the store can have newer acts */
    int64_t due_ms; /* monotonic: next try after a failed load */
};

static struct acts_state *acts_state(const struct app *app)
{
    return part_state(app, &part_acts);
}

static void acts_end(struct app *app)
{
    struct acts_state *state = acts_state(app);
    store_acts_free(state->acts, state->count);
    state->acts = NULL;
    state->count = 0;
}

/* Shows a message if an enqueue of several projects has ended since the acts were last loaded: "Enqueue 17
 * projects, 14:22: 15 completed, 2 failed". */
static void acts_say_end(struct app *app, const struct act *act)
{
    const struct acts_state *state = acts_state(app);
    struct act_sums sums = {0};
    char when[DATE_TEXT_SIZE];
    size_t at = 0;
    while (at < state->count && state->acts[at].act != act->act)
        at++;
    if (act->count <= 1 || !act->ended_ms || at == state->count || state->acts[at].ended_ms ||
        act->op != ENDPOINT_ENQUEUE)
        return;
    for (size_t i = 0; i < act->row_count; i++)
        sums.of[app_act_part(app, act, &act->rows[i]).end]++;
    if (sums.of[ACT_END_COMPLETED] + sums.of[ACT_END_FAILED] + sums.of[ACT_END_CANCELED] == 0)
        return;
    char *words = act_sums_words(&sums);
    date_format_short(when, sizeof when, act->begun_ms, app->wall_ms, app->zone, DATE_SINCE);
    app_say(app, "%s %" PRId64 " projects (%s): %s", endpoints[act->op].title, act->count, when, words);
    free(words);
}

/* Loads the acts and counts unseen failures. Sets `in_act` of each project whose part in an enqueue of
 * several projects is still open. */
void app_acts_list(struct app *app)
{
    struct acts_state *state = acts_state(app);
    struct act *acts;
    size_t count;
    struct error err;
    if (!state->is_stale)
        return;
    if (!store_act_list(app->store, 0, 0, 0, &acts, &count, &err)) {
        state->due_ms = app->now_ms + AGAIN_MS;
        return;
    }
    state->is_stale = false;
    for (size_t i = count; i-- > 0;)
        acts_say_end(app, &acts[i]);
    acts_end(app);
    state->acts = acts;
    state->count = count;
    state->unseen = 0;
    for (size_t i = 0; i < app->project_count; i++)
        app->projects[i].in_act = false;
    for (size_t i = 0; i < count; i++) {
        const struct act *act = &acts[i];
        struct act_sums sums = {0};
        for (size_t k = 0; k < act->row_count; k++) {
            const struct write *row = &act->rows[k];
            bool is_open =
                row->outcome == WRITE_DONE || row->outcome == WRITE_PROBABLY || row->outcome == WRITE_OPEN;
            struct app_project *project = app_project_find(app, row->id);
            if (project && act->op == ENDPOINT_ENQUEUE && act->count > 1 && is_open && !row->ended_ms)
                project->in_act = true;
            if (!act->seen)
                sums.of[app_act_part(app, act, row).end]++;
        }
        state->unseen += act_sums_failed(&sums);
    }
}

static void acts_turn(struct app *app)
{
    if (app->now_ms >= acts_state(app)->due_ms)
        app_acts_list(app);
}

static int64_t acts_deadline(const struct app *app)
{
    const struct acts_state *state = acts_state(app);
    return state->is_stale ? state->due_ms : INT64_MAX;
}

static void acts_server_changed(struct app *app)
{
    acts_end(app);
    app_acts_changed(app);
}

void app_acts_changed(struct app *app)
{
    acts_state(app)->is_stale = true;
}

const struct act *app_acts(const struct app *app, size_t *count)
{
    *count = acts_state(app)->count;
    return acts_state(app)->acts;
}

bool app_acts_history(const struct app *app, int64_t id, struct store_entries *lines, bool *is_cut)
{
    const struct acts_state *state = acts_state(app);
    struct error err;
    size_t left = 0;
    *is_cut = false;
    *lines = (struct store_entries){0};
    if (!store_history_load(app->store, id, HISTORY_MAX + 1, lines, &err))
        return false;
    *is_cut = lines->count > HISTORY_MAX || state->count == STORE_ACTS_MAX;
    for (size_t i = 0; i < lines->count; i++) {
        struct store_entry *line = &lines->items[i];
        size_t at = 0;
        while (at < state->count && state->acts[at].act != line->act)
            at++;
        if (i < HISTORY_MAX && (!line->act || at == state->count)) {
            lines->items[left++] = *line;
            continue;
        }
        free(line->name);
        free(line->text);
        free(line->text2);
    }
    lines->count = left;
    return true;
}

struct act_part app_act_part(const struct app *app, const struct act *act, const struct write *row)
{
    const struct app_project *project = app_project_find(app, row->id);
    struct act_part part =
        act_part_of(act, row, project ? project->state : NULL, app->wall_ms, app->settings);
    if (part.end == ACT_END_SENDING && project && project->unanswered && !project->enqueued_ms)
        part.end = ACT_END_LOST; /* the sender has stopped waiting for the answer */
    if (part.end == ACT_END_IN_PROGRESS && project)
        part.since_ms = since_time(project->state_since_ms);
    return part;
}

size_t app_acts_unseen(const struct app *app)
{
    return acts_state(app)->unseen;
}

void app_acts_see(struct app *app)
{
    struct acts_state *state = acts_state(app);
    struct error err;
    bool is_new = false;
    for (size_t i = 0; i < state->count; i++) {
        is_new |= !state->acts[i].seen;
        state->acts[i].seen = true;
    }
    state->unseen = 0;
    if (is_new)
        app_kept(app, store_act_seen(app->store, state->acts[0].act, &err), "which failures you have seen",
                 &err);
}

char *app_acts_refused(const struct app *app, int64_t id)
{
    const struct acts_state *state = acts_state(app);
    char when[DATE_TEXT_SIZE];
    for (size_t i = 0; i < state->count; i++) {
        for (size_t k = 0; state->acts[i].op == ENDPOINT_ENQUEUE && k < state->acts[i].row_count; k++) {
            const struct write *row = &state->acts[i].rows[k];
            if (row->id != id)
                continue;
            if (row->outcome != WRITE_REFUSED)
                return NULL;
            date_format_short(when, sizeof when, row->when_ms, app->wall_ms, app->zone, DATE_SINCE);
            return row->reason ? mem_printf("refused %s: %s", when, row->reason)
                               : mem_printf("refused %s (%d)", when, row->status);
        }
    }
    return NULL;
}

const struct part part_acts = {.name = "acts",
                               .state_size = sizeof(struct acts_state),
                               .end = acts_end,
                               .turn = acts_turn,
                               .deadline = acts_deadline,
                               .server_changed = acts_server_changed};
