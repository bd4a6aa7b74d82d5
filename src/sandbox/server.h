/* The HTTP server: turns bytes of sockets into requests, and replies into bytes, on the caller's thread. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_SERVER_H
#define STENO_SANDBOX_SERVER_H

#include "message.h"
#include "steno/base/error.h"

struct server_config {
    int port;             /* 0: any free one */
    int64_t idle_s;       /* connections idle for this long are closed */
    const char *tls_cert; /* PEM texts, or NULL for plain HTTP */
    const char *tls_key;
    int end_fd;                /* the server ends when this is readable */
    int while_open_fd;         /* the server also ends at end of file here; -1: unused */
    void (*started)(int port); /* called when the server listens */
    /* Fills an initialised reply. */
    void (*answer)(void *arg, const struct service_request *request, struct reply *reply);
    void *arg;
};

/* Serves on 127.0.0.1 until one of the descriptors ends it. False: it could not start; err says why. */
bool server_serve(const struct server_config *config, struct error *err);

#endif
