/* The line editor: one line of UTF-8 that is being typed. It takes a key and returns a result; the view only
 * draws the line.
 *
 * A base character with its combining marks is one character: the cursor skips it, and a key deletes it, as a
 * whole. If an input would make the text longer than its limit, the whole input is refused.
 * Keys: arrows, Home ^A, End ^E, ^B ^F, Alt-b Alt-f Ctrl-Left Ctrl-Right (move by words), Backspace, Delete
 * ^D, ^W Alt-Backspace (delete the word before the cursor), ^U (delete to the start), ^K (delete to the end),
 * Up ^P and Down ^N (suggested values), Enter (accept), Esc ^G (cancel). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_LINEEDIT_H
#define STENO_WIDGET_LINEEDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/widget/key.h"

#define LINEEDIT_MAX 4096 /* limit on the bytes of a value */

enum lineedit_result {
    LINEEDIT_IGNORED, /* the editor does not use this key */
    LINEEDIT_MOVED,   /* the text is unchanged; perhaps the cursor moved */
    LINEEDIT_CHANGED,
    LINEEDIT_ACCEPT,
    LINEEDIT_CANCEL,
    LINEEDIT_REFUSED /* the text did not change: it would be too long */
};

struct lineedit;

/* Creates an editor with a copy of `text` (NULL: empty), and the cursor at its end. A text longer than `max`
 * bytes is kept whole, but cannot grow. A secret is shown as stars, and wiped from memory when freed.
 * lineedit_free accepts NULL. */
struct lineedit *lineedit_new(const char *text, size_t max, bool secret);
void lineedit_free(struct lineedit *edit);

enum lineedit_result lineedit_key(struct lineedit *edit, struct key key);

/* Inserts a pasted text, or refuses the whole text. Removes control characters. Line breaks and tabs inside
 * the text become one blank. At both ends, and in a secret, line breaks and tabs are removed. Bad UTF-8
 * becomes U+FFFD. */
enum lineedit_result lineedit_paste(struct lineedit *edit, const char *text, size_t len);

void lineedit_set(struct lineedit *edit, const char *text);
/* Makes the text an offer, such as a default. If the next input is a character or a paste, the input replaces
 * the text. After any other key the text is edited as usual. */
void lineedit_offer(struct lineedit *edit);
/* Sets the suggested values; copied. A secret has none. Up begins with values[0], Down goes back. */
void lineedit_set_history(struct lineedit *edit, const char *const *values, size_t count);

const char *lineedit_text(const struct lineedit *edit); /* never NULL; valid until the next change */
size_t lineedit_cursor(const struct lineedit *edit);    /* byte offset in the text */
bool lineedit_is_touched(const struct lineedit *edit);  /* true: the text changed after lineedit_new */

/* Writes to `out` the text to draw in `width` cells: cleaned, or as stars for a secret. The text is scrolled
 * to make the cursor visible. Returns the cell of the cursor, 0..width-1. */
int lineedit_view(const struct lineedit *edit, int width, char *out, size_t size);

#endif
