/* What a program may write to a terminal: the laws that every byte of a transcript is held against. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_TRANSCRIPT_H
#define STENO_TESTS_E2E_TRANSCRIPT_H

#include <stddef.h>

#include "support/pty.h"

/* Fails the test for the first byte or sequence that curses itself does not send to an xterm with NO_COLOR:
 * C0 beside CR, LF, BS, TAB and ESC; DEL; C1; bidi controls, U+2028/9; what is no UTF-8; OSC, DCS and the
 * like; a clear without home; a colour. `where` is said with it. */
void transcript_is_clean(struct pty *pty, const char *where);
/* Like transcript_is_clean() for plain output: no ESC at all, no CR, no BS. */
void transcript_text_is_clean(const char *text, size_t len, const char *where);

#endif
