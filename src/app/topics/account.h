/* The account and policy panes. */
#ifndef STENO_APP_ACCOUNT_H
#define STENO_APP_ACCOUNT_H

#include <stdbool.h>

#include "steno/app/topic.h"
#include "steno/api/record.h"
#include "steno/widget/page.h"

struct app;

void app_build_account(struct app *app, struct page *page, int cells);
void app_build_policy(struct app *app, struct page *page, int cells);
void app_policy_read(struct app *app);
void act_account(struct app *app, const char *arg);
void act_policy(struct app *app, const char *arg);
void act_check(struct app *app, const char *arg);

/* In the background, or for somebody who waits. */
void app_account_read(struct app *app, bool background);

extern const struct topic topic_account;

#endif
