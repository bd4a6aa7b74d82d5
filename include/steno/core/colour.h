/* How a role looks that the section [colours] of the config names: a colour and attributes. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_COLOUR_H
#define STENO_CORE_COLOUR_H

#include <stdbool.h>

#include "steno/base/error.h"

struct colour {
    int number; /* 0 black to 7 white, as terminals count them; -1: the terminal's own */
    bool bold, underline;
};

/* Reads "red bold", "underline", "none". False with the reason where a word is none of these. */
bool colour_read(struct colour *colour, const char *text, struct error *err);

#endif
