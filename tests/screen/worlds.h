/* The world of the drawn screens: sixty projects on Sunday 2026-11-22, in UTC. A world has projects, a credit
 * and earlier actions; all texts on the screens come from the program.
 *
 * Each function opens the console on its world, logged in, with everything read and drawn. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SCREEN_WORLDS_H
#define STENO_TESTS_SCREEN_WORLDS_H

#include "screen/scene.h"

/* 15:30:00 of that day. */
#define SIXTY_WALL_MS INT64_C(1795361400000)

/* An empty watchlist, at 15:29:40. */
void world_open_empty(int cols, int rows);

/* The morning: 3 and the lectures from 15 to 59 are None, none is in progress, 39 is read-only; 307 minutes
 * of credit. */
void sixty_morning(int cols, int rows);
/* The afternoon: three in progress, three failed, one canceled, nine None, the others Completed; 37 minutes
 * of credit. */
void sixty_afternoon(int cols, int rows);

/* Sets the state of a project, and its time, such as "15:30". */
void world_change(int64_t id, const char *state, const char *since);
/* Answers all reads of projects under way from the open world. */
void world_answer_reads(void);
/* Lets the details follow the cursor, and answers their reads. */
void world_rest(void);
/* Sets the wall clock. */
void world_clock(int64_t wall_ms);

#endif
