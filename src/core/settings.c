/* SPDX-License-Identifier: MIT */
#include "steno/core/settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/request.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/names.h"
#include "steno/core/rows.h"

static const char *const choices_metadata_body[] = {
    [METADATA_OBJECT] = "object", [METADATA_TEXT] = "text", [METADATA_JSON] = "json", NULL};
static const char *const choices_color[] = {"auto", "always", "never", NULL};

/* clang-format off */
const struct setting_def setting_defs[SETTING_COUNT] = {
    [SETTING_URL] = {.name = "url", .group = "Server", .def = "", .env = "STENO_URL", .flag = "url", .value = "URL",
     .help = "Address of the server, such as https://transcribe.example.org"},
    [SETTING_API_PATH] = {.name = "api_path", .group = "Server", .def = API_PATH_DEFAULT, .env = "STENO_API_PATH",
     .flag = "api-path", .value = "PATH", .help = "API path on the server; public servers use /XAPI"},
    [SETTING_PROFILE] = {.name = "profile", .group = "Server", .def = "default", .env = "STENO_PROFILE",
     .flag = "profile", .value = "NAME", .help = "Profile to use, with its settings and its login"},
    [SETTING_EMAIL] = {.name = "email", .group = "Login", .def = "", .value = "EMAIL", .not_in_config = true,
     .help = "Email address of the saved login; to change it, run steno login"},
    [SETTING_TOKEN] = {.name = "token", .group = "Login", .def = "", .env = "STENO_TOKEN", .secret = true,
     .value = "TOKEN", .not_in_config = true, .help = "API token; in the config file use token_command instead"},
    [SETTING_TOKEN_COMMAND] = {.name = "token_command", .group = "Login", .def = "", .value = "COMMAND",
     .help = "Command whose first output line is the token; run without a shell"},
    [SETTING_PASSWORD_COMMAND] = {.name = "password_command", .group = "Login", .def = "", .value = "COMMAND",
     .help = "Command whose first output line is the password"},
    [SETTING_TOKEN_HEADER] = {.name = "token_header", .group = "Login", .def = "Authorization", .value = "NAME",
     .help = "Name of the header that carries the token"},
    [SETTING_TOKEN_SCHEME] = {.name = "token_scheme", .group = "Login", .def = "", .value = "WORD",
     .help = "Word before the token in the header, such as Bearer"},
    [SETTING_METADATA_BODY] = {.name = "metadata_body", .group = "Server", .type = SETTING_CHOICE, .def = "object",
     .choices = choices_metadata_body, .help = "Body for metadata: object {Key,Value}, text (bare), json (a JSON string)"},
    [SETTING_CA_FILE] = {.name = "ca_file", .group = "Network", .def = "", .value = "FILE",
     .help = "CA bundle (PEM file) to use instead of the system's"},
    [SETTING_ALLOW_HTTP] = {.name = "allow_http", .group = "Network", .type = SETTING_BOOL, .def = "false",
     .value = "true|false", .help = "Do not warn about unencrypted http://"},
    [SETTING_PROXY] = {.name = "proxy", .group = "Network", .def = "", .value = "URL|none",
     .help = "Proxy URL, or none; default: from http_proxy, https_proxy, all_proxy"},
    [SETTING_TIMEOUT] = {.name = "timeout", .group = "Network", .type = SETTING_INT, .def = "60",
     .env = "STENO_TIMEOUT", .flag = "timeout", .min = 1, .max = 86400, .unit = "s", .value = "SECONDS",
     .help = "Timeout in seconds for one operation and its retries"},
    [SETTING_CONNECT_TIMEOUT] = {.name = "connect_timeout", .group = "Network", .type = SETTING_INT, .def = "10",
     .min = 1, .max = 600, .unit = "s", .value = "SECONDS", .help = "Timeout for making a connection"},
    [SETTING_STALL_TIMEOUT] = {.name = "stall_timeout", .group = "Network", .type = SETTING_INT, .def = "30",
     .min = 1, .max = 3600, .unit = "s", .value = "SECONDS", .help = "Abort an export that gets no data for this long"},
    [SETTING_JSON_MAX] = {.name = "json_max", .group = "Network", .type = SETTING_INT, .def = "1048576", .min = 65536,
     .max = 1073741824, .unit = "bytes", .value = "BYTES", .help = "Maximum size of a JSON response"},
    [SETTING_CONNECTIONS] = {.name = "connections", .group = "Network", .type = SETTING_INT, .def = "4", .min = 1,
     .max = 16, .value = "NUMBER", .help = "Maximum number of connections and of simultaneous requests"},
    [SETTING_RATE_CAP] = {.name = "rate_cap", .group = "Network", .type = SETTING_INT, .def = "10", .min = 0,
     .max = 10000, .unit = "requests/s", .value = "NUMBER",
     .help = "Maximum requests per second to one server; 0: no limit"},
    [SETTING_POLL_FAST] = {.name = "poll_fast", .group = "Refreshing", .type = SETTING_INT, .def = "10", .min = 2,
     .max = 3600, .unit = "s", .value = "SECONDS", .help = "Time between refreshes of a project in progress"},
    [SETTING_POLL_SLOW] = {.name = "poll_slow", .group = "Refreshing", .type = SETTING_INT, .def = "30", .min = 2,
     .max = 3600, .unit = "s", .value = "SECONDS",
     .help = "Time between refreshes of a project in state None or in an unknown state"},
    [SETTING_SETTLE_AFTER] = {.name = "settle_after", .group = "Refreshing", .type = SETTING_INT, .def = "10",
     .min = 1, .max = 1440, .unit = "min", .value = "MINUTES",
     .help = "How long an unanswered request may still take effect"},
    [SETTING_ACTIVE_STATES] = {.name = "active_states", .group = "Refreshing", .type = SETTING_LIST,
     .def = "InProgress", .value = "STATE…", .help = "States in which a project is refreshed often"},
    [SETTING_SETTLED_STATES] = {.name = "settled_states", .group = "Refreshing", .type = SETTING_LIST,
     .def = "Completed Failed Canceled", .value = "STATE…", .help = "States considered final"},
    [SETTING_FOLLOW] = {.name = "follow", .group = "Screen", .type = SETTING_BOOL, .def = "true",
     .value = "true|false", .help = "Show details of the selected project at once; if false, Enter shows them"},
    [SETTING_COLUMNS] = {.name = "columns", .group = "Screen", .type = SETTING_LIST,
     .def = "since length note name tags expires language exported label changed author", .value = "COLUMN…",
     .help = "Columns of the list, in this order; those that fit are shown"},
    [SETTING_READ_ONLY] = {.name = "read_only", .group = "Server", .type = SETTING_BOOL, .def = "false",
     .flag = "read-only", .value = "true|false", .help = "Refuse everything that would change a project"},
    [SETTING_COLOR] = {.name = "color", .group = "Screen", .type = SETTING_CHOICE, .def = "auto", .env = "NO_COLOR",
     .env_value = "never", .flag = "color", .choices = choices_color, .help = "When to use colours"},
    [SETTING_PLAIN] = {.name = "plain", .group = "Screen", .type = SETTING_BOOL, .def = "false", .env = "ACCESSIBLE",
     .env_value = "true", .flag = "plain", .value = "true|false",
     .help = "Instead of opening the console, print which commands to use"},
    [SETTING_ESCDELAY] = {.name = "escdelay", .group = "Screen", .type = SETTING_INT, .def = "25", .env = "ESCDELAY",
     .min = 0, .max = 10000, .unit = "ms", .value = "MILLISECONDS",
     .help = "How long to wait after Esc for the rest of a key sequence"},
    [SETTING_COPY_COMMAND] = {.name = "copy_command", .group = "Screen", .def = "", .value = "COMMAND",
     .help = "Command that receives copied text on standard input"},
    [SETTING_HOOK] = {.name = "hook", .group = "Notifications", .def = "", .value = "COMMAND",
     .help = "Command to run at each state change of a project"},
    [SETTING_BELL] = {.name = "bell", .group = "Notifications", .type = SETTING_BOOL, .def = "false",
     .value = "true|false", .help = "Ring the terminal bell at a state change"},
    [SETTING_EXPORT_DIR] = {.name = "export_dir", .group = "Export", .def = "", .value = "FOLDER",
     .help = "Folder suggested in the export form; default: where steno was started"},
    [SETTING_NAME_PATTERN] = {.name = "name_pattern", .group = "Export", .def = "{id}-{name}.{ext}",
     .value = "PATTERN", .help = "File name pattern for exports: {id} {name} {state} {ext}"},
    [SETTING_LOG_FILE] = {.name = "log_file", .group = "Network", .def = "", .value = "FILE",
     .help = "Log requests to this file, without secrets; default: no log"},
};
/* clang-format on */

