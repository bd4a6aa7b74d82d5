/* The sandbox's operations: what the contract says, and what docs/SANDBOX.md says where the contract is
 * silent. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/api/field.h"
#include "steno/base/mem.h"
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

TestSuite(sandbox, .init = setup, .fini = teardown);

#define CALL(...) sandbox_call(&control, (struct call){__VA_ARGS__})
#define P         "/API/v2/Projects/"

/* Reads a project at a time. */
static const char *state_of(int id, int64_t now_ms)
{
    char target[64];
    snprintf(target, sizeof target, P "%d", id);
    cr_assert_eq(CALL(.target = target, .now_ms = now_ms)->status, 200);
    return json_string_value(json_object_get(reply_data(), "ProcessingState"));
}

/* Enqueues with a query and lets the transcription end. */
static void transcribe(int id, const char *query)
{
    char target[256];
    snprintf(target, sizeof target, P "%d/Enqueue?%s", id, query);
    cr_assert_eq(CALL(.target = target)->status, 200, "%s", reply_message());
}

#define AFTER (NOW + 8000)

/* --- login and account --- */

Test(sandbox, login_answers_a_token_that_opens_the_account)
{
    cr_assert_eq(CALL(.method = "POST", .target = "/API/Login", .no_token = true,
                      .content_type = "application/json",
                      .body = "{\"Email\":\"demo@example.org\",\"Password\":\"demo\"}")
                     ->status,
                 200);
    cr_assert_str_eq(json_string_value(json_object_get(reply_body(), "Token")), TOKEN);
    cr_assert_eq(CALL(.target = "/API/CurrentUser")->status, 200);
}

Test(sandbox, login_is_taken_as_a_form_and_as_a_query)
{
    cr_assert_eq(CALL(.method = "POST", .target = "/API/Login", .no_token = true,
                      .content_type = "application/x-www-form-urlencoded",
                      .body = "Email=demo%40example.org&Password=demo")
                     ->status,
                 200);
    cr_assert_eq(CALL(.method = "POST", .target = "/API/Login?Email=demo%40example.org&Password=demo",
                      .no_token = true)
                     ->status,
                 200);
}

