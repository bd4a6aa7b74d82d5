/* The sandbox's operations, by the API specification and docs/SANDBOX.md. Its faults: test_sandbox_fault.c;
 * its control: test_sandbox_steer.c. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/field.h"
#include "steno/api/record.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

#define FORM      "application/x-www-form-urlencoded"
#define JSON_TYPE "application/json"
#define LOGIN     "/API/Login"
#define ME        "Email=demo@example.org&Password=demo"
#define NEW       "Email=new@example.org&Password=demo"
#define NEWCOMER  control.service.accounts[1].token
#define OTHER     control.service.accounts[2].token

TestSuite(sandbox, .init = sandbox_setup, .fini = sandbox_teardown);

/* --- the headers of a request --- */

/* Calls head_check() for headers written NAME:VALUE, one per line. */
static struct head_verdict check(const char *lines)
{
    struct query headers = {0};
    char text[200], *rest = text;
    snprintf(text, sizeof text, "%s", lines);
    for (char *line; (line = strsep(&rest, "\n"));) {
        char *colon = strchr(line, ':');
        cr_assert_not_null(colon, "%s", line);
        *colon = '\0';
        query_add(&headers, line, colon + 1);
    }
    struct head_verdict verdict = head_check(&headers);
    query_free(&headers);
    return verdict;
}

Test(sandbox, a_head_that_is_wrong_is_refused_with_its_status)
{
    static const struct {
        const char *headers;
        int status; /* 0: accepted */
    } rows[] = {
        {"Host:localhost", 0},
        {"X:", 0},
        {"Host:[::1]:65535", 0},
        {"Host:localhost:90\nOrigin:http://localhost:90\nSec-Fetch-Site:same-origin", 0},
        {"Host:localhost\nOrigin:https://LOCALHOST\nSec-Fetch-Site:none", 0},
        {"Host:localhost\nHost:localhost", 400},
        {"Host:localhost\nContent-Length:1\ncontent-length:1", 400},
        {"Host:example.org", 421},
        {"Host:127.0.0.1.example.org", 421},
        {"Host:localhost:80x", 421},
        {"Host:", 421},
        {"Host:localhost\nOrigin:http://example.org", 403},
        {"Host:localhost\nOrigin:http://localhost:3000", 403},
        {"Host:localhost\nOrigin:file://localhost", 403},
        {"Origin:http://localhost", 403},
        {"Host:localhost\nOrigin:http://example.org\nOrigin:http://localhost", 403},
        {"Host:localhost\nSec-Fetch-Site:cross-site", 403},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct head_verdict verdict = check(rows[i].headers);
        cr_expect_eq(verdict.status, rows[i].status, "%s", rows[i].headers);
        cr_expect_eq(verdict.message != NULL, rows[i].status != 0, "%s", rows[i].headers);
    }
}

/* --- login and account --- */

Test(sandbox, a_login_is_taken_as_json_as_a_form_and_as_a_query)
{
    static const struct {
        int status;
        const char *target, *type, *body;
    } rows[] = {
        {200, LOGIN, JSON_TYPE, "{\"Email\":\"demo@example.org\",\"Password\":\"demo\",\"Pass\":1}"},
        {200, LOGIN, FORM, "Email=demo%40example.org&Password=demo"},
        {200, LOGIN "?Email=demo%40example.org&Password=demo", NULL, NULL},
        {401, LOGIN "?Email=demo@example.org&Password=x", NULL, NULL},
        {422, LOGIN "?Email=demo@example.org", NULL, NULL},
        {400, LOGIN, "multipart/form-data; boundary=B7",
         "--B7\r\nContent-Disposition: form-data; name=\"Email\"\r\n\r\na\r\n--B7--"},
        {400, LOGIN, JSON_TYPE, "[1]"},
        {400, LOGIN, JSON_TYPE, "{\"Email\":"},
        {401, LOGIN, FORM, ME "%00x"}, /* a NUL must not cut the password */
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        EXPECT(rows[i].status, .method = "POST", .target = rows[i].target, .content_type = rows[i].type,
               .body = rows[i].body, .no_token = true);
        if (rows[i].status == 200)
            cr_expect_str_eq(reply_text("Token"), TOKEN, "row %zu", i);
        if (rows[i].status == 422)
            cr_expect_str_eq(reply_message(), "password:Required");
    }
    EXPECT(400, .method = "POST", .target = LOGIN, .content_type = FORM, .body = ME "\0x",
           .body_len = sizeof ME + 1);
}

