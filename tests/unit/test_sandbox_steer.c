/* /__sandbox: changes by another user, and the list of received requests. Faults: test_sandbox_fault.c. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/base/mem.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

TestSuite(steer, .init = sandbox_setup, .fini = sandbox_teardown);

#define S       STEERED
#define VERSION "Data.AccessToken"
#define CREDIT  "User.CreditMinutes"

Test(steer, somebody_else_changes_a_project_and_its_version)
{
    EXPECT(200, .method = "POST", .target = S "projects/1", .no_token = true,
           .body = "{\"Name\":\"Renamed\",\"Notes\":\"n\",\"Tags\":[\"a\",\"b\",\"c\"],"
                   "\"Metadata\":{\"k\":\"v\"}}");
    CALL(.target = P "1");
    cr_expect_eq(reply_number(VERSION), 4712);
    cr_expect_str_eq(reply_text("Data.Description.Name"), "Renamed");
    cr_expect_str_eq(reply_text("Data.Description.Notes"), "n");
    cr_expect_eq(json_array_size(reply_at("Data.Tags")), 3);
    CALL(.target = S "projects/1");
    cr_expect_str_eq(reply_text("Data.Metadata.k"), "v");
    EXPECT(409, .method = "DELETE", .target = P "1/Tags?AccessToken=4711", .body = "{\"Tag\":\"a\"}");
    /* an empty change only makes a new version */
    EXPECT(200, .method = "POST", .target = S "projects/2", .body = "{}");
    cr_expect_eq(reply_number(VERSION), 89);
    EXPECT(200, .method = "POST", .target = S "projects/2");
    cr_expect_eq(reply_number(VERSION), 90);
    EXPECT(200, .target = P "2/Export/Subtitles");
}

Test(steer, a_change_is_made_whole_or_not_at_all)
{
    static const char *const bad[] = {"\"Length\":\"1\"",
                                      "\"Tags\":\"a\"",
                                      "\"Tags\":[1]",
                                      "\"Metadata\":[]",
                                      "\"ProcessingState\":\"InProgress\"",
                                      "\"ProcessingState\":\"Odd\"",
                                      "\"Notes\":1",
                                      "\"ProcessingState\":null"};
    for (size_t i = 0; i < COUNT(bad); i++) {
        char *body = mem_printf("{\"Name\":\"x\",%s}", bad[i]);
        EXPECT(422, .method = "POST", .target = S "projects/1", .body = body);
        CALL(.target = S "projects/1");
        cr_expect_eq(reply_number(VERSION), 4711, "%s", bad[i]);
        cr_expect_str_eq(reply_text("Data.Description.Name"), "Council meeting, 14 May", "%s", bad[i]);
        free(body);
    }
    EXPECT(400, .method = "POST", .target = S "projects/1", .body = "[]");
    EXPECT(404, .method = "POST", .target = S "projects/99", .body = "{}");
}

Test(steer, a_running_transcription_is_canceled_and_a_state_can_be_set)
{
    EXPECT(412, .method = "POST", .target = S "projects/1/cancel");
    CALL(.target = P "1/Enqueue");
    EXPECT(200, .method = "POST", .target = S "projects/1/cancel", .now_ms = NOW + 1);
    cr_expect_str_eq(state_of(1, NOW + 9000), "Canceled");
    cr_expect_eq(reply_number(VERSION), 4713);
    EXPECT(412, .target = P "1/Export/Subtitles", .now_ms = NOW + 9000);
    CALL(.target = ACCOUNT, .now_ms = NOW + 9000);
    cr_expect_eq(reply_number(CREDIT), 600);
    EXPECT(200, .target = P "1/Enqueue", .now_ms = NOW + 9000); /* the project can be enqueued again */
    EXPECT(200, .method = "POST", .target = S "projects/6", .body = "{\"ProcessingState\":\"Completed\"}");
    EXPECT(200, .target = P "6/Export/Subtitles");
    EXPECT(200, .method = "POST", .target = S "projects/6", .body = "{\"ProcessingState\":\"Failed\"}");
    cr_expect_str_eq(state_of(6, NOW), "Failed");
}

Test(steer, tokens_expire_for_all_or_for_one)
{
    EXPECT(200, .method = "DELETE", .target = S "tokens?Email=new@example.org");
    EXPECT(200, .target = ACCOUNT);
    EXPECT(200, .method = "DELETE", .target = S "tokens");
    EXPECT(401, .target = ACCOUNT);
    CALL(.method = "POST", .target = "/API/Login?Email=demo@example.org&Password=demo");
    char *token = mem_copy(reply_text("Token"));
    EXPECT(200, .target = ACCOUNT, .token = token);
    free(token);
}

Test(steer, a_reset_makes_all_as_it_was_and_tokens_stay)
{
    char *before = mem_copy(buffer_text(&CALL(.target = P "1")->body));
    CALL(.method = "POST", .target = S "projects/1", .body = "{\"Name\":\"x\",\"Tags\":[]}");
    CALL(.target = P "1/Enqueue");
    CALL(.method = "POST",
         .target = "/API/Login?Email=new@example.org&Password=demo&DataProtectionConsent=true");
    CALL(.target = ACCOUNT, .now_ms = NOW + 9000);
    EXPECT(200, .method = "POST", .target = S "reset");
    cr_expect_str_eq(buffer_text(&CALL(.target = P "1")->body), before);
    EXPECT(422, .method = "POST", .target = "/API/Login?Email=new@example.org&Password=demo");
    EXPECT(200, .target = ACCOUNT);
    cr_expect_eq(reply_number(CREDIT), 600);
    free(before);
}

