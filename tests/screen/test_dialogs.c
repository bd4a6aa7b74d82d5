/* Questions and prompts on narrow and low screens: their words stay, names in them give way. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steno/tui/screen.h"
#include "screen/drawn.h"
#include "support/asserts.h"

static struct bench bench;

/* Gives the second project another name, as the server would. */
static void rename_second(const char *name)
{
    char *json = bench_json(2, "Completed", name);
    bench_keys(&bench, "j r");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    free(json);
}

Test(dialog, a_question_at_40_columns_keeps_its_words_in_two_rows)
{
    drawn_open(&bench, 8, 40, true);
    bench_keys(&bench, "t d");
    drawn_show(&bench);
    expect_row(2, "- 1   None       Council meeting, 14 May");
    expect_row(3, "Delete the tag \"news\" of 1  Council");
    expect_row(4, "meeting, 14 May (None)?");
    expect_row(5, "It cannot be added again from here: the");
    expect_row(6, "API has no call for it.");
    expect_row(7, "y Delete   any other key keeps it");
    bench_keys(&bench, "n");
    drawn_show(&bench);
    cr_expect_str_lacks(screen_text(), "Delete the");
    cr_expect_str_lacks(screen_text(), "cannot be added", "what the question covered was not drawn again");
}

Test(dialog, a_question_of_one_row_cuts_the_name_and_not_itself)
{
    drawn_open(&bench, 9, 80, true);
    rename_second("A meeting of which the name is far too long for a line of the screen");
    bench_keys(&bench, "e X");
    drawn_show(&bench);
    expect_row(3, "Enqueue 2  A meeting of which the name is far too long for a line of th… again?");
    cr_expect_str_has(screen_row(4), "It is Completed.");
    expect_row(8, "y Enqueue   any other key: no");
}

Test(dialog, wide_and_combining_names_are_cut_by_cells)
{
    drawn_open(&bench, 8, 40, true);
    rename_second("市議会の会議五月十四日市議会の会議五月十四日e\xcc\x81t\xe9");
    bench_keys(&bench, "e X");
    drawn_show(&bench);
    cr_expect_str_has(screen_text(), "… again?");
    cr_expect_str_has(screen_text(), "Enqueue 2  市議会の");
    bench_keys(&bench, "n q D");
    drawn_show(&bench);
    cr_expect_str_has(screen_text(), "from the watchlist?");
}

Test(dialog, the_number_to_be_typed_is_seen_below_a_long_tag)
{
    drawn_open(&bench, 8, 40, true);
    bench_keys(&bench, "Space Space");
    bench_command(&bench, "delete a tag with a name that is much longer than a row of this screen has cells");
    bench_type(&bench, "2");
    drawn_show(&bench);
    cr_expect_str_has(screen_text(), "Type 2, then Enter: 2   Esc keeps it");
    cr_expect_str_has(screen_text(), "Delete the tag \"a tag with");
}

Test(dialog, a_question_longer_than_its_rows_still_shows_its_end)
{
    drawn_open(&bench, 8, 40, true);
    bench_keys(&bench, "D");
    free(bench.app->question->text);
    memset(bench.app->question->pieces, 0, sizeof bench.app->question->pieces);
    bench.app->question->text =
        strdup("words that nothing may be cut in, for they are no name, over and over and "
               "over and over and over and over and over again. Remove it?");
    drawn_show(&bench);
    cr_expect_str_has(screen_text(), "Remove it?");
    cr_expect_str_has(screen_text(), "y Remove   any other key keeps it");
}

Test(dialog, a_prompt_with_a_long_label_leaves_room_to_type)
{
    drawn_open(&bench, 8, 40, true);
    bench_keys(&bench, "Space b");
    bench_type(&bench, "ask for the news");
    drawn_show(&bench);
    expect_row(6, "Note for the marked projects:");
    expect_row(7, "ask for the news");
    bench_keys(&bench, "Esc");
    drawn_show(&bench);
    cr_expect_str_lacks(screen_text(), "Note for");
}

Test(dialog, a_refresh_below_a_question_of_two_rows_does_not_cover_it)
{
    drawn_open(&bench, 8, 40, true);
    bench_keys(&bench, "D");
    drawn_show(&bench);
    cr_expect_str_has(screen_text(), "y Remove");
    bench_answer_reads(&bench, "None");
    screen_draw(bench.app);
    cr_expect_str_has(screen_text(), "y Remove");
    cr_expect_str_has(screen_text(), "Remove 1  Council meeting, 14");
}

Test(dialog, what_a_no_means_is_read_whole_in_the_form)
{
    drawn_open(&bench, 8, 40, true);
    bench_set(&bench, SETTING_EXPORT_DIR, "no-such-folder"); /* whether it is to be made is asked */
    bench_keys(&bench, "j x X n");
    drawn_show(&bench);
    expect_row(7, "Nothing was exported   X Export  ? Help");
}

Test(dialog, a_question_at_40_columns_keeps_its_words_beside_what_is_no_answer)
{
    drawn_open(&bench, 8, 40, true);
    bench_command(&bench, "open 1000001-1000009");
    bench_command(&bench, "projects");
    bench_keys(&bench, "g Space Space Space Space Space Space Space Space Space Space Space Space");
    bench_command(&bench, "delete interviews");
    drawn_show(&bench);
    cr_expect_str_has(screen_text(), "projects (1-3 1000001-1000009)?");
    bench_input(&bench, &(struct app_input){.kind = INPUT_KEY, .key = key_char('1')});
    drawn_show(&bench);
    cr_expect_str_has(screen_text(), "Delete the tag \"inter");
    cr_expect_str_has(screen_text(), "Typed too early and ignored");
    bench_keys(&bench, "1 2");
    drawn_show(&bench);
    expect_row(7, "Type 12, then Enter: 12   Esc keeps it");
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "12\r", .lost = 1048573});
    drawn_show(&bench);
    cr_expect_str_lacks(screen_text(), "Delete the tag", "a paste is No");
    cr_expect_str_has(screen_text(), "1048576");
}
