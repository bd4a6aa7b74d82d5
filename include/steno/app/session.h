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

/* Starts the session with the token of the settings, or without a token. */
void session_start(struct app *app);
/* Call before a login under another API path: from now on sends requests there, and without a token. */
void session_try_path(struct app *app, const char *api_path);
/* Call after a login, before session_log_in(). Uses the new token and saves it. From now on, requests and
 * rows of the store belong to this account. Takes ownership of url and email. Returns true if the server or
 * account has changed: nothing more is then sent for the old one. */
bool session_move(struct app *app, char *url, char *email, const char *token);
/* Sets the account that logged in (takes ownership), and resumes readings. */
void session_log_in(struct app *app, struct login *login);
/* Sets the account as just read (takes ownership). Uses a newer token in `login` and, if no email was
 * known, the email in `login`. read_ms: wall clock, when the request was sent. */
void session_learn(struct app *app, struct login *login, int64_t read_ms);
/* While nobody is logged in, or after the login has expired: uses a token that another program has saved,
 * unless the server has refused that token before. */
void session_look(struct app *app);
/* Call with each answer. After a 401 the token is read from its source again, once. */
void session_hear(struct app *app, const struct call_result *result);
/* Call when the token command has ended: with its token, or with NULL and the reason. */
void session_take_token(struct app *app, const char *token, const char *why);
/* Returns why the source of the token gave no new one. NULL: the source was not read, or gave no reason. */
const char *session_why(const struct app *app);
/* True if the token was obtained by a login in this session. */
bool session_is_typed(const struct app *app);

/* True if the error says that the server was not reached. */
bool offline_is_about(const struct error *error);

bool app_is_offline(const struct app *app);
#define OFFLINE_TEXT_SIZE 128
/* Writes "offline since 19:09, next try in 5 min", or if is_short, "offline, retry in 5 min". False if the
 * server can be reached. */
bool app_offline_text(const struct app *app, bool is_short, char *out, size_t size);
/* Writes "Offline: cannot connect to 127.0.0.1:8321. The list is as of 19:08.", or if is_short, "Offline
 * since 19:08". False if the server can be reached. */
bool app_offline_sentence(const struct app *app, bool is_short, char *out, size_t size);

/* Call with each answer: notes whether the server can be reached. */
void app_offline_hear(struct app *app, const struct call_result *result);

#endif
