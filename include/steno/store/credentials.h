/* Credentials: the saved login of each profile, in an INI file with mode 0600.
 *
 * If others can read the file, its tokens are not used. If others can write it, the whole file is refused.
 * Saving replaces it by a new private file with the other profiles.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_CREDENTIALS_H
#define STENO_STORE_CREDENTIALS_H

#include <stdbool.h>

#include "steno/base/error.h"

/* The saved login of one profile. */
struct credentials {
    char *url;
    char *api_path;
    char *email;
    char *token; /* secret, wiped; "" after a logout */
    int line;    /* line number of the profile's section; 0: no such section */
    /* Set if others can read the file, because then the token is "". Else ERROR_NONE. */
    struct error exposed;
};

/* A missing file or profile gives empty texts and is no error. A file that others can read is no error
 * either, but a file that others can write is one. path NULL: the default. */
bool credentials_load(struct credentials *credentials, const char *path, const char *profile,
                      struct error *err);
void credentials_free(struct credentials *credentials);

/* Saves one profile. A NULL text keeps the old value. */
bool credentials_save(const char *path, const char *profile, const char *url, const char *api_path,
                      const char *email, const char *token, struct error *err);

/* Deletes the token of a profile; with `all` also its address and email. True also if nothing was saved.
 * *was_there: was a token saved? It may be NULL. */
bool credentials_forget(const char *path, const char *profile, bool all, bool *was_there, struct error *err);

/* `given`, or the default path if it is NULL. Caller frees; NULL without a home folder. */
char *credentials_path(const char *given);

#endif
