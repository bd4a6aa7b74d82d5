/* What only this layer calls of steno/work/engine.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_ENGINE_PRIVATE_H
#define STENO_WORK_ENGINE_PRIVATE_H

#include "steno/work/engine.h"

/* A turn for each answer of the store that waits, and for nothing but hooks else: the end has begun. True
 * when one of them went well. */
bool engine_drain(struct engine *engine);

/* engine_session.c */

/* Server and token for the calls to come. */
void engine_set_session(struct engine *engine, const struct effect *effect);
/* Reads the token again, as EFFECT_TOKEN wants it. */
void engine_find_token(struct engine *engine, const struct effect *effect);
/* Is the file of the logins another one than at the last look? Its rights count too. */
bool engine_login_has_changed(struct engine *engine);

#endif
