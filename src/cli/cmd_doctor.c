/* `doctor`: what this installation is and whether it works; prints no secret, so that it is safe to paste. */
/* SPDX-License-Identifier: MIT */
#include <errno.h>
#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "steno/cli/connect.h"
#include "handlers.h"
#include "steno/cli/output.h"
#include "projects.h"
#include "revision.h"
#include "steno/api/address.h"
#include "steno/api/http.h"
#include "steno/app/keymap.h"
#include "steno/app/turn.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/store/facts.h"

/* The report under way. */
struct doctor {
    struct cli *cli;
    json_t *checks;
    int code;      /* of the first check that failed */
    bool unusable; /* a setting names what cannot be used */
    bool unkept;   /* something cannot be kept, or what is kept cannot be read */
};

/* Reports one fact. `ok` false marks trouble. */
static void cmd_doctor_put(struct doctor *doctor, bool ok, const char *name, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
static void cmd_doctor_put(struct doctor *doctor, bool ok, const char *name, const char *format, ...)
{
    char text[1200];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    char *clean = text_clean_copy(text);
    if (doctor->cli->json) {
        json_array_append_new(doctor->checks,
                              json_pack("{s:s, s:b, s:s}", "name", name, "ok", ok, "value", clean));
    } else {
        char *line = mem_printf("%-3s %-14s %s\n", ok ? "ok" : "BAD", name, clean);
        cli_put_text(doctor->cli, line);
        free(line);
    }
    free(clean);
}

/* A variable's value, or "not set". */
static const char *cmd_doctor_env(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : "not set";
}

/* Terminal and locale. */
static void cmd_doctor_terminal(struct doctor *doctor)
{
    struct winsize size = {0};
    bool is_tty = isatty(STDIN_FILENO) && isatty(STDERR_FILENO);
    bool dumb = strcmp(cmd_doctor_env("TERM"), "dumb") == 0 || !getenv("TERM");
    ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
    cmd_doctor_put(doctor, true, "steno", "%s", STENO_RELEASE);
    if (is_tty)
        cmd_doctor_put(doctor, !dumb, "terminal", "TERM %s, %dx%d%s", cmd_doctor_env("TERM"), size.ws_col,
                       size.ws_row, dumb ? "; the screen needs another TERM, subcommands do not" : "");
    else
        cmd_doctor_put(doctor, true, "terminal", "TERM %s, no terminal here", cmd_doctor_env("TERM"));
    bool utf8 = locale_start();
    cmd_doctor_put(doctor, true, "locale", "%s, %s%s", setlocale(LC_CTYPE, NULL), nl_langinfo(CODESET),
                   utf8 ? "" : "; the screen uses ASCII, as LC_ALL, LC_CTYPE and LANG name no UTF-8");
}

/* Reports facts and frees them. Is one of them trouble? */
static bool cmd_doctor_put_facts(struct doctor *doctor, struct facts *facts)
{
    bool bad = false;
    for (size_t i = 0; i < facts->count; i++) {
        bool good = facts->rows[i].level != FACT_BAD;
        cmd_doctor_put(doctor, good, facts->rows[i].name, "%s", facts->rows[i].text);
        bad = bad || !good;
    }
    facts_free(facts);
    return bad;
}

/* Config, credentials, the state file, and the settings with their sources. */
static void cmd_doctor_facts(struct doctor *doctor)
{
    const struct settings *settings = &doctor->cli->settings;
    struct facts files = {0}, facts = {0};
    struct config_sources sources = {0};
    facts_of_files(&files, settings, &sources, NULL);
    doctor->unkept = cmd_doctor_put_facts(doctor, &files);
    facts_of_settings(&facts, settings);
    doctor->unusable = cmd_doctor_put_facts(doctor, &facts);
}

/* The `[keys]` of the config, where there are any. */
static void cmd_doctor_keys(struct doctor *doctor)
{
    struct error err;
    size_t count = doctor->cli->settings.key_count;
    if (count == 0)
        return;
    struct keymap *keymap = app_keymap(&doctor->cli->settings, &err);
    doctor->unusable = doctor->unusable || !keymap;
    if (keymap)
        cmd_doctor_put(doctor, true, "keys", "%zu %s remapped", count, count == 1 ? "command" : "commands");
    else
        cmd_doctor_put(doctor, false, "keys", "%s", err.text);
    keymap_free(keymap);
}

/* libcurl, which no other tool shows where it is loaded late. False: nothing can be sent. */
static bool cmd_doctor_libcurl(struct doctor *doctor)
{
    struct error err;
    char *found = http_load_describe(&err);
    cmd_doctor_put(doctor, found, "libcurl", "%s", found ? found : err.text);
    if (!found && !doctor->code)
        doctor->code = error_kind_exit_code(err.kind);
    bool loaded = found != NULL;
    free(found);
    return loaded;
}

/* Is what is sent encrypted, and whose certificates are trusted? */
static void cmd_doctor_tls(struct doctor *doctor)
{
    const struct settings *settings = &doctor->cli->settings;
    const char *url = settings_text(settings, SETTING_URL);
    const char *ca_file = settings_text(settings, SETTING_CA_FILE);
    const char *bundle = http_ca_bundle(&(struct http_options){.ca_file = ca_file});
    if (settings_warn_of_http(settings, url))
        cmd_doctor_put(doctor, false, "TLS", "%s", settings_http_warning);
    else if (address_is_exposed(url))
        cmd_doctor_put(doctor, true, "TLS", "none: http:// is allowed by allow_http");
    else if (strncmp(url, "http://", strlen("http://")) == 0)
        cmd_doctor_put(doctor, true, "TLS", "none: http:// to this machine");
    else if (*bundle != '/' || access(bundle, R_OK) == 0)
        cmd_doctor_put(doctor, true, "TLS", "certificates of %s", bundle);
    else
        cmd_doctor_put(doctor, false, "TLS", "certificates of %s: %s; %s", bundle, strerror(errno),
                       http_bundle_missing);
}

/* TLS and proxy: settings and the variables that stand in for them. */
static void cmd_doctor_network(struct doctor *doctor)
{
    static const char *const plain[] = {"SSL_CERT_FILE", "CURL_CA_BUNDLE", "no_proxy", "NO_PROXY"};
    static const char *const proxies[] = {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy",
                                          "ALL_PROXY"};
    char shown[500];
    cmd_doctor_tls(doctor);
    if (!*settings_text(&doctor->cli->settings, SETTING_PROXY))
        cmd_doctor_put(doctor, true, "proxy", "not set: the variables below");
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        if (getenv(plain[i]))
            cmd_doctor_put(doctor, true, plain[i], "%s", cmd_doctor_env(plain[i]));
    }
    for (size_t i = 0; i < sizeof proxies / sizeof proxies[0]; i++) {
        const char *value = getenv(proxies[i]);
        if (!value)
            continue;
        bool good = !*value || http_proxy_show(shown, sizeof shown, value);
        cmd_doctor_put(doctor, good, proxies[i], "%s",
                       !*value ? "not set"
                       : good  ? shown
                               : "set, but not to the address of a proxy, such as http://HOST:PORT");
    }
}

