/* Wraps libmicrohttpd. Our own poll loop drives the library, so that the sandbox has one thread.
 *
 * An exchange is one request with its reply. It collects the body of the request, and lets the caller make
 * the reply. It sends the reply at once, or suspends the connection until the reply is due. This file does
 * not know what requests mean. */
/* SPDX-License-Identifier: MIT */
#include "server.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "steno/base/when.h"
#include "steno/base/mem.h"

#define BODY_MAX        ((size_t)1 << 20)
#define CONNECTIONS_MAX 4096
#define CONNECTION_MEMORY                                                                                    \
    ((size_t)96 << 10) /* memory of each connection, for one request at a time; limits the request head */
#define STREAM_BLOCK ((size_t)256 << 10)

/* A generated file repeats this caption. */
static const char stream_pattern[] =
    "1\n00:00:01,000 --> 00:00:03,000\nThe water level is stable tonight.\n\n";
#define STREAM_PERIOD (sizeof stream_pattern - 1)

struct server {
    struct MHD_Daemon *daemon;
    const struct server_config *config;
    struct exchange *held; /* list of suspended exchanges */
    /* stream_pattern, repeated. Each block of a generated file is a copy that begins in the first pattern. */
    char generated[STREAM_BLOCK + STREAM_PERIOD];
};

struct exchange {
    struct server *server;
    struct MHD_Connection *connection;
    struct buffer body;
    struct query query, headers;
    struct reply reply;
    const char *method, *path; /* owned by libmicrohttpd; valid while the exchange is held */
    bool begun, answered;
    bool has_nul;          /* the target contains %00, at which libmicrohttpd cuts the path */
    uint64_t size, cut_at; /* size of a body that is sent in pieces; number of bytes to send of this body */
    int64_t due_ms;        /* when a held reply is sent; INT64_MAX: never */
    struct exchange *next;
};

/* --- sending --- */

static void exchange_hold(struct exchange *exchange, int64_t due_ms)
{
    exchange->due_ms = due_ms;
    exchange->next = exchange->server->held;
    exchange->server->held = exchange;
    MHD_suspend_connection(exchange->connection);
}

/* Called by libmicrohttpd for a body that is sent in pieces. Writes the next piece to `out`. */
static ssize_t exchange_read(void *arg, uint64_t at, char *out, size_t max)
{
    struct exchange *exchange = arg;
    const struct reply *reply = &exchange->reply;
    size_t left = at < exchange->cut_at ? (size_t)(exchange->cut_at - at) : 0;
    size_t len = left < max ? left : max;
    if (left == 0 && exchange->cut_at == exchange->size)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (left == 0 && reply->manner != REPLY_FREEZE)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    if (left == 0) {
        exchange_hold(exchange, INT64_MAX);
    } else if (reply->stream_bytes > 0) {
        len = len < STREAM_BLOCK ? len : STREAM_BLOCK;
        memcpy(out, exchange->server->generated + at % STREAM_PERIOD, len);
    } else {
        memcpy(out, reply->body.data + at, len);
    }
    return (ssize_t)len;
}

/* Ends the exchange in the manner of the reply (send, cut, ...). The exchange keeps the body. */
static enum MHD_Result exchange_finish(struct exchange *exchange)
{
    struct reply *reply = &exchange->reply;
    enum reply_manner manner = reply->manner;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    int fd = info ? info->connect_fd : -1;
    if (manner == REPLY_HEAD) { /* written to the socket, because libmicrohttpd would send a whole reply */
        char head[80];
        int len = snprintf(head, sizeof head, "HTTP/1.1 %d Fault\r\nServer: sandbox\r\n", reply->status);
        send(fd, head, (size_t)len, MSG_NOSIGNAL);
        return MHD_NO;
    }
    if (manner == REPLY_RESET || manner == REPLY_STALL) { /* this connect() sends a reset, not a FIN */
        struct sockaddr nowhere = {.sa_family = AF_UNSPEC};
        (void)connect(fd, &nowhere, sizeof nowhere);
        return MHD_NO;
    }
    struct MHD_Response *response;
    if (reply->stream_bytes > 0 || manner != REPLY_SEND) {
        bool cut = manner == REPLY_CUT || manner == REPLY_FREEZE;
        exchange->size = reply->stream_bytes > 0 ? (uint64_t)reply->stream_bytes : (uint64_t)reply->body.len;
        exchange->cut_at = !cut                ? exchange->size
                           : reply->cut_at < 0 ? exchange->size / 2
                                               : (uint64_t)reply->cut_at;
        if (exchange->cut_at > exchange->size)
            exchange->cut_at = exchange->size;
        response =
            MHD_create_response_from_callback(exchange->size, STREAM_BLOCK, exchange_read, exchange, NULL);
    } else {
        response = MHD_create_response_from_buffer(reply->body.len, reply->body.data, MHD_RESPMEM_PERSISTENT);
    }
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, reply->type);
    for (size_t i = 0; i < reply->headers.count; i++)
        MHD_add_response_header(response, reply->headers.pairs[i].name, reply->headers.pairs[i].value);
    enum MHD_Result result = MHD_queue_response(exchange->connection, (unsigned)reply->status, response);
    MHD_destroy_response(response);
    return result;
}