Test(sandbox, consent_is_demanded_until_it_was_given_once)
{
    EXPECT(422, .method = "POST", .target = LOGIN "?" NEW);
    cr_assert_str_eq(reply_message(), "DataProtectionConsent:Required");
    EXPECT(422, .method = "POST", .target = LOGIN "?" NEW "&DataProtectionConsent=false");
    EXPECT(200, .method = "POST", .target = LOGIN "?" NEW "&DataProtectionConsent=true");
    EXPECT(200, .method = "POST", .target = LOGIN "?" NEW);
}

Test(sandbox, a_token_is_demanded_where_the_contract_says_and_taken_exactly)
{
    static const char *const others[] = {"Bearer " TOKEN, "Token-of-the-test", TOKEN " ", ""};
    struct service random;
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        int status =
            CALL(.method = endpoints[i].method, .target = target_of_endpoint(i, 1), .no_token = true)->status;
        cr_expect_eq(status == 401, endpoints[i].needs_token, "%s: %d", endpoints[i].name, status);
    }
    EXPECT(200, .target = ACCOUNT);
    for (size_t i = 0; i < COUNT(others); i++)
        EXPECT(401, .target = ACCOUNT, .token = others[i]);
    service_init(&random, world_new(1, 0), NULL, NULL);
    cr_expect_str_neq(random.accounts[0].token, random.accounts[1].token);
    cr_expect_eq(strlen(random.accounts[0].token), 36);
    service_free(&random);
}

/* --- members that the API requires --- */

Test(sandbox, account_policy_and_projects_have_the_members_of_the_contract)
{
    bool found[100] = {false};
    const struct buffer *body = &EXPECT(200, .target = ACCOUNT)->body;
    struct login *login = login_decode(buffer_text(body), body->len, NULL);
    cr_expect_null(login->record.problems, "%s", login->record.problems);
    login_free(login);
    body = &EXPECT(200, .target = "/API/PasswordSettings", .no_token = true)->body;
    struct policy *policy = policy_decode(buffer_text(body), body->len, NULL);
    cr_expect_null(policy->record.problems, "%s", policy->record.problems);
    policy_free(policy);
    for (int id = 1; id <= SEED_DEFAULT_COUNT; id++) {
        body = &EXPECT(200, .target = target_of(P "%d", id))->body;
        struct project *project = project_decode(buffer_text(body), body->len, NULL);
        cr_expect_null(project->record.problems, "%d: %s", id, project->record.problems);
        project_free(project);
        for (size_t i = 0; i < fields_project.count; i++)
            found[i] |= field_get(&fields_project, &fields_project.rows[i], reply_at("Data")) != NULL;
    }
    for (size_t i = 0; i < fields_project.count; i++) /* no single project has all members */
        cr_expect(found[i], "no project has %s", fields_project.rows[i].path);
}

Test(sandbox, metadata_is_a_member_of_projects_only_when_asked_for)
{
    CALL(.target = P "2");
    cr_expect_null(reply_at("Data.Metadata"), "the contract does not list it");
    control.service.show_metadata = true;
    CALL(.target = P "2");
    cr_expect_eq(json_object_size(reply_at("Data.Metadata")), 2);
    CALL(.target = P "12");
    cr_expect_eq(json_object_size(reply_at("Data.Metadata")), 0);
}

/* --- paths and methods --- */

