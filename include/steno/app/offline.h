/* Whether the server can be reached. Offline begins with the second read in a row, over all projects, that
 * does not reach the server, and ends with the first answer, of whichever call. One activity tells of each
 * outage. */
#ifndef STENO_APP_OFFLINE_H
#define STENO_APP_OFFLINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct app;
struct call_result;
struct error;

/* An answer, or what came instead of one. */
void app_offline_hear(struct app *app, const struct call_result *result);
/* Another server from now on: nothing is known of it, whatever answers come late. */
void app_offline_forget(struct app *app);
/* Does the error say that the server was not reached? */
bool app_offline_is_about(const struct error *error);

bool app_is_offline(const struct app *app);
#define OFFLINE_TEXT_SIZE 128
/* "offline since 19:09, next try 19:14", short "offline, try 19:14"; false when it is not so. */
bool app_offline_text(const struct app *app, bool is_short, char *out, size_t size);
/* "Offline: cannot connect to 127.0.0.1:8321. The list is as of 19:08." */
bool app_offline_sentence(const struct app *app, char *out, size_t size);

#endif
