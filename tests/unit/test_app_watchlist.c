/* The watchlist: start, selection, reads and their messages, search, sort, filter, a long list. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/app/say.h"
#include "steno/base/mem.h"
#include "steno/core/forms.h"
#include "store_sql.h"
#include "support/app_scene.h"
#include "support/asserts.h"

/* 1 None "Council meeting, 14 May", 2 Completed "Interview: dam keeper", 3 InProgress "Lecture 7" */

TestSuite(app_start, .fini = scene_stop);
TestSuite(app_watchlist, .init = scene_start, .fini = scene_stop);
TestSuite(app_filter, .init = scene_start, .fini = scene_stop);
TestSuite(app_long, .fini = scene_stop);
TestSuite(app_order, .fini = scene_stop);

/* The number of projects on the list in the store. */
static int64_t stored(void)
{
    struct store_list list;
    struct error err;
    cr_assert(store_list_load(bench.store, 0, 0, &list, &err), "%s", err.text);
    int64_t total = list.total;
    store_list_clear(&list);
    return total;
}

/* Presses the keys and returns the visible rows: ">" before the cursor's row, "*" after a marked one: "1 >2
 * 3*". */
static const char *rows(const char *keys)
{
    static char text[200];
    const struct list *list = &after(keys)->app->list;
    size_t len = 0;
    *text = '\0';
    for (size_t i = 0; i < list->count && len < sizeof text; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, "%s%s%d%s", i ? " " : "",
                                i == list->selected ? ">" : "", (int)list->ids[i],
                                list_is_marked(list, list->ids[i]) ? "*" : "");
    return text;
}

/* Reads the project under the cursor in this state. */
static void refresh(int64_t id, const char *state)
{
    bench_keys(&bench, "r");
    bench_answer_state(&bench, ENDPOINT_GET_PROJECT, id, state);
}

/* Starts with a list of one project in this state (NULL: without server and token), and these ids on the
 * command line. */
static void start_with(const char *state, const int64_t *ids, size_t count)
{
    const struct bench_row row = {1, state, "Council meeting"};
    struct error err;
    bench_init(&bench, state ? "secret-token" : NULL);
    if (!state)
        bench_set(&bench, SETTING_URL, "");
    bench_list(&bench, &row, state ? 1 : 0);
    bench.app = app_new(&bench.settings, bench.store, &err);
    bench_open(&bench, 80, 24, ids, count);
}

Test(app_start, without_a_token_is_a_login_and_without_a_server_takes_no_projects)
{
    start_with(NULL, (const int64_t[]){5}, 1);
    cr_assert_not_null(app_form_top(bench.app));
    cr_expect_eq(app_form_top(bench.app)->ops->table, &params_login);
    cr_expect_eq(bench_effect_count(&bench, EFFECT_CALL), 0);
    cr_expect_str_eq(rows(""), "");
    cr_expect_str_eq(bench.app->status, "No server is set: log in first");
}

Test(app_start, with_a_token_sets_the_session_and_shows_the_stored_list_with_its_age)
{
    start_with("None", NULL, 0);
    cr_expect_eq(bench.effects.items[0].kind, EFFECT_SESSION);
    cr_expect_str_eq(bench.effects.items[0].text, "http://127.0.0.1:8321");
    cr_expect_str_eq(bench.effects.items[0].secret, "secret-token");
    cr_expect_null(app_form_top(bench.app));
    cr_expect_str_eq(rows(""), ">1");
    cr_expect_str_eq(bench_page_value(&bench, "details", "State"), "None, last read 08:02");
}

Test(app_start, adds_the_projects_named_on_the_command_line_and_opens_the_first)
{
    start_with("None", (const int64_t[]){5, 7}, 2);
    cr_expect_str_eq(rows(""), "1 >5 7");
    cr_expect_eq(bench.app->current, 5);
    cr_expect_eq(bench_call(&bench, ENDPOINT_GET_PROJECT)->project_id, 7);
    cr_expect_eq(stored(), 3);
    cr_expect_str_eq(bench_focus(&bench), "projects");
    bench_free(&bench);
    start_with("None", (const int64_t[]){5}, 1);
    bench_resize(&bench, 40, 10);
    cr_expect(bench_shows(&bench, app_pane_find(bench.app, "details")), "one alone has the focus");
}

