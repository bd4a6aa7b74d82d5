/* Key hints: what can be done now, with the keys as bound. */
#ifndef STENO_APP_HINTS_H
#define STENO_APP_HINTS_H

#include <stddef.h>

struct app;

/* The hints that fit into `cells`: "e Enqueue  x Export  ? Help", with the keys as bound. Returns
 * cells used. */
int app_hints(const struct app *app, char *out, size_t size, int cells);

#endif
