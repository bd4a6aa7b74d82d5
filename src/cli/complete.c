/* Owns what can come next on a line that is being typed: commands, flags, and the values of the tables, of
 * config and state.db. */
/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/caption/styles.h"
#include "steno/cli/run.h"
#include "steno/core/rows.h"
#include "steno/store/config.h"
#include "steno/store/store.h"

struct complete {
    struct buffer out;
    struct args args; /* the line before the word that is being typed */
    struct args_place place;
    const char *before; /* begins the word, and each that is offered: "--color=" */
    const char *typed;  /* the rest of it, which a value has to begin with */
};

/* Offers a value, unless the word cannot become it; help may be NULL. */
static void complete_offer(struct complete *complete, const char *value, const char *help)
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

/* Offers the words of a list that ends with NULL; none where it is NULL. */
static void complete_list(struct complete *complete, const char *const *words)
{
    for (; words && *words; words++)
        complete_offer(complete, *words, NULL);
}

/* Offers what state.db has for the server and the profile of the line. */
static void complete_peek(struct complete *complete, enum store_peek kind, const char *table)
{
    struct config_sources sources = {0};
    struct settings settings;
    struct error err;
    struct store_entries rows;
    mem_forbid_core();
    settings_init(&settings);
    for (int id = 0; id < SETTING_COUNT; id++) { /* as far as they are right */
        if (complete->args.settings[id])
            settings_put(&settings, (enum setting_id)id, SOURCE_FLAG, "", complete->args.settings[id], &err);
    }
    config_load(&settings, &sources, NULL, &err);
    struct store_config config = {.url = settings_text(&settings, SETTING_URL),
                                  .api_path = settings_text(&settings, SETTING_API_PATH),
                                  .email = settings_text(&settings, SETTING_EMAIL)};
    store_peek(&config, kind, complete->typed, table, &rows);
    for (size_t i = 0; i < rows.count; i++)
        complete_offer(complete, rows.items[i].name, rows.items[i].text);
    store_entries_clear(&rows);
    settings_free(&settings);
}

static void complete_files(struct complete *complete)
{
    buffer_printf(&complete->out, ":files%s%s\n", complete->before[0] ? " " : "", complete->before);
}

/* Offers the first words of the commands, a group once and without help; with a group, its second words. */
static void complete_commands(struct complete *complete, const char *group)
{
    for (size_t i = 0; i < command_count; i++) {
        size_t len = strcspn(commands[i].words, " ");
        bool is_group = commands[i].words[len] != '\0';
        char *word = mem_copy_n(commands[i].words, len);
        if (group && command_in_group(&commands[i], group))
            complete_offer(complete, command_in_group(&commands[i], group), commands[i].help);
        else if (!group && (!is_group || i == 0 || !command_in_group(&commands[i - 1], word)))
            complete_offer(complete, word, is_group ? NULL : commands[i].help);
        free(word);
    }
}

/* --- values of flags --- */

static void complete_option(struct complete *complete, enum option_id id)
{
    static const char *const logins[] = {"json", "form", "query", NULL};
    static const char *const levels[] = {"error", "warning", "never", NULL};
    const struct param_set *params = complete->args.params;
    switch (id) {
    case OPTION_AS:
        complete_list(complete, logins);
        break;
    case OPTION_FAIL_ON:
        complete_list(complete, levels);
        break;
    case OPTION_CHECK:
    case OPTION_STYLE:
        for (size_t i = 0; i < caption_style_count; i++)
            complete_offer(complete, caption_styles[i].name, caption_styles[i].title);
        break;
    case OPTION_PRESET:
        complete_peek(complete, PEEK_PRESETS, params ? params->table->name : "");
        break;
    case OPTION_UNSET:
        for (size_t i = 0; params && i < params->table->count; i++) {
            char flag[80];
            param_flag(flag, sizeof flag, &params->table->rows[i]);
            complete_offer(complete, flag, params->table->rows[i].help);
        }
        break;
    case OPTION_SORT:
        for (int i = 0; i < COLUMN_COUNT; i++) { /* in both directions */
            char name[40];
            if (!column_defs[i].key)
                continue;
            complete_offer(complete, column_defs[i].name, NULL);
            snprintf(name, sizeof name, "%s-", column_defs[i].name);
            complete_offer(complete, name, "reversed");
        }
        break;
    case OPTION_OUTPUT:
        complete_files(complete);
        break;
    default:
        break;
    }
}

