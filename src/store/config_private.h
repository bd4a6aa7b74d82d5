/* What only this layer calls of steno/store/config.h. No “config.h” beside it: that one is made by configure.
 * */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_CONFIG_PRIVATE_H
#define STENO_STORE_CONFIG_PRIVATE_H

#include "steno/store/config.h"

/* Can nobody but its owner, the user or root, write the config, or the folders of it and of the file behind a
 * link? A group that is the owner's alone may. Else ERROR_USAGE with the chmod that mends it. config_load
 * asks. */
bool config_check_access(const char *path, struct error *err);

/* What is to print the password for the server in use. */
bool config_password_command(const struct settings *settings, const char **command, struct error *err);

/* Are two addresses the same but for slashes at the end? */
bool config_same_url(const char *a, const char *b);

/* The path that NULL stands for; caller frees; NULL when there is no home. */
char *config_default_path(void);

#endif
