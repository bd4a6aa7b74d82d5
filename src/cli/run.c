/* Runs a subcommand: loads the settings, makes the connection, names the source of a refused token. */
/* SPDX-License-Identifier: MIT */
#include "each.h"

#include <errno.h>
#include <signal.h>

#include "revision.h"
#include "steno/api/http.h"
#include "steno/api/json.h"
#include "steno/app/keys.h"
#include "steno/app/app.h"
#include "steno/base/error.h"
#include "steno/store/config.h"

/* --- settings and the connection --- */

bool cli_load_settings(struct settings *settings, const struct args *args, struct error *err)
{
    const struct command *command = args->command;
    struct config_sources sources = {.is_login = command && command->run == cli_login};
    struct form_warnings warnings = {0};
    mem_forbid_core();
    settings_init(settings);
    for (int id = 0; id < SETTING_COUNT; id++) {
        char where[80];
        if (!args->settings[id])
            continue;
        snprintf(where, sizeof where, "--%s", setting_defs[id].flag);
        if (!settings_put(settings, (enum setting_id)id, SOURCE_FLAG, where, args->settings[id], err))
            return false;
    }
    bool ok = config_load(settings, &sources, &warnings, err);
    for (size_t i = 0; i < warnings.count; i++)
        cli_say("%s", warnings.texts[i]);
    form_warnings_clear(&warnings);
    return ok && ((command && command->any_profile) || config_check_profile(settings, &sources, err));
}

bool cli_need_url(const struct cli *cli, struct error *err)
{
    return *settings_text(&cli->settings, SETTING_URL) ||
           error_set(err, ERROR_USAGE, "No server is set: run steno login, or set STENO_URL");
}

static bool run_need_token(struct cli *cli, struct error *err)
{
    if (!cli_need_url(cli, err) || (!cli->token_fetched && !config_fetch_token(&cli->settings, err)))
        return false;
    cli->token_fetched = true;
    return *settings_text(&cli->settings, SETTING_TOKEN) ||
           error_set(err, ERROR_NOT_LOGGED_IN,
                     "not logged in to %s: there is no token; run “steno login” or set STENO_TOKEN",
                     settings_text(&cli->settings, SETTING_URL));
}

bool cli_may_call(struct cli *cli, struct error *err)
{
    crew_load_end();
    return run_need_token(cli, err) && http_load(err);
}

static void run_notice(void *arg, const char *text, int64_t wait_ms)
{
    (void)arg;
    (void)wait_ms;
    cli_remark("%s", text);
}

struct connection *cli_connection(struct cli *cli, bool need_token, struct error *err)
{
    if (!(need_token ? run_need_token(cli, err) : cli_need_url(cli, err)))
        return NULL;
    if (!cli->connection) {
        struct api_config config;
        settings_to_api(&cli->settings, &config);
        config.on_notice = run_notice;
        cli->connection = connection_new(&config, err);
        interrupt_set_connection(cli->connection);
    } else if (need_token) {
        connection_set_token(cli->connection, settings_text(&cli->settings, SETTING_TOKEN));
    }
    return cli->connection;
}

void cli_connection_end(struct cli *cli)
{
    interrupt_set_connection(NULL);
    connection_free(cli->connection);
    cli->connection = NULL;
}

void cli_explain_auth(const struct cli *cli, struct error *err)
{
    if ((err->kind != ERROR_NOT_LOGGED_IN && err->kind != ERROR_FORBIDDEN) || !err->status)
        return;
    char source[300], *said = mem_copy(err->text);
    settings_describe_source(source, sizeof source, &cli->settings, SETTING_TOKEN);
    char *from = mem_printf(" (token from %s)", source);
    if (!strstr(said, from)) /* the text is already there if the read before a write failed */
        error_retell(err, "%s%s", said, from);
    free(from);
    free(said);
}

bool cli_may_write(const struct cli *cli, struct error *err)
{
    char source[300];
    if (!settings_bool(&cli->settings, SETTING_READ_ONLY))
        return true;
    settings_describe_source(source, sizeof source, &cli->settings, SETTING_READ_ONLY);
    return error_set(err, ERROR_FORBIDDEN, "nothing was sent: read_only is set by %s", source);
}

