/* What only this layer calls of steno/core/pending.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_PENDING_PRIVATE_H
#define STENO_CORE_PENDING_PRIVATE_H

#include "steno/core/pending.h"

/* A call that is about to be sent; caller frees. */
struct pending *pending_new(const struct call *call, const struct settings *settings, int64_t when_ms);

/* Frees it with what it holds; NULL is fine. */
void pending_free(struct pending *pending);

/* What a reading shows of it; `before` as pending_seen gives it. Borrows all of them. */
struct look pending_look(const struct pending *pending, const struct project *before,
                         const struct project *now, const struct settings *settings);

#endif