Test(app_start, says_what_happened_while_nobody_looked_without_a_time_and_calls_nobody)
{
    start_with("InProgress", NULL, 0);
    bench_clear(&bench);
    bench_answer_reads(&bench, "Completed");
    cr_expect_str_eq(bench.app->status, "#1 is now Completed");
    cr_expect_null(bench_effect(&bench, EFFECT_NOTIFY));
    cr_expect_str_eq(bench_page_value(&bench, "details", "State"), "Completed");
}

/* --- the cursor --- */

Test(app_watchlist, the_details_follow_the_cursor_once_it_rests_or_at_enter)
{
    cr_expect_eq(app_selected(after("j")->app), 2);
    cr_expect_eq(bench.app->current, 1);
    cr_expect_leq(bench.effects.deadline_ms, bench.now_ms + 150);
    bench_wait(&bench, 100);
    bench_keys(&bench, "j");
    bench_wait(&bench, 149);
    cr_expect_eq(bench.app->current, 1, "moving on postpones them");
    bench_wait(&bench, 1);
    cr_expect_eq(bench.app->current, 3);
    bench_set(&bench, SETTING_FOLLOW, "false");
    bench_keys(&bench, "g");
    bench_wait(&bench, 1000);
    cr_expect_eq(bench.app->current, 3);
    cr_expect_eq(after("Enter")->app->current, 1);
    cr_expect_str_eq(bench_focus(&bench), "details");
}

Test(app_watchlist, ids_that_are_opened_are_added_read_and_shown)
{
    cr_assert(bench_prompts(after("o t w e l v e Enter"), "Ids: "));
    cr_expect_str_eq(scene_line(), "twelve");
    cr_expect_str_has(bench.app->prompt->hint, "twelve");
    cr_expect_eq(bench.app->project_count, 3);
    cr_expect_null(after("^U 1 2 Enter")->app->prompt->ops);
    cr_expect_eq(stored(), 4);
    cr_expect_eq(bench_call(&bench, ENDPOINT_GET_PROJECT)->project_id, 12);
    cr_expect_eq(bench.app->current, 12);
    cr_expect_str_eq(bench_focus(&bench), "details");
    cr_expect_str_eq(rows(":open 15 12 20-22"), "1 2 3 12 >15 20 21 22");
}

/* Another program removes projects from the list and adds others. */
static void change_elsewhere(const int64_t *gone, size_t gone_count, const int64_t *come, size_t come_count)
{
    struct error err;
    cr_assert(store_list_remove(bench.store, gone, gone_count, NULL, &err) &&
                  store_list_add(bench.store, come, come_count, NULL, &err),
              "%s", err.text);
    bench_store_changed(&bench);
}

Test(app_watchlist, rows_that_come_and_go_leave_the_cursor_on_its_project)
{
    bench_keys(&bench, "j");
    change_elsewhere((const int64_t[]){1}, 1, (const int64_t[]){9, 11}, 2);
    cr_expect_str_eq(rows(""), ">2 3 9 11");
    cr_expect_null(app_project_find(bench.app, 1));
    change_elsewhere((const int64_t[]){9}, 1, (const int64_t[]){12}, 1);
    cr_expect_str_eq(rows(""), ">2 3 11 12", "as many come as go");
    cr_expect_null(app_project_find(bench.app, 9));
    cr_assert(store_list_add(bench.store, &(int64_t){13}, 1, NULL, &(struct error){0}));
    scene_sql("ALTER TABLE watchlist RENAME TO away");
    bench_store_changed(&bench);
    scene_sql("ALTER TABLE away RENAME TO watchlist");
    bench_wait(&bench, 1100);
    cr_expect_str_eq(rows(""), ">2 3 11 12 13", "what could not be loaded is a second later");
}

Test(app_watchlist, a_removal_is_asked_about_and_is_of_the_project_that_was_asked_about)
{
    cr_expect_str_has(bench_question(after("D")), "from the list?");
    cr_expect_null(after("Enter")->app->question->text);
    cr_expect_not_null(app_project_find(bench.app, 1), "Enter alone is no yes");
    bench_keys(&bench, "D");
    change_elsewhere((const int64_t[]){2}, 1, (const int64_t[]){9}, 1);
    cr_expect_null(app_project_find(after("y")->app, 1));
    cr_expect_str_eq(rows(""), ">3 9");
    cr_expect_eq(stored(), 2);
    cr_expect_eq(bench.app->current, 3);
    cr_expect_str_eq(rows("D y D y"), "");
    cr_expect_null(app_project_at_hand(bench.app));
    cr_expect_null(app_form_top(after("e")->app));
    cr_expect(bench.app->status_is_bad);
}

