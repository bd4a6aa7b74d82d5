/* Owns many exports into a folder: a name for each, two that would be the same, what was left as asked, and
 * the act that all of them are one of. The calls are many.c. */
/* SPDX-License-Identifier: MIT */
#include "cmd_export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "output.h"
#include "connect.h"
#include "export_left.h"
#include "steno/core/batch_order.h"
#include "steno/core/export_name.h"
#include "interrupt.h"
#include "local.h"
#include "many.h"
#include "params.h"
#include "projects.h"
#include "receipts.h"

#define EXPORT_SOME ((size_t)64) /* projects whose names are read before the first of them is exported */

/* One file of a run. */
struct export_job {
    struct project *project; /* as it was read for the name, or NULL */
    struct error error;      /* why it could not be read */
    char *path;              /* by the pattern, {ext} still in it */
    struct export_left left; /* a file that was not replaced, as asked */
};

/* One run into it. */
struct export_folder {
    struct export_run *run;
    const struct id_list *ids; /* its */
    struct export_job *jobs;   /* by place */
    struct call *asked;        /* the first of them that was sent; NULL: none was */
    size_t first;              /* the place that many_run counts from */
    size_t left;               /* of those, how many files were left unchanged */
    struct error unread;       /* why no further project is read for its name; ERROR_NONE while they are */
};

/* The earlier place that has this one's path, or this one. Even --force does not let one file of a run
 * replace another. */
static size_t cmd_export_find_path(const struct export_folder *folder, size_t place)
{
    size_t i = 0;
    while (i < place &&
           !(folder->jobs[i].path && strcmp(folder->jobs[i].path, folder->jobs[place].path) == 0))
        i++;
    return i;
}

static struct call *cmd_export_read_make(struct cli *cli, void *arg, size_t place,
                                         struct call_result **instead)
{
    const struct export_folder *folder = arg;
    (void)cli;
    (void)instead;
    struct call *call = call_new(ENDPOINT_GET_PROJECT);
    call->project_id = folder->ids->ids[folder->first + place];
    return call;
}

/* A project was read for its name. */
static int cmd_export_read_take(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    struct export_folder *folder = arg;
    cli_keep_project(cli, result->project, result->sent_ms);
    folder->jobs[folder->first + place].project = result->project;
    result->project = NULL;
    return 0;
}

/* It could not be read: that is reported in its turn. */
static bool cmd_export_read_failed(struct cli *cli, void *arg, size_t place, const struct error *err)
{
    struct export_folder *folder = arg;
    (void)cli;
    folder->jobs[folder->first + place].error = *err;
    if (folder->unread.kind == ERROR_NONE && batch_is_stopped_by(err))
        folder->unread = *err;
    return true;
}

/* Why a place cannot be exported, if it cannot. */
static bool cmd_export_check_job(struct export_folder *folder, size_t place, struct error *err)
{
    struct export_job *job = &folder->jobs[place];
    if (job->error.kind == ERROR_NONE && !job->project)
        job->error = folder->unread;
    if (job->error.kind != ERROR_NONE) {
        *err = job->error;
        return false;
    }
    job->path = cmd_export_make_path(folder->run, folder->ids->ids[place], job->project);
    size_t other = cmd_export_find_path(folder, place);
    return other == place ||
           error_set(err, ERROR_EXISTS,
                     "%s would be the file of project %" PRId64 ", too; put {id} into the pattern", job->path,
                     folder->ids->ids[other]);
}

static struct call *cmd_export_make(struct cli *cli, void *arg, size_t place, struct call_result **instead)
{
    struct export_folder *folder = arg;
    struct export_job *job = &folder->jobs[folder->first + place];
    struct error err;
    bool ok = cmd_export_check_job(folder, folder->first + place, &err);
    struct call *call = cmd_export_call(cli, folder->run, folder->ids->ids[folder->first + place],
                                        job->project, mem_copy_or_null(job->path));
    if (ok)
        return call;
    *instead = call_result_new(call);
    (*instead)->error = err;
    call_free(call);
    return NULL;
}

