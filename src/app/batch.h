/* One action over the marked projects: asked once, a few at a time, and what became of each. One batch is
 * under way at a time; another one is refused. */
/* SPDX-License-Identifier: MIT */
#ifndef STENO_APP_BATCH_H
#define STENO_APP_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "steno/app/calls.h"
#include "steno/app/project.h"
#include "steno/core/rows.h"
#include "steno/core/write.h"

struct app;
struct app_form;
struct form;
struct form_ops;
struct param_set;

/* What became of one of them. */
enum batch_outcome {
    BATCH_LEFT, /* not sent: not yet, or it cannot be, or the batch was stopped before */
    BATCH_RUNNING,
    BATCH_DONE,
    BATCH_FAILED,
    BATCH_UNKNOWN, /* it may have been done, and is no failure */
    BATCH_OUTCOMES
};

struct batch_row {
    int64_t id;
    enum batch_outcome outcome;
    enum error_kind kind; /* why it failed, */
    int status;           /* the HTTP status where the server said why, else 0, */
    char *text;           /* its words, else a sentence; of one not sent in a word; NULL: nothing to say */
    int64_t bytes;        /* export */
    bool is_kept;         /* what became of it is on its way to the store */
    int64_t asked_row;    /* of the open enqueue that was asked about; 0 for none */
};

/* What is done to each of the projects: one constant an action, in the file that owns it. A function that is
 * NULL has nothing to do. */
struct batch_ops {
    enum endpoint_id op;
    const char *verb;    /* "Enqueue": how questions begin */
    const char *running; /* "Enqueuing" */
    const char *past;    /* "Enqueued" */
    const char *noun;    /* "Enqueue": of 3 projects; a tag is named behind it */
    /* What the call needs beside the project's id and version and the parameters of the form. */
    void (*fill)(struct app *app, struct call *call);
    app_call_reply *took;   /* it went well; never NULL */
    app_call_reply *failed; /* it did not, which has been said already */
    /* Asks where there is something to ask, about the form of one project or (NULL) the prepared ones, and
     * sends. `refused`: what came of the form before, which is asked about now; NULL: it was not sent yet. */
    void (*ask)(struct app *app, struct app_form *form, const struct call_result *refused);
    /* When its turn comes: why one of several is not to be sent any more; NULL: it is. Static. */
    const char *(*bar)(const struct app *app, int64_t id);
};

/* The batch under way (app->batch), which stays as the last one when it has ended: a reading may show more of
 * it. And the one that is asked about (app->prepared). How far it is, is told at most once a second:
 * "Enqueueing 11: 3 accepted, 5 refused", "Exporting 3: 1 done, now 7 Evening news, 310 of 462 kB". */
struct batch {
    bool active; /* it is under way */
    const struct batch_ops *ops;
    struct batch_row *rows;      /* in the order in which they are sent; then those that are not to be */
    size_t all, count;           /* of them; of those that are sent */
    size_t started;              /* those before this place had their turn */
    bool stopped;                /* nothing more is sent, */
    const char *why;             /* "login expired"; NULL: by hand */
    bool is_barred;              /* one was left out when its turn came */
    int64_t act;                 /* that all of them are one of; 0: none was recorded yet */
    char *tag;                   /* to be deleted; NULL for others */
    struct param_set *params;    /* of the form */
    struct ledger ledger;        /* export: what is known of the files, from the answer on, */
    bool overwrites;             /* and whether that was to overwrite them */
    const struct form *form;     /* that it came from; NULL for none */
    const struct form_ops *kept; /* the same, whose draft is there until one may have been done */
    char *told;                  /* the running line; NULL: not yet, */
    int64_t told_ms;             /* monotonic: and when it was taken */
    int64_t ended_ms;            /* wall clock; 0: not yet */
    uint64_t said;               /* said_count with its sum; 0: nothing was said */
};

/* Asks before a form is sent for its project, or for all of them; then the form closes on Yes. */
void batch_ask(struct app *app, struct app_form *form);
/* The answers to a question about the prepared batch: sends it but for the rows that have a text, which says
 * why; or forgets it. */
void batch_go(struct app *app, int64_t id);
void batch_refused(struct app *app, int64_t id);
/* Deletes a tag of the marked projects, after a question; asks for the tag where it is "". */
void batch_delete_tag(struct app *app, const char *tag);
/* The project under way among those that an action would be done to: the marked ones, else that at hand; 0
 * for none. */
int64_t batch_being_sent(const struct app *app);
/* Is there something to be sent, or exported, among the marked, else in the details? Then the bar offers it.
 */
bool batch_can_send(const struct app *app);
bool batch_can_export(const struct app *app);
/* A reading shows what became of a project whose answer was lost. True where the sum of the batch tells it:
 * while it is under way, or as long as that stands. */
bool batch_learn(struct app *app, int64_t id, enum write_outcome came);
/* Sends no more of it, for this reason (static; NULL: by hand). What is in progress goes on. */
void batch_stop(struct app *app, const char *why);
/* Sends no more, and cancels what is in progress; its answers still count. */
void batch_cancel(struct app *app);
/* Those of the batch under way of which nothing was sent, in their order: how many; `ids`, where it is not
 * NULL, has room for them. */
size_t batch_unsent(const struct app *app, int64_t *ids);

/* Why one is left out that another program was quicker with. */
#define BATCH_MEANWHILE "enqueued meanwhile"

#endif
