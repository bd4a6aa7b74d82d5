/* work/hooks: one runs at a time, and is claimed only when it is to begin. */
/* SPDX-License-Identifier: MIT */
#include "folder.h"
#include "mail_wait.h"

#include "hooks.h"

static struct mailbox *box;
static struct programs *programs;
static struct hooks *hooks;
static struct settings settings;
static struct error err;
static int64_t asked[8]; /* the ids of the changes that were to be claimed, in their order */
static int asked_count;

/* Notes a claim; its answer is the test's. */
static void claim(void *arg, struct store_op *op)
{
    cr_assert_eq(arg, &settings);
    cr_assert_eq(op->kind, STORE_CHANGE_CLAIM);
    asked[asked_count++] = op->id;
    store_op_free(op);
}

static void begin(void)
{
    folder_make();
    settings_init(&settings);
    char *hook = mem_printf("sh -c 'echo $STENO_ID >>%s'", folder_path("ran"));
    cr_assert(settings_put(&settings, SETTING_HOOK, SOURCE_CONFIG, NULL, hook, &err));
    free(hook);
    box = mailbox_new(&err);
    programs = programs_new(box);
    hooks = hooks_new(programs, claim, &settings);
}

static void end(void)
{
    hooks_free(hooks);
    cr_expect(programs_stop(programs, MAIL_LIMIT_MS));
    mailbox_free(box);
    settings_free(&settings);
    folder_remove();
}

TestSuite(hooks, .init = begin, .fini = end);

/* Adds the changes of projects 1 to `count`. */
static void add(int count)
{
    for (int i = 1; i <= count; i++) {
        const struct notify_change change = {
            .id = i, .from = "InProgress", .to = "Completed", .name = "name"};
        cr_assert(hooks_add(hooks, &settings, &change, &err), "%s", err.text);
    }
}

/* The store answers the claim that was made: it is ours, or not. */
static void answer(bool ours)
{
    struct store_op *op = store_op_new(STORE_CHANGE_CLAIM);
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->changes = ours;
    hooks_claimed(hooks, result);
    store_result_free(result);
    store_op_free(op);
}

/* Waits for the end of the hook that runs. */
static void await_end(void)
{
    struct mail mail = mail_next(box);
    cr_assert_eq(mail.kind, MAIL_PROGRAM, "%d", mail.kind);
    mail_clear(&mail);
    hooks_ended(hooks);
}

static void expect_waiting(const char *names)
{
    char *waiting = hooks_waiting(hooks);
    cr_expect_str_eq(waiting ? waiting : "", names);
    free(waiting);
}

Test(hooks, the_next_is_claimed_when_the_one_before_has_ended)
{
    add(3);
    cr_expect_eq(asked_count, 1, "%d claimed at once", asked_count);
    cr_expect_eq(hooks_count(hooks), 3);
    expect_waiting("1 (Completed), 2 (Completed), 3 (Completed)");
    answer(true);
    cr_expect_eq(asked_count, 1, "%d claimed while one runs", asked_count);
    cr_expect_eq(hooks_count(hooks), 3);
    expect_waiting("2 (Completed), 3 (Completed)");
    await_end();
    cr_expect_eq(asked_count, 2);
    answer(true);
    await_end();
    answer(true);
    await_end();
    cr_expect_eq(asked_count, 3);
    cr_expect_eq(asked[0] * 100 + asked[1] * 10 + asked[2], 123);
    cr_expect_eq(hooks_count(hooks), 0);
    expect_waiting("");
    char *ran = folder_read(folder_path("ran"));
    cr_expect_str_eq(ran, "1\n2\n3\n");
    free(ran);
}

Test(hooks, one_that_another_program_has_is_left_to_it_and_the_next_is_asked_about)
{
    add(3);
    answer(false);
    cr_expect_eq(asked_count, 2);
    answer(true);
    await_end();
    answer(false);
    cr_expect_eq(hooks_count(hooks), 0);
    char *ran = folder_read(folder_path("ran"));
    cr_expect_str_eq(ran, "2\n");
    free(ran);
}

Test(hooks, none_is_claimed_once_the_end_has_begun)
{
    add(3);
    answer(true);
    hooks_stop(hooks);
    await_end();
    cr_expect_eq(asked_count, 1);
    expect_waiting("2 (Completed), 3 (Completed)");
    cr_expect_eq(hooks_count(hooks), 2);
}

Test(hooks, one_that_fails_is_named_and_the_next_begins)
{
    cr_assert(settings_put(&settings, SETTING_HOOK, SOURCE_CONFIG, NULL, "sh -c 'exit 7'", &err));
    add(2);
    answer(true);
    struct mail mail = mail_next(box);
    cr_expect_eq(mail.kind, MAIL_NOTICE);
    cr_expect_str_eq(mail.text, "hook: sh exited with code 7");
    mail_clear(&mail);
    await_end();
    cr_expect_eq(asked_count, 2);
}

Test(hooks, without_a_setting_there_is_none_and_a_bad_one_is_named)
{
    const struct notify_change change = {.id = 1, .from = "a", .to = "b", .name = "c"};
    cr_assert(settings_put(&settings, SETTING_HOOK, SOURCE_CONFIG, NULL, "", &err));
    cr_expect(hooks_add(hooks, &settings, &change, &err));
    cr_assert(settings_put(&settings, SETTING_HOOK, SOURCE_CONFIG, NULL, "sh 'a", &err));
    cr_expect_not(hooks_add(hooks, &settings, &change, &err));
    cr_expect_str_eq(err.text, "hook: The command has an open quote");
    cr_expect_eq(hooks_count(hooks) + (size_t)asked_count, 0);
}
