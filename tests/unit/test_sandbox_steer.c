/* /__sandbox: the hand of somebody else, and what was received. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/asserts.h"
#include "unit/sandbox_call.h"

static struct control control;

static void setup(void)
{
    sandbox_setup(&control);
}

static void teardown(void)
{
    control_free(&control);
}

TestSuite(steer, .init = setup, .fini = teardown);

#define CALL(...) sandbox_call(&control, (struct call){__VA_ARGS__})
#define P         "/API/v2/Projects/"
#define S         "/__sandbox/"

/* A text member of the project in the last reply, or "". */
static const char *member(const char *name)
{
    const char *text = json_string_value(json_object_get(reply_data(), name));
    return text ? text : "";
}

/* The version in the last reply. */
static json_int_t version(void)
{
    return json_integer_value(json_object_get(reply_data(), "AccessToken"));
}

Test(steer, somebody_else_changes_a_project_and_its_version)
{
    cr_assert_eq(CALL(.method = "POST", .target = S "projects/1", .no_token = true,
                      .body = "{\"Name\":\"Renamed\",\"Notes\":\"n\",\"Tags\":[\"a\",\"b\",\"c\"],"
                              "\"Metadata\":{\"k\":\"v\"}}")
                     ->status,
                 200, "%s", reply_message());
    CALL(.target = P "1");
    cr_assert_eq(version(), 4712);
    const json_t *description = json_object_get(reply_data(), "Description");
    cr_assert_str_eq(json_string_value(json_object_get(description, "Name")), "Renamed");
    cr_assert_str_eq(json_string_value(json_object_get(description, "Notes")), "n");
    cr_assert_eq(json_array_size(json_object_get(reply_data(), "Tags")), 3);
    CALL(.target = S "projects/1");
    cr_assert_str_eq(json_string_value(json_object_get(json_object_get(reply_data(), "Metadata"), "k")), "v");
    cr_assert_eq(
        CALL(.method = "DELETE", .target = P "1/Tags?AccessToken=4711", .body = "{\"Tag\":\"a\"}")->status,
        409);
}

Test(steer, an_empty_change_is_a_new_version_only)
{
    cr_assert_eq(CALL(.method = "POST", .target = S "projects/2", .body = "{}")->status, 200);
    cr_assert_eq(version(), 89);
    cr_assert_eq(CALL(.method = "POST", .target = S "projects/2")->status, 200);
    cr_assert_eq(version(), 90);
    cr_assert_eq(CALL(.target = P "2/Export/Subtitles")->status, 200);
}

Test(steer, a_change_is_made_whole_or_not_at_all)
{
    static const char *const bad[] = {"{\"Name\":\"x\",\"Length\":\"1\"}",
                                      "{\"Name\":\"x\",\"Tags\":\"a\"}",
                                      "{\"Name\":\"x\",\"Tags\":[1]}",
                                      "{\"Name\":\"x\",\"Metadata\":[]}",
                                      "{\"Name\":\"x\",\"ProcessingState\":\"InProgress\"}",
                                      "{\"Name\":\"x\",\"ProcessingState\":\"Odd\"}",
                                      "{\"Name\":\"x\",\"Notes\":1}",
                                      "{\"Name\":\"x\",\"ProcessingState\":null}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        cr_assert_eq(CALL(.method = "POST", .target = S "projects/1", .body = bad[i])->status, 422, "%s",
                     bad[i]);
        CALL(.target = S "projects/1");
        cr_assert_eq(version(), 4711);
        cr_assert_str_lacks(
            json_string_value(json_object_get(json_object_get(reply_data(), "Description"), "Name")), "x");
    }
    cr_assert_eq(CALL(.method = "POST", .target = S "projects/1", .body = "[]")->status, 400);
    cr_assert_eq(CALL(.method = "POST", .target = S "projects/99", .body = "{}")->status, 404);
}

Test(steer, a_running_transcription_is_canceled)
{
    cr_assert_eq(CALL(.method = "POST", .target = S "projects/1/cancel")->status, 412);
    CALL(.target = P "1/Enqueue");
    cr_assert_eq(CALL(.method = "POST", .target = S "projects/1/cancel", .now_ms = NOW + 1)->status, 200);
    CALL(.target = P "1", .now_ms = NOW + 9000);
    cr_assert_str_eq(member("ProcessingState"), "Canceled");
    cr_assert_eq(version(), 4713);
    cr_assert_eq(CALL(.target = P "1/Export/Subtitles", .now_ms = NOW + 9000)->status, 412);
    CALL(.target = "/API/CurrentUser", .now_ms = NOW + 9000);
    cr_assert_eq(json_integer_value(json_object_get(json_object_get(reply_body(), "User"), "CreditMinutes")),
                 600);
    cr_assert_eq(CALL(.target = P "1/Enqueue", .now_ms = NOW + 9000)->status, 200,
                 "it can be enqueued again");
}

