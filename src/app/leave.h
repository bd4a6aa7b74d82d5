/* The ways out: what ^C ends first, and the end of the program. */
#ifndef STENO_APP_LEAVE_H
#define STENO_APP_LEAVE_H

struct app;

void app_quit(struct app *app, int code);
void app_interrupt(struct app *app);
/* The operator wants to go: asks where a write or an export has no answer yet. */
void app_leave(struct app *app);

#endif
