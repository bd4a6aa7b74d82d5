/* Owns what the lines of the orders pane say: what each order waits for or why it ended, below the sums of
 * its act. It must not know what can be done about them. */
/* SPDX-License-Identifier: MIT */
#include "topics/orders_pane.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "app_orders.h"
#include "project.h"
#include "state.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/api/endpoint.h"
#include "steno/client/client_state.h"
#include "steno/client/orders.h"
#include "steno/core/refresh.h"
#include "steno/core/since.h"

#define TIME_CELLS 8 /* "19:11:42" */
#define WIDE_CELLS 70
#define ROW_COL    1

/* --- what stands of each --- */

bool orders_pane_has_failed(const struct order *order)
{
    return order->outcome != ACT_ROW_WAITS;
}

bool orders_pane_has_file(const struct order *order)
{
    return orders_pane_has_failed(order) && order->path && order->size == 0;
}

/* A time as it stands in a sentence. */
static void orders_pane_rows_time(const struct app *app, char *out, size_t size, int64_t wall_ms)
{
    date_format_short(out, size, wall_ms, app->client->wall_ms, app->client->zone, DATE_SINCE);
}

/* Appends when its project is read next. */
static void orders_pane_rows_add_look(const struct app *app, struct buffer *out, int64_t id, bool is_narrow)
{
    const struct client *client = app->client;
    char when[DATE_TEXT_SIZE];
    int64_t due_ms = refresh_due(client->refresh, id), paused_ms = refresh_paused_until(client->refresh);
    due_ms = paused_ms > due_ms ? paused_ms : due_ms;
    if (client->session != SESSION_UP) {
        buffer_append_text(out, is_narrow ? ", login" : ", for a login");
    } else if (due_ms != REFRESH_NEVER && due_ms > client->now_ms) {
        orders_pane_rows_time(app, when, sizeof when, client->wall_ms + due_ms - client->now_ms);
        buffer_printf(out, is_narrow ? ", next %s" : ", next look %s", when);
    }
}

/* Appends what it waits for, and since when. */
static void orders_pane_rows_add_wait(const struct app *app, struct buffer *out, const struct order *order,
                                      bool is_narrow)
{
    const struct app_project *project = app_project_find(app, order->id);
    bool is_known = project && project->known && *project->state;
    char since[DATE_TEXT_SIZE];
    if (order->is_enqueue_open) {
        buffer_append_text(out, is_narrow ? "enqueue unanswered" : "waits for the answer to the enqueue");
        return;
    }
    if (is_known && order->past >= 0 && order->past == project->version)
        buffer_append_text(out, "waits for its next run");
    else if (is_known && is_narrow)
        buffer_append_text(out, project->state);
    else
        buffer_printf(out, "waits%s%s", is_known ? ", " : "", is_known ? project->state : "");
    if (is_known && !is_narrow && project->state_since_ms > 0) {
        orders_pane_rows_time(app, since, sizeof since, since_time(project->state_since_ms));
        buffer_printf(out, " since %s", since);
    }
    orders_pane_rows_add_look(app, out, order->id, is_narrow);
}

/* The reason without what its line says already: "Export project 12: ". */
static const char *orders_pane_rows_reason(const struct order *order)
{
    char known[64];
    int len = snprintf(known, sizeof known, "Export project %" PRId64 ": ", order->id);
    const char *reason = order->reason ? order->reason : "failed";
    return strncmp(reason, known, (size_t)len) == 0 ? reason + len : reason;
}

/* Appends why it has ended; of a file that exists its name, for the folder would fill the line. */
static void orders_pane_rows_add_end(struct buffer *out, const struct order *order)
{
    const char *slash = orders_pane_has_file(order) ? strrchr(order->path, '/') : NULL;
    char *name = slash ? text_clean_copy(slash + 1) : NULL;
    if (name)
        buffer_printf(out, "already exists: %s", name);
    else
        buffer_append_text(out, orders_pane_rows_reason(order));
    free(name);
}

char *orders_pane_words(const struct app *app, const struct order *order, bool is_narrow)
{
    struct buffer out;
    char next[DATE_TEXT_SIZE];
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    if (orders_pane_has_failed(order)) {
        orders_pane_rows_add_end(&out, order);
    } else if (!order_claim_is_free(&order->claim, app->client->wall_ms)) {
        buffer_append_text(&out, "being exported");
    } else if (order->tries > 0 && order->reason) {
        orders_pane_rows_time(app, next, sizeof next, order->next_ms);
        if (!is_narrow)
            buffer_printf(&out, "tried %d time%s, ", order->tries, order->tries == 1 ? "" : "s");
        buffer_printf(&out, "next %s: %s", next, orders_pane_rows_reason(order));
    } else {
        orders_pane_rows_add_wait(app, &out, order, is_narrow);
    }
    return buffer_take(&out);
}

