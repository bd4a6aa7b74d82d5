/* Owns the scripted server: one thread, one poll loop over all connections. Knows HTTP no further than where
 * a request ends. */
/* SPDX-License-Identifier: MIT */
#include "support/mock_server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "steno/base/mem.h"

#define CONNECTIONS_MAX 64
#define SCRIPT_MAX      256
#define DRIP_MS         20

struct mock_answer {
    enum mock_fault fault;
    char *bytes;
    size_t len;
};

struct mock_connection {
    int fd; /* -1: free */
    struct buffer in;
    const struct mock_answer *answer; /* being sent, or NULL */
    size_t sent;
    bool deaf; /* nothing more is read: a stall */
};

struct mock_server {
    int listener;
    int wake[2];
    char url[64];
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct mock_answer script[SCRIPT_MAX];
    int script_len, script_at;
    struct mock_answer always; /* when the script is over; without bytes: exhausted */
    char *requests[SCRIPT_MAX];
    int request_count, connection_count;
    struct mock_connection connections[CONNECTIONS_MAX];
};

static char exhausted_bytes[] = "HTTP/1.1 599 Unscripted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
static const struct mock_answer exhausted = {MOCK_ANSWER_CLOSE, exhausted_bytes, sizeof exhausted_bytes - 1};

/* A loopback socket on a free port, which listens unless `backlog` is negative. */
static int mock_listen(int backlog, int *port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (struct sockaddr *)&address, len) != 0 ||
        (backlog >= 0 && listen(fd, backlog) != 0) || getsockname(fd, (struct sockaddr *)&address, &len) != 0)
        mem_die("mock server: no loopback socket");
    *port = ntohs(address.sin_port);
    return fd;
}

int mock_free_port(void)
{
    int port;
    mock_listen(-1, &port); /* stays open until the test process ends */
    return port;
}

int mock_full_port(void)
{
    int port;
    mock_listen(0, &port); /* so does this one */
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    for (int i = 0; i < 4; i++) {
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
        (void)!connect(fd, (struct sockaddr *)&address, sizeof address);
    }
    return port;
}

/* Bytes of the whole request at the start of the text; 0 when more must come. */
static size_t mock_request_length(const struct buffer *in)
{
    const char *text = buffer_text(in);
    if (text[0] == 0x16) /* a TLS greeting: what comes next is for us to spoil */
        return in->len;
    const char *end = in->len ? memmem(text, in->len, "\r\n\r\n", 4) : NULL;
    if (!end)
        return 0;
    size_t head = (size_t)(end - text) + 4, body = 0;
    const char *length = strcasestr(text, "\r\nContent-Length:");
    if (length && length < end)
        body = strtoul(length + 17, NULL, 10);
    return in->len >= head + body ? head + body : 0;
}

