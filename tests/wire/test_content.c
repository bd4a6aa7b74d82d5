/* How bodies are packed on the way: what is asked for, what is read to its proven end, what is refused. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/gzip.h"
#include "wire/wire.h"

#define FILE_TEXT "1\n00:00:01,000 --> 00:00:02,000\nGood evening.\n\n"
#define SUBJECT   "Export subtitles of project 7: "

enum framing { BY_CLOSE, BY_LENGTH, BY_CHUNKS };

/* A whole answer with these header lines and this body. Caller frees the buffer. */
static struct buffer answer_of(int status, const char *headers, const void *body, size_t len,
                               enum framing framing)
{
    struct buffer answer;
    buffer_init(&answer, (size_t)64 << 20);
    buffer_printf(&answer, "HTTP/1.1 %d Mock\r\n%s", status, headers);
    if (framing == BY_LENGTH)
        buffer_printf(&answer, "Content-Length: %zu\r\n\r\n", len);
    else if (framing == BY_CHUNKS)
        buffer_printf(&answer, "Transfer-Encoding: chunked\r\n\r\n");
    else
        buffer_append_text(&answer, "Connection: close\r\n\r\n");
    if (framing == BY_CHUNKS && len > 0)
        buffer_printf(&answer, "%zx\r\n", len);
    buffer_append(&answer, body, len);
    if (framing == BY_CHUNKS)
        buffer_append_text(&answer, len > 0 ? "\r\n0\r\n\r\n" : "0\r\n\r\n");
    return answer;
}

static bool keep(void *arg, const void *data, size_t len)
{
    return buffer_append(arg, data, len);
}

/* What came of one export. */
struct exported {
    bool ok;
    int requests;
    struct error err;
    struct export_info info;
    struct buffer bytes;
};

/* Exports from a server that always answers so. */
static struct exported export_of(const struct buffer *answer)
{
    struct wire wire;
    struct exported got;
    buffer_init(&got.bytes, (size_t)256 << 20);
    struct export_sink sink = {.write = keep, .arg = &got.bytes};
    wire_open(&wire, NULL);
    for (int i = 0; i < 4; i++)
        mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer->data, answer->len);
    got.ok = api_export(wire.connection, 7, NULL, &sink, &got.info, &wire.err);
    got.requests = mock_count(wire.mock);
    got.err = wire.err;
    wire_close(&wire);
    return got;
}

/* Like export_of() for these parts of an answer. */
static struct exported export_packed(const char *headers, const struct buffer *body, enum framing framing)
{
    struct buffer answer = answer_of(200, headers, body->data, body->len, framing);
    struct exported got = export_of(&answer);
    buffer_free(&answer);
    return got;
}

/* Expects a failure of this kind with these words. */
static void expect_failed(struct exported *got, enum error_kind kind, const char *words, const char *what)
{
    cr_assert_not(got->ok, "%s: taken for whole: %s", what, buffer_text(&got->bytes));
    cr_expect_eq(got->err.kind, kind, "%s: %s: %s", what, error_kind_name(got->err.kind), got->err.text);
    cr_expect_str_has(got->err.text, SUBJECT "127.0.0.1", "%s: %s", what, got->err.text);
    cr_expect_str_has(got->err.text, words, "%s: %s", what, got->err.text);
    buffer_free(&got->bytes);
}

/* Expects the file. */
static void expect_file(struct exported *got, const char *text, const char *what)
{
    cr_assert(got->ok, "%s: %s", what, got->err.text);
    cr_expect_str_eq(buffer_text(&got->bytes), text, "%s", what);
    cr_expect_eq(got->info.bytes, (int64_t)strlen(text), "%s", what);
    buffer_free(&got->bytes);
}

static struct buffer gzip_of(const char *text)
{
    struct buffer out;
    buffer_init(&out, 1 << 20);
    gzip_append(&out, text, strlen(text));
    return out;
}

#define GZIP "Content-Type: text/plain\r\nContent-Encoding: gzip\r\n"

