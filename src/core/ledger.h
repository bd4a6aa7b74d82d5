/* What only this layer calls of steno/core/ledger.h. */
#ifndef STENO_CORE_LEDGER_PRIVATE_H
#define STENO_CORE_LEDGER_PRIVATE_H

#include "steno/core/ledger.h"

void ledger_clear(struct ledger *ledger);

#endif
