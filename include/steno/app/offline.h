/* Whether the server can be reached. Offline begins with the second read in a row, over all projects, that
 * does not reach the server, and ends with the first answer, of whichever call. One activity tells of each
 * outage. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_OFFLINE_H
#define STENO_APP_OFFLINE_H

#include <stdbool.h>
#include <stddef.h>

struct app;
struct call_result;
struct error;

/* Does the error say that the server was not reached? */
bool offline_is_about(const struct error *error);

bool app_is_offline(const struct app *app);
#define OFFLINE_TEXT_SIZE 128
/* "offline since 19:09, next try 19:14", short "offline, try 19:14"; false when it is not so. */
bool app_offline_text(const struct app *app, bool is_short, char *out, size_t size);
/* "Offline: cannot connect to 127.0.0.1:8321. The list is as of 19:08.", short "Offline since 19:08" */
bool app_offline_sentence(const struct app *app, bool is_short, char *out, size_t size);

/* What any answer tells of it. */
void app_offline_hear(struct app *app, const struct call_result *result);
/* What was known was of another server. */
void app_offline_forget(struct app *app);

#endif
