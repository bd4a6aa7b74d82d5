/* `notify --test`: sends one notice by every way that the settings have on, and says which. */
#include <stdlib.h>

#include "steno/base/spawn.h"
#include "output.h"
#include "handlers.h"
#include "steno/work/notify.h"

/* Runs the hook. *done: there is one. */
static bool cmd_notify_to_hook(const struct settings *settings, const struct notify_change *change,
                               bool *done, struct error *err)
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
        .id = 0, .from = "InProgress", .to = "Completed", .name = "Test of steno notify", .test = true};
    struct error err;
    bool terminal = false, hook = false;
    error_clear(&err);
    if (!args_has(cli->args, OPTION_TEST)) {
        error_set(&err, ERROR_USAGE, "missing option: steno notify --test");
        return cli_fail(cli, 0, &err);
    }
    char *bytes = notify_terminal_bytes(&cli->settings, &change);
    terminal = *bytes != '\0';
    bool ok = cli_put_terminal(bytes, &err) && cmd_notify_to_hook(&cli->settings, &change, &hook, &err);
    free(bytes);
    if (ok && !terminal && !hook)
        ok = error_set(&err, ERROR_USAGE,
                       "no notification configured: set bell, notify_osc or hook in the config");
    if (!ok)
        return cli_fail(cli, 0, &err);
    if (cli->json) {
        cli_put_json(cli, json_pack("{s:b, s:b, s:b}", "ok", true, "terminal", terminal, "hook", hook));
    } else {
        cli_say("notification sent to %s%s%s",
                terminal && hook ? "the terminal and the hook"
                : hook           ? "the hook"
                                 : "the terminal",
                hook ? ". " : "", hook ? settings_hook_note : "");
    }
    return 0;
}
