/* The application led by lines: fields set by name, lines chosen by number, a form's actions by name, all
 * that a turn says, and a layout in which nothing is wrapped. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "support/app_bench.h"

static struct bench bench;

static void setup(void)
{
    bench_ready(&bench);
}

static void teardown(void)
{
    bench_free(&bench);
}

TestSuite(app_lines, .init = setup, .fini = teardown);

static void field(const char *name, const char *value)
{
    struct event event = {.kind = EVENT_FIELD, .text = name, .value = value};
    bench_event(&bench, &event);
}

static void choose(int number)
{
    struct event event = {.kind = EVENT_CHOOSE, .code = number};
    bench_event(&bench, &event);
}

static const char *value(const char *name)
{
    const struct param_set *set = form_values(app_form_top(bench.app)->form);
    const char *text = param_set_get(set, param_find(set->table, name));
    return text ? text : "(unset)";
}

Test(app_lines, a_field_is_set_and_unset_by_name_and_the_draft_saved)
{
    bench_command(&bench, "enqueue");
    bench_clear(&bench);
    field("withppc", "false");
    cr_expect_str_eq(value("WithPPC"), "false");
    cr_expect_not_null(bench_store(&bench, STORE_DRAFT_SAVE));
    field("WithPPC", NULL);
    cr_expect_str_eq(value("WithPPC"), "(unset)");
    field("NoSuchField", "x");
    cr_expect_eq(form_changed_count(app_form_top(bench.app)->form), 0);
}

Test(app_lines, a_bad_value_stays_in_its_field_with_the_reason)
{
    struct form_row rows[64];
    bench_command(&bench, "export");
    field("PauseBetweenCaptionsMs", "abc");
    size_t count = form_rows(app_form_top(bench.app)->form, 64, rows);
    for (size_t i = 0; i < count; i++)
        if (rows[i].def && strcmp(rows[i].def->name, "PauseBetweenCaptionsMs") == 0)
            cr_expect(rows[i].error && strcmp(rows[i].value, "abc") == 0);
    bench_clear(&bench);
    bench_command(&bench, "form-submit");
    cr_expect_null(bench_call(&bench, ENDPOINT_EXPORT));
}

Test(app_lines, a_form_is_sent_and_left_by_the_names_of_its_actions)
{
    bench_command(&bench, "enqueue");
    field("Lang", "en-US");
    bench_command(&bench, "form-submit");
    cr_assert_not_null(bench_call(&bench, ENDPOINT_ENQUEUE));
    cr_expect_eq(param_set_count(bench_call(&bench, ENDPOINT_ENQUEUE)->params), 1);
    bench_command(&bench, "form-leave");
    cr_expect_null(app_form_top(bench.app));
    bench_command(&bench, "form-submit");
    cr_expect(bench.app->status_is_bad, "without a form it is no action");
}

Test(app_lines, a_field_under_a_question_is_not_touched)
{
    bench_command(&bench, "jump 2");
    bench_command(&bench, "enqueue");
    bench_command(&bench, "form-submit");
    cr_assert(bench_asks(&bench, "Enqueue again?"));
    field("Lang", "xx");
    cr_expect_str_eq(value("Lang"), "(unset)");
}

Test(app_lines, a_number_chooses_a_line_of_the_pane_in_focus)
{
    choose(3);
    cr_expect_eq(app_selected(bench.app), 3);
    choose(4);
    cr_expect(bench.app->status_is_bad);
    cr_expect_eq(app_selected(bench.app), 3);
    choose(0);
    cr_expect_eq(app_selected(bench.app), 3);
}

Test(app_lines, delete_with_a_name_is_about_that_name)
{
    bench_command(&bench, "details");
    bench_answer_reads(&bench, "None");
    bench_wait(&bench, 60000);
    bench_answer_reads(&bench, "None");
    bench_command(&bench, "tags");
    bench_command(&bench, "delete nothing");
    cr_expect_null(bench.app->question->text);
    cr_expect(bench.app->status_is_bad);
    bench_command(&bench, "delete archive");
    cr_assert(bench_asks(&bench, "Delete tag \""));
    cr_expect_str_eq(bench.app->question->arg, "archive");
}

Test(app_lines, everything_that_a_turn_says_is_there_for_a_face_that_keeps_it)
{
    bench_command(&bench, "enqueue");
    bench_command(&bench, "form-submit");
    char *json = bench_json(1, "InProgress", "Council meeting, 14 May");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), json);
    free(json);
    cr_assert_eq(bench.app->sentence_count, 2);
    cr_expect_str_eq(bench.app->sentences[0].text, "1: enqueued");
    cr_expect_str_eq(bench.app->sentences[1].text, "1: None → InProgress");
    bench_keys(&bench, "j");
    cr_expect_eq(bench.app->sentence_count, 0);
}

Test(app_lines, a_linear_layout_has_one_pane_and_wraps_nothing)
{
    bench.app->linear = true;
    bench_resize(&bench, 0, 0);
    bench_command(&bench, "account");
    cr_expect_eq(bench.app->layout.columns, 1);
    cr_expect_not(bench.app->layout.too_small);
    cr_expect(app_pane_is_shown(bench.app, app_pane_find(bench.app, "account")));
    const struct page *page = app_page_of(bench.app, "account");
    for (size_t i = 0; i < page->count; i++)
        cr_expect(!page->lines[i].full || strcmp(page->lines[i].full, page->lines[i].value) == 0);
}
