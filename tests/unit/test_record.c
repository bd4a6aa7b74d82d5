/* Decoding replies: members that are missing or have another type are named, and do not fail the decoding. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/record.h"
#include "steno/api/json.h"
#include "support/asserts.h"

#define WHOLE                                                                                                \
    "\"AccessToken\":1,\"HasRecording\":true,\"Id\":7,\"IsReadOnly\":false,\"Length\":\"0:10:00\","          \
    "\"MediaInfo\":{\"HasVideo\":false,\"IsPackaged\":true},\"ProcessingState\":\"None\",\"ShareCount\":0"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

static struct project *decode(const char *text)
{
    struct error err;
    struct project *project = project_decode(text, strlen(text), &err);
    cr_assert_not_null(project, "%s", err.text);
    return project;
}

Test(project, what_is_missing_or_of_another_type_is_named_and_optional_members_may_be_null)
{
    static const struct {
        const char *text, *problems; /* NULL: none */
    } rows[] = {
        {"{\"Data\":{" WHOLE "}}", NULL},
        {"{" WHOLE "}", NULL}, /* the envelope may be missing if there is an Id */
        {"{\"Data\":{" WHOLE ",\"Tags\":null,\"Description\":null,\"KeywordsHighlight\":null,"
         "\"TranscriptionConfig\":null,\"Updated\":null}}",
         NULL},
        {"{\"Data\":{" WHOLE ",\"KeywordsHighlight\":{\"TextList\":[[{\"Category\":\"c\",\"Text\":\"t\","
         "\"TimestampMs\":5}],[],[{\"Text\":1,\"Category\":\"c\"},{\"Category\":\"c\"}],7]}}}",
         "Data.KeywordsHighlight.TextList[3]: the server sent an integer, not a list; "
         "Data.KeywordsHighlight.TextList[2][0].Text: the server sent an integer, not a string; "
         "Data.KeywordsHighlight.TextList[2][1].Text is missing"},
        {"{\"Data\":{\"AccessToken\":\"x\",\"HasRecording\":1,\"Id\":7.5,\"IsReadOnly\":false,\"Length\":5,"
         "\"MediaInfo\":null,\"ProcessingState\":[],\"ShareCount\":0,\"Tags\":[\"a\",1],\"CreatorId\":{}}}",
         "Data.AccessToken: the server sent a string, not an integer; Data.CreatorId: the server sent an "
         "object, not an integer; "
         "Data.HasRecording: the server sent an integer, not a boolean; Data.Id: the server sent a number, "
         "not an integer; "
         "Data.Length: the server sent an integer, not a string; Data.MediaInfo.HasVideo is missing; "
         "Data.MediaInfo.IsPackaged is missing; Data.ProcessingState: the server sent a list, not a string; "
         "Data.Tags[1]: the server sent an integer, not a string"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct project *project = decode(rows[i].text);
        bool whole = strstr(rows[i].text, WHOLE);
        if (rows[i].problems)
            cr_expect_str_eq(project->record.problems, rows[i].problems);
        else
            cr_expect_null(project->record.problems, "%s: %s", rows[i].text, project->record.problems);
        if (whole)
            cr_expect_eq(project->id, 7);
        cr_expect_eq(project->version, whole ? 1 : -1, "row %zu", i);
        cr_expect_str_eq(project->state, whole ? "None" : "", "row %zu", i);
        cr_expect_str_eq(project->name, "");
        cr_expect_eq(project->length_ms, whole ? 600000 : -1, "row %zu", i);
        project_free(project);
    }
    struct project *project = decode("{\"Data\":{\"Tags\":[1,2,3,4,5,6,7,8,9]}}");
    cr_expect_str_has(project->record.problems, "; and 6 more");
    project_free(project);
}

