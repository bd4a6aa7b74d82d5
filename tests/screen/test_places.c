/* The list stays above what opens: nothing below it paints it, what is left is cleared first, and details
 * follow once keys rest. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "screen/sixty.h"
#include "curses.h"
#include "steno/tui/screen.h"
#include "support/asserts.h"
#include "support/budget.h"
#include "support/screen.h"

static struct bench bench;

static void places_stop(void)
{
    bench_free(&bench);
}

TestSuite(places, .fini = places_stop);

/* Sixty projects, of which twelve are seen above the lower place. */
static void start(int cols, int rows)
{
    sixty_morning(&bench, cols, rows, &(struct sixty){.credit = 307});
    bench_wait(&bench, 400);
    sixty_answer_reads(&bench);
    mock_show(&bench);
    screen_bytes();
}

/* The bytes that it costs to draw what came since the last call. */
static size_t drawn(void)
{
    mock_show(&bench);
    return screen_bytes();
}

/* Is the lower place blank, from its heading on? */
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
    start(80, 24);
    bench_command(&bench, "jump 3");
    bench_wait(&bench, 400);
    sixty_answer_reads(&bench);
    bench_keys(&bench, "e");
    drawn();
    bench_keys(&bench, "q");
    size_t back = drawn();
    cr_expect(lower_is_blank());
    cr_expect_eq(screen_row(4)[0], '>', "the list has the keys");
    cr_expect_leq(back, BUDGET_BACK, "%zu bytes until keys work", back);
    bench_wait(&bench, 99);
    cr_expect_eq(drawn(), 0);
    bench_wait(&bench, 1);
    size_t details = drawn();
    cr_expect_not(lower_is_blank());
    cr_expect_leq(details, BUDGET_FOLLOW, "%zu bytes of details", details);
}

Test(places, details_that_a_further_key_would_replace_are_not_drawn)
{
    start(80, 24);
    bench_keys(&bench, "L");
    drawn();
    bench_keys(&bench, "q");
    drawn();
    for (int i = 0; i < 4; i++) {
        bench_wait(&bench, 90);
        bench_keys(&bench, "j");
        drawn();
        cr_expect(lower_is_blank(), "after %d keys", i + 1);
    }
    bench_wait(&bench, 100);
    cr_expect_eq(drawn(), 0, "those of the project before");
    bench_wait(&bench, 100);
    sixty_answer_reads(&bench);
    drawn();
    cr_expect_not(lower_is_blank());
    cr_expect_eq(bench.app->panes[bench.app->side].page.id, app_selected(bench.app));
}

Test(places, without_following_the_lower_place_stays_cleared_until_it_is_wanted)
{
    start(80, 24);
    bench_set(&bench, SETTING_FOLLOW, "off");
    bench_keys(&bench, "e");
    drawn();
    bench_keys(&bench, "q");
    drawn();
    bench_wait(&bench, 5000);
    drawn();
    cr_expect(lower_is_blank());
    bench_keys(&bench, "j");
    drawn();
    cr_expect(lower_is_blank());
    bench_keys(&bench, "i");
    sixty_answer_reads(&bench);
    drawn();
    cr_expect_not(lower_is_blank());
}

Test(places, from_pane_to_pane_nothing_is_cleared)
{
    start(80, 24);
    bench_keys(&bench, "i t q");
    drawn();
    cr_expect_not(lower_is_blank(), "the details have the keys");
    bench_keys(&bench, "q");
    drawn();
    cr_expect_not(lower_is_blank(), "they stand there already");
}

/* Draws, and compares the rows of the list with those of before, but for the mark of its cursor. */
static void expect_same_list(const char *keys)
{
    static char before[64][1024];
    int rows = bench.app->layout.place[0].h;
    for (int row = 0; row < rows; row++)
        snprintf(before[row], sizeof before[row], "%s", screen_row(1 + row));
    bench_keys(&bench, keys);
    drawn();
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
    start(80, 24);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        resizeterm(sizes[i][1], sizes[i][0]);
        bench_resize(&bench, sizes[i][0], sizes[i][1]);
        sixty_answer_reads(&bench);
        drawn();
        for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
            expect_same_list(keys[k]);
    }
}

Test(places, a_form_is_given_the_body_and_gives_it_back)
{
    start(80, 24);
    bench_keys(&bench, "e");
    drawn();
    int low = bench.app->layout.form.y;
    cr_expect_gt(low, 1);
    bench_keys(&bench, "+");
    drawn();
    cr_expect_eq(bench.app->layout.form.y, 1);
    bench_keys(&bench, "+");
    drawn();
    cr_expect_eq(bench.app->layout.form.y, low);
    bench_keys(&bench, "+ q e");
    cr_expect_eq(bench.app->layout.form.y, low, "the next form opens low again");
}

Test(places, help_has_all_of_the_body_over_a_form_too)
{
    start(80, 24);
    bench_keys(&bench, "e ?");
    drawn();
    cr_expect_str_starts(screen_row(1), "Help: the keys of this form");
    bench_keys(&bench, "q");
    drawn();
    cr_expect_gt(bench.app->layout.form.y, 1);
    cr_expect_str_starts(screen_row(2), "-", "the list is back: %s", screen_row(2));
}

/* Answers the enqueue under way: it is refused. */
static void refuse_next(void)
{
    struct call call = {.op = ENDPOINT_ENQUEUE};
    for (size_t i = 0; i < bench.app->call_count; i++) {
        if (bench.app->calls[i].op == ENDPOINT_ENQUEUE) {
            call.serial = bench.app->calls[i].serial;
            call.project_id = bench.app->calls[i].project_id;
        }
    }
    cr_assert_neq(call.serial, 0);
    bench_answer_error(&bench, &call, ERROR_FORBIDDEN, 403, "CreditMinutes: not enough credit is left");
}

Test(places, a_question_an_act_and_its_numbers_take_their_bytes)
{
    start(80, 24);
    bench_keys(&bench, "f");
    bench_type(&bench, "state:none");
    bench_keys(&bench, "Enter M e");
    drawn();
    bench_keys(&bench, "X");
    size_t asked = drawn();
    cr_expect_leq(asked, BUDGET_QUESTION, "%zu bytes of the question", asked);
    bench_keys(&bench, "y");
    drawn();
    bench_wait(&bench, 400);
    drawn();
    for (int i = 0; i < 9; i++) {
        refuse_next();
        bench_wait(&bench, 1100);
        screen_draw(bench.app); /* without the rows that changed */
        size_t numbers = screen_bytes();
        cr_expect(i == 0 || numbers <= 20, "%zu bytes where only a number changes", numbers);
    }
    refuse_next();
    drawn();
    refuse_next();
    size_t outcome = drawn();
    cr_expect_leq(outcome, 350, "%zu bytes of the outcome", outcome);
}
