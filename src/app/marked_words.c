/* Owns what is said of a batch: how far it is, and what came of it. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "marked.h"
#include "steno/api/param.h"
#include "steno/app/calls.h"
#include "steno/core/activity.h"
#include "steno/core/settings.h"
#include "steno/core/effect.h"
#include "steno/app/reads.h"
#include "steno/app/project.h"
#include "steno/app/state.h"
#include "steno/app/status.h"
#include "steno/base/amount.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define TOLD_MS    1000 /* between two pictures of the running line */
#define NAME_CELLS 24   /* of a project in it */
#define WORDS_SIZE 600
#define THEN_SIZE  80 /* of what waits */

/* The oldest one under way; NULL for none. */
static const struct marked_row *marked_now(const struct marked *marked)
{
    return marked->oldest < marked->order.started ? &marked->rows[marked->oldest] : NULL;
}

/* What could be said by now. */
static struct marked_told marked_to_tell(const struct app *app)
{
    const struct marked *marked = app->marked;
    const struct marked_row *now = marked->ops->op == ENDPOINT_ENQUEUE ? NULL : marked_now(marked);
    struct marked_told told = {.any = true,
                               .done = marked->counts[MARKED_DONE],
                               .failed = marked->counts[MARKED_FAILED],
                               .unknown = marked->counts[MARKED_UNKNOWN],
                               .now = now ? now->id : 0,
                               .total = -1};
    for (size_t i = 0; now && i < app->call_count; i++) {
        if (app->calls[i].project_id == now->id && app->calls[i].op == marked->ops->op) {
            told.bytes = app->calls[i].bytes;
            told.total = app->calls[i].total;
            told.again_ms = app_call_again(app, &app->calls[i]) ? app->calls[i].again_ms : 0;
        }
    }
    int64_t held_ms = marked_held_ms(app);
    if (held_ms && held_ms < INT64_MAX)
        told.again_ms = held_ms;
    return told;
}

/* Do both say the same? */
static bool marked_told_equal(const struct marked_told *a, const struct marked_told *b)
{
    return a->any == b->any && a->done == b->done && a->failed == b->failed && a->unknown == b->unknown &&
           a->now == b->now && a->bytes == b->bytes && a->total == b->total && a->again_ms == b->again_ms;
}

void marked_tell(struct app *app)
{
    struct marked *marked = app->marked;
    struct marked_told told = marked_to_tell(app);
    bool first = !marked->told.any;
    if (marked_told_equal(&told, &marked->told) || (!first && app->now_ms - marked->told_ms < TOLD_MS))
        return;
    marked->told = told;
    marked->told_ms = app->now_ms;
    app_dirty(app, DIRTY_STATUS);
}

int64_t marked_deadline(const struct app *app)
{
    const struct marked *marked = app->marked;
    if (!marked->active)
        return INT64_MAX;
    struct marked_told told = marked_to_tell(app);
    int64_t again_ms = told.again_ms ? told.again_ms : INT64_MAX;
    return marked_told_equal(&told, &marked->told) ? again_ms : marked->told_ms + TOLD_MS;
}

/* "3 accepted", "3 accepted, 5 refused", "1 done, 2 failed". */
static void marked_counts_text(const struct marked *marked, char *out, size_t size)
{
    const struct marked_told *told = &marked->told;
    bool is_enqueue = marked->ops->op == ENDPOINT_ENQUEUE;
    int len = snprintf(out, size, "%zu %s", told->done, is_enqueue ? "accepted" : "done");
    if (told->failed > 0)
        len += snprintf(out + len, size - (size_t)len, ", %zu %s", told->failed,
                        is_enqueue ? "refused" : "failed");
    if (told->unknown > 0)
        snprintf(out + len, size - (size_t)len, ", %zu with unknown outcome", told->unknown);
}

/* ", now 7 Evening news" and how much of its file is here, or till when it, or what is next, waits; both ""
 * where there is nothing to say. */
