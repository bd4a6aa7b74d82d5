/* Compares screens with the drawn ones, cell by cell. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "screen/worlds.h"

/* A drawn screen: the function that opens the start, and the keys from there. */
struct mock {
    const char *name;
    int cols, rows;
    void (*open)(int cols, int rows);
    const char *keys;
};

/* Compares a table of drawn screens; its last row has no name. */
static void expect_mocks(const struct mock *mock)
{
    for (; mock->name; mock++) {
        mock->open(mock->cols, mock->rows);
        if (*mock->keys)
            bench_keys(&bench, mock->keys);
        mock_expect(mock->name);
    }
}

/* --- the list --- */

/* The message line says that project 1 is in progress. */
static void open_told(int cols, int rows)
{
    sixty_afternoon(cols, rows);
    world_change(1, "InProgress", "15:30");
    bench_keys(&bench, "r");
    world_answer_reads();
}

/* The filter prompt with the text "tag:news -court". */
static void open_filter(int cols, int rows)
{
    sixty_afternoon(cols, rows);
    bench_keys(&bench, "f");
    bench_type(&bench, "tag:news -court");
    world_rest();
}

/* Two reads in a row did not reach the server, at 15:27. On a wide screen the cursor is in row 7. */
static void open_offline(int cols, int rows)
{
    struct call call;
    sixty_afternoon(cols, rows);
    if (cols >= 80)
        bench_keys(&bench, "j j j j j j");
    bench_wait(&bench, 2000);
    bench.wall_ms = SIXTY_WALL_MS - 20000;
    for (int i = 0; i < 2; i++) {
        bench_keys(&bench, "r");
        while (scene_call(ENDPOINT_GET_PROJECT, &call))
            bench_answer_error(&bench, &call, ERROR_CONNECT, 0, "connection refused by 127.0.0.1:8321.");
    }
    bench_keys(&bench, "Esc");
    world_clock(SIXTY_WALL_MS);
}

/* The morning: all projects in state None are marked; the profile sets the language. */
static void open_marked(int cols, int rows)
{
    struct error err;
    sixty_morning(cols, rows);
    cr_assert(settings_put_param(&bench.settings, "Lang", SOURCE_PROFILE, "config:1", "en-US", &err));
    bench_keys(&bench, "f");
    bench_type(&bench, "state:none");
    bench_keys(&bench, "Enter M");
    world_rest();
}

/* The afternoon, sorted by expiry. */
static void open_sorted(int cols, int rows)
{
    sixty_afternoon(cols, rows);
    bench_keys(&bench, "s x g");
    world_rest();
    bench_keys(&bench, "Esc");
}

Test(mock, the_list)
{
    static const struct mock mocks[] = {{"first80", 80, 24, open_told, ""},
                                        {"first40", 40, 10, sixty_afternoon, ""},
                                        {"filter80", 80, 24, open_filter, ""},
                                        {"filter40", 40, 10, open_filter, ""},
                                        {"offline80", 80, 24, open_offline, ""},
                                        {"offline40", 40, 10, open_offline, ""},
                                        {"menu40", 40, 10, sixty_afternoon, ": r e Tab"},
                                        {"empty40", 40, 10, world_open_empty, "Esc"},
                                        {"empty80", 80, 24, world_open_empty, "Esc"},
                                        {0}};
    expect_mocks(mocks);
    open_offline(40, 10);
    drawn();
    cr_expect_eq(screen_cell(0, 21).color, 1, "that it is offline is red, and nothing else");
    cr_expect_eq(screen_cell(0, 0).color + screen_cell(0, 14).color, 0);
}

Test(mock, the_list_of_sixty)
{
    static const struct mock mocks[] = {{"mark40", 40, 10, open_marked, ""},
                                        {"mark80", 80, 24, open_marked, ""},
                                        {"first132", 132, 43, open_sorted, ""},
                                        {"sort80", 80, 24, open_sorted, "s"},
                                        {0}};
    expect_mocks(mocks);
}