Test(sandbox, a_login_of_another_form_is_400)
{
    static const char *const bad[][2] = {
        {"multipart/form-data; boundary=B7",
         "--B7\r\nContent-Disposition: form-data; name=\"Email\"\r\n\r\na\r\n--B7--"},
        {"application/json", "[1]"},
        {"application/json", "{\"Email\":"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        cr_assert_eq(CALL(.method = "POST", .target = "/API/Login", .no_token = true,
                          .content_type = bad[i][0], .body = bad[i][1])
                         ->status,
                     400, "%zu", i);
}

Test(sandbox, a_wrong_password_is_401_and_a_missing_one_names_its_field)
{
    cr_assert_eq(CALL(.method = "POST", .target = "/API/Login?Email=demo@example.org&Password=x")->status,
                 401);
    cr_assert_eq(CALL(.method = "POST", .target = "/API/Login?Email=demo@example.org")->status, 422);
    cr_assert_str_eq(reply_message(), "password:Required");
}

Test(sandbox, a_nul_cuts_no_password_and_no_value)
{
    static const char form[] = "Email=demo@example.org&Password=demo\0x";
    const char *type = "application/x-www-form-urlencoded";
    cr_assert_eq(CALL(.method = "POST", .target = "/API/Login", .no_token = true, .content_type = type,
                      .body = "Email=demo@example.org&Password=demo%00x")
                     ->status,
                 401);
    cr_assert_eq(CALL(.method = "POST", .target = "/API/Login", .no_token = true, .content_type = type,
                      .body = form, .body_len = sizeof form - 1)
                     ->status,
                 400);
    cr_assert_eq(
        CALL(.method = "POST", .target = P "1/Metadata?Key=a&AccessToken=4711", .body = "a\0b", .body_len = 3)
            ->status,
        422);
    cr_assert_str_eq(reply_message(), "value:Invalid");
}

Test(sandbox, consent_is_demanded_until_it_was_given_once)
{
    const char *login = "/API/Login?Email=new@example.org&Password=demo";
    cr_assert_eq(CALL(.method = "POST", .target = login)->status, 422);
    cr_assert_str_eq(reply_message(), "DataProtectionConsent:Required");
    cr_assert_eq(CALL(.method = "POST", .target = "/API/Login?Email=new@example.org&Password=demo&"
                                                  "DataProtectionConsent=false")
                     ->status,
                 422);
    cr_assert_eq(CALL(.method = "POST", .target = "/API/Login?Email=new@example.org&Password=demo&"
                                                  "DataProtectionConsent=true")
                     ->status,
                 200);
    cr_assert_eq(CALL(.method = "POST", .target = login)->status, 200);
}

Test(sandbox, every_endpoint_that_needs_a_token_refuses_without_one)
{
    for (int i = 0; i < ENDPOINT_COUNT; i++) {
        char target[128];
        const char *brace = strchr(endpoints[i].path, '{');
        snprintf(target, sizeof target, "/API%.*s%s%s", brace ? (int)(brace - endpoints[i].path) : 100,
                 endpoints[i].path, brace ? "1" : "", brace ? strchr(brace, '}') + 1 : "");
        int status = CALL(.method = endpoints[i].method, .target = target, .no_token = true)->status;
        cr_assert_eq(status == 401, endpoints[i].needs_token, "%s: %d", endpoints[i].name, status);
    }
}

Test(sandbox, a_token_is_taken_exactly)
{
    static const char *const others[] = {"Bearer " TOKEN, "Token-of-the-test", TOKEN " ", ""};
    cr_assert_eq(CALL(.target = "/API/CurrentUser")->status, 200);
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        cr_assert_eq(CALL(.target = "/API/CurrentUser", .token = others[i])->status, 401, "%s", others[i]);
}

/* Checks that a resource has every member of its table, but for those of lists, with the right type. */
static void assert_complete(const struct field_table *table, const json_t *resource)
{
    for (size_t i = 0; i < table->count; i++) {
        const struct field_def *def = &table->rows[i];
        const json_t *value = field_get(table, def, resource);
        if (field_is_nested(def)) {
            cr_assert(json_is_array(value), "%s", def->path);
            continue;
        }
        bool right = def->type == FIELD_TEXT        ? json_is_string(value)
                     : def->type == FIELD_INT       ? json_is_integer(value)
                     : def->type == FIELD_NUMBER    ? json_is_number(value)
                     : def->type == FIELD_BOOL      ? json_is_boolean(value)
                     : def->type == FIELD_TEXT_LIST ? json_is_array(value)
                     : def->type == FIELD_OBJECT    ? json_is_object(value)
                                                    : value != NULL;
        cr_assert(right, "%s", def->path);
    }
}

Test(sandbox, account_and_policy_have_every_member_of_the_contract)
{
    CALL(.target = "/API/CurrentUser");
    assert_complete(&fields_login, reply_body());
    CALL(.target = "/API/PasswordSettings", .no_token = true);
    assert_complete(&fields_policy, reply_body());
}

/* --- projects --- */

/* Members that no default project has at once: a start and an expiry, say. */
Test(sandbox, together_the_projects_have_every_member_of_the_contract)
{
    for (size_t i = 0; i < fields_project.count; i++) {
        bool found = false;
        for (int id = 1; id <= SEED_DEFAULT_COUNT && !found; id++) {
            char target[64];
            snprintf(target, sizeof target, P "%d", id);
            CALL(.target = target);
            found = field_get(&fields_project, &fields_project.rows[i], reply_data()) != NULL;
        }
        cr_assert(found, "%s", fields_project.rows[i].path);
    }
}

Test(sandbox, every_project_has_the_members_that_the_contract_requires)
{
    for (int id = 1; id <= SEED_DEFAULT_COUNT; id++) {
        char target[64];
        snprintf(target, sizeof target, P "%d", id);
        CALL(.target = target);
        const json_t *data = reply_data();
        for (size_t i = 0; i < fields_project.count; i++) {
            const struct field_def *def = &fields_project.rows[i];
            if (def->required && !field_is_nested(def))
                cr_assert_not_null(field_get(&fields_project, def, data), "%d: %s", id, def->path);
        }
    }
}

Test(sandbox, routes_and_names_match_without_regard_to_case)
{
    cr_assert_eq(CALL(.target = "/api/V2/pRoJeCtS/1")->status, 200);
    cr_assert_eq(CALL(.method = "DELETE", .target = "/api/v2/projects/1/tags?accesstoken=4711",
                      .body = "{\"tag\":\"news\"}")
                     ->status,
                 200);
}

Test(sandbox, unknown_ids_paths_and_methods_are_told_apart)
{
    cr_assert_eq(CALL(.target = P "99")->status, 404);
    cr_assert_eq(CALL(.target = P "0")->status, 404);
    cr_assert_eq(CALL(.target = P "abc")->status, 404);
    cr_assert_eq(CALL(.target = "/YAPI/CurrentUser")->status, 404);
    cr_assert_eq(CALL(.method = "PUT", .target = "/API/Login")->status, 405);
}

Test(sandbox, both_api_paths_answer_and_a_path_of_ones_choice_is_the_only_one)
{
    cr_assert_eq(CALL(.target = "/API/CurrentUser")->status, 200);
    cr_assert_eq(CALL(.target = "/XAPI/CurrentUser")->status, 200);
    cr_assert_eq(CALL(.target = "/xapi/v2/projects/1")->status, 200);
    control.service.api_path = "/XAPI";
    cr_assert_eq(CALL(.target = "/API/CurrentUser")->status, 404);
    control.service.api_path = "";
    cr_assert_eq(CALL(.target = "/CurrentUser")->status, 200);
}

Test(sandbox, head_is_asked_of_what_is_read_and_never_enqueues)
{
    cr_assert_eq(CALL(.method = "HEAD", .target = P "1")->status, 200);
    cr_assert_eq(CALL(.method = "HEAD", .target = P "2/Export/Subtitles")->status, 200);
    cr_assert_eq(CALL(.method = "HEAD", .target = P "99")->status, 404);
    cr_assert_eq(CALL(.method = "HEAD", .target = P "1/Enqueue")->status, 405);
    cr_assert_str_eq(state_of(1, NOW), "None");
    cr_assert_str_eq(query_get(&CALL(.method = "PUT", .target = P "1")->headers, "Allow"), "GET, HEAD");
    cr_assert_str_eq(query_get(&CALL(.method = "PUT", .target = P "1/Enqueue")->headers, "Allow"), "GET");
}

Test(sandbox, a_version_beyond_what_a_double_holds_is_exact)
{
    CALL(.target = P "6");
    cr_assert_str_has(buffer_text(&CALL(.target = P "6")->body), "\"AccessToken\":9007199254740993,");
    cr_assert_eq(
        CALL(.method = "POST", .target = P "6/Metadata?Key=a&AccessToken=9007199254740992", .body = "b")
            ->status,
        409);
    cr_assert_eq(
        CALL(.method = "POST", .target = P "6/Metadata?Key=a&AccessToken=9007199254740993", .body = "b")
            ->status,
        200);
}

Test(sandbox, a_write_needs_the_current_version_and_makes_a_new_one)
{
    const char *write = P "1/Metadata?Key=a&AccessToken=4711";
    cr_assert_eq(CALL(.method = "POST", .target = P "1/Metadata?Key=a", .body = "b")->status, 422);
    cr_assert_str_eq(reply_message(), "accessToken:Required");
    cr_assert_eq(CALL(.method = "POST", .target = P "1/Metadata?Key=a&AccessToken=x", .body = "b")->status,
                 422);
    cr_assert_eq(CALL(.method = "POST", .target = write, .body = "b")->status, 200);
    cr_assert_neq(json_integer_value(json_object_get(reply_data(), "AccessToken")), 4711);
    cr_assert_eq(CALL(.method = "POST", .target = write, .body = "b")->status, 409);
}

Test(sandbox, metadata_is_a_member_of_projects_only_when_asked_for)
{
    CALL(.target = P "2");
    cr_assert_null(json_object_get(reply_data(), "Metadata"), "the contract does not list it");
    control.service.show_metadata = true;
    CALL(.target = P "2");
    cr_assert_eq(json_object_size(json_object_get(reply_data(), "Metadata")), 2);
    CALL(.target = P "12");
    cr_assert_eq(json_object_size(json_object_get(reply_data(), "Metadata")), 0);
}

/* Adds metadata to a fresh project with this body and gives its value back. */
static const char *metadata_after(const char *body)
{
    teardown();
    setup();
    control.service.show_metadata = true;
    cr_assert_eq(
        CALL(.method = "POST", .target = P "1/Metadata?Key=a&AccessToken=4711", .body = body)->status, 200,
        "%s", reply_message());
    return json_string_value(json_object_get(json_object_get(reply_data(), "Metadata"), "a"));
}

Test(sandbox, metadata_is_taken_as_an_object_as_text_and_as_a_json_string)
{
    cr_assert_str_eq(metadata_after("{\"Key\":\"a\",\"Value\":\"žluť\"}"), "žluť");
    cr_assert_str_eq(metadata_after("bare text"), "bare text");
    cr_assert_str_eq(metadata_after("\"quoted\""), "quoted");
}

Test(sandbox, metadata_is_deleted_by_the_key_of_the_query_or_of_the_body)
{
    control.service.show_metadata = true;
    cr_assert_eq(CALL(.method = "DELETE", .target = P "2/Metadata?Key=Episode&AccessToken=88")->status, 200);
    cr_assert_eq(
        CALL(.method = "DELETE", .target = P "2/Metadata?AccessToken=89", .body = "{\"Key\":\"Programme\"}")
            ->status,
        200);
    cr_assert_eq(json_object_size(json_object_get(reply_data(), "Metadata")), 0);
    cr_assert_eq(CALL(.method = "DELETE", .target = P "2/Metadata?Key=Episode&AccessToken=90")->status, 404);
}

Test(sandbox, a_tag_is_deleted_once)
{
    cr_assert_eq(
        CALL(.method = "DELETE", .target = P "1/Tags?AccessToken=4711", .body = "{\"Tag\":\"news\"}")->status,
        200);
    cr_assert_eq(json_array_size(json_object_get(reply_data(), "Tags")), 1);
    cr_assert_eq(
        CALL(.method = "DELETE", .target = P "1/Tags?AccessToken=4712", .body = "{\"Tag\":\"news\"}")->status,
        404);
    cr_assert_eq(CALL(.method = "DELETE", .target = P "1/Tags?AccessToken=4712")->status, 422);
    cr_assert_str_eq(reply_message(), "tag:Required");
}

Test(sandbox, a_read_only_project_refuses_writes)
{
    cr_assert_eq(CALL(.target = P "9/Enqueue")->status, 403);
    cr_assert_eq(CALL(.method = "POST", .target = P "9/Metadata?Key=a&AccessToken=1009", .body = "b")->status,
                 403);
}

/* --- the queue --- */

Test(sandbox, a_transcription_goes_from_none_over_in_progress_to_completed)
{
    cr_assert_str_eq(state_of(1, NOW), "None");
    transcribe(1, "");
    cr_assert_str_eq(state_of(1, NOW), "InProgress");
    cr_assert_str_eq(state_of(1, NOW + 7999), "InProgress");
    cr_assert_str_eq(state_of(1, AFTER), "Completed");
}

Test(sandbox, project_four_fails_and_can_be_enqueued_again)
{
    transcribe(4, "");
    cr_assert_str_eq(state_of(4, AFTER), "Failed");
    transcribe(4, "");
    cr_assert_str_eq(state_of(4, NOW), "InProgress");
}

Test(sandbox, both_ends_of_a_transcription_change_the_version)
{
    transcribe(1, "");
    cr_assert_eq(json_integer_value(json_object_get(reply_data(), "AccessToken")), 4712);
    CALL(.target = P "1", .now_ms = AFTER);
    cr_assert_eq(json_integer_value(json_object_get(reply_data(), "AccessToken")), 4713);
}

Test(sandbox, enqueue_refuses_a_project_without_media_and_one_in_progress)
{
    cr_assert_eq(CALL(.target = P "3/Enqueue")->status, 412);
    transcribe(1, "");
    cr_assert_eq(CALL(.target = P "1/Enqueue")->status, 412);
}

Test(sandbox, enqueue_names_the_parameter_with_a_bad_value)
{
    static const char *const bad[][2] = {
        {"WithPPC=maybe", "withPPC:Invalid"},
        {"StartTranscriptionAtSeconds=1,5", "startTranscriptionAtSeconds:Invalid"},
        {"StartTranscriptionAtSeconds=-1", "startTranscriptionAtSeconds:Invalid"},
        {"StartTranscriptionAt=-1", "startTranscriptionAt:Invalid"},
        {"TranscriptionDurationInSeconds=0", "transcriptionDurationInSeconds:Invalid"},
        {"Lang=czech%20please", "lang:Invalid"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char target[128];
        snprintf(target, sizeof target, P "1/Enqueue?%s", bad[i][0]);
        cr_assert_eq(CALL(.target = target)->status, 422, "%s", bad[i][0]);
        cr_assert_str_eq(reply_message(), bad[i][1]);
    }
    cr_assert_str_eq(state_of(1, NOW), "None");
}

Test(sandbox, what_was_enqueued_stands_in_the_configuration)
{
    transcribe(1, "lang=en-US&TranscriptionProfile=default&StartTranscriptionAtSeconds=12.5&withppc=False");
    const json_t *config = json_object_get(reply_data(), "TranscriptionConfig");
    cr_assert_str_eq(json_string_value(json_object_get(config, "Language")), "en-US");
    cr_assert_str_eq(json_string_value(json_object_get(config, "Profile")), "default");
    cr_assert_float_eq(json_real_value(json_object_get(config, "StartTranscriptionAtSeconds")), 12.5, 1e-9);
    cr_assert(json_is_false(json_object_get(config, "WithPPC")));
    cr_assert(json_is_true(json_object_get(config, "WithVAD")));
    cr_assert_null(json_object_get(config, "ContentDescription"));
}

Test(sandbox, the_custom_label_becomes_the_active_label)
{
    transcribe(1, "CustomLabel=Second%20pass");
    CALL(.target = P "1", .now_ms = AFTER);
    cr_assert_str_eq(json_string_value(json_object_get(reply_data(), "ActiveTrsxLabel")), "Second pass");
}

Test(sandbox, a_silent_recording_ends_failed_unless_an_empty_transcript_is_allowed)
{
    transcribe(8, "");
    cr_assert_str_eq(state_of(8, AFTER), "Failed");
    transcribe(8, "AllowEmptyTranscription=true");
    cr_assert_str_eq(state_of(8, AFTER), "Completed");
}

Test(sandbox, a_part_behind_the_end_of_the_recording_ends_failed)
{
    transcribe(1, "StartTranscriptionAtSeconds=2530");
    cr_assert_str_eq(state_of(1, AFTER), "Failed");
}

/* --- export --- */

Test(sandbox, an_export_is_a_file_with_its_type_and_name)
{
    const struct reply *reply = CALL(.target = P "2/Export/Subtitles?FileFormatId=VTT&Language=en-GB");
    cr_assert_eq(reply->status, 200);
    cr_assert_str_eq(reply->type, "text/vtt");
    cr_assert_str_eq(query_get(&reply->headers, "Content-Disposition"),
                     "attachment; filename=\"project-2.vtt\"");
    cr_assert_str_starts(buffer_text(&reply->body), "WEBVTT\n\nNOTE Language: en-GB\n\n");
}

Test(sandbox, an_export_needs_a_finished_and_saved_transcription)
{
    cr_assert_eq(CALL(.target = P "1/Export/Subtitles")->status, 412);
    transcribe(1, "SaveTrsx=false");
    cr_assert_eq(CALL(.target = P "1/Export/Subtitles", .now_ms = NOW + 1)->status, 412);
    cr_assert_eq(CALL(.target = P "1/Export/Subtitles", .now_ms = AFTER)->status, 404);
}

Test(sandbox, export_names_the_parameter_with_a_bad_value)
{
    static const char *const bad[][2] = {
        {"FileFormatId=pdf", "fileFormatId:Invalid"},
        {"SubtitleLineLength=wide", "subtitleLineLength:Invalid"},
        {"CharsPerSecond=0", "charsPerSecond:Invalid"},
        {"PauseBetweenCaptionsMs=1.5", "pauseBetweenCaptionsMs:Invalid"},
        {"PauseBetweenCaptionsMs=-1", "pauseBetweenCaptionsMs:Invalid"},
        {"Language=czech%20please", "language:Invalid"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char target[128];
        snprintf(target, sizeof target, P "2/Export/Subtitles?%s", bad[i][0]);
        cr_assert_eq(CALL(.target = target)->status, 422, "%s", bad[i][0]);
        cr_assert_str_eq(reply_message(), bad[i][1]);
    }
}

Test(sandbox, every_default_of_the_tables_is_accepted)
{
    struct buffer target;
    buffer_init(&target, BUFFER_MAX_DEFAULT);
    buffer_append_text(&target, P "2/Export/Subtitles?");
    for (size_t i = 0; i < params_export.count; i++) {
        const struct param_def *def = &params_export.rows[i];
        if (def->def) {
            buffer_printf(&target, "%s=", def->name);
            param_encode(&target, def->def);
            buffer_append_char(&target, '&');
        }
    }
    char *plain = mem_copy(buffer_text(&CALL(.target = P "2/Export/Subtitles")->body));
    cr_assert_str_eq(buffer_text(&CALL(.target = buffer_text(&target))->body), plain);
    free(plain);
    buffer_free(&target);
}