Test(app_watchlist, q_leads_back_and_quits_and_esc_ends_the_filter_and_never_quits)
{
    char text[MESSAGE_SIZE];
    bench_command(&bench, "filter lecture");
    cr_expect_eq(bench.app->list.count, 1);
    cr_expect(bench_offers(&bench, "Esc Show all"), "as soon as the filter is set");
    cr_expect_eq(after("Esc")->app->list.count, 3, "one Esc");
    cr_expect_eq(app_message(after("Esc")->app, text, sizeof text), MESSAGE_NONE, "%s", text);
    cr_expect_str_eq(bench_focus(after("Esc ^G i t")), "tags");
    cr_expect_str_eq(bench_focus(after("q")), "details");
    cr_expect_str_eq(bench_focus(after("q")), "projects");
    cr_expect_null(bench_effect(&bench, EFFECT_QUIT));
    cr_expect_not_null(bench_effect(after("q"), EFFECT_QUIT));
}

/* --- reads --- */

Test(app_watchlist, a_refresh_is_answered_in_words_and_changes_only_the_project_that_was_asked_for)
{
    refresh(1, "None");
    cr_expect_str_eq(bench.app->status, "1: nothing new");
    cr_expect_str_has(bench_page_text(after("J"), "raw"), "\"ProcessingState\": \"None\"");
    bench_keys(&bench, "q i j j j j j");
    const struct page *page = app_page_of(bench.app, "details");
    char *thing = mem_copy(page->lines[page->list.selected].value);
    bench_keys(&bench, "r");
    bench_answer_json(&bench, ENDPOINT_GET_PROJECT, 1,
                      "{'Data':{'Id':2,'AccessToken':8,'ProcessingState':'Failed'}}");
    cr_expect_str_eq(app_project_find(bench.app, 2)->state, "Completed", "an answer about another one");
    refresh(1, "InProgress");
    cr_expect_str_eq(page->lines[page->list.selected].value, thing, "though a line came above it");
    cr_expect_str_eq(bench_focus(&bench), "details");
    free(thing);
}

/* --- search, jump, sort, filter --- */

/* Keys, or a command line that begins with ":", and the result: the filter, the rows, the message (NULL:
 * any). */
struct step {
    const char *keys, *filter, *rows, *said;
};

static void walk(const struct step *steps, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        cr_expect_str_eq(rows(steps[i].keys), steps[i].rows, "%s", steps[i].keys);
        cr_expect_str_eq(bench.app->filter ? bench.app->filter : "", steps[i].filter, "%s", steps[i].keys);
        if (steps[i].said)
            cr_expect_str_eq(bench.app->status, steps[i].said, "%s", steps[i].keys);
    }
}

Test(app_watchlist, a_search_goes_round_and_a_jump_goes_to_an_id)
{
    static const struct step steps[] = {
        {"/ l e c t u r e Enter", "", "1 2 >3", NULL},
        {"/ n e w s Enter", "", ">1 2 3", NULL},
        {"n", "", "1 >2 3", NULL},
        {"N", "", ">1 2 3", NULL},
        {":search zebra", "", ">1 2 3", "“zebra” is not in this pane"},
        {"# 3 Enter", "", "1 2 >3", NULL},
        {":jump 99", "", "1 2 >3", "Project 99 is not on the list: o adds it"},
        {"g i", "", ">1 2 3", NULL},
        {":jump 3", "", "1 2 >3", NULL},
    };
    walk(steps, sizeof steps / sizeof steps[0]);
    cr_expect_eq(app_form_top(after("e")->app)->project_id, 3, "jumped to from the details");
}

