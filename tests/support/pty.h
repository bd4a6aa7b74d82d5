/* A real program in a pseudo-terminal, seen as a user would: libvterm reads what it writes.
 *
 * Rows and columns count from 0.  Nothing here sleeps: everything waits for a condition with a limit in
 * milliseconds.  A wait that fails prints the screen to stderr and returns false, so that a test says
 *     cr_assert(pty_wait_text(pty, "Completed", 20000));
 */
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
    char text[32]; /* UTF-8, "" for an empty cell or the right half of a wide character */
    int width;     /* 1 or 2 */
    bool bold, underline, reverse, italic;
    int fg, bg; /* palette index 0..255, or one of PTY_COLOUR_... */
};

/* Starts argv with the home's environment in a terminal of the given size. Ends the process when
 * it cannot. */
struct pty *pty_start(const struct home *home, char *const *argv, int rows, int cols);
/* This build's steno with arguments split at blanks: pty_steno(home, "--demo", 24, 80). */
struct pty *pty_steno(const struct home *home, const char *arguments, int rows, int cols);
/* Kills what still runs and frees everything; NULL is fine. */
void pty_free(struct pty *pty);
pid_t pty_pid(const struct pty *pty);

/* Input: text as typed, or one key: Enter Tab Shift-Tab Esc Backspace Delete Insert Up Down Left Right Home
 * End PgUp PgDn Space F1..F12, ^A..^Z, or one ASCII character. An unknown name ends the process. */
void pty_type(struct pty *pty, const char *text);
void pty_key(struct pty *pty, const char *name);
void pty_resize(struct pty *pty, int rows, int cols);
/* Closes our side of the terminal: the program gets SIGHUP. Only pty_wait_exit and pty_free work after. */
/* Looking away, output is only kept: libvterm 0.1.4 crashes on what was drawn for another size than its own,
 * so a test of many sizes looks away meanwhile. Looking again begins with an empty screen: let the program
 * draw it. */
void pty_look_away(struct pty *pty);
void pty_look_again(struct pty *pty, int rows, int cols);
void pty_hang_up(struct pty *pty);
/* From now on no more than so many bytes a second are read, as by a slow line. */
void pty_slow_down(struct pty *pty, int bytes_a_second);

/* Waits. The condition is looked at after every piece of output, and once at the start. */
bool pty_wait(struct pty *pty, bool (*condition)(struct pty *pty, void *context), void *context,
              int limit_ms);
bool pty_wait_text(struct pty *pty, const char *text, int limit_ms);         /* in any row */
bool pty_wait_no_text(struct pty *pty, const char *text, int limit_ms);      /* in no row */
bool pty_wait_row(struct pty *pty, int row, const char *text, int limit_ms); /* within that row */
bool pty_wait_bytes(struct pty *pty, const char *bytes, int limit_ms); /* in the transcript since the mark */
/* True when no byte comes for ms: the only question that time itself answers. */
bool pty_stays_quiet(struct pty *pty, int ms);
/* Exit code, 128 + signal, or PTY_TIMED_OUT (the program goes on). */
int pty_wait_exit(struct pty *pty, int limit_ms);

/* Has it ended within the limit, although nobody reads what it writes? */
bool pty_wait_end_unread(const struct pty *pty, int limit_ms);

/* What stands on the screen now (reads all output that is waiting). */
bool pty_has_text(struct pty *pty, const char *text);
const char *pty_text(struct pty *pty);   /* all rows, each ended by a newline; till the next call */
char *pty_row(struct pty *pty, int row); /* UTF-8, trailing blanks cut; caller frees */
char *pty_screen(struct pty *pty);       /* all rows, each ended by a newline; caller frees */
void pty_size(const struct pty *pty, int *rows, int *cols);
struct pty_cell pty_cell_at(struct pty *pty, int row, int col);
void pty_cursor(struct pty *pty, int *row, int *col, bool *visible);
bool pty_on_alternate_screen(const struct pty *pty);
/* Does the terminal echo and edit lines, as a shell wants it? */
bool pty_is_cooked(const struct pty *pty);

/* The transcript: every byte that the program wrote, kept; counted from the last mark. */
void pty_mark(struct pty *pty);
size_t pty_bytes_since_mark(struct pty *pty);
const char *pty_transcript(struct pty *pty, size_t *len); /* from the mark; valid until the next call */

#endif
