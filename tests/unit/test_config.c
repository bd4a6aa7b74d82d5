/* store/config and store/facts: unchanged values, errors with file and line, the order of sources, commands
 * that print tokens and passwords; a config that others can write is refused, because it can run programs;
 * the output of doctor is correct, complete and without secrets. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include <grp.h>
#include <pwd.h>

#include "steno/base/process.h"
#include "steno/store/config.h"
#include "steno/store/credentials.h"
#include "steno/store/facts.h"

#define COUNT(list) (sizeof(list) / sizeof(list)[0])

static struct settings settings;
static struct form_warnings warnings;
static struct error err;
static struct config_sources sources;

static void begin(void)
{
    folder_make();
    clearenv();
    setenv("HOME", folder, 1);
    setenv("PATH", "/usr/bin:/bin", 1);
    umask(022);
    settings_init(&settings);
    sources = (struct config_sources){.config_path = mem_copy(folder_path("config")),
                                      .credentials_path = mem_copy(folder_path("credentials"))};
    error_clear(&err);
}

static void end(void)
{
    settings_free(&settings);
    form_warnings_clear(&warnings);
    free((char *)(uintptr_t)sources.config_path);
    free((char *)(uintptr_t)sources.credentials_path);
    folder_remove();
}

TestSuite(config, .init = begin, .fini = end);

/* Loads the config file. */
static bool load_file(void)
{
    form_warnings_clear(&warnings);
    return config_load(&settings, &sources, &warnings, &err);
}

/* Writes the text to the config file and loads it. */
static bool load(const char *text)
{
    folder_file("config", text);
    return load_file();
}

/* Loads a text into new settings, with this profile or NULL; must succeed. */
static void load_for(const char *profile, const char *text)
{
    settings_free(&settings);
    if (profile)
        settings_put(&settings, SETTING_PROFILE, SOURCE_FLAG, "--profile", profile, &err);
    cr_assert(load(text), "%s", err.text);
}

static void save_login(const char *profile, const char *url, const char *token)
{
    cr_assert(credentials_save(sources.credentials_path, profile, url, "/XAPI", "a@b.c", token, &err), "%s",
              err.text);
}

static void expect_setting(enum setting_id id, const char *text)
{
    cr_expect_str_eq(settings_text(&settings, id), text, "%s", setting_defs[id].name);
}

Test(config, values_and_keys_are_kept_whole)
{
    cr_assert(load("\xEF\xBB\xBF# a comment\r\n"
                   "; another\n\n"
                   "  hook =  notify-send 'a ; b' # c = d  \t\r\n"
                   "copy_command = \"xclip\" -i\n"
                   "name_pattern=x=y\n[keys]\nquit = Q ^Q\nhelp = h"),
              "%s", err.text);
    expect_setting(SETTING_HOOK, "notify-send 'a ; b' # c = d");
    expect_setting(SETTING_COPY_COMMAND, "\"xclip\" -i");
    expect_setting(SETTING_NAME_PATTERN, "x=y");
    cr_expect_eq(warnings.count, 0);
    cr_assert_eq(settings.key_count, 2);
    cr_expect_str_eq(settings.keys[0].action, "quit");
    cr_expect_str_eq(settings.keys[0].keys, "Q ^Q");
    cr_expect_eq(settings.keys[1].line, 9);
}

