/* Owns what is said of a command or an option that does not exist, and what was probably meant. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/cli/args.h"
#include "steno/cli/command.h"
#include "steno/base/text.h"
#include "steno/core/rows.h"
#include "steno/core/names.h"

const char *args_unknown_show(char out[200], const char *text)
{
    char *clean = text_clean_copy(text);
    text_clip(out, 200, clean, 60);
    free(clean);
    return out;
}

/* Offers every flag that may stand here. */
static void unknown_offer_flags(const struct args *args, struct nearest *nearest)
{
    uint64_t allowed = OPTIONS_GLOBAL | (args->command ? args->command->options : 0);
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (allowed & OPTION_BIT(i))
            nearest_offer(nearest, option_defs[i].name);
    }
    for (size_t i = 0; args->params && i < args->params->table->count; i++) {
        char flag[80];
        param_flag(flag, sizeof flag, &args->params->table->rows[i]);
        nearest_offer(nearest, flag);
    }
    for (int i = 0; i < SETTING_COUNT; i++) {
        if (setting_defs[i].flag)
            nearest_offer(nearest, setting_defs[i].flag);
    }
}

/* Is it what a command that filters takes as a word? */
static bool unknown_is_filter_word(const struct command *command, const char *name)
{
    size_t len = strlen(name);
    for (size_t i = 0; command && (command->options & OPTION_BIT(OPTION_IDS)) && i < FILTER_TERMS; i++) {
        const char *word = filter_terms[i].word;
        if (strncmp(word, name, len) == 0 && strcmp(word + len, ":") == 0)
            return true;
    }
    return false;
}

bool args_unknown_flag(const struct args *args, const char *name, struct error *err)
{
    char shown[200], hint[120] = "";
    struct nearest nearest;
    const struct command *command = args->command;
    nearest_start(&nearest, name);
    unknown_offer_flags(args, &nearest);
    if (nearest.best[0])
        snprintf(hint, sizeof hint, "did you mean --%s? ", nearest.best);
    if (unknown_is_filter_word(command, name)) /* there is one language for it */
        snprintf(hint, sizeof hint, "write the word %s:TEXT; ", name);
    return error_set(err, ERROR_USAGE, "unknown option --%s; %ssteno%s%s --help lists the options",
                     args_unknown_show(shown, name), hint, command ? " " : "", command ? command->words : "");
}

bool args_unknown_letter(const struct args *args, const char *text, struct error *err)
{
    char shown[200];
    const struct command *command = args->command;
    return error_set(
        err, ERROR_USAGE,
        "unknown option %s (put arguments that begin with “-” after --); steno%s%s --help lists the "
        "options",
        args_unknown_show(shown, text), command ? " " : "", command ? command->words : "");
}

/* The command that says why its group has no others, or NULL. */
static const struct command *unknown_only_command(const char *group)
{
    for (size_t i = 0; group && i < command_count; i++) {
        if (commands[i].no_more && command_in_group(&commands[i], group))
            return &commands[i];
    }
    return NULL;
}

/* Offers the commands, and first those that are known elsewhere by the word. */
static void unknown_offer_commands(struct nearest *nearest, const char *words)
{
    for (size_t i = 0; i < command_count; i++) {
        if (commands[i].elsewhere && text_has_word(commands[i].elsewhere, words)) {
            snprintf(nearest->best, sizeof nearest->best, "%s", commands[i].words);
            return;
        }
    }
    for (size_t i = 0; i < command_count; i++)
        nearest_offer(nearest, commands[i].words);
    nearest_offer(nearest, "--version");
}

bool args_unknown_command(const char *group, const char *words, struct error *err)
{
    char shown[200], hint[120] = "";
    const struct command *only = unknown_only_command(group);
    if (only)
        return error_set(err, ERROR_USAGE, "unknown command “%s”: %s; steno %s --help shows what it can do",
                         args_unknown_show(shown, words), only->no_more, group);
    struct nearest nearest;
    nearest_start(&nearest, words);
    unknown_offer_commands(&nearest, words);
    if (nearest.best[0])
        snprintf(hint, sizeof hint, "did you mean “steno %s”? ", nearest.best);
    return error_set(err, ERROR_USAGE, "unknown command “%s”; %ssteno --help lists the commands",
                     args_unknown_show(shown, words), hint);
}
