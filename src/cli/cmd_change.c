/* `metadata set`, `metadata rm`, `tag rm`: writes that carry the project's version.
 *
 * Each project is fetched right before its write, and its version sent; core/write.h is what follows a
 * conflict. With --access-token N nothing is fetched before, and nothing is sent again. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/look.h"
#include "steno/api/request.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "steno/cli/output.h"
#include "steno/cli/connect.h"
#include "steno/core/write.h"
#include "steno/core/rows.h"
#include "entry.h"
#include "handlers.h"
#include "local.h"
#include "each.h"
#include "projects.h"

/* What is to be changed, of which projects. */
struct change {
    enum endpoint_id op;
    struct id_list ids;
    const char *key;   /* metadata key */
    const char *value; /* metadata value, or the tag */
    char *read;        /* owns the value of metadata */
    bool is_given;     /* the version was given by hand: of one project */
    int64_t version;
};

/* Fails when the tag to delete is not there, naming those that are. */
static bool cmd_change_check(const struct change *change, const struct project *project, struct error *err)
{
    if (change->op != ENDPOINT_DELETE_TAG || !json_object_get(project->record.raw, "Tags") ||
        look_finds_tag(project, change->value))
        return true;
    char *tags = listed_tags(project->record.shown), *wanted = text_clean_copy(change->value);
    error_set(err, ERROR_NOT_FOUND, "project %" PRId64 " has no tag “%s”; its tags: %s", project->id, wanted,
              *tags ? tags : "none");
    free(wanted);
    free(tags);
    return false;
}

static struct call *cmd_change_make(struct cli *cli, void *arg, size_t place)
{
    const struct change *change = arg;
    struct call *call = call_new(change->op);
    (void)cli;
    (void)place;
    call->key = mem_copy_or_null(change->key);
    call->value = mem_copy_or_null(change->value);
    call->version = change->version;
    return call;
}

/* Takes the version of the project as it is now, where none was given by hand. */
static bool cmd_change_complete(struct cli *cli, void *arg, size_t place, struct call *call,
                                const struct project *reading, int64_t sent_ms, struct error *err)
{
    const struct change *change = arg;
    (void)place;
    if (!reading)
        return true;
    cli_settle_writes(cli, call->project_id, reading, sent_ms, NULL);
    if (reading->version < 0)
        return error_set(err, ERROR_BAD_REPLY,
                         "%s of project %" PRId64 ": nothing was sent: %s. --access-token sends another one",
                         endpoints[change->op].title, call->project_id, project_version_trouble(reading));
    if (!cmd_change_check(change, reading, err))
        return false;
    call->seen = project_copy(reading);
    call->rests_ms = sent_ms;
    return true;
}

/* What changed in the meantime may be what was to be changed: running the command again is the yes. */
static void cmd_change_explain(struct cli *cli, void *arg, size_t place, const struct call *call,
                               struct call_result *result)
{
    struct conflict_question question;
    char since[DATE_TEXT_SIZE];
    int status = result->error.status;
    (void)cli;
    (void)arg;
    (void)place;
    date_format_minute(since, sizeof since, call->rests_ms, DATE_LOCAL);
    if (conflict_question_make(&question, call, result, since)) {
        error_set(&result->error, ERROR_CONFLICT, "%s%s%s Run it again to do that.", question.lead,
                  question.changes, question.asks);
        result->error.status = status;
    }
    conflict_question_clear(&question);
}

static int cmd_change_show(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    (void)arg;
    (void)place;
    return cli_report_project(cli, result->project);
}

/* The words behind the ids. */
static char *const *cmd_change_words(const struct cli *cli, const struct change *change)
{
    size_t count = change->op == ENDPOINT_ADD_METADATA ? 2 : 1;
    return cli->args->words + cli->args->word_count - count;
}

