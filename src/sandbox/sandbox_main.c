/* steno-sandbox: reads the options, starts the service on its port, and loops until it is told to end. */
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
#include "options.h"
#include "server.h"
#include "revision.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/when.h"

#define DESCRIPTORS_MAX 16384

struct sandbox {
    struct options options;
    struct control control;
};

/* Answers one request, and logs it: writes and refusals, and all when asked. */
static void sandbox_answer(void *arg, const struct service_request *request, struct reply *reply)
{
    struct sandbox *sandbox = arg;
    const struct endpoint *endpoint = control_answer(&sandbox->control, request, clock_wall_ms(), reply);
    bool writes = endpoint && (endpoint->write || endpoint->body != BODY_NONE);
    if (reply->manner == REPLY_LATE || control_is_steering(request->path) ||
        !(sandbox->options.verbose || reply->status >= 400 || reply->note || writes))
        return;
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    received_log(&sandbox->control.received, endpoint ? endpoint->name : "-", &line);
    fprintf(stderr, "%s\n", buffer_text(&line));
    buffer_free(&line);
}

/* Prints the address, and to a person how it is used. */
static void sandbox_print_address(const struct options *options, int port)
{
    char url[64];
    snprintf(url, sizeof url, "%s://127.0.0.1:%d", options->tls_cert ? "https" : "http", port);
    printf("%s\n", url);
    fflush(stdout);
    if (isatty(STDOUT_FILENO) && isatty(STDERR_FILENO))
        fprintf(stderr,
                "In another terminal: steno login --url %s%s --email demo@example.org\n"
                "The password is demo. ^C ends the server.\n",
                url, options->api_path ? options->api_path : "/XAPI");
}

/* Starts the server and serves. */
static bool sandbox_serve(struct sandbox *sandbox, int signals, struct error *err)
{
    const struct options *options = &sandbox->options;
    struct buffer cert, key;
    buffer_init(&cert, BUFFER_MAX_DEFAULT);
    buffer_init(&key, BUFFER_MAX_DEFAULT);
    struct server *server = NULL;
    if (!options->tls_cert ||
        (file_read(options->tls_cert, &cert, err) && file_read(options->tls_key, &key, err)))
        server =
            server_start(&(struct server_config){.port = (int)options->port,
                                                 .idle_s = options->idle_s,
                                                 .tls_cert = options->tls_cert ? buffer_text(&cert) : NULL,
                                                 .tls_key = options->tls_cert ? buffer_text(&key) : NULL,
                                                 .answer = sandbox_answer,
                                                 .arg = sandbox},
                         err);
    if (server) {
        sandbox_print_address(options, server_port(server));
        server_serve(server, signals, options->until_stdin_closes ? STDIN_FILENO : -1);
        server_stop(server);
    }
    buffer_free(&cert);
    buffer_free(&key);
    return server != NULL;
}

/* Makes the world, which begins now or as if it had begun at another time, and adds the faults of the command
 * line. */
static bool sandbox_begin(struct sandbox *sandbox, struct error *err)
{
    const struct options *options = &sandbox->options;
    struct service *service = &sandbox->control.service;
    struct date date = {.ms = clock_wall_ms()};
    service_init(service, world_new(options->projects, options->transcribe_ms), options->api_path,
                 options->token);
    world_set_speed(service->world, options->speed);
    service->export_bytes = options->export_bytes;
    service->show_metadata = options->show_metadata;
    if (options->as_of && !date_parse(options->as_of, &date))
        return error_set(err, ERROR_USAGE, "--as-of: “%s” is not a time such as 2026-05-23T12:00:00Z",
                         options->as_of);
    world_set_start(service->world, date.ms, options->in_progress);
    bool ok = true;
    for (int i = 0; ok && i < options->fault_count; i++)
        ok = faults_add(&sandbox->control.faults, options->faults[i], err);
    return ok;
}

/* Has as many connections as the system lets us have, and gives a descriptor that becomes readable when the
 * program should end. */
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
    signal(SIGXFSZ, SIG_IGN); /* a write past the limit fails, as on a full disk */
    return signalfd(-1, &set, SFD_CLOEXEC);
}

int main(int argc, char **argv)
{
    struct sandbox sandbox = {0};
    struct error err;
    error_clear(&err);
    bool ok = options_parse(&sandbox.options, argc, argv, &err);
    if (ok && sandbox.options.help)
        options_print_help(stdout);
    else if (ok && sandbox.options.version)
        puts("steno-sandbox " STENO_RELEASE);
    else if (ok) {
        int signals = sandbox_prepare();
        ok = sandbox_begin(&sandbox, &err) && sandbox_serve(&sandbox, signals, &err);
        control_free(&sandbox.control);
        close(signals);
    }
    if (!ok)
        fprintf(stderr, "steno-sandbox: %s\n", err.text);
    return !ok ? error_kind_exit_code(err.kind) : fflush(stdout) == 0 ? 0 : 1;
}
