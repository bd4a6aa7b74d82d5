/* store/config: values kept whole, faults named by file and line, sources in their order. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include "steno/store/config.h"
#include "steno/base/process.h"
#include "steno/store/credentials.h"

static struct settings settings;
static struct form_warnings warnings;
static struct error err;
static struct config_sources sources;

static void begin(void)
{
    folder_make();
    clearenv();
    setenv("HOME", folder, 1);
    settings_init(&settings);
    sources = (struct config_sources){.credentials_path = mem_copy(folder_path("credentials"))};
    error_clear(&err);
}

static void end(void)
{
    settings_free(&settings);
    form_warnings_clear(&warnings);
    free((char *)(uintptr_t)sources.credentials_path);
    folder_remove();
}

TestSuite(config, .init = begin, .fini = end);

/* Loads the given text as the config file. */
static bool load(const char *text)
{
    form_warnings_clear(&warnings);
    sources.config_path = folder_file("config", text);
    form_warnings_clear(&warnings);
    return config_load(&settings, &sources, &warnings, &err);
}

Test(config, a_missing_file_is_an_empty_one)
{
    sources.config_path = folder_path("none");
    cr_assert(config_load(&settings, &sources, &warnings, &err), "%s", err.text);
    cr_expect_eq(warnings.count, 0);
    sources.config_path = folder_path("config/below/a/file");
    folder_file("config", "");
    cr_assert(config_load(&settings, &sources, &warnings, &err), "%s", err.text);
}

Test(config, values_are_kept_whole)
{
    cr_assert(load("\xEF\xBB\xBF# a comment\r\n"
                   "; another\n\n"
                   "  hook =  notify-send 'a ; b' # c = d  \t\r\n"
                   "copy_command = \"xclip\" -i\n"
                   "name_pattern=x=y"),
              "%s", err.text);
    cr_expect_str_eq(settings_text(&settings, SETTING_HOOK), "notify-send 'a ; b' # c = d");
    cr_expect_str_eq(settings_text(&settings, SETTING_COPY_COMMAND), "\"xclip\" -i");
    cr_expect_str_eq(settings_text(&settings, SETTING_NAME_PATTERN), "x=y");
    cr_expect_eq(warnings.count, 0);
}

Test(config, a_line_of_many_thousand_bytes_is_read_whole)
{
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    buffer_append_text(&text, "hook = ");
    for (int i = 0; i < 20000; i++)
        buffer_append_char(&text, 'x');
    cr_assert(load(buffer_text(&text)), "%s", err.text);
    cr_expect_eq(strlen(settings_text(&settings, SETTING_HOOK)), 20000);
    buffer_free(&text);
}

