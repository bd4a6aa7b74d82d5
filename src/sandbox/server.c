/* Owns the sockets: libmicrohttpd, driven from the program's own loop, so that the whole sandbox is one
 * thread.
 *
 * The life of an exchange: the request's body is collected, the reply is made once, and it is sent at once or
 * held (suspended) until its time has come.  It must not know what the requests mean. */
/* SPDX-License-Identifier: MIT */
#include "server.h"

#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "head.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"

#define BODY_MAX          ((size_t)1 << 20)
#define CONNECTIONS_MAX   4096
#define CONNECTION_MEMORY ((size_t)96 << 10) /* the largest head; the library clears it after a request */
#define STREAM_BLOCK      ((size_t)256 << 10)

struct server {
    struct MHD_Daemon *daemon;
    struct server_config config;
    struct exchange *held; /* suspended ones */
    int port, fd;
};

struct exchange {
    struct server *server;
    struct MHD_Connection *connection;
    struct buffer body;
    struct query query, headers;
    struct reply reply;
    const char *method, *path; /* the library's, as long as the exchange is held */
    bool begun, answered;
    bool has_nul;   /* %00 in the target: the library's path ends there */
    int64_t due_ms; /* when a held reply is sent */
    struct exchange *next, *previous;
};

/* A body that is sent in pieces: a text, or a generated file; may end early. */
struct stream {
    struct exchange *exchange;
    char *text; /* owned, or NULL for a generated file */
    uint64_t size;
    uint64_t cut_at;
};

static const char stream_pattern[] =
    "1\n00:00:01,000 --> 00:00:03,000\nThe water level is stable tonight.\n\n";

/* --- bodies in pieces --- */

/* Fills one piece of a generated file: the same caption again and again. */
static void stream_fill(char *out, uint64_t at, size_t len)
{
    const size_t period = sizeof stream_pattern - 1;
    size_t phase = (size_t)(at % period), first = len < period ? len : period;
    for (size_t i = 0; i < first; i++)
        out[i] = stream_pattern[(phase + i) % period];
    for (size_t done = first; done < len;) {
        size_t take = done < len - done ? done : len - done; /* done is a multiple of the period here */
        memcpy(out + done, out, take);
        done += take;
    }
}

/* Suspends the connection until `due_ms`. */
static void exchange_hold(struct exchange *exchange, int64_t due_ms)
{
    struct server *server = exchange->server;
    exchange->due_ms = due_ms;
    exchange->previous = NULL;
    exchange->next = server->held;
    if (server->held)
        server->held->previous = exchange;
    server->held = exchange;
    MHD_suspend_connection(exchange->connection);
}

/* What comes behind the last byte that is sent. */
static ssize_t stream_end(struct stream *stream)
{
    if (stream->cut_at == stream->size)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (stream->exchange->reply.manner != REPLY_FREEZE)
        return MHD_CONTENT_READER_END_WITH_ERROR;
    exchange_hold(stream->exchange, INT64_MAX);
    return 0;
}

static ssize_t stream_read(void *arg, uint64_t at, char *out, size_t max)
{
    struct stream *stream = arg;
    if (at >= stream->cut_at)
        return stream_end(stream);
    size_t len = stream->cut_at - at < max ? (size_t)(stream->cut_at - at) : max;
    if (stream->text)
        memcpy(out, stream->text + at, len);
    else
        stream_fill(out, at, len);
    return (ssize_t)len;
}

static void stream_free(void *arg)
{
    struct stream *stream = arg;
    free(stream->text);
    free(stream);
}

/* The response of a reply that is generated or cut. */
static struct MHD_Response *stream_response(struct exchange *exchange)
{
    struct reply *reply = &exchange->reply;
    struct stream *stream = mem_zero(1, sizeof *stream);
    stream->size = reply->stream_bytes > 0 ? (uint64_t)reply->stream_bytes : (uint64_t)reply->body.len;
    stream->exchange = exchange;
    stream->cut_at = stream->size;
    if (reply->manner == REPLY_CUT || reply->manner == REPLY_FREEZE)
        stream->cut_at = reply->cut_at < 0 ? stream->size / 2 : (uint64_t)reply->cut_at;
    if (stream->cut_at > stream->size)
        stream->cut_at = stream->size;
    if (reply->stream_bytes <= 0)
        stream->text = buffer_take(&reply->body);
    return MHD_create_response_from_callback(stream->size, STREAM_BLOCK, stream_read, stream, stream_free);
}

/* --- sending --- */

