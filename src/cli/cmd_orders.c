/* `orders` and `export --when-done`: standing orders given, listed, removed and carried out. What one is made
 * of is orders_given.c, how it is carried out client/orders.c. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/client/open_writes.h"
#include "steno/client/orders.h"
#include "steno/client/reads.h"
#include "steno/client/store_calls.h"
#include "steno/core/order.h"
#include "steno/store/store.h"
#include "handlers.h"
#include "local.h"
#include "order_lines.h"
#include "orders_given.h"
#include "output.h"
#include "projects.h"
#include "runner.h"
#include "verdict.h"

/* --- giving --- */

/* Refuses what an order does not keep. */
static bool cmd_orders_check_options(const struct cli *cli, struct error *err)
{
    static const struct {
        enum option_id option;
        const char *why;
    } refused[] = {
        {OPTION_STYLE, "name the styles there"},
        {OPTION_PRESET, "name the presets there"},
        {OPTION_SKIP_EXISTING, "an existing file is always left unchanged, unless --force is given"},
        {OPTION_IF_NEWER, "an existing file is always left unchanged, unless --force is given"},
        {OPTION_DRY_RUN, "nothing is sent now"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        if (cli->args->options[refused[i].option])
            return error_set(err, ERROR_USAGE, "--%s cannot be used with --when-done: %s",
                             option_defs[refused[i].option].name, refused[i].why);
    }
    return true;
}

/* Keeps the orders of all projects as one act. */
static int cmd_orders_keep(struct cli *cli, const struct orders_given *given, const struct id_list *ids)
{
    struct error err;
    error_clear(&err);
    struct store_op *op = store_op_new(STORE_ORDER_GIVE);
    op->orders.act = (struct act_key){
        .key = 1, .count = (int64_t)(ids->count * given->of.count), .begun_ms = clock_wall_ms()};
    for (size_t i = 0; i < ids->count; i++) {
        if (orders_given_add(given, ids->ids[i], &op->orders, &err))
            continue;
        store_op_free(op);
        return cli_fail(cli, ids->ids[i], &err);
    }
    struct store_result *result = cli_store_do(cli, op, &err);
    if (!result)
        return cli_fail(cli, 0, &err);
    store_result_free(result);
    for (size_t i = 0; cli->json && i < ids->count; i++)
        cli_put_json(cli, cli_json_ok(ids->ids[i]));
    orders_given_say(ids->count * given->of.count);
    return 0;
}

static int cmd_orders_give(struct cli *cli)
{
    struct orders_given given = {0};
    struct id_list ids = {0};
    struct error err;
    error_clear(&err);
    bool ok = cmd_orders_check_options(cli, &err) && orders_given_read(cli, &given, OPTION_WHEN_DONE, &err) &&
              cli_read_ids(cli, &ids, &err);
    int code = ok ? cmd_orders_keep(cli, &given, &ids) : cli_fail(cli, 0, &err);
    id_list_free(&ids);
    orders_given_clear(&given);
    return code;
}

int cli_export_or_order(struct cli *cli)
{
    return cli->args->options[OPTION_WHEN_DONE] ? cmd_orders_give(cli) : cli_export(cli);
}

/* --- list and rm --- */

/* A time, or null. */
static json_t *cmd_orders_time(int64_t ms)
{
    char when[40];
    if (ms == 0)
        return json_null();
    date_format_utc(when, sizeof when, ms);
    return json_string(when);
}

/* {"style","fail_on"}, or null. */
static json_t *cmd_orders_check(const struct order *order)
{
    json_t *check = order->judged_by ? json_object() : json_null();
    if (!order->judged_by)
        return check;
    json_object_set_new(check, "style", json_string(order->judged_by));
    json_object_set_new(check, "fail_on", json_string(caption_verdict_level_name(order->fail_on)));
    return check;
}

static void cmd_orders_put_json(struct cli *cli, const struct order *order)
{
    json_t *object = cli_json_ok(order->id);
    bool waits = order->outcome == ACT_ROW_WAITS;
    json_object_set_new(object, "order", json_integer(order->row));
    json_object_set_new(object, "account", order->account ? json_string(order->account) : json_null());
    json_object_set_new(object, "preset", json_string(order->preset ? order->preset : ""));
    json_object_set_new(object, "params", order->params ? json_incref(order->params) : json_object());
    json_object_set_new(object, "folder", cli_json_text(order->folder, strlen(order->folder)));
    json_object_set_new(object, "pattern", cli_json_text(order->pattern, strlen(order->pattern)));
    json_object_set_new(object, "force", json_boolean(order->force));
    json_object_set_new(object, "check", cmd_orders_check(order));
    json_object_set_new(object, "verdict", caption_verdict_to_json(&order->verdict));
    json_object_set_new(object, "state", json_string(act_outcome_name(order->outcome)));
    json_object_set_new(object, "given", cmd_orders_time(order->given_ms));
    json_object_set_new(object, "tries", json_integer(order->tries));
    json_object_set_new(object, "next", cmd_orders_time(waits ? order->next_ms : 0));
    json_object_set_new(object, "reason", order->reason ? json_string(order->reason) : json_null());
    cli_put_json(cli, object);
}

/* "12  air  waits  /srv/subs/{id}-air.{ext}  check bbc  reason". */
static void cmd_orders_put_line(struct cli *cli, const struct order *order)
{
    char *path = mem_printf("%s/%s", order->folder, order->pattern), *clean = text_clean_copy(path);
    bool is_told = order_has_found(order); /* its reason names the style, too */
    char *line =
        mem_printf("%" PRId64 "  %s  %s  %s%s%s%s%s%s%s\n", order->id, order->preset ? order->preset : "-",
                   act_outcome_name(order->outcome), clean, order->judged_by && !is_told ? "  check " : "",
                   order->judged_by && !is_told ? order->judged_by : "", order->reason ? "  " : "",
                   order->reason ? order->reason : "", order->account ? "  of " : "",
                   order->account ? order->account : "");
    cli_put_text(cli, line);
    free(line);
    free(clean);
    free(path);
}

int cli_orders_list(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    struct store_op *op = store_op_new(STORE_ORDER_LIST);
    op->number = ORDERS_OF_ALL;
    struct store_result *result = cli_store_do(cli, op, &err);
    if (!result)
        return cli_fail(cli, 0, &err);
    for (size_t i = 0; i < result->orders.count; i++) {
        if (cli->json)
            cmd_orders_put_json(cli, &result->orders.orders[i]);
        else
            cmd_orders_put_line(cli, &result->orders.orders[i]);
    }
    store_result_free(result);
    return 0;
}

static int cmd_orders_remove_one(struct cli *cli, int64_t id, void *arg)
{
    struct error err;
    (void)arg;
    error_clear(&err);
    struct store_op *op = store_op_new(STORE_ORDER_REMOVE);
    op->id = id;
    op->when_ms = clock_wall_ms();
    struct store_result *result = cli_store_do(cli, op, &err);
    if (result && result->changes == 0)
        error_set(&err, ERROR_NOT_FOUND, "project %" PRId64 " has no order", id);
    store_result_free(result);
    if (err.kind != ERROR_NONE)
        return cli_fail(cli, id, &err);
    if (cli->json)
        cli_put_json(cli, cli_json_ok(id));
    return 0;
}

int cli_orders_rm(struct cli *cli)
{
    return cli_each_project(cli, cmd_orders_remove_one, NULL);
}

/* Has one wait again that has ended. */
static void cmd_orders_try_again(struct cli *cli, int64_t row, struct error *err)
{
    struct store_op *op = store_op_new(STORE_ORDER_AGAIN);
    op->number = row;
    op->text = args_has(cli->args, OPTION_FORCE) ? mem_copy("overwrite") : NULL;
    store_result_free(cli_store_do(cli, op, err));
}

/* Its own file would be in the way of one that was exported. */
static bool cmd_orders_is_left(const struct cli *cli, const struct order *order)
{
    return order_has_found(order) && !args_has(cli->args, OPTION_FORCE);
}

static int cmd_orders_again_one(struct cli *cli, int64_t id, void *arg)
{
    struct error err;
    size_t count = 0, left = 0;
    (void)arg;
    error_clear(&err);
    struct store_op *op = store_op_new(STORE_ORDER_LIST);
    op->id = id;
    struct store_result *result = cli_store_do(cli, op, &err);
    for (size_t i = 0; result && i < result->orders.count && err.kind == ERROR_NONE; i++) {
        const struct order *order = &result->orders.orders[i];
        left += cmd_orders_is_left(cli, order);
        if (order->outcome == ACT_ROW_WAITS || cmd_orders_is_left(cli, order))
            continue;
        cmd_orders_try_again(cli, order->row, &err);
        count++;
    }
    store_result_free(result);
    if (err.kind == ERROR_NONE && count == 0)
        error_set(&err, ERROR_NOT_FOUND, "project %" PRId64 " has no order that has %s", id,
                  left ? "failed; --force exports those again whose captions failed their check" : "ended");
    if (err.kind != ERROR_NONE)
        return cli_fail(cli, id, &err);
    if (cli->json)
        cli_put_json(cli, cli_json_ok(id));
    return 0;
}

int cli_orders_again(struct cli *cli)
{
    return cli_each_project(cli, cmd_orders_again_one, NULL);
}

/* --- run --- */

struct orders_run {
    struct runner runner;
    struct cli *cli;
    struct cli_tally tally;
    struct verdict verdict; /* of the files that were checked */
    bool waits;             /* until none is left */
};

/* Its file is in its place. */
static void cmd_orders_put_done(struct cli *cli, const struct order *order)
{
    if (cli->json) {
        json_t *object = cli_json_ok(order->id);
        json_object_set_new(object, "preset", json_string(order->preset ? order->preset : ""));
        json_object_set_new(object, "file", cli_json_text(order->path, strlen(order->path)));
        json_object_set_new(object, "bytes", json_integer(order->size));
        json_object_set_new(object, "verdict", caption_verdict_to_json(&order->verdict));
        cli_put_json(cli, object);
    } else {
        cli_put_text(cli, order->path);
        cli_put_text(cli, "\n");
    }
}

/* An order was done, or a try has failed; one that is waited for may yet be done. */
static void cmd_orders_told(void *self, const struct order *order, const struct error *failure)
{
    struct orders_run *run = self;
    bool waits = order->outcome == ACT_ROW_WAITS;
    run->verdict.found |= order_has_found(order);
    if (!failure)
        cmd_orders_put_done(run->cli, order);
    else if (!waits || !run->waits)
        cli_put_failure(run->cli, order->id, failure);
    if (failure || order->verdict.is_given)
        order_lines_say(order, failure);
    if (!waits || !run->waits)
        cli_tally_add(&run->tally, failure ? error_kind_exit_code(failure->kind) : 0);
}

static void cmd_orders_read(void *self, const struct reading *reading)
{
    struct orders_run *run = self;
    if (reading->error && reading->error->kind != ERROR_CANCELLED &&
        !client_orders_end_by(run->runner.client, reading->error)) {
        cli_say("project %" PRId64 ": %s", reading->id, reading->error->text);
        if (!run->waits)
            cli_tally_add(&run->tally, error_kind_exit_code(reading->error->kind));
    }
    if (reading->project && run->cli->store_failure.kind == ERROR_NONE)
        client_store_hand_over(run->runner.client,
                               cli_project_op(run->cli, reading->project, reading->sent_ms, true), NULL);
}

static void cmd_orders_reads(void *self, struct call *call)
{
    (void)self;
    (void)call;
}

static void cmd_orders_say(void *self, const struct client_said *said)
{
    struct orders_run *run = self;
    runner_say(&run->runner, said);
}

static void cmd_orders_begin(void *self)
{
    const struct orders_run *run = self;
    client_orders_carry_out(run->runner.client);
}

static void cmd_orders_turn(void *self)
{
    struct orders_run *run = self;
    struct client *client = run->runner.client;
    bool is_idle = client_orders_are_idle(client);
    if (client_orders_trouble(client)) { /* said or told by now */
        cli_tally_add(&run->tally, error_kind_exit_code(client_orders_trouble(client)->kind));
        runner_quit(&run->runner, cli_tally_code(&run->tally));
        return;
    }
    if (client->session == SESSION_EXPIRED || (is_idle && (!run->waits || client_orders_left(client) == 0))) {
        if (client->session == SESSION_EXPIRED)
            cli_tally_add(&run->tally, error_kind_exit_code(ERROR_NOT_LOGGED_IN));
        runner_quit(&run->runner, verdict_code(&run->verdict, cli_tally_code(&run->tally)));
        return;
    }
    open_writes_turn(client);
    reads_turn(client);
    orders_turn(client);
    int64_t reads_ms = reads_deadline(client), orders_ms = orders_deadline(client),
            writes_ms = open_writes_deadline(client);
    orders_ms = orders_ms < writes_ms ? orders_ms : writes_ms;
    client->out->deadline_ms = reads_ms < orders_ms ? reads_ms : orders_ms;
}

/* What is not claimed in the file would be carried out by each program, again and again. */
static bool cmd_orders_can_claim(const struct cli *cli, struct error *err)
{
    const struct store *store = cli->store;
    if (!store_is_read_only(store))
        return true;
    const char *why = store_why_read_only(store);
    return error_set(err, ERROR_IO, "No order is carried out: %s cannot be written%s%s", store_path(store),
                     why ? ": " : "", why ? why : "");
}

int cli_orders_run(struct cli *cli)
{
    static const struct runner_user user = {.client = {.say = cmd_orders_say,
                                                       .reads = cmd_orders_reads,
                                                       .read = cmd_orders_read,
                                                       .ordered = cmd_orders_told},
                                            .begin = cmd_orders_begin,
                                            .turn = cmd_orders_turn};
    struct orders_run run = {.cli = cli, .waits = args_has(cli->args, OPTION_WAIT)};
    struct error err;
    error_clear(&err);
    cli_store_try(cli);
    if (cli->store_failure.kind != ERROR_NONE)
        return cli_fail(cli, 0, &cli->store_failure);
    if (!cmd_orders_can_claim(cli, &err))
        return cli_fail(cli, 0, &err);
    runner_begin(&run.runner, cli, &user, &run);
    store_close(cli->store); /* the engine has its own */
    cli->store = NULL;
    int code = runner_run(&run.runner, &err);
    if (code < 0)
        code = cli_fail(cli, 0, &err);
    runner_end(&run.runner);
    return code;
}
