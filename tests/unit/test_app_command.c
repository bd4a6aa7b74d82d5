/* The line of commands: what Tab takes, the menu of what fits, what is said of a wrong name. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "steno/api/param.h"
#include "steno/base/mem.h"
#include "steno/app/keys.h"
#include "support/app_bench.h"
#include "support/asserts.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_command, .init = setup, .fini = teardown);

/* The line as it stands. */
static const char *line(void)
{
    return lineedit_text(bench.app->prompt->edit);
}

/* Opens the line with this in it. */
static void begin(const char *text)
{
    bench_keys(&bench, ":");
    bench_type(&bench, text);
}

Test(app_command, every_action_runs_by_its_name)
{
    begin("enqueue");
    bench_keys(&bench, "Enter");
    cr_assert_eq(app_form_top(bench.app)->ops->table, &params_enqueue);
}

Test(app_command, what_tab_would_take_stands_beside_the_line_and_nothing_else)
{
    bench_keys(&bench, ":");
    cr_assert_str_eq(app_prompt_ghost(bench.app), "");
    bench_type(&bench, "enq");
    cr_assert_str_eq(app_prompt_ghost(bench.app), "ueue");
    cr_assert_not(bench.app->prompt->menu);
    bench_keys(&bench, "Left");
    cr_assert_str_eq(app_prompt_ghost(bench.app), "", "the end of the line is elsewhere");
    bench_keys(&bench, "End Tab");
    cr_assert_str_eq(line(), "enqueue ");
    cr_assert_not(bench.app->prompt->menu);
}

Test(app_command, tab_opens_a_menu_of_several_and_goes_round_in_it)
{
    begin("re");
    cr_assert_eq(bench.app->prompt->fits.total, 4);
    bench_keys(&bench, "Tab");
    cr_assert_str_eq(bench.app->prompt->fits.title, "Actions that begin with re");
    cr_assert_str_eq(bench.app->prompt->fits.rows[0].key, "r");
    cr_assert_str_eq(line(), "refresh");
    bench_keys(&bench, "Tab Down ^N");
    cr_assert_str_eq(line(), "repaint");
    bench_keys(&bench, "Tab");
    cr_assert_str_eq(line(), "refresh", "the first comes after the last");
    bench_keys(&bench, "Shift-Tab");
    cr_assert_str_eq(line(), "repaint");
    bench_keys(&bench, "Up ^P");
    cr_assert_str_eq(line(), "refresh-all");
    bench_keys(&bench, "Enter");
    cr_assert_geq(bench_call_count(&bench, ENDPOINT_GET_PROJECT), 3);
}

Test(app_command, esc_leaves_the_menu_with_what_was_typed_and_then_the_line)
{
    begin("re");
    bench_keys(&bench, "Tab Tab Esc");
    cr_assert_not(bench.app->prompt->menu);
    cr_assert_str_eq(line(), "re");
    bench_keys(&bench, "Esc");
    cr_assert_not(bench_prompts(&bench, ":"));
}

Test(app_command, typing_narrows_the_menu_and_a_word_that_fits_nothing_closes_it)
{
    begin("r");
    bench_keys(&bench, "Tab ^U");
    bench_type(&bench, "ref");
    cr_assert(bench.app->prompt->menu);
    cr_assert_eq(bench.app->prompt->fits.count, 2);
    bench_type(&bench, "x");
    cr_assert_not(bench.app->prompt->menu);
    cr_assert_str_eq(line(), "refx");
}

Test(app_command, tab_on_an_empty_line_comes_by_every_action)
{
    struct buffer seen;
    buffer_init(&seen, BUFFER_MAX_DEFAULT);
    bench_keys(&bench, ": Tab");
    cr_assert_str_eq(bench.app->prompt->fits.title, "Actions");
    for (size_t i = 0; i < bench.app->prompt->fits.total; i++) {
        buffer_printf(&seen, " %s ", line());
        bench_keys(&bench, "Tab");
    }
    for (const struct action *row = bench_actions(&bench); action_can_run(row); row++) {
        char name[64];
        snprintf(name, sizeof name, " %s ", row->name);
        cr_expect_str_has(buffer_text(&seen), name, "%s is never listed", row->name);
    }
    buffer_free(&seen);
}

Test(app_command, what_an_action_takes_is_completed_too)
{
    begin("jump ");
    cr_assert_eq(bench.app->prompt->fits.total, 3);
    bench_keys(&bench, "Tab");
    cr_assert_str_eq(line(), "jump 1");
    cr_assert_str_eq(bench.app->prompt->fits.rows[0].help, "Council meeting, 14 May");
    bench_keys(&bench, "Esc ^U");
    bench_type(&bench, "open 7 2");
    bench_keys(&bench, "Tab");
    cr_assert_str_eq(line(), "open 7 2 ");
    bench_keys(&bench, "^U");
    bench_type(&bench, "delete a");
    cr_assert_str_eq(app_prompt_ghost(bench.app), "rchive");
    bench_keys(&bench, "^U");
    bench_type(&bench, "sort l");
    bench_keys(&bench, "Tab Enter");
    cr_assert_eq(bench.app->sort, COLUMN_LENGTH);
    begin("quit ");
    cr_assert_eq(bench.app->prompt->fits.total, 0);
}

Test(app_command, an_everyday_word_stands_for_an_action)
{
    bench_command(&bench, "show");
    cr_assert_str_eq(bench.app->panes[bench.app->focus].ops->name, "details");
    bench_command(&bench, "list");
    cr_assert_eq(bench.app->focus, PANE_LIST);
    bench_command(&bench, "shwo");
    cr_assert_str_eq(bench.app->status, "There is no action “shwo”. Did you mean show?");
}

Test(app_command, a_wrong_name_is_answered_with_the_nearest)
{
    bench_command(&bench, "enqeue");
    cr_assert_str_eq(bench.app->status, "There is no action “enqeue”. Did you mean enqueue?");
    begin("enqeue");
    bench_keys(&bench, "Tab");
    cr_assert_str_eq(bench.app->prompt->hint, "There is no action “enqeue”. Did you mean enqueue?");
    bench_type(&bench, "x");
    cr_assert_null(bench.app->prompt->hint);
    bench_command(&bench, "frobnicate");
    cr_assert_str_eq(bench.app->status, "There is no action “frobnicate”; ? lists them");
}

Test(app_command, twenty_thousand_ids_are_counted_and_a_hundred_kept)
{
    for (int i = 0; i < 20000; i++)
        app_project_add(bench.app, 1000 + i);
    begin("jump 1");
    cr_assert_eq(bench.app->prompt->fits.total, 11001);
    cr_assert_eq(bench.app->prompt->fits.count, PROMPT_FITS_MAX);
}

Test(app_command, a_key_that_does_nothing_here_says_where_it_works)
{
    bench_keys(&bench, "i f");
    cr_assert_str_eq(bench.app->status, "f works in the list");
    bench_keys(&bench, "q U");
    cr_assert_str_eq(bench.app->status, "U works in a form");
    bench_keys(&bench, "a");
    cr_assert_str_eq(bench.app->status, "a works in the tags");
    bench_keys(&bench, "x L");
    cr_assert_str_eq(bench.app->status, "L works in the list");
}
