/* Owns the orders pane: the activity narrowed to standing orders, and what can be done about each. What its
 * lines say is orders_pane_rows.c. */
/* SPDX-License-Identifier: MIT */
#include "topics/orders_pane.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "app_orders.h"
#include "ask.h"
#include "pages.h"
#include "panes.h"
#include "part.h"
#include "preview.h"
#include "state.h"
#include "status.h"
#include "steno/app/action.h"
#include "steno/base/buffer.h"
#include "steno/base/mem.h"
#include "steno/client/client_state.h"
#include "steno/client/orders.h"
#include "steno/core/order.h"
#include "steno/widget/overlay.h"
#include "steno/widget/page.h"

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

/* The first of those at hand, which may be the only one of an act's line; NULL: there is none. */
static const struct order *orders_pane_first(const struct app *app)
{
    size_t count, i = 0;
    const struct order *orders = client_orders(app->client, &count);
    while (i < count && !orders_pane_is_of(orders_pane_target(app), &orders[i]))
        i++;
    return i < count ? &orders[i] : NULL;
}

static void orders_pane_done(struct client *client, const struct store_result *result)
{
    struct app *app = client->self;
    struct orders_pane_state *state = part_state(app, &part_orders_pane);
    if (!result->ok)
        app_say_bad(app, "%s", result->error.text);
    else if (state->done)
        app_say(app, "%s", state->done);
    app_acts_changed(app);
}

static void orders_pane_free(struct app *app)
{
    struct orders_pane_state *state = part_state(app, &part_orders_pane);
    free(state->done);
    orders_pane_end(app);
}

/* What is said when it has happened; taken. */
static void orders_pane_say_then(struct app *app, char *text)
{
    struct orders_pane_state *state = part_state(app, &part_orders_pane);
    free(state->done);
    state->done = text;
}

/* Does this to those of a line that are like that. Returns how many. */
static size_t orders_pane_do(struct app *app, const char *target, enum store_op_kind kind, const char *text,
                             bool (*is_like)(const struct order *order))
{
    size_t count, done = 0;
    const struct order *orders = client_orders(app->client, &count);
    struct store_op *all = store_op_new(STORE_TOGETHER);
    for (size_t i = 0; i < count; i++) {
        if ((is_like && !is_like(&orders[i])) || !orders_pane_is_of(target, &orders[i]))
            continue;
        struct store_op *op = store_op_new(kind);
        op->number = orders[i].row;
        op->id = orders[i].id;
        op->when_ms = app->client->wall_ms;
        op->text = mem_copy_or_null(text);
        store_op_add_part(all, op);
        done++;
    }
    if (done > 0)
        client_orders_do(app->client, all, orders_pane_done);
    else
        store_op_free(all);
    return done;
}

/* One that was exported is not: its own file would be in its way. */
static bool orders_pane_can_try(const struct order *order)
{
    return orders_pane_has_failed(order) && !order_has_found(order);
}

static void orders_pane_again(struct app *app)
{
    size_t count = orders_pane_do(app, orders_pane_target(app), STORE_ORDER_AGAIN, NULL, orders_pane_can_try);
    if (count > 0)
        orders_pane_say_then(app,
                             count == 1 ? mem_copy("Tried again") : mem_printf("%zu are tried again", count));
    else
        app_say(app, "It has not failed: there is nothing to try again");
}

/* Is there a file in its place, another's or its own whose captions fail? */
static bool orders_pane_can_overwrite(const struct order *order)
{
    return orders_pane_has_file(order) || order_has_found(order);
}

static void orders_pane_overwrite(struct app *app)
{
    size_t count = orders_pane_do(app, orders_pane_target(app), STORE_ORDER_AGAIN, "overwrite",
                                  orders_pane_can_overwrite);
    if (count > 0)
        orders_pane_say_then(app, count == 1 ? mem_copy("Overwritten when it is exported")
                                             : mem_printf("%zu are overwritten when exported", count));
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
        orders_pane_say_then(app, count == 1 ? mem_copy("Order removed")
                                             : mem_printf("%zu orders removed", count));
}

/* "Not exported then: 15, 19 and 2 more": the projects of those at hand. What was exported, with findings,
 * stays. Caller frees. */
