/* One global bench for the cases of a test program; most cases start with bench_ready(). */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_APP_SCENE_H
#define STENO_TESTS_APP_SCENE_H

#include "support/app_bench.h"

extern struct bench bench;

/* A suite's .init and .fini: bench_ready() and bench_free(). */
void scene_start(void);
void scene_stop(void);
/* scene_stop(), then scene_start(): starts again within a case. */
void scene_anew(void);
/* Presses these keys, or enters a command line that begins with ":"; "": nothing. Returns the bench. */
struct bench *after(const char *keys);
/* Runs SQL on the store. */
void scene_sql(const char *statement);
/* Puts a preset or a draft for a form into the store; `table` is its parameter table, `json` an object. */
void scene_preset(const char *name, const char *table, const char *json);
void scene_draft(const char *table, int64_t id, const char *json);
/* The top form; the text of the prompt. */
struct form *scene_form(void);
const char *scene_line(void);

#endif
