/* The list of projects and the first line: columns, headings, counts, marks, and the bytes of moves. */
/* SPDX-License-Identifier: MIT */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "screen/worlds.h"
#include "steno/tui/screen.h"
#include "term.h"
#include "view.h"

/* --- the list --- */

Test(list_view, stands_over_the_details_and_alone_below_80_columns)
{
    scene_ready(180, 24);
    cr_expect_str_starts(screen_row(5), " 1  Council meeting, 14 May", "the full width of a wide screen");
    drawn_keys("L");
    cr_expect_str_starts(screen_row(5), "Activity");
    scene_ready(40, 10);
    expect_row(1, "  ID  State      Name");
    expect_row(2, "> 1   None       Council meeting, 14 May");
    drawn_keys("Enter");
    cr_expect_str_starts(screen_row(1), " 1  Council meeting, 14 May  ");
    drawn_keys("q");
    expect_row(2, "> 1   None       Council meeting, 14 May");
    scene_screen(80, 24, false);
    bench_ready(&bench);
    drawn();
    expect_row(1, "  ID  State      Since   Length N Name                       Tags        Expires");
    expect_row(2, "> 1   None             00:42:10   Council meeting, 14 May    news, arch.");
}

Test(list_view, states_differ_by_word_and_mark_and_colour_only_helps)
{
    scene_ready(80, 24);
    expect_row(0, "steno  logged in  127.0.0.1:8321                               3 projects  *1 +1");
    expect_row(3, "  2  +Completed        00:42:10   Interview: dam keeper      news, arch…");
    expect_row(4, "  3  *InProgress       00:42:10   Lecture 7                  news, arch…");
    expect_row(23, "e Enqueue  o Add  Space Mark  f Filter  1-5 Views  / Find  ? Help  q Quit");
    cr_expect_eq(screen_cell(2, 5).color, 0);
    cr_expect_eq(screen_cell(3, 5).color, 2, "Completed is green");
    cr_expect_eq(screen_cell(4, 5).color, 6, "InProgress is cyan");
}

Test(list_view, a_terminal_too_small_says_so_and_nothing_else)
{
    scene_ready(39, 7);
    expect_row(0, "39x7 is too small: 40x8 needed");
    for (int row = 1; row < 7; row++)
        expect_row(row, "");
    scene_ready(1, 1);
    expect_row(0, "…");
}

Test(list_view, a_project_that_cannot_be_read_says_why_in_the_few_cells_of_its_name)
{
    scene_ready(80, 24);
    bench_command(&bench, "open 77 78");
    bench_wait(&bench, 1000);
    struct call call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 77);
    bench_answer_error(&bench, &call, ERROR_NOT_FOUND, 404, "Read project 77: not found");
    bench_wait(&bench, 1000);
    call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, 78);
    bench_answer_error(&bench, &call, ERROR_TIMEOUT, 0, "Read project 78: no answer in 60 s");
    drawn();
    cr_expect_str_has(screen_row(5), " 77 ");
    cr_expect_str_has(screen_row(5), " 404 not found");
    cr_expect_str_has(screen_row(6), " timeout error");
}

Test(list_view, an_empty_view_says_why_and_how_all_are_shown)
{
    sixty_afternoon(40, 10);
    bench_command(&bench, "filter is:today is:todo");
    drawn();
    expect_row(2, "  No project matches the filter. Esc All");
}

/* --- columns of the list --- */

Test(list_view, the_arrow_of_the_order_stands_before_the_heading_that_it_belongs_to)
{
    static const struct {
        const char *command, *heads;
    } rows[] = {
        {"sort id", " ↑ID  State      Since   Length N Name                       Tags        Expires"},
        {"sort state", "  ID ↑State      Since   Length N Name                       Tags        Expires"},
        {"sort length-", "  ID  State      Since  ↓Length N Name                       Tags        Expires"},
        {"sort name", "  ID  State      Since   Length N↑Name                       Tags        Expires"},
    };
    scene_ready(80, 24);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bench_command(&bench, rows[i].command);
        drawn();
        expect_row(1, rows[i].heads);
    }
    scene_ready(40, 10);
    bench_command(&bench, "sort length"); /* its column is hidden: the heading of the names shows the order */
    drawn();
    expect_row(1, "  ID  State      Name ↑length");
}