/* Gives the reply to the connection. */
static enum MHD_Result exchange_send(struct exchange *exchange)
{
    struct reply *reply = &exchange->reply;
    bool pieces = reply->stream_bytes > 0 || reply->manner != REPLY_SEND;
    struct MHD_Response *response;
    if (pieces) {
        response = stream_response(exchange);
    } else {
        size_t len = reply->body.len;
        response = MHD_create_response_from_buffer(len, buffer_take(&reply->body), MHD_RESPMEM_MUST_FREE);
    }
    if (!response)
        return MHD_NO;
    MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, reply->type);
    if (reply->disposition)
        MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_DISPOSITION, reply->disposition);
    for (size_t i = 0; i < reply->headers.count; i++)
        MHD_add_response_header(response, reply->headers.pairs[i].name, reply->headers.pairs[i].value);
    enum MHD_Result result = MHD_queue_response(exchange->connection, (unsigned)reply->status, response);
    MHD_destroy_response(response);
    return result;
}

/* The socket of an exchange, or -1. */
static int exchange_socket(const struct exchange *exchange)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(exchange->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/* Sends the beginning of a head past the library, which would send it whole, and closes. */
static enum MHD_Result exchange_send_head(const struct exchange *exchange)
{
    char head[80];
    int len = snprintf(head, sizeof head, "HTTP/1.1 %d Fault\r\nServer: sandbox\r\n", exchange->reply.status);
    send(exchange_socket(exchange), head, (size_t)len, MSG_NOSIGNAL);
    return MHD_NO;
}

/* Breaks the connection with a reset: no end of the stream in good order comes before it. */
static enum MHD_Result exchange_reset(const struct exchange *exchange)
{
    struct sockaddr nowhere = {.sa_family = AF_UNSPEC};
    (void)connect(exchange_socket(exchange), &nowhere, sizeof nowhere);
    return MHD_NO;
}

/* Lets a held exchange go on: its handler is called again. */
static void exchange_release(struct exchange *exchange)
{
    if (exchange->previous)
        exchange->previous->next = exchange->next;
    else
        exchange->server->held = exchange->next;
    if (exchange->next)
        exchange->next->previous = exchange->previous;
    MHD_resume_connection(exchange->connection);
}

/* --- receiving --- */

/* Receives one header. */
static enum MHD_Result exchange_add_value(void *arg, enum MHD_ValueKind kind, const char *name,
                                          const char *value)
{
    (void)kind;
    query_add(arg, name, value);
    return MHD_YES;
}

/* What is wrong with a request that has come whole. */
static struct head_verdict exchange_check(const struct exchange *exchange)
{
    if (exchange->has_nul)
        return (struct head_verdict){400, "The target has a NUL: %00"};
    if (exchange->body.full)
        return (struct head_verdict){413, "The body is too large"};
    return head_check(&exchange->headers);
}

/* Refuses a request, and ends the connection with it. */
static void exchange_refuse(struct exchange *exchange, const struct head_verdict *verdict)
{
    fprintf(stderr, "- - - - %d %s\n", verdict->status, verdict->message);
    reply_error(&exchange->reply, verdict->status, verdict->message);
    query_add(&exchange->reply.headers, "Connection", "close");
}

/* Called by libmicrohttpd with the target of a request before it takes it apart. The query is read here and
 * hidden from the library, which would keep each parameter in the little memory that a connection has. */
static void *server_on_target(void *arg, const char *target, struct MHD_Connection *connection)
{
    struct exchange *exchange = mem_zero(1, sizeof *exchange);
    char *mark = strchr((char *)(uintptr_t)target, '?'); /* it is the library's buffer, and can be written */
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

/* Makes the reply of a request that has come whole; of one that is late not before its time. */
static void exchange_answer(struct exchange *exchange)
{
    if (!exchange->answered)
        MHD_get_connection_values(exchange->connection, MHD_HEADER_KIND, exchange_add_value,
                                  &exchange->headers);
    exchange->answered = true;
    struct service_request request = {
        .method = exchange->method,
        .headers = &exchange->headers,
        .path = head_path(exchange->path),
        .query = &exchange->query,
        .body = buffer_text(&exchange->body),
        .body_len = exchange->body.len,
    };
    struct head_verdict verdict = exchange_check(exchange);
    if (verdict.status)
        exchange_refuse(exchange, &verdict);
    else
        exchange->server->config.answer(exchange->server->config.arg, &request, &exchange->reply);
    if (exchange->reply.manner != REPLY_LATE)
        reply_render(&exchange->reply);
}

/* Called by libmicrohttpd with the headers, then with each piece of the body, then once more, and after a
 * resume. */
static enum MHD_Result server_on_request(void *arg, struct MHD_Connection *connection, const char *path,
                                         const char *method, const char *version, const char *data,
                                         size_t *len, void **slot)
{
    (void)arg, (void)connection, (void)version;
    struct exchange *exchange = *slot;
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
        bool stalls = exchange->reply.manner == REPLY_STALL;
        if (stalls || exchange->reply.manner == REPLY_LATE || exchange->reply.delay_ms > 0) {
            exchange_hold(exchange, stalls ? INT64_MAX : clock_mono_ms() + exchange->reply.delay_ms);
            return MHD_YES;
        }
    }
    if (exchange->reply.manner == REPLY_HEAD)
        return exchange_send_head(exchange);
    return exchange->reply.manner == REPLY_RESET || exchange->reply.manner == REPLY_STALL
               ? exchange_reset(exchange)
               : exchange_send(exchange);
}

/* Called by libmicrohttpd when an exchange has ended in whatever way. */
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

/* Listens on 127.0.0.1 and notes the port. The socket, or -1 with errno. */
static int server_listen(struct server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)server->config.port),
                                  .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof address;
    int yes = 1, fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (server->config.port) /* a port of the system's choice must not be one that was just in use */
        setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(fd, (struct sockaddr *)&address, len) != 0 || listen(fd, SOMAXCONN) != 0 ||
        getsockname(fd, (struct sockaddr *)&address, &len) != 0) {
        int failed = errno;
        close(fd);
        errno = failed;
        return -1;
    }
    server->port = ntohs(address.sin_port);
    return fd;
}

