/* Owns the terminal's modes from start to restoration. Draws nothing and reads no key. */
/* SPDX-License-Identifier: MIT */
#include "term.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <term.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"

#define PASTE_ON  "\033[?2004h"
#define PASTE_OFF "\033[?2004l"

static struct {
    bool running, utf8, colors;
    int tty, null; /* the terminal once more, and what takes its place when the end is asked for */
    struct termios before;
    char restore[256]; /* what a dying process writes: built at start, because endwin is not safe there */
    size_t restore_len;
} term;

/* Is the type known, and can it position the cursor and clear? -1 when there is no database or no
 * such type. */
static int term_probe(const char *type)
{
    int code = -1;
    if (setupterm(type, STDOUT_FILENO, &code) != OK)
        return -1;
    const char *cup = tigetstr("cup"), *clear_all = tigetstr("clear");
    bool able = cup && cup != (char *)-1 && clear_all && clear_all != (char *)-1; /* NOLINT */
    del_curterm(cur_term);
    return able;
}

bool term_check(const char **type, struct error *err)
{
    static const char *const fallbacks[] = {"xterm-256color", "xterm", "vt100"};
    const char *name = getenv("TERM");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO))
        return error_set(err, ERROR_USAGE,
                         "The screen needs a terminal on standard input and output; "
                         "the subcommands work without one: steno --help");
    if (!name || !*name)
        return error_set(err, ERROR_USAGE,
                         "TERM is not set, so the screen cannot be drawn: set it to your terminal's "
                         "type, or use the subcommands: steno --help");
    int able = term_probe(name);
    *type = name;
    if (able == 0)
        return error_set(err, ERROR_USAGE,
                         "TERM=%s cannot place the cursor, so the screen cannot be drawn: use the "
                         "subcommands: steno --help",
                         name);
    for (int i = 0; able < 0 && i < 3; i++) {
        able = term_probe(fallbacks[i]);
        *type = fallbacks[i];
    }
    if (able <= 0)
        return error_set(err, ERROR_USAGE,
                         "No terminal description was found for TERM=%s or xterm: install "
                         "ncurses-base, or use the subcommands: steno --help",
                         name);
    return true;
}

/* tputs calls this for every byte of the restoring text. */
static int term_collect(int c)
{
    if (c && term.restore_len + 1 < sizeof term.restore)
        term.restore[term.restore_len++] = (char)c;
    return c;
}

/* Builds what undoes our modes on this type of terminal, before any of them is set. */
static void term_build_restore(void)
{
    static const char *const caps[] = {"sgr0", "rmkx", "cnorm", "rmcup"};
    bool leaves = false;
    term.restore_len = 0;
    for (int i = 0; i < 4; i++) {
        const char *text = tigetstr(caps[i]);
        if (!text || text == (char *)-1) /* NOLINT */
            continue;
        tputs(text, 1, term_collect);
        leaves = i == 3;
    }
    if (!leaves) {
        term_collect('\r');
        term_collect('\n');
    }
}

/* Like term_stop() from a signal handler or a dying process: no curses, no allocation. */
static void term_restore_now(void)
{
    if (!term.running)
        return;
    term.running = false;
    ssize_t ignored = 0;
    int flags = fcntl(term.tty, F_GETFL); /* a terminal that takes nothing must not hold the end up */
    fcntl(term.tty, F_SETFL, flags | O_NONBLOCK);
    ignored = write(term.tty, PASTE_OFF, sizeof PASTE_OFF - 1);
    ignored = write(term.tty, term.restore, term.restore_len);
    (void)ignored;
    fcntl(term.tty, F_SETFL, flags);
    tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
}

/* The end was asked for: nothing more is drawn. A write that hangs in a terminal that takes nothing goes on
 * into nothing, so that drafts can still be saved; only what restores the terminal is sent there. */
static void term_let_go(int sig)
{
    (void)sig;
    dup2(term.null, STDOUT_FILENO);
}

bool term_open(const char *type, FILE *out, FILE *in, const struct term_options *options)
{
    if (!newterm(type, out, in))
        return false;
    term.utf8 = options->utf8;
    term.colors = strcmp(options->color, "never") != 0 && has_colors() && start_color() == OK &&
                  use_default_colors() == OK;
    for (short color = 1; term.colors && color < 8; color++)
        init_pair(color, color, -1);
    cbreak();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    intrflush(stdscr, FALSE);
    typeahead(-1);               /* a draw is always finished: all waiting keys were handled before it */
    define_key(NULL, KEY_MOUSE); /* never asked for: a stray report is dropped as an unknown sequence */
    return true;
}

bool term_start(const char *type, const struct term_options *options, struct error *err)
{
    struct termios modes;
    if (strcmp(type, getenv("TERM")) != 0)
        fprintf(
            stderr,
            "steno: unknown terminal type TERM=%s; using %s instead. Install ncurses-term to support it.\n",
            getenv("TERM"), type);
    tcgetattr(STDIN_FILENO, &term.before);
    term.tty = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    term.null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (term.tty < 0 || term.null < 0 || !signals_start(term_restore_now))
        return error_set(err, ERROR_IO, "The screen could not start: cannot create a pipe");
    signals_on_ending(term_let_go);
    use_tioctl(TRUE);
    if (!term_open(type, stdout, stdin, options)) {
        signals_stop();
        return error_set(err, ERROR_IO, "The screen could not start on terminal type %s", type);
    }
    term_build_restore();
    term.running = true;
    term_send(PASTE_ON);
    mem_on_death(term_restore_now);
    set_escdelay(options->escdelay_ms);
    if (tcgetattr(STDIN_FILENO, &modes) == 0) { /* what curses leaves to us; a byte of a paste is no signal */
        modes.c_iflag &= (tcflag_t) ~(IXON | IXOFF);
        modes.c_lflag &= (tcflag_t)~ISIG;
        tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
    }
    def_prog_mode();
    return true;
}

void term_stop(void)
{
    if (!term.running)
        return;
    mem_on_death(NULL);
    if (signals_are_ending()) {
        tcflush(STDIN_FILENO, TCIFLUSH);
        term_restore_now();
        return;
    }
    term_send(PASTE_OFF);
    endwin();
    term.running = false;
    tcflush(STDIN_FILENO, TCIFLUSH); /* keys meant for us must not reach the shell */
    tcsetattr(STDIN_FILENO, TCSADRAIN, &term.before);
}

bool term_is_utf8(void)
{
    return term.utf8;
}

bool term_has_colors(void)
{
    return term.colors;
}

void term_resize(void)
{
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0)
        resizeterm(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);
}

void term_size(int *rows, int *cols)
{
    getmaxyx(stdscr, *rows, *cols);
}

void term_suspend(void)
{
    term_send(PASTE_OFF);
    endwin();
    tcsetattr(STDIN_FILENO, TCSADRAIN, &term.before);
    signals_suspend();
    if (signals_are_ending()) {
        term.running = false; /* as when a stopped job is killed: the terminal belongs to the shell */
        return;
    }
    term_resume();
    refresh();
}

void term_resume(void)
{
    if (signals_are_ending())
        return;
    reset_prog_mode();
    term_resize();
    term_send(PASTE_ON); /* whoever had the terminal while we were stopped may have turned it off */
}

bool term_has_taken_all(void)
{
    int left = 0;
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    bool counts = ioctl(STDOUT_FILENO, TIOCOUTQ, &left) == 0;
    return (!counts || left == 0) && poll(&out, 1, 0) != 0;
}

void term_send(const char *bytes)
{
    file_write_all(STDOUT_FILENO, bytes, strlen(bytes));
}
