/* Marks and batches: order of sending, outcomes, messages, and the record in the store. Topics provide the
 * parameters and questions of their operations. The deletion of tags is in this file, because it has no
 * form. */
/* SPDX-License-Identifier: MIT */
#include "batch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "writes.h"
#include "ask.h"
#include "part.h"
#include "steno/api/request.h"
#include "steno/api/param.h"
#include "steno/api/record.h"
#include "steno/app/keys.h"
#include "steno/app/forms.h"
#include "steno/app/panes.h"
#include "steno/app/prompt.h"
#include "steno/app/reads.h"
#include "steno/app/app.h"
#include "steno/app/say.h"
#include "steno/app/watchlist.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/core/activity.h"
#include "steno/core/settings.h"
#include "steno/store/store.h"
#include "steno/widget/page.h"

#define AT_ONCE     3    /* limit on the calls of a batch under way at one time */
#define PROGRESS_MS 1000 /* time between two updates of the progress line */
#define NAME_CELLS  24   /* width of a project's name in the progress line */

static app_call_reply batch_done;

static void batch_clear(struct batch *batch)
{
    for (size_t i = 0; i < batch->all; i++)
        free(batch->rows[i].text);
    free(batch->told);
    free(batch->rows);
    free(batch->tag);
    param_set_free(batch->params);
    ledger_clear(&batch->ledger);
    *batch = (struct batch){0};
}

static void batch_begin(struct app *app)
{
    app->batch = mem_zero(1, sizeof *app->batch);
    app->prepared = mem_zero(1, sizeof *app->prepared);
}

static void batch_end(struct app *app)
{
    batch_clear(app->batch);
    batch_clear(app->prepared);
    free(app->batch);
    free(app->prepared);
}

static size_t batch_count(const struct batch *batch, enum batch_outcome outcome)
{
    size_t count = 0;
    for (size_t i = 0; i < batch->all; i++)
        count += batch->rows[i].outcome == outcome;
    return count;
}

/* Marks the projects that match the filter. The list can also show projects that no longer match. */
static void batch_mark_all(struct app *app)
{
    int64_t *ids = mem_alloc((app->list.count + 1) * sizeof *ids);
    size_t count = 0;
    for (size_t row = 0; row < app->list.count; row++) {
        const struct app_project *project = app_project_find(app, app->list.ids[row]);
        if (project && project->matches)
            ids[count++] = project->id;
    }
    list_mark_ids(&app->list, ids, count);
    free(ids);
}

static void batch_mark(struct app *app)
{
    int64_t id = app_selected(app);
    list_mark(&app->list, id, !list_is_marked(&app->list, id));
    if (list_move(&app->list, 1, app_pane_height(app, PANE_LIST)))
        app_focus_moved(app);
}

static void batch_mark_none(struct app *app)
{
    if (app->list.mark_count == 0)
        app_say(app, "Nothing is marked");
    list_clear_marks(&app->list);
}

/* clang-format off */
static const struct action batch_actions[] = {
    {.name = "mark", .keys = "Space", .where = IN_LIST | NEEDS_PROJECT, .group = GROUP_MARKS,
     .help = "Mark or unmark the project, and move down", .run = batch_mark},
    {.name = "mark-all", .keys = "M", .where = IN_LIST | NEEDS_PROJECT, .group = GROUP_MARKS,
     .help = "Mark all projects that are shown", .run = batch_mark_all},
    {.name = "unmark-all", .keys = "u", .where = IN_PANES, .group = GROUP_MARKS, .marked_hint = "Unmark all", .help = "Unmark all", .run = batch_mark_none},
};
/* clang-format on */

/* --- before a batch is sent --- */

/* If a batch runs, says this in its progress line and returns true. */
static bool batch_refuse_second(struct app *app)
{
    if (!app->batch->active)
        return false;
    char *text = mem_printf("Not sent: another batch is under way (%s of %zu project%s)",
                            app->batch->ops->noun, app->batch->count, app->batch->count == 1 ? "" : "s");
    app_form_say(app, false, text);
    app->answered = app->said_count;
    free(text);
    return true;
}

