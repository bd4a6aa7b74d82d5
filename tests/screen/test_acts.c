/* The drawn screens of acts, cell by cell: what failed, and the activity; with their bytes. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen/sixty.h"
#include "steno/api/endpoint.h"
#include "steno/base/buffer.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "support/asserts.h"
#include "support/budget.h"
#include "support/screen.h"

#define CREDIT "CreditMinutes: not enough credit is left for this recording"

static struct bench bench;

static void acts_stop(void)
{
    bench_free(&bench);
}

TestSuite(acts, .fini = acts_stop);

/* What happened on the day before: so many entries. */
static void log_before(size_t count)
{
    for (size_t i = 0; i < count; i++) {
        app_log_activity(bench.app, ACTIVITY_NOTE, 2, "entry %zu", i);
        bench.app->activity[bench.app->activity_count - 1].wall_ms =
            SIXTY_WALL_MS - 86400000 + (int64_t)i * 1000;
    }
}

/* The ids of those that can be sent. */
static const int64_t sent[] = {15, 19, 23, 27, 31, 35, 43, 47, 51, 55, 59};

/* The None ones alone, all of them marked, and all that can be sent is sent. */
static void send_all(int cols, int rows)
{
    struct error err;
    sixty_morning(&bench, cols, rows, &(struct sixty){.credit = 307});
    log_before(135);
    cr_assert(settings_put_param(&bench.settings, "Lang", SOURCE_PROFILE, "config:1", "en-US", &err));
    bench_keys(&bench, "f");
    bench_type(&bench, "state:none");
    bench_keys(&bench, "Enter M");
    bench_wait(&bench, 400);
    sixty_answer_reads(&bench);
    bench.wall_ms = SIXTY_WALL_MS + 4000;
    bench_event(&bench, &(struct event){.kind = EVENT_TICK, .wall_ms = bench.wall_ms});
    bench_keys(&bench, "e X y");
    cr_assert(bench.app->marked->active);
}

/* Three are accepted and read as in progress; the rest is refused. */
static void answer_all(void)
{
    for (size_t i = 0; i < sizeof sent / sizeof sent[0]; i++)
        bench_answer_enqueue(&bench, sent[i], i < 3 ? NULL : CREDIT);
    sixty_change("15 InProgress 15:30,19 InProgress 15:30,23 InProgress 15:30");
    for (int i = 0; i < 6; i++) { /* until a first state can be seen */
        bench_wait(&bench, 500);
        sixty_answer_reads(&bench);
    }
}

Test(acts, fail80)
{
    send_all(80, 24);
    answer_all();
    mock_expect(&bench, "sixty/fail80");
}

Test(acts, fail40)
{
    send_all(40, 10);
    answer_all();
    mock_expect(&bench, "sixty/fail40");
}

Test(acts, the_running_line_costs_few_bytes_a_change_and_changes_once_a_second)
{
    send_all(80, 24);
    mock_show(&bench);
    bench_answer_enqueue(&bench, 15, CREDIT);
    bench_wait(&bench, 1000);
    mock_show(&bench);
    screen_bytes();
    bench_answer_enqueue(&bench, 19, CREDIT);
    mock_show(&bench);
    cr_expect_eq(screen_bytes(), 0, "nothing within a second");
    bench_wait(&bench, 1000);
    mock_show(&bench);
    size_t bytes = screen_bytes();
    cr_expect(bytes > 0 && bytes <= 20, "%zu bytes", bytes);
}

/* --- the activity --- */

/* A row of an act; texts are taken. */
static struct act_row row_of(int64_t id, enum act_outcome outcome, int64_t when_ms, const char *reason)
{
    static int64_t number;
    return (struct act_row){.row = ++number,
                            .id = id,
                            .outcome = outcome,
                            .status = outcome == ACT_ROW_REFUSED ? 403 : 0,
                            .reason = reason ? mem_copy(reason) : NULL,
                            .before = mem_copy("None"),
                            .when_ms = when_ms};
}

static struct act act_of(enum endpoint_id op, const char *name, const char *value, int64_t count,
                         int64_t begun_ms)
{
    return (struct act){.op = op,
                        .options = json_pack("{s:s}", name, value),
                        .count = count,
                        .begun_ms = begun_ms,
                        .rows = mem_zero((size_t)count, sizeof(struct act_row))};
}

/* The act of the morning: three accepted, eight refused, two not sent. */
static struct act act_of_thirteen(void)
{
    static const int64_t ids[] = {3, 15, 19, 23, 27, 31, 35, 39, 43, 47, 51, 55, 59};
    struct act act = act_of(ENDPOINT_ENQUEUE, "Lang", "en-US", 13, SIXTY_WALL_MS + 4000);
    act.act = 3;
    for (size_t i = 0; i < 13; i++) {
        bool is_sent = ids[i] != 3 && ids[i] != 39;
        act.rows[act.row_count++] =
            is_sent
                ? row_of(ids[i], i < 4 ? ACT_ROW_DONE : ACT_ROW_REFUSED, act.begun_ms, i < 4 ? NULL : CREDIT)
                : row_of(ids[i], ACT_ROW_UNSENT, act.begun_ms, ids[i] == 3 ? "no media" : "read-only");
    }
    return act;
}

