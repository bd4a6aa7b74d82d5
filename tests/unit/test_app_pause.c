/* The application: which reads are used and which are too old, a 429 that pauses all projects, and an
 * unreachable server: what is sent, and what header and messages say. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "batch.h"
#include "steno/app/say.h"
#include "steno/app/session.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/replies.h"

#define SECOND INT64_C(1000)
#define MINUTE (60 * SECOND)

/* The newest read. The test answers it after the other reads. */
static struct call last_read(void)
{
    const struct call *call = bench_call(&bench, ENDPOINT_GET_PROJECT);
    struct call kept = {.op = ENDPOINT_GET_PROJECT, .serial = call->serial, .project_id = call->project_id};
    bench_clear(&bench);
    return kept;
}

/* --- a 429 --- */

TestSuite(app_pause, .init = scene_start, .fini = scene_stop);

/* Answers a read with a Retry-After. */
static void refuse(const struct call *call, int status, int retry_after_s)
{
    bench_answer_busy(&bench, call, status, retry_after_s);
    bench_clear(&bench);
}

/* Refuses the read of project 1, at 09:02:00 UTC. */
static void refuse_first(int status, int retry_after_s)
{
    bench_keys(&bench, "r");
    struct call call = last_read();
    refuse(&call, status, retry_after_s);
}

static void expect_paused(const char *wait)
{
    char text[DATE_TEXT_SIZE] = "";
    cr_expect_eq(app_pause_text(bench.app, text, sizeof text), *wait != '\0');
    cr_expect_str_eq(text, wait);
}

Test(app_pause, a_429_is_said_with_the_time_and_nothing_is_read_by_itself_until_one_probe_goes_well)
{
    refuse_first(429, 3600);
    expect_paused("5 min");
    cr_expect_str_eq(bench.app->status,
                     "Refreshing pauses: the server is busy; r refreshes the selected project");
    cr_expect_str_eq(bench_message(after("Esc")), "The server is busy: next try in 5 min; r refreshes now",
                     "it stays");
    cr_expect_eq(sent_within(5 * MINUTE - 1, ENDPOINT_GET_PROJECT), 0);
    cr_assert_eq(sent_within(1, ENDPOINT_GET_PROJECT), 1, "one probe");
    cr_expect(bench_call(&bench, ENDPOINT_GET_PROJECT)->timed,
              "what the server asks is not waited for by a worker");
    struct call probe = last_read();
    cr_expect_neq(probe.project_id, 1);
    expect_paused("");
    reply_state(ENDPOINT_GET_PROJECT, probe.project_id, "InProgress");
    cr_expect_str_eq(bench.app->status, "The server responds again: refreshing continues");
    cr_expect_geq(sent(ENDPOINT_GET_PROJECT), 1, "and the rest follows");
}

Test(app_pause, refreshing_all_sends_one_probe_and_does_not_say_that_all_are_read)
{
    refuse_first(429, 60);
    expect_paused("1 min");
    bench_wait(&bench, 10 * SECOND);
    expect_sent("R", ENDPOINT_GET_PROJECT, 1);
    cr_expect_str_eq(bench.app->status, "Refreshing one project; if that succeeds, the other 2 follow");
    expect_paused("");
    reply_state(ENDPOINT_GET_PROJECT, 2, "Completed");
    cr_expect_eq(sent(ENDPOINT_GET_PROJECT), 3, "the rest, even those that asked");
    cr_expect_str_eq(bench.app->status, "The server responds again: refreshing continues");
}

