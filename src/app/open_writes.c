/* Writes that are not over: listed, looked at soon and then ever more seldom, judged by each reading of their
 * project, and the marks of projects that have one. What a reading proves is core/write's to say. */
/* SPDX-License-Identifier: MIT */
#include "open_writes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "batch.h"
#include "part.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/api/endpoint.h"
#include "steno/api/record.h"
#include "steno/app/calls.h"
#include "steno/app/reads.h"
#include "steno/core/ids.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/write.h"
#include "steno/core/settings.h"
#include "steno/store/store.h"

#define AGAIN_MS 1000

struct open_write {
    struct write write;
    bool is_own;       /* of this program, which waits for no answer any more */
    bool said;         /* that it has no answer */
    int64_t opened_ms; /* monotonic: when that was known */
    int64_t next_ms;   /* monotonic: the next look; INT64_MAX for none */
};

struct open_writes {
    struct open_write *rows;
    size_t count;
    struct id_map own; /* rows that this program sent */
    bool is_stale;     /* they may be others: listed at the end of the turn */
    int64_t again_ms;  /* monotonic: they could not be listed, and are then; INT64_MAX: they were */
};

static void open_writes_begin(struct app *app)
{
    app->open_writes = mem_zero(1, sizeof *app->open_writes);
    app->open_writes->again_ms = INT64_MAX;
}

static void open_writes_clear(struct open_writes *writes)
{
    for (size_t i = 0; i < writes->count; i++)
        write_clear(&writes->rows[i].write);
    free(writes->rows);
}

void app_open_writes_forget(struct app *app)
{
    open_writes_clear(app->open_writes);
    app->open_writes->rows = NULL;
    app->open_writes->count = 0;
    app_open_writes_changed(app);
}

static void open_writes_end(struct app *app)
{
    open_writes_clear(app->open_writes);
    id_map_clear(&app->open_writes->own);
    free(app->open_writes);
}

/* --- marks --- */

/* "Enqueue sent 11:02 CEST has no answer yet", "it was enqueued 11:02 CEST and is not seen to start yet", and
 * for how long it may be carried out. Caller frees. */
static char *open_writes_text(const struct app *app, const struct open_write *row)
{
    const struct write *write = &row->write;
    char when[DATE_TEXT_SIZE], open[DATE_TEXT_SIZE + 20];
    app_time_text(app, when, sizeof when, write->when_ms);
    if (write_is_taken(write))
        return write_words(write, app->wall_ms, app->zone);
    if (!write_is_lost(write, app->wall_ms) && !row->is_own)
        return mem_printf("%s sent %s%s has no answer yet", endpoints[write->op].title, when,
                          write->is_elsewhere ? " by another login of this computer" : "");
    receipt_open_text(open, sizeof open, write_open_until(write, app->settings, app->wall_ms), app->wall_ms,
                      app->zone);
    return mem_printf("%s sent %s has no answer: %s", endpoints[write->op].title, when, open);
}

/* Marks a project by its rows, or takes the mark off: of an enqueue rather than of others. */
static void open_writes_mark(struct app *app, int64_t id)
{
    const struct open_writes *writes = app->open_writes;
    const struct open_write *shown = NULL;
    struct app_project *project = app_project_find(app, id);
    if (!project)
        return;
    for (size_t i = 0; i < writes->count; i++) {
        const struct open_write *row = &writes->rows[i];
        if (row->write.id == id && (!shown || row->write.op == ENDPOINT_ENQUEUE))
            shown = row;
    }
    bool is_enqueue = shown && shown->write.op == ENDPOINT_ENQUEUE;
    bool is_sent = shown && (write_is_taken(&shown->write) ||
                             (!shown->is_own && !write_is_lost(&shown->write, app->wall_ms)));
    char *text = shown ? open_writes_text(app, shown) : NULL;
    int64_t sent_ms = is_sent ? shown->write.when_ms : 0;
    bool same = text && project->unanswered && strcmp(text, project->unanswered) == 0 &&
                sent_ms == project->enqueued_ms;
    project->open_enqueue = is_enqueue ? shown->write.row : 0;
    project->is_taken = shown && write_is_taken(&shown->write);
    if (!same && (text || project->unanswered)) {
        app->order_may_differ = true;
    }
    free(project->unanswered);
    project->unanswered = text;
    project->enqueued_ms = sent_ms;
}