Test(sandbox, paths_and_names_match_in_any_case_and_what_nobody_knows_is_told_apart)
{
    static const struct {
        int status;
        const char *method, *target;
    } rows[] = {
        {200, "GET", "/api/V2/pRoJeCtS/1"},
        {200, "GET", "/API/v2/projects/02/"},
        {200, "GET", "/XAPI/CurrentUser"},
        {200, "GET", "/xapi/v2/projects/1"},
        {200, "GET", P "2?x=1"},
        {200, "GET", P "1/Enqueue?lang=cs-CZ&Nobody=1&WithPPC=True"},
        {404, "GET", P "99"},
        {404, "GET", P "0"},
        {404, "GET", P "abc"},
        {404, "GET", "/YAPI/CurrentUser"},
        {405, "PUT", LOGIN},
        {200, "HEAD", P "1"},
        {200, "HEAD", P "2/Export/Subtitles"},
        {404, "HEAD", P "99"},
        {405, "HEAD", P "6/Enqueue"}, /* HEAD must not enqueue */
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        EXPECT(rows[i].status, .method = rows[i].method, .target = rows[i].target);
    EXPECT(200, .method = "DELETE", .target = "/api/v2/projects/2/tags?accesstoken=88",
           .body = "{\"tag\":\"radio\",\"x\":1}");
    cr_expect_str_eq(state_of(6, NOW), "None");
    cr_expect_str_eq(query_get(&CALL(.method = "PUT", .target = P "1")->headers, "Allow"), "GET, HEAD");
    cr_expect_str_eq(query_get(&CALL(.method = "PUT", .target = P "1/Enqueue")->headers, "Allow"), "GET");
    control.service.api_path = "/XAPI"; /* with --api-path no other path works */
    EXPECT(404, .target = ACCOUNT);
    control.service.api_path = "";
    EXPECT(200, .target = "/CurrentUser");
}

/* --- writes --- */

Test(sandbox, a_write_needs_the_current_version_and_makes_a_new_one)
{
    EXPECT(422, .method = "POST", .target = P "1/Metadata?Key=a", .body = "b");
    cr_expect_str_eq(reply_message(), "accessToken:Required");
    EXPECT(422, .method = "POST", .target = P "1/Metadata?Key=a&AccessToken=x", .body = "b");
    EXPECT(422, .method = "POST", .target = P "1/Metadata?Key=a&AccessToken=4711", .body = "a\0b",
           .body_len = 3);
    cr_expect_str_eq(reply_message(), "value:Invalid");
    EXPECT(200, .method = "POST", .target = P "1/Metadata?Key=a&AccessToken=4711", .body = "b");
    cr_expect_eq(reply_number("Data.AccessToken"), 4712);
    EXPECT(409, .method = "POST", .target = P "1/Metadata?Key=a&AccessToken=4711", .body = "b");
    /* a version beyond the precision of a double is exact */
    cr_expect_str_has(buffer_text(&CALL(.target = P "6")->body), "\"AccessToken\":9007199254740993,");
    EXPECT(409, .method = "POST", .target = P "6/Metadata?Key=a&AccessToken=9007199254740992", .body = "b");
    EXPECT(200, .method = "POST", .target = P "6/Metadata?Key=a&AccessToken=9007199254740993", .body = "b");
    EXPECT(403, .method = "POST", .target = P "9/Metadata?Key=a&AccessToken=1009", .body = "b");
    EXPECT(403, .target = P "9/Enqueue"); /* read-only */
}

Test(sandbox, metadata_is_taken_in_three_forms_and_deleted_by_the_key_of_query_or_body)
{
    static const char *const bodies[][2] = {
        {"{\"Key\":\"a\",\"Value\":\"žluť\"}", "žluť"}, {"bare text", "bare text"}, {"\"quoted\"", "quoted"}};
    control.service.show_metadata = true;
    for (int i = 0; i < 3; i++) {
        EXPECT(200, .method = "POST", .target = target_of(P "1/Metadata?Key=a&AccessToken=%d", 4711 + i),
               .body = bodies[i][0]);
        cr_expect_str_eq(reply_text("Data.Metadata.a"), bodies[i][1]);
    }
    EXPECT(200, .method = "DELETE", .target = P "2/Metadata?Key=Episode&AccessToken=88");
    EXPECT(200, .method = "DELETE", .target = P "2/Metadata?AccessToken=89",
           .body = "{\"Key\":\"Programme\"}");
    cr_expect_eq(json_object_size(reply_at("Data.Metadata")), 0);
    EXPECT(404, .method = "DELETE", .target = P "2/Metadata?Key=Episode&AccessToken=90");
}

Test(sandbox, a_tag_is_deleted_once)
{
    EXPECT(200, .method = "DELETE", .target = P "1/Tags?AccessToken=4711", .body = "{\"Tag\":\"news\"}");
    cr_expect_eq(json_array_size(reply_at("Data.Tags")), 1);
    EXPECT(404, .method = "DELETE", .target = P "1/Tags?AccessToken=4712", .body = "{\"Tag\":\"news\"}");
    EXPECT(422, .method = "DELETE", .target = P "1/Tags?AccessToken=4712");
    cr_expect_str_eq(reply_message(), "tag:Required");
}

/* --- the queue --- */

Test(sandbox, a_transcription_ends_in_its_time_and_both_ends_change_the_version)
{
    EXPECT(412, .target = P "1/Export/Subtitles");
    cr_expect_str_eq(state_of(1, NOW), "None");
    EXPECT(200, .target = P "1/Enqueue");
    cr_expect_eq(reply_number("Data.AccessToken"), 4712);
    EXPECT(412, .target = P "1/Enqueue");
    EXPECT(412, .target = P "1/Export/Subtitles", .now_ms = NOW + 1);
    cr_expect_str_eq(state_of(1, NOW), "InProgress");
    cr_expect_str_eq(state_of(1, AFTER - 1), "InProgress");
    cr_expect_str_eq(state_of(1, AFTER), "Completed");
    cr_expect_eq(reply_number("Data.AccessToken"), 4713);
    EXPECT(200, .target = P "1/Export/Subtitles", .now_ms = AFTER);
    EXPECT(412, .target = P "3/Enqueue"); /* no media */
    EXPECT(200, .target = P "4/Enqueue");
    cr_expect_str_eq(state_of(4, AFTER), "Failed");
    EXPECT(200, .target = P "4/Enqueue"); /* a failed project can be enqueued again */
    cr_expect_str_eq(state_of(4, NOW), "InProgress");
}

Test(sandbox, a_second_run_replaces_transcript_and_label_only_if_it_ends_well)
{
    EXPECT(200, .target = P "2/Enqueue?CustomLabel=Second&StartTranscriptionAtSeconds=99999");
    cr_expect_str_eq(state_of(2, AFTER), "Failed");
    cr_expect_str_eq(reply_text("Data.ActiveTrsxLabel"), "First pass");
    EXPECT(200, .target = P "2/Export/Subtitles", .now_ms = AFTER); /* the first transcript */
    EXPECT(200, .target = P "2/Enqueue?CustomLabel=Second");
    cr_expect_str_eq(state_of(2, AFTER), "Completed");
    cr_expect_str_eq(reply_text("Data.ActiveTrsxLabel"), "Second");
}

/* --- credit --- */

/* Reads the account and returns its credit in minutes. */
static json_int_t credit_at(int64_t now_ms)
{
    CALL(.target = ACCOUNT, .now_ms = now_ms);
    return reply_number("User.CreditMinutes");
}

Test(sandbox, credit_goes_down_by_what_was_transcribed_once_it_is_and_a_failure_costs_nothing)
{
    cr_expect_eq(credit_at(NOW), 600);
    CALL(.target = P "4/Enqueue");
    cr_expect_eq(credit_at(AFTER), 600);
    CALL(.target = P "1/Enqueue?TranscriptionDurationInSeconds=120");
    cr_expect_eq(credit_at(AFTER - 1), 600);
    cr_expect_eq(credit_at(AFTER), 598);
    cr_expect_eq(json_real_value(reply_at("User.TranscribedMinutes")), 1236.5);
    cr_expect_eq(json_real_value(reply_at("User.UserTranscribedMinutes")), 422.25);
    cr_expect_eq(credit_at(AFTER + 1000), 598);
}

Test(sandbox, an_enqueue_without_enough_credit_is_403_and_changes_nothing)
{
    sandbox_renew(WORLD_DEFAULT, 8000);
    EXPECT(403, .target = P "1/Enqueue?TranscriptionDurationInSeconds=1800.001", .token = NEWCOMER);
    cr_expect_str_has(reply_message(), "credit");
    cr_expect_str_eq(state_of(1, NOW), "None");
    EXPECT(200, .target = P "1/Enqueue?TranscriptionDurationInSeconds=1800", .token = NEWCOMER);
    EXPECT(403, .target = P "8/Enqueue", .token = NEWCOMER); /* running jobs count, */
    EXPECT(200, .target = P "8/Enqueue");                    /* but only for their account */
    EXPECT(403, .target = P "10/Enqueue");                   /* longer than a day */
    EXPECT(200, .target = P "10/Enqueue?StartTranscriptionAtSeconds=90000");
}

/* --- projects of others --- */

Test(sandbox, a_project_that_is_not_shared_is_403_in_every_way_and_a_shared_one_is_read_only)
{
    sandbox_renew(WORLD_DEFAULT, 8000);
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        for (int id = 14; id <= 15 && strchr(endpoints[i].path, '{'); id++) {
            char *target = mem_printf("%s?AccessToken=%d&Key=a", target_of_endpoint(i, id), 1000 + id);
            EXPECT(403, .method = endpoints[i].method, .target = target, .body = "{\"Tag\":\"a\"}");
            free(target);
        }
    }
    EXPECT(404, .target = P "16");
    EXPECT(200, .target = P "13");
    cr_expect(json_is_true(reply_at("Data.IsReadOnly")));
    EXPECT(200, .target = P "13/Export/Subtitles");
    EXPECT(403, .target = P "13/Enqueue");
    EXPECT(403, .method = "POST", .target = P "13/Metadata?Key=a&AccessToken=1013", .body = "b");
    EXPECT(200, .target = P "14/Enqueue", .token = OTHER); /* the owner */
    EXPECT(403, .target = P "12", .token = OTHER);
    EXPECT(200, .target = P "12", .token = NEWCOMER); /* another account of the team */
    sandbox_renew(15, 8000);                          /* with --projects they are ordinary projects */
    EXPECT(200, .target = P "14");
    EXPECT(404, .target = P "16");
}