Test(steer, its_paths_have_methods_of_their_own_and_others_are_404)
{
    static const struct {
        const char *method, *target;
        int status;
        const char *allow; /* or NULL */
    } rows[] = {
        {"HEAD", S "requests", 200, NULL},
        {"HEAD", S "reset", 405, NULL},
        {"PUT", S "fault", 405, "GET, HEAD, POST, DELETE"},
        {"PUT", S "reset", 405, "POST"},
        {"GET", S "projects/1/cancel", 405, NULL},
        {"GET", S "nothing", 404, NULL},
        {"GET", "/__sandboxes", 404, NULL},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        const struct reply *reply =
            EXPECT(rows[i].status, .method = rows[i].method, .target = rows[i].target);
        if (rows[i].allow)
            cr_expect_str_eq(query_get(&reply->headers, "Allow"), rows[i].allow, "%s", rows[i].target);
    }
}

/* --- received --- */

/* A received request as text, counted from the last one. Caller frees. */
static char *received(size_t from_last)
{
    CALL(.target = S "received");
    const json_t *list = reply_at("Requests");
    return json_dumps(json_array_get(list, json_array_size(list) - 1 - from_last), JSON_COMPACT);
}

Test(steer, what_was_received_is_shown_as_it_came)
{
    struct error err;
    cr_assert(faults_add(&control.faults, "add-metadata:delay=0*1", &err));
    CALL(.target = P "1/Enqueue?Lang=%C5%BE&lang=x&Nobody=1");
    CALL(.method = "POST", .target = P "1/Metadata?Key=a&AccessToken=4711", .body = "{\"Value\": \"\xFF\"}");
    char *first = received(1), *second = received(0);
    cr_expect_str_has(first, "\"Method\":\"GET\",\"Path\":\"/API/v2/Projects/1/Enqueue\","
                             "\"Query\":[[\"Lang\",\"ž\"],[\"lang\",\"x\"],[\"Nobody\",\"1\"]]");
    cr_expect_str_has(first, "\"Status\":422,\"Refused\":\"Lang\",\"Fault\":null");
    cr_expect_str_has(second, "\"Body\":\"{\\\"Value\\\": \\\"\xEF\xBF\xBD\\\"}\",\"BodyLength\":14");
    cr_expect_str_has(second, "\"Fault\":\"add-metadata:delay=0*1\"");
    free(first);
    free(second);
}

Test(steer, no_secret_is_among_what_was_received)
{
    static const char *const rows[][3] = {
        {"/API/Login?Email=a&Password=s3cret", NULL, NULL},
        {"/API/Login", NULL, "{\"Email\":\"a\",\"password\":\"s3cret\"}"},
        {"/XAPI/login", "application/x-www-form-urlencoded", "Email=a&Password=s3cret"},
        {"/API/Login", NULL, "{\"Password\":\"s3cret\""},
        {"/api/LOGIN", "multipart/form-data; boundary=B",
         "--B\r\nContent-Disposition: form-data; name=\"Password\"\r\n\r\ns3cret\r\n--B--"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        CALL(.method = "POST", .target = rows[i][0], .content_type = rows[i][1], .body = rows[i][2]);
        char *text = received(0);
        cr_expect_str_lacks(text, "s3cret", "row %zu", i);
        cr_expect_str_lacks(text, TOKEN, "row %zu", i);
        free(text);
    }
}

Test(steer, the_log_has_time_number_path_query_refused_field_and_fault)
{
    static const struct {
        const char *method, *target, *endpoint, *line;
    } rows[] = {
        {"GET", P "1/Enqueue?WithPPC=a%26b%1B[2J", "enqueue",
         "2026-05-28T20:26:40Z #1 GET enqueue 422 /API/v2/Projects/1/Enqueue?WithPPC=a%26b%1B%5B2J "
         "refused=WithPPC"},
        {"POST", "/API/Login?Email=a&Password=s3cret", "login",
         " #2 POST login 503 /API/Login?Email=a&Password=*** fault=login:status=503,Retry-After:2*1"},
        {"GET", "/\x1B[2J", "-", "#3 GET - 404 /"},
        {"GET", P "2/Export/Subtitles?VariantId=9", "export",
         "#4 GET export 200 /API/v2/Projects/2/Export/Subtitles?VariantId=9: not known here and without "
         "effect: VariantId"},
    };
    struct error err;
    faults_add(&control.faults, "login:status=503,Retry-After:2*1", &err);
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct buffer line;
        buffer_init(&line, BUFFER_MAX_DEFAULT);
        CALL(.method = rows[i].method, .target = rows[i].target);
        received_log(&control.received, rows[i].endpoint, &line);
        cr_expect_str_has(buffer_text(&line), rows[i].line);
        cr_expect_str_lacks(buffer_text(&line), "\x1B");
        if (i == 0)
            cr_expect_str_eq(buffer_text(&line), rows[i].line);
        buffer_free(&line);
    }
}

Test(steer, the_last_hundred_are_kept_and_numbered)
{
    for (int i = 0; i < RECEIVED_MAX + 1; i++)
        CALL(.target = P "1");
    CALL(.target = S "received");
    cr_expect_eq(json_array_size(reply_at("Requests")), RECEIVED_MAX);
    cr_expect_eq(reply_number("Requests.0.Number"), 2);
    CALL(.method = "DELETE", .target = S "received");
    cr_expect_eq(json_array_size(reply_at("Requests")), 0);
    CALL(.target = P "1");
    CALL(.target = S "received");
    cr_expect_eq(reply_number("Requests.0.Number"), RECEIVED_MAX + 2);
}