int cli_dry_run(struct cli *cli, enum endpoint_id op, const struct request_args *args)
{
    struct api_config config;
    struct request request = {0};
    struct error err;
    struct buffer text;
    const char *name;
    json_t *value;
    error_clear(&err);
    settings_to_api(&cli->settings, &config);
    if (!cli_need_url(cli, &err) || !request_build(&request, &config, op, args, &err))
        return cli_fail(cli, args->project_id, &err);
    json_t *shown = request_to_json(&request), *body = json_object_get(shown, "body");
    request_free(&request);
    if (cli->json) {
        cli_put_json(cli, shown);
        return 0;
    }
    buffer_init(&text, BUFFER_MAX_DEFAULT); /* "GET url", headers, an empty line, the body */
    buffer_printf(&text, "%s %s\n", json_string_value(json_object_get(shown, "method")),
                  json_string_value(json_object_get(shown, "url")));
    json_object_foreach(json_object_get(shown, "headers"), name, value)
        buffer_printf(&text, "%s: %s\n", name, json_is_string(value) ? json_string_value(value) : "");
    if (body && !json_is_null(body)) {
        buffer_append_char(&text, '\n');
        if (json_is_string(body))
            buffer_append_text(&text, json_string_value(body));
        else
            json_write(&text, body);
        buffer_append_char(&text, '\n');
    }
    cli_put_buffer(cli, &text);
    json_decref(shown);
    return 0;
}

int cli_each_of(struct cli *cli, const struct id_list *ids,
                int (*each)(struct cli *cli, int64_t id, void *arg, struct error *err), void *arg)
{
    int first = 0;
    for (size_t i = 0; i < ids->count && !cli->out_errno; i++) {
        int code = 0;
        struct error err;
        error_clear(&err);
        if (interrupt_signal())
            error_set(&cli->stop, ERROR_CANCELLED, "interrupted");
        if (cli->stop.kind == ERROR_CANCELLED)
            cli_skipped_add(cli, ids->ids[i]);
        else if (cli->stop.kind != ERROR_NONE)
            code = cli_fail(cli, ids->ids[i], &cli->stop);
        else if ((code = each(cli, ids->ids[i], arg, &err)) == CLI_FAILED)
            code = cli_fail(cli, ids->ids[i], &err);
        first = first ? first : code;
    }
    return first;
}

/* --- a run --- */

int cli_help(struct cli *cli, struct error *err)
{
    char *const *given = cli->args->words;
    const char *group = cli->args->word_count > 1 ? given[0] : NULL;
    char *words = group ? mem_printf("%s %s", group, given[1]) : mem_copy(given[0]);
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    bool is_known = usage_of(&text, words) || args_unknown_command(group, words, err);
    cli_put_buffer(cli, &text);
    free(words);
    return is_known ? 0 : CLI_FAILED;
}

static int run_command(struct cli *cli)
{
    const struct command *command = cli->args->command;
    struct error err;
    int code = CLI_FAILED;
    error_clear(&err);
    settings_init(&cli->settings);
    bool ok = interrupt_install() || error_set(&err, ERROR_IO, "cannot create a pipe: %s", strerror(errno));
    ok = ok && (command->no_settings || cli_load_settings(&cli->settings, cli->args, &err));
    if (ok && cli->settings.key_count > 0 && command->run != cli_doctor) { /* invalid keys are errors */
        struct keymap *keymap = app_keymap(&cli->settings, &err);
        ok = keymap != NULL;
        keymap_free(keymap);
    }
    bool runs = ok || command->run == cli_doctor; /* doctor shows the error in a row */
    const char *log_file = ok ? settings_text(&cli->settings, SETTING_LOG_FILE) : "";
    if (*log_file)
        runs = log_open(log_file, &err);
    else if (ok && args_has(cli->args, OPTION_VERBOSE))
        runs = log_open_standard_error(&err);
    if (runs)
        code = command->run(cli, &err);
    if (code == CLI_FAILED)
        code = cli_fail(cli, 0, &err);
    cli_put_rows(cli);
    buffer_free(&cli->rows);
    cli_skipped_report(cli);
    cli_connection_end(cli);
    crew_load_end();
    store_close(cli->store);
    settings_free(&cli->settings);
    log_close();
    return code;
}

int cli_run(const struct args *args)
{
    struct cli cli = {.args = args, .json = args_has(args, OPTION_JSON)};
    int code = 0;
    bool is_quiet = args_has(args, OPTION_QUIET);
    output_limit(is_quiet, is_quiet || args_has(args, OPTION_VERBOSE));
    if (args_has(args, OPTION_HELP)) {
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        usage_of(&text, args->command ? args->command->words : args->group ? args->group : "");
        cli_put_buffer(&cli, &text);
    } else if (args_has(args, OPTION_VERSION)) {
        cli_put_text(&cli, "steno %s\n", STENO_RELEASE);
    } else {
        code = run_command(&cli);
    }
    /* If standard output is a closed pipe, the program ends by SIGPIPE, as shells expect. */
    if (cli.out_errno == EPIPE) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    if (cli.out_errno && cli.out_errno != EINTR)
        return 1;
    return interrupt_signal() ? 128 + interrupt_signal() : code;
}

int cli_refuse(const struct args *args, const struct error *err)
{
    struct cli cli = {.args = args, .json = args_has(args, OPTION_JSON)};
    struct error copy = *err;
    return cli_fail(&cli, 0, &copy);
}
