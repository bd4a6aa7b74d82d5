/* `add`, `remove`, `forget`, `list`, `note`: the watchlist. Only `list --refresh` makes requests; its
 * rows are written in the list's order, each as soon as all before it are there. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "connect.h"
#include "entry.h"
#include "handlers.h"
#include "listed_rows.h"
#include "steno/core/listed.h"
#include "local.h"
#include "many.h"
#include "output.h"
#include "print.h"
#include "projects.h"
#include "unanswered_writes.h"
#include "steno/api/json.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"

#define READS_AHEAD 512 /* answers that may wait for an earlier one */
#define READS_QUEUE 128 /* calls that wait for a worker or run */
#define TEXT_MAX    ((size_t)1 << 30)

/* An operation of the watchlist about one project. */
static struct store_op *cmd_list_op(enum store_op_kind kind, int64_t id)
{
    struct store_op *op = store_op_new(kind);
    op->id = id;
    op->when_ms = clock_wall_ms();
    return op;
}

/* Adds or removes one project: *arg is which. */
static int cmd_list_change_one(struct cli *cli, int64_t id, void *arg)
{
    const enum store_op_kind *kind = arg;
    struct store_op *op = cmd_list_op(*kind, id);
    op->number = args_has(cli->args, OPTION_ANYWAY) ? FORGET_ANYWAY : 0;
    return cli_store_change(cli, op);
}

int cli_add(struct cli *cli)
{
    enum store_op_kind kind = STORE_WATCH_ADD;
    struct error err;
    error_clear(&err);
    if (!cli_need_url(cli, &err))
        return cli_fail(cli, 0, &err);
    return cli_each_project(cli, cmd_list_change_one, &kind);
}

int cli_remove(struct cli *cli)
{
    enum store_op_kind kind = STORE_WATCH_REMOVE;
    return cli_each_project(cli, cmd_list_change_one, &kind);
}

int cli_forget(struct cli *cli)
{
    enum store_op_kind kind = STORE_FORGET;
    struct error err;
    bool all = args_has(cli->args, OPTION_ALL);
    error_clear(&err);
    if (all == (cli->args->word_count > 0)) {
        error_set(&err, ERROR_USAGE, "forget: give project ids, or --all");
        return cli_fail(cli, 0, &err);
    }
    if (!all)
        return cli_each_project(cli, cmd_list_change_one, &kind);
    struct store_op *op = cmd_list_op(STORE_FORGET, 0);
    op->number = FORGET_ALL | (args_has(cli->args, OPTION_ANYWAY) ? FORGET_ANYWAY : 0);
    return cli_store_change(cli, op);
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
    struct store_op *op = cmd_list_op(STORE_WATCH_NOTE, id);
    op->text = text;
    return cli_store_change(cli, op);
}

/* The whole project of a row as JSON text; NULL when it was never read. Caller frees. */
static char *cmd_list_project(struct cli *cli, int64_t id)
{
    struct error err;
    error_clear(&err);
    struct store_result *result = cli_store_do(cli, cmd_list_op(STORE_PROJECT_LOAD, id), &err);
    struct buffer text;
    buffer_init(&text, (size_t)1 << 30);
    bool known = result && result->json && json_write(&text, result->json);
    store_result_free(result);
    return known ? buffer_take(&text) : NULL;
}

/* Writes one row: {"id","ok","project"|null,"fetched"|null}, or its line. */
static void cmd_list_put_row(struct cli *cli, const struct store_row *row)
{
    struct buffer line;
    buffer_init(&line, (size_t)1 << 30);
    if (cli->json) {
        char *project = cmd_list_project(cli, row->id);
        print_project_json(&line, row->id, project, row->fetched_ms,
                           print_exported(&row->exported, row->version, row->updated_ms));
        free(project);
    } else {
        print_project_line(&line, row->id, row->state ? row->state : "",
                           print_length_or_none(row->length, row->has_no_media), row->name ? row->name : "");
    }
    if (!cli->json && row->note && row->note[0]) {
        char *note = text_clean_copy(row->note);
        line.data[--line.len] = '\0';
        buffer_printf(&line, "  # %s\n", note);
        free(note);
    }
    cli_put_buffer(cli, &line);
}

/* Lists these projects, the first rows, as they were read last. */
static void cmd_list_stored(struct cli *cli, const struct id_list *ids, const struct store_result *result)
{
    unanswered_mark(cli, ids->ids, ids->count);
    for (size_t i = 0; i < ids->count && !cli->out_errno; i++)
        cmd_list_put_row(cli, &result->rows[i]);
}

/* The reading of all under way. */
struct readings {
    const struct id_list *ids;
    struct unanswered left;
    struct cli_kept kept;
    const struct store_result *stored; /* the rows as they were read last */
    size_t written;                    /* the places before this one have their row */
    bool is_quiet;                     /* no row is written */
};

static struct call *cmd_list_make_call(struct cli *cli, void *arg, size_t place, struct call_result **instead)
{
    const struct readings *readings = arg;
    (void)cli;
    (void)instead;
    struct call *call = call_new(ENDPOINT_GET_PROJECT);
    call->project_id = readings->ids->ids[place];
    return call;
}

/* What could not be read is shown as it was, as text: its failure is told beside it. */
static void cmd_list_keep_stored(struct cli *cli, struct readings *readings, size_t place)
{
    if (!cli->json && !cli->out_errno && !readings->is_quiet)
        cmd_list_put_row(cli, &readings->stored->rows[place]);
    readings->written = place + 1;
}

static bool cmd_list_failed(struct cli *cli, void *arg, size_t place, const struct error *err)
{
    (void)err;
    cmd_list_keep_stored(cli, arg, place);
    return false;
}

