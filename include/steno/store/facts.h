/* Facts that `steno doctor` shows: settings with their sources, and the state of the files. Facts contain
 * no secret, so that users can paste the output. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_STORE_FACTS_H
#define STENO_STORE_FACTS_H

#include <stddef.h>

#include "steno/core/settings.h"
#include "steno/store/config.h"

enum fact_level { FACT_FINE, FACT_BAD };

struct fact {
    enum fact_level level;
    char *name; /* such as "token", "state file" */
    char *text; /* clean text */
};

struct facts {
    struct fact *rows;
    size_t count;
};

void facts_free(struct facts *facts);

/* Adds server, profile and token with their sources, then every other setting that differs from its default.
 * For a secret, adds only the source. For a command, adds only the program. */
void facts_of_settings(struct facts *facts, const struct settings *settings);

/* Adds whether config, credentials and state file exist, are private and are readable. Never creates the
 * state file. state_path NULL: the default path. */
void facts_of_files(struct facts *facts, const struct settings *settings,
                    const struct config_sources *sources, const char *state_path);

#endif