static void open_writes_mark_all(struct app *app)
{
    for (size_t i = 0; i < app->project_count; i++) {
        if (app->projects[i].unanswered || app->projects[i].open_enqueue)
            open_writes_mark(app, app->projects[i].id);
    }
    for (size_t i = 0; i < app->open_writes->count; i++)
        open_writes_mark(app, app->open_writes->rows[i].write.id);
}

/* --- which, and when they are looked at --- */

/* When the look after now is due: soon at first, then as for an active project, and once the time is over. */
static int64_t open_writes_next_look(const struct app *app, const struct open_write *row)
{
    static const int64_t looks_ms[] = {2000, 5000, 10000, 30000, 60000};
    int64_t left_ms = write_open_until(&row->write, app->settings, app->wall_ms) - app->wall_ms;
    int64_t next_ms = app->now_ms + settings_int(app->settings, SETTING_POLL_FAST) * 1000;
    if (left_ms < 0) /* this look was after it */
        return INT64_MAX;
    for (size_t i = sizeof looks_ms / sizeof looks_ms[0]; i-- > 0;) {
        if (row->opened_ms + looks_ms[i] > app->now_ms)
            next_ms = row->opened_ms + looks_ms[i];
    }
    return left_ms + 1 < next_ms - app->now_ms ? app->now_ms + left_ms + 1 : next_ms;
}

/* A row as the store has it: what is known of one that was open before stays. The write is taken. */
static struct open_write open_writes_row(const struct app *app, struct write *write,
                                         const struct open_writes *old)
{
    struct open_write row = {.write = *write, .next_ms = app->now_ms};
    size_t mine;
    bool is_own = id_map_find(&app->open_writes->own, write->row, &mine);
    *write = (struct write){0};
    row.is_own = is_own;
    for (size_t i = 0; i < old->count; i++) {
        const struct open_write *before = &old->rows[i];
        if (before->write.row == row.write.row && before->is_own == is_own &&
            write_is_taken(&before->write) == write_is_taken(&row.write)) {
            row.said = before->said;
            row.opened_ms = before->opened_ms;
            row.next_ms = before->next_ms;
            return row;
        }
    }
    row.opened_ms = app->now_ms;
    if (is_own) { /* its failure was said, and what it has made is read soon */
        row.said = true;
        row.next_ms = open_writes_next_look(app, &row);
    }
    return row;
}

static bool open_writes_list(struct app *app)
{
    struct open_writes *writes = app->open_writes, old = *writes;
    struct write_list list = {0};
    struct error err;
    if (!store_write_list(app->store, 0, &list, &err))
        return false;
    writes->rows = mem_zero(list.count + 1, sizeof *writes->rows);
    writes->count = 0;
    for (size_t i = 0; i < list.count; i++) {
        bool is_under_way = false;
        for (size_t k = 0; k < app->call_count; k++)
            is_under_way |= app->calls[k].row == list.rows[i].row;
        if (!is_under_way)
            writes->rows[writes->count++] = open_writes_row(app, &list.rows[i], &old);
    }
    write_list_clear(&list);
    open_writes_clear(&old);
    open_writes_mark_all(app);
    return true;
}

void app_open_writes_changed(struct app *app)
{
    app->open_writes->is_stale = true;
}

void app_open_writes_own(struct app *app, int64_t row)
{
    id_map_put(&app->open_writes->own, row, 1);
    app_open_writes_changed(app);
}

