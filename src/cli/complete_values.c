/* Owns the values that a completion offers: those of the tables, the config's profiles and styles, what
 * state.db has. */
/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/cli/command.h"
#include "steno/cli/complete.h"
#include "steno/base/mem.h"
#include "steno/caption/styles.h"
#include "steno/core/rows.h"
#include "steno/core/settings.h"
#include "steno/store/config.h"
#include "steno/store/peek.h"

/* The settings of the line, as far as they are right. */
static void complete_load(const struct complete *complete, struct settings *settings)
{
    struct config_sources sources = {0};
    struct error err;
    mem_forbid_core();
    settings_init(settings);
    for (int id = 0; id < SETTING_COUNT; id++) {
        const char *given = complete->args.settings[id];
        if (given)
            settings_put(settings, (enum setting_id)id, SOURCE_FLAG, "", given, &err);
    }
    config_load(settings, &sources, NULL, &err);
}

/* Offers what state.db has for the server and the profile of the line. */
static void complete_peek(struct complete *complete, enum peek_kind kind, const char *table)
{
    struct settings settings;
    complete_load(complete, &settings);
    struct store_config config = {.url = settings_text(&settings, SETTING_URL),
                                  .api_path = settings_text(&settings, SETTING_API_PATH),
                                  .email = settings_text(&settings, SETTING_EMAIL)};
    struct peek_rows rows;
    peek_read(&rows, &config, kind, complete->typed, table);
    for (size_t i = 0; i < rows.count; i++)
        complete_offer(complete, rows.rows[i].name, rows.rows[i].help);
    peek_rows_free(&rows);
    settings_free(&settings);
}

void complete_ids(struct complete *complete)
{
    complete_peek(complete, PEEK_PROJECTS, "");
}

static void complete_styles(struct complete *complete)
{
    for (size_t i = 0; i < caption_style_count; i++)
        complete_offer(complete, caption_styles[i].name, caption_styles[i].title);
}

/* Offers the profiles of config and credentials. */
static void complete_profiles(struct complete *complete)
{
    struct config_sources sources = {0};
    size_t count;
    char **names = config_profile_names(&sources, &count);
    for (size_t i = 0; i < count; i++) {
        complete_offer(complete, names[i], NULL);
        free(names[i]);
    }
    free(names);
}

/* Offers the presets of an operation, of all with "". */
static void complete_presets(struct complete *complete, const char *table)
{
    complete_peek(complete, PEEK_PRESETS, table);
}

static void complete_files(struct complete *complete)
{
    buffer_printf(&complete->out, ":files%s%s\n", complete->before[0] ? " " : "", complete->before);
}

/* Offers the words of a list that ends with NULL; none where it is NULL. */
static void complete_list(struct complete *complete, const char *const *words)
{
    for (; words && *words; words++)
        complete_offer(complete, *words, NULL);
}

static void complete_bool(struct complete *complete)
{
    static const char *const words[] = {"true", "false", NULL};
    complete_list(complete, words);
}

/* Offers the columns that a list can be sorted by, in both directions. */
static void complete_columns(struct complete *complete)
{
    for (int i = 0; i < COLUMN_COUNT; i++) {
        char name[40];
        if (!column_defs[i].key)
            continue;
        complete_offer(complete, column_defs[i].name, NULL);
        snprintf(name, sizeof name, "%s-", column_defs[i].name);
        complete_offer(complete, name, "reversed");
    }
}

/* Offers the flags of parameters, which --unset takes as names. */
static void complete_params(struct complete *complete)
{
    const struct param_set *params = complete->args.params;
    for (size_t i = 0; params && i < params->table->count; i++) {
        char flag[80];
        param_flag(flag, sizeof flag, &params->table->rows[i]);
        complete_offer(complete, flag, params->table->rows[i].help);
    }
}

static void complete_levels(struct complete *complete)
{
    for (int level = LEVEL_COUNT - 1; level >= 0; level--)
        complete_offer(complete, caption_level_name((enum caption_level)level), NULL);
    complete_offer(complete, "never", NULL);
}

/* Offers the values of an option. */
static void complete_option(struct complete *complete, enum option_id id)
{
    static const char *const login[] = {"json", "form", "query", NULL};
    const struct args *args = &complete->args;
    if (!option_defs[id].value)
        complete_bool(complete);
    else if (id == OPTION_AS)
        complete_list(complete, login);
    else if (id == OPTION_FAIL_ON)
        complete_levels(complete);
    else if (id == OPTION_CHECK || id == OPTION_STYLE)
        complete_styles(complete);
    else if (id == OPTION_PRESET)
        complete_presets(complete, args->params ? args->params->table->name : "");
    else if (id == OPTION_UNSET)
        complete_params(complete);
    else if (id == OPTION_SORT)
        complete_columns(complete);
    else if (id == OPTION_OUTPUT)
        complete_files(complete);
}

void complete_flag_values(struct complete *complete, struct args_flag flag)
{
    const struct param_def *param =
        flag.kind == ARGS_PARAM ? &complete->args.params->table->rows[flag.index] : NULL;
    const struct setting_def *setting = flag.kind == ARGS_SETTING ? &setting_defs[flag.index] : NULL;
    if (flag.kind == ARGS_OPTION)
        complete_option(complete, (enum option_id)flag.index);
    else if ((param && param->type == PARAM_BOOL) || (setting && setting->type == SETTING_BOOL))
        complete_bool(complete);
    else if (flag.kind == ARGS_SETTING && flag.index == SETTING_PROFILE)
        complete_profiles(complete);
    else
        complete_list(complete, param ? param->suggestions : setting ? setting->choices : NULL);
}

/* --- arguments --- */

/* Offers the words of the filter, also those behind the dash that turns one round. */
static void complete_filter(struct complete *complete)
{
    bool is_not = complete->typed[0] == '-';
    complete->before = is_not ? "-" : "";
    complete->typed += is_not;
    for (size_t i = 0; i < FILTER_TERMS; i++)
        complete_offer(complete, filter_terms[i].word, filter_terms[i].help);
}

/* Offers what a word of the usage line stands for; one in small letters stands for itself. */
static void complete_usage_word(struct complete *complete, const char *word)
{
    if (strncmp(word, "ID", 2) == 0)
        complete_ids(complete);
    else if (strcmp(word, "FILE") == 0)
        complete_files(complete);
    else if (strcmp(word, "COMMAND") == 0)
        complete_commands(complete, complete->args.word_count > 0 ? complete->args.words[0] : NULL);
    else if (strcmp(word, "WORD") == 0)
        complete_filter(complete);
    else if (strcmp(word, "NAME") == 0)
        complete_presets(complete, "");
    else if (islower((unsigned char)word[0]))
        complete_offer(complete, word, NULL);
}

void complete_argument(struct complete *complete)
{
    const struct command *command = complete->args.command;
    size_t count = complete->args.word_count;
    char *usage = mem_copy(command->args), *rest = usage, *words = NULL, *word;
    if (command->args_max >= 0 && count >= (size_t)command->args_max)
        rest = NULL;
    for (size_t i = 0; i <= count && rest && !(words && strstr(words, "…")); i++) /* that one is repeated */
        words = strsep(&rest, " ");
    while (words && (word = strsep(&words, "|"))) {
        word += *word == '[';
        word[strcspn(word, "[].\xE2")] = '\0'; /* E2 begins … */
        complete_usage_word(complete, word);
    }
    free(usage);
}
