/* Parsing the command line: what is accepted, and the messages of refusals. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/cli/command.h"
#include "support/asserts.h"

#define COUNT(of) (sizeof(of) / sizeof *(of))

static struct args args;
static struct error err;

static void finish(void)
{
    args_free(&args);
}

TestSuite(args, .fini = finish);

/* Parses a line without the program's name; frees the previous result. Words are separated by blanks; a ~ is
 * a blank in a word. */
static bool parse(const char *line)
{
    static char text[300];
    char *argv[32] = {(char[]){"steno"}}, *rest = text, *word;
    int argc = 1;
    args_free(&args);
    error_clear(&err);
    snprintf(text, sizeof text, "%s", line);
    while ((word = strsep(&rest, " "))) {
        argv[argc++] = word;
        for (; (word = strchr(word, '~')); word++)
            *word = ' ';
    }
    return args_parse(&args, argc, argv, &err);
}

/* The parsed line: command, words, settings, options, parameters and unset parameters: "enqueue [7] url=x
 * --json=true Lang=en !WithVAD". */
static const char *taken(void)
{
    static char text[400];
    size_t len = (size_t)snprintf(text, sizeof text, "%s [",
                                  args.command ? args.command->words
                                  : args.group ? args.group
                                               : "the screen");
#define PUT(...) (len += (size_t)snprintf(text + len, sizeof text - len, __VA_ARGS__))
    for (size_t i = 0; i < args.word_count; i++)
        PUT("%s%s", i ? " " : "", args.words[i]);
    PUT("]");
    for (int i = 0; i < SETTING_COUNT; i++) {
        if (args.settings[i])
            PUT(" %s=%s", setting_defs[i].name, args.settings[i]);
    }
    for (int i = 0; i < OPTION_COUNT; i++) {
        if (args.options[i])
            PUT(" --%s=%s", option_defs[i].name, args.options[i]);
    }
    for (size_t i = 0; args.params && i < args.params->table->count; i++) {
        const char *name = args.params->table->rows[i].name, *value = param_set_get(args.params, (int)i);
        if (value)
            PUT(" %s=%s", name, value);
        if (args.unset[i])
            PUT(" !%s", name);
    }
#undef PUT
    return text;
}

Test(args, words_flags_and_values_are_accepted_in_any_order)
{
    static const char *const lines[][2] = {
        {"enqueue --lang en-US 7 --custom-label=a=b", "enqueue [7] Lang=en-US CustomLabel=a=b"},
        {"enqueue --with-ppc 7 --with-vad=false --dry-run --wait=false",
         "enqueue [7] --dry-run=true --wait=false WithPPC=true WithVAD=false"},
        {"--url http://h metadata --json set 1 k v --read-only",
         "metadata set [1 k v] url=http://h read_only=true --json=true"},
        {"12 20-30 --demo", "the screen [12 20-30] --demo=true"},
        {"metadata set 1 -- --key -5", "metadata set [1 --key -5]"},
        {"export - --pause-between-captions-ms -5 -o -", "export [-] --output=- PauseBetweenCaptionsMs=-5"},
        {"wait 1 --within 5", "wait [1] --within=5"},
        {"show 1 --timeout 5", "show [1] timeout=5"},
        {"enqueue 1 --lang x --unset Lang --unset=with-vad --with-vad", "enqueue [1] !Lang WithVAD=true"},
        /* the second word decides which parameters are valid */
        {"preset save tv export --file-format-id srt", "preset save [tv export] FileFormatId=srt"},
        /* after a boolean option, a word that is not its value is an argument */
        {"enqueue --with-ppc 20-30,40", "enqueue [20-30,40] WithPPC=true"},
        {"tag rm 1 --json news", "tag rm [1 news] --json=true"},
        {"--plain 12", "the screen [12] plain=true"},
        {"show --help maybe", "show [maybe] --help=true"},
        /* --help needs no arguments */
        {"show --help", "show [] --help=true"},
        {"metadata -h", "metadata [] --help=true"},
        {"show --demo --help", "show [] --help=true --demo=true"},
        {"tag rm 1 -- --demo", "tag rm [1 --demo]"},
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        cr_expect(parse(lines[i][0]), "%s: %s", lines[i][0], err.text);
        cr_expect_str_eq(taken(), lines[i][1], "%s", lines[i][0]);
    }
}

#define LISTS_COMMANDS "steno --help lists the commands"
#define DID_YOU_MEAN   "”; did you mean “steno "
#define WRITE_PPC      "; write --with-ppc, --with-ppc=true or --with-ppc=false"
#define OPENS_CONSOLE  "--demo opens the console on a private practice server, but steno "
#define OWN_SERVER     " uses your own server; nothing was read or sent. Omit --demo or the command"

