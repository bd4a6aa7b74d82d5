/* What only this layer calls of steno/cli/early_ids.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_EARLY_IDS_PRIVATE_H
#define STENO_CLI_EARLY_IDS_PRIVATE_H

#include <stdbool.h>

#include "steno/cli/early_ids.h"
#include "steno/store/store.h"

/* Offers them to the watchlist of an open store: asks, or says how. A failure says nothing. */
void early_ids_offer(struct store *store, const struct settings *settings, bool may_ask);

#endif
