/* Owns the commands that hand out tokens and passwords. Their output is secret and never part of
 * a sentence. */
#include <stdlib.h>
#include <string.h>

#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "steno/base/spawn.h"
#include "steno/base/text.h"
#include "steno/store/config.h"
#include "steno/store/credentials.h"

#define COMMAND_LIMIT_MS   ((int64_t)30000)
#define COMMAND_OUTPUT_MAX 65536

/* Runs a command and takes the first line of its output, without the blanks at its end. */
static bool command_read_secret(const char *name, const char *command, int64_t limit_ms, char **secret,
                                struct error *err)
{
    char **argv = NULL;
    struct buffer output;
    buffer_init(&output, COMMAND_OUTPUT_MAX);
    bool ok = spawn_split(command, &argv, err);
    if (ok) {
        struct spawn_request request = {.argv = argv, .output = &output, .timeout_ms = (int)limit_ms};
        ok = spawn_run(&request, err);
    }
    spawn_argv_free(argv);
    size_t len = ok ? strcspn(buffer_text(&output), "\r\n") : 0;
    while (len > 0 && strchr(" \t", output.data[len - 1]))
        len--;
    if (ok && len == 0)
        ok = error_set(err, ERROR_NOT_LOGGED_IN, "the command printed nothing");
    if (ok)
        *secret = mem_copy_n(output.data, len);
    else
        error_prefix(err, "%s", name);
    if (output.data)
        explicit_bzero(output.data, output.len);
    buffer_free(&output);
    return ok;
}

/* The same with the log told about the secret. */
static bool command_read_hidden(const char *name, const char *command, int64_t limit_ms, char **secret,
                                struct error *err)
{
    if (!command_read_secret(name, command, limit_ms, secret, err))
        return false;
    log_hide_secret(*secret);
    return true;
}

/* How long a command may take: 30 s, less where `timeout` is less. */
static int64_t command_limit_ms(const struct settings *settings)
{
    int64_t own = settings_int(settings, SETTING_TIMEOUT) * 1000;
    return own < COMMAND_LIMIT_MS ? own : COMMAND_LIMIT_MS;
}

bool config_fetch_token(struct settings *settings, struct error *err)
{
    const char *command = settings_text(settings, SETTING_TOKEN_COMMAND);
    enum setting_source source = settings->sources[SETTING_TOKEN];
    if (!*command || source == SOURCE_FLAG || source == SOURCE_ENVIRONMENT)
        return true;
    char *token = NULL;
    if (!command_read_hidden("token_command", command, command_limit_ms(settings), &token, err))
        return false;
    const char *origin = settings->where[SETTING_TOKEN_COMMAND];
    char *where = mem_printf("token_command of %s", origin ? origin : "the settings");
    bool ok =
        settings_put(settings, SETTING_TOKEN, settings->sources[SETTING_TOKEN_COMMAND], where, token, err);
    free(where);
    mem_wipe_free(token);
    return ok;
}

bool config_fetch_password(const struct settings *settings, char **password, struct error *err)
{
    *password = NULL;
    const char *command = settings_text(settings, SETTING_PASSWORD_COMMAND);
    return !*command ||
           command_read_hidden("password_command", command, command_limit_ms(settings), password, err);
}

bool config_read_token(const char *credentials_path, const char *profile, const char *url, const char *email,
                       const char *command, char **token, struct error *err)
{
    *token = NULL;
    if (*command)
        return command_read_hidden("token_command", command, COMMAND_LIMIT_MS, token, err);
    struct credentials saved;
    if (!credentials_load(&saved, credentials_path, profile, err))
        return false;
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
