/* The programs that steno starts beside calls: what a copy and a hook are told, and the ways to the
 * clipboard. The terminal is handed its sequence by its owner. */
/* SPDX-License-Identifier: MIT */
#include "steno/work/programs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/spawn.h"
#include "steno/base/text.h"
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

/* --- the hook --- */

/* Appends a copy to a NULL-ended array. */
static void notify_push(char ***list, char *text)
{
    size_t count = 0;
    while (*list && (*list)[count])
        count++;
    *list = mem_grow(*list, count + 2, sizeof **list);
    (*list)[count] = text;
    (*list)[count + 1] = NULL;
}

bool notify_hook(const struct settings *settings, const struct notify_change *change, char ***argv,
                 char ***env, struct error *err)
{
    const char *command = settings_text(settings, SETTING_HOOK);
    *argv = *env = NULL;
    if (!*command)
        return true;
    if (!spawn_split(command, argv, err)) {
        error_prefix(err, "hook");
        *argv = NULL;
        return false;
    }
    char *id = mem_printf("%" PRId64, change->id);
    for (char **word = *argv; *word; word++) {
        char *whole = text_replace(*word, "{id}", id);
        free(*word);
        *word = whole;
    }
    const struct {
        const char *name, *value;
    } rows[] = {
        {"STENO_ID", id},
        {"STENO_FROM", change->from},
        {"STENO_STATE", change->to},
        {"STENO_NAME", change->name},
        {"STENO_PROFILE", settings_text(settings, SETTING_PROFILE)},
        {"STENO_URL", change->url ? change->url : settings_text(settings, SETTING_URL)},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        notify_push(env, mem_printf("%s=%s", rows[i].name, rows[i].value));
    free(id);
    return true;
}
