/* A server that puts every kind of hostile byte into every text: nothing of it reaches the terminal raw,
 * anywhere. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "steno/base/mem.h"
#include "transcript.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000
#define HOSTILE_NAME                                                                                         \
    "{\"Name\": \"Interview: dam "                                                                           \
    "keeper\\u001b]0;title\\u0007\\u001b[2J\\u0001\\b\\n\\u009b31m\\u202e\\u2028\"}"

/* A hostile sandbox and steno on it. Colours are off, so that every colour in the transcript is
 * the server's. */
static void hostile_start(struct tui *tui, const char *arguments)
{
    tui->home = home_create();
    home_set(tui->home, "NO_COLOR", "1");
    tui_sandbox(tui, "--show-metadata --transcribe-seconds 1 --fault '*:hostile'");
    tui_start(tui, arguments, 24, 80);
    cr_assert(pty_wait_text(tui->pty, "since", TUI_LIMIT_MS)); /* the details have been read */
}

/* Presses a key, waits for a text that it must bring, and looks at all that was sent so far. */
static void hostile_visit(struct tui *tui, const char *key, const char *text)
{
    pty_type(tui->pty, key);
    cr_assert(pty_wait_text(tui->pty, text, SHORT_MS), "after %s", key);
    transcript_is_clean(tui->pty, text);
}

/* Leaves, and looks at what leaving sent. */
static void hostile_end(struct tui *tui)
{
    pty_type(tui->pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui->pty, SHORT_MS), 0);
    transcript_is_clean(tui->pty, "the end");
    tui_end(tui);
}

Test(hostile, text_in_the_watchlist_and_the_details_becomes_visible_marks)
{
    struct tui tui = {0};
    hostile_start(&tui, "1");
    cr_expect(pty_wait_text(tui.pty, "␛]0;title␇", SHORT_MS));
    hostile_visit(&tui, "i", "<U+0080>");
    cr_expect(pty_wait_text(tui.pty, "␀␁␈␉␊␍␎", TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, "␡", TUI_LIMIT_MS));
    hostile_visit(&tui, "/Microphone\r", "Microphone");
    hostile_end(&tui);
}

Test(hostile, text_in_each_pane_of_a_project_becomes_visible_marks)
{
    struct tui tui = {0};
    hostile_start(&tui, "1");
    hostile_visit(&tui, "t", "news␛]0;title␇");
    hostile_visit(&tui, "qm", "key␛]0;title");
    hostile_visit(&tui, "qJ", "\\u001B]0;tit");
    hostile_visit(&tui, "G", "}");
    hostile_visit(&tui, "q:remove\r", "any other key");
    hostile_visit(&tui, "n", "since");
    hostile_end(&tui);
}

Test(hostile, text_in_highlights_becomes_visible_marks)
{
    struct tui tui = {0};
    hostile_start(&tui, "7 1");
    cr_assert(pty_wait_text(tui.pty, "Evening news␛", SHORT_MS));
    pty_type(tui.pty, "ggi");
    hostile_visit(&tui, "/Highlights\rjjjj", "00:00:21");
    for (int page = 0; page < 12; page++) /* all of it was on the screen once */
        pty_key(tui.pty, "PgDn");
    pty_type(tui.pty, "G");
    tui_settle(&tui);
    transcript_is_clean(tui.pty, "highlights");
    hostile_end(&tui);
}

Test(hostile, text_about_the_account_becomes_visible_marks)
{
    struct tui tui = {0};
    hostile_start(&tui, "1");
    cr_expect(pty_wait_row(tui.pty, 0, "demo@example.org␛]0;title␇", SHORT_MS));
    hostile_visit(&tui, "A", "API path");
    hostile_visit(&tui, "/cs-CZ\r", "cs-CZ␛]0;");
    hostile_visit(&tui, "/protection\r", "Data protection");
    hostile_visit(&tui, "G", "Settings");
    hostile_visit(&tui, "qP", "Minimum length");
    hostile_visit(&tui, "G", "Banned passwords");
    hostile_visit(&tui, "q?", "Help: the keys of the ");
    hostile_end(&tui);
}

Test(hostile, text_in_questions_becomes_visible_marks)
{
    struct tui tui = {0};
    hostile_start(&tui, "1");
    hostile_visit(&tui, "t", "news␛]0;title␇");
    hostile_visit(&tui, "d", "any other key");
    cr_expect(pty_wait_text(tui.pty, "Delete the tag \"news␛]0;title␇", SHORT_MS));
    hostile_visit(&tui, "n", "Nothing was deleted");
    hostile_end(&tui);
}

Test(hostile, text_in_what_finds_and_in_help_becomes_visible_marks)
{
    struct tui tui = {0};
    hostile_start(&tui, "7 1");
    hostile_visit(&tui, "ftitle", "Filter: title");
    pty_key(tui.pty, "^G");
    hostile_visit(&tui, ":re\t", "refresh");
    pty_key(tui.pty, "^G"); /* the menu, then the line */
    pty_key(tui.pty, "^G");
    hostile_visit(&tui, "?\t", "This pane");
    hostile_visit(&tui, "q+", "q Back");
    hostile_visit(&tui, "+L\r", "␛]0;title␇");
    hostile_end(&tui);
}

Test(hostile, text_in_a_batch_and_its_outcome_becomes_visible_marks)
{
    struct tui tui = {0};
    hostile_start(&tui, "7 3 1");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 3));
    tui_settle(&tui); /* 3 is left out once it is known that it has no media */
    hostile_visit(&tui, "ggM", "3 marked");
    hostile_visit(&tui, "e", "> Lang");
    hostile_visit(&tui, "X", "any other key");
    hostile_visit(&tui, "y", "still marked");
    hostile_visit(&tui, "G", "␛]0;title␇");
    hostile_end(&tui);
}