/* Prepares a batch for these ids, in the order of the list. Ids that are not in the list come last. */
static void batch_prepare(struct app *app, const struct batch_ops *ops, const int64_t *ids, size_t count)
{
    struct batch *batch = app->prepared;
    struct id_map wanted = {0};
    size_t row = 0, at;
    batch_clear(batch);
    *batch = (struct batch){.ops = ops, .all = count, .rows = mem_zero(count + 1, sizeof *batch->rows)};
    for (size_t i = 0; i < count; i++)
        id_map_put(&wanted, ids[i], i);
    for (size_t i = 0; i < app->list.count + count; i++) {
        int64_t id = i < app->list.count ? app->list.ids[i] : ids[i - app->list.count];
        if (!id_map_find(&wanted, id, &at))
            continue;
        batch->rows[row++].id = id;
        id_map_remove(&wanted, id);
    }
    id_map_clear(&wanted);
}

void batch_ask(struct app *app, struct app_form *form)
{
    const struct batch_ops *ops = form->ops->batch;
    if (!form->id_count) {
        ops->ask(app, form, NULL);
        return;
    }
    if (batch_refuse_second(app))
        return;
    batch_prepare(app, ops, form->ids, form->id_count);
    app->prepared->params = param_set_copy(form_values(form->form));
    app->prepared->form = form->form;
    ops->ask(app, NULL, NULL);
}

void batch_go(struct app *app, int64_t id)
{
    struct batch *batch = app->batch;
    struct app_form *form = app_form_top(app);
    (void)id;
    if (form && app->prepared->form == form->form) { /* the draft keeps the values in case nothing is sent */
        app->prepared->draft_ops = form->ops;
        app_draft_save(app, form);
        app_form_close(app, form);
    }
    batch_clear(batch);
    *batch = *app->prepared;
    *app->prepared = (struct batch){0};
    struct batch_row *rows = mem_zero(batch->all + 1, sizeof *rows);
    for (size_t i = 0; i < batch->all; i++) {
        if (!batch->rows[i].text)
            rows[batch->count++] = batch->rows[i];
    }
    for (size_t i = 0, row = batch->count; i < batch->all; i++) {
        if (batch->rows[i].text)
            rows[row++] = batch->rows[i];
    }
    free(batch->rows);
    batch->rows = rows;
    batch->active = true;
}

void batch_refused(struct app *app, int64_t id)
{
    (void)id;
    batch_clear(app->prepared);
}

/* True if a marked project can be sent or exported (`can` says which). With no marks, checks the project in
 * the details. The cursor is ignored, so that the key bar changes less often. Also true if the details are
 * empty or do not follow the cursor. */
static bool batch_any(const struct app *app, enum project_can can)
{
    bool follows = app->focus != PANE_LIST || settings_bool(app->settings, SETTING_FOLLOW);
    const struct app_project *shown = app_project_find(app, app->current);
    for (size_t i = 0; i < app->list.mark_count; i++) {
        const struct app_project *project = app_project_find(app, app->list.marks[i]);
        if (project && (app_project_can(app, project) & can))
            return true;
    }
    if (app->list.mark_count > 0)
        return false;
    return !follows || !shown || (app_project_can(app, shown) & can);
}

bool batch_can_send(const struct app *app)
{
    return batch_any(app, PROJECT_CAN_BE_SENT);
}

bool batch_can_export(const struct app *app)
{
    return batch_any(app, PROJECT_HAS_CAPTIONS);
}

/* --- a tag of the marked projects --- */

static void batch_tag_fill(struct app *app, struct call *call)
{
    const struct app_project *project = app_project_find(app, call->project_id);
    call->value = mem_copy(app->batch->tag);
    call->seen = project && project->full ? project_copy(project->full) : NULL;
}

static void batch_tag_deleted(struct app *app, const struct app_call *call, struct call_result *result)
{
    app_report_done(app, call, result, false);
}

