/* The config file: environment, file and credentials joined into settings, whether the chosen profile exists,
 * who can change the file, and the commands that print a token or a password. Writes no file. */
/* SPDX-License-Identifier: MIT */
#include "steno/store/config.h"

#include <grp.h>
#include <pwd.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "ini.h"
#include "steno/api/request.h"
#include "steno/base/file.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "steno/base/spawn.h"
#include "steno/base/text.h"
#include "steno/core/names.h"
#include "steno/store/credentials.h"

/* --- who can change it --- */

/* What stands in it is run as programs: whoever writes it acts as the user. */

/* Has the group the name of the user, and no other member? Such a one is everybody's own, with a umask of
 * 002. */
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

/* Refuses a file or folder that others can write. One that is not there is nobody's; a device or pipe is not
 * read. */
static bool access_check(const char *path, struct error *err)
{
    struct stat info;
    if (stat(path, &info) != 0 || (!S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode)))
        return true;
    if (info.st_uid != geteuid() && info.st_uid != 0)
        return error_set(
            err, ERROR_USAGE,
            "%s belongs to another user, who could have it run programs; replace it by a copy of your own",
            path);
    bool listed =
        getxattr(path, "system.posix_acl_access", NULL, 0) > 0; /* the group's bits are then those of all */
    bool group = (info.st_mode & S_IWGRP) && (listed || !access_group_is_private(info.st_gid, info.st_uid));
    bool other = info.st_mode & S_IWOTH;
    if (!group && !other)
        return true;
    return error_set(err, ERROR_USAGE,
                     "%s can be written by others, who could have it run programs; run: chmod %s%s-w %s",
                     path, group ? "g" : "", other ? "o" : "", path);
}

/* The folder of a path; caller frees. */
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

/* --- what stands in it --- */

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
    const char *name = line->key ? NULL : config_section_name(line->section, "profile");
    (void)err;
    if (name && *name)
        config_profile_keep(arg, name);
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

/* --- secrets by commands --- */

#define COMMAND_LIMIT_MS   ((int64_t)30000)
#define COMMAND_OUTPUT_MAX 65536
#define START_BYTES        8 /* of a secret, at most 7 are said */
#define BLANKS             " \t\r\n"

/* Does a line of the output stand in the last words? Its start is enough, as they may be cut: START_BYTES, or
 * all of a shorter line without the blanks around it. */
static bool config_command_betrays(const char *last, const char *output)
{
    for (const char *at = output + strspn(output, BLANKS); *at; at += strspn(at, BLANKS)) {
        size_t line = strcspn(at, "\r\n"), len = line;
        while (strchr(" \t", at[len - 1]))
            len--;
        if (memmem(last, strlen(last), at, len < START_BYTES ? len : START_BYTES))
            return true;
        at += line;
    }
    return false;
}

/* Says why a command gave nothing: with its last words, unless the start of a line of its output stands in
 * them. Always exit code 3: there is no login. */
static bool config_command_refuse(const char *name, const struct spawn_said *said, const char *output,
                                  struct error *err)
{
    char *last = text_clean_copy(said->line);
    bool tells = *last && !config_command_betrays(said->line, output);
    struct error why = *err;
    error_set(err, ERROR_NOT_LOGGED_IN, "%s: %s%s%s", name, why.text, tells ? ": " : "", tells ? last : "");
    free(last);
    return false;
}

/* Runs a command and takes the first line of its output, without the blanks at its end; the log hides it. */
static bool config_command_read_secret(const char *name, const char *command, int64_t limit_ms, char **secret,
                                       struct error *err)
{
    char **argv = NULL;
    struct buffer output;
    struct spawn_said said = {0};
    buffer_init(&output, COMMAND_OUTPUT_MAX);
    bool ok = spawn_split(command, &argv, err);
    if (ok) {
        struct spawn_request request = {
            .argv = argv, .output = &output, .said = &said, .timeout_ms = (int)limit_ms};
        ok = spawn_run(&request, err);
    }
    spawn_argv_free(argv);
    size_t len = strcspn(buffer_text(&output), "\r\n");
    while (len > 0 && strchr(" \t", output.data[len - 1]))
        len--;
    *secret = mem_copy_n(buffer_text(&output), len);
    if (ok && len == 0)
        ok = error_set(err, ERROR_NOT_LOGGED_IN, "the command printed nothing");
    if (!ok) {
        config_command_refuse(name, &said, buffer_text(&output), err);
        mem_wipe_free(*secret);
        *secret = NULL;
    } else {
        log_hide_secret(*secret);
    }
    if (output.data)
        explicit_bzero(output.data, output.len);
    buffer_free(&output);
    return ok;
}

