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

/* Starts the session with the token of the settings, if there is one. */
void session_start(struct app *app);
/* Call before a login under another API path. From now on, requests go to this path and have no token. */
void session_try_path(struct app *app, const char *api_path);
/* Call after a login, before session_log_in(). Uses the new token and saves it. From now on, requests and
 * rows of the store belong to this account. Takes ownership of url and email. Returns true if the server or
 * account has changed. Requests and unsent rows of the old account are then dropped. */
bool session_move(struct app *app, char *url, char *email, const char *token);
/* Sets the account that logged in (takes ownership), and resumes readings. */
void session_log_in(struct app *app, struct login *login);
/* Sets the account that was just read (takes ownership). Uses a newer token in `login`. If no email was
 * known, also uses its email. read_ms: wall clock, when the request was sent. */
void session_learn(struct app *app, struct login *login, int64_t read_ms);
/* If nobody is logged in or the login has expired, uses a token that another program has saved. A token that
 * the server has refused is ignored. */
void session_look(struct app *app);
/* Call with each answer. After a 401, reads the token from its source once more. */
void session_hear(struct app *app, const struct call_result *result);
/* Call when the token command has ended. `token` is its output; NULL: it gave none, `why` is the reason. */
void session_take_token(struct app *app, const char *token, const char *why);
/* Returns why the source of the token gave no new token. NULL: it was not read, or gave no reason. */
const char *session_why(const struct app *app);
/* True if the token was obtained by a login in this session. */
bool session_is_typed(const struct app *app);

/* True if the error says that the server was not reached. */
bool offline_is_about(const struct error *error);

bool app_is_offline(const struct app *app);
#define OFFLINE_TEXT_SIZE 128
/* Writes "offline since 19:09, next try in 5 min". If is_short is true, writes "offline, retry in 5 min".
 * Returns false if the server can be reached. */
bool app_offline_text(const struct app *app, bool is_short, char *out, size_t size);
/* Writes "Offline: cannot connect to 127.0.0.1:8321. The list is from 19:08." If is_short is true, writes
 * "Offline since 19:08". Returns false if the server can be reached. */
bool app_offline_sentence(const struct app *app, bool is_short, char *out, size_t size);

/* Call with each answer. Remembers whether the server can be reached. */
void app_offline_hear(struct app *app, const struct call_result *result);

#endif