Test(steer, a_state_can_be_set_and_completed_can_be_exported)
{
    cr_assert_eq(
        CALL(.method = "POST", .target = S "projects/6", .body = "{\"ProcessingState\":\"Completed\"}")
            ->status,
        200);
    cr_assert_eq(CALL(.target = P "6/Export/Subtitles")->status, 200);
    cr_assert_eq(
        CALL(.method = "POST", .target = S "projects/6", .body = "{\"ProcessingState\":\"Failed\"}")->status,
        200);
    CALL(.target = P "6");
    cr_assert_str_eq(member("ProcessingState"), "Failed");
}

Test(steer, tokens_expire_for_all_or_for_one)
{
    cr_assert_eq(CALL(.method = "DELETE", .target = S "tokens?Email=new@example.org")->status, 200);
    cr_assert_eq(CALL(.target = "/API/CurrentUser")->status, 200);
    cr_assert_eq(CALL(.method = "DELETE", .target = S "tokens")->status, 200);
    cr_assert_eq(CALL(.target = "/API/CurrentUser")->status, 401);
    CALL(.method = "POST", .target = "/API/Login?Email=demo@example.org&Password=demo");
    char token[80];
    snprintf(token, sizeof token, "%s", json_string_value(json_object_get(reply_body(), "Token")));
    cr_assert_eq(CALL(.target = "/API/CurrentUser", .token = token)->status, 200);
}

Test(steer, head_is_answered_where_get_reads)
{
    static const char *const targets[] = {S "requests", S "fault", S "received", S "projects/1"};
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        cr_assert_eq(CALL(.method = "HEAD", .target = targets[i])->status, 200, "%s", targets[i]);
    cr_assert_eq(CALL(.method = "HEAD", .target = S "reset")->status, 405);
}

