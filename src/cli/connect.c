/* Owns the way to the server: settings from all sources, the connection, what is said about tokens. */
/* SPDX-License-Identifier: MIT */
#include "cli.h"
#include "steno/cli/connect.h"

#include <stdlib.h>
#include <string.h>

#include "steno/api/http.h"
#include "steno/api/json.h"
#include "steno/api/request.h"
#include "steno/base/mem.h"
#include "steno/cli/command.h"
#include "steno/cli/output.h"
#include "steno/store/config.h"
#include "handlers.h"
#include "interrupt.h"

bool cli_load_settings(struct settings *settings, const struct args *args, struct error *err)
{
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
    struct config_sources sources = {.is_login = args->command && args->command->run == cli_login};
    bool ok = config_load(settings, &sources, &warnings, err);
    for (size_t i = 0; i < warnings.count; i++)
        cli_say("%s", warnings.texts[i]);
    form_warnings_clear(&warnings);
    bool any_profile = args->command && args->command->any_profile;
    return ok && (any_profile || config_check_profile(settings, &sources, err));
}

/* Says before a retry that there will be one. */
static void connect_notice(void *arg, const char *text, int64_t wait_ms)
{
    (void)arg;
    (void)wait_ms;
    cli_remark("%s", text);
}

bool cli_need_url(const struct cli *cli, struct error *err)
{
    return *settings_text(&cli->settings, SETTING_URL) ||
           error_set(err, ERROR_USAGE, "No server is set: steno login, or STENO_URL");
}

/* Makes sure of a token, running token_command once. */
static bool connect_need_token(struct cli *cli, struct error *err)
{
    if (!cli->token_fetched && !config_fetch_token(&cli->settings, err))
        return false;
    cli->token_fetched = true;
    if (*settings_text(&cli->settings, SETTING_TOKEN))
        return true;
    return error_set(err, ERROR_NOT_LOGGED_IN,
                     "not logged in to %s: there is no token; run “steno login” or set STENO_TOKEN",
                     settings_text(&cli->settings, SETTING_URL));
}

bool cli_may_call(struct cli *cli, struct error *err)
{
    return cli_need_url(cli, err) && connect_need_token(cli, err) && http_load(err);
}

struct connection *cli_connection(struct cli *cli, bool need_token, struct error *err)
{
    if (!cli_need_url(cli, err) || (need_token && !connect_need_token(cli, err)))
        return NULL;
    if (!cli->connection) {
        struct api_config config;
        settings_to_api(&cli->settings, &config);
        config.on_notice = connect_notice;
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
    if (!strstr(said, from)) /* a reading before a write has told it already */
        error_retell(err, "%s%s", said, from);
    free(from);
    free(said);
}

bool cli_may_write(const struct cli *cli, struct error *err)
{
    if (!settings_bool(&cli->settings, SETTING_READ_ONLY))
        return true;
    char source[300];
    settings_describe_source(source, sizeof source, &cli->settings, SETTING_READ_ONLY);
    return error_set(err, ERROR_FORBIDDEN, "nothing was sent: read_only is set, by %s", source);
}

/* The plain form of a request: "GET url", headers, an empty line, the body. */
static void connect_print_request(struct buffer *out, const json_t *request)
{
    const char *name;
    json_t *value;
    const json_t *body = json_object_get(request, "body");
    buffer_printf(out, "%s %s\n", json_string_value(json_object_get(request, "method")),
                  json_string_value(json_object_get(request, "url")));
    json_object_foreach(json_object_get(request, "headers"), name, value)
        buffer_printf(out, "%s: %s\n", name, json_is_string(value) ? json_string_value(value) : "");
    if (json_is_string(body))
        buffer_printf(out, "\n%s\n", json_string_value(body));
    else if (body && !json_is_null(body)) {
        buffer_append_char(out, '\n');
        json_write(out, body);
        buffer_append_char(out, '\n');
    }
}

int cli_dry_run_request(struct cli *cli, enum endpoint_id op, const struct request_args *args)
{
    struct api_config config;
    struct request request = {0};
    struct error err;
    error_clear(&err);
    settings_to_api(&cli->settings, &config);
    if (!cli_need_url(cli, &err) || !request_build(&request, &config, op, args, &err))
        return cli_fail(cli, args->project_id, &err);
    json_t *shown = request_to_json(&request);
    request_free(&request);
    if (cli->json) {
        cli_put_json(cli, shown);
        return 0;
    }
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    connect_print_request(&text, shown);
    cli_put_buffer(cli, &text);
    json_decref(shown);
    return 0;
}

int cli_dry_run(struct cli *cli, enum endpoint_id op, int64_t id, const struct param_set *params)
{
    return cli_dry_run_request(cli, op, &(struct request_args){.project_id = id, .params = params});
}
