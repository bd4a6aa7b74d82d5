/* The watchlist in use: marks and batches, filter, search, sort, jump, the command line, keys as bound. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "control.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000

/* steno on all twelve projects, read once. */
static void lists_start(struct tui *tui, const char *sandbox)
{
    if (!tui->home)
        tui->home = home_create();
    tui_sandbox(tui, sandbox);
    tui_start(tui, "1-12", 24, 80);
    cr_assert(pty_wait_text(tui->pty, "!Canceled", TUI_LIMIT_MS));
    cr_assert(pty_wait_no_text(tui->pty, "not read yet", TUI_LIMIT_MS));
}

/* Presses keys and waits for what they must bring. */
static void lists_go(struct tui *tui, const char *keys, const char *text)
{
    pty_type(tui->pty, keys);
    cr_assert(pty_wait_text(tui->pty, text, SHORT_MS), "after “%s”", keys);
}

/* Takes the filter away as a user would: what was said last goes first. */
static void lists_unfilter(struct tui *tui)
{
    pty_key(tui->pty, "^G");
    pty_key(tui->pty, "^G");
    cr_assert(pty_wait_no_text(tui->pty, " of 12 \"", SHORT_MS));
    cr_expect(pty_wait_row(tui->pty, 0, "12 projects", SHORT_MS));
}

/* Ends as a user would. */
static void lists_end(struct tui *tui)
{
    pty_type(tui->pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui->pty, SHORT_MS), 0);
    tui_end(tui);
}

Test(batch, enqueue_says_what_failed_and_keeps_it_marked)
{
    struct tui tui = {0};
    lists_start(&tui, "--transcribe-seconds 60 --fault enqueue/2:status=403");
    lists_go(&tui, "   ", "> 4"); /* 1, 2 and 3: the third has no media */
    lists_go(&tui, "e", "Enqueue 3 marked projects");
    lists_go(&tui, "X", "any other key");
    lists_go(&tui, "y", "1 accepted, 1 refused, 1 not sent; L has all of it");
    cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 2);
    cr_expect(pty_wait_text(tui.pty, "!1  not sent: #3 no media", SHORT_MS));
    cr_expect(pty_wait_row(tui.pty, 3, "*2", SHORT_MS), "the failed one is not marked");
    cr_expect(pty_wait_row(tui.pty, 4, "*3", SHORT_MS), "the one that cannot be sent is not marked");
    lists_go(&tui, "L", "*Enqueue of 3: 1 in progress, 1 refused, 1 not sent");
    lists_go(&tui, "\r", "(403)");
    lists_end(&tui);
}

Test(batch, an_enqueue_whose_answer_was_lost_or_empty_is_counted_by_what_changed)
{
    struct tui tui = {0};
    lists_start(&tui, "--transcribe-seconds 60 --fault enqueue/1:done=502*1 --fault enqueue/2:empty*1");
    lists_go(&tui, "  ", "> 3");
    lists_go(&tui, "e", "Enqueue 2 marked projects");
    lists_go(&tui, "X", "any other key");
    lists_go(&tui, "y", "Enqueued 2; L lists them");
    cr_expect_str_lacks(pty_text(tui.pty), "marked", "E would send the first one again");
    cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 2);
    lists_go(&tui, "L", "*Enqueue of 2: 2 in progress"); /* as a reading has shown by now */
    lists_go(&tui, "\r", "*2 Interview: dam keeper: in progress since");
    lists_end(&tui);
}

Test(batch, export_writes_a_file_a_project_by_the_pattern)
{
    struct tui tui = {.home = home_create()};
    struct process_result found;
    char *argv[] = {"ls", NULL};
    home_write(tui.home, "config/steno/config", "name_pattern = subtitles-{id}.{ext}\n");
    lists_start(&tui, "");
    lists_go(&tui, "#2\r", "> 2");
    lists_go(&tui, " #7\r", "> 7");
    lists_go(&tui, " x", "Export 2 marked projects");
    lists_go(&tui, "\rvtt\r", ">*Format ");
    lists_go(&tui, "X", "Exported 2: ");
    process_run(tui.home, argv, NULL, SHORT_MS, &found);
    cr_expect_str_has(buffer_text(&found.out), "subtitles-2.vtt");
    cr_expect_str_has(buffer_text(&found.out), "subtitles-7.vtt");
    process_result_free(&found);
    cr_expect(pty_wait_no_text(tui.pty, "marked", SHORT_MS), "what was done is still marked");
    lists_end(&tui);
}

