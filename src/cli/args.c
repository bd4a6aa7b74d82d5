/* Parses a command line, and completes one during typing. Errors suggest a similar command or flag. */
/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/text.h"
#include "steno/caption/styles.h"
#include "steno/cli/command.h"
#include "steno/core/names.h"
#include "steno/core/rows.h"
#include "steno/store/config.h"
#include "steno/store/store.h"

struct parser {
    struct args *args;
    int argc;
    char *const *argv;
    int at;
    char *group;      /* first word of a two-word command; NULL: no such word was read */
    bool is_screen;   /* no command was given: the words are ids of projects */
    bool no_flags;    /* `--` was read: all later tokens are words */
    int bare_at;      /* index in argv of the last boolean flag without “=”; -1: none */
    struct flag flag; /* the flag that was read last */
    bool is_cut;      /* the line ends where the last flag needs its value */
    struct error *err;
};

/* Returns a word of the command line, cleaned and cut to 60 cells. Valid until the next call. */
static const char *args_show(const char *text)
{
    static char shown[200];
    char *clean = text_clean_copy(text);
    text_clip(shown, sizeof shown, clean, 60);
    free(clean);
    return shown;
}

/* --- flags --- */

static struct flag_set args_flags(const struct args *args)
{
    struct flag_set flags = {.settings = true, .options = OPTIONS_GLOBAL};
    if (args->command)
        flags.options |= args->command->options;
    if (args->params)
        flags.params = args->params->table;
    else
        flags.options &= ~OPTION_BIT(OPTION_UNSET);
    return flags;
}

static bool args_unknown_flag(const struct args *args, const char *name, struct error *err)
{
    char hint[120] = "";
    const struct command *command = args->command;
    struct flag_set flags = args_flags(args);
    struct flag flag = {0};
    struct nearest nearest;
    nearest_start(&nearest, name);
    while (flag_next(&flags, &flag))
        nearest_offer(&nearest, flag.name);
    if (nearest.best[0])
        snprintf(hint, sizeof hint, "did you mean --%s? ", nearest.best);
    /* for a flag named like a filter word, such as --tag, tell the user to write tag:TEXT */
    for (size_t i = 0; command && (command->options & OPTION_BIT(OPTION_IDS)) && i < FILTER_TERMS; i++) {
        const char *word = filter_terms[i].word;
        size_t len = strlen(name);
        if (strncmp(word, name, len) == 0 && strcmp(word + len, ":") == 0)
            snprintf(hint, sizeof hint, "to filter, write %s:TEXT; ", name);
    }
    return error_set(err, ERROR_USAGE, "unknown option --%s; %ssteno%s%s --help lists the options",
                     args_show(name), hint, command ? " " : "", command ? command->words : "");
}

/* Returns the value of the current flag. `joined` is the text after `=`. If `joined` is NULL, a boolean flag
 * is "true", and any other flag takes the next word. A missing or invalid value gives NULL with an error. */
