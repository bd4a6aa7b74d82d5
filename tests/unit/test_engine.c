/* work/engine and its mail: mail comes in order, the descriptor tells when, and what repeats does not pile
 * up. */
/* SPDX-License-Identifier: MIT */
#include "mail_wait.h"

#include <string.h>

#include "steno/work/workers.h"
#include "steno/core/write.h"
#include "steno/core/settings.h"
#include "steno/work/engine.h"
#include "steno/base/mem.h"

static struct workers *workers;

static void begin(void)
{
    struct error err;
    workers = workers_new(1, &err);
    cr_assert_not_null(workers, "%s", err.text);
}

static void end(void)
{
    workers_stop(workers, MAIL_LIMIT_MS);
    workers_free(workers);
}

TestSuite(mail, .init = begin, .fini = end);

static void post_text(const char *text)
{
    struct mail mail = {.kind = MAIL_NOTICE, .text = mem_copy(text)};
    workers_post(workers, &mail);
    cr_assert_null(mail.text, "the text is still the sender's");
}

static void post_progress(uint64_t serial, int64_t bytes, const char *notice)
{
    struct mail mail = {.kind = MAIL_PROGRESS, .progress = {.serial = serial, .bytes = bytes, .total = -1}};
    memcpy(mail.progress.notice, notice, strlen(notice) + 1);
    workers_post(workers, &mail);
}

static void expect_text(const char *text)
{
    struct mail mail = mail_next(workers);
    cr_expect_str_eq(mail.text, text);
    mail_clear(&mail);
}

Test(mail, the_descriptor_is_readable_while_mail_waits_and_only_then)
{
    struct mail mail;
    cr_expect_not(mail_waits(workers));
    cr_expect_not(workers_take(workers, &mail));
    post_text("one");
    post_text("two");
    cr_expect(mail_waits(workers));
    expect_text("one");
    cr_expect(mail_waits(workers));
    expect_text("two");
    cr_expect_not(mail_waits(workers));
    post_text("three");
    expect_text("three");
    cr_expect_not(mail_waits(workers));
}

Test(mail, byte_counts_of_one_call_are_replaced_those_of_another_are_not)
{
    post_progress(1, 100, "");
    post_progress(2, 7, "");
    post_progress(1, 200, "");
    struct mail mail = mail_next(workers);
    cr_expect_eq(mail.progress.serial, 1);
    cr_expect_eq(mail.progress.bytes, 200);
    mail = mail_next(workers);
    cr_expect_eq(mail.progress.serial, 2);
    cr_expect_not(mail_waits(workers));
}

Test(mail, a_notice_is_never_replaced)
{
    post_progress(1, 0, "Trying again in 1 s");
    post_progress(1, 100, "");
    post_progress(1, 0, "Trying again in 2 s");
    cr_expect_str_eq(mail_next(workers).progress.notice, "Trying again in 1 s");
    cr_expect_eq(mail_next(workers).progress.bytes, 100);
    cr_expect_str_eq(mail_next(workers).progress.notice, "Trying again in 2 s");
}

Test(mail, mail_that_nobody_took_is_freed_at_the_end)
{
    post_text("left");
    struct mail mail = {.kind = MAIL_TOKEN, .secret = mem_copy("t0ken")};
    workers_post(workers, &mail);
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
        workers_post(engine.workers, &mail);
    }
    int before = 0;
    for (bool more = true; more; before = turns) {
        more = engine_mail(&engine);
        cr_expect_leq(turns - before, 64);
        cr_expect_eq(mail_waits(engine.workers), turns < 200, "the descriptor tells of what is left");
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
    workers_post(engine.workers, &mail);
    cr_expect_eq(engine_stop(&engine), 1);
    cr_expect_eq(end.answers, 1);
    settings_free(&settings);
}
