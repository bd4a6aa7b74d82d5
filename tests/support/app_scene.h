/* The one bench of a test program's cases: most of them open it at the same scene. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_APP_SCENE_H
#define STENO_TESTS_APP_SCENE_H

#include "support/app_bench.h"

extern struct bench bench;

/* A suite's .init and .fini: bench_ready() and bench_free(). */
void scene_start(void);
void scene_stop(void);
/* Both: another scene in the same case. */
void scene_anew(void);
/* The bench after these keys, or after a line of commands that stands behind ":"; "": as it is. */
struct bench *after(const char *keys);
/* The store does this, too. */
void scene_sql(const char *statement);
/* It has a preset, or a draft, of the form of a table: JSON of an object. */
void scene_preset(const char *name, const char *table, const char *json);
void scene_draft(const char *table, int64_t id, const char *json);
/* What is typed in the topmost form, or in the prompt. */
struct form *scene_form(void);
const char *scene_line(void);

#endif
