/* `login`, `whoami`, `logout`, `password-policy`: the account, and the server's rules for passwords. Login is
 * by a token or by email and password; consent is sent only if the user gives it. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/cli/connect.h"
#include "entry.h"
#include "handlers.h"
#include "local.h"
#include "steno/cli/output.h"
#include "projects.h"
#include "steno/api/address.h"
#include "steno/base/when.h"
#include "steno/base/log.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/store/config.h"
#include "steno/store/credentials.h"

/* Prints the account: {"ok","user","claims"}, or every field. Returns the exit code. */
static int cmd_account_report(struct cli *cli, const struct login *login)
{
    if (login->record.problems)
        cli_say("the account: %s", login->record.problems);
    if (cli->json) {
        json_t *object = cli_json_ok(0);
        json_t *user = json_object_get(login->record.raw, "User"),
               *claims = json_object_get(login->record.raw, "Claims");
        json_object_set_new(object, "user", user ? json_incref(user) : json_null());
        if (json_is_array(claims))
            json_object_set(object, "claims", claims);
        cli_put_json(cli, object);
        return 0;
    }
    cli_put_record(cli, &login->record);
    return 0;
}

/* --- login --- */

/* May this run ask questions? */
static bool cmd_account_can_ask(const struct cli *cli)
{
    return !cli->json && entry_can_ask();
}

/* Makes sure of a server's address, asking for it where that is possible. */
static bool cmd_account_need_url(struct cli *cli, struct error *err)
{
    if (*settings_text(&cli->settings, SETTING_URL))
        return true;
    if (!cmd_account_can_ask(cli))
        return error_set(err, ERROR_USAGE, "no server is set: use --url, such as --url https://host");
    char *url = entry_ask("URL: ", "the URL", false, err);
    bool ok = url && settings_put(&cli->settings, SETTING_URL, SOURCE_FLAG, "the terminal", url, err);
    free(url);
    if (ok && !*settings_text(&cli->settings, SETTING_URL))
        return error_set(err, ERROR_USAGE, "a URL is required, such as https://host");
    return ok;
}

/* The email, from flag or settings or the terminal. Caller frees. */
static char *cmd_account_need_email(struct cli *cli, struct error *err)
{
    const char *email = cli->args->options[OPTION_EMAIL];
    if (!email && *settings_text(&cli->settings, SETTING_EMAIL))
        email = settings_text(&cli->settings, SETTING_EMAIL);
    if (email && *email)
        return mem_copy(email);
    if (cmd_account_can_ask(cli))
        return entry_ask("Email: ", "the email", false, err);
    error_set(err, ERROR_USAGE, "an email is required: use --email");
    return NULL;
}

/* Asks for the password of an account, naming it and the server. */
static char *cmd_account_ask_password(struct cli *cli, const char *email, struct error *err)
{
    char *line = mem_printf("Password of %s at %s: ", email, settings_text(&cli->settings, SETTING_URL));
    char *question = text_clean_copy(line);
    char *password = entry_ask(question, "the password", true, err);
    free(question);
    free(line);
    return password;
}

/* The password, from standard input, password_command or the terminal. Caller wipes. */
static char *cmd_account_need_password(struct cli *cli, const char *email, struct error *err)
{
    char *password = NULL;
    if (args_has(cli->args, OPTION_PASSWORD_STDIN))
        return entry_read_line("the password", err);
    if (!config_fetch_password(&cli->settings, &password, err))
        return NULL;
    if (password)
        return password;
    if (cmd_account_can_ask(cli))
        return cmd_account_ask_password(cli, email, err);
    error_set(err, ERROR_USAGE,
              "a password is required: use --password-stdin or password_command, or log in with a token: "
              "--token-stdin");
    return NULL;
}

/* Reads --as. */
static bool cmd_account_read_form(const struct args *args, enum login_form *form, struct error *err)
{
    static const char *const names[] = {
        [LOGIN_JSON] = "json", [LOGIN_FORM] = "form", [LOGIN_QUERY] = "query"};
    const char *text = args->options[OPTION_AS];
    *form = LOGIN_JSON;
    if (!text)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(names[i], text) == 0) {
            *form = (enum login_form)i;
            return true;
        }
    }
    return error_set(err, ERROR_USAGE, "--as: “%s” is invalid: use one of json, form, query", text);
}

/* The server wants consent: asks for it on a terminal, else says what to do. True: send again with it. */
static bool cmd_account_ask_consent(struct cli *cli, struct error *err)
{
    char server[sizeof err->server];
    bool yes = false;
    memcpy(server, err->server, sizeof server);
    if (cmd_account_can_ask(cli)) {
        cli_say("the server requires your consent to its data protection terms%s%s", server[0] ? ": " : "",
                server);
        if (!entry_ask_yes("Have you read the terms, and do you agree? y/N ", &yes, err))
            return false;
        if (yes)
            return true;
    }
    int status = err->status;
    error_set(err, ERROR_FORBIDDEN,
              "the server requires your consent to its data protection terms; read them, then log in again "
              "with --consent");
    err->status = status;
    return false;
}

