/* store/config_command: what prints tokens and passwords, for which server, and why it did not. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include "steno/store/config.h"
#include "steno/store/credentials.h"

static struct settings settings;
static struct error err;
static struct config_sources sources;

static void begin(void)
{
    folder_make();
    clearenv();
    setenv("HOME", folder, 1);
    setenv("PATH", "/usr/bin:/bin", 1);
    settings_init(&settings);
    sources = (struct config_sources){.credentials_path = mem_copy(folder_path("credentials"))};
    error_clear(&err);
}

static void end(void)
{
    settings_free(&settings);
    free((char *)(uintptr_t)sources.credentials_path);
    folder_remove();
}

TestSuite(config_command, .init = begin, .fini = end);

/* Loads the given text as the config file. */
static bool load(const char *text)
{
    sources.config_path = folder_file("config", text);
    return config_load(&settings, &sources, NULL, &err);
}

/* Saves a login for the test. */
static void save_login(const char *profile, const char *url, const char *token)
{
    cr_assert(credentials_save(sources.credentials_path, profile, url, "/XAPI", "a@b.c", token, &err), "%s",
              err.text);
}

Test(config_command, a_token_in_the_environment_wins_over_command_and_login_and_says_so)
{
    char source[64];
    save_login("default", "https://saved", "t0");
    setenv("STENO_TOKEN", "env-token", 1);
    cr_assert(load("token_command = /bin/false\n"));
    cr_assert(config_fetch_token(&settings, &err), "%s", err.text);
    cr_expect_str_eq(settings_text(&settings, SETTING_TOKEN), "env-token");
    settings_describe_source(source, sizeof source, &settings, SETTING_TOKEN);
    cr_expect_str_eq(source, "STENO_TOKEN (environment)");
}

Test(config_command, a_token_command_wins_over_a_saved_login)
{
    save_login("default", "https://saved", "t0");
    cr_assert(load("url = https://saved\ntoken_command = printf 'from command\\r\\nsecond line\\n'\n"));
    cr_expect_str_eq(settings_text(&settings, SETTING_TOKEN), "t0");
    cr_assert(config_fetch_token(&settings, &err), "%s", err.text);
    cr_expect_str_eq(settings_text(&settings, SETTING_TOKEN), "from command");
    char source[300];
    settings_describe_source(source, sizeof source, &settings, SETTING_TOKEN);
    char *expected = mem_printf("token_command of %s:2 (config)", folder_path("config"));
    cr_expect_str_eq(source, expected);
    free(expected);
}

Test(config_command, a_failing_command_is_named_and_its_output_never_shown)
{
    cr_assert(
        load("url = https://h\ntoken_command = sh -c 'echo secret; exit 3'\npassword_command = true\n"));
    cr_assert_not(config_fetch_token(&settings, &err));
    cr_expect_str_eq(err.text, "token_command: sh exited with code 3");
    char *password;
    cr_assert_not(config_fetch_secret(&settings, SETTING_PASSWORD_COMMAND, &password, &err));
    cr_expect_str_eq(err.text, "password_command: the command printed nothing");
    cr_expect_null(password);
}

