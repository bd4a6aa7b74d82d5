/* Owns the orders pane: the activity narrowed to standing orders, those that wait and those that have failed,
 * each with what it waits for or why it ended, and what can be done about it. */
/* SPDX-License-Identifier: MIT */
#include "part.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "app_orders.h"
#include "ask.h"
#include "pages.h"
#include "panes.h"
#include "preview.h"
#include "project.h"
#include "state.h"
#include "status.h"
#include "steno/api/endpoint.h"
#include "steno/api/param.h"
#include "steno/app/action.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/client/client_state.h"
#include "steno/client/orders.h"
#include "steno/core/activity_row.h"
#include "steno/core/order.h"
#include "steno/core/refresh.h"
#include "steno/core/since.h"
#include "steno/widget/page.h"

#define TIME_CELLS  8 /* "19:11:42" */
#define WIDE_CELLS  70
#define ROW_COL     1
#define LABEL_CELLS 12

/* --- what stands of each --- */

static bool orders_pane_has_failed(const struct order *order)
{
    return order->outcome != ACT_ROW_WAITS;
}

/* Did it end because a file had its name? Only then that can be overwritten. */
static bool orders_pane_has_file(const struct order *order)
{
    return orders_pane_has_failed(order) && order->path && order->size == 0;
}

/* A time as it stands in a sentence. */
static void orders_pane_time(const struct app *app, char *out, size_t size, int64_t wall_ms)
{
    date_format_short(out, size, wall_ms, app->client->wall_ms, app->client->zone, DATE_SINCE);
}

/* Appends when its project is read next. */
static void orders_pane_add_look(const struct app *app, struct buffer *out, int64_t id)
{
    const struct client *client = app->client;
    char when[DATE_TEXT_SIZE];
    int64_t due_ms = refresh_due(client->refresh, id), paused_ms = refresh_paused_until(client->refresh);
    due_ms = paused_ms > due_ms ? paused_ms : due_ms;
    if (client->session != SESSION_UP) {
        buffer_append_text(out, ", for a login");
    } else if (due_ms != REFRESH_NEVER && due_ms > client->now_ms) {
        orders_pane_time(app, when, sizeof when, client->wall_ms + due_ms - client->now_ms);
        buffer_printf(out, ", next look %s", when);
    }
}

/* Appends what it waits for, and since when. */
static void orders_pane_add_wait(const struct app *app, struct buffer *out, const struct order *order)
{
    const struct app_project *project = app_project_find(app, order->id);
    char since[DATE_TEXT_SIZE];
    if (order->is_enqueue_open) {
        buffer_append_text(out, "waits for the answer to the enqueue");
        return;
    }
    buffer_append_text(out, "waits");
    if (project && project->known && *project->state) {
        buffer_printf(out, ", %s", project->state);
        if (project->state_since_ms > 0) {
            orders_pane_time(app, since, sizeof since, since_time(project->state_since_ms));
            buffer_printf(out, " since %s", since);
        }
    }
    orders_pane_add_look(app, out, order->id);
}

/* "waits, InProgress since 15:02, next look 15:34", "tried 3 times, next 15:40: server error (503)", or why
 * it has ended. Caller frees. */
static char *orders_pane_words(const struct app *app, const struct order *order)
{
    struct buffer out;
    char next[DATE_TEXT_SIZE];
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    if (orders_pane_has_failed(order)) {
        buffer_append_text(&out, order->reason ? order->reason : "failed");
    } else if (!order_claim_is_free(&order->claim, app->client->wall_ms)) {
        buffer_append_text(&out, "being exported");
    } else if (order->tries > 0 && order->reason) {
        orders_pane_time(app, next, sizeof next, order->next_ms);
        buffer_printf(&out, "tried %d time%s, next %s: %s", order->tries, order->tries == 1 ? "" : "s", next,
                      order->reason);
    } else {
        orders_pane_add_wait(app, &out, order);
    }
    return buffer_take(&out);
}

/* --- lines --- */