Test(app_pause, what_is_asked_of_one_project_alone_leaves_at_once_and_a_503_delays_no_other)
{
    refuse_first(429, 3600);
    expect_sent("e X", ENDPOINT_ENQUEUE, 1);
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, 1);
    refuse(&call, 429, 60);
    cr_expect_str_has(bench_message(&bench), "rate limited by the server",
                      "the refusal is not hidden by the pause");
    expect_sent("q j r", ENDPOINT_GET_PROJECT, 1);
    expect_paused("5 min");
    reply_state(ENDPOINT_GET_PROJECT, 2, "Completed");
    expect_paused("");

    scene_anew();
    refuse_first(503, 3600);
    expect_paused("");
    bench_wait(&bench, 5 * MINUTE - 1);
    for (size_t i = 0; i < bench.effects.count; i++) {
        const struct call *other = bench.effects.items[i].call;
        cr_expect(!other || other->op != ENDPOINT_GET_PROJECT || other->project_id != 1);
    }
    cr_expect_geq(sent(ENDPOINT_GET_PROJECT), 1, "the others go on");
    bench_keys(&bench, "r");
    cr_expect_eq(last_read().project_id, 1, "sent at once");
}

static bool is_running(void)
{
    char text[MESSAGE_SIZE];
    return app_message(bench.app, text, sizeof text) == MESSAGE_RUNNING;
}

Test(app_pause, an_expired_session_ends_the_wait_for_a_read)
{
    static const char *const keys[] = {"R", "Space j Space r"};
    for (size_t i = 0; i < 2; i++) {
        bench_keys(&bench, keys[i]);
        struct call call = last_read();
        cr_assert(is_running(), "%s", keys[i]);
        bench_answer_error(&bench, &call, ERROR_NOT_LOGGED_IN, 401, "The token is not valid");
        cr_expect_not(is_running(), "%s", bench_message(&bench));
        bench_event(&bench, &(struct event){.kind = EVENT_TOKEN, .text = i == 0 ? "another-token" : NULL});
        cr_assert_eq(bench.app->session, i == 0 ? SESSION_UP : SESSION_EXPIRED);
        cr_expect_not(is_running(), "%s", bench_message(&bench));
        scene_anew();
    }
}

/* Starts the enqueue of five projects; three are sent: the first gets a 429 with this time, two are accepted.
 */
static void refuse_first_of_batch(int retry_after_s)
{
    scene_keys("o '4 5' Enter");
    bench_all_new(&bench);
    expect_sent("M e X y", ENDPOINT_ENQUEUE, 3);
    struct call call = bench_under_way(&bench, ENDPOINT_ENQUEUE, bench.app->batch->rows[0].id);
    refuse(&call, 429, retry_after_s);
    for (size_t row = 1; row <= 2; row++)
        bench_answer_enqueue(&bench, bench.app->batch->rows[row].id, NULL);
    cr_expect_eq(sent(ENDPOINT_ENQUEUE), 0);
}

Test(app_pause, after_a_429_the_rest_of_a_batch_waits_and_the_refused_one_is_not_sent_again)
{
    refuse_first_of_batch(60);
    expect_paused("1 min");
    cr_expect_eq(sent_within(59 * SECOND, ENDPOINT_ENQUEUE), 0);
    cr_expect(is_running());
    cr_expect_str_eq(bench_message(&bench), "Enqueueing 5 projects: 2 sent, 1 refused, next try in 1 s");
    cr_assert_eq(sent_within(SECOND, ENDPOINT_ENQUEUE), 1, "one tries");
    cr_expect_eq(bench_call(&bench, ENDPOINT_ENQUEUE)->project_id, bench.app->batch->rows[3].id);
    reply_state(ENDPOINT_ENQUEUE, bench.app->batch->rows[3].id, "InProgress");
    cr_expect_eq(sent(ENDPOINT_ENQUEUE), 2);
    reply_state(ENDPOINT_ENQUEUE, bench.app->batch->rows[4].id, "InProgress");
    cr_expect_not(bench.app->batch->active);
    expect_paused("");
}

Test(app_pause, a_batch_that_is_to_wait_for_long_is_left_with_the_reason_and_one_that_waits_can_be_stopped)
{
    refuse_first_of_batch(301);
    cr_expect_not(bench.app->batch->active);
    cr_expect_str_eq(
        bench.app->failure,
        "Stopped after 3 of 5 projects: rate limited by the server; 2 not sent and still marked");

    scene_anew();
    refuse_first_of_batch(300);
    cr_expect(bench.app->batch->active);
    cr_expect_not(after("^C")->app->batch->active);
    cr_expect_eq(sent_within(300 * SECOND, ENDPOINT_ENQUEUE), 0);
}