/* Makes a row of a project that was read. */
static int cmd_list_put_read(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    struct readings *readings = arg;
    const struct project *project = result->project;
    struct listed listed;
    struct buffer raw;
    readings->written = place + 1;
    cli_say_problems(project);
    listed_read(&listed, project->record.shown);
    buffer_init(&raw, TEXT_MAX);
    json_write(&raw, project->record.raw); /* once for both, what is shown and what is kept */
    if (readings->is_quiet)
        ; /* it is listed when all have come */
    else if (cli->json)
        print_project_json(
            cli_rows(cli), project->id, buffer_text(&raw), result->sent_ms,
            print_exported(&readings->stored->rows[place].exported, project->version, listed.updated_ms));
    else
        print_project_line(cli_rows(cli), project->id, project->state,
                           print_length_or_none(project->length, listed.has_no_media), project->name);
    cli_keep_later(cli, &readings->kept, project, result->sent_ms, buffer_take(&raw));
    unanswered_tell(cli, &readings->left, project);
    return 0;
}

/* Reads all of them, keeps and writes each as a row of the list, in the order given and as soon as all before
 * it are there; as text, what could not be read has its stored row. Returns the exit code. */
static int cmd_list_read_all(struct cli *cli, const struct id_list *ids, const struct store_result *stored,
                             bool is_quiet)
{
    static const struct many_user user = {.queue = READS_QUEUE,
                                          .ahead = READS_AHEAD,
                                          .make = cmd_list_make_call,
                                          .failed = cmd_list_failed,
                                          .show = cmd_list_put_read};
    struct readings readings = {.ids = ids, .stored = stored, .is_quiet = is_quiet};
    unanswered_look(cli, ids->ids, ids->count, &readings.left);
    int code = many_run(cli, ids, &user, &readings);
    while (readings.written < ids->count)
        cmd_list_keep_stored(cli, &readings, readings.written);
    cli_keep_now(cli, &readings.kept);
    unanswered_free(&readings.left);
    return code;
}

/* The ids of the first rows. */
static struct id_list cmd_list_ids(const struct store_result *result, size_t count)
{
    struct id_list ids = {.ids = mem_zero(count + 1, sizeof *ids.ids), .count = count};
    for (size_t i = 0; i < count; i++)
        ids.ids[i] = result->rows[i].id;
    return ids;
}

/* On a terminal: some of the rows are empty because nobody has asked the server yet, or it did not tell. */
static void cmd_list_say_unread(const struct cli *cli, const struct store_result *result, size_t count)
{
    size_t unread = 0;
    for (size_t i = 0; i < count; i++)
        unread += !result->rows[i].known;
    if (unread > 0 && !cli->json && isatty(STDERR_FILENO))
        cli_remark("%zu %s never read: steno list --refresh reads all, and says why one cannot be read",
                   unread, unread == 1 ? "project was" : "projects were");
}

/* Lists the first rows of what the store has loaded. */
static void cmd_list_put(struct cli *cli, const struct store_result *result, size_t count)
{
    struct id_list ids = cmd_list_ids(result, count);
    if (!args_has(cli->args, OPTION_IDS)) {
        cmd_list_stored(cli, &ids, result);
        if (!args_has(cli->args, OPTION_REFRESH))
            cmd_list_say_unread(cli, result, count);
    } else {
        struct buffer text;
        buffer_init(&text, TEXT_MAX);
        for (size_t i = 0; i < count; i++)
            buffer_printf(&text, "%" PRId64 "\n", ids.ids[i]);
        cli_put_buffer(cli, &text);
    }
    id_list_free(&ids);
}

/* Fetches every project; where not all are listed as they come, `is_quiet`, and they are listed from the
 * store. Returns the exit code. */
static int cmd_list_refresh(struct cli *cli, const struct store_result *result, bool is_quiet)
{
    struct id_list ids = cmd_list_ids(result, result->row_count);
    int code = cmd_list_read_all(cli, &ids, result, is_quiet);
    id_list_free(&ids);
    return code;
}

/* What the store has; NULL where it fails, which is reported. */
static struct store_result *cmd_list_load(struct cli *cli, int *code)
{
    struct error err;
    error_clear(&err);
    struct store_result *result = cli_store_do(cli, store_op_new(STORE_LOAD), &err);
    if (!result)
        *code = cli_fail(cli, 0, &err);
    return result;
}

int cli_list(struct cli *cli)
{
    struct error err;
    int code = 0;
    size_t count;
    error_clear(&err);
    bool is_chosen = listed_rows_are_chosen(cli) || args_has(cli->args, OPTION_IDS);
    bool refreshes = args_has(cli->args, OPTION_REFRESH);
    if (cli->json && args_has(cli->args, OPTION_IDS)) {
        error_set(&err, ERROR_USAGE, "--ids and --json exclude each other");
        return cli_fail(cli, 0, &err);
    }
    struct store_result *result = cmd_list_load(cli, &code);
    if (!result)
        return code;
    if (!listed_rows_choose(cli, result, &count, &err)) {
        code = cli_fail(cli, 0, &err);
    } else if (result->row_count == 0 && refreshes && !cli_may_call(cli, &err)) {
        /* Without a login the list is another one, and empty: a job must not take that for “no projects”. */
        code = cli_fail(cli, 0, &err);
    } else if (result->row_count == 0) {
        cli_remark("the watchlist is empty: add projects with steno add ID");
    } else if (!refreshes) {
        cmd_list_put(cli, result, count);
    } else if (!is_chosen) {
        code = cmd_list_refresh(cli, result, false);
    } else {
        code = cmd_list_refresh(cli, result, true);
        store_result_free(result);
        result = cmd_list_load(cli, &code);
        if (result && listed_rows_choose(cli, result, &count, &err))
            cmd_list_put(cli, result, count);
    }
    store_result_free(result);
    return code;
}
