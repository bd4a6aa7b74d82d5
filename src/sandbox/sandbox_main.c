/* steno-sandbox: reads its options, then runs the service until a signal ends it. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "control.h"
#include "server.h"
#include "revision.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/text.h"
#include "steno/base/when.h"

#define DESCRIPTORS_MAX 16384
#define FAULTS_MAX      32
#define COUNT(rows)     (sizeof(rows) / sizeof(rows)[0])

/* --- options --- */

static struct options {
    int64_t port;                   /* 0: any free port */
    int64_t transcribe_ms;          /* duration of every transcription, or WORLD_BY_LENGTH */
    int64_t projects;               /* number of projects, or WORLD_DEFAULT */
    int64_t in_progress;            /* project that is being transcribed at the start, or 0 */
    const char *as_of;              /* time to which the projects' dates are relative; NULL: now */
    const char *token;              /* token of the first account; NULL: a random one */
    const char *api_path;           /* the only path of the API; NULL: both /API and /XAPI */
    const char *tls_cert, *tls_key; /* PEM files, or NULL */
    int64_t idle_s;
    int64_t export_bytes; /* size of every export; 0: real subtitles */
    const char *faults[FAULTS_MAX];
    int fault_count;
    bool until_stdin_closes;
    bool verbose;
    bool show_metadata;
    bool help, version;
} options = {.port = 8321, .transcribe_ms = WORLD_BY_LENGTH, .idle_s = 60, .projects = WORLD_DEFAULT};

enum option_kind { OPTION_FLAG, OPTION_INT, OPTION_SECONDS, OPTION_TEXT, OPTION_TEXTS, OPTION_TWO_TEXTS };

struct option_def {
    const char *name;
    const char *value; /* name of the value in the help, or NULL */
    enum option_kind kind;
    void *member; /* member of `options` that gets the value */
    int64_t min, max;
    const char *help; /* NULL: only docs/SANDBOX.md describes the option */
};

static const struct option_def defs[] = {
    {"--port", "N", OPTION_INT, &options.port, 0, 65535, "port on 127.0.0.1; 0: a free one (8321)"},
    {"--transcribe-seconds", "S", OPTION_SECONDS, &options.transcribe_ms, 0, 86400,
     "how long a transcription takes (2 s + 1/400 of the recording)"},
    {"--projects", "N", OPTION_INT, &options.projects, 0, 1000000,
     "projects 1 to N, all yours (12, and 3 of somebody else)"},
    {"--in-progress", "ID", OPTION_INT, &options.in_progress, 1, 1000000,
     "this project is being transcribed at the start, for 20 s"},
    {"--as-of", "TIME", OPTION_TEXT, &options.as_of, 0, 0, NULL},
    {"--token", "T", OPTION_TEXT, &options.token, 0, 0, "API token of demo@example.org (random)"},
    {"--api-path", "P", OPTION_TEXT, &options.api_path, 0, 0,
     "serve the API only at this path (/API and /XAPI)"},
    {"--tls", "CERT KEY", OPTION_TWO_TEXTS, &options.tls_cert, 0, 0, "serve https with these PEM files"},
    {"--idle-seconds", "S", OPTION_INT, &options.idle_s, 1, 86400,
     "close connections that are idle this long (60)"},
    {"--export-bytes", "N", OPTION_INT, &options.export_bytes, 0, INT64_MAX, NULL},
    {"--fault", "F", OPTION_TEXTS, options.faults, 0, 0, "a fault, see below; can be repeated"},
    {"--show-metadata", NULL, OPTION_FLAG, &options.show_metadata, 0, 0,
     "projects have a field Metadata, which the API does not list"},
    {"--until-stdin-closes", NULL, OPTION_FLAG, &options.until_stdin_closes, 0, 0, NULL},
    {"--verbose", NULL, OPTION_FLAG, &options.verbose, 0, 0,
     "log every request, not only writes and refusals"},
    {"--help", NULL, OPTION_FLAG, &options.help, 0, 0, "show this help; -h too"},
    {"--version", NULL, OPTION_FLAG, &options.version, 0, 0, "show the version"},
};