Test(project, unknown_members_are_kept_raw_and_shown_clean)
{
    struct project *project = decode("{\"Data\":{" WHOLE ",\"New\\u001b\":{\"x\":\"\\u202e\"}},\"Other\":1}");
    cr_assert_str_eq(json_string_value(json_object_get(json_object_get(project->record.raw, "New\x1b"), "x")),
                     "\u202e");
    cr_assert_str_eq(json_string_value(json_object_get(json_object_get(project->record.shown, "New␛"), "x")),
                     "<U+202E>");
    project_free(project);
}

Test(project, a_reply_without_a_project_is_refused_by_name)
{
    static const struct {
        const char *text, *words;
    } rows[] = {{"{}", "Data is missing"},
                {"{\"Data\":null}", "Data is missing or not an object"},
                {"{\"Data\":[]}", "Data is missing or not an object"},
                {"[]", "is a list, not a project object"},
                {"null", "is null, not a project object"},
                {"3", "is an integer"},
                {"", "not JSON"}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct error err;
        cr_assert_null(project_decode(rows[i].text, strlen(rows[i].text), &err));
        cr_assert_eq(err.kind, ERROR_BAD_REPLY);
        cr_assert_str_has(err.text, rows[i].words);
    }
}

Test(project, a_stored_one_has_the_id_that_it_is_stored_under)
{
    struct error err;
    json_t *resource = json_pack("{s:s}", "ProcessingState", "None"); /* without an Id */
    struct project *project = project_from_json(resource, 7, &err);
    cr_assert_not_null(project, "%s", err.text);
    cr_assert_eq(project->id, 7, "%lld", (long long)project->id);
    cr_assert_str_has(project->record.problems, "Data.Id is missing");
    project_free(project);
    json_decref(resource);
}

Test(project, versions_keep_all_64_bits_and_beyond_are_unknown)
{
    struct project *project = decode("{\"Data\":{\"Id\":7,\"AccessToken\":9223372036854775807}}");
    cr_assert_eq(project->version, INT64_MAX);
    project_free(project);
    project = decode("{\"Data\":{\"Id\":7,\"AccessToken\":9223372036854775808}}");
    cr_assert_eq(project->version, -1);
    cr_assert_str_has(project->record.problems, "Data.AccessToken: the server sent a number, not an integer");
    project_free(project);
    project = decode("{\"Data\":{\"Id\":\"7\",\"AccessToken\":\"12\"}}");
    cr_assert_eq(project->id, 7);
    cr_assert_eq(project->version, 12);
    project_free(project);
}

Test(project, a_copy_outlives_the_original_and_shares_nothing_with_it)
{
    struct project *project =
        decode("{\"Data\":{" WHOLE ",\"Description\":{\"Name\":\"n\"},\"Tags\":[\"a\"]}}");
    struct project *copy = project_copy(project);
    cr_expect_neq(copy->record.raw, project->record.raw); /* the copy may go to another thread */
    cr_expect_neq(json_object_get(copy->record.raw, "Tags"), json_object_get(project->record.raw, "Tags"));
    cr_expect(json_equal(copy->record.raw, project->record.raw));
    cr_expect(json_equal(copy->record.shown, project->record.shown));
    project_free(project);
    cr_expect_str_eq(copy->name, "n");
    cr_expect_eq(json_integer_value(json_object_get(copy->record.raw, "Id")), 7);
    project_free(copy);
}

/* True if the JSON of a value contains a text. */
static bool holds(const json_t *value, const char *text)
{
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    json_write(&out, value);
    bool found = strstr(out.data, text) != NULL;
    buffer_free(&out);
    return found;
}

