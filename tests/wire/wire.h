/* A connection and a scripted server for wire tests. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_WIRE_H
#define STENO_TESTS_WIRE_H

#include "steno/api/connection.h"
#include "support/mock_server.h"

#define WIRE_TOKEN "tok-0123456789"
#define WIRE_PROJECT(version, state)                                                                         \
    "{\"Data\":{\"Id\":7,\"AccessToken\":" #version ",\"ProcessingState\":\"" state                          \
    "\",\"Length\":\"00:10:00\",\"HasRecording\":true,\"IsReadOnly\":false,\"ShareCount\":0,"                \
    "\"MediaInfo\":{\"HasVideo\":false,\"IsPackaged\":false},\"Tags\":[\"news\",\"archive\"]}}"
#define COUNT(a) (sizeof(a) / sizeof(a)[0])

/* One per process. */
extern struct wire {
    struct mock_server *mock;
    struct connection *connection;
    struct error err;
    char notices[4096]; /* one line each */
    int notice_count;
    struct project *now; /* from the last read or write; NULL: none */
    /* The last export. */
    struct buffer file;
    struct export_info info;
    int64_t last_bytes, last_total; /* of the last progress report */
    bool refuses;                   /* set by a test: writing the file fails */
    bool knew_type;                 /* the type was known when the first piece came */
} wire;

/* .init and .fini of the suites: start both with a token, and end them. */
void wire_setup(void);
void wire_close(void);

/* Ends connection and server if they run, and starts both. Waits between tries take milliseconds. `config`
 * may be NULL; its base_url is set here if it is NULL. */
void wire_open(const struct api_config *config);

/* --- operations: they return success; wire.err has the error --- */

/* Reads project 7. */
bool wire_read(void);

bool wire_login(const struct login_request *request);

/* Reads the account. */
bool wire_account(void);

/* Writes once. `seen` is the project as known before, in JSON, or NULL. After an unclear answer the project
 * is read. */
bool wire_write(enum endpoint_id op, const struct request_args *args, const char *seen);

/* A write to project 7, with version 5, key k, value v or tag news, as the operation needs. */
bool wire_write7(enum endpoint_id op, const char *seen);
bool wire_enqueue(void); /* of project 7, never read before */
extern const enum endpoint_id wire_all_writes[4];

/* Exports project 7; the parameters may be NULL. */
bool wire_export(const struct param_set *params, bool completed);

/* --- asserts --- */

/* Asserts the exact request. {host} in `expected` is the server's address. The line Accept-Encoding is left
 * out; it must be `identity` for an export and `gzip` otherwise. */
void wire_expect(int index, const char *expected);

/* Asserts kind and status of the last error, and that its sentence contains all of these words (NULL-ended),
 * or, ignoring case, none of them. */
void wire_error(enum error_kind kind, int status, const char *const *words);
void wire_without(const char *const *words);
#define WIRE_ERROR(kind, status, ...) wire_error((kind), (status), (const char *const[]){__VA_ARGS__, NULL})
#define WIRE_WITHOUT(...)             wire_without((const char *const[]){__VA_ARGS__, NULL})

/* The number of requests that did not read project 7. */
int wire_writes(struct mock_server *mock);

#endif
