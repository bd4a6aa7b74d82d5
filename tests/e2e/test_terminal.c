/* How steno treats a terminal: what it sends, how it leaves the terminal at every kind of end, stop and
 * continue, and that pasted text does not run as keys. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "tui_run.h"
#include "support/asserts.h"

#define PASTE_ON  "\033[?2004h"
#define PASTE_OFF "\033[?2004l"

static struct tui tui;

static void end(void)
{
    tui_end(&tui);
}

TestSuite(tty, .fini = end, .timeout = 120);
TestSuite(paste, .fini = end);

/* True if bracketed paste is on, judged by the output since the mark. */
static bool paste_is_on(void)
{
    static const char mode[] = "\033[?2004";
    size_t len;
    const char *sent = pty_transcript(tui.pty, &len), *last = NULL;
    const char *at = sent;
    while ((at = memmem(at, len - (size_t)(at - sent), mode, sizeof mode - 1)) != NULL)
        last = at += sizeof mode - 1;
    return last && *last == 'h';
}

/* Expects the terminal in its original state. */
static void expect_restored(const char *after)
{
    cr_expect_not(paste_is_on(), "bracketed paste was left on after %s", after);
    cr_expect(pty_is_cooked(tui.pty), "modes were left behind after %s", after);
    cr_expect_not(pty_on_alternate_screen(tui.pty), "the alternate screen was left on after %s", after);
}

/* Ends the previous demo of the case, and starts the demo in a new terminal. */
static void demo(void)
{
    pty_free(tui.pty);
    tui.pty = NULL;
    tui_demo(&tui, 24, 80);
}

/* --- ends --- */

/* Ends the demo by a signal or keys; expects the exit code. */
static void expect_end(int sig, const char *keys, int code)
{
    demo();
    cr_assert(pty_on_alternate_screen(tui.pty));
    cr_assert(paste_is_on());
    pty_type(tui.pty, keys);
    if (sig)
        kill(pty_pid(tui.pty), sig);
    cr_expect_eq(pty_wait_exit(tui.pty, 5000), code, "after signal %d, “%s”", sig, keys);
    expect_restored(sig ? strsignal(sig) : "keys");
}

Test(tty, is_restored_after_signals_which_the_exit_status_keeps)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        expect_end(signals[i], "", 128 + signals[i]);
}

Test(tty, is_restored_after_signals_that_are_not_for_us_and_after_faults)
{
    static const int signals[] = {SIGUSR1, SIGXCPU, SIGALRM}, faults[] = {SIGSEGV, SIGBUS};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        expect_end(signals[i], "", 128 + signals[i]);
    home_let_faults(tui.home); /* sanitizers must not report signals of the test */
    for (size_t i = 0; i < 2; i++) {
        demo();
        kill(pty_pid(tui.pty), faults[i]);
        cr_expect_neq(pty_wait_exit(tui.pty, 10000), PTY_TIMED_OUT);
        expect_restored(strsignal(faults[i]));
    }
}

Test(tty, is_restored_after_the_keys_that_leave_wherever_they_are_pressed)
{
    expect_end(0, "q", 0);
    expect_end(0, "\x1C", 128 + SIGQUIT);
    expect_end(0, "/a\x1C", 128 + SIGQUIT);
    demo();
    pty_type(tui.pty, ":"); /* while the command line is open */
    cr_assert(pty_wait_bytes(tui.pty, PASTE_ON, 5000));
    pty_mark(tui.pty);
    kill(pty_pid(tui.pty), SIGABRT);
    cr_expect_eq(pty_wait_exit(tui.pty, 5000), 128 + SIGABRT);
    cr_expect(tui_has_sent(&tui, PASTE_OFF));
    expect_restored("an abort");
}

