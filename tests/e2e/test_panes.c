/* Each pane and form as an operator meets it: empty, loaded, failing. The words must be there. */
/* SPDX-License-Identifier: MIT */
#include <fcntl.h>
#include <poll.h>
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

/* steno with these arguments on a sandbox with these faults. */
static void panes_start(struct tui *tui, const char *sandbox, const char *arguments)
{
    tui_sandbox(tui, sandbox);
    tui_start(tui, arguments, 24, 80);
}

/* Presses keys and waits for what they must bring. */
static void panes_go(struct tui *tui, const char *keys, const char *text)
{
    pty_type(tui->pty, keys);
    cr_assert(pty_wait_text(tui->pty, text, SHORT_MS), "after “%s”", keys);
}

/* Ends as a user would. */
static void panes_end(struct tui *tui)
{
    pty_type(tui->pty, ":quit\r");
    cr_expect_eq(pty_wait_exit(tui->pty, SHORT_MS), 0);
    tui_end(tui);
}

Test(empty, watchlist_says_how_projects_are_opened)
{
    struct tui tui = {0};
    panes_start(&tui, "", "");
    cr_expect(pty_wait_text(tui.pty, "No projects are watched yet", SHORT_MS));
    panes_go(&tui, "i", "no project under the cursor; o opens by id");
    panes_go(&tui, "e", "enqueue: there is no project under the cursor; o opens by id");
    panes_go(&tui, "L", "Nothing has happened yet");
    panes_end(&tui);
}

Test(empty, members_say_so)
{
    struct tui tui = {0};
    panes_start(&tui, "", "12");
    cr_assert(pty_wait_text(tui.pty, "None", SHORT_MS));
    panes_go(&tui, "t", "No tags");
    panes_go(&tui, "qm", "Nothing was set from here yet");
    cr_expect(pty_wait_text(tui.pty, "The API has no call to read metadata", TUI_LIMIT_MS));
    panes_go(&tui, "qt", "No tags");
    panes_go(&tui, "a", "no call to add a tag");
    panes_end(&tui);
}

Test(loaded, details_have_headings_that_are_found)
{
    static const char *const headings[] = {"Options", "Media", "Sharing", "Dates", "Activity"};
    struct tui tui = {0};
    panes_start(&tui, "--show-metadata", "2");
    cr_assert(pty_wait_text(tui.pty, "Interview", SHORT_MS));
    for (size_t i = 0; i < sizeof headings / sizeof headings[0]; i++) {
        char *keys = mem_printf("g/%s\r", headings[i]), *text = mem_printf(">%s", headings[i]);
        panes_go(&tui, keys, text);
        free(text);
        free(keys);
    }
    panes_go(&tui, "g/Packaged\r", ">Packaged");
    panes_go(&tui, "g/Metadata\r", "the server shows");
    panes_end(&tui);
}

Test(loaded, highlights_are_a_list_with_time_stamps)
{
    struct tui tui = {0};
    panes_start(&tui, "", "7");
    cr_assert(pty_wait_text(tui.pty, "Evening news", SHORT_MS));
    panes_go(&tui, "i/Highlights\r", ">Highlights");
    panes_go(&tui, "jj", ">00:00:21");
    panes_end(&tui);
}

Test(loaded, raw_shows_the_reply_without_the_token)
{
    struct tui tui = {0};
    panes_start(&tui, "", "1");
    panes_go(&tui, "", "Council");
    panes_go(&tui, "J", "\"AccessToken\": 4711");
    cr_expect(pty_wait_no_text(tui.pty, "t0ken", 1000));
    panes_end(&tui);
}

Test(loaded, account_shows_user_credit_rights_and_consent)
{
    struct tui tui = {0};
    panes_start(&tui, "", "1");
    panes_go(&tui, "A", "demo@exampl");
    cr_expect(pty_wait_text(tui.pty, "600 min", SHORT_MS));
    panes_go(&tui, "/Claims\r", "projects:re");
    panes_go(&tui, "/Consent\r", "Consent");
    panes_end(&tui);
}

Test(failing, a_project_that_cannot_be_read_says_why_and_what_next)
{
    struct tui tui = {0};
    panes_start(&tui, "--fault get-project:status=500", "1");
    cr_expect(pty_wait_text(tui.pty, "(500)", TUI_LIMIT_MS), "neither list nor details say why");
    panes_go(&tui, "L", "(500)");
    control_heal(&tui.sandbox);
    panes_go(&tui, "qR", "Council");
    panes_end(&tui);
}

Test(failing, a_project_that_does_not_exist_says_so)
{
    struct tui tui = {0};
    panes_start(&tui, "", "99");
    cr_expect(pty_wait_text(tui.pty, "(404)", SHORT_MS));
    panes_go(&tui, "D", "any other key");
    panes_go(&tui, "y", "No projects are watched yet");
    panes_end(&tui);
}

