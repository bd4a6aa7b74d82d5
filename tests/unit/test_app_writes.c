/* The application: tags, metadata, questions, cancelling; steno asks before it sends a change of metadata
 * again that may overwrite another user's. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>

#include "steno/app/app.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/replies.h"

#define MINUTE INT64_C(60000)

TestSuite(app_writes, .init = scene_start, .fini = scene_stop);

#define COUNCIL "#1  Council meeting, 14 May (None)"
#define NOTICE                                                                                               \
    "Saved. steno cannot read metadata back: check it in the web editor. If it is wrong there, change the "  \
    "setting "                                                                                               \
    "metadata_body to text or json."

/* Presses the keys; expects this question, and that Enter does not answer it. */
static void expect_question(const char *keys, const char *question)
{
    bench_clear(&bench);
    bench_keys(&bench, keys);
    cr_expect_str_eq(bench_question(&bench), question, "%s", keys);
    cr_expect_eq(bench_effect_count(after("Enter"), EFFECT_CALL), 0, "%s", keys);
    cr_expect_null(bench.app->question->text, "%s", keys);
}

Test(app_writes, a_question_names_what_it_is_about_cut_where_that_must_be_and_enter_alone_never_confirms)
{
    bench_set_metadata(&bench, "colour", "red");
    expect_question("j d", "Delete the metadata \"colour\" of " COUNCIL "?");
    cr_assert_str_eq(bench_call(after("d y"), ENDPOINT_DELETE_METADATA)->key, "colour");
    scene_anew();
    expect_question("t d", "Delete the tag \"news\" of " COUNCIL "?");
    bench_keys(&bench, "d y");
    const struct call *call = bench_call(&bench, ENDPOINT_DELETE_TAG);
    cr_assert_eq(call->project_id, 1);
    cr_assert_eq(call->version, 7);
    cr_assert_str_eq(call->value, "news");
    scene_anew();
    bench_resize(&bench, 30, 10);
    expect_question("D", "Remove #1  Council meeting, … (None) from the list?");
    bench_command(&bench, "open 77");
    expect_question("D", "Remove #77 (not read yet) from the list?");
}

/* --- tags --- */

static char *members_of(int version, const char *members)
{
    return mem_printf("'AccessToken':%d,'ProcessingState':'None','Length':'00:42:10','Description':"
                      "{'Name':'Council meeting, 14 May'},%s",
                      version, members);
}

/* Reads project 1 by a key, with these members. */
static void read_it(int version, const char *members)
{
    char *all = members_of(version, members);
    bench_keys(&bench, "r");
    reply_members(ENDPOINT_GET_PROJECT, 1, all);
    free(all);
}

Test(app_writes, a_tag_is_sent_exactly_as_the_server_gave_it_and_not_once_it_went_away)
{
    read_it(9, "'Tags':['a\\u0007b']");
    cr_assert_str_lacks(bench_question(after("t d")), "\a");
    cr_assert_str_eq(bench_call(after("y"), ENDPOINT_DELETE_TAG)->value, "a\ab");
    cr_assert_eq(bench_call(&bench, ENDPOINT_DELETE_TAG)->version, 9);

    scene_anew();
    read_it(9, "'Tags':['news\\u0000old','news']");
    cr_assert_null(bench_call(after("t d y"), ENDPOINT_DELETE_TAG), "it is not the tag before the zero");
    cr_assert(bench.app->status_is_bad);
    cr_assert_str_has(bench.app->status, "steno cannot send it");

    scene_anew();
    cr_assert_str_eq(after("t a")->app->status, "The key a works in the metadata, not here");
    cr_assert_eq(bench_effect_count(&bench, EFFECT_CALL), 0);
    bench_keys(&bench, "r d");
    reply_members(ENDPOINT_GET_PROJECT, 1, "'AccessToken':9,'ProcessingState':'None','Tags':['archive']");
    cr_assert_null(bench_call(after("y"), ENDPOINT_DELETE_TAG));
    cr_assert(bench.app->status_is_bad);
}

