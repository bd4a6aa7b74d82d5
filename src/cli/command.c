/* The tables of options and subcommands. Rows only. */
/* SPDX-License-Identifier: MIT */
#include "steno/cli/command.h"

#include "handlers.h"

#define NO_LIMIT (-1)

/* clang-format off */
const struct option_def option_defs[OPTION_COUNT] = {
    [OPTION_JSON] = {.name = "json", .help = "Print one JSON object per line; never prompt"},
    [OPTION_HELP] = {.name = "help", .letter = 'h', .help = "Show help for steno or for the command, and exit"},
    [OPTION_VERSION] = {.name = "version", .help = "Show the version, and exit"},
    [OPTION_DEMO] = {.name = "demo", .help = "Open the console on a private practice server, ignoring your settings"},
    [OPTION_QUIET] = {.name = "quiet", .help = "Commands: print results, errors and warnings alone"},
    [OPTION_VERBOSE] = {.name = "verbose",
                       .help = "Commands: write the log to standard error, unless log_file is set"},
    [OPTION_ACCESS_TOKEN] = {.name = "access-token", .value = "VERSION",
                       .help = "Project version to send (disables the retry after a conflict)"},
    [OPTION_ALL] = {.name = "all", .help = "Everything in the state file, of all servers and accounts"},
    [OPTION_ANY] = {.name = "any", .help = "Return when the first project has finished"},
    [OPTION_AS] = {.name = "as", .value = "json|form|query",
                       .help = "Format in which the login data is sent (default json)"},
    [OPTION_CHECK] = {.name = "check", .value = "STYLE", .help = "Check each complete file against this house style"},
    [OPTION_CONSENT] = {.name = "consent", .help = "You have read and accept the data protection terms"},
    [OPTION_DRY_RUN] = {.name = "dry-run", .help = "Show the request with secrets masked; send nothing"},
    [OPTION_EMAIL] = {.name = "email", .value = "EMAIL", .help = "The account to log in to"},
    [OPTION_FAIL_ON] = {.name = "fail-on", .value = "LEVEL",
                       .help = "Exit with 9 from this level: error (default), warning, never"},
    [OPTION_FORCE] = {.name = "force", .help = "Overwrite existing files"},
    [OPTION_FORGET] = {.name = "forget", .help = "Also delete all that is saved here about the account"},
    [OPTION_IDS] = {.name = "ids", .help = "Print the ids alone, one per line"},
    [OPTION_IF_NEWER] = {.name = "if-newer", .help = "Replace files of changed projects, as far as steno wrote them"},
    [OPTION_INTERVAL] = {.name = "interval", .value = "SECONDS",
                       .help = "Fetch each project this often, whatever its state (2 to 3600)"},
    [OPTION_NAME_PATTERN] = {.name = "name-pattern", .value = "PATTERN",
                       .help = "File name in a folder, such as {id}-{name}.{ext}"},
    [OPTION_OFFLINE] = {.name = "offline", .help = "Show the last known state; make no request"},
    [OPTION_OUTPUT] = {.name = "output", .letter = 'o', .value = "FILE|DIR|-",
                       .help = "Output file or folder (default: standard output)"},
    [OPTION_PASSWORD_STDIN] = {.name = "password-stdin", .help = "Read the password from standard input"},
    [OPTION_PATH] = {.name = "path", .help = "Print where the config file is looked for"},
    [OPTION_PRESET] = {.name = "preset", .value = "NAME", .help = "Use preset NAME as a base"},
    [OPTION_REFRESH] = {.name = "refresh", .help = "Fetch all projects from the server first"},
    [OPTION_SEND_ALL] = {.name = "send-all",
                       .help = "Also send default values, so that changed server defaults have no effect"},
    [OPTION_SKIP_EXISTING] = {.name = "skip-existing", .help = "Leave existing files unchanged"},
    [OPTION_SORT] = {.name = "sort", .value = "COLUMN[-]",
                       .help = "Sort by state, since, length, expires, …; - reverses"},
    [OPTION_SINCE] = {.name = "since", .value = "TIME",
                       .help = "Only what happened since this time, such as 2026-11-22T15:30:00Z"},
    [OPTION_STYLE] = {.name = "style", .value = "NAME",
                       .help = "House style: netflix-en, bbc, ard, ted, dcmp-middle or jtp-cs"},
    [OPTION_TOKEN_STDIN] = {.name = "token-stdin", .help = "Read a token from standard input instead of a password"},
    [OPTION_UNSET] = {.name = "unset", .value = "NAME", .help = "Omit this parameter even if the preset sets it"},
    [OPTION_ANYWAY] = {.name = "anyway", .help = "Send it although it is being transcribed, or another enqueue is open"},
    [OPTION_WAIT] = {.name = "wait", .help = "Wait until the transcription has finished"},
    [OPTION_WITHIN] = {.name = "within", .value = "SECONDS", .help = "Stop waiting after this time (1 to 31536000)"},
};

