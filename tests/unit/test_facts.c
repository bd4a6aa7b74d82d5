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

static void put(enum setting_id id, enum setting_source source, const char *where, const char *text)
{
    cr_assert(settings_put(&settings, id, source, where, text, &err), "%s", err.text);
}

static void look(void)
{
    facts_free(&facts);
    facts_of_settings(&facts, &settings);
}

static void look_at_files(void)
{
    facts_free(&facts);
    facts_of_files(&facts, &settings, &sources, folder_path("state.db"));
}

static const struct fact *fact_of(const char *name)
{
    for (size_t i = 0; i < facts.count; i++) {
        if (strcmp(facts.rows[i].name, name) == 0)
            return &facts.rows[i];
    }
    cr_assert_fail("%s is missing", name);
    return NULL;
}

static void expect_fact(const char *name, enum fact_level level, const char *text)
{
    cr_expect_str_eq(fact_of(name)->text, text);
    cr_expect_eq(fact_of(name)->level, level, "%s", name);
}

Test(facts, sources_are_told_what_is_missing_is_and_secrets_are_not)
{
    static const struct {
        const char *proxy;
        enum fact_level level;
        const char *text;
    } rows[] = {
        {"me:hunter2@proxy:3128", FACT_FINE, "***@proxy:3128, from --proxy (command line)"},
        {"me:hunter2", FACT_BAD,
         "set, from --proxy (command line). It is not the address of a proxy, such as http://HOST:PORT"},
        {"none", FACT_FINE, "none, from --proxy (command line)"}};
    look();
    expect_fact("url", FACT_BAD, "none");
    expect_fact("api_path", FACT_FINE, "/API");
    expect_fact("token", FACT_BAD, "none");
    cr_expect_eq(facts.count, 4);
    put(SETTING_URL, SOURCE_FLAG, "--url", "https://h");
    put(SETTING_TOKEN, SOURCE_ENVIRONMENT, "STENO_TOKEN", "hunter2");
    put(SETTING_TOKEN_COMMAND, SOURCE_CONFIG, "/c:3", "sh --key hunter2");
    put(SETTING_PROXY, SOURCE_CONFIG, "/c:4", "http://me:hunter2@proxy:3128");
    put(SETTING_HOOK, SOURCE_CONFIG, "/c:5", "sh");
    look();
    expect_fact("url", FACT_FINE, "https://h, from --url (command line)");
    expect_fact("token", FACT_FINE, "set, from STENO_TOKEN (environment)");
    expect_fact("token_command", FACT_FINE, "sh …, from /c:3 (config)");
    expect_fact("proxy", FACT_FINE, "http://***@proxy:3128, from /c:4 (config)");
    expect_fact("hook", FACT_FINE,
                "sh, from /c:5 (config). The hook gets the change in its environment"
                " (STENO_ID, STENO_NAME, STENO_STATE, …), not as arguments");
    for (size_t k = 0; k < facts.count; k++)
        cr_expect_str_lacks(facts.rows[k].text, "hunter2", "%s", facts.rows[k].name);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        put(SETTING_PROXY, SOURCE_FLAG, "--proxy", rows[i].proxy);
        look();
        expect_fact("proxy", rows[i].level, rows[i].text);
    }
}

Test(facts, the_token_of_a_command_is_told_by_the_command_which_is_bad_for_another_server)
{
    put(SETTING_URL, SOURCE_CONFIG, "/c:1", "https://a");
    put(SETTING_TOKEN, SOURCE_CREDENTIALS, "/credentials", "t0");
    put(SETTING_TOKEN_COMMAND, SOURCE_CONFIG, "/c:2", "sh -c 'echo t1'");
    put(SETTING_PASSWORD_COMMAND, SOURCE_CONFIG, "/c:3", "sh -c 'echo p1'");
    look();
    expect_fact("token", FACT_FINE, "from token_command of /c:2 (config)");
    expect_fact("token_command", FACT_FINE, "sh …, from /c:2 (config)");
    expect_fact("password_command", FACT_FINE, "sh …, from /c:3 (config)");
    put(SETTING_URL, SOURCE_FLAG, "--url", "https://b");
    look();
    expect_fact("token", FACT_BAD, "from token_command of /c:2 (config)");
    expect_fact("token_command", FACT_BAD,
                "sh …, from /c:2 (config). token_command is for https://a: put url and token_command into "
                "[profile NAME]");
    expect_fact(
        "password_command", FACT_BAD,
        "sh …, from /c:3 (config). password_command is for https://a: put url and password_command into "
        "[profile NAME]");
    put(SETTING_TOKEN, SOURCE_ENVIRONMENT, "STENO_TOKEN", "t0");
    look();
    expect_fact("token", FACT_FINE, "set, from STENO_TOKEN (environment)");
    expect_fact("token_command", FACT_FINE, "sh …, from /c:2 (config)");
}

