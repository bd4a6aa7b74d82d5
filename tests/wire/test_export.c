/* Exports are streamed: the bytes are unchanged, and an answer that is not a file is not saved. Compression:
 * what is asked for, what is read to its end, what is refused. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/asserts.h"
#include "wire/wire.h"

#define FILE_TEXT  "1\n00:00:01,000 --> 00:00:02,000\nGood evening.\n\n"
#define PLAIN      "Content-Type: text/plain\r\n"
#define HTML       "Content-Type: text/html\r\n"
#define XHTML      "Content-Type: application/xhtml+xml\r\n"
#define JSON(more) "Content-Type: application/json" more "\r\n"
#define SUBJECT    "Export subtitles of project 7"
#define PIECE      PLAIN "Content-Length: 100\r\n\r\nshort"

TestSuite(export, .init = wire_setup, .fini = wire_close);
TestSuite(content, .init = wire_setup, .fini = wire_close);

/* Exports with a FileFormatId, or without (NULL). */
static bool export_as(const char *format)
{
    struct param_set *params = param_set_new(&params_export);
    if (format)
        param_set_put_raw(params, param_find(&params_export, "FileFormatId"), format);
    bool done = wire_export(params, false);
    param_set_free(params);
    return done;
}

/* --- bytes --- */

Test(export, bytes_type_and_progress_arrive_and_an_empty_file_is_a_file)
{
    mock_reply(wire.mock, 200,
               "Content-Type: application/x-subrip; charset=utf-8\r\n"
               "Content-Disposition: attachment; filename=\"../x.srt\"; filename*=UTF-8''sch%C5%AFze.srt\r\n",
               "\xEF\xBB\xBF"
               "1\r\n\xff\x80\r\n");
    cr_assert(wire_export(NULL, false), "%s", wire.err.text);
    cr_assert_eq(wire.file.len, 10);
    cr_expect_arr_eq(wire.file.data, "\xEF\xBB\xBF\x31\r\n\xff\x80\r\n", 10);
    cr_expect_eq(wire.info.bytes, 10);
    cr_expect_str_eq(wire.info.content_type, "application/x-subrip; charset=utf-8");
    cr_expect(wire.knew_type, "at the first piece");
    cr_expect_eq(wire.last_bytes, 10);
    cr_expect_eq(wire.last_total, 10);
    mock_reply(wire.mock, 200, PLAIN, "");
    cr_expect(wire_export(NULL, false), "%s", wire.err.text);
    cr_expect_eq(wire.info.bytes, 0);
}

Test(export, a_large_file_streams_in_pieces_with_an_unknown_total)
{
    size_t size = (size_t)9 << 20; /* more than the limit for JSON, which files do not have */
    char *answer = mem_printf("HTTP/1.1 200 OK\r\n" PLAIN "\r\n%0*d", (int)size, 0);
    mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer, strlen(answer));
    cr_assert(wire_export(NULL, false), "%s", wire.err.text);
    cr_expect_eq(wire.info.bytes, (int64_t)size);
    cr_expect_eq(wire.last_total, -1);
    cr_assert_eq(wire.file.len, size);
    cr_expect_arr_eq(wire.file.data, answer + strlen(answer) - size, size);
    free(answer);
}

Test(export, a_sink_that_refuses_ends_it_as_a_file_error)
{
    wire.refuses = true;
    mock_reply(wire.mock, 200, PLAIN, "1");
    cr_expect_not(wire_export(NULL, false));
    WIRE_ERROR(ERROR_IO, 200, "could not be written");
    cr_expect_eq(mock_count(wire.mock), 1);
}

/* --- answers that are not files --- */