/* --- receiving --- */

/* Called by libmicrohttpd with the target of a request, before the library parses the target. Begins an
 * exchange. Reads the query, and hides the query from the library. The library would copy each parameter into
 * the small memory of the connection. */
static void *server_on_target(void *arg, const char *target, struct MHD_Connection *connection)
{
    struct exchange *exchange = mem_zero(1, sizeof *exchange);
    char *mark = strchr((char *)(uintptr_t)target, '?'); /* target is libmicrohttpd's own, writable buffer */
    exchange->server = arg;
    exchange->connection = connection;
    buffer_init(&exchange->body, BODY_MAX);
    reply_init(&exchange->reply);
    exchange->has_nul = strstr(target, "%00") != NULL;
    if (mark && mark[1]) {
        query_parse(&exchange->query, mark + 1, strlen(mark + 1));
        mark[1] = '\0';
    }
    return exchange;
}

static enum MHD_Result exchange_add_header(void *arg, enum MHD_ValueKind kind, const char *name,
                                           const char *value)
{
    (void)kind;
    query_add(arg, name, value);
    return MHD_YES;
}

/* Makes the reply, after the whole request was received. For REPLY_LATE, runs again at due_ms. */
static void exchange_answer(struct exchange *exchange)
{
    struct reply *reply = &exchange->reply;
    const char *path = exchange->path;
    if (strncasecmp(path, "http://", 7) == 0 || strncasecmp(path, "https://", 8) == 0) {
        path = strchr(strstr(path, "://") + 3, '/'); /* after the host */
        path = path ? path : "/";
    }
    if (!exchange->answered)
        MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, exchange_add_header,
                                  &exchange->headers);
    exchange->answered = true;
    struct service_request request = {
        .method = exchange->method,
        .headers = &exchange->headers,
        .path = path,
        .query = &exchange->query,
        .body = buffer_text(&exchange->body),
        .body_len = exchange->body.len,
    };
    struct head_verdict verdict = exchange->has_nul
                                      ? (struct head_verdict){400, "The address contains a zero byte: %00"}
                                  : exchange->body.full ? (struct head_verdict){413, "The body is too large"}
                                                        : head_check(&exchange->headers);
    if (verdict.status) {
        fprintf(stderr, "- - - - %d %s\n", verdict.status, verdict.message);
        reply_error(reply, verdict.status, verdict.message);
        query_add(&reply->headers, "Connection", "close");
    } else {
        exchange->server->config->answer(exchange->server->config->arg, &request, reply);
    }
    if (reply->manner != REPLY_LATE)
        reply_render(reply);
}

/* Called by libmicrohttpd after the headers of a request, for each piece of its body, at the end of the body,
 * and when a suspended connection is resumed. */
static enum MHD_Result server_on_request(void *arg, struct MHD_Connection *connection, const char *path,
                                         const char *method, const char *version, const char *data,
                                         size_t *len, void **slot)
{
    (void)arg, (void)connection, (void)version;
    struct exchange *exchange = *slot;
    const struct reply *reply = &exchange->reply;
    if (!exchange->begun) {
        exchange->begun = true;
        return MHD_YES;
    }
    if (*len > 0) {
        buffer_append(&exchange->body, data, *len);
        *len = 0;
        return MHD_YES;
    }
    if (!exchange->answered) {
        exchange->method = method;
        exchange->path = path;
        exchange_answer(exchange);
        bool stalls = reply->manner == REPLY_STALL;
        if (stalls || reply->manner == REPLY_LATE || reply->delay_ms > 0) {
            exchange_hold(exchange, stalls ? INT64_MAX : clock_mono_ms() + reply->delay_ms);
            return MHD_YES;
        }
    }
    return exchange_finish(exchange);
}

