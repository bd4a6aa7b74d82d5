/* Who is logged in where, and whether the server can be reached. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_SESSION_H
#define STENO_APP_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct app;
struct call_result;
struct error;
struct login;

/* With the token of the settings, or without one. */
void session_start(struct app *app);
/* For the same account there is perhaps a service under the other prefix: requests go there, without a token.
 */
void session_try_path(struct app *app, const char *api_path);
/* A login at this server has given this token: it is saved, and requests and the store's rows are that
 * account's from now on; url and email are taken. True when it is another one: nothing more is sent of what
 * was for the last. Next comes session_log_in(). */
bool session_move(struct app *app, char *url, char *email, const char *token);
/* It is the account that logged in; taken. Reads go on. */
void session_log_in(struct app *app, struct login *login);
/* A reading of the account that began at this time (wall clock), taken: it may bring a newer token, and the
 * email where none was known. */
void session_learn(struct app *app, struct login *login, int64_t read_ms);
/* Another program may have logged in: while nobody is, or the login has expired, its token is taken, unless
 * it was refused before. */
void session_look(struct app *app);
/* A call was answered: one that was refused for its token gives that its second chance. */
void session_hear(struct app *app, const struct call_result *result);
/* The token's command has ended: its token, or NULL, and why. */
void session_take_token(struct app *app, const char *token, const char *why);
/* Why the token's source gave no other; NULL where it was not asked, or gave no reason. */
const char *session_why(const struct app *app);
/* Did the token come from a login in this session? */
bool session_is_typed(const struct app *app);

/* Does the error say that the server was not reached? */
bool offline_is_about(const struct error *error);

bool app_is_offline(const struct app *app);
#define OFFLINE_TEXT_SIZE 128
/* "offline since 19:09, next try in 5 min", short "offline, try in 5 min"; false when it is not so. */
bool app_offline_text(const struct app *app, bool is_short, char *out, size_t size);
/* "Offline: cannot connect to 127.0.0.1:8321. The list is as of 19:08.", short "Offline since 19:08" */
bool app_offline_sentence(const struct app *app, bool is_short, char *out, size_t size);

/* What any answer tells of it. */
void app_offline_hear(struct app *app, const struct call_result *result);

#endif
