/* The last rows: messages, typed text, and questions. On narrow and low screens names in a question are
 * shortened, but not its words. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "screen/scene.h"

/* --- messages --- */

/* Expects the message line to begin with this. */
static void expect_status(const char *text)
{
    drawn();
    cr_expect_str_starts(screen_row(22), text, "the message line is: %s", screen_row(22));
}

Test(message, of_more_than_two_lines_ends_with_dots)
{
    scene_ready(80, 24);
    app_say(bench.app, "5: exported to %0200d.srt (12 kB)", 5);
    drawn();
    cr_expect_str_has(screen_row(22), "0000000 …");
    app_say(bench.app, "5: exported to %0100d.srt", 5);
    drawn();
    cr_expect_str_has(screen_row(22), "0005.srt");
}

Test(message, names_what_an_interrupt_would_cancel)
{
    struct call older, newer;
    scene_ready(80, 24);
    bench_complete(&bench);
    bench_keys(&bench, "x X q");
    expect_status("Export 1 …");
    older = bench_under_way(&bench, ENDPOINT_EXPORT, 1);
    bench_keys(&bench, "j x X q");
    newer = bench_under_way(&bench, ENDPOINT_EXPORT, 2);
    expect_status("Export 2 …");
    bench_keys(&bench, "^C");
    cr_expect_eq(bench_effect(&bench, EFFECT_CANCEL)->serial, newer.serial);
    expect_status("Cancelling: Export 2");
    bench_answer_error(&bench, &newer, ERROR_CANCELLED, 0, "");
    bench_command(&bench, "time-zone utc");
    expect_status("Export 1 …");
    bench_wait(&bench, 3000);
    bench_keys(&bench, "^C");
    cr_expect_eq(bench_effect(&bench, EFFECT_CANCEL)->serial, older.serial);
}

Test(message, names_a_batch_with_what_failed_of_it_as_long_as_an_interrupt_would_stop_it)
{
    struct call call;
    scene_ready(80, 24);
    bench_complete(&bench);
    bench_keys(&bench, "Space Space Space x X");
    expect_status("Exporting 3 projects: 0 done, now 1 Council meeting, 14 May");
    call = bench_under_way(&bench, ENDPOINT_EXPORT, 3);
    bench_answer_error(&bench, &call, ERROR_REJECTED, 412, "Export subtitles of project 3: refused");
    bench_wait(&bench, 1000);
    expect_status("Exporting 3 projects: 0 done, 1 failed, now 1 Council meeting, 14 May");
    bench_command(&bench, "time-zone utc");
    expect_status("Exporting 3 projects: 0 done, 1 failed, now 1 Council meeting, 14 May");
    bench_keys(&bench, "^C");
    expect_status("Stopping the batch of 3 projects: 0 done, 1 failed, now 1 Council meeting, 14 M…");
}

Test(message, a_failure_waits_below_what_runs_and_its_outcome_until_it_was_seen)
{
    scene_ready(80, 24);
    bench_command(&bench, "sort zebra");
    char *failure = strdup(bench.app->status);
    expect_status(failure);
    bench_keys(&bench, "R");
    expect_status("Refreshing: 0 of 3 done");
    bench_answer_reads(&bench, "Completed");
    expect_status("Refreshed 3: 2 changed");
    bench_keys(&bench, "Down");
    expect_status("Refreshed 3: 2 changed");
    bench_keys(&bench, "Space");
    expect_status(failure);
    drawn_keys("Esc");
    expect_row(22, "");
    free(failure);
}

Test(message, a_failure_takes_the_rows_that_it_needs_and_none_of_the_keys)
{
    scene_ready(40, 8);
    bench_event(&bench, &(struct event){.kind = EVENT_NOTICE,
                                        .text = "Copying by tmux did not end well: no server",
                                        .code = 1});
    drawn();
    expect_row(5, "Copying by tmux did not end well: no");
    expect_row(6, "server");
    expect_row(7, "L Activity  e Enqueue  ? Help  q Quit");
}

Test(message, what_was_said_is_cut_neither_for_the_keys_nor_at_the_end_of_its_first_row)
{
    scene_ready(40, 8);
    drawn_keys("X");
    expect_row(7, "Open a form first: e or x");
    scene_ready(40, 12);
    app_say(bench.app, "Project 12 is being transcribed: your enqueue arrived");
    drawn();
    expect_row(9, "Project 12 is being transcribed: your");
    expect_row(10, "enqueue arrived");
    expect_row(11, "e Enqueue  o Add  ? Help  q Quit");
}

/* --- typed text --- */

Test(prompt_view, the_command_line_shows_what_tab_would_take_and_its_menu_over_it)
{
    scene_ready(80, 24);
    drawn_keys(": r e");
    cr_expect_str_starts(screen_row(22), ":refresh  4 match");
    drawn_keys("Tab");
    cr_expect_str_starts(screen_row(17), "Actions that begin with \"re\"");
    cr_expect_str_starts(screen_row(18), "> refresh      r  Refresh this project");
    cr_expect_str_starts(screen_row(21), "  repaint     ^L  Redraw the screen");
    cr_expect_str_starts(screen_row(22), ":refresh");
    cr_expect_str_has(screen_row(23), "Enter Run  Esc Back");
    drawn_keys("Esc Esc : Tab Tab Tab Tab Tab Tab Tab Tab");
    cr_expect_str_starts(screen_row(21), "> ", "what is picked is the last row: %s", screen_text());
}

