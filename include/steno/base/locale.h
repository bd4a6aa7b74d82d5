/* The locale at start: UTF-8 wherever it can be had, numbers always in the C form. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_BASE_LOCALE_H
#define STENO_BASE_LOCALE_H

#include <stdbool.h>

/* Call once, before curses and before threads. Takes the user's locale, C.UTF-8 when it does not exist. True
 * when the terminal may be sent UTF-8. False means ASCII only; widths are measured in UTF-8 even then, so
 * that columns stand in the same place. */
bool locale_start(void);

#endif
