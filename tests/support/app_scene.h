/* One global bench for all cases of a test program; most cases start with bench_ready(). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_APP_SCENE_H
#define STENO_TESTS_APP_SCENE_H

#include "support/app_bench.h"

extern struct bench bench;

/* For .init and .fini of a suite: call bench_ready() and bench_free() for the global bench. */
void scene_start(void);
void scene_stop(void);
/* Calls scene_stop(), then scene_start(): for a new start within a case. */
void scene_anew(void);
/* Presses these keys, or runs the command after a ":" at the start; "": nothing. Returns the bench. */
struct bench *after(const char *keys);
/* Runs SQL on the store. */
void scene_sql(const char *statement);
/* Put a preset or a draft of a form into the store. `table` names the parameter table of the form; the
 * values are the object `json`. */
void scene_preset(const char *name, const char *table, const char *json);
void scene_draft(const char *table, int64_t id, const char *json);
/* Return the top form, and the text in the prompt. */
struct form *scene_form(void);
const char *scene_line(void);

#endif