/* --- lines --- */

/* A line that begins with a time and a mark. It has no more cells than the page; `row` is taken. */
static struct page_line *orders_pane_rows_add_line(struct page *page, char mark, char *row)
{
    size_t size = strlen(row) + sizeof "…";
    char *cut = mem_alloc(size);
    text_clip(cut, size, row, page->width - ROW_COL - 1);
    struct page_line *line = page_add(page, mark == '!' ? LINE_BAD : LINE_TEXT, NULL, cut);
    line->col = line->value_col = ROW_COL;
    line->full = row;
    free(cut);
    return line;
}

/* When orders were given, as a line begins: "  15:30:04  ". Caller frees. */
static char *orders_pane_rows_when(const struct app *app, int64_t given_ms, int cells)
{
    char when[DATE_TEXT_SIZE];
    date_format_short(when, sizeof when, given_ms, app->client->wall_ms, app->client->zone, DATE_TRAIL);
    return mem_printf("  %-*s%*s", TIME_CELLS, when, cells >= WIDE_CELLS ? 2 : 1, "");
}

/* The line of an order; in the act of several it stands below that of the act. */
static void orders_pane_rows_add_order(const struct app *app, struct page *page, int cells,
                                       const struct order *order, bool is_below)
{
    char mark = orders_pane_has_failed(order) ? '!' : '*';
    char *words = orders_pane_words(app, order, cells < ACT_NARROW_CELLS),
         *name = text_clean_copy(app_orders_name(order)),
         *when = is_below ? mem_copy("    ") : orders_pane_rows_when(app, order->given_ms, cells);
    char *row = mem_printf("%s%c%" PRId64 " %s: %s", when, mark, order->id, name, words);
    struct page_line *line = orders_pane_rows_add_line(page, mark, row);
    line->target = mem_printf("order %" PRId64, order->row);
    line->id = order->id;
    free(when);
    free(name);
    free(words);
}

const struct act *orders_pane_act(const struct app *app, const struct order *order)
{
    size_t count;
    const struct act *acts = app_acts(app, &count);
    for (size_t i = 0; i < count; i++) {
        if (acts[i].act == order->act)
            return &acts[i];
    }
    return NULL;
}

/* What an act came to so far: those that are done are known of the act alone. */
static struct act_sums orders_pane_rows_sums(const struct app *app, const struct act *act,
                                             const struct order *orders, size_t count)
{
    struct act_sums sums = {0};
    if (act) {
        struct act_part *parts = app_act_parts(app, act);
        sums = act_sums_of(parts, act->row_count);
        free(parts);
        return sums;
    }
    for (size_t i = 0; i < count; i++)
        sums.of[orders_pane_has_failed(&orders[i]) ? ACT_END_FAILED : ACT_END_WAITING]++;
    return sums;
}

/* The line of an act of several: "15:30:04  *Export of 3 when done: 1 failed, 2 waiting". */
static void orders_pane_rows_add_act(const struct app *app, struct page *page, int cells,
                                     const struct order *orders, size_t count)
{
    const struct act *act = orders_pane_act(app, orders);
    struct act_sums sums = orders_pane_rows_sums(app, act, orders, count);
    char mark[2] = {act_sums_mark(&sums)}, *words = act_sums_words(&sums),
         *when = orders_pane_rows_when(app, orders->given_ms, cells),
         *of = act ? mem_printf(" of %" PRId64, act->count) : mem_copy(""), *row;
    if (act && cells < ACT_NARROW_CELLS) {
        free(words);
        words = act_words_narrow(act, &sums);
        row = mem_printf("%s%s%s", when, mark, words);
    } else {
        row = mem_printf("%s%sExport%s when done: %s", when, mark, of, words);
    }
    struct page_line *line = orders_pane_rows_add_line(page, ' ', row);
    line->target = mem_printf("act %" PRId64, orders->act);
    free(of);
    free(words);
    free(when);
}

void orders_pane_build(struct app *app, struct page *page, int cells)
{
    char zone[DATE_TEXT_SIZE];
    size_t count, from;
    const struct order *orders = client_orders(app->client, &count);
    date_zone_name(zone, sizeof zone, app->client->wall_ms, app->client->zone);
    page_title(page, "Activity, orders only, newest first, %s", zone);
    for (size_t to = count; to > 0; to = from) {
        for (from = to - 1; from > 0 && orders[from - 1].act == orders[from].act;)
            from--;
        const struct act *act = orders_pane_act(app, &orders[from]);
        bool is_many = to - from > 1 || (act && act->count > 1);
        if (is_many)
            orders_pane_rows_add_act(app, page, cells, &orders[from], to - from);
        for (size_t i = from; i < to; i++)
            orders_pane_rows_add_order(app, page, cells, &orders[i], is_many);
    }
    if (count == 0)
        page_note(page, "No order waits, and none has failed");
}