/* --- panes --- */

/* The details of project 2; a wide screen also shows its history. */
static void open_details(int cols, int rows)
{
    sixty_afternoon(cols, rows);
    bench_keys(&bench, "j i r");
    world_answer_reads();
    bench_keys(&bench, "Esc i");
    if (cols < 80)
        return;
    bench_happened(&bench, SIXTY_WALL_MS, 2, "metadata", "Metadata \"Episode\" set");
    bench_happened(&bench, SIXTY_WALL_MS, 2, "tag", "Tag \"draft\" deleted");
}

Test(mock, the_panes)
{
    static const struct mock mocks[] = {{"account80", 80, 24, sixty_afternoon, "A +"},
                                        {"details80", 80, 24, open_details, "+ ]"},
                                        {"details40", 40, 10, open_details, ""},
                                        {"help80", 80, 24, sixty_afternoon, "?"},
                                        {0}};
    expect_mocks(mocks);
    drawn_keys("G");
    expect_row(21, ">:quit       Quit");
    sixty_afternoon(40, 10);
    drawn_keys("i / t a g s Enter");
    expect_row(9, "Enter Tags  e Enqueue  ? Help  q Back"); /* the first hints of the pane's table */
}

/* --- forms --- */

/* The whole enqueue form of project 1, with a draft of 15:09. */
static void open_enqueue(int cols, int rows)
{
    struct error err;
    json_t *draft = json_pack("{s:s, s:s}", "Lang", "en-US", "WithSpeakerId", "true");
    sixty_afternoon(cols, rows);
    cr_assert(store_draft_save(bench.store, "enqueue", 1, draft, SIXTY_WALL_MS - INT64_C(1242000), &err),
              "%s", err.text);
    json_decref(draft);
    bench_keys(&bench, "e c j j j");
}

/* The export form of project 2. */
static void open_export(int cols, int rows)
{
    sixty_afternoon(cols, rows);
    bench_keys(&bench, "j");
    world_rest();
    world_clock(SIXTY_WALL_MS);
    bench_clear(&bench);
    bench_keys(&bench, "x");
}

static void open_export_changed(int cols, int rows)
{
    open_export(cols, rows);
    bench_field(&bench, "Folder", "/srv/subs");
    bench_field(&bench, "SubtitleLineLength", "42");
}

static void open_export_srt(int cols, int rows)
{
    open_export_changed(cols, rows);
    bench_field(&bench, "FileFormatId", "srt");
}

Test(mock, forms)
{
    static const struct mock mocks[] = {
        {"enq80", 80, 24, open_enqueue, ""}, /* in enq40 "/ Esc" ends the message */
        {"enq40", 40, 10, open_enqueue, "/ Esc"},    {"enq132", 132, 43, open_enqueue, ""},
        {"exp80", 80, 24, open_export_srt, "j j j"}, {"choice80", 80, 24, open_export_changed, "c g Enter"},
        {"choice40", 40, 10, open_export, "Enter"},  {0}};
    expect_mocks(mocks);
}

Test(mock, the_short_form_of_the_marked_ones)
{
    static const int sizes[][3] = {{80, 24, BUDGET_FORM}, {40, 10, 341}};
    for (int i = 0; i < 2; i++) {
        open_marked(sizes[i][0], sizes[i][1]);
        drawn();
        expect_bytes(drawn_keys("e"), sizes[i][2], "a form");
        mock_expect(i ? "short40" : "short80");
    }
}

/* --- questions --- */

static void open_question_again(int cols, int rows)
{
    open_export(cols, rows);
    bench_keys(&bench, "q e X");
    app_form_close(bench.app, app_form_top(bench.app)); /* the drawn screen is without the form */
    app_project_select(bench.app, 2);
}