Test(app_watchlist, sort_takes_a_letter_reverses_by_the_same_one_and_is_kept)
{
    static const struct step before[] = {{"s n", "", ">1 2 3", "Sorted by name"},
                                         {"s n", "", "3 2 >1", "Sorted by name, reversed"}};
    static const struct step then[] = {{"Tab Shift-Tab", "", "3 2 >1", NULL},
                                       {"s i", "", ">1 2 3", NULL}, /* a new column is not reversed */
                                       {":sort name-", "", "3 2 >1", NULL}};
    walk(before, 2);
    cr_expect_eq(app_top(after("s")->app)->kind, OVERLAY_LETTER);
    cr_expect_eq(app_top(after("q")->app)->kind, OVERLAY_PANE, "it is dropped");
    walk(then, 3);
    cr_expect_null(bench_effect(&bench, EFFECT_QUIT));
    cr_expect(after(":sort zebra")->app->status_is_bad);
    app_free(bench.app);
    bench_start(&bench, 80, 24);
    cr_expect_str_eq(rows(""), ">3 2 1", "the order of the account comes back");
}

Test(app_filter, each_key_narrows_the_list_enter_keeps_it_and_esc_brings_back_what_was_there)
{
    static const struct step steps[] = {
        {"f l e c", "lec", ">3", NULL},
        {"^W", "", ">1 2 3", NULL},
        {"g Esc f l e c Enter", "lec", ">3", NULL},
        {"f t u r e Enter", "lecture", ">3", NULL},
        {":filter -lecture", "-lecture", "1 >2", NULL},
        {"f Space c o u n c i l", "-lecture council", ">1", NULL},
        {"Esc", "-lecture", "1 >2", NULL},
        {"f ^U Enter G f - l e c t u r e", "-lecture", "1 >2",
         NULL}, /* the cursor goes to the nearest remaining row */
        {":filter Completed", "Completed", ">2", NULL},
        {":filter archive", "archive", "1 >2 3", NULL},
        {":filter zebra", "zebra", "", NULL},
        {":filter \x1b[31mred", "␛[31mred", "", NULL},
    };
    walk(steps, sizeof steps / sizeof steps[0]);
    cr_expect_str_eq(after("f ^U l e c")->app->prompt->side, "1 of 3");
    bench_set(&bench, SETTING_FOLLOW, "off"); /* for slow connections: then typing does not filter */
    cr_expect_eq(after("^U")->app->list.count, 1, "it waits for Enter");
    cr_expect_eq(after("Enter")->app->list.count, 3);
    bench_keys(&bench, "f x"); /* the prompt is open when the application ends */
}

Test(app_filter, keeps_marks_counts_hidden_ones_and_marks_only_matching_rows)
{
    cr_expect_eq(app_hidden_marks(after("Space f - c o u n c i l Enter")->app), 1);
    cr_expect_str_eq(rows("M f ^U Enter"), "1* >2* 3*");
    cr_expect_eq(app_hidden_marks(after(":filter lecture")->app), 2);
    cr_expect_eq(app_hidden_marks(after("u")->app), 0);
    bench_command(&bench, "filter -state:progress");
    bench_keys(&bench, "g");
    refresh(1, "InProgress");
    cr_expect_str_eq(rows("M"), ">1 2*");
}

Test(app_filter, a_row_that_no_longer_matches_stays_until_the_filter_is_set_again)
{
    bench_command(&bench, "filter state:none");
    bench_keys(&bench, "R");
    bench_answer_reads(&bench, "Completed");
    cr_expect_str_eq(rows(""), ">1", "it was looked at");
    cr_expect_eq(bench.app->match_count, 0);
    bench_keys(&bench, "R");
    bench_answer_reads(&bench, "None");
    cr_expect_str_eq(rows(""), ">1 2 3", "rows come in by themselves");
    bench_wait(&bench, 60000);
    bench_answer_reads(&bench, "Failed");
    cr_expect_str_eq(rows(""), ">1 2 3");
    cr_expect_eq(after("f Enter")->app->list.count, 0, "set again");
}

Test(app_filter, a_digit_sets_the_words_of_its_view_anew_and_one_esc_shows_all)
{
    static const struct step first[] = {{"1", "is:todo", ">1", ""}, {"r", "is:todo", ">1", NULL}};
    static const struct step then[] = {
        {"Tab Shift-Tab", "is:todo", ">1", NULL}, /* the filter stays */
        {"1", "is:todo", "", NULL},
        {"!", "is:failed", ">1", NULL},
        {"f Space - c o u n c i l Enter", "is:failed -council", "", NULL}, /* added to the view's filter */
        {"3", "is:failed", ">1", NULL},
        {"2", "is:busy", ">3", NULL},
        {"Esc", "", "1 2 >3", NULL},
        {":view 2", "is:busy", ">3", NULL},
        {":view 6", "is:busy", ">3", "Write a number from 1 to 5 after “view”"},
    };
    walk(first, 2);
    bench_answer_state(&bench, ENDPOINT_GET_PROJECT, 1, "Failed");
    walk(then, sizeof then / sizeof then[0]);
}

