/* `state`: the state of projects, one word a line. */
#include <inttypes.h>

#include "steno/cli/output.h"
#include "handlers.h"
#include "local.h"
#include "many.h"
#include "projects.h"

static struct call *state_make(struct cli *cli, void *arg, size_t place, struct call_result **instead)
{
    const struct id_list *ids = arg;
    (void)cli;
    (void)instead;
    struct call *call = call_new(ENDPOINT_GET_PROJECT);
    call->project_id = ids->ids[place];
    return call;
}

static struct call *state_answered(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    (void)arg;
    (void)place;
    if (result->ok)
        cli_keep_project(cli, result->project, false);
    return NULL;
}

static int state_show(struct cli *cli, void *arg, size_t place, struct call_result *result)
{
    struct buffer line;
    (void)arg;
    (void)place;
    if (cli->json) {
        cli_report_project(cli, result->project);
        return 0;
    }
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    buffer_printf(&line, "%" PRId64 "  %s\n", result->project_id, result->project->state);
    cli_put_buffer(cli, &line);
    return 0;
}

int cli_state(struct cli *cli)
{
    static const struct many_user user = {
        .make = state_make, .answered = state_answered, .show = state_show};
    struct id_list ids = {0};
    struct error err;
    error_clear(&err);
    int code = cli_read_ids(cli, &ids, &err) ? many_run(cli, &ids, &user, &ids) : cli_fail(cli, 0, &err);
    id_list_free(&ids);
    return code;
}
