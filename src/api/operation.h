/* A connection's body, and the one way to carry out an operation: tries, waits between them, the deadline
 * over all. Knows no operation by name and no answer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_SRC_API_OPERATION_H
#define STENO_SRC_API_OPERATION_H

#include "http.h"
#include "reply_error.h"
#include "steno/api/config.h"
#include "steno/api/request.h"

struct connection {
    struct api_config config; /* its texts are owned */
    struct http *http;
    bool hands_back_waits;   /* a server's Retry-After is the caller's to wait for */
    int64_t full_timeout_ms; /* of the configuration; config.timeout_ms may be less for a while */
    uint64_t jitter;         /* state of the generator that spreads retries */
};

/* What follows after a try. */
enum operation_next {
    OPERATION_AGAIN, /* after `wait_ms`, of which `notice` tells */
    OPERATION_DONE,  /* a 2xx answer: the reply is the caller's to free */
    OPERATION_FAILED /* nothing to free */
};

/* One operation under way: what all its tries share. */
struct operation {
    struct connection *connection;
    const struct endpoint *endpoint;
    const struct request_args *args;
    int64_t deadline_ms; /* monotonic; INT64_MAX for none */
    int64_t timeout_ms;  /* how long that is from the start */
    bool hands_back_waits;
    bool without_token;
    enum http_take (*take)(void *arg, const struct http_reply *reply, const void *data, size_t len);
    void *take_arg;
    bool delivered; /* a sink has got bytes: no further try */
    int tries;
    int64_t wait_ms;
    char notice[100];
    /* the request, from operation_open() to operation_close() */
    struct request request;
    struct http_request exchange;
    const char *lines[6]; /* its headers, NULL-ended */
    char *keep[3];        /* those that are owned */
};

/* Starts an operation's clock. */
void operation_begin(struct operation *op, struct connection *connection, enum endpoint_id id,
                     const struct request_args *args);

/* --- step by step, for who carries out several at a time --- */

/* Builds the request; false with the error. operation_close() in any case. */
bool operation_open(struct operation *op, struct error *err);
/* The request of the next try, until its end. */
const struct http_request *operation_try(struct operation *op);
/* What follows from the try's end; an answer that is of no use is freed. No clock but the one given. */
enum operation_next operation_judge(struct operation *op, bool answered, struct http_reply *reply,
                                    const struct http_failure *failure, int64_t now_ms, struct error *err);
void operation_close(struct operation *op);

/* --- all steps, blocking --- */

/* Sends, again where a read may be sent again, until a 2xx answer (true; the reply is the caller's to free)
 * or an error (false; nothing to free). */
bool operation_run(struct operation *op, struct http_reply *reply, struct error *err);

/* The context of the operation's error sentences. */
struct reply_context operation_context(const struct operation *op);

/* What is told of a wait: "Read project 7: notice". Caller frees. */
char *operation_notice(const struct operation *op, const char *notice);
/* It was cancelled while it waited: false. */
bool operation_cancelled(const struct operation *op, struct error *err);
/* Tells the operator what will happen, waits, false with ERROR_CANCELLED when cancelled. */
bool operation_wait(struct operation *op, int64_t ms, const char *notice, struct error *err);

#endif