/* Asks the server who we are. */
static void cmd_doctor_server(struct doctor *doctor)
{
    struct cli *cli = doctor->cli;
    struct error err;
    error_clear(&err);
    int64_t start = clock_mono_ms();
    struct connection *connection = cli_connection(cli, true, &err);
    struct login *login = connection ? api_current_user(connection, &err) : NULL;
    int64_t took = clock_mono_ms() - start;
    if (login) {
        cmd_doctor_put(doctor, true, "server", "answered in %" PRId64 " ms, logged in as %s", took,
                       login->email[0] ? login->email : "an account without email");
    } else {
        cli_explain_auth(cli, &err);
        cmd_doctor_put(doctor, false, "server", "%s", err.text);
        doctor->code = doctor->code ? doctor->code : error_kind_exit_code(err.kind);
    }
    login_free(login);
}

/* The end of the report. Returns the exit code. */
static int cmd_doctor_end(struct doctor *doctor, int code)
{
    if (doctor->cli->json)
        cli_put_json(doctor->cli, json_pack("{s:b, s:O}", "ok", code == 0, "checks", doctor->checks));
    json_decref(doctor->checks);
    return code;
}

int cli_doctor_without_settings(struct cli *cli, const struct error *trouble)
{
    struct doctor doctor = {.cli = cli, .checks = json_array()};
    cmd_doctor_terminal(&doctor);
    cmd_doctor_put(&doctor, false, "settings", "%s", trouble->text);
    cmd_doctor_libcurl(&doctor);
    return cmd_doctor_end(&doctor, error_kind_exit_code(trouble->kind));
}

int cli_doctor(struct cli *cli)
{
    struct doctor doctor = {.cli = cli, .checks = json_array()};
    cmd_doctor_terminal(&doctor);
    cmd_doctor_facts(&doctor);
    cmd_doctor_keys(&doctor);
    if (cmd_doctor_libcurl(&doctor)) {
        cmd_doctor_network(&doctor);
        cmd_doctor_server(&doctor);
    }
    int code = doctor.code;
    if (code == 0 && (doctor.unusable || doctor.unkept))
        code = error_kind_exit_code(doctor.unusable ? ERROR_USAGE : ERROR_IO);
    return cmd_doctor_end(&doctor, code);
}
