/* The watchlist as the operator handles it. */
#ifndef STENO_APP_WATCH_H
#define STENO_APP_WATCH_H

#include "steno/app/topic.h"

struct app;

void act_projects(struct app *app, const char *arg);
void act_add(struct app *app, const char *arg);
void act_delete(struct app *app, const char *arg);
void act_refresh(struct app *app, const char *arg);
void act_refresh_all(struct app *app, const char *arg);
void act_mark(struct app *app, const char *arg);
void act_unmark(struct app *app, const char *arg);
void act_remove(struct app *app, const char *arg);
void act_note(struct app *app, const char *arg);

extern const struct topic topic_watch;

#endif
