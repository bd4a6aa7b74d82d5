/* The line editor: one line of UTF-8 that is being typed. Key in, result out; the view only draws the line.
 *
 * A base character and its combining marks are one character: the cursor never stands
 * between them, and they are deleted together.  Input that would make the text longer
 * than its cap is refused as a whole.
 * Keys: arrows, Home ^A, End ^E, ^B ^F, word moves (Alt-b Alt-f Ctrl-Left Ctrl-Right),
 * Backspace, Delete ^D, ^W Alt-Backspace (word before), ^U (to the start), ^K (to the
 * end), Up ^P and Down ^N (suggested values), Enter (accept), Esc ^G (cancel).
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
    LINEEDIT_REFUSED /* longer than the cap: the text did not change */
};

struct lineedit;

/* A new editor with `text` (copied, NULL is empty), the cursor at its end. A text longer than `max` bytes is
 * kept whole but cannot grow. A secret is shown as stars and wiped. Free with lineedit_free; NULL is fine. */
struct lineedit *lineedit_new(const char *text, size_t max, bool secret);
void lineedit_free(struct lineedit *edit);

enum lineedit_result lineedit_key(struct lineedit *edit, struct key key);

/* Inserts a pasted text, or refuses all of it. Removes control characters, and line breaks and tabs at both
 * ends; inside the text these become one blank (in a secret, nothing). Bad UTF-8 becomes U+FFFD. */
enum lineedit_result lineedit_paste(struct lineedit *edit, const char *text, size_t len);

/* Replaces the text; the cursor goes to its end. */
void lineedit_set(struct lineedit *edit, const char *text);
/* Makes the text an offer, such as a default: the first typed or pasted character replaces it. After any
 * other key it is edited as usual. */
void lineedit_offer(struct lineedit *edit);
/* Values for Up (from values[0] on) and Down (back again); copied. Ignored for secrets. */
void lineedit_set_history(struct lineedit *edit, const char *const *values, size_t count);

const char *lineedit_text(const struct lineedit *edit); /* never NULL; valid until the next change */
size_t lineedit_cursor(const struct lineedit *edit);    /* byte offset */
bool lineedit_is_touched(const struct lineedit *edit);  /* changed since lineedit_new */

/* What to draw in `width` cells: cleaned text, or stars for a secret, scrolled so that the cursor is visible.
 * Returns the cell of the cursor, 0..width-1. */
int lineedit_view(const struct lineedit *edit, int width, char *out, size_t size);

#endif
