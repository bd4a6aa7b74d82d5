/* The HTTP server: from sockets to requests and from replies to sockets, on the caller's thread. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_SERVER_H
#define STENO_SANDBOX_SERVER_H

#include "message.h"
#include "steno/base/error.h"

struct server_config {
    int port;             /* 0: any free one */
    int64_t idle_s;       /* connections on which nothing happens for so long are closed */
    const char *tls_cert; /* PEM texts, or NULL for plain HTTP */
    const char *tls_key;
    int end_fd;                /* ends when this can be read, */
    int while_open_fd;         /* or, unless it is -1, nothing more comes from this */
    void (*started)(int port); /* told once it listens */
    /* Answers one request into an initialised reply. */
    void (*answer)(void *arg, const struct service_request *request, struct reply *reply);
    void *arg;
};

/* Serves on 127.0.0.1 until it is to end; false with the reason in err when it cannot begin. */
bool server_serve(const struct server_config *config, struct error *err);

#endif
