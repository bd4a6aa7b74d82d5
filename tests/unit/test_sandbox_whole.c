/* The sandbox beyond one account's own projects: sharing, members that are null or absent, credit, run times,
 * and what a second run leaves of the first. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/field.h"
#include "support/asserts.h"
#include "unit/sandbox_call.h"

static struct control control;

static void setup(void)
{
    control = (struct control){0};
    service_init(&control.service, world_new(WORLD_DEFAULT, 8000), NULL, TOKEN);
}

static void teardown(void)
{
    control_free(&control);
}

TestSuite(whole, .init = setup, .fini = teardown);

#define CALL(...) sandbox_call(&control, (struct call){__VA_ARGS__})
#define P         "/API/v2/Projects/"
#define NEWCOMER  control.service.accounts[1].token
#define OTHER     control.service.accounts[2].token

/* --- projects of others --- */

Test(whole, a_project_that_is_not_shared_is_403_in_every_way)
{
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        char target[128];
        const char *brace = strchr(endpoints[i].path, '{');
        if (!brace)
            continue;
        for (int id = 14; id <= 15; id++) {
            snprintf(target, sizeof target, "/API%.*s%d%s?AccessToken=%d&Key=a",
                     (int)(brace - endpoints[i].path), endpoints[i].path, id, strchr(brace, '}') + 1,
                     1000 + id);
            cr_assert_eq(
                CALL(.method = endpoints[i].method, .target = target, .body = "{\"Tag\":\"a\"}")->status, 403,
                "%s", target);
        }
    }
    cr_assert_eq(CALL(.target = P "16")->status, 404);
}

Test(whole, a_shared_project_is_read_and_exported_but_not_changed)
{
    cr_assert_eq(CALL(.target = P "13")->status, 200);
    cr_assert(json_is_true(json_object_get(reply_data(), "IsReadOnly")));
    cr_assert_eq(CALL(.target = P "13/Export/Subtitles")->status, 200);
    cr_assert_eq(CALL(.target = P "13/Enqueue")->status, 403);
    cr_assert_eq(
        CALL(.method = "POST", .target = P "13/Metadata?Key=a&AccessToken=1013", .body = "b")->status, 403);
}

Test(whole, to_their_owner_they_are_ordinary_and_ours_are_not)
{
    for (int id = 1; id <= 15; id++) {
        char target[64];
        snprintf(target, sizeof target, P "%d", id);
        cr_assert_eq(CALL(.target = target, .token = OTHER)->status, id > 12 ? 200 : 403, "%d", id);
        cr_assert_eq(CALL(.target = target, .token = NEWCOMER)->status, id < 14 ? 200 : 403, "%d", id);
    }
    CALL(.target = P "13", .token = OTHER);
    cr_assert(json_is_false(json_object_get(reply_data(), "IsReadOnly")));
    cr_assert_eq(CALL(.target = P "14/Enqueue", .token = OTHER)->status, 200);
}

Test(whole, a_number_of_projects_makes_ordinary_ones_of_them)
{
    teardown();
    control = (struct control){0};
    service_init(&control.service, world_new(15, 8000), NULL, TOKEN);
    cr_assert_eq(CALL(.target = P "14")->status, 200);
    cr_assert_eq(CALL(.target = P "14/Enqueue")->status, 200);
}

Test(whole, a_configuration_names_who_enqueued)
{
    CALL(.target = P "1/Enqueue?TranscriptionDurationInSeconds=60", .token = NEWCOMER);
    const json_t *config = json_object_get(reply_data(), "TranscriptionConfig");
    cr_assert_eq(json_integer_value(json_object_get(config, "UserId")), 2);
    CALL(.target = P "2");
    config = json_object_get(reply_data(), "TranscriptionConfig");
    cr_assert_eq(json_integer_value(json_object_get(config, "UserId")), 1);
}

/* --- credit --- */

/* What an account may still have transcribed, in minutes. */
static json_int_t credit_of(const char *token, int64_t now_ms)
{
    CALL(.target = "/API/CurrentUser", .token = token, .now_ms = now_ms);
    return json_integer_value(json_object_get(json_object_get(reply_body(), "User"), "CreditMinutes"));
}

