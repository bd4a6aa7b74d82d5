/* What only this layer calls of steno/work/engine.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_ENGINE_PRIVATE_H
#define STENO_WORK_ENGINE_PRIVATE_H

#include "steno/work/engine.h"

/* A turn for each answer of the store that waits, and for nothing but hooks else: the end has begun. True
 * when one of them went well. */
bool engine_drain(struct engine *engine);

/* Ends the store, after the last turn; writes without an answer that it keeps no record of go to the last
 * words and the exit code. */
void engine_end_store(struct engine *engine);

#endif