Test(failing, account_and_policy_that_cannot_be_read_say_why)
{
    struct tui tui = {0};
    panes_start(&tui, "--fault current-user:status=500 --fault password-settings:status=503", "1");
    panes_go(&tui, "", "Council");
    panes_go(&tui, "A", "(500)");
    panes_go(&tui, "qP", "503");
    control_heal(&tui.sandbox);
    panes_go(&tui, "r", "Minimum length");
    panes_go(&tui, "qA", "API path");
    panes_go(&tui, "r", "600 min");
    panes_end(&tui);
}

Test(failing, an_enqueue_that_is_refused_keeps_the_form_and_what_was_typed)
{
    struct tui tui = {0};
    panes_start(&tui, "--fault enqueue:status=422", "1");
    panes_go(&tui, "", "Council");
    panes_go(&tui, "e", "> Lang");
    panes_go(&tui, "\rsl-SI\r", ">*Lang");
    panes_go(&tui, "X", "422");
    cr_expect(pty_wait_text(tui.pty, "sl-SI", TUI_LIMIT_MS));
    control_heal(&tui.sandbox);
    panes_go(&tui, "X", "InProgress");
    panes_end(&tui);
}

Test(failing, an_enqueue_that_broke_the_server_is_asked_about_before_it_is_sent_again)
{
    struct tui tui = {0};
    panes_start(&tui, "--fault enqueue:status=500", "1");
    panes_go(&tui, "", "Council");
    panes_go(&tui, "e", "> Lang");
    panes_go(&tui, "\rsl-SI\r", ">*Lang");
    panes_go(&tui, "X", "(500)");
    control_heal(&tui.sandbox);
    panes_go(&tui, "X", "It may be enqueued already");
    panes_go(&tui, "", "again?");
    pty_key(tui.pty, "Enter");
    cr_assert(pty_wait_no_text(tui.pty, "again?", SHORT_MS));
    cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 1);
    panes_go(&tui, "X", "again?");
    panes_go(&tui, "y", "InProgress");
    panes_end(&tui);
}

Test(failing, an_enqueue_whose_answer_is_lost_is_unknown_and_is_looked_up)
{
    struct tui tui = {0};
    panes_start(&tui, "--transcribe-seconds 60 --fault enqueue:lost", "1");
    panes_go(&tui, "", "Council");
    panes_go(&tui, "e", "> Lang");
    pty_type(tui.pty, "X");
    cr_expect(pty_wait_text(tui.pty, "Project 1 was probably enqueued: it changed from None", SHORT_MS));
    cr_expect(pty_wait_text(tui.pty, "no usable response: ", SHORT_MS));
    cr_expect_str_lacks(pty_text(tui.pty), "Try again", "an unknown outcome invites to send it again");
    cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 1);
    panes_go(&tui, "q", ">State");
    panes_end(&tui);
}

Test(failing, an_export_that_breaks_off_leaves_no_file_and_the_form)
{
    struct tui tui = {0};
    panes_start(&tui, "--export-bytes 100000 --fault export:cut", "2");
    panes_go(&tui, "", "Interview");
    panes_go(&tui, "x", "> Format ");
    panes_go(&tui, "X", "Export subtitles of project 2");
    cr_expect(pty_wait_text(tui.pty, "> Format ", TUI_LIMIT_MS));
    struct process_result found;
    char *argv[] = {"find", ".", "-name", "2-*", NULL};
    process_run(tui.home, argv, NULL, SHORT_MS, &found);
    cr_expect_eq(found.out.len, 0, "left behind: %s", buffer_text(&found.out));
    process_result_free(&found);
    panes_go(&tui, "q", ">State");
    panes_end(&tui);
}

Test(failing, a_bad_field_is_gone_to_with_its_reason)
{
    struct tui tui = {0};
    panes_start(&tui, "", "1");
    panes_go(&tui, "", "Council");
    panes_go(&tui, "e", "> Lang");
    panes_go(&tui, "/DurationInSec\r", "> At most ");
    panes_go(&tui, "\rten\r", "✗ a number of s");
    cr_expect(pty_wait_text(tui.pty, "ten", TUI_LIMIT_MS));
    pty_key(tui.pty, "^G"); /* a bad value stays open until it is right or given up */
    panes_go(&tui, "q", ">State");
    panes_end(&tui);
}

Test(stalled, server_does_not_hold_the_echo_of_keys)
{
    struct tui tui = {0};
    panes_start(&tui, "--fault get-project:stall --fault current-user:stall", "1-3");
    cr_assert(pty_wait_text(tui.pty, "> 1", SHORT_MS));
    cr_assert(control_wait_requests(&tui.sandbox, "get-project", 1)); /* it holds its reply from now on */
    panes_go(&tui, "j", "> 2");
    panes_go(&tui, ":ech", ":ech");
    pty_key(tui.pty, "^G");
    panes_go(&tui, "o", "Ids");
    panes_go(&tui, "77", "77");
    pty_key(tui.pty, "^G");
    panes_go(&tui, "", "q Quit");
    pty_type(tui.pty, "q");
    cr_expect_eq(pty_wait_exit(tui.pty, 2000), 0, "a stalled server holds the exit");
    tui_end(&tui);
}

/* Makes the resolver hang: where names are looked up, glibc first reads a file of aliases, and this one is a
 * pipe. */
