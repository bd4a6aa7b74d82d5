/* The handlers that the action table names. Each is one wish of the operator. */
#ifndef STENO_APP_APP_ACTIONS_H
#define STENO_APP_APP_ACTIONS_H

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
void act_open(struct app *app, const char *arg);
void act_projects(struct app *app, const char *arg);
void act_details(struct app *app, const char *arg);
void act_tags(struct app *app, const char *arg);
void act_metadata(struct app *app, const char *arg);
void act_raw(struct app *app, const char *arg);
void act_activity(struct app *app, const char *arg);
void act_account(struct app *app, const char *arg);
void act_policy(struct app *app, const char *arg);
void act_help(struct app *app, const char *arg);
void act_add(struct app *app, const char *arg);
void act_delete(struct app *app, const char *arg);
void act_enqueue(struct app *app, const char *arg);
void act_export(struct app *app, const char *arg);
void act_refresh(struct app *app, const char *arg);
void act_refresh_all(struct app *app, const char *arg);
void act_mark(struct app *app, const char *arg);
void act_unmark(struct app *app, const char *arg);
void act_remove(struct app *app, const char *arg);
void act_note(struct app *app, const char *arg);
void act_search(struct app *app, const char *arg);
void act_search_next(struct app *app, const char *arg);
void act_search_previous(struct app *app, const char *arg);
void act_filter(struct app *app, const char *arg);
void act_sort(struct app *app, const char *arg);
void act_sort_direction(struct app *app, const char *arg);
void act_next_group(struct app *app, const char *arg);
void act_previous_group(struct app *app, const char *arg);
void act_next_highlight(struct app *app, const char *arg);
void act_previous_highlight(struct app *app, const char *arg);
void act_jump(struct app *app, const char *arg);
void act_check(struct app *app, const char *arg);
void act_login(struct app *app, const char *arg);
void act_copy(struct app *app, const char *arg);
void act_command(struct app *app, const char *arg);
void act_time_zone(struct app *app, const char *arg);
void act_repaint(struct app *app, const char *arg);
void act_interrupt(struct app *app, const char *arg);
void act_suspend(struct app *app, const char *arg);

#endif
