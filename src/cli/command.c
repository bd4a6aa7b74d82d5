/* The tables of options and subcommands, the iterator over all flags, and the help texts. */
/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include "config.h"

#define USAGE_COLUMNS 80
#define USAGE_RIGHT   24
#define NO_LIMIT      (-1)
#define TAKES(option) OPTION_BIT(OPTION_##option)

/* clang-format off */
const struct option_def option_defs[OPTION_COUNT] = {
    [OPTION_JSON] = {.name = "json", .help = "Print one JSON object per line; never prompt"},
    [OPTION_HELP] = {.name = "help", .letter = 'h', .help = "Show help for steno or for the command, and exit"},
    [OPTION_VERSION] = {.name = "version", .help = "Show the version, and exit"},
    [OPTION_DEMO] = {.name = "demo", .help = "Open the console on a private practice server, ignoring your settings"},
    [OPTION_QUIET] = {.name = "quiet", .help = "In commands, print only results, errors and warnings"},
    [OPTION_VERBOSE] = {.name = "verbose",
                       .help = "In commands, write the log to standard error, unless log_file is set"},
    [OPTION_ACCESS_TOKEN] = {.name = "access-token", .value = "VERSION",
                       .help = "Send VERSION as the project's version number; do not retry after a conflict"},
    [OPTION_ALL] = {.name = "all", .help = "Delete everything in the state file, for all servers and accounts"},
    [OPTION_ANY] = {.name = "any", .help = "Return when the first project has finished"},
    [OPTION_AS] = {.name = "as", .value = "json|form|query",
                       .help = "Format in which the login data is sent (default json)"},
    [OPTION_CHECK] = {.name = "check", .value = "STYLE", .help = "After saving a file, check it against this house style"},
    [OPTION_CONSENT] = {.name = "consent", .help = "Confirm that you have read and accept the data protection terms"},
    [OPTION_DRY_RUN] = {.name = "dry-run", .help = "Show the request with secrets masked; send nothing"},
    [OPTION_EMAIL] = {.name = "email", .value = "EMAIL", .help = "Email address of the account to log in to"},
    [OPTION_FAIL_ON] = {.name = "fail-on", .value = "error|warning|never",
                       .help = "Exit with 9 if a finding has at least this level (default: error)"},
    [OPTION_FORCE] = {.name = "force", .help = "Overwrite existing files"},
    [OPTION_FORGET] = {.name = "forget", .help = "Also delete everything saved on this computer about the account"},
    [OPTION_IDS] = {.name = "ids", .help = "Print only the ids, one per line"},
    [OPTION_IF_NEWER] = {.name = "if-newer", .help = "Replace a file if its project changed and nobody edited the file"},
    [OPTION_INTERVAL] = {.name = "interval", .value = "SECONDS",
                       .help = "Time between two fetches of a project, whatever its state (2 to 3600)"},
    [OPTION_NAME_PATTERN] = {.name = "name-pattern", .value = "PATTERN",
                       .help = "How to name files saved in a folder, such as {id}-{name}.{ext}"},
    [OPTION_OFFLINE] = {.name = "offline", .help = "Make no request; show the last known state"},
    [OPTION_OUTPUT] = {.name = "output", .letter = 'o', .value = "FILE|DIR|-",
                       .help = "Output file or folder (default: standard output)"},
    [OPTION_PASSWORD_STDIN] = {.name = "password-stdin", .help = "Read the password from standard input"},
    [OPTION_PATH] = {.name = "path", .help = "Print the path of the config file"},
    [OPTION_PRESET] = {.name = "preset", .value = "NAME", .help = "Start with the parameters of the preset NAME"},
    [OPTION_REFRESH] = {.name = "refresh", .help = "Fetch all projects from the server first"},
    [OPTION_SEND_ALL] = {.name = "send-all",
                       .help = "Also send the defaults that steno knows; the server's may differ"},
    [OPTION_SKIP_EXISTING] = {.name = "skip-existing", .help = "Leave existing files unchanged"},
    [OPTION_SORT] = {.name = "sort", .value = "COLUMN[-]",
                       .help = "Sort by state, since, length, expires, …; state- sorts in reverse"},
    [OPTION_SINCE] = {.name = "since", .value = "TIME",
                       .help = "Show what happened since this time, such as 2026-11-22T15:30:00Z"},
    [OPTION_STYLE] = {.name = "style", .value = "STYLE",
                       .help = "House style: netflix-en, bbc, ard, ted, dcmp-middle or jtp-cs"},
    [OPTION_TOKEN_STDIN] = {.name = "token-stdin", .help = "Log in with a token from standard input, without a password"},
    [OPTION_UNSET] = {.name = "unset", .value = "PARAMETER", .help = "Omit this parameter even if the preset sets it"},
    [OPTION_ANYWAY] = {.name = "anyway", .help = "Send even if the project is already enqueued, or may be"},
    [OPTION_WAIT] = {.name = "wait", .help = "Wait until the transcription has finished"},
    [OPTION_WITHIN] = {.name = "within", .value = "SECONDS", .help = "Stop waiting after this time (1 to 31536000)"},
};

