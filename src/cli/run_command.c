/* Owns one run of a subcommand from the parsed line to the exit code. */
/* SPDX-License-Identifier: MIT */
#include "cli.h"
#include "steno/cli/run_command.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "steno/cli/args.h"
#include "handlers.h"
#include "revision.h"
#include "steno/app/keymap.h"
#include "steno/app/turn.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "steno/cli/command.h"
#include "steno/cli/usage.h"
#include "steno/cli/output.h"
#include "progress.h"
#include "steno/cli/connect.h"
#include "steno/store/store.h"
#include "interrupt.h"

/* Prints the help that was asked for. */
static int run_help(struct cli *cli)
{
    struct buffer text;
    const struct args *args = cli->args;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    usage_of(&text, args->command ? args->command->words : args->group ? args->group : "");
    cli_put_buffer(cli, &text);
    return 0;
}

int cli_help(struct cli *cli)
{
    char *const *given = cli->args->words;
    const char *group = cli->args->word_count > 1 ? given[0] : NULL;
    char *words = group ? mem_printf("%s %s", group, given[1]) : mem_copy(given[0] ? given[0] : "");
    struct buffer text;
    struct error err;
    int code = 0;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    error_clear(&err);
    if (usage_of(&text, words)) {
        cli_put_buffer(cli, &text);
    } else {
        args_unknown_command(group, words, &err);
        code = cli_fail(cli, 0, &err);
    }
    free(words);
    return code;
}

/* Refuses `[keys]` of the config that the console would refuse: a file is right, or it is told. `doctor` has
 * a row for it. */
static bool run_check_keys(const struct cli *cli, struct error *err)
{
    if (cli->settings.key_count == 0 || cli->args->command->run == cli_doctor)
        return true;
    struct keymap *keymap = app_keymap(&cli->settings, err);
    keymap_free(keymap);
    return keymap != NULL;
}

/* Without what every command needs: reported. */
static int run_refuse(struct cli *cli, bool is_loaded, struct error *err)
{
    return cli->args->command->run == cli_doctor && !is_loaded ? cli_doctor_without_settings(cli, err)
                                                               : cli_fail(cli, 0, err);
}

/* The settings, where the command reads them. */
static bool run_load(struct cli *cli, struct error *err)
{
    settings_init(&cli->settings);
    return cli->args->command->no_settings ||
           (cli_load_settings(&cli->settings, cli->args, err) && run_check_keys(cli, err));
}

/* Opens what every command needs and runs the handler. */
static int run_command(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    bool ok = interrupt_install() || error_set(&err, ERROR_IO, "cannot create a pipe: %s", strerror(errno));
    bool is_loaded = ok && run_load(cli, &err);
    ok = is_loaded;
    const char *log_file = ok ? settings_text(&cli->settings, SETTING_LOG_FILE) : "";
    if (ok && *log_file)
        ok = log_open(log_file, &err);
    else if (ok && args_has(cli->args, OPTION_VERBOSE))
        ok = log_open_standard_error(&err);
    int code = ok ? cli->args->command->run(cli) : run_refuse(cli, is_loaded, &err);
    cli_put_rows(cli);
    buffer_free(&cli->rows);
    cli_rest_say(cli);
    cli_connection_end(cli);
    store_close(cli->store);
    settings_free(&cli->settings);
    log_close();
    return code;
}

/* Ends by the signal that would have ended a program which did not look: the caller's shell sees what it
 * expects. */
static int run_end(const struct cli *cli, int code)
{
    int cause = interrupt_signal();
    if (cli->out_errno == EPIPE) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    if (cli->out_errno && cli->out_errno != EINTR)
        return 1;
    return cause ? 128 + cause : code;
}

int cli_run(const struct args *args)
{
    struct cli cli = {.args = args, .json = args_has(args, OPTION_JSON)};
    int code = 0;
    output_be_quiet(args_has(args, OPTION_QUIET));
    if (args_has(args, OPTION_QUIET) || args_has(args, OPTION_VERBOSE))
        progress_forbid();
    if (args_has(args, OPTION_HELP))
        code = run_help(&cli);
    else if (args_has(args, OPTION_VERSION))
        cli_put_text(&cli, "steno " STENO_RELEASE "\n");
    else
        code = run_command(&cli);
    return run_end(&cli, code);
}

int cli_refuse(const struct args *args, const struct error *err)
{
    struct cli cli = {.args = args, .json = args_has(args, OPTION_JSON)};
    struct error copy = *err;
    return cli_fail(&cli, 0, &copy);
}
