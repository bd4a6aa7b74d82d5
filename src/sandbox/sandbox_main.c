/* steno-sandbox: reads the options, starts the service on its port, and loops until it is told to end. */
/* SPDX-License-Identifier: MIT */
#include <locale.h>
#include <poll.h>
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

/* Logs a request: writes and refusals, and all when asked. */
static void sandbox_log(const struct sandbox *sandbox, const struct service_request *request,
                        const struct endpoint *endpoint, const struct reply *reply)
{
    if (control_is_steering(request->path) ||
        (!sandbox->options.verbose && reply->status < 400 && !reply->note &&
         !(endpoint && (endpoint->write || endpoint->body != BODY_NONE))))
        return;
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    received_log(&sandbox->control.received, endpoint ? endpoint->name : "-", &line);
    fprintf(stderr, "%s\n", buffer_text(&line));
    buffer_free(&line);
}

/* Answers one request. */
static void sandbox_answer(void *arg, const struct service_request *request, struct reply *reply)
{
    struct sandbox *sandbox = arg;
    const struct endpoint *endpoint = control_answer(&sandbox->control, request, clock_wall_ms(), reply);
    if (reply->manner != REPLY_LATE)
        sandbox_log(sandbox, request, endpoint, reply);
}

/* Reads what stands in stdin and drops it; false at its end. */
static bool sandbox_stdin_open(void)
{
    char dropped[4096];
    return read(STDIN_FILENO, dropped, sizeof dropped) > 0;
}

/* Serves until a signal comes or, when asked for, stdin closes. */
static void sandbox_loop(struct server *server, int signals, bool until_stdin_closes)
{
    struct pollfd fds[] = {{.fd = server_fd(server), .events = POLLIN},
                           {.fd = signals, .events = POLLIN},
                           {.fd = until_stdin_closes ? STDIN_FILENO : -1, .events = POLLIN}};
    for (;;) {
        poll(fds, sizeof fds / sizeof fds[0], server_wait_ms(server, clock_mono_ms()));
        if (fds[1].revents || (fds[2].revents && !sandbox_stdin_open()))
            return;
        server_run(server, clock_mono_ms());
    }
}

/* As many connections as the system lets us have. */
static void sandbox_raise_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max < DESCRIPTORS_MAX ? limit.rlim_max : DESCRIPTORS_MAX;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* A descriptor that becomes readable when the program should end. */
static int sandbox_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGHUP);
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN); /* a write past the limit fails, as on a full disk */
    return signalfd(-1, &set, SFD_CLOEXEC);
}

/* Reads the PEM files that TLS needs; nothing when it is not asked for. */
static bool sandbox_read_tls(const struct options *options, struct buffer *cert, struct buffer *key,
                             struct error *err)
{
    return !options->tls_cert ||
           (file_read(options->tls_cert, cert, err) && file_read(options->tls_key, key, err));
}

/* The address, and to a person how it is used. */
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
    struct buffer cert, key;
    buffer_init(&cert, BUFFER_MAX_DEFAULT);
    buffer_init(&key, BUFFER_MAX_DEFAULT);
    struct server *server = NULL;
    if (sandbox_read_tls(&sandbox->options, &cert, &key, err)) {
        const char *cert_text = sandbox->options.tls_cert ? buffer_text(&cert) : NULL;
        server = server_start(&(struct server_config){.port = (int)sandbox->options.port,
                                                      .idle_s = sandbox->options.idle_s,
                                                      .tls_cert = cert_text,
                                                      .tls_key = cert_text ? buffer_text(&key) : NULL,
                                                      .answer = sandbox_answer,
                                                      .arg = sandbox},
                              err);
    }
    if (server) {
        sandbox_print_address(&sandbox->options, server_port(server));
        sandbox_loop(server, signals, sandbox->options.until_stdin_closes);
        server_stop(server);
    }
    buffer_free(&cert);
    buffer_free(&key);
    return server != NULL;
}

/* Adds the faults of the command line. */
static bool sandbox_add_faults(struct sandbox *sandbox, struct error *err)
{
    bool ok = true;
    for (int i = 0; ok && i < sandbox->options.fault_count; i++)
        ok = faults_add(&sandbox->control.faults, sandbox->options.faults[i], err);
    return ok;
}

/* Says what went wrong. */
static int sandbox_fail(const struct error *err)
{
    fprintf(stderr, "steno-sandbox: %s\n", err->text);
    return error_kind_exit_code(err->kind);
}

/* Prints what was asked for instead of serving. */
static int sandbox_print(const struct options *options)
{
    if (options->help)
        options_print_help(stdout);
    else
        puts("steno-sandbox " STENO_RELEASE);
    return fflush(stdout) == 0 ? 0 : 1;
}

/* The world begins now, or as if it had begun at another time. */
static bool sandbox_begin_world(struct world *world, const struct options *options, struct error *err)
{
    struct date date = {.ms = clock_wall_ms()};
    if (options->as_of && !date_parse(options->as_of, &date))
        return error_set(err, ERROR_USAGE, "--as-of: “%s” is not a time such as 2026-05-23T12:00:00Z",
                         options->as_of);
    world_set_start(world, date.ms, options->in_progress);
    return true;
}

int main(int argc, char **argv)
{
    struct sandbox sandbox = {0};
    struct options *options = &sandbox.options;
    struct error err;
    error_clear(&err);
    if (!options_parse(options, argc, argv, &err))
        return sandbox_fail(&err);
    if (options->help || options->version)
        return sandbox_print(options);
    setlocale(LC_CTYPE, "C.UTF-8");
    sandbox_raise_limit();
    int signals = sandbox_signals();
    struct service *service = &sandbox.control.service;
    service_init(service, world_new(options->projects, options->transcribe_ms), options->api_path,
                 options->token);
    world_set_speed(service->world, options->speed);
    service->export_bytes = options->export_bytes;
    service->show_metadata = options->show_metadata;
    bool ok = sandbox_begin_world(service->world, options, &err) && sandbox_add_faults(&sandbox, &err) &&
              sandbox_serve(&sandbox, signals, &err);
    control_free(&sandbox.control);
    close(signals);
    return ok ? 0 : sandbox_fail(&err);
}