Test(prompt_view, a_long_label_leaves_room_to_type)
{
    scene_ready(40, 8);
    bench_keys(&bench, "Space b");
    bench_type(&bench, "ask for the news");
    drawn();
    expect_row(6, "Note for the marked projects:");
    expect_row(7, "ask for the news");
    drawn_keys("Esc");
    cr_expect_str_lacks(screen_text(), "Note for");
}

/* --- questions --- */

Test(question_view, keeps_its_words_and_gives_back_what_it_covered)
{
    scene_ready(80, 24);
    drawn_keys("t d");
    expect_row(5, "Delete the tag \"news\" of #1  Council meeting, 14 May (None)?");
    expect_row(6, "steno cannot add the tag again: the API has no call for that.");
    expect_row(23, "y Delete   any other key keeps it");
    scene_ready(40, 8);
    drawn_keys("t d");
    expect_row(2, "- 1   None       Council meeting, 14 May");
    expect_row(3, "Delete the tag \"news\" of #1  Council");
    expect_row(4, "meeting, 14 May (None)?");
    expect_row(5, "steno cannot add the tag again: the API");
    expect_row(6, "has no call for that.");
    expect_row(7, "y Delete   any other key keeps it");
    drawn_keys("n");
    cr_expect_str_lacks(screen_text(), "Delete the");
    cr_expect_str_lacks(screen_text(), "cannot be added");
    drawn_keys("q D");
    cr_expect_str_has(screen_text(), "y Remove");
    bench_answer_reads(&bench, "None");
    drawn();
    cr_expect_str_has(screen_text(), "y Remove", "a refresh below does not cover it");
    cr_expect_str_has(screen_text(), "Remove #1  Council meeting, 14");
    free(bench.app->question->text);
    bench.app->question->text =
        strdup("words that nothing may be cut in, for they are no name, over and over and "
               "over and over and over and over and over again. Remove it?");
    drawn();
    cr_expect_str_has(screen_text(), "Remove it?", "the end of what is longer than its rows");
    cr_expect_str_has(screen_text(), "y Remove   any other key keeps it");
}

/* Opens the question that asks to enqueue project 2 again; the server gives the project this name. */
static void ask_again(int cols, int rows, const char *name)
{
    char *json = bench_json(2, "Completed", name);
    scene_ready(cols, rows);
    bench_keys(&bench, "j r");
    bench_answer_project(&bench, bench_call(&bench, ENDPOINT_GET_PROJECT), json);
    drawn_keys("e X");
    free(json);
}

Test(question_view, cuts_a_name_by_cells_and_not_itself)
{
    ask_again(80, 9, "A meeting of which the name is far too long for a line of the screen");
    expect_row(3, "Enqueue again? #2  A meeting of which the name is far too long for…");
    cr_expect_str_has(screen_row(4), "It is Completed.");
    expect_row(8, "y Enqueue   any other key: no");
    ask_again(40, 8, "市議会の会議五月十四日市議会の会議五月十四日e\xcc\x81t\xe9");
    cr_expect_str_has(screen_text(), "Enqueue again? #2\n市議会の会議五月十四日…\n");
    drawn_keys("n q D");
    cr_expect_str_has(screen_text(), "from the list?");
}

Test(question_view, shows_the_number_to_be_typed_below_a_long_tag_and_what_was_no_answer)
{
    scene_ready(40, 8);
    bench_keys(&bench, "Space Space");
    bench_command(&bench, "delete a tag with a name that is much longer than a row of this screen has cells");
    drawn_keys("2");
    cr_expect_str_has(screen_text(), "Type 2, then Enter: 2   Esc keeps it");
    cr_expect_str_has(screen_text(), "Delete the tag \"a tag with");
    bench_keys(&bench, "Esc");
    bench_command(&bench, "open 1000001-1000009");
    bench_command(&bench, "projects");
    bench_keys(&bench, "g u Space Space Space Space Space Space Space Space Space Space Space Space");
    bench_command(&bench, "delete interviews");
    drawn();
    cr_expect_str_has(screen_text(), "projects (1-3 1000001-1000009)?");
    bench_input(&bench, &(struct app_input){.kind = INPUT_KEY, .key = key_char('1')});
    drawn();
    cr_expect_str_has(screen_text(), "Delete the tag \"inter");
    cr_expect_str_has(screen_text(), "Key ignored: typed before you were asked");
    drawn_keys("1 2");
    expect_row(7, "Type 12, then Enter: 12   Esc keeps it");
    bench_input(&bench, &(struct app_input){.kind = INPUT_PASTE, .text = "12\r", .lost = 1048573});
    drawn();
    cr_expect_str_lacks(screen_text(), "Delete the tag", "a paste is No");
    cr_expect_str_has(screen_text(), "1048576");
}
