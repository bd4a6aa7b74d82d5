/* `metadata set`, `metadata rm`, `tag rm`, `enqueue`. Each project is read and then written. A change of
 * metadata or a tag is sent with the version number that was read; --access-token N replaces this read.
 * core/write.h decides what happens after a conflict. An enqueue is sent once, if the reading allows this. */
/* SPDX-License-Identifier: MIT */
#include "each.h"

#include "steno/api/look.h"
#include "steno/core/forms.h"
#include "steno/core/rows.h"

/* Prints the write. A change of metadata or a tag gets the version number of the stored project. */
static int cmd_write_dry_run(struct cli *cli, int64_t id, void *arg, struct error *err)
{
    const struct each_user *user = arg;
    struct request_args args = {.project_id = id,
                                .version = user->version,
                                .key = user->key,
                                .value = user->value,
                                .params = user->params};
    bool needs_version = user->reads && user->op != ENDPOINT_ENQUEUE;
    struct project *known = needs_version ? cli_stored_project(cli, id, NULL, err) : NULL;
    if (known)
        args.version = known->version;
    project_free(known);
    if (!needs_version || known)
        return cli_dry_run(cli, user->op, &args);
    if (err->kind == ERROR_NONE)
        error_set(err, ERROR_NOT_FOUND,
                  "project %" PRId64
                  " has not been fetched yet, so its version number is unknown; steno show %" PRId64
                  " fetches it",
                  id, id);
    return CLI_FAILED;
}

static int cmd_write_run(struct cli *cli, const struct id_list *ids, struct each_user *user)
{
    return args_has(cli->args, OPTION_DRY_RUN) ? cli_each_of(cli, ids, cmd_write_dry_run, user)
                                               : each_run(cli, ids, user);
}

/* --- changes --- */

/* Sets the version number of the call to the number just read. Fails if the project lacks the tag to delete.
 * The error lists the project's tags. */
static bool cmd_change_check(struct each_item *item, struct error *err)
{
    const struct project *project = item->reading;
    struct call *call = item->call;
    if (!project)
        return true;
    cli_settle_writes(item->cli, item->id, project, item->sent_ms, NULL);
    if (project->version < 0)
        return error_set(err, ERROR_BAD_REPLY,
                         "%s of project %" PRId64
                         ": nothing was sent, because %s. Give the version number yourself: --access-token N",
                         endpoints[call->op].title, item->id, project_version_trouble(project));
    if (call->op == ENDPOINT_DELETE_TAG && json_object_get(project->record.raw, "Tags") &&
        !look_finds_tag(project, call->value)) {
        char *tags = listed_tags(project->record.shown), *wanted = text_clean_copy(call->value);
        error_set(err, ERROR_NOT_FOUND, "project %" PRId64 " has no tag “%s”; its tags: %s", project->id,
                  wanted, *tags ? tags : "none");
        free(wanted);
        free(tags);
        return false;
    }
    call->seen = project_copy(project);
    call->rests_ms = item->sent_ms;
    return true;
}

/* After a conflict, puts what others have changed into the error. */
static bool cmd_change_failed(struct each_item *item, struct error *err)
{
    struct conflict_question question = {0};
    char since[DATE_TEXT_SIZE];
    int status = err->status;
    date_format_minute(since, sizeof since, item->call ? item->call->rests_ms : 0, DATE_LOCAL);
    if (item->call && conflict_question_make(&question, item->call, item->result, since)) {
        error_set(err, ERROR_CONFLICT, "%s%s%s If yes, run the command again.", question.lead,
                  question.changes, question.asks);
        err->status = status;
    }
    conflict_question_clear(&question);
    return false;
}

/* The arguments are ids, then key and value, or the tag. A value from standard input is read last. */
static int cmd_change_run(struct cli *cli, enum endpoint_id op, struct error *err)
{
    const struct args *args = cli->args;
    const char *given = args->options[OPTION_ACCESS_TOKEN];
    struct each_user user = {
        .op = op, .reads = !given, .check = cmd_change_check, .failed = cmd_change_failed};
    struct id_list ids = {0};
    char *value = NULL;
    bool is_set = op == ENDPOINT_ADD_METADATA, is_dry = args_has(args, OPTION_DRY_RUN), is_input = false;
    size_t count = args->word_count - (is_set ? 2 : 1);
    char *const *words = args->words + count;
    for (size_t i = 0; i < count; i++)
        is_input |= strcmp(args->words[i], "-") == 0;
    *(op == ENDPOINT_DELETE_TAG ? &user.value : &user.key) = words[0];
    if (is_input && is_set && strcmp(words[1], "-") == 0)
        error_set(err, ERROR_USAGE, "the ids and the value cannot both come from standard input");
    else if (!cli_read_ids(cli, count, &ids, err))
        ;
    else if (given && (!text_parse_int(given, &user.version) || user.version < 0))
        error_set(err, ERROR_USAGE, "--access-token: “%s” is not a version number", given);
    else if (given && ids.count > 1)
        error_set(err, ERROR_USAGE, "--access-token is the version number of one project: give only one id");
    else if (is_dry || (cli_may_write(cli, err) && cli_may_call(cli, err)))
        user.value = is_set ? (value = entry_read_value(words[1], "the value", err)) : user.value;
    int code = err->kind != ERROR_NONE ? cli_fail(cli, ids.count == 1 ? ids.ids[0] : 0, err)
                                       : cmd_write_run(cli, &ids, &user);
    id_list_free(&ids);
    free(value);
    return code;
}

