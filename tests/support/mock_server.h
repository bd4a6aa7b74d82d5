/* A server for tests: raw sockets on a free loopback port; it keeps the bytes of every request. It runs in
 * threads of the test process, one per connection, and ends with mock_stop().
 *
 * Each request gets the next answer of the script, and a 599 after the last one. Or a handler answers. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_MOCK_SERVER_H
#define STENO_TESTS_SUPPORT_MOCK_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mock_fault {
    MOCK_ANSWER,       /* the bytes, the connection stays open */
    MOCK_ANSWER_CLOSE, /* the bytes, then an orderly close */
    MOCK_ANSWER_STALL, /* the bytes, then silence on an open connection */
    MOCK_ANSWER_DRIP,  /* one byte every 20 ms */
    MOCK_ANSWER_RESET, /* the bytes, then a reset */
    MOCK_CLOSE,        /* an orderly close without an answer, after the request was read */
    MOCK_RESET         /* a reset without an answer, after the request was read */
};

struct mock_answer {
    enum mock_fault fault;
    char *bytes; /* freed after sending; NULL: none */
    size_t len;
};

struct mock_server;

/* Returns the answer to a request. Called with the server's lock held; mock_sleep() releases it for a while.
 */
typedef struct mock_answer mock_handler(struct mock_server *mock, void *context, const char *request);

struct mock_server *mock_start(void);
struct mock_server *mock_start_with(mock_handler *handler, void *context);
void mock_stop(struct mock_server *mock);
const char *mock_url(const struct mock_server *mock); /* http://127.0.0.1:PORT */

/* Adds an answer with Content-Length to the script. `headers` are whole lines that end in \r\n, or NULL; body
 * NULL: none. */
void mock_reply(struct mock_server *mock, int status, const char *headers, const char *body);
/* Like mock_reply() as application/json. */
void mock_json(struct mock_server *mock, int status, const char *body);
/* Adds raw bytes and what happens after them. */
void mock_script(struct mock_server *mock, enum mock_fault fault, const void *bytes, size_t len);
/* The answer for every request after the end of the script. Call it before the first request. */
void mock_always(struct mock_server *mock, const void *bytes, size_t len);

/* The number of complete requests; of those with this part in their first line. */
int mock_count(struct mock_server *mock);
int mock_requests(struct mock_server *mock, const char *part);
int mock_connections(struct mock_server *mock);
/* The bytes of a request, head and body; valid until mock_stop(). NULL: no such request. */
const char *mock_request(struct mock_server *mock, int index);
/* Waits for this number of requests with this part; false after 20 s. */
bool mock_wait(struct mock_server *mock, const char *part, int count);

/* Locks data that a handler shares with the test. mock_unlock() wakes those who sleep in mock_sleep(). */
void mock_lock(struct mock_server *mock);
void mock_unlock(struct mock_server *mock);
/* Releases the lock and sleeps until something changes; false: `until_ms` (by clock_mono_ms()) is reached, or
 * the server ends. */
bool mock_sleep(struct mock_server *mock, int64_t until_ms);

/* A port of 127.0.0.1 on which nothing can listen: it stays reserved until the test process ends. */
int mock_free_port(void);
/* The port of a listening socket with a full queue, so that connecting never succeeds. */
int mock_full_port(void);

#endif
