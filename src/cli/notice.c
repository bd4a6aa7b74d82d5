/* Owns who is told of a change of state by a subcommand. Knows nothing of how it was seen. */
#include "notice.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/spawn.h"
#include "steno/cli/output.h"
#include "local.h"

bool notice_to_terminal(const struct settings *settings, const struct notify_change *change, bool *done,
                        struct error *err)
{
    char *bytes = notify_terminal_bytes(settings, change);
    *done = bytes[0] != '\0';
    bool ok = true;
    if (*done) {
        int tty = open("/dev/tty", O_WRONLY | O_NOCTTY | O_CLOEXEC);
        ok = tty >= 0 && file_write_all(tty, bytes, strlen(bytes));
        if (!ok)
            error_set(err, ERROR_IO, "there is no terminal here to notify");
        if (tty >= 0)
            close(tty);
    }
    free(bytes);
    return ok;
}

/* Is it this program that tells the hook? */
static bool notice_is_ours(struct cli *cli, const struct notify_change *change)
{
    struct store_result *result = cli_store_ask(cli, notify_claim(change));
    bool ours = notify_is_claimed(result);
    store_result_free(result);
    return ours;
}

void notice_tell(struct cli *cli, struct programs *programs, const struct notify_change *change)
{
    struct program hook = {.limit_ms = NOTIFY_HOOK_LIMIT_MS, .failed = "hook"};
    struct error err;
    bool done;
    error_clear(&err);
    notice_to_terminal(&cli->settings, change, &done,
                       &err); /* without a terminal there is nobody to hear it */
    if (!notify_hook(&cli->settings, change, &hook.argv, &hook.env, &err))
        cli_say("%s", err.text);
    else if (hook.argv && notice_is_ours(cli, change))
        programs_submit(programs, &hook);
    else {
        spawn_argv_free(hook.argv);
        spawn_argv_free(hook.env);
    }
}
