/* Exports stream: bytes unchanged, the name safe, nothing saved that is no file. */
/* SPDX-License-Identifier: MIT */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/asserts.h"
#include "wire/wire.h"

/* A sink that must get nothing. */
static bool never_written(void *arg, const void *data, size_t len)
{
    (void)arg, (void)data, (void)len;
    return false;
}

/* A sink that keeps what it gets. */
struct kept {
    struct buffer bytes;
    int64_t last_bytes, last_total;
    const struct param_set *params; /* what is asked for; NULL for nothing */
    bool refuse;
};

static bool keep(void *arg, const void *data, size_t len)
{
    struct kept *kept = arg;
    return !kept->refuse && buffer_append(&kept->bytes, data, len);
}

static void note_progress(void *arg, int64_t bytes, int64_t total)
{
    struct kept *kept = arg;
    kept->last_bytes = bytes;
    kept->last_total = total;
}

/* Exports project 7 into `kept`. */
static bool export_to(struct wire *wire, struct kept *kept, bool completed, struct export_info *info)
{
    struct export_sink sink = {.write = keep, .progress = note_progress, .arg = kept, .completed = completed};
    buffer_init(&kept->bytes, (size_t)64 << 20);
    return api_export(wire->connection, 7, kept->params, &sink, info, &wire->err);
}

Test(export, bytes_type_and_progress_arrive)
{
    struct wire wire;
    struct kept kept = {.refuse = false};
    struct export_info info;
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 200,
               "Content-Type: application/x-subrip; charset=utf-8\r\n"
               "Content-Disposition: attachment; filename=\"../x.srt\"; filename*=UTF-8''sch%C5%AFze.srt\r\n",
               "\xEF\xBB\xBF"
               "1\r\n\xff\x80\r\n");
    cr_assert(export_to(&wire, &kept, false, &info), "%s", wire.err.text);
    cr_assert_eq(kept.bytes.len, 10);
    cr_assert_arr_eq(kept.bytes.data, "\xEF\xBB\xBF\x31\r\n\xff\x80\r\n", 10);
    cr_assert_eq(info.bytes, 10);
    cr_assert_str_eq(info.content_type, "application/x-subrip; charset=utf-8");
    cr_assert_eq(kept.last_bytes, 10);
    cr_assert_eq(kept.last_total, 10);
    buffer_free(&kept.bytes);
    wire_close(&wire);
}

/* Notes what is known of the file when its first piece comes. */
static bool know(void *arg, const void *data, size_t len)
{
    struct export_info *info = arg, copy = *info;
    (void)data;
    if (info->bytes == 0) {
        cr_expect_gt(len, 0);
        cr_expect_str_eq(copy.content_type, "text/x");
    }
    return true;
}

Test(export, the_type_is_known_at_the_first_piece)
{
    struct wire wire;
    struct export_info info;
    struct export_sink sink = {.write = know, .arg = &info};
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 200, "Content-Type: text/x\r\n", "words");
    cr_assert(api_export(wire.connection, 7, NULL, &sink, &info, &wire.err), "%s", wire.err.text);
    wire_close(&wire);
}

Test(export, a_large_file_streams_in_pieces_with_an_unknown_total)
{
    struct wire wire;
    struct kept kept = {.refuse = false};
    struct export_info info;
    size_t size = (size_t)9 << 20;
    struct buffer answer;
    buffer_init(&answer, size * 2);
    buffer_append_text(&answer, "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\n");
    char *body = mem_alloc(size);
    memset(body, 'x', size);
    buffer_append(&answer, body, size);
    wire_open(&wire, NULL); /* beyond the cap for JSON, which is no cap for files */
    mock_script(wire.mock, MOCK_ANSWER_CLOSE, answer.data, answer.len);
    cr_assert(export_to(&wire, &kept, false, &info), "%s", wire.err.text);
    cr_assert_eq(info.bytes, (int64_t)size);
    cr_assert_eq(kept.last_total, -1);
    cr_assert_arr_eq(kept.bytes.data, body, size);
    free(body);
    buffer_free(&answer);
    buffer_free(&kept.bytes);
    wire_close(&wire);
}

