/* The session: who the program speaks for, what a 401 stops, the second chance of the token, and going on.
 * Its state stands in struct client; that it is another one is told as CHANGED_SESSION, that more is known of
 * the account as CHANGED_ACCOUNT. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_SESSION_H
#define STENO_CLIENT_SESSION_H

#include <stdbool.h>
#include <stdint.h>

struct client;
struct login;

/* With the token of the settings, or without one. */
void session_start(struct client *client);
/* For the same account there is perhaps a service under the other prefix: requests go there, without a token.
 */
void session_try_path(struct client *client, const char *api_path);
/* A login at this server has given this token: it is saved, and requests and the store's rows are that
 * account's from now on; url and email are taken. True when it is another one: nothing more is sent of what
 * was for the last. Next comes session_log_in(). */
bool session_move(struct client *client, char *url, char *email, const char *token);
/* It is the account that logged in; taken. Reads go on. */
void session_log_in(struct client *client, struct login *login);
/* A reading of the account that began at this time (wall clock), taken: it may bring a newer token, and the
 * email where none was known. */
void session_learn(struct client *client, struct login *login, int64_t read_ms);
/* Another program may have logged in: while nobody is, or the login has expired, its token is taken, unless
 * it was refused before. */
void session_look(struct client *client);
/* Was something that the operator sent refused for the token, since there was a good one? */
bool session_is_wanted(const struct client *client);
/* Why the token's source gave no other; NULL where it was not asked, or gave no reason. */
const char *session_why(const struct client *client);
/* Did the token come from a login in this session? */
bool session_is_typed(const struct client *client);

#endif
