/* One operation by each of the front ends, and what each of them left behind: for the parity test.
 *
 * All of them work in one home, on one sandbox; before each the projects are as at the first start, and the
 * home as it was when parity_hold was called.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_TESTS_E2E_PARITY_RUN_H
#define STENO_TESTS_E2E_PARITY_RUN_H

#include "e2e/cli_run.h"

enum parity_front { PARITY_SCREEN, PARITY_CLI, PARITY_TERMINAL, PARITY_FRONTS };

/* What is asked of each front end. */
struct parity_way {
    const char *ids;       /* that the interactive program starts with: "1", or "" */
    const char *keys;      /* of the screen, a step a line: names of keys, or = and a text to be typed */
    const char *arguments; /* of the command line */
    const char *input;     /* its standard input, or NULL */
};

/* What is left. Texts of lines; times, numbers of rows and processes are left out. */
struct parity_left {
    char *rows;   /* of state.db, and the login that is saved */
    char *writes; /* that the sandbox received, and reads of what was asked for: method, path, body, status */
    char *hook;   /* what the hook was called with */
    char *said;   /* by the screen: its sentences; by the others: all that they wrote */
};

struct parity {
    struct bench bench;
    struct buffer state, login; /* the files as they were held */
    char *fault;                /* in the grammar of --fault, parted by blanks; NULL for none. Freed by
                                   parity_stop */
    const char *change;         /* of project 1 by somebody else, as JSON; NULL for none */
    const char *reads;          /* part of the path of reads that count as what was asked for; or NULL */
    bool once;                  /* of equal requests one counts */
    const char *cancelled;      /* ^C once this endpoint had a request, which stays unanswered; or NULL */
    char *screen_rows, *screen_writes; /* that the screen left: a terminal is waited for until it has */
    size_t hook_len;                   /* of what the hook wrote of the screen */
};

/* A home with a hook, logged in, that has read projects 1 and 2. */
void parity_start(struct parity *parity);
void parity_stop(struct parity *parity);
/* Runs a subcommand of which nothing is looked at. */
void parity_prepare(struct parity *parity, const char *arguments);
/* Holds the state of the home from which every front end starts. */
void parity_hold(struct parity *parity);
/* Runs one of them. What is left is to be freed with parity_left_free. */
void parity_run(struct parity *parity, enum parity_front front, const struct parity_way *way,
                struct parity_left *left);
void parity_left_free(struct parity_left *left);

/* The program without a terminal: the application with its workers and its store. Returns the sentences
 * that it said since the start. Caller frees. */
char *parity_screen(const struct parity *parity, const struct parity_way *way);

/* The keys of the way in a terminal, until as much is left as by the screen. Returns what is shown. Caller
 * frees.
 */
char *parity_terminal(const struct parity *parity, const struct parity_way *way);

/* Waits until as much is left as by the screen, or for the limit. */
void parity_await_screen(const struct parity *parity);
/* What the hook was called with, once that is of this length or 5 s have gone by. Caller frees. */
char *parity_hook(const struct parity *parity, size_t len);
/* What is left now, as in struct parity_left. Caller frees. */
char *parity_rows(const struct parity *parity);
char *parity_writes(const struct parity *parity);

#endif
