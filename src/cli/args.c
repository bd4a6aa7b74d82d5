/* Owns the parsing of the command line. Knows the tables, no file, no terminal, no network. */
/* SPDX-License-Identifier: MIT */
#include "steno/cli/args.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/cli/command.h"
#include "steno/base/mem.h"
#include "steno/core/names.h"

/* Where the parser is. */
struct parser {
    struct args *args;
    int argc;
    char *const *argv;
    int at;
    char *group;           /* first word of a command of two words, while the second is awaited */
    bool screen;           /* the words are ids for the screen */
    bool no_flags;         /* `--` was seen */
    int bare_at;           /* where the last boolean without a value stood */
    struct args_flag flag; /* the last one */
    bool is_cut;           /* the line ends where its value would be */
    struct error *err;
};

/* The options that the command takes. */
static uint64_t args_allowed(const struct args *args)
{
    return OPTIONS_GLOBAL | (args->command ? args->command->options : 0);
}

/* Is a word a flag of this command rather than a value: two dashes, or the letter of one? */
static bool args_is_flag(const struct parser *parser, const char *word)
{
    if (strncmp(word, "--", 2) == 0)
        return true;
    bool is_letter = word[0] == '-' && word[1] && !word[2], found = false;
    for (int i = 0; is_letter && i < OPTION_COUNT && !found; i++)
        found = option_defs[i].letter == word[1] && (args_allowed(parser->args) & OPTION_BIT(i));
    return found;
}

/* The flag's value: joined by `=`, else the next word. NULL with an error when there is none. */
static const char *args_value(struct parser *parser, const char *name, const char *joined)
{
    if (joined)
        return joined;
    if (parser->at + 1 >= parser->argc) {
        parser->is_cut = true;
        error_set(parser->err, ERROR_USAGE, "option --%s requires a value", name);
        return NULL;
    }
    const char *next = parser->argv[parser->at + 1];
    if (args_is_flag(parser, next)) {
        char shown[200];
        error_set(parser->err, ERROR_USAGE,
                  "option --%s requires a value; if “%s” is that value, write --%s=%s", name,
                  args_unknown_show(shown, next), name, shown);
        return NULL;
    }
    parser->at++;
    return next;
}

/* A boolean's value: bare is true. NULL with an error for another word than true and false. */
static const char *args_bool(struct parser *parser, const char *name, const char *joined)
{
    if (!joined)
        parser->bare_at = parser->at;
    if (!joined || strcmp(joined, "true") == 0)
        return "true";
    if (strcmp(joined, "false") == 0)
        return "false";
    char shown[200];
    error_set(parser->err, ERROR_USAGE, "--%s: “%s” is invalid: use true or false", name,
              args_unknown_show(shown, joined));
    return NULL;
}

/* Takes --unset NAME: the contract's name or the flag's. */
static bool args_unset(struct parser *parser, const char *joined)
{
    struct args *args = parser->args;
    const char *name = args_value(parser, "unset", joined);
    if (!name)
        return false;
    int index = param_find_nocase(args->params->table, name);
    if (index < 0)
        index = param_find_flag(args->params->table, name);
    if (index < 0) {
        char shown[200], hint[120] = "";
        struct nearest nearest;
        nearest_start(&nearest, name);
        for (size_t i = 0; i < args->params->table->count; i++)
            nearest_offer(&nearest, args->params->table->rows[i].name);
        if (nearest.best[0])
            snprintf(hint, sizeof hint, "; did you mean %s?", nearest.best);
        return error_set(parser->err, ERROR_USAGE, "--unset: %s has no parameter “%s”%s",
                         args->params->table->name, args_unknown_show(shown, name), hint);
    }
    param_set_unset(args->params, index);
    args->unset[index] = true;
    return true;
}

/* Takes a flag out of the option table. */
static bool args_option(struct parser *parser, enum option_id id, const char *joined)
{
    const struct option_def *def = &option_defs[id];
    if (id == OPTION_UNSET)
        return args_unset(parser, joined);
    const char *value =
        def->value ? args_value(parser, def->name, joined) : args_bool(parser, def->name, joined);
    if (!value)
        return false;
    parser->args->options[id] = value;
    return true;
}

/* Takes a parameter's flag. */
static bool args_param(struct parser *parser, int index, const char *name, const char *joined)
{
    struct args *args = parser->args;
    bool is_bool = args->params->table->rows[index].type == PARAM_BOOL;
    const char *value = is_bool ? args_bool(parser, name, joined) : args_value(parser, name, joined);
    if (!value)
        return false;
    args->unset[index] = false;
    if (param_set_put(args->params, index, value, parser->err))
        return true;
    error_prefix(parser->err, "--%s", name);
    return false;
}

/* Takes a global flag that is a setting. */
static bool args_setting(struct parser *parser, int id, const char *joined)
{
    const struct setting_def *def = &setting_defs[id];
    const char *value = def->type == SETTING_BOOL ? args_bool(parser, def->flag, joined)
                                                  : args_value(parser, def->flag, joined);
    if (!value)
        return false;
    parser->args->settings[id] = value;
    return true;
}

