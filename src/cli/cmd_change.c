/* `metadata set`, `metadata rm`, `tag rm`: writes that carry the project's version.
 *
 * Each project is fetched right before its write, and its version sent; api_write deals with a conflict and a
 * lost response. With --access-token N nothing is fetched before, and nothing is sent again. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/look.h"
#include "steno/api/request.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "output.h"
#include "connect.h"
#include "steno/client/write_question.h"
#include "steno/core/listed.h"
#include "entry.h"
#include "handlers.h"
#include "local.h"
#include "many.h"
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
    int64_t *read_ms; /* by place: when the project was read, by the wall clock */
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

/* Reads the project whose version is to be sent. NULL with an error. */
static struct project *cmd_change_read(struct cli *cli, const struct change *change, size_t place,
                                       struct error *err)
{
    const char *title = endpoints[change->op].title;
    int64_t id = change->ids.ids[place];
    change->read_ms[place] = clock_wall_ms();
    struct project *project = cli_get_project(cli, id, err);
    if (!project)
        error_prefix(err, "%s of project %" PRId64 ": nothing was sent, as the project must be read first",
                     title, id);
    else if (project->version < 0)
        error_set(err, ERROR_BAD_REPLY,
                  "%s of project %" PRId64 ": nothing was sent: %s. --access-token sends another one", title,
                  id, project_version_trouble(project));
    else if (cmd_change_check(change, project, err))
        return project;
    project_free(project);
    return NULL;
}

/* Makes the call, with the version of the project as it is now or with one that was given by hand. */
static struct call *cmd_change_make(struct cli *cli, void *arg, size_t place, struct call_result **instead)
{
    const struct change *change = arg;
    struct error err;
    error_clear(&err);
    struct call *call = call_new(change->op);
    call->project_id = change->ids.ids[place];
    call->key = mem_copy_or_null(change->key);
    call->value = mem_copy_or_null(change->value);
    call->version = change->version;
    if (change->is_given || (call->seen = cmd_change_read(cli, change, place, &err)))
        return call;
    *instead = call_result_new(call);
    (*instead)->error = err;
    call_free(call);
    return NULL;
}

/* What changed in the meantime may be what was to be changed: running the command again is the yes. */
static void cmd_change_explain(struct cli *cli, void *arg, size_t place, const struct write *write,
                               struct call_result *result)
{
    const struct change *change = arg;
    struct write_question ask;
    char since[DATE_TEXT_SIZE];
    int status = result->error.status;
    (void)cli;
    date_format_minute(since, sizeof since, change->read_ms[place], DATE_LOCAL);
    if (write_question_make(&ask, write->asked, result, since)) {
        error_set(&result->error, ERROR_CONFLICT, "%s%s%s Run it again to do that.", ask.lead, ask.changes,
                  ask.asks);
        result->error.status = status;
    }
    write_question_clear(&ask);
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
        (!is_dry && (!cli_may_write(cli, err) || !cli_connection(cli, true, err))))
        return false;
    change->read_ms = mem_zero(change->ids.count + 1, sizeof *change->read_ms);
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
    struct project *known = change->is_given ? NULL : cli_known_project(cli, id, INT64_MAX);
    error_clear(&err);
    if (known)
        args.version = known->version;
    project_free(known);
    if (change->is_given || known)
        return cli_dry_run_request(cli, change->op, &args);
    error_set(&err, ERROR_NOT_FOUND,
              "project %" PRId64 " has not been fetched yet: its version is unknown; steno show %" PRId64
              " fetches it",
              id, id);
    return cli_fail(cli, id, &err);
}

/* Carries the wish out and reports it. */
static int cmd_change_run(struct cli *cli, enum endpoint_id op)
{
    static const struct many_user user = {
        .writes = true, .make = cmd_change_make, .answered = cmd_change_explain, .show = cmd_change_show};
    struct change change = {.op = op};
    struct error err;
    int code;
    error_clear(&err);
    if (!cmd_change_prepare(cli, &change, &err))
        code = cli_fail(cli, change.ids.count == 1 ? change.ids.ids[0] : 0, &err);
    else if (args_has(cli->args, OPTION_DRY_RUN))
        code = cli_each_of(cli, &change.ids, cmd_change_dry_run, &change);
    else
        code = many_run(cli, &change.ids, &user, &change);
    id_list_free(&change.ids);
    free(change.read_ms);
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
