/* Input: from the terminal's bytes to keys and pastes.
 *
 * Sequences that curses does not know for this terminal are read here, and
 * unknown ones are dropped whole, so that their letters never run as commands.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_INPUT_H
#define STENO_TUI_INPUT_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/app/app.h"
#include "steno/base/mem.h"
#include "steno/widget/key.h"

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
