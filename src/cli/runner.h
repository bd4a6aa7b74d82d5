/* A client on an engine for a subcommand that stays: without a screen, until it quits or a signal comes. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLI_RUNNER_H
#define STENO_CLI_RUNNER_H

#include "cli.h"
#include "steno/client/client.h"

/* What the subcommand does; each function is called within a turn, with `self`. */
struct runner_user {
    struct client_user client; /* what it takes of its client; `say` may be runner_say() */
    void (*begin)(void *self); /* the first turn: what the session needs is there after it; may be NULL */
    void (*turn)(void *self);  /* after each event, until it quits */
    /* How long (ms) answers may gather before they are taken, all of them in one turn. NULL: each has its
     * turn at once. */
    int (*gather)(const void *self);
    void (*changed)(void *self);     /* another program has changed the store; may be NULL */
    void (*interrupted)(void *self); /* by a signal, each time: it is to quit soon; NULL: it does */
};

struct runner {
    struct cli *cli;
    struct client *client;
    const struct runner_user *user;
    void *self;
    bool begun;
};

/* Makes the client. */
void runner_begin(struct runner *runner, struct cli *cli, const struct runner_user *user, void *self);
/* Runs until it quits. Notices of changes go to the terminal of this process, sentences to standard error. At
 * the end what is being saved is waited for, and hooks, each of which has its own limit; after a signal
 * nobody waits. Returns the code with which it has quit, or after a signal that of an interrupt; -1 with an
 * error when nothing was begun: no server is set, there is no token, no engine can be made. */
int runner_run(struct runner *runner, struct error *err);
void runner_quit(struct runner *runner, int code);
void runner_end(struct runner *runner);

/* Where all that is asked for has its own report, a failure that the client tells of is the store's. */
void runner_say(struct runner *runner, const struct client_said *said);
/* Says until when nothing is read or sent, once a pause: on CHANGED_PAUSE. */
void runner_tell_pause(const struct client *client);
/* What the store answered: that it did not keep something is told once. */
void runner_hear_store(struct runner *runner, const struct store_result *result);

#endif
