/* Owns what is said of a batch: how far it is, its end, and the receipt that it leaves. */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "marked.h"
#include "steno/api/param.h"
#include "steno/client/calls.h"
#include "steno/core/effect.h"
#include "watchlist.h"
#include "poll.h"
#include "steno/app/project.h"
#include "state.h"
#include "steno/client/client_state.h"
#include "status.h"
#include "steno/base/amount.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/widget/list.h"

#define TOLD_MS    1000 /* between two pictures of the running line */
#define NAME_CELLS 24   /* of a project in it */
#define WORDS_SIZE 400

/* The oldest one under way; NULL for none. */
static const struct marked_row *marked_now(const struct marked *marked)
{
    return marked->oldest < marked->order.started ? &marked->rows[marked->oldest] : NULL;
}

/* What could be said by now. */
static struct marked_told marked_to_tell(const struct app *app)
{
    const struct marked *marked = app->marked;
    const struct marked_row *now = marked_now(marked);
    struct marked_told told = {.done = marked->counts[MARKED_DONE],
                               .failed = marked->counts[MARKED_FAILED] + marked->counts[MARKED_UNKNOWN],
                               .now = now ? now->id : 0,
                               .total = -1};
    for (size_t i = 0; now && i < app->client->call_count; i++) {
        if (app->client->calls[i].project_id == now->id && app->client->calls[i].op == marked->ops->op) {
            told.bytes = app->client->calls[i].bytes;
            told.total = app->client->calls[i].total;
        }
    }
    return told;
}

/* Do both say the same? */
static bool marked_told_equal(const struct marked_told *a, const struct marked_told *b)
{
    return a->done == b->done && a->failed == b->failed && a->now == b->now && a->bytes == b->bytes &&
           a->total == b->total;
}

void marked_tell(struct app *app)
{
    struct marked *marked = app->marked;
    struct marked_told told = marked_to_tell(app);
    bool first = marked->told.now == 0 && marked->told.done + marked->told.failed == 0;
    if (marked_told_equal(&told, &marked->told) ||
        (!first && app->client->now_ms - marked->told_ms < TOLD_MS))
        return;
    marked->told = told;
    marked->told_ms = app->client->now_ms;
    app_dirty(app, DIRTY_STATUS);
}

int64_t marked_deadline(const struct app *app)
{
    const struct marked *marked = app->marked;
    if (!marked->active)
        return INT64_MAX;
    struct marked_told told = marked_to_tell(app);
    return marked_told_equal(&told, &marked->told) ? INT64_MAX : marked->told_ms + TOLD_MS;
}

/* "1 done", "1 done, 2 failed". */
static void marked_counts_text(const struct marked_told *told, char *out, size_t size)
{
    int len = snprintf(out, size, "%zu done", told->done);
    if (told->failed > 0)
        snprintf(out + len, size - (size_t)len, ", %zu failed", told->failed);
}

/* ", now 7 Evening news" and how much of its file is here; both "" where there is nothing to say. */
static void marked_now_text(const struct app *app, char *now, size_t size, char *bytes, size_t bytes_size)
{
    const struct marked_told *told = &app->marked->told;
    const struct app_project *project = app_project_find(app, told->now);
    char name[NAME_CELLS * 8] = "", amount[AMOUNT_TEXT_SIZE];
    *now = *bytes = '\0';
    if (told->now == 0)
        return;
    if (project)
        text_clip(name, sizeof name, project->name, NAME_CELLS);
    snprintf(now, size, ", now %" PRId64 "%s%s", told->now, *name ? " " : "", name);
    if (told->bytes <= 0)
        return;
    amount_bytes_of(amount, sizeof amount, told->bytes, told->total);
    snprintf(bytes, bytes_size, ", %s", amount);
}

void marked_text(const struct app *app, char *out, size_t size, int cells)
{
    const struct marked *marked = app->marked;
    char counts[64], now[NAME_CELLS * 8 + 40], bytes[AMOUNT_TEXT_SIZE + 4], line[4][WORDS_SIZE];
    const char *stop = marked->order.stopped ? "Stopping" : marked->ops->running;
    size_t count = marked->order.count, at = 0;
    if (marked->ops->is_reading) {
        if (!app_poll_running(app, out, size))
            *out = '\0';
        return;
    }
    marked_counts_text(&marked->told, counts, sizeof counts);
    marked_now_text(app, now, sizeof now, bytes, sizeof bytes);
    snprintf(line[0], WORDS_SIZE, "%s %zu marked: %s%s%s", stop, count, counts, now, bytes);
    snprintf(line[1], WORDS_SIZE, "%s %zu marked: %s%s", stop, count, counts, now);
    snprintf(line[2], WORDS_SIZE, "%s %zu marked: %s", stop, count, counts);
    snprintf(line[3], WORDS_SIZE, "%s %zu: %s", stop, count, counts);
    while (at < 3 && text_width(line[at]) > cells)
        at++;
    snprintf(out, size, "%s", line[at]);
}

/* "2 done, 1 failed, 1 with unknown outcome, 2 not sent"; what there is none of is left out, but for those
 * done. */
static void marked_sum(const size_t *counts, char *out, size_t size)
{
    static const struct {
        enum marked_outcome outcome;
        const char *word;
    } parts[] = {{MARKED_FAILED, "failed"},
                 {MARKED_UNKNOWN, "with unknown outcome"},
                 {MARKED_LEFT, "not sent"},
                 {MARKED_SKIPPED, "skipped"}};
    int len = snprintf(out, size, "%zu done", counts[MARKED_DONE]);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (counts[parts[i].outcome] > 0)
            len +=
                snprintf(out + len, size - (size_t)len, ", %zu %s", counts[parts[i].outcome], parts[i].word);
    }
}