Test(config, faults_name_file_line_and_reason)
{
    const struct {
        const char *text, *reason;
    } rows[] = {
        {"\ntimeout = soon\n", ":2: timeout: “soon” is not a whole number from 1 to 86400 s"},
        {"url\n", ":1: the line is neither “key = value” nor a [section]"},
        {"= x\n", ":1: the line is neither “key = value” nor a [section]"},
        {"\n\n[profile x\n", ":3: the section has no closing bracket"},
        {"hook = \xff\n", ":1: the line is not valid UTF-8 text"},
        {"token = abc\n", ":1: token is not allowed in the config file; use `steno login` or token_command"},
        {"[profile other]\nbell = loud\n", ":2: bell: “loud” is invalid: use true or false"},
        {"bell = on\ncolumns = name name\n", ":2: columns: the column “name” is there twice"},
        {"\nname_pattern = {bogus}\n",
         ":2: name_pattern: the name pattern “{bogus}”: “{bogus}” is invalid: use "
         "one of {id} {name} {state} {ext}"},
        {"name_pattern = a/b\n",
         ":1: name_pattern: the name pattern “a/b” contains a slash; use -o for the folder"},
        {"[profile other]\nname_pattern =\n", ":2: name_pattern: the name pattern is empty"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_assert_not(load(rows[i].text), "%s", rows[i].text);
        char *whole = mem_printf("%s%s", sources.config_path, rows[i].reason);
        cr_expect_str_eq(err.text, whole);
        cr_expect_eq(err.kind, ERROR_USAGE);
        free(whole);
    }
}

Test(config, a_nul_byte_is_refused_and_does_not_hide_the_rest)
{
    sources.config_path = folder_path("config");
    cr_assert(file_write(sources.config_path, "bell = on\0x\n", 12, &err));
    cr_assert_not(config_load(&settings, &sources, &warnings, &err));
    cr_expect_str_has(err.text, "not valid UTF-8");
}

Test(config, unknown_names_are_errors_with_their_line_and_what_was_probably_meant)
{
    static const char *const rows[][2] = {
        {"bell = on\ncolour = never\n", ":2: unknown setting “colour”; did you mean color?"},
        {"connect-timeout = 3\n", ":1: unknown setting “connect-timeout”; did you mean connect_timeout?"},
        {"Langs = en-US\n", ":1: unknown setting “Langs”; did you mean Lang?"},
        {"nonsense = 1\n", ":1: unknown setting “nonsense”; steno config shows all"},
        {"[profile default]\nprofile = other\n",
         ":2: profile is only allowed at the top of the file, before all sections"},
        {"[profile other]\nulr = x\n", ":2: unknown setting “ulr” in a profile; did you mean url?"},
        {"\n[theme]\nx = y\n", ":2: unknown section [theme]; use [profile NAME] or [keys]"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_expect_not(load(rows[i][0]), "%s", rows[i][0]);
        cr_expect_str_has(err.text, rows[i][1]);
        cr_expect_eq(err.kind, ERROR_USAGE);
    }
}

Test(config, the_profile_in_use_wins_over_the_top_and_others_are_left_out)
{
    const char *text = "url = https://top\ntimeout = 5\n[profile work]\nurl = https://work\n[profile home]\n"
                       "url = https://home\ntimeout = 7\n";
    setenv("STENO_PROFILE", "work", 1);
    cr_assert(load(text), "%s", err.text);
    cr_expect_str_eq(settings_text(&settings, SETTING_URL), "https://work");
    cr_expect_eq(settings_int(&settings, SETTING_TIMEOUT), 5);
    cr_expect_eq(settings.sources[SETTING_URL], SOURCE_PROFILE);
    char *where = mem_printf("%s:4", sources.config_path);
    cr_expect_str_eq(settings.where[SETTING_URL], where);
    free(where);
}

Test(config, a_parameter_by_its_name_is_a_profiles_then_the_tops)
{
    cr_assert(load("Lang = cs-CZ\nFileFormatId = srt\nWithPPC = true\n[profile news]\nLang = en-US\n"
                   "WithPPC =\n[profile other]\nLang = de-DE\n"),
              "%s", err.text);
    cr_expect_str_eq(settings_param(&settings, "Lang")->value, "cs-CZ");
    end();
    begin();
    settings_put(&settings, SETTING_PROFILE, SOURCE_FLAG, "--profile", "news", &err);
    cr_assert(load("Lang = cs-CZ\nFileFormatId = srt\nWithPPC = true\n[profile news]\nLang = en-US\n"
                   "WithPPC =\n[profile other]\nLang = de-DE\n"),
              "%s", err.text);
    cr_expect_str_eq(settings_param(&settings, "Lang")->value, "en-US");
    cr_expect_eq(settings_param(&settings, "Lang")->source, SOURCE_PROFILE);
    cr_expect_str_eq(settings_param(&settings, "FileFormatId")->value, "srt");
    cr_expect_null(settings_param(&settings, "WithPPC"), "the profile takes it away");
    cr_expect_null(settings_param(&settings, "WithVAD"));
    cr_expect_eq(warnings.count, 0);
    struct param_set *set = settings_param_set(&settings, &params_enqueue);
    char *text = settings_params_text(&settings, set);
    cr_expect_str_eq(text, "Lang en-US (profile news)");
    free(text);
    param_set_free(set);
}

Test(config, a_wrong_value_of_a_parameter_is_an_error_with_its_line_also_in_another_profile)
{
    cr_assert_not(load("[profile other]\nWithPPC = maybe\n"));
    char *text = mem_printf("%s:2: WithPPC:", sources.config_path);
    cr_expect_eq(err.kind, ERROR_USAGE);
    cr_expect_str_starts(err.text, text);
    free(text);
}

Test(config, the_top_of_the_config_chooses_the_profile_when_nobody_else_does)
{
    cr_assert(load("profile = home\n[profile home]\ntimeout = 7\n"), "%s", err.text);
    cr_expect_eq(settings_int(&settings, SETTING_TIMEOUT), 7);
}

Test(config, a_profile_that_is_nowhere_is_refused_with_the_names_of_those_there_are)
{
    const char *text = "[profile work]\ntimeout = 5\n[profile  home]\n[keys]\nquit = x\n";
    folder_file("credentials", "[profile night]\ntoken = t\n[profile work]\ntoken = u\n");
    settings_put(&settings, SETTING_PROFILE, SOURCE_FLAG, "--profile", "wrok", &err);
    cr_assert(load(text), "%s", err.text);
    cr_assert_not(config_check_profile(&settings, &sources, &err));
    cr_expect_eq(err.kind, ERROR_USAGE);
    cr_expect_str_eq(err.text, "--profile: there is no profile “wrok”; there are “default”, “work”, “home”, "
                               "“night”; “steno login --profile NAME” creates one");
}

Test(config, a_profile_of_the_config_or_of_a_login_is_there_and_so_is_default)
{
    static const char *const names[] = {"work", "night", "default"};
    folder_file("credentials", "[profile night]\ntoken = t\n");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        settings_put(&settings, SETTING_PROFILE, SOURCE_FLAG, "--profile", names[i], &err);
        cr_assert(load("[profile work]\n"), "%s", err.text);
        cr_expect(config_check_profile(&settings, &sources, &err), "%s: %s", names[i], err.text);
    }
}

Test(config, the_profile_without_a_name_is_default)
{
    cr_assert(load("[profile default]\ntimeout = 9\n"), "%s", err.text);
    cr_expect_eq(settings_int(&settings, SETTING_TIMEOUT), 9);
}

/* Saves a login for the test. */
static void save_login(const char *profile, const char *url, const char *token)
{
    cr_assert(credentials_save(sources.credentials_path, profile, url, "/XAPI", "a@b.c", token, &err), "%s",
              err.text);
}

Test(config, every_pair_of_sources_has_the_documented_order)
{
    save_login("default", "https://saved", "t0");
    settings_put(&settings, SETTING_PROFILE, SOURCE_FLAG, "--profile", "default", &err);
    cr_assert(load(""));
    cr_expect_str_eq(settings_text(&settings, SETTING_URL), "https://saved");
    cr_expect_eq(settings.sources[SETTING_URL], SOURCE_CREDENTIALS);
    cr_assert(load("url = https://top\n"));
    cr_expect_str_eq(settings_text(&settings, SETTING_URL), "https://top");
    cr_assert(load("url = https://top\n[profile default]\nurl = https://profile\n"));
    cr_expect_str_eq(settings_text(&settings, SETTING_URL), "https://profile");
    setenv("STENO_URL", "https://env", 1);
    cr_assert(load("url = https://top\n[profile default]\nurl = https://profile\n"));
    cr_expect_str_eq(settings_text(&settings, SETTING_URL), "https://env");
    cr_assert(settings_put(&settings, SETTING_URL, SOURCE_FLAG, "--url", "https://flag", &err));
    cr_assert(load("url = https://top\n"));
    cr_expect_str_eq(settings_text(&settings, SETTING_URL), "https://flag");
}

Test(config, the_email_is_that_of_the_saved_login)
{
    save_login("default", "https://saved", "t0");
    cr_assert(load(""), "%s", err.text);
    cr_expect_str_eq(settings_text(&settings, SETTING_EMAIL), "a@b.c");
    cr_expect_not(load("email = me@other.org\n"));
}

Test(config, an_empty_variable_is_an_unset_one_and_a_bad_one_is_named)
{
    setenv("STENO_TIMEOUT", "", 1);
    cr_assert(load(""));
    cr_expect_eq(settings_int(&settings, SETTING_TIMEOUT), 60);
    setenv("STENO_TIMEOUT", "soon", 1);
    cr_assert_not(load(""));
    cr_expect_str_eq(err.text, "STENO_TIMEOUT: timeout: “soon” is not a whole number from 1 to 86400 s");
}

Test(config, no_color_and_accessible_mean_their_value_whatever_they_hold)
{
    setenv("NO_COLOR", "anything", 1);
    setenv("ACCESSIBLE", "please", 1);
    cr_assert(load(""), "%s", err.text);
    cr_expect_str_eq(settings_text(&settings, SETTING_COLOR), "never");
    cr_expect(settings_bool(&settings, SETTING_PLAIN));
}

Test(config, sealed_looks_at_neither_the_variables_nor_the_config)
{
    setenv("STENO_URL", "https://env", 1);
    setenv("NO_COLOR", "1", 1);
    sources.sealed = true;
    cr_assert(load("timeout = bad\n"), "%s", err.text);
    cr_expect_str_eq(settings_text(&settings, SETTING_URL), "");
    cr_expect_str_eq(settings_text(&settings, SETTING_COLOR), "never");
}

Test(config, a_saved_token_is_used_whatever_the_case_of_the_scheme)
{
    static const char *const pairs[][2] = {{"HTTPS://saved", "https://saved/"},
                                           {"https://saved", "HTTPS://saved"}};
    for (int i = 0; i < 2; i++) {
        save_login("default", pairs[i][0], "t0");
        setenv("STENO_URL", pairs[i][1], 1);
        cr_assert(load(""), "%s", err.text);
        cr_expect_str_eq(settings_text(&settings, SETTING_TOKEN), "t0");
        settings_free(&settings);
    }
    settings_init(&settings);
}

Test(config, a_saved_token_is_used_for_its_own_server_only)
{
    save_login("default", "https://saved/", "t0");
    cr_assert(load(""));
    cr_expect_str_eq(settings_text(&settings, SETTING_TOKEN), "t0");
    cr_expect_str_eq(settings_text(&settings, SETTING_API_PATH), "/XAPI");
    cr_expect_eq(warnings.count, 0);
    settings_free(&settings);
    setenv("STENO_URL", "https://other", 1);
    cr_assert(load(""));
    cr_expect_str_eq(settings_text(&settings, SETTING_TOKEN), "");
    cr_assert_eq(warnings.count, 1);
    cr_expect_str_eq(
        warnings.texts[0],
        "The saved login of profile default is for https://saved/ and is not used for https://other");
}

Test(config, the_same_server_named_by_a_variable_keeps_the_saved_token)
{
    save_login("default", "https://saved", "t0");
    setenv("STENO_URL", "https://saved/", 1);
    cr_assert(load(""));
    cr_expect_str_eq(settings_text(&settings, SETTING_TOKEN), "t0");
}

Test(config, keys_are_collected_with_their_lines)
{
    cr_assert(load("[keys]\nquit = Q ^Q\n= x\n") == false);
    cr_assert(load("[keys]\nquit = Q ^Q\nhelp = h\n"), "%s", err.text);
    cr_assert_eq(settings.key_count, 2);
    cr_expect_str_eq(settings.keys[0].action, "quit");
    cr_expect_str_eq(settings.keys[0].keys, "Q ^Q");
    cr_expect_eq(settings.keys[1].line, 3);
}

Test(config, a_relative_xdg_folder_is_ignored)
{
    setenv("XDG_CONFIG_HOME", "relative", 1);
    char *path = config_path(NULL), *expected = mem_printf("%s/.config/steno/config", folder);
    cr_expect_str_eq(path, expected);
    free(path);
    free(expected);
    unsetenv("HOME");
    cr_expect_null(config_path(NULL));
}

Test(config, a_token_of_the_environment_is_not_handed_on_to_programs)
{
    setenv("PATH", "/usr/bin:/bin", 1);
    setenv("STENO_TOKEN", "s3cret", 1);
    cr_assert(load("hook = true\n"), "%s", err.text);
    cr_expect_str_eq(settings_text(&settings, SETTING_TOKEN), "s3cret");
    struct buffer output;
    char *const argv[] = {(char[]){"env"}, NULL};
    buffer_init(&output, 65536);
    cr_assert(spawn_run(&(struct spawn_request){.argv = argv, .output = &output, .timeout_ms = 10000}, &err));
    cr_expect_str_lacks(buffer_text(&output), "s3cret");
    cr_expect_str_has(buffer_text(&output), "PATH=");
    buffer_free(&output);
}