void settings_init(struct settings *settings)
{
    *settings = (struct settings){0};
    for (int id = 0; id < SETTING_COUNT; id++)
        settings->sources[id] = SOURCE_DEFAULT;
}

void settings_free(struct settings *settings)
{
    for (int id = 0; id < SETTING_COUNT; id++) {
        mem_wipe_free(settings->values[id]);
        free(settings->where[id]);
    }
    for (int source = 0; source < SOURCE_DEFAULT; source++)
        free(settings->urls[source]);
    for (size_t i = 0; i < settings->key_count; i++) {
        free(settings->keys[i].action);
        free(settings->keys[i].keys);
        free(settings->keys[i].where);
    }
    for (size_t i = 0; i < settings->param_count; i++) {
        free(settings->params[i].value);
        free(settings->params[i].where);
    }
    free(settings->keys);
    free(settings->params);
    free(settings->token_trouble);
    settings_init(settings);
}

int settings_find(const char *name)
{
    for (int id = 0; id < SETTING_COUNT; id++) {
        if (strcmp(setting_defs[id].name, name) == 0)
            return id;
    }
    return -1;
}

const char *settings_group(size_t index)
{
    for (int id = 0; id < SETTING_COUNT; id++) {
        const char *group = setting_defs[id].group;
        bool is_new = true;
        for (int before = 0; before < id && is_new; before++)
            is_new = strcmp(setting_defs[before].group, group) != 0;
        if (is_new && index-- == 0)
            return group;
    }
    return NULL;
}