void marked_heading(const struct app *app, const struct marked_receipt *receipt, char *out, size_t size,
                    int cells)
{
    char sum[120], clock[DATE_TEXT_SIZE], tag[120] = "";
    bool open = receipt->counts[MARKED_DONE] + receipt->counts[MARKED_SKIPPED] < receipt->count;
    marked_sum(receipt->counts, sum, sizeof sum);
    app_time_text(app, clock, sizeof clock, receipt->ended_ms);
    clock[strcspn(clock, " ")] = '\0';
    if (receipt->tag) {
        char *clean = text_clean_copy(receipt->tag);
        snprintf(tag, sizeof tag, " the tag \"%s\"", clean);
        free(clean);
    }
    const char *of = *tag ? " of" : "";
    snprintf(out, size, "%s of%s%s %zu project%s, %s: %s%s", receipt->ops->noun, tag, of, receipt->count,
             receipt->count == 1 ? "" : "s", clock, sum, open ? " and still marked" : "");
    if (text_width(out) > cells)
        snprintf(out, size, "%s of %zu: %s", receipt->ops->noun, receipt->count, sum);
}

/* Failed ones first, then by id. */
static int marked_compare(const void *a, const void *b)
{
    const struct marked_row *one = a, *two = b;
    if (one->outcome != two->outcome)
        return one->outcome < two->outcome ? -1 : 1;
    return one->id < two->id ? -1 : one->id > two->id;
}

/* Moves what is known of the batch into a receipt. */
static struct marked_receipt *marked_receipt_new(struct app *app)
{
    struct marked *marked = app->marked;
    struct marked_receipt *receipt = mem_zero(1, sizeof *receipt);
    *receipt = (struct marked_receipt){.number = ++app->client->next_serial,
                                       .ops = marked->ops,
                                       .rows = marked->rows,
                                       .count = marked->order.count,
                                       .stopped = marked->order.stopped,
                                       .ended_ms = app->client->wall_ms,
                                       .tag = marked->tag,
                                       .params = marked->params,
                                       .end = marked->end};
    marked->rows = NULL;
    marked->tag = NULL;
    marked->end = NULL;
    marked->params = NULL;
    for (size_t i = 0; i < receipt->count; i++) {
        if (receipt->rows[i].outcome == MARKED_RUNNING)
            receipt->rows[i].outcome = MARKED_LEFT;
        receipt->counts[receipt->rows[i].outcome]++;
    }
    qsort(receipt->rows, receipt->count, sizeof *receipt->rows, marked_compare);
    return receipt;
}

static int marked_compare_ids(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a, two = *(const int64_t *)b;
    return one < two ? -1 : one > two;
}

/* Those that are done are no longer marked. */
static void marked_unmark(struct app *app, const struct marked_receipt *receipt)
{
    int64_t *ids = mem_alloc((receipt->count + 1) * sizeof *ids);
    size_t count = 0;
    for (size_t i = 0; i < receipt->count; i++) {
        if (receipt->rows[i].outcome == MARKED_DONE || receipt->rows[i].outcome == MARKED_SKIPPED)
            ids[count++] = receipt->rows[i].id;
    }
    qsort(ids, count, sizeof *ids, marked_compare_ids);
    list_unmark(&app->list, ids, count);
    free(ids);
    app_marks_changed(app);
    app_dirty(app, DIRTY_PANE(PANE_LIST) | DIRTY_HEADER | DIRTY_STATUS);
}

/* "Exported 3: 1.2 MB; L lists them"; of a single one its own sentence tells. */
static void marked_say_done(struct app *app, const struct marked_receipt *receipt)
{
    char amount[AMOUNT_TEXT_SIZE + 4] = ": ";
    char skipped[48] = "";
    int64_t bytes = 0;
    if (receipt->counts[MARKED_SKIPPED] > 0)
        snprintf(skipped, sizeof skipped, ", %zu skipped", receipt->counts[MARKED_SKIPPED]);
    for (size_t i = 0; i < receipt->count; i++)
        bytes += receipt->rows[i].bytes;
    amount_bytes(amount + 2, sizeof amount - 2, bytes);
    if (receipt->end)
        app_say(app, "%s %zu%s", receipt->ops->past, receipt->counts[MARKED_DONE], receipt->end);
    else if (receipt->count > 1)
        app_say(app, "%s %zu%s%s; %s lists them", receipt->ops->past, receipt->counts[MARKED_DONE],
                bytes > 0 ? amount : "", skipped, app_key_of(app, "activity"));
}

/* What came of it, on the message line. */
static void marked_say(struct app *app, const struct marked_receipt *receipt)
{
    char heading[WORDS_SIZE];
    size_t failed = receipt->counts[MARKED_FAILED] + receipt->counts[MARKED_UNKNOWN];
    if (receipt->ops->is_reading && !receipt->stopped)
        return; /* what was read has been said */
    marked_heading(app, receipt, heading, sizeof heading, WORDS_SIZE);
    if (failed > 0)
        app_say_bad(app, "%s", heading);
    else if (receipt->stopped)
        app_say(app, "%s stopped: %zu of %zu done; the rest is still marked", receipt->ops->noun,
                receipt->counts[MARKED_DONE], receipt->count);
    else
        marked_say_done(app, receipt);
}

void marked_close(struct app *app)
{
    struct marked_receipt *receipt = marked_receipt_new(app);
    marked_receipt_free(app->marked->last);
    batch_free(&app->marked->order);
    *app->marked = (struct marked){.last = receipt};
    app_stale(app, STALE_BATCH);
    marked_unmark(app, receipt);
    marked_say(app, receipt);
}
