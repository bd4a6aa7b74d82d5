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
    cr_expect_str_has(got->err.text, SUBJECT "the response from 127.0.0.1", "%s: %s", what, got->err.text);
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

Test(content, gzip_that_comes_all_the_same_is_unpacked)
{
    static const char *const names[] = {"gzip", "GZip", "x-gzip", "identity, gzip", " gzip , ", ""};
    for (unsigned framing = BY_CLOSE; framing <= BY_CHUNKS; framing++) {
        for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
            struct buffer body = gzip_of(FILE_TEXT);
            char *headers = mem_printf("Content-Type: text/plain\r\nContent-Encoding: %s\r\n", names[i]);
            if (!*names[i]) { /* no coding is none */
                buffer_clear(&body);
                buffer_append_text(&body, FILE_TEXT);
            }
            struct exported got = export_packed(headers, &body, framing);
            expect_file(&got, FILE_TEXT, names[i]);
            free(headers);
            buffer_free(&body);
        }
    }
}

Test(content, a_gzip_stream_that_is_cut_anywhere_is_no_file)
{
    struct buffer body = gzip_of(FILE_TEXT);
    size_t whole = body.len;
    for (unsigned framing = BY_CLOSE; framing <= BY_CHUNKS; framing++) {
        for (size_t len = framing == BY_LENGTH; len < whole; len++) {
            body.len = len;
            char *what = mem_printf("framing %u, %zu of %zu bytes", framing, len, whole);
            struct exported got = export_packed(GZIP, &body, framing);
            expect_failed(&got, ERROR_NETWORK, "its gzip stream is incomplete. Try again.", what);
            free(what);
        }
    }
    body.len = whole;
    buffer_free(&body);
}

Test(content, a_gzip_stream_that_is_cut_after_bytes_came_is_not_asked_for_again)
{
    struct buffer body;
    buffer_init(&body, 1 << 20);
    gzip_append_many(&body, 200000);
    body.len -= 1;
    struct exported got = export_packed(GZIP, &body, BY_LENGTH);
    cr_expect_eq(got.requests, 1);
    expect_failed(&got, ERROR_NETWORK, "its gzip stream is incomplete", "the last byte");
    buffer_free(&body);
}

Test(content, gzip_members_that_follow_each_other_are_one_file)
{
    struct buffer body = gzip_of("one ");
    gzip_append(&body, "", 0);
    gzip_append(&body, "two", 3);
    struct exported got = export_packed(GZIP, &body, BY_LENGTH);
    expect_file(&got, "one two", "three members");
    body.len -= 3;
    got = export_packed(GZIP, &body, BY_LENGTH);
    expect_failed(&got, ERROR_NETWORK, "its gzip stream is incomplete", "the last member cut");
    buffer_free(&body);
}

Test(content, gzip_one_byte_at_a_time_is_unpacked)
{
    struct wire wire;
    struct buffer bytes, body = gzip_of("short");
    struct export_info info;
    struct export_sink sink = {.write = keep, .arg = &bytes};
    gzip_append(&body, "er", 2);
    struct buffer answer = answer_of(200, "Content-Encoding: gzip\r\n", body.data, body.len, BY_LENGTH);
    buffer_init(&bytes, 1000);
    wire_open(&wire, NULL);
    mock_script(wire.mock, MOCK_ANSWER_DRIP, answer.data, answer.len);
    cr_assert(api_export(wire.connection, 7, NULL, &sink, &info, &wire.err), "%s", wire.err.text);
    cr_expect_str_eq(buffer_text(&bytes), "shorter");
    wire_close(&wire);
    buffer_free(&bytes);
    buffer_free(&body);
    buffer_free(&answer);
}

