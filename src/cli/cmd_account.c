/* `login`, `whoami`, `logout`, `password-policy`, `config`, `doctor`. Consent to the data protection terms is
 * sent only if the user gives it. `doctor` prints no secrets, because users share its output. */
/* SPDX-License-Identifier: MIT */
#include "cli.h"

#include <errno.h>
#include <locale.h>
#include <stdarg.h>
#include <sys/ioctl.h>

#include "revision.h"
#include "steno/api/request.h"
#include "steno/api/http.h"
#include "steno/app/keys.h"
#include "steno/app/app.h"
#include "steno/base/file.h"
#include "steno/base/error.h"
#include "steno/store/config.h"
#include "steno/store/credentials.h"
#include "steno/store/facts.h"
#include "steno/widget/form.h"

/* Prints a reply of the server as text, or `object` if --json is given. Releases `object`. */
static void cmd_account_report(struct cli *cli, const char *what, const struct record *record, json_t *object)
{
    struct buffer text;
    if (record->problems)
        cli_say("the %s: %s", what, record->problems);
    if (cli->json) {
        cli_put_json(cli, object);
        return;
    }
    json_decref(object);
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    print_record(&text, record);
    cli_put_buffer(cli, &text);
}

static void cmd_account_report_login(struct cli *cli, const struct login *login)
{
    json_t *raw = login->record.raw, *claims = json_object_get(raw, "Claims");
    cmd_account_report(cli, "account", &login->record,
                       json_pack("{s:b, s:O?, s:O*}", "ok", true, "user", json_object_get(raw, "User"),
                                 "claims", json_is_array(claims) ? claims : NULL));
}

/* --- login --- */

static bool cmd_login_can_ask(const struct cli *cli)
{
    return !cli->json && entry_can_ask();
}

/* Asks the user. If there is no terminal or --json is given, fails with the error text `missing`. */
static char *cmd_login_ask(const struct cli *cli, const char *question, const char *what, bool secret,
                           const char *missing, struct error *err)
{
    if (cmd_login_can_ask(cli))
        return entry_ask(question, what, secret, err);
    error_set(err, ERROR_USAGE, "%s", missing);
    return NULL;
}

/* Reads the account if `token` is given, else logs in with `request`. After a 404, asks the user once whether
 * to try the other known API path. */
static struct login *cmd_login_send(struct cli *cli, const struct login_request *request, const char *token,
                                    struct error *err)
{
    struct settings *settings = &cli->settings;
    bool is_set = settings->sources[SETTING_API_PATH] < SOURCE_CREDENTIALS, is_first = true, yes = true;
    struct connection *connection;
    struct login *login = NULL;
    char source[300];
    settings_describe_source(source, sizeof source, settings, SETTING_API_PATH);
    while (yes && (connection = cli_connection(cli, false, err))) {
        const char *path = settings_text(settings, SETTING_API_PATH), *other = address_other_path(path);
        struct error trouble; /* error of the question: if the user says no, `err` still has the 404 */
        connection_set_token(connection, token);
        login = token ? api_current_user(connection, err) : api_login(connection, request, err);
        if (login || !is_first || err->status != 404 || !other || !cmd_login_can_ask(cli))
            break;
        char *question = mem_printf("No service under the path %s. Try %s? y/N ", path, other);
        yes = false;
        if (!entry_ask_yes(question, &yes, &trouble))
            *err = trouble;
        free(question);
        yes = yes && settings_put(settings, SETTING_API_PATH, SOURCE_FLAG, "the terminal", other, err);
        is_first = !yes;
        if (yes)
            cli_connection_end(cli);
    }
    if (login && !is_first && is_set)
        cli_say("note: api_path is set by %s; change it there to %s", source,
                settings_text(settings, SETTING_API_PATH));
    return login;
}