Test(app_filter, that_matches_nothing_ends_with_one_esc_as_the_list_says)
{
    bench_command(&bench, "filter zebra");
    cr_assert_eq(bench.app->list.count, 0);
    cr_expect_eq(after("Esc")->app->list.count, 3);
}

Test(app_filter, words_that_are_unknown_are_refused_by_name_and_tab_lists_those_that_are_known)
{
    static const struct step unknown[] = {
        {":filter lecture", "lecture", ">3", NULL},
        {"f Space i s : n e w", "lecture is:new", ">3", NULL},
        {"Enter", "lecture", ">3",
         "“is:new” is unknown: use is:todo, is:busy, is:failed, is:export, is:today or state:"},
    };
    static const struct step known = {"^U - i s : Tab", "-is:todo", "2 >3", NULL};
    walk(unknown, 3);
    cr_assert(bench_prompts(&bench, "Filter: "));
    cr_expect_str_eq(scene_line(), "lecture is:new", "to be changed");
    walk(&known, 1);
    cr_expect(bench.app->prompt->menu);
    cr_expect_eq(bench.app->prompt->fits.count, 5);
    cr_expect_str_eq(scene_line(), "-is:todo");
}

Test(app_filter, the_reason_of_a_refused_filter_does_not_return_after_the_prompt)
{
    bench_keys(&bench, "f i s : n e w Enter");
    cr_expect_str_has(bench.app->prompt->hint, "“is:new” is unknown");
    bench_keys(&bench, "^U Enter 5");
    cr_expect_null(bench.app->failure, "%s", bench.app->failure);
}

Test(app_filter, a_project_whose_last_enqueue_was_refused_is_not_among_the_failures)
{
    bench_keys(&bench, "e X");
    bench_answer_error(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), ERROR_FORBIDDEN, 403,
                       "no credit is left");
    bench_keys(&bench, "q");
    cr_expect_eq(after("3")->app->list.count, 0, "the project has not failed");
    cr_expect_str_eq(rows("1"), ">1", "it can be sent again");
}

/* --- a long list: first one screen of rows is loaded, then the rest --- */

#define LONG 300

/* Starts with this many projects in the store; their names are in the opposite order of their ids. */
static void start_long(const char *sort)
{
    static char names[LONG][16];
    static struct bench_row all[LONG];
    struct error err;
    bench_init(&bench, "secret-token");
    bench_store(&bench);
    for (int i = 0; i < LONG; i++) {
        snprintf(names[i], sizeof names[i], "Name %03d", LONG - i);
        all[i] = (struct bench_row){i + 1, i % 2 ? "Completed" : "None", names[i]};
    }
    bool ok = store_begin(bench.store, &err) && (!sort || store_sort_save(bench.store, sort, false, &err));
    bench_list(&bench, all, LONG);
    cr_assert(ok && store_commit(bench.store, &err), "%s", err.text);
    bench_start(&bench, 80, 24);
}

Test(app_long, the_rows_of_one_screen_come_first_then_all_which_are_taken_off_in_one_go)
{
    char text[256] = "";
    start_long(NULL);
    cr_expect_eq(bench.app->list.count, 25);
    app_counts_total(bench.app, text, sizeof text);
    cr_expect_str_eq(text, "", "nothing is counted by them");
    bench_input(&bench, &(struct app_input){.kind = INPUT_DRAWN});
    cr_assert_eq(bench.app->list.count, LONG);
    app_counts_marks(bench.app, text, sizeof text);
    cr_expect_str_eq(text, "+150");
    bench_free(&bench);
    start_long("name");
    cr_expect_eq(bench.app->list.count, LONG, "sorted, all is there at once");
    cr_expect_eq(bench.app->list.ids[0], LONG);
    bench_free(&bench);
    start_long(NULL);
    cr_expect_eq(app_selected(after("G")->app), LONG, "a key finds all of it");
    cr_expect_eq(after("M")->app->list.mark_count, LONG);
    bench_keys(&bench, "D 3 0 0");
    cr_expect_str_eq(after("Enter")->app->status, "Removed 300 projects from the list");
    cr_expect_eq(stored(), 0);
}

