/* store/facts: what doctor says is true, whole, and holds no secret. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include "steno/store/credentials.h"
#include "steno/store/facts.h"
#include "steno/store/store.h"

static struct settings settings;
static struct facts facts;
static struct config_sources sources;
static struct error err;

static void begin(void)
{
    folder_make();
    clearenv();
    settings_init(&settings);
    sources = (struct config_sources){.config_path = mem_copy(folder_path("config")),
                                      .credentials_path = mem_copy(folder_path("credentials"))};
}

static void end(void)
{
    facts_free(&facts);
    settings_free(&settings);
    free((char *)(uintptr_t)sources.config_path);
    free((char *)(uintptr_t)sources.credentials_path);
    folder_remove();
}

TestSuite(facts, .init = begin, .fini = end);

static const struct fact *fact_find(const char *name)
{
    for (size_t i = 0; i < facts.count; i++) {
        if (strcmp(facts.rows[i].name, name) == 0)
            return &facts.rows[i];
    }
    return NULL;
}

static void expect_fact(const char *name, enum fact_level level, const char *text)
{
    const struct fact *fact = fact_find(name);
    cr_assert_not_null(fact, "%s is missing", name);
    cr_expect_str_eq(fact->text, text);
    cr_expect_eq(fact->level, level);
}

Test(facts, nothing_set_names_what_is_missing)
{
    facts_of_settings(&facts, &settings);
    expect_fact("url", FACT_BAD, "none");
    expect_fact("api_path", FACT_FINE, "/API");
    expect_fact("token", FACT_BAD, "none");
    cr_expect_eq(facts.count, 4);
}

Test(facts, sources_are_told_and_secrets_are_not)
{
    const struct {
        enum setting_id id;
        enum setting_source source;
        const char *where, *text;
    } rows[] = {
        {SETTING_URL, SOURCE_FLAG, "--url", "https://h"},
        {SETTING_TOKEN, SOURCE_ENVIRONMENT, "STENO_TOKEN", "hunter2"},
        {SETTING_TOKEN_COMMAND, SOURCE_CONFIG, "/c:3", "sh --key hunter2"},
        {SETTING_PROXY, SOURCE_CONFIG, "/c:4", "http://me:hunter2@proxy:3128"},
        {SETTING_HOOK, SOURCE_CONFIG, "/c:5", "sh"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_assert(settings_put(&settings, rows[i].id, rows[i].source, rows[i].where, rows[i].text, &err));
    facts_of_settings(&facts, &settings);
    expect_fact("url", FACT_FINE, "https://h, from --url (command line)");
    expect_fact("token", FACT_FINE, "set, from STENO_TOKEN (environment)");
    expect_fact("token_command", FACT_FINE, "sh …, from /c:3 (config)");
    expect_fact("proxy", FACT_FINE, "http://***@proxy:3128, from /c:4 (config)");
    expect_fact("hook", FACT_FINE,
                "sh, from /c:5 (config). The hook gets the change in its environment"
                " (STENO_ID, STENO_NAME, STENO_STATE, …), not as arguments");
    cr_assert(settings_put(&settings, SETTING_PROXY, SOURCE_FLAG, "--proxy", "me:hunter2@proxy:3128", &err));
    facts_free(&facts);
    facts_of_settings(&facts, &settings);
    expect_fact("proxy", FACT_FINE, "***@proxy:3128, from --proxy (command line)");
    for (size_t i = 0; i < facts.count; i++)
        cr_expect_str_lacks(facts.rows[i].text, "hunter2", "%s", facts.rows[i].name);
    cr_assert(settings_put(&settings, SETTING_PROXY, SOURCE_FLAG, "--proxy", "me:hunter2", &err));
    facts_free(&facts);
    facts_of_settings(&facts, &settings);
    expect_fact(
        "proxy", FACT_BAD,
        "set, from --proxy (command line). It is not the address of a proxy, such as http://HOST:PORT");
    cr_assert(settings_put(&settings, SETTING_PROXY, SOURCE_FLAG, "--proxy", "none", &err));
    facts_free(&facts);
    facts_of_settings(&facts, &settings);
    expect_fact("proxy", FACT_FINE, "none, from --proxy (command line)");
}

/* Puts a setting. */
static void put(enum setting_id id, enum setting_source source, const char *where, const char *text)
{
    cr_assert(settings_put(&settings, id, source, where, text, &err), "%s", err.text);
}