static char *orders_pane_left(const struct app *app)
{
    static const char words[] = "Not exported then: ";
    size_t count, named = 0;
    const struct order *orders = client_orders(app->client, &count);
    int64_t *ids = mem_alloc((count + 1) * sizeof *ids);
    for (size_t i = 0; i < count; i++) {
        bool is_named = named > 0 && ids[named - 1] == orders[i].id; /* by another preset of it */
        if (!is_named && !order_has_found(&orders[i]) &&
            orders_pane_is_of(orders_pane_target(app), &orders[i]))
            ids[named++] = orders[i].id;
    }
    if (named == 0) {
        free(ids);
        return mem_copy("Their files stay.");
    }
    char *names = app_ask_names(app, ids, named, (int)strlen(words));
    char *note = mem_printf("%s%s", words, names);
    free(names);
    free(ids);
    return note;
}

/* Asks before they go. */
static void orders_pane_remove_ask(struct app *app)
{
    size_t count = orders_pane_count(app, NULL);
    const struct order *one = orders_pane_first(app);
    if (!one)
        return;
    char *many = mem_printf("Remove %zu orders?", count), *note = orders_pane_left(app);
    struct app_question_ask ask = {.parts = {{.words = "Remove the order of "},
                                             {.project = one->id, .with_state = true},
                                             {.words = "?"}},
                                   .note =
                                       order_has_found(one) ? "Its file stays." : "It is not exported then.",
                                   .verb = {.word = "Remove"},
                                   .spares = "keeps it",
                                   .yes_with = orders_pane_remove,
                                   .arg = orders_pane_target(app),
                                   .refused = "Nothing was changed"};
    if (count > 1) {
        ask.parts[0] = (struct app_question_part){.words = many};
        ask.parts[1] = ask.parts[2] = (struct app_question_part){0};
        ask.note = note;
        ask.spares = "keeps them";
    }
    app_ask(app, &ask);
    free(note);
    free(many);
}

/* Is the line that of one order? */
static bool orders_pane_is_one(const struct app *app)
{
    return strncmp(orders_pane_target(app), "order ", 6) == 0;
}

static void orders_pane_enter(struct app *app)
{
    size_t count;
    const struct order *orders = client_orders(app->client, &count);
    for (size_t i = 0; i < count && orders_pane_is_one(app); i++) {
        if (orders_pane_is_of(orders_pane_target(app), &orders[i])) {
            orders_pane_open(app, &orders[i]);
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
        return orders_pane_count(app, orders_pane_can_try) > 0;
    if (strcmp(name, "order-overwrite") == 0)
        return orders_pane_count(app, orders_pane_can_overwrite) > 0;
    if (strcmp(name, "details") == 0)
        return page_line_at_hand(app_focus_page(app)) && page_line_at_hand(app_focus_page(app))->id != 0;
    if (strcmp(name, "enter") == 0)
        return orders_pane_is_one(app);
    return strcmp(name, "order-remove") != 0 || orders_pane_count(app, NULL) > 0;
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

/* Are there any? */
static bool orders_pane_has_any(const struct app *app)
{
    size_t count;
    client_orders(app->client, &count);
    return count > 0;
}

/* Are their acts still to come, which have their sums? */
static bool orders_pane_is_coming(const struct app *app)
{
    return !app_acts_are_listed(app) && orders_pane_has_any(app);
}

/* The key bar says what can be done to the line. */
static void orders_pane_moved(struct app *app)
{
    app_dirty(app, DIRTY_STATUS);
}

static const struct pane_ops orders_pane = {.name = "orders",
                                            .title = "Orders",
                                            .build = orders_pane_build,
                                            .built = orders_pane_follow,
                                            .moved = orders_pane_moved,
                                            .enter = orders_pane_enter,
                                            .go = orders_pane_go,
                                            .works = orders_pane_works,
                                            .hints = orders_pane_hints,
                                            .is_coming = orders_pane_is_coming};

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

const struct part part_orders_pane = {.name = "orders_pane",
                                      .state_size = sizeof(struct orders_pane_state),
                                      .end = orders_pane_free,
                                      .pane = &orders_pane,
                                      PART_ACTIONS(orders_pane_actions)};
