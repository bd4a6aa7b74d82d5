/* What the files of waiting share; nobody else includes it. */
#ifndef STENO_CLI_WAITING_PRIVATE_H
#define STENO_CLI_WAITING_PRIVATE_H

#include "waiting.h"
#include "steno/core/refresh.h"
#include "steno/work/api_workers.h"
#include "notice.h"
#include "unanswered_writes.h"

struct loop {
    struct cli *cli;
    struct waiting *waiting;
    struct refresh *refresh;
    struct mailbox *box;
    struct api_workers *workers;
    struct programs *programs;
    struct hooks *hooks;
    int64_t end_ms;            /* --within; INT64_MAX without */
    int64_t patience_ms;       /* network trouble is waited out until then, while nothing was read */
    bool reached;              /* a read has succeeded */
    uint64_t serial;
    uint64_t session_serial; /* reads up to this one were sent with an older token */
    bool token_reloaded;
    int64_t told_held_ms;   /* the hold that was told of */
    int store_fd;           /* readable once any program has changed the store, */
    int64_t store_version;  /* and this differs when it was another one */
    struct unanswered left; /* writes of others, of which the next reading tells */
};

/* waiting_others.c */

/* From now on the loop hears what other sessions do. */
void waiting_listen(struct loop *loop);
void waiting_listen_end(struct loop *loop);
/* Has a project that another session has enqueued read at once. */
void waiting_hear_others(struct loop *loop);

/* waiting_end.c */

/* Is there nothing left to wait for? */
bool waiting_is_done(const struct loop *loop);
/* A project that cannot be read: reports it. */
void waiting_give_up(struct loop *loop, struct waiting_project *entry, struct error *err);
/* The time in which one read must have succeeded is over: gives up what only failed for the network. */
void waiting_give_up_network(struct loop *loop, int64_t now_ms);
/* Says of those that are not over that the time is, and returns the exit code of what happened. */
int waiting_result(struct loop *loop, int64_t now_ms);

#endif