/* Returns true if the user consents. Otherwise the error says what to do. */
static bool cmd_login_consents(struct cli *cli, struct error *err)
{
    int status = err->status;
    bool yes = false;
    if (cmd_login_can_ask(cli)) {
        cli_say("the server requires your consent to its data protection terms%s%s",
                err->server[0] ? ": " : "", err->server);
        if (!entry_ask_yes("Have you read the terms, and do you agree? y/N ", &yes, err) || yes)
            return yes;
    }
    error_set(err, ERROR_FORBIDDEN,
              "the server requires your consent to its data protection terms; read them, then log in again "
              "with --consent");
    err->status = status;
    return false;
}

/* Returns the password from standard input, password_command or the terminal. Caller wipes and frees. */
static char *cmd_login_password(struct cli *cli, const char *email, struct error *err)
{
    char *password = NULL;
    if (args_has(cli->args, OPTION_PASSWORD_STDIN))
        return entry_read_line("the password", err);
    if (!config_fetch_secret(&cli->settings, SETTING_PASSWORD_COMMAND, &password, err) || password)
        return password;
    char *line = mem_printf("Password of %s at %s: ", email, settings_text(&cli->settings, SETTING_URL));
    char *question = text_clean_copy(line);
    password = cmd_login_ask(cli, question, "the password", true,
                             "a password is required: use --password-stdin or password_command, or log in "
                             "with a token: --token-stdin",
                             err);
    free(question);
    free(line);
    return password;
}

static struct login *cmd_login_by_password(struct cli *cli, struct error *err)
{
    static const char *const forms[] = {
        [LOGIN_JSON] = "json", [LOGIN_FORM] = "form", [LOGIN_QUERY] = "query"};
    const char *as = cli->args->options[OPTION_AS], *known = cli->args->options[OPTION_EMAIL];
    struct login_request request = {.form = LOGIN_JSON, .consent = args_has(cli->args, OPTION_CONSENT)};
    struct login *login = NULL;
    while (as && request.form <= LOGIN_QUERY && strcmp(forms[request.form], as) != 0)
        request.form++;
    if (request.form > LOGIN_QUERY) {
        error_set(err, ERROR_USAGE, "--as: “%s” is invalid: use one of json, form, query", as);
        return NULL;
    }
    if (request.form == LOGIN_QUERY)
        cli_say("note: the password is sent in the URL and may appear in the server's access log");
    if (!known)
        known = settings_text(&cli->settings, SETTING_EMAIL);
    char *email =
        *known ? mem_copy(known)
               : cmd_login_ask(cli, "Email: ", "the email", false, "an email is required: use --email", err);
    char *password = email ? cmd_login_password(cli, email, err) : NULL;
    if (password) {
        log_hide_secret(password);
        request.email = email;
        request.password = password;
        login = cmd_login_send(cli, &request, NULL, err);
        if (!login && !request.consent && reply_message_wants_consent(err) && cmd_login_consents(cli, err)) {
            request.consent = true;
            login = cmd_login_send(cli, &request, NULL, err);
        }
    }
    mem_wipe_free(password);
    free(email);
    return login;
}

static struct login *cmd_login_by_token(struct cli *cli, struct error *err)
{
    char *token = entry_read_line("the token", err);
    struct login *login = NULL;
    if (token && !*token) {
        error_set(err, ERROR_USAGE, "the token is missing: the line from standard input is empty");
    } else if (token) {
        log_hide_secret(token);
        login = cmd_login_send(cli, NULL, token, err);
        if (login && !login->token)
            login->token = mem_copy(token);
        if (!login && err->kind == ERROR_NOT_LOGGED_IN)
            error_prefix(err, "the token from standard input");
    }
    mem_wipe_free(token);
    return login;
}

/* Returns the source of a token that is used instead of the saved token; NULL: there is none. */
static const char *cmd_login_other_token(const struct cli *cli, char source[300])
{
    settings_describe_source(source, 300, &cli->settings, SETTING_TOKEN);
    return cli->settings.sources[SETTING_TOKEN] < SOURCE_CREDENTIALS ||
                   settings_token_is_printed(&cli->settings)
               ? source
               : NULL;
}

