/* How many projects are in which state, in the words of the service or as marks; counted one by one, as they
 * come, go, or have another state. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_COUNTS_H
#define STENO_APP_COUNTS_H

#include <stddef.h>

struct app;

/* As many words of their own; what comes beyond them is counted together. */
#define COUNTS_MAX  8
#define COUNTS_WORD 24

/* "*1 +4 !2", zeros too; "" without projects and, as below, while only some are loaded. */
void app_counts_marks(const struct app *app, char *out, size_t size);
/* "1 InProgress  4 Completed  1 Failed", with this between two; "" without projects. */
void app_counts_words(const struct app *app, const char *between, char *out, size_t size);
/* "12 projects", "1 project", "no projects". */
void app_counts_total(const struct app *app, char *out, size_t size);

/* Counts one project in this state ("": not known), whose mark is app_state_mark(). Returns where it is
 * counted, for the time when it no longer is. */
unsigned char app_counts_add(struct app *app, const char *state, char mark);
void app_counts_take_off(struct app *app, unsigned char place);

#endif
