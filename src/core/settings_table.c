/* Owns the rows of all settings. Config reader, flags, `doctor`, the manual and the docs' check read them. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/settings.h"

static const char *const choices_metadata_body[] = {"object", "text", "json", NULL};
static const char *const choices_color[] = {"auto", "always", "never", NULL};

/* clang-format off */
const struct setting_def setting_defs[SETTING_COUNT] = {
    [SETTING_URL] = {
        .name = "url", .group = "Server", .type = SETTING_TEXT, .def = "", .env = "STENO_URL", .flag = "url", .in_config = true,
        .value = "URL", .help = "Address of the server, such as https://transcribe.example.org",
    },
    [SETTING_API_PATH] = {
        .name = "api_path", .group = "Server", .type = SETTING_TEXT, .def = API_PATH_DEFAULT, .env = "STENO_API_PATH", .flag = "api-path",
        .in_config = true,
        .value = "PATH", .help = "API path on the server; public servers use /XAPI",
    },
    [SETTING_PROFILE] = {
        .name = "profile", .group = "Server", .type = SETTING_TEXT, .def = "default", .env = "STENO_PROFILE", .flag = "profile",
        .in_config = true,
        .value = "NAME", .help = "Use this profile: settings and login",
    },
    [SETTING_EMAIL] = {
        .name = "email", .group = "Login", .type = SETTING_TEXT, .def = "",
        .value = "EMAIL", .help = "Email address of the saved login; steno login changes it",
    },
    [SETTING_TOKEN] = {
        .name = "token", .group = "Login", .type = SETTING_TEXT, .def = "", .env = "STENO_TOKEN", .secret = true,
        .value = "TOKEN", .help = "API token; not allowed in the config file, use token_command",
    },
    [SETTING_TOKEN_COMMAND] = {
        .name = "token_command", .group = "Login", .type = SETTING_TEXT, .def = "", .in_config = true,
        .value = "COMMAND", .help = "Command that prints the token on its first line; run without a shell",
    },
    [SETTING_PASSWORD_COMMAND] = {
        .name = "password_command", .group = "Login", .type = SETTING_TEXT, .def = "", .in_config = true,
        .value = "COMMAND", .help = "Command that prints the password on its first line",
    },
    [SETTING_TOKEN_HEADER] = {
        .name = "token_header", .group = "Login", .type = SETTING_TEXT, .def = "Authorization", .in_config = true,
        .value = "NAME", .help = "Name of the header that carries the token",
    },
    [SETTING_TOKEN_SCHEME] = {
        .name = "token_scheme", .group = "Login", .type = SETTING_TEXT, .def = "", .in_config = true,
        .value = "WORD", .help = "Word before the token in its header, such as Bearer",
    },
    [SETTING_METADATA_BODY] = {
        .name = "metadata_body", .group = "Server", .type = SETTING_CHOICE, .def = "object", .choices = choices_metadata_body,
        .in_config = true, .help = "Body of metadata writes: {Key,Value}, bare text, or a JSON string",
    },
    [SETTING_CA_FILE] = {
        .name = "ca_file", .group = "Network", .type = SETTING_TEXT, .def = "", .in_config = true,
        .value = "FILE", .help = "CA bundle (PEM file) to use instead of the system's",
    },
    [SETTING_ALLOW_HTTP] = {
        .name = "allow_http", .group = "Network", .type = SETTING_BOOL, .def = "false", .in_config = true,
        .value = "true|false", .help = "Do not warn about unencrypted http://",
    },
    [SETTING_PROXY] = {
        .name = "proxy", .group = "Network", .type = SETTING_TEXT, .def = "", .in_config = true,
        .value = "URL|none", .help = "Proxy URL or none; default: http_proxy, https_proxy, all_proxy",
    },
    [SETTING_TIMEOUT] = {
        .name = "timeout", .group = "Network", .type = SETTING_INT, .def = "60", .env = "STENO_TIMEOUT", .flag = "timeout",
        .min = 1, .max = 86400, .unit = "s", .in_config = true,
        .value = "SECONDS", .help = "Timeout of one operation in seconds, including retries",
    },
    [SETTING_CONNECT_TIMEOUT] = {
        .name = "connect_timeout", .group = "Network", .type = SETTING_INT, .def = "10", .min = 1, .max = 600, .unit = "s",
        .in_config = true,
        .value = "SECONDS", .help = "Timeout for making a connection",
    },
    [SETTING_STALL_TIMEOUT] = {
        .name = "stall_timeout", .group = "Network", .type = SETTING_INT, .def = "30", .min = 1, .max = 3600, .unit = "s",
        .in_config = true,
        .value = "SECONDS", .help = "Abort an export after this long without data",
    },
    [SETTING_JSON_MAX] = {
        .name = "json_max", .group = "Network", .type = SETTING_INT, .def = "1048576", .min = 65536, .max = 1073741824,
        .unit = "bytes", .in_config = true,
        .value = "BYTES", .help = "Maximum size of a JSON response",
    },
    [SETTING_CONNECTIONS] = {
        .name = "connections", .group = "Network", .type = SETTING_INT, .def = "4", .min = 1, .max = 16, .in_config = true,
        .value = "NUMBER", .help = "Maximum number of connections, and so of simultaneous requests",
    },
    [SETTING_RATE_CAP] = {
        .name = "rate_cap", .group = "Network", .type = SETTING_INT, .def = "10", .min = 0, .max = 10000, .unit = "requests/s",
        .in_config = true,
        .value = "NUMBER", .help = "Maximum requests per second to one server; 0: no limit",
    },
    [SETTING_POLL_FAST] = {
        .name = "poll_fast", .group = "Refreshing", .type = SETTING_INT, .def = "10", .min = 2, .max = 3600, .unit = "s",
        .in_config = true,
        .value = "SECONDS", .help = "Time between refreshes of a project in progress",
    },
    [SETTING_POLL_SLOW] = {
        .name = "poll_slow", .group = "Refreshing", .type = SETTING_INT, .def = "30", .min = 2, .max = 3600, .unit = "s",
        .in_config = true,
        .value = "SECONDS", .help = "Time between refreshes of a project in state None or an unknown one",
    },
    [SETTING_SETTLE_AFTER] = {
        .name = "settle_after", .group = "Refreshing", .type = SETTING_INT, .def = "10", .min = 1, .max = 1440, .unit = "min",
        .in_config = true,
        .value = "MINUTES", .help = "How long the server may go on with a request that it did not answer",
    },
    [SETTING_ACTIVE_STATES] = {
        .name = "active_states", .group = "Refreshing", .type = SETTING_LIST, .def = "InProgress", .in_config = true,
        .value = "STATE…", .help = "States polled frequently",
    },
    [SETTING_SETTLED_STATES] = {
        .name = "settled_states", .group = "Refreshing", .type = SETTING_LIST, .def = "Completed Failed Canceled", .in_config = true,
        .value = "STATE…", .help = "States considered final",
    },
    [SETTING_FOLLOW] = {
        .name = "follow", .group = "Screen", .type = SETTING_BOOL, .def = "true", .in_config = true,
        .value = "true|false", .help = "Show details of the selected project automatically (off: on Enter)",
    },
    [SETTING_COLUMNS] = {
        .name = "columns", .group = "Screen", .type = SETTING_LIST,
        .def = "since length note name tags expires language exported label changed author", .in_config = true,
        .value = "COLUMN…", .help = "Columns of the watchlist, in order; those that fit are shown",
    },
    [SETTING_READ_ONLY] = {
        .name = "read_only", .group = "Server", .type = SETTING_BOOL, .def = "false", .flag = "read-only", .in_config = true,
        .value = "true|false", .help = "Refuse everything that would change a project",
    },
    [SETTING_COLOR] = {
        .name = "color", .group = "Screen", .type = SETTING_CHOICE, .def = "auto", .env = "NO_COLOR", .env_value = "never",
        .flag = "color", .choices = choices_color, .in_config = true,
        .help = "When to use colours",
    },
    [SETTING_PLAIN] = {
        .name = "plain", .group = "Screen", .type = SETTING_BOOL, .def = "false", .env = "ACCESSIBLE", .env_value = "true",
        .flag = "plain", .in_config = true,
        .value = "true|false", .help = "Ends without the screen and names the commands that print lines",
    },
    [SETTING_ESCDELAY] = {
        .name = "escdelay", .group = "Screen", .type = SETTING_INT, .def = "25", .env = "ESCDELAY", .min = 0, .max = 10000,
        .unit = "ms", .in_config = true,
        .value = "MILLISECONDS", .help = "How long to wait after Esc for the rest of a key sequence",
    },
    [SETTING_COPY_COMMAND] = {
        .name = "copy_command", .group = "Screen", .type = SETTING_TEXT, .def = "", .in_config = true,
        .value = "COMMAND", .help = "Command that receives copied text on standard input",
    },
    [SETTING_HOOK] = {
        .name = "hook", .group = "Notifications", .type = SETTING_TEXT, .def = "", .in_config = true,
        .value = "COMMAND", .help = "Command to run at each state change of a project",
    },
    [SETTING_BELL] = {
        .name = "bell", .group = "Notifications", .type = SETTING_BOOL, .def = "false", .in_config = true,
        .value = "true|false", .help = "Ring the terminal bell at a state change",
    },
    [SETTING_EXPORT_DIR] = {
        .name = "export_dir", .group = "Export", .type = SETTING_TEXT, .def = "", .in_config = true,
        .value = "FOLDER", .help = "Folder suggested in the export form; default: where steno was started",
    },
    [SETTING_NAME_PATTERN] = {
        .name = "name_pattern", .group = "Export", .type = SETTING_TEXT, .def = "{id}-{name}.{ext}", .in_config = true,
        .value = "PATTERN", .help = "File name pattern for exports: {id} {name} {state} {ext}",
    },
    [SETTING_LOG_FILE] = {
        .name = "log_file", .group = "Network", .type = SETTING_TEXT, .def = "", .in_config = true,
        .value = "FILE", .help = "Log requests to this file, without secrets; default: no log",
    },
};
/* clang-format on */
