/* The saved login of each profile, in an INI file with mode 0600. If others can read the file, its tokens are
 * not used. If others can write the file, the whole file is refused. Saving a login creates a new file with
 * mode 0600, which keeps the other profiles. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_CREDENTIALS_H
#define STENO_STORE_CREDENTIALS_H

#include <stdbool.h>

#include "steno/base/error.h"

struct credentials {
    char *url;
    char *api_path;
    char *email;
    char *token; /* secret, wiped when freed; "" after a logout */
    int line;    /* line number of the profile's section; 0: no section */
    /* Set if others can read the file; `token` is then "". Else ERROR_NONE. */
    struct error exposed;
};

/* Loads the saved login of a profile. If the file or the profile is missing, all texts are "". If others can
 * read the file, sets `exposed`. If others can write the file, fails. path NULL: the default path. */
bool credentials_load(struct credentials *credentials, const char *path, const char *profile,
                      struct error *err);
void credentials_free(struct credentials *credentials);

/* Saves the login of one profile. If url, api_path, email or token is NULL, keeps its saved value. */
bool credentials_save(const char *path, const char *profile, const char *url, const char *api_path,
                      const char *email, const char *token, struct error *err);

/* Deletes the token of a profile; if `all` is true, also address and email. Succeeds even if nothing was
 * saved. *was_there: true if a token was saved; `was_there` can be NULL. */
bool credentials_forget(const char *path, const char *profile, bool all, bool *was_there, struct error *err);

/* Returns a copy of `given`; if `given` is NULL, the default path. Caller frees. NULL: no home folder. */
char *credentials_path(const char *given);

#endif
