/* One action over the marked projects: asked once, a few at a time, and what became of each. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_MARKED_PRIVATE_H
#define STENO_APP_MARKED_PRIVATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/project.h"
#include "steno/app/calls.h"
#include "steno/core/batch_order.h"
#include "steno/core/rows.h"
#include "steno/core/write.h"

struct app;
struct app_form;
struct app_project;
struct param_set;

/* What became of one of them. */
enum marked_outcome {
    MARKED_FAILED,
    MARKED_UNKNOWN, /* it may have been done, and is no failure */
    MARKED_LEFT,    /* not sent: it cannot be, or the batch was stopped before */
    MARKED_DONE,
    MARKED_RUNNING
};

struct marked_row {
    int64_t id;
    enum marked_outcome outcome;
    enum error_kind kind; /* why it failed, */
    int status;           /* the HTTP status where the server said why, else 0, */
    char *text;           /* its words, else a sentence; of one not sent in a word; NULL: nothing to say */
    char *path;           /* export: the file written, or the one that exists; NULL for none */
    int64_t bytes;        /* export */
    bool is_kept;         /* what became of it is on its way to the store */
    int64_t asked_row;    /* of the open enqueue that was asked about; 0 for none */
};

/* What is done to each of the projects: one constant an action, in the file that owns it. A function that is
 * NULL has nothing to do. */
struct marked_ops {
    enum endpoint_id op;
    const char *verb;    /* "Enqueue": how questions begin */
    const char *running; /* "Enqueuing" */
    const char *past;    /* "Enqueued" */
    const char *noun;    /* "Enqueue": of 3 projects; a tag is named behind it */
    /* What the call needs beside the project's id and version and the parameters of the form. */
    void (*fill)(struct app *app, struct call *call);
    app_call_reply *took;         /* it went well; never NULL but for a reading */
    app_call_reply *failed;       /* it did not, which has been said already */
    void (*ask)(struct app *app); /* has a question of its own about the prepared projects */
    /* When its turn comes: why one of several is not to be sent any more; NULL: it is. Static. */
    const char *(*bar)(const struct app *app, int64_t id);
    bool is_reading; /* no call of its own: each project is read again, as the refresh machine does */
};

/* What the running line says: taken at most once a second. */
struct marked_told {
    bool any; /* it was taken */
    size_t done, failed, unknown;
    int64_t now;          /* the oldest one under way, 0 for none, and of an enqueue, whose answer is quick */
    int64_t bytes, total; /* of it; total -1 unknown */
    int64_t again_ms;     /* monotonic: it waits till then after a failed attempt, or what is next after a
                           * 429; 0: neither does */
};

/* A batch: one is under way at a time, and what was confirmed meanwhile waits for its turn. */
struct marked {
    bool active;         /* it is under way */
    struct marked *next; /* it waits for this one; NULL: none does */
    const struct marked_ops *ops;
    struct marked_row *rows; /* in the order in which they are sent; then those that are not to be */
    size_t all;              /* of them; the order has those that are sent alone */
    char *end;               /* of what is said when all went well; NULL: nothing */
    const char *why;         /* it was stopped: "login expired"; NULL: by hand */
    int64_t act;             /* that all of them are one of; 0: none was recorded yet */
    bool is_barred;          /* one was left out when its turn came */
    struct batch order;
    size_t oldest;                 /* all before this place have ended */
    size_t counts[MARKED_RUNNING]; /* of those that have ended, by outcome */
    char *tag;                     /* to be deleted; NULL for others */
    struct param_set *params;      /* of the form */
    struct ledger ledger;          /* export: what is known of the files, from the answer on, */
    bool overwrites;               /* and whether that was to overwrite them */
    const struct form *form;       /* that it came from; NULL for none */
    const struct form_ops *kept;   /* the same, whose draft is there until one may have been done */
    struct marked_told told;
    int64_t told_ms;    /* monotonic; when that was taken */
    int64_t ended_ms;   /* wall clock; 0: not yet */
    bool ended_waiting; /* and with it those that waited */
    uint64_t said;      /* said_count with its sum; 0: nothing was said */
};

/* How far the batch is, in so many cells: "Enqueueing 11: 3 accepted, 5 refused", "Exporting 3: 1 done, now 7
 * Evening news, 310 of 462 kB". */
