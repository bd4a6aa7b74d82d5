/* What the tests of the dialogue by lines share: scripts through a pipe, and a terminal whose bytes are
 * looked at. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_PLAIN_RUN_H
#define STENO_TESTS_E2E_PLAIN_RUN_H

#include "e2e/cli_run.h"
#include "support/pty.h"

#define PLAIN_LIMIT_MS 20000

/* A sandbox with the token "t0ken" and these further arguments; STENO_URL and STENO_TOKEN in the home. */
void plain_start(struct bench *bench, const char *sandbox_arguments);

/* Runs `steno --plain` and these arguments on a script until its end, expects exit code 0, and looks at every
 * byte. Returns what it wrote; caller frees. */
char *plain_script(struct bench *bench, const char *arguments, const char *script);

/* `steno --plain` in a terminal. */
struct pty *plain_terminal(struct bench *bench, const char *arguments);
/* Types a line and waits for what comes of it. Marks the transcript before. */
void plain_type(struct pty *pty, const char *line, const char *awaited);
/* Looks at every byte since the start or the last mark. */
void plain_check_terminal(struct pty *pty);

/* Ends the test when the text is not in what was written. */
void plain_expect(const char *written, const char *text);

/* Is every byte one that may be written: text, newline, and from a terminal the carriage return? No Esc, no
 * other control, no C1, no bidi control, no braille. */
void plain_check_bytes(const char *written, size_t len, bool from_terminal);

#endif