Test(export, without_a_format_is_named_by_what_arrives_and_never_over_a_file_unasked)
{
    struct tui tui = {.home = home_create()};
    home_write(tui.home, "2-Interview_dam_keeper.srt", "mine");
    lists_start(&tui, "");
    lists_go(&tui, "#2\rx", "> Format");
    tui_settle(&tui); /* a draft that is loaded later makes keys early */
    lists_go(&tui, "X", "2-Interview_dam_keeper.srt exists");
    tui_settle(&tui);
    pty_type(tui.pty, "n");
    cr_assert(pty_wait_text(tui.pty, "Nothing was exported", SHORT_MS));
    tui_settle(&tui);
    char *file = home_read(tui.home, "2-Interview_dam_keeper.srt");
    cr_expect_str_eq(file, "mine");
    free(file);
    lists_go(&tui, "X", "steno did not write it: y replaces it");
    tui_settle(&tui);
    lists_go(&tui, "y", "exported to 2-Interview_dam_keeper.srt");
    file = home_read(tui.home, "2-Interview_dam_keeper.srt");
    cr_expect_str_has(file, "-->");
    free(file);
    lists_end(&tui);
}

Test(batch, nothing_is_sent_when_the_question_is_not_answered_with_y)
{
    struct tui tui = {0};
    lists_start(&tui, "");
    lists_go(&tui, "  e", "Enqueue 2 marked projects");
    lists_go(&tui, "X", "any other key");
    pty_key(tui.pty, "Enter");
    cr_assert(pty_wait_no_text(tui.pty, "any other key", SHORT_MS));
    cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 0);
    pty_key(tui.pty, "^G");
    lists_go(&tui, "", "> 3");
    lists_end(&tui);
}

Test(list, is_filtered_by_id_name_tag_and_state)
{
    struct tui tui = {0};
    lists_start(&tui, "");
    lists_go(&tui, "farchive\r", "1 of 12 \"archive\"");
    cr_expect(pty_wait_text(tui.pty, "> 1 ", SHORT_MS));
    cr_expect(pty_wait_no_text(tui.pty, "Interview", SHORT_MS));
    lists_unfilter(&tui);
    lists_go(&tui, "fcanceled\r", "1 of 12 \"canceled\"");
    cr_expect(pty_wait_text(tui.pty, "> 11", SHORT_MS));
    lists_unfilter(&tui);
    lists_go(&tui, "fno such\r", "0 of 12 \"no such\"");
    cr_expect(pty_wait_no_text(tui.pty, "Court hearing", SHORT_MS));
    lists_unfilter(&tui);
    lists_end(&tui);
}

Test(list, is_searched_sorted_and_jumped_in)
{
    struct tui tui = {0};
    lists_start(&tui, "");
    lists_go(&tui, "/evening\r", "> 7");
    lists_go(&tui, "/completed\r", "> 9");
    lists_go(&tui, "n", "> 2");
    lists_go(&tui, "N", "> 9");
    lists_go(&tui, "#4\r", "> 4");
    lists_go(&tui, "#99\r", "99 is not on the watchlist: o opens it");
    lists_go(&tui, ":sort id\r", "Sorted by id");
    lists_go(&tui, "si", "Sorted by id, reversed");
    cr_expect(pty_wait_row(tui.pty, 2, "12", SHORT_MS));
    cr_expect(pty_wait_text(tui.pty, "> 4", TUI_LIMIT_MS), "sorting moved the selection to another project");
    lists_end(&tui);
}

