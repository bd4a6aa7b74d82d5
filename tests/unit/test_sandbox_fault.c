/* Faults: their grammar, which request gets which, and what steers them. */
/* SPDX-License-Identifier: MIT */
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

TestSuite(fault, .init = setup, .fini = teardown);

#define CALL(...) sandbox_call(&control, (struct call){__VA_ARGS__})
#define READ      "/API/v2/Projects/1"

/* Adds a fault that must be accepted. */
static void add(const char *fault)
{
    struct error err;
    cr_assert(faults_add(&control.faults, fault, &err), "%s: %s", fault, err.text);
}

Test(fault, a_fault_is_for_its_endpoint_and_count_only)
{
    add("get-project:status=503*2");
    cr_assert_eq(CALL(.target = "/API/CurrentUser")->status, 200);
    cr_assert_eq(CALL(.target = READ)->status, 503);
    cr_assert_eq(CALL(.target = READ)->status, 503);
    cr_assert_eq(CALL(.target = READ)->status, 200);
}

Test(fault, a_star_is_for_every_endpoint_and_without_count_for_ever)
{
    add("*:status=500");
    for (int i = 0; i < 5; i++) {
        cr_assert_eq(CALL(.target = READ)->status, 500);
        cr_assert_eq(CALL(.target = "/API/CurrentUser")->status, 500);
    }
}

Test(fault, faults_of_one_endpoint_come_one_after_the_other)
{
    add("get-project:status=500*1");
    add("get-project:retry-after=503/7*1");
    cr_assert_eq(CALL(.target = READ)->status, 500);
    cr_assert_eq(CALL(.target = READ)->status, 503);
    cr_assert_eq(CALL(.target = READ)->status, 200);
}

Test(fault, a_fault_can_be_for_one_project)
{
    add("get-project/2:status=500");
    add("*/1:status=502");
    cr_assert_eq(CALL(.target = "/API/v2/Projects/2")->status, 500);
    cr_assert_eq(CALL(.target = "/API/v2/Projects/3")->status, 200);
    cr_assert_eq(CALL(.target = READ "/Enqueue")->status, 502);
    cr_assert_eq(CALL(.target = "/API/CurrentUser")->status, 200);
}

Test(fault, a_fault_can_let_requests_pass_first)
{
    add("get-project/1+2:status=500*1");
    cr_assert_eq(CALL(.target = READ)->status, 200);
    cr_assert_eq(CALL(.target = "/API/v2/Projects/2")->status, 200);
    cr_assert_eq(CALL(.target = READ)->status, 200);
    cr_assert_eq(CALL(.target = READ)->status, 500);
    cr_assert_eq(CALL(.target = READ)->status, 200);
}

/* The value of a header of the last reply's own, or "". */
static const char *header_of(const struct reply *reply, const char *name)
{
    const char *value = query_get(&reply->headers, name);
    return value ? value : "";
}

Test(fault, a_fault_carries_headers)
{
    add("get-project:status=503,Retry-After:2,X-Reason:tired*2");
    for (int i = 0; i < 2; i++) {
        const struct reply *reply = CALL(.target = READ);
        cr_assert_eq(reply->status, 503);
        cr_assert_str_eq(header_of(reply, "Retry-After"), "2");
        cr_assert_str_eq(header_of(reply, "X-Reason"), "tired");
    }
    add("get-project:empty,Location:/there*1");
    cr_assert_str_eq(header_of(CALL(.target = READ), "Location"), "/there");
}

Test(fault, the_active_ones_are_listed)
{
    add("get-project/1+2:status=500*4");
    add("*:delay=5");
    CALL(.target = READ);
    CALL(.target = "/__sandbox/fault");
    const json_t *list = json_object_get(reply_body(), "Faults"), *first = json_array_get(list, 0);
    cr_assert_eq(json_array_size(list), 2);
    cr_assert_str_eq(json_string_value(json_object_get(first, "Fault")), "get-project/1+2:status=500*4");
    cr_assert_eq(json_integer_value(json_object_get(first, "After")), 1);
    cr_assert_eq(json_integer_value(json_object_get(first, "Left")), 4);
    cr_assert(json_is_null(json_object_get(json_array_get(list, 1), "Left")));
}

