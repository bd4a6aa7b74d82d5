/* The help pane. */
#ifndef STENO_APP_HELP_H
#define STENO_APP_HELP_H

#include "steno/app/topic.h"
#include "steno/widget/page.h"

struct app;

void app_build_help(struct app *app, struct page *page, int cells);
void app_help_run(struct app *app);
/* Shows only the lines of the help that hold a text; NULL or "" for all. */
void app_help_filter(struct app *app, const char *text);
/* The search that filtered was ended: `n` and `N` step through what is left. */
void app_help_found(struct app *app, const char *text);
void app_help_build_form(struct app *app, struct page *page, int cells);
void act_help(struct app *app, const char *arg);

extern const struct topic topic_help;

#endif