Test(list_view, which_rows_of_many_are_shown_is_said_whole_or_not_at_all)
{
    static struct bench_row rows[12000];
    for (int i = 0; i < 12000; i++)
        rows[i] = (struct bench_row){i + 1, "None", "One"};
    for (int cols = 40; cols <= 72; cols += 32) {
        scene_screen(cols, 24, true);
        bench_init(&bench, "t0ken");
        bench_list(&bench, rows, 12000);
        bench_start(&bench, cols, 24);
        drawn_keys("G");
        cr_expect_str_has(screen_row(1), cols == 40 ? "State         11981-12000/12000" : " Name  ",
                          "%d columns, which leave names 16 cells from 72 on", cols);
    }
}

Test(list_view, the_menu_of_its_columns_names_what_has_room)
{
    static const struct {
        int cols, rows;
        const char *bar;
    } sizes[] = {
        {40, 10, "s State  c Since  n Name  x Expires"},
        {132, 43,
         "s State  c Since  n Name  x Expires  i ID  l Length  t Tags  e Exported  u Changed  q Back"}};
    for (size_t i = 0; i < 2; i++) {
        sixty_afternoon(sizes[i].cols, sizes[i].rows);
        drawn_keys("s");
        expect_row(sizes[i].rows - 1, sizes[i].bar);
    }
    sixty_afternoon(80, 24);
    expect_bytes(drawn_keys("s"), 300, "the menu");
    expect_row(22, "Sort by (press a letter again to reverse):");
    expect_bytes(drawn_keys("x"), 700, "the new order");
}

/* --- bytes --- */

/* Draws only the two panes; returns their bytes. */
static size_t draw_panes(void)
{
    const struct app *app = bench.app;
    draw_clear(app->layout.body);
    view_projects_draw(app, app->layout.place[0], app->focus == PANE_LIST);
    view_page_draw(app, app->place[1], app->layout.place[1], app->focus == app->place[1]);
    draw_park();
    refresh();
    return screen_bytes();
}

Test(list_view, a_move_costs_its_two_marks_and_no_more_on_a_wide_terminal)
{
    scene_ready(80, 24);
    expect_bytes(drawn_keys("j"), BUDGET_MOVE, "a first move");
    cr_expect_str_starts(screen_row(3), "> 2");
    for (int wide = 0; wide < 2; wide++) {
        sixty_afternoon(wide ? 132 : 80, wide ? 43 : 24);
        drawn_keys("j");
        expect_bytes(drawn_keys("j"), 14, "a move down");
        expect_bytes(drawn_keys("k"), 14, "a move up");
    }
}

/* Keys `before`, then `key` several times: it must bring `text`, and the cheapest press may cost `most`
 * bytes; the first press may also change a number. */
static const struct {
    const char *before, *key, *text;
    int times, most;
} costs[] = {
    {"Space", "Space", "5 marked", 4, 50}, /* the number of minutes changes too */
    {"u g", "Tab", ">State", 1, 170},
    {"", "Shift-Tab", "> 1 ", 1, 170},
    {"", "e", "Enqueue #1  Council", 1, BUDGET_FORM},
    {"", "q", "> 1 ", 1, BUDGET_BACK},
    {"", "x", "Export #1  Council", 1, BUDGET_FORM},
    {"", "q", "> 1 ", 1, BUDGET_BACK},
    {"e c", "j", "7/20", 6, 200}, /* to a field of another type; the next row: of the same type */
    {"", "j", "9/20", 2, 150},
    {"q s", "Esc", "> 1 ", 1, 300},
    {"", "A", "API path", 1, BUDGET_PANE},
    {"", "j", "Account", 4, BUDGET_MOVE},
    {"", "k", "Account", 3, BUDGET_MOVE},
    {"", "q", "> 1 ", 1, BUDGET_BACK},
    {"", "i", ">State", 1, 540}, /* the details were not visible before */
    {"", "t", "Tags of #1", 1, BUDGET_FOLLOW},
    {"", "d", "any other key keeps it", 1, BUDGET_QUESTION},
    {"", "n", "Tags of #1", 1, BUDGET_BACK},
    {"q q # 1 2 Enter", "j", "5-16/60", 4, 150}, /* past the edge: the list scrolls by a row */
    {"# 5 Enter", "k", "2-13/60", 3, 150},
    {"g", "PgDn", "/60", 3, 1300},
};

