/* Sets and restores the terminal's modes, and reads keys and pastes. Knows the key codes of curses and
 * common escape sequences. Must not know what a key does. Draws nothing. */
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
#include "steno/base/text.h"

#define PASTE_ON    "\033[?2004h"
#define PASTE_OFF   "\033[?2004l"
#define CSI_MAX     32
#define PASTE_BEGIN 200
#define PASTE_END   201
#define ESC         27

static struct {
    bool running, utf8, colors;
    int tty, null; /* a copy of stdout, and /dev/null, which replaces stdout when a signal ends the program */
    struct termios before;
    char restore[256]; /* bytes that restore the terminal, for signal handlers, where endwin is unsafe */
    size_t restore_len;
} term;

/* Returns 1 if a terminal of this type can position the cursor and clear the screen, otherwise 0. Returns -1
 * if the type is unknown. */
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
                         "The console requires a terminal on standard input and output; "
                         "the commands work without a terminal: steno --help");
    if (!name || !*name)
        return error_set(err, ERROR_USAGE,
                         "TERM is not set, so the screen cannot be drawn: set it to your terminal's "
                         "type, or use the commands: steno --help");
    int able = term_probe(name);
    *type = name;
    if (able == 0)
        return error_set(err, ERROR_USAGE,
                         "TERM=%s cannot place the cursor, so the screen cannot be drawn: use the "
                         "commands: steno --help",
                         name);
    for (int i = 0; able < 0 && i < 3; i++) {
        able = term_probe(fallbacks[i]);
        *type = fallbacks[i];
    }
    if (able <= 0)
        return error_set(err, ERROR_USAGE,
                         "No terminal description was found for TERM=%s or xterm: install "
                         "ncurses-base, or use the commands: steno --help",
                         name);
    return true;
}

static int term_collect(int c)
{
    if (c && term.restore_len + 1 < sizeof term.restore)
        term.restore[term.restore_len++] = (char)c;
    return c;
}

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

/* Restores the terminal in a signal handler or a dying process, where curses and malloc are unsafe. */
static void term_restore_now(void)
{
    if (!term.running)
        return;
    term.running = false;
    ssize_t ignored = 0;
    int flags = fcntl(term.tty, F_GETFL); /* a write to a blocked terminal must not delay the end */
    fcntl(term.tty, F_SETFL, flags | O_NONBLOCK);
    ignored = write(term.tty, PASTE_OFF, sizeof PASTE_OFF - 1);
    ignored = write(term.tty, term.restore, term.restore_len);
    (void)ignored;
    fcntl(term.tty, F_SETFL, flags);
    tcsetattr(STDIN_FILENO, TCSANOW, &term.before);
}

