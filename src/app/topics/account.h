/* The account pane. */
#ifndef STENO_APP_ACCOUNT_H
#define STENO_APP_ACCOUNT_H

#include "steno/app/topic.h"

extern const struct topic topic_account;

#endif
