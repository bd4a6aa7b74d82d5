/* Requests to /__sandbox, one per connection, on plain sockets, so that the tests do not use the tested
 * client. */
/* SPDX-License-Identifier: MIT */
#include "control.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "support/asserts.h"

#define CONTROL_LIMIT_MS 20000
#define CONTROL_PAUSE_MS 20

/* Sends one request and returns the whole answer, head and body; caller frees. */
static char *control_send(const struct process_sandbox *sandbox, const char *method, const char *path,
                          const char *body)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)sandbox->port)};
    struct buffer answer;
    char chunk[4096];
    ssize_t got;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(connect(fd, (struct sockaddr *)&address, sizeof address), 0, "the sandbox is gone");
    char *request =
        mem_printf("%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Length: %zu\r\n\r\n%s",
                   method, path, strlen(body), body);
    cr_assert_eq(write(fd, request, strlen(request)), (ssize_t)strlen(request));
    buffer_init(&answer, 1 << 20);
    while ((got = read(fd, chunk, sizeof chunk)) > 0)
        buffer_append(&answer, chunk, (size_t)got);
    close(fd);
    free(request);
    char *text = mem_copy(buffer_text(&answer));
    buffer_free(&answer);
    return text;
}

/* Sends one request; the answer must be a 2xx. */
static void control_order(const struct process_sandbox *sandbox, const char *method, const char *path,
                          const char *body)
{
    char *answer = control_send(sandbox, method, path, body);
    cr_assert_str_starts(answer, "HTTP/1.1 2", "%s %s: %s", method, path, answer);
    free(answer);
}

void control_fault(const struct process_sandbox *sandbox, const char *fault)
{
    control_order(sandbox, "POST", "/__sandbox/fault", fault);
}

void control_heal(const struct process_sandbox *sandbox)
{
    control_order(sandbox, "DELETE", "/__sandbox/fault", "");
}

void control_expire(const struct process_sandbox *sandbox)
{
    control_order(sandbox, "DELETE", "/__sandbox/tokens", "");
}

void control_cancel(const struct process_sandbox *sandbox, int id)
{
    char *path = mem_printf("/__sandbox/projects/%d/cancel", id);
    control_order(sandbox, "POST", path, "");
    free(path);
}

void control_reset(const struct process_sandbox *sandbox)
{
    control_order(sandbox, "POST", "/__sandbox/reset", "");
}

void control_forget(const struct process_sandbox *sandbox)
{
    control_order(sandbox, "DELETE", "/__sandbox/requests", "");
    control_order(sandbox, "DELETE", "/__sandbox/received", "");
}

void control_change(const struct process_sandbox *sandbox, int64_t id, const char *change)
{
    char *path = mem_printf("/__sandbox/projects/%" PRId64, id);
    control_order(sandbox, "POST", path, change);
    free(path);
}

char *control_received(const struct process_sandbox *sandbox)
{
    char *answer = control_send(sandbox, "GET", "/__sandbox/received", "");
    const char *body = strstr(answer, "\r\n\r\n");
    char *text = mem_copy(body ? body + 4 : "");
    free(answer);
    return text;
}

long control_requests(const struct process_sandbox *sandbox, const char *endpoint)
{
    char *answer = control_send(sandbox, "GET", "/__sandbox/requests", "");
    char *name = mem_printf("\"%s\":", endpoint);
    const char *at = strstr(answer, name);
    long count = at ? strtol(at + strlen(name), NULL, 10) : 0;
    free(name);
    free(answer);
    return count;
}

bool control_wait_requests(const struct process_sandbox *sandbox, const char *endpoint, long count)
{
    int64_t end = clock_mono_ms() + CONTROL_LIMIT_MS;
    while (control_requests(sandbox, endpoint) < count) {
        if (clock_mono_ms() > end)
            return false;
        poll(NULL, 0, CONTROL_PAUSE_MS);
    }
    return true;
}
