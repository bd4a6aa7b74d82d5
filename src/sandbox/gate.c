/* Owns the listening socket, and connections until the head of their first request has come. It only looks at
 * the bytes: they stay in the socket for the library. */
#include "gate.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "steno/sandbox/head.h"
#include "steno/sandbox/reply.h"

#define VISITORS_MAX   4096
#define RECEIVE_BUFFER (256 << 10) /* a head that is refused for its size has room in the socket */
#define EVENTS_MAX     64
#define RETRY_MS       100 /* while there is no descriptor for those who wait */

/* A connection that is not let in yet. */
struct visitor {
    int fd;
    struct sockaddr_in from;
    int64_t since_ms;
    bool refused; /* the answer is sent; what still comes is dropped */
    struct visitor *older, *newer;
};

struct gate {
    struct gate_config config;
    int listen_fd, epoll_fd, port;
    bool full; /* somebody waits for whom there was no descriptor */
    struct visitor *oldest, *newest;
    int count;
    char bytes[HEAD_MAX + 1024]; /* what a look saw */
};

/* Takes a visitor out of the list; its descriptor stays open. */
static void visitor_forget(struct gate *gate, struct visitor *visitor)
{
    *(visitor->older ? &visitor->older->newer : &gate->oldest) = visitor->newer;
    *(visitor->newer ? &visitor->newer->older : &gate->newest) = visitor->older;
    gate->count--;
    epoll_ctl(gate->epoll_fd, EPOLL_CTL_DEL, visitor->fd, NULL);
    free(visitor);
}

static void visitor_close(struct gate *gate, struct visitor *visitor)
{
    int fd = visitor->fd;
    visitor_forget(gate, visitor);
    close(fd);
}

void gate_log(int status, const char *message)
{
    fprintf(stderr, "- - - - %d %s\n", status, message);
}

/* Answers in the form of the service's errors, and says that nothing more will come. */
static void visitor_refuse(struct visitor *visitor, const struct head_verdict *verdict)
{
    struct reply reply;
    reply_init(&reply);
    reply_error(&reply, verdict->status, verdict->message);
    reply_render(&reply);
    char *answer =
        mem_printf("HTTP/1.1 %d %s\r\nContent-Type: %s\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s",
                   verdict->status, verdict->status == 400 ? "Bad Request" : "Refused", reply.type,
                   reply.body.len, buffer_text(&reply.body));
    gate_log(verdict->status, verdict->message);
    send(visitor->fd, answer, strlen(answer), MSG_NOSIGNAL | MSG_DONTWAIT);
    shutdown(visitor->fd, SHUT_WR);
    visitor->refused = true;
    free(answer);
    reply_free(&reply);
}

/* Drops what a refused one still sends, so that the answer is not lost by a reset; closes it at its end. */
static void visitor_drain(struct gate *gate, struct visitor *visitor)
{
    ssize_t got;
    while ((got = recv(visitor->fd, gate->bytes, sizeof gate->bytes, MSG_DONTWAIT)) > 0)
        continue;
    if (got == 0 || (errno != EAGAIN && errno != EINTR))
        visitor_close(gate, visitor);
}

/* Looks at what has come: lets it in, refuses it, or waits for more. */
static void visitor_look(struct gate *gate, struct visitor *visitor, bool ended)
{
    if (visitor->refused) {
        visitor_drain(gate, visitor);
        return;
    }
    ssize_t got = recv(visitor->fd, gate->bytes, sizeof gate->bytes, MSG_PEEK | MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR) && !ended)
        return;
    struct head_verdict verdict = {0};
    if (got > 0)
        verdict = head_check(gate->bytes, (size_t)got);
    if (verdict.status) {
        visitor_refuse(visitor, &verdict);
        visitor_drain(gate, visitor);
    } else if (verdict.whole) {
        int fd = visitor->fd;
        struct sockaddr_in from = visitor->from;
        visitor_forget(gate, visitor);
        gate->config.let_in(gate->config.arg, fd, &from);
    } else if (got <= 0 || ended) {
        visitor_close(gate, visitor);
    }
}

/* Lets the one that has waited longest in, or closes it when its request has not come whole. */
static void gate_make_room(struct gate *gate)
{
    struct visitor *oldest = gate->oldest;
    visitor_look(gate, oldest, false);
    if (gate->oldest == oldest)
        visitor_close(gate, oldest);
}

