/* Owns how a row of the command table is found, and the help texts: all of them are made of the tables. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/base/text.h"
#include "steno/cli/command.h"

#define USAGE_COLUMNS 80
#define USAGE_RIGHT   24

const struct exit_code exit_codes[] = {
    {0, "success"},
    {1, "another error"},
    {2, "invalid command line or settings"},
    {3, "not logged in, or access denied"},
    {4, "not found"},
    {5, "conflict: the project was changed, or may be enqueued already"},
    {6, "network error, timeout, or outcome unknown"},
    {7, "finished, but a project failed or was canceled"},
    {9, "the check found something"},
    {130, "interrupted (ended by SIGHUP: 129, SIGQUIT: 131, SIGTERM: 143)"},
    {0, NULL},
};

/* --- rows --- */

const struct command *command_find(const char *words)
{
    for (size_t i = 0; i < command_count; i++) {
        if (strcmp(commands[i].words, words) == 0)
            return &commands[i];
    }
    return NULL;
}

const char *command_in_group(const struct command *command, const char *group)
{
    size_t len = strlen(group);
    bool is_in = strncmp(command->words, group, len) == 0 && command->words[len] == ' ';
    return is_in ? command->words + len + 1 : NULL;
}

bool command_is_group(const char *word)
{
    size_t i = 0;
    while (i < command_count && !command_in_group(&commands[i], word))
        i++;
    return i < command_count;
}

const struct param_table *command_params(const struct command *command)
{
    return command->endpoint == ENDPOINT_COUNT ? NULL : endpoints[command->endpoint].params;
}

/* --- what a row takes --- */

void usage_setting_value(char *out, size_t size, const struct setting_def *def)
{
    size_t used = 0;
    snprintf(out, size, "%s", def->value ? def->value : "");
    for (size_t i = 0; def->choices && def->choices[i] && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? "|" : "", def->choices[i]);
}

void usage_setting_facts(char *out, size_t size, const struct setting_def *def)
{
    bool ranged = def->type == SETTING_INT;
    out[0] = '\0';
    if (ranged)
        snprintf(out, size, "%lld to %lld", (long long)def->min, (long long)def->max);
    size_t used = strlen(out);
    if (*def->def)
        snprintf(out + used, size - used, "%sdefault %s", ranged ? ", " : "", def->def);
}

void usage_param_value(char *out, size_t size, const struct param_def *def)
{
    static const char *const values[] = {[PARAM_BOOL] = "[=true|false]",
                                         [PARAM_INT] = " NUMBER",
                                         [PARAM_NUMBER] = " NUMBER",
                                         [PARAM_TEXT] = " TEXT"};
    const char *unit = def->unit ? def->unit : "", *preset = def->def ? def->def : "";
    bool both = *unit && *preset;
    snprintf(out, size, *unit || *preset ? "%s (%s%s%s%s)" : "%s", values[def->type], unit, both ? ", " : "",
             *preset ? "default " : "", preset);
}

void usage_variable(char *out, size_t size, const struct setting_def *def)
{
    if (def->env_value)
        snprintf(out, size, "If not empty: %s = %s", def->name, def->env_value);
    else
        snprintf(out, size, "%s", def->help);
}

/* --- the layout --- */

/* Appends a text broken at blanks, every line behind `indent` blanks; `column` is where the line at hand
 * stands. */
static void usage_wrap(struct buffer *out, const char *text, int indent, int column)
{
    bool starts = true;
    while (*text) {
        size_t len = strcspn(text, " ");
        char word[200];
        snprintf(word, sizeof word, "%.*s", (int)len, text);
        int cells = text_width(word);
        if (!starts && column + 1 + cells > USAGE_COLUMNS) {
            buffer_append_char(out, '\n');
            column = 0;
            starts = true;
        }
        buffer_printf(out, "%*s%s", starts ? indent - column : 1, "", word);
        column = (starts ? indent : column + 1) + cells;
        starts = false;
        text += len;
        text += strspn(text, " ");
    }
    buffer_append_char(out, '\n');
}

/* Appends "  left   right", right in its column; a long left one stands on a line of its own. */
static void usage_row(struct buffer *out, const char *left, const char *right)
{
    int cells = text_width(left) + 2;
    buffer_printf(out, "  %s", left);
    if (cells + 2 > USAGE_RIGHT) {
        buffer_append_char(out, '\n');
        cells = 0;
    }
    usage_wrap(out, right, USAGE_RIGHT, cells);
}

/* Appends the rows of the options in the set. */
static void usage_options(struct buffer *out, uint64_t set)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_def *def = &option_defs[i];
        char left[80], letter[8] = "";
        if (!(set & OPTION_BIT(i)))
            continue;
        if (def->letter)
            snprintf(letter, sizeof letter, "-%c, ", def->letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, def->name, def->value ? " " : "",
                 def->value ? def->value : "");
        usage_row(out, left, def->help);
    }
}

