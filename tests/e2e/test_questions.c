/* Nothing is deleted, sent again or removed by a slip: every question says what it is about, and only a clear
 * answer confirms. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000

/* steno on all twelve projects, read once. */
static void questions_start(struct tui *tui, const char *arguments)
{
    tui->home = home_create();
    tui_sandbox(tui, "");
    tui_start(tui, arguments, 24, 80);
    cr_assert(pty_wait_text(tui->pty, "!Canceled", TUI_LIMIT_MS));
    cr_assert(pty_wait_no_text(tui->pty, "not read yet", TUI_LIMIT_MS));
}

/* Presses keys and waits for what they must bring. */
static void questions_go(struct tui *tui, const char *keys, const char *text)
{
    pty_type(tui->pty, keys);
    cr_assert(pty_wait_text(tui->pty, text, SHORT_MS), "after “%s”", keys);
}

Test(question, before_a_tag_is_deleted_shows_id_name_and_state_and_enter_means_no)
{
    struct tui tui = {0};
    questions_start(&tui, "1-12");
    questions_go(&tui, "#7\rt", "Tags of 7");
    questions_go(&tui, "d", "of 7  Evening news (Completed)?");
    questions_go(&tui, "\r", "Nothing was deleted");
    cr_assert(pty_wait_no_text(tui.pty, "any other key", SHORT_MS)); /* the same question comes again */
    questions_go(&tui, "d", "any other key");
    questions_go(&tui, "q", "Nothing was deleted");
    cr_assert(pty_wait_no_text(tui.pty, "any other key", SHORT_MS));
    cr_expect_eq(control_requests(&tui.sandbox, "delete-tag"), 0);
    questions_go(&tui, "d", "any other key");
    questions_go(&tui, "y", "tag deleted");
    cr_expect_eq(control_requests(&tui.sandbox, "delete-tag"), 1);
    tui_end(&tui);
}

Test(question, before_a_tag_of_many_is_deleted_wants_their_number)
{
    static const char *const refusals[] = {"\r", "1\r", "33\r", "y\r", "n", "3q", "\033"};
    struct tui tui = {0};
    questions_start(&tui, "1-12");
    questions_go(&tui, "   ", "3 marked");
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        questions_go(&tui, "dnews\r", "Type 3, then Enter:");
        pty_type(tui.pty, refusals[i]);
        cr_assert(pty_wait_no_text(tui.pty, "then Enter", SHORT_MS), "refusal %zu", i);
        cr_expect(pty_wait_text(tui.pty, "3 marked", TUI_LIMIT_MS), "refusal %zu changed the marks", i);
    }
    cr_expect_eq(control_requests(&tui.sandbox, "delete-tag"), 0);
    questions_go(&tui, "dnews\r", "of 3 projects (1-3)?");
    questions_go(&tui, "3", "Type 3, then Enter: 3");
    cr_expect_eq(control_requests(&tui.sandbox, "delete-tag"), 0, "sent before Enter");
    questions_go(&tui, "\r", "1 done, 2 refused");
    cr_expect_eq(control_requests(&tui.sandbox, "delete-tag"), 3, "one a project");
    tui_end(&tui);
}

Test(question, before_a_second_enqueue_and_a_removal_shows_the_state)
{
    struct tui tui = {0};
    questions_start(&tui, "1-12");
    questions_go(&tui, "#7\re", "> Lang");
    questions_go(&tui, "X", "Enqueue 7  Evening news again?");
    pty_key(tui.pty, "Enter");
    cr_assert(pty_wait_no_text(tui.pty, "any other key", SHORT_MS));
    cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 0);
    questions_go(&tui, "\007", "> 7");
    questions_go(&tui, "D", "Remove 7  Evening news (Completed) from the watchlist?");
    questions_go(&tui, "\r", "Nothing was changed");
    cr_expect(pty_wait_text(tui.pty, "> 7", TUI_LIMIT_MS));
    tui_end(&tui);
}

