/* A tag that is deleted of the marked projects: their number is typed. */
/* SPDX-License-Identifier: MIT */
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

TestSuite(app_batch_delete, .init = setup, .fini = teardown);

/* The question before a tag of the marked projects is deleted. */
static void ask_batch_delete(const char *marks)
{
    bench_keys(&bench, marks);
    bench_keys(&bench, "d");
    cr_assert(bench_prompts(&bench, "Tag to delete: "));
    bench_type(&bench, "news");
    bench_keys(&bench, "Enter");
    cr_assert_str_has(bench_question(&bench), "Delete the tag \"news\" of ");
    cr_assert_not_null(bench.app->prepared->tag);
}

Test(app_batch_delete, a_batch_deletes_a_tag_of_the_marked_projects_once_their_number_is_typed)
{
    ask_batch_delete("Space Space");
    cr_assert_str_eq(bench.app->question->text, "Delete the tag \"news\" of 2 projects (1-2)?");
    cr_assert_eq(bench.app->question->count, 2);
    bench_type(&bench, "2");
    cr_assert_str_eq(bench.app->question->typed, "2");
    cr_assert_null(bench_call(&bench, ENDPOINT_DELETE_TAG), "Enter has not come yet");
    bench_keys(&bench, "Enter");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_DELETE_TAG), 2);
    cr_assert_str_eq(bench_call(&bench, ENDPOINT_DELETE_TAG)->value, "news");
    bench_keys(&bench, "L");
    cr_assert_str_has(bench_page_text(&bench, "activity"), "*Delete tag \"news\" of 2: 2 being sent");
}

Test(app_batch_delete, a_batch_delete_with_anything_but_its_number_leaves_everything_as_it_was)
{
    static const char *const answers[] = {
        "Enter", "3 Enter", "2 2 Enter", "0 2 Enter", "y Enter",           "n",           "q",          "Esc",
        "2 Esc", "2 ^G",    "2 n",       "2 ^C",      "2 Backspace Enter", "Space Enter", "- 2 1 Enter"};
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        ask_batch_delete(i == 0 ? "Space Space" : "g");
        bench_keys(&bench, answers[i]);
        cr_assert_null(bench.app->question->text, "%s", answers[i]);
        cr_assert_null(bench_call(&bench, ENDPOINT_DELETE_TAG), "%s", answers[i]);
        cr_assert_eq(bench.app->list.mark_count, 2u, "%s", answers[i]);
        cr_assert_not(bench.app->batch->active);
        bench_wait(&bench, 10);
    }
}

Test(app_batch_delete, y_alone_is_no_answer_where_a_number_is_wanted)
{
    ask_batch_delete("Space Space");
    bench_type(&bench, "yY");
    cr_assert_str_has(bench_question(&bench), "of 2 projects (1-2)?");
    bench_keys(&bench, "9 Backspace 2 Enter");
    cr_assert_eq(bench_call_count(&bench, ENDPOINT_DELETE_TAG), 2, "a digit can be taken back");
}

Test(app_batch_delete, a_number_typed_far_too_long_is_no_confirmation)
{
    ask_batch_delete("Space Space");
    bench_type(&bench, "22222222222222222222222222222222222222222222222222");
    bench_keys(&bench, "Enter");
    cr_assert_null(bench_call(&bench, ENDPOINT_DELETE_TAG));
    cr_assert_str_eq(bench.app->status, "Nothing was deleted");
}

Test(app_batch_delete, a_paste_confirms_nothing)
{
    ask_batch_delete("Space Space");
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "2\ry"});
    cr_assert_null(bench.app->question->text, "it is No");
    cr_assert_null(bench_call(&bench, ENDPOINT_DELETE_TAG));
    cr_assert_str_eq(bench.app->status, "3 characters pasted, nothing run");
}

Test(app_batch_delete, a_batch_of_one_names_its_project_and_asks_as_for_one)
{
    ask_batch_delete("j Space");
    cr_assert_str_eq(bench.app->question->text,
                     "Delete the tag \"news\" of 2  Interview: dam keeper (Completed)?");
    cr_assert_eq(bench.app->question->count, 0);
    bench_type(&bench, "y");
    cr_assert_eq(bench_call(&bench, ENDPOINT_DELETE_TAG)->project_id, 2);
}

Test(app_batch_delete, a_batch_of_many_names_their_ids_as_they_are_typed)
{
    bench_command(&bench, "open 1000001-1000009");
    bench_command(&bench, "projects");
    bench_keys(&bench, "g");
    for (int i = 0; i < 12; i++)
        bench_keys(&bench, "Space");
    ask_batch_delete("g");
    cr_assert_str_eq(bench.app->question->text,
                     "Delete the tag \"news\" of 12 projects (1-3 1000001-1000009)?");
    bench_keys(&bench, "Esc");
    bench_command(&bench, "open 2000001-2000030");
    bench_keys(&bench, "M");
    ask_batch_delete("g");
    cr_assert_str_eq(bench.app->question->text,
                     "Delete the tag \"news\" of 42 projects (1-3 1000001-1000009 2000001-2000030)?");
}