Test(args, errors_have_messages)
{
    static const char *const lines[][2] = {
        /* An unknown name: steno suggests the nearest name. For a name that other programs use, such as ls,
         * it suggests its own. */
        {"shwo 1", "unknown command “shwo" DID_YOU_MEAN "show”? " LISTS_COMMANDS},
        {"ls", "unknown command “ls" DID_YOU_MEAN "list”? " LISTS_COMMANDS},
        {"tags", "unknown command “tags" DID_YOU_MEAN "show”? " LISTS_COMMANDS},
        {"version", "unknown command “version" DID_YOU_MEAN "--version”? " LISTS_COMMANDS},
        {"metadata get", "unknown command “metadata get”; steno metadata --help lists the commands"},
        {"frobnicate", "unknown command “frobnicate”; " LISTS_COMMANDS},
        {"\033[31m", "unknown command “␛[31m”; " LISTS_COMMANDS},
        {"tag add 1 news",
         "unknown command “tag add”: the API can only remove tags; steno tag --help lists the commands"},
        {"enqueue --language en",
         "unknown option --language; did you mean --lang? steno enqueue --help lists the options"},
        {"export 1 --format srt",
         "unknown option --format; did you mean --file-format-id? steno export --help lists the options"},
        {"show 1 --lang x", "unknown option --lang; steno show --help lists the options"},
        {"show -x", "unknown option -x (put arguments that begin with “-” after --); steno show --help lists "
                    "the options"},
        {"-x",
         "unknown option -x (put arguments that begin with “-” after --); steno --help lists the options"},
        {"enqueue 1 --unset Langs", "--unset: enqueue has no parameter “Langs”; did you mean Lang?"},
        {"preset save tv show", "steno preset save: write enqueue or export instead of “show”"},
        /* missing or extra arguments */
        {"show", "missing argument; usage: steno show ID…"},
        {"metadata set 1 k", "missing argument; usage: steno metadata set ID… KEY VALUE"},
        {"note 1 a b", "unexpected argument “b”; usage: steno note ID TEXT"},
        {"whoami x", "unexpected argument “x”; usage: steno whoami"},
        {"metadata", "steno metadata is incomplete: add one of set, rm"},
        {"enqueue 1 --lang", "option --lang requires a value"},
        {"enqueue 1 --lang --wait",
         "option --lang requires a value; if “--wait” is that value, write --lang=--wait"},
        /* a word after a boolean that can only be its value */
        {"enqueue 7 --with-ppc maybe", "--with-ppc: “maybe” is invalid here" WRITE_PPC},
        {"enqueue --with-ppc false 7", "--with-ppc: “false” is invalid here" WRITE_PPC},
        {"enqueue 7 --with-ppc \033", "--with-ppc: “␛” is invalid here" WRITE_PPC},
        {"wait 1 --any true", "--any: “true” is invalid here; write --any, --any=true or --any=false"},
        {"--json false show 1", "--json: “false” is invalid here; write --json, --json=true or --json=false"},
        {"12 --plain off", "--plain: “off” is invalid here; write --plain, --plain=true or --plain=false"},
        /* values */
        {"enqueue 1 --with-ppc=yes", "--with-ppc: “yes” is invalid: use true or false"},
        {"export 1 --min-line-duration-ms 2~s",
         "--min-line-duration-ms: MinLineDurationMs: “2 s” is not a whole number"},
        /* --demo allows no command, at any position */
        {"--demo tag rm 1 news", OPENS_CONSOLE "tag rm" OWN_SERVER},
        {"tag rm 1 news --demo", OPENS_CONSOLE "tag rm" OWN_SERVER},
        {"enqueue --demo=true 7 --json", OPENS_CONSOLE "enqueue" OWN_SERVER},
    };
    for (size_t i = 0; i < COUNT(lines); i++) {
        cr_expect_not(parse(lines[i][0]), "%s", lines[i][0]);
        cr_expect_eq(err.kind, ERROR_USAGE, "%s", lines[i][0]);
        cr_expect_str_eq(err.text, lines[i][1], "%s", lines[i][0]);
    }
    cr_expect_not(parse("shwo 1 --json"));
    cr_expect(args_has(&args, OPTION_JSON), "it is told as JSON also where that stands behind the fault");
    for (size_t i = 0; i < command_count; i++) {
        char line[80];
        snprintf(line, sizeof line, "--demo %s", commands[i].words);
        cr_expect_not(parse(line), "%s", line);
        cr_expect_str_starts(err.text, "--demo opens ", "%s", line);
    }
}
