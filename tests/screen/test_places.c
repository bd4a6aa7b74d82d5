/* The list stays above a pane: nothing below paints the list, a closed pane is cleared first, and details
 * follow the cursor after a pause. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <string.h>

#include "screen/worlds.h"

/* Opens sixty projects, twelve of them visible above the lower place. */
static void start(void)
{
    sixty_morning(80, 24);
    world_rest();
    drawn();
}

/* True if the lower place is blank, with its heading. */
static bool lower_is_blank(void)
{
    const struct area *lower = &bench.app->layout.place[1];
    for (int row = lower->y; row < lower->y + lower->h; row++) {
        if (*screen_row(row))
            return false;
    }
    return true;
}

Test(places, details_follow_the_way_back_once_keys_rest)
{
    start();
    bench_command(&bench, "jump 3");
    world_rest();
    drawn_keys("e");
    expect_bytes(drawn_keys("q"), BUDGET_BACK, "the way back until keys work");
    cr_expect(lower_is_blank());
    cr_expect_eq(screen_row(4)[0], '>', "the list has the keys");
    cr_expect_eq(drawn_wait(99), 0);
    expect_bytes(drawn_wait(1), BUDGET_FOLLOW, "details");
    cr_expect_not(lower_is_blank());
    drawn_keys("L");
    drawn_keys("q");
    for (int i = 0; i < 4; i++) { /* details are not drawn if another key comes soon */
        bench_wait(&bench, 90);
        drawn_keys("j");
        cr_expect(lower_is_blank(), "after %d keys", i + 1);
    }
    cr_expect_eq(drawn_wait(100), 0, "those of the project before");
    bench_wait(&bench, 100);
    world_answer_reads();
    drawn();
    cr_expect_not(lower_is_blank());
    cr_expect_eq(bench.app->panes[bench.app->side].page.id, app_selected(bench.app));
}

Test(places, without_following_the_lower_place_stays_cleared_until_it_is_wanted)
{
    start();
    bench_set(&bench, SETTING_FOLLOW, "off");
    drawn_keys("e");
    drawn_keys("q");
    drawn_wait(5000);
    cr_expect(lower_is_blank());
    drawn_keys("j");
    cr_expect(lower_is_blank());
    bench_keys(&bench, "i");
    world_answer_reads();
    drawn();
    cr_expect_not(lower_is_blank());
    drawn_keys("t q");
    cr_expect_not(lower_is_blank(), "the details have the keys");
    drawn_keys("q");
    cr_expect_not(lower_is_blank(), "they stand there already");
}

/* Presses the keys and compares the rows of the list with those before, without the mark of the cursor. */
static void expect_same_list(const char *keys)
{
    static char before[64][1024];
    int rows = bench.app->layout.place[0].h;
    for (int row = 0; row < rows; row++)
        snprintf(before[row], sizeof before[row], "%s", screen_row(1 + row));
    drawn_keys(keys);
    cr_expect_eq(bench.app->layout.place[0].h, rows, "after %s", keys);
    for (int row = 0; row < rows; row++)
        cr_expect_str_eq(screen_row(1 + row) + 1, before[row] + 1, "row %d after %s", row, keys);
}

Test(places, nothing_that_opens_or_closes_below_paints_the_list)
{
    static const char *const keys[] = {"e", "v", "q", "p", "q", "/", "Esc", "q",   "x", "q", "t",
                                       "d", "n", "q", "m", "a", "q", "q",   "L",   "q", "A", "P",
                                       "q", "q", "l", "q", "J", "q", ":",   "Esc", "D", "n"};
    static const int sizes[][2] = {{80, 24}, {80, 20}, {132, 43}, {200, 50}};
    start();
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        scene_resize(sizes[i][0], sizes[i][1]);
        world_answer_reads();
        drawn();
        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
            expect_same_list(keys[k]);
    }
}

Test(places, a_form_and_help_are_given_the_body_and_give_it_back)
{
    const struct layout *layout;
    start();
    layout = &bench.app->layout;
    drawn_keys("e");
    int low = layout->form.y;
    cr_expect_gt(low, 1);
    drawn_keys("+");
    cr_expect_eq(layout->form.y, 1);
    drawn_keys("+");
    cr_expect_eq(layout->form.y, low);
    bench_keys(&bench, "+ q e");
    cr_expect_eq(layout->form.y, low, "the next form opens low again");
    drawn_keys("?");
    cr_expect_str_starts(screen_row(1), "Help: the keys of this form");
    drawn_keys("q");
    cr_expect_eq(layout->form.y, low);
    cr_expect_str_starts(screen_row(2), "-", "the list is back: %s", screen_row(2));
}

/* Answers the enqueue under way with a refusal. */
static void refuse_next(void)
{
    struct call call;
    cr_assert(scene_call(ENDPOINT_ENQUEUE, &call));
    bench_answer_error(&bench, &call, ERROR_FORBIDDEN, 403, "CreditMinutes: not enough credit is left");
}

Test(places, a_question_an_act_and_its_numbers_take_their_bytes)
{
    start();
    bench_keys(&bench, "f");
    bench_type(&bench, "state:none");
    drawn_keys("Enter M e");
    expect_bytes(drawn_keys("X"), BUDGET_QUESTION, "the question");
    drawn_keys("y");
    drawn_wait(400);
    for (int i = 0; i < 9; i++) {
        refuse_next();
        size_t numbers = drawn_wait(1100);
        cr_expect(i == 0 || numbers <= 20, "%zu bytes where only a number changes", numbers);
    }
    refuse_next();
    drawn();
    refuse_next();
    expect_bytes(drawn(), 350, "the outcome");
}

/* --- a pane of lines --- */

/* Opens the details of project 1, which was transcribed with many parameters, as the only pane. */
static void open_details_with_config(int cols)
{
    scene_ready(cols, 24);
    bench_keys(&bench, "r");
    bench_answer_project(
        &bench, bench_call(&bench, ENDPOINT_GET_PROJECT),
        "{\"Data\":{\"Id\":1,\"AccessToken\":8,\"ProcessingState\":\"Completed\",\"Length\":\"00:42:10\","
        "\"HasRecording\":true,\"IsReadOnly\":false,\"ShareCount\":0,\"Description\":{\"Name\":\"Council\"},"
        "\"TranscriptionConfig\":{\"WithPunctuation\":false,\"AllowEmptyTranscription\":true,"
        "\"AMemberWithANameAsLongAsThisOne\":\"its value, of several words\"}}}");
    drawn_keys("i ]");
}

Test(page_view, a_value_stands_after_its_label_or_below_one_that_is_wider_than_its_column)
{
    open_details_with_config(40);
    cr_expect_str_has(screen_text(), "\n Punctuation     no\n");
    cr_expect_str_has(screen_text(), "\n Allow an empty result  yes\n",
                      "where there is room it stands after it");
    cr_expect_str_has(screen_text(),
                      "\n AMemberWithANameAsLongAsThisOne\n                 its value, of several\n");
    open_details_with_config(79);
    cr_expect_str_has(screen_text(),
                      "\n Punctuation                no      default yes       WithPunctuation\n");
    cr_expect_str_has(screen_text(),
                      "\n Allow an empty result      yes     default no        AllowEmptyTranscription\n");
    cr_expect_str_has(screen_text(), "\n AMemberWithANameAsLongAsThisOne  its value, of several words\n");
}
