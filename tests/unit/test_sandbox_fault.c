/* Faults: their grammar, which request gets which fault, the effect of each kind, and their control. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "support/asserts.h"
#include "unit/sandbox_call.h"

TestSuite(fault, .init = sandbox_setup, .fini = sandbox_teardown);

#define READ  P "1"
#define STATE "Data.ProcessingState"

/* Adds a fault that must be accepted. */
static void add(const char *fault)
{
    struct error err;
    cr_assert(faults_add(&control.faults, fault, &err), "%s: %s", fault, err.text);
}

/* Which of several successive requests get a fault; each row has a new sandbox. */
Test(fault, each_is_for_its_endpoint_its_project_and_its_count_behind_those_it_lets_pass)
{
    static const struct {
        const char *faults[2];
        struct {
            const char *target;
            int status;
        } requests[5];
    } rows[] = {
        {{"get-project:status=503*2"}, {{ACCOUNT, 200}, {READ, 503}, {READ, 503}, {READ, 200}}},
        {{"*:status=500"}, {{READ, 500}, {ACCOUNT, 500}, {READ, 500}, {ACCOUNT, 500}, {READ, 500}}},
        {{"get-project:status=500*1", "get-project:retry-after=503/7*1"},
         {{READ, 500}, {READ, 503}, {READ, 200}}},
        {{"get-project/2:status=500", "*/1:status=502"},
         {{P "2", 500}, {P "3", 200}, {READ "/Enqueue", 502}, {ACCOUNT, 200}}},
        {{"get-project/1+2:status=500*1"},
         {{READ, 200}, {P "2", 200}, {READ, 200}, {READ, 500}, {READ, 200}}},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        faults_clear(&control.faults);
        for (size_t k = 0; k < 2 && rows[i].faults[k]; k++)
            add(rows[i].faults[k]);
        for (size_t k = 0; k < 5 && rows[i].requests[k].target; k++)
            cr_expect_eq(CALL(.target = rows[i].requests[k].target)->status, rows[i].requests[k].status,
                         "%s: request %zu", rows[i].faults[0], k);
    }
}

Test(fault, one_carries_headers)
{
    add("get-project:status=503,Retry-After:2,X-Reason:tired*2");
    for (int i = 0; i < 2; i++) {
        const struct query *headers = &EXPECT(503, .target = READ)->headers;
        cr_expect_str_eq(query_get(headers, "Retry-After"), "2");
        cr_expect_str_eq(query_get(headers, "X-Reason"), "tired");
    }
    add("get-project:empty,Location:/there*1");
    cr_expect_str_eq(query_get(&CALL(.target = READ)->headers, "Location"), "/there");
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
    for (size_t i = 0; i < COUNT(bad); i++) {
        struct error err;
        cr_expect_not(faults_add(&control.faults, bad[i], &err), "%s", bad[i]);
        cr_expect_eq(err.kind, ERROR_USAGE, "%s", bad[i]);
        cr_expect_str_neq(err.text, "", "%s", bad[i]);
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
        for (int i = 0; i < ENDPOINT_COUNT; i++)
            CALL(.method = endpoints[i].method, .target = target_of_endpoint(i, 2));
    }
}

Test(fault, one_instead_of_the_operation_leaves_the_project_alone_and_others_come_after_it)
{
    static const struct {
        const char *fault;
        enum reply_manner manner;
        int status; /* 0: no answer */
        const char *state;
    } rows[] = {{"enqueue:reset*1", REPLY_RESET, 0, "None"},
                {"enqueue:lost*1", REPLY_RESET, 0, "InProgress"},
                {"enqueue:done=500*1", REPLY_SEND, 500, "InProgress"}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        sandbox_renew(SEED_DEFAULT_COUNT, 8000);
        add(rows[i].fault);
        const struct reply *reply = CALL(.target = READ "/Enqueue");
        cr_expect_eq(reply->manner, rows[i].manner, "%s", rows[i].fault);
        if (rows[i].status)
            cr_expect_eq(reply->status, rows[i].status, "%s", rows[i].fault);
        cr_expect_str_eq(state_of(1, NOW), rows[i].state, "%s", rows[i].fault);
    }
    add("delete-tag:head*1");
    cr_expect_eq(CALL(.target = READ)->manner, REPLY_SEND);
    add("get-project:head*1");
    cr_expect_eq(CALL(.target = READ)->manner, REPLY_HEAD);
}

