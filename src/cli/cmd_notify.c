/* `notify --test`: sends one notice by every way that the settings have on, and says which. */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/spawn.h"
#include "steno/cli/output.h"
#include "steno/work/notify.h"
#include "handlers.h"

/* Writes the notice to the terminal of this process. *done: there was something to write. */
static bool notify_to_terminal(const struct settings *settings, const struct notify_change *change,
                               bool *done, struct error *err)
{
    char *bytes = notify_terminal_bytes(settings, change);
    *done = bytes[0] != '\0';
    bool ok = true;
    if (*done) {
        int tty = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC);
        ok = tty >= 0 && file_write_all(tty, bytes, strlen(bytes));
        if (!ok)
            error_set(err, ERROR_IO, "the notice needs a terminal, and there is none here");
        if (tty >= 0)
            close(tty);
    }
    free(bytes);
    return ok;
}

/* Runs the hook. *done: there is one. */
static bool notify_to_hook(const struct settings *settings, const struct notify_change *change, bool *done,
                           struct error *err)
{
    char **argv = NULL, **env = NULL;
    bool ok = notify_hook(settings, change, &argv, &env, err);
    *done = ok && argv;
    if (*done) {
        struct spawn_request request = {
            .argv = argv, .env_extra = (const char *const *)env, .timeout_ms = NOTIFY_HOOK_LIMIT_MS};
        ok = spawn_run(&request, err);
        if (!ok)
            error_prefix(err, "hook");
    }
    spawn_argv_free(argv);
    spawn_argv_free(env);
    return ok;
}

int cli_notify(struct cli *cli)
{
    static const struct notify_change change = {
        .id = 1, .from = "InProgress", .to = "Completed", .name = "Test of steno notify"};
    struct error err;
    bool terminal = false, hook = false;
    error_clear(&err);
    if (!args_has(cli->args, OPTION_TEST)) {
        error_set(&err, ERROR_USAGE, "steno notify does one thing: steno notify --test");
        return cli_fail(cli, 0, &err);
    }
    bool ok = notify_to_terminal(&cli->settings, &change, &terminal, &err) &&
              notify_to_hook(&cli->settings, &change, &hook, &err);
    if (ok && !terminal && !hook)
        ok = error_set(&err, ERROR_USAGE, "no notice is set up: set bell, notify_osc or hook in the config");
    if (!ok)
        return cli_fail(cli, 0, &err);
    if (cli->json) {
        cli_put_json(cli, json_pack("{s:b, s:b, s:b}", "ok", true, "terminal", terminal, "hook", hook));
    } else {
        cli_say("the notice went to %s", terminal && hook ? "the terminal and the hook"
                                         : hook           ? "the hook"
                                                          : "the terminal");
    }
    return 0;
}