/* Sends later draws to /dev/null when a signal ends the program. Otherwise a blocked terminal could keep the
 * program from saving drafts. Only the restore sequence still goes to the terminal. */
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
    typeahead(-1);               /* a key must not interrupt a draw */
    define_key(NULL, KEY_MOUSE); /* curses must not decode mouse sequences */
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
    if (tcgetattr(STDIN_FILENO, &modes) == 0) { /* makes ^C, ^S and ^Q arrive as keys */
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
    tcflush(STDIN_FILENO, TCIFLUSH); /* drops typed keys: the shell would run them */
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
        term.running = false; /* a signal ended steno during the stop: the shell has the terminal */
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
    term_send(PASTE_ON); /* another program could have turned off bracketed paste */
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

/* --- keys and pastes --- */

static const struct {
    int code;
    enum key_kind kind;
    unsigned mods;
} curses_keys[] = {
    {KEY_ENTER, K_ENTER, 0},
    {KEY_BTAB, K_TAB, MOD_SHIFT},
    {KEY_BACKSPACE, K_BACKSPACE, 0},
    {KEY_DC, K_DELETE, 0},
    {KEY_IC, K_INSERT, 0},
    {KEY_UP, K_UP, 0},
    {KEY_DOWN, K_DOWN, 0},
    {KEY_LEFT, K_LEFT, 0},
    {KEY_RIGHT, K_RIGHT, 0},
    {KEY_HOME, K_HOME, 0},
    {KEY_END, K_END, 0},
    {KEY_PPAGE, K_PAGE_UP, 0},
    {KEY_NPAGE, K_PAGE_DOWN, 0},
    {KEY_SLEFT, K_LEFT, MOD_SHIFT},
    {KEY_SRIGHT, K_RIGHT, MOD_SHIFT},
    {KEY_SHOME, K_HOME, MOD_SHIFT},
    {KEY_SEND, K_END, MOD_SHIFT},
    {KEY_A1, K_HOME, 0},
    {KEY_A3, K_PAGE_UP, 0},
    {KEY_C1, K_END, 0},
    {KEY_C3, K_PAGE_DOWN, 0},
    {KEY_SF, K_DOWN, MOD_SHIFT},
    {KEY_SR, K_UP, MOD_SHIFT},
};

/* Terminfo names of keys with modifiers, without the last digit. In kLFT5 (Ctrl-Left), the 5 means Ctrl. */
static const struct {
    const char *name;
    enum key_kind kind;
} named_keys[] = {
    {"kUP", K_UP},   {"kDN", K_DOWN},     {"kLFT", K_LEFT},      {"kRIT", K_RIGHT}, {"kHOM", K_HOME},
    {"kEND", K_END}, {"kPRV", K_PAGE_UP}, {"kNXT", K_PAGE_DOWN}, {"kDC", K_DELETE}, {"kIC", K_INSERT},
};

/* Keys whose sequence begins with ESC [ or ESC O, and ends with a letter or with a number and ~. */
static const struct {
    char letter;
    int number;
    enum key_kind kind;
    unsigned mods;
} sequence_keys[] = {
    {'A', 0, K_UP, 0},        {'B', 0, K_DOWN, 0},   {'C', 0, K_RIGHT, 0},       {'D', 0, K_LEFT, 0},
    {'H', 0, K_HOME, 0},      {'F', 0, K_END, 0},    {'Z', 0, K_TAB, MOD_SHIFT}, {'~', 1, K_HOME, 0},
    {'~', 2, K_INSERT, 0},    {'~', 3, K_DELETE, 0}, {'~', 4, K_END, 0},         {'~', 5, K_PAGE_UP, 0},
    {'~', 6, K_PAGE_DOWN, 0}, {'~', 7, K_HOME, 0},   {'~', 8, K_END, 0},
};

void input_init(struct input *input)
{
    *input = (struct input){0};
    buffer_init(&input->paste, INPUT_PASTE_MAX);
}

void input_free(struct input *input)
{
    buffer_free(&input->paste);
}

/* Decodes a terminal's number for modifiers: 1, plus 1 for Shift, 2 for Alt, and 4 for Ctrl. */
static unsigned input_mods(int number)
{
    int bits = number > 1 ? number - 1 : 0;
    return (bits & 1 ? MOD_SHIFT : 0u) | (bits & 2 ? MOD_ALT : 0u) | (bits & 4 ? MOD_CTRL : 0u);
}

static struct key input_from_name(const char *name)
{
    for (size_t i = 0; name && i < sizeof named_keys / sizeof named_keys[0]; i++) {
        size_t len = strlen(named_keys[i].name);
        if (strncmp(name, named_keys[i].name, len) == 0 && name[len] >= '2' && name[len] <= '8' &&
            !name[len + 1])
            return (struct key){.kind = named_keys[i].kind, .mods = input_mods(name[len] - '0')};
    }
    return key_plain(K_NONE);
}

static struct key input_from_curses(int code)
{
    for (size_t i = 0; i < sizeof curses_keys / sizeof curses_keys[0]; i++)
        if (curses_keys[i].code == code)
            return (struct key){.kind = curses_keys[i].kind, .mods = curses_keys[i].mods};
    if (code >= KEY_F(1) && code <= KEY_F(12))
        return (struct key){.kind = K_F, .code = (uint32_t)(code - KEY_F0)};
    return input_from_name(keyname(code));
}

/* Returns the length of the UTF-8 character that begins with this byte. 0: the byte cannot begin one. */
static size_t input_expected(unsigned char lead)
{
    if (lead < 0x80)
        return 1;
    return lead >= 0xF5 || lead < 0xC2 ? 0 : lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
}

/* Reads a character (returns OK) or a curses key code (returns KEY_CODE_YES). ERR: no input has come. Drops
 * invalid UTF-8, because get_wch of curses would hang at its first byte. */
static int input_read(struct input *input, uint32_t *c)
{
    int got;
    while ((got = getch()) != ERR) {
        if (got > 0xFF) {
            input->partial_len = 0;
            *c = (uint32_t)got;
            return KEY_CODE_YES;
        }
        unsigned char byte = (unsigned char)got;
        if ((byte & 0xC0) != 0x80)
            input->partial_len = 0;
        if (input->partial_len == 0 && input_expected(byte) == 0)
            continue;
        input->partial[input->partial_len++] = (char)byte;
        if (input->partial_len < input_expected((unsigned char)input->partial[0]))
            continue;
        size_t len = input->partial_len;
        input->partial_len = 0;
        if (text_decode(input->partial, len, c) == len)
            return OK;
    }
    return ERR;
}

/* Reads an ESC [ or ESC O sequence, after these two characters. False: the sequence is incomplete. */
static bool input_read_sequence(struct input *input, char *out, size_t size)
{
    size_t len = 0;
    uint32_t c;
    while (input_read(input, &c) == OK) {
        if (len + 1 < size)
            out[len++] = (char)(c < 0x80 ? c : '?');
        out[len] = '\0';
        if (c >= 0x40 && c <= 0x7E)
            return true;
    }
    return false;
}

/* Returns the number at the start of a text: 200 for "200~". */
static int input_number(const char *text)
{
    int number = 0;
    for (; *text >= '0' && *text <= '9' && number < 10000; text++)
        number = number * 10 + (*text - '0');
    return number;
}

/* Returns the key of a sequence such as "1;5C", in which 5 means Ctrl. K_NONE: the sequence is unknown. */
static struct key input_from_sequence(const char *sequence)
{
    char letter = sequence[strlen(sequence) - 1];
    const char *semicolon = strchr(sequence, ';');
    for (size_t i = 0; i < sizeof sequence_keys / sizeof sequence_keys[0]; i++) {
        if (sequence_keys[i].letter != letter ||
            (letter == '~' && sequence_keys[i].number != input_number(sequence)))
            continue;
        unsigned mods = sequence_keys[i].mods | (semicolon ? input_mods(input_number(semicolon + 1)) : 0);
        return (struct key){.kind = sequence_keys[i].kind, .mods = mods};
    }
    return key_plain(K_NONE);
}

/* Reads the key that begins with ESC: a sequence, a key with Alt, or Esc itself. */
static struct key input_after_escape(struct input *input)
{
    uint32_t c;
    int code = input_read(input, &c);
    if (code != OK)
        return key_plain(code == ERR ? K_ESC : K_NONE);
    if (c == '[' || c == 'O') {
        char sequence[CSI_MAX] = "";
        if (!input_read_sequence(input, sequence, sizeof sequence))
            return key_plain(K_NONE);
        bool is_m = strcmp(sequence, "M") == 0;
        for (int i = 0; is_m && c == '[' && i < 3; i++)
            getch(); /* after ESC [ M, three bytes describe a mouse event */
        if (is_m)
            return key_plain(c == 'O' ? K_ENTER : K_NONE); /* Enter of the keypad */
        int number = sequence[strlen(sequence) - 1] == '~' ? input_number(sequence) : 0;
        if (number == PASTE_BEGIN || number == PASTE_END)
            input->pasting = number == PASTE_BEGIN;
        return input_from_sequence(sequence);
    }
    struct key key = c == ESC ? key_plain(K_ESC) : key_char(c);
    key.mods |= MOD_ALT;
    return key;
}

enum input_kind input_next(struct input *input, int64_t now_ms, struct key *key)
{
    uint32_t c;
    char bytes[4];
    int code;
    if (input->paste_taken) {
        buffer_clear(&input->paste);
        input->paste_lost = 0;
        input->paste_taken = false;
    }
    while ((code = input_read(input, &c)) != ERR) {
        bool was_pasting = input->pasting;
        if (was_pasting && code == OK && c != ESC) {
            if (!c || !buffer_append(&input->paste, bytes, text_encode(c, bytes)))
                input->paste_lost++;
        } else if (was_pasting && code == OK) {
            input_after_escape(input);
            input->paste_taken = !input->pasting;
        } else if (!was_pasting) {
            *key = code == KEY_CODE_YES ? input_from_curses((int)c)
                   : c == ESC           ? input_after_escape(input)
                                        : key_char(c);
        }
        if (input->pasting || was_pasting)
            input->last_byte_ms = now_ms;
        else if (key->kind != K_NONE)
            return INPUT_KEY;
        if (input->paste_taken)
            return INPUT_PASTE;
    }
    if (!input->pasting || now_ms < input_deadline(input))
        return INPUT_NONE;
    input->pasting = false;
    input->paste_taken = true;
    return INPUT_PASTE;
}

int64_t input_deadline(const struct input *input)
{
    return input->pasting ? input->last_byte_ms + INPUT_PASTE_LIMIT_MS : INT64_MAX;
}
