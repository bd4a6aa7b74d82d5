/* Exports stream: bytes unchanged, nothing saved that is no file. How bodies are packed on the way: what is
 * asked for, what is read to its proven end, what is refused. */
/* SPDX-License-Identifier: MIT */
#include <stdint.h>
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

/* Exports with a FileFormatId, or without one. */
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
    cr_expect_eq(wire.last_bytes, 10);
    cr_expect_eq(wire.last_total, 10);
    mock_reply(wire.mock, 200, PLAIN, "");
    cr_expect(wire_export(NULL, false), "%s", wire.err.text);
    cr_expect_eq(wire.info.bytes, 0);
}

/* Notes what is known of the file when its first piece comes. */
static bool know(void *arg, const void *data, size_t len)
{
    const struct export_info *info = arg;
    (void)data;
    if (info->bytes == 0) {
        cr_expect_gt(len, 0);
        cr_expect_str_eq(info->content_type, "text/x");
    }
    return true;
}

Test(export, the_type_is_known_at_the_first_piece)
{
    struct export_info info;
    struct export_sink sink = {.write = know, .arg = &info};
    mock_reply(wire.mock, 200, "Content-Type: text/x\r\n", "words");
    cr_assert(api_export(wire.connection, 7, NULL, &sink, &info, &wire.err), "%s", wire.err.text);
}

Test(export, a_large_file_streams_in_pieces_with_an_unknown_total)
{
    size_t size = (size_t)9 << 20; /* beyond the cap for JSON, which is no cap for files */
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

/* --- what is no file --- */

Test(export, json_and_web_pages_in_place_of_a_file_are_shown_and_not_saved)
{
    static const struct {
        const char *headers, *format, *body;
        int pad;           /* bytes of blanks behind it */
        const char *words; /* NULL: it is a file */
    } rows[] = {
        {JSON("; charset=utf-8"), NULL, "{\"Message\":\"not \\u001bready\"}", 0, "not ␛ready"},
        {"Content-Type: application/problem+json\r\n", NULL, "{\"Message\":\"not \\u001bready\"}", 0,
         "not ␛ready"},
        {JSON(""), NULL, "{\"Message\":\"you sent " WIRE_TOKEN "\"}", 0, "you sent [hidden]"},
        {JSON(""), NULL, "{\"Sent\":\"" WIRE_TOKEN "\"}", 0, "[hidden]"},
        /* a text that is nothing but an error in JSON */
        {PLAIN, NULL, "{\"Message\":\"m-1\"}", 0, "m-1"},
        {PLAIN, "srt", " \r\n{\"message\":\"m-1\"}\n", 0, "m-1"},
        {PLAIN, NULL, "\xEF\xBB\xBF{\"error\":\"m-1\"}", 0, "m-1"},
        {PLAIN, NULL, "{\"errors\":{\"a\":[\"m-1\"]}}", 0, "m-1"},
        {PLAIN, NULL, "{\"title\":\"m-1\"}", 60000, "m-1"},
        {PLAIN, NULL, "{\"detail\":\"m-1\",\"other\":1}", 0, "m-1"},
        {PLAIN, NULL, "{\"Message\":\"m-1\"}", 66000, NULL}, /* beyond 64 KiB */
        {PLAIN, "JSON", "{\"Message\":\"m-1\"}", 0, NULL},   /* asked for */
        {PLAIN, NULL, "{\"cues\":[]}", 0, NULL},
        {PLAIN, NULL, "[{\"Message\":\"m-1\"}]", 0, NULL},
        {PLAIN, NULL, "{\"Message\":\"m-1\"} and more", 0, NULL},
        {PLAIN, NULL, "{\\an8}Good evening.", 0, NULL},
        {PLAIN, NULL, "1\n00:00:01,000 --> 00:00:02,000\n{\"Message\":\"m-1\"}\n", 0, NULL},
        /* web pages */
        {HTML, NULL, "<html><title>Hotel \x1b guest login</title></html>", 0, "Hotel ␛ guest login"},
        {"Content-Type: Text/HTML; charset=utf-8\r\n", NULL, "<p>hello</p>", 0, "an HTML page"},
        {XHTML "Content-Disposition: inline\r\n", NULL, "<html/>", 0, "an HTML page"},
        {HTML, NULL, "", 0, "It says: nothing"},
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
                       is_page ? "a web page where a file" : "with JSON where a file was expected");
            cr_expect_str_lacks(wire.err.text, WIRE_TOKEN);
        }
        cr_expect_eq(mock_count(wire.mock), 1, "row %zu", i);
        free(body);
    }
}