/* Offers the values of a flag that are known. */
static void complete_flag_values(struct complete *complete, const struct args_flag *flag)
{
    static const char *const bools[] = {"true", "false", NULL};
    if (flag->is_bool) {
        complete_list(complete, bools);
    } else if (flag->kind == ARGS_OPTION) {
        complete_option(complete, (enum option_id)flag->index);
    } else if (flag->kind == ARGS_PARAM) {
        complete_list(complete, complete->args.params->table->rows[flag->index].suggestions);
    } else if (flag->kind == ARGS_SETTING && flag->index == SETTING_PROFILE) {
        struct config_sources sources = {0};
        size_t count;
        char **names = config_profile_names(&sources, &count);
        for (size_t i = 0; i < count; i++) {
            complete_offer(complete, names[i], NULL);
            free(names[i]);
        }
        free(names);
    } else if (flag->kind == ARGS_SETTING) {
        complete_list(complete, setting_defs[flag->index].choices);
    }
}

/* --- arguments --- */

/* Offers what can be the command's next argument: what a word of its usage line stands for; one in small
 * letters stands for itself. */
static void complete_argument(struct complete *complete)
{
    const struct args *args = &complete->args;
    const struct command *command = args->command;
    size_t count = args->word_count;
    char *usage = mem_copy(command->args), *rest = usage, *words = NULL, *word;
    if (command->args_max >= 0 && count >= (size_t)command->args_max)
        rest = NULL;
    for (size_t i = 0; i <= count && rest && !(words && strstr(words, "…")); i++) /* that one is repeated */
        words = strsep(&rest, " ");
    while (words && (word = strsep(&words, "|"))) {
        word += *word == '[';
        word[strcspn(word, "[].\xE2")] = '\0'; /* E2 begins … */
        if (strncmp(word, "ID", 2) == 0) {
            complete_peek(complete, PEEK_PROJECTS, "");
        } else if (strcmp(word, "FILE") == 0) {
            complete_files(complete);
        } else if (strcmp(word, "COMMAND") == 0) {
            complete_commands(complete, count > 0 ? args->words[0] : NULL);
        } else if (strcmp(word, "WORD") == 0) { /* of the filter, also behind the dash that turns it round */
            bool is_not = complete->typed[0] == '-';
            complete->before = is_not ? "-" : "";
            complete->typed += is_not;
            for (size_t i = 0; i < FILTER_TERMS; i++)
                complete_offer(complete, filter_terms[i].word, filter_terms[i].help);
        } else if (strcmp(word, "NAME") == 0) {
            complete_peek(complete, PEEK_PRESETS, "");
        } else if (islower((unsigned char)word[0])) {
            complete_offer(complete, word, NULL);
        }
    }
    free(usage);
}

/* --- the line --- */

static void complete_line(struct complete *complete, const char *word)
{
    const struct args *args = &complete->args;
    struct args_flag flag = {0};
    bool is_flag = word[0] == '-' && !complete->place.no_flags;
    complete->before = "";
    complete->typed = word;
    if (complete->place.awaited.kind != ARGS_NO_FLAG) {
        complete_flag_values(complete, &complete->place.awaited);
    } else if (is_flag && word[1] == '-' && strchr(word, '=')) { /* values behind a flag and an equals sign */
        size_t len = strcspn(word, "=");
        char *before = mem_copy_n(word, len + 1), *name = mem_copy_n(word + 2, len - 2);
        complete->before = before;
        complete->typed = word + len + 1;
        args_find_flag(args, name, &flag);
        complete_flag_values(complete, &flag);
        free(before);
        free(name);
    } else if (is_flag) {
        while (args_next_flag(args, &flag)) {
            char *text = mem_printf("--%s", flag.name);
            if (!(args->command && flag.kind == ARGS_OPTION && flag.index == OPTION_DEMO))
                complete_offer(complete, text, flag.help);
            free(text);
        }
    } else if (args->command) {
        complete_argument(complete);
    } else if (!args->group && (complete->place.is_screen || isdigit((unsigned char)word[0]))) {
        complete_peek(complete, PEEK_PROJECTS, "");
    } else {
        complete_commands(complete, args->group);
    }
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
