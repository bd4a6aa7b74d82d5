/* The watchlist in use: marks, batches, key bindings. Nothing is deleted, sent again or removed by mistake:
 * every question says what it is about, and only a clear answer confirms. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000

static struct tui tui;

static void end(void)
{
    tui_end(&tui);
}

TestSuite(batch, .fini = end);
TestSuite(keys_bound, .fini = end);
TestSuite(question, .fini = end);

/* Starts steno with all twelve projects, read once. */
static void lists_start(const char *sandbox, const char *arguments)
{
    tui_open(&tui, sandbox, arguments, "!Canceled");
    tui_leave(&tui, "", "not read yet");
}

static void expect_requests(const char *endpoint, long count, const char *when)
{
    cr_expect_eq(control_requests(&tui.sandbox, endpoint), count, "%s %s", endpoint, when);
}

/* --- batches --- */

Test(batch, enqueue_says_what_failed_and_keeps_it_marked)
{
    lists_start("--transcribe-seconds 60 --fault enqueue/2:status=403", "1-12");
    tui_go(&tui, "   ", "> 4"); /* 1, 2 and 3: the third has no media */
    tui_go(&tui, "e", "Enqueue 3 marked projects");
    tui_go(&tui, "X", "any other key");
    tui_leave(&tui, "\r", "any other key");
    expect_requests("enqueue", 0, "without y");
    tui_go(&tui, "X", "any other key");
    tui_go(&tui, "y", "1 sent, 1 refused, 1 not sent; L lists them");
    expect_requests("enqueue", 2, "of three");
    tui_go(&tui, "", "! 1 not sent: #3 no media");
    cr_expect(pty_wait_row(tui.pty, 3, "=2", SHORT_MS), "the failed one is not marked");
    cr_expect(pty_wait_row(tui.pty, 4, "=3", SHORT_MS), "the one that cannot be sent is not marked");
    tui_go(&tui, "L", "*Enqueue 3 projects: 1 in progress, 1 refused, 1 not sent");
    tui_go(&tui, "\r", "(403)");
    tui_quit(&tui, ":quit\r", SHORT_MS);
}

Test(batch, an_enqueue_whose_answer_was_lost_or_empty_is_counted_by_what_changed)
{
    lists_start("--transcribe-seconds 60 --fault enqueue/1:done=502*1 --fault enqueue/2:empty*1", "1-12");
    tui_go(&tui, "  ", "> 3");
    tui_go(&tui, "e", "Enqueue 2 marked projects");
    tui_go(&tui, "X", "any other key");
    tui_go(&tui, "y", "Enqueued 2 projects; L lists them");
    cr_expect_str_lacks(pty_text(tui.pty), "marked", "E would send the first one again");
    expect_requests("enqueue", 2, "once each");
    tui_go(&tui, "L", "*Enqueue 2 projects: 2 in progress"); /* after a read has shown the state */
    tui_go(&tui, "\r", "*#2 Interview: dam keeper: in progress since");
}

