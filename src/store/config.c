/* SPDX-License-Identifier: MIT */
#include "steno/store/config.h"

#include <grp.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "steno/api/request.h"
#include "steno/base/file.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "steno/core/names.h"
#include "steno/store/credentials.h"

char *config_path(const char *given)
{
    return given ? mem_copy(given) : file_config_path("config");
}

/* --- INI lines --- */

/* Removes the blanks at both ends of the text, in place. Returns the new start. */
static char *ini_trim(char *text)
{
    text += strspn(text, " \t\r");
    size_t len = strlen(text);
    while (len > 0 && strchr(" \t\r", text[len - 1]))
        len--;
    text[len] = '\0';
    return text;
}

/* Parses one line, which ends in a NUL. Calls `each` with the section or the key of the line. *section is the
 * name of the current section, allocated. */
static bool ini_take_line(struct ini_line *line, char **section, char *text, size_t len, ini_each *each,
                          void *arg, struct error *err)
{
    if (strlen(text) != len || !text_is_valid(text, len))
        return error_set(err, ERROR_USAGE, "the line is not valid UTF-8 text");
    text = ini_trim(text);
    if (!*text || *text == '#' || *text == ';')
        return true;
    if (*text == '[') {
        char *close = text + strlen(text) - 1;
        if (*close != ']')
            return error_set(err, ERROR_USAGE, "the section has no closing bracket");
        *close = '\0';
        free(*section);
        line->section = *section = mem_copy(ini_trim(text + 1));
        line->key = line->value = NULL;
        return each(arg, line, err);
    }
    char *equals = strchr(text, '=');
    if (!equals || equals == text)
        return error_set(err, ERROR_USAGE, "the line is neither “key = value” nor a [section]");
    *equals = '\0';
    line->key = ini_trim(text);
    line->value = ini_trim(equals + 1);
    return each(arg, line, err);
}

bool ini_read_text(const char *path, char *text, size_t len, ini_each *each, void *arg, struct error *err)
{
    struct ini_line line = {.path = path, .section = ""};
    char *section = NULL, *at = text, *end = text + len;
    if (len >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
        at += 3;
    bool ok = true;
    while (ok && at < end) {
        char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        *stop = '\0';
        line.number++;
        ok = ini_take_line(&line, &section, at, (size_t)(stop - at), each, arg, err);
        if (!ok)
            error_prefix(err, "%s:%d", path, line.number);
        at = stop + 1;
    }
    free(section);
    return ok;
}

bool ini_read(const char *path, ini_each *each, void *arg, struct error *err)
{
    struct buffer file;
    struct error why;
    buffer_init(&file, INI_FILE_MAX);
    bool there = file_read(path, &file, &why), ok = there || why.kind == ERROR_NOT_FOUND;
    if (!ok && err)
        *err = why;
    if (there && file.len > 0)
        ok = ini_read_text(path, file.data, file.len, each, arg, err);
    if (file.data)
        explicit_bzero(file.data, file.len); /* the file can contain a token */
    buffer_free(&file);
    return ok;
}

/* --- who can write the config ---
 * The config names programs to run, so whoever writes the config can act as the user. */

/* True if the group is private: it has the user's name, and the user is its only member. Systems with a
 * umask of 002 give every user a private group. */
static bool access_group_is_private(gid_t gid, uid_t uid)
{
    const struct passwd *user = getpwuid(uid);
    char *name = user ? mem_copy(user->pw_name) : NULL;
    const struct group *group = name ? getgrgid(gid) : NULL;
    bool own = group && strcmp(group->gr_name, name) == 0;
    for (char *const *member = own ? group->gr_mem : NULL; own && *member; member++)
        own = strcmp(*member, name) == 0;
    setpwent();
    while (own && (user = getpwent()))
        own = user->pw_gid != gid || user->pw_uid == uid;
    endpwent();
    free(name);
    return own;
}

/* Refuses a file or folder that others can write. Devices are refused later, by ini_read(). */
static bool access_check(const char *path, struct error *err)
{
    struct stat info;
    if (stat(path, &info) != 0 || (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)))
        return true;
    if (info.st_uid != geteuid() && info.st_uid != 0)
        return error_set(err, ERROR_USAGE,
                         "%s belongs to another user, who could make steno run programs; replace it with a "
                         "copy that you own",
                         path);
    /* An ACL can give the rights of the group bits to users outside the group. */
    bool listed = getxattr(path, "system.posix_acl_access", NULL, 0) > 0;
    bool group = (info.st_mode & S_IWGRP) && (listed || !access_group_is_private(info.st_gid, info.st_uid));
    bool other = info.st_mode & S_IWOTH;
    if (!group && !other)
        return true;
    return error_set(err, ERROR_USAGE,
                     "%s can be written by others, who could make steno run programs; run: chmod %s%s-w %s",
                     path, group ? "g" : "", other ? "o" : "", path);
}

