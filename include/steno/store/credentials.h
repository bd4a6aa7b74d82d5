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

/* What is saved of a profile. */
struct credentials {
    char *url;
    char *api_path;
    char *email;
    char *token; /* secret, wiped; "" after a logout */
    int line;    /* of the profile's section; 0 when there is none */
    /* Why the token is "" though there may be one: others can read the file. Else ERROR_NONE. */
    struct error exposed;
};

/* A missing file or profile gives empty texts and is no error, nor is a file that others can read; one that
 * others can write is. path NULL: the default. */
bool credentials_load(struct credentials *credentials, const char *path, const char *profile,
                      struct error *err);
void credentials_free(struct credentials *credentials);

/* Replaces one profile. NULL texts keep what was there. */
bool credentials_save(const char *path, const char *profile, const char *url, const char *api_path,
                      const char *email, const char *token, struct error *err);

/* Forgets the token of a profile; with `all` its address and email as well. True when there was nothing to
 * forget; *was_there tells whether there was a token; it may be NULL. */
bool credentials_forget(const char *path, const char *profile, bool all, bool *was_there, struct error *err);

/* The path that was given, of NULL the default; caller frees; NULL when there is no home. */
char *credentials_path(const char *given);

#endif