static const char *args_value(struct parser *parser, const char *joined)
{
    const char *name = parser->flag.name, *next = parser->argv[parser->at + 1];
    struct flag_set flags = args_flags(parser->args);
    struct flag other;
    if (parser->flag.is_bool) {
        if (!joined)
            parser->bare_at = parser->at;
        if (!joined || strcmp(joined, "true") == 0 || strcmp(joined, "false") == 0)
            return joined ? joined : "true";
        error_set(parser->err, ERROR_USAGE, "--%s: “%s” is invalid: use true or false", name,
                  args_show(joined));
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
    if (strncmp(next, "--", 2) == 0 || (is_letter && flag_find(&flags, NULL, next[1], &other))) {
        const char *shown = args_show(next);
        error_set(parser->err, ERROR_USAGE,
                  "option --%s requires a value; if “%s” is that value, write --%s=%s", name, shown, name,
                  shown);
        return NULL;
    }
    parser->at++;
    return next;
}

/* Handles `--unset NAME`. `name` is the parameter's name in the API, or its flag. */
static bool args_unset(struct parser *parser, const char *name)
{
    struct args *args = parser->args;
    const struct param_table *table = args->params->table;
    int index = param_find_nocase(table, name);
    if (index < 0)
        index = param_find_flag(table, name);
    if (index < 0) {
        struct nearest nearest;
        nearest_start(&nearest, name);
        for (size_t i = 0; i < table->count; i++)
            nearest_offer(&nearest, table->rows[i].name);
        bool is_near = nearest.best[0];
        return error_set(parser->err, ERROR_USAGE, "--unset: %s has no parameter “%s”%s%s%s", table->name,
                         args_show(name), is_near ? "; did you mean " : "", nearest.best, is_near ? "?" : "");
    }
    param_set_unset(args->params, index);
    args->unset[index] = true;
    return true;
}

/* Reads a flag such as `--name`, `--name=value`, `-o FILE`, `-oFILE` or `-h`. */
static bool args_flag(struct parser *parser, const char *token)
{
    struct args *args = parser->args;
    struct flag_set flags = args_flags(args);
    const struct flag *flag = &parser->flag;
    const char *joined = token[2] ? token + 2 : NULL;
    if (token[1] == '-') {
        size_t len = strcspn(token + 2, "=");
        char *name = mem_copy_n(token + 2, len);
        bool ok = flag_find(&flags, name, 0, &parser->flag) || args_unknown_flag(args, name, parser->err);
        joined = token[2 + len] ? token + 2 + len + 1 : NULL;
        free(name);
        if (!ok)
            return false;
    } else if (!flag_find(&flags, NULL, token[1], &parser->flag) || (joined && flag->is_bool)) {
        return error_set(
            parser->err, ERROR_USAGE,
            "unknown option %s (put arguments that begin with “-” after --); steno%s%s --help lists "
            "the options",
            args_show(token), args->command ? " " : "", args->command ? args->command->words : "");
    }
    const char *value = args_value(parser, joined);
    if (!value)
        return false;
    if (flag->kind == FLAG_SETTING) {
        args->settings[flag->index] = value;
    } else if (flag->kind == FLAG_PARAM) {
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

bool args_has(const struct args *args, enum option_id id)
{
    return args->options[id] && strcmp(args->options[id], "true") == 0;
}

/* --- words --- */

static void args_take_params(struct args *args, const struct param_table *table)
{
    if (!table || args->params)
        return;
    args->params = param_set_new(table);
    args->unset = mem_zero(table->count, sizeof *args->unset);
}

bool args_unknown_command(const char *group, const char *words, struct error *err)
{
    struct nearest nearest;
    const char *shown = args_show(words);
    for (size_t i = 0; group && i < command_count; i++) {
        const char *no_more = commands[i].no_more;
        if (command_in_group(&commands[i], group))
            return error_set(err, ERROR_USAGE, "unknown command “%s”%s%s; steno %s --help lists the commands",
                             shown, no_more ? ": " : "", no_more ? no_more : "", group);
    }
    nearest_start(&nearest, words);
    for (size_t i = 0; i < command_count; i++)
        nearest_offer(&nearest, commands[i].words);
    nearest_offer(&nearest, "--version");
    const char *meant = nearest.best;
    for (size_t i = command_count; i-- > 0;) { /* other programs use this name for a command of ours */
        if (commands[i].elsewhere && text_has_word(commands[i].elsewhere, words))
            meant = commands[i].words;
    }
    return error_set(err, ERROR_USAGE, "unknown command “%s”; %s%s%ssteno --help lists the commands", shown,
                     *meant ? "did you mean “steno " : "", meant, *meant ? "”? " : "");
}

/* True if the command takes one more argument and accepts the word as its argument. */
static bool args_fits(const struct parser *parser, const char *word)
{
    const struct args *args = parser->args;
    const struct command *command = args->command;
    bool is_id = (isdigit((unsigned char)word[0]) || word[0] == '-') && strcmp(word, "0") != 0;
    if (parser->is_screen)
        return is_id;
    if (!command)
        return strcmp(word, "true") != 0 && strcmp(word, "false") != 0;
    if (command->args_max >= 0 && args->word_count >= (size_t)command->args_max)
        return false;
    bool wants_id =
        strncmp(command->args, "ID", 2) == 0 && (args->word_count == 0 || strcmp(command->args, "ID…") == 0);
    return is_id || !wants_id;
}

static bool args_word(struct parser *parser, char *word)
{
    struct args *args = parser->args;
    if (parser->bare_at == parser->at - 1 && !args_has(args, OPTION_HELP) &&
        !args_has(args, OPTION_VERSION) && !args_fits(parser, word)) {
        /* the user probably meant the word as the value of the boolean flag before it */
        const char *flag = parser->argv[parser->bare_at];
        return error_set(parser->err, ERROR_USAGE, "%s: “%s” is invalid here; write %s, %s=true or %s=false",
                         flag, args_show(word), flag, flag, flag);
    }
    if (!args->command && !parser->group && isdigit((unsigned char)word[0]))
        parser->is_screen = true;
    if (!args->command && !parser->is_screen) {
        char *words = parser->group ? mem_printf("%s %s", parser->group, word) : mem_copy(word);
        bool ok = true;
        args->command = command_find(words);
        if (args->command)
            args_take_params(args, command_params(args->command));
        else if (!parser->group && command_is_group(word))
            parser->group = mem_copy(word);
        else
            ok = args_unknown_command(parser->group, words, parser->err);
        free(words);
        return ok;
    }
    args->words[args->word_count++] = word;
    if (!args->command || !args->command->params_by_word || args->word_count != 2)
        return true;
    const struct endpoint *endpoint = endpoint_find(word);
    if (!endpoint || !endpoint->params)
        return error_set(parser->err, ERROR_USAGE, "steno %s: write enqueue or export instead of “%s”",
                         args->command->words, args_show(word));
    args_take_params(args, endpoint->params);
    return true;
}

/* --- the whole line --- */

/* Reads all tokens. If `is_whole` is set, stops at the first error. Completion reads on after errors. */
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
            ok = args_flag(parser, token);
    }
    return ok;
}

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
        return error_set(parser->err, ERROR_USAGE, "steno %s is incomplete: add one of %s", parser->group,
                         list);
    }
    if (!command)
        return true;
    if (args_has(args, OPTION_DEMO))
        return error_set(
            parser->err, ERROR_USAGE,
            "--demo opens the console on a private practice server, but steno %s uses your own server; "
            "nothing was read or sent. Omit --demo or the command",
            command->words);
    if (count < command->args_min)
        return error_set(parser->err, ERROR_USAGE, "missing argument; usage: steno %s %s", command->words,
                         command->args);
    if (command->args_max >= 0 && count > command->args_max)
        return error_set(parser->err, ERROR_USAGE, "unexpected argument “%s”; usage: steno %s%s%s",
                         args_show(args->words[command->args_max]), command->words,
                         command->args[0] ? " " : "", command->args);
    return true;
}