static char *access_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return !slash ? mem_copy(".") : mem_copy_n(path, slash > path ? (size_t)(slash - path) : 1);
}

bool config_check_access(const char *path, struct error *err)
{
    char *real = realpath(path, NULL), *folder = access_folder(path),
         *behind = real ? access_folder(real) : NULL;
    bool ok = access_check(folder, err) && (!real || (access_check(behind, err) && access_check(real, err)));
    free(behind);
    free(folder);
    free(real);
    return ok;
}

/* --- settings --- */

/* Returns NAME for a section "profile NAME"; NULL for any other section. */
static const char *config_profile_of(const char *section)
{
    size_t len = strlen("profile");
    if (strncmp(section, "profile", len) != 0 || (section[len] != ' ' && section[len] != '\t'))
        return NULL;
    return section + len + strspn(section + len, " \t");
}

/* Refuses an unknown setting. The error suggests the most similar name that the section allows. */
static bool config_refuse_setting(const struct ini_line *line, struct error *err)
{
    const struct param_table *const tables[] = {&params_enqueue, &params_export};
    struct nearest nearest;
    nearest_start(&nearest, line->key);
    for (int id = 0; id < SETTING_COUNT; id++) {
        if (!setting_defs[id].not_in_config && !(id == SETTING_PROFILE && *line->section))
            nearest_offer(&nearest, setting_defs[id].name);
    }
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        for (size_t k = 0; k < tables[i]->count; k++)
            nearest_offer(&nearest, tables[i]->rows[k].name);
    }
    char *name = text_clean_copy(line->key);
    error_set(err, ERROR_USAGE, "unknown setting “%s”%s; %s%s%s", name, *line->section ? " in a profile" : "",
              nearest.best[0] ? "did you mean " : "steno config shows all settings", nearest.best,
              nearest.best[0] ? "?" : "");
    free(name);
    return false;
}

/* Stores the setting of a line. `where` is "FILE:LINE". A setting of another profile is only checked. */
static bool config_put(struct settings *settings, const struct ini_line *line, const char *where,
                       struct error *err)
{
    int id = settings_find(line->key);
    const char *profile = config_profile_of(line->section);
    enum setting_source source = !profile ? SOURCE_CONFIG
                                 : strcmp(profile, settings_text(settings, SETTING_PROFILE)) == 0
                                     ? SOURCE_PROFILE
                                     : SOURCE_DEFAULT;
    if (settings_is_param(line->key))
        return settings_put_param(settings, line->key, source, where, line->value, err);
    if (id < 0)
        return config_refuse_setting(line, err);
    if (id == SETTING_PROFILE && profile)
        return error_set(err, ERROR_USAGE,
                         "the setting `profile` is only allowed at the top of the file, before all sections");
    if (setting_defs[id].not_in_config)
        return error_set(err, ERROR_USAGE,
                         "%s is not allowed in the config file; use `steno login` or token_command",
                         line->key);
    if (source == SOURCE_DEFAULT)
        return settings_check((enum setting_id)id, line->value, err);
    return settings_put(settings, (enum setting_id)id, source, where, line->value, err);
}

