/* A server for tests: uses raw sockets on a free loopback port, and keeps the bytes of every request. It
 * runs in threads of the test process, one per connection, and ends with mock_stop().
 *
 * Each request gets the next answer of a script, and a 599 after the end of the script. A server with a
 * handler asks the handler for each answer instead. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_MOCK_SERVER_H
#define STENO_TESTS_SUPPORT_MOCK_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum mock_fault {
    MOCK_ANSWER,       /* sends the bytes; the connection stays open */
    MOCK_ANSWER_CLOSE, /* sends the bytes, then closes normally */
    MOCK_ANSWER_STALL, /* sends the bytes, then nothing on an open connection */
    MOCK_ANSWER_DRIP,  /* sends one byte every 20 ms */
    MOCK_ANSWER_RESET, /* sends the bytes, then a reset */
    MOCK_CLOSE,        /* closes normally without an answer, after the request was read */
    MOCK_RESET         /* sends a reset without an answer, after the request was read */
};

struct mock_answer {
    enum mock_fault fault;
    char *bytes; /* freed after they were sent; NULL: none */
    size_t len;
};

struct mock_server;

/* Returns the answer to a request. Is called with the server's lock held; mock_sleep() releases the lock
 * while it sleeps. */
typedef struct mock_answer mock_handler(struct mock_server *mock, void *context, const char *request);

struct mock_server *mock_start(void);
struct mock_server *mock_start_with(mock_handler *handler, void *context);
void mock_stop(struct mock_server *mock);
const char *mock_url(const struct mock_server *mock); /* http://127.0.0.1:PORT */

/* Adds an answer with Content-Length to the script. `headers` (NULL: none) are whole lines that end in
 * \r\n; `body` may be NULL. */
void mock_reply(struct mock_server *mock, int status, const char *headers, const char *body);
/* Like mock_reply(), with the type application/json. */
void mock_json(struct mock_server *mock, int status, const char *body);
/* Adds an answer of raw bytes to the script; `fault` says what happens after them. */
void mock_script(struct mock_server *mock, enum mock_fault fault, const void *bytes, size_t len);
/* Sets the answer for every request after the end of the script. Call it before the first request. */
void mock_always(struct mock_server *mock, const void *bytes, size_t len);

/* Return the number of complete requests: of all, or of those with this part in their first line. */
int mock_count(struct mock_server *mock);
int mock_requests(struct mock_server *mock, const char *part);
int mock_connections(struct mock_server *mock);
/* Returns the bytes of a request, head and body; valid until mock_stop(). NULL: no such request. */
const char *mock_request(struct mock_server *mock, int index);
/* Waits until `count` requests with this part in their first line have come. Returns false after 20 s. */
bool mock_wait(struct mock_server *mock, const char *part, int count);

/* Lock and unlock data that a handler shares with the test. mock_unlock() wakes those who sleep in
 * mock_sleep(). */
void mock_lock(struct mock_server *mock);
void mock_unlock(struct mock_server *mock);
/* Releases the lock and sleeps until a request comes or mock_unlock() is called. Returns false if
 * `until_ms` (by clock_mono_ms()) is reached, or if the server ends. */
bool mock_sleep(struct mock_server *mock, int64_t until_ms);

/* Returns a port of 127.0.0.1 on which nothing can listen until the test process ends: it is reserved. */
int mock_free_port(void);
/* Returns the port of a listening socket whose queue is full, so that connecting never succeeds. */
int mock_full_port(void);

#endif
