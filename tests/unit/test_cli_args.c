/* The command line: what is taken, and what is refused with which words. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "steno/cli/command.h"
#include "support/asserts.h"

/* Parses a NULL-ended list of words behind the program's name. */
static bool parse(struct args *args, struct error *err, char *const *words)
{
    char *argv[32] = {(char[]){"steno"}};
    int argc = 1;
    for (; words[argc - 1]; argc++)
        argv[argc] = words[argc - 1];
    error_clear(err);
    return args_parse(args, argc, argv, err);
}
#define PARSE(args, err, ...) parse(args, err, (char *const[]){__VA_ARGS__, NULL})

/* The value of a parameter of the command, by the contract's name. */
static const char *param(const struct args *args, const char *name)
{
    return param_set_get(args->params, param_find(args->params->table, name));
}

/* Parses what must be refused and compares the sentence. */
static void refuse(const char *sentence, char *const *words)
{
    struct args args;
    struct error err;
    cr_assert_not(parse(&args, &err, words));
    cr_assert_eq(err.kind, ERROR_USAGE);
    cr_expect_str_eq(err.text, sentence);
    args_free(&args);
}
#define REFUSE(sentence, ...) refuse(sentence, (char *const[]){__VA_ARGS__, NULL})

Test(args, a_value_stands_behind_its_flag_or_is_joined_by_equals)
{
    struct args args;
    struct error err;
    cr_assert(PARSE(&args, &err, "enqueue", "--lang", "en-US", "7", "--custom-label=a=b"), "%s", err.text);
    cr_expect_str_eq(param(&args, "Lang"), "en-US");
    cr_expect_str_eq(param(&args, "CustomLabel"), "a=b");
    cr_expect_eq(args.word_count, 1);
    cr_expect_str_eq(args.words[0], "7");
    cr_expect_null(param(&args, "WithVAD"), "what is not given stays UNSET");
    args_free(&args);
}

Test(args, a_bare_boolean_is_true_and_takes_no_word)
{
    struct args args;
    struct error err;
    cr_assert(
        PARSE(&args, &err, "enqueue", "--with-ppc", "7", "--with-vad=false", "--dry-run", "--wait=false"));
    cr_expect_str_eq(param(&args, "WithPPC"), "true");
    cr_expect_str_eq(param(&args, "WithVAD"), "false");
    cr_expect(args_has(&args, OPTION_DRY_RUN));
    cr_expect_not(args_has(&args, OPTION_WAIT));
    cr_expect_eq(args.word_count, 1);
    args_free(&args);
}

