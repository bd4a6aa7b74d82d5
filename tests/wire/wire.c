/* Implements wire.h. */
/* SPDX-License-Identifier: MIT */
#include "support/asserts.h"
#include "wire/wire.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/record.h"
#include "steno/base/mem.h"

struct wire wire;

/* Stores the notice that the client gives before it waits. */
static void wire_note(void *arg, const char *text, int64_t wait_ms)
{
    (void)wait_ms;
    (void)arg;
    size_t len = strlen(wire.notices);
    snprintf(wire.notices + len, sizeof wire.notices - len, "%s\n", text);
    wire.notice_count++;
}

void wire_setup(void)
{
    wire_open(NULL);
}

void wire_open(const struct api_config *config)
{
    wire_close();
    wire.mock = mock_start();
    struct api_config own = config ? *config : (struct api_config){.token = WIRE_TOKEN};
    own.base_url = own.base_url ? own.base_url : mock_url(wire.mock);
    own.proxy = own.proxy ? own.proxy : "";
    own.active_states = "InProgress";
    own.settled_states = "Completed,Failed,Canceled";
    own.timeout_ms = own.timeout_ms ? own.timeout_ms : 20000;
    own.backoff_ms = own.backoff_ms ? own.backoff_ms : 2;
    own.export_wait_ms = own.export_wait_ms ? own.export_wait_ms : 2;
    own.on_notice = wire_note;
    buffer_init(&wire.file, (size_t)64 << 20);
    api_global_init();
    wire.connection = connection_new(&own, &wire.err);
    cr_assert_not_null(wire.connection, "%s", wire.err.text);
}

void wire_close(void)
{
    project_free(wire.now);
    buffer_free(&wire.file);
    connection_free(wire.connection);
    if (wire.mock)
        mock_stop(wire.mock);
    wire = (struct wire){.mock = NULL};
}

/* --- operations --- */

bool wire_read(void)
{
    project_free(wire.now);
    wire.now = api_project_get(wire.connection, 7, &wire.err);
    return wire.now != NULL;
}

bool wire_login(const struct login_request *request)
{
    struct login *login = api_login(wire.connection, request, &wire.err);
    login_free(login);
    return login != NULL;
}

bool wire_account(void)
{
    struct login *login = api_current_user(wire.connection, &wire.err);
    login_free(login);
    return login != NULL;
}

bool wire_write(enum endpoint_id op, const struct request_args *args, const char *seen)
{
    struct project *before = seen ? project_decode(seen, strlen(seen), &wire.err) : NULL;
    project_free(wire.now);
    wire.now = NULL;
    bool done = api_write(wire.connection, op, args, before, &wire.now, &wire.err);
    project_free(before);
    return done;
}

const enum endpoint_id wire_all_writes[4] = {ENDPOINT_ENQUEUE, ENDPOINT_DELETE_TAG, ENDPOINT_ADD_METADATA,
                                             ENDPOINT_DELETE_METADATA};

bool wire_write7(enum endpoint_id op, const char *seen)
{
    struct request_args args = {
        .project_id = 7, .version = 5, .key = "k", .value = op == ENDPOINT_DELETE_TAG ? "news" : "v"};
    return wire_write(op, &args, seen);
}

bool wire_enqueue(void)
{
    return wire_write7(ENDPOINT_ENQUEUE, NULL);
}

/* Keeps a piece of a file. */
static bool wire_keep(void *arg, const void *data, size_t len)
{
    (void)arg;
    if (!wire.file.len)
        wire.knew_type = wire.info.content_type[0];
    return !wire.refuses && buffer_append(&wire.file, data, len);
}

static void wire_note_progress(void *arg, int64_t bytes, int64_t total)
{
    (void)arg;
    wire.last_bytes = bytes;
    wire.last_total = total;
}

bool wire_export(const struct param_set *params, bool completed)
{
    struct export_sink sink = {.write = wire_keep, .progress = wire_note_progress, .completed = completed};
    buffer_clear(&wire.file);
    return api_export(wire.connection, 7, params, &sink, &wire.info, &wire.err);
}

/* --- asserts --- */

/* The request with the address replaced by {host}, and without the Accept-Encoding line, which must be right
 * for the operation. Caller frees. */
static char *wire_normal_request(const char *request)
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
    const char *address = mock_url(wire.mock) + strlen("http://");
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

void wire_expect(int index, const char *expected)
{
    const char *request = mock_request(wire.mock, index);
    cr_assert_not_null(request, "request %d never came: %s", index, wire.err.text);
    char *normal = wire_normal_request(request);
    cr_assert_str_eq(normal, expected);
    free(normal);
}

void wire_error(enum error_kind kind, int status, const char *const *words)
{
    cr_assert_eq(wire.err.kind, kind, "%s: %s", error_kind_name(wire.err.kind), wire.err.text);
    cr_assert_eq(wire.err.status, status, "%d: %s", wire.err.status, wire.err.text);
    for (; *words; words++)
        cr_assert_str_has(wire.err.text, *words, "“%s” is not in “%s”", *words, wire.err.text);
}

void wire_without(const char *const *words)
{
    for (; *words; words++)
        cr_expect_null(strcasestr(wire.err.text, *words), "“%s” in: %s", *words, wire.err.text);
}

int wire_writes(struct mock_server *mock)
{
    int writes = 0;
    for (int i = 0; i < mock_count(mock); i++)
        writes += strncmp(mock_request(mock, i), "GET /API/v2/Projects/7 ", 23) != 0;
    return writes;
}
