/* Terminal manners: what is asked of a terminal, what is left behind, and every way to go. */
/* SPDX-License-Identifier: MIT */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "steno/base/mem.h"
#include "tui_run.h"
#include "support/asserts.h"

/* The transcript must not hold these bytes. */
static void refuse_bytes(struct tui *tui, const char *const *forbidden)
{
    size_t len;
    const char *sent = pty_transcript(tui->pty, &len);
    for (; *forbidden; forbidden++)
        cr_expect_null(memmem(sent, len, *forbidden, strlen(*forbidden)), "sent: ESC%s", *forbidden + 1);
}

/* Is bracketed paste on, by what was sent since the mark? */
static bool paste_is_on(struct tui *tui)
{
    static const char mode[] = "\033[?2004";
    size_t len;
    const char *sent = pty_transcript(tui->pty, &len), *last = NULL;
    const char *at = sent;
    while ((at = memmem(at, len - (size_t)(at - sent), mode, sizeof mode - 1)) != NULL)
        last = at += sizeof mode - 1;
    return last && *last == 'h';
}

/* How the terminal must be found afterwards. */
static void expect_restored(struct tui *tui)
{
    cr_expect_not(paste_is_on(tui), "bracketed paste was left on");
    cr_expect(pty_is_cooked(tui->pty), "modes were left behind");
    cr_expect_not(pty_on_alternate_screen(tui->pty), "the alternate screen was left on");
}

static void die_by(int sig)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    cr_assert(pty_on_alternate_screen(tui.pty));
    cr_assert(paste_is_on(&tui));
    kill(pty_pid(tui.pty), sig);
    cr_expect_eq(pty_wait_exit(tui.pty, 5000), 128 + sig, "the exit status does not keep signal %d", sig);
    expect_restored(&tui);
    tui_end(&tui);
}

Test(terminal, is_restored_after_int)
{
    die_by(SIGINT);
}

Test(terminal, is_restored_after_term)
{
    die_by(SIGTERM);
}

Test(terminal, is_restored_after_hup)
{
    die_by(SIGHUP);
}

Test(terminal, is_restored_after_quit)
{
    die_by(SIGQUIT);
}

Test(terminal, is_restored_after_the_key_that_quits_wherever_it_is_pressed)
{
    for (int i = 0; i < 2; i++) {
        struct tui tui = {0};
        tui_demo(&tui, 24, 80);
        pty_type(tui.pty, i ? "/a" : "");
        pty_type(tui.pty, "\x1C");
        cr_expect_eq(pty_wait_exit(tui.pty, 5000), 128 + SIGQUIT);
        expect_restored(&tui);
        tui_end(&tui);
    }
}

Test(terminal, is_restored_after_abort)
{
    die_by(SIGABRT);
}

Test(terminal, is_restored_after_signals_that_are_not_for_us)
{
    die_by(SIGUSR1);
    die_by(SIGXCPU);
}

Test(terminal, is_restored_after_an_alarm_that_is_not_ours)
{
    die_by(SIGALRM);
}

/* A home whose programs meet a fault that a test sends as they would without sanitizers: no report is made of
 * it. */
static struct home *home_of_faults(void)
{
    struct home *home = home_create();
    home_let_faults(home);
    return home;
}

Test(terminal, is_restored_after_a_fault)
{
    struct tui tui = {.home = home_of_faults()};
    tui_demo(&tui, 24, 80);
    kill(pty_pid(tui.pty), SIGSEGV);
    cr_expect_neq(pty_wait_exit(tui.pty, 10000), PTY_TIMED_OUT);
    expect_restored(&tui);
    tui_end(&tui);
}

Test(terminal, is_restored_after_a_bus_error)
{
    struct tui tui = {.home = home_of_faults()};
    tui_demo(&tui, 24, 80);
    kill(pty_pid(tui.pty), SIGBUS);
    cr_expect_neq(pty_wait_exit(tui.pty, 10000), PTY_TIMED_OUT);
    expect_restored(&tui);
    tui_end(&tui);
}

