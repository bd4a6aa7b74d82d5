/* The state that all parts of a client share, what they use of its user, and how they speak. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CLIENT_CLIENT_STATE_H
#define STENO_CLIENT_CLIENT_STATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/base/id_map.h"
#include "steno/base/when.h"
#include "steno/core/act.h"
#include "steno/core/effect.h"

/* How something is said. */
#define SAY_LINE  (1u << 0) /* to whoever looks now */
#define SAY_LOG   (1u << 1) /* among the activities */
#define SAY_BAD   (1u << 2) /* a failure, */
#define SAY_COUNT (1u << 3) /* of something that was asked for */

#define SAY_REQUEST (1u << 4) /* among the activities, as what was asked for */
#define SAY_OVER    (1u << 5) /* it was said, and is so no longer */
#define SAY_OUTCOME (1u << 6) /* what became of a write without an answer */

struct client_said {
    unsigned how;
    int64_t id; /* 0: about no project */
    const char *text;
    const struct call *call;   /* whose request it is about; NULL: none, or one of the timer */
    const struct error *error; /* with which that failed, or NULL */
    enum act_outcome came;     /* SAY_OUTCOME: what it came to; ACT_ROW_OPEN: nobody knows yet */
};

/* What has changed. */
#define CHANGED_CALLS    (1u << 0)  /* calls under way, or how far one is */
#define CHANGED_ANSWERED (1u << 1)  /* one has ended */
#define CHANGED_PENDING  (1u << 2)  /* perhaps, which writes have no answer: open_writes.h lists them */
#define CHANGED_OFFLINE  (1u << 3)  /* what is said of the server that cannot be reached */
#define CHANGED_REACH    (1u << 4)  /* that has begun, or ended */
#define CHANGED_UNSENT   (1u << 5)  /* a write cannot be sent */
#define CHANGED_SESSION  (1u << 6)  /* `session`, or what was refused while it is expired is wanted now */
#define CHANGED_ACCOUNT  (1u << 7)  /* `login` */
#define CHANGED_PAUSE    (1u << 8)  /* whether no project is read by itself, or until when */
#define CHANGED_OPEN     (1u << 9)  /* which writes have no answer, or what is known of them */
#define CHANGED_READS    (1u << 10) /* what is read next, or when */
#define CHANGED_NOTICES  (1u << 11) /* when notices_turn has something to tell */

enum session {
    SESSION_NONE, /* no token: log in */
    SESSION_UP,
    SESSION_CHECKING, /* 401: the token's source is being read again */
    SESSION_EXPIRED   /* 401: log in again; everything is kept */
};

struct call;
struct client_call;
struct error;
struct login;
struct open_write;
struct open_writes;
struct reading;
struct refresh;
struct settings;

struct client_user {
    void (*say)(void *self, const struct client_said *said);
    void (*changed)(void *self, unsigned what); /* may be NULL */
    /* A watched project is about to be read: the call may be given a limit. */
    void (*reads)(void *self, struct call *call);
    void (*read)(void *self, const struct reading *reading); /* that has ended */
};

struct client {
    const struct client_user *user;
    void *self;                      /* the user's state */
    const struct settings *settings; /* borrowed */
    enum session session;
    bool keeps_token;             /* a 401 is the end: its source is not read again */
    char *url, *api_path, *email; /* of the session; never NULL */
    struct login *login;          /* its account; NULL until known */
    int64_t login_ms;             /* wall clock: when the reading of it began */
    struct session_token *token;  /* of session.c */
    enum date_zone zone;          /* of all times in sentences */
    uint64_t next_serial;
    uint64_t refusals; /* as in struct call_result: the last one that was heard of */
    bool quitting;     /* nothing is begun any more */

    /* the turn in hand */
    int64_t now_ms, wall_ms;
    struct effects *out;

    struct client_call *calls;           /* of calls.c: under way */
    const struct client_call *answering; /* the one whose answer is handed on now, or NULL */
    size_t call_count, call_capacity;
    bool sends_offline; /* writes leave also when readings did not reach the server */
    int64_t answer_ms,
        answer_took_ms;      /* wall clock of the last answer of the server, 0 for none; and its time */
    struct refresh *refresh; /* when projects are read again */
    struct id_map watched;   /* of reads.c: which, and up to which serial their readings are outdated */
    void (*hears)(struct client *client,
                  const struct reading *reading); /* of open_writes.c: after the user */
    struct open_writes *open_writes;              /* of open_writes.c */
    bool lists_pending;                           /* CHANGED_PENDING was said since it last listed them */
    bool looks_at_all;            /* at projects that are not watched, too, for their open writes */
    bool is_paused;               /* a 429 has paused all, until a good answer */
    int64_t paused_until_ms;      /* wall clock: when that is tried; 0: it is being tried, or not paused */
    struct offline *offline;      /* of offline.c */
    struct notices *notices;      /* of notices.c */
    bool rings;                   /* there is somebody who is to be told of changes of state */
    struct client_awaits *awaits; /* of store_calls.c: who waits for which answer */
    struct saves *saves;          /* of saves.c: what the store was asked to keep */
};

/* The address without its scheme: "127.0.0.1:8321"; "" without one. */
const char *client_host(const struct client *client);
void client_changed(struct client *client, unsigned what);
struct effect *client_emit(struct client *client, enum effect_kind kind);

#endif
