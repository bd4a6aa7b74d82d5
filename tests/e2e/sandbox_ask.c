/* Owns requests to a sandbox by hand: exact bytes out, exact bytes in. */
/* SPDX-License-Identifier: MIT */
#include "e2e/sandbox_ask.h"

#include <arpa/inet.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "steno/base/file.h"
#include "support/asserts.h"

#define LIMIT_MS 20000

int sandbox_connect(const struct process_sandbox *sandbox)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)sandbox->port),
                                  .sin_addr = {.s_addr = htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert(connect(fd, (struct sockaddr *)&address, sizeof address) == 0);
    return fd;
}

ssize_t sandbox_take(int fd, char *out, size_t size)
{
    struct pollfd wait = {.fd = fd, .events = POLLIN};
    cr_assert_eq(poll(&wait, 1, LIMIT_MS), 1, "nothing came");
    return recv(fd, out, size, 0);
}

const char *sandbox_body(const char *reply)
{
    const char *end = strstr(reply, "\r\n\r\n");
    return end ? end + 4 : NULL;
}

long long sandbox_announced(const char *reply)
{
    const char *header = strcasestr(reply, "Content-Length: ");
    return header ? strtoll(header + strlen("Content-Length: "), NULL, 10) : 0;
}

char *sandbox_reply(int fd)
{
    struct buffer reply;
    buffer_init(&reply, BUFFER_MAX_DEFAULT);
    for (;;) {
        char piece[4096];
        const char *body = sandbox_body(buffer_text(&reply));
        if (body && (long long)strlen(body) >= sandbox_announced(reply.data))
            break;
        ssize_t len = sandbox_take(fd, piece, sizeof piece);
        if (len <= 0)
            break;
        buffer_append(&reply, piece, (size_t)len);
    }
    return buffer_take(&reply);
}

char *sandbox_ask_once(const struct process_sandbox *sandbox, const char *request)
{
    int fd = sandbox_connect(sandbox);
    cr_assert(file_write_all(fd, request, strlen(request)));
    char *reply = sandbox_reply(fd);
    close(fd);
    return reply;
}