Test(mock, the_row_that_a_question_is_about_stays_in_sight)
{
    sixty_afternoon(80, 24);
    drawn_keys("+ G D");
    cr_expect_str_has(screen_text(), "Remove #60");
    cr_expect_str_has(screen_text(), "- 60 ");
}

Test(mock, questions)
{
    static const struct mock mocks[] = {{"ask80", 80, 24, sixty_afternoon, "t d"},
                                        {"ask40", 40, 10, open_question_again, ""},
                                        {"ask_many40", 40, 10, open_marked, "e X"},
                                        {"ask_many80", 80, 24, open_marked, "e X"},
                                        {0}};
    expect_mocks(mocks);
}

/* --- a batch and its outcome --- */

#define CREDIT "CreditMinutes: not enough credit for this recording"

/* Records a finished project of a batch; *act 0: begins the batch and sets *act. */
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

/* Records an earlier batch that the user has seen: seventeen enqueues at 14:22:12, finished by 14:34. */
static void keep_before(void)
{
    struct error err;
    int64_t act = 0, sent_ms = SIXTY_WALL_MS - 4068000;
    json_t *lang = json_pack("{s:s}", "Lang", "en-US");
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
    cr_assert(store_act_seen(bench.store, act, &err), "%s", err.text);
    json_decref(lang);
    bench_store_changed(&bench);
}

/* The enqueue of all marked projects is being sent. */
static void open_sent(int cols, int rows)
{
    open_marked(cols, rows);
    keep_before();
    bench_keys(&bench, "r"); /* an enqueue needs a read in this session */
    world_answer_reads();
    world_rest();
    world_clock(SIXTY_WALL_MS + 4000);
    bench_keys(&bench, "e X y");
    cr_assert(bench.app->batch->active);
}

/* The server accepts three, which are then read as InProgress, and refuses the others. */
static void open_refused(int cols, int rows)
{
    static const int64_t sent[] = {15, 19, 23, 27, 31, 35, 43, 47, 51, 55, 59};
    open_sent(cols, rows);
    for (size_t i = 0; i < sizeof sent / sizeof sent[0]; i++)
        bench_answer_enqueue(&bench, sent[i], i < 3 ? NULL : CREDIT);
    for (size_t i = 0; i < 3; i++)
        world_change(sent[i], "InProgress", "15:30");
    for (int i = 0; i < 6; i++) { /* until the first state can be read */
        bench_wait(&bench, 500);
        world_answer_reads();
    }
}

static void open_refused_rested(int cols, int rows)
{
    open_refused(cols, rows);
    bench_wait(&bench, 1000);
}

Test(mock, a_batch_that_was_mostly_refused)
{
    static const struct mock mocks[] = {
        {"fail40", 40, 10, open_refused, ""}, {"fail80", 80, 24, open_refused, ""}, {0}};
    expect_mocks(mocks);
    open_refused_rested(80, 24);
    drawn();
    expect_bytes(drawn_keys("L"), BUDGET_PANE, "the activity");
    bench_keys(&bench, "Enter j j");
    mock_expect("act80");
    const char *text = bench_page_text(&bench, "activity"),
               *left = strstr(text, "!#39 Lecture 39: not sent: read-only"),
               *well = strstr(text, "*#15 Lecture 15: in progress since 15:30");
    cr_expect(left && well && left < well, "what failed stands first: %s", text);
    bench_keys(&bench, "!");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "!#27 Lecture 27: ");
    cr_expect_str_lacks(bench_page_text(&bench, "activity"), "*#15 Lecture 15: ");
    open_refused_rested(40, 10);
    bench_keys(&bench, "L");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "*Enqueue 13: *3 !10");
    cr_expect_str_has(bench_page_text(&bench, "activity"), "!Enqueue 17: +15 !2");
    bench_keys(&bench, "e X"); /* failed projects are still marked */
    cr_expect_str_eq(bench.app->question->text,
                     "Enqueue 8 of 10 projects? Needs 720 min of credit; you have 307.");
    cr_expect_str_eq(bench.app->question->note,
                     "! Left out: #3 no media, #39 read-only\nCredit as of 15:29.");
    bench_clear(&bench);
    bench_keys(&bench, "y");
    cr_expect(bench.app->batch->active);
    cr_expect_gt(bench_call_count(&bench, ENDPOINT_ENQUEUE), 0);
}