Test(batch, export_writes_a_file_a_project_by_the_pattern_and_none_over_a_file_unasked)
{
    struct process_result found;
    char *argv[] = {"ls", NULL};
    tui.home = home_create();
    home_write(tui.home, "config/steno/config", "name_pattern = subtitles-{id}.{ext}\n");
    home_write(tui.home, "subtitles-2.srt", "mine");
    lists_start("", "1-12");
    tui_go(&tui, "#2\rx", "> Format"); /* without a format the answer decides the file's ending */
    tui_settle(&tui);                  /* keys would be refused if a draft were loaded after them */
    tui_go(&tui, "X", "subtitles-2.srt exists");
    tui_settle(&tui);
    tui_go(&tui, "n", "Nothing was exported");
    tui_settle(&tui);
    char *file = home_read(tui.home, "subtitles-2.srt");
    cr_expect_str_eq(file, "mine");
    free(file);
    tui_go(&tui, "X", "steno did not write it: y replaces it");
    tui_settle(&tui);
    tui_go(&tui, "y", "exported to subtitles-2.srt");
    file = home_read(tui.home, "subtitles-2.srt");
    cr_expect_str_has(file, "-->");
    free(file);
    tui_go(&tui, "#2\r", "> 2");
    tui_go(&tui, " #7\r", "> 7");
    tui_go(&tui, " x", "Export 2 marked projects");
    tui_go(&tui, "\rvtt\r", "vtt ");
    tui_go(&tui, "X", "Exported 2 projects: ");
    process_run(tui.home, argv, NULL, SHORT_MS, &found);
    cr_expect_str_has(buffer_text(&found.out), "subtitles-2.vtt");
    cr_expect_str_has(buffer_text(&found.out), "subtitles-7.vtt");
    process_result_free(&found);
    tui_leave(&tui, "", "marked"); /* finished projects lose their mark */
}

/* --- keys --- */

Test(keys_bound, bound_in_the_config_are_in_hints_sentences_and_help)
{
    tui.home = home_create();
    home_write(tui.home, "config/steno/config", "[keys]\nenqueue = w\nhelp = F1 ?\nopen = F2\n");
    tui_open(&tui, "", "", "The list has no projects yet");
    tui_go(&tui, "w", "under the cursor");
    tui_go(&tui, "L", "Nothing has happened yet");
    tui_start(&tui, "1", 24, 80);
    tui_go(&tui, "", "Council");
    cr_expect(pty_wait_row(tui.pty, 23, "w Enqueue", SHORT_MS));
    cr_expect(pty_wait_row(tui.pty, 23, "F1 Help", SHORT_MS));
    tui_go(&tui, "w", "> Lang");
    tui_go(&tui, "q?", "Help: the keys of the ");
    tui_go(&tui, "/Enqueue\r", "w ");
}

Test(keys_bound, bound_wrongly_are_refused_with_file_and_line_and_nothing_is_drawn)
{
    static const char *const rows[][3] = {
        {"[keys]\n\nenqueue = x\n", "export", "steno/config:3"},
        {"[keys]\nenqueue = ^S\n", "^S cannot be bound", "steno/config:2"}, /* terminals do not send ^S */
        {"[keys]\nenqeue = w\n", "enqeue", "steno/config:2"},
    };
    tui_sandbox(&tui, "");
    for (size_t i = 0; i < 3; i++) {
        home_write(tui.home, "config/steno/config", rows[i][0]);
        tui_start(&tui, "", 24, 300); /* wide, as the path of the config comes before the words */
        cr_expect_eq(pty_wait_exit(tui.pty, SHORT_MS), 2, "%s", rows[i][0]);
        cr_expect_str_has(pty_text(tui.pty), rows[i][1]);
        cr_expect_str_has(pty_text(tui.pty), rows[i][2]);
        cr_expect_not(pty_on_alternate_screen(tui.pty), "%s", rows[i][0]);
    }
}

/* --- questions --- */

Test(question, before_one_write_shows_id_name_and_state_and_enter_means_no)
{
    lists_start("", "1-12");
    tui_go(&tui, "#7\rt", "Tags of #7");
    tui_go(&tui, "d", "of #7  Evening news (Completed)?");
    tui_go(&tui, "\r", "Nothing was deleted");
    tui_leave(&tui, "", "any other key"); /* the next d asks the same question again */
    tui_go(&tui, "d", "any other key");
    tui_go(&tui, "q", "Nothing was deleted");
    tui_leave(&tui, "", "any other key");
    expect_requests("delete-tag", 0, "without y");
    tui_go(&tui, "d", "any other key");
    tui_go(&tui, "y", "tag deleted");
    expect_requests("delete-tag", 1, "with it");
    tui_go(&tui, "qe", "> Lang");
    tui_go(&tui, "X", "Enqueue again? #7  Evening news");
    tui_leave(&tui, "\r", "any other key");
    expect_requests("enqueue", 0, "without y");
    tui_go(&tui, "\007", "> 7");
    tui_go(&tui, "D", "Remove #7  Evening news (Completed) from the list?");
    tui_go(&tui, "\r", "Nothing was changed");
    tui_go(&tui, "", "> 7");
}