/* --- which reads are used --- */

TestSuite(app_readings, .init = scene_start, .fini = scene_stop);

/* Expects this state and version of project 1 on the screen and in the store. */
static void expect_project(const char *state, int version)
{
    const struct app_project *project = app_project_find(bench.app, 1);
    struct error err;
    int64_t when_ms;
    json_t *raw = NULL;
    cr_expect_str_eq(project->state, state);
    cr_expect_eq(project->version, version);
    cr_assert(store_project_load(bench.store, 1, &raw, &when_ms, &err), "%s", err.text);
    cr_expect_eq(json_integer_value(json_object_get(raw, "AccessToken")), version, "nor is it kept");
    json_decref(raw);
}

Test(app_readings, a_read_sent_before_a_write_was_answered_restores_no_old_tag_or_state)
{
    bench_keys(&bench, "r");
    struct call early = last_read();
    bench_keys(&bench, "t d y");
    reply_members(ENDPOINT_DELETE_TAG, 1, "'AccessToken':8,'ProcessingState':'None','Tags':['archive']");
    bench_clear(&bench);
    reply_late(&early, "None");
    cr_expect_str_eq(app_project_find(bench.app, 1)->tags, "archive");
    expect_project("None", 8);
    bench_wait(&bench, 10);
    cr_assert_eq(sent(ENDPOINT_GET_PROJECT), 1, "it is read again");
    cr_assert_gt(last_read().serial, early.serial);

    scene_anew();
    bench_keys(&bench, "r");
    early = last_read();
    bench_keys(&bench, "e X");
    reply_members(ENDPOINT_ENQUEUE, 1, "'AccessToken':8,'ProcessingState':'InProgress'");
    bench_clear(&bench);
    reply_late(&early, "None");
    expect_project("InProgress", 8);
    cr_assert_null(bench_effect(&bench, EFFECT_NOTIFY));
    bench_wait(&bench, 3500);
    cr_assert_gt(last_read().serial, early.serial);
    reply_members(ENDPOINT_GET_PROJECT, 1, "'AccessToken':9,'ProcessingState':'Completed'");
    expect_project("Completed", 9);
}

/* Reads project 1 with this state and time of change; returns the State line of its details. */
static const char *read_changed(const char *state, const char *updated)
{
    char *members = mem_printf("'AccessToken':7,'ProcessingState':'%s','Updated':'%s'", state, updated);
    bench_keys(&bench, "r");
    reply_members(ENDPOINT_GET_PROJECT, 1, members);
    free(members);
    return bench_page_value(&bench, "details", "State");
}

Test(app_readings, the_time_since_which_a_state_holds_is_not_that_of_another_change_nor_of_a_late_reading)
{
    scene_stop();
    bench_init(&bench, "secret-token");
    bench_list(&bench, (struct bench_row[]){{1, "", ""}}, 1);
    bench_start(&bench, 80, 24);
    bench_keys(&bench, "z");
    cr_expect_str_eq(read_changed("None", "2026-04-02T08:14:00Z"), "None since 04-02 or earlier");
    cr_expect_str_eq(read_changed("None", "2026-05-14T09:01:00Z"), "None since 04-02 or earlier",
                     "a tag was deleted meanwhile");
    cr_expect_str_eq(read_changed("InProgress", "2026-05-14T09:01:30Z"), "InProgress since 09:02");
}

/* --- an unreachable server --- */

TestSuite(app_offline, .init = scene_start, .fini = scene_stop);

/* Reads project 1 this many times, each with this error. Returns true if the application is offline then. */
static bool fails(int times, enum error_kind kind, int status)
{
    for (int i = 0; i < times; i++) {
        bench_keys(&bench, "r");
        reply_error(ENDPOINT_GET_PROJECT, 1, kind, status, "Read project 1: it did not work");
    }
    return app_is_offline(bench.app);
}