Test(tty, that_hangs_up_ends_the_program_even_where_hup_is_ignored)
{
    char *program = process_program("steno"), *script = mem_printf("trap '' HUP; exec %s --demo", program);
    char *const argv[] = {"sh", "-c", script, NULL};
    demo();
    pty_hang_up(tui.pty);
    cr_expect_neq(pty_wait_exit(tui.pty, 2000), PTY_TIMED_OUT);
    pty_free(tui.pty);
    tui.pty = pty_start(tui.home, argv, 24, 80);
    free(script);
    free(program);
    tui_go(&tui, "", "Council");
    pty_hang_up(tui.pty);
    cr_expect_neq(pty_wait_exit(tui.pty, 2000), PTY_TIMED_OUT);
}

/* --- output --- */

/* Expects that none of these bytes was sent. */
static void refuse_bytes(const char *const *forbidden)
{
    for (; *forbidden; forbidden++)
        cr_expect_not(tui_has_sent(&tui, *forbidden), "sent: ESC%s", *forbidden + 1);
}

Test(tty, is_asked_nothing_and_given_no_mouse_no_boxes_and_no_rules)
{
    static const char *const queries[] = {
        "\033[c",      "\033[>",      "\033[6n",     "\033[5n",     "\033]", "\033P", "\033[?1000h",
        "\033[?1002h", "\033[?1003h", "\033[?1006h", "\033[?1004h", "\a",    NULL};
    size_t len;
    tui_demo(&tui, 24, 132);
    tui_settle(&tui);
    refuse_bytes(queries);
    pty_type(tui.pty, "?qeqPqx");
    tui_settle(&tui);
    const char *all = pty_transcript(tui.pty, &len);
    cr_assert_gt(len, 1000);
    for (size_t i = 0; i + 2 < len; i++) {
        cr_assert_not(all[i] == '\xE2' && (all[i + 1] == '\x94' || all[i + 1] == '\x95'), "%.40s", all + i);
        cr_assert_not(all[i] == '\x0E' || memcmp(all + i, "\033(0", 3) == 0, "the set of line drawings");
    }
}

Test(tty, gets_no_colour_with_no_color_or_when_it_has_none)
{
    static const char *const colors[] = {"\033[31m", "\033[32m", "\033[33m",    "\033[36m", ";31m",
                                         ";32m",     ";36m",     "\033[39;49m", NULL};
    tui.home = home_create();
    for (int i = 0; i < 2; i++) {
        home_set(tui.home, "NO_COLOR", i ? NULL : "1");
        home_set(tui.home, "TERM", i ? "vt100" : "xterm-256color");
        demo();
        tui_go(&tui, "", "+Completed");
        tui_settle(&tui);
        refuse_bytes(colors);
    }
}

Test(tty, of_unknown_type_falls_back_and_one_without_needed_functions_is_refused)
{
    static const char *const refusals[][2] = {{"dumb", "TERM=dumb cannot place the cursor"},
                                              {NULL, "TERM is not set"}};
    struct process_result result;
    tui.home = home_create();
    home_set(tui.home, "TERM", "xterm-of-tomorrow");
    demo();
    cr_expect(tui_has_sent(&tui, "unknown terminal type TERM=xterm-of-tomorrow; using xterm-256color"));
    tui_quit(&tui, "q", 5000);
    for (int i = 0; i < 2; i++) {
        home_set(tui.home, "TERM", refusals[i][0]);
        tui_start(&tui, "--demo", 24, 80);
        cr_expect_eq(pty_wait_exit(tui.pty, 5000), 2);
        cr_expect_str_has(pty_text(tui.pty), refusals[i][1]);
        cr_expect_str_has(pty_text(tui.pty), "steno --help");
        cr_expect(pty_is_cooked(tui.pty));
    }
    process_steno(tui.home, "--demo", NULL, &result);
    cr_expect_eq(result.code, 2);
    cr_expect_str_has(buffer_text(&result.err), "requires a terminal");
    cr_expect_eq(result.out.len, 0);
    process_result_free(&result);
}

/* --- stop and continue --- */