const struct command commands[] = {
    {.words = "login", .args = "", .help = "Log in and save the token",
     .more = "The password comes from the terminal, from standard input (--password-stdin) or from "
             "password_command; with a token (--token-stdin) no password is required. The token is checked and "
             "saved in the credentials file, mode 0600. Consent to data protection is only sent if you "
             "give it: with --consent, or by answering yes.",
     .options = TAKES(EMAIL) | TAKES(PASSWORD_STDIN) | TAKES(TOKEN_STDIN) | TAKES(CONSENT) | TAKES(AS),
     .endpoint = ENDPOINT_COUNT, .any_profile = true, .run = cli_login},
    {.words = "logout", .args = "", .help = "Delete the saved token from this computer",
     .options = TAKES(FORGET), .endpoint = ENDPOINT_COUNT, .run = cli_logout},
    {.words = "whoami", .args = "", .help = "Show the account: user, credit, rights, consents",
     .endpoint = ENDPOINT_CURRENT_USER, .run = cli_whoami},
    {.words = "password-policy", .args = "", .help = "Show the server's password settings",
     .endpoint = ENDPOINT_PASSWORD_SETTINGS, .run = cli_password_policy},
    {.words = "add", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Add projects to the list, and fetch the first 100 of them",
     .more = "The exit code is 4 if a project does not exist. Other errors of the fetch are reported in one "
             "line, and the exit code is 0, because the projects are on the list. --offline fetches nothing.",
     .options = TAKES(OFFLINE), .endpoint = ENDPOINT_GET_PROJECT, .run = cli_add},
    {.words = "remove", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Remove projects from the list", .elsewhere = "rm", .endpoint = ENDPOINT_COUNT,
     .run = cli_remove},
    {.words = "forget", .args = "[ID…]", .args_max = NO_LIMIT,
     .help = "Delete everything saved on this computer about projects",
     .more = "This deletes the projects' rows in the list, their last known states, drafts, history and the "
             "record of metadata that you set. Nothing changes on the server. A change without an answer "
             "stays recorded until steno reads the project and sees the result. --all deletes everything in "
             "the state file; saved logins and the config stay.",
     .options = TAKES(ALL), .endpoint = ENDPOINT_COUNT, .run = cli_forget},
    {.words = "list", .args = "[WORD...]", .args_max = NO_LIMIT,
     .help = "List your projects as last fetched (--refresh: fetch them)", .elsewhere = "ls",
     .more = "Words, such as is:todo tag:news, limit the list to projects that match all of them. The filter "
             "of the console uses the same words. -word excludes projects that match the word: steno list -- "
             "-word. The columns of --sort are id, state, since, length, name, tags, expires, exported and "
             "changed.",
     .options = TAKES(REFRESH) | TAKES(SORT) | TAKES(IDS), .endpoint = ENDPOINT_COUNT, .run = cli_list},
    {.words = "note", .args = "ID TEXT", .args_min = 2, .args_max = 2,
     .help = "Set a private note on a project (empty text removes it)",
     .more = "The project must be on the list. The note stays on this computer. An old note is printed when "
             "it is replaced. If TEXT is -, it is read from standard input; one newline at the end is "
             "removed.",
     .endpoint = ENDPOINT_COUNT, .run = cli_note},
    {.words = "activity", .args = "[ID]", .args_max = 1,
     .help = "Show what you did and how it ended, newest first",
     .more = "A batch (all that one command or form sent or exported) is one line with its options and its "
             "results so far. If you give an ID, that line also says why the project ended so. Other events, "
             "such as a change of state, are one line each. With --json each batch is an object of the kind "
             "\"act\" with a row for each project. Each event is an object of its own; if it belongs to a "
             "batch, it has the batch's number. The history keeps at least the newest 5000 events.",
     .options = TAKES(SINCE), .endpoint = ENDPOINT_COUNT, .run = cli_activity},
    {.words = "show", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Show all fields of projects", .elsewhere = "status tags",
     .options = TAKES(OFFLINE), .endpoint = ENDPOINT_GET_PROJECT, .run = cli_show},
    {.words = "watch", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Print each state change until interrupted",
     .more = "When the time of --within is over, the exit code is 0. If another program enqueues one of the "
             "projects, that project is fetched within a second. The settings `hook` and `bell` apply to each "
             "state change, also with `wait` and `enqueue --wait`; even if several programs watch the same "
             "project, the hook runs only once for each change.",
     .options = TAKES(WITHIN) | TAKES(INTERVAL), .endpoint = ENDPOINT_GET_PROJECT, .run = cli_watch},
    {.words = "wait", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Wait until the projects have finished",
     .more = "The exit code is 0 if all are Completed, 7 if one failed or was canceled, and 6 if the time of "
             "--within is over. If a project cannot be read, its error decides the exit code (1 if the "
             "server returns no state). steno also waits for projects in state None or in an unknown state. "
             "After an enqueue, steno first waits for the transcription to start, even if the project is "
             "still Completed or Failed; if no start is seen within the time of the setting `settle_after`, "
             "the exit code is 6. If the network fails, steno goes on waiting, but only if a read has "
             "succeeded before. If none succeeds within the time of the setting `timeout` (STENO_TIMEOUT), "
             "steno gives up with exit code 6.",
     .options = TAKES(WITHIN) | TAKES(ANY), .endpoint = ENDPOINT_GET_PROJECT, .run = cli_wait},
    {.words = "enqueue", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Send projects for transcription",
     .more = "Only the parameters you specify, here or in the config, are sent. Each project is read first. "
             "Nothing is sent (exit code 5) if the project is being transcribed, or if an earlier enqueue "
             "from this computer is under way, has no answer or has not started the transcription; with "
             "--anyway it is sent all the same. A Completed project is not held back: it is sent again "
             "without a question, and charged again; the API does not say what happens to its transcript. "
             "steno never retries the request. If the answer is missing, incomplete or unclear (such as a "
             "5xx), the exit code is 6. The message then tells the state of the project, and the time until "
             "which the server may still carry out the request (open_until in JSON; see the setting "
             "settle_after). Later, `show`, `wait` or the console checks what happened.",
     .options = TAKES(PRESET) | TAKES(UNSET) | TAKES(SEND_ALL) | TAKES(ANYWAY) | TAKES(WAIT) | TAKES(WITHIN) |
        TAKES(DRY_RUN), .endpoint = ENDPOINT_ENQUEUE, .writes = true, .run = cli_enqueue},
    {.words = "export", .args = "ID…", .args_min = 1, .args_max = NO_LIMIT, .help = "Export subtitles",
     .elsewhere = "download",
     .more = "Without -o the file goes to standard output. Several ids require a folder. If no format is "
             "given, the file name's ending decides, as in -o 12.vtt. Existing files are not overwritten "
             "without --force. Incomplete files are removed. A missing folder is created, but not the folder "
             "above it. --skip-existing leaves existing files unchanged. --if-newer replaces a file if its "
             "project changed after the export and nobody edited the file; other files are kept. A file that "
             "this account did not export on this computer is kept too. A kept file is no error, and is "
             "reported on a terminal only. But the exit code is 5 if an edited file is kept although its "
             "project changed. --style sends the values of a house style; a preset overrides them, and the "
             "parameters you specify override both. --check checks each saved file as `lint` does. If the "
             "format is not srt, the same export is fetched again as srt for the check. If no export failed "
             "and a finding has at least the level of --fail-on, the exit code is 9.",
     .options = TAKES(STYLE) | TAKES(CHECK) | TAKES(FAIL_ON) | TAKES(PRESET) | TAKES(UNSET) |
        TAKES(SEND_ALL) | TAKES(OUTPUT) | TAKES(NAME_PATTERN) | TAKES(FORCE) | TAKES(SKIP_EXISTING) |
        TAKES(IF_NEWER) | TAKES(DRY_RUN), .endpoint = ENDPOINT_EXPORT, .run = cli_export},
    {.words = "lint", .args = "FILE|ID…", .args_min = 1, .args_max = NO_LIMIT,
     .help = "Check subtitles against a house style",
     .more = "A number is the id of a project: steno exports the project as srt, with the options that you "
             "give, and checks the result without saving it. Any other argument is an srt file; write ./12 "
             "for a file named 12. Each finding shows its place, its value and its limit. --style names a "
             "house style: its limits are used for the check, and its values for the export of a project. "
             "Without --style, a limit is the value of an export parameter that you give, such as "
             "SubtitleLineLength. For a project, the values in the config and the server's defaults are also "
             "limits. The exit code is 9 if a "
             "finding has at least the level of --fail-on.",
     .options = TAKES(PRESET) | TAKES(UNSET) | TAKES(SEND_ALL) | TAKES(DRY_RUN) | TAKES(STYLE) |
        TAKES(FAIL_ON), .endpoint = ENDPOINT_EXPORT, .run = cli_lint},
    {.words = "metadata set", .args = "ID… KEY VALUE", .args_min = 3, .args_max = NO_LIMIT,
     .help = "Set the value of a metadata key in projects",
     .more = "If VALUE is -, it is read from standard input and can have many lines; one newline at the "
             "end is removed. --dry-run shows the request with the last fetched version number of the "
             "project.",
     .options = TAKES(ACCESS_TOKEN) | TAKES(DRY_RUN),
     .endpoint = ENDPOINT_ADD_METADATA, .writes = true, .run = cli_metadata_set},
    {.words = "metadata rm", .args = "ID… KEY", .args_min = 2, .args_max = NO_LIMIT,
     .help = "Delete a metadata key from projects", .options = TAKES(ACCESS_TOKEN) | TAKES(DRY_RUN),
     .endpoint = ENDPOINT_DELETE_METADATA, .writes = true, .run = cli_metadata_rm},
    {.words = "tag rm", .args = "ID… TAG", .args_min = 2, .args_max = NO_LIMIT,
     .help = "Remove a tag from projects (the API cannot add it again)",
     .options = TAKES(ACCESS_TOKEN) | TAKES(DRY_RUN),
     .endpoint = ENDPOINT_DELETE_TAG, .writes = true, .no_more = "the API can only remove tags",
     .run = cli_tag_rm},
    {.words = "preset list", .args = "", .help = "List presets", .endpoint = ENDPOINT_COUNT,
     .run = cli_preset_list},
    {.words = "preset show", .args = "NAME", .args_min = 1, .args_max = 1,
     .help = "Show the parameters of a preset", .endpoint = ENDPOINT_COUNT, .run = cli_preset_show},
    {.words = "preset save", .args = "NAME enqueue|export", .args_min = 2, .args_max = 2,
     .help = "Save the given parameters as a preset",
     .options = TAKES(PRESET) | TAKES(UNSET) | TAKES(SEND_ALL),
     .endpoint = ENDPOINT_COUNT, .params_by_word = true, .run = cli_preset_save},
    {.words = "preset rm", .args = "NAME", .args_min = 1, .args_max = 1, .help = "Delete a preset",
     .endpoint = ENDPOINT_COUNT, .run = cli_preset_rm},
    {.words = "config", .args = "",
     .help = "Print a sample config file with all settings",
     .more = "This command only prints: to use the sample, save it in the file whose path `steno config "
             "--path` prints. steno-config(5) explains the settings.",
     .options = TAKES(PATH), .endpoint = ENDPOINT_COUNT, .no_settings = true, .run = cli_config},
    {.words = "doctor", .args = "", .help = "Check terminal, locale, config, token, TLS, proxy and server",
     .more = "The output contains no secrets and can be shared.",
     .endpoint = ENDPOINT_COUNT, .any_profile = true, .run = cli_doctor},
    {.words = "help", .args = "[COMMAND]", .args_max = 2, .help = "Show help for steno or for a command",
     .endpoint = ENDPOINT_COUNT, .no_settings = true, .run = cli_help},
};
/* clang-format on */

