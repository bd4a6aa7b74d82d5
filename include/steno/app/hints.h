/* Key hints: what can be done now, with the keys as bound, in the order of the pane's table (pane.h) and,
 * where not all fit, by rank. What can be stopped and what failed unseen come first; help and the way out
 * last. */
#ifndef STENO_APP_HINTS_H
#define STENO_APP_HINTS_H

#include <stddef.h>

struct app;

#define HINTS_SIZE 1024

/* The hints that fit into `cells`: "e Enqueue  x Export 3  ? Help  q Quit". Returns cells used. */
int app_hints(const struct app *app, char *out, size_t size, int cells);
/* The cells of those that never give way to a message: the first by rank, and the help. */
int app_hints_least(const struct app *app);

#endif
