/* Owns the reading of many projects: what is sent when, and the order in which answers are written. */
#include "sweep.h"

#include <stdlib.h>

#include "steno/api/json.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/cli/output.h"
#include "steno/cli/session.h"
#include "steno/work/api_workers.h"
#include "interrupt.h"
#include "local.h"
#include "print.h"
#include "projects.h"

#define SWEEP_STOP_MS  2000
#define SWEEP_AHEAD    512                /* answers that may wait for an earlier one */
#define SWEEP_QUEUE    128                /* calls that wait for a worker or run */
#define SWEEP_ROWS_MAX ((size_t)64 << 10) /* bytes of rows that wait to be written */
#define SWEEP_TEXT_MAX ((size_t)1 << 30)
#define SWEEP_NAP_MS   2 /* with much queued still, answers are taken by the handful: fewer wake-ups */

/* One sweep under way. */
struct sweep {
    struct cli *cli;
    const int64_t *ids;
    size_t count;
    struct call_result **results; /* by place; NULL until answered and after being written */
    size_t sent, answered, written;
    size_t connections;
    int64_t rate_cap; /* 0 for none */
    int64_t started_ms;
    struct mailbox *box;
    struct api_workers *workers;
    struct cli_tally tally;
    struct cli_kept kept;
    struct buffer rows; /* to be written together: those of one turn */
};

/* How long until one more request may be sent by the rate cap; 0 for now. */
static int64_t sweep_pause(const struct sweep *sweep)
{
    if (sweep->rate_cap == 0)
        return 0;
    int64_t due = sweep->started_ms + (int64_t)sweep->sent * 1000 / sweep->rate_cap;
    int64_t pause = due - clock_mono_ms();
    return pause > 0 ? pause : 0;
}

/* May another request go out, but for the rate? */
static bool sweep_may_send(const struct sweep *sweep)
{
    return sweep->sent < sweep->count && sweep->cli->stop.kind == ERROR_NONE &&
           sweep->sent - sweep->answered < SWEEP_QUEUE && sweep->sent - sweep->written < SWEEP_AHEAD;
}

/* Sends what may be sent now. */
static void sweep_send(struct sweep *sweep)
{
    while (sweep_may_send(sweep) && sweep_pause(sweep) == 0) {
        struct call *call = call_new(ENDPOINT_GET_PROJECT);
        call->serial = sweep->sent + 1;
        call->project_id = sweep->ids[sweep->sent++];
        api_workers_submit(sweep->workers, call);
    }
}

/* Writes the rows that wait. */
static void sweep_flush(struct sweep *sweep)
{
    if (sweep->rows.len > 0)
        cli_put(sweep->cli, sweep->rows.data, sweep->rows.len);
    buffer_clear(&sweep->rows);
}

/* Makes a row of a project that was read. */
static void sweep_put(struct sweep *sweep, const struct project *project)
{
    struct buffer raw;
    if (project->record.problems)
        sweep_flush(sweep);
    cli_say_problems(project);
    buffer_init(&raw, SWEEP_TEXT_MAX);
    json_write(&raw, project->record.raw); /* once for both, what is shown and what is kept */
    if (sweep->cli->json)
        print_project_json(&sweep->rows, project->id, buffer_text(&raw), clock_wall_ms());
    else
        print_project_line(&sweep->rows, project->id, project->state, project->length, project->name);
    cli_keep_later(sweep->cli, &sweep->kept, project, buffer_take(&raw));
    if (sweep->rows.len >= SWEEP_ROWS_MAX)
        sweep_flush(sweep);
}

/* Reports a failure. One that ends all also ends the calls that wait; of those it is the reason. */
static void sweep_fail(struct sweep *sweep, int64_t id, struct error *err)
{
    struct cli *cli = sweep->cli;
    bool ended = cli->stop.kind == ERROR_NOT_LOGGED_IN;
    cli_explain_auth(cli, err);
    cli_tally_add(&sweep->tally, cli_fail(cli, id, ended && err->kind == ERROR_CANCELLED ? &cli->stop : err));
    if (!ended && cli->stop.kind == ERROR_NOT_LOGGED_IN)
        api_workers_cancel_all(sweep->workers);
}