const size_t command_count = sizeof commands / sizeof commands[0];

const struct exit_code exit_codes[] = {
    {0, "success"},
    {1, "another error"},
    {2, "invalid command line or settings"},
    {3, "not logged in, or access denied"},
    {4, "not found"},
    {5, "conflict: the project was changed or may be enqueued already, or the credit is too low"},
    {6, "network error, timeout, or outcome unknown"},
    {7, "finished, but a project failed or was canceled"},
    {9, "the check has findings"},
    {130, "interrupted (129 after SIGHUP, 131 after SIGQUIT, 143 after SIGTERM)"},
    {0, NULL},
};

/* --- looking up commands --- */

const struct command *command_find(const char *words)
{
    for (size_t i = 0; i < command_count; i++) {
        if (strcmp(commands[i].words, words) == 0)
            return &commands[i];
    }
    return NULL;
}

const char *command_in_group(const struct command *command, const char *group)
{
    size_t len = strlen(group);
    bool is_in = strncmp(command->words, group, len) == 0 && command->words[len] == ' ';
    return is_in ? command->words + len + 1 : NULL;
}

bool command_is_group(const char *word)
{
    size_t i = 0;
    while (i < command_count && !command_in_group(&commands[i], word))
        i++;
    return i < command_count;
}

const struct param_table *command_params(const struct command *command)
{
    return command->endpoint == ENDPOINT_COUNT ? NULL : endpoints[command->endpoint].params;
}