Test(hostile, text_in_forms_and_their_previews_becomes_visible_marks)
{
    struct tui tui = {0};
    hostile_start(&tui, "1");
    hostile_visit(&tui, "e", "Enqueue 1  Council meeting, 14 May␛]0;title␇");
    hostile_visit(&tui, "v", "GET");
    hostile_visit(&tui, "qq", "since");
    hostile_visit(&tui, "x", "Export 1  Council meeting, 14 May␛]0;title␇");
    hostile_visit(&tui, "q", "since");
    hostile_visit(&tui, "ma", "Set metadata of 1  Council meeting, 14 May␛]0;title␇");
    pty_key(tui.pty, "^G");
    hostile_visit(&tui, "q", "since");
    hostile_visit(&tui, "l", "Password");
    pty_key(tui.pty, "^G");
    hostile_visit(&tui, "o", "Ids");
    pty_key(tui.pty, "^G");
    hostile_end(&tui);
}

Test(hostile, text_in_refusals_and_activity_becomes_visible_marks)
{
    struct tui tui = {0};
    hostile_start(&tui, "10 1");
    cr_assert(pty_wait_text(tui.pty, "Call centre", SHORT_MS));
    hostile_visit(&tui, "gge", "> Lang");
    hostile_visit(&tui, "X", "CreditMinutes: not enough");
    cr_expect(pty_wait_text(tui.pty, "␛]0;title␇", TUI_LIMIT_MS),
              "the server's own sentence is not shown whole");
    hostile_visit(&tui, "q:activity\r", "␛]0;title␇");
    hostile_end(&tui);
}

Test(hostile, states_in_messages_become_visible_marks)
{
    struct tui tui = {0};
    hostile_start(&tui, "1");
    hostile_visit(&tui, "e", "> Lang");
    hostile_visit(&tui, "X", "InProgress␛");
    cr_expect(pty_wait_text(tui.pty, "now Completed␛", SHORT_MS));
    hostile_visit(&tui, "L", ": Enqueue: ");
    hostile_end(&tui);
}

Test(hostile, file_names_in_notices_are_harmless)
{
    struct tui tui = {.home = home_create()};
    home_set(tui.home, "NO_COLOR", "1");
    tui_sandbox(&tui, "--fault export:hostile"); /* a state that is not Completed would be left out */
    control_change(&tui.sandbox, 2, HOSTILE_NAME);
    tui_start(&tui, "2", 24, 80);
    cr_assert(pty_wait_text(tui.pty, "since", TUI_LIMIT_MS));
    hostile_visit(&tui, "x", "> Format ");
    hostile_visit(&tui, "X", "exported to 2-Interview_dam_keeper");
    hostile_visit(&tui, "L", ": Export: 2-");
    struct process_result listing;
    char *argv[] = {"ls", "-A", NULL};
    process_run(tui.home, argv, NULL, SHORT_MS, &listing);
    transcript_text_is_clean(buffer_text(&listing.out), listing.out.len, "the name of the file");
    cr_expect_str_has(buffer_text(&listing.out), "2-Interview_dam_keeper",
                      "the file is not where the program started");
    process_result_free(&listing);
    hostile_end(&tui);
}

/* Runs a subcommand on the hostile server; what it prints must be clean, and the words must be among it. */
static void hostile_line(struct tui *tui, const char *arguments, const char *input, const char *words)
{
    struct process_result result;
    process_steno(tui->home, arguments, input, &result);
    transcript_text_is_clean(buffer_text(&result.out), result.out.len, arguments);
    transcript_text_is_clean(buffer_text(&result.err), result.err.len, arguments);
    cr_expect(strstr(buffer_text(&result.out), words) || strstr(buffer_text(&result.err), words),
              "%s: no “%s” in “%s” “%s”", arguments, words, buffer_text(&result.out),
              buffer_text(&result.err));
    process_result_free(&result);
}

Test(hostile, text_in_lines_and_json_of_subcommands_is_clean)
{
    struct tui tui = {.home = home_create()};
    tui_sandbox(&tui, "--fault '*:hostile'");
    hostile_line(&tui, "show 1", NULL, "␛]0;title␇");
    hostile_line(&tui, "show 1 --json", NULL, "\\u202E");
    hostile_line(&tui, "add 1 7", NULL, "");
    hostile_line(&tui, "list --refresh", NULL, "␛]0;title␇");
    hostile_line(&tui, "list --json", NULL, "\\u009B");
    hostile_line(&tui, "whoami", NULL, "␛]0;title␇");
    hostile_line(&tui, "password-policy", NULL, "␛]0;title␇");
    hostile_line(&tui, "enqueue 3", NULL, "␛]0;title␇");
    hostile_line(&tui, "tag rm 1 nothing", NULL, "␛]0;title␇");
    hostile_line(&tui, "export 2 -o .", NULL, "2-Interview_dam_keeper");
    tui_end(&tui);
}

Test(hostile, invisible_characters_become_visible_marks)
{
    struct tui tui = {.home = home_create()};
    tui_sandbox(&tui, "--fault '*:hostile'");
    hostile_line(&tui, "show 1", NULL, "<U+FEFF><U+E0041><U+00AD><U+200B><U+2060><U+3164>");
    hostile_line(&tui, "show 1 --json", NULL, "\\uFEFF\\uDB40\\uDC41\\u00AD\\u200B\\u2060\\u3164");
    tui_end(&tui);
}