/* --- the world --- */

Test(sandbox, dates_move_to_the_start_in_the_form_they_are_written_in)
{
    static const char *const rows[][3] = {{"1", "Created", "2027-05-15T11:59:32.4021337+02:00"},
                                          {"3", "Updated", "2027-05-17T10:01:01Z"},
                                          {"7", "DeleteAt", "2027-05-26T14:01:01+02:00"},
                                          {"5", "ExpirationDate", "2027-05-29T14:01:01+02:00"}};
    CALL(.target = P "1");
    cr_expect_str_eq(reply_text("Data.Created"), "2026-05-14T11:58:31.4021337+02:00");
    world_set_start(control.service.world, SEED_START_MS + INT64_C(366) * 24 * 3600 * 1000 + 61000, 0);
    for (size_t i = 0; i < COUNT(rows); i++) {
        CALL(.target = target_of(P "%s", rows[i][0]));
        char *path = mem_printf("Data.%s", rows[i][1]);
        cr_expect_str_eq(reply_text(path), rows[i][2], "%s", rows[i][1]);
        free(path);
    }
}

Test(sandbox, what_is_in_progress_at_the_start_is_completed_after_20_s_and_paid_by_the_first_account)
{
    struct world *world = world_new(12, WORLD_BY_LENGTH);
    world_set_start(world, NOW, 1);
    cr_expect_eq(world_find(world, 1, NOW + 19999)->state, WORLD_IN_PROGRESS);
    cr_expect_eq(world_find(world, 2, NOW + 19999)->state, WORLD_COMPLETED);
    struct world_project *project = world_find(world, 1, NOW + 20000);
    cr_expect_eq(project->state, WORLD_COMPLETED);
    cr_expect_eq(project->payer, 1);
    cr_expect_str_eq(world_project_language(project), "en-US");
    world_free(world);
}