/* --- flags --- */

void usage_setting_value(char *out, size_t size, const struct setting_def *def)
{
    size_t used = 0;
    snprintf(out, size, "%s", def->value ? def->value : "");
    for (size_t i = 0; def->choices && def->choices[i] && used < size; i++)
        used += (size_t)snprintf(out + used, size - used, "%s%s", i ? "|" : "", def->choices[i]);
}

void usage_setting_facts(char *out, size_t size, const struct setting_def *def)
{
    size_t used = 0;
    out[0] = '\0';
    if (def->type == SETTING_INT)
        used = (size_t)snprintf(out, size, "%" PRId64 " to %" PRId64, def->min, def->max);
    if (*def->def)
        snprintf(out + used, size - used, "%sdefault %s", used ? ", " : "", def->def);
}

void usage_variable(char *out, size_t size, const struct setting_def *def)
{
    if (def->env_value)
        snprintf(out, size, "If this variable is not empty, it sets %s to %s", def->name, def->env_value);
    else
        snprintf(out, size, "%s", def->help);
}

bool flag_next(const struct flag_set *set, struct flag *flag)
{
    static const char *const values[] = {[PARAM_BOOL] = "[=true|false]",
                                         [PARAM_INT] = " NUMBER",
                                         [PARAM_NUMBER] = " NUMBER",
                                         [PARAM_TEXT] = " TEXT"};
    int next = flag->next, end = SETTING_COUNT + OPTION_COUNT + (set->params ? (int)set->params->count : 0);
    char letter[8] = "";
    *flag = (struct flag){0};
    for (; flag->kind == FLAG_NONE && next < end; next++) {
        int option = next - SETTING_COUNT, param = option - OPTION_COUNT;
        if (option < 0 && set->settings && setting_defs[next].flag) {
            const struct setting_def *def = &setting_defs[next];
            *flag = (struct flag){
                .kind = FLAG_SETTING, .index = next, .help = def->help, .is_bool = def->type == SETTING_BOOL};
            snprintf(flag->name, sizeof flag->name, "%s", def->flag);
            if (!flag->is_bool) {
                flag->value[0] = ' ';
                usage_setting_value(flag->value + 1, sizeof flag->value - 1, def);
                usage_setting_facts(flag->facts, sizeof flag->facts, def);
            }
        } else if (option >= 0 && param < 0 && (set->options & OPTION_BIT(option))) {
            const struct option_def *def = &option_defs[option];
            *flag = (struct flag){
                .kind = FLAG_OPTION, .index = option, .help = def->help, .is_bool = !def->value};
            snprintf(flag->name, sizeof flag->name, "%s", def->name);
            snprintf(flag->value, sizeof flag->value, def->value ? " %s" : "%s",
                     def->value ? def->value : "");
            if (def->letter)
                snprintf(letter, sizeof letter, "-%c, ", def->letter);
        } else if (param >= 0) {
            const struct param_def *def = &set->params->rows[param];
            const char *unit = def->unit ? def->unit : "", *preset = def->def ? def->def : "";
            *flag = (struct flag){
                .kind = FLAG_PARAM, .index = param, .help = def->help, .is_bool = def->type == PARAM_BOOL};
            param_flag(flag->name, sizeof flag->name, def);
            snprintf(flag->value, sizeof flag->value, *unit || *preset ? "%s (%s%s%s%s)" : "%s",
                     values[def->type], unit, *unit && *preset ? ", " : "", *preset ? "default " : "",
                     preset);
        }
    }
    snprintf(flag->left, sizeof flag->left, "%s--%s", letter, flag->name);
    flag->next = next;
    return flag->kind != FLAG_NONE;
}