/* Reads the option at argv[*at] (NAME, NAME VALUE or NAME=VALUE). Moves *at to the option's last argument. */
static bool options_read(int argc, char *const *argv, int *at, struct error *err)
{
    const char *arg = strcmp(argv[*at], "-h") == 0 ? "--help" : argv[*at];
    size_t len = strcspn(arg, "=");
    const char *value = arg[len] ? arg + len + 1 : NULL;
    const struct option_def *def = NULL;
    int64_t whole;
    for (size_t i = 0; i < COUNT(defs) && !def; i++) {
        if (strlen(defs[i].name) == len && strncmp(defs[i].name, arg, len) == 0)
            def = &defs[i];
    }
    if (!def)
        return error_set(err, ERROR_USAGE, "unknown option %s; see --help", argv[*at]);
    if (def->kind == OPTION_FLAG) {
        if (value)
            return error_set(err, ERROR_USAGE, "%s takes no value", def->name);
        *(bool *)def->member = true;
        return true;
    }
    if (!value && ++*at < argc)
        value = argv[*at];
    if (!value)
        return error_set(err, ERROR_USAGE, "option %s requires a value: %s", def->name, def->value);
    double number = text_is_number(value) ? strtod(value, NULL) : -1;
    switch (def->kind) {
    case OPTION_INT:
        if (!text_parse_int(value, &whole) || whole < def->min || whole > def->max)
            break;
        *(int64_t *)def->member = whole;
        return true;
    case OPTION_SECONDS:
        if (!(number >= 0 && number <= (double)def->max) || value[0] == '-')
            break;
        *(int64_t *)def->member = (int64_t)(number * 1000);
        return true;
    case OPTION_TEXTS:
        if (options.fault_count == FAULTS_MAX)
            return error_set(err, ERROR_USAGE, "%s: at most %d can be given", def->name, FAULTS_MAX);
        options.faults[options.fault_count++] = value;
        return true;
    case OPTION_TWO_TEXTS:
        if (++*at >= argc)
            return error_set(err, ERROR_USAGE, "option %s requires two values: %s", def->name, def->value);
        options.tls_key = argv[*at];
        /* fall through */
    default:
        *(const char **)def->member = value;
        return true;
    }
    return error_set(err, ERROR_USAGE, "%s: “%s” is not a number from %lld to %lld", def->name, value,
                     (long long)def->min, (long long)def->max);
}

static bool options_parse(int argc, char *const *argv, struct error *err)
{
    for (int at = 1; at < argc; at++) {
        if (!options_read(argc, argv, &at, err))
            return false;
    }
    size_t len = options.api_path ? strlen(options.api_path) : 0, token = 0;
    if (len > 0 && (options.api_path[0] != '/' || options.api_path[len - 1] == '/'))
        return error_set(err, ERROR_USAGE, "--api-path: “%s” must begin with a slash and not end with one",
                         options.api_path);
    while (options.token && options.token[token] > ' ' && options.token[token] <= '~')
        token++;
    if (options.token && (token < 1 || token > 79 || options.token[token]))
        return error_set(err, ERROR_USAGE, "--token: a token has 1 to 79 characters of ASCII without blanks");
    return true;
}

static void options_print_help(void)
{
    fputs("usage: steno-sandbox [OPTION...]\n"
          "A local transcription service for trying and testing clients; it prints its address.\n\n"
          "Defaults are in parentheses.\n",
          stdout);
    for (size_t i = 0; i < COUNT(defs); i++) {
        char left[64];
        if (!defs[i].help)
            continue;
        snprintf(left, sizeof left, "%s%s%s", defs[i].name, defs[i].value ? " " : "",
                 defs[i].value ? defs[i].value : "");
        printf("  %-26s %s\n", left, defs[i].help);
    }
    fputs("\nFaults: ROUTE[/ID][+AFTER]:KIND[=ARG][,NAME:VALUE...][*COUNT]\n"
          "ROUTE: an endpoint or *. ID: a project. AFTER: number of requests that pass first.\n"
          "NAME:VALUE: a header. COUNT: number of requests that get the fault.\n"
          "Example: get-project/7+2:status=503,Retry-After:2*3\n  routes:",
          stdout);
    for (int i = 0; i < ENDPOINT_COUNT; i++)
        printf(" %s", endpoints[i].name);
    putchar('\n');
    for (const struct fault_kind *kind = fault_kinds; kind->name; kind++)
        printf("  %-11s %s\n", kind->name, kind->help);
    fputs("\nLog in as demo@example.org, new@example.org or other@example.org, password demo.\n", stdout);
}

/* --- the program --- */