/* The line of an order; in the act of several it stands below that of the act. */
static void orders_pane_add_order(const struct app *app, struct page *page, int cells,
                                  const struct order *order, bool is_below)
{
    char when[DATE_TEXT_SIZE];
    date_format_short(when, sizeof when, order->given_ms, app->client->wall_ms, app->client->zone,
                      DATE_TRAIL);
    char *words = orders_pane_words(app, order), *name = text_clean_copy(app_orders_name(order)), *row;
    char mark = orders_pane_has_failed(order) ? '!' : '*';
    if (app->linear)
        row = mem_printf("%s  %s%" PRId64 " %s: %s", when, mark == '!' ? "failed " : "", order->id, name,
                         words);
    else if (is_below)
        row = mem_printf("    %c%" PRId64 " %s: %s", mark, order->id, name, words);
    else
        row = mem_printf("  %-*s%*s%c%" PRId64 " %s: %s", TIME_CELLS, when, cells >= WIDE_CELLS ? 2 : 1, "",
                         mark, order->id, name, words);
    size_t size = strlen(row) + sizeof "…";
    char *cut = mem_alloc(size);
    text_clip(cut, size, row, app->linear ? (int)size : page->width - ROW_COL - 1);
    struct page_line *line = page_add(page, mark == '!' ? LINE_BAD : LINE_TEXT, NULL, cut);
    if (!app->linear)
        line->col = line->value_col = ROW_COL;
    line->full = mem_copy(row);
    line->target = mem_printf("order %" PRId64, order->row);
    line->id = order->id;
    free(cut);
    free(row);
    free(name);
    free(words);
}

/* The line of an act of several: "15:30:04  *Export of 3 when done: 2 waiting, 1 failed". */
static void orders_pane_add_act(const struct app *app, struct page *page, int cells,
                                const struct order *orders, size_t count)
{
    char when[DATE_TEXT_SIZE], failed_words[40] = "", waiting_words[40] = "";
    size_t failed = 0;
    for (size_t i = 0; i < count; i++)
        failed += orders_pane_has_failed(&orders[i]);
    if (failed < count)
        snprintf(waiting_words, sizeof waiting_words, "%zu waiting", count - failed);
    if (failed > 0)
        snprintf(failed_words, sizeof failed_words, "%s%zu failed", failed < count ? ", " : "", failed);
    date_format_short(when, sizeof when, orders->given_ms, app->client->wall_ms, app->client->zone,
                      DATE_TRAIL);
    char *row = app->linear ? mem_printf("%s  Export when done: %s%s", when, waiting_words, failed_words)
                            : mem_printf("  %-*s%*s%cExport when done: %s%s", TIME_CELLS, when,
                                         cells >= WIDE_CELLS ? 2 : 1, "", failed < count ? '*' : '!',
                                         waiting_words, failed_words);
    struct page_line *line = page_add(page, LINE_TEXT, NULL, row);
    if (!app->linear)
        line->col = line->value_col = ROW_COL;
    line->target = mem_printf("act %" PRId64, orders->act);
    free(row);
}

static void orders_pane_build(struct app *app, struct page *page, int cells)
{
    char zone[DATE_TEXT_SIZE];
    size_t count, from;
    const struct order *orders = client_orders(app->client, &count);
    date_zone_name(zone, sizeof zone, app->client->wall_ms, app->client->zone);
    page_title(page, "Activity, orders only, newest first, %s", zone);
    for (size_t to = count; to > 0; to = from) {
        for (from = to - 1; from > 0 && orders[from - 1].act == orders[from].act;)
            from--;
        if (to - from > 1)
            orders_pane_add_act(app, page, cells, &orders[from], to - from);
        for (size_t i = from; i < to; i++)
            orders_pane_add_order(app, page, cells, &orders[i], to - from > 1);
    }
    if (count == 0)
        page_note(page, "No order waits, and none has failed");
}

/* --- what is done to them --- */

/* What the line under the cursor stands for; "" for no order. */
static const char *orders_pane_target(const struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    return line && line->target ? line->target : "";
}

/* Is the order what a line stands for, or of the act that it does? */
static bool orders_pane_is_of(const char *target, const struct order *order)
{
    bool is_act = strncmp(target, "act ", 4) == 0;
    int64_t number =
        is_act || strncmp(target, "order ", 6) == 0 ? strtoll(strchr(target, ' ') + 1, NULL, 10) : 0;
    return number != 0 && number == (is_act ? order->act : order->row);
}

