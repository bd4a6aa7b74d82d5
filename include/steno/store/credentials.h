/* The saved login of each profile, in an INI file with mode 0600. If others can read the file, its tokens are
 * not used; if others can write it, the whole file is refused. Saving a login writes a new private file,
 * which keeps the other profiles. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_CREDENTIALS_H
#define STENO_STORE_CREDENTIALS_H

#include <stdbool.h>

#include "steno/base/error.h"

struct credentials {
    char *url;
    char *api_path;
    char *email;
    char *token; /* secret, wiped when it is freed; "" after a logout */
    int line;    /* line number of the profile's section; 0: there is none */
    /* Says that others can read the file; the token is then "". ERROR_NONE: they cannot. */
    struct error exposed;
};

/* Loads the saved login of a profile. If the file or the profile is missing, all texts are "". If others can
 * read the file, `exposed` is set; if others can write it, fails. path NULL: the default path. */
bool credentials_load(struct credentials *credentials, const char *path, const char *profile,
                      struct error *err);
void credentials_free(struct credentials *credentials);

/* Saves the login of one profile. A NULL argument keeps the old value. */
bool credentials_save(const char *path, const char *profile, const char *url, const char *api_path,
                      const char *email, const char *token, struct error *err);

/* Deletes the token of a profile; with `all`, also address and email. Succeeds even if nothing was saved.
 * *was_there: true if a token was saved; `was_there` may be NULL. */
bool credentials_forget(const char *path, const char *profile, bool all, bool *was_there, struct error *err);

/* Returns a copy of `given`; if that is NULL, the default path. Caller frees; NULL: no home folder. */
char *credentials_path(const char *given);

#endif