Test(export, json_and_web_pages_in_place_of_a_file_are_shown_and_not_saved)
{
    static const struct {
        const char *headers, *format, *body;
        int pad;           /* number of blanks after the body */
        const char *words; /* of the error; NULL: it is a file */
    } rows[] = {
        {JSON("; charset=utf-8"), NULL, "{\"Message\":\"not \\u001bready\"}", 0, "not ␛ready"},
        {"Content-Type: application/problem+json\r\n", NULL, "{\"Message\":\"not \\u001bready\"}", 0,
         "not ␛ready"},
        {JSON(""), NULL, "{\"Message\":\"you sent " WIRE_TOKEN "\"}", 0, "you sent [hidden]"},
        {JSON(""), NULL, "{\"Sent\":\"" WIRE_TOKEN "\"}", 0, "[hidden]"},
        /* plain text that contains only an error in JSON */
        {PLAIN, NULL, "{\"Message\":\"m-1\"}", 0, "m-1"},
        {PLAIN, "srt", " \r\n{\"message\":\"m-1\"}\n", 0, "m-1"},
        {PLAIN, NULL, "\xEF\xBB\xBF{\"error\":\"m-1\"}", 0, "m-1"},
        {PLAIN, NULL, "{\"errors\":{\"a\":[\"m-1\"]}}", 0, "m-1"},
        {PLAIN, NULL, "{\"title\":\"m-1\"}", 60000, "m-1"},
        {PLAIN, NULL, "{\"detail\":\"m-1\",\"other\":1}", 0, "m-1"},
        {PLAIN, NULL, "{\"Message\":\"m-1\"}", 66000, NULL}, /* more than 64 KiB: a file */
        {PLAIN, "JSON", "{\"Message\":\"m-1\"}", 0, NULL},   /* a JSON file was asked for */
        {PLAIN, NULL, "{\"cues\":[]}", 0, NULL},
        {PLAIN, NULL, "[{\"Message\":\"m-1\"}]", 0, NULL},
        {PLAIN, NULL, "{\"Message\":\"m-1\"} and more", 0, NULL},
        {PLAIN, NULL, "{\\an8}Good evening.", 0, NULL},
        {PLAIN, NULL, "1\n00:00:01,000 --> 00:00:02,000\n{\"Message\":\"m-1\"}\n", 0, NULL},
        /* web pages */
        {HTML, NULL, "<html><title>Hotel \x1b guest login</title></html>", 0, "Hotel ␛ guest login"},
        {"Content-Type: Text/HTML; charset=utf-8\r\n", NULL, "<p>hello</p>", 0, "an HTML page"},
        {XHTML "Content-Disposition: inline\r\n", NULL, "<html/>", 0, "an HTML page"},
        {HTML, NULL, "", 0, "The answer says: (no text)"},
        {HTML, "html", "<p>1</p>", 0, NULL},
        {"Content-Type: text/html; charset=utf-8\r\n", "Web.HTM", "<p>1</p>", 0, NULL},
        {HTML "Content-Disposition: attachment; filename=x.html\r\n", "web", "<p>1</p>", 0, NULL},
        {XHTML "Content-Disposition: ATTACHMENT\r\n", NULL, "<p>1</p>", 0, NULL},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *body = mem_printf("%s%*s", rows[i].body, rows[i].pad, "");
        wire_open(NULL);
        mock_reply(wire.mock, 200, rows[i].headers, body);
        cr_expect_eq(export_as(rows[i].format), !rows[i].words, "row %zu: %s", i, wire.err.text);
        cr_expect_str_eq(buffer_text(&wire.file), rows[i].words ? "" : body, "row %zu", i);
        if (rows[i].words) {
            bool is_page = strcasestr(rows[i].headers, "html");
            WIRE_ERROR(ERROR_BAD_REPLY, 200, SUBJECT, "nothing was saved", rows[i].words,
                       is_page ? "a web page instead of a file" : "with JSON instead of a file");
            cr_expect_str_lacks(wire.err.text, WIRE_TOKEN);
        }
        cr_expect_eq(mock_count(wire.mock), 1, "row %zu", i);
        free(body);
    }
}

Test(export, an_answer_whose_status_has_no_body_is_not_a_file)
{
    static const struct {
        int status;
        const char *body, *words; /* words of the error; NULL: it is a file */
    } rows[] = {
        {204, NULL, "the server answered 204 without a file; nothing was saved"},
        {205, NULL, "the server answered 205 without a file; nothing was saved"},
        {202, NULL, "the server answered 202 without a file; nothing was saved"},
        {201, NULL, "the server answered 201 without a file; nothing was saved"},
        {206, "half a f", "the server answered 206 with only a part of the file; nothing was saved"},
        {203, "words", NULL},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        wire_open(NULL);
        mock_reply(wire.mock, rows[i].status, PLAIN "Connection: close\r\n", rows[i].body);
        cr_expect_eq(wire_export(NULL, false), !rows[i].words, "%d", rows[i].status);
        cr_expect_str_eq(buffer_text(&wire.file), rows[i].words ? "" : rows[i].body, "%d", rows[i].status);
        if (rows[i].words)
            WIRE_ERROR(ERROR_BAD_REPLY, rows[i].status, rows[i].words);
        cr_expect_eq(mock_count(wire.mock), 1, "%d", rows[i].status);
    }
}

/* --- tries --- */

