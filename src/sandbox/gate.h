/* The gate: listens, and lets a connection in to the HTTP library once the head of its first request has come
 * whole and is right. What is wrong is refused here, in the form of the service's errors, which the library
 * cannot be taught; and those that say nothing cost one descriptor each. For server.c only. */
#ifndef STENO_SANDBOX_GATE_H
#define STENO_SANDBOX_GATE_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>

#include "steno/base/error.h"

struct gate;

struct gate_config {
    int port;        /* 0: any free one */
    bool sealed;     /* TLS: there is nothing to look at */
    int64_t idle_ms; /* who has said nothing whole for so long is closed */
    /* Takes a connection, the descriptor with it. */
    void (*let_in)(void *arg, int fd, const struct sockaddr_in *from);
    void *arg;
};

/* Listens on 127.0.0.1. NULL with the reason in err. */
struct gate *gate_open(const struct gate_config *config, struct error *err);
void gate_close(struct gate *gate);
int gate_port(const struct gate *gate);

/* Logs a request that is refused before the service hears of it. */
void gate_log(int status, const char *message);

/* Poll this for reading, at most gate_wait_ms (-1: no limit), then call gate_run. */
int gate_fd(const struct gate *gate);
int gate_wait_ms(const struct gate *gate, int64_t now_ms);
void gate_run(struct gate *gate, int64_t now_ms);

#endif
