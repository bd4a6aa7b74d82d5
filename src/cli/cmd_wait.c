/* `wait` and `watch`: the ids and the time; they are followed by follow.c. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "output.h"
#include "handlers.h"
#include "projects.h"
#include "follow.h"

/* Follows the projects of the command line. */
static int cmd_wait_follow(struct cli *cli, struct follow *follow)
{
    struct id_list list = {0};
    struct error err;
    error_clear(&err);
    bool ok = follow_read_within(cli->args, &follow->within_ms, &err) &&
              follow_read_interval(cli->args, &follow->interval_ms, &err) && cli_read_ids(cli, &list, &err);
    follow->count = list.count;
    follow->projects = mem_zero(follow->count, sizeof *follow->projects);
    for (size_t i = 0; i < follow->count; i++)
        follow->projects[i].id = list.ids[i];
    id_list_free(&list);
    int code = ok ? follow_run(cli, follow) : cli_fail(cli, 0, &err);
    free(follow->projects);
    return code;
}

int cli_wait(struct cli *cli)
{
    struct follow follow = {.any = args_has(cli->args, OPTION_ANY)};
    return cmd_wait_follow(cli, &follow);
}

int cli_watch(struct cli *cli)
{
    struct follow follow = {.forever = true};
    return cmd_wait_follow(cli, &follow);
}