static const struct batch_ops batch_tag_ops = {.op = ENDPOINT_DELETE_TAG,
                                               .verb = "Delete tag",
                                               .running = "Deleting the tag from",
                                               .past = "Deleted the tag from",
                                               .noun = "Deletion",
                                               .fill = batch_tag_fill,
                                               .took = batch_tag_deleted};

static void batch_tag_typed(struct app *app, int64_t id, const char *tag)
{
    (void)id;
    batch_delete_tag(app, tag);
}

static const struct prompt_ops batch_tag_prompt = {.label = "Tag to delete: ", .accept = batch_tag_typed};

void batch_delete_tag(struct app *app, const char *tag)
{
    size_t count = app->list.mark_count;
    if (count == 0) {
        app_say(app, "Mark projects with %s to delete a tag from each; %s shows a project's tags",
                app_key_of(app, "mark"), app_key_of(app, "tags"));
        return;
    }
    if (batch_refuse_second(app))
        return;
    if (!*tag) {
        app_prompt_open(app, &batch_tag_prompt, 0, "");
        return;
    }
    batch_prepare(app, &batch_tag_ops, app->list.marks, count);
    app->prepared->tag = mem_copy(tag);
    char *ids = app_ask_ids(app, app->list.marks, count);
    char *many = mem_printf("\" of %zu projects (%s)?", count, ids);
    struct app_question_ask ask = {.parts = {{.words = "Delete the tag \""}, {.piece = tag}, {.words = many}},
                                   .note = app_ask_tag_note,
                                   .verb = {.word = "Delete"},
                                   .spares = "keeps it",
                                   .count = count,
                                   .of_marked = count > 1,
                                   .yes = batch_go,
                                   .no = batch_refused,
                                   .refused = "Nothing was deleted"};
    if (count == 1) { /* the same question as in the tags pane */
        ask.count = 0;
        ask.parts[2].words = "\" of ";
        ask.parts[3] = (struct app_question_part){.project = app->list.marks[0], .with_state = true};
        ask.parts[4].words = "?";
    }
    app_ask(app, &ask);
    free(many);
    free(ids);
}

/* --- progress and summary --- */

/* True if a batch of several writes has more to send. A pause delays only this kind of batch. */
static bool batch_can_wait(const struct batch *batch)
{
    return batch->all > 1 && endpoints[batch->ops->op].write && !batch->stopped &&
           batch->started < batch->count;
}

/* Returns for how many ms a 429 delays the next write. 0: no delay. INT64_MAX: until an answer comes. */
static int64_t batch_wait_ms(const struct app *app)
{
    return batch_can_wait(app->batch) ? app_reads_hold(app, batch_count(app->batch, BATCH_RUNNING)) : 0;
}

/* Rebuilds the progress line: counts, time until the next try, project of the oldest call, bytes. */
static void batch_update_progress(struct app *app)
{
    struct batch *batch = app->batch;
    bool is_enqueue = batch->ops->op == ENDPOINT_ENQUEUE; /* quick, so the line names no project */
    size_t failed = batch_count(batch, BATCH_FAILED), lost = batch_count(batch, BATCH_UNKNOWN);
    const struct app_call *first = NULL;
    struct buffer line;
    char text[NAME_CELLS * 8 + DATE_TEXT_SIZE + AMOUNT_TEXT_SIZE] = "";
    for (size_t i = 0; i < app->call_count && !is_enqueue && !first; i++)
        first = app->calls[i].done == batch_done ? &app->calls[i] : NULL;
    int64_t held_ms = batch_wait_ms(app), wait_ms = first ? app_call_waits(app, first) : 0;
    if (held_ms > 0 && held_ms < INT64_MAX)
        wait_ms = held_ms;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, is_enqueue ? "%s %zu project%s: %zu sent" : "%s %zu project%s: %zu done",
                  batch->stopped ? "Stopping the batch of" : batch->ops->running, batch->count,
                  batch->count == 1 ? "" : "s", batch_count(batch, BATCH_DONE));
    if (failed > 0)
        buffer_printf(&line, ", %zu %s", failed, is_enqueue ? "refused" : "failed");
    if (lost > 0)
        buffer_printf(&line, ", %zu without an answer", lost);
    if (wait_ms > 0) {
        wait_format(text, sizeof text, wait_ms);
        buffer_printf(&line, ", next try in %s", text);
    }
    if (first) {
        const struct app_project *project = app_project_find(app, first->project_id);
        text_clip(text, sizeof text, project ? project->name : "", NAME_CELLS);
        buffer_printf(&line, ", now %" PRId64 "%s%s", first->project_id, *text ? " " : "", text);
    }
    if (first && first->bytes > 0 && !wait_ms) {
        amount_bytes_of(text, sizeof text, first->bytes, first->total);
        buffer_printf(&line, ", %s", text);
    }
    free(batch->told);
    batch->told = buffer_take(&line);
    batch->told_ms = app->now_ms;
}

