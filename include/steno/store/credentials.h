/* Credentials: what a login leaves behind, per profile, in a 0600 INI file.
 *
 * Its token is not used while others can read it; refused while they can write
 * it.  Written by temporary file and rename, private again; other profiles are
 * kept.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_CREDENTIALS_H
#define STENO_STORE_CREDENTIALS_H

#include <stdbool.h>

#include "steno/base/error.h"

/* Replaces one profile. NULL texts keep what was there. */
bool credentials_save(const char *path, const char *profile, const char *url, const char *api_path,
                      const char *email, const char *token, struct error *err);

/* Forgets the token of a profile and keeps the rest. True when there was nothing to forget, which *was_there
 * tells; it may be NULL. */
bool credentials_drop(const char *path, const char *profile, bool *was_there, struct error *err);

/* Forgets its address and email as well. */
bool credentials_forget(const char *path, const char *profile, bool *was_there, struct error *err);

/* The path that NULL stands for; caller frees; NULL when there is no home. */
char *credentials_default_path(void);

#endif
