/* Owns the parsing of the command line, and what is said of a command or a flag that does not exist. Knows
 * the tables, no file, no terminal, no network. */
/* SPDX-License-Identifier: MIT */
#include "steno/cli/args.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/rows.h"
#include "steno/core/names.h"

#define SHOWN_SIZE 200

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

/* A name from the command line as a sentence may show it. */
static const char *args_show(char out[SHOWN_SIZE], const char *text)
{
    char *clean = text_clean_copy(text);
    text_clip(out, SHOWN_SIZE, clean, 60);
    free(clean);
    return out;
}

/* --- flags --- */

/* May the option stand here? */
static bool args_allows(const struct args *args, int id)
{
    uint64_t allowed = OPTIONS_GLOBAL | (args->command ? args->command->options : 0);
    return (allowed & OPTION_BIT(id)) && (id != OPTION_UNSET || args->params);
}

bool args_next_flag(const struct args *args, struct args_flag *flag)
{
    int at = flag->kind == ARGS_NO_FLAG ? 0 : flag->index + 1;
    if (flag->kind <= ARGS_OPTION) {
        for (; at < OPTION_COUNT; at++) {
            const struct option_def *def = &option_defs[at];
            if (!args_allows(args, at))
                continue;
            *flag = (struct args_flag){ARGS_OPTION, at, "", def->help, !def->value};
            snprintf(flag->name, sizeof flag->name, "%s", def->name);
            return true;
        }
        at = 0;
    }
    if (flag->kind <= ARGS_PARAM) {
        if (args->params && at < (int)args->params->table->count) {
            const struct param_def *def = &args->params->table->rows[at];
            *flag = (struct args_flag){ARGS_PARAM, at, "", def->help, def->type == PARAM_BOOL};
            param_flag(flag->name, sizeof flag->name, def);
            return true;
        }
        at = 0;
    }
    for (; at < SETTING_COUNT; at++) {
        const struct setting_def *def = &setting_defs[at];
        if (!def->flag)
            continue;
        *flag = (struct args_flag){ARGS_SETTING, at, "", def->help, def->type == SETTING_BOOL};
        snprintf(flag->name, sizeof flag->name, "%s", def->flag);
        return true;
    }
    *flag = (struct args_flag){0};
    return false;
}

bool args_find_flag(const struct args *args, const char *name, struct args_flag *flag)
{
    *flag = (struct args_flag){0};
    while (args_next_flag(args, flag)) {
        if (strcmp(flag->name, name) == 0)
            return true;
    }
    return false;
}

/* The flag of a letter, likewise. */
static bool args_find_letter(const struct args *args, char letter, struct args_flag *flag)
{
    *flag = (struct args_flag){0};
    while (args_next_flag(args, flag)) {
        if (flag->kind == ARGS_OPTION && option_defs[flag->index].letter == letter)
            return true;
    }
    return false;
}

/* Fails for a flag that nobody knows, with the one that was probably meant. */
static bool args_unknown_flag(const struct args *args, const char *name, struct error *err)
{
    char shown[SHOWN_SIZE], hint[120] = "";
    const struct command *command = args->command;
    struct args_flag flag = {0};
    struct nearest nearest;
    nearest_start(&nearest, name);
    while (args_next_flag(args, &flag))
        nearest_offer(&nearest, flag.name);
    if (nearest.best[0])
        snprintf(hint, sizeof hint, "did you mean --%s? ", nearest.best);
    /* What a command that filters takes as a word: there is one language for it. */
    for (size_t i = 0; command && (command->options & OPTION_BIT(OPTION_IDS)) && i < FILTER_TERMS; i++) {
        const char *word = filter_terms[i].word;
        size_t len = strlen(name);
        if (strncmp(word, name, len) == 0 && strcmp(word + len, ":") == 0)
            snprintf(hint, sizeof hint, "write the word %s:TEXT; ", name);
    }
    return error_set(err, ERROR_USAGE, "unknown option --%s; %ssteno%s%s --help lists the options",
                     args_show(shown, name), hint, command ? " " : "", command ? command->words : "");
}

/* The value of the flag at hand: joined by `=`, else of a boolean true, of another one the next word. NULL
 * with an error when there is none, and for a boolean that is neither true nor false. */
