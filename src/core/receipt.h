/* What the files of the receipt share. */
#ifndef STENO_CORE_RECEIPT_PRIVATE_H
#define STENO_CORE_RECEIPT_PRIVATE_H

#include "steno/core/receipt.h"

/* Fills in the row of the activity and the operations of the store; the change is known by then. */
void receipt_add_rows(struct receipt *receipt, const struct call *call, const struct call_result *result,
                      const struct receipt_context *context);
void receipt_add_told(struct receipt *receipt, const struct pending *pending, const struct project *now,
                      enum pending_finding finding, const struct receipt_context *context);

/* What an outcome is called. */
enum receipt_outcome receipt_outcome(const struct call_result *result);

#endif