bool flag_find(const struct flag_set *set, const char *name, char letter, struct flag *flag)
{
    *flag = (struct flag){0};
    while (flag_next(set, flag)) {
        if (name ? strcmp(flag->name, name) == 0
                 : flag->kind == FLAG_OPTION && option_defs[flag->index].letter == letter)
            return true;
    }
    return false;
}

/* --- help --- */

/* Wraps text at blanks. Each line begins at `indent`. The first line has `column` cells already. */
static void usage_wrap(struct buffer *out, const char *text, int indent, int column)
{
    bool starts = true;
    while (*text) {
        size_t len = strcspn(text, " ");
        char word[200];
        snprintf(word, sizeof word, "%.*s", (int)len, text);
        int cells = text_width(word);
        if (!starts && column + 1 + cells > USAGE_COLUMNS) {
            buffer_append_char(out, '\n');
            column = 0;
            starts = true;
        }
        buffer_printf(out, "%*s%s", starts ? indent - column : 1, "", word);
        column = (starts ? indent : column + 1) + cells;
        starts = false;
        text += len;
        text += strspn(text, " ");
    }
    buffer_append_char(out, '\n');
}

/* Appends both texts. `right` begins at USAGE_RIGHT; if `left` is too long, on the next line. */
static void usage_row(struct buffer *out, const char *left, const char *right)
{
    int cells = text_width(left) + 2;
    buffer_printf(out, "  %s", left);
    if (cells + 2 > USAGE_RIGHT) {
        buffer_append_char(out, '\n');
        cells = 0;
    }
    usage_wrap(out, right, USAGE_RIGHT, cells);
}