Test(export, a_late_transcript_is_tried_again_visibly_five_times_when_the_project_is_completed)
{
    mock_json(wire.mock, 404, "{}");
    mock_json(wire.mock, 409, "{}");
    mock_json(wire.mock, 412, "{}");
    mock_reply(wire.mock, 200, PLAIN, "1");
    cr_expect(wire_export(NULL, true), "%s", wire.err.text);
    cr_expect_eq(mock_count(wire.mock), 4);
    cr_expect_eq(wire.notice_count, 3);
    cr_expect_str_has(wire.notices,
                      "the server has no file yet (404) although the project is Completed; repeat 1 of 5");
    for (int i = 0; i < 6; i++)
        mock_json(wire.mock, 412, "{\"Message\":\"no file\"}");
    cr_expect_not(wire_export(NULL, true));
    WIRE_ERROR(ERROR_REJECTED, 412, "no file");
    cr_expect_eq(mock_count(wire.mock), 10);
    mock_json(wire.mock, 412, "{}");
    cr_expect_not(wire_export(NULL, false)); /* not Completed: the error is final */
    WIRE_ERROR(ERROR_REJECTED, 412, "no transcript yet");
    cr_expect_eq(mock_count(wire.mock), 11);
}

Test(export, a_failing_server_is_asked_again_before_bytes_came_and_a_cut_file_is_not)
{
    static const char cut[] = "HTTP/1.1 200 OK\r\n" PIECE;
    mock_json(wire.mock, 503, "{}");
    mock_reply(wire.mock, 200, PLAIN, "1");
    cr_expect(wire_export(NULL, false), "%s", wire.err.text);
    cr_expect_eq(mock_count(wire.mock), 2);
    mock_script(wire.mock, MOCK_ANSWER_CLOSE, cut, sizeof cut - 1);
    cr_expect_not(wire_export(NULL, false));
    WIRE_ERROR(ERROR_NETWORK, 200, SUBJECT, "was lost");
    cr_expect_eq(mock_count(wire.mock), 3);
}

Test(export, a_stall_ends_it_but_a_slow_server_does_not)
{
    static const char stalled[] = "HTTP/1.1 200 OK\r\n" PIECE;
    static const char slow[] = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nshort";
    wire_open(&(struct api_config){.token = WIRE_TOKEN, .stall_timeout_ms = 500});
    mock_script(wire.mock, MOCK_ANSWER_STALL, stalled, sizeof stalled - 1);
    mock_script(wire.mock, MOCK_ANSWER_DRIP, slow, sizeof slow - 1);
    cr_expect_not(wire_export(NULL, false));
    WIRE_ERROR(ERROR_TIMEOUT, 200, "no more data from 127.0.0.1", "within 0.5 s");
    cr_expect(wire_export(NULL, false), "%s", wire.err.text);
    cr_expect_str_eq(buffer_text(&wire.file), "short");
}

/* --- compressed bodies --- */

/* gzip streams: a text of 33 bytes, stored uncompressed, with its checksum; and 300 bytes, compressed. */
#define GZIP(text, sum) "\x1f\x8b\x08\0\0\0\0\0\0\xff\001!\0\336\377" text sum "!\0\0\0"
#define GZIP_LEN        (sizeof packed_project - 1)
static const char packed_project[] = GZIP("{\"Data\":{\"Id\":7,\"AccessToken\":5}}", "~\304\001\345");
static const char packed_refusal[] = GZIP("{\"Message\":\"no transcript (m-1)\"}", "p\313\325\042");
static const char packed_large[] = "\x1f\x8b\x08\0\0\0\0\0\2\3S\252\030\005D\002%\0\344 V\005,\001\0\0";

enum framing { BY_CLOSE, BY_LENGTH, BY_CHUNKS };

/* Opens a new connection and scripts three complete answers with these header lines and this body. */
static void answer_with(int status, const char *headers, const char *body, size_t len, enum framing framing)
{
    struct buffer answer;
    wire_open(&(struct api_config){.token = WIRE_TOKEN, .json_max = 100});
    buffer_init(&answer, BUFFER_MAX_DEFAULT);
    buffer_printf(&answer, "HTTP/1.1 %d Mock\r\n%s", status, headers);
    if (framing == BY_CHUNKS)
        buffer_printf(&answer, "Transfer-Encoding: chunked\r\n\r\n%zx\r\n", len);
    else if (framing == BY_LENGTH)
        buffer_printf(&answer, "Content-Length: %zu\r\n\r\n", len);
    else
        buffer_append_text(&answer, "Connection: close\r\n\r\n");
    buffer_append(&answer, body, len);
    if (framing == BY_CHUNKS)
        buffer_append_text(&answer, "\r\n0\r\n\r\n");
    for (int i = 0; i < 3; i++)
        mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer.data, answer.len);
    buffer_free(&answer);
}

#define JSON_GZIP JSON("\r\nContent-Encoding: gzip")