static bool config_take_line(void *arg, const struct ini_line *line, struct error *err)
{
    bool is_keys = strcmp(line->section, "keys") == 0, ok = true;
    if (!is_keys && *line->section && !config_profile_of(line->section)) {
        char *name = text_clean_copy(line->section);
        error_set(err, ERROR_USAGE, "unknown section [%s]; use [profile NAME] or [keys]", name);
        free(name);
        return false;
    }
    if (!line->key)
        return true;
    char *where = mem_printf("%s:%d", line->path, line->number);
    if (is_keys)
        settings_put_key(arg, line->key, line->value, where, line->number);
    else
        ok = config_put(arg, line, where, err);
    free(where);
    return ok;
}

/* Stores settings from environment variables. If `sealed` is true, ignores variables named STENO_*. */
static bool config_load_environment(struct settings *settings, bool sealed, struct error *err)
{
    for (int id = 0; id < SETTING_COUNT; id++) {
        const struct setting_def *def = &setting_defs[id];
        char *given = def->env ? getenv(def->env) : NULL;
        if (!given || !*given || (sealed && strncmp(def->env, "STENO_", 6) == 0))
            continue;
        const char *text = def->env_value ? def->env_value : given;
        if (def->secret)
            log_hide_secret(text);
        if (!settings_put(settings, (enum setting_id)id, SOURCE_ENVIRONMENT, def->env, text, err)) {
            error_prefix(err, "%s", def->env);
            return false;
        }
        if (def->secret) { /* hide the secret from programs that we start, and from /proc */
            explicit_bzero(given, strlen(given));
            unsetenv(def->env);
        }
    }
    return true;
}

/* True if two addresses are equal, apart from slashes at the end. */
static bool config_same_url(const char *a, const char *b)
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

/* Adds a cleaned copy of the text to `warnings`, if `warnings` is set. Frees the text. */
static void config_warn(struct form_warnings *warnings, char *text)
{
    char *clean = text_clean_copy(text);
    if (warnings)
        form_warnings_add(warnings, clean);
    free(clean);
    free(text);
}

static bool config_load_credentials(struct settings *settings, const char *path,
                                    struct form_warnings *warnings, struct error *err)
{
    const char *profile = settings_text(settings, SETTING_PROFILE);
    struct credentials saved;
    if (!credentials_load(&saved, path, profile, err))
        return false;
    if (saved.exposed.kind != ERROR_NONE)
        config_warn(warnings, mem_copy(saved.exposed.text));
    const struct {
        enum setting_id id;
        const char *text;
    } rows[] = {{SETTING_URL, saved.url}, {SETTING_API_PATH, saved.api_path}, {SETTING_EMAIL, saved.email}};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof rows / sizeof rows[0]; i++)
        ok =
            !*rows[i].text || settings_put(settings, rows[i].id, SOURCE_CREDENTIALS, path, rows[i].text, err);
    if (ok && *saved.token) {
        const char *url = settings_text(settings, SETTING_URL);
        log_hide_secret(saved.token);
        if (config_same_url(saved.url, url))
            ok = settings_put(settings, SETTING_TOKEN, SOURCE_CREDENTIALS, path, saved.token, err);
        else
            config_warn(
                warnings,
                mem_printf("The saved login of profile %s is for the server %s and is not used for %s",
                           profile, saved.url, url));
    }
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
    char *config = config_path(sources->config_path), *saved = credentials_path(sources->credentials_path);
    bool ok = config_load_environment(settings, sources->sealed, err) &&
              (sources->sealed || !config ||
               (config_check_access(config, err) && ini_read(config, config_take_line, settings, err))) &&
              (!saved || config_load_credentials(settings, saved, sources->is_login ? NULL : warnings, err));
    free(config);
    free(saved);
    return ok;
}

/* --- which profiles exist --- */

#define PROFILE_NAMES_MAX 600 /* longest list of names in an error, in bytes */