static bool cmd_login_keep(struct cli *cli, const struct login *login, struct error *err)
{
    char source[300];
    const char *url = settings_text(&cli->settings, SETTING_URL);
    const char *email = login->email[0] ? login->email : cli->args->options[OPTION_EMAIL];
    if (!login->token || !login->token[0])
        return error_set(err, ERROR_BAD_REPLY, "the server accepted the login but returned no token");
    if (!credentials_save(NULL, settings_text(&cli->settings, SETTING_PROFILE), url,
                          settings_text(&cli->settings, SETTING_API_PATH), email, login->token, err))
        return false;
    char *path = credentials_path(NULL);
    cli_remark("logged in to %s as %s; the token is saved in %s", url,
               email ? email : "an account without email", path ? path : "the credentials file");
    free(path);
    if (cmd_login_other_token(cli, source))
        cli_say("note: steno uses the token from %s instead of the saved token", source);
    return true;
}

int cli_login(struct cli *cli, struct error *err)
{
    bool is_token = args_has(cli->args, OPTION_TOKEN_STDIN), ok = true;
    if (is_token && args_has(cli->args, OPTION_PASSWORD_STDIN)) /* a password must not be sent as a token */
        ok = error_set(err, ERROR_USAGE, "give only one of --password-stdin and --token-stdin");
    if (ok && !*settings_text(&cli->settings, SETTING_URL)) {
        char *url = cmd_login_ask(cli, "URL: ", "the URL", false,
                                  "no server is set: use --url, such as --url https://host", err);
        ok = url && settings_put(&cli->settings, SETTING_URL, SOURCE_FLAG, "the terminal", url, err) &&
             (*settings_text(&cli->settings, SETTING_URL) ||
              error_set(err, ERROR_USAGE, "a URL is required, such as https://host"));
        free(url);
    }
    if (ok && settings_warn_of_http(&cli->settings, settings_text(&cli->settings, SETTING_URL)))
        cli_say("warning: %s", settings_http_warning);
    struct login *login = !ok ? NULL : (is_token ? cmd_login_by_token : cmd_login_by_password)(cli, err);
    ok = login && cmd_login_keep(cli, login, err);
    if (ok && cli->json)
        cmd_account_report_login(cli, login);
    login_free(login);
    return ok ? 0 : CLI_FAILED;
}

/* --- whoami, logout, password-policy --- */

int cli_whoami(struct cli *cli, struct error *err)
{
    struct connection *connection = cli_connection(cli, true, err);
    struct login *login = connection ? api_current_user(connection, err) : NULL;
    struct error why;
    char source[300];
    if (!login) {
        cli_explain_auth(cli, err);
        return CLI_FAILED;
    }
    /* The server may send a new token, which replaces the saved token. */
    bool is_new = login->token && strcmp(login->token, settings_text(&cli->settings, SETTING_TOKEN)) != 0;
    settings_describe_source(source, sizeof source, &cli->settings, SETTING_TOKEN);
    if (is_new && cli->settings.sources[SETTING_TOKEN] != SOURCE_CREDENTIALS)
        cli_say("the server issued a new token, which is not saved: the token comes from %s", source);
    else if (is_new && !credentials_save(NULL, settings_text(&cli->settings, SETTING_PROFILE), NULL, NULL,
                                         NULL, login->token, &why))
        cli_say("the server issued a new token, which could not be saved: %s", why.text);
    cmd_account_report_login(cli, login);
    login_free(login);
    return 0;
}