/* Appends the flags that work everywhere. */
static void usage_global(struct buffer *out)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        const struct setting_def *def = &setting_defs[i];
        char left[160], right[300], value[80], facts[120];
        if (!def->flag)
            continue;
        usage_setting_value(value, sizeof value, def);
        usage_setting_facts(facts, sizeof facts, def);
        bool bare = def->type == SETTING_BOOL;
        snprintf(left, sizeof left, "--%s%s%s", def->flag, bare ? "" : " ", bare ? "" : value);
        snprintf(right, sizeof right, bare || !*facts ? "%s" : "%s (%s)", def->help, facts);
        usage_row(out, left, right);
    }
    usage_options(out, OPTIONS_GLOBAL);
}

/* Appends a table's parameters, the rows of a group under its heading. */
static void usage_params(struct buffer *out, const struct param_table *table)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct param_def *def = &table->rows[i];
        char flag[80], value[200];
        if (i == 0 || strcmp(table->rows[i - 1].group, def->group) != 0)
            buffer_printf(out, "\n%s:\n", def->group);
        param_flag(flag, sizeof flag, def);
        usage_param_value(value, sizeof value, def);
        buffer_printf(out, "  --%s%s\n", flag, value);
        usage_wrap(out, def->help, 6, 0);
    }
}

/* --- the texts --- */

/* Appends a command's usage line. */
static void usage_line(struct buffer *out, const struct command *command)
{
    bool parameters = command_params(command) || command->params_by_word;
    buffer_printf(out, "steno %s%s%s%s\n", command->words, command->args[0] ? " " : "", command->args,
                  parameters         ? " [parameters]"
                  : command->options ? " [options]"
                                     : "");
}

static void usage_command(struct buffer *out, const struct command *command)
{
    const struct param_table *table = command_params(command);
    buffer_append_text(out, "Usage: ");
    usage_line(out, command);
    buffer_printf(out, "\n%s.\n", command->help);
    if (command->more)
        usage_wrap(out, command->more, 0, 0);
    if (strncmp(command->args, "ID ", 3) == 0)
        buffer_append_text(out, "An id is a number such as 12.\n");
    else if (strncmp(command->args, "ID", 2) == 0)
        buffer_append_text(out,
                           "Ids: numbers or ranges such as 12 15 20-30, or - for ids from standard input.\n");
    if (command->options) {
        buffer_append_text(out, "\nOptions:\n");
        usage_options(out, command->options);
    }
    if (table) {
        buffer_printf(out,
                      "\nParameters of %s. Parameters you omit are not sent.\n"
                      "A Boolean option without a value means true.\n",
                      table->name);
        usage_params(out, table);
    }
    buffer_append_text(out, "\nGlobal options:\n");
    usage_global(out);
}

static void usage_program(struct buffer *out)
{
    buffer_append_text(out, "Usage:\n"
                            "  steno [ID…]               open the console and add these projects to the\n"
                            "                            watchlist\n"
                            "  steno COMMAND [options]   run one command and exit\n"
                            "\nCommands (details: steno COMMAND --help):\n");
    for (size_t i = 0; i < command_count; i++) {
        char left[80];
        snprintf(left, sizeof left, "%s%s%s", commands[i].words, commands[i].args[0] ? " " : "",
                 commands[i].args);
        usage_row(out, left, commands[i].help);
    }
    buffer_append_text(out, "\nGlobal options, in any position:\n");
    usage_global(out);
    buffer_append_text(out, "\nEnvironment:\n");
    for (int i = 0; i < SETTING_COUNT; i++) {
        char text[120];
        if (!setting_defs[i].env)
            continue;
        usage_variable(text, sizeof text, &setting_defs[i]);
        usage_row(out, setting_defs[i].env, text);
    }
    buffer_append_text(out, "\nExit codes:\n");
    for (const struct exit_code *row = exit_codes; row->help; row++)
        buffer_printf(out, "  %3d  %s\n", row->code, row->help);
}

bool usage_of(struct buffer *out, const char *words)
{
    const struct command *command = command_find(words);
    if (command) {
        usage_command(out, command);
    } else if (!*words) {
        usage_program(out);
    } else if (command_is_group(words)) {
        buffer_append_text(out, "Usage:\n");
        for (size_t i = 0; i < command_count; i++) {
            if (!command_in_group(&commands[i], words))
                continue;
            buffer_append_text(out, "  ");
            usage_line(out, &commands[i]);
            buffer_printf(out, "      %s\n", commands[i].help);
        }
    } else {
        return false;
    }
    return true;
}