void app_open_writes_look_now(struct app *app)
{
    struct open_writes *writes = app->open_writes;
    for (size_t i = 0; i < writes->count; i++)
        writes->rows[i].next_ms = app->now_ms;
    app_open_writes_changed(app);
}

/* --- what a reading settles --- */

/* Ends a row by what a reading has proved. What it came to is said by the program that was the first to save
 * it. False: it could not be saved, and is judged again by the next reading. */
static bool open_writes_settle(struct app *app, const struct write *write, const struct receipt *receipt,
                               enum write_outcome judged)
{
    struct error err;
    bool is_first = false;
    app_readings_commit(app);
    if (!store_write_settle(app->store, write->row, receipt, &is_first, &err))
        return false;
    bool is_summed = !write_is_taken(write) && batch_learn(app, write->id, judged);
    if (is_first && receipt->said && !is_summed)
        app_say(app, "%s", receipt->said);
    app_acts_changed(app);
    return true;
}

/* Judges a row; that one without an answer stays open is said once. False: it is over. */
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
    bool stays = judged == WRITE_OPEN;
    bool is_lost = row->is_own || write_is_lost(write, app->wall_ms); /* else its sender may wait for it */
    bool is_told =
        !stays || (now && sent_ms > write->when_ms && !row->said && is_lost && !write_is_taken(write));
    if (!is_told)
        return true;
    struct receipt *receipt = receipt_told(write, now, judged, &context);
    if (stays) {
        row->said = true;
        app_say(app, "%s", receipt->said);
        app_acts_changed(app);
    } else if (!open_writes_settle(app, write, receipt, judged)) {
        stays = true;
        row->next_ms = app->now_ms + settings_int(app->settings, SETTING_POLL_SLOW) * 1000;
    }
    receipt_free(receipt);
    return stays;
}

void app_open_writes_hear(struct app *app, int64_t id, const struct project *now, int64_t sent_ms)
{
    struct open_writes *writes = app->open_writes;
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

/* --- looks --- */

/* The answer to a look at a project that is not on the list. */
static void open_writes_looked(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct open_writes *writes = app->open_writes;
    int64_t id = call->project_id;
    int64_t again_ms = app->now_ms + settings_int(app->settings, SETTING_POLL_SLOW) * 1000;
    if (call->is_left) /* it is of another project */
        return;
    if (result->ok && result->project) {
        result->project->id = id;
        app_open_writes_hear(app, id, result->project, call->asked_ms);
        return;
    }
    if (result->error.status == 404 || result->error.status == 410)
        app_open_writes_hear(app, id, NULL, call->asked_ms);
    for (size_t i = 0; i < writes->count; i++) { /* there is another look, also once the time is over */
        if (writes->rows[i].write.id == id && writes->rows[i].next_ms > again_ms)
            writes->rows[i].next_ms = again_ms;
    }
}

static void open_writes_turn(struct app *app)
{
    struct open_writes *writes = app->open_writes;
    size_t at;
    if (writes->is_stale || writes->again_ms <= app->now_ms)
        writes->again_ms = open_writes_list(app) ? INT64_MAX : app->now_ms + AGAIN_MS;
    writes->is_stale = false;
    for (size_t i = 0; i < writes->count && app->session == SESSION_UP; i++) {
        struct open_write *row = &writes->rows[i];
        if (row->next_ms > app->now_ms)
            continue;
        row->next_ms = open_writes_next_look(app, row);
        if (id_map_find(&app->watched, row->write.id, &at))
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
    const struct open_writes *writes = app->open_writes;
    int64_t next_ms = writes->again_ms;
    for (size_t i = 0; i < writes->count && app->session == SESSION_UP; i++)
        next_ms = writes->rows[i].next_ms < next_ms ? writes->rows[i].next_ms : next_ms;
    return next_ms;
}

const struct part part_open_writes = {.name = "open_writes",
                                      .begin = open_writes_begin,
                                      .end = open_writes_end,
                                      .turn = open_writes_turn,
                                      .deadline = open_writes_deadline,
                                      .until_quit = true};