bool args_parse(struct args *args, int argc, char *const *argv, struct error *err)
{
    struct parser parser = {.argc = argc, .argv = argv, .err = err};
    bool ok = args_take_all(&parser, args, true) && args_finish(&parser);
    for (int i = 1; !ok && i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--json") == 0) /* a --json after the invalid word also makes the error JSON */
            args->options[OPTION_JSON] = "true";
    }
    free(parser.group);
    return ok;
}

void args_free(struct args *args)
{
    param_set_free(args->params);
    free(args->unset);
    free(args->words);
    free(args->group);
    *args = (struct args){0};
}

/* --- completion of a line that is being typed --- */

struct complete {
    struct buffer out;
    struct args args;   /* the part of the line before the current word */
    const char *before; /* start of the current word, which begins each offer: "--color="; "": no start */
    const char *typed;  /* rest of the current word: each offer must begin with this text */
};

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

/* Offers projects or presets from state.db, for the server and account of the command line. */
static void complete_peek(struct complete *complete, enum store_peek kind, const char *table)
{
    struct config_sources sources = {0};
    struct settings settings;
    struct error err;
    struct store_entries rows;
    mem_forbid_core();
    settings_init(&settings);
    for (int id = 0; id < SETTING_COUNT; id++) { /* invalid values are ignored */
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

/* Offers the second words of a group's commands. group NULL: offers the first words of all commands. */
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

/* Offers values for a usage text such as "FILE|ID…" or "json|form". Capitals stand for a kind of value. */
static void complete_words(struct complete *complete, const char *help)
{
    const struct args *args = &complete->args;
    const struct param_table *table = args->params ? args->params->table : NULL;
    char *words = mem_copy(help), *rest = words, *word;
    while ((word = strsep(&rest, "|"))) {
        word += *word == '[';
        word[strcspn(word, "[].\xE2")] = '\0'; /* 0xE2 is the first byte of “…” */
        if (islower((unsigned char)word[0])) {
            complete_offer(complete, word, NULL);
        } else if (strncmp(word, "ID", 2) == 0) {
            complete_peek(complete, PEEK_PROJECTS, "");
        } else if (strcmp(word, "FILE") == 0) {
            buffer_printf(&complete->out, ":files%s%s\n", complete->before[0] ? " " : "", complete->before);
        } else if (strcmp(word, "COMMAND") == 0) {
            complete_commands(complete, args->word_count > 0 ? args->words[0] : NULL);
        } else if (strcmp(word, "NAME") == 0) {
            complete_peek(complete, PEEK_PRESETS, table ? table->name : "");
        } else if (strcmp(word, "STYLE") == 0) {
            for (size_t i = 0; i < caption_style_count; i++)
                complete_offer(complete, caption_styles[i].name, caption_styles[i].title);
        } else if (strcmp(word, "PARAMETER") == 0) {
            struct flag param = {0};
            while (flag_next(&(struct flag_set){.params = table}, &param))
                complete_offer(complete, param.name, param.help);
        } else if (strcmp(word, "COLUMN") == 0) {
            for (int i = 0; i < COLUMN_COUNT; i++) {
                char reversed[40];
                if (!column_defs[i].key)
                    continue;
                complete_offer(complete, column_defs[i].name, NULL);
                snprintf(reversed, sizeof reversed, "%s-", column_defs[i].name);
                complete_offer(complete, reversed, "reversed");
            }
        } else if (strcmp(word, "WORD") == 0) { /* filter words; a dash before a word excludes its matches */
            bool is_not = complete->typed[0] == '-';
            complete->before = is_not ? "-" : "";
            complete->typed += is_not;
            for (size_t i = 0; i < FILTER_TERMS; i++)
                complete_offer(complete, filter_terms[i].word, filter_terms[i].help);
        }
    }
    free(words);
}

static void complete_values(struct complete *complete, const struct flag *flag)
{
    if (flag->is_bool) {
        complete_words(complete, "true|false");
    } else if (flag->kind == FLAG_PARAM) {
        const char *const *known = complete->args.params->table->rows[flag->index].suggestions;
        for (; known && *known; known++)
            complete_offer(complete, *known, NULL);
    } else if (flag->kind == FLAG_SETTING && flag->index == SETTING_PROFILE) {
        struct config_sources sources = {0};
        size_t count;
        char **names = config_profile_names(&sources, &count);
        for (size_t i = 0; i < count; i++) {
            complete_offer(complete, names[i], NULL);
            free(names[i]);
        }
        free(names);
    } else if (flag->kind != FLAG_NONE) {
        complete_words(complete, flag->value + 1);
    }
}

static void complete_argument(struct complete *complete)
{
    const struct command *command = complete->args.command;
    size_t count = complete->args.word_count;
    char *usage = mem_copy(command->args), *rest = usage, *words = NULL;
    if (command->args_max >= 0 && count >= (size_t)command->args_max)
        rest = NULL;
    for (size_t i = 0; i <= count && rest && !(words && strstr(words, "…")); i++) /* "ID…" repeats */
        words = strsep(&rest, " ");
    if (words)
        complete_words(complete, words);
    free(usage);
}

int complete_run(int argc, char *const *argv)
{
    struct error err;
    struct parser line = {.argc = argc - 2, .argv = argv + 1, .err = &err};
    struct complete complete = {.before = ""};
    struct args *args = &complete.args;
    if (argc < 3 || strcmp(argv[0], "--") != 0)
        return 0;
    const char *word = complete.typed = argv[argc - 1];
    buffer_init(&complete.out, BUFFER_MAX_DEFAULT);
    args_take_all(&line, args, false);
    bool is_flag = word[0] == '-' && !line.no_flags;
    struct flag_set flags = args_flags(args);
    struct flag flag = {0};
    if (line.is_cut) {
        complete_values(&complete, &line.flag);
    } else if (is_flag && word[1] == '-' && strchr(word, '=')) {
        size_t len = strcspn(word, "=");
        char *before = mem_copy_n(word, len + 1), *name = mem_copy_n(word + 2, len - 2);
        complete.before = before;
        complete.typed = word + len + 1;
        flag_find(&flags, name, 0, &flag);
        complete_values(&complete, &flag);
        free(before);
        free(name);
    } else if (is_flag) {
        while (flag_next(&flags, &flag)) {
            char *text = mem_printf("--%s", flag.name);
            if (!(args->command && flag.kind == FLAG_OPTION && flag.index == OPTION_DEMO))
                complete_offer(&complete, text, flag.help);
            free(text);
        }
    } else if (args->command) {
        complete_argument(&complete);
    } else if (!line.group && (line.is_screen || isdigit((unsigned char)word[0]))) {
        complete_peek(&complete, PEEK_PROJECTS, "");
    } else {
        complete_commands(&complete, line.group);
    }
    fputs(buffer_text(&complete.out), stdout);
    fflush(stdout);
    args_free(args);
    free(line.group);
    buffer_free(&complete.out);
    return 0;
}