void marked_text(const struct app *app, char *out, size_t size, int cells);
/* Asks before a form is sent for all its projects; on Yes the form closes. */
void marked_ask(struct app *app, struct app_form *form, const struct marked_ops *ops);
/* Deletes a tag of the marked projects, after a question; asks for the tag where it is "". */
void marked_delete_tag(struct app *app, const char *tag);
/* Reads the marked projects again. */
void marked_refresh(struct app *app);
/* The project under way among those that an action would be done to: the marked ones, else that at hand; 0
 * for none. */
int64_t marked_being_sent(const struct app *app);
/* Can it be done to any of the marked, else to the project in the details? (Not to that of the cursor: a move
 * would draw the bar.) True where the details show none, or do not follow the cursor. */
bool marked_any(const struct app *app, enum project_can can);
/* A reading shows what became of a project whose answer was lost. True where the sum of a batch tells it: of
 * that under way, or of the last one as long as that stands. */
bool marked_learn(struct app *app, int64_t id, enum write_outcome came);
/* When the running line is due to say more. */
int64_t marked_deadline(const struct app *app);
/* Sends no more of it. What is in progress goes on. */
void marked_stop(struct app *app);
/* Sends no more, and cancels what is in progress; its answers still count. */
void marked_cancel(struct app *app);
/* Those of the batch under way, and of those that wait for it, of which nothing was sent, in their order: how
 * many; `ids`, where it is not NULL, has room for them. */
size_t marked_unsent(const struct app *app, int64_t *ids);

/* --- between its files --- */

/* Prepares a batch over these ids, copied. */
void marked_prepare(struct app *app, const struct marked_ops *ops, const int64_t *ids, size_t count);
/* The answers to the question before a batch. */
void marked_go(struct app *app, int64_t id);
#define MARKED_AT_ONCE 3 /* calls of them */
/* Ids in the order of the list; those that it does not show come last. Caller
 * frees. */
int64_t *marked_order(struct app *app, const int64_t *ids, size_t count);
/* Leaves the prepared ones out that are not to be sent: `left_out` has a word of the reason for each, static,
 * and NULL for the others, about which `end` ends the sentence: taken, NULL for nothing. */
void marked_keep(struct app *app, const char *const *left_out, char *end);
void marked_refused(struct app *app, int64_t id);
/* "Export 3 projects (9 Anniversary speech, 2, 7)?": asked about the prepared batch, after so many cells.
 * Caller frees. */
char *marked_words(const struct app *app, int before, const char *verb);

/* The call of one of them. */
struct call *marked_call(struct app *app, const struct marked_row *row);
/* When the next write of it may leave while a 429 pauses it (monotonic); 0: now; INT64_MAX: after an answer.
 */
int64_t marked_held_ms(const struct app *app);
/* Is the rest not to be sent, as the server asks for so long a wait? */
bool marked_is_put_off(const struct marked *marked, const struct error *error);
/* Why one is left out that another program was quicker with. */
#define MARKED_MEANWHILE "enqueued meanwhile"
/* A call of it was answered as if it had not been sent. */
void marked_act_left(struct app *app, const struct app_call *call);
/* The first call that was recorded has begun the act of all. */
void marked_share_act(struct app *app);
/* The rows of the act of those that were not sent. */
void marked_act_end(struct app *app);
/* Sends one of them. */
void marked_send(struct app *app, struct marked_row *row);
/* The rest is not sent, for this reason. */
void marked_stop_for(struct marked *marked, const char *why);
/* What was accepted loses its mark. */
void marked_unmark(struct app *app, int64_t id);
/* One of them has ended. */
void marked_row_end(struct app *app, size_t place, enum marked_outcome outcome);
/* The end of a batch, and what is said of it. */
void marked_say_end(struct app *app, struct marked *marked);
/* Says the sum of the one that has ended anew; false where it no longer stands. */
bool marked_say_again(struct app *app);
void marked_close(struct app *app);
/* Takes what the running line says anew, where that is due. */
void marked_tell(struct app *app);
/* Sees which of the projects were read by now. */
void marked_refresh_step(struct app *app);
void marked_refresh_start(struct app *app, int64_t id);

#endif