int cli_logout(struct cli *cli, struct error *err)
{
    const char *profile = settings_text(&cli->settings, SETTING_PROFILE);
    bool was_there = false, forgets = args_has(cli->args, OPTION_FORGET);
    char source[300];
    size_t open = 0;
    struct store *store = forgets ? cli_store(cli, err) : NULL;
    if ((forgets && !(store && store_forget(store, 0, false, &open, err))) ||
        !credentials_forget(NULL, profile, forgets, &was_there, err))
        return CLI_FAILED;
    cli_put_ok(cli, 0);
    if (forgets)
        cli_remark("the account's data on this computer was deleted: list, notes, presets, history");
    cli_say_kept(open);
    if (was_there)
        cli_remark("logged out of profile “%s” (token deleted here; the server is not notified)", profile);
    else
        cli_remark("profile “%s” was not logged in: no token is saved", profile);
    if (cmd_login_other_token(cli, source))
        cli_say("steno still gets a token from %s", source);
    return 0;
}

int cli_password_policy(struct cli *cli, struct error *err)
{
    struct error ignored;
    struct connection *connection = cli_connection(cli, false, err);
    struct policy *policy = connection ? api_password_settings(connection, err) : NULL;
    /* The server should answer without a token. If it does not, try with a token. */
    if (connection && !policy && err->kind == ERROR_NOT_LOGGED_IN && cli_connection(cli, true, &ignored))
        policy = api_password_settings(connection, err);
    if (!policy) {
        if (connection)
            cli_explain_auth(cli, err);
        return CLI_FAILED;
    }
    cmd_account_report(cli, "password settings", &policy->record,
                       json_pack("{s:b, s:O}", "ok", true, "policy", policy->record.raw));
    policy_free(policy);
    return 0;
}

/* --- config: prints a sample config file. Explanations begin with "# ", settings with "#" --- */

static const char sample_head[] =
    "# Sample config file of steno: all settings, with their defaults.\n"
    "# steno config --path prints where to save it. Remove the \"#\" in front of\n"
    "# the settings that you use. The command line and the environment take precedence over this file.\n"
    "# steno-config(5) has the details; steno doctor checks the file.\n";

static const char sample_sections[] = "\n# --- Sections: they come after all other settings ---\n"
                                      "\n# Settings of another server or account, for --profile test\n"
                                      "#[profile test]\n"
                                      "#url = https://test.example.org\n"
                                      "\n# Keys of the console: ACTION = KEYS, or ACTION = none\n"
                                      "#[keys]\n";

static void cmd_config_sample(struct buffer *out)
{
    static const struct param_table *const tables[] = {&params_enqueue, &params_export};
    const char *group;
    size_t count;
    buffer_append_text(out, sample_head);
    for (size_t at = 0; (group = settings_group(at)); at++) {
        buffer_printf(out, "\n# --- %s ---\n", group);
        for (int i = 0; i < SETTING_COUNT; i++) {
            const struct setting_def *def = &setting_defs[i];
            char value[80];
            if (def->not_in_config || strcmp(def->group, group) != 0)
                continue;
            usage_setting_value(value, sizeof value, def);
            buffer_printf(out, "\n# %s (%s", def->help, value);
            if (def->type == SETTING_INT)
                buffer_printf(out, ", %" PRId64 " to %" PRId64, def->min, def->max);
            buffer_printf(out, ")\n#%s =%s%s\n", def->name, *def->def ? " " : "", def->def);
        }
    }
    for (size_t at = 0; at < sizeof tables / sizeof tables[0]; at++) {
        buffer_printf(out, "\n# --- Parameters of %s: start values of the form and the command ---\n\n",
                      tables[at]->name);
        for (size_t i = 0; i < tables[at]->count; i++) {
            const struct param_def *def = &tables[at]->rows[i];
            buffer_printf(out, "#%s =%s%s\n", def->name, def->def ? " " : "", def->def ? def->def : "");
        }
    }
    buffer_append_text(out, sample_sections);
    struct action *actions = app_actions(&count);
    for (size_t i = 0; i < count; i++)
        buffer_printf(out, "#%s = %s\n", actions[i].name, actions[i].keys ? actions[i].keys : "none");
    free(actions);
    for (size_t i = 0; i < FORM_ACT_COUNT - 1; i++)
        buffer_printf(out, "#%s = %s\n", form_bindings[i].name, form_bindings[i].keys);
}

