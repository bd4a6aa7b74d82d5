/* Owns the joining of environment, config file and credentials into settings. Writes no file, runs no
 * command. */
#include "steno/store/config.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/address.h"
#include "steno/base/file.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/store/credentials.h"
#include "steno/store/ini.h"

struct config_reader {
    struct settings *settings;
    struct config_warnings *warnings;
};

void config_warnings_free(struct config_warnings *warnings)
{
    for (size_t i = 0; i < warnings->count; i++)
        free(warnings->texts[i]);
    free(warnings->texts);
    *warnings = (struct config_warnings){0};
}

/* Takes a warning over, cleaned; drops it when nobody asked for warnings. */
static void config_warn(struct config_warnings *warnings, char *text)
{
    if (warnings) {
        warnings->texts = mem_grow(warnings->texts, warnings->count + 1, sizeof *warnings->texts);
        warnings->texts[warnings->count++] = text_clean_copy(text);
    }
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

/* Puts or checks one setting of the file. */
static bool config_take_setting(struct config_reader *reader, const struct ini_line *line, const char *where,
                                struct error *err)
{
    int id = settings_find(line->key);
    if (id < 0 || (id == SETTING_PROFILE && *line->section)) {
        config_warn(reader->warnings, mem_printf("%s: unknown setting “%s”%s", where, line->key,
                                                 *line->section ? " in a profile" : ""));
        return true;
    }
    if (!setting_defs[id].in_config)
        return error_set(err, ERROR_USAGE,
                         "%s is not allowed in the config file; use `steno login` or token_command",
                         line->key);
    enum setting_source source = config_section_source(reader->settings, line->section);
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
    const char *style =
        strcmp(line->section, "style") == 0 ? "" : config_section_name(line->section, "style");
    if (style)
        return style_list_put(&reader->settings->styles, style, line->key, line->value, where, err);
    if (!known && !line->key)
        config_warn(reader->warnings, mem_printf("%s: unknown section [%s]", where, line->section));
    if (!known || !line->key)
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
                                   const char *path, struct config_warnings *warnings, struct error *err)
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
                                    struct config_warnings *warnings, struct error *err)
{
    struct credentials saved;
    if (!credentials_load(&saved, path, settings_text(settings, SETTING_PROFILE), err))
        return false;
    bool ok = config_put_credentials(settings, &saved, path, warnings, err);
    if (!ok)
        error_prefix(err, "%s", path);
    credentials_free(&saved);
    return ok;
}

bool config_load(struct settings *settings, const struct config_sources *sources,
                 struct config_warnings *warnings, struct error *err)
{
    if (warnings)
        *warnings = (struct config_warnings){0};
    struct config_reader reader = {settings, warnings};
    char *config = sources->config_path ? mem_copy(sources->config_path) : config_default_path();
    char *saved =
        sources->credentials_path ? mem_copy(sources->credentials_path) : credentials_default_path();
    bool ok = config_load_environment(settings, sources->sealed, err) &&
              (sources->sealed || !config ||
               (config_check_access(config, err) && ini_read(config, config_take_line, &reader, err))) &&
              style_list_resolve(&settings->styles, err) &&
              (!saved || config_load_credentials(settings, saved, warnings, err));
    free(config);
    free(saved);
    return ok;
}
