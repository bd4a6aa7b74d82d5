/* Owns what `enqueue` knows of cost and doubt before it sends: which projects it looks at, and how that is
 * said. The rule is core/cost_plan.c's. */
/* SPDX-License-Identifier: MIT */
#include "enqueue_cost.h"

#include <stdlib.h>
#include <string.h>

#include "local.h"
#include "output.h"
#include "projects.h"
#include "unanswered_writes.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"
#include "steno/core/listed.h"
#include "steno/core/receipt.h"
#include "steno/core/since.h"

/* The credit as it is now, where it reads. */
static struct credit enqueue_cost_credit(struct cli *cli, bool reads)
{
    struct error ignored;
    struct login *login = reads ? cli_read_account(cli, &ignored) : NULL;
    const struct credit credit = {.left = login ? login_credit(login) : -1, .read_ms = clock_wall_ms()};
    login_free(login);
    return credit;
}

/* Puts what is known of a project into its item; false with an error that is not about this one alone. */
static bool enqueue_cost_look(struct cli *cli, struct cost_item *item, const struct param_set *params,
                              bool reads, const struct store_result *open, struct error *err)
{
    struct listed listed = {0};
    struct project *project = cli_known_project(cli, item->id, reads ? SINCE_APART_MS : INT64_MAX);
    if (!project && reads && !(project = cli_get_project(cli, item->id, err))) {
        item->bar = COST_NOT_FOUND;
        return err->kind == ERROR_NOT_FOUND;
    }
    item->part_ms = cost_part(project ? project->length_ms : -1, params);
    if (!project)
        return true;
    listed_read(&listed, project->record.shown);
    item->bar = cost_bar_of(listed.has_no_media, listed.is_read_only);
    item->doubt = cost_doubt_of(&cli->settings, project->state, unanswered_has_enqueue(open, item->id));
    project_free(project);
    return true;
}

bool enqueue_cost_make(struct cli *cli, struct enqueue_cost *cost, const struct id_list *ids,
                       const struct param_set *params, bool reads, struct error *err)
{
    struct store_result *open = cli_store_ask(cli, store_op_new(STORE_PENDING_LIST));
    bool ok = true;
    cost->items = mem_zero(ids->count + 1, sizeof *cost->items);
    for (size_t i = 0; ok && i < ids->count; i++) {
        cost->items[i] = (struct cost_item){.id = ids->ids[i], .label = ""};
        ok = enqueue_cost_look(cli, &cost->items[i], params, reads, open, err);
    }
    store_result_free(open);
    if (!ok)
        return false;
    cost->credit = enqueue_cost_credit(cli, reads);
    cost->plan = cost_plan_make(cost->items, ids->count, cost->credit);
    for (size_t i = 0; cost->plan.again == cost->plan.can && i < ids->count; i++) {
        cost->items[i].is_by_y = false; /* nobody is asked, and what is in doubt is never sent */
        cost->plan.by_y = 0;
    }
    return true;
}

void enqueue_cost_free(struct enqueue_cost *cost)
{
    free(cost->items);
}

/* Says which were left out for a reason, from the first of them on. */
static void enqueue_cost_say_reason(const struct cost_plan *plan, size_t first, const char *why)
{
    struct buffer line;
    struct id_list ids = {.ids = mem_alloc(plan->count * sizeof *ids.ids)};
    for (size_t i = first; i < plan->count; i++) {
        if (cost_left_out(&plan->items[i], false) == why)
            ids.ids[ids.count++] = plan->items[i].id;
    }
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    id_list_put(&line, ids.ids, ids.count);
    cli_say("not sent, %s: %s", why, buffer_text(&line));
    buffer_free(&line);
    free(ids.ids);
}

void enqueue_cost_say_left(struct cli *cli, const struct enqueue_cost *cost)
{
    const char *said[COST_NOT_FOUND + COST_LOST + 2] = {NULL}; /* as many as there are reasons */
    for (size_t i = 0; i < cost->plan.count; i++) {
        const char *why = cost_left_out(&cost->items[i], false);
        if (!why)
            continue;
        if (cli->json)
            cli_put_json(
                cli, json_pack("{s:I, s:b, s:s}", "id", (json_int_t)cost->items[i].id, "ok", 0, "left", why));
        size_t at = 0;
        while (said[at] && said[at] != why)
            at++;
        if (!said[at])
            enqueue_cost_say_reason(&cost->plan, i, said[at] = why);
    }
}

void enqueue_cost_note_left(struct cli *cli, const struct enqueue_cost *cost, struct call *asked)
{
    struct store_op *rows = store_op_new(STORE_TOGETHER);
    for (size_t i = 0; i < cost->plan.count; i++) {
        const char *why = cost_left_out(&cost->items[i], false);
        asked->project_id = cost->items[i].id;
        if (why)
            store_op_add_part(rows,
                              receipt_left_out(asked, ACT_ROW_UNSENT, why, &cli->settings, clock_wall_ms()));
    }
    cli_store_note(cli, rows);
}

/* As JSON it goes to standard output, behind the requests. */
static void enqueue_cost_put_json(struct cli *cli, const struct enqueue_cost *cost)
{
    json_t *fit = json_array(), *left = json_array();
    for (size_t i = 0; i < cost->plan.count; i++) {
        const char *why = cost_left_out(&cost->items[i], false);
        json_int_t id = cost->items[i].id;
        json_array_append_new(why ? left : fit,
                              why ? json_pack("{s:I, s:s}", "id", id, "reason", why) : json_integer(id));
    }
    cli_put_json(cli, json_pack("{s:I, s:o, s:o}", "cost_minutes", (json_int_t)cost->plan.all.minutes, "fit",
                                fit, "left_out", left));
}

void enqueue_cost_say(struct cli *cli, const struct enqueue_cost *cost)
{
    char as_of[DATE_TEXT_SIZE];
    if (cli->json) {
        enqueue_cost_put_json(cli, cost);
        return;
    }
    date_format_short(as_of, sizeof as_of, cost->credit.read_ms, clock_wall_ms(), DATE_LOCAL, DATE_SINCE);
    char *said = cost_plan_said(&cost->plan, cost->credit, as_of);
    cli_say("%s", said);
    free(said);
}