int cli_config(struct cli *cli, struct error *err)
{
    bool wants_path = args_has(cli->args, OPTION_PATH);
    char *path = wants_path ? file_config_path("config") : NULL;
    struct buffer out;
    if (wants_path && !path) {
        error_set(err, ERROR_USAGE,
                  "there is no config file: HOME and XDG_CONFIG_HOME are not absolute paths");
        return CLI_FAILED;
    }
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    if (path)
        text_repair(&out, path, strlen(path)); /* JSON must be valid UTF-8 */
    else
        cmd_config_sample(&out);
    if (cli->json)
        cli_put_pack(cli, "{s:b, s:s}", "ok", true, wants_path ? "path" : "sample", buffer_text(&out));
    else
        cli_put_text(cli, "%s%s", buffer_text(&out), wants_path ? "\n" : "");
    buffer_free(&out);
    free(path);
    return 0;
}

/* --- doctor --- */

struct doctor {
    struct cli *cli;
    json_t *checks;
};

/* Prints one row, and returns `ok`. */
__attribute__((format(printf, 4, 5))) static bool doctor_put(struct doctor *doctor, bool ok, const char *name,
                                                             const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = mem_vprintf(format, args), *clean = text_clean_copy(text);
    va_end(args);
    if (doctor->cli->json)
        json_array_append_new(doctor->checks,
                              json_pack("{s:s, s:b, s:s}", "name", name, "ok", ok, "value", clean));
    else
        cli_put_text(doctor->cli, "%-3s %-14s %s\n", ok ? "ok" : "BAD", name, clean);
    free(clean);
    free(text);
    return ok;
}

/* Prints the facts and frees them. Returns false if one of them is bad. */
static bool doctor_put_facts(struct doctor *doctor, struct facts *facts)
{
    bool ok = true;
    for (size_t i = 0; i < facts->count; i++)
        ok &= doctor_put(doctor, facts->rows[i].level != FACT_BAD, facts->rows[i].name, "%s",
                         facts->rows[i].text);
    facts_free(facts);
    return ok;
}

static void doctor_terminal(struct doctor *doctor)
{
    struct winsize size = {0};
    const char *given = getenv("TERM"), *term = given && *given ? given : "not set";
    bool dumb = !given || strcmp(term, "dumb") == 0, utf8 = locale_start();
    ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
    doctor_put(doctor, true, "steno", "%s", STENO_RELEASE);
    if (entry_can_ask())
        doctor_put(doctor, !dumb, "terminal", "TERM %s, %dx%d%s", term, size.ws_col, size.ws_row,
                   dumb ? "; the commands work, but the console requires another TERM" : "");
    else
        doctor_put(doctor, true, "terminal", "not a terminal (TERM %s)", term);
    doctor_put(doctor, true, "locale", "%s",
               utf8 ? setlocale(LC_CTYPE, NULL)
                    : "not UTF-8, so the console uses ASCII (LC_ALL, LC_CTYPE and LANG set the locale)");
}

