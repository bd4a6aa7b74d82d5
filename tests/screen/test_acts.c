/* The drawn screens of acts, cell by cell: what failed, and the activity; with their bytes. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen/sixty.h"
#include "steno/api/request.h"
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
    for (size_t i = 0; i < count; i++)
        bench_happened(&bench, SIXTY_WALL_MS - 86400000 + (int64_t)i * 1000, 2, "note", "entry");
}

/* The ids of those that can be sent. */
static const int64_t sent[] = {15, 19, 23, 27, 31, 35, 43, 47, 51, 55, 59};

/* Records a project of an act that is over, and begins that where *act is 0. */
static void keep_row(struct write write, struct write end, int64_t *act)
{
    struct write_list open = {0};
    struct error err;
    write.act = *act;
    write.until_ms = write.when_ms + 1000;
    write.rests_ms = write.when_ms;
    int64_t row = store_write_begin(bench.store, &write, &open, &err);
    cr_assert_gt(row, 0, "%s", err.text);
    *act = write.act;
    end.id = write.id;
    end.outcome = WRITE_DONE;
    end.is_over = true;
    end.answered_ms = write.when_ms;
    struct receipt receipt = {.outcome = WRITE_DONE, .when_ms = write.when_ms, .ends = true, .end = end};
    cr_assert(store_write_end(bench.store, row, &receipt, &err), "%s", err.text);
}

/* What was done before: an enqueue of seventeen at 14:22:12 that had ended by 14:34, and an export at
 * 15:20:40.
 */
static void keep_before(void)
{
    struct error err;
    int64_t act = 0, sent_ms = SIXTY_WALL_MS - 4068000, export_ms = SIXTY_WALL_MS - 560000;
    json_t *lang = json_pack("{s:s}", "Lang", "en-US"), *format = json_pack("{s:s}", "FileFormatId", "srt");
    for (int64_t id = 1001; id <= 1017; id++)
        keep_row((struct write){.id = id,
                                .op = ENDPOINT_ENQUEUE,
                                .act_count = 17,
                                .params = lang,
                                .before = (char *)"None",
                                .when_ms = sent_ms},
                 (struct write){.after = (char *)(id < 1016 ? "Completed" : "Failed"),
                                .ended_ms = SIXTY_WALL_MS - 3360000},
                 &act);
    act = 0;
    keep_row((struct write){.id = 1, .op = ENDPOINT_EXPORT, .params = format, .when_ms = export_ms},
             (struct write){
                 .name = (char *)"/srv/subs/1-Council_meeting.srt", .bytes = 31200, .ended_ms = export_ms},
             &act);
    cr_assert(store_act_seen(bench.store, act, &err), "%s", err.text);
    json_decref(lang);
    json_decref(format);
    bench_store_changed(&bench);
}

/* The None ones alone, all of them marked, and all that can be sent is sent. */
static void send_all(int cols, int rows)
{
    struct error err;
    sixty_morning(&bench, cols, rows, &(struct sixty){.credit = 307});
    keep_before();
    log_before(135);
    cr_assert(settings_put_param(&bench.settings, "Lang", SOURCE_PROFILE, "config:1", "en-US", &err));
    bench_keys(&bench, "f");
    bench_type(&bench, "state:none");
    bench_keys(&bench, "Enter M r"); /* each rests on a reading of this session */
    sixty_answer_reads(&bench);
    bench_wait(&bench, 400);
    sixty_answer_reads(&bench);
    bench.wall_ms = SIXTY_WALL_MS + 4000;
    bench_event(&bench, &(struct event){.kind = EVENT_TICK, .wall_ms = bench.wall_ms});
    bench_keys(&bench, "e X y");
    cr_assert(bench.app->batch->active);
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

Test(acts, act80)
{
    send_all(80, 24);
    answer_all();
    bench_wait(&bench, 1000);
    mock_show(&bench);
    screen_bytes();
    bench_keys(&bench, "L");
    mock_show(&bench);
    size_t bytes = screen_bytes();
    cr_expect(bytes <= 900, "%zu bytes", bytes);
    bench_keys(&bench, "Enter j j");
    mock_expect(&bench, "sixty/act80");
}

Test(acts, a_narrow_window_has_the_sums_of_an_act_by_their_marks)
{
    send_all(40, 10);
    answer_all();
    bench_wait(&bench, 1000);
    bench_keys(&bench, "L");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "*Enqueue of 13: *3 !10");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "!Enqueue of 17: +15 !2");
}

Test(acts, a_narrow_window_says_whole_what_was_left_out)
{
    send_all(40, 10);
    for (size_t i = 0; i < sizeof sent / sizeof sent[0]; i++)
        bench_answer_enqueue(&bench, sent[i], NULL);
    cr_expect_str_eq(bench.app->status, "Enqueued 11 of 13; 2 still marked");
}

Test(acts, what_failed_of_an_act_stands_before_the_others_with_its_reason)
{
    send_all(80, 24);
    answer_all();
    bench_wait(&bench, 1000);
    bench_keys(&bench, "L Enter");
    const char *text = bench_page_text(&bench, "activity"),
               *refused = strstr(text, "!27 Lecture 27: CreditMinutes: "),
               *left = strstr(text, "!39 Lecture 39: not sent: read-only"),
               *well = strstr(text, "*15 Lecture 15: in progress since 15:30");
    cr_expect(refused && left && well && refused < left && left < well, "%s", text);
    bench_keys(&bench, "!");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "!27 Lecture 27: ");
    cr_expect_str_lacks(bench_page_text(&bench, "activity"), "*15 Lecture 15: ");
}

Test(acts, what_failed_stays_marked_and_is_enqueued_by_the_form_and_the_one_question)
{
    send_all(80, 24);
    answer_all();
    bench_wait(&bench, 1000);
    bench_keys(&bench, "L e X");
    cr_expect_str_eq(bench.app->question->text, "Enqueue 8 of 10: 720 minutes, you have 307.");
    cr_expect_str_eq(bench.app->question->note,
                     "! Not sent: #3 no media, #39 read-only\nCredit as of 15:29.");
    bench_clear(&bench);
    bench_keys(&bench, "y");
    cr_expect(bench.app->batch->active);
    cr_expect_gt(bench_call_count(&bench, ENDPOINT_ENQUEUE), 0);
}