static void marked_now_text(const struct app *app, char *now, size_t size, char *bytes, size_t bytes_size)
{
    const struct marked_told *told = &app->marked->told;
    const struct app_project *project = app_project_find(app, told->now);
    char name[NAME_CELLS * 8] = "", amount[AMOUNT_TEXT_SIZE];
    *now = *bytes = '\0';
    if (project)
        text_clip(name, sizeof name, project->name, NAME_CELLS);
    if (told->now)
        snprintf(now, size, ", now %" PRId64 "%s%s", told->now, *name ? " " : "", name);
    if (told->again_ms) {
        date_format_clock(amount, sizeof amount, app->wall_ms + told->again_ms - app->now_ms, app->zone);
        snprintf(bytes, bytes_size, ", waits till %s", amount);
    }
    if (told->again_ms || told->bytes <= 0)
        return;
    amount_bytes_of(amount, sizeof amount, told->bytes, told->total);
    snprintf(bytes, bytes_size, ", %s", amount);
}

/* "; then Enqueue 3, 2 more": what waits; "" where nothing does. */
static void marked_then_text(const struct marked *marked, char *out)
{
    const struct marked *next = marked->next;
    size_t more = 0;
    *out = '\0';
    for (const struct marked *after = next; after && after->next; after = after->next)
        more++;
    if (next && more == 0)
        snprintf(out, THEN_SIZE, "; then %s %zu", next->ops->verb, next->order.count);
    else if (next)
        snprintf(out, THEN_SIZE, "; then %s %zu, %zu more", next->ops->verb, next->order.count, more);
}

void marked_text(const struct app *app, char *out, size_t size, int cells)
{
    const struct marked *marked = app->marked;
    char counts[128], now[NAME_CELLS * 8 + 40], bytes[AMOUNT_TEXT_SIZE + 14];
    char line[3][WORDS_SIZE], then[THEN_SIZE];
    const char *stop = marked->order.stopped ? "Stopping" : marked->ops->running;
    size_t count = marked->order.count, at = 0;
    if (marked->ops->is_reading) {
        if (!app_reads_running(app, out, size))
            *out = '\0';
        return;
    }
    marked_counts_text(marked, counts, sizeof counts);
    marked_now_text(app, now, sizeof now, bytes, sizeof bytes);
    snprintf(line[0], WORDS_SIZE, "%s %zu: %s%s%s", stop, count, counts, now, bytes);
    snprintf(line[1], WORDS_SIZE, "%s %zu: %s%s", stop, count, counts, marked->told.again_ms ? bytes : now);
    snprintf(line[2], WORDS_SIZE, "%s %zu: %s", stop, count, counts);
    marked_then_text(marked, then);
    while (at < 2 && text_width(line[at]) + text_width(then) > cells)
        at++;
    snprintf(out, size, "%s%s", line[at], then);
}

/* What became of one of them. */
static enum act_end marked_end_of(const struct marked *marked, const struct marked_row *row)
{
    switch (row->outcome) {
    case MARKED_FAILED:
        return row->status >= 400 && row->status < 500 ? ACT_END_REFUSED : ACT_END_FAILED;
    case MARKED_UNKNOWN:
        return ACT_END_LOST;
    case MARKED_DONE:
        return marked->ops->op == ENDPOINT_ENQUEUE ? ACT_END_ACCEPTED : ACT_END_DONE;
    default:
        return ACT_END_NOT_SENT;
    }
}

/* The rows as parts of an act. Caller frees. */
static struct act_part *marked_parts(const struct marked *marked)
{
    struct act_part *parts = mem_zero(marked->all + 1, sizeof *parts);
    for (size_t i = 0; i < marked->all; i++)
        parts[i] = (struct act_part){.id = marked->rows[i].id,
                                     .end = marked_end_of(marked, &marked->rows[i]),
                                     .status = marked->rows[i].status,
                                     .reason = marked->rows[i].text};
    return parts;
}

