/* support/json_schema refuses values that do not match, and unknown keywords. */
/* SPDX-License-Identifier: MIT */
#include "support/asserts.h"
#include "support/json_schema.h"

#include <stdlib.h>

static const char text[] =
    "{\"$defs\": {\"thing\": {\"type\": \"object\", \"properties\": {"
    "\"id\": {\"type\": [\"integer\", \"null\"]}, \"ok\": {\"const\": true}, \"when\": {\"$ref\": "
    "\"#/$defs/day\"},"
    "\"kind\": {\"enum\": [\"a\", null]}, \"rows\": {\"type\": \"array\", \"items\": {\"type\": \"number\"}},"
    "\"map\": {\"type\": \"object\", \"additionalProperties\": {\"type\": \"string\"}},"
    "\"any\": {\"anyOf\": [{\"type\": \"string\"}, {\"$ref\": \"#/$defs/thing\"}]}},"
    "\"required\": [\"id\"], \"additionalProperties\": false},"
    "\"day\": {\"type\": \"string\", \"pattern\": \"^[0-9]+$\"}}}";

static struct json_schema schema_of(const char *document)
{
    return (struct json_schema){.document = json_loads(document, 0, NULL), .seen = json_object()};
}

static bool fits(struct json_schema *schema, const char *value)
{
    struct buffer why;
    json_t *json = json_loads(value, JSON_DECODE_ANY, NULL);
    buffer_init(&why, BUFFER_MAX_DEFAULT);
    bool ok = json_schema_fits(schema, "thing", json, &why);
    cr_expect_eq(ok, why.len == 0, "%s: %s", value, buffer_text(&why));
    buffer_free(&why);
    json_decref(json);
    return ok;
}

Test(json_schema, accepts_matching_values_and_names_places_that_no_value_has_matched)
{
    static const char *const good[] = {
        "{\"id\": 1, \"ok\": true, \"when\": \"7\", \"kind\": null, \"rows\": [1, 0.5]}",
        "{\"id\": null, \"ok\": true, \"when\": \"7\", \"kind\": null, \"rows\": [1, 0.5]}",
        "{\"id\": 1, \"map\": {\"x\": \"y\"}, \"any\": {\"id\": 2, \"any\": \"z\"}}"};
    static const char *const bad[] = {"{}",
                                      "[]",
                                      "{\"id\": 0.5}",
                                      "{\"id\": 1, \"ok\": false}",
                                      "{\"id\": 1, \"other\": 1}",
                                      "{\"id\": 1, \"when\": \"x\"}",
                                      "{\"id\": 1, \"kind\": \"b\"}",
                                      "{\"id\": 1, \"rows\": [\"1\"]}",
                                      "{\"id\": 1, \"map\": {\"x\": 1}}",
                                      "{\"id\": 1, \"any\": {\"id\": \"2\"}}"};
    struct json_schema schema = schema_of(text);
    struct buffer out;
    buffer_init(&out, BUFFER_MAX_DEFAULT);
    cr_expect(fits(&schema, good[0]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        cr_expect_not(fits(&schema, bad[i]), "%s", bad[i]);
    json_schema_unseen(&schema, &out); /* matches inside a value that does not match are dropped */
    cr_expect_str_eq(buffer_text(&out), "#/$defs/thing/properties/id null\n"
                                        "#/$defs/thing/properties/map\n"
                                        "#/$defs/thing/properties/map/additionalProperties\n"
                                        "#/$defs/thing/properties/any\n"
                                        "#/$defs/thing/properties/any/anyOf/0\n"
                                        "#/$defs/thing/properties/any/anyOf/1\n");
    for (size_t i = 1; i < sizeof good / sizeof good[0]; i++)
        cr_expect(fits(&schema, good[i]), "%s", good[i]);
    json_schema_free(&schema);
    buffer_free(&out);
}

Test(json_schema, with_unknown_keywords_or_open_objects_is_refused)
{
    static const char *const bad[] = {"{\"minimum\": 1}", "{\"$ref\": \"#/$defs/b\"}",
                                      "{\"type\": \"object\"}"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char *document = mem_printf("{\"$defs\": {\"thing\": %s}}", bad[i]);
        struct json_schema schema = schema_of(document);
        cr_expect_not(fits(&schema, "{}"), "%s", document);
        json_schema_free(&schema);
        free(document);
    }
}
