/* The application: acts as the store lists them, and what is told of them. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "writes.h"
#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;
static int64_t rows[2]; /* of an enqueue of 1 and 2 */

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_acts, .init = setup, .fini = teardown);

/* The program is told; acts are listed once a second at most. */
static void tell(void)
{
    bench_wait(&bench, 1000);
    bench_store_changed(&bench);
    bench_wait(&bench, 1000);
}

static void end_row(size_t at, struct write end)
{
    struct receipt receipt = {.outcome = end.outcome, .when_ms = BENCH_WALL_MS, .ends = true};
    struct error err;
    end.id = (int64_t)at + 1;
    end.answered_ms = BENCH_WALL_MS;
    end.is_over = true;
    receipt.end = end;
    cr_assert(store_write_end(bench.store, rows[at], &receipt, &err), "%s", err.text);
}

/* Another program has sent both as one act; 1 is Completed, of 2 there is no answer. */
static void begin_act(void)
{
    int64_t act = 0;
    for (int i = 0; i < 2; i++) {
        struct write write = {.id = i + 1,
                              .op = ENDPOINT_ENQUEUE,
                              .act = act,
                              .act_count = 2,
                              .when_ms = BENCH_WALL_MS,
                              .until_ms = BENCH_WALL_MS + 600000,
                              .rests_ms = BENCH_WALL_MS};
        struct write_list open = {0};
        struct error err;
        rows[i] = store_write_begin(bench.store, &write, &open, &err);
        cr_assert_gt(rows[i], 0, "%s", err.text);
        act = write.act;
    }
    end_row(0, (struct write){
                   .outcome = WRITE_DONE, .after = (char *)"Completed", .ended_ms = BENCH_WALL_MS + 1});
}

/* Another program has sent both as one act; 2 was refused. */
static void refused_act(void)
{
    begin_act();
    end_row(1, (struct write){.outcome = WRITE_REFUSED,
                              .status = 403,
                              .reason = (char *)"no credit",
                              .ended_ms = BENCH_WALL_MS});
    tell();
}

/* The state of a project, as another program has read it. */
static void read_elsewhere(int64_t id, const char *state, bool is_ended)
{
    struct error err;
    json_t *raw = json_pack("{s:i, s:s}", "AccessToken", 9, "ProcessingState", state);
    struct project *project = project_pick(raw, id, &err);
    const struct store_reading reading = {.project = project, .when_ms = bench.wall_ms, .is_ended = is_ended};
    cr_assert(store_project_save(bench.store, &reading, &err), "%s", err.text);
    project_free(project);
    json_decref(raw);
}

Test(app_acts, that_has_ended_is_told_once_with_its_sums)
{
    begin_act();
    end_row(1, (struct write){.outcome = WRITE_DONE, .after = (char *)"InProgress"});
    tell();
    cr_expect_str_lacks(bench.app->status, "Enqueue of 2");
    read_elsewhere(2, "Failed", true);
    tell();
    cr_expect_str_eq(bench.app->status, "Enqueue of 2, 09:02: 1 completed, 1 failed");
    app_say(bench.app, "something else");
    tell();
    cr_expect_str_eq(bench.app->status, "something else");
}

/* Does the bar have this hint? */
static bool offers(const char *hint)
{
    char hints[HINTS_SIZE];
    app_hints(bench.app, hints, sizeof hints, 200);
    return strstr(hints, hint) != NULL;
}

/* The list's cursor stands on 3, that of the activity on an outcome of 1. */
static void expect_at_outcome(const char *key)
{
    cr_assert_eq(app_selected(bench.app), 3, "%s", key);
    cr_assert_eq(page_line_at_hand(app_focus_page(bench.app))->id, 1, "%s", key);
    bench_clear(&bench);
}

Test(app_acts, a_key_about_a_project_is_about_that_of_the_line)
{
    static const char *const keys[] = {"e", "x", "D", "b", "t", "m", "J", "r", "i"};
    refused_act();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        bench_keys(&bench, "G L");
        bench_keys(&bench, i ? "j j" : "Enter j j");
        expect_at_outcome(keys[i]);
        bench_keys(&bench, keys[i]);
        cr_expect_eq(app_selected(bench.app), 1, "%s: its row is seen in the list", keys[i]);
        cr_expect_eq(bench.app->current, 1, "%s", keys[i]);
        const struct app_form *form = app_form_top(bench.app);
        cr_expect(!form || form->project_id == 1, "%s", keys[i]);
        if (*keys[i] == 'D')
            cr_expect_str_has(bench_question(&bench), "Remove 1 ");
        if (*keys[i] == 'r')
            cr_expect(app_project_find(bench.app, 1)->asked);
        bench_keys(&bench, "Esc Esc q q q q");
        cr_assert_eq(bench.app->focus, PANE_LIST, "%s", keys[i]);
    }
}

