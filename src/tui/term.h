/* The terminal: checked, started, left alone, restored; and what is typed there, as keys and pastes.
 *
 * Nothing is asked of the terminal at start.  Refuses what cannot position a
 * cursor; an unknown TERM falls back to a known one and says so in one line on
 * stderr.  ^C arrives as a key; ^S and ^Q too.  Bracketed paste is on for as
 * long as the terminal is ours, so that what is pasted never runs as keys.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_TERM_H
#define STENO_TUI_TERM_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#define NCURSES_NOMACROS
#include <curses.h> /* always in its wide form, and only for this layer */
#include <stdbool.h>
#include <stdio.h>

#include "steno/app/app.h"
#include "steno/base/error.h"
#include "steno/base/mem.h"
#include "steno/widget/key.h"

struct term_options {
    bool utf8;         /* what locale_start said */
    const char *color; /* "auto", "always", "never" */
    int escdelay_ms;   /* how long to wait after Esc for the rest of a sequence */
};

/* Could a full screen be shown here at all? Else ERROR_USAGE with what to do; leaves the terminal untouched.
 * On success *type is the terminal type to use (static text), different from TERM when that one is unknown.
 */
bool term_check(const char **type, struct error *err);

/* Takes the terminal over, by the type that term_check found. Installs the signal handlers and the death
 * hook. */
bool term_start(const char *type, const struct term_options *options, struct error *err);

/* Curses on these streams, by a type that was checked: its colours, and keys that come single, unechoed,
 * named by curses, without waiting. Once a process. */
bool term_open(const char *type, FILE *out, FILE *in, const struct term_options *options);

/* Gives the terminal back as it was found. Safe to call twice. */
void term_stop(void);

bool term_is_utf8(void);
bool term_has_colors(void);

/* Takes over the size the terminal has now. */
void term_resize(void);

void term_size(int *rows, int *cols);

/* Stops the process as ^Z does; returns after fg with the screen to be repainted. */
void term_suspend(void);

/* After SIGCONT: our modes again, all to be repainted. */
void term_resume(void);

/* Has all that was sent left for the terminal? A pseudo-terminal tells only when it takes no more. */
bool term_has_taken_all(void);

/* Bytes for the terminal itself that are no cells: BEL, an OSC text. Nothing that came from outside
 * uncleaned. */
void term_send(const char *bytes);

/* --- input: from the terminal's bytes to keys and pastes ---
 * Sequences that curses does not know for this terminal are read here, and unknown ones are dropped whole, so
 * that their letters never run as commands. */

#define INPUT_PASTE_MAX      (1u << 20) /* bytes kept of one paste */
#define INPUT_PASTE_LIMIT_MS 2000       /* a paste whose end never comes is over after this silence */

struct input {
    struct buffer paste;
    size_t paste_lost;    /* characters of the paste that are not in it: a NUL, or one beyond its cap */
    bool pasting;         /* within a paste */
    bool paste_taken;     /* the last call returned it */
    int64_t last_byte_ms; /* of the paste */
    char partial[4];      /* bytes of a character whose rest has not come yet */
    size_t partial_len;
};

void input_init(struct input *input);
void input_free(struct input *input);

/* The next thing that was typed: INPUT_NONE, a key, or a paste (whole, in input->paste, until the next call);
 * never waits, but for the rest of a sequence that has begun. */
enum input_kind input_next(struct input *input, int64_t now_ms, struct key *key);

/* When an unfinished paste is to be looked at again; INT64_MAX for never. */
int64_t input_deadline(const struct input *input);

#endif
