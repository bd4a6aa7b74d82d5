/* The panes: what holds of every one of them, whichever topic it is of. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "part.h"
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

TestSuite(app_panes, .init = setup, .fini = teardown);

Test(app_panes, each_has_its_place_and_is_opened_by_the_action_of_its_name)
{
    cr_assert_leq(bench.app->pane_count, PANES_MAX);
    for (int pane = 0; pane < bench.app->pane_count; pane++) {
        const char *name = bench.app->panes[pane].ops->name;
        cr_assert_eq(app_pane_find(bench.app, name), pane, "%s", name);
        bench_command(&bench, name);
        if (bench.app->panes[pane].ops->over_form) {
            cr_expect_neq(bench.app->focus, pane, "%s: there is no form", name);
            continue;
        }
        cr_expect_eq(bench.app->focus, pane, "%s", name);
        cr_expect(*app_pane_title(bench.app, pane), "%s", name);
        cr_expect((pane == PANE_LIST) == !bench.app->panes[pane].ops->build, "%s", name);
    }
}

Test(app_panes, actions_stand_by_groups_each_valid_somewhere_under_a_name_of_its_own)
{
    size_t count;
    struct action *actions = app_actions(&count);
    for (size_t i = 0; i < count; i++) {
        cr_expect(i == 0 || actions[i - 1].group <= actions[i].group, "%s", actions[i].name);
        cr_expect(actions[i].where & (IN_PANES | IN_FORM), "%s", actions[i].name);
        cr_expect_not(actions[i].where & (IN_GROUPED | IN_ADDING | IN_ERASING), "%s", actions[i].name);
        for (size_t k = 0; k < i; k++)
            cr_expect_str_neq(actions[i].name, actions[k].name);
    }
    free(actions);
}

Test(app_panes, without_a_project_each_says_what_it_has_to_say)
{
    bench_free(&bench);
    bench_init(&bench, "token");
    bench_start(&bench, 80, 24);
    for (int pane = PANE_LIST + 1; pane < bench.app->pane_count; pane++) {
        const char *name = bench.app->panes[pane].ops->name;
        bench_command(&bench, name);
        if (bench.app->panes[pane].ops->over_form)
            cr_expect_neq(bench.app->focus, pane);
        else if (bench.app->focus == pane)
            cr_expect_gt(app_focus_page(bench.app)->count, 0u, "%s", name);
        else
            cr_expect_str_has(bench.app->status, "there is no project", "%s: %s", name, bench.app->status);
    }
}

Test(app_panes, behind_a_form_none_is_built_before_it_closes)
{
    bench_keys(&bench, "r");
    const struct call *sent = bench_call(&bench, ENDPOINT_GET_PROJECT);
    const struct call read = {.op = sent->op, .serial = sent->serial, .project_id = sent->project_id};
    bench_keys(&bench, "e");
    char *json = bench_json(1, "Canceled", "Council meeting");
    bench_answer_project(&bench, &read, json);
    free(json);
    cr_expect_str_lacks(bench_page_text(&bench, "details"), "Canceled");
    bench_keys(&bench, "Esc");
    cr_assert_eq(bench.app->form_count, 0);
    cr_expect_str_has(bench_page_text(&bench, "details"), "Canceled");
}

static void build_nothing(struct app *app, struct page *page, int cells)
{
    (void)app, (void)page, (void)cells;
}

/* The panes of so many topics beside the list; returns how many. */
static int count_panes(size_t count)
{
    static const struct pane_ops ops = {.name = "x", .build = build_nothing};
    static const struct part one = {.name = "x", .pane = &ops};
    const struct part *topics[PANES_MAX];
    const struct pane_ops *panes[PANES_MAX];
    for (size_t i = 0; i < count; i++)
        topics[i] = &one;
    return part_panes(topics, count, panes);
}

Test(app_panes_counted, as_many_as_there_is_room_for_are_taken)
{
    cr_expect_eq(count_panes(PANES_MAX - 2), PANES_MAX - 1);
    cr_expect_eq(count_panes(PANES_MAX - 1), PANES_MAX);
}

Test(app_panes_counted, one_more_ends_the_program_instead_of_writing_beyond_the_array, .exit_code = 1)
{
    count_panes(PANES_MAX);
}
