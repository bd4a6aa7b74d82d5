/* Each pane and form with a good server, a bad one, a silent one, and one that asks to wait. The expected
 * words must appear. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "control.h"
#include "steno/base/when.h"
#include "steno/base/mem.h"
#include "tui_run.h"
#include "support/asserts.h"

#define SHORT_MS 10000

static struct tui tui;

static void end(void)
{
    tui_end(&tui);
}

TestSuite(loaded, .fini = end);
TestSuite(failing, .fini = end);
TestSuite(stalled, .fini = end);
TestSuite(exports, .fini = end);
TestSuite(pause, .fini = end);

/* --- panes --- */

Test(loaded, panes_show_what_the_server_told_and_never_the_token)
{
    tui_open(&tui, "--show-metadata", "7", "Evening news");
    tui_go(&tui, "i/Highlights\r", ">Highlights");
    tui_go(&tui, "jj", ">00:00:21");
    tui_go(&tui, "g/Packaged\r", ">IsPackaged");
    tui_go(&tui, "g/Metadata\r", "Metadata: ");
    tui_go(&tui, "J", "\"AccessToken\": 1007");
    cr_expect(pty_wait_no_text(tui.pty, "t0ken", 1000));
    tui_go(&tui, "qA", "600 min");
    tui_go(&tui, "/Claims\r", "projects:re");
    tui_go(&tui, "/Consent\r", "Consent");
    tui_go(&tui, "qo12\r", "12  None");
    tui_go(&tui, "#12\rt", "No tags");
    tui_go(&tui, "qL", "Activity, newest first");
    tui_quit(&tui, ":quit\r", SHORT_MS);
}

Test(failing, what_cannot_be_read_says_why_and_is_read_again)
{
    tui_open(&tui, "--fault current-user:status=500 --fault password-settings:status=503", "1", "Council");
    tui_go(&tui, "A", "(500)");
    tui_go(&tui, "qP", "(503)");
    control_heal(&tui.sandbox);
    tui_go(&tui, "r", "Minimum length");
    tui_go(&tui, "qA", "API path");
    tui_go(&tui, "r", "600 min");
    control_fault(&tui.sandbox, "get-project:status=500");
    tui_go(&tui, "qo3\r", "(500)");
    control_heal(&tui.sandbox);
    tui_go(&tui, "R", "Lecture 7");
    tui_go(&tui, "o99\r", "(404)");
    tui_quit(&tui, ":quit\r", SHORT_MS);
}

/* --- writes --- */

/* Starts steno on project 1, sends its enqueue form with a language, and waits for a text. */
static void send_enqueue(const char *sandbox, const char *text)
{
    tui_open(&tui, sandbox, "1", "Council");
    tui_go(&tui, "e", "> Lang");
    tui_go(&tui, "\rsl-SI\r", "sl-SI");
    tui_settle(&tui); /* X sends nothing if typed before the form is shown */
    tui_go(&tui, "X", text);
}

Test(failing, an_enqueue_that_is_refused_keeps_its_form_and_one_that_broke_the_server_is_asked_about)
{
    send_enqueue("--fault enqueue:status=422*1", "(422)");
    tui_go(&tui, "", "sl-SI");
    control_fault(&tui.sandbox, "enqueue:status=500*1");
    tui_settle(&tui);
    tui_go(&tui, "X", "(500)");
    tui_settle(&tui);
    tui_go(&tui, "X", "It may be enqueued already");
    tui_go(&tui, "", "again?");
    tui_leave(&tui, "\r", "again?");
    cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 2);
    tui_go(&tui, "X", "again?");
    tui_go(&tui, "y", "InProgress");
}

Test(failing, an_enqueue_of_unknown_outcome_is_looked_up_and_asked_about_before_a_second)
{
    static const char *const faults[] = {"done=500", "head", "done=503", "lost"};
    for (size_t i = 0; i < 4; i++) {
        char arguments[80];
        snprintf(arguments, sizeof arguments, "--transcribe-seconds 60 --fault enqueue:%s", faults[i]);
        tui = (struct tui){0};
        send_enqueue(arguments, "Project 1 is being transcribed: your enqueue arrived");
        cr_expect_str_lacks(pty_text(tui.pty), "Try again", "an unknown outcome invites to send it again");
        control_heal(&tui.sandbox);
        tui_go(&tui, "X", "again?");
        tui_leave(&tui, "n", "again?");
        tui_leave(&tui, "\007", " 1/20"); /* so that the same form can be awaited again */
        tui_go(&tui, "e", " 1/20");
        tui_settle(&tui);
        tui_go(&tui, "X", "again?"); /* the question comes although the form was closed */
        cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 1, "%s", faults[i]);
        if (i < 3)
            tui_end(&tui);
    }
}

Test(failing, a_tag_that_an_empty_success_left_in_place_may_yet_be_deleted)
{
    tui_open(&tui, "--fault delete-tag:status=204", "1", "Council");
    tui_go(&tui, "t", "archive");
    tui_go(&tui, "d", "any other key");
    tui_go(&tui, "y", "Project 1 still has the tag; the request may still");
    cr_expect_eq(control_requests(&tui.sandbox, "delete-tag"), 1);
    control_heal(&tui.sandbox);
    tui_go(&tui, "d", "any other key");
    tui_go(&tui, "y", "1: tag deleted");
}

