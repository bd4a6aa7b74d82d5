/* The project that actions are about, and how many there are in which state. */
#ifndef STENO_APP_WATCHLIST_H
#define STENO_APP_WATCHLIST_H

#include <stddef.h>
#include <stdint.h>

struct app;
struct app_project;

int64_t app_selected(const struct app *app); /* id under the cursor, 0 for none */
/* The project that actions are about: under the cursor among the projects, else the one in the details; or
 * NULL. */
struct app_project *app_project_at_hand(const struct app *app);

/* --- how many projects are in which state, in the words of the service or as marks --- */

/* As many words of their own; what comes beyond them is counted together. */
#define COUNTS_MAX  8
#define COUNTS_WORD 24

/* "*1 +4 !2", zeros too; "" without projects. */
void app_counts_marks(const struct app *app, char *out, size_t size);
/* "1 InProgress  4 Completed  1 Failed", with this between two; "" without projects. */
void app_counts_words(const struct app *app, const char *between, char *out, size_t size);
/* "12 projects", "1 project", "no projects". */
void app_counts_total(const struct app *app, char *out, size_t size);

#endif