/* Returns 1 for a spelling of yes, 0 for a spelling of no, -1 for any other text. */
static int settings_parse_bool(const char *text)
{
    static const char *const words[][2] = {{"false", "true"}, {"off", "on"}, {"no", "yes"}, {"0", "1"}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        for (int value = 0; value < 2; value++) {
            if (text_equal_nocase(text, words[i][value]))
                return value;
        }
    }
    return -1;
}

/* True if every byte is a visible ASCII character outside `forbidden`. */
static bool settings_is_plain(const char *text, const char *forbidden)
{
    for (; *text; text++) {
        if (*text <= ' ' || *text > '~' || strchr(forbidden, *text))
            return false;
    }
    return true;
}

/* Refuses an invalid address, and one with a user name or a query, because addresses are shown. */
static bool settings_check_url(const char *text, struct error *err)
{
    const char *host = strstr(text, "://");
    size_t scheme = address_scheme_len(text);
    if (host && memchr(host + 3, '@', strcspn(host + 3, "/?#")))
        return error_set(err, ERROR_USAGE,
                         "the address must not contain a name or password; run `steno login`");
    if (*text && (scheme == 0 || strchr("/?#", text[scheme]) || strpbrk(text, " ?#")))
        return error_set(err, ERROR_USAGE,
                         "“%.*s%s” is not an address such as https://host or http://host:8321/path",
                         (int)strcspn(text, "?#"), text, strpbrk(text, "?#") ? "…" : "");
    return true;
}

/* Refuses bytes that no setting may contain. The error does not quote the text, which may be secret. */
static bool settings_check_bytes(const char *text, struct error *err)
{
    size_t len = strlen(text);
    if (!text_is_valid(text, len))
        return error_set(err, ERROR_USAGE, "the value is not valid UTF-8");
    return text_is_clean(text, len) ||
           error_set(err, ERROR_USAGE, "the value contains a control or invisible character");
}