Test(terminal, is_restored_with_paste_off_while_a_text_is_edited)
{
    static const char paste_off[] = "\033[?2004l";
    struct tui tui = {0};
    size_t len;
    tui_demo(&tui, 24, 80);
    pty_type(tui.pty, ":");
    cr_assert(pty_wait_bytes(tui.pty, "\033[?2004h", 5000));
    pty_mark(tui.pty);
    kill(pty_pid(tui.pty), SIGABRT);
    cr_expect_eq(pty_wait_exit(tui.pty, 5000), 128 + SIGABRT);
    const char *sent = pty_transcript(tui.pty, &len);
    cr_expect_not_null(memmem(sent, len, paste_off, sizeof paste_off - 1));
    expect_restored(&tui);
    tui_end(&tui);
}

Test(terminal, is_left_by_q_with_code_0)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    pty_type(tui.pty, "q");
    cr_expect_eq(pty_wait_exit(tui.pty, 5000), 0);
    expect_restored(&tui);
    tui_end(&tui);
}

Test(terminal, that_hangs_up_ends_the_program)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    pty_hang_up(tui.pty);
    cr_expect_neq(pty_wait_exit(tui.pty, 2000), PTY_TIMED_OUT);
    tui_end(&tui);
}

Test(terminal, that_hangs_up_ends_the_program_even_where_hup_is_ignored)
{
    struct tui tui = {.home = home_create()};
    char *program = process_program("steno");
    char *script = mem_printf("trap '' HUP; exec %s --demo", program);
    char *const argv[] = {"sh", "-c", script, NULL};
    tui.pty = pty_start(tui.home, argv, 24, 80);
    free(script);
    free(program);
    cr_assert(pty_wait_text(tui.pty, "Council", TUI_LIMIT_MS));
    pty_hang_up(tui.pty);
    cr_expect_neq(pty_wait_exit(tui.pty, 2000), PTY_TIMED_OUT);
    tui_end(&tui);
}

Test(terminal, is_asked_nothing_and_given_no_mouse)
{
    static const char *const queries[] = {
        "\033[c",      "\033[>",      "\033[6n",     "\033[5n",     "\033]", "\033P", "\033[?1000h",
        "\033[?1002h", "\033[?1003h", "\033[?1006h", "\033[?1004h", "\a",    NULL};
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    refuse_bytes(&tui, queries);
    tui_end(&tui);
}

Test(terminal, that_nobody_knows_falls_back_and_says_so)
{
    struct tui tui = {.home = home_create()};
    home_set(tui.home, "TERM", "xterm-of-tomorrow");
    tui_demo(&tui, 24, 80);
    size_t len;
    const char *sent = pty_transcript(tui.pty, &len);
    cr_expect_not_null(
        memmem(sent, len, "unknown terminal type TERM=xterm-of-tomorrow; using xterm-256color", 66));
    pty_type(tui.pty, "q");
    cr_expect_eq(pty_wait_exit(tui.pty, 5000), 0);
    tui_end(&tui);
}

/* Starts where no screen can be shown: exit 2, one sentence with `words`, nothing drawn. */
static void refused(const char *term, const char *words)
{
    struct tui tui = {.home = home_create()};
    home_set(tui.home, "TERM", term);
    tui.pty = pty_steno(tui.home, "--demo", 24, 80);
    cr_expect_eq(pty_wait_exit(tui.pty, 5000), 2);
    cr_expect(pty_wait_text(tui.pty, words, TUI_LIMIT_MS));
    cr_expect(pty_wait_text(tui.pty, "steno --help", TUI_LIMIT_MS));
    cr_expect(pty_is_cooked(tui.pty));
    tui_end(&tui);
}

Test(terminal, that_is_dumb_is_refused)
{
    refused("dumb", "TERM=dumb cannot place the cursor");
}