/* Starts an interactive shell, and the demo in it. */
static void job_start(void)
{
    char *program = process_program("steno"), *line = mem_printf("%s --demo\r", program);
    char *const argv[] = {"bash", "--norc", "--noprofile", "-i", NULL};
    tui.home = home_create();
    home_write(tui.home, "inputrc", "set enable-bracketed-paste off\n"); /* else the shell switches it too */
    char *inputrc = home_path(tui.home, "inputrc");
    home_set(tui.home, "INPUTRC", inputrc);
    home_set(tui.home, "PS1", "ready> ");
    tui.pty = pty_start(tui.home, argv, 24, 80);
    tui_go(&tui, "", "ready>");
    tui_go(&tui, line, "Council");
    free(inputrc);
    free(line);
    free(program);
}

/* Leaves the shell by typing: it must still read input. */
static void job_end(void)
{
    pty_type(tui.pty, "exit\r");
    cr_expect_neq(pty_wait_exit(tui.pty, 5000), PTY_TIMED_OUT);
}

Test(tty, comes_back_after_suspend_twenty_times_with_its_paste_mode)
{
    job_start();
    cr_expect(paste_is_on());
    for (int i = 0; i < 20; i++) {
        pty_type(tui.pty, i % 2 ? "/" : ""); /* every second time while a prompt is open */
        tui_go(&tui, "\032", "Stopped");
        cr_assert_not(pty_on_alternate_screen(tui.pty), "round %d", i);
        cr_assert_not(paste_is_on(), "round %d", i);
        tui_go(&tui, "clear; fg\r", "Council");
        cr_assert(paste_is_on(), "round %d", i);
        pty_type(tui.pty, i % 2 ? "\x07" : "");
    }
    tui_go(&tui, "", "q Quit");
    tui_go(&tui, "q", "ready>");
    cr_expect_not(paste_is_on());
    job_end();
}

Test(tty, has_its_paste_mode_after_SIGSTOP)
{
    tui_demo(&tui, 24, 80);
    tui_settle(&tui);
    kill(pty_pid(tui.pty), SIGSTOP);
    pty_mark(tui.pty);
    kill(pty_pid(tui.pty), SIGCONT);
    cr_expect(pty_wait_bytes(tui.pty, PASTE_ON, 5000));
}

Test(tty, is_not_touched_when_a_stopped_job_is_killed)
{
    job_start();
    tui_go(&tui, "\032", "Stopped");
    pty_mark(tui.pty);
    tui_go(&tui, "kill %1; while kill -0 %1; do :; done 2>&-; echo is over\r", "Terminated");
    cr_expect_not(pty_on_alternate_screen(tui.pty));
    job_end();
}

/* --- paste --- */

#define PASTE(text) "\033[200~" text "\033[201~"

Test(paste, never_runs_as_keys_and_answers_no_question)
{
    tui_demo(&tui, 24, 80);
    tui_settle(&tui);
    tui_go(&tui, PASTE("Dyq\rx"), "Paste ignored: 5 characters");
    cr_expect_str_has(pty_text(tui.pty), "> 1", "a paste ran as keys");
    tui_go(&tui, "D", "any other key");
    tui_go(&tui, PASTE("y"), "Paste ignored: 1 character");
    tui_leave(&tui, "", "any other key"); /* the question is answered with No */
    tui_go(&tui, "", "> 1");
    tui_go(&tui,
           "/" PASTE("Coun\x03\x1A\x1C"
                     "cil"),
           "/Council"); /* bytes of control keys are text */
    tui_leave(&tui, "\r", "/Council");
    tui_quit(&tui, "q", 5000);
}

Test(paste, into_a_field_or_of_ids_loses_its_newlines_and_waits)
{
    tui_demo(&tui, 24, 80);
    tui_settle(&tui);
    tui_go(&tui, PASTE("14 15\r\n20-22\r\n"), "Ids: 14 15 20-22");
    tui_go(&tui, "\r", "5 projects opened");
    tui_go(&tui, "#1\re", " 1/20");
    pty_type(tui.pty, "\r\025");
    tui_go(&tui, PASTE("en-GB\rX"), "en-GB X");
    tui_go(&tui, "", " 1/20"); /* the form was not sent */
}