Test(app_writes, what_changed_meanwhile_under_a_write_is_in_the_activity)
{
    bench_keys(&bench, "t d y");
    reply_ended(ENDPOINT_DELETE_TAG, 1, ERROR_NONE, "", "None", "Name was changed by somebody else");
    expect_said("", "1: tag deleted; the project had changed in the meantime (L lists the changes)");
    cr_assert_str_has(bench_page_text(after("L"), "activity"), "Name was changed by somebody else");
}

/* --- metadata --- */

Test(app_writes, metadata_is_set_by_a_form_remembered_and_shown_apart_from_that_of_the_server)
{
    scene_keys("m a 'colour' Tab 'red' Enter");
    const struct call *call = bench_call(&bench, ENDPOINT_ADD_METADATA);
    cr_assert_str_eq(call->key, "colour");
    cr_assert_str_eq(call->value, "red");
    cr_assert_eq(call->version, 7);
    reply_state(ENDPOINT_ADD_METADATA, 1, "None");
    cr_assert_null(app_form_top(bench.app));
    cr_assert_str_has(bench_page_text(&bench, "metadata"), "Set from this computer");
    cr_assert_str_has(bench_page_text(&bench, "metadata"), "red  (set 2026-05-14");

    scene_anew();
    bench_set_metadata(&bench, "k", "");
    cr_expect_str_eq(bench.app->status, NOTICE);
    bench_set_metadata(&bench, "k", "");
    cr_expect_str_lacks(bench.app->status, "web editor");
}

/* --- ^C and progress --- */

Test(app_writes, interrupt_cancels_the_call_before_it_leaves_anything_then_the_form_then_quits)
{
    bench_keys(&bench, "e X");
    uint64_t serial = bench_call(&bench, ENDPOINT_ENQUEUE)->serial;
    cr_assert_eq(bench_effect(after("^C"), EFFECT_CANCEL)->serial, serial);
    cr_assert_not_null(app_form_top(bench.app));
    reply_error(ENDPOINT_ENQUEUE, 1, ERROR_CANCELLED, 0, "cancelled");
    bench.now_ms += 3000;
    cr_assert_null(app_form_top(after("^C")->app));
    cr_assert_null(bench_effect(&bench, EFFECT_QUIT));
    bench.now_ms += 3000;
    cr_assert_eq(bench_effect(after("^C"), EFFECT_QUIT)->code, 0);

    for (int ms = 2000; ms <= 2001; ms++) {
        scene_anew();
        bench_keys(&bench, "x ^C");
        bench.now_ms += ms;
        bench_keys(&bench, "^C");
        const struct effect *quit = bench_effect(&bench, EFFECT_QUIT);
        cr_assert_eq(quit ? quit->code : 0, ms == 2000 ? 130 : 0, "twice within %d ms", ms);
    }
}

Test(app_writes, progress_is_told_once_a_second_at_most_and_a_retry_of_what_was_asked_alone)
{
    struct call_progress progress = {.bytes = 1, .total = -1};
    struct event event = {.kind = EVENT_CALL_PROGRESS, .progress = &progress};
    bench_complete(&bench);
    bench_keys(&bench, "x X");
    progress.serial = bench_call(&bench, ENDPOINT_EXPORT)->serial;
    bench_event(&bench, &event);
    char *first = mem_copy(bench_message(&bench));
    bench.now_ms += 999;
    progress.bytes = 3 << 20;
    bench_event(&bench, &event);
    cr_assert_str_eq(bench_message(&bench), first);
    bench.now_ms += 1;
    bench_event(&bench, &event);
    cr_assert_str_has(bench_message(&bench), "3");
    cr_assert_str_neq(bench_message(&bench), first);
    free(first);
    snprintf(progress.notice, sizeof progress.notice, "%s", "Export: not ready; try 2 of 5");
    bench_event(&bench, &event);
    cr_assert_str_eq(bench.app->status, "Export: not ready; try 2 of 5");
    bench_keys(&bench, "^C");
    bench_wait(&bench, 31000);
    progress.serial = bench_call(&bench, ENDPOINT_GET_PROJECT)->serial;
    snprintf(progress.notice, sizeof progress.notice, "%s", "network; try 2 of 3");
    bench_event(&bench, &event);
    cr_assert_str_lacks(bench.app->status, "try 2 of 3", "the timer read it");
}

