/* The scripted server: a thread that accepts, and one for each connection. Of HTTP it only knows where a
 * request ends. */
/* SPDX-License-Identifier: MIT */
#include "support/mock_server.h"

#include <netinet/in.h>
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
#include "steno/base/when.h"

#define CONNECTIONS_MAX 64
#define DRIP_MS         20
#define WAIT_MS         20000

struct mock_server {
    int listener;
    char url[64];
    mock_handler *handler;
    void *context;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* on the monotonic clock */
    bool is_ending;
    int peers[CONNECTIONS_MAX], peer_count; /* descriptors of open connections, 0: free */
    struct mock_answer *script, always;     /* `always`: after the script; without bytes: a 599 */
    int script_len, script_at;
    char **requests;
    int request_count, connection_count;
};

struct mock_peer {
    struct mock_server *mock;
    int fd, place;
};

/* Opens a loopback socket on a free port; it listens unless `backlog` is negative. */
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

void mock_lock(struct mock_server *mock)
{
    pthread_mutex_lock(&mock->lock);
}

void mock_unlock(struct mock_server *mock)
{
    pthread_cond_broadcast(&mock->changed);
    pthread_mutex_unlock(&mock->lock);
}

bool mock_sleep(struct mock_server *mock, int64_t until_ms)
{
    struct timespec limit = {.tv_sec = until_ms / 1000, .tv_nsec = until_ms % 1000 * 1000000};
    return !mock->is_ending && pthread_cond_timedwait(&mock->changed, &mock->lock, &limit) == 0;
}

/* The length of the request at the start of the text; 0: it is not complete. */
static size_t mock_request_length(const struct buffer *in)
{
    const char *text = buffer_text(in);
    if (text[0] == 0x16) /* the start of TLS counts as a request, so that a script can break the handshake */
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

/* The next answer of the script. */
static struct mock_answer mock_next(struct mock_server *mock)
{
    static const char exhausted[] =
        "HTTP/1.1 599 Unscripted\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    struct mock_answer answer = {MOCK_ANSWER_CLOSE, mem_copy(exhausted), sizeof exhausted - 1};
    if (mock->script_at == mock->script_len && !mock->always.bytes)
        return answer;
    free(answer.bytes);
    if (mock->script_at < mock->script_len)
        return mock->script[mock->script_at++];
    answer = mock->always;
    answer.bytes = mem_copy_n(answer.bytes, answer.len);
    return answer;
}

/* Sends an answer; false: the connection has ended. */
static bool mock_send(int fd, const struct mock_answer *answer)
{
    bool drips = answer->fault == MOCK_ANSWER_DRIP;
    char rest[4096];
    for (size_t sent = 0; sent < answer->len;) {
        ssize_t got = send(fd, answer->bytes + sent, drips ? 1 : answer->len - sent, MSG_NOSIGNAL);
        if (got <= 0)
            return false;
        sent += (size_t)got;
        if (drips)
            poll(&(struct pollfd){.fd = fd}, 1, DRIP_MS);
    }
    while (answer->fault == MOCK_ANSWER_STALL && recv(fd, rest, sizeof rest, 0) > 0)
        ;
    return answer->fault == MOCK_ANSWER || drips;
}

/* Records and answers the request at the start of the text; false: the connection has ended. */
static bool mock_answer_one(struct mock_server *mock, int fd, struct buffer *in, size_t len)
{
    struct linger linger = {.l_onoff = 1, .l_linger = 0};
    mock_lock(mock);
    char *request = mem_copy_n(in->data, len);
    mock->requests = mem_grow(mock->requests, (size_t)mock->request_count + 1, sizeof *mock->requests);
    mock->requests[mock->request_count++] = request;
    pthread_cond_broadcast(&mock->changed);
    struct mock_answer answer = mock->handler ? mock->handler(mock, mock->context, request) : mock_next(mock);
    mock_unlock(mock);
    memmove(in->data, in->data + len, in->len - len + 1);
    in->len -= len;
    bool goes_on = mock_send(fd, &answer);
    free(answer.bytes);
    if (answer.fault == MOCK_RESET || answer.fault == MOCK_ANSWER_RESET)
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    return goes_on;
}

/* The thread of a connection. */
static void *mock_serve(void *arg)
{
    struct mock_peer peer = *(struct mock_peer *)arg;
    struct buffer in;
    char piece[16384];
    bool goes_on = true;
    free(arg);
    buffer_init(&in, BUFFER_MAX_DEFAULT);
    for (ssize_t got; goes_on && (got = recv(peer.fd, piece, sizeof piece, 0)) > 0;) {
        buffer_append(&in, piece, (size_t)got);
        for (size_t len; goes_on && (len = mock_request_length(&in)) > 0;)
            goes_on = mock_answer_one(peer.mock, peer.fd, &in, len);
    }
    buffer_free(&in);
    mock_lock(peer.mock);
    close(peer.fd);
    peer.mock->peers[peer.place] = 0;
    peer.mock->peer_count--;
    mock_unlock(peer.mock);
    return NULL;
}

/* The accepting thread; ends when the listener is shut down. */
static void *mock_accept(void *arg)
{
    struct mock_server *mock = arg;
    for (int fd; (fd = accept4(mock->listener, NULL, NULL, SOCK_CLOEXEC)) >= 0;) {
        pthread_t thread;
        struct mock_peer *peer = mem_alloc(sizeof *peer);
        *peer = (struct mock_peer){mock, fd, 0};
        mock_lock(mock);
        while (peer->place < CONNECTIONS_MAX && mock->peers[peer->place])
            peer->place++;
        if (peer->place == CONNECTIONS_MAX)
            mem_die("mock server: no room for a connection");
        mock->peers[peer->place] = fd;
        mock->peer_count++;
        mock->connection_count++;
        mock_unlock(mock);
        if (pthread_create(&thread, NULL, mock_serve, peer) != 0)
            mem_die("mock server: no thread");
        pthread_detach(thread);
    }
    return NULL;
}

struct mock_server *mock_start_with(mock_handler *handler, void *context)
{
    int port, listener = mock_listen(64, &port);
    struct mock_server *mock = mem_zero(1, sizeof *mock);
    pthread_condattr_t monotonic;
    *mock = (struct mock_server){.listener = listener, .handler = handler, .context = context};
    snprintf(mock->url, sizeof mock->url, "http://127.0.0.1:%d", port);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_mutex_init(&mock->lock, NULL);
    pthread_cond_init(&mock->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&mock->thread, NULL, mock_accept, mock) != 0)
        mem_die("mock server: no thread");
    return mock;
}

