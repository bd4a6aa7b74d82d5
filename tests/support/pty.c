/* Tested programs in a pseudo-terminal: starts them, sends keys, reads their output, and gives it to
 * libvterm, whose cells, rows and cursor the tests read and wait for. */
/* SPDX-License-Identifier: MIT */
#include "support/pty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <vterm.h>

#include "steno/base/when.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "support/process.h"

#define PTY_TRANSCRIPT_MAX  ((size_t)64 << 20)
#define SLOW_PIECES         20 /* reads per second of a slow line */
#define PTY_SCREEN_TEXT_MAX ((size_t)4 << 20)

struct pty {
    pid_t pid;
    int master; /* -1 after a hang-up */
    int held;   /* a slave of our own, so that the program's last output is not lost when it ends */
    int exit_code;
    VTerm *vt;
    VTermScreen *screen;
    bool cursor_visible, alternate;
    int slow;   /* bytes read per second; 0: no limit */
    bool blind; /* between pty_look_away() and pty_look() */
    struct buffer transcript;
    size_t mark;
};

/* libvterm calls this for changes of the cursor and the alternate screen. */
static int pty_screen_property(VTermProp property, VTermValue *value, void *user)
{
    struct pty *pty = user;
    if (property == VTERM_PROP_CURSORVISIBLE)
        pty->cursor_visible = value->boolean;
    if (property == VTERM_PROP_ALTSCREEN)
        pty->alternate = value->boolean;
    return 1;
}

static void pty_screen_init(struct pty *pty, int rows, int cols)
{
    static const VTermScreenCallbacks callbacks = {.settermprop = pty_screen_property};
    pty->vt = vterm_new(rows, cols);
    vterm_set_utf8(pty->vt, 1);
    pty->screen = vterm_obtain_screen(pty->vt);
    vterm_screen_set_callbacks(pty->screen, &callbacks, pty);
    vterm_screen_enable_altscreen(pty->screen, 1);
    vterm_screen_reset(pty->screen, 1);
}

static void pty_screen_end(struct pty *pty)
{
    vterm_free(pty->vt);
}

/* Ends the process: the terminal for the test does not work. */
static _Noreturn void pty_fail(const char *what)
{
    mem_die(mem_printf("test support: %s: %s", what, strerror(errno)));
}

/* In the child: the slave becomes the controlling terminal and descriptors 0, 1, 2. */
static _Noreturn void pty_become(const struct home *home, const char *slave, const char *path,
                                 char *const *argv)
{
    setsid();
    int fd = open(slave, O_RDWR);
    if (fd < 0 || ioctl(fd, TIOCSCTTY, 0) != 0)
        _exit(126);
    process_become(home, path, argv, (const int[]){fd, fd, fd});
}

static void pty_set_size(const struct pty *pty, int rows, int cols)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
    if (ioctl(pty->master, TIOCSWINSZ, &size) != 0)
        pty_fail("cannot set the terminal's size");
}

/* Sends libvterm's output to the program: keys, and answers to the program's queries. */
static void pty_answer(const char *bytes, size_t len, void *user)
{
    struct pty *pty = user;
    if (pty->master >= 0)
        file_write_all(pty->master, bytes, len);
}

struct pty *pty_start(const struct home *home, char *const *argv, int rows, int cols)
{
    struct pty *pty = mem_zero(1, sizeof *pty);
    buffer_init(&pty->transcript, PTY_TRANSCRIPT_MAX);
    pty->exit_code = PTY_TIMED_OUT;
    pty->master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (pty->master < 0 || grantpt(pty->master) != 0 || unlockpt(pty->master) != 0)
        pty_fail("no pseudo-terminal");
    pty_set_size(pty, rows, cols);
    char slave[64];
    if (ptsname_r(pty->master, slave, sizeof slave) != 0)
        pty_fail("no pseudo-terminal");
    pty_screen_init(pty, rows, cols);
    vterm_output_set_callback(pty->vt, pty_answer, pty);
    int held =
        open(slave, O_RDWR | O_NOCTTY | O_CLOEXEC); /* before the fork, so that the slave is never closed */
    char *path = process_find(argv[0]);
    pty->pid = fork();
    if (pty->pid == 0)
        pty_become(home, slave, path, argv);
    free(path);
    if (pty->pid < 0)
        pty_fail("cannot fork");
    if (held >= 0)
        pty->held = held;
    return pty;
}