Test(facts, the_token_of_a_command_is_told_by_the_command_and_not_by_the_saved_login)
{
    put(SETTING_URL, SOURCE_CONFIG, "/c:1", "https://a");
    put(SETTING_TOKEN, SOURCE_CREDENTIALS, "/credentials", "t0");
    put(SETTING_TOKEN_COMMAND, SOURCE_CONFIG, "/c:2", "sh -c 'echo t1'");
    put(SETTING_PASSWORD_COMMAND, SOURCE_CONFIG, "/c:3", "sh -c 'echo p1'");
    facts_of_settings(&facts, &settings);
    expect_fact("token", FACT_FINE, "from token_command of /c:2 (config)");
    expect_fact("token_command", FACT_FINE, "sh …, from /c:2 (config)");
    expect_fact("password_command", FACT_FINE, "sh …, from /c:3 (config)");
}

Test(facts, a_command_of_another_server_is_bad_unless_a_token_was_given)
{
    put(SETTING_URL, SOURCE_FLAG, "--url", "https://b");
    put(SETTING_URL, SOURCE_CONFIG, "/c:1", "https://a");
    put(SETTING_TOKEN_COMMAND, SOURCE_CONFIG, "/c:2", "sh -c 'echo t1'");
    put(SETTING_PASSWORD_COMMAND, SOURCE_CONFIG, "/c:3", "sh -c 'echo p1'");
    facts_of_settings(&facts, &settings);
    expect_fact("token", FACT_BAD, "from token_command of /c:2 (config)");
    expect_fact("token_command", FACT_BAD,
                "sh …, from /c:2 (config). token_command is for https://a: put url and token_command into "
                "[profile NAME]");
    expect_fact(
        "password_command", FACT_BAD,
        "sh …, from /c:3 (config). password_command is for https://a: put url and password_command into "
        "[profile NAME]");
    put(SETTING_TOKEN, SOURCE_ENVIRONMENT, "STENO_TOKEN", "t0");
    facts_free(&facts);
    facts_of_settings(&facts, &settings);
    expect_fact("token", FACT_FINE, "set, from STENO_TOKEN (environment)");
    expect_fact("token_command", FACT_FINE, "sh …, from /c:2 (config)");
}

Test(facts, what_a_setting_names_is_there_and_can_be_used)
{
    const char *plain = folder_file("plain", "x"), *script = folder_file("script", "#!/bin/sh\n");
    chmod(script, 0700);
    setenv("PATH", folder, 1);
    const struct {
        enum setting_id id;
        const char *text, *wrong; /* NULL: nothing */
    } rows[] = {
        {SETTING_HOOK, script, NULL},
        {SETTING_HOOK, "script 'a b'", NULL},
        {SETTING_HOOK, "plain", "Cannot run plain: Permission denied"},
        {SETTING_HOOK, "no-such-hook --key hunter2", "Cannot run no-such-hook: No such file or directory"},
        {SETTING_HOOK, folder, "Permission denied"},
        {SETTING_HOOK, "script 'a", "The command has an open quote"},
        {SETTING_COPY_COMMAND, "script -i", NULL},
        {SETTING_COPY_COMMAND, "xclop -i", "Cannot run xclop: No such file or directory"},
        {SETTING_TOKEN_COMMAND, "no-such-pass", "Cannot run no-such-pass: No such file or directory"},
        {SETTING_PASSWORD_COMMAND, "no-such-pass", "Cannot run no-such-pass: No such file or directory"},
        {SETTING_CA_FILE, plain, NULL},
        {SETTING_CA_FILE, "/no/such/ca.pem", "Cannot read it: No such file or directory"},
        {SETTING_CA_FILE, folder, "Cannot read it: Is a directory"},
        {SETTING_EXPORT_DIR, folder, NULL},
        {SETTING_EXPORT_DIR, "/no/such/folder", "Cannot write to it: No such file or directory"},
        {SETTING_EXPORT_DIR, script, "Cannot write to it: Not a directory"},
    };
    put(SETTING_URL, SOURCE_CONFIG, "/c:1", "https://a");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *name = setting_defs[rows[i].id].name;
        put(rows[i].id, SOURCE_CONFIG, "/c:2", rows[i].text);
        facts_of_settings(&facts, &settings);
        const struct fact *fact = fact_find(name);
        cr_assert_not_null(fact, "%s", name);
        cr_expect_eq(fact->level, rows[i].wrong ? FACT_BAD : FACT_FINE, "%s: %s", rows[i].text, fact->text);
        cr_expect(!rows[i].wrong || strstr(fact->text, rows[i].wrong), "%s: %s", rows[i].text, fact->text);
        cr_expect_str_lacks(fact->text, "hunter2");
        facts_free(&facts);
        put(rows[i].id, SOURCE_CONFIG, "/c:2", "");
    }
}

