/* The HTTP server: from sockets to requests and from replies to sockets, on the caller's thread. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_SERVER_H
#define STENO_SANDBOX_SERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "message.h"
#include "steno/base/error.h"

struct server;

struct server_config {
    int port;             /* 0: any free one */
    int64_t idle_s;       /* connections on which nothing happens for so long are closed */
    const char *tls_cert; /* PEM texts, or NULL for plain HTTP */
    const char *tls_key;
    /* Answers one request into an initialised reply. */
    void (*answer)(void *arg, const struct service_request *request, struct reply *reply);
    void *arg;
};

/* Listens on 127.0.0.1. NULL with the reason in err. */
struct server *server_start(const struct server_config *config, struct error *err);
void server_stop(struct server *server);

int server_port(const struct server *server);

/* Serves until `end_fd` can be read or, unless it is -1, nothing more comes from `while_open_fd`. */
void server_serve(struct server *server, int end_fd, int while_open_fd);

#endif