/* "Enqueue of 13, 15:30", "Deletion of the tag "x" of 3, 15:30". Caller frees. */
static char *marked_head(const struct app *app, const struct marked *marked)
{
    char clock[DATE_TEXT_SIZE];
    app_time_text(app, clock, sizeof clock, marked->ended_ms);
    clock[strcspn(clock, " ")] = '\0';
    if (!marked->tag)
        return mem_printf("%s of %zu, %s", marked->ops->noun, marked->all, clock);
    char *clean = text_clean_copy(marked->tag);
    char *head = mem_printf("%s of the tag \"%s\" of %zu, %s", marked->ops->noun, clean, marked->all, clock);
    free(clean);
    return head;
}

/* Cells of a line. */
static int marked_cells(const struct app *app)
{
    return app->cols - 2;
}

/* What failed, with its reasons. */
static void marked_say_failed(struct app *app, const struct marked *marked)
{
    struct act_part *parts = marked_parts(marked);
    char *head = marked_head(app, marked);
    char *text = act_words_failed(head, parts, marked->all, app_key_of(app, "activity"), marked_cells(app));
    app_say_bad(app, "%s", text);
    free(text);
    free(head);
    free(parts);
}

/* "Stopped at 7 of 17: login expired; 10 not sent, still marked". */
static void marked_say_stopped(struct app *app, const struct marked *marked)
{
    size_t left = 0, unknown = marked->counts[MARKED_UNKNOWN];
    char lost[64] = "";
    for (size_t i = 0; i < marked->all; i++)
        left += marked_end_of(marked, &marked->rows[i]) == ACT_END_NOT_SENT;
    if (unknown > 0)
        snprintf(lost, sizeof lost, "; %zu with unknown outcome", unknown);
    char *text = mem_printf("Stopped at %zu of %zu%s%s%s; %zu not sent, still marked%s", marked->all - left,
                            marked->all, marked->why ? ": " : "", marked->why ? marked->why : "", lost, left,
                            marked->ended_waiting ? "; nothing of what waited was sent" : "");
    (marked->why || unknown > 0 ? app_say_bad : app_say)(app, "%s", text);
    free(text);
}

/* "Exported 3: 1.2 MB; L lists them"; of a single one its own sentence tells. */
static void marked_say_done(struct app *app, const struct marked *marked)
{
    char amount[AMOUNT_TEXT_SIZE + 4] = ": ", *text;
    int64_t bytes = 0;
    for (size_t i = 0; i < marked->all; i++)
        bytes += marked->rows[i].bytes;
    amount_bytes(amount + 2, sizeof amount - 2, bytes);
    if (!marked->end && marked->all == 1)
        return;
    if (marked->end)
        text = mem_printf("%s %zu%s", marked->ops->past, marked->counts[MARKED_DONE], marked->end);
    else
        text = mem_printf("%s %zu%s; %s lists them", marked->ops->past, marked->counts[MARKED_DONE],
                          bytes > 0 ? amount : "", app_key_of(app, "activity"));
    app_say(app, "%s", text);
    free(text);
}

void marked_say_end(struct app *app, struct marked *marked)
{
    uint64_t before = app->said_count;
    bool failed = marked->counts[MARKED_FAILED] > 0, lost = marked->counts[MARKED_UNKNOWN] > 0;
    if (marked->ops->is_reading && !marked->order.stopped)
        return; /* what was read has been said */
    if (marked->order.stopped ? failed && !marked->why : failed || lost || marked->is_barred)
        marked_say_failed(app, marked);
    else if (marked->order.stopped)
        marked_say_stopped(app, marked);
    else
        marked_say_done(app, marked);
    marked->said = app->said_count > before ? app->said_count : 0;
}

bool marked_say_again(struct app *app)
{
    struct marked *ended = app->ended;
    bool stands = app->failure ? app->failure_said == ended->said
                               : app->outcome_stands && app->said_count == ended->said;
    if (!ended->said || !stands || ended->all == 1)
        return false;
    app_status_end_failure(app);
    marked_say_end(app, ended);
    return true;
}