/* How long a command may take: 30 s, less where `timeout` is less. */
static int64_t config_command_limit_ms(const struct settings *settings)
{
    int64_t own = settings_int(settings, SETTING_TIMEOUT) * 1000;
    return own < COMMAND_LIMIT_MS ? own : COMMAND_LIMIT_MS;
}

/* May the command's secret go to `url`? Its own server is the one beside it: that of the same section, or
 * both at the top. */
static bool config_command_is_for(const struct settings *settings, enum setting_id command, const char *url,
                                  struct error *err)
{
    enum setting_source source = settings->sources[command];
    const char *own = source < SOURCE_DEFAULT ? settings->urls[source] : NULL,
               *name = setting_defs[command].name;
    if (!*settings_text(settings, command) || (own && *own && config_same_url(own, url)))
        return true;
    if (own && *own)
        return error_set(err, ERROR_NOT_LOGGED_IN, "%s is for %s: put url and %s into [profile NAME]", name,
                         own, name);
    return error_set(err, ERROR_NOT_LOGGED_IN, "%s has no url beside it: put url and %s into [profile NAME]",
                     name, name);
}

bool config_token_command(const struct settings *settings, const char *url, const char **command,
                          struct error *err)
{
    bool printed = settings_token_is_printed(settings);
    *command = printed ? settings_text(settings, SETTING_TOKEN_COMMAND) : "";
    return !printed || config_command_is_for(settings, SETTING_TOKEN_COMMAND, url, err);
}

bool config_password_command(const struct settings *settings, const char **command, struct error *err)
{
    *command = settings_text(settings, SETTING_PASSWORD_COMMAND);
    return config_command_is_for(settings, SETTING_PASSWORD_COMMAND, settings_text(settings, SETTING_URL),
                                 err);
}

bool config_fetch_token(struct settings *settings, struct error *err)
{
    const char *command;
    char *token = NULL;
    if (!config_token_command(settings, settings_text(settings, SETTING_URL), &command, err))
        return false;
    if (!*command)
        return true;
    if (!config_command_read_secret("token_command", command, config_command_limit_ms(settings), &token, err))
        return false;
    bool ok = settings_put(settings, SETTING_TOKEN, settings->sources[SETTING_TOKEN_COMMAND],
                           settings->where[SETTING_TOKEN_COMMAND], token, err);
    mem_wipe_free(token);
    return ok;
}

bool config_fetch_password(const struct settings *settings, char **password, struct error *err)
{
    const char *command;
    *password = NULL;
    return config_password_command(settings, &command, err) &&
           (!*command || config_command_read_secret("password_command", command,
                                                    config_command_limit_ms(settings), password, err));
}

bool config_read_token(const char *credentials_path, const char *profile, const char *url, const char *email,
                       const char *command, char **token, struct error *err)
{
    *token = NULL;
    if (*command)
        return config_command_read_secret("token_command", command, COMMAND_LIMIT_MS, token, err);
    struct credentials saved;
    if (!credentials_load(&saved, credentials_path, profile, err))
        return false;
    if (saved.exposed.kind != ERROR_NONE) {
        *err = saved.exposed;
        credentials_free(&saved);
        return false;
    }
    bool other = *email && *saved.email && !text_equal_nocase(email, saved.email);
    bool usable = config_same_url(saved.url, url) && !other;
    *token = usable ? saved.token : mem_copy("");
    if (usable)
        saved.token = NULL;
    credentials_free(&saved);
    if (**token)
        log_hide_secret(*token);
    return true;
}
