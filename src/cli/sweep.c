/* Owns the rows of a list that is refreshed: how they are gathered and saved. What is sent when: many.c. */
#include "sweep.h"

#include "steno/api/json.h"
#include "steno/base/clock.h"
#include "output.h"
#include "local.h"
#include "many.h"
#include "print.h"
#include "projects.h"
#include "unanswered_writes.h"

#define SWEEP_AHEAD    512                /* answers that may wait for an earlier one */
#define SWEEP_QUEUE    128                /* calls that wait for a worker or run */
#define SWEEP_ROWS_MAX ((size_t)64 << 10) /* bytes of rows that wait to be written */
#define SWEEP_TEXT_MAX ((size_t)1 << 30)

/* One sweep under way. */
struct sweep {
    const struct id_list *ids;
    struct unanswered left;
    struct cli_kept kept;
    struct buffer rows; /* to be written together: those of one turn */
    sweep_stored_fn *stored;
    const void *arg;
    size_t written; /* the places before this one have their row */
};

static struct call *sweep_make(struct cli *cli, void *arg, size_t place, struct call_result **instead)
{
    const struct sweep *sweep = arg;
    (void)cli;
    (void)instead;
    struct call *call = call_new(ENDPOINT_GET_PROJECT);
    call->project_id = sweep->ids->ids[place];
    return call;
}

/* Writes the rows that wait. */
static void sweep_flush(struct cli *cli, void *arg)
{
    struct sweep *sweep = arg;
    if (sweep->rows.len > 0)
        cli_put(cli, sweep->rows.data, sweep->rows.len);
    buffer_clear(&sweep->rows);
}

/* What could not be read is shown as it was, as text: its failure is told beside it. */
static void sweep_put_stored(struct cli *cli, struct sweep *sweep, size_t place)
{
    sweep_flush(cli, sweep);
    if (!cli->json && !cli->out_errno)
        sweep->stored(cli, sweep->arg, place);
    sweep->written = place + 1;
}

static bool sweep_failed(struct cli *cli, void *arg, size_t place, const struct error *err)
{
    (void)err;
    sweep_put_stored(cli, arg, place);
    return false;
}

/* Makes a row of a project that was read. */
static int sweep_put(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    struct sweep *sweep = arg;
    const struct project *project = result->project;
    struct buffer raw;
    sweep->written = place + 1;
    if (project->record.problems)
        sweep_flush(cli, sweep);
    cli_say_problems(project);
    buffer_init(&raw, SWEEP_TEXT_MAX);
    json_write(&raw, project->record.raw); /* once for both, what is shown and what is kept */
    if (cli->json)
        print_project_json(&sweep->rows, project->id, buffer_text(&raw), clock_wall_ms());
    else
        print_project_line(&sweep->rows, project->id, project->state, project->length, project->name);
    cli_keep_later(cli, &sweep->kept, project, buffer_take(&raw));
    unanswered_tell(cli, &sweep->left, project);
    if (sweep->rows.len >= SWEEP_ROWS_MAX)
        sweep_flush(cli, sweep);
    return 0;
}

int sweep_run(struct cli *cli, const struct id_list *ids, sweep_stored_fn *stored, const void *arg)
{
    static const struct many_user user = {.queue = SWEEP_QUEUE,
                                          .ahead = SWEEP_AHEAD,
                                          .make = sweep_make,
                                          .failed = sweep_failed,
                                          .show = sweep_put,
                                          .flush = sweep_flush};
    struct sweep sweep = {.ids = ids, .stored = stored, .arg = arg};
    buffer_init(&sweep.rows, SWEEP_TEXT_MAX);
    unanswered_look(cli, ids->ids, ids->count, &sweep.left);
    int code = many_run(cli, ids, &user, &sweep);
    while (sweep.written < ids->count)
        sweep_put_stored(cli, &sweep, sweep.written);
    cli_keep_now(cli, &sweep.kept);
    unanswered_free(&sweep.left);
    buffer_free(&sweep.rows);
    return code;
}
