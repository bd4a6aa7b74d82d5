/* The ways to the clipboard. The terminal is handed the sequence by its owner. */
/* SPDX-License-Identifier: MIT */
#include "steno/work/copy.h"

#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/spawn.h"
#include "workers.h"

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

bool copy_in_tmux(void)
{
    const char *tmux = getenv("TMUX");
    return tmux && *tmux;
}

bool copy_program(const struct settings *settings, const char *text, struct program *program,
                  struct error *err)
{
    const char *command = settings_text(settings, SETTING_COPY_COMMAND);
    *program = (struct program){.limit_ms = COPY_LIMIT_MS, .failed = "Nothing was copied"};
    if (!*command && !copy_in_tmux())
        return true;
    program->copy_else = !*command;
    if (!spawn_split(*command ? command : "tmux load-buffer -w -", &program->argv, err)) {
        error_prefix(err, "copy_command");
        return false;
    }
    program->input = mem_copy(text);
    program->done = mem_copy(*command ? "Copied by copy_command" : "Copied to tmux's buffer");
    return true;
}
