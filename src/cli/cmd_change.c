/* `metadata set`, `metadata rm`, `tag rm`: writes that carry the project's version.
 *
 * The project is fetched first and its version sent; api_write deals with a conflict and a lost response.
 * With --access-token N nothing is fetched before, and nothing is sent again. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/look.h"
#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"
#include "output.h"
#include "connect.h"
#include "steno/client/write_question.h"
#include "entry.h"
#include "handlers.h"
#include "many.h"
#include "projects.h"

/* What is to be changed. */
struct change {
    enum endpoint_id op;
    int64_t id;
    const char *key;        /* metadata key */
    const char *value;      /* metadata value, or the tag */
    char *read;             /* owns the value of metadata */
    int64_t version;        /* given by hand */
    struct project *before; /* NULL with a version that was given */
    int64_t read_ms;        /* when that was read, by the wall clock */
};

/* Fails when the tag to delete is not there, naming those that are. */
static bool cmd_change_check(const struct change *change, const struct project *project, struct error *err)
{
    if (change->op != ENDPOINT_DELETE_TAG || !json_object_get(project->record.raw, "Tags") ||
        look_finds_tag(project, change->value))
        return true;
    struct buffer tags;
    buffer_init(&tags, BUFFER_MAX_DEFAULT);
    field_show(&tags, &fields_project, field_find(&fields_project, "Data.Tags[]"), project->record.shown);
    char *wanted = text_clean_copy(change->value);
    error_set(err, ERROR_NOT_FOUND, "project %" PRId64 " has no tag “%s”; its tags: %s", change->id, wanted,
              tags.len ? buffer_text(&tags) : "none");
    free(wanted);
    buffer_free(&tags);
    return false;
}

/* Makes the call, with the version of the project as it was read or with one that was given by hand. */
static struct call *cmd_change_make(struct cli *cli, void *arg, size_t place, struct call_result **instead)
{
    const struct change *change = arg;
    (void)cli;
    (void)place;
    (void)instead;
    struct call *call = call_new(change->op);
    call->project_id = change->id;
    call->key = mem_copy_or_null(change->key);
    call->value = mem_copy_or_null(change->value);
    call->version = change->version;
    call->seen = change->before ? project_copy(change->before) : NULL;
    return call;
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
    (void)place;
    date_format_minute(since, sizeof since, change->read_ms, DATE_LOCAL);
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

/* Reads the project, whose version is to be sent. */
static bool cmd_change_read(struct cli *cli, struct change *change, struct error *err)
{
    const char *title = endpoints[change->op].title;
    change->read_ms = clock_wall_ms();
    change->before = cli_get_project(cli, change->id, err);
    if (!change->before) {
        error_prefix(err, "%s of project %" PRId64 ": nothing was sent, as the project must be read first",
                     title, change->id);
        return false;
    }
    if (change->before->version < 0)
        return error_set(err, ERROR_BAD_REPLY,
                         "%s of project %" PRId64 ": nothing was sent: %s. --access-token sends another one",
                         title, change->id, project_version_trouble(change->before));
    return cmd_change_check(change, change->before, err);
}

/* Makes the wish whole. A value is read when all else is known to be right. */
static bool cmd_change_prepare(struct cli *cli, struct change *change, struct error *err)
{
    const char *given = cli->args->options[OPTION_ACCESS_TOKEN];
    if (!cli_read_id(cli, &change->id, err))
        return false;
    if (given && (!text_parse_int(given, &change->version) || change->version < 0))
        return error_set(err, ERROR_USAGE, "--access-token: “%s” is not a whole number", given);
    if (!cli_may_write(cli, err) || !cli_connection(cli, true, err))
        return false;
    if (change->op == ENDPOINT_ADD_METADATA &&
        !(change->value = change->read = entry_read_value(cli->args->words[2], "the value", err)))
        return false;
    return given || cmd_change_read(cli, change, err);
}

/* Carries the wish out and reports it. */
static int cmd_change_run(struct cli *cli, struct change *change)
{
    static const struct many_user user = {
        .writes = true, .make = cmd_change_make, .answered = cmd_change_explain, .show = cmd_change_show};
    struct id_list one = {.ids = &change->id, .count = 1};
    struct error err;
    error_clear(&err);
    int code = cmd_change_prepare(cli, change, &err) ? many_run(cli, &one, &user, change)
                                                     : cli_fail(cli, change->id, &err);
    project_free(change->before);
    free(change->read);
    return code;
}

int cli_metadata_set(struct cli *cli)
{
    struct change change = {.op = ENDPOINT_ADD_METADATA, .key = cli->args->words[1]};
    return cmd_change_run(cli, &change);
}

int cli_metadata_rm(struct cli *cli)
{
    struct change change = {.op = ENDPOINT_DELETE_METADATA, .key = cli->args->words[1]};
    return cmd_change_run(cli, &change);
}

int cli_tag_rm(struct cli *cli)
{
    struct change change = {.op = ENDPOINT_DELETE_TAG, .value = cli->args->words[1]};
    return cmd_change_run(cli, &change);
}
