/* `add`, `remove`, `list`, `note`, `move`: the watchlist. Only `list --refresh` makes requests. */
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/cli/output.h"
#include "entry.h"
#include "handlers.h"
#include "local.h"
#include "print.h"
#include "projects.h"
#include "sweep.h"

/* Carries out one operation on the watchlist for one id. */
static int list_change(struct cli *cli, int64_t id, struct store_op *op)
{
    struct error err;
    error_clear(&err);
    op->id = id;
    struct store_result *result = cli_store_do(cli, op, &err);
    if (!result)
        return cli_fail(cli, id, &err);
    store_result_free(result);
    if (cli->json)
        cli_put_json(cli, cli_json_ok(id));
    return 0;
}

/* Adds one project. */
static int list_add_one(struct cli *cli, int64_t id, void *arg)
{
    (void)arg;
    return list_change(cli, id, store_op_new(STORE_WATCH_ADD));
}

/* Removes one project. */
static int list_remove_one(struct cli *cli, int64_t id, void *arg)
{
    (void)arg;
    return list_change(cli, id, store_op_new(STORE_WATCH_REMOVE));
}

int cli_add(struct cli *cli)
{
    return cli_each_project(cli, list_add_one, NULL);
}

int cli_remove(struct cli *cli)
{
    return cli_each_project(cli, list_remove_one, NULL);
}

int cli_note(struct cli *cli)
{
    struct error err;
    int64_t id;
    error_clear(&err);
    if (!cli_read_id(cli, &id, &err))
        return cli_fail(cli, 0, &err);
    char *text = entry_read_value(cli->args->words[1], "the note", &err);
    if (!text)
        return cli_fail(cli, id, &err);
    struct store_op *op = store_op_new(STORE_WATCH_NOTE);
    op->text = text;
    return list_change(cli, id, op);
}

int cli_move(struct cli *cli)
{
    struct error err;
    int64_t id, place;
    error_clear(&err);
    if (!cli_read_id(cli, &id, &err))
        return cli_fail(cli, 0, &err);
    if (!text_parse_int(cli->args->words[1], &place) || place < 1) {
        error_set(&err, ERROR_USAGE, "“%s” is not a place such as 1", cli->args->words[1]);
        return cli_fail(cli, id, &err);
    }
    struct store_op *op = store_op_new(STORE_WATCH_MOVE);
    op->number = place;
    return list_change(cli, id, op);
}

/* The watchlist as the store has it. */
static struct store_result *list_load(struct cli *cli, struct error *err)
{
    return cli_store_do(cli, store_op_new(STORE_LOAD), err);
}

/* The whole project of a row as JSON text; NULL when it was never read. Caller frees. */
static char *list_project(struct cli *cli, int64_t id)
{
    struct error err;
    error_clear(&err);
    struct store_op *op = store_op_new(STORE_PROJECT_LOAD);
    op->id = id;
    struct store_result *result = cli_store_do(cli, op, &err);
    struct buffer text;
    buffer_init(&text, (size_t)1 << 30);
    bool known = result && result->json && json_write(&text, result->json);
    store_result_free(result);
    return known ? buffer_take(&text) : NULL;
}

/* Writes one row: {"id","ok","project"|null,"fetched"|null}, or its line. */
static void list_put_row(struct cli *cli, const struct store_row *row)
{
    struct buffer line;
    buffer_init(&line, (size_t)1 << 30);
    if (cli->json) {
        char *project = list_project(cli, row->id);
        print_project_json(&line, row->id, project, row->fetched_ms);
        free(project);
        cli_put(cli, buffer_text(&line), line.len);
        buffer_free(&line);
        return;
    }
    print_project_line(&line, row->id, row->state ? row->state : "", row->length ? row->length : "",
                       row->name ? row->name : "");
    if (row->note && row->note[0]) {
        char *note = text_clean_copy(row->note);
        line.data[--line.len] = '\0';
        buffer_printf(&line, "  # %s\n", note);
        free(note);
    }
    cli_put(cli, buffer_text(&line), line.len);
    buffer_free(&line);
}

/* Lists what the store has. */
static int list_stored(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    struct store_result *result = list_load(cli, &err);
    if (!result)
        return cli_fail(cli, 0, &err);
    if (result->row_count == 0)
        cli_say("the watchlist is empty: steno add ID puts projects on it");
    for (size_t i = 0; i < result->row_count && !cli->out_errno; i++)
        list_put_row(cli, &result->rows[i]);
    store_result_free(result);
    return 0;
}

/* Reads every project anew, then lists each as it is answered, in the list's order. */
static int list_refreshed(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    struct store_result *result = list_load(cli, &err);
    if (!result)
        return cli_fail(cli, 0, &err);
    int64_t *ids = mem_zero(result->row_count + 1, sizeof *ids);
    for (size_t i = 0; i < result->row_count; i++)
        ids[i] = result->rows[i].id;
    if (result->row_count == 0)
        cli_say("the watchlist is empty: steno add ID puts projects on it");
    int code = result->row_count ? sweep_run(cli, ids, result->row_count) : 0;
    free(ids);
    store_result_free(result);
    return code;
}

int cli_list(struct cli *cli)
{
    return args_has(cli->args, OPTION_REFRESH) ? list_refreshed(cli) : list_stored(cli);
}
