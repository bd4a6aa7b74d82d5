/* `wait` and `watch`: the ids and limits; the loop itself is waiting.c. */
#include <stdlib.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/cli/cli.h"
#include "steno/cli/handlers.h"
#include "steno/cli/waiting.h"

#define WAIT_LIMIT_MAX_S 31536000 /* a year */

/* Reads --timeout: whole seconds. */
static bool wait_read_limit(const struct args *args, int64_t *limit_ms, struct error *err)
{
    const char *text = args->options[OPTION_LIMIT];
    int64_t seconds;
    *limit_ms = 0;
    if (!text)
        return true;
    if (!text_parse_int(text, &seconds) || seconds < 1 || seconds > WAIT_LIMIT_MAX_S)
        return error_set(err, ERROR_USAGE, "--timeout: “%s” is not a whole number from 1 to %d s", text,
                         WAIT_LIMIT_MAX_S);
    *limit_ms = seconds * 1000;
    return true;
}

/* Follows the projects of the command line. */
static int wait_follow(struct cli *cli, struct waiting *waiting)
{
    int64_t *ids = NULL;
    struct error err;
    error_clear(&err);
    if (!wait_read_limit(cli->args, &waiting->limit_ms, &err) ||
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