Test(app_writes, an_enqueue_that_may_have_been_done_is_not_sent_a_second_time_unasked)
{
    static const struct {
        enum error_kind kind;
        int status;
    } ends[] = {{ERROR_UNKNOWN_OUTCOME, 0}, {ERROR_CANCELLED, 0}, {ERROR_UNKNOWN_OUTCOME, 504}};
    bench_keys(&bench, "e");
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        bench_keys(&bench, i == 0 ? "X" : "X y");
        reply_error(ENDPOINT_ENQUEUE, 1, ends[i].kind, ends[i].status, "The request may have succeeded");
        bench_clear(&bench);
        cr_assert_null(bench_call(after("X"), ENDPOINT_ENQUEUE), "%s", error_kind_name(ends[i].kind));
        cr_assert_str_has(bench_question(&bench), "Enqueue again? ");
        bench_keys(&bench, "Enter");
    }
}

/* --- a conflict --- */

#define HERE      "http://127.0.0.1:8321"
#define ELSEWHERE "http://127.0.0.1:9"

TestSuite(app_conflict, .init = scene_start, .fini = scene_stop);

/* Answers the last write with a conflict; the read after it, with the same serial, gives these members (NULL:
 * the read fails). */
static void refuse(int version, const char *members)
{
    struct call *call = bench_call(&bench, ENDPOINT_ADD_METADATA);
    cr_assert_not_null(call);
    uint64_t serial = call->serial;
    bench_answer_error(&bench, call, ERROR_CONFLICT, 409, "Project 1: somebody else was quicker.");
    call = bench_call(&bench, ENDPOINT_GET_PROJECT);
    cr_assert(call && call->serial == serial, "it is not read");
    char *all = members_of(version, members ? members : "");
    if (members)
        reply_members(ENDPOINT_ADD_METADATA, 1, all);
    else
        bench_answer_error(&bench, call, ERROR_TIMEOUT, 0, "Read project 1: no response.");
    free(all);
}

/* Reads project 1 with these members at 09:02; nine minutes later the form sets Episode to 120. */
static void set_episode(const char *members)
{
    read_it(88, members);
    scene_keys("m a 'Episode' Tab '120'");
    bench.wall_ms += 9 * MINUTE;
    bench_clear(&bench);
    bench_keys(&bench, "Enter");
}

static void answer(const char *keys)
{
    bench_clear(&bench);
    bench_keys(&bench, keys);
}

#define QUESTION                                                                                             \
    "Project 1 changed since 09:02 UTC: Tags + archive. Its metadata cannot be read. Set Episode to 120 "    \
    "anyway?"

Test(app_conflict, a_refused_change_is_asked_about_and_sent_once_with_the_version_that_was_read_and_not_on_no)
{
    set_episode("'Tags':['news']");
    refuse(91, "'Tags':['news','archive']");
    cr_expect_str_eq(bench_question(&bench), QUESTION);
    cr_expect_eq(bench.app->failures_unseen, 0);
    cr_expect_eq(sent(ENDPOINT_ADD_METADATA), 1, "only the one that was refused");
    bench.wall_ms += 9 * MINUTE;
    answer("y");
    const struct call *call = bench_call(&bench, ENDPOINT_ADD_METADATA);
    cr_expect_str_eq(call->key, "Episode");
    cr_expect_str_eq(call->value, "120");
    cr_expect_eq(call->seen->version, 91);
    refuse(95, "'Tags':['archive']");
    cr_expect_str_has(bench_question(&bench),
                      ": Tags - news. Its metadata cannot be read. Set Episode to 120 anyway?",
                      "it asks again with what changed since the first");
    answer("y");
    cr_assert_eq(sent(ENDPOINT_ADD_METADATA), 1);
    cr_expect_eq(bench_call(&bench, ENDPOINT_ADD_METADATA)->seen->version, 95);
    cr_assert_not_null(app_form_top(bench.app), "it is open until the answer");
    reply_state(ENDPOINT_ADD_METADATA, 1, "None");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_eq(bench.app->status, NOTICE);

    scene_anew();
    set_episode("'Tags':['news']");
    refuse(91, "'Tags':['news','archive']");
    answer("n");
    cr_expect_eq(sent(ENDPOINT_ADD_METADATA), 0);
    cr_expect_str_eq(bench.app->status, "Nothing was changed");
    cr_assert_not_null(app_form_top(bench.app));
    const struct param_set *values = form_values(app_form_top(bench.app)->form);
    cr_expect_str_eq(param_set_get(values, param_find(values->table, "Value")), "120");
}

