/* The login form, and when a lost session opens it. */
#ifndef STENO_APP_LOGIN_H
#define STENO_APP_LOGIN_H

#include "steno/app/topic.h"

extern const struct topic topic_login;

#endif
