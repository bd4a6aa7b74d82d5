/* Owns tested programs in a pseudo-terminal: starting them, feeding them keys, reading all they write.
 * What the screen shows is libvterm's business (pty_screen.c reads it). */
/* SPDX-License-Identifier: MIT */
#include "support/pty_private.h"

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

#include "steno/base/when.h"
#include "steno/base/file.h"
#include "steno/base/mem.h"
#include "steno/base/process.h"
#include "steno/base/text.h"
#include "support/process.h"

#define PTY_TRANSCRIPT_MAX ((size_t)64 << 20)
#define SLOW_PIECES        20 /* a second, of what a slow line carries */

/* Ends the process: the test bed itself is broken. */
static _Noreturn void pty_fail(const char *what)
{
    mem_die(mem_printf("test support: %s: %s", what, strerror(errno)));
}

/* In the child: the slave becomes the controlling terminal and 0, 1, 2. */
static _Noreturn void pty_become(const struct home *home, const char *slave, const char *path,
                                 char *const *argv)
{
    setsid();
    int fd = open(slave, O_RDWR);
    if (fd < 0 || ioctl(fd, TIOCSCTTY, 0) != 0)
        _exit(126);
    process_become(home, path, argv, (const int[]){fd, fd, fd});
}

/* Tells the kernel the size. */
static void pty_set_size(const struct pty *pty, int rows, int cols)
{
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
    if (ioctl(pty->master, TIOCSWINSZ, &size) != 0)
        pty_fail("cannot set the terminal's size");
}

/* libvterm's answers (to key presses and to questions of the program) go to the program. */
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
        open(slave, O_RDWR | O_NOCTTY | O_CLOEXEC); /* so that the master is open before the child is */
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

/* Takes one piece of output if some comes within ms; false when none did. */
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

void pty_drain(struct pty *pty)
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

/* The program's end, if it came: keeps its exit code. Reads what it left behind. */
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

/* Waits for output or the program's end, up to the deadline; false when the deadline came or it has ended. */
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
    pty_drain(pty); /* the modes that the program has set decide what a key sends */
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
                       cols > 1 ? cols : 2); /* a wide character is put beside a single column */
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
