/* What TranscriptionConfig and Metadata, which nobody documents, are taken for. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/core/rows.h"
#include "support/asserts.h"

static const struct param_def *param(const char *field)
{
    int row = last_run_row(&params_enqueue, field);
    return row < 0 ? NULL : &params_enqueue.rows[row];
}

Test(last_run, a_field_is_the_parameter_of_its_name_or_of_the_two_others_that_are_known)
{
    cr_expect_str_eq(param("Language")->name, "Lang");
    cr_expect_str_eq(param("Profile")->name, "TranscriptionProfile");
    cr_expect_str_eq(param("WithVAD")->name, "WithVAD");
    cr_expect_null(param("UserId"));
    cr_expect_null(param("language"));
}

/* How a value in JSON compares with the default of a field. */
static enum last_run_kind kind(const char *field, const char *json)
{
    json_t *value = json_loads(json, JSON_DECODE_ANY, NULL);
    enum last_run_kind found = last_run_compare(param(field), value);
    json_decref(value);
    return found;
}

Test(last_run, a_value_differs_when_it_is_not_the_default_or_has_none)
{
    cr_expect_eq(kind("WithVAD", "true"), LAST_RUN_DEFAULT);
    cr_expect_eq(kind("WithVAD", "\"true\""), LAST_RUN_DEFAULT, "whether as a boolean or as text");
    cr_expect_eq(kind("WithVAD", "false"), LAST_RUN_DIFFERS);
    cr_expect_eq(kind("Language", "\"cs-CZ\""), LAST_RUN_DEFAULT);
    cr_expect_eq(kind("Language", "\"en-US\""), LAST_RUN_DIFFERS);
    cr_expect_eq(kind("CustomLabel", "\"x\""), LAST_RUN_DIFFERS, "it is not sent by default");
    cr_expect_eq(kind("CustomLabel", "null"), LAST_RUN_DEFAULT);
    cr_expect_eq(kind("CustomLabel", "\"\""), LAST_RUN_DEFAULT);
    cr_expect_eq(kind("UserId", "1"), LAST_RUN_OTHER);
    cr_expect_eq(kind("UserId", "null"), LAST_RUN_OTHER);
}

Test(last_run, the_language_goes_by_either_name)
{
    static const struct {
        const char *json, *language;
    } rows[] = {
        {"{\"TranscriptionConfig\":{\"Language\":\"en-US\"}}", "en-US"},
        {"{\"TranscriptionConfig\":{\"Lang\":\"cs-CZ\"}}", "cs-CZ"},
        {"{\"TranscriptionConfig\":{\"Lang\":7}}", NULL},
        {"{\"TranscriptionConfig\":{\"Lang\":\"\"}}", NULL},
        {"{\"TranscriptionConfig\":\"en-US\"}", NULL},
        {"{}", NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_t *resource = json_loads(rows[i].json, 0, NULL);
        const char *language = last_run_language(resource);
        if (rows[i].language)
            cr_expect_str_eq(language, rows[i].language);
        else
            cr_expect_null(language, "%s", rows[i].json);
        json_decref(resource);
    }
}

Test(metadata_reply, both_shapes_give_the_same_pairs)
{
    static const char *const rows[] = {"{\"Metadata\":{\"Episode\":\"118\",\"No\":7}}",
                                       "{\"Metadata\":[{\"Key\":\"Episode\",\"Value\":\"118\"},"
                                       "{\"Key\":\"No\",\"Value\":7}]}"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        json_t *resource = json_loads(rows[i], 0, NULL), *pairs = metadata_reply_pairs(resource);
        cr_assert_eq(json_array_size(pairs), 2);
        cr_expect_str_eq(json_string_value(metadata_reply_value(pairs, "Episode")), "118");
        cr_expect_eq(json_integer_value(metadata_reply_value(pairs, "No")), 7);
        cr_expect_null(metadata_reply_value(pairs, "episode"));
        json_decref(pairs);
        json_decref(resource);
    }
}

Test(metadata_reply, what_is_no_pair_is_kept_and_what_is_no_field_is_none)
{
    json_t *odd = json_loads("{\"Metadata\":[\"bare\",{\"Key\":\"k\"}]}", 0, NULL);
    json_t *pairs = metadata_reply_pairs(odd);
    cr_assert_eq(json_array_size(pairs), 2);
    cr_expect_str_eq(json_string_value(metadata_reply_value(pairs, "-")), "bare");
    cr_expect(json_is_object(metadata_reply_value(pairs, "k")));
    json_decref(pairs);
    json_decref(odd);
    json_t *none = json_loads("{\"Metadata\":\"text\"}", 0, NULL);
    cr_expect_null(metadata_reply_pairs(none));
    cr_expect_null(metadata_reply_pairs(NULL));
    json_decref(none);
}
