/* core/settings: one table of rows, strict values, stronger sources first. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "steno/base/text.h"
#include "steno/core/settings.h"
#include "support/asserts.h"

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

Test(settings, a_state_is_done_that_is_settled_and_neither_failed_nor_canceled)
{
    cr_expect(settings_state_is_done(&settings, "Completed"));
    static const char *const others[] = {"Failed", "Canceled", "InProgress", "None", "", "Archived"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect_not(settings_state_is_done(&settings, others[i]), "%s", others[i]);
    cr_assert(settings_put(&settings, SETTING_SETTLED_STATES, SOURCE_FLAG, "test", "Archived,Failed", &err));
    cr_expect(settings_state_is_done(&settings, "Archived"));
    cr_expect_not(settings_state_is_done(&settings, "Completed"));
    cr_expect_not(settings_state_is_done(&settings, "Failed"));
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
}

Test(settings, the_environment_and_the_global_flags_are_the_documented_ones)
{
    const struct {
        enum setting_id id;
        const char *env, *flag;
    } rows[] = {
        {SETTING_URL, "STENO_URL", "url"},
        {SETTING_API_PATH, "STENO_API_PATH", "api-path"},
        {SETTING_TOKEN, "STENO_TOKEN", NULL},
        {SETTING_PROFILE, "STENO_PROFILE", "profile"},
        {SETTING_TIMEOUT, "STENO_TIMEOUT", "timeout"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct setting_def *def = &setting_defs[rows[i].id];
        cr_assert_str_eq(def->env, rows[i].env);
        cr_assert(rows[i].flag ? strcmp(def->flag, rows[i].flag) == 0 : !def->flag);
    }
}

Test(settings, an_unset_setting_shows_its_default)
{
    cr_assert_str_eq(settings_text(&settings, SETTING_API_PATH), "/API");
    cr_assert_eq(settings_int(&settings, SETTING_TIMEOUT), 60);
    cr_assert(settings_bool(&settings, SETTING_FOLLOW));
    cr_assert_str_eq(settings_text(&settings, SETTING_PROFILE), "default");
}

Test(settings, an_address_with_its_api_path_sets_both_but_a_path_that_is_set_beside_it_counts)
{
    cr_assert(settings_put(&settings, SETTING_API_PATH, SOURCE_CONFIG, "config:1", "/old", &err));
    cr_assert(
        settings_put(&settings, SETTING_URL, SOURCE_ENVIRONMENT, "STENO_URL", "https://h/t/XAPI/", &err));
    cr_expect_str_eq(settings_text(&settings, SETTING_URL), "https://h/t");
    cr_expect_str_eq(settings_text(&settings, SETTING_API_PATH), "/XAPI");
    cr_assert(settings_put(&settings, SETTING_API_PATH, SOURCE_FLAG, "--api-path", "/v9", &err));
    cr_assert(settings_put(&settings, SETTING_URL, SOURCE_FLAG, "--url", "https://h/API", &err));
    cr_expect_str_eq(settings_text(&settings, SETTING_API_PATH), "/v9");
}

Test(settings, a_stronger_source_wins_whatever_the_order)
{
    cr_assert(settings_put(&settings, SETTING_URL, SOURCE_CONFIG, "config:1", "https://config", &err));
    cr_assert(settings_put(&settings, SETTING_URL, SOURCE_FLAG, "--url", "https://flag", &err));
    cr_assert(settings_put(&settings, SETTING_URL, SOURCE_ENVIRONMENT, "STENO_URL", "https://env", &err));
    cr_assert_str_eq(settings_text(&settings, SETTING_URL), "https://flag");
    char source[64];
    settings_describe_source(source, sizeof source, &settings, SETTING_URL);
    cr_assert_str_eq(source, "--url (command line)");
    settings_describe_source(source, sizeof source, &settings, SETTING_TIMEOUT);
    cr_assert_str_eq(source, "default");
}

Test(settings, a_bad_value_is_refused_with_its_reason_and_changes_nothing)
{
    const struct {
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
        {SETTING_URL, "https://",
         "url: “https://” is not an address such as https://host or http://host:8321/path"},
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
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_not(settings_put(&settings, rows[i].id, SOURCE_FLAG, NULL, rows[i].text, &err));
        cr_expect_str_eq(err.text, rows[i].reason);
        cr_expect_eq(settings.sources[rows[i].id], SOURCE_DEFAULT);
    }
}

Test(settings, yes_and_no_have_four_spellings_each)
{
    const char *yes[] = {"true", "on", "yes", "1", "TRUE"}, *no[] = {"false", "off", "no", "0", "Off"};
    for (size_t i = 0; i < 5; i++) {
        cr_assert(settings_put(&settings, SETTING_FOLLOW, SOURCE_CONFIG, NULL, no[i], &err));
        cr_expect_not(settings_bool(&settings, SETTING_FOLLOW), "%s", no[i]);
        cr_assert(settings_put(&settings, SETTING_FOLLOW, SOURCE_CONFIG, NULL, yes[i], &err));
        cr_expect(settings_bool(&settings, SETTING_FOLLOW), "%s", yes[i]);
    }
}

Test(settings, a_list_holds_whole_words_only)
{
    cr_assert(settings_put(&settings, SETTING_ACTIVE_STATES, SOURCE_CONFIG, NULL,
                           "InProgress, Queued  Waiting", &err));
    cr_expect(settings_list_has(&settings, SETTING_ACTIVE_STATES, "Queued"));
    cr_expect(settings_list_has(&settings, SETTING_ACTIVE_STATES, "Waiting"));
    cr_expect_not(settings_list_has(&settings, SETTING_ACTIVE_STATES, "Queue"));
    cr_expect_not(settings_list_has(&settings, SETTING_ACTIVE_STATES, "queued"));
    cr_expect_not(settings_list_has(&settings, SETTING_ACTIVE_STATES, ""));
}

Test(settings, the_client_gets_seconds_as_milliseconds_and_empty_texts_as_its_defaults)
{
    struct api_config config;
    cr_assert(settings_put(&settings, SETTING_METADATA_BODY, SOURCE_CONFIG, NULL, "json", &err));
    cr_assert(settings_put(&settings, SETTING_PROXY, SOURCE_CONFIG, NULL, "none", &err));
    settings_to_api(&settings, &config);
    cr_expect_eq(config.timeout_ms, 60000);
    cr_expect_null(config.token);
    cr_expect_null(config.ca_file);
    cr_expect_str_eq(config.proxy, "");
    cr_expect_eq(config.metadata_body, METADATA_JSON);
}

Test(settings, the_last_binding_of_an_action_counts)
{
    settings_put_key(&settings, "quit", "q", "config:3", 3);
    settings_put_key(&settings, "help", "?", "config:4", 4);
    settings_put_key(&settings, "quit", "Q", "config:5", 5);
    cr_assert_eq(settings.key_count, 2);
    cr_expect_str_eq(settings.keys[0].keys, "Q");
    cr_expect_eq(settings.keys[0].line, 5);
}

Test(settings, https_in_capitals_is_https_and_kept_as_it)
{
    cr_assert(settings_put(&settings, SETTING_URL, SOURCE_FLAG, "--url", "HTTPS://Host", &err), "%s",
              err.text);
    cr_expect_str_eq(settings_text(&settings, SETTING_URL), "https://Host");
    cr_expect_not(settings_put(&settings, SETTING_URL, SOURCE_FLAG, "--url", "HTTPS://", &err));
}
