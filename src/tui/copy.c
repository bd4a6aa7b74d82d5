/* Owns the ladder of ways to the clipboard. */
#include "steno/tui/copy.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"
#include "steno/base/spawn.h"
#include "steno/tui/term.h"

#define COPY_LIMIT_MS 2000

/* Appends bytes as base64. */
static void copy_base64(struct buffer *out, const char *bytes, size_t len)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < len; i += 3) {
        unsigned group = 0;
        size_t have = len - i < 3 ? len - i : 3;
        for (size_t j = 0; j < 3; j++)
            group = group << 8 | (j < have ? (unsigned char)bytes[i + j] : 0u);
        for (size_t j = 0; j < 4; j++)
            buffer_append_char(out, j <= have ? digits[group >> (18 - 6 * j) & 63] : '=');
    }
}

char *copy_osc52(const char *text, bool in_tmux)
{
    size_t len = strlen(text);
    if (len > COPY_OSC_MAX)
        return NULL;
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_append_text(&out, in_tmux ? "\033Ptmux;\033\033]52;c;" : "\033]52;c;");
    copy_base64(&out, text, len);
    buffer_append_text(&out, in_tmux ? "\a\033\\" : "\a");
    return buffer_take(&out);
}

/* Gives the text to a program on its standard input. */
static bool copy_by_program(char *const *argv, const char *text, struct error *err)
{
    struct spawn_request request = {
        .argv = argv, .input = text, .input_len = strlen(text), .timeout_ms = COPY_LIMIT_MS};
    return spawn_run(&request, err);
}

/* By the command of the settings. */
static bool copy_by_command(const char *command, const char *text, struct error *err)
{
    char **argv;
    if (!spawn_split(command, &argv, err))
        return false;
    bool ok = copy_by_program(argv, text, err);
    spawn_argv_free(argv);
    return ok;
}

bool copy_text(const struct settings *settings, const char *text, const char **how, struct error *err)
{
    static char *const tmux[] = {"tmux", "load-buffer", "-w", "-", NULL};
    const char *command = settings_text(settings, SETTING_COPY_COMMAND), *in_tmux = getenv("TMUX");
    if (*command) {
        *how = "by copy_command";
        return copy_by_command(command, text, err);
    }
    *how = "to tmux's buffer";
    if (in_tmux && *in_tmux && copy_by_program(tmux, text, err))
        return true;
    *how = "by the terminal (OSC 52)";
    char *sequence = copy_osc52(text, in_tmux && *in_tmux);
    if (!sequence)
        return error_set(err, ERROR_IO, "Nothing was copied: the text is longer than a terminal takes; set copy_command");
    term_send(sequence);
    free(sequence);
    return true;
}