/* Shows the summary of a batch with failures, such as "Enqueue 13 projects (15:30): 3 sent, 8 refused; L
 * lists them", and the reasons. For one project, it is "Enqueue 3 Lecture 7: refused, no media". */
static void batch_say_failed(struct app *app)
{
    const struct batch *batch = app->batch;
    struct act_part *parts = mem_zero(batch->all + 1, sizeof *parts);
    char clock[DATE_TEXT_SIZE], *clean = text_clean_copy(batch->tag ? batch->tag : "");
    bool is_enqueue = batch->ops->op == ENDPOINT_ENQUEUE;
    for (size_t i = 0; i < batch->all; i++) {
        const struct batch_row *row = &batch->rows[i];
        const enum act_end ends[] = {
            [BATCH_LEFT] = ACT_END_NOT_SENT,
            [BATCH_RUNNING] = ACT_END_NOT_SENT,
            [BATCH_DONE] = is_enqueue ? ACT_END_ACCEPTED : ACT_END_DONE,
            [BATCH_FAILED] = row->status >= 400 && row->status < 500 ? ACT_END_REFUSED : ACT_END_FAILED,
            [BATCH_UNKNOWN] = ACT_END_LOST};
        parts[i] = (struct act_part){
            .id = row->id, .end = ends[row->outcome], .status = row->status, .reason = row->text};
    }
    app_time_text(app, clock, sizeof clock, batch->ended_ms);
    clock[strcspn(clock, " ")] = '\0';
    char *what =
        batch->tag ? mem_printf("Deletion of the tag \"%s\" from", clean) : mem_copy(batch->ops->noun);
    if (batch->all == 1) {
        char *end = act_words_end(&parts[0]);
        const struct app_project *project = app_project_find(app, parts[0].id);
        app_say_bad(app, "%s %" PRId64 "%s%s: %s", what, parts[0].id, project && *project->name ? " " : "",
                    project ? project->name : "", end);
        free(end);
    } else {
        char *head = mem_printf("%s %zu projects (%s)", what, batch->all, clock);
        char *text = act_words_failed(head, parts, batch->all, app_key_of(app, "activity"), app->cols - 2);
        app_say_bad(app, "%s", text);
        free(text);
        free(head);
    }
    free(what);
    free(clean);
    free(parts);
}

/* Shows the summary, such as "Exported 3 projects: 1.2 MB; L lists them". A single project has none, because
 * its call has shown its own message. */