/* How many of those at hand are like that; NULL: all. */
static size_t orders_pane_count(const struct app *app, bool (*is_like)(const struct order *order))
{
    size_t count, found = 0;
    const struct order *orders = client_orders(app->client, &count);
    for (size_t i = 0; i < count; i++)
        found += (!is_like || is_like(&orders[i])) && orders_pane_is_of(orders_pane_target(app), &orders[i]);
    return found;
}

static void orders_pane_done(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    if (!result->ok)
        app_say_bad(app, "%s", result->error.text);
    app_acts_changed(app);
}

/* Does this to those of a line that are like that. Returns how many. */
static size_t orders_pane_do(struct app *app, const char *target, enum store_op_kind kind, const char *text,
                             bool (*is_like)(const struct order *order))
{
    size_t count, done = 0;
    const struct order *orders = client_orders(app->client, &count);
    for (size_t i = 0; i < count; i++) {
        if ((is_like && !is_like(&orders[i])) || !orders_pane_is_of(target, &orders[i]))
            continue;
        struct store_op *op = store_op_new(kind);
        op->number = orders[i].row;
        op->id = orders[i].id;
        op->when_ms = app->client->wall_ms;
        op->text = mem_copy_or_null(text);
        client_orders_do(app->client, op, orders_pane_done);
        done++;
    }
    return done;
}

static void orders_pane_again(struct app *app)
{
    size_t count =
        orders_pane_do(app, orders_pane_target(app), STORE_ORDER_AGAIN, NULL, orders_pane_has_failed);
    if (count > 0)
        app_say(app, count == 1 ? "Tried again" : "%zu are tried again", count);
    else
        app_say(app, "It has not failed: there is nothing to try again");
}

static void orders_pane_overwrite(struct app *app)
{
    size_t count =
        orders_pane_do(app, orders_pane_target(app), STORE_ORDER_AGAIN, "overwrite", orders_pane_has_file);
    if (count > 0)
        app_say(app, count == 1 ? "Overwritten when it is exported" : "%zu are overwritten when exported",
                count);
    else
        app_say(app, "No file has its name: there is nothing to overwrite");
}

/* Removes those that it was asked about, as far as they are still there: the lines may have moved since. */
static void orders_pane_remove(struct app *app, int64_t id, const char *target)
{
    (void)id;
    size_t count = orders_pane_do(app, target, STORE_ORDER_REMOVE, NULL, NULL);
    if (count == 0)
        app_say(app, "Nothing was removed: it has ended");
    else
        app_say(app, count == 1 ? "Order removed" : "%zu orders removed", count);
}

/* Asks before they go. */
static void orders_pane_remove_ask(struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    size_t count = orders_pane_count(app, NULL);
    if (count == 0)
        return;
    char *many = mem_printf("Remove %zu orders?", count);
    struct app_question_ask ask = {.parts = {{.words = "Remove the order of "},
                                             {.project = line->id, .with_state = true},
                                             {.words = "?"}},
                                   .note = "It is not exported then.",
                                   .verb = {.word = "Remove"},
                                   .spares = "keeps it",
                                   .yes_with = orders_pane_remove,
                                   .arg = orders_pane_target(app),
                                   .refused = "Nothing was changed"};
    if (count > 1) {
        ask.parts[0] = (struct app_question_part){.words = many};
        ask.parts[1] = ask.parts[2] = (struct app_question_part){0};
        ask.note = "They are not exported then.";
        ask.spares = "keeps them";
    }
    app_ask(app, &ask);
    free(many);
}

/* All that is known of the order under the cursor. */
static void orders_pane_show(struct app *app, const struct order *order)
{
    struct page *page = &app->preview;
    int cells = app->layout.body.w - 2;
    char given[DATE_TEXT_SIZE];
    struct param_set *params = param_set_from_json(endpoints[ENDPOINT_EXPORT].params, order->params, NULL);
    char *project = app_project_title(app, order->id), *values = params ? activity_row_words(params) : NULL,
         *file = mem_printf("%s/%s", order->folder, order->pattern), *words = orders_pane_words(app, order);
    date_format(given, sizeof given, &(struct date){.ms = order->given_ms, .has_zone = true},
                app->client->zone);
    page_begin(page);
    page_title(page, "Activity: one order");
    page->label_cells = LABEL_CELLS;
    page_add_wrapped(page, LINE_FIELD, "Project", project, cells, NULL);
    page_add_wrapped(page, LINE_FIELD, "State", words, cells, NULL);
    if (*order->preset)
        page_add_wrapped(page, LINE_FIELD, "Preset", order->preset, cells, NULL);
    page_add_wrapped(page, LINE_FIELD, "Values", values ? values : "-", cells, NULL);
    page_add_wrapped(page, LINE_FIELD, "File", file, cells, NULL);
    page_add_wrapped(page, LINE_FIELD, "Existing", order->force ? "overwritten" : "kept", cells, NULL);
    page_add_wrapped(page, LINE_FIELD, "Given", given, cells, NULL);
    app_preview_show(app, false);
    free(words);
    free(file);
    free(values);
    free(project);
    param_set_free(params);
}

