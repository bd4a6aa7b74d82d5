/* Runs a real program in a pseudo-terminal; libvterm interprets the output of the program.
 *
 * Rows and columns count from 0. A wait has a condition and a limit in milliseconds; no function just
 * sleeps. A wait that fails prints the screen to stderr and returns false:
 * cr_assert(pty_wait_text(pty, "Completed", 20000)); */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SUPPORT_PTY_H
#define STENO_TESTS_SUPPORT_PTY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "support/home.h"

struct pty;

#define PTY_TIMED_OUT      (-1)
#define PTY_COLOUR_DEFAULT (-1)
#define PTY_COLOUR_RGB     (-2)

struct pty_cell {
    char text[32]; /* UTF-8; "": an empty cell, or the right half of a wide character */
    int width;     /* 1 or 2 */
    bool bold, underline, reverse, italic;
    int fg, bg; /* palette index 0..255, or PTY_COLOUR_... */
};

/* Starts the program argv[0] with the home's environment in a terminal of this size. If this fails, ends
 * the test process. */
struct pty *pty_start(const struct home *home, char *const *argv, int rows, int cols);
/* Starts this build's steno with arguments split at blanks: pty_steno(home, "--demo", 24, 80). */
struct pty *pty_steno(const struct home *home, const char *arguments, int rows, int cols);
/* Kills the program if it runs, and frees everything; NULL is fine. */
void pty_free(struct pty *pty);
pid_t pty_pid(const struct pty *pty);

/* Sends typed text, or one key: Enter Tab Shift-Tab Esc Backspace Delete Insert Up Down Left Right Home End
 * PgUp PgDn Space F1..F12, ^A..^Z, or one ASCII character. An unknown name ends the test process. */
void pty_type(struct pty *pty, const char *text);
void pty_key(struct pty *pty, const char *name);
void pty_resize(struct pty *pty, int rows, int cols);
/* pty_look_away() stops giving output to libvterm: version 0.1.4 crashes on output drawn for another size,
 * which happens in tests of many sizes. pty_look_again() starts with an empty screen: let the program draw.
 */
void pty_look_away(struct pty *pty);
void pty_look_again(struct pty *pty, int rows, int cols);
/* Closes our side of the terminal: the program gets SIGHUP. Then only pty_wait_exit() and pty_free() work. */
void pty_hang_up(struct pty *pty);
/* Reads at most this many bytes of output per second, as over a slow line. */
void pty_slow_down(struct pty *pty, int bytes_a_second);

/* Waits until the condition is true; tests it at the start and after every piece of output. */
bool pty_wait(struct pty *pty, bool (*condition)(struct pty *pty, void *context), void *context,
              int limit_ms);
bool pty_wait_text(struct pty *pty, const char *text, int limit_ms);         /* in any row */
bool pty_wait_no_text(struct pty *pty, const char *text, int limit_ms);      /* in no row */
bool pty_wait_row(struct pty *pty, int row, const char *text, int limit_ms); /* within that row */
bool pty_wait_bytes(struct pty *pty, const char *bytes, int limit_ms); /* among the bytes since pty_mark() */
/* True if no byte comes for `ms`. The only function that always waits its whole time. */
bool pty_stays_quiet(struct pty *pty, int ms);
/* Waits for the end of the program. Returns its exit code, 128 + signal, or PTY_TIMED_OUT (still running). */
int pty_wait_exit(struct pty *pty, int limit_ms);

/* True if the program ends within the limit although its output is not read. */
bool pty_wait_end_unread(const struct pty *pty, int limit_ms);

/* Return what is on the screen now, after reading all output that is ready. */
bool pty_has_text(struct pty *pty, const char *text);
const char *pty_text(struct pty *pty);   /* all rows, each with a newline; valid until the next call */
char *pty_row(struct pty *pty, int row); /* UTF-8, trailing blanks cut; caller frees */
char *pty_screen(struct pty *pty);       /* all rows, each with a newline; caller frees */
void pty_size(const struct pty *pty, int *rows, int *cols);
struct pty_cell pty_cell_at(struct pty *pty, int row, int col);
void pty_cursor(struct pty *pty, int *row, int *col, bool *visible);
bool pty_on_alternate_screen(const struct pty *pty);
/* True if the terminal echoes and edits lines, as for a shell. */
bool pty_is_cooked(const struct pty *pty);

/* The transcript has every byte that the program wrote. pty_mark() sets the place from which the two
 * functions after it count or read. */
void pty_mark(struct pty *pty);
size_t pty_bytes_since_mark(struct pty *pty);
const char *pty_transcript(struct pty *pty, size_t *len); /* from this place on; valid until the next call */

#endif