Test(fault, a_late_operation_is_done_by_the_second_call_and_not_before)
{
    struct query none = {0}, headers = {0};
    struct reply reply;
    add("enqueue:late=3000*1");
    query_add(&headers, "Authorization", TOKEN);
    struct service_request request = {
        .method = "GET", .path = READ "/Enqueue", .query = &none, .headers = &headers, .body = ""};
    reply_init(&reply);
    control_answer(&control, &request, NOW, &reply);
    cr_expect_eq(reply.manner, REPLY_LATE);
    cr_expect_eq(reply.delay_ms, 3000);
    cr_expect_str_eq(state_of(1, NOW), "None");
    control_answer(&control, &request, NOW + 3000, &reply);
    cr_expect_eq(reply.manner, REPLY_SEND);
    cr_expect_eq(reply.status, 200);
    cr_expect_str_eq(state_of(1, NOW + 3000), "InProgress");
    cr_expect_eq(control.counts[ENDPOINT_ENQUEUE], 1);
    reply_free(&reply);
    query_free(&headers);
}

Test(fault, bodies_break_in_the_ways_their_kinds_say)
{
    add("get-project:missing=Length*1");
    CALL(.target = READ);
    cr_expect_null(reply_at("Data.Length"));
    add("get-project:set=ProcessingState:\"Odd\"*1");
    CALL(.target = READ);
    cr_expect_str_eq(reply_text(STATE), "Odd");
    add("get-project:set=HasVideo:\"yes\"*1");
    CALL(.target = READ);
    cr_expect_str_eq(reply_text("Data.MediaInfo.HasVideo"), "yes");
    add("get-project:set=Odd:[1]*1");
    CALL(.target = READ);
    cr_expect_eq(reply_number("Data.Odd.0"), 1);
    add("get-project:empty*1");
    cr_expect_eq(CALL(.target = READ)->body.len, 0);
}

Test(fault, hostile_text_holds_every_class_and_spares_the_token)
{
    static const char *const classes[] = {"\\u001B[",     "\\u0000",      "\x7F", "\xC2\x9B",
                                          "\xE2\x80\xAE", "\xE2\x80\xA8", "\xFF", "\xC0\xAF",
                                          "\xED\xA0\x80", "\\uD800 "};
    add("*:hostile");
    const struct buffer *body = &CALL(.target = READ)->body;
    for (size_t i = 0; i < COUNT(classes); i++)
        cr_expect_not_null(memmem(body->data, body->len, classes[i], strlen(classes[i])), "class %zu", i);
    body = &CALL(.target = ACCOUNT)->body;
    cr_expect_not_null(memmem(body->data, body->len, "\"Token\":\"" TOKEN "\"", strlen(TOKEN) + 10));
}

Test(fault, faults_and_counts_are_steered_over_http_whole_lists_or_nothing)
{
    EXPECT(200, .method = "POST", .target = STEERED "fault", .no_token = true,
           .body = "get-project/1+2:status=500*4\nlogin:stall\n");
    EXPECT(400, .method = "POST", .target = STEERED "fault", .body = "*:status=500\nrubbish\n");
    EXPECT(200, .target = READ);
    EXPECT(200, .target = STEERED "fault");
    cr_expect_eq(json_array_size(reply_at("Faults")), 2);
    cr_expect_str_eq(reply_text("Faults.0.Fault"), "get-project/1+2:status=500*4");
    cr_expect_eq(reply_number("Faults.0.After"), 1);
    cr_expect_eq(reply_number("Faults.0.Left"), 4);
    cr_expect(json_is_null(reply_at("Faults.1.Left")));
    EXPECT(200, .method = "DELETE", .target = STEERED "fault",
           .body = "*:status=500"); /* DELETE ignores the body */
    cr_expect_eq(reply_number("Faults"), 0);
    cr_expect_eq(control.faults.count, 0);
    CALL(.target = "/nowhere");
    CALL(.target = STEERED "requests");
    cr_expect_eq(reply_number("get-project"), 1);
    cr_expect_eq(reply_number("other"), 1);
    CALL(.method = "DELETE", .target = STEERED "requests");
    cr_expect_eq(reply_number("get-project"), 0);
}
