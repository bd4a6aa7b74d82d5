/* A server for tests: raw sockets on a free loopback port, every request kept byte by byte. It is a few
 * threads of the test process, one a connection, and ends with mock_stop.
 *
 * Each request takes the next answer of the script; when none is left it gets a 599. Or a handler answers. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_MOCK_SERVER_H
#define STENO_TESTS_SUPPORT_MOCK_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mock_fault {
    MOCK_ANSWER,       /* the bytes, the connection stays open */
    MOCK_ANSWER_CLOSE, /* the bytes, then an orderly end */
    MOCK_ANSWER_STALL, /* the bytes, then silence on an open connection */
    MOCK_ANSWER_DRIP,  /* one byte every 20 ms */
    MOCK_ANSWER_RESET, /* the bytes, then a reset */
    MOCK_CLOSE,        /* the request is read, then an orderly end without an answer */
    MOCK_RESET         /* the request is read, then a reset */
};

struct mock_answer {
    enum mock_fault fault;
    char *bytes; /* freed when it is sent; NULL for none */
    size_t len;
};

struct mock_server;

/* What a request gets. Called with the server's lock held, which mock_sleep() gives away. */
typedef struct mock_answer mock_handler(struct mock_server *mock, void *context, const char *request);

struct mock_server *mock_start(void);
struct mock_server *mock_start_with(mock_handler *handler, void *context);
void mock_stop(struct mock_server *mock);
const char *mock_url(const struct mock_server *mock); /* http://127.0.0.1:PORT */

/* Adds an answer with Content-Length. `headers` are whole lines ending in \r\n, or NULL; body NULL
 * for none. */
void mock_reply(struct mock_server *mock, int status, const char *headers, const char *body);
/* Like mock_reply() as application/json. */
void mock_json(struct mock_server *mock, int status, const char *body);
/* Adds raw bytes and what happens after them. */
void mock_script(struct mock_server *mock, enum mock_fault fault, const void *bytes, size_t len);
/* What every request gets once the script is over. Before the first request only. */
void mock_always(struct mock_server *mock, const void *bytes, size_t len);

/* Requests that came whole; those with such a part in their first line. */
int mock_count(struct mock_server *mock);
int mock_requests(struct mock_server *mock, const char *part);
int mock_connections(struct mock_server *mock);
/* The exact bytes of a request, head and body; valid until mock_stop. NULL when there is none. */
const char *mock_request(struct mock_server *mock, int index);
/* Waits until so many with this part have come; false after 20 s. */
bool mock_wait(struct mock_server *mock, const char *part, int count);

/* What a handler shares with the test. A change is told to those who sleep. */
void mock_lock(struct mock_server *mock);
void mock_unlock(struct mock_server *mock);
/* Sleeps with the lock given away until something changes; false when it is so late (by clock_mono_ms()), or
 * when the server ends. */
bool mock_sleep(struct mock_server *mock, int64_t until_ms);

/* A port of 127.0.0.1 on which nobody listens, nor will: it stays taken until the test process ends. */
int mock_free_port(void);
/* A listening socket whose queue is full, so that no connection comes about; returns its port. */
int mock_full_port(void);

#endif