Test(list_view, keys_take_their_bytes)
{
    sixty_morning(80, 24);
    bench_set(&bench, SETTING_FOLLOW, "off");
    for (size_t i = 0; i < sizeof costs / sizeof costs[0]; i++) {
        size_t least = SIZE_MAX;
        if (*costs[i].before)
            drawn_keys(costs[i].before);
        for (int k = 0; k < costs[i].times; k++) {
            size_t bytes = drawn_keys(costs[i].key);
            cr_expect_gt(bytes, 0, "%s", costs[i].key);
            least = bytes < least ? bytes : least;
        }
        expect_bytes(least, costs[i].most, costs[i].key);
        cr_expect_str_has(screen_text(), costs[i].text, "after %s", costs[i].key);
    }
    sixty_morning(40, 10); /* only one place: it is drawn again for each pane */
    expect_bytes(drawn_keys("e"), 450, "a form");
    expect_bytes(drawn_keys("q"), 550, "seven rows, most of them with a colour");
    expect_bytes(drawn_keys("D"), 450, "a question");
    expect_bytes(drawn_keys("n"), 460, "rows that it covered");
    expect_bytes(drawn_keys("L"), 450, "a pane");
    expect_bytes(drawn_keys("q"), 550, "the list");
}

/* Reads project 1 without a change; returns the bytes. */
static size_t read_the_same(void)
{
    char *json = bench_json(1, "None", "Council meeting, 14 May");
    bench_wait(&bench, 60000);
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
    return drawn();
}

Test(list_view, what_changes_takes_its_bytes_and_what_is_the_same_none)
{
    scene_ready(80, 24);
    cr_expect_eq(drawn(), 0, "the same state again");
    read_the_same();
    cr_expect_eq(read_the_same(), 0, "a reading that changes nothing");
    scene_ready(80, 24);
    app_project_set_state(bench.app, &bench.app->projects[0], "InProgress");
    size_t bytes = draw_panes();
    cr_expect_gt(bytes, 0);
    expect_bytes(bytes, 40, "a state");
    scene_ready(80, 24);
    bench_keys(&bench, "Tab");
    bytes = draw_panes();
    cr_expect_gt(bytes, 0);
    expect_bytes(bytes, 83, "a change of focus beside the bar");
}

/* --- the first line --- */

/* The first line for this address and this value of allow_http. */
static const char *first_line_of(const char *url, const char *allowed)
{
    scene_screen(80, 24, true);
    bench_init(&bench, "t0ken");
    bench_set(&bench, SETTING_URL, url);
    bench_set(&bench, SETTING_ALLOW_HTTP, allowed);
    bench_start(&bench, 80, 24);
    drawn();
    return screen_row(0);
}

Test(first_line, marks_plain_http_that_is_not_allowed)
{
    cr_expect_str_starts(first_line_of("http://example.org", "false"),
                         "steno  logged in  http://example.org");
    cr_expect_str_starts(first_line_of("http://example.org", "true"), "steno  logged in  example.org ");
    scene_login(80, 24);
    bench_field(&bench, "URL", "http://example.org");
    drawn();
    cr_expect_str_has(screen_text(), "http:// is not encrypted: others can read password and token. Use");
    cr_expect_str_has(screen_text(), "you trust the network");
}

/* Answers the read of project 1 with 429 and an hour of waiting, at 09:02 UTC. */
static void hold_all(int cols, int rows)
{
    struct call call;
    scene_ready(cols, rows);
    bench_keys(&bench, "r");
    cr_assert(scene_call(ENDPOINT_GET_PROJECT, &call));
    bench_answer_busy(&bench, &call, 429, 3600);
    drawn();
}

