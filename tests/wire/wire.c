/* Owns what wire tests share. */
/* SPDX-License-Identifier: MIT */
#include "support/asserts.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"

/* Keeps what the client says before a wait. */
static void wire_note(void *arg, const char *text, int64_t wait_ms)
{
    (void)wait_ms;
    struct wire *wire = arg;
    size_t len = strlen(wire->notices);
    snprintf(wire->notices + len, sizeof wire->notices - len, "%s\n", text);
    wire->notice_count++;
}

void wire_open(struct wire *wire, const struct api_config *config)
{
    *wire = (struct wire){.mock = mock_start()};
    struct api_config own = config ? *config : (struct api_config){.token = WIRE_TOKEN};
    own.base_url = own.base_url ? own.base_url : mock_url(wire->mock);
    own.proxy = own.proxy ? own.proxy : "";
    own.active_states = "InProgress";
    own.settled_states = "Completed,Failed,Canceled";
    own.timeout_ms = own.timeout_ms ? own.timeout_ms : 20000;
    own.backoff_ms = own.backoff_ms ? own.backoff_ms : 2;
    own.export_wait_ms = own.export_wait_ms ? own.export_wait_ms : 2;
    own.on_notice = wire_note;
    own.notice_arg = wire;
    api_global_init();
    wire->connection = connection_new(&own, &wire->err);
    cr_assert_not_null(wire->connection, "%s", wire->err.text);
}

void wire_close(struct wire *wire)
{
    connection_free(wire->connection);
    mock_stop(wire->mock);
}

/* The request with its Accept-Encoding line, which must be the one of its operation, taken out and the
 * address replaced. Caller frees. */
static char *wire_normal_request(const struct wire *wire, const char *request)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    size_t first = strcspn(request, "\r\n");
    char *line = mem_copy_n(request, first);
    const char *coding =
        strstr(line, "/Export/") ? "Accept-Encoding: identity\r\n" : "Accept-Encoding: gzip\r\n";
    const char *sent = strstr(request, "Accept-Encoding:");
    cr_assert_str_starts(sent, coding, "no %s in %s", coding, request);
    free(line);
    cr_assert_str_lacks(sent + 1, "Accept-Encoding:");
    const char *address = mock_url(wire->mock) + strlen("http://");
    while (*request) {
        size_t len = strcspn(request, "\n");
        len += request[len] == '\n';
        if (strncmp(request, "Host: ", 6) == 0 && strncmp(request + 6, address, strlen(address)) == 0)
            buffer_append_text(&out, "Host: {host}\r\n");
        else if (strncmp(request, "Accept-Encoding:", 16) != 0)
            buffer_append(&out, request, len);
        request += len;
    }
    return buffer_take(&out);
}

void wire_expect(struct wire *wire, int index, const char *expected)
{
    const char *request = mock_request(wire->mock, index);
    cr_assert_not_null(request, "request %d never came: %s", index, wire->err.text);
    char *normal = wire_normal_request(wire, request);
    cr_assert_str_eq(normal, expected);
    free(normal);
}

void wire_error(const struct wire *wire, enum error_kind kind, int status, const char *const *words)
{
    cr_assert_eq(wire->err.kind, kind, "%s: %s", error_kind_name(wire->err.kind), wire->err.text);
    cr_assert_eq(wire->err.status, status, "%d: %s", wire->err.status, wire->err.text);
    for (; *words; words++)
        cr_assert_str_has(wire->err.text, *words, "“%s” is not in “%s”", *words, wire->err.text);
}

int wire_writes(struct mock_server *mock)
{
    int writes = 0;
    for (int i = 0; i < mock_count(mock); i++)
        writes += strncmp(mock_request(mock, i), "GET /API/v2/Projects/7 ", 23) != 0;
    return writes;
}

/* A write of a project of which nothing was seen before. */
static struct project *wire_write(struct connection *connection, enum endpoint_id op,
                                  const struct request_args *args, struct error *err)
{
    struct project *now = NULL;
    if (api_write(connection, op, args, NULL, &now, err))
        return now;
    project_free(now);
    return NULL;
}

struct project *wire_metadata_set(struct connection *connection, int64_t id, int64_t version, const char *key,
                                  const char *value, struct error *err)
{
    struct request_args args = {.project_id = id, .version = version, .key = key, .value = value};
    return wire_write(connection, ENDPOINT_ADD_METADATA, &args, err);
}

struct project *wire_metadata_delete(struct connection *connection, int64_t id, int64_t version,
                                     const char *key, struct error *err)
{
    struct request_args args = {.project_id = id, .version = version, .key = key};
    return wire_write(connection, ENDPOINT_DELETE_METADATA, &args, err);
}

struct project *wire_tag_delete(struct connection *connection, int64_t id, int64_t version, const char *tag,
                                struct error *err)
{
    struct request_args args = {.project_id = id, .version = version, .value = tag};
    return wire_write(connection, ENDPOINT_DELETE_TAG, &args, err);
}

struct project *wire_enqueue(struct connection *connection, int64_t id, const struct param_set *params,
                             struct error *err)
{
    struct request_args args = {.project_id = id, .params = params};
    return wire_write(connection, ENDPOINT_ENQUEUE, &args, err);
}
