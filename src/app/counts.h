/* Keeping the counts of the watchlist. */
#ifndef STENO_APP_COUNTS_PRIVATE_H
#define STENO_APP_COUNTS_PRIVATE_H

#include <stdbool.h>

#include "steno/app/counts.h"

/* Counts again; true when anything is another than before. */
bool app_counts_update(struct app *app);

#endif
