/* One GET again and again on a few kept connections, to compare servers with: each connection asks again
 * when its reply has come whole.
 * usage: load PORT PATH TOKEN COUNT   exit 0: all were 200; 1: one was not, or a connection ended */
/* SPDX-License-Identifier: MIT */
#include <arpa/inet.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "steno/base/mem.h"

#define CONNECTIONS 8
#define HEAD_ROOM   4096

struct load_connection {
    int fd;
    char head[HEAD_ROOM]; /* of the reply, until it is whole */
    size_t len;
    long long left; /* of the body; -1 while the head has not come whole */
};

static char *request;
static long to_send, to_come;

/* Asks once more, unless all were asked. */
static bool load_ask(struct load_connection *connection)
{
    connection->len = 0;
    connection->left = -1;
    if (to_send <= 0)
        return true;
    to_send--;
    return send(connection->fd, request, strlen(request), MSG_NOSIGNAL) == (ssize_t)strlen(request);
}

/* Reads the head, when it is whole. False when it is not 200, or has no length. */
static bool load_read_head(struct load_connection *connection)
{
    connection->head[connection->len] = '\0';
    char *end = strstr(connection->head, "\r\n\r\n");
    if (!end)
        return connection->len < HEAD_ROOM - 1;
    const char *length = strcasestr(connection->head, "\r\nContent-Length: ");
    if (!length || strncmp(connection->head, "HTTP/1.1 200", 12) != 0)
        return false;
    long long got = (long long)(connection->len - (size_t)(end + 4 - connection->head));
    connection->left = strtoll(length + 18, NULL, 10) - got;
    return true;
}

/* Takes what has come. */
static bool load_take(struct load_connection *connection)
{
    static char body[1 << 17];
    bool in_head = connection->left < 0;
    ssize_t got =
        in_head ? recv(connection->fd, connection->head + connection->len, HEAD_ROOM - 1 - connection->len, 0)
                : recv(connection->fd, body, sizeof body, 0);
    if (got <= 0)
        return false;
    if (in_head) {
        connection->len += (size_t)got;
        if (!load_read_head(connection))
            return false;
    } else {
        connection->left -= got;
    }
    if (connection->left != 0)
        return connection->left > 0 || in_head;
    to_come--;
    return load_ask(connection);
}

/* Connects, and asks for the first time. */
static bool load_begin(struct load_connection *connection, int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)port),
                                  .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    connection->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    return connect(connection->fd, (struct sockaddr *)&address, sizeof address) == 0 && load_ask(connection);
}

/* Goes on until every reply has come. */
static bool load_run(struct load_connection *connections)
{
    struct pollfd fds[CONNECTIONS];
    for (int i = 0; i < CONNECTIONS; i++)
        fds[i] = (struct pollfd){.fd = connections[i].fd, .events = POLLIN};
    while (to_come > 0) {
        if (poll(fds, CONNECTIONS, 10000) <= 0)
            return false;
        for (int i = 0; i < CONNECTIONS; i++) {
            if (fds[i].revents && !load_take(&connections[i]))
                return false;
        }
    }
    return true;
}

int main(int argc, char **argv)
{
    static struct load_connection connections[CONNECTIONS];
    bool ok = true;
    if (argc != 5) {
        fputs("usage: load PORT PATH TOKEN COUNT\n", stderr);
        return 2;
    }
    request = mem_printf("GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: */*\r\nAuthorization: %s\r\n\r\n",
                         argv[2], argv[3]);
    to_send = to_come = strtol(argv[4], NULL, 10);
    for (int i = 0; ok && i < CONNECTIONS; i++)
        ok = load_begin(&connections[i], (int)strtol(argv[1], NULL, 10));
    ok = ok && load_run(connections);
    if (!ok)
        fputs("a reply was not 200, or did not come\n", stderr);
    for (int i = 0; i < CONNECTIONS; i++)
        close(connections[i].fd);
    free(request);
    return ok ? 0 : 1;
}
