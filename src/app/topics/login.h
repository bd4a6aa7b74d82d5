/* The login form. */
#ifndef STENO_APP_LOGIN_H
#define STENO_APP_LOGIN_H

#include "steno/app/topic.h"
#include "steno/api/record.h"

struct app;

void app_login_open(struct app *app);

extern const struct topic topic_login;

#endif