Test(facts, an_open_quote_tells_no_argument_of_a_command)
{
    static const enum setting_id commands[] = {SETTING_TOKEN_COMMAND, SETTING_PASSWORD_COMMAND, SETTING_HOOK,
                                               SETTING_COPY_COMMAND};
    put(SETTING_URL, SOURCE_CONFIG, "/c:1", "https://a");
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        put(commands[i], SOURCE_CONFIG, "/c:2", "sh -c 'curl -u me:hunter2 https://x");
    facts_of_settings(&facts, &settings);
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        expect_fact(setting_defs[commands[i]].name, FACT_BAD,
                    "sh …, from /c:2 (config). The command has an open quote");
}

Test(facts, the_token_of_a_command_that_cannot_run_is_bad)
{
    put(SETTING_URL, SOURCE_CONFIG, "/c:1", "https://a");
    put(SETTING_TOKEN_COMMAND, SOURCE_CONFIG, "/c:2", "no-such-pass show");
    facts_of_settings(&facts, &settings);
    expect_fact("token", FACT_BAD, "from token_command of /c:2 (config)");
    put(SETTING_TOKEN, SOURCE_ENVIRONMENT, "STENO_TOKEN", "t0");
    facts_free(&facts);
    facts_of_settings(&facts, &settings);
    expect_fact("token", FACT_FINE, "set, from STENO_TOKEN (environment)");
}

Test(facts, a_config_that_others_can_write_is_a_fault_with_the_remedy)
{
    chmod(folder_file("config", "bell = on\n"), 0646);
    facts_of_files(&facts, &settings, &sources, folder_path("state.db"));
    const struct fact *config = fact_find("config");
    cr_expect_eq(config->level, FACT_BAD);
    cr_expect_str_has(config->text, "run: chmod o-w /");
    facts_free(&facts);
    chmod(sources.config_path, 0644);
    facts_of_files(&facts, &settings, &sources, folder_path("state.db"));
    char *expected = mem_printf("%s, which nobody else can write", sources.config_path);
    expect_fact("config", FACT_FINE, expected);
    free(expected);
}

Test(facts, files_that_are_not_there_are_no_fault_and_are_not_made)
{
    facts_of_files(&facts, &settings, &sources, folder_path("state.db"));
    char *expected = mem_printf("none yet at %s", folder_path("state.db"));
    expect_fact("state file", FACT_FINE, expected);
    cr_expect_neq(access(folder_path("state.db"), F_OK), 0);
    cr_expect_neq(access(sources.credentials_path, F_OK), 0);
    free(expected);
}

Test(facts, a_saved_login_and_an_open_store_are_described)
{
    struct store_config config = {.path = folder_path("state.db"), .api_path = "/API"};
    struct store *store = store_open(&config, &err);
    cr_assert_not_null(store, "%s", err.text);
    store_close(store);
    cr_assert(
        credentials_save(sources.credentials_path, "default", "https://h", NULL, "a@b.c", "hunter2", &err));
    facts_of_files(&facts, &settings, &sources, folder_path("state.db"));
    const struct fact *login = fact_find("credentials");
    cr_expect_str_has(login->text,
                      "profile default, https://h as a@b.c, token saved (private, in plain text)");
    cr_expect_str_lacks(login->text, "hunter2");
    const struct fact *state = fact_find("state file");
    cr_expect_str_has(state->text, ": schema 9, ");
}

Test(facts, credentials_that_others_can_read_are_a_fault_with_the_remedy)
{
    chmod(folder_file("credentials", "[profile default]\ntoken = x\n"), 0644);
    facts_of_files(&facts, &settings, &sources, folder_path("state.db"));
    cr_expect_eq(fact_find("credentials")->level, FACT_BAD);
    cr_expect_str_has(fact_find("credentials")->text, "run: chmod 600 ");
}
