/* curses, always in its wide form, and only for this layer. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TUI_CURSES_H
#define STENO_TUI_CURSES_H

#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#define NCURSES_NOMACROS
#include <curses.h>

#endif
