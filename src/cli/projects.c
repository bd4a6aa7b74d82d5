/* Owns what subcommands about projects share: ids, and the report of a project. */
/* SPDX-License-Identifier: MIT */
#include "projects.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/cli/output.h"
#include "steno/cli/connect.h"
#include "entry.h"
#include "interrupt.h"
#include "local.h"
#include "print.h"

#define IDS_PIECE ((size_t)4096)

/* How many bytes of a piece of text are whole words? A word that fills the piece is passed on: it is no id.
 */
static size_t projects_whole_words(const char *text, size_t len)
{
    size_t whole = len;
    while (whole > 0 && !strchr(ID_LIST_BETWEEN, text[whole - 1]))
        whole--;
    return whole == 0 && len == IDS_PIECE ? len : whole;
}

/* Adds the ids of the first `whole` bytes and drops these. */
static bool projects_take_words(struct id_list *list, char *text, size_t whole, size_t *len,
                                struct error *err)
{
    char after = text[whole];
    text[whole] = '\0';
    bool ok = id_list_parse(list, text, err);
    text[whole] = after;
    *len -= whole;
    memmove(text, text + whole, *len);
    return ok;
}

/* Adds the ids of standard input, piece by piece: a list that is too long is refused at the word that is one
 * too many, whatever its bytes. */
static bool projects_read_stdin(struct id_list *list, struct error *err)
{
    char *text = mem_alloc(IDS_PIECE + 1);
    size_t len = 0;
    ssize_t got;
    bool ok = true;
    entry_say_awaited("the ids");
    while (ok && (got = entry_read(text + len, IDS_PIECE - len, err)) != 0) {
        for (size_t end = len + (size_t)(got > 0 ? got : 0); len < end; len++)
            text[len] = text[len] ? text[len] : ' ';
        ok = got > 0 && projects_take_words(list, text, projects_whole_words(text, len), &len, err);
    }
    ok = ok && projects_take_words(list, text, len, &len, err);
    free(text);
    return ok;
}

bool cli_read_ids(struct cli *cli, struct id_list *list, struct error *err)
{
    return cli_read_first_ids(cli, cli->args->word_count, list, err);
}

bool cli_read_first_ids(struct cli *cli, size_t count, struct id_list *list, struct error *err)
{
    bool ok = true, is_input = false;
    for (size_t i = 0; ok && i < count; i++) {
        const char *word = cli->args->words[i];
        is_input = is_input || strcmp(word, "-") == 0; /* of which there may be none: nothing is to be done */
        ok = strcmp(word, "-") == 0 ? projects_read_stdin(list, err) : id_list_parse(list, word, err);
    }
    return ok && (list->count > 0 || is_input || error_set(err, ERROR_USAGE, "no project id given"));
}

bool cli_read_id(struct cli *cli, int64_t *id, struct error *err)
{
    const char *word = cli->args->words[0];
    struct id_list list = {0};
    bool ok = id_list_parse(&list, word, err) && list.count == 1;
    if (ok) {
        *id = list.ids[0];
    } else {
        char cut[200];
        text_clip(cut, sizeof cut, word, 40);
        char *shown = text_clean_copy(cut);
        error_set(err, ERROR_USAGE, "“%s” is not a single id: use a number such as 12", shown);
        free(shown);
    }
    id_list_free(&list);
    return ok;
}

int cli_each_of(struct cli *cli, const struct id_list *ids,
                int (*each)(struct cli *cli, int64_t id, void *arg), void *arg)
{
    int first = 0;
    for (size_t i = 0; i < ids->count && !cli->out_errno; i++) {
        int code = 0;
        if (interrupt_signal())
            error_set(&cli->stop, ERROR_CANCELLED, "interrupted");
        if (cli->stop.kind == ERROR_CANCELLED)
            cli_rest_add(cli, ids->ids[i]);
        else if (cli->stop.kind != ERROR_NONE)
            code = cli_fail(cli, ids->ids[i], &cli->stop);
        else
            code = each(cli, ids->ids[i], arg);
        first = first ? first : code;
    }
    return first;
}

struct login *cli_read_account(struct cli *cli, struct error *err)
{
    struct connection *connection = cli_connection(cli, true, err);
    return connection ? api_current_user(connection, err) : NULL;
}

struct project *cli_get_project(struct cli *cli, int64_t id, struct error *err)
{
    struct connection *connection = cli_connection(cli, true, err);
    int64_t sent_ms = clock_wall_ms();
    struct project *project = connection ? api_project_get(connection, id, err) : NULL;
    if (project) {
        cli_keep_project(cli, project, sent_ms);
        cli_settle_writes(cli, id, project, sent_ms, NULL);
    } else if (connection) {
        cli_settle_gone(cli, id, err, sent_ms);
        cli_explain_auth(cli, err);
    }
    return project;
}

void cli_say_problems(const struct project *project)
{
    if (project->record.problems)
        cli_say("project %lld: %s", (long long)project->id, project->record.problems);
}

int cli_report_project(struct cli *cli, const struct project *project)
{
    cli_say_problems(project);
    if (cli->json) {
        json_t *object = cli_json_ok(project->id);
        json_object_set(object, "project", project->record.raw);
        cli_put_json(cli, object);
    } else {
        struct buffer line;
        buffer_init(&line, BUFFER_MAX_DEFAULT);
        bool has_no_media = json_is_false(json_object_get(project->record.shown, "HasRecording"));
        print_project_line(&line, project->id, project->state,
                           print_length_or_none(project->length, has_no_media), project->name);
        cli_put_buffer(cli, &line);
    }
    return 0;
}
