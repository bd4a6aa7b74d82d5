/* The config file, which steno never writes: `key = value` lines and the sections `[profile NAME]` and
 * `[keys]`. A line that starts with # or ; is a comment. Blanks around a value are removed; inside it `#`,
 * `;` and quotes have no special meaning. An error about an unknown name or a bad value has file and line. */
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
    bool sealed;                  /* with --demo: the config and STENO_ variables are ignored */
    bool is_login;                /* the command replaces the saved login: no warnings about that login */
};

/* Adds environment, config and credentials to settings that already have the options of the command line. The
 * profile comes from the option, STENO_PROFILE, or `profile` in the config; else it is "default". A saved
 * token is used only for its own server. No command is run. False with err filled on a bad value, an
 * unreadable file, or a file that others can write. `warnings` may be NULL. */
bool config_load(struct settings *settings, const struct config_sources *sources,
                 struct form_warnings *warnings, struct error *err);

/* True if the chosen profile exists: "default", or a section of the config or the credentials. If not, the
 * error lists the existing profiles. */
bool config_check_profile(const struct settings *settings, const struct config_sources *sources,
                          struct error *err);

/* Returns the names of all profiles, "default" first. Of a file with a fault, only the names before the fault
 * are returned. Caller frees the array and each name. */
char **config_profile_names(const struct config_sources *sources, size_t *count);

/* Sets *command to the command that prints the token (SETTING_TOKEN_COMMAND) or the password for `url`. "" if
 * there is none, or if an option or a variable sets the token. A command serves only the server of the `url`
 * in its section (the lines before the first section count as a section), because no other server may get the
 * secret. False: the section of the command has no `url`, or that of another server. */
bool config_command(const struct settings *settings, enum setting_id id, const char *url,
                    const char **command, struct error *err);

/* Runs the command that config_command finds for the server in use. *secret is the first line of its output,
 * which the caller wipes and frees; NULL if there is no command. The command may take 30 s, or `timeout` if
 * that is less. False: the command is for another server or failed; the error then has the last line of its
 * standard error. */
bool config_fetch_secret(const struct settings *settings, enum setting_id id, char **secret,
                         struct error *err);

/* If token_command is the source of the token, runs that command and sets the token. Call before the first
 * request. */
bool config_fetch_token(struct settings *settings, struct error *err);

/* Gets a new token after the server answered 401; any thread may call this. Runs `command`; if `command` is
 * "", reads the profile's saved token (credentials_path NULL: the default). Caller wipes and frees *token.
 * *token is "" if there is none, or if the saved token is for another server than `url`, or for another
 * account than `email`. */
bool config_read_token(const char *credentials_path, const char *profile, const char *url, const char *email,
                       const char *command, char **token, struct error *err);

/* True if only the user, the user's private group and root can write the config and its folder. For a link,
 * the same is checked for its target and the target's folder. False: ERROR_USAGE, with the chmod command that
 * helps. config_load calls this function. */
bool config_check_access(const char *path, struct error *err);

/* Returns a copy of `given`; if that is NULL, the default path. Caller frees; NULL: no home folder. */
char *config_path(const char *given);

/* --- INI lines, for the config and the credentials --- */

#define INI_FILE_MAX ((size_t)1 << 20)

struct ini_line {
    const char *path;
    int number;          /* from 1 */
    const char *section; /* "" before the first section */
    const char *key;     /* NULL for the line [SECTION] */
    const char *value;
};
typedef bool ini_each(void *arg, const struct ini_line *line, struct error *err);

/* Calls `each` for every section and key, until `each` returns false. A missing file counts as empty. */
bool ini_read(const char *path, ini_each *each, void *arg, struct error *err);
/* Like ini_read, but for a text in memory. Changes the text and the byte after it. Errors contain `path`. */
bool ini_read_text(const char *path, char *text, size_t len, ini_each *each, void *arg, struct error *err);

#endif