/* Writes the answers that are next in order. */
static void sweep_write(struct sweep *sweep)
{
    while (sweep->written < sweep->sent && sweep->results[sweep->written]) {
        struct call_result *result = sweep->results[sweep->written];
        if (result->ok) {
            sweep_put(sweep, result->project);
            cli_tally_add(&sweep->tally, 0);
        } else {
            sweep_flush(sweep);
            sweep_fail(sweep, sweep->ids[sweep->written], &result->error);
        }
        call_result_free(result);
        sweep->results[sweep->written++] = NULL;
    }
    sweep_flush(sweep);
}

/* Takes the answers that have come. */
static void sweep_receive(struct sweep *sweep)
{
    struct mail mail;
    while (mailbox_take(sweep->box, &mail)) {
        if (mail.kind == MAIL_CALL && mail.call->serial >= 1 && mail.call->serial <= sweep->sent) {
            sweep->results[mail.call->serial - 1] = mail.call;
            mail.call = NULL;
            sweep->answered++;
        } else if (mail.kind == MAIL_PROGRESS && mail.progress.notice[0]) {
            cli_say("%s", mail.progress.notice);
        }
        mail_clear(&mail);
    }
}

/* Sends, receives and writes until all is written, a signal comes, or nothing more may be sent. */
static void sweep_loop(struct sweep *sweep)
{
    while (sweep->written < sweep->count && !sweep->cli->out_errno) {
        sweep_send(sweep);
        if (sweep->written == sweep->sent && sweep->cli->stop.kind != ERROR_NONE)
            break;
        int64_t pause = sweep_may_send(sweep) ? sweep_pause(sweep) : -1;
        if (!interrupt_wait(mailbox_fd(sweep->box), pause))
            break;
        if (sweep->sent - sweep->answered > SWEEP_QUEUE / 2)
            interrupt_sleep(SWEEP_NAP_MS);
        sweep_receive(sweep);
        sweep_write(sweep);
    }
}

/* Reports what was not tried after an error that stops all. */
static void sweep_report_rest(struct sweep *sweep)
{
    if (sweep->cli->stop.kind != ERROR_NOT_LOGGED_IN)
        return;
    for (size_t i = sweep->written; i < sweep->count; i++)
        cli_tally_add(&sweep->tally, cli_fail(sweep->cli, sweep->ids[i], &sweep->cli->stop));
}

/* Starts mailbox and workers for the settings' server. */
static bool sweep_start(struct sweep *sweep, struct error *err)
{
    const struct settings *settings = &sweep->cli->settings;
    struct api_config config;
    if (!cli_client(sweep->cli, true, err))
        return false;
    settings_to_api(settings, &config);
    sweep->connections = (size_t)settings_int(settings, SETTING_CONNECTIONS);
    sweep->rate_cap = settings_int(settings, SETTING_RATE_CAP);
    sweep->box = mailbox_new(err);
    sweep->workers = sweep->box ? api_workers_new(sweep->box, (int)sweep->connections, err) : NULL;
    if (!sweep->workers)
        return false;
    api_workers_set_session(sweep->workers, &config);
    return true;
}

/* Ends the workers; memory that a hanging one holds stays with it. */
static void sweep_stop(struct sweep *sweep)
{
    cli_keep_now(sweep->cli, &sweep->kept);
    bool ended = !sweep->workers || api_workers_stop(sweep->workers, SWEEP_STOP_MS);
    if (ended)
        mailbox_free(sweep->box);
    for (size_t i = 0; i < sweep->count; i++)
        call_result_free(sweep->results[i]);
    free(sweep->results);
    buffer_free(&sweep->rows);
}

int sweep_run(struct cli *cli, const int64_t *ids, size_t count)
{
    struct sweep sweep = {.cli = cli, .ids = ids, .count = count, .started_ms = clock_mono_ms()};
    struct error err;
    int code;
    error_clear(&err);
    buffer_init(&sweep.rows, SWEEP_TEXT_MAX);
    sweep.results = mem_zero(count, sizeof *sweep.results);
    if (sweep_start(&sweep, &err)) {
        sweep_loop(&sweep);
        sweep_report_rest(&sweep);
        code = interrupt_signal() ? error_kind_exit_code(ERROR_CANCELLED) : cli_tally_code(&sweep.tally);
    } else {
        code = cli_fail(cli, 0, &err);
    }
    sweep_stop(&sweep);
    return code;
}
