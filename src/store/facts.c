/* SPDX-License-Identifier: MIT */
#include "steno/store/facts.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "steno/store/config.h"
#include "steno/store/credentials.h"
#include "steno/api/http.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "store_sql.h"

__attribute__((format(printf, 4, 5))) static void facts_add(struct facts *facts, enum fact_level level,
                                                            const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = mem_vprintf(format, args);
    va_end(args);
    facts->rows = mem_grow(facts->rows, facts->count + 1, sizeof *facts->rows);
    facts->rows[facts->count++] = (struct fact){level, mem_copy(name), text_clean_copy(text)};
    free(text);
}

void facts_free(struct facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        free(facts->rows[i].name);
        free(facts->rows[i].text);
    }
    free(facts->rows);
    *facts = (struct facts){0};
}

/* True if the setting is a command, whose arguments can contain a secret. */
static bool facts_is_command(enum setting_id id)
{
    return id == SETTING_TOKEN_COMMAND || id == SETTING_PASSWORD_COMMAND || id == SETTING_COPY_COMMAND ||
           id == SETTING_HOOK;
}

/* Returns an address without its query, because a query can contain a secret. Caller frees. */
static char *facts_address(const char *url)
{
    size_t len = strcspn(url, "?#");
    return mem_printf("%.*s%s", (int)len, url, url[len] ? "…" : "");
}

/* Returns the value of a setting, without secrets. Caller frees. */
static char *facts_value(const struct settings *settings, enum setting_id id)
{
    const char *text = settings_text(settings, id);
    if (!*text)
        return mem_copy("none");
    if (setting_defs[id].secret)
        return mem_copy("set");
    if (facts_is_command(id)) {
        size_t word = strcspn(text, " \t");
        return mem_printf("%.*s%s", (int)word, text, text[word] ? " …" : "");
    }
    char shown[300];
    if (id == SETTING_URL)
        return facts_address(text);
    if (id == SETTING_PROXY && strcmp(text, "none") != 0)
        return mem_copy(http_proxy_show(shown, sizeof shown, text) ? shown : "set");
    return mem_copy(text);
}

/* True if the file, folder, command or address in a setting is usable. If false, err says why. */
static bool facts_check(const struct settings *settings, enum setting_id id, struct error *err)
{
    bool is_printed = id == SETTING_TOKEN && settings_token_is_printed(settings);
    bool is_folder = id == SETTING_EXPORT_DIR;
    const char *command, *text = settings_text(settings, is_printed ? SETTING_TOKEN_COMMAND : id);
    char shown[300];
    if (*text && (is_printed || facts_is_command(id)) && !spawn_check(text, err))
        return false;
    switch (id) {
    case SETTING_CA_FILE:
    case SETTING_EXPORT_DIR: {
        struct stat info;
        char *path = is_folder ? file_expand_home(text) : mem_copy(text);
        int why = 0;
        if (stat(path, &info) != 0 || access(path, is_folder ? W_OK | X_OK : R_OK) != 0)
            why = errno;
        else if ((S_ISDIR(info.st_mode) != 0) != is_folder)
            why = is_folder ? ENOTDIR : EISDIR;
        free(path);
        return !*text || why == 0 ||
               error_set(err, ERROR_IO,
                         is_folder ? "Cannot write to the folder: %s" : "Cannot read the file: %s",
                         strerror(why));
    }
    case SETTING_TOKEN:
    case SETTING_TOKEN_COMMAND:
    case SETTING_PASSWORD_COMMAND:
        return config_command(settings, id == SETTING_TOKEN ? SETTING_TOKEN_COMMAND : id,
                              settings_text(settings, SETTING_URL), &command, err);
    case SETTING_PROXY:
        return !*text || strcmp(text, "none") == 0 || http_proxy_show(shown, sizeof shown, text) ||
               error_set(err, ERROR_USAGE,
                         "The value is not the address of a proxy, such as http://HOST:PORT");
    default:
        return true;
    }
}

static void facts_add_setting(struct facts *facts, const struct settings *settings, enum setting_id id,
                              enum fact_level level)
{
    char source[512];
    struct error err;
    bool good = facts_check(settings, id, &err);
    const char *note = !good ? err.text : id == SETTING_HOOK ? settings_hook_note : NULL;
    char *value = facts_value(settings, id);
    settings_describe_source(source, sizeof source, settings, id);
    if (id == SETTING_TOKEN && settings_token_is_printed(settings))
        facts_add(facts, good ? FACT_FINE : FACT_BAD, setting_defs[id].name, "from %s", source);
    else if (settings->sources[id] == SOURCE_DEFAULT)
        facts_add(facts, level, setting_defs[id].name, "%s", value);
    else
        facts_add(facts, good ? level : FACT_BAD, setting_defs[id].name, "%s, from %s%s%s", value, source,
                  note ? ". " : "", note ? note : "");
    free(value);
}