static void batch_say_end(struct app *app)
{
    struct batch *batch = app->batch;
    size_t done = batch_count(batch, BATCH_DONE);
    size_t failed = batch_count(batch, BATCH_FAILED), lost = batch_count(batch, BATCH_UNKNOWN);
    size_t left = batch_count(batch, BATCH_LEFT);
    uint64_t before = app->said_count;
    if (batch->stopped ? failed && !batch->why : failed || lost || batch->is_barred) {
        batch_say_failed(app);
    } else if (batch->stopped) {
        char unknown[64] = "", rest[64] = "";
        if (lost > 0)
            snprintf(unknown, sizeof unknown, "; %zu without an answer", lost);
        if (left > 0)
            snprintf(rest, sizeof rest, "; %zu not sent and still marked", left);
        (batch->why || lost ? app_say_bad : app_say)(app, "Stopped after %zu of %zu projects%s%s%s%s",
                                                     batch->all - left, batch->all, batch->why ? ": " : "",
                                                     batch->why ? batch->why : "", unknown, rest);
    } else if (batch->count < batch->all) {
        app_say(app, "%s %zu of %zu projects; still marked: %zu", batch->ops->past, done, batch->all,
                batch->all - batch->count);
    } else if (batch->all > 1) {
        char amount[AMOUNT_TEXT_SIZE];
        int64_t bytes = 0;
        for (size_t i = 0; i < batch->all; i++)
            bytes += batch->rows[i].bytes;
        amount_bytes(amount, sizeof amount, bytes);
        app_say(app, "%s %zu projects%s%s; %s lists them", batch->ops->past, done, bytes > 0 ? ": " : "",
                bytes > 0 ? amount : "", app_key_of(app, "activity"));
    }
    batch->summary_said = app->said_count > before ? app->said_count : 0;
}

/* --- the calls of a batch, and its act --- */

/* The first recorded call gets the id of the act (the batch in the store). Copies this id to the other
 * calls. */
static void batch_share_act(struct app *app)
{
    struct batch *batch = app->batch;
    for (size_t i = 0; i < app->call_count && !batch->act; i++) {
        if (app->calls[i].done == batch_done)
            batch->act = app->calls[i].asked->act;
    }
    for (size_t i = 0; i < app->call_count; i++) {
        if (app->calls[i].done == batch_done)
            app->calls[i].asked->act = batch->act;
    }
}

static struct call *batch_call(struct app *app, const struct batch_row *row)
{
    struct batch *batch = app->batch;
    const struct app_project *project = app_project_find(app, row->id);
    struct call *call = app_call_new(app, batch->ops->op, row->id);
    call->version = project ? project->version : -1;
    call->params = batch->params ? param_set_sent(batch->params) : NULL;
    batch->ops->fill(app, call);
    call->asked_row = row->asked_row;
    call->act = batch->act;
    call->act_count = (int64_t)batch->all;
    return call;
}

/* To the act (the batch in the store), adds each row that was not sent. */
static void batch_record_left(struct app *app)
{
    struct batch *batch = app->batch;
    struct error err;
    app_readings_commit(app);
    bool ok = store_begin(app->store, &err);
    for (size_t i = 0; ok && i < batch->all; i++) {
        const struct batch_row *row = &batch->rows[i];
        if (row->is_kept)
            continue;
        struct call *call = batch_call(app, row);
        struct write write = write_new(call, app->settings, app->wall_ms);
        write.outcome = WRITE_UNSENT;
        write.reason = mem_copy(row->text ? row->text : batch->why ? batch->why : "stopped before");
        ok = store_write_leave_out(app->store, &write, &err);
        batch->act = write.act;
        write_clear(&write);
        call_free(call);
        if (!ok)
            store_roll_back(app->store);
    }
    ok = ok && store_commit(app->store, &err);
    app_kept(app, ok, "the list of projects that were not sent", &err);
    app_acts_changed(app);
}

static void batch_close_if_over(struct app *app)
{
    struct batch *batch = app->batch;
    if (!batch->active || batch_count(batch, BATCH_RUNNING) > 0 ||
        (!batch->stopped && batch->started < batch->count))
        return;
    batch->active = false;
    batch->ended_ms = app->wall_ms;
    batch_record_left(app);
    batch_say_end(app);
}

/* Handles a call that failed, got no answer, or was not sent. Reasons for the latter: the batch was stopped,
 * the server is unreachable, the login has expired, or another program enqueued the project first. */
