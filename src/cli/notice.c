/* Owns who is told of a change of state by a subcommand. Knows nothing of how it was seen. */
#include "notice.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/cli/output.h"

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

void notice_tell(struct cli *cli, struct hooks *hooks, const struct notify_change *change)
{
    struct error err;
    bool done;
    error_clear(&err);
    notice_to_terminal(&cli->settings, change, &done,
                       &err); /* without a terminal there is nobody to hear it */
    if (!hooks_add(hooks, &cli->settings, change, &err))
        cli_say("%s", err.text);
}
