/* The application: acts as the store lists them, and what is told of them. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "acts.h"
#include "steno/base/mem.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;
static bool is_changed_meanwhile; /* an answer came since the store made its list */

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_acts, .init = setup, .fini = teardown);

/* The store lists one enqueue of 1 and 2, of which the second came to this. */
static void answer_act(enum act_outcome outcome, const char *after, int64_t ended_ms)
{
    bench_wait(&bench, 1000);
    bench_clear(&bench);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_CHANGED});
    bench_wait(&bench, 1000);
    const struct store_op *op = bench_store(&bench, STORE_ACT_LIST);
    cr_assert_not_null(op, "they were not asked for");
    struct store_result *result = store_result_new(op);
    result->ok = true;
    result->act_count = 1;
    result->acts = mem_zero(1, sizeof *result->acts);
    result->acts[0] = (struct act){.act = 1,
                                   .op = ENDPOINT_ENQUEUE,
                                   .count = 2,
                                   .begun_ms = BENCH_WALL_MS,
                                   .ended_ms = ended_ms,
                                   .rows = mem_zero(2, sizeof(struct act_row)),
                                   .row_count = 2};
    for (int i = 0; i < 2; i++)
        result->acts[0].rows[i] = (struct act_row){.row = i + 1,
                                                   .id = i + 1,
                                                   .outcome = i ? outcome : ACT_ROW_DONE,
                                                   .status = outcome == ACT_ROW_REFUSED ? 403 : 0,
                                                   .reason = mem_copy(i && !after ? "no credit" : ""),
                                                   .after = mem_copy(i && after ? after : "Completed"),
                                                   .life = OWNER_SELF,
                                                   .until_ms = BENCH_WALL_MS + 600000,
                                                   .when_ms = BENCH_WALL_MS,
                                                   .ended_ms = i ? ended_ms : BENCH_WALL_MS};
    if (is_changed_meanwhile)
        app_acts_changed(bench.app);
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

Test(app_acts, that_has_ended_is_told_once_with_its_sums)
{
    answer_act(ACT_ROW_DONE, "InProgress", 0);
    cr_expect_str_lacks(bench.app->status, "Enqueue of 2");
    answer_act(ACT_ROW_DONE, "Failed", BENCH_WALL_MS + 60000);
    cr_expect_str_eq(bench.app->status, "Enqueue of 2, 09:02: 1 completed, 1 failed");
    app_say(bench.app, "something else");
    answer_act(ACT_ROW_DONE, "Failed", BENCH_WALL_MS + 60000);
    cr_expect_str_eq(bench.app->status, "something else");
}

Test(app_acts, that_ends_with_a_project_that_is_removed_is_told_without_a_bell)
{
    answer_act(ACT_ROW_DONE, "InProgress", 0);
    bench_clear(&bench);
    answer_act(ACT_ROW_UNFOLLOWED, "InProgress", BENCH_WALL_MS + 60000);
    cr_expect_str_eq(bench.app->status, "Enqueue of 2, 09:02: 1 completed, 1 not followed");
    bench_wait(&bench, 5000);
    cr_expect_null(bench_effect(&bench, EFFECT_RING), "who removed it is at a keyboard");
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
    answer_act(ACT_ROW_REFUSED, NULL, BENCH_WALL_MS);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        bench_keys(&bench, "G L");
        bench_keys(&bench, i ? "j" : "Enter j");
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
    answer_act(ACT_ROW_REFUSED, NULL, BENCH_WALL_MS);
    bench_keys(&bench, "L e");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_eq(bench.app->status, "e is for marked projects here: Enter on an outcome marks its own");
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
    answer_act(ACT_ROW_REFUSED, NULL, BENCH_WALL_MS);
    bench_keys(&bench, "L Enter j");
    expect_at_outcome("e");
    bench_keys(&bench, "e");
    cr_assert_not_null(app_form_top(bench.app));
    cr_expect_eq(app_form_top(bench.app)->id_count, 1);
    cr_expect_eq(app_selected(bench.app), 3);
}

