/* The login form. */
#ifndef STENO_APP_LOGIN_H
#define STENO_APP_LOGIN_H

#include "steno/app/topic.h"
#include "steno/api/record.h"
#include "steno/app/forms.h"

struct app;

void app_login_open(struct app *app);
/* The account was read: a token that came with it is used, and the email where none was known. */
void app_login_learn(struct app *app, const struct login *login);
void app_login_send(struct app *app, struct app_form *form);

extern const struct topic topic_login;

#endif