Test(whole, credit_goes_down_by_what_was_transcribed_once_it_is)
{
    cr_assert_eq(credit_of(TOKEN, NOW), 600);
    CALL(.target = P "1/Enqueue?TranscriptionDurationInSeconds=120");
    cr_assert_eq(credit_of(TOKEN, NOW + 7999), 600);
    cr_assert_eq(credit_of(TOKEN, NOW + 8000), 598);
    json_t *user = json_object_get(reply_body(), "User");
    cr_assert_float_eq(json_real_value(json_object_get(user, "TranscribedMinutes")), 1236.5, 1e-9);
    cr_assert_float_eq(json_real_value(json_object_get(user, "UserTranscribedMinutes")), 422.25, 1e-9);
    cr_assert_eq(credit_of(TOKEN, NOW + 9000), 598);
}

Test(whole, a_transcription_that_fails_costs_nothing)
{
    CALL(.target = P "4/Enqueue");
    cr_assert_eq(credit_of(TOKEN, NOW + 8000), 600);
}

Test(whole, an_enqueue_without_enough_credit_is_403_and_changes_nothing)
{
    cr_assert_eq(
        CALL(.target = P "1/Enqueue?TranscriptionDurationInSeconds=1800.001", .token = NEWCOMER)->status,
        403);
    cr_assert_str_has(reply_message(), "credit");
    CALL(.target = P "1");
    cr_assert_str_eq(json_string_value(json_object_get(reply_data(), "ProcessingState")), "None");
    cr_assert_eq(CALL(.target = P "1/Enqueue?TranscriptionDurationInSeconds=1800", .token = NEWCOMER)->status,
                 200);
    cr_assert_eq(CALL(.target = P "8/Enqueue", .token = NEWCOMER)->status, 403, "what is running counts");
    cr_assert_eq(CALL(.target = P "8/Enqueue")->status, 200, "to this account only");
}

Test(whole, the_recording_of_a_day_needs_more_credit_than_there_is)
{
    cr_assert_eq(CALL(.target = P "10/Enqueue")->status, 403);
    cr_assert_eq(CALL(.target = P "10/Enqueue?StartTranscriptionAtSeconds=90000")->status, 200);
}

/* --- run times --- */

/* The state of a project at a time. */
static const char *state_at(int id, int64_t now_ms)
{
    char target[64];
    snprintf(target, sizeof target, P "%d", id);
    cr_assert_eq(CALL(.target = target, .now_ms = now_ms)->status, 200);
    return json_string_value(json_object_get(reply_data(), "ProcessingState"));
}

Test(whole, transcriptions_take_as_long_as_their_length_says_several_at_once)
{
    teardown();
    control = (struct control){0};
    service_init(&control.service, world_new(12, WORLD_BY_LENGTH), NULL, TOKEN);
    CALL(.target = P "2/Enqueue");                                   /* 235 s */
    CALL(.target = P "6/Enqueue");                                   /* 500 s */
    CALL(.target = P "1/Enqueue?TranscriptionDurationInSeconds=30"); /* of 2530 s */
    cr_assert_str_eq(state_at(1, NOW + 2074), "InProgress");
    cr_assert_str_eq(state_at(1, NOW + 2075), "Completed");
    cr_assert_str_eq(state_at(2, NOW + 2586), "InProgress");
    cr_assert_str_eq(state_at(2, NOW + 2587), "Completed");
    cr_assert_str_eq(state_at(6, NOW + 3249), "InProgress");
    cr_assert_str_eq(state_at(6, NOW + 3250), "Completed");
}

/* --- a second run --- */

/* The export of a project, in a copy that the caller frees. */
static char *export_at(int id, int64_t now_ms)
{
    char target[64];
    snprintf(target, sizeof target, P "%d/Export/Subtitles", id);
    const struct reply *reply = CALL(.target = target, .now_ms = now_ms);
    cr_assert_eq(reply->status, 200, "%s", buffer_text(&reply->body));
    return strdup(buffer_text(&reply->body));
}