static const char *args_value(struct parser *parser, const char *joined)
{
    const char *name = parser->flag.name, *next = parser->argv[parser->at + 1];
    char shown[SHOWN_SIZE];
    struct args_flag other;
    if (parser->flag.is_bool) {
        if (!joined)
            parser->bare_at = parser->at;
        if (!joined || strcmp(joined, "true") == 0 || strcmp(joined, "false") == 0)
            return joined ? joined : "true";
        error_set(parser->err, ERROR_USAGE, "--%s: “%s” is invalid: use true or false", name,
                  args_show(shown, joined));
        return NULL;
    }
    if (joined)
        return joined;
    if (parser->at + 1 >= parser->argc) {
        parser->is_cut = true;
        error_set(parser->err, ERROR_USAGE, "option --%s requires a value", name);
        return NULL;
    }
    bool is_letter = next[0] == '-' && next[1] && !next[2];
    if (strncmp(next, "--", 2) == 0 || (is_letter && args_find_letter(parser->args, next[1], &other))) {
        error_set(parser->err, ERROR_USAGE,
                  "option --%s requires a value; if “%s” is that value, write --%s=%s", name,
                  args_show(shown, next), name, shown);
        return NULL;
    }
    parser->at++;
    return next;
}

/* Takes the name of --unset: the contract's or the flag's. */
static bool args_unset(struct parser *parser, const char *name)
{
    struct args *args = parser->args;
    const struct param_table *table = args->params->table;
    int index = param_find_nocase(table, name);
    if (index < 0)
        index = param_find_flag(table, name);
    if (index < 0) {
        char shown[SHOWN_SIZE], hint[120] = "";
        struct nearest nearest;
        nearest_start(&nearest, name);
        for (size_t i = 0; i < table->count; i++)
            nearest_offer(&nearest, table->rows[i].name);
        if (nearest.best[0])
            snprintf(hint, sizeof hint, "; did you mean %s?", nearest.best);
        return error_set(parser->err, ERROR_USAGE, "--unset: %s has no parameter “%s”%s", table->name,
                         args_show(shown, name), hint);
    }
    param_set_unset(args->params, index);
    args->unset[index] = true;
    return true;
}

/* Takes the value of the flag at hand. */
static bool args_take_value(struct parser *parser, const char *joined)
{
    struct args *args = parser->args;
    const struct args_flag *flag = &parser->flag;
    const char *value = args_value(parser, joined);
    if (!value)
        return false;
    if (flag->kind == ARGS_SETTING) {
        args->settings[flag->index] = value;
    } else if (flag->kind == ARGS_PARAM) {
        args->unset[flag->index] = false;
        if (!param_set_put(args->params, flag->index, value, parser->err)) {
            error_prefix(parser->err, "--%s", flag->name);
            return false;
        }
    } else if (flag->index == OPTION_UNSET) {
        return args_unset(parser, value);
    } else {
        args->options[flag->index] = value;
    }
    return true;
}

/* Takes `--name`, `--name=value`, or a letter: -o FILE, -oFILE, -h. */
static bool args_take_flag(struct parser *parser, const char *token)
{
    const struct args *args = parser->args;
    char shown[SHOWN_SIZE];
    if (token[1] == '-') {
        size_t len = strcspn(token + 2, "=");
        char *name = mem_copy_n(token + 2, len);
        bool ok = args_find_flag(args, name, &parser->flag)
                      ? args_take_value(parser, token[2 + len] ? token + 2 + len + 1 : NULL)
                      : args_unknown_flag(args, name, parser->err);
        free(name);
        return ok;
    }
    if (args_find_letter(args, token[1], &parser->flag) && !(token[2] && parser->flag.is_bool))
        return args_take_value(parser, token[2] ? token + 2 : NULL);
    return error_set(parser->err, ERROR_USAGE,
                     "unknown option %s (put arguments that begin with “-” after --); steno%s%s --help lists "
                     "the options",
                     args_show(shown, token), args->command ? " " : "",
                     args->command ? args->command->words : "");
}

/* --- words --- */

/* Gives the command a set for its parameters. */
static void args_take_params(struct args *args, const struct param_table *table)
{
    if (!table || args->params)
        return;
    args->params = param_set_new(table);
    args->unset = mem_zero(table->count, sizeof *args->unset);
}

