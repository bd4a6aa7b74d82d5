/* Owns the words of colours. Knows no terminal. */
/* SPDX-License-Identifier: MIT */
#include "steno/core/colour.h"

#include <string.h>

#include "steno/base/text.h"

static const char *const colour_names[] = {"black", "red",     "green", "yellow",
                                           "blue",  "magenta", "cyan",  "white"};

/* The number of a colour, -1 for none. */
static int colour_find(const char *text, size_t len)
{
    for (int i = 0; i < 8; i++) {
        if (strlen(colour_names[i]) == len && strncmp(colour_names[i], text, len) == 0)
            return i;
    }
    return -1;
}

bool colour_read(struct colour *colour, const char *text, struct error *err)
{
    *colour = (struct colour){.number = -1};
    for (size_t len; *(text += strspn(text, " \t,")); text += len) {
        len = strcspn(text, " \t,");
        int number = colour_find(text, len);
        bool is_bold = len == 4 && strncmp(text, "bold", len) == 0;
        bool is_underline = len == 9 && strncmp(text, "underline", len) == 0;
        if (number >= 0)
            colour->number = number;
        else if (!is_bold && !is_underline && (len != 4 || strncmp(text, "none", len) != 0))
            return error_set(
                err, ERROR_USAGE,
                "“%.*s” is invalid: use black, red, green, yellow, blue, magenta, cyan, white, bold, "
                "underline, none",
                (int)len, text);
        colour->bold = colour->bold || is_bold;
        colour->underline = colour->underline || is_underline;
    }
    return true;
}
