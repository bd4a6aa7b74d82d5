/* Owns the joining of environment, config file and credentials into settings, and the question whether the
 * chosen profile exists: a section of the config or of the credentials has its name. Writes no file, runs no
 * command. */
/* SPDX-License-Identifier: MIT */
#include "config_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "credentials.h"
#include "ini.h"
#include "steno/api/address.h"
#include "steno/base/file.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/core/names.h"

struct config_reader {
    struct settings *settings;
    struct form_warnings *warnings;
};

/* Takes a warning over, cleaned; drops it when nobody asked for warnings. */
static void config_warn(struct form_warnings *warnings, char *text)
{
    char *clean = text_clean_copy(text);
    if (warnings)
        form_warnings_add(warnings, clean);
    free(clean);
    free(text);
}

char *config_default_path(void)
{
    return file_config_path("config");
}

/* The name in a section "KIND NAME", NULL when it is of another kind. */
static const char *config_section_name(const char *section, const char *kind)
{
    size_t len = strlen(kind);
    if (strncmp(section, kind, len) != 0 || (section[len] != ' ' && section[len] != '\t'))
        return NULL;
    return section + len + strspn(section + len, " \t");
}

/* Which source a section's values are, or SOURCE_DEFAULT for a profile that is not in use. */
static enum setting_source config_section_source(const struct settings *settings, const char *section)
{
    if (!*section)
        return SOURCE_CONFIG;
    const char *name = config_section_name(section, "profile");
    return name && strcmp(name, settings_text(settings, SETTING_PROFILE)) == 0 ? SOURCE_PROFILE
                                                                               : SOURCE_DEFAULT;
}

/* Offers the names that may stand in a section. */
static void config_offer_settings(struct nearest *nearest, const char *section)
{
    const struct param_table *const tables[] = {&params_enqueue, &params_export};
    for (int id = 0; id < SETTING_COUNT; id++) {
        const struct setting_def *def = &setting_defs[id];
        if (!def->not_in_config && !(id == SETTING_PROFILE && *section))
            nearest_offer(nearest, def->name);
    }
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        for (size_t k = 0; k < tables[i]->count; k++)
            nearest_offer(nearest, tables[i]->rows[k].name);
    }
}

/* Fails for a setting that nobody knows, with the nearest one. */
static bool config_refuse_setting(const struct ini_line *line, struct error *err)
{
    struct nearest nearest;
    char *name = text_clean_copy(line->key);
    nearest_start(&nearest, line->key);
    config_offer_settings(&nearest, line->section);
    error_set(err, ERROR_USAGE, "unknown setting “%s”%s; %s%s%s", name, *line->section ? " in a profile" : "",
              nearest.best[0] ? "did you mean " : "steno config shows all", nearest.best,
              nearest.best[0] ? "?" : "");
    free(name);
    return false;
}

/* Puts or checks one setting of the file. */
static bool config_take_setting(struct config_reader *reader, const struct ini_line *line, const char *where,
                                struct error *err)
{
    int id = settings_find(line->key);
    enum setting_source source = config_section_source(reader->settings, line->section);
    if (settings_is_param(line->key))
        return settings_put_param(reader->settings, line->key, source, where, line->value, err);
    if (id < 0)
        return config_refuse_setting(line, err);
    if (id == SETTING_PROFILE && *line->section)
        return error_set(err, ERROR_USAGE,
                         "profile is only allowed at the top of the file, before all sections");
    if (setting_defs[id].not_in_config)
        return error_set(err, ERROR_USAGE,
                         "%s is not allowed in the config file; use `steno login` or token_command",
                         line->key);
    if (source == SOURCE_DEFAULT)
        return settings_check((enum setting_id)id, line->value, err);
    return settings_put(reader->settings, (enum setting_id)id, source, where, line->value, err);
}