Test(terminal, without_a_type_is_refused)
{
    refused(NULL, "TERM is not set");
}

Test(terminal, that_is_none_is_refused)
{
    struct process_result result;
    struct home *home = home_create();
    process_steno(home, "--demo", NULL, &result);
    cr_expect_eq(result.code, 2);
    cr_expect_str_has(buffer_text(&result.err), "needs a terminal");
    cr_expect_eq(result.out.len, 0);
    process_result_free(&result);
    home_remove(home);
}

/* No colour in a transcript of the demo with its states. */
static void expect_no_color(struct tui *tui)
{
    static const char *const colors[] = {"\033[31m", "\033[32m", "\033[33m",    "\033[36m", ";31m",
                                         ";32m",     ";36m",     "\033[39;49m", NULL};
    tui_demo(tui, 24, 80);
    cr_assert(pty_wait_text(tui->pty, "+Completed", 5000));
    tui_settle(tui);
    refuse_bytes(tui, colors);
    tui_end(tui);
}

Test(terminal, gets_no_colour_with_no_color)
{
    struct tui tui = {.home = home_create()};
    home_set(tui.home, "NO_COLOR", "1");
    expect_no_color(&tui);
}

Test(terminal, gets_no_boxes_and_no_rules)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 132);
    pty_type(tui.pty, "?qeqPqx");
    tui_settle(&tui);
    size_t len;
    const char *all = pty_transcript(tui.pty, &len);
    cr_assert_gt(len, 1000);
    for (size_t i = 0; i + 2 < len; i++) {
        cr_assert_not(all[i] == '\xE2' && (all[i + 1] == '\x94' || all[i + 1] == '\x95'), "%.40s", all + i);
        cr_assert_not(all[i] == '\x0E' || memcmp(all + i, "\033(0", 3) == 0, "the set of line drawings");
    }
    tui_end(&tui);
}

Test(terminal, gets_no_colour_when_it_has_none)
{
    struct tui tui = {.home = home_create()};
    home_set(tui.home, "TERM", "vt100");
    expect_no_color(&tui);
}

/* An interactive shell that has started the demo. */
static void job_start(struct tui *tui)
{
    char *program = process_program("steno");
    char *line = mem_printf("%s --demo\r", program);
    char *const argv[] = {"bash", "--norc", "--noprofile", "-i", NULL};
    if (!tui->home)
        tui->home = home_create();
    home_set(tui->home, "PS1", "ready> ");
    tui->pty = pty_start(tui->home, argv, 24, 80);
    cr_assert(pty_wait_text(tui->pty, "ready>", 5000));
    pty_type(tui->pty, line);
    free(line);
    free(program);
    cr_assert(pty_wait_text(tui->pty, "Council", TUI_LIMIT_MS));
}

/* Leaves the shell, which must still read what is typed. */
static void job_end(struct tui *tui)
{
    pty_type(tui->pty, "exit\r");
    cr_expect_neq(pty_wait_exit(tui->pty, 5000), PTY_TIMED_OUT);
    tui_end(tui);
}

Test(terminal, comes_back_after_suspend_twenty_times)
{
    struct tui tui = {0};
    job_start(&tui);
    for (int i = 0; i < 20; i++) {
        pty_type(tui.pty, i % 2 ? "/" : ""); /* also while a line is typed */
        pty_key(tui.pty, "^Z");
        cr_assert(pty_wait_text(tui.pty, "Stopped", 5000), "not stopped in round %d", i);
        cr_assert_not(pty_on_alternate_screen(tui.pty));
        pty_type(tui.pty, "clear; fg\r");
        cr_assert(pty_wait_text(tui.pty, "Council", 5000), "not back in round %d", i);
        pty_type(tui.pty, i % 2 ? "\x07" : "");
    }
    cr_assert(pty_wait_text(tui.pty, "q Quit", 5000));
    pty_type(tui.pty, "q");
    cr_assert(pty_wait_text(tui.pty, "ready>", 5000));
    job_end(&tui);
}

