/* core/settings: the table and its strict values. */
/* SPDX-License-Identifier: MIT */

#include "steno/base/text.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static struct settings settings;
static struct error err;

static void begin(void)
{
    settings_init(&settings);
    error_clear(&err);
}

static void end(void)
{
    settings_free(&settings);
}

TestSuite(settings, .init = begin, .fini = end);

static void put(enum setting_id id, enum setting_source source, const char *where, const char *text)
{
    cr_assert(settings_put(&settings, id, source, where, text, &err), "%s", err.text);
}

Test(settings, every_row_is_complete_and_its_default_is_a_value_of_its_type)
{
    for (int id = 0; id < SETTING_COUNT; id++) {
        const struct setting_def *def = &setting_defs[id];
        cr_assert(def->name && *def->name, "row %d has no name", id);
        cr_assert(def->help && text_width(def->help) <= 72, "%s: help", def->name);
        cr_assert_not_null(def->def, "%s: default", def->name);
        cr_assert_eq(settings_find(def->name), id, "%s stands twice", def->name);
        cr_assert(!*def->def || settings_check((enum setting_id)id, def->def, &err), "%s", err.text);
        cr_assert(def->type != SETTING_INT || def->max > def->min, "%s: range", def->name);
    }
    cr_expect_str_eq(settings_text(&settings, SETTING_API_PATH), "/API");
    cr_expect_eq(settings_int(&settings, SETTING_TIMEOUT), 60);
    cr_expect(settings_bool(&settings, SETTING_FOLLOW));
    cr_expect_str_eq(settings_text(&settings, SETTING_PROFILE), "default");
}

Test(settings, an_address_with_its_api_path_sets_both_but_a_path_that_is_set_beside_it_counts)
{
    put(SETTING_API_PATH, SOURCE_CONFIG, "config:1", "/old");
    put(SETTING_URL, SOURCE_ENVIRONMENT, "STENO_URL", "https://h/t/XAPI/");
    cr_expect_str_eq(settings_text(&settings, SETTING_URL), "https://h/t");
    cr_expect_str_eq(settings_text(&settings, SETTING_API_PATH), "/XAPI");
    put(SETTING_API_PATH, SOURCE_FLAG, "--api-path", "/v9");
    put(SETTING_URL, SOURCE_FLAG, "--url", "https://h/API");
    cr_expect_str_eq(settings_text(&settings, SETTING_API_PATH), "/v9");
    put(SETTING_URL, SOURCE_FLAG, "--url", "HTTPS://Host");
    cr_expect_str_eq(settings_text(&settings, SETTING_URL), "https://Host");
}

Test(settings, a_bad_value_is_refused_with_its_reason_and_changes_nothing)
{
    static const struct {
        enum setting_id id;
        const char *text, *reason;
    } rows[] = {
        {SETTING_TIMEOUT, "0", "timeout: “0” is not a whole number from 1 to 86400 s"},
        {SETTING_TIMEOUT, "1m", "timeout: “1m” is not a whole number from 1 to 86400 s"},
        {SETTING_POLL_FAST, "1", "poll_fast: “1” is not a whole number from 2 to 3600 s"},
        {SETTING_FOLLOW, "maybe", "follow: “maybe” is invalid: use true or false"},
        {SETTING_COLOR, "red", "color: “red” is invalid: use one of auto, always, never"},
        {SETTING_URL, "ftp://host",
         "url: “ftp://host” is not an address such as https://host or http://host:8321/path"},
        {SETTING_URL, "HTTPS://",
         "url: “HTTPS://” is not an address such as https://host or http://host:8321/path"},
        {SETTING_URL, "https://host/x?key=secret",
         "url: “https://host/x…” is not an address such as https://host or http://host:8321/path"},
        {SETTING_URL, "https://me:secret@host/x",
         "url: the address must not contain a name or password; run `steno login`"},
        {SETTING_API_PATH, "API", "api_path: “API” is not a path such as /API"},
        {SETTING_TOKEN, "a\x1b[2J", "token: the value contains a control or invisible character"},
        {SETTING_TOKEN, "\xEF\xBB\xBFsecret", "token: the value contains a control or invisible character"},
        {SETTING_EMAIL, "\xff", "email: the value is not valid UTF-8"},
        {SETTING_TOKEN_HEADER, "X Y", "token_header: “X Y” cannot be the name of a header"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_expect_not(settings_put(&settings, rows[i].id, SOURCE_FLAG, NULL, rows[i].text, &err));
        cr_expect_str_eq(err.text, rows[i].reason);
        cr_expect_eq(settings.sources[rows[i].id], SOURCE_DEFAULT);
    }
}

Test(settings, yes_and_no_have_four_spellings_each)
{
    const char *yes[] = {"true", "on", "yes", "1", "TRUE"}, *no[] = {"false", "off", "no", "0", "Off"};
    for (size_t i = 0; i < 5; i++) {
        put(SETTING_FOLLOW, SOURCE_CONFIG, NULL, no[i]);
        cr_expect_not(settings_bool(&settings, SETTING_FOLLOW), "%s", no[i]);
        put(SETTING_FOLLOW, SOURCE_CONFIG, NULL, yes[i]);
        cr_expect(settings_bool(&settings, SETTING_FOLLOW), "%s", yes[i]);
    }
}

Test(settings, a_list_holds_whole_words_and_a_state_is_done_that_is_settled_and_not_failed_or_canceled)
{
    static const char *const others[] = {"Failed", "Canceled", "InProgress", "None", "", "Archived"};
    put(SETTING_ACTIVE_STATES, SOURCE_CONFIG, NULL, "InProgress, Queued  Waiting");
    cr_expect(settings_list_has(&settings, SETTING_ACTIVE_STATES, "Queued"));
    cr_expect(settings_list_has(&settings, SETTING_ACTIVE_STATES, "Waiting"));
    cr_expect_not(settings_list_has(&settings, SETTING_ACTIVE_STATES, "Queue"));
    cr_expect_not(settings_list_has(&settings, SETTING_ACTIVE_STATES, "queued"));
    cr_expect_not(settings_list_has(&settings, SETTING_ACTIVE_STATES, ""));
    cr_expect(settings_state_is_done(&settings, "Completed"));
    for (size_t i = 0; i < COUNT(others); i++)
        cr_expect_not(settings_state_is_done(&settings, others[i]), "%s", others[i]);
    put(SETTING_SETTLED_STATES, SOURCE_FLAG, "test", "Archived,Failed");
    cr_expect(settings_state_is_done(&settings, "Archived"));
    cr_expect_not(settings_state_is_done(&settings, "Completed"));
    cr_expect_not(settings_state_is_done(&settings, "Failed"));
}

Test(settings, the_client_gets_seconds_as_milliseconds_and_empty_texts_as_its_defaults)
{
    struct api_config config;
    put(SETTING_METADATA_BODY, SOURCE_CONFIG, NULL, "json");
    put(SETTING_PROXY, SOURCE_CONFIG, NULL, "none");
    settings_to_api(&settings, &config);
    cr_expect_eq(config.timeout_ms, 60000);
    cr_expect_null(config.token);
    cr_expect_null(config.ca_file);
    cr_expect_str_eq(config.proxy, "");
    cr_expect_eq(config.metadata_body, METADATA_JSON);
}