Test(facts, what_a_setting_names_is_there_and_can_be_used)
{
    const char *plain = folder_file("plain", "x"), *script = folder_file("script", "#!/bin/sh\n");
    chmod(script, 0700);
    setenv("PATH", folder, 1);
#define QUOTE "script -c 'curl -u me:hunter2 https://x"
    const struct {
        enum setting_id id;
        const char *text, *wrong; /* NULL: nothing */
    } rows[] = {
        {SETTING_HOOK, script, NULL},
        {SETTING_HOOK, "script 'a b'", NULL},
        {SETTING_HOOK, "plain", "Cannot run plain: Permission denied"},
        {SETTING_HOOK, "no-such-hook --key hunter2", "Cannot run no-such-hook: No such file or directory"},
        {SETTING_HOOK, folder, "Permission denied"},
        {SETTING_HOOK, QUOTE, "script …, from /c:2 (config). The command has an open quote"},
        {SETTING_COPY_COMMAND, QUOTE, "script …, from /c:2 (config). The command has an open quote"},
        {SETTING_TOKEN_COMMAND, QUOTE, "script …, from /c:2 (config). The command has an open quote"},
        {SETTING_PASSWORD_COMMAND, QUOTE, "script …, from /c:2 (config). The command has an open quote"},
        {SETTING_CA_FILE, plain, NULL},
        {SETTING_CA_FILE, "/no/such/ca.pem", "Cannot read it: No such file or directory"},
        {SETTING_CA_FILE, folder, "Cannot read it: Is a directory"},
        {SETTING_EXPORT_DIR, folder, NULL},
        {SETTING_EXPORT_DIR, "/no/such/folder", "Cannot write to it: No such file or directory"},
        {SETTING_EXPORT_DIR, script, "Cannot write to it: Not a directory"},
    };
    put(SETTING_URL, SOURCE_CONFIG, "/c:1", "https://a");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        put(rows[i].id, SOURCE_CONFIG, "/c:2", rows[i].text);
        look();
        const struct fact *fact = fact_of(setting_defs[rows[i].id].name);
        cr_expect_eq(fact->level, rows[i].wrong ? FACT_BAD : FACT_FINE, "%s: %s", rows[i].text, fact->text);
        cr_expect_str_has(fact->text, rows[i].wrong ? rows[i].wrong : "");
        cr_expect_str_lacks(fact->text, "hunter2");
        if (rows[i].id == SETTING_TOKEN_COMMAND)
            expect_fact("token", FACT_BAD, "from token_command of /c:2 (config)");
        put(rows[i].id, SOURCE_CONFIG, "/c:2", "");
    }
}

Test(facts, files_that_are_not_there_are_no_fault_and_are_not_made)
{
    look_at_files();
    char *expected = mem_printf("none yet at %s", folder_path("state.db"));
    expect_fact("state file", FACT_FINE, expected);
    cr_expect_neq(access(folder_path("state.db"), F_OK), 0);
    cr_expect_neq(access(sources.credentials_path, F_OK), 0);
    free(expected);
}

Test(facts, files_are_described_and_what_others_can_write_or_read_is_a_fault_with_the_remedy)
{
    struct store_config config = {.path = folder_path("state.db"), .api_path = "/API"};
    struct store *store = store_open(&config, &err);
    cr_assert_not_null(store, "%s", err.text);
    store_close(store);
    cr_assert(
        credentials_save(sources.credentials_path, "default", "https://h", NULL, "a@b.c", "hunter2", &err));
    chmod(folder_file("config", "bell = on\n"), 0644);
    look_at_files();
    cr_expect_str_has(fact_of("credentials")->text,
                      "profile default, https://h as a@b.c, token saved (private, in plain text)");
    cr_expect_str_lacks(fact_of("credentials")->text, "hunter2");
    cr_expect_str_has(fact_of("state file")->text, ": schema 9, ");
    char *expected = mem_printf("%s, which nobody else can write", sources.config_path);
    expect_fact("config", FACT_FINE, expected);
    free(expected);
    chmod(sources.config_path, 0646);
    chmod(sources.credentials_path, 0644);
    look_at_files();
    cr_expect_eq(fact_of("config")->level, FACT_BAD);
    cr_expect_str_has(fact_of("config")->text, "run: chmod o-w /");
    cr_expect_eq(fact_of("credentials")->level, FACT_BAD);
    cr_expect_str_has(fact_of("credentials")->text, "run: chmod 600 ");
}