Test(command, line_completes_every_action_and_runs_it)
{
    struct tui tui = {0};
    lists_start(&tui, "");
    lists_go(&tui, ":ref", ":ref");
    pty_key(tui.pty, "Tab");
    cr_expect(pty_wait_text(tui.pty, "Actions that begin with ref", SHORT_MS));
    cr_expect(pty_wait_text(tui.pty, "> refresh     r  Refresh this project", SHORT_MS));
    cr_expect(pty_wait_text(tui.pty, "  refresh-all R  Refresh all projects", SHORT_MS));
    pty_type(tui.pty, "-");
    pty_key(tui.pty, "Tab");
    cr_expect(pty_wait_row(tui.pty, 22, ":refresh-all", SHORT_MS));
    cr_expect(pty_wait_row(tui.pty, 23, "Enter Run  Esc Back", SHORT_MS));
    pty_key(tui.pty, "^G"); /* the menu, then the line */
    cr_expect(pty_wait_no_text(tui.pty, "Actions that begin", SHORT_MS));
    pty_key(tui.pty, "^G");
    cr_expect(pty_wait_no_text(tui.pty, ":refresh-all", SHORT_MS));
    lists_go(&tui, ":activ", ":activ");
    pty_key(tui.pty, "Tab");
    pty_key(tui.pty, "Enter");
    cr_expect(pty_wait_text(tui.pty, "Activity", SHORT_MS));
    lists_go(&tui, ":nonsense\r", "nonsense");
    lists_end(&tui);
}

Test(keys, can_be_bound_anew_and_the_hints_show_it)
{
    struct tui tui = {.home = home_create()};
    home_write(tui.home, "config/steno/config", "[keys]\nenqueue = w\nhelp = F1 ?\n");
    lists_start(&tui, "");
    cr_expect(pty_wait_row(tui.pty, 23, "w Enqueue", SHORT_MS));
    cr_expect(pty_wait_row(tui.pty, 23, "F1 Help", SHORT_MS));
    lists_go(&tui, "w", "> Lang");
    pty_type(tui.pty, "q");
    lists_go(&tui, "?", "Help: the keys of the ");
    lists_go(&tui, "/Enqueue\r", "w ");
    lists_end(&tui);
}

Test(keys, sentences_name_keys_as_the_config_binds_them)
{
    struct tui tui = {.home = home_create()};
    home_write(tui.home, "config/steno/config", "[keys]\nopen = F2\nrefresh = none\n");
    tui_sandbox(&tui, "");
    tui_start(&tui, "", 24, 80);
    cr_expect(pty_wait_text(tui.pty, "No projects are watched yet", TUI_LIMIT_MS));
    pty_type(tui.pty, "e");
    cr_expect(pty_wait_text(tui.pty, "under the cursor; F2 opens by id", TUI_LIMIT_MS));
    tui_end(&tui);
}

/* A config that must be refused: exit 2 and these words, nothing drawn. */
static void refused(const char *config, const char *words, const char *place)
{
    struct tui tui = {.home = home_create()};
    home_write(tui.home, "config/steno/config", config);
    tui_sandbox(&tui, "");
    tui_start(&tui, "", 24, 300); /* wide: the path of the config stands before the words */
    cr_expect_eq(pty_wait_exit(tui.pty, SHORT_MS), 2);
    cr_expect(pty_wait_text(tui.pty, words, TUI_LIMIT_MS), "no “%s”", words);
    cr_expect(pty_wait_text(tui.pty, place, TUI_LIMIT_MS), "no “%s”", place);
    cr_expect_not(pty_on_alternate_screen(tui.pty));
    tui_end(&tui);
}

Test(keys, bound_twice_are_refused_with_file_and_line)
{
    refused("[keys]\n\nenqueue = x\n", "export", "steno/config:3");
}

Test(keys, that_no_terminal_sends_are_refused_with_file_and_line)
{
    refused("[keys]\nenqueue = ^S\n", "^S cannot be bound", "steno/config:2");
}

Test(keys, of_unknown_actions_are_refused_with_file_and_line)
{
    refused("[keys]\nenqeue = w\n", "enqeue", "steno/config:2");
}