Test(export, an_empty_file_is_a_file)
{
    struct wire wire;
    struct kept kept = {.refuse = false};
    struct export_info info;
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 200, "Content-Type: text/plain\r\n", "");
    cr_assert(export_to(&wire, &kept, false, &info), "%s", wire.err.text);
    cr_assert_eq(info.bytes, 0);
    wire_close(&wire);
}

Test(export, json_is_shown_and_not_saved)
{
    static const char *const types[] = {"Content-Type: application/json; charset=utf-8\r\n",
                                        "Content-Type: application/problem+json\r\n"};
    for (size_t i = 0; i < 2; i++) {
        struct wire wire;
        struct kept kept = {.refuse = false};
        struct export_info info;
        wire_open(&wire, NULL);
        mock_reply(wire.mock, 200, types[i], "{\"Message\":\"not \\u001bready\"}");
        cr_assert_not(export_to(&wire, &kept, false, &info));
        WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "Export subtitles of project 7", "nothing was saved",
                   "not ␛ready");
        cr_assert_eq(kept.bytes.len, 0);
        cr_assert_eq(mock_count(wire.mock), 1);
        wire_close(&wire);
    }
}

Test(export, a_text_that_is_nothing_but_an_error_in_json_is_shown_and_not_saved)
{
    static const struct {
        const char *body, *format;
        int pad; /* bytes of blanks behind it */
        bool is_file;
    } rows[] = {
        {"{\"Message\":\"m-1\"}", NULL, 0, false},
        {" \r\n{\"message\":\"m-1\"}\n", "srt", 0, false},
        {"\xEF\xBB\xBF{\"error\":\"m-1\"}", NULL, 0, false},
        {"{\"errors\":{\"a\":[\"m-1\"]}}", NULL, 0, false},
        {"{\"title\":\"m-1\"}", NULL, 60000, false},
        {"{\"detail\":\"m-1\",\"other\":1}", NULL, 0, false},
        {"{\"Message\":\"m-1\"}", NULL, 66000, true}, /* beyond 64 KiB */
        {"{\"Message\":\"m-1\"}", "JSON", 0, true},   /* asked for */
        {"{\"cues\":[]}", NULL, 0, true},
        {"[{\"Message\":\"m-1\"}]", NULL, 0, true},
        {"{\"Message\":\"m-1\"} and more", NULL, 0, true},
        {"{\\an8}Good evening.", NULL, 0, true},
        {"1\n00:00:01,000 --> 00:00:02,000\n{\"Message\":\"m-1\"}\n", NULL, 0, true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire wire;
        struct kept kept = {.refuse = false};
        struct export_info info;
        char *body = mem_printf("%s%*s", rows[i].body, rows[i].pad, "");
        struct param_set *params = param_set_new(&params_export);
        if (rows[i].format)
            param_set_put_raw(params, param_find(&params_export, "FileFormatId"), rows[i].format);
        kept.params = params;
        wire_open(&wire, NULL);
        mock_reply(wire.mock, 200, "Content-Type: text/plain; charset=utf-8\r\n", body);
        cr_expect_eq(export_to(&wire, &kept, false, &info), rows[i].is_file, "row %zu: %s", i, wire.err.text);
        cr_expect_str_eq(buffer_text(&kept.bytes), rows[i].is_file ? body : "", "row %zu", i);
        if (!rows[i].is_file)
            WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "with JSON where a file was expected", "m-1");
        param_set_free(params);
        buffer_free(&kept.bytes);
        free(body);
        wire_close(&wire);
    }
}