Test(config_command, a_failing_command_is_no_login_and_its_last_words_are_said)
{
    static const struct {
        const char *command, *said;
    } rows[] = {
        {"sh -c 'echo first >&2; printf \"no key\\n\\n\" >&2; exit 3'", "sh exited with code 3: no key"},
        {"sh -c 'printf locked >&2'", "the command printed nothing: locked"},
        {"sh -c 'printf \"a\\033[1mb\" >&2; kill $$'", "sh was killed by signal 15: a␛[1mb"},
        {"sh -c 'echo hunter2; echo + echo hunter2 >&2; exit 1'", "sh exited with code 1"},
        {"sh -c 'echo ok; echo unheard >&2; sleep 600'",
         "sh did not finish within 1 s and was stopped: unheard"},
        {"sh -c 'curl -u me:hunter2", "The command has an open quote"},
        {"no-such-helper", "Cannot run no-such-helper: No such file or directory"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *password;
        char *text = mem_printf("url = https://h\ntimeout = 1\ntoken_command = %s\npassword_command = %s\n",
                                rows[i].command, rows[i].command);
        cr_assert(load(text), "%s", err.text);
        cr_assert_not(config_fetch_token(&settings, &err), "%s", rows[i].command);
        cr_expect_eq(err.kind, ERROR_NOT_LOGGED_IN, "%s: kind %d", rows[i].command, err.kind);
        cr_expect_str_starts(err.text, "token_command: ", "“%s”, not “%s”", err.text, rows[i].said);
        cr_expect_str_eq(err.text + 15, rows[i].said, "“%s”, not “%s”", err.text, rows[i].said);
        cr_assert_not(config_fetch_secret(&settings, SETTING_PASSWORD_COMMAND, &password, &err), "%s",
                      rows[i].command);
        cr_expect_eq(err.kind, ERROR_NOT_LOGGED_IN, "%s: kind %d", rows[i].command, err.kind);
        cr_expect_str_starts(err.text, "password_command: ", "“%s”, not “%s”", err.text, rows[i].said);
        cr_expect_str_eq(err.text + 18, rows[i].said, "“%s”, not “%s”", err.text, rows[i].said);
        free(text);
    }
}

Test(config_command, last_words_with_the_start_of_any_line_of_the_output_are_not_said)
{
    static const struct {
        const char *output, *words, *said;
    } rows[] = {
        {"hunter2abc", "is hunter2a", ""},
        {"hunter2abc", "is hunter2", ": is hunter2"}, /* seven bytes */
        {"pin", "pin", ""},
        {"user\\n  hunter2abc  \\n", "+ hunter2abc", ""},
        {"\\n \\n", "no key", ": no key"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text =
            mem_printf("url = https://h\ntoken_command = sh -c 'printf \"%s\"; echo %s >&2; exit 3'\n",
                       rows[i].output, rows[i].words);
        char *said = mem_printf("token_command: sh exited with code 3%s", rows[i].said);
        cr_assert(load(text), "%s", err.text);
        cr_assert_not(config_fetch_token(&settings, &err), "%s", rows[i].words);
        cr_expect_str_eq(err.text, said);
        free(said);
        free(text);
    }
}

Test(config_command, a_token_that_is_longer_than_its_last_words_is_not_said)
{
    cr_assert(
        load("url = https://h\ntoken_command = sh -c 'printf %0300d 7; printf %0300d 7 >&2; exit 3'\n"));
    cr_assert_not(config_fetch_token(&settings, &err));
    cr_expect_str_eq(err.text, "token_command: sh exited with code 3");
}

/* What becomes of a command: its server is the one in use, another one, or not known. */
enum belongs { OWN, OTHER, ALONE };

/* A way to a server: a config with the command's line for %, --url, STENO_URL, --profile, and the server of
 * the saved login. The command's own server is A. */
struct way {
    enum belongs belongs;
    const char *config, *flag, *variable, *profile, *login;
};

/* Loads the settings of a way, with this line in the config. */
static void go(const struct way *way, const char *line)
{
    int before = (int)strcspn(way->config, "%");
    char *text = mem_printf("%.*s%s%s", before, way->config, line, way->config + before + 1);
    settings_free(&settings);
    remove(sources.credentials_path);
    unsetenv("STENO_URL");
    error_clear(&err);
    if (way->flag)
        settings_put(&settings, SETTING_URL, SOURCE_FLAG, "--url", way->flag, &err);
    if (way->profile)
        settings_put(&settings, SETTING_PROFILE, SOURCE_FLAG, "--profile", way->profile, &err);
    if (way->variable)
        setenv("STENO_URL", way->variable, 1);
    if (way->login)
        save_login("default", way->login, "t0");
    cr_assert(load(text), "%s", err.text);
    free(text);
}

/* Goes there and wants a token or a password: the command runs for its own server alone. */
static void expect_way(const struct way *way, bool token)
{
    const char *name = token ? "token_command" : "password_command", *ran = folder_path("ran");
    char *line = mem_printf("%s = sh -c 'echo out; echo >%s'\n", name, ran), *password = NULL;
    char *said = way->belongs == OTHER
                     ? mem_printf("%s is for https://a: put url and %s into [profile NAME]", name, name)
                 : way->belongs == ALONE
                     ? mem_printf("%s has no url beside it: put url and %s into [profile NAME]", name, name)
                     : mem_copy("");
    bool own = way->belongs == OWN;
    go(way, line);
    bool ok = token ? config_fetch_token(&settings, &err)
                    : config_fetch_secret(&settings, SETTING_PASSWORD_COMMAND, &password, &err);
    const char *got = token ? settings_text(&settings, SETTING_TOKEN) : password ? password : "";
    cr_expect_eq(ok, own, "%s: %s", way->config, err.text);
    cr_expect_eq(err.kind, own ? ERROR_NONE : ERROR_NOT_LOGGED_IN, "%s: %d", way->config, err.kind);
    cr_expect_str_eq(err.text, said);
    cr_expect_eq(strcmp(got, "out") == 0, own, "%s: %s", way->config, got);
    cr_expect_eq(remove(ran) == 0, own, "the command ran, or did not: %s", way->config);
    free(password);
    free(said);
    free(line);
}

Test(config_command, a_command_hands_its_secret_to_the_server_beside_it_and_to_no_other)
{
    static const struct way ways[] = {
        {OWN, .config = "url = https://a\n%"},
        {OWN, .config = "%url = https://a\n"},
        {OWN, .config = "url = https://a\n%", .flag = "HTTPS://a/"},
        {OWN, .config = "url = https://a/\n%", .variable = "https://a"},
        {OWN, .config = "url = https://a\n%", .login = "https://b"},
        {OWN, .config = "url = https://b\n[profile p]\nurl = https://a\n%", .profile = "p"},
        {OWN, .config = "url = https://a\n%[profile p]\nurl = https://a\n", .profile = "p"},
        {OWN, .config = "profile = p\n[profile p]\n%url = https://a\n"},
        {OTHER, .config = "url = https://a\n%", .flag = "https://b"},
        {OTHER, .config = "url = https://a\n%", .flag = "http://a"},
        {OTHER, .config = "url = https://a\n%", .flag = "https://a:8443"},
        {OTHER, .config = "url = https://a\n%", .variable = "https://b"},
        {OTHER, .config = "url = https://a\n%[profile p]\nurl = https://b\n", .profile = "p"},
        {OTHER, .config = "url = https://a\nprofile = p\n%[profile p]\nurl = https://b\n"},
        {OTHER, .config = "[profile p]\nurl = https://a\n%", .flag = "https://b", .profile = "p"},
        {OTHER, .config = "[profile p]\nurl = https://a\n%", .variable = "https://b", .profile = "p"},
        {OTHER, "[profile p]\nurl = https://a\n%", "https://b", "https://a", "p", NULL},
        {OTHER, .config = "url = https://b\n[profile p]\nurl = https://a\n%", .flag = "https://b",
         .profile = "p"},
        {ALONE, .config = "%", .flag = "https://b"},
        {ALONE, .config = "%", .variable = "https://b"},
        {ALONE, .config = "%", .login = "https://b"},
        {ALONE, .config = "url =\n%", .variable = "https://b"},
        {ALONE, .config = "%[profile p]\nurl = https://b\n", .profile = "p"},
        {ALONE, .config = "url = https://b\n[profile p]\n%", .profile = "p"},
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        expect_way(&ways[i], true);
        expect_way(&ways[i], false);
    }
}

Test(config_command, a_token_that_was_given_needs_no_command)
{
    setenv("STENO_TOKEN", "env-token", 1);
    setenv("STENO_URL", "https://b", 1);
    cr_assert(load("url = https://a\ntoken_command = false\n"));
    cr_expect(config_fetch_token(&settings, &err), "%s", err.text);
    cr_expect_str_eq(settings_text(&settings, SETTING_TOKEN), "env-token");
}

Test(config_command, an_empty_command_of_a_profile_leaves_its_saved_login)
{
    save_login("p", "https://b", "t0");
    settings_put(&settings, SETTING_PROFILE, SOURCE_FLAG, "--profile", "p", &err);
    cr_assert(
        load("url = https://a\ntoken_command = false\n[profile p]\nurl = https://b\ntoken_command =\n"));
    cr_expect(config_fetch_token(&settings, &err), "%s", err.text);
    cr_expect_str_eq(settings_text(&settings, SETTING_TOKEN), "t0");
}

Test(config_command, a_password_command_hands_out_its_first_line)
{
    char *password;
    cr_assert(load("url = https://h\npassword_command = echo 'open sesame'\n"));
    cr_assert(config_fetch_secret(&settings, SETTING_PASSWORD_COMMAND, &password, &err), "%s", err.text);
    cr_expect_str_eq(password, "open sesame");
    mem_wipe_free(password);
}

Test(config_command, without_commands_there_is_nothing_to_run)
{
    char *password;
    cr_assert(load(""));
    cr_expect(config_fetch_token(&settings, &err));
    cr_expect(config_fetch_secret(&settings, SETTING_PASSWORD_COMMAND, &password, &err));
    cr_expect_null(password);
}
