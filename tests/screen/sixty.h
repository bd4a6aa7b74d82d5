/* The worlds of the drawings of a day with sixty projects, Sun 2026-11-22 15:30:00 UTC, zone UTC.
 *
 * A drawing is given projects, a credit and what was sent before, never a line of text. Each stands in
 * tests/fixtures/screens/sixty; mock_expect(bench, "sixty/mark80") compares it cell by cell. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_SCREEN_SIXTY_H
#define STENO_TESTS_SCREEN_SIXTY_H

#include "screen/mock.h"

/* Sun 2026-11-22 15:30:00 UTC. */
#define SIXTY_WALL_MS INT64_C(1795361400000)

/* What a drawing has other than most. */
struct sixty {
    const char
        *order; /* the first ids of the own order, "12 21 25"; the others follow as in the table; NULL */
    const char *states; /* "27 InProgress 15:30, 31 Failed 05-15": states, and since when; NULL */
    int64_t credit;     /* CreditMinutes of the account */
};

/* The morning: 3 and the lectures from 15 to 59 are None, no job is in progress; 39 is read-only. */
void sixty_morning(struct bench *bench, int cols, int rows, const struct sixty *with);
/* The afternoon: three in progress, three failed, one canceled, nine None, the others Completed. */
void sixty_afternoon(struct bench *bench, int cols, int rows, const struct sixty *with);
/* From now on some have other states, as in `states` above. */
void sixty_change(const char *states);
/* A project of the world that was made last, as the server gives it; caller frees. */
char *sixty_project(int64_t id);
/* Answers all reads of projects under way with that world. */
void sixty_answer_reads(struct bench *bench);

#endif
