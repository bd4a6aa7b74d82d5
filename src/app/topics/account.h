/* The account pane. */
#ifndef STENO_APP_ACCOUNT_H
#define STENO_APP_ACCOUNT_H

#include <stdbool.h>

#include "steno/app/topic.h"
#include "steno/api/record.h"

struct app;

/* In the background, or for somebody who waits. */
void app_account_read(struct app *app, bool background);

extern const struct topic topic_account;

#endif