Test(args, words_of_other_programs_lead_to_the_command_that_does_it)
{
    static const char *const words[][2] = {{"ls", "list"},         {"rm", "remove"},
                                           {"tags", "show"},       {"status", "show"},
                                           {"download", "export"}, {"version", "--version"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char sentence[200], typed[20];
        snprintf(sentence, sizeof sentence,
                 "unknown command “%s”; did you mean “steno %s”? steno --help lists the commands",
                 words[i][0], words[i][1]);
        snprintf(typed, sizeof typed, "%s", words[i][0]);
        REFUSE(sentence, typed);
    }
}

Test(args, global_flags_may_stand_anywhere)
{
    struct args args;
    struct error err;
    cr_assert(
        PARSE(&args, &err, "--url", "http://h", "metadata", "--json", "set", "1", "k", "v", "--read-only"));
    cr_expect_str_eq(args.command->words, "metadata set");
    cr_expect_str_eq(args.settings[SETTING_URL], "http://h");
    cr_expect_str_eq(args.settings[SETTING_READ_ONLY], "true");
    cr_expect(args_has(&args, OPTION_JSON));
    cr_expect_eq(args.word_count, 3);
    args_free(&args);
}

Test(args, a_number_first_means_the_screen)
{
    struct args args;
    struct error err;
    cr_assert(PARSE(&args, &err, "12", "20-30", "--demo"));
    cr_expect_null(args.command);
    cr_expect_eq(args.word_count, 2);
    cr_expect(args_has(&args, OPTION_DEMO));
    args_free(&args);
}

Test(args, two_dashes_end_the_flags)
{
    struct args args;
    struct error err;
    cr_assert(PARSE(&args, &err, "metadata", "set", "1", "--", "--key", "-5"));
    cr_expect_str_eq(args.words[1], "--key");
    cr_expect_str_eq(args.words[2], "-5");
    args_free(&args);
}

Test(args, a_lone_dash_is_a_word_and_a_negative_number_a_value)
{
    struct args args;
    struct error err;
    cr_assert(PARSE(&args, &err, "export", "-", "--pause-between-captions-ms", "-5", "-o", "-"));
    cr_expect_str_eq(args.words[0], "-");
    cr_expect_str_eq(param(&args, "PauseBetweenCaptionsMs"), "-5");
    cr_expect_str_eq(args.options[OPTION_OUTPUT], "-");
    args_free(&args);
}

Test(args, timeout_is_the_setting_of_every_command_and_within_the_wait)
{
    struct args args;
    struct error err;
    cr_assert(PARSE(&args, &err, "wait", "1", "--within", "5"));
    cr_expect_str_eq(args.options[OPTION_WITHIN], "5");
    cr_expect_null(args.settings[SETTING_TIMEOUT]);
    args_free(&args);
    cr_assert(PARSE(&args, &err, "wait", "1", "--timeout", "5"));
    cr_expect_str_eq(args.settings[SETTING_TIMEOUT], "5");
    cr_expect_null(args.options[OPTION_WITHIN]);
    args_free(&args);
    cr_assert(PARSE(&args, &err, "show", "1", "--timeout", "5"));
    cr_expect_str_eq(args.settings[SETTING_TIMEOUT], "5");
    args_free(&args);
}

Test(args, unset_takes_back_what_stood_before_and_a_later_flag_sets_again)
{
    struct args args;
    struct error err;
    int lang = param_find(&params_enqueue, "Lang"), vad = param_find(&params_enqueue, "WithVAD");
    cr_assert(PARSE(&args, &err, "enqueue", "1", "--lang", "x", "--unset", "Lang", "--unset=with-vad",
                    "--with-vad"));
    cr_expect_null(param(&args, "Lang"));
    cr_expect(args.unset[lang]);
    cr_expect_not(args.unset[vad]);
    cr_expect_str_eq(param(&args, "WithVAD"), "true");
    args_free(&args);
}

Test(args, every_parameter_of_both_tables_is_a_flag)
{
    const struct param_table *const tables[] = {&params_enqueue, &params_export};
    char enqueue[] = "enqueue", export[] = "export";
    char *const words[] = {enqueue, export};
    for (size_t t = 0; t < 2; t++) {
        for (size_t i = 0; i < tables[t]->count; i++) {
            const struct param_def *def = &tables[t]->rows[i];
            const char *value = def->type == PARAM_BOOL ? "false" : def->type == PARAM_TEXT ? "x" : "12";
            char name[80], flag[200];
            param_flag(name, sizeof name, def);
            snprintf(flag, sizeof flag, "--%s=%s", name, value);
            struct args args;
            struct error err;
            cr_assert(PARSE(&args, &err, words[t], "1", flag), "%s", err.text);
            cr_expect_str_eq(param(&args, def->name), value);
            cr_expect_eq(param_set_count(args.params), 1);
            args_free(&args);
        }
    }
}

Test(args, the_second_word_of_preset_save_brings_its_parameters)
{
    struct args args;
    struct error err;
    cr_assert(PARSE(&args, &err, "preset", "save", "tv", "export", "--file-format-id", "srt"), "%s",
              err.text);
    cr_expect_eq(args.params->table, &params_export);
    cr_expect_str_eq(param(&args, "FileFormatId"), "srt");
    args_free(&args);
    REFUSE("steno preset save: “show” has no parameters; write enqueue or export", "preset", "save", "tv",
           "show");
}

Test(args, what_is_unknown_is_named_with_the_nearest_name)
{
    REFUSE("unknown command “shwo”; did you mean “steno show”? steno --help lists the commands", "shwo", "1");
    REFUSE("unknown command “frobnicate”; steno --help lists the commands", "frobnicate");
    REFUSE("unknown option --language; did you mean --lang? steno enqueue --help lists the options",
           "enqueue", "--language", "en");
    REFUSE("unknown option --langg; did you mean --lang? steno enqueue --help lists the options", "enqueue",
           "1", "--langg", "x");
    REFUSE("unknown option --lan; did you mean --lang? steno enqueue --help lists the options", "enqueue",
           "1", "--lan=x");
    REFUSE("unknown option --zzzzzz; steno show --help lists the options", "show", "--zzzzzz");
    REFUSE("unknown option --lang; steno show --help lists the options", "show", "1", "--lang", "x");
    REFUSE("unknown command “metadata get”; did you mean “steno metadata set”? steno --help lists the "
           "commands",
           "metadata", "get");
    REFUSE("unknown option --format; did you mean --file-format-id? steno export --help lists the options",
           "export", "1", "--format", "srt");
    REFUSE("unknown command “tag add”: the API cannot add tags; steno tag --help shows what it can do", "tag",
           "add", "1", "news");
    REFUSE("--unset: enqueue has no parameter “Langs”; did you mean Lang?", "enqueue", "1", "--unset",
           "Langs");
}

Test(args, what_is_missing_or_too_much_is_said)
{
    REFUSE("missing argument: steno show ID…", "show");
    REFUSE("missing argument: steno metadata set ID… KEY VALUE", "metadata", "set", "1", "k");
    REFUSE("unexpected argument “b”: steno note ID TEXT", "note", "1", "a", "b");
    REFUSE("unexpected argument “x”: steno whoami", "whoami", "x");
    REFUSE("steno metadata requires one of: set, rm", "metadata");
    REFUSE("option --lang requires a value", "enqueue", "1", "--lang");
    REFUSE("option --lang requires a value; if “--wait” is that value, write --lang=--wait", "enqueue", "1",
           "--lang", "--wait");
}

Test(args, a_word_behind_a_bare_boolean_that_is_no_id_is_taken_for_its_value)
{
#define WRITE_BOOL "; write --with-ppc, --with-ppc=true or --with-ppc=false"
    REFUSE("--with-ppc: “maybe” is invalid" WRITE_BOOL, "enqueue", "7", "--with-ppc", "maybe");
    REFUSE("--with-ppc: “false” is its value only after =" WRITE_BOOL, "enqueue", "--with-ppc", "false", "7");
    REFUSE("--with-ppc: “0” is invalid" WRITE_BOOL, "enqueue", "7", "--with-ppc", "0");
    REFUSE("--with-ppc: “maybe” is invalid" WRITE_BOOL, "preset", "save", "tv", "enqueue", "--with-ppc",
           "maybe");
    REFUSE("--any: “true” is its value only after =; write --any, --any=true or --any=false", "wait", "1",
           "--any", "true");
    REFUSE("--consent: “yes” is invalid; write --consent, --consent=true or --consent=false", "login",
           "--consent", "yes");
    REFUSE("--read-only: “no” is invalid; write --read-only, --read-only=true or "
           "--read-only=false",
           "tag", "rm", "--read-only", "no", "1", "x");
    REFUSE("--with-ppc: “␛” is invalid" WRITE_BOOL, "enqueue", "7", "--with-ppc", "\033");
    REFUSE("--json: “false” is its value only after =; write --json, --json=true or --json=false", "--json",
           "false", "show", "1");
    REFUSE("--plain: “off” is invalid; write --plain, --plain=true or --plain=false", "12", "--plain", "off");
    REFUSE("unexpected argument “b”: steno note ID TEXT", "note", "--json", "1", "a", "b");
}

Test(args, words_that_can_stand_behind_a_bare_boolean_still_do)
{
    struct args args;
    struct error err;
    char *const lines[][6] = {
        {(char[]){"enqueue"}, (char[]){"--with-ppc"}, (char[]){"7"}},
        {(char[]){"enqueue"}, (char[]){"--with-ppc"}, (char[]){"20-30,40"}},
        {(char[]){"enqueue"}, (char[]){"--with-ppc"}, (char[]){"-"}},
        {(char[]){"tag"}, (char[]){"rm"}, (char[]){"1"}, (char[]){"--json"}, (char[]){"news"}},
        {(char[]){"--json"}, (char[]){"show"}, (char[]){"--offline"}, (char[]){"1"}},
        {(char[]){"preset"}, (char[]){"save"}, (char[]){"--send-all"}, (char[]){"tv"}, (char[]){"enqueue"}},
        {(char[]){"show"}, (char[]){"--help"}, (char[]){"maybe"}},
        {(char[]){"--plain"}, (char[]){"12"}}};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        cr_expect(parse(&args, &err, lines[i]), "line %zu: %s", i, err.text);
        args_free(&args);
    }
}

