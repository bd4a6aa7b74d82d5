/* The login form. */
#ifndef STENO_APP_LOGIN_H
#define STENO_APP_LOGIN_H

#include "steno/app/topic.h"
#include "steno/api/record.h"

struct app;

void app_login_open(struct app *app);
/* The account was read: a token that came with it is used, and the email where none was known. */
void app_login_learn(struct app *app, const struct login *login);

extern const struct topic topic_login;

#endif