/* Appends flags. Parameters have a heading for each group, and their help on the next line. */
static void usage_flags(struct buffer *out, const struct flag_set *set)
{
    const char *group = "";
    struct flag flag = {0};
    while (flag_next(set, &flag)) {
        char *left = mem_printf("%s%s", flag.left, flag.value);
        char *right = mem_printf(*flag.facts ? "%s (%s)" : "%s", flag.help, flag.facts);
        if (flag.kind != FLAG_PARAM) {
            usage_row(out, left, right);
        } else {
            const char *own = set->params->rows[flag.index].group;
            if (strcmp(own, group) != 0)
                buffer_printf(out, "\n%s:\n", own);
            group = own;
            buffer_printf(out, "  %s\n", left);
            usage_wrap(out, right, 6, 0);
        }
        free(left);
        free(right);
    }
}

static const struct flag_set usage_global = {.settings = true, .options = OPTIONS_GLOBAL};

static void usage_line(struct buffer *out, const struct command *command)
{
    bool parameters = command_params(command) || command->params_by_word;
    buffer_printf(out, "steno %s%s%s%s\n", command->words, command->args[0] ? " " : "", command->args,
                  parameters         ? " [parameters]"
                  : command->options ? " [options]"
                                     : "");
}

static void usage_command(struct buffer *out, const struct command *command)
{
    const struct param_table *table = command_params(command);
    buffer_append_text(out, "Usage: ");
    usage_line(out, command);
    buffer_printf(out, "\n%s.\n", command->help);
    if (command->more)
        usage_wrap(out, command->more, 0, 0);
    if (strncmp(command->args, "ID ", 3) == 0)
        buffer_append_text(out, "An id is a number such as 12.\n");
    else if (strncmp(command->args, "ID", 2) == 0)
        buffer_append_text(out,
                           "Ids: numbers or ranges such as 12 15 20-30, or - for ids from standard input.\n");
    if (command->options) {
        buffer_append_text(out, "\nOptions:\n");
        usage_flags(out, &(struct flag_set){.options = command->options});
    }
    if (table) {
        buffer_printf(out,
                      "\nParameters of %s. Parameters that are not set are not sent.\n"
                      "A true/false parameter without a value means true.\n",
                      table->name);
        usage_flags(out, &(struct flag_set){.params = table});
    }
    buffer_append_text(out, "\nGlobal options:\n");
    usage_flags(out, &usage_global);
}