struct mock_server *mock_start(void)
{
    return mock_start_with(NULL, NULL);
}

void mock_stop(struct mock_server *mock)
{
    shutdown(mock->listener, SHUT_RDWR);
    pthread_join(mock->thread, NULL);
    close(mock->listener);
    mock_lock(mock);
    mock->is_ending = true;
    for (int i = 0; i < CONNECTIONS_MAX; i++)
        if (mock->peers[i])
            shutdown(mock->peers[i], SHUT_RDWR);
    pthread_cond_broadcast(&mock->changed);
    while (mock->peer_count > 0)
        pthread_cond_wait(&mock->changed, &mock->lock);
    mock_unlock(mock);
    for (int i = 0; i < mock->request_count; i++)
        free(mock->requests[i]);
    while (mock->script_at < mock->script_len)
        free(mock->script[mock->script_at++].bytes);
    free(mock->requests);
    free(mock->script);
    free(mock->always.bytes);
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
    mock_lock(mock);
    mock->script = mem_grow(mock->script, (size_t)mock->script_len + 1, sizeof *mock->script);
    mock->script[mock->script_len++] = (struct mock_answer){fault, mem_copy_n(bytes, len), len};
    mock_unlock(mock);
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

/* Call with the lock held. */
static int mock_requests_now(const struct mock_server *mock, const char *part)
{
    int count = 0;
    for (int i = 0; i < mock->request_count; i++) {
        const char *request = mock->requests[i], *found = strstr(request, part);
        count += found && found <= request + strcspn(request, "\r");
    }
    return count;
}

int mock_count(struct mock_server *mock)
{
    return mock_requests(mock, "");
}

int mock_requests(struct mock_server *mock, const char *part)
{
    mock_lock(mock);
    int count = mock_requests_now(mock, part);
    mock_unlock(mock);
    return count;
}

int mock_connections(struct mock_server *mock)
{
    mock_lock(mock);
    int count = mock->connection_count;
    mock_unlock(mock);
    return count;
}

const char *mock_request(struct mock_server *mock, int index)
{
    mock_lock(mock);
    const char *request = index < mock->request_count ? mock->requests[index] : NULL;
    mock_unlock(mock);
    return request;
}

bool mock_wait(struct mock_server *mock, const char *part, int count)
{
    int64_t limit_ms = clock_mono_ms() + WAIT_MS;
    mock_lock(mock);
    while (mock_requests_now(mock, part) < count && mock_sleep(mock, limit_ms))
        continue;
    bool have_come = mock_requests_now(mock, part) >= count;
    mock_unlock(mock);
    return have_come;
}
