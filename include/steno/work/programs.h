/* Programs of the operator: the clipboard, as far as one can reach it (copy_command, tmux's buffer, and the
 * sequence for a terminal), and the hook that hears of a change of state. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_PROGRAMS_H
#define STENO_WORK_PROGRAMS_H

#include <stdbool.h>
#include <stdint.h>

#include "steno/base/error.h"
#include "steno/core/settings.h"

struct program;

#define COPY_OSC_MAX 74994 /* bytes of text that OSC 52 may carry: terminals cut at 100,000 of base64 */

/* Is tmux around us? */
bool copy_in_tmux(void);

/* The OSC 52 sequence for a text, wrapped for tmux where it must be; NULL when it is too long.
 * Caller frees. */
char *copy_osc52(const char *text, bool in_tmux);

/* Fills the program that copies the text; program->argv NULL: the terminal must do it. False on a bad
 * copy_command. */
bool copy_program(const struct settings *settings, const char *text, struct program *program,
                  struct error *err);

#define NOTIFY_HOOK_LIMIT_MS 10000

struct notify_change {
    int64_t id;
    const char *from, *to, *name; /* cleaned */
    const char *url;              /* the server's address; NULL: that of the settings */
};

/* The words of the setting, with the id in place of each {id}, and the hook's environment: STENO_ID,
 * STENO_FROM, STENO_STATE, STENO_NAME, STENO_PROFILE and STENO_URL. Both NULL-ended, freed with
 * spawn_argv_free. Texts of the server are no arguments: a program would take one that begins with "-" for an
 * option. False with a sentence on a bad command, true with *argv NULL when no hook is set. */
bool notify_hook(const struct settings *settings, const struct notify_change *change, char ***argv,
                 char ***env, struct error *err);

#endif