Test(whole, a_second_run_that_fails_keeps_the_earlier_transcript_and_its_label)
{
    char *before = export_at(2, NOW);
    CALL(.target = P "2/Enqueue?Lang=cs-CZ&CustomLabel=Second&StartTranscriptionAtSeconds=99999");
    cr_assert_eq(CALL(.target = P "2/Export/Subtitles")->status, 412);
    cr_assert_str_eq(state_at(2, NOW + 8000), "Failed");
    cr_assert_str_eq(json_string_value(json_object_get(reply_data(), "ActiveTrsxLabel")), "First pass");
    char *after = export_at(2, NOW + 8000);
    cr_assert_str_eq(after, before);
    free(before);
    free(after);
}

Test(whole, a_second_run_that_saves_nothing_keeps_it_too)
{
    char *before = export_at(2, NOW);
    CALL(.target = P "2/Enqueue?WithPunctuation=false&SaveTrsx=false&CustomLabel=Second");
    cr_assert_str_eq(state_at(2, NOW + 8000), "Completed");
    cr_assert_str_eq(json_string_value(json_object_get(reply_data(), "ActiveTrsxLabel")), "First pass");
    char *after = export_at(2, NOW + 8000);
    cr_assert_str_eq(after, before);
    free(before);
    free(after);
}

Test(whole, a_second_run_that_ends_well_replaces_it)
{
    char *before = export_at(2, NOW);
    CALL(.target = P "2/Enqueue?Lang=en-US&WithPunctuation=false&CustomLabel=Second");
    cr_assert_str_eq(state_at(2, NOW + 8000), "Completed");
    cr_assert_str_eq(json_string_value(json_object_get(reply_data(), "ActiveTrsxLabel")), "Second");
    char *after = export_at(2, NOW + 8000);
    cr_assert_str_neq(after, before);
    free(before);
    free(after);
}

/* --- null and absent --- */

/* How many optional members are null, and how many are missing. Those in elements of lists count once. */
static void count_blanks(const struct field_table *table, const json_t *resource, size_t *nulls,
                         size_t *absent)
{
    *nulls = *absent = 0;
    for (size_t i = 0; i < table->count; i++) {
        const char *at = table->rows[i].path + (table->root[0] ? strlen(table->root) + 1 : 0);
        const json_t *value = resource;
        if (table->rows[i].required)
            continue;
        while (value && at[0]) {
            char name[40];
            size_t len = strcspn(at, ".[");
            snprintf(name, sizeof name, "%.*s", (int)len, at);
            value = json_object_get(value, name);
            for (at += len; at[0] == '['; at += 2)
                value = json_is_array(value) ? json_array_get(value, 0) : value;
            at += at[0] == '.';
        }
        *nulls += value && json_is_null(value);
        *absent += !value;
    }
}

Test(whole, every_optional_member_is_null_in_one_project_and_absent_in_another)
{
    size_t nulls, absent, optional = 0;
    for (size_t i = 0; i < fields_project.count; i++)
        optional += !fields_project.rows[i].required;
    CALL(.target = P "13");
    count_blanks(&fields_project, reply_data(), &nulls, &absent);
    cr_assert_eq(nulls, optional);
    CALL(.target = P "12");
    count_blanks(&fields_project, reply_data(), &nulls, &absent);
    cr_assert_eq(absent, optional);
}

Test(whole, so_is_every_optional_member_of_a_user)
{
    size_t nulls, absent, optional = 0;
    for (size_t i = 0; i < fields_login.count; i++)
        optional += !fields_login.rows[i].required;
    CALL(.target = "/API/CurrentUser", .token = NEWCOMER);
    count_blanks(&fields_login, reply_body(), &nulls, &absent);
    cr_assert_eq(nulls, optional);
    CALL(.target = "/API/CurrentUser", .token = OTHER);
    count_blanks(&fields_login, reply_body(), &nulls, &absent);
    cr_assert_eq(absent, optional);
    CALL(.target = "/API/CurrentUser");
    count_blanks(&fields_login, reply_body(), &nulls, &absent);
    cr_assert_eq(nulls + absent, 0);
}
