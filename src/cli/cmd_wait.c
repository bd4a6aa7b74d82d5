/* `wait` and `watch`: the ids and the time; the loop itself is waiting.c. */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "steno/cli/output.h"
#include "handlers.h"
#include "projects.h"
#include "waiting.h"

/* Follows the projects of the command line. */
static int wait_follow(struct cli *cli, struct waiting *waiting)
{
    int64_t *ids = NULL;
    struct error err;
    error_clear(&err);
    if (!waiting_read_within(cli->args, &waiting->within_ms, &err) ||
        !cli_read_ids(cli, &ids, &waiting->count, &err))
        return cli_fail(cli, 0, &err);
    waiting->projects = mem_zero(waiting->count, sizeof *waiting->projects);
    for (size_t i = 0; i < waiting->count; i++)
        waiting->projects[i].id = ids[i];
    int code = waiting_run(cli, waiting);
    free(waiting->projects);
    free(ids);
    return code;
}

int cli_wait(struct cli *cli)
{
    struct waiting waiting = {.any = args_has(cli->args, OPTION_ANY)};
    return wait_follow(cli, &waiting);
}

int cli_watch(struct cli *cli)
{
    struct waiting waiting = {.forever = true};
    return wait_follow(cli, &waiting);
}
