/* The session: the start, what a 401 stops, the second chance of the token, and going on. */
#ifndef STENO_APP_SESSION_H
#define STENO_APP_SESSION_H

#include <stdbool.h>

struct app;

void app_session_start(struct app *app);
void app_session_works(struct app *app); /* a call went well: the token is good */
/* A call was answered with 401; `wanted`: the operator waits for it, it is not the timer's. */
void app_session_lost(struct app *app, bool wanted);
/* Opens the login that a lost session needs once nobody is in the middle of something else. */
void app_session_ask_when_due(struct app *app);
void app_session_token(struct app *app, const char *token, const char *why); /* EVENT_TOKEN */
void app_session_set(struct app *app, const char *token);
void app_session_go_on(struct app *app);

#endif
