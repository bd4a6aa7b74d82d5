/* `metadata set`, `metadata rm`, `tag rm`: writes that carry the project's version.
 *
 * The project is fetched first and its version sent; api_write deals with a conflict and a lost response.
 * With --access-token N nothing is fetched before, and nothing is sent again. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/clock.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/cli/output.h"
#include "steno/cli/session.h"
#include "entry.h"
#include "handlers.h"
#include "local.h"
#include "projects.h"

/* What is to be changed. */
struct change {
    enum endpoint_id op;
    int64_t id;
    const char *key;   /* metadata key */
    const char *value; /* metadata value, or the tag */
    char *read;        /* owns the value of metadata */
};

/* Has the project this tag? True too when the reply says nothing of tags. */
static bool change_has_tag(const struct project *project, const char *tag)
{
    const json_t *tags = json_object_get(project->record.raw, "Tags");
    size_t i;
    json_t *item;
    if (!tags)
        return true;
    json_array_foreach((json_t *)(uintptr_t)tags, i, item)
    {
        if (json_is_string(item) && strcmp(json_string_value(item), tag) == 0 &&
            json_string_length(item) == strlen(tag))
            return true;
    }
    return false;
}

/* Fails when the tag to delete is not there, naming those that are. */
static bool change_check(const struct change *change, const struct project *project, struct error *err)
{
    if (change->op != ENDPOINT_DELETE_TAG || change_has_tag(project, change->value))
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

/* Sends it: with the version of the project as it was read, or with one that was given by hand, once. */
static struct project *change_send(struct cli *cli, const struct change *change, const struct project *seen,
                                   int64_t version, struct error *err)
{
    return cli_write(cli,
                     &(struct versioned_write){.op = change->op,
                                               .seen = seen,
                                               .id = change->id,
                                               .version = version,
                                               .key = change->key,
                                               .value = change->value},
                     err);
}

/* Reads the project and sends with its version. */
static struct project *change_send_current(struct cli *cli, const struct change *change, struct error *err)
{
    const char *title = endpoints[change->op].title;
    struct project *before = cli_get_project(cli, change->id, err);
    struct project *done = NULL;
    if (!before) {
        error_prefix(err, "%s of project %" PRId64 ": nothing was sent, as the project must be read first",
                     title, change->id);
        return NULL;
    }
    if (before->version < 0)
        error_set(err, ERROR_BAD_REPLY,
                  "%s of project %" PRId64 ": nothing was sent: %s. --access-token sends another one", title,
                  change->id, project_version_trouble(before));
    else if (change_check(change, before, err))
        done = change_send(cli, change, before, 0, err);
    project_free(before);
    return done;
}

/* Keeps what was done to the metadata: the service has no call that lists it. */
static void change_keep(struct cli *cli, const struct change *change, const struct project *project)
{
    cli_keep_project(cli, project);
    if (change->op == ENDPOINT_DELETE_TAG)
        return;
    struct store_op *op = store_op_new(STORE_METADATA_ADD);
    op->id = change->id;
    op->name = mem_copy(change->key);
    op->text = mem_copy_or_null(change->value);
    op->text2 = mem_copy(settings_text(&cli->settings, SETTING_EMAIL));
    op->when_ms = clock_wall_ms();
    cli_store_note(cli, op);
}

/* Says once a server how metadata bodies are a guess. */
static void change_say_notice(struct cli *cli)
{
    static const char name[] = "metadata.server";
    struct error err;
    error_clear(&err);
    const char *url = settings_text(&cli->settings, SETTING_URL);
    struct store_op *op = store_op_new(STORE_USED_LIST);
    op->name = mem_copy(name);
    struct store_result *result = cli_store_do(cli, op, &err);
    bool known = false;
    for (size_t i = 0; result && i < result->entry_count; i++)
        known = known || (result->entries[i].text && strcmp(result->entries[i].text, url) == 0);
    store_result_free(result);
    if (known)
        return;
    cli_say("note: %s", api_metadata_notice);
    cli_keep_used(cli, mem_copy(name), url);
}

/* Makes the wish whole and sends it. A value is read when all else is known to be right. */
static struct project *change_do(struct cli *cli, struct change *change, struct error *err)
{
    int64_t version;
    const char *given = cli->args->options[OPTION_ACCESS_TOKEN];
    if (given && (!text_parse_int(given, &version) || version < 0)) {
        error_set(err, ERROR_USAGE, "--access-token: “%s” is not a whole number", given);
        return NULL;
    }
    if (!cli_may_write(cli, err) || !cli_client(cli, true, err))
        return NULL;
    if (change->op == ENDPOINT_ADD_METADATA &&
        !(change->value = change->read = entry_read_value(cli->args->words[2], "the value", err)))
        return NULL;
    return given ? change_send(cli, change, NULL, version, err) : change_send_current(cli, change, err);
}

/* Keeps what was done, or perhaps done, in the activity. */
static void change_keep_action(struct cli *cli, const struct change *change, const struct error *err)
{
    struct activity_row row = {.op = change->op, .key = change->key};
    if (change->op == ENDPOINT_DELETE_TAG)
        row.tag = change->value;
    cli_keep_action(cli, change->id, &row, err);
}

/* Carries the wish out and reports it. */
static int change_run(struct cli *cli, struct change *change)
{
    struct error err;
    error_clear(&err);
    if (!cli_read_id(cli, &change->id, &err))
        return cli_fail(cli, 0, &err);
    struct project *done = change_do(cli, change, &err);
    change_keep_action(cli, change, done ? NULL : &err);
    if (done) {
        change_keep(cli, change, done);
        if (change->op != ENDPOINT_DELETE_TAG)
            change_say_notice(cli);
    } else {
        cli_explain_auth(cli, &err);
    }
    free(change->read);
    int code = done ? cli_report_project(cli, done) : cli_fail(cli, change->id, &err);
    project_free(done);
    return code;
}

int cli_metadata_set(struct cli *cli)
{
    struct change change = {.op = ENDPOINT_ADD_METADATA, .key = cli->args->words[1]};
    return change_run(cli, &change);
}

int cli_metadata_rm(struct cli *cli)
{
    struct change change = {.op = ENDPOINT_DELETE_METADATA, .key = cli->args->words[1]};
    return change_run(cli, &change);
}

int cli_tag_rm(struct cli *cli)
{
    struct change change = {.op = ENDPOINT_DELETE_TAG, .value = cli->args->words[1]};
    return change_run(cli, &change);
}
