/* The first line: who and where, what limits the view, and how many there are. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/tui/screen.h"
#include "screen/sixty.h"
#include "support/app_bench.h"
#include "support/asserts.h"
#include "support/screen.h"

static struct bench bench;

/* The screen with this address and perhaps allow_http. */
static void open_address(const char *url, const char *allowed)
{
    screen_open(NULL, 24, 80, true, true);
    bench_init(&bench, "t0ken");
    bench_set(&bench, SETTING_URL, url);
    bench_set(&bench, SETTING_ALLOW_HTTP, allowed);
    bench_start(&bench, 80, 24);
    screen_draw(bench.app);
}

Test(header, plain_http_is_marked_in_the_header)
{
    open_address("http://example.org", "false");
    cr_expect_str_starts(screen_row(0), "steno  logged in  http://example.org");
    cr_expect_str_has(screen_row(0), "example.org");
}

Test(header, plain_http_that_is_allowed_is_not_marked)
{
    open_address("http://example.org", "true");
    cr_expect_str_lacks(screen_row(0), "http!");
}

Test(header, the_warning_of_plain_http_is_read_whole_under_the_login_form)
{
    screen_open(NULL, 24, 80, true, true);
    bench_init(&bench, NULL);
    bench_start(&bench, 80, 24);
    bench_field(&bench, "URL", "http://example.org");
    screen_draw(bench.app);
    cr_expect_str_has(screen_text(), "http:// is not encrypted: others can read password and token. Use");
    cr_expect_str_has(screen_text(), "you trust the network");
}

/* The application of bench_ready with this filter. */
static void open_filtered(int cols, const char *filter)
{
    char line[300];
    screen_open(NULL, 24, cols, true, true);
    bench_ready(&bench);
    bench_resize(&bench, cols, 24);
    snprintf(line, sizeof line, "filter %s", filter);
    bench_command(&bench, line);
    screen_draw(bench.app);
}

Test(header, a_filter_that_has_no_room_is_counted_without_its_text)
{
    open_filtered(80, "nothing-has-these-words-in-its-name-or-anywhere-else-in-it");
    cr_expect_str_has(screen_row(0), "  0 of 3");
    cr_expect_str_lacks(screen_row(0), "\"");
}

Test(header, a_long_address_gives_way_to_what_limits_the_view)
{
    screen_open(NULL, 24, 80, true, true);
    bench_ready(&bench);
    bench_command(&bench, "filter e");
    free(bench.app->email);
    bench.app->email = strdup("somebody.with.a.long.name@the-department.of-an-institution.example.org");
    bench_keys(&bench, "Space");
    screen_draw(bench.app);
    cr_expect_str_has(screen_row(0), "…  3 of 3 \"e\"  1 marked");
}

Test(header, rows_that_stay_and_marks_that_are_hidden_are_counted)
{
    open_filtered(80, "state:none");
    bench_keys(&bench, "f Esc R");
    bench_answer_reads(&bench, "Completed");
    bench_command(&bench, "filter state:comp");
    bench_keys(&bench, "M R");
    bench_answer_reads(&bench, "Failed");
    screen_draw(bench.app);
    cr_expect_str_has(screen_row(0), "  0+3 of 3 \"state:comp\"  3 marked  ");
    bench_command(&bench, "filter council");
    screen_draw(bench.app);
    cr_expect_str_has(screen_row(0), "  1 of 3 \"council\"  3 marked, 2 hidden  ");
}

Test(header, a_wide_filter_is_cut_between_its_characters)
{
    open_filtered(200, "a会議会議会議会議会議会議会議会議会議会議会議会議会議会議会議会議会議会議会議会議");
    cr_expect(strstr(screen_row(0), "会…\"") || strstr(screen_row(0), "議…\""), "%s", screen_row(0));
    cr_expect_str_lacks(screen_row(0), "\xEF\xBF\xBD");
}

/* The list of 12000 projects at its end, in so many columns. */
static void open_many(int cols)
{
    struct bench_row *rows = calloc(12000, sizeof *rows);
    for (int i = 0; i < 12000; i++)
        rows[i] = (struct bench_row){i + 1, "None", "One"};
    screen_open(NULL, 24, cols, true, true);
    bench_init(&bench, "t0ken");
    bench_list(&bench, rows, 12000);
    bench_start(&bench, cols, 24);
    bench_keys(&bench, "G");
    screen_draw(bench.app);
    free(rows);
}

Test(header, which_rows_of_many_are_shown_is_said_whole_or_not_at_all)
{
    open_many(40);
    cr_expect_str_has(screen_row(1), "State         11981-12000/12000");
}

Test(header, which_rows_are_shown_has_no_room_in_16_cells)
{
    open_many(72);
    cr_expect_str_has(screen_row(1), " Name  ");
}

/* The morning of sixty, with these keys pressed, in so many columns. */
static const char *morning(int cols, int rows, const char *filter, const char *keys)
{
    sixty_morning(&bench, cols, rows, &(struct sixty){.credit = 307});
    if (*filter)
        bench_command(&bench, filter);
    bench_keys(&bench, keys);
    screen_draw(bench.app);
    return screen_row(0);
}

Test(header, at_40_columns_marks_stay_and_counts_go)
{
    cr_expect_str_eq(morning(40, 10, "filter state:none", "M"), "demo@example.org     13 of 60  13 marked");
}

Test(header, marks_that_are_hidden_are_counted_beside_the_credit)
{
    cr_expect_str_eq(morning(80, 24, "filter state:comp", "Space"),
                     "steno  demo@example.org      43 of 60 \"state:comp\"  1 marked  *0 +43 !4  307 min");
    bench_command(&bench, "filter state:none");
    bench_keys(&bench, "Space");
    screen_draw(bench.app);
    cr_expect_str_has(screen_row(0), "  2 marked, 1 hidden  ");
}

Test(header, the_account_is_cut_before_a_filter_loses_its_text)
{
    morning(80, 24, "filter is:export", "Space");
    bench_command(&bench, "filter state:none -somewhere-else");
    bench_keys(&bench, "M");
    screen_draw(bench.app);
    cr_expect_str_eq(screen_row(0),
                     "steno  demo@example…  13 of 60 \"state:none -somewhere-else\"  14 marked, 1 hidden");
}

Test(header, the_address_goes_before_the_minutes_where_a_filter_is_set)
{
    morning(80, 24, "filter is:todo", "R");
    sixty_change("15 InProgress 15:30, 19 InProgress 15:30");
    sixty_answer_reads(&bench);
    screen_draw(bench.app);
    cr_expect_str_eq(screen_row(0),
                     "steno  demo@example.org                  9+2 of 60 \"is:todo\"  *2 +43 !4  307 min");
}