/* Reads the ids, and the version if it is given. */
static bool cmd_change_read_ids(struct cli *cli, struct change *change, struct error *err)
{
    const char *given = cli->args->options[OPTION_ACCESS_TOKEN];
    char *const *words = cmd_change_words(cli, change);
    size_t count = (size_t)(words - cli->args->words);
    for (size_t i = 0; i < count; i++) {
        if (change->op == ENDPOINT_ADD_METADATA && strcmp(cli->args->words[i], "-") == 0 &&
            strcmp(words[1], "-") == 0)
            return error_set(err, ERROR_USAGE, "ids and value cannot both come from standard input");
    }
    if (!cli_read_first_ids(cli, count, &change->ids, err))
        return false;
    change->is_given = given != NULL;
    if (given && (!text_parse_int(given, &change->version) || change->version < 0))
        return error_set(err, ERROR_USAGE, "--access-token: “%s” is not a whole number", given);
    if (given && change->ids.count > 1)
        return error_set(err, ERROR_USAGE, "--access-token is the version of one project: give one id");
    return true;
}

/* Makes the wish whole. A value is read when all else is known to be right. */
static bool cmd_change_prepare(struct cli *cli, struct change *change, struct error *err)
{
    char *const *words = cmd_change_words(cli, change);
    bool is_dry = args_has(cli->args, OPTION_DRY_RUN);
    if (!cmd_change_read_ids(cli, change, err) ||
        (!is_dry && (!cli_may_write(cli, err) || !cli_may_call(cli, err))))
        return false;
    if (change->op == ENDPOINT_DELETE_TAG)
        change->value = words[0];
    else
        change->key = words[0];
    if (change->op == ENDPOINT_ADD_METADATA)
        change->value = change->read = entry_read_value(words[1], "the value", err);
    return change->op != ENDPOINT_ADD_METADATA || change->read;
}

/* Prints the request about one project, with its version as it was fetched last. */
static int cmd_change_dry_run(struct cli *cli, int64_t id, void *arg)
{
    const struct change *change = arg;
    struct request_args args = {
        .project_id = id, .version = change->version, .key = change->key, .value = change->value};
    struct error err;
    error_clear(&err);
    struct project *known = change->is_given ? NULL : cli_stored_project(cli, id, NULL, &err);
    if (known)
        args.version = known->version;
    project_free(known);
    if (change->is_given || known)
        return cli_dry_run_request(cli, change->op, &args);
    if (err.kind == ERROR_NONE)
        error_set(&err, ERROR_NOT_FOUND,
                  "project %" PRId64 " has not been fetched yet: its version is unknown; steno show %" PRId64
                  " fetches it",
                  id, id);
    return cli_fail(cli, id, &err);
}

/* Carries the wish out and reports it. */
static int cmd_change_run(struct cli *cli, enum endpoint_id op)
{
    struct each_user user = {.writes = true,
                             .make = cmd_change_make,
                             .check = cmd_change_complete,
                             .answered = cmd_change_explain,
                             .show = cmd_change_show};
    struct change change = {.op = op};
    struct error err;
    int code;
    error_clear(&err);
    if (!cmd_change_prepare(cli, &change, &err))
        code = cli_fail(cli, change.ids.count == 1 ? change.ids.ids[0] : 0, &err);
    else if (args_has(cli->args, OPTION_DRY_RUN))
        code = cli_each_of(cli, &change.ids, cmd_change_dry_run, &change);
    else {
        user.reads = !change.is_given;
        code = each_run(cli, &change.ids, &user, &change);
    }
    id_list_free(&change.ids);
    free(change.read);
    return code;
}

int cli_metadata_set(struct cli *cli)
{
    return cmd_change_run(cli, ENDPOINT_ADD_METADATA);
}

int cli_metadata_rm(struct cli *cli)
{
    return cmd_change_run(cli, ENDPOINT_DELETE_METADATA);
}

int cli_tag_rm(struct cli *cli)
{
    return cmd_change_run(cli, ENDPOINT_DELETE_TAG);
}