const struct command commands[] = {
    {.words = "login", .args = "", .help = "Log in and save the token",
     .more = "The password comes from the terminal, from standard input (--password-stdin) or from "
             "password_command; with a token (--token-stdin) none is required. The token is checked and "
             "saved in the credentials file, mode 0600. Consent to data protection is only sent if you "
             "give it: with --consent, or by answering yes.",
     .options = OPTION_BIT(OPTION_EMAIL) | OPTION_BIT(OPTION_PASSWORD_STDIN) |
        OPTION_BIT(OPTION_TOKEN_STDIN) | OPTION_BIT(OPTION_CONSENT) | OPTION_BIT(OPTION_AS),
     .endpoint = ENDPOINT_COUNT, .any_profile = true, .run = cli_login},
    {.words = "logout", .args = "", .help = "Delete the saved token from this computer",
     .options = OPTION_BIT(OPTION_FORGET), .endpoint = ENDPOINT_COUNT, .run = cli_logout},
    {.words = "whoami", .args = "", .help = "Show the account: user, credit, consents, claims",
     .endpoint = ENDPOINT_CURRENT_USER, .run = cli_whoami},
    {.words = "password-policy", .args = "", .help = "Show the password settings",
     .endpoint = ENDPOINT_PASSWORD_SETTINGS, .run = cli_password_policy},
    {.words = "add", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Add projects to the watchlist (offline)", .endpoint = ENDPOINT_COUNT, .run = cli_add},
    {.words = "remove", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Remove projects from the watchlist (offline)", .elsewhere = "rm", .endpoint = ENDPOINT_COUNT,
     .run = cli_remove},
    {.words = "forget", .args = "[ID…]", .args_max = NO_LIMIT,
     .help = "Delete all that is saved here about projects (offline)",
     .more = "The row of the watchlist, the last known state, drafts, history and the log of metadata are "
             "deleted; the server is not asked. A write without an answer stays until a reading shows "
             "what became of it. --all deletes everything in the state file; saved logins and the config "
             "stay.",
     .options = OPTION_BIT(OPTION_ALL), .endpoint = ENDPOINT_COUNT, .run = cli_forget},
    {.words = "list", .args = "[WORD...]", .args_max = NO_LIMIT,
     .help = "List the watchlist (last known state; --refresh updates it)", .elsewhere = "ls",
     .more = "Only projects that match all words are listed, such as is:todo tag:news: the words of the "
             "filter in the console. Put -word, which does not match, after --. The columns of --sort are "
             "id, state, since, length, name, tags, expires, exported and changed.",
     .options = OPTION_BIT(OPTION_REFRESH) | OPTION_BIT(OPTION_SORT) | OPTION_BIT(OPTION_IDS),
     .endpoint = ENDPOINT_COUNT, .run = cli_list},
    {.words = "note", .args = "ID TEXT", .args_min = 2, .args_max = 2,
     .help = "Set a private note on a project (empty text removes it)",
     .more = "The project must be on the watchlist; the note is not sent. The note that it replaces is "
             "printed. If TEXT is -, it is read from standard input; one newline at the end is removed.",
     .endpoint = ENDPOINT_COUNT, .run = cli_note},
    {.words = "activity", .args = "[ID]", .args_max = 1,
     .help = "Show the history of state changes and requests, oldest first",
     .more = "What was sent at once is one line, an act, with its options and what became of it; changes "
             "of state after it are in its sums. With ID the line has that project's reason. What belongs "
             "to no act has a line of its own. The JSON object of an act has its rows, one for each "
             "project; all rows of the history, at least the newest 5000, follow as objects with the "
             "number of their act.",
     .options = OPTION_BIT(OPTION_SINCE), .endpoint = ENDPOINT_COUNT, .run = cli_activity},
    {.words = "show", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Show all fields of projects", .elsewhere = "status tags",
     .options = OPTION_BIT(OPTION_OFFLINE), .endpoint = ENDPOINT_GET_PROJECT, .run = cli_show},
    {.words = "watch", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Print each state change until interrupted",
     .more = "The exit code is 0 when --within expires. If another program enqueues one of the projects, "
             "that project is fetched within a second. The settings hook and bell apply to each state "
             "change, also with `wait` and `enqueue --wait`; if several programs watch the same project, "
             "the hook runs once.",
     .options = OPTION_BIT(OPTION_WITHIN) | OPTION_BIT(OPTION_INTERVAL), .endpoint = ENDPOINT_GET_PROJECT,
     .run = cli_watch},
    {.words = "wait", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Wait until the projects have finished",
     .more = "The exit code is 0 if all are Completed, 7 if one failed or was canceled, 6 if --within "
             "expires; if one cannot be read, that of the first. Projects in state None or in an unknown "
             "state are waited for; one that the server returns without a state ends it with exit code 1. "
             "A project that was enqueued and is not seen to start is waited for, whatever its state, "
             "until the setting settle_after is over; that ends with 6. If the network fails, it goes on "
             "waiting; but until the first successful read it gives up after the setting timeout "
             "(STENO_TIMEOUT), with exit code 6.",
     .options = OPTION_BIT(OPTION_WITHIN) | OPTION_BIT(OPTION_ANY), .endpoint = ENDPOINT_GET_PROJECT,
     .run = cli_wait},
    {.words = "enqueue", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Enqueue projects for transcription",
     .more = "Only the parameters you specify, here or in the config, are sent. Each project is read "
             "first: while it is being transcribed, or an enqueue of it from this computer is under way, "
             "has no answer or is not seen to start, nothing is sent, and the exit code is 5. --anyway "
             "sends it all the same. The request is never retried: if no complete response arrives, or "
             "one that does not refuse it, such as a 5xx, the exit code is 6, and the message begins with "
             "what the project shows and ends with the time until which the server may yet carry it out "
             "(setting settle_after; open_until in JSON). A later show, wait or the console finds out "
             "what became of it.",
     .options = OPTION_BIT(OPTION_PRESET) | OPTION_BIT(OPTION_UNSET) | OPTION_BIT(OPTION_SEND_ALL) |
        OPTION_BIT(OPTION_ANYWAY) | OPTION_BIT(OPTION_WAIT) | OPTION_BIT(OPTION_WITHIN) |
        OPTION_BIT(OPTION_DRY_RUN), .endpoint = ENDPOINT_ENQUEUE, .writes = true, .run = cli_enqueue},
    {.words = "export", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT, .help = "Export subtitles",
     .elsewhere = "download",
     .more = "Without -o the file goes to standard output. Several ids require a folder. If no format is "
             "given, a suffix that steno knows is the format, as in -o 12.vtt. Existing files are not "
             "overwritten without --force; incomplete files are removed; a folder that is missing is "
             "created, the one above it is not. --skip-existing leaves existing files unchanged. --if-newer "
             "replaces a file if the project changed since and the file is as steno wrote it; files that "
             "are up to date, edited or not from steno are left unchanged. That is reported on a terminal only, and does not count for "
             "the exit code, 0 if there is nothing else. Exit code 5: an edited file whose project "
             "changed. steno knows what this account exported on this computer, nothing else. --style "
             "sends what a house style asks for; the preset, then the parameters you specify, override "
             "single values. With --check each file is checked as `lint` does once it is saved; of "
             "another format than srt, what the same options give as srt is fetched and checked. The exit "
             "code is 9 if there is a finding at or above --fail-on and no project failed.",
     .options = OPTION_BIT(OPTION_STYLE) | OPTION_BIT(OPTION_CHECK) | OPTION_BIT(OPTION_FAIL_ON) |
        OPTION_BIT(OPTION_PRESET) | OPTION_BIT(OPTION_UNSET) | OPTION_BIT(OPTION_SEND_ALL) |
        OPTION_BIT(OPTION_OUTPUT) | OPTION_BIT(OPTION_NAME_PATTERN) | OPTION_BIT(OPTION_FORCE) |
        OPTION_BIT(OPTION_SKIP_EXISTING) | OPTION_BIT(OPTION_IF_NEWER) | OPTION_BIT(OPTION_DRY_RUN),
     .endpoint = ENDPOINT_EXPORT, .run = cli_export},
    {.words = "lint", .args = "FILE|ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Check subtitles against a house style, or against what was asked for",
     .more = "An argument of digits is a project: what `export` with the same options would bring is "
             "fetched as srt and checked, without saving it. Any other is a file in srt; ./12 is one, "
             "too. Each finding shows where it is, its value and its limit. --style names the house style "
             "to check by, and a project is exported by it; without one the parameters are the limits. "
             "The exit code is 9 if there is a finding at or above --fail-on.",
     .options = OPTION_BIT(OPTION_PRESET) | OPTION_BIT(OPTION_UNSET) | OPTION_BIT(OPTION_SEND_ALL) |
        OPTION_BIT(OPTION_DRY_RUN) | OPTION_BIT(OPTION_STYLE) | OPTION_BIT(OPTION_FAIL_ON),
     .endpoint = ENDPOINT_EXPORT, .run = cli_lint},
    {.words = "metadata set", .args = "ID… KEY VALUE", .args_min = 3, .args_max = NO_LIMIT,
     .help = "Set one key of the metadata of projects",
     .more = "If VALUE is -, it is read from standard input and can have many lines; one newline at the "
             "end is removed. --dry-run shows the request with the project's version as it was last "
             "fetched.",
     .options = OPTION_BIT(OPTION_ACCESS_TOKEN) | OPTION_BIT(OPTION_DRY_RUN),
     .endpoint = ENDPOINT_ADD_METADATA, .writes = true, .run = cli_metadata_set},
    {.words = "metadata rm", .args = "ID… KEY", .args_min = 2, .args_max = NO_LIMIT,
     .help = "Delete one key of the metadata of projects",
     .options = OPTION_BIT(OPTION_ACCESS_TOKEN) | OPTION_BIT(OPTION_DRY_RUN),
     .endpoint = ENDPOINT_DELETE_METADATA, .writes = true, .run = cli_metadata_rm},
    {.words = "tag rm", .args = "ID… TAG", .args_min = 2, .args_max = NO_LIMIT,
     .help = "Remove a tag from projects (the API cannot add it again)",
     .options = OPTION_BIT(OPTION_ACCESS_TOKEN) | OPTION_BIT(OPTION_DRY_RUN),
     .endpoint = ENDPOINT_DELETE_TAG, .writes = true, .no_more = "the API cannot add tags",
     .run = cli_tag_rm},
    {.words = "preset list", .args = "", .help = "List presets", .endpoint = ENDPOINT_COUNT,
     .run = cli_preset_list},
    {.words = "preset show", .args = "NAME", .args_min = 1, .args_max = 1,
     .help = "Show the parameters of a preset", .endpoint = ENDPOINT_COUNT, .run = cli_preset_show},
    {.words = "preset save", .args = "NAME enqueue|export", .args_min = 2, .args_max = 2,
     .help = "Save the given parameters as a preset",
     .options = OPTION_BIT(OPTION_PRESET) | OPTION_BIT(OPTION_UNSET) | OPTION_BIT(OPTION_SEND_ALL),
     .endpoint = ENDPOINT_COUNT, .params_by_word = true, .run = cli_preset_save},
    {.words = "preset rm", .args = "NAME", .args_min = 1, .args_max = 1, .help = "Delete a preset",
     .endpoint = ENDPOINT_COUNT, .run = cli_preset_rm},
    {.words = "config", .args = "",
     .help = "Print a sample of the config file, with all settings as comments",
     .more = "Nothing is read or written: save it yourself as the file that --path prints. "
             "steno-config(5) explains the settings.",
     .options = OPTION_BIT(OPTION_PATH), .endpoint = ENDPOINT_COUNT, .no_settings = true,
     .run = cli_config},
    {.words = "doctor", .args = "", .help = "Check terminal, locale, config, token, TLS, proxy and server",
     .more = "The output contains no secrets and can be shared.",
     .endpoint = ENDPOINT_COUNT, .any_profile = true, .run = cli_doctor},
    {.words = "help", .args = "[COMMAND]", .args_max = 2, .help = "Show help for steno or for a command",
     .endpoint = ENDPOINT_COUNT, .no_settings = true, .run = cli_help},
};
/* clang-format on */

const size_t command_count = sizeof commands / sizeof commands[0];
