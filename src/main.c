/* steno: parse, choose the screen or a subcommand, exit code. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "steno/cli/args.h"
#include "steno/cli/cli.h"

/* The screen; with ids these are put on the watchlist and opened. */
static int main_screen(const struct args *args)
{
    struct error err;
    error_clear(&err);
    error_set(&err, ERROR_USAGE, "this build has no screen; steno --help lists the commands");
    return cli_refuse(args, &err);
}

int main(int argc, char **argv)
{
    struct args args;
    struct error err;
    int code;
    error_clear(&err);
    if (!args_parse(&args, argc, argv, &err))
        code = cli_refuse(&args, &err);
    else if (args.command || args_has(&args, OPTION_HELP) || args_has(&args, OPTION_VERSION))
        code = cli_run(&args);
    else
        code = main_screen(&args);
    args_free(&args);
    return code;
}
