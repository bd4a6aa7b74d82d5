/* What only this layer calls of steno/work/engine.h. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_WORK_ENGINE_PRIVATE_H
#define STENO_WORK_ENGINE_PRIVATE_H

#include "steno/work/engine.h"

struct mail;

/* One letter, as the event that it is. */
void engine_letter(struct engine *engine, struct mail *mail);

/* A line for standard error after the end, and an exit code in place of 0. */
void engine_take_report(struct engine *engine, const char *text, int code);

#endif
