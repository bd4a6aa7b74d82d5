/* What the files of the receipt share. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_RECEIPT_PRIVATE_H
#define STENO_CORE_RECEIPT_PRIVATE_H

#include "steno/core/receipt.h"

/* Fills in the row of the activity and the operations of the store; the change is known by then. */
void receipt_add_rows(struct receipt *receipt, const struct call *call, const struct call_result *result,
                      const struct receipt_context *context);
void receipt_add_told(struct receipt *receipt, const struct pending *pending, const struct project *now,
                      enum pending_finding finding, const struct receipt_context *context);

/* The versions before and after a write that was sent from here; false where it made none that is known. */
bool receipt_ledger_moves(const struct call *call, const struct call_result *result, int64_t *from,
                          int64_t *to);
/* The file that an export left; false where it left none. The caller frees its texts. */
bool receipt_ledger_file(struct ledger_file *file, const struct call *call, const struct call_result *result,
                         int64_t when_ms);

#endif
