/* Lines of commands: a form's actions, and delete with a name. */
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

static const char *value(const char *name)
{
    const struct param_set *set = form_values(app_form_top(bench.app)->form);
    const char *text = param_set_get(set, param_find(set->table, name));
    return text ? text : "(unset)";
}

Test(app_lines, a_field_is_set_and_unset_by_name)
{
    bench_command(&bench, "enqueue");
    bench_clear(&bench);
    bench_field(&bench, "withppc", "false");
    cr_expect_str_eq(value("WithPPC"), "false");
    bench_field(&bench, "WithPPC", NULL);
    cr_expect_str_eq(value("WithPPC"), "(unset)");
}

Test(app_lines, a_bad_value_stays_in_its_field_with_the_reason)
{
    struct form_row rows[64];
    bench_command(&bench, "export");
    form_focus(app_form_top(bench.app)->form, "PauseBetweenCaptionsMs");
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "abc"});
    bench_keys(&bench, "Enter");
    size_t count = form_rows(app_form_top(bench.app)->form, 64, rows);
    for (size_t i = 0; i < count; i++)
        if (rows[i].def && strcmp(rows[i].def->name, "PauseBetweenCaptionsMs") == 0) {
            cr_expect(rows[i].error);
            cr_expect_str_eq(lineedit_text(form_editor(app_form_top(bench.app)->form)), "abc");
        }
    bench_clear(&bench);
    bench_command(&bench, "form-submit");
    cr_expect_null(bench_call(&bench, ENDPOINT_EXPORT));
}

Test(app_lines, a_form_is_sent_and_left_by_the_names_of_its_actions)
{
    bench_command(&bench, "enqueue");
    bench_field(&bench, "Lang", "en-US");
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
    bench_field(&bench, "Lang", "xx");
    cr_expect_str_eq(value("Lang"), "(unset)");
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
