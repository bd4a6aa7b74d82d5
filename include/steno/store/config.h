/* The config file: INI, read whole, never written.
 *
 * `key = value` lines; `[profile NAME]` and `[keys]` sections; a
 * line that starts with # or ; is a comment.  A value is kept whole, without the blanks around it:
 * `#`, `;` and quotes within it belong to it.  Unknown names and bad values are errors
 * that name file and line.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_CONFIG_H
#define STENO_STORE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/error.h"
#include "steno/core/forms.h"
#include "steno/core/settings.h"

struct config_sources {
    const char *config_path;      /* NULL: config in the config folder */
    const char *credentials_path; /* NULL: credentials there */
    bool sealed;                  /* --demo: environment and config are not looked at */
    bool is_login; /* the saved login is about to be replaced: that it is not used is not told */
};

/* Adds environment, config and credentials to settings that hold the flags already.  The profile is chosen by
 * flag, STENO_PROFILE, `profile` of the config, else "default".  A saved token is used only for the server it
 * was made for.  No command is run.  False with a sentence on a bad value, an unreadable file, or one that
 * others can write; warnings may be NULL. */
bool config_load(struct settings *settings, const struct config_sources *sources,
                 struct form_warnings *warnings, struct error *err);

/* Is the chosen profile there: "default", or a section of the config or of the credentials? Else a sentence
 * that names those there are. */
bool config_check_profile(const struct settings *settings, const struct config_sources *sources,
                          struct error *err);

/* The profiles there are, "default" first; of a file that cannot be read those before the fault. Caller frees
 * the array and each name. */
char **config_profile_names(const struct config_sources *sources, size_t *count);

/* A command that hands out a secret belongs to the url beside it, in its section or, both, at the top of the
 * config; what it prints goes to no other server.  Compared as saved logins are.
 *
 * *command: what is to print the token (SETTING_TOKEN_COMMAND) or the password for `url`; "" when there is no
 * command, or a flag or variable gave the token.  False: it is for another server, or has no url beside it.
 */
bool config_command(const struct settings *settings, enum setting_id id, const char *url,
                    const char **command, struct error *err);

/* Runs such a command for the server in use: *secret is the first line of its output, what follows is not
 * looked at; wiped and freed by the caller; NULL when there is nothing to run.  The command has 30 s, or
 * `timeout` where that is less.  False, with the last line that it wrote to its standard error: there is no
 * login. */
bool config_fetch_secret(const struct settings *settings, enum setting_id id, char **secret,
                         struct error *err);

/* Puts the token that token_command prints, where that is its source. Call before the first request. */
bool config_fetch_token(struct settings *settings, struct error *err);

/* Reads a token's source again after a 401, from any thread: runs `command`, or when it is "" reads the
 * profile's saved token (credentials_path NULL: the default). *token is new, wiped and freed by the caller,
 * "" when there is none, or when the saved one was made for another server than `url` meanwhile, or for
 * another account than `email` where both are known. */
bool config_read_token(const char *credentials_path, const char *profile, const char *url, const char *email,
                       const char *command, char **token, struct error *err);

/* Can nobody but its owner, the user or root, write the config, or the folders of it and of the file behind a
 * link? A group that is the owner's alone may. Else ERROR_USAGE with the chmod that mends it. config_load
 * asks. */
bool config_check_access(const char *path, struct error *err);

/* The path that was given, of NULL the default; caller frees; NULL when there is no home. */
char *config_path(const char *given);

/* --- INI lines, as the config and the credentials have them --- */

#define INI_FILE_MAX ((size_t)1 << 20)

struct ini_line {
    const char *path;
    int number;          /* from 1 */
    const char *section; /* "" before the first */
    const char *key;     /* NULL for a section's own line */
    const char *value;
};
typedef bool ini_each(void *arg, const struct ini_line *line, struct error *err);

/* Calls `each` for every section and key; false from it ends the reading. A missing file has no lines. */
bool ini_read(const char *path, ini_each *each, void *arg, struct error *err);
/* Of a text in memory, which is taken apart; a byte behind it is written to. `path` names it in errors. */
bool ini_read_text(const char *path, char *text, size_t len, ini_each *each, void *arg, struct error *err);

#endif
