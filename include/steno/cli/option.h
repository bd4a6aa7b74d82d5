/* Options: the flags of the command line that are neither a parameter nor a setting.
 *
 * One row each; a command names the ones that it takes as a set of bits.  The
 * parser, the help and the manual read these rows.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_OPTION_H
#define STENO_CLI_OPTION_H

#include <stdint.h>

enum option_id {
    OPTION_JSON, /* the global ones first */
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_DEMO,
    OPTION_QUIET,
    OPTION_VERBOSE,
    OPTION_ACCESS_TOKEN,
    OPTION_ALL,
    OPTION_ANY,
    OPTION_AS,
    OPTION_CHECK,
    OPTION_CONSENT,
    OPTION_DRY_RUN,
    OPTION_EMAIL,
    OPTION_FAIL_ON,
    OPTION_FORCE,
    OPTION_FORGET,
    OPTION_IDS,
    OPTION_IF_NEWER,
    OPTION_INTERVAL,
    OPTION_NAME_PATTERN,
    OPTION_OFFLINE,
    OPTION_OUTPUT,
    OPTION_PASSWORD_STDIN,
    OPTION_PATH,
    OPTION_PRESET,
    OPTION_REFRESH,
    OPTION_SEND_ALL,
    OPTION_SINCE,
    OPTION_SKIP_EXISTING,
    OPTION_SORT,
    OPTION_STYLE,
    OPTION_TOKEN_STDIN,
    OPTION_UNSET,
    OPTION_ANYWAY,
    OPTION_WAIT,
    OPTION_WITHIN, /* how long to wait; --timeout is how long a call may take */
    OPTION_COUNT
};

#define OPTION_BIT(id) ((uint64_t)1 << (id))
#define OPTIONS_GLOBAL                                                                                       \
    (OPTION_BIT(OPTION_JSON) | OPTION_BIT(OPTION_HELP) | OPTION_BIT(OPTION_VERSION) |                        \
     OPTION_BIT(OPTION_DEMO) | OPTION_BIT(OPTION_QUIET) | OPTION_BIT(OPTION_VERBOSE))

struct option_def {
    const char *name;  /* without dashes: "dry-run" */
    char letter;       /* one-letter form, or 0 */
    const char *value; /* what the value is called in help; NULL for a boolean */
    const char *help;  /* one line, at most 72 cells */
};

extern const struct option_def option_defs[OPTION_COUNT];

#endif