/* Nothing answers at the address: offers the other path of the two that services are known under. True: send
 * again there. */
static bool cmd_account_ask_path(struct cli *cli, struct error *err)
{
    const char *path = settings_text(&cli->settings, SETTING_API_PATH), *other = address_other_path(path);
    bool yes = false;
    if (err->status != 404 || !other || !cmd_account_can_ask(cli))
        return false;
    struct error trouble; /* without a yes the 404 is what there is to say */
    char *question = mem_printf("No service under %s. Try %s? y/N ", path, other);
    bool answered = entry_ask_yes(question, &yes, &trouble);
    free(question);
    if (!answered)
        *err = trouble;
    return yes && settings_put(&cli->settings, SETTING_API_PATH, SOURCE_FLAG, "the terminal", other, err);
}

/* One request: by the token that is to be checked, or by the password. */
static struct login *cmd_account_send_once(struct cli *cli, const struct login_request *request,
                                           const char *token, struct error *err)
{
    struct connection *connection = cli_connection(cli, false, err);
    if (!connection)
        return NULL;
    connection_set_token(connection, token);
    return token ? api_current_user(connection, err) : api_login(connection, request, err);
}

/* Like cmd_account_send_once() under the other path, where nothing answers under the first one. */
static struct login *cmd_account_send(struct cli *cli, const struct login_request *request, const char *token,
                                      struct error *err)
{
    struct settings *settings = &cli->settings;
    bool is_set = settings->sources[SETTING_API_PATH] < SOURCE_CREDENTIALS;
    char source[300];
    settings_describe_source(source, sizeof source, settings, SETTING_API_PATH);
    struct login *login = cmd_account_send_once(cli, request, token, err);
    if (login || !cmd_account_ask_path(cli, err))
        return login;
    cli_connection_end(cli);
    login = cmd_account_send_once(cli, request, token, err);
    if (login && is_set)
        cli_say("note: %s sets another api_path: change it to %s", source,
                settings_text(settings, SETTING_API_PATH));
    return login;
}

/* Logs in by email and password. */
static struct login *cmd_account_by_password(struct cli *cli, struct error *err)
{
    struct login_request request = {.consent = args_has(cli->args, OPTION_CONSENT)};
    if (!cmd_account_read_form(cli->args, &request.form, err))
        return NULL;
    if (request.form == LOGIN_QUERY)
        cli_say("note: sent as a query, the password may appear in the server's access log");
    char *email = cmd_account_need_email(cli, err);
    char *password = email ? cmd_account_need_password(cli, email, err) : NULL;
    struct login *login = NULL;
    if (password) {
        log_hide_secret(password);
        request.email = email;
        request.password = password;
        login = cmd_account_send(cli, &request, NULL, err);
        if (!login && !request.consent && reply_message_wants_consent(err) &&
            cmd_account_ask_consent(cli, err)) {
            request.consent = true;
            login = cmd_account_send(cli, &request, NULL, err);
        }
    }
    mem_wipe_free(password);
    free(email);
    return login;
}

/* Checks a pasted token with current user. */
static struct login *cmd_account_by_token(struct cli *cli, struct error *err)
{
    char *token = entry_read_line("the token", err);
    struct login *login = NULL;
    if (token && !*token) {
        error_set(err, ERROR_USAGE, "the token is missing: standard input gave an empty line");
    } else if (token) {
        log_hide_secret(token);
        login = cmd_account_send(cli, NULL, token, err);
        if (login && !login->token)
            login->token = mem_copy(token);
        if (!login && err->kind == ERROR_NOT_LOGGED_IN)
            error_prefix(err, "the token from standard input");
    }
    mem_wipe_free(token);
    return login;
}

/* Does a token come from elsewhere, whatever login is saved? */
static bool cmd_account_overrides_login(const struct cli *cli)
{
    return cli->settings.sources[SETTING_TOKEN] < SOURCE_CREDENTIALS ||
           settings_token_is_printed(&cli->settings);
}

/* Saves what the login gave, and says where. */
static bool cmd_account_keep(struct cli *cli, const struct login *login, struct error *err)
{
    if (!login->token || !login->token[0])
        return error_set(err, ERROR_BAD_REPLY, "the server accepted the login but returned no token");
    const char *email = login->email[0] ? login->email : cli->args->options[OPTION_EMAIL];
    if (!credentials_save(NULL, settings_text(&cli->settings, SETTING_PROFILE),
                          settings_text(&cli->settings, SETTING_URL),
                          settings_text(&cli->settings, SETTING_API_PATH), email, login->token, err))
        return false;
    char *path = credentials_default_path();
    cli_remark("logged in to %s as %s; the token is saved in %s", settings_text(&cli->settings, SETTING_URL),
               email ? email : "an account without email", path ? path : "the credentials file");
    free(path);
    if (cmd_account_overrides_login(cli)) {
        char source[300];
        settings_describe_source(source, sizeof source, &cli->settings, SETTING_TOKEN);
        cli_say("note: the token from %s takes precedence over the saved one", source);
    }
    return true;
}