struct pty *pty_steno(const struct home *home, const char *arguments, int rows, int cols)
{
    struct error err;
    char **argv = NULL;
    char *program = process_program("steno");
    char *line = mem_printf("'%s' %s", program, arguments);
    free(program);
    if (!spawn_split(line, &argv, &err))
        mem_die(err.text);
    struct pty *pty = pty_start(home, argv, rows, cols);
    spawn_argv_free(argv);
    free(line);
    return pty;
}

/* Closes a descriptor once. */
static void pty_close(int *fd)
{
    if (*fd > 0)
        close(*fd);
    *fd = -1;
}

void pty_free(struct pty *pty)
{
    if (!pty)
        return;
    if (pty->exit_code == PTY_TIMED_OUT) {
        kill(pty->pid, SIGKILL);
        while (waitpid(pty->pid, NULL, 0) < 0 && errno == EINTR)
            ;
    }
    pty_close(&pty->held);
    pty_close(&pty->master);
    pty_screen_end(pty);
    buffer_free(&pty->transcript);
    free(pty);
}

pid_t pty_pid(const struct pty *pty)
{
    return pty->pid;
}

/* Reads one piece of output; false: none came within ms. */
static bool pty_read(struct pty *pty, int ms)
{
    char chunk[16384];
    struct pollfd ready = {.fd = pty->master, .events = POLLIN};
    if (pty->master < 0 || poll(&ready, 1, ms) <= 0)
        return false;
    size_t most = sizeof chunk;
    if (pty->slow > 0) {
        most = (size_t)(pty->slow / SLOW_PIECES) + 1;
        poll(NULL, 0, 1000 / SLOW_PIECES);
    }
    ssize_t got = read(pty->master, chunk, most);
    if (got <= 0)
        return false;
    if (!buffer_append(&pty->transcript, chunk, (size_t)got))
        mem_die("test support: the program wrote too much");
    if (!pty->blind)
        vterm_input_write(pty->vt, chunk, (size_t)got);
    return true;
}

/* Reads all output that is ready. */
static void pty_drain(struct pty *pty)
{
    while (pty_read(pty, 0))
        ;
}

bool pty_wait_end_unread(const struct pty *pty, int limit_ms)
{
    int handle = (int)syscall(SYS_pidfd_open, pty->pid, 0U);
    struct pollfd ended = {.fd = handle, .events = POLLIN};
    bool found = handle >= 0 && poll(&ended, 1, limit_ms) > 0;
    if (handle >= 0)
        close(handle);
    return found;
}

/* Has the program ended? If so, keeps its exit code and reads the rest of its output. */
static bool pty_has_ended(struct pty *pty)
{
    int status;
    if (pty->exit_code != PTY_TIMED_OUT)
        return true;
    if (waitpid(pty->pid, &status, WNOHANG) != pty->pid)
        return false;
    pty->exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    pty_drain(pty);
    return true;
}

/* Waits for output, up to the deadline; false: the deadline passed or the program has ended. */
static bool pty_step(struct pty *pty, int64_t deadline)
{
    int64_t left = deadline - clock_mono_ms();
    if (left <= 0 || pty_has_ended(pty))
        return false;
    int handle = (int)syscall(SYS_pidfd_open, pty->pid, 0U);
    struct pollfd fds[2] = {{.fd = pty->master, .events = POLLIN}, {.fd = handle, .events = POLLIN}};
    poll(fds, 2, (int)left);
    if (handle >= 0)
        close(handle);
    if (fds[0].revents)
        pty_read(pty, 0);
    else if (fds[1].revents)
        pty_has_ended(pty);
    return true;
}

