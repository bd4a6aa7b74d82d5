/* The application led by lines: fields set by name, lines chosen by number, a form's actions by name, all
 * that a turn says, and a layout in which nothing is wrapped. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

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

TestSuite(app_lines, .init = setup, .fini = teardown);

static void field(const char *name, const char *value)
{
    struct app_input event = {.kind = INPUT_FIELD, .text = name, .value = value};
    bench_input(&bench, &event);
}

static void choose(int number)
{
    struct app_input event = {.kind = INPUT_CHOOSE, .number = number};
    bench_input(&bench, &event);
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
        if (rows[i].def && strcmp(rows[i].def->name, "PauseBetweenCaptionsMs") == 0) {
            cr_expect(rows[i].error);
            cr_expect_str_eq(rows[i].value, "abc");
        }
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
    cr_assert_str_has(bench_question(&bench), " again?");
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
    cr_assert_str_has(bench_question(&bench), "Delete the tag \"");
    cr_expect_str_eq(bench.app->asker->arg, "archive");
}

Test(app_lines, everything_that_a_turn_says_is_there_for_a_front_end_that_keeps_it)
{
    bench_command(&bench, "enqueue");
    bench_command(&bench, "form-submit");
    char *json = bench_json(1, "InProgress", "Council meeting, 14 May");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_ENQUEUE), json);
    free(json);
    cr_assert_eq(bench.app->sentence_count, 2);
    cr_expect_str_eq(bench.app->sentences[0].text, "1: enqueued");
    cr_expect_str_eq(bench.app->sentences[1].text, "1: now InProgress");
    bench_keys(&bench, "j");
    cr_expect_eq(bench.app->sentence_count, 0);
}

Test(app_lines, a_linear_layout_has_one_pane_and_wraps_nothing)
{
    bench.app->linear = true;
    bench_resize(&bench, 0, 0);
    bench_command(&bench, "account");
    cr_expect_eq(bench.app->layout.places, 1);
    cr_expect_not(bench.app->layout.too_small);
    cr_expect(bench_shows(&bench, app_pane_find(bench.app, "account")));
    const struct page *page = app_page_of(bench.app, "account");
    for (size_t i = 0; i < page->count; i++)
        cr_expect(!page->lines[i].full || strcmp(page->lines[i].full, page->lines[i].value) == 0);
}

/* --- whole lines for what is asked --- */

static void answer(const char *line)
{
    bench_input(&bench, &(struct app_input){.kind = INPUT_ANSWER, .text = line});
}

/* The note of the project under the cursor. */
static const char *note(void)
{
    const struct app_project *project = app_project_at_hand(bench.app);
    return project->note ? project->note : "(none)";
}

Test(app_lines, a_line_takes_the_place_of_what_a_prompt_shows)
{
    bench_command(&bench, "note");
    answer("first");
    cr_expect_str_eq(note(), "first");
    cr_expect_null(bench.app->prompt->ops);
    bench_command(&bench, "note");
    answer("second");
    cr_expect_str_eq(note(), "second");
    bench_command(&bench, "note");
    answer(NULL);
    cr_expect_str_eq(note(), "second", "nothing typed keeps what is there");
    bench_command(&bench, "note");
    answer("");
    cr_expect_str_eq(note(), "(none)");
}

Test(app_lines, a_line_that_is_too_long_is_refused_and_the_prompt_stays)
{
    char line[LINEEDIT_MAX + 2];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    bench_command(&bench, "note");
    answer("kept");
    bench_command(&bench, "note");
    answer(line);
    cr_assert_not_null(bench.app->prompt->ops);
    cr_expect_not_null(bench.app->prompt->hint);
    cr_expect_str_eq(lineedit_text(bench.app->prompt->edit), "kept");
    cr_expect_str_eq(note(), "kept");
}

Test(app_lines, what_is_asked_or_shown_is_left_without_an_answer)
{
    struct app_input close = {.kind = INPUT_CLOSE};
    bench_command(&bench, "note");
    bench_input(&bench, &close);
    cr_expect_null(bench.app->prompt->ops);
    cr_expect_str_eq(note(), "(none)");
    bench_command(&bench, "enqueue");
    bench_command(&bench, "form-preview");
    bench_input(&bench, &close);
    cr_expect_eq(app_top(bench.app)->kind, OVERLAY_FORM);
    bench_input(&bench, &close);
    cr_expect_eq(app_top(bench.app)->kind, OVERLAY_PANE);
    bench_input(&bench, &close);
    cr_expect_not(bench.app->client->quitting, "the panes stay");
}

Test(app_lines, only_yes_in_full_or_as_a_letter_confirms)
{
    static const char *const refusals[] = {"", "n", "yess", "1", "Y!"}, *const yes[] = {"y", "yes", "YES"};
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        bench_command(&bench, "remove");
        answer(refusals[i]);
        cr_expect_null(bench.app->question->text);
        cr_expect_eq(bench.app->project_count, 3, "“%s”", refusals[i]);
    }
    for (size_t i = 0; i < 3; i++) {
        bench_command(&bench, "remove");
        answer(yes[i]);
        cr_expect_eq(bench.app->project_count, 2 - i, "“%s”", yes[i]);
    }
}

Test(app_lines, only_the_number_itself_confirms_for_many)
{
    static const char *const refusals[] = {"", "y", "yes", "02", "2 ", "3", "222222222222222222222222222222"};
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        bench_command(&bench, "top");
        bench_command(&bench, "unmark-all");
        bench_command(&bench, "mark");
        bench_command(&bench, "mark");
        bench_command(&bench, "delete news");
        cr_assert_str_has(bench_question(&bench), "Delete the tag \"news\" of 2 projects");
        answer(refusals[i]);
        cr_expect_null(bench.app->question->text);
        cr_expect_null(bench_call(&bench, ENDPOINT_DELETE_TAG), "“%s”", refusals[i]);
    }
    bench_command(&bench, "delete news");
    answer("2");
    cr_expect_not_null(bench_call(&bench, ENDPOINT_DELETE_TAG));
}