struct server *server_start(const struct server_config *config, struct error *err)
{
    struct server *server = mem_zero(1, sizeof *server);
    unsigned flags = MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | (config->tls_cert ? MHD_USE_TLS : 0u);
    struct MHD_OptionItem tls[] = {
        {.option = MHD_OPTION_HTTPS_MEM_CERT, .ptr_value = (void *)(uintptr_t)config->tls_cert},
        {.option = MHD_OPTION_HTTPS_MEM_KEY, .ptr_value = (void *)(uintptr_t)config->tls_key},
        {.option = MHD_OPTION_END},
    };
    server->config = *config;
    int listening = server_listen(server);
    if (listening >= 0)
        server->daemon = MHD_start_daemon(
            flags, 0, NULL, NULL, server_on_request, server, MHD_OPTION_LISTEN_SOCKET, listening,
            MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)config->idle_s, MHD_OPTION_URI_LOG_CALLBACK,
            server_on_target, server, MHD_OPTION_CONNECTION_LIMIT, CONNECTIONS_MAX,
            MHD_OPTION_CONNECTION_MEMORY_LIMIT, CONNECTION_MEMORY, MHD_OPTION_NOTIFY_COMPLETED, server_on_end,
            NULL, MHD_OPTION_SIGPIPE_HANDLED_BY_APP, 1, MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_ARRAY,
            config->tls_cert ? tls : &tls[2], MHD_OPTION_END);
    if (!server->daemon) {
        error_set(err, ERROR_IO, "Cannot serve on port %d: %s", config->port,
                  listening < 0      ? strerror(errno)
                  : config->tls_cert ? "the certificate or its key cannot be used"
                                     : "no memory");
        free(server);
        return NULL;
    }
    server->fd = MHD_get_daemon_info(server->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
    return server;
}

void server_stop(struct server *server)
{
    if (!server)
        return;
    while (server->held) {
        server->held->reply.manner = REPLY_RESET;
        exchange_release(server->held);
    }
    MHD_run(server->daemon);
    MHD_stop_daemon(server->daemon);
    free(server);
}

int server_port(const struct server *server)
{
    return server->port;
}

int server_fd(const struct server *server)
{
    return server->fd;
}

int server_wait_ms(struct server *server, int64_t now_ms)
{
    MHD_UNSIGNED_LONG_LONG limit;
    int64_t wait = MHD_get_timeout(server->daemon, &limit) == MHD_YES ? (int64_t)limit : INT64_MAX;
    for (const struct exchange *held = server->held; held; held = held->next) {
        if (held->due_ms != INT64_MAX && held->due_ms - now_ms < wait)
            wait = held->due_ms > now_ms ? held->due_ms - now_ms : 0;
    }
    return wait == INT64_MAX ? -1 : wait > 60000 ? 60000 : (int)wait;
}

void server_run(struct server *server, int64_t now_ms)
{
    for (struct exchange *held = server->held, *next; held; held = next) {
        next = held->next;
        if (held->due_ms > now_ms)
            continue;
        if (held->reply.manner == REPLY_LATE) /* the client may have gone: nobody would ask for it then */
            exchange_answer(held);
        exchange_release(held);
    }
    MHD_run(server->daemon);
    MHD_run(server->daemon); /* it listens again, after it had no descriptor, at the start of a run only */
}
