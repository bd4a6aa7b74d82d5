/* The free credit of the account, what the marked projects take of it, and when the account is read again.
 *
 * It is read at the start and after a login, 2 s after the last acceptance of an enqueue or of a batch of
 * them, once where one met a 403, and when a job that was sent from here ends: at most once a minute, and
 * after the last of them.  No clock alone has it read, but where it never could be: that is tried again as
 * the reading of a project is.  A number that could not be read again is in doubt: it carries a "?".  The
 * sending is the account topic's. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_CREDIT_PRIVATE_H
#define STENO_APP_CREDIT_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/credit.h"
#include "steno/app/project.h"

#include "steno/client/store_calls.h"

struct app;
struct client_call;
struct call_result;
struct error;
struct login;
struct project;

/* "14:02", when it was read, where it could not be read again; false where it could. */
bool app_credit_as_of(const struct app *app, char *out, size_t size);

/* An enqueue has ended. */
void app_credit_enqueued(struct app *app, const struct client_call *call, const struct call_result *result);
/* A reading of a project came: a job of it may have begun or ended. */
void app_credit_project_read(struct app *app, const struct project *now);

/* At the end of a turn: is the account to be read now? While a batch of enqueues `goes_on`, its end is waited
 * for. */
bool app_credit_is_due(struct app *app, bool goes_on);
/* Is there anything to wait for, be it after a login? */
bool app_credit_awaits(const struct app *app);
/* When that is to be asked again; INT64_MAX: never. */
int64_t app_credit_deadline(const struct app *app);
/* Asks the store whether it is read by this program: another one may have begun to. */
void app_credit_claim(struct app *app, client_store_reply *claimed);
/* A reading failed, or, NULL, was left to another program: it is tried again where it is not known at all. */
void app_credit_try_again(struct app *app, const struct error *error);
/* It brought the login, or, NULL, nothing; `serial` is that of its call, and it began at this time by the
 * wall clock. False where a newer one has come. */
bool app_credit_read(struct app *app, uint64_t serial, int64_t began_ms, const struct login *login);
/* Another account from now on: readings under way are of the one before. */
void app_credit_forget(struct app *app);

#endif
