/* Settings: one table of all keys of the config file, their values, and the source of each value. src/core
 * keeps and checks the values. src/store reads the file. main and cli add flags and environment. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_SETTINGS_H
#define STENO_CORE_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/api/connection.h"
#include "steno/api/param.h"
#include "steno/base/error.h"
#include "steno/core/refresh.h"

enum setting_type { SETTING_TEXT, SETTING_INT, SETTING_BOOL, SETTING_CHOICE, SETTING_LIST };

/* The source of a value; the strongest is first. */
enum setting_source {
    SOURCE_FLAG,
    SOURCE_ENVIRONMENT,
    SOURCE_PROFILE,
    SOURCE_CONFIG,
    SOURCE_CREDENTIALS,
    SOURCE_DEFAULT
};

enum setting_id {
    SETTING_URL,
    SETTING_API_PATH,
    SETTING_PROFILE,
    SETTING_EMAIL,
    SETTING_TOKEN, /* from the environment or credentials, never from the config file */
    SETTING_TOKEN_COMMAND,
    SETTING_PASSWORD_COMMAND,
    SETTING_TOKEN_HEADER,
    SETTING_TOKEN_SCHEME,
    SETTING_METADATA_BODY,
    SETTING_CA_FILE,
    SETTING_ALLOW_HTTP,
    SETTING_PROXY,
    SETTING_TIMEOUT,         /* s */
    SETTING_CONNECT_TIMEOUT, /* s */
    SETTING_STALL_TIMEOUT,   /* s */
    SETTING_JSON_MAX,        /* bytes */
    SETTING_CONNECTIONS,
    SETTING_RATE_CAP,     /* maximum of requests a second; 0: no cap */
    SETTING_POLL_FAST,    /* s, for active states; at least 2 */
    SETTING_POLL_SLOW,    /* s, for None and other states */
    SETTING_SETTLE_AFTER, /* minutes that a write without an answer stays open after its time limit */
    SETTING_ACTIVE_STATES,
    SETTING_SETTLED_STATES,
    SETTING_FOLLOW,  /* show details of the selected project */
    SETTING_COLUMNS, /* columns of the watchlist, named in core/rows.h */
    SETTING_READ_ONLY,
    SETTING_COLOR, /* auto, always, never */
    SETTING_PLAIN,
    SETTING_ESCDELAY, /* ms */
    SETTING_COPY_COMMAND,
    SETTING_HOOK,
    SETTING_BELL,
    SETTING_EXPORT_DIR,
    SETTING_NAME_PATTERN,
    SETTING_LOG_FILE,
    SETTING_COUNT
};

struct setting_def {
    const char *name;  /* key in the config: "connect_timeout" */
    const char *group; /* heading in the sample and the manual */
    enum setting_type type;
    const char *def;            /* default as text; "" for none */
    const char *env;            /* environment variable, or NULL */
    const char *env_value;      /* value if the variable is set to a text; NULL: this text is the value */
    const char *flag;           /* global flag without dashes, or NULL */
    const char *value;          /* name of the value in help: "URL"; NULL with choices */
    const char *const *choices; /* NULL-ended, for SETTING_CHOICE */
    int64_t min, max;           /* for SETTING_INT, both inclusive */
    const char *unit;           /* or NULL */
    const char *help;           /* a line of at most 72 cells */
    bool not_in_config;
    bool secret;
};

extern const struct setting_def setting_defs[SETTING_COUNT];

/* A line of `[keys]` in the config: action = names of keys. The keymap checks both. */
struct settings_key {
    char *action;
    char *keys;
    char *where; /* "/home/me/.config/steno/config:12", or NULL */
    int line;
};

/* A parameter of enqueue or export that the config sets. Forms begin with its value, and commands send it. */
struct settings_param {
    const char *name; /* as in its table */
    char *value;      /* checked; "": a config profile cancels the value from the top of the file */
    char *where;      /* "/home/me/.config/steno/config:12" */
    enum setting_source source;
};

struct settings {
    char *values[SETTING_COUNT];
    enum setting_source sources[SETTING_COUNT];
    char *where[SETTING_COUNT]; /* "STENO_URL", "…/config:12", "--url"; NULL for defaults */
    char *urls[SOURCE_DEFAULT]; /* the address from each source, used or not; or NULL */
    char *token_trouble;        /* for the login form: why token_command gave no token; or NULL */
    struct settings_key *keys;
    size_t key_count;
    struct settings_param *params;
    size_t param_count;
};

void settings_init(struct settings *settings);
void settings_free(struct settings *settings);

int settings_find(const char *name); /* id, or -1 */
/* Returns the heading at this index (from 0), in the order of the table; NULL: there are fewer. */
const char *settings_group(size_t index);

/* Checks a value. The error begins with the setting's name. */
bool settings_check(enum setting_id id, const char *text, struct error *err);

/* Checks a value and sets it. If a stronger source has set the value already, changes nothing and returns
 * true. The error begins with the setting's name. For a flag, it begins with `where`. */
bool settings_put(struct settings *settings, enum setting_id id, enum setting_source source,
                  const char *where, const char *text, struct error *err);

const char *settings_text(const struct settings *settings, enum setting_id id); /* never NULL */
int64_t settings_int(const struct settings *settings, enum setting_id id);
bool settings_bool(const struct settings *settings, enum setting_id id);
/* True if password and token would go to this address unencrypted, and allow_http is false. */
bool settings_warn_of_http(const struct settings *settings, const char *url);
extern const char settings_http_warning[];
/* Tells people who expect arguments how a hook gets its data. */
extern const char settings_hook_note[];
/* True if a list setting (separated by blanks or commas) contains exactly this word. */
bool settings_list_has(const struct settings *settings, enum setting_id id, const char *word);
/* Returns '*' for an active state, '+' for Completed, '!' for another settled state, else ' '. */
char settings_state_mark(const struct settings *settings, const char *state);
/* True if the state is settled, and neither Failed nor Canceled. */
bool settings_state_is_done(const struct settings *settings, const char *state);

/* Fill the configuration of connections and of the refresh. The texts in `config` are borrowed, and valid
 * until the next settings_put(). */
void settings_to_api(const struct settings *settings, struct api_config *config);
void settings_to_refresh(const struct settings *settings, struct refresh_config *config);

/* Adds a row of `[keys]`, or replaces the earlier row of the same action. */
void settings_put_key(struct settings *settings, const char *action, const char *keys, const char *where,
                      int line);

bool settings_is_param(const char *name); /* true if the config can set this parameter */
/* Checks a parameter and sets it. If a stronger source has set it, or for SOURCE_DEFAULT, only checks it. */
bool settings_put_param(struct settings *settings, const char *name, enum setting_source source,
                        const char *where, const char *text, struct error *err);
/* Returns the parameter with this name; NULL: the config does not set it. */
const struct settings_param *settings_param(const struct settings *settings, const char *name);
/* Returns the values that the config sets for a table. Caller frees. */
struct param_set *settings_param_set(const struct settings *settings, const struct param_table *table);
/* Returns those values of `set` that are from the config: "Lang en-US (profile news)". Caller frees. */
char *settings_params_text(const struct settings *settings, const struct param_set *set);

/* True if the token comes from token_command: it is set, and flags and variables give no token. In this case
 * a saved login is ignored. */
bool settings_token_is_printed(const struct settings *settings);

/* Writes the source of a value, for login errors and `doctor`: "STENO_TOKEN (environment)". The source of a
 * token from token_command is "token_command in config:12". */
void settings_describe_source(char *out, size_t size, const struct settings *settings, enum setting_id id);

#endif