static bool settings_check_value(enum setting_id id, const char *text, struct error *err)
{
    const struct setting_def *def = &setting_defs[id];
    const char *wrong = NULL;
    int64_t number;
    if (!settings_check_bytes(text, err))
        return false;
    if (def->type == SETTING_INT) {
        if (text_parse_int(text, &number) && number >= def->min && number <= def->max)
            return true;
        return error_set(err, ERROR_USAGE, "“%s” is not a whole number from %" PRId64 " to %" PRId64 "%s%s",
                         text, def->min, def->max, def->unit ? " " : "", def->unit ? def->unit : "");
    }
    if (def->type == SETTING_CHOICE) {
        struct buffer list;
        buffer_init(&list, 512);
        bool found = false;
        for (const char *const *choice = def->choices; *choice; choice++) {
            found = found || strcmp(*choice, text) == 0;
            buffer_printf(&list, "%s%s", list.len ? ", " : "", *choice);
        }
        if (!found)
            error_set(err, ERROR_USAGE, "“%s” is invalid: use one of %s", text, buffer_text(&list));
        buffer_free(&list);
        return found;
    }
    if (def->type == SETTING_BOOL && settings_parse_bool(text) < 0)
        wrong = "is invalid: use true or false";
    else if (id == SETTING_API_PATH && (*text != '/' || !settings_is_plain(text, "?#")))
        wrong = "is not a path such as /API";
    else if (id == SETTING_TOKEN_HEADER && (!*text || !settings_is_plain(text, "()<>@,;:\\\"/[]?={}")))
        wrong = "cannot be the name of a header";
    else if (id == SETTING_TOKEN_SCHEME && !settings_is_plain(text, ""))
        wrong = "is not one word";
    else if (id == SETTING_PROFILE && (!*text || strpbrk(text, "[]")))
        wrong = "cannot be the name of a profile";
    if (wrong)
        return error_set(err, ERROR_USAGE, "“%s” %s", text, wrong);
    return id == SETTING_URL            ? settings_check_url(text, err)
           : id == SETTING_COLUMNS      ? column_check(text, err)
           : id == SETTING_NAME_PATTERN ? export_name_check_pattern(text, err)
                                        : true;
}

bool settings_check(enum setting_id id, const char *text, struct error *err)
{
    if (settings_check_value(id, text, err))
        return true;
    error_prefix(err, "%s", setting_defs[id].name);
    return false;
}

static void settings_replace(char **text, const char *by)
{
    char *copy = mem_copy_or_null(by);
    free(*text);
    *text = copy;
}

bool settings_put(struct settings *settings, enum setting_id id, enum setting_source source,
                  const char *where, const char *text, struct error *err)
{
    if (!settings_check_value(id, text, err)) {
        bool is_flag = source == SOURCE_FLAG && where && where[0] == '-';
        error_prefix(err, "%s", is_flag ? where : setting_defs[id].name);
        return false;
    }
    if (id == SETTING_URL && source < SOURCE_DEFAULT) {
        free(settings->urls[source]);
        settings->urls[source] = address_normalise(text);
    }
    if (settings->sources[id] < source)
        return true;
    const char *path = id == SETTING_URL ? address_api_path(text) : NULL;
    /* If one source sets url and api_path, api_path wins over the path in url. */
    if (path && settings->sources[SETTING_API_PATH] > source)
        settings_put(settings, SETTING_API_PATH, source, where, path, err);
    if (setting_defs[id].type == SETTING_BOOL)
        text = settings_parse_bool(text) ? "true" : "false";
    /* The copy is made first, because `text` can be the old value. */
    char *value = id == SETTING_URL ? address_normalise(text) : mem_copy(text);
    mem_wipe_free(settings->values[id]);
    settings->values[id] = value;
    settings_replace(&settings->where[id], where);
    settings->sources[id] = source;
    return true;
}

const char *settings_text(const struct settings *settings, enum setting_id id)
{
    return settings->values[id] ? settings->values[id] : setting_defs[id].def;
}

int64_t settings_int(const struct settings *settings, enum setting_id id)
{
    int64_t value = 0;
    text_parse_int(settings_text(settings, id), &value);
    return value;
}

const char settings_http_warning[] =
    "http:// is not encrypted: others can read password and token. Use https://, or set "
    "allow_http = true in the config if you trust the network";

const char settings_hook_note[] = "The hook gets the change in environment variables (STENO_ID, STENO_NAME, "
                                  "STENO_STATE, …), not as arguments";