Test(steer, a_wrong_method_is_told_the_right_ones)
{
    static const char *const rows[][2] = {
        {S "fault", "GET, HEAD, POST, DELETE"}, {S "reset", "POST"}, {S "projects/1", "GET, HEAD, POST"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct reply *reply = CALL(.method = "PUT", .target = rows[i][0]);
        cr_assert_eq(reply->status, 405, "%s", rows[i][0]);
        const char *allow = query_get(&reply->headers, "Allow");
        cr_assert_str_eq(allow, rows[i][1], "%s: %s", rows[i][0], allow);
    }
}

Test(steer, a_reset_makes_all_as_it_was_and_tokens_stay)
{
    char *before = strdup(buffer_text(&CALL(.target = P "1")->body));
    CALL(.method = "POST", .target = S "projects/1", .body = "{\"Name\":\"x\",\"Tags\":[]}");
    CALL(.target = P "1/Enqueue");
    CALL(.method = "POST",
         .target = "/API/Login?Email=new@example.org&Password=demo&DataProtectionConsent=true");
    CALL(.target = "/API/CurrentUser", .now_ms = NOW + 9000);
    cr_assert_eq(CALL(.method = "POST", .target = S "reset")->status, 200);
    cr_assert_str_eq(buffer_text(&CALL(.target = P "1")->body), before);
    cr_assert_eq(CALL(.method = "POST", .target = "/API/Login?Email=new@example.org&Password=demo")->status,
                 422);
    CALL(.target = "/API/CurrentUser");
    cr_assert_eq(json_integer_value(json_object_get(json_object_get(reply_body(), "User"), "CreditMinutes")),
                 600);
    free(before);
}

Test(steer, other_paths_are_404)
{
    cr_assert_eq(CALL(.target = "/__sandbox")->status, 404);
    cr_assert_eq(CALL(.target = S "nothing")->status, 404);
    cr_assert_eq(CALL(.target = S "projects/x")->status, 404);
    cr_assert_eq(CALL(.target = S "projects/1/cancel")->status, 405);
    cr_assert_eq(CALL(.method = "PUT", .target = S "fault")->status, 405);
    cr_assert_eq(CALL(.target = "/__sandboxes")->status, 404);
}

/* --- received --- */

/* The noted request, counted from the last one. */
static json_t *received(size_t from_last)
{
    CALL(.target = S "received");
    const json_t *list = json_object_get(reply_body(), "Requests");
    return json_array_get(list, json_array_size(list) - 1 - from_last);
}

/* The noted request as a text. Caller frees. */
static char *received_as_text(size_t from_last)
{
    return json_dumps(received(from_last), JSON_COMPACT);
}

Test(steer, what_was_received_is_shown_as_it_came)
{
    struct error err;
    cr_assert(faults_add(&control.faults, "add-metadata:delay=0*1", &err));
    CALL(.target = P "1/Enqueue?Lang=%C5%BE&lang=x&Nobody=1");
    CALL(.method = "POST", .target = P "1/Metadata?Key=a&AccessToken=4711", .body = "{\"Value\": \"\xFF\"}");
    char *first = received_as_text(1), *second = received_as_text(0);
    cr_assert_str_has(first, "\"Method\":\"GET\",\"Path\":\"/API/v2/Projects/1/Enqueue\","
                             "\"Query\":[[\"Lang\",\"ž\"],[\"lang\",\"x\"],[\"Nobody\",\"1\"]]");
    cr_assert_str_has(first, "\"Status\":422,\"Refused\":\"Lang\",\"Fault\":null");
    cr_assert_str_has(second, "\"Body\":\"{\\\"Value\\\": \\\"\xEF\xBF\xBD\\\"}\",\"BodyLength\":14");
    cr_assert_str_has(second, "\"Fault\":\"add-metadata:delay=0*1\"");
    free(first);
    free(second);
}

Test(steer, no_secret_is_among_what_was_received)
{
    static const struct call calls[] = {
        {.method = "POST", .target = "/API/Login?Email=a&Password=s3cret"},
        {.method = "POST", .target = "/API/Login", .body = "{\"Email\":\"a\",\"password\":\"s3cret\"}"},
        {.method = "POST",
         .target = "/XAPI/login",
         .content_type = "application/x-www-form-urlencoded",
         .body = "Email=a&Password=s3cret"},
        {.method = "POST", .target = "/API/Login", .body = "{\"Password\":\"s3cret\""},
        {.method = "POST",
         .target = "/api/LOGIN",
         .content_type = "multipart/form-data; boundary=B",
         .body = "--B\r\nContent-Disposition: form-data; name=\"Password\"\r\n\r\ns3cret\r\n--B--"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        sandbox_call(&control, calls[i]);
        char *text = received_as_text(0);
        cr_assert_str_lacks(text, "s3cret");
        cr_assert_str_lacks(text, TOKEN);
        free(text);
    }
}

/* The line of the log for the last request. Caller frees. */
static char *logged(const char *endpoint)
{
    struct buffer line;
    buffer_init(&line, BUFFER_MAX_DEFAULT);
    received_log(&control.received, endpoint, &line);
    return buffer_take(&line);
}

Test(steer, the_log_has_time_number_path_query_refused_field_and_fault)
{
    struct error err;
    CALL(.target = P "1/Enqueue?WithPPC=a%26b%1B[2J");
    char *line = logged("enqueue");
    cr_assert_str_eq(line, "2026-05-28T20:26:40Z #1 GET enqueue 422 /API/v2/Projects/1/Enqueue?"
                           "WithPPC=a%26b%1B%5B2J refused=WithPPC");
    free(line);
    faults_add(&control.faults, "login:status=503,Retry-After:2*1", &err);
    CALL(.method = "POST", .target = "/API/Login?Email=a&Password=s3cret");
    line = logged("login");
    cr_assert_str_has(line, " #2 POST login 503 /API/Login?Email=a&Password=*** "
                            "fault=login:status=503,Retry-After:2*1");
    free(line);
    CALL(.target = "/\x1B[2J");
    line = logged("-");
    cr_assert_str_has(line, "#3 GET - 404 /");
    cr_assert_str_lacks(line, "\x1B");
    free(line);
    CALL(.target = P "2/Export/Subtitles?VariantId=9");
    line = logged("export");
    cr_assert_str_has(line, "#4 GET export 200 /API/v2/Projects/2/Export/Subtitles?VariantId=9: "
                            "not known here and without effect: VariantId");
    free(line);
}

Test(steer, the_last_hundred_are_kept_and_numbered)
{
    for (int i = 0; i < RECEIVED_MAX + 1; i++)
        CALL(.target = P "1");
    CALL(.target = S "received");
    const json_t *list = json_object_get(reply_body(), "Requests");
    cr_assert_eq(json_array_size(list), RECEIVED_MAX);
    cr_assert_eq(json_integer_value(json_object_get(json_array_get(list, 0), "Number")), 2);
    CALL(.method = "DELETE", .target = S "received");
    cr_assert_eq(json_array_size(json_object_get(reply_body(), "Requests")), 0);
    CALL(.target = P "1");
    cr_assert_eq(json_integer_value(json_object_get(received(0), "Number")), RECEIVED_MAX + 2);
}