Test(fault, texts_that_are_no_fault_are_refused_with_a_reason)
{
    static const char *const bad[] = {"",
                                      "status=500",
                                      "nobody:status=500",
                                      "*:explode",
                                      "*:status",
                                      "*:status=x",
                                      "*:status=100",
                                      "*:reset=1",
                                      "*:delay=-1",
                                      "*:delay=1073741825",
                                      "*:delay=9223372036854775807",
                                      "*:retry-after=099/1",
                                      "*:retry-after=600/1",
                                      "*:=5",
                                      "*/x:stall",
                                      "*/0:stall",
                                      "*+0:stall",
                                      "*+:stall",
                                      "*/1/2:stall",
                                      "*:status=503,",
                                      "*:status=503,Retry-After",
                                      "*:status=503,a b:c",
                                      "*:redirect=/there",
                                      "*:stall,X:\r\nY:1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct error err;
        cr_assert_not(faults_add(&control.faults, bad[i], &err), "%s", bad[i]);
        cr_assert_eq(err.kind, ERROR_USAGE);
        cr_assert_neq(err.text[0], '\0');
    }
}

Test(fault, every_kind_can_be_applied_to_every_endpoint)
{
    for (const struct fault_kind *kind = fault_kinds; kind->name; kind++) {
        char fault[64];
        bool number = kind->arg == FAULT_ARG_NUMBER || kind->arg == FAULT_ARG_STATUS;
        const char *arg = number ? "=503" : kind->arg_required ? "=Length:1" : "";
        snprintf(fault, sizeof fault, "*:%s%s", kind->name, arg);
        faults_clear(&control.faults);
        add(fault);
        for (int i = 0; i < ENDPOINT_COUNT; i++) {
            char target[128];
            const char *brace = strchr(endpoints[i].path, '{');
            snprintf(target, sizeof target, "/API%.*s%s%s", brace ? (int)(brace - endpoints[i].path) : 100,
                     endpoints[i].path, brace ? "2" : "", brace ? strchr(brace, '}') + 1 : "");
            CALL(.method = endpoints[i].method, .target = target);
        }
    }
}

Test(fault, a_fault_instead_of_the_operation_leaves_the_project_alone)
{
    add("enqueue:reset*1");
    cr_assert_eq(CALL(.target = READ "/Enqueue")->manner, REPLY_RESET);
    CALL(.target = READ);
    cr_assert_str_eq(json_string_value(json_object_get(reply_data(), "ProcessingState")), "None");
}

Test(fault, a_lost_answer_is_lost_after_the_operation)
{
    add("enqueue:lost*1");
    cr_assert_eq(CALL(.target = READ "/Enqueue")->manner, REPLY_RESET);
    CALL(.target = READ);
    cr_assert_str_eq(json_string_value(json_object_get(reply_data(), "ProcessingState")), "InProgress");
}

Test(fault, an_answer_that_hides_what_was_done_comes_after_the_operation)
{
    add("enqueue:done=500*1");
    cr_assert_eq(CALL(.target = READ "/Enqueue")->status, 500);
    CALL(.target = READ);
    cr_assert_str_eq(json_string_value(json_object_get(reply_data(), "ProcessingState")), "InProgress");
    add("delete-tag:head*1");
    cr_assert_eq(CALL(.target = READ)->manner, REPLY_SEND);
    add("get-project:head*1");
    cr_assert_eq(CALL(.target = READ)->manner, REPLY_HEAD);
}

Test(fault, bodies_break_in_the_ways_their_kinds_say)
{
    add("get-project:missing=Length*1");
    CALL(.target = READ);
    cr_assert_null(json_object_get(reply_data(), "Length"));
    add("get-project:set=ProcessingState:\"Odd\"*1");
    CALL(.target = READ);
    cr_assert_str_eq(json_string_value(json_object_get(reply_data(), "ProcessingState")), "Odd");
    add("get-project:set=HasVideo:\"yes\"*1");
    CALL(.target = READ);
    cr_assert_str_eq(
        json_string_value(json_object_get(json_object_get(reply_data(), "MediaInfo"), "HasVideo")), "yes");
    add("get-project:set=Odd:[1]*1");
    CALL(.target = READ);
    cr_assert(json_is_array(json_object_get(reply_data(), "Odd")));
    add("get-project:empty*1");
    cr_assert_eq(CALL(.target = READ)->body.len, 0);
}

