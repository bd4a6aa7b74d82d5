/* Owns the commands that hand out tokens and passwords. Their output is secret and never part of
 * a sentence. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "config_private.h"
#include "credentials.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "steno/base/spawn.h"
#include "steno/base/text.h"

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