bool settings_warn_of_http(const struct settings *settings, const char *url)
{
    return address_is_exposed(url) && !settings_bool(settings, SETTING_ALLOW_HTTP);
}

bool settings_bool(const struct settings *settings, enum setting_id id)
{
    return settings_parse_bool(settings_text(settings, id)) == 1;
}

bool settings_list_has(const struct settings *settings, enum setting_id id, const char *word)
{
    return text_has_word(settings_text(settings, id), word);
}

char settings_state_mark(const struct settings *settings, const char *state)
{
    if (settings_list_has(settings, SETTING_ACTIVE_STATES, state))
        return '*';
    if (strcmp(state, "Completed") == 0)
        return '+';
    return settings_list_has(settings, SETTING_SETTLED_STATES, state) ? '!' : ' ';
}

bool settings_state_is_done(const struct settings *settings, const char *state)
{
    return settings_list_has(settings, SETTING_SETTLED_STATES, state) && strcmp(state, "Failed") != 0 &&
           strcmp(state, "Canceled") != 0;
}

void settings_put_key(struct settings *settings, const char *action, const char *keys, const char *where,
                      int line)
{
    struct settings_key *row = NULL;
    for (size_t i = 0; i < settings->key_count && !row; i++) {
        if (strcmp(settings->keys[i].action, action) == 0)
            row = &settings->keys[i];
    }
    if (!row) {
        settings->keys = mem_grow(settings->keys, settings->key_count + 1, sizeof *settings->keys);
        row = &settings->keys[settings->key_count++];
        *row = (struct settings_key){.action = mem_copy(action)};
    }
    settings_replace(&row->keys, keys);
    settings_replace(&row->where, where);
    row->line = line;
}

static const struct param_def *settings_find_param(const char *name)
{
    const struct param_table *const tables[] = {&params_enqueue, &params_export};
    for (int i = 0; i < 2; i++) {
        int row = param_find(tables[i], name);
        if (row >= 0)
            return &tables[i]->rows[row];
    }
    return NULL;
}

bool settings_is_param(const char *name)
{
    return settings_find_param(name) != NULL;
}

/* Returns the parameter's row, even if a profile has emptied its value; NULL: not in the config. */
static struct settings_param *settings_param_row(const struct settings *settings, const char *name)
{
    for (size_t i = 0; i < settings->param_count; i++) {
        if (strcmp(settings->params[i].name, name) == 0)
            return &settings->params[i];
    }
    return NULL;
}

const struct settings_param *settings_param(const struct settings *settings, const char *name)
{
    const struct settings_param *row = settings_param_row(settings, name);
    return row && *row->value ? row : NULL;
}

bool settings_put_param(struct settings *settings, const char *name, enum setting_source source,
                        const char *where, const char *text, struct error *err)
{
    const struct param_def *def = settings_find_param(name);
    struct settings_param *row = settings_param_row(settings, name);
    if (!settings_check_bytes(text, err) || (*text && !param_check(def, text, err))) {
        error_prefix(err, "%s", name);
        return false;
    }
    if (source == SOURCE_DEFAULT || (row && row->source < source))
        return true;
    if (!row) {
        settings->params = mem_grow(settings->params, settings->param_count + 1, sizeof *settings->params);
        row = &settings->params[settings->param_count++];
        *row = (struct settings_param){.name = def->name};
    }
    settings_replace(&row->value, text);
    settings_replace(&row->where, where);
    row->source = source;
    return true;
}

struct param_set *settings_param_set(const struct settings *settings, const struct param_table *table)
{
    struct param_set *set = param_set_new(table);
    for (size_t i = 0; i < table->count; i++) {
        const struct settings_param *param = settings_param(settings, table->rows[i].name);
        if (param)
            param_set_put_raw(set, (int)i, param->value);
    }
    return set;
}