Test(app_conflict, what_is_shown_of_the_key_is_said_and_nothing_asked_where_the_version_is_no_other)
{
    static const struct {
        int version;
        const char *now, *words; /* now NULL: the read fails; words NULL: no question */
    } rows[] = {
        {91, "'Metadata':{'Episode':'119'}",
         "no visible field. Its key Episode is 119 now. Set Episode to 120"},
        {91, "'Metadata':{'Episode':7}", "Its key Episode is 7 now. Set Episode to 120"},
        {91, "'Metadata':{}", "Its key Episode no longer exists. Set Episode to 120"},
        {88, "'Metadata':{}", NULL},
        {0, NULL, NULL},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        set_episode("'Metadata':{'Episode':'118'}");
        refuse(rows[i].version, rows[i].now);
        if (rows[i].words)
            cr_expect_str_has(bench_question(&bench), rows[i].words, "row %zu", i);
        else
            cr_expect(!*bench_question(&bench) && bench.app->status_is_bad, "row %zu: %s", i,
                      bench_question(&bench));
        scene_anew();
    }
}

Test(app_conflict, what_was_cancelled_between_two_answers_is_not_sent_again_nor_to_another_server)
{
    static const char same[] = "\"Metadata\":{\"Episode\":\"118\"}";
    for (int is_read = 0; is_read < 2; is_read++) {
        set_episode(same);
        if (!is_read)
            bench_keys(&bench, "^C");
        bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ADD_METADATA), ERROR_CONFLICT, 409,
                           "Project 1: somebody else was quicker.");
        if (is_read) {
            struct call read = {.op = ENDPOINT_GET_PROJECT, .project_id = 1};
            read.serial = bench_call(&bench, ENDPOINT_GET_PROJECT)->serial;
            bench_keys(&bench, "^C");
            bench_answer_project(&bench, &read,
                                 "{\"Data\":{\"Id\":1,\"AccessToken\":91,\"ProcessingState\":\"None\","
                                 "\"Metadata\":{\"Episode\":\"118\"}}}");
        }
        cr_expect_eq(sent(ENDPOINT_ADD_METADATA), 1, "case %d", is_read);
        cr_expect_str_lacks(bench_question(&bench), "anyway", "case %d", is_read);
        cr_expect_not(app_call_in_sight(bench.app), "case %d: something is under way", is_read);
        scene_anew();
    }

    set_episode("'Metadata':{'Episode':'118'}");
    struct call *call = bench_call(&bench, ENDPOINT_ADD_METADATA);
    bench_keys(&bench, "Esc Esc");
    scene_log_in(ELSEWHERE, "a@example.org");
    bench_answer_error(&bench, call, ERROR_CONFLICT, 409, "Project 1: somebody else was quicker.");
    for (size_t i = 0; i < bench.app->call_count; i++)
        cr_expect_neq(bench.app->calls[i].op, ENDPOINT_ADD_METADATA, "it goes on");
}

Test(app_conflict, a_batch_goes_on_after_a_login_of_the_account_that_began_it_alone)
{
    static const struct {
        const char *url, *email;
        size_t sent; /* enqueues sent of five, if this login comes after three */
    } rows[] = {{ELSEWHERE, "a@example.org", 3}, {HERE, "b@example.org", 3}, {HERE, "a@example.org", 4}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        scene_log_in(HERE, "a@example.org");
        bench_clear(&bench);
        bench_answer_reads(&bench, "None");
        bench_command(&bench, "open 11-12");
        bench_all_new(&bench);
        bench_keys(&bench, "Esc M e X y");
        cr_assert_eq(sent(ENDPOINT_ENQUEUE), 3, "%s", bench.app->status);
        struct call *call = bench_call(&bench, ENDPOINT_ENQUEUE);
        scene_log_in(rows[i].url, rows[i].email);
        bench_answer_error(&bench, call, ERROR_FORBIDDEN, 403, "No credit.");
        cr_expect_eq(sent(ENDPOINT_ENQUEUE), rows[i].sent, "row %zu", i);
        scene_anew();
    }
}