/* Ends a connection, with a reset when wanted. */
static void mock_end(struct mock_connection *connection, bool reset)
{
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    if (reset)
        setsockopt(connection->fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    close(connection->fd);
    buffer_free(&connection->in);
    connection->fd = -1;
    connection->answer = NULL;
}

/* Takes the next answer of the script. Call with the lock held. */
static const struct mock_answer *mock_next_answer(struct mock_server *mock)
{
    if (mock->script_at < mock->script_len)
        return &mock->script[mock->script_at++];
    return mock->always.bytes ? &mock->always : &exhausted;
}

/* Notes a request and begins its answer. */
static void mock_begin_answer(struct mock_server *mock, struct mock_connection *connection, size_t len)
{
    pthread_mutex_lock(&mock->lock);
    if (mock->request_count < SCRIPT_MAX)
        mock->requests[mock->request_count] = mem_copy_n(connection->in.data, len);
    mock->request_count++;
    connection->answer = mock_next_answer(mock);
    pthread_cond_broadcast(&mock->changed);
    pthread_mutex_unlock(&mock->lock);
    connection->sent = 0;
    memmove(connection->in.data, connection->in.data + len, connection->in.len - len + 1);
    connection->in.len -= len;
    if (connection->answer->fault == MOCK_CLOSE || connection->answer->fault == MOCK_RESET)
        mock_end(connection, connection->answer->fault == MOCK_RESET);
}

/* Sends what the answer still has; after the last byte does what it says. */
static void mock_send(struct mock_connection *connection)
{
    const struct mock_answer *answer = connection->answer;
    size_t left = answer->len - connection->sent;
    if (answer->fault == MOCK_ANSWER_DRIP && left > 1)
        left = 1;
    ssize_t sent = left ? send(connection->fd, answer->bytes + connection->sent, left, MSG_NOSIGNAL) : 0;
    if (sent < 0 && errno != EAGAIN) {
        mock_end(connection, false);
        return;
    }
    connection->sent += sent > 0 ? (size_t)sent : 0;
    if (connection->sent < answer->len)
        return;
    connection->answer = NULL;
    connection->deaf = answer->fault == MOCK_ANSWER_STALL;
    if (answer->fault == MOCK_ANSWER_CLOSE || answer->fault == MOCK_ANSWER_RESET)
        mock_end(connection, answer->fault == MOCK_ANSWER_RESET);
}

/* Reads what came; a whole request begins its answer. */
static void mock_read(struct mock_server *mock, struct mock_connection *connection)
{
    char piece[16384];
    ssize_t got = recv(connection->fd, piece, sizeof piece, 0);
    if (got <= 0) {
        if (got == 0 || errno != EAGAIN)
            mock_end(connection, false);
        return;
    }
    buffer_append(&connection->in, piece, (size_t)got);
    size_t len = mock_request_length(&connection->in);
    if (len > 0 && !connection->deaf)
        mock_begin_answer(mock, connection, len);
}

/* Takes a new connection. */
static void mock_accept(struct mock_server *mock)
{
    int fd = accept4(mock->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    struct mock_connection *connection = mock->connections;
    while (connection < mock->connections + CONNECTIONS_MAX && connection->fd >= 0)
        connection++;
    if (fd < 0 || connection == mock->connections + CONNECTIONS_MAX)
        mem_die("mock server: no room for a connection");
    *connection = (struct mock_connection){.fd = fd};
    buffer_init(&connection->in, BUFFER_MAX_DEFAULT);
    pthread_mutex_lock(&mock->lock);
    mock->connection_count++;
    pthread_mutex_unlock(&mock->lock);
}

/* Fills the poll set; returns the limit of the wait in ms, -1 for none. */
static int mock_fill(const struct mock_server *mock, struct pollfd *set)
{
    int limit = -1;
    set[0] = (struct pollfd){.fd = mock->wake[0], .events = POLLIN};
    set[1] = (struct pollfd){.fd = mock->listener, .events = POLLIN};
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        const struct mock_connection *connection = &mock->connections[i];
        bool drips = connection->answer && connection->answer->fault == MOCK_ANSWER_DRIP;
        set[i + 2] = (struct pollfd){.fd = connection->fd, .events = POLLIN};
        if (connection->answer)
            set[i + 2].events = drips ? 0 : POLLOUT;
        limit = drips && connection->fd >= 0 ? DRIP_MS : limit;
    }
    return limit;
}

/* The server's thread: until the wake pipe is written to. */
static void *mock_run(void *arg)
{
    struct mock_server *mock = arg;
    struct pollfd set[CONNECTIONS_MAX + 2];
    for (;;) {
        int limit = mock_fill(mock, set);
        if (poll(set, CONNECTIONS_MAX + 2, limit) < 0 && errno != EINTR)
            mem_die("mock server: poll");
        if (set[0].revents)
            return NULL;
        for (int i = 0; i < CONNECTIONS_MAX; i++) {
            struct mock_connection *connection = &mock->connections[i];
            if (connection->fd < 0 || connection->fd != set[i + 2].fd)
                continue;
            bool drips = connection->answer && connection->answer->fault == MOCK_ANSWER_DRIP;
            if (drips || (connection->answer && set[i + 2].revents))
                mock_send(connection);
            else if (set[i + 2].revents)
                mock_read(mock, connection);
        }
        if (set[1].revents)
            mock_accept(mock);
    }
}

struct mock_server *mock_start(void)
{
    struct mock_server *mock = mem_zero(1, sizeof *mock);
    int port;
    mock->listener = mock_listen(64, &port);
    snprintf(mock->url, sizeof mock->url, "http://127.0.0.1:%d", port);
    for (int i = 0; i < CONNECTIONS_MAX; i++)
        mock->connections[i].fd = -1;
    pthread_mutex_init(&mock->lock, NULL);
    pthread_cond_init(&mock->changed, NULL);
    if (pipe2(mock->wake, O_CLOEXEC) != 0 || pthread_create(&mock->thread, NULL, mock_run, mock) != 0)
        mem_die("mock server: no thread");
    return mock;
}

void mock_stop(struct mock_server *mock)
{
    if (write(mock->wake[1], "", 1) != 1)
        mem_die("mock server: wake");
    pthread_join(mock->thread, NULL);
    for (int i = 0; i < CONNECTIONS_MAX; i++) {
        if (mock->connections[i].fd >= 0)
            mock_end(&mock->connections[i], false);
    }
    for (int i = 0; i < SCRIPT_MAX; i++) {
        free(mock->requests[i]);
        free(mock->script[i].bytes);
    }
    free(mock->always.bytes);
    close(mock->listener);
    close(mock->wake[0]);
    close(mock->wake[1]);
    pthread_mutex_destroy(&mock->lock);
    pthread_cond_destroy(&mock->changed);
    free(mock);
}

const char *mock_url(const struct mock_server *mock)
{
    return mock->url;
}

void mock_script(struct mock_server *mock, enum mock_fault fault, const void *bytes, size_t len)
{
    pthread_mutex_lock(&mock->lock);
    if (mock->script_len == SCRIPT_MAX)
        mem_die("mock server: the script is too long");
    mock->script[mock->script_len++] = (struct mock_answer){fault, mem_copy_n(bytes, len), len};
    pthread_mutex_unlock(&mock->lock);
}

void mock_always(struct mock_server *mock, const void *bytes, size_t len)
{
    mock->always = (struct mock_answer){MOCK_ANSWER, mem_copy_n(bytes, len), len};
}

void mock_reply(struct mock_server *mock, int status, const char *headers, const char *body)
{
    char *answer = mem_printf("HTTP/1.1 %d Mock\r\nContent-Length: %zu\r\n%s\r\n%s", status,
                              body ? strlen(body) : 0, headers ? headers : "", body ? body : "");
    mock_script(mock, MOCK_ANSWER, answer, strlen(answer));
    free(answer);
}

void mock_json(struct mock_server *mock, int status, const char *body)
{
    mock_reply(mock, status, "Content-Type: application/json\r\n", body);
}

/* Reads a count that the server's thread changes. */
static int mock_read_count(struct mock_server *mock, const int *count)
{
    pthread_mutex_lock(&mock->lock);
    int now = *count;
    pthread_mutex_unlock(&mock->lock);
    return now;
}

int mock_count(struct mock_server *mock)
{
    return mock_read_count(mock, &mock->request_count);
}

int mock_connections(struct mock_server *mock)
{
    return mock_read_count(mock, &mock->connection_count);
}

const char *mock_request(struct mock_server *mock, int index)
{
    pthread_mutex_lock(&mock->lock);
    const char *request = index < SCRIPT_MAX ? mock->requests[index] : NULL;
    pthread_mutex_unlock(&mock->lock);
    return request;
}

bool mock_wait(struct mock_server *mock, int count)
{
    struct timespec limit;
    clock_gettime(CLOCK_REALTIME, &limit);
    limit.tv_sec += 10;
    pthread_mutex_lock(&mock->lock);
    int failed = 0;
    while (mock->request_count < count && !failed)
        failed = pthread_cond_timedwait(&mock->changed, &mock->lock, &limit);
    pthread_mutex_unlock(&mock->lock);
    return !failed;
}
