/* JSON: lenient reading without loss, and writing without control characters. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/json.h"
#include "support/asserts.h"

/* Decodes a text and returns its compact form, or the error's sentence. Caller frees. */
static char *round_trip(const char *text, size_t len)
{
    struct error err;
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    json_t *value = json_decode(text, len, &err);
    if (value)
        json_write(&out, value);
    else
        buffer_append_text(&out, err.text);
    json_decref(value);
    return buffer_take(&out);
}

Test(json, what_a_server_may_send_is_decoded)
{
    static const struct {
        const char *text, *back;
    } rows[] = {
        {"{\"a\":9223372036854775807,\"b\":-9223372036854775808}",
         "{\"a\":9223372036854775807,\"b\":-9223372036854775808}"},
        {"{\"big\":9223372036854775808,\"exact\":9007199254740993}",
         "{\"big\":9.223372036854776e+18,\"exact\":9007199254740993}"},
        {"[-9223372036854775809]", "[-9.223372036854776e+18]"},
        {"[1e999,-1e999]", "[1.7976931348623157e+308,-1.7976931348623157e+308]"},
        {"[0.1,16.0,1.5e3,-0.0]", "[0.1,16.0,1500.0,-0.0]"},
        {"\"\\ud800\"", "\"\xEF\xBF\xBD\""},
        {"\"\\udc00x\"", "\"\xEF\xBF\xBDx\""},
        {"\"\\ud83d\\ude00\"", "\"\xF0\x9F\x98\x80\""},
        {"\"\\ud800\\ud83d\\ude00\"", "\"\xEF\xBF\xBD\xF0\x9F\x98\x80\""},
        {"\"\xff\xfe\"", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
        {"{\"\xc3\":1}", "{\"\xEF\xBF\xBD\":1}"},
        {"\"a\\u0000b\"", "\"a\\u0000b\""},
        {"{\"a\\u0000b\" : 1}", "{\"a\xE2\x90\x80"
                                "b\":1}"},
        {"{\"k\":1,\"k\":2}", "{\"k\":2}"},
        {"\xEF\xBB\xBF[1]", "[1]"},
        {"\"\\\\ud800\"", "\"\\\\ud800\""},
        {"\"\\u202e\\u009b\\u007f\\u001b\\u2028\"", "\"\\u202E\\u009B\\u007F\\u001B\\u2028\""},
        {"\"\xEF\xBB\xBF\xF3\xA0\x81\x81\"", "\"\\uFEFF\\uDB40\\uDC41\""},
        {"true", "true"},
        {"\"12345678901234567890\"", "\"12345678901234567890\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *back = round_trip(rows[i].text, strlen(rows[i].text));
        cr_assert_str_eq(back, rows[i].back, "%s gives %s", rows[i].text, back);
        free(back);
    }
}

Test(json, what_is_not_json_is_refused_with_its_place_or_called_what_it_is)
{
    static const char *const bad[] = {"{",     "{\"a\":}", "[1,]", "nul",     "[01]", "\"open",
                                      "[1 2]", "[1e]",     "[-]",  "\"\\x\"", "[1.]", "[.5]",
                                      "{1:2}", "\\ud800",  "[+1]", "[--1]"};
    static const char *const named[][2] = {{"", "The response is empty, not JSON"},
                                           {" \r\n\t", "The response is empty, not JSON"},
                                           {"<html>", "The response is a web page, not JSON"},
                                           {"\r\n <!DOCTYPE html>", "The response is a web page, not JSON"}};
    struct error err;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_expect_null(json_decode(bad[i], strlen(bad[i]), &err), "%s", bad[i]);
        cr_expect_eq(err.kind, ERROR_BAD_REPLY, "%s", bad[i]);
        cr_expect_str_has(err.text, "at line 1, column ", "%s", bad[i]);
    }
    for (size_t i = 0; i < sizeof named / sizeof named[0]; i++) {
        cr_expect_null(json_decode(named[i][0], strlen(named[i][0]), &err), "%s", named[i][0]);
        cr_expect_eq(err.kind, ERROR_BAD_REPLY);
        cr_expect_str_eq(err.text, named[i][1]);
    }
}

Test(json, nesting_is_capped_at_64_levels_but_not_in_texts)
{
    static const struct {
        char open, close;
        size_t levels;
        const char *quote;
    } rows[] = {{'[', ']', 64, ""}, {'[', ']', 65, ""}, {'[', '[', 36, "\""}};
    for (size_t i = 0; i < 3; i++) {
        struct buffer text;
        buffer_init(&text, BUFFER_MAX_DEFAULT);
        buffer_append_text(&text, rows[i].quote);
        for (size_t k = 0; k < rows[i].levels * 2; k++)
            buffer_append_char(&text, k < rows[i].levels ? rows[i].open : rows[i].close);
        buffer_append_text(&text, rows[i].quote);
        char *back = round_trip(text.data, text.len);
        cr_expect_str_eq(back, rows[i].levels > 64 ? "The response is nested deeper than 64 levels"
                                                   : buffer_text(&text));
        free(back);
        buffer_free(&text);
    }
}

Test(json, a_cleaned_copy_holds_no_hostile_text_in_values_or_names)
{
    static const char text[] = "{\"n\\u001b\":[\"\\u0000\\u0085\\u202e\",{\"x\":\"\\r\\n\\t\"}],\"m\":1.5}";
    struct error err;
    json_t *value = json_decode(text, strlen(text), &err);
    json_t *clean = json_clean_copy(value);
    cr_assert_str_eq(json_string_value(json_array_get(json_object_get(clean, "n␛"), 0)), "␀<U+0085><U+202E>");
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(json_object_get(clean, "n␛"), 1), "x")),
                     "␍␊␉");
    cr_assert_eq(json_real_value(json_object_get(clean, "m")), 1.5);
    json_decref(value);
    json_decref(clean);
}

Test(json, pretty_text_is_indented_by_two_blanks)
{
    struct error err;
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    json_t *value = json_decode("{\"a\":[1,{}],\"b\":[]}", 19, &err);
    json_write_pretty(&out, value);
    cr_assert_str_eq(out.data, "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": []\n}");
    json_decref(value);
    buffer_free(&out);
}