Test(terminal, has_bracketed_paste_off_while_it_is_suspended_and_on_again_after)
{
    struct tui tui = {.home = home_create()};
    home_write(tui.home, "inputrc", "set enable-bracketed-paste off\n"); /* or the shell has its own say */
    char *inputrc = home_path(tui.home, "inputrc");
    home_set(tui.home, "INPUTRC", inputrc);
    free(inputrc);
    job_start(&tui);
    cr_expect(paste_is_on(&tui));
    pty_key(tui.pty, "^Z");
    cr_assert(pty_wait_text(tui.pty, "Stopped", 5000));
    cr_expect_not(paste_is_on(&tui));
    pty_type(tui.pty, "clear; fg\r");
    cr_assert(pty_wait_text(tui.pty, "Council", 5000));
    cr_expect(paste_is_on(&tui));
    pty_type(tui.pty, "q");
    cr_assert(pty_wait_text(tui.pty, "ready>", 5000));
    cr_expect_not(paste_is_on(&tui));
    job_end(&tui);
}

Test(terminal, has_bracketed_paste_on_again_after_a_stop_that_nobody_can_catch)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    tui_settle(&tui);
    kill(pty_pid(tui.pty), SIGSTOP);
    pty_mark(tui.pty);
    kill(pty_pid(tui.pty), SIGCONT);
    cr_expect(pty_wait_bytes(tui.pty, "\033[?2004h", 5000));
    tui_end(&tui);
}

Test(terminal, is_left_alone_when_a_stopped_job_is_killed)
{
    struct tui tui = {0};
    job_start(&tui);
    pty_key(tui.pty, "^Z");
    cr_assert(pty_wait_text(tui.pty, "Stopped", 5000));
    pty_mark(tui.pty);
    pty_type(tui.pty, "kill %1; while kill -0 %1; do :; done 2>&-; echo is over\r");
    cr_expect(pty_wait_text(tui.pty, "Terminated", 10000), "it stayed stopped");
    cr_expect_not(pty_on_alternate_screen(tui.pty));
    job_end(&tui);
}

Test(terminal, smaller_than_the_minimum_gets_one_line_and_recovers)
{
    struct tui tui = {0};
    tui_demo(&tui, 24, 80);
    pty_type(tui.pty, "j");
    pty_resize(tui.pty, 7, 39);
    cr_expect(pty_wait_text(tui.pty, "39x7 is too small: 40x8 needed", 5000));
    pty_resize(tui.pty, 24, 80);
    cr_expect(pty_wait_row(tui.pty, 3, "> 2", 5000), "the selection was lost");
    tui_end(&tui);
}

Test(terminal, of_any_size_is_drawn)
{
    struct tui tui = {0};
    unsigned seed = 20260514;
    tui_demo(&tui, 24, 80);
    pty_type(tui.pty, "G");
    pty_look_away(tui.pty);
    for (int i = 0; i < 500; i++) {
        seed = seed * 1103515245u + 12345u;
        int rows = 1 + (int)(seed >> 16) % 100;
        seed = seed * 1103515245u + 12345u;
        int cols = 1 + (int)(seed >> 16) % 300;
        pty_resize(tui.pty, rows, cols);
        if (i % 50 == 0)
            pty_type(tui.pty, "x");
        else if (i % 25 == 0)
            pty_key(tui.pty, "^G");
        if (i % 10 == 0)
            tui_settle(&tui);
    }
    pty_key(tui.pty, "^G");
    pty_resize(tui.pty, 24, 80);
    tui_settle(&tui);
    pty_look_again(tui.pty, 24, 80);
    pty_key(tui.pty, "^L");
    cr_expect(pty_wait_text(tui.pty, "> 12", 10000), "the selection was lost");
    pty_type(tui.pty, "q");
    cr_expect_eq(pty_wait_exit(tui.pty, 5000), 0);
    tui_end(&tui);
}
