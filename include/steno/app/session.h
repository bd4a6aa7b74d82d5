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

/* Starts with the token of the settings, or without one. */
void session_start(struct app *app);
/* Sends requests under another API path, without a token: the service may be there. */
void session_try_path(struct app *app, const char *api_path);
/* Takes the token of a login and saves it; requests and store rows are that account's from now on. Takes
 * ownership of url and email. True when the account is another one: nothing more is sent for the old one.
 * Call session_log_in() next. */
bool session_move(struct app *app, char *url, char *email, const char *token);
/* Sets the account that logged in (taken), and resumes readings. */
void session_log_in(struct app *app, struct login *login);
/* Takes a reading of the account, which may bring a newer token, and the email where none was known. read_ms:
 * wall clock, when the request began. */
void session_learn(struct app *app, struct login *login, int64_t read_ms);
/* While nobody is logged in, or the login has expired: takes a token that another program saved, unless the
 * server refused it before. */
void session_look(struct app *app);
/* Called with each answer. After a 401 the token is read from its source again, once. */
void session_hear(struct app *app, const struct call_result *result);
/* The token command has ended: its token, or NULL and the reason. */
void session_take_token(struct app *app, const char *token, const char *why);
/* Why the token's source gave no new token; NULL: not asked, or no reason given. */
const char *session_why(const struct app *app);
/* Was the token obtained by a login in this session? */
bool session_is_typed(const struct app *app);

/* Does the error say that the server was not reached? */
bool offline_is_about(const struct error *error);

bool app_is_offline(const struct app *app);
#define OFFLINE_TEXT_SIZE 128
/* "offline since 19:09, next try in 5 min", short "offline, try in 5 min"; false when the server is
 * reachable. */
bool app_offline_text(const struct app *app, bool is_short, char *out, size_t size);
/* "Offline: cannot connect to 127.0.0.1:8321. The list is as of 19:08.", short "Offline since 19:08" */
bool app_offline_sentence(const struct app *app, bool is_short, char *out, size_t size);

/* Called with each answer: is the server reachable? */
void app_offline_hear(struct app *app, const struct call_result *result);

#endif
