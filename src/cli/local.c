/* Owns a subcommand's use of the store: opened when needed, its failures said once and never in the way of a
 * call. */
/* SPDX-License-Identifier: MIT */
#include "local.h"

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "output.h"
#include "steno/store/store.h"

/* The store, opened at first need; NULL with an error. */
static struct store *local_open(struct cli *cli, struct error *err)
{
    if (cli->store)
        return cli->store;
    struct store_config config = {
        .url = settings_text(&cli->settings, SETTING_URL),
        .api_path = settings_text(&cli->settings, SETTING_API_PATH),
        .email = settings_text(&cli->settings, SETTING_EMAIL),
    };
    cli->store = store_open(&config, err);
    return cli->store;
}

struct store_result *cli_store_do(struct cli *cli, struct store_op *op, struct error *err)
{
    struct store *store = local_open(cli, err);
    struct store_result *result = store ? store_result_new(op) : NULL;
    if (result && !store_execute(store, op, result)) {
        *err = result->error;
        store_result_free(result);
        result = NULL;
    }
    store_op_free(op);
    return result;
}

int cli_store_change(struct cli *cli, struct store_op *op)
{
    int64_t id = op->id;
    struct error err;
    error_clear(&err);
    struct store_result *result = cli_store_do(cli, op, &err);
    if (!result)
        return cli_fail(cli, id, &err);
    store_result_free(result);
    if (cli->json)
        cli_put_json(cli, cli_json_ok(id));
    return 0;
}

void cli_store_give_up(struct cli *cli, const struct error *err)
{
    if (cli->store_failure.kind != ERROR_NONE)
        return;
    cli_say("this is not saved here: %s", err->text);
    cli->store_failure = *err;
}

struct store_result *cli_store_ask(struct cli *cli, struct store_op *op)
{
    struct error err;
    error_clear(&err);
    if (cli->store_failure.kind != ERROR_NONE) {
        store_op_free(op);
        return NULL;
    }
    struct store_result *result = cli_store_do(cli, op, &err);
    if (!result)
        cli_store_give_up(cli, &err);
    return result;
}

bool cli_may_keep(struct cli *cli, const char *otherwise, struct error *err)
{
    struct error why;
    return local_open(cli, &why) || error_set(err, ERROR_IO, "%s (%s)", otherwise, why.text);
}

void cli_store_note(struct cli *cli, struct store_op *op)
{
    store_result_free(cli_store_ask(cli, op));
}

struct project *cli_known_project(struct cli *cli, int64_t id, int64_t within_ms)
{
    struct error err;
    struct store_op *op = store_op_new(STORE_PROJECT_LOAD);
    op->id = id;
    struct store_result *result = cli_store_ask(cli, op);
    bool is_near = result && result->json && clock_wall_ms() - result->when_ms <= within_ms;
    struct project *project = is_near ? project_pick(result->json, id, &err) : NULL;
    store_result_free(result);
    return project;
}

struct store_op *cli_project_op(const struct cli *cli, const struct project *project, int64_t sent_ms,
                                bool is_seen)
{
    struct store_op *op = store_op_new(STORE_PROJECT_SAVE);
    op->id = project->id;
    op->when_ms = sent_ms; /* the server may have looked at it so early, whenever the answer came */
    op->json = json_incref(project->record.raw);
    op->number =
        (is_seen ? STORE_SEEN : 0) |
        (settings_list_has(&cli->settings, SETTING_SETTLED_STATES, project->state) ? STORE_SETTLED : 0);
    return op;
}

void cli_keep_project(struct cli *cli, const struct project *project, int64_t sent_ms)
{
    cli_store_note(cli, cli_project_op(cli, project, sent_ms, false));
}

void cli_keep_later(struct cli *cli, struct cli_kept *kept, const struct project *project, int64_t sent_ms,
                    char *raw)
{
    struct store_op *op = cli_project_op(cli, project, sent_ms, false);
    op->text = raw;
    kept->ops[kept->count++] = op;
    if (kept->count == CLI_KEPT_MAX)
        cli_keep_now(cli, kept);
}

void cli_keep_now(struct cli *cli, struct cli_kept *kept)
{
    struct error err;
    error_clear(&err);
    bool wanted = kept->count > 0 && cli->store_failure.kind == ERROR_NONE;
    struct store *store = wanted ? local_open(cli, &err) : NULL;
    if (wanted && !(store && store_execute_all(store, kept->ops, kept->count, &err)))
        cli_store_give_up(cli, &err);
    for (size_t i = 0; i < kept->count; i++)
        store_op_free(kept->ops[i]);
    kept->count = 0;
}