Test(args, bad_values_are_refused_with_their_flag)
{
    REFUSE("--with-ppc: “yes” is invalid: use true or false", "enqueue", "1", "--with-ppc=yes");
    REFUSE("--min-line-duration-ms: MinLineDurationMs: “2 s” is not a whole number", "export", "1",
           "--min-line-duration-ms", "2 s");
    REFUSE(
        "unknown option -x (put arguments that begin with “-” after --); steno show --help lists the options",
        "show", "-x");
    REFUSE("unknown option -x (put arguments that begin with “-” after --); steno --help lists the options",
           "-x");
}

Test(args, hostile_bytes_of_an_argument_do_not_reach_the_sentence)
{
    REFUSE("unknown command “␛[31m”; steno --help lists the commands", "\033[31m");
}

Test(args, a_usage_error_knows_of_json_that_stands_behind_it)
{
    struct args args;
    struct error err;
    cr_assert_not(PARSE(&args, &err, "shwo", "1", "--json"));
    cr_expect(args_has(&args, OPTION_JSON));
    args_free(&args);
}

Test(args, demo_with_a_command_is_refused_wherever_it_stands)
{
#define OWN_SERVER " uses your own; nothing was read or sent. Omit --demo or the command"
    REFUSE("--demo opens the console on a private practice server, but steno tag rm" OWN_SERVER, "--demo",
           "tag", "rm", "1", "news");
    REFUSE("--demo opens the console on a private practice server, but steno tag rm" OWN_SERVER, "tag",
           "--demo", "rm", "1", "news");
    REFUSE("--demo opens the console on a private practice server, but steno tag rm" OWN_SERVER, "tag", "rm",
           "1", "news", "--demo");
    REFUSE("--demo opens the console on a private practice server, but steno enqueue" OWN_SERVER, "enqueue",
           "--demo=true", "7", "--json");
    REFUSE("--demo opens the console on a private practice server, but steno show" OWN_SERVER, "show",
           "--demo");
}