Test(content, a_file_is_requested_uncompressed_and_a_compressed_one_is_refused_with_the_coding)
{
    static const struct {
        const char *headers, *text, *words; /* words of the error; NULL: the file is accepted */
        unsigned framings;                  /* bits of enum framing */
    } rows[] = {
        {"Content-Encoding: gzip\r\n", NULL, "“gzip”", 3},
        {"Content-Encoding: br\r\n", NULL, "“br”", 3},
        {"Content-Encoding: identity\r\ncontent-encoding: deflate\r\n", NULL, "“deflate”", 3},
        {"Content-Encoding: a\x1b]0;b\x07\r\n", NULL, "“a␛]0;b␇”", 3},
        {"Transfer-Encoding: gzip\r\n", NULL, "gzip", 3},
        {PLAIN "Content-Encoding: gzip\r\n", "", "“gzip”", 1 << BY_CLOSE}, /* an empty gzip stream */
        {PLAIN "Content-Encoding: gzip\r\n", "", NULL, 1 << BY_LENGTH},    /* Content-Length is 0 */
        {PLAIN "Content-Encoding: identity\r\n", FILE_TEXT, NULL, 7},
        {PLAIN "Content-Encoding: Identity\r\n", FILE_TEXT, NULL, 7},
        {PLAIN "Content-Encoding: \r\n", FILE_TEXT, NULL, 7},
    };
    for (size_t i = 0; i < COUNT(rows) * 3; i++) {
        size_t row = i / 3;
        const char *text = rows[row].text;
        if (!(rows[row].framings >> i % 3 & 1))
            continue;
        answer_with(200, rows[row].headers, text ? text : packed_project, text ? strlen(text) : GZIP_LEN,
                    (enum framing)(i % 3));
        cr_expect_eq(wire_export(NULL, false), !rows[row].words, "row %zu: %s", row, wire.err.text);
        cr_expect_str_eq(buffer_text(&wire.file), rows[row].words ? "" : text, "row %zu", row);
        if (rows[row].words)
            WIRE_ERROR(ERROR_BAD_REPLY, wire.err.status, SUBJECT ": 127.0.0.1", rows[row].words);
        else
            cr_expect_eq(wire.info.bytes, (int64_t)strlen(text), "row %zu", row);
        cr_expect_eq(mock_count(wire.mock), 1, "row %zu", row);
        cr_expect_str_has(mock_request(wire.mock, 0), "\r\nAccept-Encoding: identity\r\n");
    }
}

Test(content, json_in_gzip_is_unpacked_up_to_its_limit_and_a_cut_or_damaged_stream_is_an_error)
{
    char damaged[sizeof packed_project];
    memcpy(damaged, packed_project, sizeof damaged);
    damaged[GZIP_LEN - 40] ^= 0x55;
    answer_with(200, JSON_GZIP, packed_project, GZIP_LEN, BY_LENGTH);
    cr_expect(wire_read(), "%s", wire.err.text);
    cr_expect_str_has(mock_request(wire.mock, 0), "\r\nAccept-Encoding: gzip\r\n");
    for (size_t cut = 0; cut < GZIP_LEN; cut += 10) {
        answer_with(200, JSON_GZIP, cut ? packed_project : damaged, GZIP_LEN - cut, BY_LENGTH);
        cr_expect_not(wire_read(), "%zu bytes cut", cut);
        WIRE_ERROR(ERROR_BAD_REPLY, 200, "Read project 7");
    }
    answer_with(200, JSON_GZIP, packed_project, GZIP_LEN - 20, BY_LENGTH);
    cr_expect_not(wire_enqueue());
    WIRE_ERROR(ERROR_UNKNOWN_OUTCOME, 200, "Enqueue project 7");
    WIRE_WITHOUT("Try again");
    cr_expect_eq(wire_writes(wire.mock), 1);
    answer_with(200, JSON_GZIP, packed_large, sizeof packed_large - 1, BY_LENGTH);
    cr_expect_not(wire_read());
    WIRE_ERROR(ERROR_BAD_REPLY, 200, "is too large");
}

Test(content, a_refusal_keeps_its_status_in_any_coding)
{
    static const struct {
        const char *headers, *words;
        size_t len;
    } rows[] = {{JSON_GZIP, "no transcript (m-1)", GZIP_LEN},
                {JSON_GZIP, "(422)", 0},
                {JSON("\r\nContent-Encoding: unheard-of"), "the server rejected a value (422). ", GZIP_LEN}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        answer_with(422, rows[i].headers, packed_refusal, rows[i].len, BY_LENGTH);
        cr_expect_not(wire_read());
        WIRE_ERROR(ERROR_REJECTED, 422, rows[i].words);
        cr_expect_eq(mock_count(wire.mock), 1);
        cr_expect_not(wire_export(NULL, false));
        cr_expect_eq(wire.err.kind, ERROR_REJECTED, "%s", wire.err.text);
        cr_expect_eq(wire.err.status, 422);
    }
}