bool pty_wait(struct pty *pty, bool (*condition)(struct pty *pty, void *context), void *context, int limit_ms)
{
    int64_t deadline = clock_mono_ms() + limit_ms;
    pty_drain(pty);
    for (;;) {
        if (condition(pty, context))
            return true;
        if (!pty_step(pty, deadline))
            break;
    }
    if (condition(pty, context))
        return true;
    char *screen = pty_screen(pty);
    if (pty->exit_code != PTY_TIMED_OUT)
        fprintf(stderr, "the program has ended with %d; its screen was:\n%s", pty->exit_code, screen);
    else
        fprintf(stderr, "waited %d ms in vain; the screen is:\n%s", limit_ms, screen);
    free(screen);
    return false;
}

bool pty_stays_quiet(struct pty *pty, int ms)
{
    pty_drain(pty);
    size_t before = pty->transcript.len;
    pty_read(pty, ms);
    return pty->transcript.len == before;
}

int pty_wait_exit(struct pty *pty, int limit_ms)
{
    int64_t deadline = clock_mono_ms() + limit_ms;
    while (pty_step(pty, deadline))
        ;
    pty_has_ended(pty);
    return pty->exit_code;
}

void pty_type(struct pty *pty, const char *text)
{
    if (!file_write_all(pty->master, text, strlen(text)))
        pty_fail("cannot type");
}

void pty_key(struct pty *pty, const char *name)
{
    static const struct {
        const char *name;
        VTermKey key;
        VTermModifier modifier;
    } keys[] = {
        {"Enter", VTERM_KEY_ENTER, VTERM_MOD_NONE},
        {"Tab", VTERM_KEY_TAB, VTERM_MOD_NONE},
        {"Shift-Tab", VTERM_KEY_TAB, VTERM_MOD_SHIFT},
        {"Esc", VTERM_KEY_ESCAPE, VTERM_MOD_NONE},
        {"Backspace", VTERM_KEY_BACKSPACE, VTERM_MOD_NONE},
        {"Delete", VTERM_KEY_DEL, VTERM_MOD_NONE},
        {"Insert", VTERM_KEY_INS, VTERM_MOD_NONE},
        {"Up", VTERM_KEY_UP, VTERM_MOD_NONE},
        {"Down", VTERM_KEY_DOWN, VTERM_MOD_NONE},
        {"Left", VTERM_KEY_LEFT, VTERM_MOD_NONE},
        {"Right", VTERM_KEY_RIGHT, VTERM_MOD_NONE},
        {"Home", VTERM_KEY_HOME, VTERM_MOD_NONE},
        {"End", VTERM_KEY_END, VTERM_MOD_NONE},
        {"PgUp", VTERM_KEY_PAGEUP, VTERM_MOD_NONE},
        {"PgDn", VTERM_KEY_PAGEDOWN, VTERM_MOD_NONE},
    };
    int64_t number;
    pty_drain(pty); /* the bytes of a key depend on modes that the program has set */
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(name, keys[i].name) == 0) {
            vterm_keyboard_key(pty->vt, keys[i].key, keys[i].modifier);
            return;
        }
    if (strcmp(name, "Space") == 0)
        pty_type(pty, " ");
    else if (name[0] > ' ' && name[0] < 0x7F && !name[1])
        pty_type(pty, name);
    else if (name[0] == '^' && name[1] >= 'A' && name[1] <= 'Z' && !name[2])
        pty_type(pty, (char[]){(char)(name[1] - '@'), '\0'});
    else if (name[0] == 'F' && text_parse_int(name + 1, &number) && number >= 1 && number <= 12)
        vterm_keyboard_key(pty->vt, (VTermKey)VTERM_KEY_FUNCTION((int)number), VTERM_MOD_NONE);
    else
        mem_die(mem_printf("test support: no key is named %s", name));
}

void pty_resize(struct pty *pty, int rows, int cols)
{
    pty_drain(pty);
    if (!pty->blind)
        vterm_set_size(pty->vt, rows,
                       cols > 1 ? cols : 2); /* libvterm writes a wide character past a single column */
    pty_set_size(pty, rows, cols);
}