struct profiles {
    char **names;
    size_t count;
};

static bool profiles_take_line(void *arg, const struct ini_line *line, struct error *err)
{
    struct profiles *profiles = arg;
    const char *name = line->key ? NULL : config_profile_of(line->section);
    (void)err;
    for (size_t i = 0; name && i < profiles->count; i++) {
        if (strcmp(profiles->names[i], name) == 0)
            return true;
    }
    if (name && *name) {
        profiles->names = mem_grow(profiles->names, profiles->count + 1, sizeof *profiles->names);
        profiles->names[profiles->count++] = mem_copy(name);
    }
    return true;
}

/* Reads the names of all profiles. If a file has a fault, returns false and the names before the fault. */
static bool profiles_read(struct profiles *profiles, const struct config_sources *sources, struct error *err)
{
    *profiles = (struct profiles){mem_grow(NULL, 1, sizeof(char *)), 1};
    profiles->names[0] = mem_copy(setting_defs[SETTING_PROFILE].def);
    char *config = config_path(sources->config_path), *saved = credentials_path(sources->credentials_path);
    bool ok = sources->sealed || !config || ini_read(config, profiles_take_line, profiles, err);
    ok = (!saved || ini_read(saved, profiles_take_line, profiles, ok ? err : NULL)) && ok;
    free(config);
    free(saved);
    return ok;
}

char **config_profile_names(const struct config_sources *sources, size_t *count)
{
    struct profiles profiles;
    profiles_read(&profiles, sources, NULL);
    *count = profiles.count;
    return profiles.names;
}

bool config_check_profile(const struct settings *settings, const struct config_sources *sources,
                          struct error *err)
{
    const char *wanted = settings_text(settings, SETTING_PROFILE), *where = settings->where[SETTING_PROFILE];
    struct profiles profiles;
    struct buffer names;
    bool is_there = false;
    if (strcmp(wanted, setting_defs[SETTING_PROFILE].def) == 0)
        return true;
    bool ok = profiles_read(&profiles, sources, err);
    buffer_init(&names, PROFILE_NAMES_MAX);
    for (size_t i = 0; i < profiles.count; i++) {
        char *name = text_clean_copy(profiles.names[i]);
        is_there = is_there || strcmp(profiles.names[i], wanted) == 0;
        buffer_printf(&names, "%s“%s”", i ? ", " : "", name);
        free(name);
        free(profiles.names[i]);
    }
    free(profiles.names);
    if (ok && !is_there)
        ok = error_set(
            err, ERROR_USAGE,
            "%s: unknown profile “%s”; the profiles are: %s; “steno login --profile NAME” creates one",
            where ? where : "profile", wanted, buffer_text(&names));
    buffer_free(&names);
    return ok;
}

/* --- secrets by commands --- */

#define COMMAND_LIMIT_MS   30000
#define COMMAND_OUTPUT_MAX 65536
#define START_BYTES        8
#define BLANKS             " \t\r\n"

/* Returns the length of the first line of a text, without the blanks at its end. */
static size_t config_line_len(const char *text)
{
    size_t len = strcspn(text, "\r\n");
    while (len > 0 && strchr(" \t", text[len - 1]))
        len--;
    return len;
}

/* True if `last`, the last line of standard error, contains a line of the output. This line can be the
 * secret. Compares only START_BYTES of each line, because `last` can be cut. */
static bool config_output_leaks(const char *last, const char *output)
{
    for (const char *at = output + strspn(output, BLANKS); *at; at += strspn(at, BLANKS)) {
        size_t len = config_line_len(at);
        if (memmem(last, strlen(last), at, len < START_BYTES ? len : START_BYTES))
            return true;
        at += strcspn(at, "\r\n");
    }
    return false;
}

/* Runs a command. *secret becomes the first line of the output, and the log hides *secret. On failure, the
 * error contains the last line of standard error, if that line leaks no secret. */