Test(content, what_follows_a_gzip_stream_is_no_part_of_a_file)
{
    static const struct {
        const char *bytes;
        size_t len;
    } rows[] = {{"x", 1}, {"\0", 1}, {"\0\0\0\0\0\0\0\0", 8}, {"\x1f\x8b junk that is no member", 26}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct buffer body = gzip_of(FILE_TEXT);
        buffer_append(&body, rows[i].bytes, rows[i].len);
        struct exported got = export_packed(GZIP, &body, BY_LENGTH);
        expect_failed(&got, ERROR_BAD_REPLY, "there is more data after the end of its gzip stream",
                      rows[i].bytes);
        buffer_free(&body);
    }
}

Test(content, a_damaged_gzip_stream_is_no_file)
{
    struct buffer whole = gzip_of(FILE_TEXT);
    size_t at[] = {0, 1, 2, whole.len / 2, whole.len - 8, whole.len - 1}; /* head, data, checksum, length */
    for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
        whole.data[at[i]] ^= 0x55;
        struct exported got = export_packed(GZIP, &whole, BY_LENGTH);
        expect_failed(&got, ERROR_BAD_REPLY, "its gzip stream is damaged (", "a byte changed");
        whole.data[at[i]] ^= 0x55;
    }
    buffer_free(&whole);
}

Test(content, another_coding_is_refused_by_its_name)
{
    static const char *const rows[][2] = {
        {"Content-Encoding: br\r\n", "“br”"},
        {"Content-Encoding: deflate\r\n", "“deflate”"},
        {"Content-Encoding: zstd\r\n", "“zstd”"},
        {"Content-Encoding: compress, gzip\r\n", "“compress”"},
        {"Content-Encoding: gzip, br\r\n", "“br”"},
        {"Content-Encoding: gzip\r\ncontent-encoding: br\r\n", "“br”"},
        {"Content-Encoding: gzip, gzip\r\n", "“gzip, gzip”"},
        {"Content-Encoding: a\x1b]0;b\x07\r\n", "“a␛]0;b␇”"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        for (unsigned framing = BY_CLOSE; framing <= BY_CHUNKS; framing++) {
            struct buffer body = gzip_of(FILE_TEXT);
            struct exported got = export_packed(rows[i][0], &body, framing);
            cr_expect_eq(got.bytes.len, 0, "%s", rows[i][1]);
            cr_expect_eq(got.requests, 1);
            expect_failed(&got, ERROR_BAD_REPLY, rows[i][1], rows[i][1]);
            buffer_free(&body);
        }
    }
}

Test(content, a_transfer_coding_but_chunks_is_refused_by_its_name)
{
    struct buffer body = gzip_of(FILE_TEXT), chunks;
    struct exported got = export_packed("Transfer-Encoding: gzip\r\n", &body, BY_CLOSE);
    expect_failed(&got, ERROR_BAD_REPLY, "“gzip”", "to the end of the connection");
    body.len -= 8; /* libcurl does not miss the checksum */
    got = export_packed("Transfer-Encoding: gzip\r\n", &body, BY_CLOSE);
    expect_failed(&got, ERROR_BAD_REPLY, "“gzip”", "cut");
    buffer_init(&chunks, 10000);
    buffer_printf(&chunks, "%zx\r\n", body.len);
    buffer_append(&chunks, body.data, body.len);
    buffer_append_text(&chunks, "\r\n0\r\n\r\n");
    got = export_packed("Transfer-Encoding: gzip, chunked\r\n", &chunks, BY_CLOSE);
    expect_failed(&got, ERROR_BAD_REPLY, "“gzip”", "cut, in chunks");
    buffer_free(&chunks);
    buffer_free(&body);
}

Test(content, json_in_a_cut_gzip_stream_is_an_error_even_where_the_json_is_whole)
{
    struct buffer body = gzip_of(WIRE_PROJECT(5, "None"));
    size_t whole = body.len;
    for (size_t len = 1; len <= whole; len += len < whole - 10 ? 10 : 1) {
        struct wire wire;
        struct buffer answer = answer_of(200, "Content-Type: application/json\r\nContent-Encoding: gzip\r\n",
                                         body.data, len, BY_LENGTH);
        wire_open(&wire, NULL);
        for (int i = 0; i < 3; i++)
            mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer.data, answer.len);
        struct project *project = api_project_get(wire.connection, 7, &wire.err);
        cr_assert_eq(project != NULL, len == whole, "%zu of %zu bytes", len, whole);
        if (!project) {
            WIRE_ERROR(&wire, ERROR_NETWORK, 200, "Read project 7", "its gzip stream is incomplete");
            cr_expect_eq(mock_count(wire.mock), 3, "a read is tried again");
        }
        project_free(project);
        buffer_free(&answer);
        wire_close(&wire);
    }
    buffer_free(&body);
}