Test(question, whose_answer_would_send_again_what_was_sent_from_elsewhere_sends_nothing)
{
    struct tui tui = {0};
    struct process_result sent;
    tui.home = home_create();
    tui_sandbox(&tui, "--transcribe-seconds 60");
    tui_start(&tui, "4 6 8", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "None", TUI_LIMIT_MS));
    cr_assert(pty_wait_no_text(tui.pty, "not read yet", TUI_LIMIT_MS));
    questions_go(&tui, "M", "3 marked");
    questions_go(&tui, "e", "Enqueue 3 marked projects");
    questions_go(&tui, "X", "y Enqueue");
    process_steno(tui.home, "enqueue 4 6 8", NULL, &sent);
    cr_assert_eq(sent.code, 0, "%s", buffer_text(&sent.err));
    process_result_free(&sent);
    questions_go(&tui, "y", "Not sent: #4 in progress, #6 in progress, #8 in progress");
    cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 3);
    tui_end(&tui);
}

Test(question, never_comes_up_where_read_only_refuses_every_write)
{
    static const char *const writes[] = {"e", "td", "md", "ma", ":delete news\r", ":enqueue\r"};
    static const char *const endpoints[] = {"enqueue", "delete-tag", "delete-metadata", "add-metadata"};
    struct tui tui = {0};
    questions_start(&tui, "1-12 --read-only");
    for (size_t i = 0; i < sizeof writes / sizeof writes[0]; i++) {
        questions_go(&tui, writes[i], "not done, because read_only is set");
        pty_type(tui.pty, ":projects\r");
        questions_go(&tui, "z", "Times"); /* another sentence stands there now */
        questions_go(&tui, "z", "Local times");
        cr_assert(pty_wait_no_text(tui.pty, "read_only", SHORT_MS));
    }
    questions_go(&tui, "  d", "read_only");
    for (size_t i = 0; i < sizeof endpoints / sizeof endpoints[0]; i++)
        cr_expect_eq(control_requests(&tui.sandbox, endpoints[i]), 0, "%s", endpoints[i]);
    tui_end(&tui);
}

/* A paste on a terminal that marks none: the bytes alone, in one piece. */
static void paste_unmarked(const char *keys, const char *said)
{
    struct tui tui = {0};
    questions_start(&tui, "1-12");
    questions_go(&tui, keys, said);
    tui_settle(&tui);
    cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 0);
    cr_expect_eq(control_requests(&tui.sandbox, "delete-tag"), 0);
    tui_end(&tui);
}

Test(paste, without_a_mark_deletes_no_tag)
{
    paste_unmarked("tdy", "Typed too early and ignored");
}

Test(paste, without_a_mark_starts_no_transcription)
{
    paste_unmarked("eX", "Nothing was sent: X was typed before");
}

Test(paste, without_a_mark_answers_no_question_of_its_own)
{
    paste_unmarked("Dy", "Typed too early and ignored");
}

Test(question, before_q_in_mid_batch_and_the_end_names_what_was_not_sent)
{
    struct tui tui = {0};
    questions_start(&tui, "1-12");
    control_fault(&tui.sandbox, "enqueue:stall");
    questions_go(&tui, "M", "12 marked");
    questions_go(&tui, "e", "Enqueue 12 marked projects");
    questions_go(&tui, "X", "Enqueue 10 of 12:");
    questions_go(&tui, "y", "Enqueueing 10");
    cr_assert(control_wait_requests(&tui.sandbox, "enqueue", 3));
    questions_go(&tui, "q", "Enqueue of 10 is not over. Quit, and send no more of it?");
    questions_go(&tui, "n", "Enqueueing 10");
    cr_assert(pty_wait_no_text(tui.pty, "is not over", SHORT_MS));
    questions_go(&tui, "q", "is not over");
    pty_type(tui.pty, "y");
    cr_expect_eq(pty_wait_exit(tui.pty, TUI_LIMIT_MS), 0);
    cr_expect_str_has(pty_text(tui.pty), "steno: Enqueue not sent: 5-8");
    cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 3);
    tui_end(&tui);
}