/* Standard input is one secret, and a password must not be sent as a token. */
static bool cmd_account_check_input(const struct args *args, struct error *err)
{
    return !args_has(args, OPTION_PASSWORD_STDIN) || !args_has(args, OPTION_TOKEN_STDIN) ||
           error_set(err, ERROR_USAGE, "give one of --password-stdin and --token-stdin");
}

int cli_login(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    struct login *login = NULL;
    bool ready = cmd_account_check_input(cli->args, &err) && cmd_account_need_url(cli, &err);
    if (ready && settings_warn_of_http(&cli->settings, settings_text(&cli->settings, SETTING_URL)))
        cli_say("warning: %s", settings_http_warning); /* before a password is asked for */
    if (ready)
        login = args_has(cli->args, OPTION_TOKEN_STDIN) ? cmd_account_by_token(cli, &err)
                                                        : cmd_account_by_password(cli, &err);
    if (!login || !cmd_account_keep(cli, login, &err)) {
        login_free(login);
        return cli_fail(cli, 0, &err);
    }
    int code = cli->json ? cmd_account_report(cli, login) : 0;
    login_free(login);
    return code;
}

/* --- whoami, logout --- */

/* Another token than the one we came with replaces it where it came from. */
static void cmd_account_renew_token(struct cli *cli, const struct login *login)
{
    struct error err;
    error_clear(&err);
    if (!login->token || strcmp(login->token, settings_text(&cli->settings, SETTING_TOKEN)) == 0)
        return;
    if (cli->settings.sources[SETTING_TOKEN] == SOURCE_CREDENTIALS) {
        const char *profile = settings_text(&cli->settings, SETTING_PROFILE); /* its address stays as saved */
        if (!credentials_save(NULL, profile, NULL, NULL, NULL, login->token, &err))
            cli_say("the server issued a new token, which could not be saved: %s", err.text);
        return;
    }
    char source[300];
    settings_describe_source(source, sizeof source, &cli->settings, SETTING_TOKEN);
    cli_say("the server issued a new token; the one from %s stays in use until it expires", source);
}

int cli_whoami(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    struct login *login = cli_read_account(cli, &err);
    if (!login) {
        cli_explain_auth(cli, &err);
        return cli_fail(cli, 0, &err);
    }
    cmd_account_renew_token(cli, login);
    int code = cmd_account_report(cli, login);
    login_free(login);
    return code;
}

/* Deletes what the store has of the account: before the login goes that names it. */
static bool cmd_account_forget(struct cli *cli, size_t *open, struct error *err)
{
    struct store *store = cli_store(cli, err);
    return store && store_forget(store, 0, false, open, err);
}

int cli_logout(struct cli *cli)
{
    struct error err;
    const char *profile = settings_text(&cli->settings, SETTING_PROFILE);
    bool was_there = false, forgets = args_has(cli->args, OPTION_FORGET);
    size_t open = 0;
    error_clear(&err);
    if (forgets && !cmd_account_forget(cli, &open, &err))
        return cli_fail(cli, 0, &err);
    if (!(forgets ? credentials_forget : credentials_drop)(NULL, profile, &was_there, &err))
        return cli_fail(cli, 0, &err);
    if (cli->json)
        cli_put_json(cli, cli_json_ok(0));
    if (forgets)
        cli_remark("deleted what was saved here about the account: watchlist, notes, presets, history");
    cli_say_kept(open);
    if (was_there)
        cli_remark("logged out of profile “%s” (token deleted here; the server is not notified)", profile);
    else
        cli_remark("profile “%s” was not logged in: no token is saved", profile);
    if (cmd_account_overrides_login(cli)) {
        char source[300];
        settings_describe_source(source, sizeof source, &cli->settings, SETTING_TOKEN);
        cli_say("a token still comes from %s", source);
    }
    return 0;
}

/* Reads the policy; without a token first, as the service allows. */
static struct policy *cmd_account_read_policy(struct cli *cli, struct error *err)
{
    struct error ignored;
    error_clear(&ignored);
    struct connection *connection = cli_connection(cli, false, err);
    if (!connection)
        return NULL;
    struct policy *policy = api_password_settings(connection, err);
    if (!policy && err->kind == ERROR_NOT_LOGGED_IN && cli_connection(cli, true, &ignored))
        policy = api_password_settings(connection, err);
    if (!policy)
        cli_explain_auth(cli, err);
    return policy;
}

/* Prints the policy as it is. */
static int cmd_account_report_policy(struct cli *cli, const struct policy *policy)
{
    if (policy->record.problems)
        cli_say("the password settings: %s", policy->record.problems);
    if (cli->json) {
        json_t *object = cli_json_ok(0);
        json_object_set(object, "policy", policy->record.raw);
        cli_put_json(cli, object);
        return 0;
    }
    cli_put_record(cli, &policy->record);
    return 0;
}

int cli_password_policy(struct cli *cli)
{
    struct error err;
    error_clear(&err);
    struct policy *policy = cmd_account_read_policy(cli, &err);
    if (!policy)
        return cli_fail(cli, 0, &err);
    int code = cmd_account_report_policy(cli, policy);
    policy_free(policy);
    return code;
}