int cli_metadata_set(struct cli *cli, struct error *err)
{
    return cmd_change_run(cli, ENDPOINT_ADD_METADATA, err);
}

int cli_metadata_rm(struct cli *cli, struct error *err)
{
    return cmd_change_run(cli, ENDPOINT_DELETE_METADATA, err);
}

int cli_tag_rm(struct cli *cli, struct error *err)
{
    return cmd_change_run(cli, ENDPOINT_DELETE_TAG, err);
}

/* --- enqueue --- */

struct enqueue_run {
    struct param_set *params;
    struct id_list ids;
    struct follow follow; /* the accepted projects, for --wait */
    struct credit credit; /* the account's credit, read after the first 403 */
};

/* Refuses the enqueue if the project is being transcribed, or if an earlier enqueue is open or has probably
 * arrived. --anyway skips these checks. But an enqueue that was recorded after this read prevents the new
 * enqueue. */
static bool cmd_enqueue_check(struct each_item *item, struct error *err)
{
    struct cli *cli = item->cli;
    struct call *call = item->call;
    const char *state = item->reading->state;
    bool anyway = args_has(cli->args, OPTION_ANYWAY);
    struct proof proof;
    cli_settle_writes(cli, item->id, item->reading, item->sent_ms, &proof);
    if (proof.not_started)
        cli_say("%s", proof.not_started);
    if (anyway && proof.arrived)
        cli_say("%s", proof.arrived);
    const char *why = proof.arrived ? proof.arrived : proof.open;
    if (!anyway && why)
        error_set(err, ERROR_CONFLICT, "Enqueue of project %" PRId64 ": nothing was sent. %s. %s", item->id,
                  why,
                  proof.arrived ? "Repeat the command to enqueue it once more"
                                : "--anyway enqueues it nevertheless");
    else if (!anyway && settings_list_has(&cli->settings, SETTING_ACTIVE_STATES, state))
        error_set(
            err, ERROR_CONFLICT,
            "Enqueue of project %" PRId64
            ": nothing was sent, because it is being transcribed (%s). --anyway enqueues it nevertheless",
            item->id, state);
    if (!anyway && proof.open)
        err->open_until_ms = proof.open_until_ms;
    call->asked_row = anyway ? proof.open_row : 0;
    call->rests_ms = item->sent_ms;
    call->seen = project_copy(item->reading);
    proof_clear(&proof);
    return err->kind == ERROR_NONE;
}

static bool cmd_enqueue_failed(struct each_item *item, struct error *err)
{
    struct enqueue_run *run = item->arg;
    struct error why;
    struct connection *connection;
    int64_t length_ms;
    if (!item->call || err->status != 403 || !length_parse(item->call->seen->length, &length_ms))
        return false;
    if (!run->credit.read_ms && (connection = cli_connection(item->cli, true, &why))) {
        struct login *login = api_current_user(connection, &why);
        run->credit.read_ms = clock_wall_ms();
        run->credit.left = login ? login_credit(login) : -1;
        login_free(login);
    }
    if (cost_explains(err, cost_of(cost_part(length_ms, run->params)), run->credit)) {
        err->kind = ERROR_CREDIT;
        if (run->ids.count > 1)
            error_prefix(err, "%" PRId64, item->id);
    }
    return false;
}

static int cmd_enqueue_show(struct each_item *item)
{
    struct follow *follow = &((struct enqueue_run *)item->arg)->follow;
    const struct project *project = item->result->project;
    if (args_has(item->cli->args, OPTION_WAIT)) {
        follow->projects = mem_grow(follow->projects, follow->count + 1, sizeof *follow->projects);
        follow->projects[follow->count++] = (struct follow_project){
            .id = item->id, .state = mem_copy(project->state), .state_sent_ms = item->result->sent_ms};
    }
    return cli_report_project(item->cli, project);
}

int cli_enqueue(struct cli *cli, struct error *err)
{
    struct enqueue_run run = {.follow = {.enqueued = true}, .credit = {.left = -1}};
    struct each_user user = {.op = ENDPOINT_ENQUEUE,
                             .reads = true,
                             .arg = &run,
                             .check = cmd_enqueue_check,
                             .failed = cmd_enqueue_failed,
                             .show = cmd_enqueue_show};
    bool is_said = false;
    int code = CLI_FAILED;
    if (cli->args->options[OPTION_WITHIN] && !args_has(cli->args, OPTION_WAIT)) {
        error_set(err, ERROR_USAGE, "--within requires --wait");
        return CLI_FAILED;
    }
    if (!follow_read_times(cli->args, &run.follow, err) || !(run.params = params_make(cli, NULL, err)))
        return CLI_FAILED;
    params_say_once(cli, run.params, &is_said);
    user.params = run.params;
    if (cli_read_ids(cli, cli->args->word_count, &run.ids, err))
        code = cmd_write_run(cli, &run.ids, &user);
    if (run.follow.count > 0 && !cli->out_errno) {
        int waited = follow_run(cli, &run.follow);
        code = code && waited != error_kind_exit_code(ERROR_CANCELLED) ? code : waited;
    }
    free(run.follow.projects);
    id_list_free(&run.ids);
    param_set_free(run.params);
    return code;
}
