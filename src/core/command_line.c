/* Owns how a set of values is written as a command. Flags are the table's own names in kebab case. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/command_line.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/buffer.h"

/* Appends one word, in single quotes when it holds anything that a shell might change. */
static void command_line_quote(struct buffer *out, const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:=@%+,";
    if (word[0] && word[strspn(word, plain)] == '\0') {
        buffer_append_text(out, word);
        return;
    }
    buffer_append_char(out, '\'');
    for (; *word; word++) {
        if (*word == '\'')
            buffer_append_text(out, "'\\''");
        else
            buffer_append_char(out, *word);
    }
    buffer_append_char(out, '\'');
}

/* Appends " --flag value" for one row. A value that could be taken for a flag, or is empty, is joined
 * by "=". */
static void command_line_flag(struct buffer *out, const struct param_def *def, const char *value)
{
    char flag[80];
    param_flag(flag, sizeof flag, def);
    buffer_printf(out, " --%s", flag);
    if (def->type == PARAM_BOOL && strcmp(value, "true") == 0)
        return;
    bool joined = def->type == PARAM_BOOL || value[0] == '-' || value[0] == '\0';
    buffer_append_char(out, joined ? '=' : ' ');
    if (value[0])
        command_line_quote(out, value);
}

char *command_line_make(const struct param_set *set, const int64_t *ids, size_t id_count)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_printf(&out, "steno %s", set->table->name);
    for (size_t i = 0; i < id_count; i++)
        buffer_printf(&out, " %" PRId64, ids[i]);
    for (size_t i = 0; i < set->table->count; i++) {
        const struct param_def *def = &set->table->rows[i];
        if (set->values[i] && !def->secret && !def->local)
            command_line_flag(&out, def, set->values[i]);
    }
    return buffer_take(&out);
}

char *command_line_add(char *command, const char *option, const char *word)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    buffer_append_text(&out, command);
    if (option)
        buffer_printf(&out, " %s", option);
    buffer_append_char(&out, ' ');
    bool at_home = option && strncmp(word, "~/", 2) == 0;
    if (at_home) /* the shell knows where that is */
        buffer_append_text(&out, "~/");
    if (!at_home || word[2])
        command_line_quote(&out, word + (at_home ? 2 : 0));
    free(command);
    return buffer_take(&out);
}