/* Takes up one more; the one that has waited longest goes when there are too many. */
static void gate_welcome(struct gate *gate, int fd, const struct sockaddr_in *from, int64_t now_ms)
{
    if (gate->count == VISITORS_MAX)
        gate_make_room(gate);
    struct visitor *visitor = mem_zero(1, sizeof *visitor);
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET, .data = {.ptr = visitor}};
    *visitor = (struct visitor){.fd = fd, .from = *from, .since_ms = now_ms, .older = gate->newest};
    *(gate->newest ? &gate->newest->newer : &gate->oldest) = visitor;
    gate->newest = visitor;
    gate->count++;
    if (epoll_ctl(gate->epoll_fd, EPOLL_CTL_ADD, fd, &event) != 0)
        visitor_close(gate, visitor);
}

/* Does anybody wait? Without a free descriptor accept does not tell. Keeps errno. */
static bool gate_is_asked(const struct gate *gate)
{
    struct pollfd listening = {.fd = gate->listen_fd, .events = POLLIN};
    int before = errno;
    bool asked = poll(&listening, 1, 0) > 0;
    errno = before;
    return asked;
}

/* Accepts all that wait. Without a free descriptor the one that has waited longest gives its own; when nobody
 * can, they wait until one is free. */
static void gate_accept(struct gate *gate, int64_t now_ms)
{
    for (;;) {
        struct sockaddr_in from;
        socklen_t len = sizeof from;
        int fd = accept4(gate->listen_fd, (struct sockaddr *)&from, &len, SOCK_CLOEXEC | SOCK_NONBLOCK);
        gate->full = fd < 0 && errno != EAGAIN && gate_is_asked(gate);
        if (gate->full && (errno == EMFILE || errno == ENFILE) && gate->oldest) {
            gate_make_room(gate);
            continue;
        }
        if (fd < 0)
            return;
        if (gate->config.sealed)
            gate->config.let_in(gate->config.arg, fd, &from);
        else
            gate_welcome(gate, fd, &from, now_ms);
    }
}

void gate_run(struct gate *gate, int64_t now_ms)
{
    struct epoll_event events[EVENTS_MAX];
    int count = epoll_wait(gate->epoll_fd, events, EVENTS_MAX, 0);
    bool knocks = false;
    for (int i = 0; i < count; i++) {
        if (events[i].data.ptr)
            visitor_look(gate, events[i].data.ptr, events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR));
        else
            knocks = true;
    }
    if (knocks || gate->full) /* last: it may close others */
        gate_accept(gate, now_ms);
    while (gate->oldest && now_ms - gate->oldest->since_ms >= gate->config.idle_ms)
        visitor_close(gate, gate->oldest);
}

/* Binds and listens; false with errno. */
static bool gate_listen(struct gate *gate)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)gate->config.port),
                                  .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof address;
    struct epoll_event event = {.events = EPOLLIN | EPOLLET}; /* not for those who have to wait */
    int yes = 1, room = RECEIVE_BUFFER;
    gate->epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    gate->listen_fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (gate->config.port) /* a port of the system's choice must not be one that was just in use */
        setsockopt(gate->listen_fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    setsockopt(gate->listen_fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    if (bind(gate->listen_fd, (struct sockaddr *)&address, len) != 0 ||
        listen(gate->listen_fd, SOMAXCONN) != 0 ||
        getsockname(gate->listen_fd, (struct sockaddr *)&address, &len) != 0 ||
        epoll_ctl(gate->epoll_fd, EPOLL_CTL_ADD, gate->listen_fd, &event) != 0)
        return false;
    gate->port = ntohs(address.sin_port);
    return true;
}

struct gate *gate_open(const struct gate_config *config, struct error *err)
{
    struct gate *gate = mem_zero(1, sizeof *gate);
    gate->config = *config;
    if (gate_listen(gate))
        return gate;
    error_set(err, ERROR_IO, "Cannot serve on port %d: %s", config->port, strerror(errno));
    gate_close(gate);
    return NULL;
}

void gate_close(struct gate *gate)
{
    while (gate->oldest)
        visitor_close(gate, gate->oldest);
    close(gate->listen_fd);
    close(gate->epoll_fd);
    free(gate);
}

int gate_port(const struct gate *gate)
{
    return gate->port;
}

int gate_fd(const struct gate *gate)
{
    return gate->epoll_fd;
}

int gate_wait_ms(const struct gate *gate, int64_t now_ms)
{
    int most = gate->full ? RETRY_MS : 60000;
    if (!gate->oldest)
        return gate->full ? most : -1;
    int64_t left = gate->oldest->since_ms + gate->config.idle_ms - now_ms;
    return left < 0 ? 0 : left > most ? most : (int)left;
}