void pty_look_away(struct pty *pty)
{
    pty_drain(pty);
    pty->blind = true;
}

void pty_look_again(struct pty *pty, int rows, int cols)
{
    pty_drain(pty);
    pty_screen_end(pty);
    pty_screen_init(pty, rows, cols);
    pty->blind = false;
}

void pty_slow_down(struct pty *pty, int bytes_a_second)
{
    pty->slow = bytes_a_second;
}

void pty_hang_up(struct pty *pty)
{
    pty_drain(pty);
    pty_close(&pty->held);
    pty_close(&pty->master);
}

void pty_mark(struct pty *pty)
{
    pty_drain(pty);
    pty->mark = pty->transcript.len;
}

size_t pty_bytes_since_mark(struct pty *pty)
{
    pty_drain(pty);
    return pty->transcript.len - pty->mark;
}

const char *pty_transcript(struct pty *pty, size_t *len)
{
    pty_drain(pty);
    if (len)
        *len = pty->transcript.len - pty->mark;
    return buffer_text(&pty->transcript) + pty->mark;
}

bool pty_is_cooked(const struct pty *pty)
{
    struct termios modes;
    const tcflag_t wanted = ICANON | ECHO | ISIG;
    return tcgetattr(pty->master, &modes) == 0 && (modes.c_lflag & wanted) == wanted &&
           (modes.c_iflag & IXON) && modes.c_cc[VINTR] == 3;
}

/* --- the screen --- */

/* The colour of a pty_cell for one of libvterm. */
static int pty_screen_colour(const VTermColor *colour)
{
    if (VTERM_COLOR_IS_DEFAULT_FG(colour) || VTERM_COLOR_IS_DEFAULT_BG(colour))
        return PTY_COLOUR_DEFAULT;
    return VTERM_COLOR_IS_INDEXED(colour) ? colour->indexed.idx : PTY_COLOUR_RGB;
}

/* One cell, without reading output first. */
static struct pty_cell pty_screen_cell(const struct pty *pty, int row, int col)
{
    struct pty_cell cell = {.width = 1};
    VTermScreenCell raw;
    if (!vterm_screen_get_cell(pty->screen, (VTermPos){.row = row, .col = col}, &raw))
        return cell;
    size_t len = 0;
    for (int i = 0; i < VTERM_MAX_CHARS_PER_CELL && raw.chars[i] && raw.chars[i] != (uint32_t)-1; i++)
        len += text_encode(raw.chars[i], cell.text + len);
    cell.text[len] = '\0';
    cell.width = raw.width;
    cell.bold = raw.attrs.bold;
    cell.underline = raw.attrs.underline != 0;
    cell.reverse = raw.attrs.reverse;
    cell.italic = raw.attrs.italic;
    cell.fg = pty_screen_colour(&raw.fg);
    cell.bg = pty_screen_colour(&raw.bg);
    return cell;
}

struct pty_cell pty_cell_at(struct pty *pty, int row, int col)
{
    pty_drain(pty);
    return pty_screen_cell(pty, row, col);
}

/* Appends one row, trailing blanks cut. */
static void pty_screen_append_row(const struct pty *pty, int row, struct buffer *out)
{
    int rows, cols, blanks = 0;
    vterm_get_size(pty->vt, &rows, &cols);
    for (int col = 0; col < cols;) {
        struct pty_cell cell = pty_screen_cell(pty, row, col);
        if (!cell.text[0] || strcmp(cell.text, " ") == 0) {
            blanks++;
        } else {
            for (; blanks > 0; blanks--)
                buffer_append_char(out, ' ');
            buffer_append_text(out, cell.text);
        }
        col += cell.width > 1 ? cell.width : 1;
    }
}