Test(export, an_answer_that_by_its_status_carries_no_file_is_none)
{
    static const struct {
        int status;
        const char *body, *words; /* NULL: it is a file */
    } rows[] = {
        {204, NULL, "the server answered 204, which means no file; nothing was saved"},
        {205, NULL, "the server answered 205, which means no file; nothing was saved"},
        {202, NULL, "the server answered 202 without a file; nothing was saved"},
        {201, NULL, "the server answered 201 without a file; nothing was saved"},
        {206, "half a f", "the server answered 206 with a part of a file; nothing was saved"},
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
    cr_expect_str_has(wire.notices, "answered 404 although the project is Completed; attempt 1 of 5");
    for (int i = 0; i < 6; i++)
        mock_json(wire.mock, 412, "{\"Message\":\"no file\"}");
    cr_expect_not(wire_export(NULL, true));
    WIRE_ERROR(ERROR_REJECTED, 412, "no file");
    cr_expect_eq(mock_count(wire.mock), 10);
    mock_json(wire.mock, 412, "{}");
    cr_expect_not(wire_export(NULL, false)); /* of another it is final */
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

/* --- how bodies are packed on the way --- */

/* Appends a number, its lowest byte first. */
static void gzip_put(struct buffer *out, uint32_t number, int bytes)
{
    for (int i = 0; i < bytes; i++)
        buffer_append_char(out, (char)(number >> 8 * i));
}

/* Appends the data as a stream of gzip whose blocks are stored as they are: all of the format that is needed.
 */
static void gzip_append(struct buffer *out, const void *data, size_t len)
{
    static const char head[10] = "\x1f\x8b\x08\0\0\0\0\0\0\xff";
    const unsigned char *bytes = data;
    uint32_t sum = UINT32_MAX;
    buffer_append(out, head, sizeof head);
    for (size_t at = 0, take; at < len || at == 0; at += take) {
        take = len - at < UINT16_MAX ? len - at : UINT16_MAX;
        gzip_put(out, at + take == len, 1);
        gzip_put(out, (uint32_t)take, 2);
        gzip_put(out, ~(uint32_t)take, 2);
        buffer_append(out, bytes + at, take);
        if (take == 0)
            break;
    }
    for (size_t i = 0; i < len; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xEDB88320u : 0);
    }
    gzip_put(out, ~sum, 4);
    gzip_put(out, (uint32_t)len, 4);
}

enum framing { BY_CLOSE, BY_LENGTH, BY_CHUNKS };

/* A text as it is or as a stream of gzip without its last bytes. Caller frees. */
static struct buffer pack(const char *text, bool gzip, size_t cut)
{
    struct buffer body;
    buffer_init(&body, 1 << 20);
    if (gzip)
        gzip_append(&body, text, strlen(text));
    else
        buffer_append_text(&body, text);
    body.len -= cut < body.len ? cut : body.len;
    return body;
}

/* Scripts three whole answers with these header lines and this body, which is freed. */
static void answer_with(int status, const char *headers, struct buffer body, enum framing framing)
{
    struct buffer answer;
    buffer_init(&answer, (size_t)64 << 20);
    buffer_printf(&answer, "HTTP/1.1 %d Mock\r\n%s", status, headers);
    if (framing == BY_CHUNKS)
        buffer_printf(&answer, "Transfer-Encoding: chunked\r\n\r\n%zx\r\n", body.len);
    else if (framing == BY_LENGTH)
        buffer_printf(&answer, "Content-Length: %zu\r\n\r\n", body.len);
    else
        buffer_append_text(&answer, "Connection: close\r\n\r\n");
    buffer_append(&answer, buffer_text(&body), body.len);
    if (framing == BY_CHUNKS)
        buffer_append_text(&answer, "\r\n0\r\n\r\n");
    for (int i = 0; i < 3; i++)
        mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer.data, answer.len);
    buffer_free(&answer);
    buffer_free(&body);
}

#define JSON_GZIP "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"

