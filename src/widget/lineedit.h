/* The line editor within, and what only forms ask of it. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WIDGET_LINEEDIT_PRIVATE_H
#define STENO_WIDGET_LINEEDIT_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/widget/lineedit.h"

#define HISTORY_OUT SIZE_MAX /* history_at: the text is the typed one */

struct lineedit {
    char *text;
    size_t len;
    size_t cursor;
    size_t max;
    bool secret;
    bool offered; /* the text is only an offer */
    bool touched;
    char **history;
    size_t history_count;
    size_t history_at;
    char *typed; /* what stood there before Up */
};

/* Makes the text an offer, such as a default: the first character typed or pasted takes its place; any other
 * key makes it a text to be edited. */
void lineedit_offer(struct lineedit *edit);

bool lineedit_is_touched(const struct lineedit *edit); /* changed since it was made */

/* The end of the character that begins at `at`: a base with its combining marks. */
size_t lineedit_next(const char *text, size_t len, size_t at);

#endif