static void usage_program(struct buffer *out)
{
    struct buffer words;
    struct flag flag = {0};
    buffer_append_text(out, "Usage:\n"
                            "  steno [ID…]              open the console, with these projects on the list\n"
                            "  steno COMMAND [options]  run a command; steno COMMAND --help explains it\n"
                            "\nCommands:\n");
    for (size_t i = 0; i < command_count; i++)
        buffer_printf(out, "  %-16s %s\n", commands[i].words, commands[i].help);
    buffer_init(&words, BUFFER_MAX_DEFAULT);
    buffer_append_text(&words, "Options of all commands:");
    while (flag_next(&usage_global, &flag))
        buffer_printf(&words, " --%s", flag.name);
    buffer_append_char(out, '\n');
    usage_wrap(out, buffer_text(&words), 0, 0);
    buffer_clear(&words);
    buffer_append_text(&words, "Exit codes:");
    for (const struct exit_code *row = exit_codes; row->help; row++)
        buffer_printf(&words, " %d %s%s", row->code, row->help, row[1].help ? ";" : "");
    buffer_append_char(out, '\n');
    usage_wrap(out, buffer_text(&words), 0, 0);
    buffer_free(&words);
    buffer_append_text(out, "\nKeys, settings and more: man steno. Bugs: " PACKAGE_BUGREPORT "\n");
}

bool usage_of(struct buffer *out, const char *words)
{
    const struct command *command = command_find(words);
    if (command) {
        usage_command(out, command);
    } else if (!*words) {
        usage_program(out);
    } else if (command_is_group(words)) {
        buffer_append_text(out, "Usage:\n");
        for (size_t i = 0; i < command_count; i++) {
            if (!command_in_group(&commands[i], words))
                continue;
            buffer_append_text(out, "  ");
            usage_line(out, &commands[i]);
            buffer_printf(out, "      %s\n", commands[i].help);
        }
    } else {
        return false;
    }
    return true;
}
