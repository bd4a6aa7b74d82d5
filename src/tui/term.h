/* The terminal: its start and end, its keys and its pastes.
 *
 * The start sends no query to the terminal. A terminal that cannot position the cursor is refused. If TERM is
 * unknown, a known type is used instead, and a line on stderr tells the user. ^C, ^S and ^Q arrive as keys.
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
    int escdelay_ms;   /* how long an escape sequence can take to arrive completely */
};

/* Returns true if this terminal can show a full screen. If not, err gets ERROR_USAGE with advice. Sets *type
 * to the terminal type to use: TERM, or a known type if TERM is unknown. Do not free it. */
bool term_check(const char **type, struct error *err);

/* Starts the full screen on the terminal type that term_check found. Installs the signal handlers and the
 * function that restores the terminal if the program dies. */
bool term_start(const char *type, const struct term_options *options, struct error *err);

/* Starts curses with colours on these streams. term_check must have found the type. Keys then arrive one by
 * one and are not echoed. Reading never blocks. Call once in a process. */
bool term_open(const char *type, FILE *out, FILE *in, const struct term_options *options);

/* Restores the terminal as it was before term_start. A second call does nothing. */
void term_stop(void);

bool term_is_utf8(void);
bool term_has_colors(void);

void term_resize(void);

void term_size(int *rows, int *cols);

/* Stops the process as ^Z does. Returns when it continues. The next draw sends the whole screen. */
void term_suspend(void);

/* Call after SIGCONT: sets the terminal's modes again. The next draw sends the whole screen. */
void term_resume(void);

/* True if the terminal has taken all output. For a pseudo-terminal: true if its buffer has room. */
bool term_has_taken_all(void);

/* Sends control bytes to the terminal, such as BEL. The caller cleans foreign text in them. */
void term_send(const char *bytes);

/* --- input: from the terminal's bytes to keys and pastes ---
 * Common escape sequences that curses does not know for this terminal are understood here. All other
 * sequences are dropped whole, so that their letters never run as commands. */

#define INPUT_PASTE_MAX      (1u << 20) /* maximum bytes of a paste; later bytes are dropped */
#define INPUT_PASTE_LIMIT_MS 2000       /* an incomplete paste ends when no byte comes for this time */

struct input {
    struct buffer paste;
    size_t paste_lost;    /* number of characters dropped: NULs, and those beyond INPUT_PASTE_MAX */
    bool pasting;         /* the start marker of a paste has come, and its end marker is awaited */
    bool paste_taken;     /* the next call of input_next clears `paste` */
    int64_t last_byte_ms; /* when the last byte of the paste came */
    char partial[4];      /* first bytes of an incomplete character */
    size_t partial_len;
};

void input_init(struct input *input);
void input_free(struct input *input);

/* Returns the kind of the next input. *key gets a key. A whole paste stays in input->paste until the next
 * call. Waits only if an escape sequence is incomplete, for its other bytes. */
enum input_kind input_next(struct input *input, int64_t now_ms, struct key *key);

/* Returns the time (clock_mono_ms) when an incomplete paste ends by itself. INT64_MAX: no paste has begun. */
int64_t input_deadline(const struct input *input);

#endif
