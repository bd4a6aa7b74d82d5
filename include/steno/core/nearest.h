/* The name that was probably meant: for "did you mean". */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_NEAREST_H
#define STENO_CORE_NEAREST_H

#include <stdbool.h>

struct nearest {
    const char *typed;
    char best[80]; /* "" while nothing is near enough */
    int distance;
};

void nearest_start(struct nearest *nearest, const char *typed);
/* Offers one candidate; the first of the nearest ones stays. One with the typed word among its own is the
 * nearest: file-format-id for format. */
void nearest_offer(struct nearest *nearest, const char *name);

#endif