static void batch_failed(struct app *app, struct batch_row *row, const struct app_call *call,
                         struct call_result *result)
{
    struct batch *batch = app->batch;
    const struct error *error = &result->error;
    bool is_open = error_outcome_is_open(error), is_many = batch->all > 1;
    if (call->is_offline)
        batch_stop(app, "offline");
    if (call->is_offline || (call->is_barred && is_many) || error->kind == ERROR_NOT_LOGGED_IN ||
        (batch->stopped && error->kind == ERROR_CANCELLED && !is_open)) {
        struct error err;
        if (call->is_barred)
            row->text = mem_copy(BATCH_MEANWHILE);
        else if (error->kind == ERROR_NOT_LOGGED_IN)
            row->text = mem_copy("login expired");
        batch->is_barred |= call->is_barred;
        app_readings_commit(app);
        /* Drop the row in the store. batch_record_left() will record the call as not sent. */
        if (call->row && !store_write_drop(app->store, call->row, &err))
            app_open_writes_changed(app);
        row->outcome = BATCH_LEFT;
        return;
    }
    app_enqueue_explain(app, call, &result->error);
    row->kind = error->kind;
    row->status = error->server[0] ? error->status : 0;
    row->text = mem_copy(error->server[0] ? error->server : error->text);
    if (batch_can_wait(batch) && call_puts_off_others(error))
        batch_stop(app, error->kind == ERROR_IO ? "steno could not record the request"
                                                : "rate limited by the server");
    bool was_done = app_report_failed_of_many(app, call, result);
    if (!is_many)
        app_say_bad(app, "%s", result->error.text);
    row->is_kept = write_outcome_of(result) != WRITE_UNSENT;
    batch->act = call->asked->act;
    if (batch->ops->failed)
        batch->ops->failed(app, call, result);
    row->outcome = is_open ? BATCH_UNKNOWN : BATCH_FAILED;
    if (was_done)
        batch_settle(app, row->id, WRITE_DONE);
}

static void batch_done(struct app *app, const struct app_call *call, struct call_result *result)
{
    struct batch *batch = app->batch;
    size_t place = batch->started - 1;
    bool may_be_done = result->ok || error_outcome_is_open(&result->error);
    while (place > 0 && batch->rows[place].id != call->project_id)
        place--;
    struct batch_row *row = &batch->rows[place];
    if (batch->draft_ops && may_be_done) {
        app_form_accepted(app, batch->draft_ops, NULL, 0);
        batch->draft_ops = NULL;
    }
    batch_share_act(app);
    if (!call->asked->act)
        call->asked->act = batch->act;
    if (result->ok) {
        row->bytes = result->export_info.bytes;
        row->is_kept = true;
        batch->ops->took(app, call, result);
        batch->act = call->asked->act;
        row->outcome = BATCH_DONE;
        list_mark(&app->list, row->id, false);
    } else {
        batch_failed(app, row, call, result);
    }
    struct app_project *project = app_project_find(app, row->id);
    if (project && may_be_done && batch->ops->op == ENDPOINT_ENQUEUE)
        project->in_act = batch->all > 1;
    batch_close_if_over(app);
}

/* Sends the next row, or skips the row if batch_ops.bar gives a reason. */
static void batch_send(struct app *app)
{
    struct batch *batch = app->batch;
    struct batch_row *row = &batch->rows[batch->started++];
    row->text = mem_copy_or_null(batch->ops->bar && batch->all > 1 ? batch->ops->bar(app, row->id) : NULL);
    if (row->text) {
        batch->is_barred = true;
        batch_close_if_over(app);
        return;
    }
    row->outcome = BATCH_RUNNING;
    batch_share_act(app);
    char *clean = text_clean_copy(batch->tag ? batch->tag : ""); /* "Enqueue 7" or "Delete tag "x" of 7" */
    char *what = mem_printf("%s %s%s%s%" PRId64, batch->ops->verb, batch->tag ? "\"" : "", clean,
                            batch->tag ? "\" of " : "", row->id);
    free(clean);
    app_call_send(app, batch_call(app, row), &(struct app_reply){.done = batch_done, .what = what});
}

static void batch_turn(struct app *app)
{
    struct batch *batch = app->batch;
    batch_share_act(app);
    while (batch->active && !batch->stopped && batch->started < batch->count &&
           batch_count(batch, BATCH_RUNNING) < AT_ONCE && app->session == SESSION_UP &&
           batch_wait_ms(app) == 0)
        batch_send(app);
    if (!batch->active)
        return;
    if (!batch->told || app->now_ms - batch->told_ms >= PROGRESS_MS)
        batch_update_progress(app);
}