Test(content, a_file_is_asked_for_as_it_is_and_one_that_comes_packed_is_refused_by_the_name_of_it)
{
    static const struct {
        const char *headers, *text, *words; /* NULL: it is taken for the file that it is */
        bool gzip;
        unsigned framings; /* which of them */
    } rows[] = {
        {"Content-Encoding: gzip\r\n", FILE_TEXT, "“gzip”", true, 3},
        {"Content-Encoding: br\r\n", FILE_TEXT, "“br”", true, 3},
        {"Content-Encoding: identity\r\ncontent-encoding: deflate\r\n", FILE_TEXT, "“deflate”", true, 3},
        {"Content-Encoding: a\x1b]0;b\x07\r\n", FILE_TEXT, "“a␛]0;b␇”", true, 3},
        {"Transfer-Encoding: gzip\r\n", FILE_TEXT, "gzip", true, 3},
        {PLAIN "Content-Encoding: gzip\r\n", "", "“gzip”", false, 1 << BY_CLOSE}, /* a stream of no bytes */
        {PLAIN "Content-Encoding: gzip\r\n", "", NULL, false, 1 << BY_LENGTH},    /* it announces none */
        {PLAIN "Content-Encoding: identity\r\n", FILE_TEXT, NULL, false, 7},
        {PLAIN "Content-Encoding: Identity\r\n", FILE_TEXT, NULL, false, 7},
        {PLAIN "Content-Encoding: \r\n", FILE_TEXT, NULL, false, 7},
    };
    for (size_t i = 0; i < COUNT(rows) * 3; i++) {
        size_t row = i / 3;
        enum framing framing = i % 3;
        if (!(rows[row].framings >> framing & 1))
            continue;
        wire_open(NULL);
        answer_with(200, rows[row].headers, pack(rows[row].text, rows[row].gzip, 0), framing);
        cr_expect_eq(wire_export(NULL, false), !rows[row].words, "row %zu: %s", row, wire.err.text);
        cr_expect_str_eq(buffer_text(&wire.file), rows[row].words ? "" : rows[row].text, "row %zu", row);
        if (rows[row].words)
            WIRE_ERROR(ERROR_BAD_REPLY, wire.err.status, SUBJECT ": 127.0.0.1", rows[row].words);
        else
            cr_expect_eq(wire.info.bytes, (int64_t)strlen(rows[row].text), "row %zu", row);
        cr_expect_eq(mock_count(wire.mock), 1, "row %zu", row);
        cr_expect_str_has(mock_request(wire.mock, 0), "\r\nAccept-Encoding: identity\r\n");
    }
}

Test(content, json_in_gzip_is_unpacked_and_a_stream_that_is_cut_or_damaged_is_no_project)
{
    struct buffer damaged = pack(WIRE_PROJECT(5, "None"), true, 0);
    answer_with(200, JSON_GZIP, pack(WIRE_PROJECT(5, "None"), true, 0), BY_LENGTH);
    cr_expect(wire_read(), "%s", wire.err.text);
    cr_expect_str_has(mock_request(wire.mock, 0), "\r\nAccept-Encoding: gzip\r\n");
    damaged.data[damaged.len - 40] ^= 0x55;
    for (size_t cut = 0; cut < 120; cut += 20) {
        wire_open(NULL);
        answer_with(200, JSON_GZIP, cut ? pack(WIRE_PROJECT(5, "None"), true, cut) : damaged, BY_LENGTH);
        cr_expect_not(wire_read(), "%zu bytes cut", cut);
        WIRE_ERROR(ERROR_BAD_REPLY, 200, "Read project 7");
    }
    wire_open(NULL);
    answer_with(200, JSON_GZIP, pack(WIRE_PROJECT(6, "InProgress"), true, 40), BY_LENGTH);
    cr_expect_not(wire_enqueue());
    WIRE_ERROR(ERROR_UNKNOWN_OUTCOME, 200, "Enqueue project 7");
    WIRE_WITHOUT("Try again");
    cr_expect_eq(wire_writes(wire.mock), 1);
}

Test(content, a_refusal_is_read_whatever_it_is_packed_in_and_gzip_ends_at_the_cap_of_json)
{
    static const struct {
        const char *coding, *words;
        size_t cut;
    } rows[] = {{"gzip", "no transcript here (m-1)", 0},
                {"gzip", "(422)", 1000},
                {"unheard-of", "the server rejected a value (422). ", 0}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *headers =
            mem_printf("Content-Type: application/json\r\nContent-Encoding: %s\r\n", rows[i].coding);
        wire_open(NULL);
        answer_with(422, headers, pack("{\"Message\":\"no transcript here (m-1)\"}", true, rows[i].cut),
                    BY_LENGTH);
        cr_expect_not(wire_read());
        WIRE_ERROR(ERROR_REJECTED, 422, rows[i].words);
        cr_expect_eq(mock_count(wire.mock), 1);
        cr_expect_not(wire_export(NULL, false));
        cr_expect_eq(wire.err.kind, ERROR_REJECTED, "%s", wire.err.text);
        cr_expect_eq(wire.err.status, 422);
        free(headers);
    }
    char *text = mem_printf("%0400000d", 0);
    wire_open(&(struct api_config){.token = WIRE_TOKEN, .json_max = 100000});
    answer_with(200, JSON_GZIP, pack(text, true, 0), BY_LENGTH);
    cr_expect_not(wire_read());
    WIRE_ERROR(ERROR_BAD_REPLY, 200, "is too large");
    free(text);
}
