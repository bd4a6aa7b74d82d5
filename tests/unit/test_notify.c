/* work/notify: a change of state leaves by the hook only when wanted, and as plain
 * words. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/work/workers.h"
#include "steno/base/process.h"
#include "support/asserts.h"

static struct settings settings;
static struct error err;
static const struct notify_change change = {
    .id = 12, .from = "InProgress", .to = "Completed", .name = "Council meeting; rm -rf '$HOME'"};

static void begin(void)
{
    unsetenv("TMUX");
    settings_init(&settings);
}

static void end(void)
{
    settings_free(&settings);
}

TestSuite(notify, .init = begin, .fini = end);

static void set(enum setting_id id, const char *text)
{
    cr_assert(settings_put(&settings, id, SOURCE_CONFIG, NULL, text, &err), "%s", err.text);
}

Test(notify, no_hook_runs_by_default)
{
    char **argv, **env;
    cr_assert(notify_hook(&settings, &change, &argv, &env, &err));
    cr_expect_null(argv);
    cr_expect_null(env);
}

/* The words and the environment of the hook of a change, one a line. Caller frees. */
static char *hook_of(const struct notify_change *told)
{
    char **argv, **env;
    struct buffer text;
    buffer_init(&text, BUFFER_MAX_DEFAULT);
    cr_assert(notify_hook(&settings, told, &argv, &env, &err), "%s", err.text);
    for (size_t i = 0; argv[i]; i++)
        buffer_printf(&text, "%s\n", argv[i]);
    for (size_t i = 0; env[i]; i++)
        buffer_printf(&text, "%s\n", env[i]);
    spawn_argv_free(argv);
    spawn_argv_free(env);
    return buffer_take(&text);
}

static void expect_hook(const struct notify_change *told, const char *expected)
{
    char *text = hook_of(told);
    cr_expect_str_eq(text, expected);
    free(text);
}

Test(notify, the_hook_gets_the_words_of_the_setting_and_the_change_in_its_environment)
{
    set(SETTING_HOOK, "notify -t 'a b'");
    set(SETTING_URL, "https://a.example");
    set(SETTING_PROFILE, "work");
    expect_hook(&change, "notify\n-t\na b\n"
                         "STENO_ID=12\nSTENO_FROM=InProgress\nSTENO_STATE=Completed\n"
                         "STENO_NAME=Council meeting; rm -rf '$HOME'\n"
                         "STENO_PROFILE=work\nSTENO_URL=https://"
                         "a.example\n");
}

Test(notify, a_name_or_state_of_the_server_is_no_option_of_the_hook)
{
    static const struct notify_change hostile = {
        .id = 7, .from = "-d@credentials", .to = "-xHOST", .name = "-o/root/.bashrc {id}"};
    set(SETTING_HOOK, "curl URL");
    expect_hook(&hostile, "curl\nURL\n"
                          "STENO_ID=7\nSTENO_FROM=-d@credentials\nSTENO_STATE=-xHOST\n"
                          "STENO_NAME=-o/root/.bashrc {id}\n"
                          "STENO_PROFILE=default\nSTENO_URL=\n");
}

Test(notify, id_in_braces_is_replaced_in_the_words_of_the_hook)
{
    char **argv, **env;
    set(SETTING_HOOK, "open 'https://h/{id}?x={id}' {id} {ID} {name} {id");
    cr_assert(notify_hook(&settings, &change, &argv, &env, &err), "%s", err.text);
    cr_expect_str_eq(argv[1], "https://h/12?x=12");
    cr_expect_str_eq(argv[2], "12");
    cr_expect_str_eq(argv[3], "{ID}");
    cr_expect_str_eq(argv[4], "{name}");
    cr_expect_str_eq(argv[5], "{id");
    cr_expect_null(argv[6]);
    spawn_argv_free(argv);
    spawn_argv_free(env);
}

Test(notify, the_server_of_the_hook_is_that_of_the_change)
{
    struct notify_change told = change;
    set(SETTING_HOOK, "notify");
    set(SETTING_URL, "https://a.example");
    told.url = "https://b.example";
    expect_hook(&told, "notify\n"
                       "STENO_ID=12\nSTENO_FROM=InProgress\nSTENO_STATE=Completed\n"
                       "STENO_NAME=Council meeting; rm -rf '$HOME'\n"
                       "STENO_PROFILE=default\nSTENO_URL=https://"
                       "b.example\n");
}

Test(notify, a_hook_with_an_open_quote_is_named)
{
    char **argv, **env;
    set(SETTING_HOOK, "notify 'a");
    cr_assert_not(notify_hook(&settings, &change, &argv, &env, &err));
    cr_expect_str_eq(err.text, "hook: The command has an open quote");
    cr_expect_null(argv);
}
