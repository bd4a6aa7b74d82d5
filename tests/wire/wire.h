/* A connection and a scripted server for one wire test. */
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

struct wire {
    struct mock_server *mock;
    struct connection *connection;
    struct error err;
    char notices[4096]; /* one line each */
    int notice_count;
};

/* Starts both; waits of retries take milliseconds. `config` may be NULL; its base_url is set here unless
 * given. */
void wire_open(struct wire *wire, const struct api_config *config);
void wire_close(struct wire *wire);

/* Asserts that a request was exactly this: {host} stands for the server's address; the line Accept-Encoding,
 * which must be `identity` for an export and `gzip` for all else, is left out. */
void wire_expect(struct wire *wire, int index, const char *expected);

/* Asserts kind and status of the last error, and that its sentence holds every one of these words
 * (NULL-ended). */
void wire_error(const struct wire *wire, enum error_kind kind, int status, const char *const *words);
#define WIRE_ERROR(wire, kind, status, ...)                                                                  \
    wire_error((wire), (kind), (status), (const char *const[]){__VA_ARGS__, NULL})

/* How many requests came that were no reading of project 7. */
int wire_writes(struct mock_server *mock);

/* One write each, nothing known of the project before it. An answer that leaves it open is followed by a
 * reading. */
struct project *wire_metadata_set(struct connection *connection, int64_t id, int64_t version, const char *key,
                                  const char *value, struct error *err);
struct project *wire_metadata_delete(struct connection *connection, int64_t id, int64_t version,
                                     const char *key, struct error *err);
struct project *wire_tag_delete(struct connection *connection, int64_t id, int64_t version, const char *tag,
                                struct error *err);
struct project *wire_enqueue(struct connection *connection, int64_t id, const struct param_set *params,
                             struct error *err);

#endif