void facts_of_settings(struct facts *facts, const struct settings *settings)
{
    static const enum setting_id always[] = {SETTING_URL, SETTING_API_PATH, SETTING_PROFILE, SETTING_TOKEN};
    bool shown[SETTING_COUNT] = {false};
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++) {
        enum setting_id id = always[i];
        bool missing = !*settings_text(settings, id);
        facts_add_setting(facts, settings, id, missing ? FACT_BAD : FACT_FINE);
        shown[id] = true;
    }
    for (int id = 0; id < SETTING_COUNT; id++) {
        if (!shown[id] && settings->sources[id] != SOURCE_DEFAULT)
            facts_add_setting(facts, settings, (enum setting_id)id, FACT_FINE);
    }
    for (size_t i = 0; i < settings->param_count; i++) {
        const struct settings_param *param = &settings->params[i];
        facts_add(facts, FACT_FINE, param->name, "%s, from %s (%s)",
                  *param->value ? param->value : "not sent", param->where,
                  param->source == SOURCE_PROFILE ? "profile" : "config");
    }
}

static void facts_of_config(struct facts *facts, const char *path)
{
    struct stat info;
    struct error err;
    bool safe = config_check_access(path, &err);
    if (stat(path, &info) == 0 || !safe)
        facts_add(facts, safe ? FACT_FINE : FACT_BAD, "config", "%s%s", safe ? path : err.text,
                  safe ? ", writable only by you" : "");
    else if (errno == ENOENT)
        facts_add(facts, FACT_FINE, "config", "%s does not exist", path);
    else
        facts_add(facts, FACT_BAD, "config", "%s: %s", path, strerror(errno));
}

static void facts_of_credentials(struct facts *facts, const char *path, const char *profile)
{
    struct credentials saved;
    struct error err;
    if (!credentials_load(&saved, path, profile, &err)) {
        facts_add(facts, FACT_BAD, "credentials", "%s", err.text);
        return;
    }
    char *url = facts_address(saved.url);
    if (saved.exposed.kind != ERROR_NONE)
        facts_add(facts, FACT_BAD, "credentials", "%s", saved.exposed.text);
    else if (saved.line == 0)
        facts_add(facts, FACT_FINE, "credentials", "no login for the profile %s is saved in %s", profile,
                  path);
    else
        facts_add(facts, FACT_FINE, "credentials",
                  "%s: profile %s, %s%s%s, %s (the file is private, not encrypted)", path, profile, url,
                  *saved.email ? " as " : "", saved.email, *saved.token ? "token saved" : "no token");
    free(url);
    credentials_free(&saved);
}

/* Adds the state file. Opens only an existing file, because opening can create the file. */
static void facts_of_state(struct facts *facts, const struct settings *settings, const char *path)
{
    struct stat info;
    struct error err;
    struct store_list list = {0};
    if (stat(path, &info) != 0) {
        bool absent = errno == ENOENT;
        facts_add(facts, absent ? FACT_FINE : FACT_BAD, "state file",
                  absent ? "%s does not exist yet" : "%s: %s", path, strerror(errno));
        return;
    }
    struct store *store =
        store_open(&(struct store_config){.path = path,
                                          .url = settings_text(settings, SETTING_URL),
                                          .api_path = settings_text(settings, SETTING_API_PATH),
                                          .email = settings_text(settings, SETTING_EMAIL)},
                   &err);
    if (store && store_list_load(store, 0, 1, &list, &err))
        facts_add(facts, FACT_FINE, "state file",
                  "%s: schema %d, %" PRId64 " KiB, %" PRId64 " projects in the list", store->path,
                  STORE_SCHEMA, (int64_t)info.st_size / 1024, list.total);
    else
        facts_add(facts, FACT_BAD, "state file", "%s", err.text);
    store_list_clear(&list);
    store_close(store);
}

void facts_of_files(struct facts *facts, const struct settings *settings,
                    const struct config_sources *sources, const char *state_path)
{
    char *config = config_path(sources->config_path);
    char *credentials = credentials_path(sources->credentials_path);
    char *state = state_path ? mem_copy(state_path) : store_default_path();
    struct error err;
    if (config && !sources->sealed)
        facts_of_config(facts, config);
    if (!config_check_profile(settings, sources, &err))
        facts_add(facts, FACT_BAD, "profile", "%s", err.text);
    if (credentials)
        facts_of_credentials(facts, credentials, settings_text(settings, SETTING_PROFILE));
    if (state)
        facts_of_state(facts, settings, state);
    if (!config || !credentials || !state)
        facts_add(facts, FACT_BAD, "home", "HOME is not an absolute path: not everything can be saved");
    free(config);
    free(credentials);
    free(state);
}
