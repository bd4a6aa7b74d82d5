/* The world of the drawn screens, zone UTC: a day with sixty projects, Sun 2026-11-22. A drawing is given
 * projects, a credit and what was done before, never a line of text.
 *
 * Each opens the console over its world, logged in, with everything read and drawn. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SCREEN_WORLDS_H
#define STENO_TESTS_SCREEN_WORLDS_H

#include "screen/scene.h"

/* 15:30:00 of that day. */
#define SIXTY_WALL_MS INT64_C(1795361400000)

/* An empty watchlist, before the server answered anything. */
void world_open_empty(int cols, int rows);

/* The morning: 3 and the lectures from 15 to 59 are None, no job is in progress; 39 is read-only; 307
 * minutes. */
void sixty_morning(int cols, int rows);
/* The afternoon: three in progress, three failed, one canceled, nine None, the others Completed; 37 minutes.
 */
void sixty_afternoon(int cols, int rows);

/* From now on a project has this state, since a time such as "15:30". */
void world_change(int64_t id, const char *state, const char *since);
/* Answers all reads of projects under way with the world that was opened last. */
void world_answer_reads(void);
/* The details follow, and what they ask for is answered. */
void world_rest(void);
/* The clock stands there. */
void world_clock(int64_t wall_ms);

#endif
