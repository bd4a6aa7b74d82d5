/* Projects that were added before a server was set. The server that is set later has a watchlist of its own:
 * on a terminal it is asked once whether they are to be moved there, elsewhere it is said once how to. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_EARLY_IDS_H
#define STENO_CLI_EARLY_IDS_H

#include "steno/core/settings.h"

/* For a session, before its screen: state.db is only opened where there are any. */
void early_ids_start(const struct settings *settings);

#endif
