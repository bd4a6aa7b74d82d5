/* work/mailbox: mail comes in order, the descriptor tells when, and what repeats does not pile up. */
/* SPDX-License-Identifier: MIT */
#include "mail_wait.h"

#include <string.h>

#include "mailbox.h"
#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/work/engine.h"
#include "steno/base/mem.h"

static struct mailbox *box;

static void begin(void)
{
    struct error err;
    box = mailbox_new(&err);
    cr_assert_not_null(box, "%s", err.text);
}

static void end(void)
{
    mailbox_free(box);
}

TestSuite(mailbox, .init = begin, .fini = end);

static void post_text(const char *text)
{
    struct mail mail = {.kind = MAIL_NOTICE, .text = mem_copy(text)};
    mailbox_post(box, &mail);
    cr_assert_null(mail.text, "the text is still the sender's");
}

static void post_progress(uint64_t serial, int64_t bytes, const char *notice)
{
    struct mail mail = {.kind = MAIL_PROGRESS, .progress = {.serial = serial, .bytes = bytes, .total = -1}};
    memcpy(mail.progress.notice, notice, strlen(notice) + 1);
    mailbox_post(box, &mail);
}

static void expect_text(const char *text)
{
    struct mail mail = mail_next(box);
    cr_expect_str_eq(mail.text, text);
    mail_clear(&mail);
}

Test(mailbox, the_descriptor_is_readable_while_mail_waits_and_only_then)
{
    struct mail mail;
    cr_expect_not(mail_waits(box));
    cr_expect_not(mailbox_take(box, &mail));
    post_text("one");
    post_text("two");
    cr_expect(mail_waits(box));
    expect_text("one");
    cr_expect(mail_waits(box));
    expect_text("two");
    cr_expect_not(mail_waits(box));
    post_text("three");
    expect_text("three");
    cr_expect_not(mail_waits(box));
}

Test(mailbox, byte_counts_of_one_call_are_replaced_those_of_another_are_not)
{
    post_progress(1, 100, "");
    post_progress(2, 7, "");
    post_progress(1, 200, "");
    struct mail mail = mail_next(box);
    cr_expect_eq(mail.progress.serial, 1);
    cr_expect_eq(mail.progress.bytes, 200);
    mail = mail_next(box);
    cr_expect_eq(mail.progress.serial, 2);
    cr_expect_not(mail_waits(box));
}

Test(mailbox, a_notice_is_never_replaced)
{
    post_progress(1, 0, "Trying again in 1 s");
    post_progress(1, 100, "");
    post_progress(1, 0, "Trying again in 2 s");
    cr_expect_str_eq(mail_next(box).progress.notice, "Trying again in 1 s");
    cr_expect_eq(mail_next(box).progress.bytes, 100);
    cr_expect_str_eq(mail_next(box).progress.notice, "Trying again in 2 s");
}

Test(mailbox, mail_that_nobody_took_is_freed_with_the_box)
{
    post_text("left");
    struct mail mail = {.kind = MAIL_TOKEN, .secret = mem_copy("t0ken")};
    mailbox_post(box, &mail);
}

/* A front end that counts its turns, and the terminal of one that needs none. */
static void count_turn(void *self, const struct event *event, int64_t now_ms, struct effects *effects)
{
    (void)now_ms;
    (void)effects;
    *(int *)self += event->kind == EVENT_NOTICE;
}

Test(engine_mail, so_many_letters_are_a_turn_before_keys_are_looked_at)
{
    struct engine engine;
    struct settings settings;
    struct error err;
    int turns = 0;
    const struct engine_user user = {.self = &turns, .handle = count_turn};
    const struct terminal_ops terminal = {0};
    settings_init(&settings);
    cr_assert(engine_init(&engine, &settings, &user, &terminal, &err), "%s", err.text);
    for (int i = 0; i < 200; i++) {
        struct mail mail = {.kind = MAIL_NOTICE, .text = mem_copy("news")};
        mailbox_post(engine.box, &mail);
    }
    int before = 0;
    for (bool more = true; more; before = turns) {
        more = engine_mail(&engine);
        cr_expect_leq(turns - before, 64);
        cr_expect_eq(mail_waits(engine.box), turns < 200, "the descriptor tells of what is left");
        cr_assert(!more || turns > before);
    }
    cr_expect_eq(turns, 200, "%d", turns);
    engine_stop(&engine);
    settings_free(&settings);
}

struct end {
    size_t answers;
};

/* Counts answers; each wants something reported and something else sent. */
static void hear_end(void *self, const struct event *event, int64_t now_ms, struct effects *effects)
{
    struct end *end = self;
    (void)now_ms;
    if (event->kind != EVENT_CALL_DONE)
        return;
    end->answers++;
    struct effect *report = effects_add(effects, EFFECT_REPORT);
    report->text = mem_copy("not saved: it");
    report->code = 1;
    effects_add(effects, EFFECT_CALL)->call = call_new(ENDPOINT_GET_PROJECT);
}

Test(engine_mail, an_answer_that_comes_after_the_end_is_heard_of_and_begins_nothing)
{
    struct engine engine;
    struct settings settings;
    struct end end = {0};
    struct error err;
    struct terminal_ops terminal = {0};
    const struct engine_user user = {.self = &end, .handle = hear_end};
    settings_init(&settings);
    cr_assert(engine_init(&engine, &settings, &user, &terminal, &err), "%s", err.text);
    engine_start(&engine);
    engine.quit = true;
    struct mail mail = {.kind = MAIL_CALL, .call = call_result_new(&(struct call){.op = ENDPOINT_ENQUEUE})};
    mailbox_post(engine.box, &mail);
    cr_expect_eq(engine_report(&engine), 1);
    cr_expect_eq(end.answers, 1);
    engine_stop(&engine);
    settings_free(&settings);
}