Test(first_line, says_until_when_reads_are_held_before_any_counts)
{
    hold_all(80, 24);
    expect_row(0, "steno  logged in  127.0.0.1:8321      busy, next try in 5 min  3 projects  *1 +1");
    bench_command(&bench, "filter e");
    drawn();
    expect_row(0, "steno  logged in  127.0.0.1:8321      busy, next try in 5 min  3 of 3 \"e\"  *1 +1");
    hold_all(40, 10);
    expect_row(0, "logged in        busy, next try in 5 min");
}

/* The first line with a filter. */
static const char *filtered(int cols, const char *filter)
{
    scene_ready(cols, 24);
    bench_command(&bench, filter);
    drawn();
    return screen_row(0);
}

Test(first_line, what_limits_the_view_stays_as_long_as_it_can)
{
    cr_expect_str_has(filtered(80, "filter nothing-has-these-words-in-its-name-or-anywhere-else-in-it"),
                      "  0 of 3");
    cr_expect_str_lacks(screen_row(0), "\"", "a text that has no room");
    filtered(200, "filter a会議会議会議会議会議会議会議会議会議会議会議会議会議会議会議会議会議会議会議会議");
    cr_expect(strstr(screen_row(0), "会…\"") || strstr(screen_row(0), "議…\""), "%s", screen_row(0));
    cr_expect_str_lacks(screen_row(0), "\xEF\xBF\xBD");
    filtered(80, "filter e");
    free(bench.app->email);
    bench.app->email = strdup("somebody.with.a.long.name@the-department.of-an-institution.example.org");
    drawn_keys("Space");
    cr_expect_str_has(screen_row(0), "…  3 of 3 \"e\"  1 marked", "a long account gives way");
    bench_keys(&bench, "f n o t h i n g Enter # 3 Enter");
    drawn();
    cr_expect_str_lacks(screen_row(0), " of 3", "a jump to what the filter hides ends it");
    cr_expect_str_starts(screen_row(4), "> 3");
}

Test(first_line, rows_that_stay_and_marks_that_are_hidden_are_counted)
{
    filtered(80, "filter state:none");
    bench_keys(&bench, "f Esc R");
    bench_answer_reads(&bench, "Completed");
    bench_command(&bench, "filter state:comp");
    bench_keys(&bench, "M R");
    bench_answer_reads(&bench, "Failed");
    drawn();
    cr_expect_str_has(screen_row(0), "  3 of 3 \"state:comp\"  3 marked  ");
    bench_command(&bench, "filter council");
    drawn();
    cr_expect_str_has(screen_row(0), "  1 of 3 \"council\"  3 marked (2 hidden)  ");
}

/* Opens sixty_morning() with this filter, then presses these keys. */
static void morning(int cols, int rows, const char *filter, const char *keys)
{
    sixty_morning(cols, rows);
    bench_command(&bench, filter);
    drawn_keys(keys);
}

Test(first_line, parts_are_left_out_in_order_if_room_is_short)
{
    morning(40, 10, "filter state:none", "M"); /* the counts are left out */
    expect_row(0, "demo@example.org     13 of 60  13 marked");
    morning(80, 24, "filter state:comp", "Space"); /* the address is left out */
    expect_row(0, "steno  demo@example.org    43 of 60 \"state:comp\"  1 marked  +43 !4  307 min left");
    bench_command(&bench, "filter state:none");
    drawn_keys("Space");
    cr_expect_str_has(screen_row(0), "  2 marked (1 hidden)  ");
    morning(80, 24, "filter is:export", "Space"); /* the account is cut, the filter is not */
    bench_command(&bench, "filter state:none -somewhere-else");
    drawn_keys("M");
    expect_row(0, "steno  demo@exampl…  13 of 60 \"state:none -somewhere-else\"  14 marked (1 hidden)");
    morning(80, 24, "filter is:todo", "R"); /* the address is left out, the minutes are not */
    world_change(15, "InProgress", "15:30");
    world_change(19, "InProgress", "15:30");
    world_answer_reads();
    drawn();
    expect_row(0, "steno  demo@example.org              11 of 60 \"is:todo\"  *2 +43 !4  307 min left");
    sixty_afternoon(80, 24); /* nothing is left out */
    expect_row(0, "steno  demo@example.org  127.0.0.1:8321      60 projects  *3 +44 !4  37 min left");
}