static int64_t batch_deadline(const struct app *app)
{
    const struct batch *batch = app->batch;
    if (!batch->active)
        return INT64_MAX;
    int64_t held_ms = batch_wait_ms(app), told_ms = PROGRESS_MS - (app->now_ms - batch->told_ms);
    return app->now_ms + (held_ms > 0 && held_ms < told_ms ? held_ms : told_ms);
}

/* --- stopping, and late outcomes --- */

void batch_stop(struct app *app, const char *why)
{
    struct batch *batch = app->batch;
    if (!batch->active)
        return;
    if (!batch->stopped)
        batch->why = why;
    batch->stopped = true;
    batch_close_if_over(app);
    if (batch->active)
        batch_update_progress(app);
}

void batch_cancel(struct app *app)
{
    batch_stop(app, NULL);
    for (size_t i = 0; i < app->call_count; i++) {
        if (app->calls[i].done == batch_done)
            app_call_cancel(app, app->calls[i].serial);
    }
}

static void batch_session_lost(struct app *app, bool wanted)
{
    (void)wanted;
    batch_stop(app, "login expired");
}

bool batch_settle(struct app *app, int64_t id, enum write_outcome came)
{
    struct batch *batch = app->batch;
    size_t at = 0;
    while (at < batch->all && (batch->rows[at].id != id || batch->rows[at].outcome != BATCH_UNKNOWN))
        at++;
    if (at == batch->all)
        return false;
    struct batch_row *row = &batch->rows[at];
    if (came == WRITE_DONE || came == WRITE_PROBABLY) {
        row->outcome = BATCH_DONE;
        list_mark(&app->list, id, false);
        if (app->failures_unseen > 0 && row->kind != ERROR_CANCELLED)
            app->failures_unseen--; /* the write was done after all: not a failure */
    } else {
        row->outcome = BATCH_FAILED;
        free(row->text);
        row->text = mem_copy("no response, and the project does not show the change");
    }
    if (batch->active)
        return batch->all > 1;
    bool stands = app->failure ? app->failure_said == batch->summary_said
                               : app->outcome_stands && app->said_count == batch->summary_said;
    if (!batch->summary_said || !stands || batch->all == 1)
        return false;
    app_status_end_failure(app);
    batch_say_end(app);
    return true;
}

int64_t batch_being_sent(const struct app *app)
{
    const struct batch *batch = app->batch;
    const struct app_project *at_hand = app_project_at_hand(app);
    for (size_t i = 0; batch->active && i < batch->count; i++) {
        const struct batch_row *row = &batch->rows[i];
        if (i < batch->started && row->outcome != BATCH_RUNNING)
            continue;
        if (app->list.mark_count > 0 ? list_is_marked(&app->list, row->id)
                                     : at_hand && at_hand->id == row->id)
            return row->id;
    }
    return 0;
}

size_t batch_unsent(const struct app *app, int64_t *ids)
{
    const struct batch *batch = app->batch;
    size_t count = 0;
    for (size_t i = 0; batch->active && i < batch->count; i++) {
        bool is_unsent = i >= batch->started;
        for (size_t k = 0; k < app->call_count && batch->rows[i].outcome == BATCH_RUNNING; k++) {
            const struct app_call *call = &app->calls[k]; /* a write with no store row is not sent yet */
            is_unsent |= call->done == batch_done && call->project_id == batch->rows[i].id &&
                         endpoints[call->op].write && !call->row;
        }
        if (!is_unsent)
            continue;
        if (ids)
            ids[count] = batch->rows[i].id;
        count++;
    }
    return count;
}

const struct part part_batch = {.name = "batch",
                                .begin = batch_begin,
                                .end = batch_end,
                                .turn = batch_turn,
                                .deadline = batch_deadline,
                                .session_lost = batch_session_lost,
                                .until_quit = true,
                                PART_ACTIONS(batch_actions)};