static void cmd_export_answered(struct cli *cli, void *arg, size_t place, const struct write *write,
                                struct call_result *result)
{
    struct export_folder *folder = arg;
    (void)write;
    export_left_take(&folder->jobs[folder->first + place].left, cli->args, result);
}

/* What was left as asked is no failure. */
static bool cmd_export_failed(struct cli *cli, void *arg, size_t place, const struct error *err)
{
    struct export_folder *folder = arg;
    struct export_job *job = &folder->jobs[folder->first + place];
    bool is_left = export_left_report(cli, folder->ids->ids[folder->first + place], &job->left);
    folder->left += is_left;
    if (err->status && job->error.kind == ERROR_NONE) /* the server's answer to an export */
        params_say_once(cli, folder->run->params, &folder->run->set_is_said);
    return is_left;
}

static int cmd_export_shown(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    const struct export_folder *folder = arg;
    (void)place;
    return cmd_export_show_file(cli, folder->run, result);
}

/* Exports the next of the projects, whose names are read before where the pattern needs them. */
static int cmd_export_some(struct cli *cli, struct export_folder *folder, size_t count)
{
    static const struct many_user reads = {
        .make = cmd_export_read_make, .show = cmd_export_read_take, .failed = cmd_export_read_failed};
    const struct many_user files = {.asked = &folder->asked,
                                    .make = cmd_export_make,
                                    .answered = cmd_export_answered,
                                    .show = cmd_export_shown,
                                    .failed = cmd_export_failed};
    struct id_list some = {.ids = folder->ids->ids + folder->first, .count = count};
    struct error err;
    error_clear(&err);
    if ((export_name_needs_project(folder->run->pattern) || args_has(cli->args, OPTION_IF_NEWER)) &&
        cli->stop.kind == ERROR_NONE && cli_connection(cli, true, &err))
        many_run(cli, &some, &reads, folder);
    return many_run(cli, &some, &files, folder);
}

/* Names those that were not begun, each with its row in the act. */
static void cmd_export_leave_rest(struct cli *cli, struct export_folder *folder)
{
    struct store_op *rows = store_op_new(STORE_TOGETHER);
    const char *why = receipts_left_reason(&cli->stop);
    for (size_t i = folder->first; i < folder->ids->count && !cli->out_errno; i++) {
        cli_rest_add(cli, folder->ids->ids[i]);
        if (!folder->asked)
            continue;
        folder->asked->project_id = folder->ids->ids[i];
        store_op_add_part(
            rows, receipt_left_out(folder->asked, ACT_ROW_UNSENT, why, &cli->settings, clock_wall_ms()));
    }
    if (rows->part_count > 0)
        cli_store_note(cli, rows);
    else
        store_op_free(rows);
}

/* Frees what it holds. */
static void cmd_export_folder_clear(struct export_folder *folder)
{
    for (size_t i = 0; i < folder->ids->count; i++) {
        project_free(folder->jobs[i].project);
        free(folder->jobs[i].path);
    }
    free(folder->jobs);
    call_free(folder->asked);
}

int cmd_export_into_folder(struct cli *cli, struct export_run *run)
{
    struct export_folder folder = {.run = run, .ids = &run->ids};
    struct cli_tally tally = {0};
    folder.jobs = mem_zero(run->ids.count + 1, sizeof *folder.jobs);
    if (run->ids.count > 1)
        run->act = (struct act_key){.key = 1, .count = (int64_t)run->ids.count, .begun_ms = clock_wall_ms()};
    for (size_t left = run->ids.count; left > 0 && !cli->out_errno && !interrupt_signal();) {
        size_t count = left < EXPORT_SOME ? left : EXPORT_SOME;
        folder.left = 0;
        int code = cmd_export_some(cli, &folder, count);
        if (folder.left < count) /* else none of them counts */
            cli_tally_add(&tally, code);
        folder.first += count;
        left -= count;
    }
    cmd_export_leave_rest(cli, &folder);
    cmd_export_folder_clear(&folder);
    return interrupt_signal() ? error_kind_exit_code(ERROR_CANCELLED) : cli_tally_code(&tally);
}