Test(fault, hostile_text_holds_every_class_and_spares_the_token)
{
    add("*:hostile");
    const struct buffer *body = &CALL(.target = READ)->body;
    static const char *const classes[] = {"\\u001B[",     "\\u0000",      "\x7F", "\xC2\x9B",
                                          "\xE2\x80\xAE", "\xE2\x80\xA8", "\xFF", "\xC0\xAF",
                                          "\xED\xA0\x80", "\\uD800 "};
    for (size_t i = 0; i < sizeof classes / sizeof classes[0]; i++)
        cr_assert_not_null(memmem(body->data, body->len, classes[i], strlen(classes[i])), "class %zu", i);
    body = &CALL(.target = "/API/CurrentUser")->body;
    cr_assert_not_null(memmem(body->data, body->len, "\"Token\":\"" TOKEN "\"", strlen(TOKEN) + 10));
}

Test(fault, a_list_with_a_bad_line_adds_nothing)
{
    cr_assert_eq(CALL(.method = "POST", .target = "/__sandbox/fault", .body = "login:stall")->status, 200);
    cr_assert_eq(
        CALL(.method = "POST", .target = "/__sandbox/fault", .body = "*:status=500\nrubbish\n")->status, 400);
    cr_assert_eq(control.faults.count, 1);
    cr_assert_eq(CALL(.target = READ)->status, 200);
}

Test(fault, taking_all_away_adds_none_of_a_body)
{
    add("login:stall");
    cr_assert_eq(CALL(.method = "DELETE", .target = "/__sandbox/fault", .body = "*:status=500")->status, 200);
    cr_assert_eq(json_integer_value(json_object_get(reply_body(), "Faults")), 0);
    cr_assert_eq(control.faults.count, 0);
}

Test(fault, faults_and_counts_are_steered_over_http)
{
    cr_assert_eq(CALL(.method = "POST", .target = "/__sandbox/fault", .no_token = true,
                      .body = "get-project:status=500*1\nlogin:stall\n")
                     ->status,
                 200);
    cr_assert_eq(control.faults.count, 2);
    cr_assert_eq(CALL(.method = "POST", .target = "/__sandbox/fault", .body = "rubbish")->status, 400);
    CALL(.target = READ);
    CALL(.target = "/nowhere");
    CALL(.target = "/__sandbox/requests");
    cr_assert_eq(json_integer_value(json_object_get(reply_body(), "get-project")), 1);
    cr_assert_eq(json_integer_value(json_object_get(reply_body(), "other")), 1);
    CALL(.method = "DELETE", .target = "/__sandbox/fault");
    cr_assert_eq(control.faults.count, 0);
    CALL(.method = "DELETE", .target = "/__sandbox/requests");
    cr_assert_eq(json_integer_value(json_object_get(reply_body(), "get-project")), 0);
}

Test(fault, a_late_operation_is_done_by_the_second_call_and_not_before)
{
    add("enqueue:late=3000*1");
    struct query none = {0}, headers = {0};
    query_add(&headers, "Authorization", TOKEN);
    struct service_request request = {.method = "GET",
                                      .path = "/API/v2/Projects/1/Enqueue",
                                      .query = &none,
                                      .headers = &headers,
                                      .body = ""};
    struct reply reply;
    reply_init(&reply);
    control_answer(&control, &request, NOW, &reply);
    cr_expect_eq(reply.manner, REPLY_LATE);
    cr_expect_eq(reply.delay_ms, 3000);
    CALL(.target = READ);
    cr_expect_str_eq(json_string_value(json_object_get(reply_data(), "ProcessingState")), "None");
    control_answer(&control, &request, NOW + 3000, &reply);
    cr_expect_eq(reply.manner, REPLY_SEND);
    cr_expect_eq(reply.status, 200);
    reply_free(&reply);
    query_free(&headers);
    CALL(.target = READ);
    cr_expect_str_eq(json_string_value(json_object_get(reply_data(), "ProcessingState")), "InProgress");
    cr_expect_eq(control.counts[ENDPOINT_ENQUEUE], 1);
}