Test(config, faults_name_file_line_reason_and_what_was_probably_meant)
{
    const struct {
        const char *text, *reason;
    } rows[] = {
        {"\ntimeout = soon\n", ":2: timeout: “soon” is not a whole number from 1 to 86400 s"},
        {"url\n", ":1: the line is neither “key = value” nor a [section]"},
        {"[keys]\nquit = Q\n= x\n", ":3: the line is neither “key = value” nor a [section]"},
        {"\n\n[profile x\n", ":3: the section has no closing bracket"},
        {"hook = \xff\n", ":1: the line is not valid UTF-8 text"},
        {"token = abc\n", ":1: token is not allowed in the config file; use `steno login` or token_command"},
        {"[profile other]\nbell = loud\n", ":2: bell: “loud” is invalid: use true or false"},
        {"bell = on\ncolumns = name name\n", ":2: columns: the column “name” is given twice"},
        {"\nname_pattern = {bogus}\n",
         ":2: name_pattern: “{bogus}” in the name pattern “{bogus}” is invalid: use "
         "one of {id} {name} {state} {ext}"},
        {"bell = on\ncolour = never\n", ":2: unknown setting “colour”; did you mean color?"},
        {"Langs = en-US\n", ":1: unknown setting “Langs”; did you mean Lang?"},
        {"nonsense = 1\n", ":1: unknown setting “nonsense”; steno config shows all settings"},
        {"[profile default]\nprofile = other\n",
         ":2: the setting `profile` is only allowed at the top of the file, before all sections"},
        {"[profile other]\nulr = x\n", ":2: unknown setting “ulr” in a profile; did you mean url?"},
        {"\n[theme]\nx = y\n", ":2: unknown section [theme]; use [profile NAME] or [keys]"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        cr_expect_not(load(rows[i].text), "%s", rows[i].text);
        char *whole = mem_printf("%s%s", sources.config_path, rows[i].reason);
        cr_expect_str_eq(err.text, whole);
        cr_expect_eq(err.kind, ERROR_USAGE);
        free(whole);
    }
    cr_assert(file_write(sources.config_path, "bell = on\0x\n", 12, &err));
    cr_expect_not(load_file(), "a NUL does not hide the rest");
    cr_expect_str_has(err.text, "not valid UTF-8");
}

/* --- profiles --- */

Test(config, the_profile_in_use_wins_over_the_top_and_others_are_left_out)
{
    const char *text = "url = https://top\ntimeout = 5\n[profile work]\nurl = https://work\n[profile home]\n"
                       "url = https://home\ntimeout = 7\n";
    setenv("STENO_PROFILE", "work", 1);
    load_for(NULL, text);
    expect_setting(SETTING_URL, "https://work");
    cr_expect_eq(settings_int(&settings, SETTING_TIMEOUT), 5);
    cr_expect_eq(settings.sources[SETTING_URL], SOURCE_PROFILE);
    char *where = mem_printf("%s:4", sources.config_path);
    cr_expect_str_eq(settings.where[SETTING_URL], where);
    free(where);
    unsetenv("STENO_PROFILE");
    load_for(NULL, "profile = home\n[profile home]\ntimeout = 7\n");
    cr_expect_eq(settings_int(&settings, SETTING_TIMEOUT), 7, "the top chooses where nobody else does");
    load_for(NULL, "[profile default]\ntimeout = 9\n");
    cr_expect_eq(settings_int(&settings, SETTING_TIMEOUT), 9, "the one without a name");
}

Test(config, a_parameter_by_its_name_is_a_profiles_then_the_tops)
{
    const char *text = "Lang = cs-CZ\nFileFormatId = srt\nWithPPC = true\n[profile news]\nLang = en-US\n"
                       "WithPPC =\n[profile other]\nLang = de-DE\n";
    load_for(NULL, text);
    cr_expect_str_eq(settings_param(&settings, "Lang")->value, "cs-CZ");
    load_for("news", text);
    cr_expect_str_eq(settings_param(&settings, "Lang")->value, "en-US");
    cr_expect_eq(settings_param(&settings, "Lang")->source, SOURCE_PROFILE);
    cr_expect_str_eq(settings_param(&settings, "FileFormatId")->value, "srt");
    cr_expect_null(settings_param(&settings, "WithPPC"), "the profile takes it away");
    cr_expect_null(settings_param(&settings, "WithVAD"));
    cr_expect_eq(warnings.count, 0);
    struct param_set *set = settings_param_set(&settings, &params_enqueue);
    char *shown = settings_params_text(&settings, set);
    cr_expect_str_eq(shown, "Lang en-US (profile news)");
    free(shown);
    param_set_free(set);
}

Test(config, a_profile_that_is_nowhere_is_refused_with_the_names_of_those_there_are)
{
    static const char *const names[] = {"work", "night", "default"};
    const char *text = "[profile work]\ntimeout = 5\n[profile  home]\n[keys]\nquit = x\n";
    folder_file("credentials", "[profile night]\ntoken = t\n[profile work]\ntoken = u\n");
    load_for("wrok", text);
    cr_assert_not(config_check_profile(&settings, &sources, &err));
    cr_expect_eq(err.kind, ERROR_USAGE);
    cr_expect_str_eq(err.text,
                     "--profile: unknown profile “wrok”; the profiles are: “default”, “work”, “home”, "
                     "“night”; “steno login --profile NAME” creates one");
    for (size_t i = 0; i < COUNT(names); i++) {
        load_for(names[i], text);
        cr_expect(config_check_profile(&settings, &sources, &err), "%s: %s", names[i], err.text);
    }
}

/* --- sources --- */

Test(config, every_pair_of_sources_has_the_documented_order)
{
    save_login("default", "https://saved", "t0");
    cr_assert(load(""), "%s", err.text);
    expect_setting(SETTING_URL, "https://saved");
    expect_setting(SETTING_EMAIL, "a@b.c");
    cr_expect_eq(settings.sources[SETTING_URL], SOURCE_CREDENTIALS);
    cr_assert(load("url = https://top\n"));
    expect_setting(SETTING_URL, "https://top");
    cr_assert(load("url = https://top\n[profile default]\nurl = https://profile\n"));
    expect_setting(SETTING_URL, "https://profile");
    setenv("STENO_URL", "https://env", 1);
    cr_assert(load("url = https://top\n[profile default]\nurl = https://profile\n"));
    expect_setting(SETTING_URL, "https://env");
    cr_assert(settings_put(&settings, SETTING_URL, SOURCE_FLAG, "--url", "https://flag", &err));
    cr_assert(load("url = https://top\n"));
    expect_setting(SETTING_URL, "https://flag");
}

Test(config, variables_are_taken_but_for_empty_ones_and_of_a_sealed_program_those_of_the_terminal)
{
    setenv("STENO_TIMEOUT", "", 1);
    cr_assert(load(""));
    cr_expect_eq(settings_int(&settings, SETTING_TIMEOUT), 60);
    setenv("STENO_TIMEOUT", "soon", 1);
    cr_assert_not(load(""));
    cr_expect_str_eq(err.text, "STENO_TIMEOUT: timeout: “soon” is not a whole number from 1 to 86400 s");
    unsetenv("STENO_TIMEOUT");
    setenv("NO_COLOR", "anything", 1);
    setenv("ACCESSIBLE", "please", 1);
    load_for(NULL, "");
    expect_setting(SETTING_COLOR, "never");
    cr_expect(settings_bool(&settings, SETTING_PLAIN));
    setenv("STENO_URL", "https://env", 1);
    sources.sealed = true;
    load_for(NULL, "timeout = bad\n");
    expect_setting(SETTING_URL, "");
    expect_setting(SETTING_COLOR, "never");
}

Test(config, a_saved_token_is_used_for_its_own_server_only)
{
    static const struct {
        const char *saved, *variable;
        bool is_own;
    } rows[] = {{"https://saved/", "", true},
                {"HTTPS://saved", "https://saved/", true},
                {"https://saved", "HTTPS://saved", true},
                {"https://saved/", "https://other", false}};
    for (size_t i = 0; i < COUNT(rows); i++) {
        save_login("default", rows[i].saved, "t0");
        setenv("STENO_URL", rows[i].variable, 1);
        load_for(NULL, "");
        expect_setting(SETTING_TOKEN, rows[i].is_own ? "t0" : "");
        expect_setting(SETTING_API_PATH, "/XAPI");
        cr_assert_eq(warnings.count, rows[i].is_own ? 0 : 1, "%s", rows[i].saved);
    }
    cr_expect_str_eq(warnings.texts[0],
                     "The saved login of profile default is for the server https://saved/ and is not"
                     " used for https://other");
}

/* --- commands that print secrets --- */

static void expect_source(const char *expected)
{
    char source[300];
    settings_describe_source(source, sizeof source, &settings, SETTING_TOKEN);
    cr_expect_str_eq(source, expected);
}

Test(config, a_token_in_the_environment_wins_over_command_and_login_and_is_handed_on_to_no_program)
{
    char *const argv[] = {(char[]){"env"}, NULL};
    struct buffer output;
    save_login("default", "https://saved", "t0");
    setenv("STENO_TOKEN", "s3cret", 1);
    setenv("STENO_URL", "https://b", 1);
    cr_assert(load("url = https://a\ntoken_command = false\n"), "%s", err.text);
    cr_assert(config_fetch_token(&settings, &err), "also of another server: %s", err.text);
    expect_setting(SETTING_TOKEN, "s3cret");
    expect_source("STENO_TOKEN (environment)");
    buffer_init(&output, 65536);
    cr_assert(spawn_run(&(struct spawn_request){.argv = argv, .output = &output, .timeout_ms = 10000}, &err));
    cr_expect_str_lacks(buffer_text(&output), "s3cret");
    cr_expect_str_has(buffer_text(&output), "PATH=");
    buffer_free(&output);
}

Test(config, a_token_command_wins_over_a_saved_login_and_the_first_line_counts)
{
    char *password, *expected = mem_printf("token_command in %s:2", sources.config_path);
    save_login("default", "https://saved", "t0");
    cr_assert(load("url = https://saved\ntoken_command = printf 'from command\\r\\nsecond line\\n'\n"
                   "password_command = echo 'open sesame'\n"));
    expect_setting(SETTING_TOKEN, "t0");
    cr_assert(config_fetch_token(&settings, &err), "%s", err.text);
    expect_setting(SETTING_TOKEN, "from command");
    expect_source(expected);
    free(expected);
    cr_assert(config_fetch_secret(&settings, SETTING_PASSWORD_COMMAND, &password, &err), "%s", err.text);
    cr_expect_str_eq(password, "open sesame");
    mem_wipe_free(password);
    load_for(NULL, "");
    cr_expect(config_fetch_token(&settings, &err), "nothing is run");
    cr_expect(config_fetch_secret(&settings, SETTING_PASSWORD_COMMAND, &password, &err) && !password);
    save_login("p", "https://b", "t1");
    load_for("p", "url = https://a\ntoken_command = false\n[profile p]\nurl = https://b\ntoken_command =\n");
    cr_expect(config_fetch_token(&settings, &err), "%s", err.text);
    expect_setting(SETTING_TOKEN, "t1");
}

Test(config, a_failing_command_is_no_login_and_its_last_words_are_said_without_its_output)
{
    static const struct {
        const char *command, *said;
    } rows[] = {
        {"sh -c 'echo secret; exit 3'", "sh exited with code 3"},
        {"true", "the command printed nothing"},
        {"sh -c 'printf \"a\\033[1mb\" >&2; kill $$'", "sh was killed by signal 15: a␛[1mb"},
        {"sh -c 'echo hunter2; echo + echo hunter2 >&2; exit 1'", "sh exited with code 1"},
        {"sh -c 'echo ok; echo unheard >&2; sleep 600'",
         "sh did not finish within 1 s and was stopped: unheard"},
        {"sh -c 'curl -u me:hunter2", "A quote in the command is not closed"},
        {"no-such-helper", "Cannot run no-such-helper: No such file or directory"},
        /* hides the first eight bytes of any line of the output, or a whole shorter line */
        {"sh -c 'printf hunter2abc; echo is hunter2a >&2; exit 3'", "sh exited with code 3"},
        {"sh -c 'printf hunter2abc; echo is hunter2 >&2; exit 3'", "sh exited with code 3: is hunter2"},
        {"sh -c 'printf pin; echo pin >&2; exit 3'", "sh exited with code 3"},
        {"sh -c 'printf \"user\\n  hunter2abc  \\n\"; echo + hunter2abc >&2; exit 3'",
         "sh exited with code 3"},
        {"sh -c 'printf \"\\n \\n\"; echo no key >&2; exit 3'", "sh exited with code 3: no key"},
        {"sh -c 'printf %0300d 7; printf %0300d 7 >&2; exit 3'", "sh exited with code 3"},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        char *password;
        char *text = mem_printf("url = https://h\ntimeout = 1\ntoken_command = %s\npassword_command = %s\n",
                                rows[i].command, rows[i].command);
        load_for(NULL, text);
        cr_assert_not(config_fetch_token(&settings, &err), "%s", rows[i].command);
        cr_expect_eq(err.kind, ERROR_NOT_LOGGED_IN, "%s", rows[i].command);
        cr_expect_str_starts(err.text, "token_command: ");
        cr_expect_str_eq(err.text + strlen("token_command: "), rows[i].said);
        cr_assert_not(config_fetch_secret(&settings, SETTING_PASSWORD_COMMAND, &password, &err), "%s",
                      rows[i].command);
        cr_expect_null(password);
        cr_expect_eq(err.kind, ERROR_NOT_LOGGED_IN, "%s", rows[i].command);
        cr_expect_str_starts(err.text, "password_command: ");
        cr_expect_str_eq(err.text + strlen("password_command: "), rows[i].said);
        free(text);
    }
}

/* The server of a command: the one in use, another one, or none beside it. */
enum belongs { OWN, OTHER, ALONE };

/* How the server is chosen: a config (% becomes the command's line), --url, STENO_URL, --profile, and the
 * server of the saved login. The command's own server is https://a. */
struct way {
    enum belongs belongs;
    const char *config, *flag, *variable, *profile, *login;
};

/* Asks for a token or a password in this way; expects that the command runs only for its own server. */
static void expect_way(const struct way *way, bool token)
{
    static const char *const formats[] = {
        [OWN] = "",
        [OTHER] = "%s is used only with the url https://a; for another server set a url and %s in "
                  "[profile NAME]",
        [ALONE] = "%s is set, but no url beside it: put both into [profile NAME]"};
    const char *name = token ? "token_command" : "password_command", *ran = folder_path("ran");
    int before = (int)strcspn(way->config, "%");
    char *text = mem_printf("%.*s%s = sh -c 'echo out; echo >%s'\n%s", before, way->config, name, ran,
                            way->config + before + 1),
         *said = mem_printf(formats[way->belongs], name, name), *password = NULL;
    bool own = way->belongs == OWN;
    settings_free(&settings);
    remove(sources.credentials_path);
    error_clear(&err);
    setenv("STENO_URL", way->variable ? way->variable : "", 1);
    if (way->flag)
        settings_put(&settings, SETTING_URL, SOURCE_FLAG, "--url", way->flag, &err);
    if (way->profile)
        settings_put(&settings, SETTING_PROFILE, SOURCE_FLAG, "--profile", way->profile, &err);
    if (way->login)
        save_login("default", way->login, "t0");
    cr_assert(load(text), "%s", err.text);
    bool ok = token ? config_fetch_token(&settings, &err)
                    : config_fetch_secret(&settings, SETTING_PASSWORD_COMMAND, &password, &err);
    const char *got = token ? settings_text(&settings, SETTING_TOKEN) : password ? password : "";
    cr_expect_eq(ok, own, "%s: %s", way->config, err.text);
    cr_expect_eq(err.kind, own ? ERROR_NONE : ERROR_NOT_LOGGED_IN, "%s", way->config);
    cr_expect_str_eq(err.text, said);
    cr_expect_eq(strcmp(got, "out") == 0, own, "%s: %s", way->config, got);
    cr_expect_eq(remove(ran) == 0, own, "the command ran, or did not: %s", way->config);
    free(password);
    free(said);
    free(text);
}

Test(config, a_command_hands_its_secret_to_the_server_beside_it_and_to_no_other)
{
    static const struct way ways[] = {
        {OWN, .config = "url = https://a\n%"},
        {OWN, .config = "url = https://a\n%", .flag = "HTTPS://a/"},
        {OWN, .config = "url = https://a\n%", .login = "https://b"},
        {OWN, .config = "url = https://b\n[profile p]\nurl = https://a\n%", .profile = "p"},
        {OWN, .config = "url = https://a\n%[profile p]\nurl = https://a\n", .profile = "p"},
        {OTHER, .config = "url = https://a\n%", .flag = "https://b"},
        {OTHER, .config = "url = https://a\n%", .flag = "http://a"},
        {OTHER, .config = "url = https://a\n%", .flag = "https://a:8443"},
        {OTHER, .config = "url = https://a\n%", .variable = "https://b"},
        {OTHER, .config = "url = https://a\n%[profile p]\nurl = https://b\n", .profile = "p"},
        {OTHER, .config = "[profile p]\nurl = https://a\n%", .flag = "https://b", .profile = "p"},
        {ALONE, .config = "%", .flag = "https://b"},
        {ALONE, .config = "%", .login = "https://b"},
        {ALONE, .config = "url = https://b\n[profile p]\n%", .profile = "p"},
    };
    for (size_t i = 0; i < COUNT(ways); i++) {
        expect_way(&ways[i], true);
        expect_way(&ways[i], false);
    }
}

/* --- a config that others can write --- */

/* The folder and the config in it, both with modes of umask 022. */
static char *below, *there;

static void begin_access(void)
{
    begin();
    below = mem_copy(folder_path("steno"));
    cr_assert_eq(mkdir(below, 0755), 0);
    there = mem_copy(folder_file("steno/config", "bell = on\n"));
    cr_assert_eq(chmod(there, 0644), 0);
    free((char *)(uintptr_t)sources.config_path);
    sources.config_path = mem_copy(there);
}

static void end_access(void)
{
    free(below);
    free(there);
    end();
}

TestSuite(config_access, .init = begin_access, .fini = end_access);

static bool serves(void)
{
    settings_free(&settings);
    error_clear(&err);
    return load_file();
}

/* Expects a refusal that names this chmod for a path. */
static void expect_refused(const char *remedy, const char *path)
{
    char *said =
        mem_printf("%s can be written by others, who could make steno run programs; run: chmod %s %s", path,
                   remedy, path);
    cr_expect_not(serves(), "%s was taken", path);
    cr_expect_eq(err.kind, ERROR_USAGE);
    cr_expect_str_eq(err.text, said);
    free(said);
}

Test(config_access, a_file_or_folder_that_all_can_write_is_refused_with_the_chmod_also_behind_a_link)
{
    cr_expect(serves(), "%s", err.text);
    cr_expect_eq(chmod(there, 0600) + chmod(below, 0700), 0);
    cr_expect(serves(), "%s", err.text);
    chmod(there, 0646);
    expect_refused("o-w", there);
    sources.sealed = true;
    cr_expect(serves(), "nothing is asked of what is not read: %s", err.text);
    sources.sealed = false;
    char *real = mem_copy(folder_path("files")), *file = mem_copy(folder_path("files/config"));
    cr_assert_eq(mkdir(real, 0755) + chmod(real, 0757), 0);
    cr_assert_eq(rename(there, file), 0);
    cr_assert_eq(symlink("../files/config", there), 0);
    expect_refused("o-w", real);
    chmod(real, 0755);
    expect_refused("o-w", file);
    chmod(file, 0644);
    cr_expect(serves(), "%s", err.text);
    free(file);
    free(real);
    static const mode_t modes[] = {0757, 01757};
    for (size_t i = 0; i < COUNT(modes); i++) {
        chmod(below, modes[i]);
        expect_refused("o-w", below);
    }
    remove(there);
    expect_refused("o-w", below);
}

/* True if the group of new files is private: it has the user's name, and no other member. */
static bool has_private_group(void)
{
    struct passwd *user = getpwuid(getuid());
    char *name = user ? mem_copy(user->pw_name) : mem_copy("");
    struct group *group = getgrgid(getgid());
    bool own = group && strcmp(group->gr_name, name) == 0 && !group->gr_mem[0];
    free(name);
    return own;
}

Test(config_access, the_users_own_group_may_write_and_another_one_may_not)
{
    cr_assert_eq(chown(there, (uid_t)-1, getgid()) + chown(below, (uid_t)-1, getgid()), 0);
    chmod(there, 0664);
    chmod(below, 0775);
    if (has_private_group())
        cr_expect(serves(), "%s", err.text);
    else
        expect_refused("g-w", below);
    chmod(below, 0755);
    if (chown(there, (uid_t)-1, 1) != 0) /* only root can change to another group */
        return;
    expect_refused("g-w", there);
    chmod(there, 0666);
    expect_refused("go-w", there);
}

Test(config_access, the_file_of_another_user_is_refused_even_to_root_and_that_of_root_serves_everybody)
{
    if (getuid() != 0)
        return;
    chmod(folder, 0755);
    cr_assert_eq(seteuid(1), 0);
    cr_expect(serves(), "%s", err.text);
    cr_expect_eq(access(there, R_OK), 0);
    cr_assert_eq(seteuid(0) + chown(there, 2, (gid_t)-1) + seteuid(1), 0);
    cr_expect_not(serves());
    cr_assert_eq(seteuid(0), 0);
    cr_expect_not(serves());
    cr_expect_eq(err.kind, ERROR_USAGE);
    char *said = mem_printf(
        "%s belongs to another user, who could make steno run programs; replace it with a copy that you own",
        there);
    cr_expect_str_eq(err.text, said);
    free(said);
}

/* --- doctor --- */

static struct facts facts;

static void begin_facts(void)
{
    begin();
    clearenv();
}

static void end_facts(void)
{
    facts_free(&facts);
    end();
}

TestSuite(facts, .init = begin_facts, .fini = end_facts);

static void put(enum setting_id id, enum setting_source source, const char *where, const char *text)
{
    cr_assert(settings_put(&settings, id, source, where, text, &err), "%s", err.text);
}

static void look(void)
{
    facts_free(&facts);
    facts_of_settings(&facts, &settings);
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

Test(facts, prints_sources_and_missing_parts_and_no_secrets)
{
    static const struct {
        const char *proxy;
        enum fact_level level;
        const char *text;
    } rows[] = {{"me:hunter2@proxy:3128", FACT_FINE, "***@proxy:3128, from --proxy (command line)"},
                {"me:hunter2", FACT_BAD,
                 "set, from --proxy (command line). The value is not the address of a proxy, such as "
                 "http://HOST:PORT"},
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
                "sh, from /c:5 (config). The hook gets the change in environment variables"
                " (STENO_ID, STENO_NAME, STENO_STATE, …), not as arguments");
    for (size_t k = 0; k < facts.count; k++)
        cr_expect_str_lacks(facts.rows[k].text, "hunter2", "%s", facts.rows[k].name);
    for (size_t i = 0; i < COUNT(rows); i++) {
        put(SETTING_PROXY, SOURCE_FLAG, "--proxy", rows[i].proxy);
        look();
        expect_fact("proxy", rows[i].level, rows[i].text);
    }
}

Test(facts, names_the_token_command_and_reports_it_for_another_server)
{
    put(SETTING_URL, SOURCE_CONFIG, "/c:1", "https://a");
    put(SETTING_TOKEN, SOURCE_CREDENTIALS, "/credentials", "t0");
    put(SETTING_TOKEN_COMMAND, SOURCE_CONFIG, "/c:2", "sh -c 'echo t1'");
    look();
    expect_fact("token", FACT_FINE, "from token_command in /c:2");
    expect_fact("token_command", FACT_FINE, "sh …, from /c:2 (config)");
    put(SETTING_URL, SOURCE_FLAG, "--url", "https://b");
    look();
    expect_fact("token", FACT_BAD, "from token_command in /c:2");
    expect_fact("token_command", FACT_BAD,
                "sh …, from /c:2 (config). token_command is used only with the url https://a; for another "
                "server set a url and token_command in [profile NAME]");
    put(SETTING_TOKEN, SOURCE_ENVIRONMENT, "STENO_TOKEN", "t0");
    look();
    expect_fact("token", FACT_FINE, "set, from STENO_TOKEN (environment)");
    expect_fact("token_command", FACT_FINE, "sh …, from /c:2 (config)");
}

Test(facts, files_and_programs_of_settings_exist_and_can_be_used)
{
    const char *plain = folder_file("plain", "x"), *script = folder_file("script", "#!/bin/sh\n");
    chmod(script, 0700);
    setenv("PATH", folder, 1);
#define QUOTE "script -c 'curl -u me:hunter2 https://x"
    const struct {
        enum setting_id id;
        const char *text, *wrong; /* wrong NULL: no error */
    } rows[] = {
        {SETTING_HOOK, script, NULL},
        {SETTING_HOOK, "plain", "Cannot run plain: Permission denied"},
        {SETTING_HOOK, "no-such-hook --key hunter2", "Cannot run no-such-hook: No such file or directory"},
        {SETTING_HOOK, QUOTE, "script …, from /c:2 (config). A quote in the command is not closed"},
        {SETTING_TOKEN_COMMAND, QUOTE, "script …, from /c:2 (config). A quote in the command is not closed"},
        {SETTING_CA_FILE, plain, NULL},
        {SETTING_CA_FILE, "/no/such/ca.pem", "Cannot read the file: No such file or directory"},
        {SETTING_EXPORT_DIR, folder, NULL},
        {SETTING_EXPORT_DIR, "/no/such/folder", "Cannot write to the folder: No such file or directory"},
    };
    put(SETTING_URL, SOURCE_CONFIG, "/c:1", "https://a");
    for (size_t i = 0; i < COUNT(rows); i++) {
        put(rows[i].id, SOURCE_CONFIG, "/c:2", rows[i].text);
        look();
        const struct fact *fact = fact_of(setting_defs[rows[i].id].name);
        cr_expect_eq(fact->level, rows[i].wrong ? FACT_BAD : FACT_FINE, "%s: %s", rows[i].text, fact->text);
        cr_expect_str_has(fact->text, rows[i].wrong ? rows[i].wrong : "");
        cr_expect_str_lacks(fact->text, "hunter2");
        if (rows[i].id == SETTING_TOKEN_COMMAND)
            expect_fact("token", FACT_BAD, "from token_command in /c:2");
        put(rows[i].id, SOURCE_CONFIG, "/c:2", "");
    }
}