/* Reads project 1 successfully. */
static void read_well(void)
{
    bench_keys(&bench, "r");
    reply_state(ENDPOINT_GET_PROJECT, 1, "None");
}

Test(app_offline, begins_with_the_second_read_in_a_row_that_does_not_reach_the_server)
{
    cr_expect_not(fails(1, ERROR_CONNECT, 0));
    read_well();
    cr_expect_not(fails(1, ERROR_CONNECT, 0), "an answer in between counts from the beginning");
    cr_expect_not(fails(1, ERROR_SERVER, 500));
    cr_expect_not(fails(1, ERROR_CONNECT, 0), "an answer with an error is an answer");
    cr_expect(fails(1, ERROR_CONNECT, 0));
    cr_expect_eq(bench_happened_count(&bench, "Offline: cannot connect to 127.0.0.1:8321"), 1);
    cr_expect_eq(after("! M")->app->list.mark_count, 0, "M E y would transcribe them again");
    scene_anew();
    fails(1, ERROR_NOT_FOUND, 404);
    bench_keys(&bench, "! M");
    cr_expect_eq(bench.app->list.mark_count, 1, "one that the server refuses to show is a failed one");
}

Test(app_offline, is_one_line_of_the_activity_and_a_standing_message_until_it_is_over)
{
    char text[MESSAGE_SIZE];
    cr_assert(fails(5, ERROR_TIMEOUT, 0));
    cr_expect_eq(bench_happened_count(&bench, "Offline: no response from 127.0.0.1:8321"), 1);
    cr_expect_eq(bench_happened_count(&bench, "it did not work"), 0);
    bench_keys(&bench, "Esc");
    cr_expect_eq(app_message(bench.app, text, sizeof text), MESSAGE_STANDING);
    cr_expect_str_eq(text, "Offline: no response from 127.0.0.1:8321. The list is from 09:02.");
    bench.wall_ms += 42000;
    read_well();
    cr_expect_not(app_is_offline(bench.app));
    cr_expect_eq(bench_happened_count(&bench, "Reconnected after 42 s"), 1);
}

Test(app_offline, a_write_is_not_sent_and_its_form_stays_and_with_nothing_to_read_there_is_no_next_try)
{
    fails(2, ERROR_CONNECT, 0);
    expect_sent("e X", ENDPOINT_ENQUEUE, 0);
    cr_expect_eq(bench_open_count(&bench, 0), 0, "nothing is left to be found at the next start");
    cr_expect_not_null(app_form_top(bench.app), "what was typed stays");
    cr_expect_eq(bench_happened_count(&bench, "Not sent: offline since 09:02, next try in "), 1);
    bench_wait(&bench, 60000);
    bench_answer_reads(&bench, "None");
    cr_assert_not(app_is_offline(bench.app));
    bench_keys(&bench, "X");
    cr_expect_eq(sent(ENDPOINT_ENQUEUE), 1, "it is sent once the server is back");

    scene_anew();
    char text[OFFLINE_TEXT_SIZE];
    fails(2, ERROR_CONNECT, 0);
    cr_assert_eq(after("M D y")->app->project_count, 0);
    cr_assert(app_offline_text(bench.app, false, text, sizeof text));
    cr_expect_str_eq(text, "offline since 09:02");
}

Test(app_offline, late_failures_of_another_server_say_nothing_of_this_one)
{
    struct call late[3];
    fails(2, ERROR_CONNECT, 0);
    bench_keys(&bench, "R");
    for (int64_t id = 1; id <= 3; id++)
        late[id - 1] = bench_under_way(&bench, ENDPOINT_GET_PROJECT, id);
    scene_log_in("http://127.0.0.1:8321", "demo@example.org");
    cr_expect_not(app_is_offline(bench.app));
    cr_expect_eq(bench_happened_count(&bench, "Reconnected after"), 0);
    for (size_t i = 0; i < 3; i++)
        bench_answer_error(&bench, &late[i], ERROR_TIMEOUT, 0, "No response");
    cr_expect_not(app_is_offline(bench.app));
}
