/* work/engine and its mail: mail comes in order, the descriptor tells when, and what repeats does not pile
 * up. */
/* SPDX-License-Identifier: MIT */
#include "workers_help.h"

#include "steno/core/settings.h"
#include "steno/core/write.h"
#include "steno/work/engine.h"

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

Test(mail, the_descriptor_is_readable_while_mail_waits_and_what_nobody_took_is_freed_at_the_end)
{
    struct mail mail;
    cr_expect_not(mail_waits(workers));
    cr_expect_not(workers_take(workers, &mail));
    post_text("one");
    post_text("two");
    cr_expect(mail_waits(workers));
    expect_mail(MAIL_NOTICE, "one");
    cr_expect(mail_waits(workers));
    expect_mail(MAIL_NOTICE, "two");
    cr_expect_not(mail_waits(workers));
    post_text("three");
    expect_mail(MAIL_NOTICE, "three");
    cr_expect_not(mail_waits(workers));
    post_text("left");
    mail = (struct mail){.kind = MAIL_TOKEN, .secret = mem_copy("t0ken")};
    workers_post(workers, &mail);
}

Test(mail, byte_counts_of_one_call_are_replaced_those_of_another_and_notices_are_not)
{
    static const struct {
        uint64_t serial;
        int64_t bytes;
        const char *notice;
    } rows[] = {{1, 100, ""}, {2, 7, ""},
                {1, 200, ""}, {3, 0, "Trying again in 1 s"},
                {3, 300, ""}, {3, 0, "Trying again in 2 s"}};
    static const size_t order[] = {2, 1, 3, 4, 5}; /* the newer count has the older one's place */
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        post_progress(rows[i].serial, rows[i].bytes, rows[i].notice);
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        struct mail mail = mail_next();
        cr_expect_eq(mail.progress.serial, rows[order[i]].serial, "letter %zu", i);
        cr_expect_eq(mail.progress.bytes, rows[order[i]].bytes, "letter %zu", i);
        cr_expect_str_eq(mail.progress.notice, rows[order[i]].notice);
    }
    cr_expect_not(mail_waits(workers));
}

/* --- the engine --- */

static struct engine engine;
static struct settings settings;
static int turns; /* events that were heard of, but ticks */

/* Counts notices and answers; an answer wants something reported and something else sent. */
static void count_turn(void *self, const struct event *event, int64_t now_ms, struct effects *effects)
{
    (void)self, (void)now_ms;
    turns += event->kind == EVENT_NOTICE || event->kind == EVENT_CALL_DONE;
    if (event->kind != EVENT_CALL_DONE)
        return;
    struct effect *report = effects_add(effects, EFFECT_REPORT);
    report->text = mem_copy("not saved: it");
    report->code = 1;
    effects_add(effects, EFFECT_CALL)->call = call_new(ENDPOINT_GET_PROJECT);
}

static void begin_engine(void)
{
    static const struct engine_user user = {.handle = count_turn};
    static const struct terminal_ops terminal = {0}; /* of a front end that needs none */
    settings_init(&settings);
    cr_assert(engine_init(&engine, &settings, &user, &terminal, &err), "%s", err.text);
}

static void end_engine(void)
{
    settings_free(&settings);
}

TestSuite(engine_mail, .init = begin_engine, .fini = end_engine);

Test(engine_mail, so_many_letters_are_a_turn_before_keys_are_looked_at)
{
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
    cr_expect_eq(turns, 200);
    engine_stop(&engine);
}

Test(engine_mail, an_answer_that_comes_after_the_end_is_heard_of_and_begins_nothing)
{
    engine_start(&engine);
    engine.quit = true;
    struct mail mail = {.kind = MAIL_CALL, .call = call_result_new(&(struct call){.op = ENDPOINT_ENQUEUE})};
    workers_post(engine.workers, &mail);
    cr_expect_eq(engine_stop(&engine), 1);
    cr_expect_eq(turns, 1);
}
