/* Drawn screens: each has its fixture, the cells it must have (tests/fixtures/screens) and a fixed clock.
 *
 * A file has a row a line: its first character says how the row looks (R a heading whose first 16 cells are
 * reversed, B one without), the second is `|`, the rest is the text. `~` stands for rows that are left out,
 * lines with `#` say why something is as it is. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SCREEN_MOCK_H
#define STENO_TESTS_SCREEN_MOCK_H

#include "support/app_bench.h"

/* Sat 2026-11-21 19:11:42 UTC. */
#define MOCK_WALL_MS INT64_C(1795288302000)

/* The watchlist of twelve projects, read a moment ago, with an account that has 600 minutes left. */
void mock_world(struct bench *bench, int cols, int rows);
/* mock_world() while the message line still says that the first one was enqueued at 19:02. */
void mock_world_told(struct bench *bench, int cols, int rows);
/* mock_world() before the server answered anything: with as many projects, at most twelve. */
void mock_start(struct bench *bench, int cols, int rows, size_t projects);
/* A project of that world as the server gives it; caller frees. */
char *mock_project(int64_t id);
/* Answers all reads under way with that world. */
void mock_answer_reads(struct bench *bench);

/* Draws the screen. */
void mock_show(struct bench *bench);
/* Draws it, compares every row with the file of that name, and presses each key that its bar names, in a copy
 * of the program: none may be refused. With MOCK_WRITE in the environment a file that differs, or is not
 * there yet, is written instead. */
void mock_expect(struct bench *bench, const char *name);

#endif
