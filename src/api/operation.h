/* A connection's body, and the one way to carry out an operation: tries, waits between them, the deadline
 * over all. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_API_OPERATION_H
#define STENO_SRC_API_OPERATION_H

#include "reply_error.h"
#include "steno/api/connection.h"

struct connection {
    struct api_config config; /* its texts are owned */
    struct http *http;
    bool hands_back_waits;   /* a server's Retry-After is the caller's to wait for */
    uint64_t jitter;         /* state of the generator that spreads retries */
};

/* One operation under way: what all its tries share. */
struct operation {
    struct connection *connection;
    const struct endpoint *endpoint;
    const struct request_args *args;
    int64_t deadline_ms; /* monotonic; INT64_MAX for none */
    int64_t timeout_ms;  /* how long that is from the start */
    bool without_token;
    enum http_take (*take)(void *arg, const struct http_reply *reply, const void *data, size_t len);
    void *take_arg;
    bool delivered; /* a sink has got bytes: no further try */
};

/* Starts an operation's clock; false with err where it needs a token and there is none. */
bool operation_begin(struct operation *op, struct connection *connection, enum endpoint_id id,
                     const struct request_args *args, struct error *err);

/* Sends, again where a read may be sent again, until a 2xx answer (true; the reply is the caller's to free)
 * or an error (false; nothing to free). */
bool operation_run(struct operation *op, struct http_reply *reply, struct error *err);

/* The context of the operation's error sentences. */
struct reply_context operation_context(const struct operation *op);

/* Tells the operator what will happen, waits, false with ERROR_CANCELLED when cancelled. */
bool operation_wait(struct operation *op, int64_t ms, const char *notice, struct error *err);

/* Carries out an operation on a project: NULL with err, or NULL with *empty set to the status (and err as it
 * was) when it was answered with 2xx without one; empty NULL: that is an error, too. */
struct project *operation_project(struct connection *connection, enum endpoint_id id,
                                  const struct request_args *args, int *empty, struct error *err);

#endif
