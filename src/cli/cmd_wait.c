/* `wait` and `watch`: the ids and the time; the loop itself is waiting.c. */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "output.h"
#include "handlers.h"
#include "projects.h"
#include "waiting.h"

/* Follows the projects of the command line. */
static int wait_follow(struct cli *cli, struct waiting *waiting)
{
    struct id_list list = {0};
    struct error err;
    error_clear(&err);
    bool ok = waiting_read_within(cli->args, &waiting->within_ms, &err) &&
              waiting_read_interval(cli->args, &waiting->interval_ms, &err) && cli_read_ids(cli, &list, &err);
    waiting->count = list.count;
    waiting->projects = mem_zero(waiting->count, sizeof *waiting->projects);
    for (size_t i = 0; i < waiting->count; i++)
        waiting->projects[i].id = list.ids[i];
    id_list_free(&list);
    int code = ok ? waiting_run(cli, waiting) : cli_fail(cli, 0, &err);
    free(waiting->projects);
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