/* One row as text, without reading output first. */
static char *pty_screen_row(const struct pty *pty, int row)
{
    struct buffer out;
    buffer_init(&out, PTY_SCREEN_TEXT_MAX);
    pty_screen_append_row(pty, row, &out);
    return out.data ? buffer_take(&out) : mem_copy("");
}

char *pty_row(struct pty *pty, int row)
{
    pty_drain(pty);
    return pty_screen_row(pty, row);
}

char *pty_screen(struct pty *pty)
{
    int rows, cols;
    struct buffer out;
    buffer_init(&out, PTY_SCREEN_TEXT_MAX);
    pty_drain(pty);
    vterm_get_size(pty->vt, &rows, &cols);
    for (int row = 0; row < rows; row++) {
        pty_screen_append_row(pty, row, &out);
        buffer_append_char(&out, '\n');
    }
    return buffer_take(&out);
}

const char *pty_text(struct pty *pty)
{
    static char *text;
    free(text);
    text = pty_screen(pty);
    return text;
}

bool pty_has_text(struct pty *pty, const char *text)
{
    int rows, cols;
    bool found = false;
    pty_drain(pty); /* once, so that all rows show the same moment */
    vterm_get_size(pty->vt, &rows, &cols);
    for (int row = 0; row < rows && !found; row++) {
        char *line = pty_screen_row(pty, row);
        found = strstr(line, text) != NULL;
        free(line);
    }
    return found;
}

void pty_size(const struct pty *pty, int *rows, int *cols)
{
    vterm_get_size(pty->vt, rows, cols);
}

void pty_cursor(struct pty *pty, int *row, int *col, bool *visible)
{
    VTermPos at;
    pty_drain(pty);
    vterm_state_get_cursorpos(vterm_obtain_state(pty->vt), &at);
    if (row)
        *row = at.row;
    if (col)
        *col = at.col;
    if (visible)
        *visible = pty->cursor_visible;
}

bool pty_on_alternate_screen(const struct pty *pty)
{
    return pty->alternate;
}

/* The text that a wait looks for. */
struct pty_wish {
    const char *text;
    int row;
};

/* The conditions of the waits below. */
static bool pty_shows(struct pty *pty, void *context)
{
    const struct pty_wish *wish = context;
    return pty_has_text(pty, wish->text);
}

static bool pty_shows_not(struct pty *pty, void *context)
{
    return !pty_shows(pty, context);
}

static bool pty_row_shows(struct pty *pty, void *context)
{
    const struct pty_wish *wish = context;
    char *line = pty_row(pty, wish->row);
    bool found = strstr(line, wish->text) != NULL;
    free(line);
    return found;
}

static bool pty_has_written(struct pty *pty, void *context)
{
    const struct pty_wish *wish = context;
    size_t len;
    const char *bytes = pty_transcript(pty, &len);
    return memmem(bytes, len, wish->text, strlen(wish->text)) != NULL;
}

/* Like pty_wait(), but a failure also prints the text that did not come. */
static bool pty_wait_wish(struct pty *pty, bool (*condition)(struct pty *pty, void *context),
                          struct pty_wish *wish, int limit_ms)
{
    if (pty_wait(pty, condition, wish, limit_ms))
        return true;
    fprintf(stderr, "waited for: “%s”\n", wish->text);
    return false;
}

bool pty_wait_text(struct pty *pty, const char *text, int limit_ms)
{
    return pty_wait_wish(pty, pty_shows, &(struct pty_wish){.text = text}, limit_ms);
}

bool pty_wait_no_text(struct pty *pty, const char *text, int limit_ms)
{
    return pty_wait_wish(pty, pty_shows_not, &(struct pty_wish){.text = text}, limit_ms);
}

bool pty_wait_row(struct pty *pty, int row, const char *text, int limit_ms)
{
    return pty_wait_wish(pty, pty_row_shows, &(struct pty_wish){.text = text, .row = row}, limit_ms);
}

bool pty_wait_bytes(struct pty *pty, const char *bytes, int limit_ms)
{
    return pty_wait_wish(pty, pty_has_written, &(struct pty_wish){.text = bytes}, limit_ms);
}