/* --- bytes of the drawn screens --- */

Test(mock, what_opens_takes_its_bytes)
{
    sixty_afternoon(80, 24);
    expect_bytes(drawn_keys("?"), 2100, "the help");
    drawn_keys("q f");
    bench_type(&bench, "hearing");
    expect_bytes(drawn(), 364, "a filter that leaves two of sixty");
    cr_expect_eq(bench.app->list.count, 2);
    sixty_afternoon(40, 10);
    drawn_keys(": r e");
    expect_bytes(drawn_keys("Tab"), 405, "the menu of commands");
    sixty_afternoon(80, 24);
    for (int i = 0; i < 8; i++) {
        bench_keys(&bench, "j");
        bench_wait(&bench, 200);
        world_answer_reads();
        expect_bytes(drawn(), 420, "details that follow, the bar and a step");
    }
}

/* Reports progress of the export of project 2, lets time pass and returns the bytes drawn. */
static size_t drawn_progress(int64_t bytes, int64_t ms)
{
    struct call_progress progress = {
        .serial = bench_under_way(&bench, ENDPOINT_EXPORT, 2).serial, .bytes = bytes, .total = 44700};
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
    return drawn_wait(ms);
}

Test(mock, the_running_line_costs_few_bytes_once_a_second_and_none_under_a_question)
{
    sixty_afternoon(80, 24);
    bench_keys(&bench, "G k k");
    bench_wait(&bench, 400);
    bench_keys(&bench, "r");
    world_answer_reads(); /* the details are complete for 10, and have no time to follow the next keys */
    bench_keys(&bench, "g j Space j j j j Space j Space x");
    form_put(app_form_top(bench.app)->form, "FileFormatId", "srt");
    form_put(app_form_top(bench.app)->form, "SubtitleLineLength", "42");
    bench_keys(&bench, "X");
    cr_assert(bench.app->batch->active);
    drawn();
    for (int i = 1; i <= 4; i++) {
        size_t numbers = drawn_progress(i * 10000, 1000);
        cr_expect(i == 1 || (numbers > 0 && numbers <= 40), "%zu bytes where only numbers change", numbers);
        cr_expect_eq(drawn_progress(i * 10000 + 1000, 100), 0, "nothing within a second");
        drawn_wait(900);
    }
    struct call call = bench_under_way(&bench, ENDPOINT_EXPORT, 2);
    bench_answer_file(&bench, &call, "/srv/subs/2-Interview_dam_keeper.srt", 44700);
    size_t words = drawn_wait(1000);
    cr_expect(words > 0 && words <= 120, "%zu bytes where its words change", words);
    bench_command(&bench, "remove");
    drawn();
    cr_assert_str_has(screen_text(), "from the list");
    struct call_progress progress = {
        .serial = bench_under_way(&bench, ENDPOINT_EXPORT, 7).serial, .bytes = 20000, .total = 44700};
    bench_event(&bench, &(struct event){.kind = EVENT_CALL_PROGRESS, .progress = &progress});
    cr_expect_eq(drawn_wait(1000), 0, "under a question");
}

Test(mock, the_running_line_of_an_enqueue_changes_once_a_second)
{
    open_sent(80, 24);
    drawn();
    bench_answer_enqueue(&bench, 15, CREDIT);
    drawn_wait(1000);
    bench_answer_enqueue(&bench, 19, CREDIT);
    cr_expect_eq(drawn(), 0, "nothing within a second");
    size_t bytes = drawn_wait(1000);
    cr_expect(bytes > 0 && bytes <= 20, "%zu bytes", bytes);
}
