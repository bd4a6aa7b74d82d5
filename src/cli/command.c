/* The table of subcommands, and how a row is found. */
#include "steno/cli/command.h"

#include <string.h>

#include "handlers.h"

#define NO_LIMIT (-1)

const struct command commands[] = {
    {.words = "login",
     .args = "",
     .help = "Log in and save the token",
     .more = "The password comes from the terminal, from standard input (--password-stdin) or from "
             "password_command; "
             "a token (--token-stdin) needs none. The token is checked and saved in the credentials file, "
             "mode 0600. "
             "Consent to data protection is only sent when you say so: --consent, or yes to the question.",
     .options = OPTION_BIT(OPTION_EMAIL) | OPTION_BIT(OPTION_PASSWORD_STDIN) |
                OPTION_BIT(OPTION_TOKEN_STDIN) | OPTION_BIT(OPTION_CONSENT) | OPTION_BIT(OPTION_AS),
     .endpoint = ENDPOINT_COUNT,
     .any_profile = true,
     .run = cli_login},
    {.words = "logout",
     .args = "",
     .help = "Forget the saved token",
     .endpoint = ENDPOINT_COUNT,
     .run = cli_logout},
    {.words = "whoami",
     .args = "",
     .help = "Show the account: user, credit, consents, claims",
     .endpoint = ENDPOINT_CURRENT_USER,
     .run = cli_whoami},
    {.words = "password-policy",
     .args = "",
     .help = "Show the password settings, or check a password against them",
     .more = "With --check a candidate is read from the terminal or from one line of standard input. It is "
             "judged "
             "here: never sent, stored or logged.",
     .options = OPTION_BIT(OPTION_CHECK),
     .endpoint = ENDPOINT_PASSWORD_SETTINGS,
     .run = cli_password_policy},
    {.words = "add",
     .args = "ID…",
     .args_min = 1,
     .args_max = NO_LIMIT,
     .help = "Put projects on the watchlist; makes no request",
     .endpoint = ENDPOINT_COUNT,
     .run = cli_add},
    {.words = "remove",
     .args = "ID…",
     .args_min = 1,
     .args_max = NO_LIMIT,
     .help = "Take projects off the watchlist; makes no request",
     .endpoint = ENDPOINT_COUNT,
     .run = cli_remove},
    {.words = "list",
     .args = "",
     .help = "List the watchlist as last seen",
     .options = OPTION_BIT(OPTION_REFRESH),
     .endpoint = ENDPOINT_COUNT,
     .run = cli_list},
    {.words = "note",
     .args = "ID TEXT",
     .args_min = 2,
     .args_max = 2,
     .help = "Keep a note beside a project of the watchlist; an empty one is dropped",
     .more = "A TEXT that is - is read from standard input, to its end; one newline at the end is dropped.",
     .endpoint = ENDPOINT_COUNT,
     .run = cli_note},
    {.words = "move",
     .args = "ID N",
     .args_min = 2,
     .args_max = 2,
     .help = "Move a project to place N of the watchlist, counted from 1",
     .endpoint = ENDPOINT_COUNT,
     .run = cli_move},
    {.words = "activity",
     .args = "[ID]",
     .args_max = 1,
     .help = "List changes of state and what was done to projects, newest last",
     .endpoint = ENDPOINT_COUNT,
     .run = cli_activity},
    {.words = "show",
     .args = "ID…",
     .args_min = 1,
     .args_max = NO_LIMIT,
     .help = "Show every field of projects",
     .options = OPTION_BIT(OPTION_OFFLINE),
     .endpoint = ENDPOINT_GET_PROJECT,
     .run = cli_show},
    {.words = "watch",
     .args = "ID…",
     .args_min = 1,
     .args_max = NO_LIMIT,
     .help = "Report each change of state until interrupted",
     .more =
         "Ends with 0 when --within expires. An enqueue of one of the projects in another shell is seen at "
         "once. hook, bell and notify_osc of the config tell of each change, and so they do in `wait` and "
         "`enqueue --wait`; of all that watch a project one runs the hook.",
     .options = OPTION_BIT(OPTION_WITHIN) | OPTION_BIT(OPTION_INTERVAL),
     .endpoint = ENDPOINT_GET_PROJECT,
     .run = cli_watch},
    {.words = "wait",
     .args = "ID…",
     .args_min = 1,
     .args_max = NO_LIMIT,
     .help = "Wait until the transcription of projects has ended",
     .more =
         "Ends with 0 when all are Completed, 7 when all have ended and one Failed or was Canceled, 6 when "
         "--within expires, 8 when one could not be read beside others. Projects in state None or in an "
         "unknown state are waited for. When the network fails it goes on, but until one read has "
         "succeeded no longer than the setting timeout (STENO_TIMEOUT); then it ends with 6.",
     .options = OPTION_BIT(OPTION_WITHIN) | OPTION_BIT(OPTION_ANY),
     .endpoint = ENDPOINT_GET_PROJECT,
     .within_was_timeout = true,
     .run = cli_wait},
    {.words = "enqueue",
     .args = "ID…",
     .args_min = 1,
     .args_max = NO_LIMIT,
     .help = "Enqueue projects for transcription",
     .more = "Only the parameters that you give are sent. The request is never sent twice. When the answer "
             "is lost, incomplete or a 5xx, the exit code is 6 and the message begins with what the project "
             "shows: "
             "check the project before you enqueue it again.",
     .options = OPTION_BIT(OPTION_PRESET) | OPTION_BIT(OPTION_UNSET) | OPTION_BIT(OPTION_SEND_ALL) |
                OPTION_BIT(OPTION_WAIT) | OPTION_BIT(OPTION_WITHIN) | OPTION_BIT(OPTION_DRY_RUN),
     .endpoint = ENDPOINT_ENQUEUE,
     .writes = true,
     .run = cli_enqueue},
    {.words = "export",
     .args = "ID…",
     .args_min = 1,
     .args_max = NO_LIMIT,
     .help = "Export subtitles",
     .more =
         "Without -o the file goes to standard output. Several ids need a folder. A file that exists is kept "
         "unless --force is given, and a file that could not be written whole is not left behind. --style "
         "sends what a house style asks for; the preset, then the parameters given, replace single values. "
         "With "
         "--check each file is checked when it is whole, as `lint` does; it stays whatever is found, and the "
         "exit code is 9 when there is a finding at or above --fail-on and no project failed.",
     .options = OPTION_BIT(OPTION_STYLE) | OPTION_BIT(OPTION_CHECK_STYLE) | OPTION_BIT(OPTION_FAIL_ON) |
                OPTION_BIT(OPTION_PRESET) | OPTION_BIT(OPTION_UNSET) | OPTION_BIT(OPTION_SEND_ALL) |
                OPTION_BIT(OPTION_OUTPUT) | OPTION_BIT(OPTION_NAME_PATTERN) | OPTION_BIT(OPTION_FORCE) |
                OPTION_BIT(OPTION_DRY_RUN),
     .endpoint = ENDPOINT_EXPORT,
     .run = cli_export},
    {.words = "lint",
     .args = "FILE|ID…",
     .args_min = 1,
     .args_max = NO_LIMIT,
     .help = "Check subtitles against limits or a house style",
     .more = "Reads srt, vtt, ssa, ass, EBU STL, TTML and txt; - is standard input. A word of digits is a "
             "project, whose export is fetched as `export` with the same options would (its --style "
             "included) and "
             "checked without saving it; ./12 is a file. Each finding names its place, value and limit, and "
             "nothing is changed. A parameter "
             "given as a flag is a limit too: what an export was asked for. Ends with 9 when a file has a "
             "finding at or above --fail-on. In CSV a text that a spreadsheet would take for a formula gets "
             "an apostrophe before it.",
     .options = OPTION_BIT(OPTION_PRESET) | OPTION_BIT(OPTION_UNSET) | OPTION_BIT(OPTION_SEND_ALL) |
                OPTION_BIT(OPTION_DRY_RUN) | OPTION_BIT(OPTION_STYLE) | OPTION_BIT(OPTION_RULE_LIMIT) |
                OPTION_BIT(OPTION_FAIL_ON) | OPTION_BIT(OPTION_FORMAT),
     .endpoint = ENDPOINT_EXPORT,
     .run = cli_lint},
    {.words = "diff",
     .args = "FILE|ID[@NAME] FILE|ID[@NAME]",
     .args_min = 2,
     .args_max = 2,
     .help = "Compare two files of captions, or exports, by their words",
     .more =
         "A word of digits is a project, whose export is fetched with the parameters given; 12@bbc starts "
         "from a style or preset. - is standard input, ./12 a file. Captions that share words form a row: "
         "same, markup, wrap (line ends), time, split, join, shift, text, only-a, only-b. Numbers of "
         "captions do not count. --style names the style that both are checked by. Ends with 9 when they "
         "differ, in one of the kinds of --only if that is given.",
     .options = OPTION_BIT(OPTION_STYLE) | OPTION_BIT(OPTION_ONLY) | OPTION_BIT(OPTION_FORMAT) |
                OPTION_BIT(OPTION_UNSET) | OPTION_BIT(OPTION_SEND_ALL) | OPTION_BIT(OPTION_DRY_RUN),
     .endpoint = ENDPOINT_EXPORT,
     .run = cli_diff},
    {.words = "metadata set",
     .args = "ID KEY VALUE",
     .args_min = 3,
     .args_max = 3,
     .help = "Set one key of a project's metadata",
     .more =
         "A VALUE that is - is read from standard input, to its end, and may have many lines; one newline "
         "at the end is dropped.",
     .options = OPTION_BIT(OPTION_ACCESS_TOKEN),
     .endpoint = ENDPOINT_ADD_METADATA,
     .writes = true,
     .run = cli_metadata_set},
    {.words = "metadata rm",
     .args = "ID KEY",
     .args_min = 2,
     .args_max = 2,
     .help = "Delete one key of a project's metadata",
     .options = OPTION_BIT(OPTION_ACCESS_TOKEN),
     .endpoint = ENDPOINT_DELETE_METADATA,
     .writes = true,
     .run = cli_metadata_rm},
    {.words = "tag rm",
     .args = "ID TAG",
     .args_min = 2,
     .args_max = 2,
     .help = "Delete a tag of a project; it cannot be put back from here",
     .options = OPTION_BIT(OPTION_ACCESS_TOKEN),
     .endpoint = ENDPOINT_DELETE_TAG,
     .writes = true,
     .run = cli_tag_rm},
    {.words = "style list",
     .args = "",
     .help = "List the house styles that captions can be checked by",
     .endpoint = ENDPOINT_COUNT,
     .run = cli_style_list},
    {.words = "style show",
     .args = "NAME",
     .args_min = 1,
     .args_max = 1,
     .help = "Show a house style: its source, what it sends, its limits",
     .endpoint = ENDPOINT_COUNT,
     .run = cli_style_show},
    {.words = "preset list",
     .args = "",
     .help = "List the saved sets of parameters",
     .endpoint = ENDPOINT_COUNT,
     .run = cli_preset_list},
    {.words = "preset show",
     .args = "P",
     .args_min = 1,
     .args_max = 1,
     .help = "Show the parameters saved as P",
     .endpoint = ENDPOINT_COUNT,
     .run = cli_preset_show},
    {.words = "preset save",
     .args = "P enqueue|export",
     .args_min = 2,
     .args_max = 2,
     .help = "Save parameters, given as flags behind these words, as P",
     .options = OPTION_BIT(OPTION_PRESET) | OPTION_BIT(OPTION_UNSET) | OPTION_BIT(OPTION_SEND_ALL),
     .endpoint = ENDPOINT_COUNT,
     .params_by_word = true,
     .run = cli_preset_save},
    {.words = "preset rm",
     .args = "P",
     .args_min = 1,
     .args_max = 1,
     .help = "Forget the parameters saved as P",
     .endpoint = ENDPOINT_COUNT,
     .run = cli_preset_rm},
    {.words = "notify",
     .args = "",
     .help = "Try the notification set up in the config: --test",
     .options = OPTION_BIT(OPTION_TEST),
     .endpoint = ENDPOINT_COUNT,
     .run = cli_notify},
    {.words = "doctor",
     .args = "",
     .help = "Check terminal, locale, config, token, TLS, proxy, server",
     .more = "What it prints holds no secret: it is safe to paste.",
     .endpoint = ENDPOINT_COUNT,
     .any_profile = true,
     .run = cli_doctor},
};

const size_t command_count = sizeof commands / sizeof commands[0];

const struct command *command_find(const char *words)
{
    for (size_t i = 0; i < command_count; i++) {
        if (strcmp(commands[i].words, words) == 0)
            return &commands[i];
    }
    return NULL;
}

bool command_is_group(const char *word)
{
    for (size_t i = 0; i < command_count; i++) {
        if (command_in_group(&commands[i], word))
            return true;
    }
    return false;
}

const char *command_in_group(const struct command *command, const char *group)
{
    size_t len = strlen(group);
    bool is_in = strncmp(command->words, group, len) == 0 && command->words[len] == ' ';
    return is_in ? command->words + len + 1 : NULL;
}

const struct param_table *command_params(const struct command *command)
{
    return command->endpoint == ENDPOINT_COUNT ? NULL : endpoints[command->endpoint].params;
}