Test(content, a_write_whose_answer_is_a_cut_gzip_stream_has_an_unknown_outcome)
{
    struct wire wire;
    struct buffer body = gzip_of(WIRE_PROJECT(6, "InProgress"));
    struct buffer answer = answer_of(200, "Content-Type: application/json\r\nContent-Encoding: gzip\r\n",
                                     body.data, body.len - 1, BY_LENGTH);
    wire_open(&wire, NULL);
    mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer.data, answer.len);
    cr_assert_null(wire_enqueue(wire.connection, 7, NULL, &wire.err));
    WIRE_ERROR(&wire, ERROR_UNKNOWN_OUTCOME, 200, "Enqueue project 7", "its gzip stream is incomplete");
    cr_expect_str_lacks(wire.err.text, "Try again");
    cr_expect_eq(wire_writes(wire.mock), 1);
    wire_close(&wire);
    buffer_free(&answer);
    buffer_free(&body);
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
                {"gzip", "(422)", 4},
                {"gzip", "(422)", 1000},
                {"br", "the server rejected a value (422). ", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire wire;
        struct buffer body = gzip_of("{\"Message\":\"no transcript here (m-1)\"}");
        char *headers =
            mem_printf("Content-Type: application/json\r\nContent-Encoding: %s\r\n", rows[i].coding);
        size_t len = rows[i].cut > body.len ? 0 : body.len - rows[i].cut;
        struct buffer answer = answer_of(422, headers, body.data, len, BY_LENGTH);
        wire_open(&wire, NULL);
        mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer.data, answer.len);
        cr_assert_null(api_project_get(wire.connection, 7, &wire.err));
        WIRE_ERROR(&wire, ERROR_REJECTED, 422, rows[i].words);
        cr_expect_eq(mock_count(wire.mock), 1);
        wire_close(&wire);
        buffer_free(&answer);
        buffer_free(&body);
        free(headers);
    }
}

Test(content, a_gzip_bomb_of_json_ends_at_the_cap_of_json)
{
    struct wire wire;
    struct buffer body;
    buffer_init(&body, 1 << 20);
    gzip_append_many(&body, (size_t)32 << 20);
    struct buffer answer = answer_of(200, "Content-Type: application/json\r\nContent-Encoding: gzip\r\n",
                                     body.data, body.len, BY_LENGTH);
    wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .json_max = 100000});
    mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer.data, answer.len);
    cr_assert_null(api_project_get(wire.connection, 7, &wire.err));
    WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "is too large");
    wire_close(&wire);
    buffer_free(&answer);
    buffer_free(&body);
}

static bool count_bytes(void *arg, const void *data, size_t len)
{
    size_t *count = arg;
    (void)data;
    *count += len;
    return true;
}

Test(content, a_gzip_bomb_of_a_file_fills_no_disk)
{
    struct wire wire;
    struct export_info info;
    size_t count = 0;
    struct export_sink sink = {.write = count_bytes, .arg = &count};
    struct buffer body;
    buffer_init(&body, 4 << 20);
    gzip_append_many(&body, (size_t)512 << 20);
    struct buffer answer = answer_of(200, GZIP, body.data, body.len, BY_LENGTH);
    wire_open(&wire, NULL);
    mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer.data, answer.len);
    cr_assert_not(api_export(wire.connection, 7, NULL, &sink, &info, &wire.err));
    WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "expands more than 200 times");
    cr_expect_lt(count, (size_t)70 << 20);
    wire_close(&wire);
    buffer_free(&answer);
    buffer_free(&body);
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