/* Sorts one line of the config file, which stands at `where`, to its place. */
static bool config_sort_line(struct config_reader *reader, const struct ini_line *line, const char *where,
                             struct error *err)
{
    bool keys = strcmp(line->section, "keys") == 0;
    bool known = keys || !*line->section || config_section_name(line->section, "profile");
    if (!known) {
        char *name = text_clean_copy(line->section);
        error_set(err, ERROR_USAGE, "unknown section [%s]; use [profile NAME] or [keys]", name);
        free(name);
        return false;
    }
    if (!line->key)
        return true;
    if (!keys)
        return config_take_setting(reader, line, where, err);
    settings_put_key(reader->settings, line->key, line->value, where, line->number);
    return true;
}

/* Takes a line of the config file. */
static bool config_take_line(void *arg, const struct ini_line *line, struct error *err)
{
    char *where = mem_printf("%s:%d", line->path, line->number);
    bool ok = config_sort_line(arg, line, where, err);
    free(where);
    return ok;
}

/* Takes a secret out of the environment once it was read: programs that we start inherit the rest, and /proc
 * shows what stood there. */
static void config_forget_variable(const char *name)
{
    char *text = getenv(name);
    explicit_bzero(text, strlen(text));
    unsetenv(name);
}

/* Reads the environment; with `sealed` only what has to do with the terminal. */
static bool config_load_environment(struct settings *settings, bool sealed, struct error *err)
{
    for (int id = 0; id < SETTING_COUNT; id++) {
        const struct setting_def *def = &setting_defs[id];
        const char *text = def->env ? getenv(def->env) : NULL;
        if (!text || !*text || (sealed && strncmp(def->env, "STENO_", 6) == 0))
            continue;
        if (def->env_value)
            text = def->env_value;
        if (def->secret)
            log_hide_secret(text);
        if (!settings_put(settings, (enum setting_id)id, SOURCE_ENVIRONMENT, def->env, text, err)) {
            error_prefix(err, "%s", def->env);
            return false;
        }
        if (def->secret)
            config_forget_variable(def->env);
    }
    return true;
}

bool config_same_url(const char *a, const char *b)
{
    size_t a_len = strlen(a), b_len = strlen(b), scheme = address_scheme_len(a);
    if (scheme != address_scheme_len(b))
        return false;
    while (a_len > scheme && a[a_len - 1] == '/')
        a_len--;
    while (b_len > scheme && b[b_len - 1] == '/')
        b_len--;
    return a_len == b_len && strncmp(a + scheme, b + scheme, a_len - scheme) == 0;
}

/* Puts what a login has left. */
static bool config_put_credentials(struct settings *settings, const struct credentials *saved,
                                   const char *path, struct form_warnings *warnings, struct error *err)
{
    const struct {
        enum setting_id id;
        const char *text;
    } rows[] = {
        {SETTING_URL, saved->url}, {SETTING_API_PATH, saved->api_path}, {SETTING_EMAIL, saved->email}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (*rows[i].text && !settings_put(settings, rows[i].id, SOURCE_CREDENTIALS, path, rows[i].text, err))
            return false;
    }
    if (!*saved->token)
        return true;
    log_hide_secret(saved->token);
    const char *url = settings_text(settings, SETTING_URL);
    if (config_same_url(saved->url, url))
        return settings_put(settings, SETTING_TOKEN, SOURCE_CREDENTIALS, path, saved->token, err);
    config_warn(warnings, mem_printf("The saved login of profile %s is for %s and is not used for %s",
                                     settings_text(settings, SETTING_PROFILE), saved->url, url));
    return true;
}

/* Reads the profile's row of the credentials file. */
static bool config_load_credentials(struct settings *settings, const char *path,
                                    struct form_warnings *warnings, struct error *err)
{
    struct credentials saved;
    if (!credentials_load(&saved, path, settings_text(settings, SETTING_PROFILE), err))
        return false;
    if (saved.exposed.kind != ERROR_NONE)
        config_warn(warnings, mem_copy(saved.exposed.text));
    bool ok = config_put_credentials(settings, &saved, path, warnings, err);
    if (!ok)
        error_prefix(err, "%s", path);
    credentials_free(&saved);
    return ok;
}

