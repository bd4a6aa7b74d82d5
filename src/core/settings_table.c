/* Owns the rows of all settings. Config reader, flags, `doctor`, the manual and the docs' check read them. */
#include "steno/core/settings.h"

static const char *const choices_metadata_body[] = {"object", "text", "json", NULL};
static const char *const choices_color[] = {"auto", "always", "never", NULL};

/* clang-format off */
const struct setting_def setting_defs[SETTING_COUNT] = {
    [SETTING_URL] = {
        .name = "url", .type = SETTING_TEXT, .def = "", .env = "STENO_URL", .flag = "url", .in_config = true,
        .help = "Address of the service, such as https://transcribe.example.org",
    },
    [SETTING_API_PATH] = {
        .name = "api_path", .type = SETTING_TEXT, .def = "/API", .env = "STENO_API_PATH", .flag = "api-path",
        .in_config = true, .help = "Path before every operation; public servers use /XAPI",
    },
    [SETTING_PROFILE] = {
        .name = "profile", .type = SETTING_TEXT, .def = "default", .env = "STENO_PROFILE", .flag = "profile",
        .in_config = true, .help = "Section [profile NAME] of the config and login to use",
    },
    [SETTING_EMAIL] = {
        .name = "email", .type = SETTING_TEXT, .def = "", .in_config = true,
        .help = "Email that the login form offers",
    },
    [SETTING_TOKEN] = {
        .name = "token", .type = SETTING_TEXT, .def = "", .env = "STENO_TOKEN", .secret = true,
        .help = "API token; never in the config file, see token_command",
    },
    [SETTING_TOKEN_COMMAND] = {
        .name = "token_command", .type = SETTING_TEXT, .def = "", .in_config = true,
        .help = "Program whose first line of output is the token; run without a shell",
    },
    [SETTING_PASSWORD_COMMAND] = {
        .name = "password_command", .type = SETTING_TEXT, .def = "", .in_config = true,
        .help = "Program whose first line of output is the password for a login",
    },
    [SETTING_TOKEN_HEADER] = {
        .name = "token_header", .type = SETTING_TEXT, .def = "Authorization", .in_config = true,
        .help = "Header that carries the token",
    },
    [SETTING_TOKEN_SCHEME] = {
        .name = "token_scheme", .type = SETTING_TEXT, .def = "", .in_config = true,
        .help = "Word before the token in its header, such as Bearer",
    },
    [SETTING_METADATA_BODY] = {
        .name = "metadata_body", .type = SETTING_CHOICE, .def = "object", .choices = choices_metadata_body,
        .in_config = true, .help = "Body of metadata writes: {Key,Value}, bare text, or a JSON string",
    },
    [SETTING_CA_FILE] = {
        .name = "ca_file", .type = SETTING_TEXT, .def = "", .in_config = true,
        .help = "Certificates to trust instead of the system's, in PEM form",
    },
    [SETTING_ALLOW_HTTP] = {
        .name = "allow_http", .type = SETTING_BOOL, .def = "false", .in_config = true,
        .help = "Do not warn when the server is reached by http://, unencrypted",
    },
    [SETTING_PROXY] = {
        .name = "proxy", .type = SETTING_TEXT, .def = "", .in_config = true,
        .help = "Proxy or none; unset: http_proxy and its kin. no_proxy's hosts: direct",
    },
    [SETTING_TIMEOUT] = {
        .name = "timeout", .type = SETTING_INT, .def = "60", .env = "STENO_TIMEOUT", .flag = "timeout",
        .min = 1,
        .max = 86400, .unit = "s", .in_config = true,
        .help = "Longest time for one operation with its retries",
    },
    [SETTING_CONNECT_TIMEOUT] = {
        .name = "connect_timeout", .type = SETTING_INT, .def = "10", .min = 1, .max = 600, .unit = "s",
        .in_config = true, .help = "Longest time for making a connection",
    },
    [SETTING_STALL_TIMEOUT] = {
        .name = "stall_timeout", .type = SETTING_INT, .def = "30", .min = 1, .max = 3600, .unit = "s",
        .in_config = true, .help = "An export without a byte for this long has failed",
    },
    [SETTING_JSON_MAX] = {
        .name = "json_max", .type = SETTING_INT, .def = "8388608", .min = 65536, .max = 1073741824,
        .unit = "bytes", .in_config = true, .help = "Largest JSON reply that is read",
    },
    [SETTING_CONNECTIONS] = {
        .name = "connections", .type = SETTING_INT, .def = "4", .min = 1, .max = 16, .in_config = true,
        .help = "Connections, and so requests, at the same time",
    },
    [SETTING_RATE_CAP] = {
        .name = "rate_cap", .type = SETTING_INT, .def = "10", .min = 0, .max = 10000, .unit = "requests/s",
        .in_config = true, .help = "Most requests a second to one server; 0 for no limit",
    },
    [SETTING_POLL_FAST] = {
        .name = "poll_fast", .type = SETTING_INT, .def = "10", .min = 2, .max = 3600, .unit = "s",
        .in_config = true,
        .help = "Time between reads of an active project",
    },
    [SETTING_POLL_SLOW] = {
        .name = "poll_slow", .type = SETTING_INT, .def = "30", .min = 2, .max = 3600, .unit = "s",
        .in_config = true,
        .help = "Time between reads of a project in no known state",
    },
    [SETTING_ACTIVE_STATES] = {
        .name = "active_states", .type = SETTING_LIST, .def = "InProgress", .in_config = true,
        .help = "States that change by themselves soon",
    },
    [SETTING_SETTLED_STATES] = {
        .name = "settled_states", .type = SETTING_LIST, .def = "Completed Failed Canceled", .in_config = true,
        .help = "States that end a transcription",
    },
    [SETTING_FOLLOW] = {
        .name = "follow", .type = SETTING_BOOL, .def = "true", .in_config = true,
        .help = "Details follow the selection; off: on Enter",
    },
    [SETTING_READ_ONLY] = {
        .name = "read_only", .type = SETTING_BOOL, .def = "false", .flag = "read-only", .in_config = true,
        .help = "Refuse everything that would change a project",
    },
    [SETTING_COLOR] = {
        .name = "color", .type = SETTING_CHOICE, .def = "auto", .env = "NO_COLOR", .env_value = "never",
        .flag = "color", .choices = choices_color, .in_config = true,
        .help = "Colours: auto, always or never",
    },
    [SETTING_PLAIN] = {
        .name = "plain", .type = SETTING_BOOL, .def = "false", .env = "ACCESSIBLE", .env_value = "true",
        .flag = "plain", .in_config = true, .help = "A dialogue by lines instead of a full screen",
    },
    [SETTING_ESCDELAY] = {
        .name = "escdelay", .type = SETTING_INT, .def = "25", .env = "ESCDELAY", .min = 0, .max = 10000,
        .unit = "ms", .in_config = true, .help = "Wait after Esc for the rest of a key's sequence",
    },
    [SETTING_COPY_COMMAND] = {
        .name = "copy_command", .type = SETTING_TEXT, .def = "", .in_config = true,
        .help = "Program that gets copied text on its standard input",
    },
    [SETTING_HOOK] = {
        .name = "hook", .type = SETTING_TEXT, .def = "", .in_config = true,
        .help = "Program run at each change of a project's state",
    },
    [SETTING_BELL] = {
        .name = "bell", .type = SETTING_BOOL, .def = "false", .in_config = true,
        .help = "Ring the terminal's bell at a change of state",
    },
    [SETTING_NOTIFY_OSC] = {
        .name = "notify_osc", .type = SETTING_BOOL, .def = "false", .in_config = true,
        .help = "Desktop notices through the terminal (OSC 9)",
    },
    [SETTING_TITLE] = {
        .name = "title", .type = SETTING_BOOL, .def = "false", .in_config = true,
        .help = "Set the terminal's title",
    },
    [SETTING_EXPORT_DIR] = {
        .name = "export_dir", .type = SETTING_TEXT, .def = "", .in_config = true,
        .help = "Folder that the export form offers; unset: where steno was started",
    },
    [SETTING_NAME_PATTERN] = {
        .name = "name_pattern", .type = SETTING_TEXT, .def = "{id}-{name}.{ext}", .in_config = true,
        .help = "Names of exported files, out of {id} {name} {state} {ext}",
    },
    [SETTING_LOG_FILE] = {
        .name = "log_file", .type = SETTING_TEXT, .def = "", .in_config = true,
        .help = "File for a log of requests, without secrets; unset: none",
    },
};
/* clang-format on */
