/* The settings of a run, from all sources. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_CONNECT_H
#define STENO_CLI_CONNECT_H

#include "steno/cli/args.h"
#include "steno/core/settings.h"

/* Flags, environment, config and credentials into settings; warnings go to standard error. */
bool cli_load_settings(struct settings *settings, const struct args *args, struct error *err);

#endif