char *settings_params_text(const struct settings *settings, const struct param_set *set)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    for (enum setting_source source = SOURCE_PROFILE; source <= SOURCE_CONFIG; source++) {
        size_t len = text.len;
        for (size_t i = 0; i < set->table->count; i++) {
            const char *name = set->table->rows[i].name, *value = param_set_get(set, (int)i);
            const struct settings_param *param = settings_param(settings, name);
            if (value && param && param->source == source && strcmp(param->value, value) == 0)
                buffer_printf(&text, "%s%s %s", text.len ? ", " : "", name, value);
        }
        if (text.len > len && source == SOURCE_PROFILE)
            buffer_printf(&text, " (profile %s)", settings_text(settings, SETTING_PROFILE));
        else if (text.len > len)
            buffer_append_text(&text, " (config)");
    }
    return buffer_take(&text);
}

/* Returns a text setting. An empty text gives NULL: the connection takes its own default. */
static const char *settings_text_or_null(const struct settings *settings, enum setting_id id)
{
    const char *text = settings_text(settings, id);
    return *text ? text : NULL;
}

void settings_to_api(const struct settings *settings, struct api_config *config)
{
    *config = (struct api_config){
        .base_url = settings_text(settings, SETTING_URL),
        .api_path = settings_text(settings, SETTING_API_PATH),
        .token = settings_text_or_null(settings, SETTING_TOKEN),
        .token_variable =
            settings->sources[SETTING_TOKEN] == SOURCE_ENVIRONMENT ? settings->where[SETTING_TOKEN] : NULL,
        .token_header = settings_text(settings, SETTING_TOKEN_HEADER),
        .token_scheme = settings_text_or_null(settings, SETTING_TOKEN_SCHEME),
        .ca_file = settings_text_or_null(settings, SETTING_CA_FILE),
        .proxy = settings_text_or_null(settings, SETTING_PROXY),
        .active_states = settings_text(settings, SETTING_ACTIVE_STATES),
        .settled_states = settings_text(settings, SETTING_SETTLED_STATES),
        .timeout_ms = settings_int(settings, SETTING_TIMEOUT) * 1000,
        .connect_timeout_ms = settings_int(settings, SETTING_CONNECT_TIMEOUT) * 1000,
        .stall_timeout_ms = settings_int(settings, SETTING_STALL_TIMEOUT) * 1000,
        .json_max = settings_int(settings, SETTING_JSON_MAX),
    };
    if (config->proxy && strcmp(config->proxy, "none") == 0)
        config->proxy = "";
    const char *body = settings_text(settings, SETTING_METADATA_BODY);
    while (strcmp(choices_metadata_body[config->metadata_body], body) != 0) /* always ends: `body` is valid */
        config->metadata_body++;
}

void settings_to_refresh(const struct settings *settings, struct refresh_config *config)
{
    *config = (struct refresh_config){
        .active_states = settings_text(settings, SETTING_ACTIVE_STATES),
        .settled_states = settings_text(settings, SETTING_SETTLED_STATES),
        .fast_ms = settings_int(settings, SETTING_POLL_FAST) * 1000,
        .slow_ms = settings_int(settings, SETTING_POLL_SLOW) * 1000,
        .rate_cap = (int)settings_int(settings, SETTING_RATE_CAP),
        .max_in_flight = (int)settings_int(settings, SETTING_CONNECTIONS),
    };
}

bool settings_token_is_printed(const struct settings *settings)
{
    return *settings_text(settings, SETTING_TOKEN_COMMAND) &&
           settings->sources[SETTING_TOKEN] > SOURCE_ENVIRONMENT;
}

void settings_describe_source(char *out, size_t size, const struct settings *settings, enum setting_id id)
{
    static const char *const names[] = {
        [SOURCE_FLAG] = "command line", [SOURCE_ENVIRONMENT] = "environment", [SOURCE_PROFILE] = "profile",
        [SOURCE_CONFIG] = "config",     [SOURCE_CREDENTIALS] = "credentials", [SOURCE_DEFAULT] = "default",
    };
    bool printed = id == SETTING_TOKEN && settings_token_is_printed(settings);
    enum setting_id from = printed ? SETTING_TOKEN_COMMAND : id;
    const char *name = names[settings->sources[from]], *where = settings->where[from];
    if (where && (printed || settings->sources[from] == SOURCE_CREDENTIALS))
        snprintf(out, size, "%s%s", printed ? "token_command in " : "", where);
    else if (where)
        snprintf(out, size, "%s (%s)", where, name);
    else
        snprintf(out, size, "%s", name);
}
