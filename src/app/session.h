/* The session: who the program speaks for, what a 401 stops, the second chance of the token, and going on.
 * Topics are told of it (part.h): session_up, session_lost, account_changed. */
#ifndef STENO_APP_SESSION_H
#define STENO_APP_SESSION_H

#include <stdbool.h>

#include "steno/api/record.h"
#include "steno/core/call.h"

struct app;

/* With the token of the settings, or without one. */
void app_session_start(struct app *app);
/* What an answer says of the token, before who sent the call takes it. */
void app_session_hear(struct app *app, const struct call_result *result);
/* EVENT_TOKEN: what the token's source gave now, or why it gave none. */
void app_session_token(struct app *app, const char *token, const char *why);
/* Tells the workers whom they speak for. */
void app_session_set(struct app *app, const char *token);
/* Keeps address, email and token in the credentials file. */
void app_session_save(struct app *app, const char *token);
/* There is a good token, from the settings, its source, or (`typed`) a login here: reads go on. */
void app_session_go_on(struct app *app, bool typed);
/* Whose account it is; taken. */
void app_session_account(struct app *app, struct login *login);
/* A reading of the account may bring a newer token, and the email where none was known. */
void app_session_learn(struct app *app, const struct login *login);
/* Why the token's source gave no other; NULL where it was not asked, or gave no reason. */
const char *app_session_why(const struct app *app);
/* Did the token come from a login in this session? */
bool app_session_is_typed(const struct app *app);

#endif
