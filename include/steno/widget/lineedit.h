/* The line editor: one line of UTF-8 that is being typed. Key in, result out; the view only draws it.
 *
 * The cursor stands between characters: a base with its combining marks moves and
 * goes as one.  A text never passes its cap: what would pass it is refused whole.
 * Keys: arrows, Home ^A, End ^E, ^B ^F, word moves (Alt-b Alt-f Ctrl-Left Ctrl-Right),
 * Backspace, Delete ^D, ^W Alt-Backspace (word before), ^U (to the start), ^K (to the
 * end), Up ^P and Down ^N (values used before), Enter (accept), Esc ^G (cancel).
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_LINEEDIT_H
#define STENO_WIDGET_LINEEDIT_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/widget/key.h"

#define LINEEDIT_MAX 4096 /* bytes of a value */

enum lineedit_result {
    LINEEDIT_IGNORED, /* not a key of the editor */
    LINEEDIT_MOVED,   /* only the cursor moved, or could not move further */
    LINEEDIT_CHANGED,
    LINEEDIT_ACCEPT,
    LINEEDIT_CANCEL,
    LINEEDIT_REFUSED /* the cap: the text is as it was */
};

struct lineedit;

/* A new editor holding `text` (copied, NULL is empty), the cursor at its end. A text longer than `max` is
 * kept whole but cannot grow. A secret is shown as stars and wiped. Free with lineedit_free; NULL is fine. */
struct lineedit *lineedit_new(const char *text, size_t max, bool secret);
void lineedit_free(struct lineedit *edit);

enum lineedit_result lineedit_key(struct lineedit *edit, struct key key);

/* Inserts what was pasted. Control characters go; line breaks and tabs go at both ends, and within become one
 * blank (nothing in a secret), so that words stay apart. Bad UTF-8 becomes U+FFFD. CHANGED or REFUSED, whole.
 */
enum lineedit_result lineedit_paste(struct lineedit *edit, const char *text, size_t len);

/* Replaces the text; the cursor goes to its end. */
void lineedit_set(struct lineedit *edit, const char *text);
/* Makes the text an offer, such as a default: the first character typed or pasted takes its place; any other
 * key makes it a text to be edited. */
void lineedit_offer(struct lineedit *edit);
/* Values that Up (older, from values[0]) and Down bring; copied. Not for secrets. */
void lineedit_set_history(struct lineedit *edit, const char *const *values, size_t count);

const char *lineedit_text(const struct lineedit *edit); /* never NULL; valid until the next change */
size_t lineedit_cursor(const struct lineedit *edit);    /* byte offset */
bool lineedit_is_touched(const struct lineedit *edit);  /* changed since it was made */

/* What to draw in `width` cells: cleaned text, or stars for a secret, scrolled so that the cursor
 * is inside. Returns the cell of the cursor, 0..width-1. */
int lineedit_view(const struct lineedit *edit, int width, char *out, size_t size);

#endif