/* --- updates of single projects give the same order and counts as looking at all rows --- */

#define COUNT 60

static unsigned any(unsigned below)
{
    static unsigned seed = 1;
    seed = seed * 1103515245u + 12345u;
    return (seed >> 8) % below;
}

static const char *const states[] = {"InProgress", "Completed", "Failed", "Canceled", "None"};

/* A random action of a user, then the answer to a read; if no read is under way, all projects are read again.
 */
static const char *anything(void)
{
    static const char *const lines[] = {
        "sort name-",       "sort id",      "sort state",        "sort since",     "sort length",
        "sort name",        "sort changed", "filter ",           "filter is:todo", "filter is:busy",
        "filter is:failed", "filter -a",    "filter state:none", "filter tag:news"};
    static const char *const keys[] = {"j", "k", "PgDn", "Space", "G"};
    const char *line = "a reading";
    if (any(20) == 0)
        bench_command(&bench, line = lines[any(sizeof lines / sizeof lines[0])]);
    else if (any(20) == 0)
        bench_keys(&bench, line = keys[any(5)]);
    struct call call = {.op = ENDPOINT_GET_PROJECT};
    for (int tries = 0; call.serial == 0 && tries < 4; tries++) {
        for (size_t i = 0; i < bench.app->call_count; i++) {
            if (bench.app->calls[i].op == ENDPOINT_GET_PROJECT)
                call = bench_under_way(&bench, ENDPOINT_GET_PROJECT, bench.app->calls[i].project_id);
        }
        if (call.serial == 0)
            bench_keys(&bench, "R");
        bench_wait(&bench, call.serial == 0 ? 1000 : 0);
    }
    char name[] = {(char)('a' + any(26)), '\0'};
    char *json = bench_json(call.project_id, states[any(5)], name);
    bench_answer_project(&bench, &call, json);
    free(json);
    return line;
}

/* Expects that the counts in the header match the projects. */
static void expect_counts(const char *after)
{
    char text[256], expected[256] = "";
    for (int s = 0; s < 5; s++) {
        size_t count = 0, len = strlen(expected);
        for (size_t i = 0; i < bench.app->project_count; i++)
            count += strcmp(bench.app->projects[i].state, states[s]) == 0;
        if (count)
            snprintf(expected + len, sizeof expected - len, "%s%zu %s", len ? ", " : "", count, states[s]);
    }
    app_counts_words(bench.app, ", ", text, sizeof text);
    cr_assert_str_eq(text, expected, "%s", after);
}

/* Expects that arranging the whole list changes nothing. */
static void expect_order(const char *after)
{
    struct app *app = bench.app;
    struct list before = app->list;
    size_t matches = app->match_count, hidden = app_hidden_marks(app);
    int64_t ids[COUNT + 1];
    for (size_t i = 0; i < before.count; i++)
        ids[i] = before.ids[i];
    app_watchlist_arrange(app);
    cr_assert_eq(app->list.count, before.count, "%s", after);
    for (size_t i = 0; i < before.count; i++)
        cr_assert_eq(app->list.ids[i], ids[i], "%s: row %zu", after, i);
    cr_assert_eq(app->list.selected, before.selected, "%s", after);
    cr_assert_eq(app->list.top, before.top, "%s", after);
    cr_assert_eq(app->match_count, matches, "%s", after);
    cr_assert_eq(app_hidden_marks(app), hidden, "%s", after);
}

Test(app_order, updates_of_single_projects_give_the_same_rows_and_counts_as_all_projects)
{
    struct bench_row all[COUNT];
    for (int i = 0; i < COUNT; i++)
        all[i] = (struct bench_row){i + 1, states[any(5)], "a"};
    bench_init(&bench, "secret-token");
    bench_set(&bench, SETTING_RATE_CAP, "0");
    bench_list(&bench, all, COUNT);
    bench_start(&bench, 80, 24);
    bench_input(&bench, &(struct app_input){.kind = INPUT_DRAWN});
    for (int i = 0; i < 1000; i++) {
        const char *after = anything();
        bench_clear(&bench);
        expect_counts(after);
        expect_order(after);
    }
}