bool args_unknown_command(const char *group, const char *words, struct error *err)
{
    char shown[SHOWN_SIZE], hint[120] = "";
    struct nearest nearest;
    args_show(shown, words);
    for (size_t i = 0; group && i < command_count; i++) {
        if (commands[i].no_more && command_in_group(&commands[i], group))
            return error_set(err, ERROR_USAGE,
                             "unknown command “%s”: %s; steno %s --help shows what it can do", shown,
                             commands[i].no_more, group);
    }
    nearest_start(&nearest, words);
    for (size_t i = 0; i < command_count; i++)
        nearest_offer(&nearest, commands[i].words);
    nearest_offer(&nearest, "--version");
    const char *meant = nearest.best;
    for (size_t i = command_count; i-- > 0;) { /* one that is known elsewhere by the word goes first */
        if (commands[i].elsewhere && text_has_word(commands[i].elsewhere, words))
            meant = commands[i].words;
    }
    if (*meant)
        snprintf(hint, sizeof hint, "did you mean “steno %s”? ", meant);
    return error_set(err, ERROR_USAGE, "unknown command “%s”; %ssteno --help lists the commands", shown,
                     hint);
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

/* Takes a word that is no flag. */
static bool args_word(struct parser *parser, char *word)
{
    struct args *args = parser->args;
    char shown[SHOWN_SIZE];
    if (parser->bare_at == parser->at - 1 && !args_has(args, OPTION_HELP) &&
        !args_has(args, OPTION_VERSION) &&
        !args_fits(parser,
                   word)) { /* it can only have been meant as the value of the boolean in front of it */
        const char *flag = parser->argv[parser->bare_at];
        bool is_bool = strcmp(word, "true") == 0 || strcmp(word, "false") == 0;
        return error_set(parser->err, ERROR_USAGE, "%s: “%s” %s; write %s, %s=true or %s=false", flag,
                         args_show(shown, word), is_bool ? "is its value only after =" : "is invalid", flag,
                         flag, flag);
    }
    if (!args->command && !parser->group && isdigit((unsigned char)word[0]))
        parser->screen = true;
    if (!args->command && !parser->screen)
        return args_command(parser, word);
    args->words[args->word_count++] = word;
    if (!args->command || !args->command->params_by_word || args->word_count != 2)
        return true;
    const struct endpoint *endpoint = endpoint_find(word); /* which brings its parameters */
    if (!endpoint || !endpoint->params)
        return error_set(parser->err, ERROR_USAGE,
                         "steno %s: “%s” has no parameters; write enqueue or export", args->command->words,
                         args_show(shown, word));
    args_take_params(args, endpoint->params);
    return true;
}

/* --- the whole line --- */

/* Takes all tokens; of a line that is typed (is_whole false) what is wrong is passed over. */
static bool args_take_all(struct parser *parser, struct args *args, bool is_whole)
{
    bool ok = true;
    *args = (struct args){.words = mem_zero((size_t)parser->argc + 1, sizeof *args->words)};
    parser->args = args;
    parser->bare_at = -1;
    for (parser->at = 1; parser->at < parser->argc && (ok || !is_whole); parser->at++) {
        char *token = parser->argv[parser->at];
        if (parser->no_flags || token[0] != '-' || token[1] == '\0')
            ok = args_word(parser, token);
        else if (strcmp(token, "--") == 0)
            parser->no_flags = true;
        else
            ok = args_take_flag(parser, token);
    }
    return ok;
}

/* Checks, once all is read, that the words are whole and go together. */
static bool args_finish(struct parser *parser)
{
    struct args *args = parser->args;
    const struct command *command = args->command;
    int count = (int)args->word_count;
    if (args_has(args, OPTION_HELP) || args_has(args, OPTION_VERSION)) {
        args->group = parser->group && !command ? mem_copy(parser->group) : NULL;
        return true;
    }
    if (!command && parser->group) {
        char list[200] = "";
        size_t used = 0;
        for (size_t i = 0; i < command_count; i++) {
            const char *word = command_in_group(&commands[i], parser->group);
            if (word && used < sizeof list)
                used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", word);
        }
        return error_set(parser->err, ERROR_USAGE, "steno %s requires one of: %s", parser->group, list);
    }
    if (!command)
        return true;
    if (args_has(args, OPTION_DEMO))
        return error_set(parser->err, ERROR_USAGE,
                         "--demo opens the console on a private practice server, but steno %s uses your own; "
                         "nothing was read or sent. Omit --demo or the command",
                         command->words);
    if (count < command->args_min)
        return error_set(parser->err, ERROR_USAGE, "missing argument: steno %s %s", command->words,
                         command->args);
    if (command->args_max >= 0 && count > command->args_max) {
        char shown[SHOWN_SIZE];
        return error_set(parser->err, ERROR_USAGE, "unexpected argument “%s”: steno %s%s%s",
                         args_show(shown, args->words[command->args_max]), command->words,
                         command->args[0] ? " " : "", command->args);
    }
    return true;
}

bool args_parse(struct args *args, int argc, char *const *argv, struct error *err)
{
    struct parser parser = {.argc = argc, .argv = argv, .err = err};
    bool ok = args_take_all(&parser, args, true) && args_finish(&parser);
    for (int i = 1; !ok && i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--json") == 0) /* anywhere: the fault is reported as JSON, too */
            args->options[OPTION_JSON] = "true";
    }
    free(parser.group);
    return ok;
}

void args_parse_start(struct args *args, struct args_place *place, int argc, char *const *argv)
{
    struct error err;
    struct parser parser = {.argc = argc, .argv = argv, .err = &err};
    args_take_all(&parser, args, false);
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
