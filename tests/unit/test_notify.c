/* work/notify: a change of state leaves by hook, bell and terminal notice only when wanted, and as plain
 * words. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "steno/base/spawn.h"
#include "steno/work/notify.h"

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

static void expect_bytes(const char *expected)
{
    char *bytes = notify_terminal_bytes(&settings, &change);
    cr_expect_str_eq(bytes, expected);
    free(bytes);
}

Test(notify, nothing_is_sent_by_default)
{
    char **argv, **env;
    expect_bytes("");
    cr_assert(notify_hook(&settings, &change, &argv, &env, &err));
    cr_expect_null(argv);
    cr_expect_null(env);
}

Test(notify, the_hook_of_a_change_belongs_to_who_claims_it_and_to_all_where_the_store_is_silent)
{
    struct notify_change seen = change;
    seen.since_ms = 100;
    seen.until_ms = 200;
    struct store_op *op = notify_claim(&seen);
    cr_expect_eq(op->kind, STORE_CHANGE_CLAIM);
    cr_expect_eq(op->id, 12);
    cr_expect_str_eq(op->name, "hook");
    cr_expect_str_eq(op->text, "Completed");
    cr_expect_eq(op->number, 100);
    cr_expect_eq(op->when_ms, 200);
    struct store_result *result = store_result_new(op);
    cr_expect(notify_is_claimed(NULL));
    cr_expect(notify_is_claimed(result), "it failed");
    result->ok = true;
    cr_expect_not(notify_is_claimed(result), "another program has it");
    result->changes = 1;
    cr_expect(notify_is_claimed(result));
    store_result_free(result);
    store_op_free(op);
}

Test(notify, the_bell_is_one_byte)
{
    set(SETTING_BELL, "on");
    expect_bytes("\a");
}

Test(notify, a_terminal_notice_is_wrapped_within_tmux)
{
    set(SETTING_NOTIFY_OSC, "on");
    expect_bytes("\033]9;steno: 12 Council meeting; rm -rf '$HOME': InProgress -> Completed\a");
    setenv("TMUX", "/tmp/tmux-0/default,1,0", 1);
    expect_bytes(
        "\033Ptmux;\033\033]9;steno: 12 Council meeting; rm -rf '$HOME': InProgress -> Completed\a\033\\");
}

Test(notify, the_hook_gets_words_and_variables_and_no_shell)
{
    static const char *const words[] = {"notify", "-t", "a b", "12", "InProgress", "Completed"};
    char **argv, **env;
    set(SETTING_HOOK, "notify -t 'a b'");
    cr_assert(notify_hook(&settings, &change, &argv, &env, &err), "%s", err.text);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        cr_expect_str_eq(argv[i], words[i]);
    cr_expect_str_eq(argv[6], change.name);
    cr_expect_null(argv[7]);
    cr_expect_str_eq(env[0], "STENO_ID=12");
    cr_expect_str_eq(env[1], "STENO_FROM=InProgress");
    cr_expect_str_eq(env[2], "STENO_STATE=Completed");
    cr_expect_str_eq(env[3], "STENO_NAME=Council meeting; rm -rf '$HOME'");
    cr_expect_null(env[4]);
    spawn_argv_free(argv);
    spawn_argv_free(env);
}

Test(notify, a_hook_with_an_open_quote_is_named)
{
    char **argv, **env;
    set(SETTING_HOOK, "notify 'a");
    cr_assert_not(notify_hook(&settings, &change, &argv, &env, &err));
    cr_expect_str_eq(err.text, "hook: The command has an open quote: notify 'a");
    cr_expect_null(argv);
}