Test(content, an_export_asks_for_the_file_as_it_is_and_all_else_for_gzip_at_most)
{
    struct wire wire;
    struct buffer bytes;
    struct export_info info;
    struct export_sink sink = {.write = keep, .arg = &bytes};
    buffer_init(&bytes, 1000);
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 200, "Content-Type: text/plain\r\n", "1");
    mock_json(wire.mock, 200, WIRE_PROJECT(5, "None"));
    cr_assert(api_export(wire.connection, 7, NULL, &sink, &info, &wire.err), "%s", wire.err.text);
    cr_expect_str_has(mock_request(wire.mock, 0), "\r\nAccept-Encoding: identity\r\n");
    project_free(api_project_get(wire.connection, 7, &wire.err));
    cr_expect_str_has(mock_request(wire.mock, 1), "\r\nAccept-Encoding: gzip\r\n");
    buffer_free(&bytes);
    wire_close(&wire);
}

/* A body of this text as gzip, in an answer of JSON. Caller frees the buffer. */
static struct buffer packed_json(int status, const char *coding, const char *text, size_t cut)
{
    struct buffer body = gzip_of(text);
    char *headers = mem_printf("Content-Type: application/json\r\nContent-Encoding: %s\r\n", coding);
    struct buffer answer =
        answer_of(status, headers, body.data, cut > body.len ? 0 : body.len - cut, BY_LENGTH);
    free(headers);
    buffer_free(&body);
    return answer;
}

/* Reads project 7 from a server that answers so. */
static struct project *read_packed(struct wire *wire, const struct buffer *answer)
{
    wire_open(wire, NULL);
    for (int i = 0; i < 3; i++)
        mock_script(wire->mock, MOCK_ANSWER_CLOSE, answer->data, answer->len);
    return api_project_get(wire->connection, 7, &wire->err);
}

Test(content, a_file_that_comes_packed_all_the_same_is_refused_by_the_name_of_it)
{
    static const char *const rows[][2] = {
        {"Content-Encoding: gzip\r\n", "“gzip”"},
        {"Content-Encoding: br\r\n", "“br”"},
        {"Content-Encoding: identity\r\ncontent-encoding: deflate\r\n", "“deflate”"},
        {"Content-Encoding: a\x1b]0;b\x07\r\n", "“a␛]0;b␇”"},
        {"Transfer-Encoding: gzip\r\n", "gzip"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned framing = BY_CLOSE; framing <= BY_LENGTH; framing++) {
            struct buffer body = gzip_of(FILE_TEXT);
            struct exported got = export_packed(rows[i][0], &body, framing);
            cr_expect_eq(got.bytes.len, 0, "%s", rows[i][1]);
            cr_expect_eq(got.requests, 1, "%s: %d", rows[i][1], got.requests);
            expect_failed(&got, ERROR_BAD_REPLY, rows[i][1], rows[i][0]);
            buffer_free(&body);
        }
    }
    struct buffer none;
    buffer_init(&none, 10);
    struct exported got = export_packed(GZIP, &none, BY_CLOSE);
    expect_failed(&got, ERROR_BAD_REPLY, "“gzip”", "a stream of no bytes");
}

Test(content, no_coding_is_none)
{
    static const char *const names[] = {"identity", "Identity", ""};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct buffer body;
        char *headers = mem_printf("Content-Type: text/plain\r\nContent-Encoding: %s\r\n", names[i]);
        buffer_init(&body, 1000);
        buffer_append_text(&body, FILE_TEXT);
        for (unsigned framing = BY_CLOSE; framing <= BY_CHUNKS; framing++) {
            struct exported got = export_packed(headers, &body, framing);
            expect_file(&got, FILE_TEXT, names[i]);
        }
        buffer_free(&body);
        free(headers);
    }
}

Test(content, json_in_gzip_is_unpacked_and_a_stream_that_is_cut_or_damaged_is_no_project)
{
    struct wire wire;
    struct buffer answer = packed_json(200, "gzip", WIRE_PROJECT(5, "None"), 0);
    struct project *project = read_packed(&wire, &answer);
    cr_expect_not_null(project, "%s", wire.err.text);
    project_free(project);
    wire_close(&wire);
    answer.data[answer.len - 40] ^= 0x55;
    cr_expect_null(read_packed(&wire, &answer));
    WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "Read project 7");
    wire_close(&wire);
    buffer_free(&answer);
    for (size_t cut = 20; cut < 120; cut += 20) {
        answer = packed_json(200, "gzip", WIRE_PROJECT(5, "None"), cut);
        cr_expect_null(read_packed(&wire, &answer), "%zu bytes cut", cut);
        WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "Read project 7");
        wire_close(&wire);
        buffer_free(&answer);
    }
}