Test(question, whose_answer_would_send_again_what_was_sent_from_elsewhere_sends_nothing)
{
    struct process_result sent;
    tui_open(&tui, "--transcribe-seconds 60", "4 6 8", "None");
    tui_leave(&tui, "", "not read yet");
    tui_go(&tui, "M", "3 marked");
    tui_go(&tui, "e", "Enqueue 3 marked projects");
    tui_go(&tui, "X", "y Enqueue");
    process_steno(tui.home, "enqueue 4 6 8", NULL, &sent);
    cr_assert_eq(sent.code, 0, "%s", buffer_text(&sent.err));
    process_result_free(&sent);
    tui_go(&tui, "y", "Left out: #4 in progress, #6 in progress, #8 in progress");
    expect_requests("enqueue", 3, "by the other program");
}

Test(question, never_comes_up_where_read_only_refuses_every_write)
{
    static const char *const writes[] = {"e", "td", "md", "ma", ":delete news\r", ":enqueue\r"};
    static const char *const endpoints[] = {"enqueue", "delete-tag", "delete-metadata", "add-metadata"};
    lists_start("", "1-12 --read-only");
    for (size_t i = 0; i < sizeof writes / sizeof writes[0]; i++) {
        tui_go(&tui, writes[i], "not done, because read_only is set");
        tui_go(&tui, ":projects\rz", "Times"); /* another message replaces the refusal */
        tui_go(&tui, "z", "Local times");
        tui_leave(&tui, "", "read_only");
    }
    tui_go(&tui, "  d", "read_only");
    for (size_t i = 0; i < sizeof endpoints / sizeof endpoints[0]; i++)
        expect_requests(endpoints[i], 0, "while only reading");
}

Test(question, is_not_answered_by_a_paste_on_a_terminal_that_marks_none)
{
    static const char *const pastes[][2] = {{"tdy", "Key ignored: typed before you were asked"},
                                            {"eX", "Nothing was sent: X was typed before"},
                                            {"Dy", "Key ignored: typed before you were asked"}};
    lists_start("", "1-12");
    for (size_t i = 0; i < 3; i++) {
        tui_go(&tui, pastes[i][0], pastes[i][1]); /* pasted bytes without brackets, in one write */
        tui_settle(&tui);
        tui_start(&tui, "", 24, 80);
        tui_go(&tui, "", "!Canceled");
        tui_settle(&tui);
    }
    expect_requests("enqueue", 0, "by a paste");
    expect_requests("delete-tag", 0, "by a paste");
}

Test(question, before_q_in_mid_batch_and_the_end_names_what_was_not_sent)
{
    lists_start("", "1-12");
    control_fault(&tui.sandbox, "enqueue:stall");
    tui_go(&tui, "M", "12 marked");
    tui_go(&tui, "e", "Enqueue 12 marked projects");
    tui_go(&tui, "X", "Enqueue 10 of 12 projects?");
    tui_go(&tui, "y", "Enqueueing 10");
    cr_assert(control_wait_requests(&tui.sandbox, "enqueue", 3));
    tui_go(&tui, "q", "Enqueue of 10 projects is not finished. Quit without sending the rest?");
    tui_go(&tui, "n", "Enqueueing 10");
    tui_leave(&tui, "", "is not finished");
    tui_go(&tui, "q", "is not finished");
    tui_quit(&tui, "y", TUI_LIMIT_MS);
    cr_expect_str_has(pty_text(tui.pty), "steno: Enqueue not sent: 5-8");
    expect_requests("enqueue", 3, "at the end");
}