/* Prints the TLS settings, the proxy, and the environment variables for both. */
static void doctor_network(struct doctor *doctor)
{
    static const struct {
        const char *name;
        bool is_proxy;
    } variables[] = {{"SSL_CERT_FILE", false}, {"CURL_CA_BUNDLE", false}, {"no_proxy", false},
                     {"NO_PROXY", false},      {"http_proxy", true},      {"https_proxy", true},
                     {"HTTPS_PROXY", true},    {"all_proxy", true},       {"ALL_PROXY", true}};
    const struct settings *settings = &doctor->cli->settings;
    const char *url = settings_text(settings, SETTING_URL);
    const char *ca_file = settings_text(settings, SETTING_CA_FILE);
    const char *bundle = http_ca_bundle(ca_file);
    if (settings_warn_of_http(settings, url))
        doctor_put(doctor, false, "TLS", "%s", settings_http_warning);
    else if (address_is_exposed(url))
        doctor_put(doctor, true, "TLS", "not encrypted: the setting allow_http allows http://");
    else if (strncmp(url, "http://", strlen("http://")) == 0)
        doctor_put(doctor, true, "TLS", "not encrypted: http:// to this computer");
    else if (*bundle != '/' || access(bundle, R_OK) == 0)
        doctor_put(doctor, true, "TLS", "certificates in %s", bundle);
    else
        doctor_put(doctor, false, "TLS", "cannot read the certificates in %s: %s; %s", bundle,
                   strerror(errno), http_bundle_missing);
    if (!*settings_text(settings, SETTING_PROXY))
        doctor_put(doctor, true, "proxy", "not set");
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i].name);
        char proxy[500];
        if (!value)
            continue;
        bool is_shown = *value && variables[i].is_proxy, good = true;
        if (is_shown)
            good = http_proxy_show(proxy, sizeof proxy, value); /* hides its password */
        doctor_put(doctor, good, variables[i].name, "%s",
                   !*value     ? "not set"
                   : !is_shown ? value
                   : good      ? proxy
                          : "set, but the value is not the address of a proxy, such as http://HOST:PORT");
    }
}

int cli_doctor(struct cli *cli, struct error *err)
{
    struct doctor doctor = {.cli = cli, .checks = json_array()};
    const struct settings *settings = &cli->settings;
    bool is_loaded = err->kind == ERROR_NONE, is_kept = true, is_usable = true;
    int code = is_loaded ? 0 : error_kind_exit_code(err->kind);
    struct error why;
    error_clear(&why);
    doctor_terminal(&doctor);
    if (is_loaded) {
        struct facts files = {0}, facts = {0};
        facts_of_files(&files, settings, &(struct config_sources){0}, NULL);
        is_kept = doctor_put_facts(&doctor, &files);
        facts_of_settings(&facts, settings);
        is_usable = doctor_put_facts(&doctor, &facts);
        size_t count = settings->key_count;
        struct keymap *keymap = count > 0 ? app_keymap(settings, &why) : NULL;
        if (keymap)
            doctor_put(&doctor, true, "keys", "%zu %s with changed keys", count,
                       count == 1 ? "action" : "actions");
        else if (count > 0)
            is_usable = doctor_put(&doctor, false, "keys", "%s", why.text);
        keymap_free(keymap);
    } else {
        doctor_put(&doctor, false, "settings", "%s", err->text);
    }
    char *libcurl = http_load_describe(&why); /* libcurl is loaded at run time: ldd does not show it */
    if (!doctor_put(&doctor, libcurl, "libcurl", "%s", libcurl ? libcurl : why.text))
        code = code ? code : error_kind_exit_code(why.kind);
    if (libcurl && is_loaded) {
        doctor_network(&doctor);
        int64_t start = clock_mono_ms();
        struct connection *connection = cli_connection(cli, true, &why);
        struct login *login = connection ? api_current_user(connection, &why) : NULL;
        int64_t took = clock_mono_ms() - start;
        if (login) {
            doctor_put(&doctor, true, "server", "answered in %" PRId64 " ms, logged in as %s", took,
                       login->email[0] ? login->email : "an account without email");
        } else {
            cli_explain_auth(cli, &why);
            doctor_put(&doctor, false, "server", "%s", why.text);
            code = error_kind_exit_code(why.kind);
        }
        login_free(login);
    }
    free(libcurl);
    if (code == 0 && !(is_usable && is_kept))
        code = error_kind_exit_code(is_usable ? ERROR_IO : ERROR_USAGE);
    if (cli->json)
        cli_put_pack(cli, "{s:b, s:O}", "ok", code == 0, "checks", doctor.checks);
    json_decref(doctor.checks);
    return code;
}