bool config_load(struct settings *settings, const struct config_sources *sources,
                 struct form_warnings *warnings, struct error *err)
{
    if (warnings)
        *warnings = (struct form_warnings){0};
    struct config_reader reader = {settings, warnings};
    char *config = sources->config_path ? mem_copy(sources->config_path) : config_default_path();
    char *saved =
        sources->credentials_path ? mem_copy(sources->credentials_path) : credentials_default_path();
    bool ok = config_load_environment(settings, sources->sealed, err) &&
              (sources->sealed || !config ||
               (config_check_access(config, err) && ini_read(config, config_take_line, &reader, err))) &&
              (!saved || config_load_credentials(settings, saved, sources->is_login ? NULL : warnings, err));
    free(config);
    free(saved);
    return ok;
}

/* --- is the profile there? --- */

#define PROFILE_NAMES_MAX 600 /* bytes of names that an error lists */

static const char section_start[] = "profile";

/* What is looked for, and the names that were met. */
struct profile_search {
    const char *wanted;
    bool found;
    char **names;
    size_t count;
};

/* Keeps a name once. */
static void config_profile_keep(struct profile_search *search, const char *name)
{
    search->found = search->found || strcmp(name, search->wanted) == 0;
    for (size_t i = 0; i < search->count; i++) {
        if (strcmp(search->names[i], name) == 0)
            return;
    }
    search->names = mem_grow(search->names, search->count + 1, sizeof *search->names);
    search->names[search->count++] = mem_copy(name);
}

/* Takes the name of a section that is a profile. */
static bool config_profile_take_line(void *arg, const struct ini_line *line, struct error *err)
{
    (void)err;
    size_t len = sizeof section_start - 1;
    if (!line->key && strncmp(line->section, section_start, len) == 0) {
        const char *name = line->section + len + strspn(line->section + len, " \t");
        if (*name && name > line->section + len)
            config_profile_keep(arg, name);
    }
    return true;
}

/* Reads the sections of one file. */
static bool config_profile_read(struct profile_search *search, const char *given, char *(*fallback)(void),
                                struct error *err)
{
    char *path = given ? mem_copy(given) : fallback();
    bool ok = !path || ini_read(path, config_profile_take_line, search, err);
    free(path);
    return ok;
}

/* The sentence about a profile that is not there. */
static bool config_profile_refuse(const struct profile_search *search, const struct settings *settings,
                                  struct error *err)
{
    const char *where = settings->where[SETTING_PROFILE];
    struct buffer names;
    buffer_init(&names, PROFILE_NAMES_MAX);
    for (size_t i = 0; i < search->count; i++) {
        char *name = text_clean_copy(search->names[i]);
        buffer_printf(&names, "%s“%s”", i ? ", " : "", name);
        free(name);
    }
    error_set(err, ERROR_USAGE,
              "%s: there is no profile “%s”; there %s %s; “steno login --profile NAME” creates one",
              where ? where : "profile", search->wanted, search->count > 1 ? "are" : "is",
              buffer_text(&names));
    buffer_free(&names);
    return false;
}

/* Looks through the config, then the credentials; with `all` also behind the one that has the name. */
static bool config_profile_search(struct profile_search *search, const struct config_sources *sources,
                                  bool all, struct error *err)
{
    config_profile_keep(search, setting_defs[SETTING_PROFILE].def);
    if (search->found && !all)
        return true;
    bool ok = sources->sealed || config_profile_read(search, sources->config_path, config_default_path, err);
    return (ok || all) &&
           config_profile_read(search, sources->credentials_path, credentials_default_path, err) && ok;
}

char **config_profile_names(const struct config_sources *sources, size_t *count)
{
    struct profile_search search = {.wanted = ""};
    config_profile_search(&search, sources, true, NULL);
    *count = search.count;
    return search.names;
}

bool config_check_profile(const struct settings *settings, const struct config_sources *sources,
                          struct error *err)
{
    struct profile_search search = {.wanted = settings_text(settings, SETTING_PROFILE)};
    bool ok = config_profile_search(&search, sources, false, err);
    if (ok && !search.found)
        ok = config_profile_refuse(&search, settings, err);
    for (size_t i = 0; i < search.count; i++)
        free(search.names[i]);
    free(search.names);
    return ok;
}
