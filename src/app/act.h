/* The handlers of the short actions: moving, panes, marks, refresh, copying. */
#ifndef STENO_APP_ACT_H
#define STENO_APP_ACT_H

struct app;

void act_down(struct app *app, const char *arg);
void act_up(struct app *app, const char *arg);
void act_page_down(struct app *app, const char *arg);
void act_page_up(struct app *app, const char *arg);
void act_top(struct app *app, const char *arg);
void act_bottom(struct app *app, const char *arg);
void act_next_pane(struct app *app, const char *arg);
void act_previous_pane(struct app *app, const char *arg);
void act_enter(struct app *app, const char *arg);
void act_back(struct app *app, const char *arg);
void act_quit(struct app *app, const char *arg);
void act_details(struct app *app, const char *arg);
void act_tags(struct app *app, const char *arg);
void act_metadata(struct app *app, const char *arg);
void act_raw(struct app *app, const char *arg);
void act_login(struct app *app, const char *arg);
void act_copy(struct app *app, const char *arg);
void act_time_zone(struct app *app, const char *arg);
void act_repaint(struct app *app, const char *arg);
void act_interrupt(struct app *app, const char *arg);
void act_suspend(struct app *app, const char *arg);

#endif
