/* Owns the values of the settings, their checks and the order of their sources. Reads no file and no
 * environment. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/address.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/rows.h"
#include "steno/core/names.h"

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
    free(settings->keys);
    for (size_t i = 0; i < settings->param_count; i++) {
        free(settings->params[i].value);
        free(settings->params[i].where);
    }
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

/* Reads the spellings of yes and no: 1, 0, or -1 for neither. */
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

/* Refuses a number that is none or out of range. */
static bool settings_check_int(const struct setting_def *def, const char *text, struct error *err)
{
    int64_t value;
    if (text_parse_int(text, &value) && value >= def->min && value <= def->max)
        return true;
    return error_set(err, ERROR_USAGE, "“%s” is not a whole number from %" PRId64 " to %" PRId64 "%s%s", text,
                     def->min, def->max, def->unit ? " " : "", def->unit ? def->unit : "");
}

/* Refuses a word that is not among the choices. */
static bool settings_check_choice(const struct setting_def *def, const char *text, struct error *err)
{
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

/* Is every byte of text a printable ASCII character that may stand in a URL or a header's name? */
static bool settings_is_plain(const char *text, const char *forbidden)
{
    for (; *text; text++) {
        if (*text <= ' ' || *text > '~' || strchr(forbidden, *text))
            return false;
    }
    return true;
}

/* Does an address hold "name:password@" before its host? */
static bool settings_has_login(const char *text)
{
    const char *host = strstr(text, "://");
    return host && memchr(host + 3, '@', strcspn(host + 3, "/?#"));
}

/* Refuses texts that cannot work where they are used. */
static bool settings_check_text(enum setting_id id, const char *text, struct error *err)
{
    switch (id) {
    case SETTING_URL:
        if (settings_has_login(text))
            return error_set(err, ERROR_USAGE,
                             "the address must not contain a name or password; run `steno login`");
        if (*text && (address_scheme_len(text) == 0 || strchr("/?#", text[address_scheme_len(text)]) ||
                      strpbrk(text, " ?#")))
            return error_set(err, ERROR_USAGE, /* a query may hold a key */
                             "“%.*s%s” is not an address such as https://host or http://host:8321/path",
                             (int)strcspn(text, "?#"), text, strpbrk(text, "?#") ? "…" : "");
        return true;
    case SETTING_API_PATH:
        if (*text != '/' || !settings_is_plain(text, "?#"))
            return error_set(err, ERROR_USAGE, "“%s” is not a path such as /API", text);
        return true;
    case SETTING_TOKEN_HEADER:
        if (!*text || !settings_is_plain(text, "()<>@,;:\\\"/[]?={}"))
            return error_set(err, ERROR_USAGE, "“%s” cannot be the name of a header", text);
        return true;
    case SETTING_TOKEN_SCHEME:
        if (!settings_is_plain(text, ""))
            return error_set(err, ERROR_USAGE, "“%s” is not one word", text);
        return true;
    case SETTING_PROFILE:
        if (!*text || strpbrk(text, "[]"))
            return error_set(err, ERROR_USAGE, "“%s” cannot be the name of a profile", text);
        return true;
    case SETTING_COLUMNS:
        return column_check(text, err);
    case SETTING_NAME_PATTERN:
        return export_name_check_pattern(text, err);
    default:
        return true;
    }
}

/* Refuses bytes that no setting may hold. The text is not repeated: it may be a secret or unprintable. */
static bool settings_check_bytes(const char *text, struct error *err)
{
    size_t len = strlen(text);
    if (!text_is_valid(text, len))
        return error_set(err, ERROR_USAGE, "the value is not valid UTF-8");
    for (size_t at = 0; at < len;) {
        uint32_t code;
        at += text_decode(text + at, len - at, &code);
        if (text_code_is_hostile(code))
            return error_set(err, ERROR_USAGE, "the value contains a control or invisible character");
    }
    return true;
}

/* Refuses what the setting cannot be. */
static bool settings_check_value(enum setting_id id, const char *text, struct error *err)
{
    const struct setting_def *def = &setting_defs[id];
    if (!settings_check_bytes(text, err))
        return false;
    switch (def->type) {
    case SETTING_INT:
        return settings_check_int(def, text, err);
    case SETTING_CHOICE:
        return settings_check_choice(def, text, err);
    case SETTING_BOOL:
        if (settings_parse_bool(text) < 0)
            return error_set(err, ERROR_USAGE, "“%s” is invalid: use true or false", text);
        return true;
    default:
        return settings_check_text(id, text, err);
    }
}

bool settings_check(enum setting_id id, const char *text, struct error *err)
{
    if (settings_check_value(id, text, err))
        return true;
    error_prefix(err, "%s", setting_defs[id].name);
    return false;
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
    if (path && settings->sources[SETTING_API_PATH] > source) /* one that is set there itself goes before */
        settings_put(settings, SETTING_API_PATH, source, where, path, err);
    if (setting_defs[id].type == SETTING_BOOL)
        text = settings_parse_bool(text) ? "true" : "false";
    char *value = id == SETTING_URL ? address_normalise(text) : mem_copy(text);
    char *origin = mem_copy_or_null(where);
    mem_wipe_free(settings->values[id]);
    free(settings->where[id]);
    settings->values[id] = value;
    settings->where[id] = origin;
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

const char settings_hook_note[] =
    "The hook gets the change in its environment (STENO_ID, STENO_NAME, STENO_STATE, …), not as arguments";

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
    free(row->keys);
    row->keys = mem_copy(keys);
    free(row->where);
    row->where = mem_copy_or_null(where);
    row->line = line;
}

/* The parameter of this name, NULL for none. */
static const struct param_def *settings_find_param(const char *name)
{
    int row = param_find(&params_enqueue, name);
    if (row >= 0)
        return &params_enqueue.rows[row];
    row = param_find(&params_export, name);
    return row >= 0 ? &params_export.rows[row] : NULL;
}

bool settings_is_param(const char *name)
{
    return settings_find_param(name) != NULL;
}

const struct settings_param *settings_param(const struct settings *settings, const char *name)
{
    for (size_t i = 0; i < settings->param_count; i++) {
        if (strcmp(settings->params[i].name, name) == 0)
            return *settings->params[i].value ? &settings->params[i] : NULL;
    }
    return NULL;
}

bool settings_put_param(struct settings *settings, const char *name, enum setting_source source,
                        const char *where, const char *text, struct error *err)
{
    const struct param_def *def = settings_find_param(name);
    struct settings_param *row = NULL;
    if (!settings_check_bytes(text, err) || (*text && !param_check(def, text, err))) {
        error_prefix(err, "%s", name);
        return false;
    }
    for (size_t i = 0; i < settings->param_count && !row; i++) {
        if (strcmp(settings->params[i].name, name) == 0)
            row = &settings->params[i];
    }
    if (source == SOURCE_DEFAULT || (row && row->source < source))
        return true;
    if (!row) {
        settings->params = mem_grow(settings->params, settings->param_count + 1, sizeof *settings->params);
        row = &settings->params[settings->param_count++];
        *row = (struct settings_param){.name = def->name};
    }
    free(row->value);
    row->value = mem_copy(text);
    free(row->where);
    row->where = mem_copy(where);
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

/* A text setting, or NULL when it is empty: the client then takes its own default. */
static const char *settings_text_or_null(const struct settings *settings, enum setting_id id)
{
    const char *text = settings_text(settings, id);
    return *text ? text : NULL;
}

void settings_to_api(const struct settings *settings, struct api_config *config)
{
    static const enum metadata_body bodies[] = {METADATA_OBJECT, METADATA_TEXT, METADATA_JSON};
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
    for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++) {
        if (strcmp(setting_defs[SETTING_METADATA_BODY].choices[i], body) == 0)
            config->metadata_body = bodies[i];
    }
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
    if (where)
        snprintf(out, size, "%s%s (%s)", printed ? "token_command of " : "", where, name);
    else
        snprintf(out, size, "%s", name);
}