Test(login, the_token_is_taken_out_wherever_it_stands)
{
    static const char *const texts[] = {
        "{\"Token\":\"secret-1\",\"User\":{\"Email\":\"a@b\",\"token\":\"secret-1\"}}",
        "{\"Data\":{\"Token\":\"secret-1\",\"User\":{\"Email\":\"a@b\"}}}",
        "{\"token\":\"secret-1\",\"User\":{\"Email\":\"a@b\"},\"Extra\":[{\"TOKEN\":\"secret-1\"}]}",
        "{\"Token\":\"secret-1\",\"User\":{\"Email\":\"a@b\"},\"Claims\":[\"token=secret-1;\"]}",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        struct error err;
        struct login *login = login_decode(texts[i], strlen(texts[i]), &err);
        cr_assert_not_null(login, "%s", err.text);
        cr_assert_str_eq(login->token, "secret-1");
        cr_assert_str_eq(login->email, "a@b");
        cr_assert_not(holds(login->record.raw, "secret-1"));
        cr_assert_not(holds(login->record.shown, "secret-1"));
        cr_assert_str_lacks(login->record.problems, "secret-1");
        login_free(login);
    }
}

Test(login, a_token_of_visible_ascii_is_taken_whole_and_one_that_no_header_can_carry_is_no_login)
{
    static const char whole[] = "{\"Token\":\"!\\\"#$%&'()*+,-./09:;<=>?@AZ[]^_`az{|}~ inner\"}";
    static const char want[] = "!\"#$%&'()*+,-./09:;<=>?@AZ[]^_`az{|}~ inner";
    static const char *const odd[] = {"abc\\u0000def", "\\u0000",    "abc\\rdef",   "abc\\n",
                                      "abc\\tdef",     "\\u007f",    "caf\u00e9-1", "\\ud800",
                                      " abc",          "abc-token ", "\xff\xfe"};
    for (size_t i = 0; i < COUNT(odd); i++) {
        struct error err;
        char body[100];
        snprintf(body, sizeof body, "{\"Token\":\"%s\",\"User\":{\"Email\":\"a@b\"}}", odd[i]);
        struct login *login = login_decode(body, strlen(body), &err);
        cr_expect_null(login, "%s", body);
        if (!login) {
            cr_expect_eq(err.kind, ERROR_BAD_REPLY);
            cr_expect_str_has(err.text, "Token");
            cr_expect_str_has(err.text, "cannot be sent");
            cr_expect_str_lacks(err.text, "abc");
        }
        login_free(login);
    }
    struct login *login = login_decode(whole, strlen(whole), NULL);
    cr_assert_not_null(login);
    cr_expect_str_eq(login->token, want);
    login_free(login);
}

Test(login, missing_members_are_named_and_a_missing_token_is_null)
{
    struct error err;
    struct login *login = login_decode("{\"Token\":5}", 11, &err);
    cr_assert_not_null(login);
    cr_assert_null(login->token);
    cr_assert_str_has(login->record.problems, "Token: the server sent an integer, not a string");
    cr_assert_str_has(login->record.problems, "User.CreditMinutes is missing");
    login_free(login);
}

Test(policy, members_are_read_with_or_without_an_envelope)
{
    static const char *const texts[] = {"{\"RequiredLength\":8}", "{\"Data\":{\"RequiredLength\":8}}"};
    for (size_t i = 0; i < 2; i++) {
        struct error err;
        struct policy *policy = policy_decode(texts[i], strlen(texts[i]), &err);
        cr_assert_eq(json_integer_value(json_object_get(policy->record.raw, "RequiredLength")), 8);
        cr_assert_str_has(policy->record.problems, "MaxLength is missing");
        policy_free(policy);
    }
}

Test(login, minutes_that_are_counted_from_seconds_have_two_decimals)
{
    static const struct {
        double minutes;
        const char *shown;
    } rows[] = {
        {1267.91666666667, "1267.92 min"}, {420.25, "420.25 min"}, {0.5, "0.5 min"}, {1e300, "1e+300 min"}};
    const struct field_def *def = field_find(&fields_login, "User.TranscribedMinutes");
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct buffer out;
        json_t *reply = json_pack("{s:{s:f}}", "User", "TranscribedMinutes", rows[i].minutes);
        buffer_init(&out, BUFFER_MAX_DEFAULT);
        field_show(&out, &fields_login, def, reply, DATE_LOCAL);
        cr_expect_str_eq(buffer_text(&out), rows[i].shown);
        buffer_free(&out);
        json_decref(reply);
    }
}