/* Called by libmicrohttpd when an exchange has ended, for any reason. Frees the exchange. */
static void server_on_end(void *arg, struct MHD_Connection *connection, void **slot,
                          enum MHD_RequestTerminationCode code)
{
    (void)arg, (void)connection, (void)code;
    struct exchange *exchange = *slot;
    if (!exchange)
        return;
    reply_free(&exchange->reply);
    query_free(&exchange->query);
    query_free(&exchange->headers);
    buffer_free(&exchange->body);
    free(exchange);
    *slot = NULL;
}

/* --- start, loop, stop --- */

static bool server_start(struct server *server, struct error *err)
{
    const struct server_config *config = server->config;
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (config->tls_cert ? MHD_USE_TLS : 0u);
    struct MHD_OptionItem tls[] = {
        {.option = MHD_OPTION_HTTPS_MEM_CERT, .ptr_value = (void *)(uintptr_t)config->tls_cert},
        {.option = MHD_OPTION_HTTPS_MEM_KEY, .ptr_value = (void *)(uintptr_t)config->tls_key},
        {.option = MHD_OPTION_END},
    };
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)config->port),
                                  .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof address;
    int yes = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (config->port) /* with port 0, the system could choose a port that was just in use */
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, (struct sockaddr *)&address, len) != 0 || listen(fd, SOMAXCONN) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &len) != 0) {
        error_set(err, ERROR_IO, "Cannot serve on port %d: %s; choose another with --port", config->port,
                  strerror(errno));
        close(fd);
        return false;
    }
    for (size_t i = 0; i < sizeof server->generated; i++)
        server->generated[i] = stream_pattern[i % STREAM_PERIOD];
    server->daemon = MHD_start_daemon(
        flags, 0, NULL, NULL, server_on_request, server, MHD_OPTION_LISTEN_SOCKET, fd,
        MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)config->idle_s, MHD_OPTION_URI_LOG_CALLBACK,
        server_on_target, server, MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS_MAX,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_MEMORY, MHD_OPTION_NOTIFY_COMPLETED, server_on_end,
        NULL, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_ARRAY,
        config->tls_cert ? tls : &tls[2], MHD_OPTION_END);
    if (!server->daemon)
        return error_set(err, ERROR_IO, "Cannot serve on port %d: %s", config->port,
                         config->tls_cert ? "the certificate or its key cannot be used" : "no memory");
    config->started(ntohs(address.sin_port));
    return true;
}

static void server_run(struct server *server, int64_t now_ms)
{
    for (struct exchange **at = &server->held, *held; (held = *at);) {
        if (held->due_ms > now_ms) {
            at = &held->next;
            continue;
        }
        *at = held->next;
        if (held->reply.manner == REPLY_LATE) /* the operation is carried out even if the client has left */
            exchange_answer(held);
        MHD_resume_connection(held->connection); /* calls server_on_request() again */
    }
    MHD_run(server->daemon);
    MHD_run(server->daemon); /* a second run accepts connections again after descriptors ran out */
}

bool server_serve(const struct server_config *config, struct error *err)
{
    struct server *server = mem_zero(1, sizeof *server);
    char dropped[4096];
    server->config = config;
    if (!server_start(server, err)) {
        free(server);
        return false;
    }
    struct pollfd fds[] = {
        {.fd = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd, .events = POLLIN},
        {.fd = config->end_fd, .events = POLLIN},
        {.fd = config->while_open_fd, .events = POLLIN}};
    for (;;) {
        MHD_UNSIGNED_LONG_LONG limit;
        int64_t now_ms = clock_mono_ms(), wait_ms = 60000;
        if (MHD_get_timeout(server->daemon, &limit) == MHD_YES && (int64_t)limit < wait_ms)
            wait_ms = (int64_t)limit;
        for (const struct exchange *held = server->held; held; held = held->next) {
            if (held->due_ms - now_ms < wait_ms)
                wait_ms = held->due_ms > now_ms ? held->due_ms - now_ms : 0;
        }
        poll(fds, sizeof fds / sizeof fds[0], (int)wait_ms);
        if (fds[1].revents || (fds[2].revents && read(config->while_open_fd, dropped, sizeof dropped) <= 0))
            break;
        server_run(server, clock_mono_ms());
    }
    for (struct exchange *held = server->held; held; held = held->next) {
        held->reply.manner = REPLY_RESET;
        held->due_ms = 0;
    }
    server_run(server, 0);
    MHD_stop_daemon(server->daemon);
    free(server);
    return true;
}
