/* The terminal: checks, starts, suspends and restores it, and reads keys and pastes from it.
 *
 * The start sends no query to the terminal. A terminal that cannot position the cursor is refused. If TERM is
 * unknown, a known type is used instead, and a line on stderr says so. ^C, ^S and ^Q arrive as keys.
 * Bracketed paste is on while the program has the terminal, so that pasted text never runs as keys. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_TERM_H
#define STENO_TUI_TERM_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#define NCURSES_NOMACROS
#include <curses.h> /* the wide version; only src/tui includes it */
#include <stdbool.h>
#include <stdio.h>

#include "steno/app/app.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/widget/key.h"

struct term_options {
    bool utf8;         /* result of locale_start */
    const char *color; /* "auto", "always", "never" */
    int escdelay_ms;   /* wait after Esc for the rest of a sequence */
};

/* True if a full screen can be shown here. If not, ERROR_USAGE says what to do. Does not change the terminal.
 * Sets *type to the terminal type to use: TERM, or if TERM is unknown, a known type. Do not free it. */
bool term_check(const char **type, struct error *err);

/* Starts the full screen on the terminal type that term_check found. Installs the signal handlers and the
 * function that restores the terminal if the program dies. */
bool term_start(const char *type, const struct term_options *options, struct error *err);

/* Starts curses with colours on these streams, for a type that term_check found. Keys are then read one by
 * one, without echo and without waiting. Call once in a process. */
bool term_open(const char *type, FILE *out, FILE *in, const struct term_options *options);

/* Restores the terminal as it was. May be called twice. */
void term_stop(void);

bool term_is_utf8(void);
bool term_has_colors(void);

void term_resize(void);

void term_size(int *rows, int *cols);

/* Stops the process as ^Z does; returns after fg. The next draw sends the whole screen. */
void term_suspend(void);

/* Call after SIGCONT: sets the terminal's modes again. The next draw sends the whole screen. */
void term_resume(void);

/* True if the terminal has taken all output. A pseudo-terminal does not tell: true if its buffer has room. */
bool term_has_taken_all(void);

/* Sends control bytes to the terminal, such as BEL or an OSC sequence. Clean foreign text in them first. */
void term_send(const char *bytes);

/* --- input: from the terminal's bytes to keys and pastes ---
 * Common escape sequences that curses does not know for this terminal are understood here. All other
 * sequences are dropped whole, so that their letters never run as commands. */

#define INPUT_PASTE_MAX      (1u << 20) /* limit on the bytes of a paste: the rest is dropped */
#define INPUT_PASTE_LIMIT_MS 2000       /* an incomplete paste ends when no byte comes for this time */

struct input {
    struct buffer paste;
    size_t paste_lost;    /* number of characters dropped from the paste: NULs, and those that did not fit */
    bool pasting;         /* between the start and the end marker of a paste */
    bool paste_taken;     /* input_next has returned the paste: its next call clears `paste` */
    int64_t last_byte_ms; /* when the last byte of the paste came */
    char partial[4];      /* first bytes of an incomplete character */
    size_t partial_len;
};

void input_init(struct input *input);
void input_free(struct input *input);

/* Returns what comes next: a key, which it stores in *key; a whole paste, which is in input->paste until the
 * next call; or INPUT_NONE. Waits only for the rest of an escape sequence that has begun. */
enum input_kind input_next(struct input *input, int64_t now_ms, struct key *key);

/* Returns the time (clock_mono_ms) at which a paste ends though no end marker came; INT64_MAX: no paste has
 * begun. */
int64_t input_deadline(const struct input *input);

#endif