/* The allowed option with this name, or -1. */
static int args_find_option(uint64_t allowed, const char *name)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        if ((allowed & OPTION_BIT(i)) && strcmp(option_defs[i].name, name) == 0)
            return i;
    }
    return -1;
}

/* The setting with this global flag, or -1. */
static int args_find_setting(const char *name)
{
    for (int i = 0; i < SETTING_COUNT; i++) {
        if (setting_defs[i].flag && strcmp(setting_defs[i].flag, name) == 0)
            return i;
    }
    return -1;
}

struct args_flag args_find_flag(const struct args *args, const char *name)
{
    int index = args_find_option(args->command ? args->command->options : 0, name);
    if (index >= 0 && (index != OPTION_UNSET || args->params))
        return (struct args_flag){ARGS_OPTION, index};
    if (args->params && (index = param_find_flag(args->params->table, name)) >= 0)
        return (struct args_flag){ARGS_PARAM, index};
    if ((index = args_find_setting(name)) >= 0)
        return (struct args_flag){ARGS_SETTING, index};
    index = args_find_option(OPTIONS_GLOBAL, name);
    return (struct args_flag){index >= 0 ? ARGS_OPTION : ARGS_NO_FLAG, index};
}

/* Takes `--name` or `--name=value`. */
static bool args_take_flag(struct parser *parser, const char *text)
{
    const char *equals = strchr(text, '=');
    char *name = equals ? mem_copy_n(text, (size_t)(equals - text)) : mem_copy(text);
    const char *joined = equals ? equals + 1 : NULL;
    struct args_flag flag = args_find_flag(parser->args, name);
    bool ok;
    parser->flag = flag;
    if (flag.kind == ARGS_OPTION)
        ok = args_option(parser, (enum option_id)flag.index, joined);
    else if (flag.kind == ARGS_PARAM)
        ok = args_param(parser, flag.index, name, joined);
    else if (flag.kind == ARGS_SETTING)
        ok = args_setting(parser, flag.index, joined);
    else
        ok = args_unknown_flag(parser->args, name, parser->err);
    free(name);
    return ok;
}

/* Takes a one-letter flag: -o FILE, -oFILE, -h. */
static bool args_letter(struct parser *parser, const char *text)
{
    uint64_t allowed = args_allowed(parser->args);
    for (int i = 0; i < OPTION_COUNT; i++) {
        const struct option_def *def = &option_defs[i];
        if (!(allowed & OPTION_BIT(i)) || !def->letter || def->letter != text[1])
            continue;
        if (text[2] && !def->value)
            break;
        parser->flag = (struct args_flag){ARGS_OPTION, i};
        return args_option(parser, (enum option_id)i, text[2] ? text + 2 : NULL);
    }
    return args_unknown_letter(parser->args, text, parser->err);
}

/* Gives the command a set for its parameters. */
static void args_take_params(struct args *args, const struct param_table *table)
{
    if (!table || args->params)
        return;
    args->params = param_set_new(table);
    args->unset = mem_zero(table->count, sizeof *args->unset);
}

/* Appends an argument; one that names an endpoint brings that endpoint's parameters. */
static bool args_argument(struct parser *parser, char *word)
{
    struct args *args = parser->args;
    args->words[args->word_count++] = word;
    if (!args->command || !args->command->params_by_word || args->word_count != 2)
        return true;
    const struct endpoint *endpoint = endpoint_find(word);
    char shown[200];
    if (!endpoint || !endpoint->params)
        return error_set(parser->err, ERROR_USAGE,
                         "steno %s: “%s” has no parameters; write enqueue or export", args->command->words,
                         args_unknown_show(shown, word));
    args_take_params(args, endpoint->params);
    return true;
}

/* Makes a command of its words, once they are whole. */
static bool args_command(struct parser *parser, const char *word)
{
    char *words = parser->group ? mem_printf("%s %s", parser->group, word) : mem_copy(word);
    const struct command *command = command_find(words);
    bool ok = true;
    if (command) {
        parser->args->command = command;
        args_take_params(parser->args, command_params(command));
    } else if (!parser->group && command_is_group(word)) {
        parser->group = mem_copy(word);
    } else {
        ok = args_unknown_command(parser->group, words, parser->err);
    }
    free(words);
    return ok;
}

/* Can this word stand here? Where the words are counted or must be ids, some cannot. */
static bool args_fits(const struct parser *parser, const char *word)
{
    const struct args *args = parser->args;
    const struct command *command = args->command;
    bool is_id = (isdigit((unsigned char)word[0]) || word[0] == '-') && strcmp(word, "0") != 0;
    if (parser->screen)
        return is_id;
    if (!command)
        return strcmp(word, "true") != 0 && strcmp(word, "false") != 0;
    if (command->args_max >= 0 && args->word_count >= (size_t)command->args_max)
        return false;
    bool wants_id =
        strncmp(command->args, "ID", 2) == 0 && (args->word_count == 0 || strcmp(command->args, "ID…") == 0);
    return is_id || !wants_id;
}