Test(args, every_command_refuses_demo)
{
    for (size_t i = 0; i < command_count; i++) {
        struct args args;
        struct error err;
        char words[64], *at = words;
        char *argv[4] = {(char[]){"--demo"}};
        snprintf(words, sizeof words, "%s", commands[i].words);
        for (int n = 1; n < 3; n++)
            argv[n] = strsep(&at, " ");
        cr_assert_not(parse(&args, &err, argv), "steno --demo %s", commands[i].words);
        cr_expect_str_starts(err.text, "--demo opens ", "steno --demo %s: %s", commands[i].words, err.text);
        args_free(&args);
    }
}

Test(args, demo_that_is_false_or_a_word_or_asks_for_help_is_none)
{
    struct args args;
    struct error err;
    cr_assert(PARSE(&args, &err, "show", "1", "--demo=false"), "%s", err.text);
    args_free(&args);
    cr_assert(PARSE(&args, &err, "tag", "rm", "1", "--", "--demo"), "%s", err.text);
    args_free(&args);
    cr_assert(PARSE(&args, &err, "show", "--demo", "--help"), "%s", err.text);
    args_free(&args);
}

Test(args, help_needs_no_arguments)
{
    struct args args;
    struct error err;
    cr_assert(PARSE(&args, &err, "show", "--help"));
    cr_expect_str_eq(args.command->words, "show");
    args_free(&args);
    cr_assert(PARSE(&args, &err, "metadata", "-h"));
    cr_expect_str_eq(args.group, "metadata");
    args_free(&args);
}