static void orders_pane_enter(struct app *app)
{
    size_t count;
    const struct order *orders = client_orders(app->client, &count);
    for (size_t i = 0; i < count; i++) {
        if (orders_pane_is_of(orders_pane_target(app), &orders[i])) {
            orders_pane_show(app, &orders[i]);
            return;
        }
    }
}

static void orders_pane_go(struct app *app)
{
    const struct page_line *line = page_line_at_hand(app_focus_page(app));
    if (line && line->id)
        app_pane_go_to_project(app, line->id);
    else
        app_say(app, "This line is about no single project");
}

/* --- the pane --- */

static bool orders_pane_works(const struct app *app, const char *name)
{
    if (strcmp(name, "order-again") == 0)
        return orders_pane_count(app, orders_pane_has_failed) > 0;
    if (strcmp(name, "order-overwrite") == 0)
        return orders_pane_count(app, orders_pane_has_file) > 0;
    if (strcmp(name, "details") == 0)
        return page_line_at_hand(app_focus_page(app)) && page_line_at_hand(app_focus_page(app))->id != 0;
    return (strcmp(name, "order-remove") != 0 && strcmp(name, "enter") != 0) ||
           orders_pane_count(app, NULL) > 0;
}

static const struct pane_hint *orders_pane_hints(const struct app *app)
{
    static const struct pane_hint hints[] = {{"order-overwrite", "Overwrite", 94},
                                             {"order-again", "Again", 95},
                                             {"order-remove", "Remove", 93},
                                             {"enter", "Whole order", 91},
                                             {"details", "Project", 92},
                                             {"zoom", "Zoom", 90},
                                             {"back", NULL, 96},
                                             {0}};
    (void)app;
    return hints;
}

/* The key bar says what can be done to the line. */
static void orders_pane_moved(struct app *app)
{
    app_dirty(app, DIRTY_STATUS);
}

/* Are there any? */
static bool orders_pane_has_any(const struct app *app)
{
    size_t count;
    client_orders(app->client, &count);
    return count > 0;
}

static const struct pane_ops orders_pane = {.name = "orders",
                                            .title = "Orders",
                                            .numbered = true,
                                            .build = orders_pane_build,
                                            .moved = orders_pane_moved,
                                            .enter = orders_pane_enter,
                                            .go = orders_pane_go,
                                            .works = orders_pane_works,
                                            .hints = orders_pane_hints};

/* clang-format off */
static const struct action orders_pane_actions[] = {
    {.name = "orders", .keys = "O", .where = IN_PANES, .group = GROUP_PANES, .with = "activity", .works = orders_pane_has_any,
     .help = "Standing orders: exports that wait, or have failed", .run_named = app_pane_open},
    {.name = "order-overwrite", .keys = "o", .where = IN_OWN, .group = GROUP_PROJECT,
     .brief = "Overwrite its file", .help = "Try a failed order again, overwriting the file", .run = orders_pane_overwrite},
    {.name = "order-again", .keys = "x", .where = IN_OWN, .group = GROUP_PROJECT,
     .brief = "Try again", .help = "Try a failed order again", .run = orders_pane_again},
    {.name = "order-remove", .keys = "D", .where = IN_OWN, .group = GROUP_PROJECT,
     .brief = "Remove the order", .help = "Remove the order: it is not exported then", .run = orders_pane_remove_ask},
};
/* clang-format on */

const struct part part_orders_pane = {
    .name = "orders_pane", .pane = &orders_pane, PART_ACTIONS(orders_pane_actions)};