Test(stalled, a_write_is_shown_and_can_be_cancelled)
{
    tui_open(&tui, "--fault enqueue:stall", "1", "Council");
    tui_go(&tui, "e", "> Lang");
    tui_go(&tui, "X", "Enqueue 1 …");
    cr_assert(control_wait_requests(&tui.sandbox, "enqueue", 1));
    tui_go(&tui, "\003", "The outcome is open until "); /* then steno reads the outcome */
    control_heal(&tui.sandbox);
    tui_go(&tui, "\007", ">State");
    tui_quit(&tui, ":quit\r", SHORT_MS);
}

/* --- a silent server or disk delays no key --- */

Test(stalled, server_holds_neither_the_echo_of_keys_nor_the_exit)
{
    tui_open(&tui, "--fault get-project:stall --fault current-user:stall", "1-3", "> 1");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 1)); /* which is not answered */
    tui_go(&tui, "j", "> 2");
    tui_go(&tui, ":ech", ":ech");
    tui_go(&tui, "\007o", "Ids");
    tui_go(&tui, "77", "77");
    tui_leave(&tui, "\007", "Ids");
    tui_go(&tui, "?", "Help: the keys of the ");
    tui_go(&tui, "", "q Back"); /* the bar, which is drawn last */
    tui_go(&tui, "q", "q Quit");
    tui_quit(&tui, "q", 1500);
}

Test(stalled, resolver_holds_neither_the_echo_of_keys_nor_the_exit)
{
    int64_t end_ms = clock_mono_ms() + SHORT_MS;
    int held;
    tui.home = home_create();
    char *aliases =
        mem_printf("%s/aliases", tui.home->dir); /* glibc reads this file first; here it is a pipe */
    cr_assert_eq(mkfifo(aliases, 0600), 0);
    home_set(tui.home, "HOSTALIASES", aliases);
    home_set(tui.home, "STENO_URL", "http://nowhere");
    home_set(tui.home, "STENO_TOKEN", "t0ken");
    tui_start(&tui, "1-3", 24, 80);
    while ((held = open(aliases, O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0 && clock_mono_ms() < end_ms)
        poll(NULL, 0, 10);
    cr_assert(held >= 0, "no name was looked up");
    tui_go(&tui, "j", "> 2");
    tui_go(&tui, ":ech", ":ech");
    tui_go(&tui, "\007", "q Quit");
    tui_settle(&tui);
    tui_quit(&tui, "q", 5000);
    close(held);
    free(aliases);
}

/* --- exports and captions --- */

Test(exports, that_fail_or_are_killed_leave_the_form_and_no_file)
{
    struct process_result found;
    char *argv[] = {"find", ".", "-name", "2*", NULL};
    tui_open(&tui, "--export-bytes 100000 --fault export:cut", "2", "Interview");
    tui_go(&tui, "x", "> Format ");
    tui_go(&tui, "X", "Export subtitles of project 2");
    tui_go(&tui, "", "> Format ");
    control_heal(&tui.sandbox);
    control_fault(&tui.sandbox, "export:freeze=10");
    pty_type(tui.pty, "X");
    cr_assert(control_wait_requests(&tui.sandbox, "export", 2)); /* the file is already started */
    kill(pty_pid(tui.pty), SIGKILL);
    cr_expect_eq(pty_wait_exit(tui.pty, SHORT_MS), 128 + SIGKILL);
    process_run(tui.home, argv, NULL, SHORT_MS, &found);
    cr_expect_eq(found.out.len, 0, "left behind: %s", buffer_text(&found.out));
    process_result_free(&found);
}

Test(exports, are_shown_before_the_export_also_if_the_server_fails_once_or_is_silent)
{
    umask(027);
    tui_open(&tui, "--fault export:status=400*1", "2", "Interview");
    tui_go(&tui, "x", "1/");
    tui_go(&tui, "x", "(400)");
    control_fault(&tui.sandbox, "export:stall*1");
    tui_go(&tui, "r", "Fetching the captions");
    cr_assert(control_wait_requests(&tui.sandbox, "export", 2), "the next one would be the silent one");
    tui_go(&tui, "\003", "Fetching was cancelled");
    tui_go(&tui, "r", "00:06.21");
    tui_go(&tui, ".", "minimum 2000  [min-duration]");
    tui_go(&tui, "X", "exported to 2-Interview_dam_keeper.srt");
    cr_expect_eq(home_mode(tui.home, "2-Interview_dam_keeper.srt"), 0640);
    cr_expect_eq(home_mode(tui.home, "state/steno/state.db"), 0600);
}

/* --- a server that asks to wait: steno does not show everything as read, keys still send, reads resume ---
 */

Test(pause, is_ended_by_a_good_answer_and_refreshing_all_is_one_probe_until_then)
{
    tui_open(&tui, "", "1 2 7", "+Completed");
    tui_leave(&tui, "", "not read yet");
    tui_settle(&tui);
    control_forget(&tui.sandbox);
    control_fault(&tui.sandbox, "get-project:retry-after=3600*1");
    tui_go(&tui, "r", "busy, next try in ");
    tui_go(&tui, "", "Refreshing pauses: the server is busy");
    cr_assert_eq(control_requests(&tui.sandbox, "get-project"), 1);
    control_fault(&tui.sandbox, "get-project:retry-after=3600*1");
    pty_type(tui.pty, "R");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 2));
    tui_go(&tui, "", "Refreshing pauses: the server is busy");
    tui_settle(&tui);
    cr_expect_eq(control_requests(&tui.sandbox, "get-project"), 2, "a refused probe is all that was sent");
    tui_leave(&tui, "", "Reading all");
    pty_type(tui.pty, "R");
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 5), "the probe and the rest");
    tui_leave(&tui, "", "busy, next try in ");
    tui_quit(&tui, ":quit\r", SHORT_MS);
}