Test(content, a_write_whose_answer_is_a_cut_gzip_stream_has_an_unknown_outcome)
{
    struct wire wire;
    struct buffer answer = packed_json(200, "gzip", WIRE_PROJECT(6, "InProgress"), 40);
    wire_open(&wire, NULL);
    mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer.data, answer.len);
    cr_assert_null(wire_enqueue(wire.connection, 7, NULL, &wire.err));
    WIRE_ERROR(&wire, ERROR_UNKNOWN_OUTCOME, 200, "Enqueue project 7");
    cr_expect_str_lacks(wire.err.text, "Try again");
    cr_expect_eq(wire_writes(wire.mock), 1);
    wire_close(&wire);
    buffer_free(&answer);
}

Test(content, an_empty_answer_that_announces_no_bytes_needs_no_gzip_stream)
{
    struct buffer none;
    buffer_init(&none, 10);
    struct exported got = export_packed(GZIP, &none, BY_LENGTH);
    expect_file(&got, "", "Content-Length: 0");
}

Test(content, a_refusal_is_read_whatever_it_is_packed_in)
{
    static const struct {
        const char *coding, *words;
        size_t cut;
    } rows[] = {{"gzip", "no transcript here (m-1)", 0},
                {"gzip", "(422)", 1000},
                {"unheard-of", "the server rejected a value (422). ", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire wire;
        struct buffer answer =
            packed_json(422, rows[i].coding, "{\"Message\":\"no transcript here (m-1)\"}", rows[i].cut);
        cr_assert_null(read_packed(&wire, &answer));
        WIRE_ERROR(&wire, ERROR_REJECTED, 422, rows[i].words);
        cr_expect_eq(mock_count(wire.mock), 1);
        wire_close(&wire);
        buffer_free(&answer);
    }
    struct buffer answer = packed_json(422, "gzip", "{\"Message\":\"m-1\"}", 0);
    struct exported got = export_of(&answer);
    cr_expect_not(got.ok);
    cr_expect_eq(got.err.kind, ERROR_REJECTED, "%s", got.err.text);
    cr_expect_eq(got.err.status, 422);
    buffer_free(&got.bytes);
    buffer_free(&answer);
}

Test(content, gzip_of_json_ends_at_the_cap_of_json)
{
    struct wire wire;
    char *text = mem_zero(400001, 1);
    memset(text, 'x', 400000);
    struct buffer answer = packed_json(200, "gzip", text, 0);
    wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .json_max = 100000});
    mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer.data, answer.len);
    cr_assert_null(api_project_get(wire.connection, 7, &wire.err));
    WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "is too large");
    wire_close(&wire);
    buffer_free(&answer);
    free(text);
}

/* --- answers without a file --- */

Test(content, an_answer_that_by_its_status_carries_no_file_is_none)
{
    static const struct {
        int status;
        const char *body, *words;
    } rows[] = {
        {204, "", "the server answered 204, which means no file; nothing was saved"},
        {205, "", "the server answered 205, which means no file; nothing was saved"},
        {202, "", "the server answered 202 without a file; nothing was saved"},
        {201, "", "the server answered 201 without a file; nothing was saved"},
        {206, "half a f", "the server answered 206 with a part of a file; nothing was saved"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct buffer answer = answer_of(rows[i].status, "Content-Type: text/plain\r\n", rows[i].body,
                                         strlen(rows[i].body), BY_LENGTH);
        struct exported got = export_of(&answer);
        cr_assert_not(got.ok, "%d", rows[i].status);
        cr_expect_eq(got.err.kind, ERROR_BAD_REPLY, "%d", rows[i].status);
        cr_expect_eq(got.err.status, rows[i].status);
        cr_expect_str_has(got.err.text, rows[i].words);
        cr_expect_eq(got.bytes.len, 0);
        cr_expect_eq(got.requests, 1);
        buffer_free(&got.bytes);
        buffer_free(&answer);
    }
}

Test(content, another_good_status_with_bytes_is_a_file)
{
    struct buffer answer = answer_of(203, "Content-Type: text/plain\r\n", "words", 5, BY_LENGTH);
    struct exported got = export_of(&answer);
    expect_file(&got, "words", "203");
    buffer_free(&answer);
}
