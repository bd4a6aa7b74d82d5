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

/* The one of this process. */
extern struct wire {
    struct mock_server *mock;
    struct connection *connection;
    struct error err;
    char notices[4096]; /* one line each */
    int notice_count;
    struct project *now; /* of the last read or write; NULL for none */
    /* Of the last export. */
    struct buffer file;
    struct export_info info;
    int64_t last_bytes, last_total; /* that progress told */
    bool refuses;                   /* what is to be written of it */
    bool knew_type;                 /* when its first piece came */
} wire;

/* Init and fini of the suites: starts both with a token, and ends them. */
void wire_setup(void);
void wire_close(void);

/* Ends what there was and starts both anew; waits of retries take milliseconds. `config` may be NULL; its
 * base_url is set here unless given. */
void wire_open(const struct api_config *config);

/* --- operations: each tells whether it worked; wire.err has the error --- */

/* Reads project 7. */
bool wire_read(void);

bool wire_login(const struct login_request *request);

/* Reads the account. */
bool wire_account(void);

/* Writes once. `seen` is the project as it was known before, in JSON, or NULL. An answer that leaves it open
 * is followed by a reading. */
bool wire_write(enum endpoint_id op, const struct request_args *args, const char *seen);

/* One write of project 7, of version 5 where that is asked for, the key k, the value v, or the tag news. */
bool wire_write7(enum endpoint_id op, const char *seen);
bool wire_enqueue(void); /* with nothing known of it before */
extern const enum endpoint_id wire_all_writes[4];

/* Exports project 7; the parameters may be NULL. */
bool wire_export(const struct param_set *params, bool completed);

/* --- what is asserted --- */

/* Asserts that a request was exactly this: {host} stands for the server's address; the line Accept-Encoding,
 * which must be `identity` for an export and `gzip` for all else, is left out. */
void wire_expect(int index, const char *expected);

/* Asserts kind and status of the last error, and that its sentence holds every one of these words
 * (NULL-ended), or none of them in any case of their letters. */
void wire_error(enum error_kind kind, int status, const char *const *words);
void wire_without(const char *const *words);
#define WIRE_ERROR(kind, status, ...) wire_error((kind), (status), (const char *const[]){__VA_ARGS__, NULL})
#define WIRE_WITHOUT(...)             wire_without((const char *const[]){__VA_ARGS__, NULL})

/* How many requests came that were no reading of project 7. */
int wire_writes(struct mock_server *mock);

#endif