/* Refuses a word that can only have been meant as the value of the boolean in front of it. */
static bool args_check_bare(const struct parser *parser, const char *word)
{
    if (parser->bare_at != parser->at - 1 || args_has(parser->args, OPTION_HELP) ||
        args_has(parser->args, OPTION_VERSION) || args_fits(parser, word))
        return true;
    char shown[200];
    const char *flag = parser->argv[parser->bare_at];
    bool is_bool = strcmp(word, "true") == 0 || strcmp(word, "false") == 0;
    return error_set(parser->err, ERROR_USAGE, "%s: “%s” %s; write %s, %s=true or %s=false", flag,
                     args_unknown_show(shown, word), is_bool ? "is its value only after =" : "is invalid",
                     flag, flag, flag);
}

/* Takes a word that is no flag. */
static bool args_word(struct parser *parser, char *word)
{
    if (!args_check_bare(parser, word))
        return false;
    if (!parser->args->command && !parser->group && isdigit((unsigned char)word[0]))
        parser->screen = true;
    if (parser->args->command || parser->screen)
        return args_argument(parser, word);
    return args_command(parser, word);
}

/* Takes the token at hand, and the next one when it is a flag's value. */
static bool args_token(struct parser *parser)
{
    char *token = parser->argv[parser->at];
    if (parser->no_flags || token[0] != '-' || token[1] == '\0')
        return args_word(parser, token);
    if (strcmp(token, "--") == 0) {
        parser->no_flags = true;
        return true;
    }
    return token[1] == '-' ? args_take_flag(parser, token + 2) : args_letter(parser, token);
}

/* Lists the second words of a group: "set, rm". */
static void args_list_group(char *out, size_t size, const char *group)
{
    size_t used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < command_count; i++) {
        const char *word = command_in_group(&commands[i], group);
        if (word && used < size)
            used += (size_t)snprintf(out + used, size - used, "%s%s", used ? ", " : "", word);
    }
}

/* Checks that there are as many words as the command takes. */
static bool args_count(struct parser *parser)
{
    struct args *args = parser->args;
    const struct command *command = args->command;
    int count = (int)args->word_count;
    if (count < command->args_min)
        return error_set(parser->err, ERROR_USAGE, "missing argument: steno %s %s", command->words,
                         command->args);
    if (command->args_max >= 0 && count > command->args_max) {
        char shown[200];
        return error_set(parser->err, ERROR_USAGE, "unexpected argument “%s”: steno %s%s%s",
                         args_unknown_show(shown, args->words[command->args_max]), command->words,
                         command->args[0] ? " " : "", command->args);
    }
    return true;
}

/* Checks, once all is read, that the words are whole and go together. */
static bool args_finish(struct parser *parser)
{
    struct args *args = parser->args;
    const struct command *command = args->command;
    if (args_has(args, OPTION_HELP) || args_has(args, OPTION_VERSION)) {
        args->group = parser->group && !command ? mem_copy(parser->group) : NULL;
        return true;
    }
    if (!command && parser->group) {
        char list[200];
        args_list_group(list, sizeof list, parser->group);
        return error_set(parser->err, ERROR_USAGE, "steno %s requires one of: %s", parser->group, list);
    }
    if (!command)
        return true;
    if (args_has(args, OPTION_DEMO))
        return error_set(parser->err, ERROR_USAGE,
                         "--demo opens the console on a private practice server, but steno %s uses your own; "
                         "nothing was read or sent. Omit --demo or the command",
                         command->words);
    return args_count(parser);
}

/* Was --json given anywhere? A usage error of another word is then reported as JSON too. */
static void args_seek_json(struct args *args, int argc, char *const *argv)
{
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--json") == 0)
            args->options[OPTION_JSON] = "true";
    }
}

bool args_parse(struct args *args, int argc, char *const *argv, struct error *err)
{
    *args = (struct args){.words = mem_zero((size_t)argc + 1, sizeof *args->words)};
    struct parser parser = {.args = args, .argc = argc, .argv = argv, .bare_at = -1, .err = err};
    bool ok = true;
    for (parser.at = 1; ok && parser.at < argc; parser.at++)
        ok = args_token(&parser);
    ok = ok && args_finish(&parser);
    if (!ok)
        args_seek_json(args, argc, argv);
    free(parser.group);
    return ok;
}

void args_parse_start(struct args *args, struct args_place *place, int argc, char *const *argv)
{
    struct error err;
    *args = (struct args){.words = mem_zero((size_t)argc + 1, sizeof *args->words)};
    struct parser parser = {.args = args, .argc = argc, .argv = argv, .bare_at = -1, .err = &err};
    for (parser.at = 1; parser.at < argc; parser.at++)
        args_token(&parser);
    *place = (struct args_place){.is_screen = parser.screen, .no_flags = parser.no_flags};
    if (parser.is_cut)
        place->awaited = parser.flag;
    args->group = parser.group;
}

void args_free(struct args *args)
{
    param_set_free(args->params);
    free(args->unset);
    free(args->words);
    free(args->group);
    *args = (struct args){0};
}

bool args_has(const struct args *args, enum option_id id)
{
    return args->options[id] && strcmp(args->options[id], "true") == 0;
}