/* One export, and an enqueue of seventeen that has ended. */
static struct act act_of_export(void)
{
    struct act act = act_of(ENDPOINT_EXPORT, "FileFormatId", "srt", 1, SIXTY_WALL_MS - 560000); /* 15:20:40 */
    act.act = 2;
    act.seen = true;
    act.rows[act.row_count++] = row_of(1, ACT_ROW_DONE, act.begun_ms, NULL);
    act.rows[0].name = mem_copy("/srv/subs/1-Council_meeting.srt");
    act.rows[0].bytes = 31200;
    act.rows[0].ended_ms = act.ended_ms = act.begun_ms;
    return act;
}

static struct act act_of_seventeen(void)
{
    struct act act = act_of(ENDPOINT_ENQUEUE, "Lang", "en-US", 17, SIXTY_WALL_MS - 4068000); /* 14:22:12 */
    act.act = 1;
    act.seen = true;
    act.ended_ms = SIXTY_WALL_MS - 3360000; /* 14:34 */
    for (int64_t id = 1001; id <= 1017; id++) {
        struct act_row *row = &act.rows[act.row_count++];
        *row = row_of(id, ACT_ROW_DONE, act.begun_ms, NULL);
        row->after = mem_copy(id < 1016 ? "Completed" : "Failed");
        row->ended_ms = act.ended_ms;
    }
    return act;
}

/* What the store has: these acts, and before them so many changes. */
static void answer_acts(void)
{
    struct store_result *result = store_result_new(bench_store(&bench, STORE_ACT_LIST));
    result->ok = true;
    result->acts = mem_zero(3, sizeof *result->acts);
    result->acts[result->act_count++] = act_of_thirteen();
    result->acts[result->act_count++] = act_of_export();
    result->acts[result->act_count++] = act_of_seventeen();
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
}

Test(acts, act80)
{
    send_all(80, 24);
    answer_all();
    bench_wait(&bench, 1000);
    answer_acts();
    mock_show(&bench);
    screen_bytes();
    bench_keys(&bench, "L");
    mock_show(&bench);
    size_t bytes = screen_bytes();
    cr_expect(bytes <= 900, "%zu bytes", bytes);
    bench_keys(&bench, "Enter j j");
    mock_expect(&bench, "sixty/act80");
    bench_keys(&bench, "Enter");
    cr_expect_eq(bench.app->list.mark_count, 8);
    cr_expect_str_eq(bench.app->status, "8 marked");
}

Test(acts, the_ids_of_a_reason_stand_in_the_order_of_the_list_whenever_they_were_answered)
{
    send_all(80, 24);
    answer_all();
    bench_wait(&bench, 1000);
    struct store_result *result = store_result_new(bench_store(&bench, STORE_ACT_LIST));
    struct act act = act_of_thirteen();
    for (size_t i = 0; i < act.row_count / 2; i++) {
        struct act_row row = act.rows[i];
        act.rows[i] = act.rows[act.row_count - 1 - i];
        act.rows[act.row_count - 1 - i] = row;
    }
    result->ok = true;
    result->acts = mem_alloc(sizeof *result->acts);
    result->acts[result->act_count++] = act;
    bench_event(&bench, &(struct event){.kind = EVENT_STORE_DONE, .store = result});
    store_result_free(result);
    bench_keys(&bench, "L Enter");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "27 31 35 43 47 51 55 59");
}

Test(acts, a_narrow_window_has_the_sums_of_an_act_by_their_marks)
{
    send_all(40, 10);
    answer_all();
    bench_wait(&bench, 1000);
    answer_acts();
    bench_keys(&bench, "L");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "*Enqueue of 13: *3 !10");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "!Enqueue of 17: +15 !2");
}

Test(acts, the_ids_below_a_reason_belong_to_it)
{
    char hints[HINTS_SIZE];
    send_all(40, 10);
    answer_all();
    bench_wait(&bench, 1000);
    answer_acts();
    bench_keys(&bench, "L Enter j j");
    cr_assert(page_line_at_hand(app_page_of(bench.app, "activity"))->goes_on);
    app_hints(bench.app, hints, sizeof hints, 80);
    cr_expect_str_starts(hints, "Enter Mark 3");
    bench_keys(&bench, "Enter");
    cr_expect_str_eq(bench.app->status, "3 marked");
}

Test(acts, a_narrow_window_says_whole_what_was_left_out)
{
    send_all(40, 10);
    for (size_t i = 0; i < sizeof sent / sizeof sent[0]; i++)
        bench_answer_enqueue(&bench, sent[i], NULL);
    cr_expect_str_eq(bench.app->status, "Enqueued 11 of 13; 2 still marked");
}

/* The activity with the eight that were refused marked by its line. */
static void mark_refused(void)
{
    send_all(80, 24);
    answer_all();
    bench_wait(&bench, 1000);
    answer_acts();
    bench_keys(&bench, "L Enter j j Enter");
    cr_assert_eq(bench.app->list.mark_count, 8);
}

Test(acts, what_a_line_of_the_activity_marked_is_enqueued_by_the_form_and_the_one_question)
{
    mark_refused();
    bench_keys(&bench, "e X");
    cr_expect_str_eq(bench.app->question->text, "Enqueue 8 projects: 720 minutes, you have 307.");
    cr_expect_str_eq(bench.app->question->note, "Credit as of 15:29.");
    bench_clear(&bench);
    bench_keys(&bench, "y");
    cr_expect(bench.app->marked->active);
    cr_expect_gt(bench_call_count(&bench, ENDPOINT_ENQUEUE), 0);
}