Test(export, a_web_page_in_place_of_a_file_is_shown_and_not_saved)
{
    static const struct {
        const char *headers, *body, *said;
    } rows[] = {
        {"Content-Type: text/html\r\n", "<html><title>Hotel \x1b guest login</title></html>",
         "Hotel ␛ guest login"},
        {"Content-Type: Text/HTML; charset=utf-8\r\n", "<p>hello</p>", "an HTML page"},
        {"Content-Type: application/xhtml+xml\r\nContent-Disposition: inline\r\n", "<html/>", "an HTML page"},
        {"Content-Type: text/html\r\n", "", "It says: nothing"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire wire;
        struct kept kept = {.refuse = false};
        struct export_info info;
        wire_open(&wire, NULL);
        mock_reply(wire.mock, 200, rows[i].headers, rows[i].body);
        cr_assert_not(export_to(&wire, &kept, false, &info));
        WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "Export subtitles of project 7", "a web page where a file",
                   "nothing was saved", rows[i].said);
        cr_assert_eq(kept.bytes.len, 0);
        cr_assert_eq(mock_count(wire.mock), 1);
        wire_close(&wire);
    }
}

Test(export, a_web_page_that_was_asked_for_is_a_file)
{
    static const struct {
        const char *format, *headers;
    } rows[] = {
        {"html", "Content-Type: text/html\r\n"},
        {"Web.HTM", "Content-Type: text/html; charset=utf-8\r\n"},
        {"web", "Content-Type: text/html\r\nContent-Disposition: attachment; filename=x.html\r\n"},
        {NULL, "Content-Type: application/xhtml+xml\r\nContent-Disposition: ATTACHMENT\r\n"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct wire wire;
        struct kept kept = {.refuse = false};
        struct export_info info;
        wire_open(&wire, NULL);
        mock_reply(wire.mock, 200, rows[i].headers, "<p>1</p>");
        struct param_set *params = param_set_new(&params_export);
        if (rows[i].format)
            cr_assert(
                param_set_put(params, param_find(&params_export, "FileFormatId"), rows[i].format, &wire.err));
        kept.params = params;
        cr_assert(export_to(&wire, &kept, false, &info), "%s", wire.err.text);
        cr_assert_str_eq(buffer_text(&kept.bytes), "<p>1</p>");
        param_set_free(params);
        buffer_free(&kept.bytes);
        wire_close(&wire);
    }
}

Test(export, a_late_transcript_is_tried_again_visibly_when_the_project_is_completed)
{
    struct wire wire;
    struct kept kept = {.refuse = false};
    struct export_info info;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 404, "{}");
    mock_json(wire.mock, 409, "{}");
    mock_json(wire.mock, 412, "{}");
    mock_reply(wire.mock, 200, "Content-Type: text/plain\r\n", "1");
    cr_assert(export_to(&wire, &kept, true, &info), "%s", wire.err.text);
    cr_assert_eq(mock_count(wire.mock), 4);
    cr_assert_eq(wire.notice_count, 3);
    cr_assert_str_has(wire.notices, "answered 404 although the project is Completed; attempt 1 of 5");
    buffer_free(&kept.bytes);
    wire_close(&wire);
}

Test(export, a_late_transcript_is_tried_again_five_times_and_no_more)
{
    struct wire wire;
    struct kept kept = {.refuse = false};
    struct export_info info;
    wire_open(&wire, NULL);
    for (int i = 0; i < 8; i++)
        mock_json(wire.mock, 412, "{\"Message\":\"no file\"}");
    cr_assert_not(export_to(&wire, &kept, true, &info));
    WIRE_ERROR(&wire, ERROR_REJECTED, 412, "no file");
    cr_assert_eq(mock_count(wire.mock), 6);
    wire_close(&wire);
}

Test(export, a_refusal_is_final_when_the_project_is_not_completed)
{
    struct wire wire;
    struct kept kept = {.refuse = false};
    struct export_info info;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 412, "{}");
    cr_assert_not(export_to(&wire, &kept, false, &info));
    WIRE_ERROR(&wire, ERROR_REJECTED, 412, "no transcript yet");
    cr_assert_eq(mock_count(wire.mock), 1);
    wire_close(&wire);
}

/* Cancels as soon as the first answer has been asked for. */
static void *cancel_after_one(void *arg)
{
    struct wire *wire = arg;
    mock_wait(wire->mock, 1);
    connection_cancel(wire->connection);
    return NULL;
}

