/* What only this layer calls of steno/core/ledger.h. */
#ifndef STENO_CORE_LEDGER_PRIVATE_H
#define STENO_CORE_LEDGER_PRIVATE_H

#include "steno/core/ledger.h"

/* Which version a write of one's own has made of which; false where it made none that is known. */
bool ledger_moves(const struct call *call, const struct call_result *result, int64_t *from, int64_t *to);
/* The file that an export left; false where it left none. The caller frees its texts. */
bool ledger_file_of(struct ledger_file *file, const struct call *call, const struct call_result *result,
                    int64_t when_ms);

/* Appends it; its texts are taken. */
void ledger_add(struct ledger *ledger, const struct ledger_file *file);
void ledger_clear(struct ledger *ledger);

#endif