Test(app_acts, a_key_about_a_project_that_the_list_does_not_show_leaves_its_filter)
{
    answer_act(ACT_ROW_REFUSED, NULL, BENCH_WALL_MS);
    bench_keys(&bench, "f");
    bench_type(&bench, "nothing-of-the-kind");
    bench_keys(&bench, "Enter L Enter j");
    cr_assert_eq(page_line_at_hand(app_focus_page(bench.app))->id, 1);
    bench_keys(&bench, "r");
    cr_expect(app_project_find(bench.app, 1)->asked);
    cr_assert_not_null(bench.app->filter, "%s", bench.app->status);
    cr_expect_eq(bench.app->current, 1);
}

Test(app_acts, the_bar_offers_what_does_something_to_the_line)
{
    answer_act(ACT_ROW_REFUSED, NULL, BENCH_WALL_MS);
    bench_keys(&bench, "L");
    cr_expect(offers("Enter Unfold"));
    cr_expect_not(offers("i Project"), "it is about two");
    bench_keys(&bench, "Enter j");
    cr_expect(offers("Enter Mark 1"));
    cr_expect(offers("i Project"));
    bench_keys(&bench, "f");
    bench_type(&bench, "nothing-of-the-kind");
    bench_keys(&bench, "Enter");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "Nothing that happened matches");
    cr_expect_not(offers("Enter "));
    cr_expect_not(offers("i Project"));
}

Test(app_acts, are_not_listed_again_for_what_does_not_concern_them)
{
    bench_wait(&bench, 1000);
    bench_clear(&bench);
    app_log_activity(bench.app, ACTIVITY_NOTE, 0, "the server answers again");
    bench_wait(&bench, 2000);
    cr_expect_null(bench_store(&bench, STORE_ACT_LIST));
}

Test(app_acts, that_ended_before_the_session_is_not_told)
{
    app_say(bench.app, "hello");
    answer_act(ACT_ROW_DONE, "Failed", BENCH_WALL_MS - 60000);
    cr_expect_str_eq(bench.app->status, "hello");
}

Test(app_acts, a_write_whose_answer_this_session_has_lost_is_not_being_sent)
{
    answer_act(ACT_ROW_OPEN, NULL, 0);
    bench_keys(&bench, "L");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "1 with unknown outcome");
    cr_expect_str_lacks(bench_page_text(&bench, "activity"), "being sent");
}

Test(app_acts, a_write_that_was_answered_since_the_list_was_made_has_no_unknown_outcome)
{
    is_changed_meanwhile = true;
    answer_act(ACT_ROW_OPEN, NULL, 0);
    bench_keys(&bench, "L");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "1 being sent");
    cr_expect_str_lacks(bench_page_text(&bench, "activity"), "unknown outcome");
}

Test(app_acts, a_refusal_stands_below_the_state_in_the_details)
{
    answer_act(ACT_ROW_REFUSED, NULL, BENCH_WALL_MS);
    bench_keys(&bench, "g j i");
    bench_wait(&bench, 400);
    const struct page *page = app_page_of(bench.app, "details");
    cr_assert_eq(page->lines[1].kind, LINE_BAD);
    cr_expect_str_eq(page->lines[1].value, "Enqueue    refused 09:02: no credit");
}

Test(app_acts, failures_are_counted_in_the_bar_until_the_activity_was_looked_at)
{
    char hints[HINTS_SIZE];
    answer_act(ACT_ROW_REFUSED, NULL, BENCH_WALL_MS);
    app_hints(bench.app, hints, sizeof hints, 79);
    cr_expect_str_has(hints, "L 1 failed");
    bench_clear(&bench);
    bench_keys(&bench, "L");
    const struct store_op *seen = bench_store(&bench, STORE_ACT_SEEN);
    cr_assert_not_null(seen);
    cr_expect_eq(seen->number, 1);
    bench_keys(&bench, "q");
    app_hints(bench.app, hints, sizeof hints, 79);
    cr_expect_str_lacks(hints, "failed");
}
