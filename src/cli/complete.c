/* Owns what can come next on a line that is being typed: commands, flags, or the values that
 * complete_values.c knows. */
/* SPDX-License-Identifier: MIT */
#include "steno/cli/complete.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/cli/command.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/settings.h"

void complete_offer(struct complete *complete, const char *value, const char *help)
{
    if (strncmp(value, complete->typed, strlen(complete->typed)) != 0 || !text_is_clean(value, strlen(value)))
        return;
    buffer_printf(&complete->out, "%s%s", complete->before, value);
    if (help && *help) {
        buffer_append_char(&complete->out, '\t');
        text_clean(&complete->out, help, strlen(help));
    }
    buffer_append_char(&complete->out, '\n');
}

/* Of a group, which has several, once and without its help. */
static void complete_first_words(struct complete *complete)
{
    for (size_t i = 0; i < command_count; i++) {
        size_t len = strcspn(commands[i].words, " ");
        bool is_group = commands[i].words[len] != '\0';
        char *word = mem_copy_n(commands[i].words, len);
        if (!is_group || i == 0 || !command_in_group(&commands[i - 1], word))
            complete_offer(complete, word, is_group ? NULL : commands[i].help);
        free(word);
    }
}

void complete_commands(struct complete *complete, const char *group)
{
    if (!group) {
        complete_first_words(complete);
        return;
    }
    for (size_t i = 0; i < command_count; i++) {
        const char *word = command_in_group(&commands[i], group);
        if (word)
            complete_offer(complete, word, commands[i].help);
    }
}

/* Offers the flags that may stand here. */
static void complete_flags(struct complete *complete)
{
    const struct command *command = complete->args.command;
    const struct param_set *params = complete->args.params;
    uint64_t allowed = OPTIONS_GLOBAL | (command ? command->options : 0);
    char flag[100] = "--";
    if (command)
        allowed &= ~OPTION_BIT(OPTION_DEMO);
    for (int i = 0; i < OPTION_COUNT; i++) {
        snprintf(flag + 2, sizeof flag - 2, "%s", option_defs[i].name);
        if (allowed & OPTION_BIT(i))
            complete_offer(complete, flag, option_defs[i].help);
    }
    for (size_t i = 0; params && i < params->table->count; i++) {
        param_flag(flag + 2, sizeof flag - 2, &params->table->rows[i]);
        complete_offer(complete, flag, params->table->rows[i].help);
    }
    for (int i = 0; i < SETTING_COUNT; i++) {
        if (!setting_defs[i].flag)
            continue;
        snprintf(flag + 2, sizeof flag - 2, "%s", setting_defs[i].flag);
        complete_offer(complete, flag, setting_defs[i].help);
    }
}

/* The word has a flag and an equals sign: offers values behind them. */
static void complete_joined(struct complete *complete, const char *word)
{
    size_t len = strcspn(word, "=");
    char *before = mem_copy_n(word, len + 1), *name = mem_copy_n(word + 2, len - 2);
    complete->before = before;
    complete->typed = word + len + 1;
    complete_flag_values(complete, args_find_flag(&complete->args, name));
    complete->before = "";
    free(before);
    free(name);
}

/* Offers a word that is neither a flag nor the value of one. */
static void complete_word(struct complete *complete)
{
    const struct args *args = &complete->args;
    if (args->command)
        complete_argument(complete);
    else if (args->group)
        complete_commands(complete, args->group);
    else if (complete->place.is_screen || isdigit((unsigned char)complete->typed[0]))
        complete_ids(complete);
    else
        complete_commands(complete, NULL);
}

/* Offers what can become of the last word. */
static void complete_line(struct complete *complete, const char *word)
{
    bool is_flag = word[0] == '-' && !complete->place.no_flags;
    complete->before = "";
    complete->typed = word;
    if (complete->place.awaited.kind != ARGS_NO_FLAG)
        complete_flag_values(complete, complete->place.awaited);
    else if (is_flag && word[1] == '-' && strchr(word, '='))
        complete_joined(complete, word);
    else if (is_flag)
        complete_flags(complete);
    else
        complete_word(complete);
}

int complete_run(int argc, char *const *argv)
{
    struct complete complete;
    if (argc < 3 || strcmp(argv[0], "--") != 0)
        return 0;
    buffer_init(&complete.out, BUFFER_MAX_DEFAULT);
    args_parse_start(&complete.args, &complete.place, argc - 2, argv + 1);
    complete_line(&complete, argv[argc - 1]);
    fputs(buffer_text(&complete.out), stdout);
    fflush(stdout);
    args_free(&complete.args);
    buffer_free(&complete.out);
    return 0;
}
