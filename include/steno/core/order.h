/* A standing order: a project is exported when it is done, by whichever program runs then.
 *
 * It is a row of an act (core/act.h) that waits, one for each file; several of one project are one act. What
 * follows from a reading or a failure is decided here; who may act on it says the claim, which the store
 * gives to one program at a time.
 */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_CORE_ORDER_H
#define STENO_CORE_ORDER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <jansson.h>

#include "steno/core/act.h"
#include "steno/core/caption_verdict.h"

#define ORDER_LEASE_MS     INT64_C(60000)    /* a claim lasts so long */
#define ORDER_RENEW_MS     INT64_C(20000)    /* and is renewed so often */
#define ORDER_AHEAD_MS     INT64_C(300000)   /* one that ends later than this was made by a wrong clock */
#define ORDER_WAIT_MAX_MS  INT64_C(1800000)  /* between two tries */
#define ORDER_TRIED_MAX_MS INT64_C(86400000) /* from Completed on */
#define ORDER_TOKEN_SIZE   33

struct settings;

/* Who carries an order out. */
struct order_claim {
    char token[ORDER_TOKEN_SIZE]; /* "": nobody */
    int64_t until_ms;             /* wall clock: the lease */
    enum owner_life life;         /* of the process that has it */
};

struct order {
    int64_t row, act, id;       /* row and act: given by the store */
    char *account;              /* "https://host/API a@b.c" where that is another one; NULL: this one's */
    char *profile;              /* of the login that gave it; "" for none */
    char *preset;               /* or style, whose values were copied; "" for none */
    json_t *params;             /* these, as param_set_to_json makes them */
    char *folder;               /* absolute */
    char *pattern;              /* of the name, the preset in it where there are several */
    bool force;                 /* a file that exists gives way */
    char *judged_by;            /* the house style that its captions are checked by; NULL: they are not */
    enum caption_level fail_on; /* from which on they fail; LEVEL_COUNT: never */
    int64_t given_ms;           /* wall clock, as all times here */
    /* Which run it waits for. */
    bool is_enqueue_open; /* an enqueue of the project has no answer yet */
    int64_t past; /* the version before the accepted enqueue: with it a reading tells nothing; -1: none */
    /* What was tried. */
    int64_t done_ms; /* when it was first due; 0: not yet */
    int tries;       /* that have failed */
    int64_t next_ms; /* of the next one; 0: at once */
    int status;      /* HTTP, of the last failure */
    char *reason;    /* for it, or for the end; NULL for none */
    struct order_claim claim;
    /* The file, before it gets its name. */
    char *path; /* NULL: not so far */
    int64_t size;
    int64_t version; /* of the project that was exported, once it is done; it is not listed */
    uint64_t hash;
    struct caption_verdict verdict; /* of its captions, before they have the name */
    enum act_outcome outcome;       /* ACT_ROW_WAITS, or what it ended with */
    int64_t ended_ms;
};

struct order_list {
    struct order *orders;
    size_t count;
    struct act_key act; /* of those that are given: whose rows they are, with a key; its count is of orders */
};

/* Appends it; what it holds is taken. */
void order_list_add(struct order_list *list, const struct order *order);
void order_list_clear(struct order_list *list);
/* A copy that shares nothing. */
struct order order_copy(const struct order *order);
/* Frees what it holds. */
void order_clear(struct order *order);

enum order_step {
    ORDER_WAIT,
    ORDER_EXPORT,
    ORDER_GIVE_UP /* the run has ended without a transcription */
};

/* What a reading of its project means. Whether it was tried a moment ago: order_may_try(). */
enum order_step order_judge(const struct order *order, const char *state, int64_t version,
                            const struct settings *settings);
/* Is a reading of this version, judged for the order as it was, one of before the run that it waits for now?
 */
bool order_outdates(const struct order *was, const struct order *now, int64_t version);
/* Is the time of the next try there? One that is dated too far ahead was dated by a wrong clock. */
bool order_may_try(const struct order *order, int64_t wall_ms);

enum order_after {
    ORDER_TRY_AGAIN, /* at next_ms */
    ORDER_AFTER_LOGIN,
    ORDER_END /* its reason stands in the order */
};

/* Notes a failure in the order: reason, status, tries, next_ms. One that only says that the program ends
 * counts for nothing. `random`: any number. */
enum order_after order_failed(struct order *order, const struct error *err, int64_t wall_ms, uint32_t random);

/* May another program take it: it has no claim, or one that is over, that a wrong clock made, or whose owner
 * is dead? */
bool order_claim_is_free(const struct order_claim *claim, int64_t wall_ms);

/* Its file is there: the reason of that end is the verdict. */
void order_done(struct order *order);
/* Is there something to be told of one that was done: do its captions fail? Such a one stays listed. */
bool order_has_found(const struct order *order);

/* The pattern with "-PRESET" before its extension. Caller frees. */
char *order_pattern(const char *pattern, const char *preset);

/* The operations of the store (core/store_op.h), when_ms = now:
 *
 * STORE_ORDER_GIVE: orders. Of a STORE_PENDING_ADD of an enqueue, too, which they are one with: orders.
 * STORE_ORDER_LIST: id or 0 for all, number = ORDERS_OF_ALL: of other accounts, too -> orders.
 * STORE_ORDER_CLAIM: number = row -> orders: it, with the token of the claim; changes = 0: it has gone or
 *   ended, or another program has it.
 * STORE_ORDER_SAVE: orders: one as who claimed it has it by now. While it waits claim.until_ms = 0 gives the
 *   claim up, anything else renews it. It is on the disk before the answer comes -> changes = 0: the claim is
 *   another's, and no file may get its name; number = 1: another order that was given with it has a file of
 *   this name, and nothing was saved; as the first part of a STORE_TOGETHER nothing else is written.
 *   Where it has ended: act, left = how many rows of that are open, and after the last acts, as settled.
 * STORE_ORDER_AGAIN: number = row of one that has ended; text not NULL: a file that exists gives way.
 * STORE_ORDER_REMOVE: id, or number = row -> changes. */
#define ORDERS_OF_ALL 1

#endif
