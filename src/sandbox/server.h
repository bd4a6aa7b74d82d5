/* The HTTP server: turns bytes of sockets into requests, and replies into bytes, on the caller's thread. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SANDBOX_SERVER_H
#define STENO_SANDBOX_SERVER_H

#include "message.h"
#include "steno/base/error.h"

struct server_config {
    int port;             /* 0: any free port */
    int64_t idle_s;       /* seconds after which an idle connection is closed */
    const char *tls_cert; /* certificate and key as PEM texts; NULL: plain HTTP */
    const char *tls_key;
    int end_fd;                /* the server ends when this descriptor is readable */
    int while_open_fd;         /* the server also ends at end of file on this descriptor; -1: unused */
    void (*started)(int port); /* called when the server listens */
    /* Called for each request. Fills `reply`, which reply_init() has prepared. A reply with REPLY_LATE is
     * passed again after delay_ms. */
    void (*answer)(void *arg, const struct service_request *request, struct reply *reply);
    void *arg;
};

/* Serves on 127.0.0.1 until end_fd is readable or while_open_fd is at its end. If the server cannot start,
 * returns false, and err says why. */
bool server_serve(const struct server_config *config, struct error *err);

#endif
