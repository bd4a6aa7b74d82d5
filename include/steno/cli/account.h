/* What `login` and `whoami` share. */
#ifndef STENO_CLI_ACCOUNT_H
#define STENO_CLI_ACCOUNT_H

#include "steno/cli/cli.h"

/* Prints the account: {"ok","user","claims"}, or every field. Returns the exit code. */
int account_report(struct cli *cli, const struct login *login);

/* Saves server, email (NULL keeps the one that stands there) and token for the profile. */
bool account_save(struct cli *cli, const char *email, const char *token, struct error *err);

#endif