static bool config_run_command(const char *name, const char *command, int limit_ms, char **secret,
                               struct error *err)
{
    char **argv = NULL;
    struct buffer output;
    struct spawn_last_line tail = {0};
    *secret = NULL;
    buffer_init(&output, COMMAND_OUTPUT_MAX);
    bool ok =
        spawn_split(command, &argv, err) &&
        spawn_run(
            &(struct spawn_request){.argv = argv, .output = &output, .last = &tail, .timeout_ms = limit_ms},
            err);
    spawn_argv_free(argv);
    size_t len = config_line_len(buffer_text(&output));
    if (ok && len == 0)
        ok = error_set(err, ERROR_NOT_LOGGED_IN, "the command printed nothing");
    if (ok) {
        *secret = mem_copy_n(buffer_text(&output), len);
        log_hide_secret(*secret);
    } else {
        struct error why = *err;
        char *last = text_clean_copy(tail.line);
        bool is_shown = *last && !config_output_leaks(tail.line, buffer_text(&output));
        error_set(err, ERROR_NOT_LOGGED_IN, "%s: %s%s%s", name, why.text, is_shown ? ": " : "",
                  is_shown ? last : "");
        free(last);
    }
    if (output.data)
        explicit_bzero(output.data, output.len);
    buffer_free(&output);
    return ok;
}

bool config_command(const struct settings *settings, enum setting_id id, const char *url,
                    const char **command, struct error *err)
{
    bool is_token = id == SETTING_TOKEN_COMMAND;
    enum setting_source source = settings->sources[id];
    const char *own = source < SOURCE_DEFAULT ? settings->urls[source] : NULL, *name = setting_defs[id].name;
    *command = is_token && !settings_token_is_printed(settings) ? "" : settings_text(settings, id);
    if (!**command || (own && *own && config_same_url(own, url)))
        return true;
    if (own && *own)
        return error_set(
            err, ERROR_NOT_LOGGED_IN,
            "%s is used only with the url %s; for another server set a url and %s in [profile NAME]", name,
            own, name);
    return error_set(err, ERROR_NOT_LOGGED_IN,
                     "%s is set, but no url beside it: put both into [profile NAME]", name);
}

bool config_fetch_secret(const struct settings *settings, enum setting_id id, char **secret,
                         struct error *err)
{
    int64_t timeout_ms = settings_int(settings, SETTING_TIMEOUT) * 1000;
    int limit_ms = timeout_ms < COMMAND_LIMIT_MS ? (int)timeout_ms : COMMAND_LIMIT_MS;
    const char *command;
    *secret = NULL;
    return config_command(settings, id, settings_text(settings, SETTING_URL), &command, err) &&
           (!*command || config_run_command(setting_defs[id].name, command, limit_ms, secret, err));
}

bool config_fetch_token(struct settings *settings, struct error *err)
{
    char *token;
    bool ok = config_fetch_secret(settings, SETTING_TOKEN_COMMAND, &token, err);
    if (token)
        ok = settings_put(settings, SETTING_TOKEN, settings->sources[SETTING_TOKEN_COMMAND],
                          settings->where[SETTING_TOKEN_COMMAND], token, err);
    mem_wipe_free(token);
    return ok;
}

bool config_read_token(const char *credentials_path, const char *profile, const char *url, const char *email,
                       const char *command, char **token, struct error *err)
{
    *token = NULL;
    if (*command)
        return config_run_command("token_command", command, COMMAND_LIMIT_MS, token, err);
    struct credentials saved;
    if (!credentials_load(&saved, credentials_path, profile, err))
        return false;
    bool ok = saved.exposed.kind == ERROR_NONE;
    bool is_other = *email && *saved.email && !text_equal_nocase(email, saved.email);
    if (ok)
        *token = mem_copy(config_same_url(saved.url, url) && !is_other ? saved.token : "");
    else
        *err = saved.exposed;
    credentials_free(&saved);
    if (ok && **token)
        log_hide_secret(*token);
    return ok;
}
