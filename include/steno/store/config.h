/* The config file has lines `key = value` and the sections `[profile NAME]` and `[keys]`. steno never writes
 * the file. A line that starts with # or ; is a comment. Blanks around a value are removed. Inside a value #,
 * ; and quotes have no special meaning. Errors about a line contain file and line number. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_CONFIG_H
#define STENO_STORE_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "steno/base/error.h"
#include "steno/core/forms.h"
#include "steno/core/settings.h"

struct config_sources {
    const char *config_path;      /* NULL: the file `config` in the config folder */
    const char *credentials_path; /* NULL: the file `credentials` in the config folder */
    bool sealed;                  /* true with --demo: ignore the config and STENO_ variables */
    bool is_login;                /* true in a login: no warnings about the saved login */
};

/* Adds environment, config and credentials to settings, which already have the options of the command line.
 * The profile is named by the option, STENO_PROFILE, or `profile` in the config; else it is "default". A
 * saved token is used only for its own server. The commands for secrets are not run. False: a bad value, an
 * unreadable file, or a file that others can write. `warnings` can be NULL. */
bool config_load(struct settings *settings, const struct config_sources *sources,
                 struct form_warnings *warnings, struct error *err);

/* True if the chosen profile exists: "default", or a section of the config or the credentials. False:
 * the error lists the existing profiles. */
bool config_check_profile(const struct settings *settings, const struct config_sources *sources,
                          struct error *err);

/* Returns the names of all profiles, "default" first. From a file with a fault, returns only the names before
 * the fault. Caller frees the array and each name. */
char **config_profile_names(const struct config_sources *sources, size_t *count);

/* Sets *command to the command that prints the token (SETTING_TOKEN_COMMAND) or the password for the server
 * `url`. *command is "" if no command is set, or if an option or a variable sets the token. A secret is
 * only for the server whose address is in the section of the command. (The lines before the first section
 * count as a section.) False: the section has no address, or the address of another server. */
bool config_command(const struct settings *settings, enum setting_id id, const char *url,
                    const char **command, struct error *err);

/* Runs the command that config_command finds for the server in use. *secret is the first line of the
 * command's output; NULL: there is no command. Caller wipes and frees *secret. The time limit is 30 s, or the
 * setting `timeout` if it is shorter. False: the command is for another server, or failed. After a failure
 * the error contains the last line that the command wrote to standard error. */
bool config_fetch_secret(const struct settings *settings, enum setting_id id, char **secret,
                         struct error *err);

/* If the token comes from token_command, runs this command and sets the token. Call before the first
 * request. */
bool config_fetch_token(struct settings *settings, struct error *err);

/* Gets a new token after the server has answered 401. Any thread can call this function. Runs `command`; if
 * `command` is "", reads the saved token of the profile. credentials_path NULL: the default path. *token is
 * "" if no token is saved for the server `url` and the account `email`. Caller wipes and frees *token. */
bool config_read_token(const char *credentials_path, const char *profile, const char *url, const char *email,
                       const char *command, char **token, struct error *err);

/* True if only the user, the user's private group and root can write the config and its folder. If the config
 * is a link, its target and the target's folder are checked too. False: ERROR_USAGE with advice. */
bool config_check_access(const char *path, struct error *err);

/* Returns a copy of `given`; if `given` is NULL, the default path. Caller frees. NULL: no home folder. */
char *config_path(const char *given);

/* --- INI lines, for the config and the credentials --- */

#define INI_FILE_MAX ((size_t)1 << 20)

struct ini_line {
    const char *path;
    int number;          /* from 1 */
    const char *section; /* "" before the first section */
    const char *key;     /* NULL: the line is [SECTION] */
    const char *value;
};
typedef bool ini_each(void *arg, const struct ini_line *line, struct error *err);

/* Calls `each` for every section and key, until `each` returns false. A missing file counts as empty. */
bool ini_read(const char *path, ini_each *each, void *arg, struct error *err);
/* Like ini_read(), but reads `text`. Overwrites `text` and the byte after `text`. Errors contain `path`. */
bool ini_read_text(const char *path, char *text, size_t len, ini_each *each, void *arg, struct error *err);

#endif
