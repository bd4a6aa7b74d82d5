/* What only this layer calls of steno/store/credentials.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_CREDENTIALS_PRIVATE_H
#define STENO_STORE_CREDENTIALS_PRIVATE_H

#include "steno/store/credentials.h"

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

#endif