Test(app_acts, a_key_about_a_project_is_refused_where_the_line_is_of_several_or_of_none)
{
    refused_act();
    bench_keys(&bench, "L e");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_eq(bench.app->status, "This entry is about several projects");
    bench_keys(&bench, "t");
    cr_expect_str_eq(bench.app->status, "This entry is about several projects");
    bench_keys(&bench, "f");
    bench_type(&bench, "nothing-of-the-kind");
    bench_keys(&bench, "Enter x");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_eq(bench.app->status, "This entry is about no project");
}

Test(app_acts, a_key_about_a_project_takes_the_marked_wherever_the_cursor_is)
{
    bench_keys(&bench, "G Space G");
    refused_act();
    bench_keys(&bench, "L Enter j j");
    expect_at_outcome("e");
    bench_keys(&bench, "e");
    cr_assert_not_null(app_form_top(bench.app));
    cr_expect_eq(app_form_top(bench.app)->id_count, 1);
    cr_expect_eq(app_selected(bench.app), 3);
}

Test(app_acts, a_key_about_a_project_that_the_list_does_not_show_leaves_its_filter)
{
    refused_act();
    bench_keys(&bench, "f");
    bench_type(&bench, "nothing-of-the-kind");
    bench_keys(&bench, "Enter L Enter j j");
    cr_assert_eq(page_line_at_hand(app_focus_page(bench.app))->id, 1);
    bench_keys(&bench, "r");
    cr_expect(app_project_find(bench.app, 1)->asked);
    cr_assert_not_null(bench.app->filter, "%s", bench.app->status);
    cr_expect_eq(bench.app->current, 1);
}

Test(app_acts, the_bar_offers_what_does_something_to_the_line)
{
    refused_act();
    bench_keys(&bench, "L");
    cr_expect(offers("Enter Unfold"));
    cr_expect_not(offers("i Project"), "it is about two");
    bench_keys(&bench, "Enter j");
    cr_expect(offers("Enter Whole entry"));
    cr_expect(offers("i Project"));
    bench_keys(&bench, "f");
    bench_type(&bench, "nothing-of-the-kind");
    bench_keys(&bench, "Enter");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "Nothing that happened matches");
    cr_expect_not(offers("Enter "));
    cr_expect_not(offers("i Project"));
}

Test(app_acts, that_ended_before_the_session_is_not_told)
{
    app_say(bench.app, "hello");
    begin_act();
    end_row(1, (struct write){
                   .outcome = WRITE_DONE, .after = (char *)"Failed", .ended_ms = BENCH_WALL_MS - 60000});
    tell();
    cr_expect_str_eq(bench.app->status, "hello");
}

Test(app_acts, what_moves_a_project_after_its_act_has_ended_is_a_line_of_its_own)
{
    read_elsewhere(1, "Completed", true);
    begin_act();
    bench_wait(&bench, 5000);
    read_elsewhere(1, "InProgress", false);
    tell();
    bench_keys(&bench, "L");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "*1: Completed → InProgress");
}

Test(app_acts, a_write_is_being_sent_until_its_sender_gives_up)
{
    begin_act();
    tell();
    bench_keys(&bench, "L");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "1 being sent");
    bench_wait(&bench, 600000);
    tell();
    cr_expect_str_has(bench_page_text(&bench, "activity"), "1 with unknown outcome");
}

Test(app_acts, a_write_whose_answer_this_session_has_lost_is_not_being_sent)
{
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_UNKNOWN_OUTCOME, 0, "lost");
    bench_wait(&bench, 2000);
    bench_keys(&bench, "q L");
    cr_expect_str_has(bench_page_text(&bench, "activity"), ": with unknown outcome");
    cr_expect_str_lacks(bench_page_text(&bench, "activity"), "being sent");
}

Test(app_acts, a_refusal_stands_below_the_state_in_the_details)
{
    refused_act();
    bench_keys(&bench, "g j i");
    bench_wait(&bench, 400);
    const struct page *page = app_page_of(bench.app, "details");
    cr_assert_eq(page->lines[1].kind, LINE_BAD);
    cr_expect_str_eq(page->lines[1].value, "Enqueue    refused 09:02: no credit");
}

Test(app_acts, failures_are_counted_in_the_bar_until_the_activity_was_looked_at)
{
    char hints[HINTS_SIZE];
    refused_act();
    app_hints(bench.app, hints, sizeof hints, 79);
    cr_expect_str_has(hints, "L 1 failed");
    bench_keys(&bench, "L");
    struct act *acts;
    size_t count;
    struct error err;
    cr_assert(store_act_list(bench.store, 0, 0, 0, &acts, &count, &err) && count == 1);
    cr_expect(acts[0].seen);
    store_acts_free(acts, count);
    bench_keys(&bench, "q");
    app_hints(bench.app, hints, sizeof hints, 79);
    cr_expect_str_lacks(hints, "failed");
}