/* Answers one request. Logs writes, refused requests, and each reply that has a note. --verbose logs all
 * requests. */
static void sandbox_answer(void *arg, const struct service_request *request, struct reply *reply)
{
    struct control *control = arg;
    const struct endpoint *endpoint = control_answer(control, request, clock_wall_ms(), reply);
    bool writes = endpoint && (endpoint->write || endpoint->body != BODY_NONE);
    if (reply->manner == REPLY_LATE || control_is_steering(request->path) ||
        !(options.verbose || reply->status >= 400 || reply->note || writes))
        return;
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    received_log(&control->received, endpoint ? endpoint->name : "-", &line);
    fprintf(stderr, "%s\n", buffer_text(&line));
    buffer_free(&line);
}

/* Prints the address. On a terminal, also prints how to log in. */
static void sandbox_print_address(int port)
{
    char url[64];
    snprintf(url, sizeof url, "%s://127.0.0.1:%d", options.tls_cert ? "https" : "http", port);
    printf("%s\n", url);
    fflush(stdout);
    if (isatty(STDOUT_FILENO) && isatty(STDERR_FILENO))
        fprintf(stderr,
                "In another terminal: steno login --url %s%s --email demo@example.org\n"
                "The password is demo. ^C ends the server.\n",
                url, options.api_path ? options.api_path : "/XAPI");
}

/* Prepares locale, descriptor limit and signals. Returns a descriptor that becomes readable when a signal
 * asks the program to end. */
static int sandbox_prepare(void)
{
    struct rlimit limit;
    sigset_t set;
    setlocale(LC_CTYPE, "C.UTF-8");
    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        limit.rlim_cur = limit.rlim_max < DESCRIPTORS_MAX ? limit.rlim_max : DESCRIPTORS_MAX;
        setrlimit(RLIMIT_NOFILE, &limit);
    }
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a write beyond the file size limit fails, but does not end steno-sandbox */
    return signalfd(-1, &set, SFD_CLOEXEC);
}

/* Makes the projects, with dates relative to --as-of or now. Adds the faults of the command line. Runs the
 * server. */
static bool sandbox_run(struct error *err)
{
    struct control control = {0};
    struct service *service = &control.service;
    struct date date = {.ms = clock_wall_ms()};
    struct buffer cert, key;
    buffer_init(&cert, BUFFER_MAX_DEFAULT);
    buffer_init(&key, BUFFER_MAX_DEFAULT);
    int signals = sandbox_prepare();
    service_init(service, world_new(options.projects, options.transcribe_ms), options.api_path,
                 options.token);
    service->export_bytes = options.export_bytes;
    service->show_metadata = options.show_metadata;
    bool ok = !options.as_of || date_parse(options.as_of, &date);
    if (ok)
        world_set_start(service->world, date.ms, options.in_progress);
    else
        error_set(err, ERROR_USAGE, "--as-of: “%s” is not a time such as 2026-05-23T12:00:00Z",
                  options.as_of);
    for (int i = 0; ok && i < options.fault_count; i++)
        ok = faults_add(&control.faults, options.faults[i], err);
    ok = ok && (!options.tls_cert ||
                (file_read(options.tls_cert, &cert, err) && file_read(options.tls_key, &key, err)));
    struct server_config config = {.port = (int)options.port,
                                   .idle_s = options.idle_s,
                                   .tls_cert = options.tls_cert ? buffer_text(&cert) : NULL,
                                   .tls_key = options.tls_cert ? buffer_text(&key) : NULL,
                                   .end_fd = signals,
                                   .while_open_fd = options.until_stdin_closes ? STDIN_FILENO : -1,
                                   .started = sandbox_print_address,
                                   .answer = sandbox_answer,
                                   .arg = &control};
    ok = ok && server_serve(&config, err);
    control_free(&control);
    buffer_free(&cert);
    buffer_free(&key);
    close(signals);
    return ok;
}

int main(int argc, char **argv)
{
    struct error err;
    error_clear(&err);
    bool ok = options_parse(argc, argv, &err);
    if (ok && options.help)
        options_print_help();
    else if (ok && options.version)
        puts("steno-sandbox " STENO_RELEASE);
    else if (ok)
        ok = sandbox_run(&err);
    if (!ok)
        fprintf(stderr, "steno-sandbox: %s\n", err.text);
    return !ok ? error_kind_exit_code(err.kind) : fflush(stdout) == 0 ? 0 : 1;
}
