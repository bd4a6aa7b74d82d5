/* What the files of the details share: the keyword highlights among the lines. */
#ifndef STENO_APP_DETAILS_PRIVATE_H
#define STENO_APP_DETAILS_PRIVATE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "steno/widget/page.h"

struct app;

struct details_state {
    int64_t wanted; /* project whose highlights are gone to when it is there; 0: none */
    bool backwards; /* to its last one */
    uint64_t since; /* app->run_count then: whoever goes on is not fetched back */
};

/* How many highlights a project has, a line that leads to them; none: no line. */
void app_highlights_summary(struct page *page, const json_t *shown);
/* The highlights themselves, with their nesting. */
void app_highlights_build(struct page *page, const json_t *shown, int cells);
/* The details were built: goes to the highlight that was asked for before the project was there. */
void app_highlights_arrived(struct app *app);
/* What next-highlight and previous-highlight do. */
void app_highlight_next(struct app *app, const char *arg);
void app_highlight_previous(struct app *app, const char *arg);
void app_highlight_enter(struct app *app, const char *target); /* Enter on a line of the details */

#endif