Test(export, the_wait_for_a_late_transcript_can_be_cancelled)
{
    struct wire wire;
    struct kept kept = {.refuse = false};
    struct export_info info;
    pthread_t thread;
    wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .export_wait_ms = 60000});
    mock_json(wire.mock, 404, "{}");
    pthread_create(&thread, NULL, cancel_after_one, &wire);
    cr_assert_not(export_to(&wire, &kept, true, &info));
    cr_assert_eq(wire.err.kind, ERROR_CANCELLED, "%s", wire.err.text);
    pthread_join(thread, NULL);
    wire_close(&wire);
}

Test(export, a_failing_server_is_asked_again_before_bytes_came)
{
    struct wire wire;
    struct kept kept = {.refuse = false};
    struct export_info info;
    wire_open(&wire, NULL);
    mock_json(wire.mock, 503, "{}");
    mock_reply(wire.mock, 200, "Content-Type: text/plain\r\n", "1");
    cr_assert(export_to(&wire, &kept, false, &info), "%s", wire.err.text);
    cr_assert_eq(mock_count(wire.mock), 2);
    buffer_free(&kept.bytes);
    wire_close(&wire);
}

Test(export, a_cut_file_is_an_error_and_not_asked_again)
{
    struct wire wire;
    struct kept kept = {.refuse = false};
    struct export_info info;
    static const char cut[] =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nshort";
    wire_open(&wire, NULL);
    mock_script(wire.mock, MOCK_ANSWER_CLOSE, cut, sizeof cut - 1);
    cr_assert_not(export_to(&wire, &kept, false, &info));
    WIRE_ERROR(&wire, ERROR_NETWORK, 200, "Export subtitles of project 7", "was lost");
    cr_assert_eq(mock_count(wire.mock), 1);
    buffer_free(&kept.bytes);
    wire_close(&wire);
}

Test(export, a_stall_ends_it_but_a_slow_server_does_not)
{
    struct wire wire;
    struct kept kept = {.refuse = false};
    struct export_info info;
    static const char stalled[] =
        "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 100\r\n\r\nshort";
    static const char slow[] = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nshort";
    wire_open(&wire, &(struct api_config){.token = WIRE_TOKEN, .stall_timeout_ms = 500});
    mock_script(wire.mock, MOCK_ANSWER_STALL, stalled, sizeof stalled - 1);
    mock_script(wire.mock, MOCK_ANSWER_DRIP, slow, sizeof slow - 1);
    cr_assert_not(export_to(&wire, &kept, false, &info));
    WIRE_ERROR(&wire, ERROR_TIMEOUT, 200, "no more data from 127.0.0.1", "within 0.5 s");
    buffer_free(&kept.bytes);
    cr_assert(export_to(&wire, &kept, false, &info), "%s", wire.err.text);
    cr_assert_str_eq(kept.bytes.data, "short");
    buffer_free(&kept.bytes);
    wire_close(&wire);
}

Test(export, a_sink_that_refuses_ends_it_as_a_file_error)
{
    struct wire wire;
    struct kept kept = {.refuse = true};
    struct export_info info;
    wire_open(&wire, NULL);
    mock_reply(wire.mock, 200, "Content-Type: text/plain\r\n", "1");
    cr_assert_not(export_to(&wire, &kept, false, &info));
    WIRE_ERROR(&wire, ERROR_IO, 200, "could not be written");
    cr_assert_eq(mock_count(wire.mock), 1);
    wire_close(&wire);
}

Test(export, an_answer_that_is_no_file_is_shown_without_the_token_in_it)
{
    static const char *const bodies[] = {"{\"Message\":\"you sent " WIRE_TOKEN "\"}",
                                         "{\"Sent\":\"" WIRE_TOKEN "\"}"};
    for (size_t i = 0; i < 2; i++) {
        struct wire wire;
        struct export_info info;
        struct export_sink sink = {.write = never_written};
        wire_open(&wire, NULL);
        mock_json(wire.mock, 200, bodies[i]);
        cr_assert_not(api_export(wire.connection, 7, NULL, &sink, &info, &wire.err));
        WIRE_ERROR(&wire, ERROR_BAD_REPLY, 200, "nothing was saved", "[hidden]");
        cr_assert_str_lacks(wire.err.text, WIRE_TOKEN);
        wire_close(&wire);
    }
}
