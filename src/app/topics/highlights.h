/* Keyword highlights in the details, and the ways through them and through groups. */
#ifndef STENO_APP_HIGHLIGHTS_H
#define STENO_APP_HIGHLIGHTS_H

#include <jansson.h>

#include "steno/app/topic.h"
#include "steno/widget/page.h"

struct app;

/* How many highlights a project has, a line that leads to them; none: no line. */
void app_highlights_summary(struct page *page, const json_t *shown);
/* The highlights themselves, with their nesting. */
void app_highlights_build(struct page *page, const json_t *shown, int cells);
/* The details were built: goes to the highlight that was asked for before the project was there. */
void app_highlights_arrived(struct app *app);
void app_highlight_enter(struct app *app, const char *target); /* Enter on a line of the details */
void act_next_group(struct app *app, const char *arg);
void act_previous_group(struct app *app, const char *arg);
void act_next_highlight(struct app *app, const char *arg);
void act_previous_highlight(struct app *app, const char *arg);

extern const struct topic topic_highlights;

#endif