static char *resolver_hang(struct tui *tui)
{
    char *aliases = mem_printf("%s/aliases", tui->home->dir);
    cr_assert_eq(mkfifo(aliases, 0600), 0);
    home_set(tui->home, "HOSTALIASES", aliases);
    return aliases;
}

/* Waits until the resolver reads the pipe, and keeps it waiting there. Returns the descriptor. */
static int resolver_wait(const char *aliases)
{
    int64_t end = clock_mono_ms() + SHORT_MS;
    int fd;
    while ((fd = open(aliases, O_WRONLY | O_NONBLOCK | O_CLOEXEC)) < 0 && clock_mono_ms() < end)
        poll(NULL, 0, 10);
    return fd;
}

Test(stalled, resolver_holds_neither_the_echo_of_keys_nor_the_exit)
{
    struct tui tui = {.home = home_create()};
    char *aliases = resolver_hang(&tui);
    home_set(tui.home, "STENO_URL", "http://nowhere");
    home_set(tui.home, "STENO_TOKEN", "t0ken");
    tui_start(&tui, "1-3", 24, 80);
    int held = resolver_wait(aliases);
    cr_assert(held >= 0, "no name was looked up");
    panes_go(&tui, "j", "> 2");
    panes_go(&tui, ":ech", ":ech");
    pty_key(tui.pty, "^G");
    panes_go(&tui, "", "q Quit");
    tui_settle(&tui);
    pty_type(tui.pty, "q");
    cr_expect_eq(pty_wait_exit(tui.pty, 5000), 0, "a resolver that hangs holds the exit");
    close(held);
    free(aliases);
    tui_end(&tui);
}

Test(stalled, a_write_that_fails_with_500_says_what_the_project_shows_and_asks_before_a_second)
{
    static const char *const faults[] = {"enqueue:done=500", "enqueue:head", "enqueue:done=503"};
    for (size_t i = 0; i < 3; i++) {
        struct tui tui = {0};
        char arguments[80];
        snprintf(arguments, sizeof arguments, "--transcribe-seconds 60 --fault %s", faults[i]);
        panes_start(&tui, arguments, "1");
        panes_go(&tui, "", "Council");
        panes_go(&tui, "e", "> Lang");
        tui_settle(&tui); /* a key that was typed before the form was shown sends nothing */
        panes_go(&tui, "X", "Project 1 was probably enqueued: it changed from None");
        control_heal(&tui.sandbox);
        panes_go(&tui, "X", "again?");
        pty_type(tui.pty, "n");
        cr_expect_eq(control_requests(&tui.sandbox, "enqueue"), 1);
        pty_key(tui.pty, "^G");
        cr_assert(pty_wait_no_text(tui.pty, "> Lang", SHORT_MS)); /* the same form comes again */
        panes_go(&tui, "e", "> Lang");
        tui_settle(&tui);
        panes_go(&tui, "X", "again?"); /* the form was left: it is asked all the same */
        pty_type(tui.pty, "n");
        pty_key(tui.pty, "^G");
        panes_go(&tui, "", ">State");
        panes_end(&tui);
    }
}

Test(stalled, a_tag_that_an_empty_success_left_in_place_may_yet_be_deleted)
{
    struct tui tui = {0};
    panes_start(&tui, "--fault delete-tag:status=204", "1");
    panes_go(&tui, "", "Council");
    panes_go(&tui, "t", "archive");
    panes_go(&tui, "d", "any other key");
    panes_go(&tui, "y", "Project 1 still has the tag; the request may yet");
    cr_expect_eq(control_requests(&tui.sandbox, "delete-tag"), 1);
    control_heal(&tui.sandbox);
    panes_go(&tui, "d", "any other key");
    panes_go(&tui, "y", "1: tag deleted");
    panes_end(&tui);
}

Test(stalled, a_login_whose_token_cannot_be_sent_back_keeps_the_form_and_saves_nothing)
{
    struct tui tui = {0};
    panes_start(&tui, "--fault *:set=Token:démo", "");
    panes_go(&tui, "l", "Password");
    panes_go(&tui, "demo@example.org\tdemo\r", "cannot be sent");
    char *saved = home_read(tui.home, "config/steno/credentials");
    cr_expect_null(saved);
    free(saved);
    tui_end(&tui);
}

Test(stalled, write_is_shown_and_can_be_cancelled)
{
    struct tui tui = {0};
    panes_start(&tui, "--fault enqueue:stall", "1");
    panes_go(&tui, "", "Council");
    panes_go(&tui, "e", "> Lang");
    pty_type(tui.pty, "X");
    cr_assert(control_wait_requests(&tui.sandbox, "enqueue", 1));
    cr_expect(pty_wait_text(tui.pty, "Enqueue 1", SHORT_MS));
    pty_key(tui.pty, "^C");
    cr_expect(pty_wait_text(tui.pty, "The outcome is open until ", SHORT_MS),
              "it is not looked up what became of it");
    control_heal(&tui.sandbox);
    pty_key(tui.pty, "^G");
    panes_go(&tui, "", ">State");
    panes_end(&tui);
}
